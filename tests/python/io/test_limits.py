"""The limits for files that others wrote, one by one: those of docs/guide/security.md."""

import io
import logging
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

import enroque
import peak_memory
from enroque import Games, TimeControl, formats
from enroque.errors import FenError, FileFormatError, TimeControlError
from enroque.pgn import read_game

zstandard = pytest.importorskip("zstandard")

KNIGHTS = b"1. Nf3 Nf6 2. Ng1 Ng8 "


def read(text: bytes) -> Games:
    return Games.from_pgn(io.BytesIO(text))


def test_a_game_keeps_512_tags() -> None:
    games = read(b"".join(b'[Tag%d "value"]\n' % number for number in range(600)) + b"\n1. e4 *\n")
    assert len(games) == 1
    assert "Tag511" in games[0].headers
    assert "Tag512" not in games[0].headers
    assert '"Tag512": the game has too many tags' in str(games.warnings[0])


def test_the_value_of_a_tag_has_9_lines() -> None:
    def event(lines: int) -> tuple[str, str]:
        games = read(b'[Event "a' + b"\nx" * (lines - 1) + b'"]\n\n1. e4 *\n')
        return games[0].headers["Event"], str(games.warnings[0])

    assert event(9)[0] == "a" + "\nx" * 8
    assert event(10)[0] == "a"
    assert "closing quotation mark of the tag's value is missing" in event(10)[1]


def test_a_game_keeps_16_warnings() -> None:
    games = read(b"".join(b'[Tag%d "value"]\n' % number for number in range(600)) + b"\n1. e4 *\n")
    assert len(games.warnings) == 16
    assert games.warning_count == 600 - 512


def test_a_game_has_64_megabytes_of_text() -> None:
    long = b'[Event "long"]\n\n1. e4 ' + b"{" + b"x" * (64 << 20) + b"} e5 *\n\n"
    games = read(b'[Event "before"]\n\n1. d4 *\n\n' + long + b'[Event "after"]\n\n1. c4 *\n')
    assert games[0].headers["Event"] == "before"
    assert games[-1].headers["Event"] == "after"
    assert games.error_count == 1
    within = read(long.replace(b"x" * 1000, b"", 1))
    assert (len(within), within.error_count) == (1, 0)


def test_10000_errors_are_listed() -> None:
    games = read(b'[Event "a"]\n\n1. e4 e9 *\n\n' * 10_001)
    assert len(games.errors) == 10_000
    assert games.error_count == 10_001


def test_a_tree_keeps_1000_errors(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        game = read_game(io.StringIO("1. e4 " + "xx " * 1001 + "*\n"))
    assert game is not None
    assert len(game.errors) == 1000


def test_clocks_of_a_fen_are_at_most_a_million() -> None:
    assert enroque.Board("8/8/8/8/8/8/8/K1k5 w - - 1000000 1000000").fullmove_number == 1_000_000
    for clocks in ("1000001 1", "0 1000001"):
        with pytest.raises(FenError, match="1000000"):
            enroque.Board(f"8/8/8/8/8/8/8/K1k5 w - - {clocks}")


def test_a_time_control_has_64_periods() -> None:
    TimeControl(":".join(["40/60"] * 63 + ["60"]))
    with pytest.raises(TimeControlError, match="more than 64 periods"):
        TimeControl(":".join(["40/60"] * 64 + ["60"]))


def test_a_node_has_a_million_nags() -> None:
    game = enroque.pgn.Game()
    with pytest.raises(ValueError, match="1048576"):
        game.add_variation(enroque.Move.from_uci("e2e4"), nags=range(2**40))


def test_a_chunk_of_binpack_has_100_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "games.binpack"
    path.write_bytes(b"BINP" + struct.pack("<I", (100 << 20) + 1) + bytes(100))
    with pytest.raises(FileFormatError, match=str(100 << 20)):
        list(formats.stream(path))
    # a size that is not there is not allocated
    path.write_bytes(b"BINP" + struct.pack("<I", 100 << 20) + bytes(100))
    with pytest.raises(FileFormatError):
        list(formats.stream(path))


def test_a_file_in_a_tar_archive_has_a_gigabyte(tmp_path: Path) -> None:
    path = tmp_path / "training.tar"
    member = tarfile.TarInfo("training.0")
    member.size = (1 << 30) + 1
    path.write_bytes(member.tobuf(tarfile.USTAR_FORMAT) + bytes(1024))
    with pytest.raises(FileFormatError, match=str(1 << 30)):
        list(formats.stream(path, format="lc0"))


@pytest.mark.parametrize("compress", [False, True])
def test_a_record_of_a_bag_has_a_megabyte(compress: bool, tmp_path: Path) -> None:
    record = bytes((1 << 20) + 1)
    if compress:
        record = zstandard.ZstdCompressor().compress(record)
    path = tmp_path / ("games.bagz" if compress else "games.bag")
    path.write_bytes(record + struct.pack("<Q", len(record)))
    with pytest.raises(FileFormatError, match=str(1 << 20)):
        list(formats.stream_records(path, format="behavioral_cloning"))


def test_a_game_of_viriformat_has_a_million_plies(tmp_path: Path) -> None:
    read(b"1. e4 1-0\n").write(tmp_path / "one.vf", missing_score=0)
    data = (tmp_path / "one.vf").read_bytes()
    start, end = data[:-8], data[-4:]
    # Nf3 Nf6 Ng1 Ng8: from and to in six bits each
    shuffle = [(6, 21), (62, 45), (21, 6), (45, 62)]
    moves = b"".join(struct.pack("<Hh", source | to << 6, 0) for source, to in shuffle)
    path = tmp_path / "long.vf"
    path.write_bytes(start + moves * (1 << 18) + end)
    assert len(next(formats.stream(path)).moves) == 1 << 20
    path.write_bytes(start + moves * (1 << 18) + moves[:4] + end)
    with pytest.raises(FileFormatError, match=str(1 << 20)):
        list(formats.stream(path))


def test_the_directory_of_a_zip_archive_is_in_the_file() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("games.pgn", KNIGHTS + b"*\n")
    data = bytearray(file.getvalue())
    data[-10:-6] = struct.pack("<I", 0xFFFFFFF0)  # its size
    games = read(bytes(data))
    assert games.error_count == 1


WINDOW = """
import io
from enroque import Games
# a frame with one block of 8 bytes that asks for a window of 2 GiB
frame = bytes.fromhex("28b52ffd 00 a8 490000") + b"1. e4 *\\n\\n"
games = Games.from_pgn(io.BytesIO(frame))
print(len(games), games.error_count, peak())
"""


def test_memory_for_a_window_is_not_used_before_its_text() -> None:
    games, errors, peak = map(int, peak_memory.run(WINDOW)[0].split())
    assert (games, errors) == (1, 0)
    assert peak < 200


BOMB = """
import sys
from enroque import Games
games = Games.from_pgn(sys.argv[1])
print(len(games), games.error_count, peak())
"""


@pytest.mark.slow
def test_four_gigabytes_of_zeros_in_half_a_megabyte(tmp_path: Path) -> None:
    """There is no limit for the ratio of decompression: memory is that of the games."""
    path = tmp_path / "zeros.pgn.zst"
    with path.open("wb") as file, zstandard.ZstdCompressor().stream_writer(file) as writer:
        for _ in range(4096):
            writer.write(bytes(1 << 20))
    assert path.stat().st_size < 1 << 20
    *_, peak = map(int, peak_memory.run(BOMB, path)[0].split())
    assert peak < 700
