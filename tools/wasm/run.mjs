// Runs a Python file in Pyodide under Node: node run.mjs PYODIDE WHEELS ROOT FILE [ARG...]
//
// PYODIDE is the folder of npm's package, WHEELS one of wheels to install. ROOT, the clone, has the same path there.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, wheels, root, file, ...rest] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodideFolder), "pyodide.mjs")));
const pyodide = await loadPyodide({
  indexURL: resolve(pyodideFolder),
  env: { HOME: "/home/pyodide", ...JSON.parse(process.env.WASM_ENV ?? "{}") },
});
pyodide.setStdout({ write: (bytes) => { process.stdout.write(bytes); return bytes.length; }, isatty: false });
pyodide.setStderr({ write: (bytes) => { process.stderr.write(bytes); return bytes.length; }, isatty: false });
const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const name of readdirSync(wheels).sort()) {
  if (name.endsWith(".whl")) pyodide.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "whl", { extractDir: packages });
}
pyodide.FS.mkdirTree(root);
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, root);
globalThis.pyodideMemory = () => pyodide._module.HEAPU8.length;
pyodide.globals.set("__arguments", pyodide.toPy([file, ...rest]));
const code = `
import importlib, os, runpy, sys
importlib.invalidate_caches()
os.chdir(${JSON.stringify(root)})
sys.argv = list(__arguments)
sys.path.insert(0, os.path.dirname(sys.argv[0]))
status = 0
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else 0 if end.code is None else (print(end.code, file=sys.stderr), 1)[1]
sys.stdout.flush(); sys.stderr.flush()
status
`;
try {
  process.exitCode = pyodide.runPython(code);
} catch (error) {
  // not the error itself: Node would print the line of Pyodide's source, a megabyte
  process.stderr.write(`${error.message ?? error}\n${error.stack?.slice(0, 4000)}\n`);
  process.exitCode = 1;
}
