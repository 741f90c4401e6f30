"""Failures on purpose: short runs of the scripts in `tests/failures`; files with two writers."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import numpy as np
import pytest

import enroque
from enroque import Games, polyglot
from enroque._files.atomic import locked
from enroque.cli import main

SCRIPTS = Path(__file__).parents[2] / "failures"

QUICK = {
    "kill": ["--count", "1", "--only", "convert to npz"],
    "disk": ["--count", "1"],
    "shrink": ["--count", "1"],
    "memory": [],
    "no_threads": ["--count", "1"],
    "processes": ["--count", "1"],
    "interpreter_exit": ["--count", "4"],
}
"""The arguments of short runs."""

LONG = {
    "kill": ["--count", "25"],
    "disk": ["--count", "20"],
    "shrink": ["--count", "20"],
    "no_threads": ["--count", "20"],
    "processes": ["--count", "20"],
    "interpreter_exit": ["--count", "200"],
    "long_run": ["--seconds", "120", "--epochs", "500"],
}
"""The arguments of the runs in `docs/internals/reliability-runs.md`."""


def run_script(name: str, arguments: list[str]) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("needs /proc and the limits of Linux")
    if name == "no_threads" and os.getuid():
        pytest.skip("needs root, to become another user")
    if name in ("kill", "disk", "shrink", "long_run"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    command = [sys.executable, str(SCRIPTS / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    print(done.stdout)


@pytest.mark.parametrize("name", QUICK)
def test_script(name: str) -> None:
    run_script(name, QUICK[name])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", LONG)
def test_script_for_long(name: str) -> None:
    run_script(name, LONG[name])


def test_two_conversions_to_one_file(games: Games, tmp_path: Path) -> None:
    source, target = tmp_path / "games.pgn", tmp_path / "games.npz"
    games.to_pgn(source)
    refused = []

    def another(done: int, total: int) -> None:
        with pytest.raises(BlockingIOError, match="another conversion is writing this file") as e:
            enroque.convert(source, target)
        refused.append(e.value.filename)

    report = enroque.convert(source, target, progress=another)
    assert set(refused) == {str(target)}
    assert report.games["kept"] == len(games)
    assert Games.read(target) == games
    names = {"games.pgn", "games.npz", "games.npz.manifest.json"}
    assert {path.name for path in tmp_path.iterdir()} == names
    # a lock file of a killed process does not matter
    (tmp_path / ".other.npz.lock").touch()
    enroque.convert(source, tmp_path / "other.npz")
    assert not (tmp_path / ".other.npz.lock").exists()


def test_one_run_of_tensors_at_a_time(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games.to_pgn(tmp_path / "games.pgn")
    folder = tmp_path / "out"
    folder.mkdir()
    command = ["tensors", str(tmp_path / "games.pgn"), "-o", str(folder), "--limit", "100"]
    with locked(folder, "locked by the test"):
        assert main(command) == 2
    assert "another run is writing shards there" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
    assert main(command) in (0, None)


def test_only_one_thread_has_a_lock(tmp_path: Path) -> None:
    """Also while the lock file is removed and created again."""
    holders, most, entered = 0, 0, 0
    guard = threading.Lock()

    def enter(seed: int) -> None:
        nonlocal holders, most, entered
        for _ in range(300):
            try:
                with locked(tmp_path / "file", "locked"):
                    with guard:
                        holders, entered = holders + 1, entered + 1
                        most = max(most, holders)
                    with guard:
                        holders -= 1
            except BlockingIOError:
                continue

    threads = [threading.Thread(target=enter, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert entered > 100
    assert list(tmp_path.iterdir()) == []


def test_two_writers_of_one_file(games: Games, tmp_path: Path) -> None:
    """The file is that of one of them, complete."""
    some = [games[:40], games[40:]]

    def write(number: int) -> None:
        for _ in range(20):
            some[number].write(tmp_path / "games.npz")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if (tmp_path / "games.npz").exists():
            assert Games.read(tmp_path / "games.npz") in some
    for thread in threads:
        thread.join()
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]


def test_a_book_that_shrinks(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(bytes(16 * 10_000))
    with polyglot.open_reader(path) as book:
        os.truncate(path, 16 * 10 + 3)
        assert book[9].key == 0
        message = r"entry 10 of '.*book\.bin' is missing: the file has been truncated"
        for call in (lambda: book[10], book.read, lambda: list(book)):
            with pytest.raises(enroque.errors.BookError, match=message):
                call()
        with pytest.raises(enroque.errors.BookError, match=r"entry \d+ of .* is missing"):
            list(book.find_all(5))
    book.close()
    with pytest.raises(enroque.errors.ClosedError):
        book[0]


def test_reading_a_book_without_pread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    rng = Random(1)
    keys = sorted(rng.getrandbits(64) for _ in range(5000))
    path = tmp_path / "book.bin"
    path.write_bytes(
        b"".join(key.to_bytes(8, "big") + bytes([3, 28, 0, 1] + [0] * 4) for key in keys)
    )
    with polyglot.open_reader(path) as book:
        expected = list(book)
        assert [entry.key for entry in expected] == keys
        monkeypatch.setattr(polyglot, "_pread", polyglot._pread_by_seeking)
        assert list(book) == expected
        assert [book.bisect_key_left(key) for key in keys[::100]] == list(range(0, 5000, 100))
        assert book[-1] == expected[-1]


def test_damaged_arrow_data(games: Games) -> None:
    pa = pytest.importorskip("pyarrow")
    values = pa.array(["a", "b"], pa.string())
    offsets = np.array([0, 1 << 30, 2], np.int32)
    damaged = pa.StringArray.from_buffers(2, pa.py_buffer(offsets), values.buffers()[2])
    table = enroque.arrow.to_arrow(games[:2]).combine_chunks()
    index = table.schema.get_field_index("source")
    with pytest.raises(enroque.errors.FileFormatError, match="damaged Arrow data"):
        Games.from_arrow(table.set_column(index, "source", damaged))
