"""Start positions of `Arena` from Polyglot books and random plies; features without padding."""

import copy
import pickle
import struct
from collections import Counter
from pathlib import Path
from typing import Any

import chess
import chess.polyglot
import numpy as np
import pytest

import enroque
from encoding_samples import FEATURES
from enroque import STARTING_FEN, Arena, Board, Games, chess960, polyglot
from enroque.errors import ArgumentError, ClosedError, FenError


def raw(uci: str) -> int:
    """A move in a book's 16 bits."""
    move = chess.Move.from_uci(uci)
    return (move.promotion or 1) - 1 << 12 | move.from_square << 6 | move.to_square


def after(*moves: str) -> chess.Board:
    board = chess.Board()
    for uci in moves:
        board.push_uci(uci)
    return board


@pytest.fixture
def book(tmp_path: Path) -> Path:
    castling = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"]
    lines: list[tuple[chess.Board, str, int]] = [
        (after(), "e2e4", 3),
        (after(), "d2d4", 1),
        (after(), "a2a4", 0),  # deleted
        (after(), "e1e2", 9),  # illegal
        (after("d2d4"), "d7d5", 5),
        (after("d2d4", "d7d5"), "c2c4", 1),
    ]
    for n, uci in enumerate(castling):
        if n:
            lines.append((after(*castling[:n]), uci, 1))
    lines.append((after(*castling), "e1h1", 1))
    lines.append((after(*castling, "e1g1"), "f8c5", 1))
    lines.append((after(*castling, "e1g1", "f8c5"), "d2d3", 1))
    lines.append((after(*castling, "e1g1", "f8c5", "d2d3"), "e8g8", 1))  # as some books have it
    entries = sorted((chess.polyglot.zobrist_hash(b), raw(uci), weight) for b, uci, weight in lines)
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry, 0) for entry in entries))
    return path


def test_walks_through_a_book(book: Path) -> None:
    with polyglot.open_reader(book) as reader:
        arena = Arena(4000, start=(reader, 1), seed=1)
        first = Counter(arena.board(n).fen() for n in range(4000))
        assert set(first) == {after("e2e4").fen(), after("d2d4").fen()}
        # 3000 expected, 27 the standard deviation
        assert 2880 < first[after("e2e4").fen()] < 3120
        arena = Arena(50, start=(reader, 100), seed=2)
        ends = {arena.board(n).epd() for n in range(50)}
        line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1", "f8c5", "d2d3", "e8g8"]
        assert ends == {after("d2d4", "d7d5", "c2c4").epd(), after(*line).epd()}
        assert not arena.ply.any()
        mixture: Any = [(1, (reader, 2)), (1, "chess960")]
        arena = Arena(40, start=mixture, seed=3, pairs=True)
        np.testing.assert_array_equal(arena.zobrist_key[0::2], arena.zobrist_key[1::2])
    with pytest.raises(ClosedError):
        Arena(2, start=(reader, 1))
    other = copy.copy(arena)  # the arena has the contents of the book
    for one in (arena, other):
        one.reset()
    np.testing.assert_array_equal(other.zobrist_key, arena.zobrist_key)


def test_random_plies() -> None:
    arena = Arena(900, random_plies=(0, 2), seed=1, pairs=True)
    played = [arena.board(n).ply() for n in range(0, 900, 2)]
    assert set(played) == {0, 1, 2}
    assert min(Counter(played).values()) > 110  # 150 expected, 10 the standard deviation
    np.testing.assert_array_equal(arena.zobrist_key[0::2], arena.zobrist_key[1::2])
    assert not arena.ply.any()
    assert {Arena(9, random_plies=5, seed=2).board(n).ply() for n in range(9)} == {5}
    assert (Arena(9).zobrist_key == Arena(9, random_plies=0).zobrist_key).all()
    arena = Arena(50, start="chess960", random_plies=1000, seed=2, rules="fide2009")
    assert not arena.over.any()
    for plies, words in [
        ((3, 2), "lower limit first"),
        (-1, "from 0 to 1000"),
        ((0, 1001), "from 0 to 1000"),
        (10**30, "from 0 to 1000"),
    ]:
        with pytest.raises(ArgumentError, match=words):
            Arena(2, random_plies=plies)
    with pytest.raises(TypeError):
        Arena(2, random_plies="2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="tuple"):
        Arena(2, random_plies=(1, 2, 3))  # type: ignore[arg-type]


def test_a_walk_must_have_a_possible_length(book: Path) -> None:
    with polyglot.open_reader(book) as reader:
        for plies in (-1, 1001):
            with pytest.raises(ArgumentError, match="from 0 to 1000"):
                Arena(2, start=(reader, plies))


def test_features_without_padding() -> None:
    arena = Arena(12, start="chess960", seed=1)
    for _ in range(60):
        arena.step(arena.sample())
    for features in FEATURES:
        padded = arena.features(features).reshape(24, -1)
        values, offsets = arena.features_csr(features)
        assert offsets.dtype == np.int64
        for n, row in enumerate(padded):
            np.testing.assert_array_equal(values[offsets[n] : offsets[n + 1]], row[row >= 0])
    some, offsets = arena.features_csr("HalfKAv2", games=[3], threads=1)
    whole, all_offsets = arena.features_csr("HalfKAv2")
    np.testing.assert_array_equal(some, whole[all_offsets[6] : all_offsets[8]])
    assert len(offsets) == 3
    crowd = enroque.Board("kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/8/K7 w - - 0 1")
    arena.set([0], crowd)
    with pytest.raises(ValueError, match="game 0"):
        arena.features_csr("HalfKAv2", games=[0, 1])
    _, offsets = arena.features_csr("HalfKAv2", games=[0, 1], on_unsupported="mask")
    assert (np.diff(offsets) == 0).tolist() == [True, True, False, False]


def test_a_bad_fen_is_named_by_its_row() -> None:
    good, bad = enroque.Board().fen(), "8/8/8/8/8/8/8/8 w - - 0 1"
    arena = Arena(3)
    for call in (
        lambda: Arena(1, start=[good, good, bad]),
        lambda: arena.set(None, [good, enroque.Board(), bad]),
    ):
        with pytest.raises(FenError, match=r"^row 2: ") as error:
            call()
        assert error.value.row == 2
        assert error.value.status != 0
    with pytest.raises(FenError, match=r"^(?!row)") as error:
        arena.set([0], bad)
    assert error.value.row is None
    copied = pickle.loads(pickle.dumps(error.value))
    assert (copied.row, str(copied)) == (error.value.row, str(error.value))


@pytest.mark.parametrize(
    ("start", "are_chess960"),
    [
        ("chess960", True),
        ("double_chess960", True),
        ("standard", False),
        (chess960.position(518), True),
        (chess960.position(518).fen(), False),
        ([chess960.position(number) for number in (517, 518)], True),
        ([chess960.position(number).fen() for number in (518, 0)], True),
        ([STARTING_FEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], False),
        (Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=True), True),
        ([(1, "chess960"), (0, "standard")], True),
    ],
)
def test_games_of_chess960(start: object, are_chess960: bool, tmp_path: Path) -> None:
    """Also those from position 518 and with the castling rights of standard chess."""
    arena = Arena(4, start=start, start_order="in_turn", seed=2, autoreset="disabled")
    again = pickle.loads(pickle.dumps(arena))
    arena.step(arena.sample())
    games = arena.pop_games(unfinished=True)
    assert games.chess960.tolist() == [are_chess960] * 4
    games.write(tmp_path / "games.pgn")
    read = Games.from_pgn(tmp_path / "games.pgn")
    assert (read.chess960.tolist(), read.warning_count) == ([are_chess960] * 4, 0)
    assert [again.board(slot).chess960 for slot in range(4)] == [are_chess960] * 4


def test_a_mixture_has_games_of_both() -> None:
    arena = Arena(40, start=[(1, "standard"), (1, "chess960")], seed=1)
    assert {arena.board(slot).chess960 for slot in range(40)} == {False, True}
