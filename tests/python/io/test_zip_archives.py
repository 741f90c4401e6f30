"""Zip archives of PGN: complete, truncated and damaged."""

import io
import re
import struct
import zipfile
from pathlib import Path

import pytest

import enroque
from enroque import Games
from enroque.data import example_games


class Unseekable(io.RawIOBase):
    """A stream for a zip archive, with sizes and checksums after each file."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.bytes += data  # type: ignore[operator]
        return len(data)  # type: ignore[arg-type]


def text_of(number: int) -> bytes:
    """Returns games with the number of their file."""
    games = example_games()
    text = [
        f'[Event "{number}-{game_number}"]\n\n{" ".join(game.san())} {game.result}\n\n'
        for game_number, game in enumerate(games[:60])
    ]
    return "".join(text).encode()


TEXTS = {f"year/{number}/games{number}.pgn": text_of(number) for number in (1, 2, 3)}
KINDS = ["deflated", "stored", "bzip2", "streamed", "zip64", "streamed zip64"]


def archive(kind: str, files: dict[str, bytes] = TEXTS) -> bytes:
    method = {"stored": zipfile.ZIP_STORED, "bzip2": zipfile.ZIP_BZIP2}
    target: io.BytesIO | Unseekable = Unseekable() if "streamed" in kind else io.BytesIO()
    with zipfile.ZipFile(target, "w", method.get(kind, zipfile.ZIP_DEFLATED)) as made:  # type: ignore[arg-type]
        for name, data in files.items():
            with made.open(name, "w", force_zip64="zip64" in kind) as member:
                member.write(data)
    return bytes(target.bytes) if isinstance(target, Unseekable) else target.getvalue()


def starts(packed: bytes) -> list[int]:
    """Returns the offsets of the file headers, read by Python's `zipfile`."""
    with zipfile.ZipFile(io.BytesIO(packed)) as read:
        return [info.header_offset for info in read.infolist()]


def events(games: Games) -> list[str | None]:
    return list(games.tag_values("Event"))


def reports(games: Games) -> list[tuple[str, str]]:
    return [(error.source, error.reason) for error in games.errors if error.kind == "source"]


WHOLE = Games.concatenate([Games.from_pgn(text) for text in TEXTS.values()])
COUNTS = [60, 120, 180]


@pytest.mark.parametrize("kind", KINDS)
def test_all_files_of_an_archive_are_read(kind: str, tmp_path: Path) -> None:
    others = {"year/": b"", "readme.txt": b"no games", "__MACOSX/year/._games1.pgn": b"\0\1\2"}
    packed = archive(kind, {**others, **TEXTS})
    (tmp_path / "a.zip").write_bytes(packed)
    for source in (tmp_path / "a.zip", packed):
        games = Games.from_pgn(source)
        assert games == WHOLE
        assert games.error_count == 0
        assert events(games) == events(WHOLE)
        names = [re.sub(r".*(a\.zip|<bytes>)/", "", name) for name in games.source]
        assert list(dict.fromkeys(names)) == list(TEXTS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_truncated_archive_keeps_complete_files(kind: str, tmp_path: Path) -> None:
    packed = archive(kind)
    headers = starts(packed)
    directory = packed.rindex(b"PK\x01\x02", 0, packed.rindex(b"PK\x05\x06"))
    path = tmp_path / "a.zip"
    ends = [*headers[1:], packed.index(b"PK\x01\x02", headers[-1])]
    cuts = [
        *(begin + quarter * (end - begin) // 4 for begin, end in zip(headers, ends, strict=True)
          for quarter in range(4)),
        headers[1] + 10, headers[2] + 29, directory, directory + 20, len(packed) - 22,
        len(packed) - 10, len(packed) - 1, 8,
    ]  # fmt: skip
    seen = set()
    for cut in filter(None, cuts):
        path.write_bytes(packed[:cut])
        games = Games.from_pgn(path)
        complete = sum(end <= cut for end in ends)
        least = COUNTS[complete - 1] if complete else 0
        most = COUNTS[min(complete, 2)]
        assert least <= len(games) <= most, cut
        # the last game may end in the middle of its moves
        count = len(games) - int(games.broken[-1:].sum())
        assert games[:count] == WHOLE[:count]
        assert not games.broken[: max(0, len(games) - 1)].any()
        seen.add(len(games))
        errors = reports(games)
        # errors of the truncated file and of the archive
        assert errors[-1][0] == str(path)
        assert f"truncated at byte {cut}: the end of its directory is missing" in errors[-1][1], (
            errors
        )
        for source, reason in errors[:-1]:
            assert source == f"{path}/{list(TEXTS)[complete]}"
            assert "zip data" in reason
        assert len(errors) <= 2
        assert (len(errors) == 2) or complete == 3 or least == len(games)
        # also from a stream
        again = Games.from_pgn(packed[:cut])
        assert again == games
        assert again.error_count == games.error_count
        with pytest.raises(enroque.errors.FileFormatError, match=r"a\.zip"):
            enroque.convert(path, tmp_path / "a.npz")
        done = enroque.convert(path, tmp_path / "a.npz", on_error="skip")
        assert len(done.errors["sources"]) == len(errors)
        assert Games.read(tmp_path / "a.npz") == games
        (tmp_path / "a.npz").unlink()
        (tmp_path / "a.npz.manifest.json").unlink()
    assert seen >= {0, 60, 120, 180}
    # games of truncated files; none for bzip2, where the file is a single block
    assert kind == "bzip2" or len(seen) > 4


@pytest.mark.parametrize("kind", ["deflated", "stored", "streamed"])
def test_damage_is_reported_with_the_name_of_the_file(kind: str, tmp_path: Path) -> None:
    packed = archive(kind)
    path = tmp_path / "a.zip"
    names = list(TEXTS)
    entries = [match.start() for match in re.finditer(b"PK\x01\x02", packed)][-3:]

    def read(change: dict[int, bytes]) -> Games:
        damaged = bytearray(packed)
        for offset, data in change.items():
            damaged[offset : offset + len(data)] = data
        path.write_bytes(damaged)
        return Games.from_pgn(path)

    # a wrong checksum in the directory: all games are read, and the file is reported
    games = read({entries[1] + 16: b"\0\0\0\0"})
    assert games == WHOLE
    assert reports(games) == [(f"{path}/{names[1]}", "damaged zip data: the checksum is wrong")]
    # a file that is shorter or longer than in the directory
    (size,) = struct.unpack_from("<I", packed, entries[1] + 24)
    for wrong in (size - 1, size + 1):
        games = read({entries[1] + 24: struct.pack("<I", wrong)})
        ((source, reason),) = reports(games)
        assert source == f"{path}/{names[1]}"
        assert "zip data" in reason
        assert games == WHOLE
    # encrypted, unknown compression, or wrong offset: the other files are read
    for offset, data, word in [
        (8, b"\x01\x08", "the file is encrypted"),
        (10, b"\x63\x00", "method 99"),
        (42, struct.pack("<I", 5), "not at the offset in the directory"),
        (42, struct.pack("<I", 0xFFFFFF), "zip"),
    ]:
        games = read({entries[1] + offset: data})
        ((source, reason),) = reports(games)
        assert (source, word in reason) == (f"{path}/{names[1]}", True), reason
        assert events(games) == events(WHOLE)[:60] + events(WHOLE)[120:]
    # damaged data
    begin = starts(packed)[1]
    games = read({begin + 2000: b"\xff" * 40})
    assert {source for source, _ in reports(games)} == {f"{path}/{names[1]}"}
    assert set(events(games)) >= set(events(WHOLE)[:60]) | set(events(WHOLE)[120:])


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_directory_keeps_all_files(kind: str, tmp_path: Path) -> None:
    packed = archive(kind)
    path = tmp_path / "a.zip"
    entries = [match.start() for match in re.finditer(b"PK\x01\x02", packed)][-3:]
    end = packed.rindex(b"PK\x05\x06")
    for offset, data in [
        (entries[1], b"\0\0\0\0"),
        (end + 12, b"\xfe\xfe\xfe\xfe"),
        (end + 10, b"\x09"),
        (entries[0], bytes(end + 22 - entries[0])),
    ]:
        damaged = bytearray(packed)
        damaged[offset : offset + len(data)] = data
        path.write_bytes(damaged)
        games = Games.from_pgn(path)
        assert games == WHOLE
        *others, (source, reason) = reports(games)
        assert source == str(path)
        assert "3 of its files were found by their local headers" in reason
        # a streamed file is complete if its data descriptor follows
        is_wiped = "streamed" in kind and offset == entries[0]
        assert [name for name, _ in others] == [f"{path}/{list(TEXTS)[2]}"] * is_wiped


def test_an_archive_in_an_archive_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(archive("deflated", {"in.pgn.zip": archive("deflated"), **TEXTS}))
    games = Games.from_pgn(path)
    assert games == WHOLE
    ((source, reason),) = reports(games)
    assert source == f"{path}/in.pgn.zip"
    assert "inside of zip archives" in reason


def test_archives_in_archives_and_hidden_files() -> None:
    """Archives are reported, hidden files are skipped, as in folders."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as file:
        file.writestr("a.pgn", "1. e4 *")
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as file:
        file.writestr("./first.pgn", "1. d4 *")
        file.writestr("inner.zip", inner.getvalue())
        file.writestr(".hidden/x.pgn", "1. c4 *")
        file.writestr("._last.pgn", b"\0\5\x16\7")
        file.writestr("readme.txt", "hello")
        file.writestr("last.pgn", "1. f4 *")
    games = Games.from_pgn(outer.getvalue())
    assert [game.san() for game in games] == [["d4"], ["f4"]]
    (error,) = games.errors
    assert error.message == (
        "<bytes>/inner.zip: after game 0: zip archives inside of zip archives are not supported"
    )
    with zipfile.ZipFile(outer := io.BytesIO(), "w") as file:
        file.writestr(".x.pgn", "1. c4 *")
    assert len(Games.from_pgn(outer.getvalue())) == 1
