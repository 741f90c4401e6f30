// Runs a Python file in Pyodide under Node.
//
//   node run.mjs PYODIDE ROOT WHEELS FILE [ARGUMENT...]
//
// PYODIDE is the folder of the package of npm. ROOT, the clone, and the folder `shared` beside it have the
// same paths in Pyodide. WHEELS are the folders, separated by colons, of the wheels that are installed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root, wheels, ...command] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: resolve(folder) });

for (const [stream, set] of [[process.stdout, pyodide.setStdout], [process.stderr, pyodide.setStderr]]) {
  set({ write: (bytes) => { stream.write(Uint8Array.from(bytes)); return bytes.length; } });
}
const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const from of wheels.split(":")) {
  for (const name of readdirSync(from).filter((name) => name.endsWith(".whl"))) {
    const wheel = new Uint8Array(readFileSync(join(from, name)));
    pyodide.unpackArchive(wheel, "whl", { extractDir: packages });
  }
}
for (const path of [root, resolve(root, "../shared")].filter(existsSync)) {
  pyodide.FS.mkdirTree(path);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: path }, path);
}
globalThis.pyodideMemory = () => pyodide._module.HEAPU8.length;
pyodide.globals.set("command", pyodide.toPy(command));
pyodide.globals.set("root", root);
// the traceback is printed here: Node would print the line of the exception in Pyodide's source, a megabyte
process.exitCode = pyodide.runPython(`
import importlib, os, runpy, sys, traceback
importlib.invalidate_caches()
os.chdir(root)
sys.argv = command
sys.path.insert(0, os.path.dirname(command[0]))
status = 0
try:
    runpy.run_path(command[0], run_name="__main__")
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else int(end.code is not None)
    if isinstance(end.code, str):
        print(end.code, file=sys.stderr)
except BaseException:
    traceback.print_exc()
    status = 1
sys.stdout.flush()
sys.stderr.flush()
status
`);
