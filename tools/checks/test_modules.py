"""The modules of the crate and of the package: which may use which, and that files do not import in
cycles.

The layers are those of CONTRIBUTING.md, "Architecture". In Rust a `use`, or a path in the code,
that begins with `crate`, `super` or a child module is a dependency on the file that defines the
item; a re-export by `pub use` only passes the name on. Tests inside the crate may use anything. In
Python every import counts, also one in a function; those for type checkers do not.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"

LAYERS = [
    {
        "error",
        "types",
        "large_pages",
        "memory",
        "named_enum",
        "options",
        "pool",
        "prefetch",
        "progress",
        "random",
        "store",
        "stream",
    },
    {"attacks", "position"},
    {"movegen", "chess960"},
    {"notation", "unwinnable", "rules", "tablebase"},
    {"pgn", "tensor"},
    {"games", "positions"},
    {"find"},
    {"io", "columns"},
    {"arena", "engine", "formats"},
    {"loader", "trees"},
    {"python"},
]
"""From the bottom up. Modules of one layer may use each other, but not in cycles."""

PATH = re.compile(r"\b(?:crate|self|super)(?:::(?:super|\w+))+")
USE = re.compile(r"\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);")
MODULE = re.compile(r"(#\[cfg\(test\)\]\s*)?(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*(;|\{)")


LITERAL = re.compile(
    r"""r(?P<hashes>\#*)".*?"(?P=hashes)|"(?:\\.|[^"\\])*"|"""
    r"""b?'(?:\\[^u]|\\u\{\w+\}|[^'\\])'|//[^\n]*""",
    re.DOTALL,
)


def without_comments(text: str) -> str:
    """Removes comments, and the contents of string and character literals."""
    return LITERAL.sub(lambda found: "" if found[0].startswith("//") else '""', text)


def without_test_modules(text: str) -> str:
    """Removes each `#[cfg(test)] mod name { ... }`."""
    while found := re.search(r"#\[cfg\(test\)\]\s*mod\s+\w+\s*\{", text):
        depth, end = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = text[: found.start()] + text[end:]
    return text


@cache
def files() -> dict[tuple[str, ...], Path]:
    """The file of each module path, `("crate", "io", "chunk")`, without test modules."""
    found: dict[tuple[str, ...], Path] = {}

    def visit(path: tuple[str, ...], file: Path) -> None:
        found[path] = file
        text = without_test_modules(without_comments(file.read_text()))
        folder = file.parent if file.stem in ("mod", "lib") else file.with_suffix("")
        for is_test, name, end in MODULE.findall(text):
            if is_test or end == "{":
                continue
            choices = [folder / f"{name}.rs", folder / name / "mod.rs"]
            if file := next((choice for choice in choices if choice.exists()), None):
                visit((*path, name), file)

    visit(("crate",), SOURCE / "lib.rs")
    return found


@cache
def code(path: tuple[str, ...]) -> str:
    return without_test_modules(without_comments(files()[path].read_text()))


def expanded(tree: str) -> Iterator[str]:
    """The paths of a `use` tree: `a::{b, c as d}` has `a::b` and `a::c`."""
    tree = " ".join(tree.split())
    brace = tree.find("{")
    if brace < 0:
        yield tree.split(" as ")[0].strip()
        return
    prefix, depth, start = tree[:brace], 0, brace + 1
    for index in range(brace, len(tree)):
        depth += {"{": 1, "}": -1}.get(tree[index], 0)
        if (tree[index] == "," and depth == 1) or (tree[index] == "}" and depth == 0):
            if item := tree[start:index].strip():
                yield from expanded(prefix + item)
            start = index + 1


def absolute(path: str, module: tuple[str, ...]) -> tuple[str, ...] | None:
    """The path from the crate's root; None for another crate's."""
    words = path.split("::")
    children = {known[-1] for known in files() if known[:-1] == module}
    base: tuple[str, ...]
    if words[0] == "crate":
        base, words = ("crate",), words[1:]
    elif words[0] in ("self", "super") or words[0] in children:
        base = module
    else:
        return None
    while words and words[0] in ("self", "super"):
        base = base[:-1] if words[0] == "super" else base
        words = words[1:]
    return base + tuple(word for word in words if word != "self")


@cache
def exports(module: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Names that a file passes on, with the paths that they stand for; "*" has a numbered key."""
    found: dict[str, tuple[str, ...]] = {}
    for visibility, tree in USE.findall(code(module)):
        for path in expanded(tree) if visibility else ():
            if target := absolute(path, module):
                found[f"*{len(found)}" if target[-1] == "*" else target[-1]] = target
    return found


def defining(
    target: tuple[str, ...], seen: frozenset[object] = frozenset()
) -> tuple[str, ...] | None:
    """The module whose file defines an item."""
    if target in seen:
        return None
    for length in range(len(target), 0, -1):
        module, rest = target[:length], target[length:]
        if module not in files():
            continue
        if rest and rest[0] != "*":
            names = exports(module)
            if rest[0] in names and names[rest[0]] != target:
                return defining(names[rest[0]] + rest[1:], seen | {target})
            kinds = "struct|enum|trait|fn|const|static|type|mod|macro_rules!|union"
            if not re.search(rf"\b(?:{kinds})\s+{re.escape(rest[0])}\b", code(module)):
                for name, glob in names.items():
                    if name.startswith("*"):
                        inner = defining(glob[:-1] + rest, seen | {target})
                        if inner and inner != module:
                            return inner
        return module
    return None


@cache
def dependencies() -> dict[tuple[str, ...], set[tuple[str, ...]]]:
    """For each file, the files whose items it uses."""
    found = {}
    for module in files():
        paths: list[str] = []
        text = code(module)
        for visibility, tree in USE.findall(text):
            if not visibility:
                paths.extend(expanded(tree))
        text = re.sub(r"\bpub\(in [^)]*\)", "", USE.sub("", text))
        paths.extend(PATH.findall(text))
        children = "|".join(known[-1] for known in files() if known[:-1] == module)
        if children:
            paths.extend(re.findall(rf"(?<![\w:.])(?:{children})(?:::\w+)+", text))
        used = {target for path in paths if (target := absolute(path, module))}
        prelude = ("crate", "python", "prelude")
        if (*prelude, "*") in used:
            used.update(exports(prelude).values())
        targets = {defining(target) for target in used}
        found[module] = {target for target in targets if target and target != module}
    return found


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The sets of nodes that reach each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


PACKAGE = SOURCE.parent / "python"


def python_imports() -> dict[str, set[str]]:
    """For each module of the package, the modules that it imports."""
    modules = {}
    for file in sorted(PACKAGE.rglob("*.py*")):
        if file.suffix not in (".py", ".pyi"):
            continue
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    graph: dict[str, set[str]] = {name: set() for name in modules}

    def visit(name: str, node: ast.AST) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for other in node.orelse:
                visit(name, other)
            return
        if isinstance(node, ast.Import):
            graph[name].update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [node.module] if node.module else []
            if node.level:
                is_package = modules[name].name == "__init__.py"
                base = [*name.split(".")[: (1 if is_package else 0) - node.level or None], *base]
            source = ".".join(base)
            names = {f"{source}.{alias.name}" for alias in node.names}
            submodules = names & modules.keys()
            graph[name] |= submodules if len(submodules) == len(names) else submodules | {source}
        for child in ast.iter_child_nodes(node):
            visit(name, child)

    for name, file in modules.items():
        if file.suffix == ".py":  # the stub is that of the compiled module
            visit(name, ast.parse(file.read_text("utf-8")))
    return {name: targets & modules.keys() - {name} for name, targets in graph.items()}


def test_python_modules_do_not_import_each_other_in_cycles() -> None:
    graph = python_imports()
    assert len(graph) > 100  # the modules were found
    assert sum(map(len, graph.values())) > 300
    assert not cycles(graph), "\n".join(" <-> ".join(cycle) for cycle in cycles(graph))


def test_files_do_not_import_each_other_in_cycles() -> None:
    graph = {
        "::".join(module): {"::".join(target) for target in targets}
        for module, targets in dependencies().items()
    }
    assert len(graph) > 300  # the files were found
    assert not cycles(graph), "\n".join(" <-> ".join(cycle) for cycle in cycles(graph))


def test_modules_use_only_lower_layers() -> None:
    layer = {name: height for height, names in enumerate(LAYERS) for name in names}
    graph: dict[str, set[str]] = {name: set() for name in layer}
    upward = set()
    for module, targets in dependencies().items():
        for target in targets:
            if len(module) > 1 and len(target) > 1 and module[1] != target[1]:
                graph[module[1]].add(target[1])
                if layer[module[1]] < layer[target[1]]:
                    upward.add(f"{'::'.join(module)} uses {'::'.join(target)}")
    assert sum(map(len, graph.values())) > 30
    assert not upward, "\n".join(sorted(upward))
    assert not cycles(graph), "\n".join(" <-> ".join(cycle) for cycle in cycles(graph))


def test_numpy_is_imported_fallibly() -> None:
    """The crate `numpy` panics if it cannot import NumPy; only `numpy_api` makes arrays."""
    pattern = re.compile(
        r"\bPyArray\w*::(?:<.*>::)?(?:from_vec|from_iter|from_slice|zeros)\(|numpy::dtype::<"
    )
    files = [path for path in (SOURCE / "python").rglob("*.rs") if path.name != "numpy_api.rs"]
    assert len(files) > 100
    assert not [path for path in files if pattern.search(path.read_text())]


def test_errors_of_arguments_name_them() -> None:
    """Without the attribute, an error of an argument has PyO3's text; see `named_arguments.rs`."""
    without = re.compile(r"^\s*#\[py(?:methods|function)(?!\(crate = )", re.MULTILINE)
    for path in (SOURCE / "python").rglob("*.rs"):
        assert not without.search(path.read_text()), path
