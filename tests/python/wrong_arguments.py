"""Calls every public function, method, constructor and setter with wrong arguments.

Run as a program, it prints one line of JSON for each call whose message or exception is not for
users: texts of PyO3 that do not name the argument, `PanicException`, `SystemError`, and calls that
do not end. The last line is the number of calls. With `--without-numpy`, the import of NumPy fails.
The file WRONG_ARGUMENTS_LOG, if set, has the last call, which may abort.
"""

import contextlib
import importlib
import inspect
import io
import json
import os
import re
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

WITHOUT_NUMPY = "--without-numpy" in sys.argv

NEVER = re.compile(r"Can't extract|cannot be converted to|cannot be cast as|[Pp]y[Oo]3|capsule")
"""Texts of PyO3 that a user cannot understand."""

UNNAMED = re.compile(
    r"is not an instance of|object cannot be interpreted as|must be real number|^a number must be"
)
"""Texts that need the name of the argument, in a note at least."""

MODULES = (
    "", ".pgn", ".rules", ".notation", ".chess960", ".find", ".formats", ".svg", ".polyglot",
    ".openings", ".data", ".npz", ".parquet", ".engine", ".tablebase", ".errors",
)  # fmt: skip
"""The modules that need no other package, below `enroque`."""

SKIPPED = {
    # wait for input, or start and stop programs and servers
    "enroque.engine.Engine", "enroque.engine.EnginePool", "enroque.register_hooks",
}  # fmt: skip

SECONDS = 10
"""The longest time of one call."""


CALLS: list[str] = []
"""The calls until now."""


class TooLongError(BaseException):
    """A call that did not end."""


def wrong_values() -> list[Any]:
    """Returns new wrong values, since calls may use up or change them."""
    values: list[Any] = [None, object(), "x", 1.5, -1, 2**80, [], [None], b"", float("nan"), {}, ()]
    if not WITHOUT_NUMPY:
        import numpy as np

        values += [np.zeros((2, 3, 1)), np.zeros(3, "U2"), np.zeros(0, np.complex64)]
        values += [np.array(5), np.zeros(2, object)]
    return values


def objects() -> dict[str, Callable[[], Any]]:
    """Returns a maker of an object of each class whose constructor needs arguments, by name."""
    import enroque
    from enroque import Column, pgn

    def arena() -> Any:
        return enroque.Arena(2)

    def search() -> Any:
        return enroque.TreeSearch(arena())

    def leaves() -> Any:
        trees = search()
        trees.begin()
        return trees.select()

    def games() -> Any:
        return enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 *\n\n1. d4 d5 1-0\n")

    def positions() -> Any:
        return enroque.Positions.from_fens([enroque.STARTING_FEN])

    def loader() -> Any:
        return enroque.Loader(games(), Column.ply(), batch_size=2)

    def played() -> Any:
        return enroque.rules.PlayedGame(enroque.Board())

    def game() -> Any:
        return pgn.read_game(io.StringIO("1. e4 {x} e5 (1... c5) 2. Nf3 *"))

    return {
        "Arena": arena,
        "ChildNode": lambda: game().variations[0],
        "Clock": lambda: enroque.Clock(enroque.TimeControl("300+3")),
        "Column": Column.ply,
        "Encoding": lambda: enroque.Encoding("lc0"),
        "Game": game,
        "GameNode": game,
        "GameView": lambda: games()[0],
        "Games": games,
        "GameIterator": lambda: iter(games()),
        "Leaves": leaves,
        "LegalMoveGenerator": lambda: enroque.Board().legal_moves,
        "Loader": loader,
        "Move": lambda: enroque.Move.from_uci("e2e4"),
        "Piece": lambda: enroque.Piece.from_symbol("P"),
        "PlayedGame": played,
        "Policy": lambda: enroque.Policy("lc0"),
        "Positions": positions,
        "PseudoLegalMoveGenerator": lambda: enroque.Board().pseudo_legal_moves,
        "TimeControl": lambda: enroque.TimeControl("300"),
        "TreeSearch": search,
    }


MAKERS: dict[str, Callable[[], Any]] = {}


def plausible(name: str) -> Any:
    """Returns a valid value of most arguments with a name, so that the other arguments are read."""
    import enroque

    texts = {
        "fen": enroque.STARTING_FEN, "uci": "e2e4", "san": "e4", "encoding": "lc0",
        "format": "uci", "language": "en", "view": "white", "text": "1. e4 *", "name": "Event",
        "policy": "lc0", "symbol": "P", "path": "missing", "source": b"1. e4 *", "result": "1-0",
        "rules": "fide2023", "query": enroque.STARTING_FEN,
    }  # fmt: skip
    makers = {
        "move": "Move", "game": "Games", "games": "Games", "positions": "Positions",
        "arena": "Arena", "leaves": "Leaves", "node": "Game", "piece": "Piece",
        "time_control": "TimeControl",
    }  # fmt: skip
    if name in texts:
        return texts[name]
    if name == "board":
        return enroque.Board()
    if name == "color":
        return enroque.WHITE
    if name in makers and not (WITHOUT_NUMPY and name in ("games", "game", "positions", "arena")):
        return MAKERS[makers[name]]()
    return 1


def argument_lists(function: Any) -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    """Yields calls: each argument wrong while the required ones before and after it are valid."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return
    kinds = inspect.Parameter
    named = [p for p in parameters if p.kind not in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD)]
    required = [p for p in named if p.default is kinds.empty]
    if len(named) < len(parameters):
        for value in wrong_values():
            yield "*", [value], {}
    for wrong in named:
        for index in range(len(wrong_values())):
            arguments, keywords = [], {}
            for p in named:
                if p is not wrong and p not in required:
                    continue
                value = wrong_values()[index] if p is wrong else plausible(p.name)
                skipped = any(q not in required and q is not wrong for q in named[: named.index(p)])
                if p.kind is kinds.KEYWORD_ONLY or (
                    skipped and p.kind is not kinds.POSITIONAL_ONLY
                ):
                    keywords[p.name] = value
                elif not skipped:
                    arguments.append(value)
            yield f"{wrong.name}={wrong_values()[index]!r}"[:90], arguments, keywords
    if not named:
        yield "", [], {}


def try_call(name: str, function: Callable[[], Any]) -> None:
    """Calls, and prints a line if the exception is not one for users."""

    def stop(*_: object) -> None:
        raise TooLongError

    CALLS.append(name)
    if log := os.environ.get("WRONG_ARGUMENTS_LOG"):
        with open(log, "w") as file:
            file.write(name)
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            function()
    except (Exception, SystemExit) as error:
        is_public = not name.partition("(")[0].rpartition(".")[2].startswith("_")
        notes = getattr(error, "__notes__", [])
        is_raw = NEVER.search(str(error))
        is_unnamed = UNNAMED.search(str(error)) and not any("'" in note for note in notes)
        if isinstance(error, SystemError) or (is_public and (is_unnamed or is_raw)):
            report(name, error)
    except BaseException as error:
        report(name, error)
    finally:
        signal.alarm(0)


def report(name: str, error: BaseException) -> None:
    """Prints a finding."""
    print(json.dumps([name, type(error).__name__, str(error)[:300]]), flush=True)


def call_all(name: str, get: Callable[[], Any]) -> None:
    """Calls a function or method with each wrong argument; `get` returns it, of a new object."""
    try:
        function = get()
    except TooLongError:
        raise
    except Exception:
        return
    try:
        lists = list(argument_lists(function))
    except ImportError:
        return
    for text, arguments, keywords in lists:
        try_call(f"{name}({text})", lambda a=arguments, k=keywords: get()(*a, **k))


def call_class(name: str, cls: type) -> None:
    """Calls the constructor, the methods and the setters of a class."""
    if not issubclass(cls, BaseException):
        call_all(name, lambda: cls)
    make = MAKERS.get(cls.__name__, cls)
    for attribute in sorted(dir(cls)):
        if attribute in SKIPPED_METHODS:
            continue
        owner = next((base for base in cls.__mro__ if attribute in vars(base)), object)
        if not owner.__module__.startswith("enroque"):
            continue
        static = vars(owner)[attribute]
        where = f"{name}.{attribute}"
        if isinstance(static, (classmethod, staticmethod)) or inspect.isbuiltin(static):
            call_all(where, lambda attribute=attribute: getattr(cls, attribute))
        elif inspect.isgetsetdescriptor(static) or isinstance(static, property):
            for value in wrong_values():
                try_call(
                    f"{where} = {value!r}"[:90],
                    lambda attribute=attribute, value=value: setattr(make(), attribute, value),
                )
            try_call(where, lambda attribute=attribute: getattr(make(), attribute))
        elif callable(static):
            call_all(where, lambda attribute=attribute: getattr(make(), attribute))


SKIPPED_METHODS = {
    *dir(type), *dir(object), "__class_getitem__", "__dict__", "__weakref__",
} - {"__init__", "__eq__", "__hash__", "__setstate__"}  # fmt: skip


def main() -> None:
    """Calls everything, in an empty folder."""
    os.chdir(tempfile.mkdtemp())
    if WITHOUT_NUMPY:
        os.mkdir("numpy")
        with open("numpy/__init__.py", "w") as file:
            file.write("raise ImportError('this NumPy is damaged')\n")
        sys.path.insert(0, os.getcwd())
    MAKERS.update(objects())
    done: set[int] = set()
    for module_name in MODULES:
        try:
            module = importlib.import_module("enroque" + module_name)
        except ImportError:
            continue
        public = getattr(module, "__all__", [n for n in dir(module) if not n.startswith("_")])
        for name in sorted(public):
            try:
                value = getattr(module, name)
            except ImportError:
                continue
            where = f"enroque{module_name}.{name}"
            if id(value) in done or where in SKIPPED or not callable(value):
                continue
            done.add(id(value))
            if inspect.isclass(value):
                if not value.__module__.startswith("enroque"):
                    continue
                call_class(where, value)
            else:
                call_all(where, lambda value=value: value)
    print(json.dumps([len(CALLS)]))


if __name__ == "__main__":
    main()
