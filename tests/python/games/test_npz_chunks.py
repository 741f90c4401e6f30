"""`.npz` files with several chunks."""

import io
import sys
import threading
import zipfile
from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import Games, npz
from enroque.data import example_games
from npz_files import FILE_ARRAYS, arrays_of, write_arrays

ODD = """[FEN "4k3/8/8/3pP3/8/8/8/4K2R w K d6 7 30"]

1. exd6 Kd7 *

[Variant "Chess960"]
[FEN "qnrbbnkr/pppppppp/8/8/8/8/PPPPPPPP/RKNQBBNR w HAha - 0 1"]

1. e4 {[%clk 0:01:00][%eval 0.2][%csl Ra1][%emt 0:00:01]} e5 1-0

[White "One"]

1. e4 Ke5 *

[White "Two"]
[White "Three"]

1. e4 e5 ± 2. Nf3 *

[FEN "4k3/8/8/8/8/8/8/4K2R w K - 3 9"]

1. O-O Kd8 *

"""


@pytest.fixture
def games(tmp_path: Path) -> Games:
    """Games of several sources with all columns; one source is truncated."""
    example_games().to_pgn(tmp_path / "a.pgn")
    (tmp_path / "b.pgn").write_text(ODD * 3)
    (tmp_path / "c.pgn.gz").write_bytes(b"\x1f\x8b no gzip")
    (tmp_path / "d.pgn").write_text(ODD + "1. e4 {")
    files = [tmp_path / name for name in ("a.pgn", "b.pgn", "c.pgn.gz", "d.pgn")]
    games = Games.from_pgn(files, annotations=("move_times", "arrows"))
    assert games.evals is not None
    assert games.move_times is not None
    assert games.arrows is not None
    assert {error.index is None for error in games.errors} == {True, False}
    assert games.warnings
    return games


def assert_same(again: Games, games: Games) -> None:
    assert again == games
    assert again.errors == games.errors
    assert again.warnings == games.warnings
    assert again.error_count == games.error_count
    assert again.warning_count == games.warning_count
    assert again.other_starts == games.other_starts
    assert again.source.tolist() == games.source.tolist()
    assert again.source_offset.tolist() == games.source_offset.tolist()


@pytest.mark.parametrize("most", [1, 7, 100, 137, 138, 139, 1000])
def test_round_trip(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    path = tmp_path / "a.npz"
    monkeypatch.setattr(npz._writing, "CHUNK_GAMES", most)
    games.write(path)
    assert_same(Games.read(path), games)
    chunks = list(npz.stream(path))
    assert [len(chunk) for chunk in chunks[:-1]] == [most] * (len(chunks) - 1)
    assert 0 < len(chunks[-1]) <= most
    batches = list(npz.stream(path, games_per_batch=5))
    assert max(map(len, batches)) <= 5
    assert Games.concatenate(batches) == games
    # chunks are plain columns
    with np.load(path) as archive:
        moves = [archive[f"{number}/moves"] for number in range(len(chunks))]
    assert np.concatenate(moves).tolist() == games.moves.tolist()


def test_chunks_of_many_moves(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npz._writing, "CHUNK_MOVES", 200)
    games.write(tmp_path / "a.npz")
    assert_same(Games.read(tmp_path / "a.npz"), games)
    for chunk in npz.stream(tmp_path / "a.npz"):
        assert len(chunk) == 1 or len(chunk.moves) <= 200


@pytest.mark.parametrize("step", [1, 3, 10, 64, 200])
def test_chunks_do_not_depend_on_batches(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr(npz._writing, "CHUNK_GAMES", 10)
    with enroque.Writer(tmp_path / "a.npz") as writer:
        for first in range(0, len(games), step):
            writer.write(games[first : first + step])
            writer.write(games[:0])
    chunks = list(npz.stream(tmp_path / "a.npz"))
    for number, chunk in enumerate(chunks):
        assert chunk == games[10 * number : 10 * number + 10]
        assert chunk.errors == games[10 * number : 10 * number + 10].errors
    assert Games.concatenate(chunks) == games


def test_reports_in_any_order(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npz._writing, "CHUNK_GAMES", 10)
    reversed_games = games[::-1]
    with enroque.Writer(tmp_path / "a.npz") as writer:
        writer.write(reversed_games)
        writer.write(games)
    again = Games.read(tmp_path / "a.npz")
    both = Games.concatenate([reversed_games, games])
    assert again == both
    assert (again.error_count, again.warning_count) == (both.error_count, both.warning_count)
    assert len(again.errors) == len(both.errors)
    assert all(error.index is None or again.broken[error.index] for error in again.errors)
    assert sum(error.kind == "source" for error in again.errors) == 1


def test_aborted_files_are_removed(games: Games, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    writer = enroque.Writer(tmp_path / "a.npz")
    writer.write(games)
    writer.abort()
    enroque.Writer(tmp_path / "b.npz").write(games)
    assert sorted(tmp_path.iterdir()) == before
    with pytest.raises(ValueError, match="the file is closed"):
        writer.write(games)
    with enroque.Writer(tmp_path / "none.npz"):
        pass
    assert Games.read(tmp_path / "none.npz") == games[:0]
    with pytest.raises(ValueError, match="games_per_batch must be 1 or more"):
        npz.stream(tmp_path / "none.npz", games_per_batch=0)
    with pytest.raises(FileNotFoundError):
        npz.stream(tmp_path / "gone.npz")


def test_damaged_chunks(games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npz._writing, "CHUNK_GAMES", 50)
    path = tmp_path / "a.npz"
    games.write(path)
    data = path.read_bytes()
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    assert set(FILE_ARRAYS) < set(arrays)

    def without(prefix: str) -> dict[str, object]:
        return {name: array for name, array in arrays.items() if not name.startswith(prefix)}

    wrong = arrays["1/moves"] * 0
    for damaged, message in [
        (without("2/"), "the file contains 100 games instead of 139"),
        (without("1/"), "after game 50: column start is missing"),
        (
            arrays | {"1/moves": wrong},
            "after game 50: game 0, ply 0: 0x0000 does not encode a move",
        ),
    ]:
        np.savez(path, **damaged)  # type: ignore[arg-type]
        with pytest.raises(enroque.errors.FileFormatError, match=rf"a\.npz: {message}"):
            Games.read(path)
    # the games before the damage are read
    offset = data.index(arrays["2/moves"].tobytes())
    path.write_bytes(data[:offset] + b"\xff" + data[offset + 1 :])
    with pytest.raises(enroque.errors.FileFormatError, match=r"after game 100: .*CRC"):
        Games.read(path)
    done = enroque.convert(path, tmp_path / "b.npz", on_error="skip")
    assert done.games["kept"] == 100
    assert Games.read(tmp_path / "b.npz") == games[:100]
    assert "after game 100" in done.errors["sources"][0]


def test_chunks_are_read_in_threads(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npz._writing, "CHUNK_GAMES", 10)
    games.write(tmp_path / "a.npz")
    read_chunk, threads = npz._reading._Reader.read_chunk, set()

    def noting_thread(reader: npz._reading._Reader, prefix: str) -> Games:
        threads.add(threading.get_ident())
        return read_chunk(reader, prefix)

    monkeypatch.setattr(npz._reading._Reader, "read_chunk", noting_thread)
    for count in (1, 2, 7):
        monkeypatch.setattr(npz._reading, "thread_count", lambda count=count: count)
        threads.clear()
        assert Games.read(tmp_path / "a.npz") == games
        assert (threading.get_ident() in threads) == (count == 1)


def test_wrong_array_headers_are_rejected(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    games.write(path)
    arrays = arrays_of(path)

    def damaged(moves: bytes, compression: int = zipfile.ZIP_STORED) -> str:
        write_arrays(path, {name: column for name, column in arrays.items() if name != "moves"})
        with zipfile.ZipFile(path, "a", compression) as archive:
            archive.writestr("0/moves.npy", moves)
        with pytest.raises(enroque.errors.FileFormatError) as caught:
            Games.read(path)
        return str(caught.value)

    def header(shape: str, kind: str = "<u2", version: bytes = b"\x01\x00") -> bytes:
        text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}}}\n".encode()
        return b"\x93NUMPY" + version + len(text).to_bytes(2, "little") + text

    wrong_size = "array 0/moves does not have the size in its header"
    assert wrong_size in damaged(header("(1000000000000,)"))
    assert wrong_size in damaged(header("(1,)") + b"abc")
    assert "contains Python objects" in damaged(header("(1,)", "|O") + bytes(8))
    assert "wrong type" in damaged(header("(1000000000,)", "|V0"))
    assert "unknown version" in damaged(header("(0,)", version=b"\x03\x00"))
    for wrong in (
        header("x"),
        header("(-1,)") + b"ab",
        header("(1,)", "', ()]"),
        header("(1L,)") + b"ab",
        header("(1,)").replace(b"False", b"True ") + b"ab",
        header("(1,)").replace(b"'<u2'", b"()   ") + b"ab",
        header("(1,)")[:20],
    ):
        assert "array 0/moves has an invalid header" in damaged(wrong)
    assert "unknown version" in damaged(b"")
    bomb = header("(100000000,)") + bytes(200_000_000)
    assert "is compressed" in damaged(bomb, zipfile.ZIP_DEFLATED)


def test_the_loader_reads_chunks(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npz._writing, "CHUNK_GAMES", 50)
    games.write(tmp_path / "a.npz")
    column = enroque.Column.value(view="white", on_missing="nan")
    loader = enroque.Loader(tmp_path / "a.npz", column, batch_size=64, shuffle_games=0)
    rows = sum(len(batch["value"]) for batch in loader)
    assert rows == len(games.moves)


def test_reports_of_text_without_games(tmp_path: Path) -> None:
    games = Games.from_pgn(io.BytesIO(b"no game " * 1000))
    assert (len(games), games.error_count) == (0, 1)
    games.write(tmp_path / "a.npz")
    assert_same(Games.read(tmp_path / "a.npz"), games)


def test_threads_read_chunks_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # threads change places between any two calls of zipfile, which seeks relative to a position
    monkeypatch.setattr("enroque.npz._writing.CHUNK_GAMES", 1)
    monkeypatch.setattr("enroque.npz._reading.thread_count", lambda: 4)
    games = example_games()[:100]
    games.write(tmp_path / "games.npz")
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            assert Games.read(tmp_path / "games.npz") == games
    finally:
        sys.setswitchinterval(interval)
