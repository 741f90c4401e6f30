"""Damaged files, files that are not PGN, and PGN of extreme size and depth.

In every case the games before the damage are read, the damage is reported with its location, and
memory does not grow with the damage.
"""

import bz2
import gzip
import io
import os
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import enroque
import peak_memory
from enroque import Games, formats
from enroque.data import example_games

zstandard = pytest.importorskip("zstandard")


def plain(times: int = 30) -> bytes:
    file = io.BytesIO()
    example_games().to_pgn(file)
    return file.getvalue() * times


def zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.pgn", data)
    return file.getvalue()


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "zst": lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
    "gz": gzip.compress,
    "bz2": lambda data: bz2.compress(data, 1),
}


@pytest.mark.parametrize("compression", COMPRESSORS)
@pytest.mark.parametrize("share", [0.01, 0.5, 0.9, 0.999])
def test_truncated_archives(compression: str, share: float, tmp_path: Path) -> None:
    data = plain()
    whole = Games.from_pgn(io.BytesIO(data))
    packed = COMPRESSORS[compression](data)
    path = tmp_path / f"a.pgn.{compression}"
    path.write_bytes(packed[: int(len(packed) * share)])
    for threads in (1, 2):
        games = Games.from_pgn(path, threads=threads)
        error = games.errors[-1]
        assert error.source == str(path)
        assert error.kind == "source"
        # all games before the damage; the last of them may be incomplete
        count = len(games) - int(games.broken[-1:].sum())
        assert games[:count] == whole[:count]
        assert games.broken.sum() <= 1
    if share == 0.999:
        assert len(games) > 0.5 * len(whole)
    with pytest.raises(enroque.errors.BrokenGameError, match=r"a\.pgn"):
        Games.from_pgn(path, strict=True)
    with pytest.raises(enroque.errors.FileFormatError, match=r"a\.pgn"):
        enroque.convert(path, tmp_path / "a.npz")
    done = enroque.convert(path, tmp_path / "a.npz", on_error="skip")
    assert len(done.errors["sources"]) == 1
    assert Games.read(tmp_path / "a.npz") == games


@pytest.mark.parametrize("compression", [*COMPRESSORS, "zip"])
def test_damage_inside_archives(compression: str, tmp_path: Path) -> None:
    data = plain(10)
    packed = bytearray((COMPRESSORS | {"zip": zipped})[compression](data))
    rng = random.Random(compression)
    found = 0
    for _ in range(20):
        damaged = packed.copy()
        for _ in range(3):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        path = tmp_path / "a.bin"
        path.write_bytes(damaged)
        found += Games.from_pgn(path).error_count > 0
    assert found >= 15


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 64,
        b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(100_000),
        random.Random(2).randbytes(2_000_000),
        bytes(100_000),
        '[Event "x"]\n\n1. e4 *'.encode("utf-16"),
    ],
    ids=["elf", "png", "random", "zeros", "utf-16"],
)
def test_files_that_are_not_text(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(data)
    games = Games.from_pgn(path)
    assert len(games) == 0
    (error,) = games.errors
    assert (error.source, error.kind) == (str(path), "source")
    assert repr(games) == "<Games: 0 games, 0 plies, 0 broken, 1 source not read to its end>"
    assert "2 sources not read" in repr(games + games)
    assert "binary data" in error.reason or "UTF-16" in error.reason
    # the next file is still read
    (tmp_path / "b.pgn").write_bytes(plain(1))
    assert len(Games.from_pgn([path, tmp_path / "b.pgn"])) == 118


def test_errors_of_sources_are_always_listed(tmp_path: Path) -> None:
    packed = gzip.compress(b"1. e4 Ke5 *\n\n" * 12_000 + plain(1))
    path = tmp_path / "a.pgn.gz"
    path.write_bytes(packed[:-200])
    games = Games.from_pgn([path, path])
    batches = list(Games.stream([path, path], games_per_batch=5000))
    halves = [Games.from_pgn(path), Games.from_pgn(path)]
    games.write(tmp_path / "b.npz")
    for one in (games, Games.concatenate(batches), Games.concatenate(halves)):
        assert one.error_count >= 24_002
        kinds = [error.kind for error in one.errors]
        assert (len(kinds), kinds.count("source")) == (10_002, 2)
    again = Games.read(tmp_path / "b.npz")
    assert again.errors == games.errors
    assert sum(error.kind == "source" for batch in batches for error in batch.errors) == 2


def test_binary_data_between_games(tmp_path: Path) -> None:
    noise = random.Random(3).randbytes(300_000).replace(b"[", b"(")
    (tmp_path / "a.pgn").write_bytes(plain(2) + noise + b"\n\n" + plain(2))
    games = Games.from_pgn(tmp_path / "a.pgn")
    whole = Games.from_pgn(io.BytesIO(plain(4)))
    assert games.error_count > 0
    assert games[:235] == whole[:235]
    assert games[-235:] == whole[-235:]


def test_variations_in_variations() -> None:
    deep = "1. e4 " + "( 1. d4 " * 100_000 + ") " * 100_000 + "e5 2. Nf3 *\n\n1. c4 *"
    games = Games.from_pgn(io.StringIO(deep))
    assert games.error_count == 0
    assert [game.uci() for game in games] == [["e2e4", "e7e5", "g1f3"], ["c2c4"]]
    unclosed = "1. e4 " + "( 1. d4 " * 100_000 + '\n\n[Event "x"]\n\n1. c4 *'
    games = Games.from_pgn(io.StringIO(unclosed))
    assert games.broken.tolist() == [True, False]
    assert games.errors[0].kind == "unclosed_variation"


IMPORTS = "import sys; from enroque import Games, convert, Filter\n"


def run(code: str, *arguments: object) -> list[str]:
    return peak_memory.run(IMPORTS + code, *arguments)


READ = (
    "games = Games.from_pgn(sys.argv[1])\n"
    "print(len(games), games.error_count, *games.source_offset[-1:])\n"
    "for error in [*games.errors, *games.warnings][:3]: print(error.kind)\n"
    "print(peak())"
)


def large(path: Path, head: bytes, filler: bytes, megabytes: int, tail: bytes) -> None:
    """Writes a compressed file of a head, megabytes of the filler, and a tail."""
    block = (filler * ((1 << 20) // len(filler) + 1))[: 1 << 20]
    with path.open("wb") as file, zstandard.ZstdCompressor().stream_writer(file) as writer:
        writer.write(head)
        for _ in range(megabytes):
            writer.write(block)
        writer.write(tail)


BEFORE, AFTER = b'[Event "a"]\n\n1. e4 e5 1-0\n\n', b'\n\n[Event "b"]\n\n1. d4 d5 *\n'


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("between", "filler"),
    [
        (b"", b"abcdefghij"),
        (b"", b"x "),
        (b'[Event "c"]\n\n1. e4 {', b"a comment without an end "),
        (b"1. e4 ", b"Nf3 Nf6 Ng1 Ng8 "),
        (b'[Event "', b"long "),
    ],
    ids=["one word", "words", "comment", "moves", "tag"],
)
def test_a_gigabyte_without_a_newline(between: bytes, filler: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.zst"
    large(path, BEFORE + between, filler, 1024, AFTER)
    first, *kinds, peak = run(READ, path)
    print(f"{filler!r}: {first}, {kinds}, peak {peak} MB")
    assert kinds
    # the games before and after it
    games, _, _ = map(int, first.split())
    assert games >= 2
    assert int(peak) < 700


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_header_of_a_hundred_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.zst"
    large(path, BEFORE + b'[Event "', b"long ", 100, b'"]\n\n1. c4 *\n' + AFTER)
    first, *kinds, peak = run(READ, path)
    assert int(first.split()[0]) >= 2
    assert kinds
    assert int(peak) < 700
    # many tags instead of a long one
    large(path, BEFORE, b'[Tag "value"]\n', 100, b"\n\n1. c4 *\n" + AFTER)
    first, *kinds, peak = run(READ, path)
    assert int(first.split()[0]) >= 2
    assert int(peak) < 700


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_files_and_folders_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "a.pgn").write_bytes(plain(1))
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "b.pgn").write_bytes(plain(1))
    (tmp_path / "c.pgn").write_bytes(plain(1))
    (tmp_path / "c.pgn").chmod(0)
    (tmp_path / "closed").chmod(0)
    for folder in tmp_path.parents[:2]:
        folder.chmod(0o755)
    # root can read everything: drop its privileges
    code = (
        "import os\n"
        "if os.geteuid() == 0: os.seteuid(65534)\n"
        "def report(call):\n"
        "    try: call()\n"
        "    except OSError as error: print(type(error).__name__, error)\n"
        "    else: print('no error')\n"
        "root = sys.argv[1]\n"
        "report(lambda: Games.from_pgn(root + '/closed'))\n"
        "report(lambda: Games.from_pgn(root + '/c.pgn'))\n"
        "report(lambda: Games.from_pgn(root))\n"
        "report(lambda: convert(root + '/c.pgn', root + '/x.npz'))\n"
        "report(lambda: convert(root + '/open/a.pgn', root + '/closed/x.npz'))\n"
        "report(lambda: convert(root + '/open/a.pgn', root + '/open/x.npz'))\n"
    )
    lines = run(code, tmp_path)
    (tmp_path / "closed").chmod(0o755)
    assert len(lines) == 6
    for line in lines:
        assert line.startswith("PermissionError"), "\n".join(lines)
    for line, name in zip(
        lines, ["closed", "c.pgn", "closed", "c.pgn", "closed", "open"], strict=True
    ):
        assert name in line, lines


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
def test_devices_are_written_to_directly(tmp_path: Path) -> None:
    games = example_games()
    for call in (games.to_pgn, lambda path: games.write(path, format="npz")):
        with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
            call("/dev/full")
    records = np.zeros(3000, formats.LC0_V6)
    for call in (
        lambda path: games.write(path, format="viriformat", on_unsupported="skip"),
        lambda path: games.write(path, format="binpack", on_unsupported="skip"),
        lambda path: formats.write_records(records, path, "lc0"),
    ):
        with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
            call("/dev/full")
    assert Path("/dev/full").is_char_device()
    unbuffered = open("/dev/full", "wb", buffering=0)  # noqa: SIM115
    with unbuffered as file, pytest.raises(OSError, match="No space left"):
        games.to_pgn(file)
    code = "from enroque.data import example_games; example_games().to_pgn('/dev/stdout')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert Games.from_pgn(io.BytesIO(done.stdout)) == games
    with (tmp_path / "out.pgn").open("wb") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, check=True)
    assert Games.from_pgn(tmp_path / "out.pgn") == games
    assert Path("/dev/stdout").is_symlink()


def test_links_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("before")
    (tmp_path / "link.pgn").symlink_to("a.pgn")
    example_games().to_pgn(tmp_path / "link.pgn")
    assert (tmp_path / "link.pgn").is_symlink()
    assert Games.from_pgn(tmp_path / "a.pgn") == example_games()
    (tmp_path / "new.pgn").symlink_to("b.pgn")
    example_games().to_pgn(tmp_path / "new.pgn")
    assert Games.from_pgn(tmp_path / "b.pgn") == example_games()
    assert {path.name for path in tmp_path.iterdir()} == {"a.pgn", "b.pgn", "link.pgn", "new.pgn"}
    (tmp_path / "link.vf").symlink_to("a.vf")
    report = example_games().write(tmp_path / "link.vf")
    assert (tmp_path / "link.vf").is_symlink()
    assert sum(map(len, formats.stream(tmp_path / "a.vf"))) == report.games
    assert len(list(tmp_path.iterdir())) == 6


def test_impossible_file_names(tmp_path: Path) -> None:
    games = example_games()
    for call in (
        games.to_pgn,
        games.write,
        lambda path: games.write(path, format="viriformat"),
    ):
        with pytest.raises(FileNotFoundError):
            call("")
        with pytest.raises(IsADirectoryError, match=re.escape(str(tmp_path))):
            call(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_first_error_is_not_hidden_by_that_of_closing(tmp_path: Path) -> None:
    """As on a full disk: closing the file cannot write the rest of the buffer either."""
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "from enroque._files.atomic import replacing\n"
        "try:\n"
        "    with replacing(sys.argv[1]) as file:\n"
        "        file.write(bytes(9_000)); file.flush(); file.write(bytes(5_000))\n"
        "        raise KeyError('first')\n"
        "except KeyError as error: print(error)\n"
    )
    assert run(code, tmp_path / "a") == ["'first'"]
    assert list(tmp_path.iterdir()) == []
