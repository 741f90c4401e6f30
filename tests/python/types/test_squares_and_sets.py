"""`SquareSet` and bitboards compared with python-chess."""

import ast
import copy
import inspect
import itertools
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enroque
import enroque.typing
from enroque import SquareSet
from enroque._compatibility import notation_syntax as syntax
from enroque._model import bitboards, pieces, squares, status
from enroque.errors import OutOfRangeError

MASKS = st.one_of(
    st.integers(0, 63).map(lambda square: 1 << square),
    st.integers(0, 2**64 - 1),
    st.sampled_from([0, 1, 1 << 63, 2**64 - 1]),
)
FORMS: list[Callable[[Any, int], Any]] = [
    lambda module, mask: mask,
    lambda module, mask: module.SquareSet(mask),
    lambda module, mask: list(chess.SquareSet(mask)),
    lambda module, mask: set(chess.SquareSet(mask)),
    lambda module, mask: iter(list(chess.SquareSet(mask))),
    lambda module, mask: np.uint64(mask),
]
BINARY: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a | b,
    lambda a, b: a & b,
    lambda a, b: a ^ b,
    lambda a, b: a - b,
    lambda a, b: a.union(b),
    lambda a, b: a.intersection(b),
    lambda a, b: a.difference(b),
    lambda a, b: a.symmetric_difference(b),
    lambda a, b: a.issubset(b),
    lambda a, b: a.issuperset(b),
    lambda a, b: a.isdisjoint(b),
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: a.update(b),
    lambda a, b: a.update(b, [3], 1 << 63),
    lambda a, b: a.intersection_update(b),
    lambda a, b: a.intersection_update(b, 0xFF00, a),
    lambda a, b: a.difference_update(b),
    lambda a, b: a.symmetric_difference_update(b),
    lambda a, b: a.__ior__(b),
    lambda a, b: a.__iand__(b),
    lambda a, b: a.__ixor__(b),
    lambda a, b: a.__isub__(b),
]
UNARY: list[Callable[[Any], Any]] = [
    len,
    bool,
    int,
    hex,
    str,
    repr,
    list,
    lambda a: list(reversed(a)),
    lambda a: ~a,
    lambda a: a.copy(),
    lambda a: a.mirror(),
    lambda a: a.tolist(),
    lambda a: a.clear(),
    lambda a: a.mask,
    lambda a: list(itertools.islice(a.carry_rippler(), 70)),
    lambda a: [a.pop() for _ in range(len(a))],
]


def plain(value: object) -> object:
    """Converts a result of either library to a builtin type."""
    if isinstance(value, SquareSet | chess.SquareSet):
        return ("set", int(value))
    return value


@given(MASKS, MASKS)
def test_two_sets(a: int, b: int) -> None:
    for operation in BINARY:
        for form in FORMS:
            ours, theirs = SquareSet(a), chess.SquareSet(a)
            answer = operation(ours, form(enroque, b))
            assert plain(answer) == plain(operation(theirs, form(chess, b)))
            assert int(ours) == int(theirs)


@given(MASKS)
def test_one_set(mask: int) -> None:
    for operation in UNARY:
        ours, theirs = SquareSet(mask), chess.SquareSet(mask)
        assert plain(operation(ours)) == plain(operation(theirs))
        assert int(ours) == int(theirs)
    for form in FORMS:
        assert int(SquareSet(form(enroque, mask))) == mask
    for size in range(0, 70, 3):
        assert int(SquareSet(mask) << size) == int(chess.SquareSet(mask) << size)
        assert int(SquareSet(mask) >> size) == int(chess.SquareSet(mask) >> size)
        for name in ("__ilshift__", "__irshift__"):
            ours, theirs = SquareSet(mask), chess.SquareSet(mask)
            assert getattr(ours, name)(size) is ours
            assert int(ours) == int(getattr(theirs, name)(size))
    assert int(SquareSet(mask) << 2**80) == 0


@given(MASKS, st.integers(0, 63))
def test_one_square(mask: int, square: int) -> None:
    for name in ("add", "discard", "remove", "__contains__"):
        ours, theirs = SquareSet(mask), chess.SquareSet(mask)
        if name == "remove" and square not in theirs:
            with pytest.raises(KeyError, match=str(square)):
                ours.remove(square)
        else:
            assert getattr(ours, name)(square) == getattr(theirs, name)(square)
        assert int(ours) == int(theirs)


def test_lines() -> None:
    for a in range(64):
        assert SquareSet.from_square(a) == {a}
        for b in range(64):
            assert int(SquareSet.ray(a, b)) == chess.ray(a, b)
            assert int(SquareSet.between(a, b)) == chess.between(a, b)


def test_every_method_of_python_chess_exists() -> None:
    for name, theirs in inspect.getmembers(chess.SquareSet, callable):
        assert hasattr(SquareSet, name), name
        if not name.startswith("_"):
            parameters = list(inspect.signature(getattr(SquareSet, name)).parameters)
            assert parameters == list(inspect.signature(theirs).parameters), name


def test_all_subsets() -> None:
    squares = SquareSet(0x8000_0000_0010_0081)
    subsets = list(squares.carry_rippler())
    assert subsets == list(chess.SquareSet(int(squares)).carry_rippler())
    assert len(set(subsets)) == 16
    assert list(SquareSet().carry_rippler()) == [0]
    whole = SquareSet(-1).carry_rippler()
    assert list(itertools.islice(whole, 3)) == [0, 1, 2]


def test_ints_of_any_size() -> None:
    assert int(SquareSet(-1)) == 2**64 - 1
    assert int(SquareSet(~5)) == 2**64 - 6
    assert int(SquareSet(1 << 64 | 5)) == int(chess.SquareSet(1 << 64 | 5)) == 5
    assert int(SquareSet(np.int64(-1))) == 2**64 - 1
    assert int(SquareSet(True)) == int(SquareSet(1.5)) == 1
    squares = SquareSet()
    squares.mask = -2
    assert squares.mask == 2**64 - 2
    assert [10, 11][SquareSet(1)] == 11


def test_mirror() -> None:
    assert int(4 | SquareSet(1)) == int([2] | SquareSet(1)) == int({2} ^ SquareSet(1)) == 5
    assert int(7 - SquareSet(1)) == int({0, 1, 2} - SquareSet(1)) == 6
    assert int(3 & SquareSet(6)) == 2
    assert {0, 1} == SquareSet(3)
    assert SquareSet(3) == 3
    assert SquareSet(3) != 4
    for stranger in ("x", None, object(), {"a"}, [64], float("nan"), float("inf")):
        assert SquareSet(3) != stranger
        assert stranger != SquareSet(3)


def test_comparisons_are_those_of_sets() -> None:
    a, b = SquareSet([0, 1]), SquareSet([0, 1, 2])
    for other in (b, {0, 1, 2}, frozenset([0, 1, 2])):
        assert a < other
        assert a <= other
        assert other > a
        assert other >= a
        assert not a > other
        assert not a >= other
    assert a <= SquareSet(a)
    assert not a < SquareSet(a)
    assert a < {0, 1, "another"}
    assert not SquareSet(4) <= a
    with pytest.raises(TypeError, match="not supported"):
        a < 7  # type: ignore[operator]  # noqa: B015


INVALID_SQUARES: list[Callable[[SquareSet], object]] = [
    lambda s: s.add(64),
    lambda s: s.add(-1),
    lambda s: s.add(2**70),
    lambda s: s.remove(64),
    lambda s: s.discard(64),
    lambda s: 64 in s,
    lambda s: SquareSet([64]),
    lambda s: SquareSet(itertools.count()),
    lambda s: SquareSet.from_square(64),
    lambda s: SquareSet.ray(0, 64),
    lambda s: SquareSet.between(-1, 0),
    lambda s: s.update([5], [64]),
    lambda s: s.intersection_update([1], [64]),
    lambda s: s | [64],
    lambda s: [64] - s,
    lambda s: s.__ior__(iter([5, 64, 6])),
    lambda s: s.__iand__([64]),
    lambda s: s.issubset([64]),
]
INVALID_TYPES: list[Callable[[Any], object]] = [
    lambda s: SquareSet("e4"),
    lambda s: SquareSet(None),
    lambda s: SquareSet([1.0]),
    lambda s: SquareSet(np.array([1.0, 2.0])),
    lambda s: s.add("e4"),
    lambda s: "e4" in s,
    lambda s: s.update([5], "e4"),
    lambda s: s | "e4",
    lambda s: "e4" & s,
    lambda s: s.__ior__("e4"),
    lambda s: s.__ilshift__("e4"),
    lambda s: s << s,
    lambda s: s << 1.0,
    lambda s: s.union(),
    lambda s: s.issubset(object()),
    hash,
    lambda s: {s: 1},
]


@pytest.mark.parametrize("call", INVALID_SQUARES)
def test_invalid_squares(call: Callable[[SquareSet], object]) -> None:
    squares = SquareSet(3)
    with pytest.raises(OutOfRangeError, match="a square must be a number from 0"):
        call(squares)
    assert squares == 3


@pytest.mark.parametrize("call", INVALID_TYPES)
def test_invalid_types(call: Callable[[Any], object]) -> None:
    squares = SquareSet(3)
    with pytest.raises(TypeError):
        call(squares)
    assert squares == 3


def test_other_errors() -> None:
    squares = SquareSet(3)
    for shift in (-1, -(2**80)):
        with pytest.raises(ValueError, match="negative shift count"):
            squares << shift
        with pytest.raises(ValueError, match="negative shift count"):
            squares.__irshift__(shift)
    with pytest.raises(KeyError, match="empty SquareSet"):
        SquareSet().pop()

    def failing() -> Iterable[int]:
        yield 5
        raise RuntimeError("raised by an iterable")

    for call in (squares.update, squares.union, squares.__eq__, squares.__or__, squares.__ior__):
        with pytest.raises(RuntimeError, match="raised by an iterable"):
            call(failing())
    assert squares == 3
    with pytest.raises(TypeError, match=r"not str \(parse_square reads names\)"):
        SquareSet(["e4"])
    with pytest.raises(TypeError, match="not NoneType"):
        SquareSet(None)  # type: ignore[arg-type]


def test_iteration_is_over_a_snapshot() -> None:
    squares = SquareSet(7)
    for square in squares:
        squares.remove(square)
        squares.add(square + 8)
    assert squares == 0x700


class Named(SquareSet):
    """A set with an attribute."""

    name = "class"


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copies(protocol: int) -> None:
    squares = Named(5)
    squares.name = "instance"
    for copied in (
        copy.copy(squares),
        copy.deepcopy(squares),
        pickle.loads(pickle.dumps(squares, protocol)),
    ):
        assert type(copied) is Named
        assert (copied, copied.name) == (5, "instance")
        copied.add(7)
        assert squares == 5
    # as python-chess: classmethods and in-place operators keep the class, the others do not
    assert type(Named.ray(0, 9)) is type(Named.from_square(3)) is Named
    assert type(squares.copy()) is type(squares | 8) is type(~squares) is SquareSet
    same = squares
    same |= 8
    assert same is squares
    assert eval(repr(squares), {"SquareSet": SquareSet}) == 13


def test_threads_lose_no_change() -> None:
    squares, rounds = SquareSet(), 2_000

    def toggle(square: int) -> None:
        for _ in range(rounds + square % 2):
            squares.symmetric_difference_update(1 << square)

    threads = [threading.Thread(target=toggle, args=(square,)) for square in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert squares == [1, 3, 5, 7]


def test_every_bitboard_constant() -> None:
    names = [name for name in dir(chess) if name.startswith("BB_")]
    assert len(names) == 100
    for name in names:
        assert getattr(enroque, name) == getattr(chess, name), name
        assert name in enroque.__all__
        assert name in dir(enroque)
        assert hasattr(bitboards, name)
    assert enroque.BB_RAYS is bitboards.BB_RAYS is bitboards.BB_RAYS
    for module in (enroque, bitboards):
        for name in ("BB_NONSENSE", "nonsense"):
            with pytest.raises(AttributeError, match=f"'{module.__name__}' has no .*'{name}'"):
                getattr(module, name)


def test_large_tables_are_computed_at_first_use() -> None:
    code = (
        "import enroque; from enroque._model import bitboards;"
        "large = ['BB_RAYS', 'BB_DIAG_ATTACKS'];"
        "assert not any(name in vars(bitboards) for name in large);"
        "enroque.BB_RAYS; enroque.BB_FILE_ATTACKS;"
        "assert all(name in vars(bitboards) for name in large)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


QUERIES = ["lsb", "msb", "popcount", "scan_forward", "scan_reversed"]
TRANSFORMS = [name for name in dir(chess) if name.startswith(("shift_", "flip_"))]


@given(MASKS)
def test_functions_of_bitboards(mask: int) -> None:
    assert len(TRANSFORMS) == 16
    for name in QUERIES + TRANSFORMS:
        ours, theirs = getattr(enroque, name)(mask), getattr(chess, name)(mask)
        if name.startswith("scan"):
            ours, theirs = list(ours), list(theirs)
        assert ours == theirs, name
        if name != "popcount":
            assert str(inspect.signature(getattr(enroque, name))) in ("(bb)", "(b)")
            wide = getattr(enroque, name)(mask | 1 << 70)
            assert (list(wide) if name.startswith("scan") else wide) == ours
    assert list(enroque.scan_forward(~mask)) == list(SquareSet(~mask))


def test_functions_of_two_squares() -> None:
    for a in range(64):
        for b in range(64):
            assert enroque.ray(a, b) == chess.ray(a, b)
            assert enroque.between(a, b) == chess.between(a, b)
    with pytest.raises(OutOfRangeError, match="not 64"):
        enroque.ray(0, 64)
    with pytest.raises(TypeError):
        enroque.lsb("a1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        enroque.flip_vertical(1.0)  # type: ignore[arg-type]


def test_statuses_equal_python_chess() -> None:
    names = [name for name in dir(chess) if name.startswith("STATUS_")]
    for name in names:
        assert getattr(enroque, name) == getattr(chess, name), name
        assert getattr(enroque, name) is enroque.Status[name.removeprefix("STATUS_")]
    assert [(s.name, s.value) for s in enroque.Status] == [(s.name, s.value) for s in chess.Status]
    assert len(names) == len(enroque.Status) + 1
    for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/K6P w - - 0 1"):
        assert enroque.Board(fen).status() == chess.Board(fen).status()
        with pytest.raises(enroque.errors.IllegalPositionError) as caught:
            enroque.Board(fen).hash()
        assert enroque.Status(caught.value.status) & chess.Board(fen).status()


SAN_LETTERS = st.text("NBKRQabehx-12378=+#qnkPO0 \n", max_size=9)
SANS = st.from_regex(chess.SAN_REGEX) | SAN_LETTERS
CASTLING = st.from_regex(chess.FEN_CASTLING_REGEX) | st.text("-KQkqABHabh \n", max_size=6)


@given(SANS, CASTLING)
def test_regexes_match_as_in_python_chess(san: str, castling: str) -> None:
    for ours, theirs, text in (
        (enroque.SAN_REGEX, chess.SAN_REGEX, san),
        (enroque.FEN_CASTLING_REGEX, chess.FEN_CASTLING_REGEX, castling),
    ):
        a, b = ours.match(text), theirs.match(text)
        assert (a and a.groups()) == (b and b.groups()), text


def public_names(module: ModuleType) -> set[str]:
    """The names that a module defines at the top level, without those of imports."""
    names = set()
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.AnnAssign):
            names.add(ast.unparse(node.target))
        elif isinstance(node, ast.Assign):
            names.update(map(ast.unparse, node.targets))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
    return {name for name in names if name[0].isalpha()}


def test_every_public_name_of_a_private_module_is_in_the_package() -> None:
    for module in (bitboards, pieces, squares, status, syntax):
        for name in public_names(module) - {"checked_square"}:
            public = enroque if name in enroque.__all__ else enroque.typing
            assert getattr(public, name) is getattr(module, name)
            assert name in public.__all__
