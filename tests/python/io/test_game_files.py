"""`Games.read`, `Games.stream` and `Games.write`: the suffix decides; folders of shards."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Column, Filter, Games, Loader, convert, formats
from enroque.data import example_games
from enroque.engine._labels import LabelFile
from enroque.errors import ArgumentError

SUFFIXES = ["pgn", "pgn.zst", "pgn.gz", "pgn.bz2", "npz", "parquet", "vf", "viriformat.zst"]
FOLDERS = ["pgn", "pgn.zst", "npz", "parquet", "viriformat", "binpack", "lc0", "lc0.gz"]


@pytest.fixture(scope="module")
def games() -> Games:
    games = example_games()
    return games[~games.chess960]


def same_moves(one: Games, other: Games) -> bool:
    return np.array_equal(one.moves, other.moves) and np.array_equal(one.offsets, other.offsets)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_suffix_decides(games: Games, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    reports: list[tuple[int, int | None]] = []
    games.write(path, progress=lambda *report: reports.append(report))
    assert reports[-1] == (len(games),) * 2
    again = Games.read(path, progress=lambda *report: reports.append(report))
    assert reports[-1] == (path.stat().st_size,) * 2
    assert same_moves(again, games)
    assert Games.read([path, str(path)]).plies.tolist() == [*games.plies, *games.plies]
    assert same_moves(Games.read(tmp_path / "games.*"), games)
    with Games.stream(path, games_per_batch=30) as stream:
        batches = list(stream)
    assert max(map(len, batches)) == 30
    assert same_moves(Games.concatenate(batches), games)
    path.rename(tmp_path / "games.xyz")
    for read in (Games.read, Games.stream, lambda path: Loader(path, Column.ply())):
        with pytest.raises(ArgumentError, match=r"games\.xyz: cannot detect the format"):
            read(tmp_path / "games.xyz")


@pytest.mark.parametrize("to", FOLDERS)
def test_folders_that_convert_wrote(games: Games, tmp_path: Path, to: str) -> None:
    folder = tmp_path / "shards"
    games.to_pgn(tmp_path / "games.pgn")
    convert(tmp_path / "games.pgn", folder, to=to, shard_games=30)
    assert len(list(folder.glob("shard-*"))) == 3
    assert same_moves(Games.read(folder), games)
    assert same_moves(Games.concatenate(Games.stream(folder)), games)
    loader = Loader(folder, [Column.ply()])
    assert sum(len(batch["ply"]) for batch in loader) == len(games.moves)
    # a shard of the manifest is missing, or the conversion has not finished
    first = next(folder.glob("shard-*"))
    first.rename(tmp_path / "elsewhere")
    for read in (Games.read, Games.stream, lambda path: Loader(path, Column.ply())):
        with pytest.raises(FileNotFoundError, match=first.name):
            read(folder)
    (tmp_path / "elsewhere").rename(first)
    (folder / ".conversion.json").write_text("{}")
    with pytest.raises(ArgumentError, match="a conversion to this folder has not finished"):
        Games.read(folder)


def test_folders_without_games(games: Games, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no files of games there"):
        Games.read(tmp_path)
    (tmp_path / "manifest.json").write_text(json.dumps({"shards": [{"file": "a.npz", "rows": 3}]}))
    with pytest.raises(ArgumentError, match="contains arrays of `enroque tensors`, not games"):
        Games.read(tmp_path)
    for other in ("[1, 2]", "{}", '{"shards": 7}', '{"shards": [3]}', "no JSON", "\xff"):
        (tmp_path / "manifest.json").write_text(other, encoding="latin1")  # of another program
        with pytest.raises(FileNotFoundError, match="no files of games there"):
            Games.read(tmp_path)
    games.write(tmp_path / "a.pgn")
    games.write(tmp_path / "b.npz")
    for read in (Games.read, Games.stream):
        with pytest.raises(ArgumentError, match=r"one format, not pgn and npz.*'\*\.pgn'"):
            read(tmp_path)
    assert same_moves(Games.read(tmp_path / "*.pgn"), games)


@pytest.mark.parametrize("suffix", ["pgn", "npz", "parquet"])
def test_filters(games: Games, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    games.write(path)
    filter = Filter(result=["1-0"])
    expected = games.filter(filter)
    read = Games.read(path, filter=filter)
    assert same_moves(read, expected)
    assert read.filtered_out == expected.filtered_out
    assert same_moves(Games.concatenate(Games.stream(path, filter=filter)), expected)


def test_options_of_pgn_need_pgn(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "games.npz")
    options: list[dict[str, Any]] = [
        {"strict": True}, {"language": "de"}, {"comments": "tcec"}, {"annotations": "arrows"},
    ]  # fmt: skip
    for option in options:
        with pytest.raises(ArgumentError, match=r"are options of PGN, and .*games\.npz is npz"):
            Games.stream(tmp_path / "games.npz", **option)
    with pytest.raises(ArgumentError, match=r"a npz file, not PGN: use Games\.read"):
        Games.from_pgn(tmp_path / "games.npz")
    games.write(tmp_path / "games.vf")
    with pytest.raises(ArgumentError, match="min_elo needs ratings, which viriformat lacks"):
        Games.read(tmp_path / "games.vf", filter=Filter(min_elo=2000))


@pytest.mark.parametrize("name", ["x", "x.txt", "x.npz.zst", "x.json", "x.pgn.xz", "x.zip"])
def test_unknown_suffixes_are_refused(games: Games, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    calls: list[Callable[[], object]] = [
        lambda: games.write(path),
        lambda: games.to_pgn(path),
        lambda: enroque.Writer(path),
        lambda: convert(b"1. e4 *", path),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match=name):
            call()
    assert list(tmp_path.iterdir()) == []


def test_other_suffixes_are_refused(games: Games, tmp_path: Path) -> None:
    calls: list[Callable[[], object]] = [
        lambda: games.to_pgn(tmp_path / "x.npz"),
        lambda: games.to_pgn(tmp_path / "x.pgn", compression="zst"),
        lambda: games.to_pgn(tmp_path / "x.pgn.gz", compression="none"),
        lambda: games.write(tmp_path / "x.parquet", format="npz"),
        lambda: games.write(tmp_path / "x.npz", format="parquet"),
        lambda: games.write(tmp_path / "x.vf", format="pgn"),
        lambda: games.write(tmp_path / "x.npz", format="binpack"),
        lambda: games.write(tmp_path / "x.vf", format="binpack"),
        lambda: games.write(tmp_path / "x.pgn", format="viriformat"),
        lambda: games.write(tmp_path / "x.vf.tar"),
        lambda: convert(b"1. e4 *", tmp_path / "x.pgn", to="pgn.zst"),
        lambda: convert(b"1. e4 *", tmp_path / "x.npz", to="pgn", shard_games=1),
    ]
    for call in calls:
        with pytest.raises(ArgumentError):
            call()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    ["x.csv", "x.epd", "x.bag", "x.jsonl", "x.vf.xz", "x.7z", "x.csv.gz", "x.npz.zst", "x.zip"],
)
def test_a_stated_format_has_no_suffix_of_another(games: Games, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    records = np.zeros(1, formats.BULLETFORMAT)
    positions = enroque.Positions.from_fens([enroque.STARTING_FEN])
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: games.write(path, format="viriformat"), ".vf or .viri"),
        (lambda: enroque.Writer(path, "binpack"), "use .binpack"),
        (lambda: formats.write_records(records, path, "bulletformat"), "use .bullet or .bf"),
        (lambda: positions.write(path, format="plain"), "use .plain"),
        (lambda: positions.write(path, format="ethereal"), "use another suffix"),
        (lambda: enroque.polyglot.open_reader(path), "use .bin"),
        (lambda: LabelFile(path, {}), "use .labels"),
    ]
    for call, message in calls:
        with pytest.raises(ArgumentError, match=re.escape(name)) as caught:
            call()
        assert message in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_suffixes_without_a_meaning_are_for_any_format(games: Games, tmp_path: Path) -> None:
    for name in ("x", "x.bin", "x.dat", "x.txt", "x.data.zst"):
        games[:5].write(tmp_path / name, format="lc0")
        assert len(formats.read(tmp_path / name, "lc0")) == 5


def test_a_stream_of_files_can_be_closed(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "games.npz")
    stream = Games.stream(tmp_path / "games.npz", games_per_batch=10)
    assert len(next(stream)) == 10
    assert repr(stream) == "<Stream: 10 read, 0 bytes>"
    stream.close()
    assert list(stream) == []
    assert repr(stream) == "<Stream: closed>"
    data = bytearray((tmp_path / "games.npz").read_bytes())
    data[len(data) // 3] ^= 1
    (tmp_path / "games.npz").write_bytes(data)
    stream = Games.stream(tmp_path / "games.npz")
    with pytest.raises(enroque.errors.FileFormatError, match=r"games\.npz"):
        list(stream)
    assert list(stream) == []
