"""Every public call with arguments of wrong types: the errors are ours, and name the argument."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import enroque
from enroque import Board, Games, Move, Positions, pgn

PROBE = r'''
import inspect, io, re
import numpy as np
import enroque
from enroque import _core, chess960, find, notation, openings, pgn, polyglot, rules, svg

FEN = "8/8/8/8/8/8/4P3/K1k5 w - - 0 1"
RAW = re.compile(
    "Can't extract|is not an instance of|Panic|pyo3|failed to extract|cannot be converted|"
    "out of range integral|too large to convert|cannot be interpreted|must be real number|"
    "convert negative int",
    re.IGNORECASE,
)


class Odd:
    """An object of no use."""


WRONG = [
    None, "wrong", -5, 1.5, b"x", Odd(), [Odd()], ["x", 2], {"k": Odd()}, (1, 2, 3), True,
    float("nan"), 10**30, np.zeros((2, 2)),
]


def games():
    return enroque.Games.from_pgn(b'[White "A"]\n\n1. e4 {[%eval 0.1]} e5 1-0\n\n1. d4 *\n')


def node():
    return pgn.read_game(io.StringIO("1. e4 e5 (1... c5) *"))


MAKERS = {
    "Arena": lambda: enroque.Arena(2),
    "BaseBoard": enroque.BaseBoard,
    "Board": enroque.Board,
    "ChildNode": lambda: node().next(),
    "Clock": lambda: enroque.Clock(enroque.TimeControl("60+1")),
    "Column": lambda: enroque.Column.planes("lc0"),
    "Encoding": lambda: enroque.Encoding("lc0"),
    "Game": node,
    "GameView": lambda: games()[0],
    "Games": games,
    "LegalMoveGenerator": lambda: enroque.Board().legal_moves,
    "Loader": lambda: enroque.Loader(games(), [enroque.Column.planes("lc0")], batch_size=1),
    "Move": lambda: enroque.Move.from_uci("e2e4"),
    "MoveStack": lambda: enroque.Board().move_stack,
    "Piece": lambda: enroque.Piece.from_symbol("N"),
    "PlayedGame": rules.PlayedGame,
    "Policy": lambda: enroque.Policy("lc0"),
    "Positions": lambda: enroque.Positions.from_fens([FEN]),
    "PseudoLegalMoveGenerator": lambda: enroque.Board().pseudo_legal_moves,
    "SquareSet": lambda: enroque.SquareSet(3),
    "TimeControl": lambda: enroque.TimeControl("60+1"),
    "TreeSearch": lambda: enroque.TreeSearch(enroque.Arena(2)),
}
RIGHT = {
    "a": 0, "actions": [0, 0], "b": 8, "board": enroque.Board(), "by": "plies", "color": True,
    "columns": [enroque.Column.planes("lc0")], "depth": 1, "encoding": "lc0", "epd": FEN, "f": abs,
    "fen": FEN, "from_square": 12, "games": [0], "handle": io.StringIO("1. e4 *"), "language": "en",
    "move": enroque.Move.from_uci("e2e4"), "name": "x", "now": 1, "other": 1, "parent": node(),
    "piece": enroque.Piece.from_symbol("N"), "piece_type": 1, "policy": "lc0",
    "query": find.Check(), "san": "e4", "scharnagl": 518, "score": (1, 1), "seed": 1, "shown": 1,
    "spent": 1, "square": 0, "squares": [0], "text": "e4", "time": 1, "to_square": 28,
    "uci": "e2e4", "white": enroque.TimeControl("60+1"),
}
calls, raw = 0, set()


def check(where, call):
    global calls
    calls += 1
    try:
        call()
    except BaseException as error:
        text = f"{type(error).__name__}: {error}"
        if RAW.search(text):
            raw.add(f"{where}: {text[:120]}")


def call_with_each(where, function):
    try:
        parameters = list(inspect.signature(function()).parameters.values())
    except (TypeError, ValueError):
        return
    parameters = [each for each in parameters if each.name != "self"]
    needed = [each for each in parameters if each.default is each.empty]
    for changed in parameters:
        for wrong in WRONG:
            given = lambda each: wrong if each is changed else RIGHT.get(each.name, 0)
            of_kind = lambda *kinds: [each for each in needed if each.kind in kinds]
            positional = of_kind(changed.POSITIONAL_ONLY, changed.POSITIONAL_OR_KEYWORD)
            arguments = list(map(given, positional))
            options = {each.name: given(each) for each in of_kind(changed.KEYWORD_ONLY)}
            if changed.kind is changed.VAR_POSITIONAL:
                arguments.append(wrong)
            elif changed.kind is changed.VAR_KEYWORD:
                options["unknown"] = wrong
            elif changed not in needed:
                options[changed.name] = wrong
            called = function()
            check(f"{where}({changed.name})", lambda: called(*arguments, **options))


for name in sorted(vars(_core)):
    Class = getattr(_core, name)
    if not inspect.isclass(Class):
        continue
    if name in vars(enroque) or name in ("Game", "ChildNode", "PlayedGame"):
        call_with_each(name, lambda: Class)
    make = MAKERS.get(name)
    for attribute in sorted(dir(Class)):
        if attribute.startswith("_") and attribute not in ("__getitem__", "__contains__"):
            continue
        found = inspect.getattr_static(Class, attribute)
        if type(found).__name__ in ("classmethod_descriptor", "staticmethod"):
            call_with_each(f"{name}.{attribute}", lambda: getattr(Class, attribute))
        elif make is None or attribute in ("run", "promotion"):
            continue
        elif type(found).__name__ == "getset_descriptor":
            for wrong in WRONG:
                check(f"{name}.{attribute}", lambda: setattr(make(), attribute, wrong))
        elif callable(found):
            call_with_each(f"{name}.{attribute}", lambda: getattr(make(), attribute))
for module in (enroque, chess960, find, notation, openings, pgn, polyglot, rules, svg):
    for name in module.__all__:
        function = getattr(module, name)
        is_class = inspect.isclass(function)
        if callable(function) and name != "convert" and not (is_class and module is enroque):
            call_with_each(f"{module.__name__}.{name}", lambda: function)
print(calls)
print(*sorted(raw), sep="\n")
'''


def test_no_error_of_an_argument_is_one_of_pyo3(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROBE]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=600, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-2000:]
    calls, *raw = done.stdout.split("\n")
    assert int(calls) > 5_000
    assert not "\n".join(raw).strip()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Board().fen(shredder="yes"), TypeError, "shredder must be a bool, not str"),
        (
            lambda: Board().san(Move.null(), language=5),
            TypeError,
            "language must be a str, not int",
        ),
        (lambda: Board.from_chess960_pos("a"), TypeError, "scharnagl must be an int, not str"),
        (lambda: Board().can_win(True, nodes="x"), TypeError, "nodes must be an int, not str"),
        (lambda: pgn.Game().set_clock("1:00"), TypeError, "seconds must be a number or None, not"),
        (lambda: pgn.Game().set_eval(None, 10**30), ValueError, "depth is out of range: 1000000"),
        (lambda: pgn.ChildNode(5, Move.null()), TypeError, "parent must be of type GameNode, not"),
        (
            lambda: Games.concatenate(["x"]),
            TypeError,
            "concatenate takes an iterable of Games, not",
        ),
        (
            lambda: Positions.from_games(5, [0], [0]),
            TypeError,
            "games must be of type Games, not int",
        ),
        (lambda: enroque.Clock("60"), TypeError, "white must be of type TimeControl, not str"),
        (lambda: setattr(Board(), "chess960", "no"), TypeError, "chess960 must be a bool, not str"),
        (lambda: setattr(pgn.Game(), "comments", [5]), TypeError, "an item must be a str, not int"),
    ],
)
def test_messages_name_the_argument(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(message)
