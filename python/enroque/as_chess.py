r"""Running programs written for python-chess with enroque in its place.

`python -m enroque.as_chess script.py` runs a script in which `import chess` imports enroque, and so
do `chess.pgn`, `chess.polyglot` and `chess.svg`. If python-chess is installed, `chess.engine`,
`chess.syzygy` and `chess.gaviota` are its modules, loaded so that they use enroque's boards and
moves, and `chess.variant` is its module with its own boards. With `--report`, the script runs with
both libraries, and the differences in output and time are printed. Nothing is installed or changed
on disk.

Example:
    >>> import subprocess, sys
    >>> program = "import chess; b = chess.Board(); b.push_san('e4'); print(b.fen())"
    >>> command = [sys.executable, "-m", "enroque.as_chess", "-c", program]
    >>> print(subprocess.run(command, capture_output=True, text=True).stdout, end="")
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
"""

import contextlib
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import enroque

from ._compatibility.changes import change_core, change_pgn

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # its module imports tempfile and others

__all__ = ["install", "is_installed", "main", "uninstall"]

_OURS: Final = {
    "chess": "enroque",
    "chess.pgn": "enroque.pgn",
    "chess.polyglot": "enroque.polyglot",
    "chess.svg": "enroque.svg",
}
"""The modules that enroque replaces."""

_lock = threading.RLock()
_displaced: list[dict[str, ModuleType]] = []
"""While `install` is in effect: the modules of python-chess that were imported before it."""
_changes = contextlib.ExitStack()
"""Undoes what `install` changed."""
_originals: dict[str, ModuleType] = {}
"""A second copy of python-chess with its own boards, for variants."""

_SHARED: Final = (
    *("AmbiguousMoveError", "IllegalMoveError", "InvalidMoveError"),
    *("Move", "Outcome", "Piece", "SquareSet", "Status", "Termination"),
)
"""The classes that this copy takes from enroque, so that moves and exceptions are the same."""


class _Replacement(ModuleType):
    """A module with the names of one of enroque's; others are looked up in python-chess."""

    def __init__(self, name: str, ours: ModuleType | None) -> None:
        super().__init__(name, ours.__doc__ if ours else None)
        self._ours = ours
        # lazy imports stay lazy, also with `from chess import *`
        names = {
            key: value
            for key, value in (vars(ours) if ours else {}).items()
            if not key.startswith("_") and (callable(value) or not isinstance(value, ModuleType))
        }
        self.__dict__.update(names)
        self.__all__ = [key for key in getattr(ours, "__all__", ()) if key in names]

    def __getattr__(self, name: str) -> Any:
        if name == "__version__":
            return _version()
        if name.startswith("__") and name not in ("__author__", "__email__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if f"{self.__name__}.{name}" in _Finder.modules:
            return importlib.import_module(f"{self.__name__}.{name}")
        if name in getattr(self._ours, "__all__", ()):
            return getattr(self._ours, name)
        missing = f"{self.__name__}.{name} does not exist in enroque"
        try:
            original = _original(self.__name__)
        except ImportError as error:
            raise AttributeError(
                f"{missing}; python-chess may have it: pip install chess"
            ) from error
        try:
            return getattr(original, name)
        except AttributeError:
            raise AttributeError(f"{missing} or in python-chess") from None


class _Finder(Loader):
    """Finds the modules of the package `chess` that enroque replaces, when they are imported."""

    modules: Final = ("chess.pgn", "chess.polyglot", "chess.svg", "chess.variant", "chess.engine")

    def __init__(self, original: ModuleSpec | None, changes: contextlib.ExitStack) -> None:
        self._original, self._changes = original, changes

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        # python-chess's other modules import `chess` and so use enroque's boards
        unneeded = "chess.engine" if self._original else "chess.variant"
        return ModuleSpec(name, self) if name in self.modules and name != unneeded else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.name == "chess.pgn":
            change_pgn(self._changes, _original if self._original else None)
        if spec.name == "chess.variant":
            # the boards of variants are subclasses of python-chess's board
            variant = _Replacement(spec.name, None)
            variant.find_variant = _find_variant  # type: ignore[attr-defined]
            return variant
        ours = _OURS.get(spec.name, "enroque.engine")
        return _Replacement(spec.name, importlib.import_module(ours))

    def exec_module(self, module: ModuleType) -> None:
        """The module is complete."""


def install() -> None:
    """Makes `import chess` import enroque in this process, until `uninstall`.

    Call it before the program imports `chess`: modules that have imported it keep python-chess.
    Further calls have no effect.

    Example:
        >>> import sys
        >>> from enroque import as_chess
        >>> before = sys.modules.get("chess")
        >>> as_chess.install()
        >>> import chess
        >>> chess.Board is enroque.Board
        True
        >>> as_chess.uninstall()
        >>> sys.modules.get("chess") is before
        True
    """
    with _lock:
        if _displaced:
            return
        _displaced.append(_take_out())
        try:
            spec = importlib.util.find_spec("chess")
        except ImportError:
            spec = None
        if spec and not spec.submodule_search_locations:
            spec = None
        finder = _Finder(spec, _changes)
        chess = _Replacement("chess", enroque)
        chess.__path__ = list(spec.submodule_search_locations or ()) if spec else []
        if spec:
            chess.__spec__ = spec
        change_core(_changes, spec.origin if spec else None)
        sys.meta_path.insert(0, finder)
        _changes.callback(sys.meta_path.remove, finder)
        sys.modules["chess"] = chess


def uninstall() -> None:
    """Ends `install`: later imports of `chess` import python-chess again.

    Modules that imported `chess` in the meantime keep enroque.
    """
    with _lock:
        if _displaced:
            _changes.close()
            _take_out()
            sys.modules.update(_displaced.pop())


def is_installed() -> bool:
    """Returns whether `install` is in effect."""
    return bool(_displaced)


def _take_out() -> dict[str, ModuleType]:
    """Removes the modules of the package `chess` from `sys.modules`, and returns them."""
    names = [name for name in sys.modules if name == "chess" or name.startswith("chess.")]
    return {name: sys.modules.pop(name) for name in names}


def _version() -> str:
    """Returns the version of python-chess whose names enroque has."""
    import importlib.metadata

    try:
        return importlib.metadata.version("chess")
    except importlib.metadata.PackageNotFoundError:
        return "1.11.2"


def _original(name: str) -> ModuleType:
    """Imports a module of a second copy of python-chess, beside the replacement."""
    with _lock:
        if name not in _originals:
            replacements, finders = _take_out(), sys.meta_path[:]
            sys.meta_path[:] = [finder for finder in finders if not isinstance(finder, _Finder)]
            sys.modules.update(_originals)
            try:
                chess = importlib.import_module("chess")
                for shared in _SHARED:
                    setattr(chess, shared, getattr(enroque, shared))
                importlib.import_module(name)
            finally:
                _originals.update(_take_out())
                sys.modules.update(replacements)
                sys.meta_path[:] = finders
        return _originals[name]


def _find_variant(name: str) -> type:
    """`chess.variant.find_variant`: the class of the boards of a variant."""
    if name.lower() in [alias.lower() for alias in enroque.Board.aliases]:
        return enroque.Board
    found: type = _original("chess.variant").find_variant(name)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: the arguments; `None` for those of the process.

    Returns:
        The exit status: that of the script, or with `--report` 1 if the outputs differ.

    Raises:
        SystemExit: the script exits, or the arguments are wrong.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] in (["-m"], ["-c"]) and words[1:2] and not words[1].startswith("-"):
        option, program = words[0], words[1:]
    elif words and not words[0].startswith("-"):
        option, program = "", words
    else:  # not in the cases above: argparse takes as long to import as enroque
        option, program, is_report = _parse(words)
        if is_report:
            from ._compatibility.report import report

            return report([option, *program] if option else program)
    if not (option or os.path.exists(program[0])):
        print(f"error: there is no file {program[0]!r}", file=sys.stderr)
        return 2
    install()
    counts = os.environ.get("ENROQUE_AS_CHESS_COUNTS")
    if counts:
        from ._compatibility.report import counting

        with counting(counts):
            _run(option, program)
    else:
        _run(option, program)
    return 0


def _parse(words: Sequence[str]) -> tuple[str, list[str], bool]:
    """Returns `-m`, `-c` or nothing, the program with its arguments, and whether to report."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m enroque.as_chess",
        description="Runs a program written for python-chess with enroque in its place.",
        usage="%(prog)s [--report] (script.py | -m module | -c command) [arguments ...]",
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="run the program with python-chess and with enroque, and compare output and time; "
        "then run it once more to count the calls",
    )
    parser.add_argument("-m", dest="module", action="store_true", help="run a module")
    parser.add_argument("-c", dest="command", action="store_true", help="run a command")
    parser.add_argument("program", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    parsed = parser.parse_args(words)
    if not parsed.program:
        parser.error("a script is needed")
    if parsed.module and parsed.command:
        parser.error("-m and -c exclude each other")
    option = "-m" if parsed.module else "-c" if parsed.command else ""
    if not (option or os.path.exists(parsed.program[0])):
        parser.error(f"there is no file {parsed.program[0]!r}")
    if parsed.report and importlib.util.find_spec("chess") is None:
        parser.error("--report also runs python-chess, which is missing: pip install chess")
    return option, parsed.program, parsed.report


def _run(option: str, program: Sequence[str]) -> None:
    """Runs the program as Python would."""
    name, *arguments = program
    if option == "-c":
        sys.argv = ["-c", *arguments]
        sys.path[0:1] = [""]
        namespace = {"__name__": "__main__", "__builtins__": __builtins__}
        exec(compile(name, "<string>", "exec"), namespace)
        return
    import runpy

    sys.argv = [name, *arguments]
    if option == "-m":
        sys.path[0:1] = [os.getcwd()]
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        sys.path[0:1] = [os.path.dirname(os.path.realpath(name))]
        runpy.run_path(name, run_name="__main__")


if __name__ == "__main__":
    # this module, and not `__main__`, has the state that `install` sets
    from enroque.as_chess import main as run_main

    raise SystemExit(run_main())
