"""Reading PGN in batches, in splits, and from all kinds of sources."""

import io
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Games, Split

zstandard = pytest.importorskip("zstandard")


def text(count: int, first: int = 0) -> str:
    game = '[Event "g"]\n[Round "{}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n'
    return "".join(game.format(number) for number in range(first, first + count))


def rounds(games: Games) -> list[int]:
    return [int(value or -1) for value in games.tag_values("Round")]


def assert_same(a: Games, b: Games) -> None:
    ours, theirs = a._columns(), b._columns()
    assert ours.keys() == theirs.keys()
    # a split has its own name, and counts lines and games from its start
    for name in ours.keys() - {"errors", "warnings", "source_names", "sources", "source_games"}:
        assert np.array_equal(ours[name], theirs[name]), name


@pytest.mark.parametrize("each", [1, 7, 100, 1000])
def test_batches(each: int) -> None:
    seen: list[int] = []
    for games in Games.stream(io.StringIO(text(100)), games_per_batch=each, threads=2):
        assert len(games) == min(each, 100 - len(seen))
        seen += rounds(games)
    assert seen == list(range(100))


@pytest.mark.parametrize("each", [1, 3, 4, 50, 1000])
def test_games_before_an_error_are_returned_first(each: int) -> None:
    """In strict mode, and if a file object raises, the games before the error come first."""
    good = text(40).encode()
    for bad in (b"1. e4 Ke3 *\n\n", b'[White "x"]\n\n1. e4 {[%clk] *\n\n'):
        data = good + bad + text(60, 100).encode()
        stream = Games.stream(data, games_per_batch=each, strict=True)
        seen: list[int] = []
        with pytest.raises(enroque.errors.BrokenGameError, match="game 41"):
            seen.extend(number for games in stream for number in rounds(games))
        assert seen == list(range(40))
        assert list(stream) == []

    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            found = super().read(min(size or 0, 1000))
            if not found:
                raise ConnectionResetError("gone")
            return found

    seen = []
    stream = Games.stream(Failing(good), games_per_batch=each)
    with pytest.raises(ConnectionResetError, match="gone"):
        seen.extend(number for games in stream for number in rounds(games))
    assert seen == list(range(40))
    assert list(stream) == []


def test_an_exhausted_stream_stays_exhausted() -> None:
    stream = Games.stream(io.StringIO(text(10)), games_per_batch=4)
    assert repr(stream) == "<Stream: 0 read, 0 bytes>"
    assert len(next(stream)) == 4
    stream.close()
    stream.close()
    assert list(stream) == []
    assert repr(stream) == "<Stream: closed>"
    with Games.stream(io.StringIO(text(10)), games_per_batch=4) as stream:
        assert len(next(stream)) == 4
    assert list(stream) == []
    with pytest.raises(ValueError, match="1 or more"):
        Games.stream(io.StringIO(""), games_per_batch=0)
    with pytest.raises(FileNotFoundError):
        Games.stream("no such file.pgn")


def test_errors_belong_to_their_batch() -> None:
    wrong = text(3) + '[Round "3"]\n\n1. e4 Ke5 *\n\n' + text(3, 4) + "1. d5 *"
    batches = list(Games.stream(io.StringIO(wrong), games_per_batch=2))
    assert [[(e.index, e.game, e.token) for e in games.errors] for games in batches] == [
        [],
        [(1, 4, "Ke5")],
        [],
        [(1, 8, "d5")],
    ]


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(text(50))
    calls: list[tuple[int, int | None]] = []
    games = list(Games.stream(path, progress=lambda done, total: calls.append((done, total))))
    assert len(games[0]) == 50
    assert calls[-1] == (path.stat().st_size, path.stat().st_size)


def test_exceptions_of_files_and_callbacks_end_the_stream() -> None:
    class Bad(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise RuntimeError("broken pipe dream")

    stream = Games.stream(Bad())
    with pytest.raises(RuntimeError, match="dream"):
        next(stream)
    assert list(stream) == []

    def raise_error(done: int, total: int | None) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError):
        list(Games.stream(io.StringIO(text(5)), progress=raise_error))


def test_concurrent_reading_and_closing() -> None:
    class Slow(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            reading.set()
            time.sleep(0.01)
            return b"1. e4 *\n" * 100

    reading = threading.Event()
    stream = Games.stream(Slow())  # type: ignore[arg-type]
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.extend(stream))
    thread.start()
    assert reading.wait(10)
    with pytest.raises(RuntimeError, match="another call"):
        next(stream)
    stream.close()
    thread.join(10)
    assert not thread.is_alive()
    assert list(stream) == []


WAITING = """
import sys, enroque
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize(
    "call",
    ["list(enroque.Games.stream('-'))", "enroque.Games.from_pgn(sys.argv[1])"],
    ids=["stdin", "named pipe"],
)
def test_ctrl_c_interrupts_waiting_for_a_pipe(call: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = subprocess.Popen(
        [sys.executable, "-c", WAITING.format(call=call), str(pipe)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    # opens without waiting for a reader
    end = os.open(pipe, os.O_RDWR) if "argv" in call else None
    time.sleep(0.3)
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == b"stopped\n"
    assert time.monotonic() - start < 1  # 0.2 on an idle machine
    child.stdin.close()
    child.stdout.close()
    assert child.wait(10) == 0
    if end is not None:
        os.close(end)


def test_kinds_of_sources(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.pgn").write_text(text(2, 10))
    (tmp_path / "a.PGN").write_text(text(1))
    (tmp_path / "c.pgn.zst").write_bytes(zstandard.compress(text(1, 20).encode()))
    (tmp_path / "notes.txt").write_text(text(5, 30))
    everything = [0, 10, 11, 20]
    assert rounds(Games.from_pgn(tmp_path)) == everything
    assert rounds(Games.from_pgn(str(tmp_path / "*"))) == [0, 10, 11, 20, *range(30, 35)]
    assert rounds(Games.from_pgn(tmp_path / "**" / "*.pgn")) == [10, 11]
    assert rounds(Games.from_pgn([tmp_path / "c*", io.BytesIO(text(1).encode())])) == [20, 0]
    assert rounds(Games.from_pgn(path for path in [tmp_path / "a.PGN"])) == [0]
    odd = tmp_path / "what[1].pgn"
    odd.write_text(text(1))
    assert len(Games.from_pgn(odd)) == 1
    with pytest.raises(FileNotFoundError, match=r"no file matches '.*\*.gz'"):
        Games.from_pgn(tmp_path / "*.gz")
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(FileNotFoundError, match="no PGN files"):
        Games.from_pgn(empty)
    assert rounds(Games.from_pgn(text(1).encode())) == [0]


def test_standard_input() -> None:
    call = "import enroque; print(len(enroque.Games.from_pgn('-')))"
    got = subprocess.run(
        [sys.executable, "-c", call], input=text(7).encode(), capture_output=True, check=True
    )
    assert got.stdout == b"7\n"


def zipped(method: int, files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_zip_archives(method: int, tmp_path: Path) -> None:
    data = zipped(
        method,
        {
            "folder/1.pgn": text(40).encode(),
            "readme.txt": b"not a game",
            "2.pgn.zst": zstandard.compress(text(2, 40).encode()),
            "3.pgn": b"1. e4 Ke5 *",
        },
    )
    path = tmp_path / "games.zip"
    path.write_bytes(data)
    games = Games.from_pgn(path)
    assert rounds(games) == [*range(42), -1]
    assert games.errors[0].source == f"{path}/3.pgn"
    assert rounds(Games.from_pgn(io.BytesIO(data))) == rounds(games)
    # damaged and truncated files are reported, the others are read
    offset = data.index(b"[Round") if method == zipfile.ZIP_STORED else 100
    damaged = Games.from_pgn(io.BytesIO(data[:offset] + b"\xff\xff" + data[offset + 2 :]))
    assert [e.kind for e in damaged.errors].count("source") == 1
    assert rounds(damaged)[-3:] == [40, 41, -1]
    for end in (5, len(data) // 2, len(data) - 5):
        cut = Games.from_pgn(io.BytesIO(data[:end]))
        assert cut.errors[-1].kind == "source"
        assert f"damaged zip archive: it is truncated at byte {end}" in cut.errors[-1].reason


def test_splits(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(text(500))
    frames = tmp_path / "b.pgn.zst"
    pieces = [text(100, first).encode() for first in range(500, 1000, 100)]
    frames.write_bytes(b"".join(map(zstandard.compress, pieces)))
    expected = Games.from_pgn(tmp_path)
    splits = enroque.plan_splits([path, frames], split_bytes=3000)
    assert splits == enroque.plan_splits(tmp_path, split_bytes=3000)
    assert len(splits) > 8
    assert pickle.loads(pickle.dumps(splits)) == splits
    read = [rounds(enroque.read_split(split, threads=1)) for split in splits]
    assert [number for batch in read for number in batch] == list(range(1000))
    assert_same(Games.from_pgn(splits), expected)
    assert sum(map(len, Games.stream(splits, games_per_batch=99))) == 1000
    with pytest.raises(FileNotFoundError):
        enroque.plan_splits("no such file")
    with pytest.raises(ValueError, match="1 or more"):
        enroque.plan_splits(path, split_bytes=0)
    with pytest.raises(TypeError, match="a Split of plan_splits"):
        enroque.read_split(path)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="only files"):
        enroque.plan_splits(io.StringIO(""))  # type: ignore[arg-type]
    path.write_text("changed")
    with pytest.raises(OSError, match="has changed since"):
        enroque.read_split(splits[1])


def count(split: Split) -> int:
    return len(enroque.read_split(split))


def test_splits_in_other_processes(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(text(2000))
    splits = enroque.plan_splits(path, split_bytes=20_000)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert sum(pool.map(count, splits)) == 2000


@pytest.mark.parametrize("name", ["lichess_999.pgn", "lichess_evals_2000.pgn.zst", "twic_head.pgn"])
def test_files_in_splits_and_batches(data_file: Callable[[str], Path], name: str) -> None:
    path = data_file(f"pgn/{name}")
    expected = Games.from_pgn(path)
    assert_same(Games.from_pgn(enroque.plan_splits(path, split_bytes=100_000)), expected)
    (all_at_once,) = Games.stream(path, games_per_batch=len(expected))
    assert_same(all_at_once, expected)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_named_pipes(tmp_path: Path) -> None:
    pipe = tmp_path / "games.pgn"
    os.mkfifo(pipe)
    # pipes in folders are skipped, since opening them might never return
    with pytest.raises(FileNotFoundError, match="contains no PGN files"):
        Games.from_pgn(tmp_path)
    (tmp_path / "real.pgn").write_text(text(3))
    assert len(Games.from_pgn(tmp_path)) == 3
    data = zstandard.ZstdCompressor().compress(text(2000).encode())
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    games = Games.from_pgn(pipe)
    writer.join()
    assert len(games) == 2000
    assert games.source[0] == str(pipe)
    code = f"import enroque; print('on', flush=True); enroque.Games.from_pgn({str(pipe)!r})"
    waiting = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert waiting.stdout is not None
    assert waiting.stdout.readline() == b"on\n"
    time.sleep(0.3)
    waiting.send_signal(signal.SIGINT)
    assert b"KeyboardInterrupt" in waiting.communicate(timeout=10)[1]
