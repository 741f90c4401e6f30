"""enroque.polyglot compared with python-chess: keys, and generated books."""

import pickle
import random
import struct
from pathlib import Path

import chess
import chess.polyglot
import numpy as np
import pytest

import enroque
from enroque import Board, Move, polyglot
from random_play import KINDS, positions


@pytest.mark.parametrize("kind", KINDS)
def test_keys_equal_python_chess(kind: str) -> None:
    for theirs, ours in positions(kind, 3_000, seed=781):
        assert polyglot.zobrist_hash(ours) == chess.polyglot.zobrist_hash(theirs), theirs.fen()


def raw(uci: str) -> int:
    move = chess.Move.from_uci(uci)
    promotion = (move.promotion or 1) - 1
    return promotion << 12 | move.from_square << 6 | move.to_square


def write_book(path: Path, entries: list[tuple[Board, str, int]]) -> Path:
    keyed = [(polyglot.zobrist_hash(board), raw(uci), weight) for board, uci, weight in entries]
    keyed.sort(key=lambda entry: entry[0])
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry, 7) for entry in keyed))
    return path


CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    start = Board()
    after = Board()
    after.push_san("e4")
    return write_book(
        tmp_path / "book.bin",
        [
            (start, "e2e4", 5),
            (start, "d2d4", 9),
            (start, "c2c4", 9),
            (start, "g1f3", 0),
            (start, "e2e5", 99),
            (after, "e7e5", 1),
            (Board(CASTLING), "e1h1", 3),
            (Board(CASTLING), "e1a1", 2),
            (Board(PROMOTION), "a7a8q", 2),
            (Board(PROMOTION), "a7a8n", 1),
        ],
    )


def test_books_are_read_as_python_chess_does(book: Path) -> None:
    with polyglot.open_reader(book) as ours, chess.polyglot.open_reader(book) as theirs:
        assert len(ours) == len(theirs) == 10
        assert [tuple(entry)[:4] for entry in ours] == [tuple(entry)[:4] for entry in theirs]
        assert ours[-1].key == ours[9].key
        assert ours[3] in ours
        for fen in (enroque.STARTING_FEN, CASTLING, PROMOTION):
            board, other = Board(fen), chess.Board(fen)
            for weight in (0, 1, 6):
                found = [
                    (entry.move.uci(), entry.weight, entry.learn)
                    for entry in ours.find_all(board, minimum_weight=weight)
                ]
                assert found == [
                    (entry.move.uci(), entry.weight, entry.learn)
                    for entry in theirs.find_all(other, minimum_weight=weight)
                ]
            assert ours.find(board).move.uci() == theirs.find(other).move.uci()
            key = polyglot.zobrist_hash(board)
            assert [entry.raw_move for entry in ours.find_all(key)] == [
                entry.raw_move for entry in theirs.find_all(key)
            ]


def test_castling_is_as_the_board_has_it(book: Path) -> None:
    with polyglot.open_reader(book) as reader:
        assert reader.find(Board(CASTLING)).move == Move.from_uci("e1g1")
        assert reader.find(Board(CASTLING, chess960=True)).move == Move.from_uci("e1h1")


def test_choices(book: Path) -> None:
    board = Board()
    with polyglot.open_reader(book) as reader:
        excluded = [Move.from_uci("d2d4")]
        assert reader.find(board).move.uci() == "d2d4"
        assert reader.find(board, exclude_moves=excluded).move.uci() == "c2c4"
        for choose in (reader.choice, reader.weighted_choice):
            assert choose(board, random=4) == choose(board, random=4)
            assert choose(board, random=random.Random(4)) == choose(board, random=random.Random(4))
            generator = random.Random(11)
            seen = [choose(board, random=generator).move.uci() for _ in range(2_300)]
            assert set(seen) == {"e2e4", "d2d4", "c2c4"}
            share = seen.count("e2e4") / len(seen)
            expected = 1 / 3 if choose == reader.choice else 5 / 23
            assert abs(share - expected) < 0.05
            assert choose(board, exclude_moves=excluded).move not in excluded


class Fixed:
    """A generator with `randint` only."""

    def randint(self, a: int, b: int) -> int:
        assert a == 0
        return b


def test_generators(book: Path) -> None:
    board = Board()
    with polyglot.open_reader(book) as reader:
        for choose in (reader.choice, reader.weighted_choice):
            same = [choose(board, random=np.random.default_rng(1)) for _ in range(2)]
            assert same[0] == same[1]
            generator = np.random.default_rng(2)
            seen = {choose(board, random=generator).move.uci() for _ in range(100)}
            assert seen == {"e2e4", "d2d4", "c2c4"}
            assert choose(board, random=random) in list(reader.find_all(board))
            assert choose(board, random=Fixed()) == list(reader.find_all(board))[-1]
            with pytest.raises(TypeError, match="a generator with randint, NumPy's, or an int"):
                choose(board, random="1")


def test_missing_entries_raise(book: Path) -> None:
    lost = Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    with polyglot.open_reader(book) as reader:
        assert reader.get(lost) is None
        for find in (reader.find, reader.choice, reader.weighted_choice):
            with pytest.raises(IndexError, match="no move for 4k3"):
                find(lost)
        with pytest.raises(IndexError, match="10 entries"):
            reader[10]
    with pytest.raises(ValueError, match="closed"):
        reader[0]


def test_large_books_are_read_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As fast as python-chess, which maps the file: by the number of reads, since times vary."""
    rng = random.Random(5)
    keys = sorted([*(rng.getrandbits(64) for _ in range(1_500)), 7, 7, 7, 0, (1 << 64) - 1])
    path = tmp_path / "large.bin"
    moves = [rng.randrange(64) << 6 | rng.randrange(64) for _ in keys]
    entries = zip(keys, moves, strict=True)
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry, 1, 0) for entry in entries))
    reads: list[int] = []

    def pread(descriptor: int, size: int, offset: int) -> bytes:
        reads.append(offset)
        return original(descriptor, size, offset)

    original = polyglot._pread
    monkeypatch.setattr(polyglot, "_pread", pread)
    with polyglot.open_reader(path) as ours, chess.polyglot.open_reader(path) as theirs:
        expected = [tuple(entry)[:4] for entry in theirs]
        assert [tuple(ours[index])[:4] for index in range(len(ours))] == expected
        assert [tuple(entry)[:4] for entry in reversed(ours)] == expected[::-1]
        assert [tuple(entry)[:4] for entry in ours] == expected
        for key in [*keys, *(rng.getrandbits(64) for _ in range(500)), 1, 6, 8, (1 << 64) - 2]:
            assert ours.bisect_key_left(key) == theirs.bisect_key_left(key)
        assert (ours.bisect_key_left(-1), ours.bisect_key_left(1 << 64)) == (0, len(keys))
        assert all(entry in ours for entry in ours)
        assert ours[3]._replace(weight=2) not in ours
        assert ours[3]._replace(key=ours[3].key + 1) not in ours
        assert len(reads) <= 5 * 6
    with pytest.raises(enroque.errors.ClosedError):
        ours[0]
    # a file that shrinks is an error, and does not end the process
    with polyglot.open_reader(path) as ours:
        assert ours[0].key == 0
        path.write_bytes(b"")
        with pytest.raises(enroque.errors.BookError, match="truncated"):
            ours[1_000]


def test_damaged_books(tmp_path: Path) -> None:
    path = tmp_path / "bad.bin"
    with pytest.raises(FileNotFoundError):
        polyglot.open_reader(path)
    path.write_bytes(b"x" * 17)
    with pytest.raises(OSError, match="invalid file size"):
        chess.polyglot.open_reader(path)
    for kind in (enroque.errors.BookError, enroque.errors.FileFormatError, OSError):
        with pytest.raises(kind, match="17 bytes") as caught:
            polyglot.open_reader(path)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (enroque.errors.BookError, str(caught.value))
    path.write_bytes(b"")
    with polyglot.open_reader(path) as reader:
        assert len(reader) == 0
        assert reader.get(Board()) is None
    path.write_bytes(struct.pack(">QHHI", polyglot.zobrist_hash(Board()), 0x7000, 1, 0))
    with polyglot.open_reader(path) as reader, pytest.raises(ValueError, match="entry 0"):
        reader.find(Board())
    path.write_bytes(random.Random(1).randbytes(1600))
    with polyglot.open_reader(path) as reader:
        assert reader.get(Board()) is None
