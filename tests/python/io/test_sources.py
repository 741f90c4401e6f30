"""Origins of games: file, number in the file, byte offset."""

import gzip
import importlib
import io
import itertools
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import numpy as np
import pytest

import enroque
import enroque.pgn
from enroque import Games
from npz_files import arrays_of, write_arrays

zstandard = pytest.importorskip("zstandard")

FILES = ["lichess_999.pgn", "chess960_mainz2009.pgn", "lichess_chess960_150.pgn"]


def text(count: int, first: int = 0) -> str:
    game = '[Event "g"]\n[Round "{}"]\n\n1. e4 {{ a comment }} e5 2. Nf3 Nc6 1-0\n\n'
    return "".join(game.format(number) for number in range(first, first + count))


def origins(games: Games) -> list[tuple[str, int, int]]:
    columns = (games.source, games.source_game, games.source_offset)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def assert_offsets(games: Games, data: bytes) -> None:
    """Asserts that reading at each game's offset returns that game."""
    for number in range(0, len(games), max(1, len(games) // 50)):
        game = games[number]
        file = io.StringIO(data[game.source_offset :].decode("utf-8", "replace"))
        theirs = chess.pgn.read_game(file)
        assert theirs is not None
        assert [move.uci() for move in theirs.mainline_moves()] == game.uci()
        assert theirs.headers.get("Event") == game.headers.get("Event")


@pytest.mark.parametrize("name", [*FILES, "twic_head.pgn", "dortmund_annotated.pgn"])
@pytest.mark.parametrize("threads", [1, 2])
def test_files(data_file: Callable[[str], Path], name: str, threads: int) -> None:
    path = data_file(f"pgn/{name}")
    games = Games.from_pgn(path, threads=threads)
    assert set(games.source) == {str(path)}
    assert games.source_game.tolist() == list(range(1, len(games) + 1))
    assert np.all(np.diff(games.source_offset) > 0)
    data = path.read_bytes()
    assert_offsets(games, data)
    # all tags follow the offset, and nothing of the previous game
    for offset in games.source_offset.tolist():
        assert data[offset : offset + 1] == b"["


def test_offsets_of_python_chess(data_file: Callable[[str], Path]) -> None:
    path = data_file("pgn/lichess_999.pgn")
    games = Games.from_pgn(path)
    with path.open(encoding="utf-8", newline="") as file:  # tell() counts bytes
        offsets = []
        while True:
            offset = file.tell()
            headers = chess.pgn.read_headers(file)
            if headers is None:
                break
            offsets.append(offset)
    assert games.source_offset.tolist() == offsets


@pytest.mark.parametrize(
    "odd",
    [
        "\ufeff" + text(3),
        "\n\n% a line\n" + text(2) + "stray {comment} words\n\n" + text(1),
        text(2).replace("\n", "\r\n"),
        '1. e4 e5 1-0\n\n 1. d4 *\n[White "x"]\n1. c4 *   Nf3 Nf6 *',
        '   [Event "a"] 1. e4 *   [ Event "b" ] 1. d4 *',
    ],
)
def test_unusual_texts(odd: str) -> None:
    data = odd.encode()
    games = Games.from_pgn(io.BytesIO(data))
    assert len(games) >= 2
    for offset, game in zip(games.source_offset.tolist(), games, strict=True):
        (again, *_) = Games.from_pgn(io.BytesIO(data[offset:]))
        assert (again.uci(), again.headers) == (game.uci(), game.headers)
        assert data[offset : offset + 1] in (b"[", b"1", b"N")


def test_compressed_files_and_archives(tmp_path: Path) -> None:
    plain = text(40).encode()
    (tmp_path / "a.pgn").write_bytes(plain)
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(plain))
    (tmp_path / "a.pgn.zst").write_bytes(zstandard.compress(plain))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("one.pgn", plain)
        archive.writestr("more/two.pgn", plain)
    names = ["a.pgn", "a.pgn.gz", "a.pgn.zst", "a.zip"]
    games = Games.from_pgn([tmp_path / name for name in names])
    expected = [tmp_path / "a.pgn", tmp_path / "a.pgn.gz", tmp_path / "a.pgn.zst"]
    expected += [tmp_path / "a.zip/one.pgn", tmp_path / "a.zip/more/two.pgn"]
    assert list(dict.fromkeys(games.source)) == [str(path) for path in expected]
    for n in range(5):
        batch = games[40 * n : 40 * (n + 1)]
        assert batch.source_game.tolist() == list(range(1, 41))
        assert_offsets(batch, plain)


def test_rejected_games_are_counted(tmp_path: Path) -> None:
    data = text(50) + "1. e4 e5 2. Ke3 *\n\n" + text(50, 50)
    (tmp_path / "a.pgn").write_text(data)
    expected = Games.from_pgn(tmp_path / "a.pgn")
    some = Games.from_pgn(
        tmp_path / "a.pgn", filter=enroque.Filter(tags={"Round": ["7", "8", "49", "99", ""]})
    )
    assert some.source_game.tolist() == [8, 9, 50, 51, 101]
    assert origins(some) == [origins(expected)[n - 1] for n in some.source_game]
    # as in errors
    (error,) = some.errors
    assert error.index is not None
    assert (error.source, error.game) == origins(some)[error.index][:2]
    sampled = Games.from_pgn(
        tmp_path / "a.pgn", filter=enroque.Filter(sample_fraction=0.3)
    ).limit_per_elo_bin(20)
    assert origins(sampled) == [origins(expected)[n - 1] for n in sampled.source_game]


def test_streams_batches_and_threads(data_file: Callable[[str], Path], tmp_path: Path) -> None:
    paths = [data_file(f"pgn/{name}") for name in FILES]
    expected = origins(Games.from_pgn(paths, threads=1))
    for threads in (2, 5):
        assert origins(Games.from_pgn(paths, threads=threads)) == expected
        batches = Games.stream(paths, games_per_batch=77, threads=threads)
        assert [origin for batch in batches for origin in origins(batch)] == expected


def test_splits(data_file: Callable[[str], Path], tmp_path: Path) -> None:
    path = data_file("pgn/lichess_999.pgn")
    expected = Games.from_pgn(path)
    splits = enroque.plan_splits(path, split_bytes=100_000)
    batches = [enroque.read_split(split) for split in splits]
    assert len(batches) > 20
    concatenated = Games.concatenate(batches)
    assert concatenated == expected
    # offsets of an uncompressed file count from its start
    assert concatenated.source_offset.tolist() == expected.source_offset.tolist()
    for split, batch in zip(splits, batches, strict=True):
        name = f"{path}@{split.start}" if split.start else str(path)
        assert set(batch.source) == {name}
        assert batch.source_game.tolist() == list(range(1, len(batch) + 1))
    # offsets of a compressed file count from the start of the split
    data = path.read_bytes()
    cuts = [0, 500_000, 1_000_000, len(data)]
    frames = [zstandard.compress(data[a:b]) for a, b in itertools.pairwise(cuts)]
    (tmp_path / "a.pgn.zst").write_bytes(b"".join(frames))
    splits = enroque.plan_splits(tmp_path / "a.pgn.zst", split_bytes=1)
    assert len(splits) == 3
    batches = [enroque.read_split(split) for split in splits]
    for cut, batch in zip(cuts, batches, strict=False):
        assert_offsets(batch, data[cut:])
    assert Games.concatenate(batches) == expected


def test_selection_sorting_and_files(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(text(20))
    (tmp_path / "b.pgn").write_text(text(20, 20))
    games = Games.from_pgn([tmp_path / "a.pgn", tmp_path / "b.pgn"])
    all_of_them = origins(games)
    assert {name for name, _, _ in all_of_them} == {str(tmp_path / n) for n in ("a.pgn", "b.pgn")}
    order = [30, 3, 3, 19, 20, 0]
    assert origins(games[order]) == [all_of_them[n] for n in order]
    assert origins(games[25:] + games[:25]) == all_of_them[25:] + all_of_them[:25]
    assert origins(games.sort(["source_offset", "source"])) == sorted(
        all_of_them, key=lambda origin: (origin[2], origin[0])
    )
    assert origins(games.filter(enroque.Filter(tags={"Round": ["5", "25"]}))) == [
        all_of_them[5],
        all_of_them[25],
    ]
    assert origins(games[::-1].drop_duplicates()) == [all_of_them[39]]
    assert origins(pickle.loads(pickle.dumps(games))) == all_of_them
    games.write(tmp_path / "a.npz")
    assert origins(Games.read(tmp_path / "a.npz")) == all_of_them
    pytest.importorskip("pyarrow")
    games.write(tmp_path / "a.parquet")
    assert origins(Games.read(tmp_path / "a.parquet")) == all_of_them
    assert origins(Games.from_arrow(games[3:])) == all_of_them[3:]
    enroque.convert([tmp_path / "a.pgn", tmp_path / "b.pgn"], tmp_path / "c.parquet")
    assert origins(Games.read(tmp_path / "c.parquet")) == all_of_them
    one = games[33]
    assert (one.source, one.source_game, one.source_offset) == all_of_them[33]


def test_unknown_origins(tmp_path: Path) -> None:
    games = Games.from_pgn(io.StringIO(text(3)))
    assert set(games.source) == {"<file object>"}
    games.write(tmp_path / "a.vf")
    (again,) = enroque.formats.stream(tmp_path / "a.vf")
    assert origins(again) == [("", 0, -1)] * 3
    assert again[0].source == ""
    assert origins(again + games)[2:4] == [("", 0, -1), ("<file object>", 1, 0)]
    assert origins(games[:0]) == []
    pa = pytest.importorskip("pyarrow")
    assert origins(Games.from_arrow(again)) == origins(again)
    assert pa.table(again)["source"].null_count == 3
    bare = pa.table({"movetext": ["1. e4 e5 *", "1. d4 *"]})
    assert origins(Games.from_arrow(bare)) == [("", 0, -1)] * 2
    path = str(tmp_path / "bare.parquet")
    importlib.import_module("pyarrow.parquet").write_table(bare, path)
    assert origins(Games.read(path)) == [(path, 1, -1), (path, 2, -1)]


def test_equality_ignores_origins() -> None:
    one = Games.from_pgn(io.StringIO(text(3)))
    assert one == Games.from_pgn(io.StringIO("\n\n" + text(3)))


def test_damaged_files(tmp_path: Path) -> None:
    games = Games.from_pgn(io.StringIO(text(3)))
    games.write(tmp_path / "a.npz")
    arrays = arrays_of(tmp_path / "a.npz")
    bad: list[tuple[str, Any, str]] = [
        ("sources", arrays["sources"] + 1, "sources are damaged"),
        ("sources", arrays["sources"][1:], "column source has 2 entries, not 3"),
        ("source_games", arrays["source_games"][1:], "sources are damaged"),
        ("source_offsets", arrays["source_offsets"] - 2, "sources are damaged"),
    ]
    for name, value, message in bad:
        write_arrays(tmp_path / "bad.npz", arrays | {name: value})
        with pytest.raises(enroque.errors.FileFormatError, match=message):
            Games.read(tmp_path / "bad.npz")


def test_bytes_are_pgn(tmp_path: Path) -> None:
    text = b"1. e4 e5 *\n"
    for data in (text, bytearray(text), memoryview(text), gzip.compress(text)):
        games = Games.from_pgn(data)
        assert games[0].uci() == ["e2e4", "e7e5"]
        assert games.source.tolist() == ["<bytes>"]
    assert len(Games.from_pgn([text, text])) == 2
    assert [len(batch) for batch in Games.stream(text)] == [1]
    with pytest.raises(TypeError, match="only files can be split, not bytes"):
        enroque.plan_splits(text)  # type: ignore[arg-type]


def test_text_with_surrogates_is_read_as_its_file(tmp_path: Path) -> None:
    data = b'[White "M\xfcller \xc3\xbc"]\n\n1. e4 {caf\xe9} e5 \x80 *\n'
    (tmp_path / "a.pgn").write_bytes(data)
    games = Games.from_pgn(data)
    with (tmp_path / "a.pgn").open(encoding="utf-8", errors="surrogateescape") as file:
        assert Games.from_pgn(file) == games
        file.seek(0)
        assert Games.concatenate(list(Games.stream(file))) == games
    # not an escaped byte
    game = Games.from_pgn(io.StringIO('[White "\ud800x"]\n\n1. e4 *\n'))[0]
    assert (game.headers["White"].strip("\ufffd"), game.uci()) == ("x", ["e2e4"])


def test_text_is_not_a_path(tmp_path: Path) -> None:
    for text in ("1. e4 *\n" * 3, '[Event "x"]\n\n1. e4 1/2-1/2\n' * 5000, "1/2-1/2 " * 5000):
        for read in (Games.from_pgn, Games.stream, enroque.plan_splits):
            with pytest.raises(ValueError, match="is PGN text, not a path"):
                read(text)  # type: ignore[operator]
    for text in ("1. e4 *", "1.Nf3 d5", '[Event "x"] 1. O-O *', " 1. O-O-O"):
        with pytest.raises(ValueError, match="is PGN text, not a path"):
            Games.from_pgn(text)
    for name in ("1. e4 *.pgn", "1.e4.pgn", "[Event].pgn", "12. round", "1. games"):
        with pytest.raises(FileNotFoundError):
            Games.from_pgn(name)
    odd = tmp_path / "a\nb.pgn"
    odd.write_bytes(b"1. e4 *\n")
    assert len(Games.from_pgn(odd)) == 1
