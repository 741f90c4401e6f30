"""Trainers' files, as a user reads and writes them."""

import gzip
import io
import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import formats

TEXT = """\
[White "A"]
[Result "1-0"]

1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Nf3 { [%eval #3] } Nc6 { [%eval #-2] } 3. Bb5 1-0

[Variant "Chess960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
[SetUp "1"]
[Result "0-1"]

1. e4 e5 2. g3 g6 0-1
"""


@pytest.fixture
def games() -> enroque.Games:
    return enroque.Games.from_pgn(io.StringIO(TEXT))


def same_moves(one: enroque.Games, other: enroque.Games) -> bool:
    return (
        np.array_equal(one.moves, other.moves)
        and np.array_equal(one.start, other.start)
        and np.array_equal(one.offsets, other.offsets)
        and np.array_equal(one.result, other.result)
        and np.array_equal(one.chess960, other.chess960)
    )


@pytest.mark.parametrize("suffix", ["", ".zst", ".gz"])
def test_viriformat_round_trip(games: enroque.Games, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.vf{suffix}"
    report = formats.write(games, path)
    assert (report.games, report.positions, report.left_out) == (2, 9, {})
    (again,) = formats.read(path)
    assert same_moves(games, again)
    assert games.evals is not None
    assert again.evals is not None
    # the file has no place for what stands after the last move, and here nothing does
    assert np.array_equal(games.evals, again.evals)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    if suffix == ".gz":
        assert len(gzip.decompress(path.read_bytes())) == report.bytes


def test_binpack_is_standard_chess(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.binpack"
    with pytest.raises(enroque.EncodingError, match=r"game 1, ply 0.*Chess960"):
        formats.write(games, path)
    assert list(tmp_path.iterdir()) == []
    report = formats.write(games, path, on_unsupported="skip")
    assert (report.games, report.left_out) == (1, {"chess960": 1})
    (again,) = formats.read(path)
    assert same_moves(games[:1], again)
    assert again.evals is not None
    assert list(again.evals[:4]) == [30, 25, 999_997, -999_998]


def test_batches(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.viriformat"
    report = formats.write((games for _ in range(10)), path)
    assert report.games == 20
    sizes = [len(batch) for batch in formats.read(path, games_per_batch=7)]
    assert sizes == [7, 7, 6]


def test_start_evaluation_is_kept(tmp_path: Path) -> None:
    text = '[StartEval "15"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
    games = enroque.Games.from_pgn(io.StringIO(text))
    formats.write(games, tmp_path / "x.vf", missing_score=-7)
    raw = (tmp_path / "x.vf").read_bytes()
    assert np.frombuffer(raw[34:], "<i2")[::2].tolist() == [15, -7, 0]
    (again,) = formats.read(tmp_path / "x.vf")
    assert again.column("StartEval") == ["15"]


def test_damage_has_a_place(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.vf"
    formats.write(games, path)
    raw = bytearray(path.read_bytes())
    raw[-8:-6] = b"\x41\x10"  # an empty square's man
    path.write_bytes(raw)
    reader = formats.read(path)
    assert len(next(reader)) == 1
    with pytest.raises(enroque.FileFormatError, match="entry 2, byte ") as caught:
        next(reader)
    assert (caught.value.entry, caught.value.offset) == (2, len(raw) - 8)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.entry, again.offset) == (str(caught.value), 2, len(raw) - 8)
    assert list(reader) == []


def test_wrong_calls(games: enroque.Games, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        formats.read(tmp_path / "nothing.vf")
    with pytest.raises(IsADirectoryError):
        formats.read(tmp_path, "viriformat")
    with pytest.raises(enroque.EncodingError, match=r"known suffixes: \.vf"):
        formats.read(tmp_path / "games.xyz")
    with pytest.raises(enroque.EncodingError, match="'viriformat', 'binpack'"):
        formats.write(games, tmp_path / "games.vf", "virformat")
    with pytest.raises(ValueError, match="1 or more"):
        formats.read(tmp_path / "games.vf", games_per_batch=0)
    with pytest.raises(enroque.EncodingError, match="on_unsupported"):
        formats.write(games, tmp_path / "x.vf", on_unsupported="mask")  # type: ignore[arg-type]
    with pytest.raises(enroque.EncodingError, match="missing_score"):
        formats.write(games, tmp_path / "x.vf", missing_score=40_000)
    with pytest.raises(FileNotFoundError):
        formats.write(games, tmp_path / "no" / "x.vf")
    assert list(tmp_path.iterdir()) == []


def test_an_exception_leaves_what_was_there(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.vf"
    path.write_bytes(b"before")

    def broken_off() -> Iterator[enroque.Games]:
        yield games
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        formats.write(broken_off(), path)
    assert path.read_bytes() == b"before"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    with formats.Writer(path) as writer:
        writer.write(games)
    assert writer.written is not None
    assert writer.written.games == 2
    with pytest.raises(ValueError, match="ended"):
        writer.write(games)
