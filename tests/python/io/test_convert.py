"""`enroque.convert`: all formats, shards, filters, damaged sources, killed and resumed runs."""

import gzip
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import enroque
import peak_memory
from command_line import fails
from enroque import Games
from enroque._files.conversion import Conversion, convert
from enroque._files.formats import MANIFEST, format_of, suffix_of
from enroque.cli import main

STANDARD = {"on_unsupported": "skip", "filter": enroque.Filter(variant="standard")}


def contents(folder: Path) -> dict[str, bytes]:
    """Returns the contents of all files in a folder, including hidden ones."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def pgn(games: Games, tmp_path: Path) -> Path:
    games.to_pgn(tmp_path / "games.pgn")
    return tmp_path / "games.pgn"


def test_formats_of_names() -> None:
    for name, format in [
        ("a.pgn", "pgn"), ("a.PGN.zst", "pgn"), ("a.zip", "pgn"), ("a.npz", "npz"),
        ("a.parquet", "parquet"), ("a.vf", "viriformat"), ("a.binpack.zst", "binpack"),
        ("a.txt", None), ("pgn", None), (".pgn.txt", None),
    ]:  # fmt: skip
        assert format_of(name) == format, name
    assert suffix_of("pgn.zst") == ".pgn.zst"
    for format in enroque.formats.FORMATS:
        assert format_of(f"shard-00000{suffix_of(format)}") == format
        assert format_of(f"shard-00000{suffix_of(f'{format}.zst')}") == format
    for wrong in ("txt", "parquet.zst", "pgn.xz", ""):
        with pytest.raises(ValueError, match="unknown file format"):
            suffix_of(wrong)


@pytest.mark.parametrize("name", ["b.pgn", "b.pgn.zst", "b.pgn.gz", "b.npz", "b.parquet"])
def test_round_trips(games: Games, pgn: Path, tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    done = convert(pgn, tmp_path / name)
    assert done.games == {"read": 118, "kept": 118, "broken": 0}
    assert done.positions == len(games.moves)
    assert [shard["file"] for shard in done.shards] == [name]
    convert(tmp_path / name, tmp_path / "again.npz")
    assert Games.read(tmp_path / "again.npz") == games
    assert sorted(contents(tmp_path)) == sorted(
        ["games.pgn", name, f"{name}.{MANIFEST}", "again.npz", f"again.npz.{MANIFEST}"]
    )


def test_formats_of_positions(pgn: Path, tmp_path: Path) -> None:
    for format in ("bulletformat", "state_value", "lc0.gz"):
        done = convert(pgn, tmp_path / format, to=format, **STANDARD)  # type: ignore[arg-type]
        assert done.shards[0]["games"] > 0
        shard = tmp_path / format / done.shards[0]["file"]
        assert shard.stat().st_size == done.shards[0]["bytes"]
    with pytest.raises(enroque.errors.ArgumentError, match="positions"):
        convert(tmp_path / "bulletformat", tmp_path / "x.npz")


@pytest.mark.parametrize("format", ["bulletformat", "state_value", "viriformat"])
def test_missing_evaluations(format: str, tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text("1. e4 { [%eval 0.3] } e5 2. Nf3 { [%eval 0.1] } Nc6 1-0\n")
    games = Games.from_pgn(source)
    suffix = suffix_of(format)
    for number, options in enumerate([{}, {"missing_score": -7}, {"on_unsupported": "skip"}]):
        expected = tmp_path / f"{number}a{suffix}"
        try:
            games.write(expected, format=format, **options)  # type: ignore[arg-type]
        except enroque.errors.EncodingError as error:
            reason = str(error).replace("game 0", f"game 1 of {source}")
            with pytest.raises(enroque.errors.EncodingError, match=re.escape(reason)):
                convert(source, tmp_path / f"{number}b{suffix}", **options)  # type: ignore[arg-type]
            assert (format, options) != ("viriformat", {})
        else:
            convert(source, tmp_path / f"{number}b{suffix}", **options)  # type: ignore[arg-type]
            assert (tmp_path / f"{number}b{suffix}").read_bytes() == expected.read_bytes()
    path = str(tmp_path / f"c{suffix}")
    assert main(["convert", str(source), path, "--missing-score", "-7"]) == 0
    assert Path(path).read_bytes() == (tmp_path / f"1a{suffix}").read_bytes()


@pytest.mark.parametrize("name", ["b.vf", "b.viriformat.zst", "b.binpack"])
def test_training_formats(games: Games, pgn: Path, tmp_path: Path, name: str) -> None:
    done = convert(pgn, tmp_path / name, **STANDARD)  # type: ignore[arg-type]
    convert(tmp_path / name, tmp_path / "again.npz")
    again = Games.read(tmp_path / "again.npz")
    standard = games[~games.chess960]
    assert len(again) == done.shards[0]["games"]
    assert len(again) + sum(done.shards[0].get("skipped", {}).values()) == len(standard)
    assert done.filtered_out == {"variant": len(games) - len(standard)}
    assert set(again.fingerprints.tolist()) <= set(standard.fingerprints.tolist())
    if any(games.chess960) and name.endswith("binpack"):
        with pytest.raises(enroque.errors.EncodingError, match="Chess960"):
            convert(pgn, tmp_path / "c.binpack", filter=enroque.Filter(variant="chess960"))
        assert not list(tmp_path.glob("*c.binpack*"))


def test_shards_and_manifest(games: Games, pgn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "shards"
    done = convert(pgn, folder, to="npz", shard_games=50, filter=enroque.Filter(min_plies=30))
    kept = games[games.plies >= 30]
    assert sorted(contents(folder)) == [MANIFEST, *(shard["file"] for shard in done.shards)]
    shards = [Games.read(folder / shard["file"]) for shard in done.shards]
    assert [len(shard) for shard in shards[:-1]] == [50] * (len(shards) - 1)
    assert Games.concatenate(shards) == kept
    manifest = json.loads((folder / MANIFEST).read_bytes())
    assert Conversion(**manifest) == done
    found = pgn.stat()
    assert manifest["sources"] == [
        {"path": str(pgn), "format": "pgn", "bytes": found.st_size, "mtime_ns": found.st_mtime_ns}
    ]
    assert manifest["filter"] == {"min_plies": 30}
    assert (
        manifest["filtered_out"] == {"min_plies": len(games) - len(kept)}
        or not manifest["filtered_out"]
    )
    assert manifest["games"]["read"] == len(games)
    assert manifest["versions"]["enroque"] == enroque.__version__
    # all files of games in a folder, sorted; other files are skipped
    convert(folder, tmp_path / "joined.npz")
    assert Games.read(tmp_path / "joined.npz") == kept
    convert(str(folder / "shard-*.npz"), tmp_path / "joined.pgn")
    assert Games.from_pgn(tmp_path / "joined.pgn") == kept


def test_filters_are_the_same_for_all_formats(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "all.npz")
    games.to_pgn(tmp_path / "all.pgn")
    for number, criteria in enumerate(
        [
            {"min_elo": 2000},
            {"max_elo": 2500},
            {"variant": "chess960"},
            {"result": "1-0"},
            {"min_plies": 40, "max_plies": 90},
            {"evals": False},
            {"clocks": True},
            {"broken": False},
            {"result": ("1-0", "0-1"), "min_plies": 20},
            {"either_min_elo": 2700},
            {"eco": ("B", "C60-C99"), "since": "1990"},
            {"until": "2000", "event": "*ch*"},
            {"time_class": "blitz"},
            {"termination": "normal", "title": "GM"},
            {"bots": False, "tags": {"Round": ("1", "2", "3")}},
        ]
    ):
        filter = enroque.Filter(**criteria)  # type: ignore[arg-type]
        of_columns = convert(tmp_path / "all.npz", tmp_path / f"{number}a.npz", filter=filter)
        of_text = convert(tmp_path / "all.pgn", tmp_path / f"{number}b.npz", filter=filter)
        assert of_columns.games == of_text.games, criteria
        assert of_columns.filtered_out == of_text.filtered_out, criteria
        a, b = Games.read(tmp_path / f"{number}a.npz"), Games.read(tmp_path / f"{number}b.npz")
        assert a == b, criteria
    convert(tmp_path / "all.npz", tmp_path / "all.vf", on_unsupported="skip")
    with pytest.raises(ValueError, match=r"all\.vf: eco needs tags, which viriformat lacks"):
        convert(tmp_path / "all.vf", tmp_path / "x.npz", filter=enroque.Filter(eco="B"))
    with pytest.raises(ValueError, match=r"all\.vf: min_elo needs ratings, which viriformat lacks"):
        convert(tmp_path / "all.vf", tmp_path / "x.npz", filter=enroque.Filter(min_elo=2000))


def test_messages_about_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings, and errors of games that the format cannot store, name file and game."""
    (tmp_path / "a.pgn").write_text("1. e4 e5 *\n\n[White x]\n\n1. d4 1-0\n" * 20)
    done = convert(tmp_path / "a.pgn", tmp_path / "a.npz")
    assert done.warnings["count"] == len(done.warnings["first"]) == 20
    assert "a.pgn:3:1: game 2, ply 0" in done.warnings["first"][0]
    assert json.loads((tmp_path / f"a.npz.{MANIFEST}").read_text())["warnings"] == done.warnings
    assert main(["convert", str(tmp_path / "a.pgn"), str(tmp_path / "b.npz")]) == 0
    assert "a.pgn:3:1: game 2, ply 0" in capsys.readouterr().err
    (tmp_path / "a.pgn").write_text("1. e4 e5 1-0\n\n" * 7 + "1. d4 d5 *\n\n1. d4 1-0\n")
    for shard_games in (3, 100):
        folder = tmp_path / str(shard_games)
        with pytest.raises(
            enroque.errors.EncodingError, match=r"game 8 of .*a\.pgn, ply 0: .* unknown"
        ):
            convert(tmp_path / "a.pgn", folder, to="viriformat", shard_games=shard_games)
    (tmp_path / "html.pgn").write_text("<html>404</html>")
    assert main(["convert", str(tmp_path / "html.pgn"), str(tmp_path / "h.npz")]) == 2
    assert "HTML" in capsys.readouterr().err


def test_existing_files(games: Games, pgn: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.npz").write_text("mine")
    with pytest.raises(FileExistsError, match="exists already"):
        convert(pgn, tmp_path / "mine.npz")
    assert (tmp_path / "mine.npz").read_text() == "mine"
    folder = tmp_path / "folder"
    first = convert(pgn, folder, to="npz", shard_games=60)
    assert first.resumed == 0
    before = contents(folder)
    again = convert(pgn, folder, to="npz", shard_games=60)
    assert again == first
    assert again.resumed == len(first.shards)
    with pytest.raises(FileExistsError, match="contains shards written with other options"):
        convert(pgn, folder, to="npz", shard_games=50)
    with pytest.raises(FileExistsError, match="contains shards written with another filter"):
        convert(pgn, folder, to="npz", shard_games=60, filter=enroque.Filter(min_elo=2000))
    with pytest.raises(FileExistsError, match="written in another format, with other options"):
        convert(pgn, folder, to="pgn", shard_games=50)
    assert contents(folder) == before
    (folder / "notes.txt").write_text("kept")
    convert(pgn, folder, to="pgn", shard_games=50, overwrite=True)
    assert sorted(contents(folder)) == [
        MANIFEST, "notes.txt", "shard-00000.pgn", "shard-00001.pgn", "shard-00002.pgn",
    ]  # fmt: skip
    # a deleted shard is written again, a changed one stays
    first = convert(pgn, folder, to="npz", shard_games=30, overwrite=True)
    before = contents(folder)
    for missing, kept in ([1], 1), ([3], 3), ([2, 3], 2), ([0, 3], 0):
        for number in missing:
            (folder / f"shard-{number:05}.npz").unlink()
        again = convert(pgn, folder, to="npz", shard_games=30)
        assert again == first
        assert again.resumed == kept
        assert contents(folder) == before
    (folder / "shard-00001.npz").write_text("mine")
    with pytest.raises(FileExistsError, match="contains other files than its manifest lists"):
        convert(pgn, folder, to="npz", shard_games=30)
    assert (folder / "shard-00001.npz").read_text() == "mine"
    for source, target in [(pgn, pgn), (folder, folder)]:
        options: dict[str, Any] = {} if target == pgn else {"to": "npz"}
        with pytest.raises(ValueError, match="would be overwritten"):
            convert(source, target, **options)


def test_arguments_that_contradict_each_other(pgn: Path, tmp_path: Path) -> None:
    for target, options, message in [
        ("x.foo", {}, "cannot detect the format"),
        ("folder", {}, "cannot detect the format"),
        ("x.npz", {"to": "pgn"}, "the suffix is that of npz"),
        ("x.npz", {"shard_games": 5}, "shards are written to a folder"),
        ("folder", {"to": "foo"}, "unknown file format"),
        ("folder", {"to": "npz", "shard_games": 0}, "1 or more"),
    ]:
        with pytest.raises(ValueError, match=message):
            convert(pgn, tmp_path / target, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'min_ello'"):
        convert(pgn, tmp_path / "x.npz", min_ello=5)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        convert(tmp_path / "nowhere.pgn", tmp_path / "x.npz")
    with pytest.raises(FileNotFoundError, match="no file matches"):
        convert(tmp_path / "*.binpack", tmp_path / "x.npz")
    with pytest.raises(NotADirectoryError):
        convert(pgn, pgn, to="npz", shard_games=5)
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]


def test_damage_in_the_middle(games: Games, tmp_path: Path) -> None:
    many = Games.concatenate([games] * 3)
    many.write(tmp_path / "a.npz")
    (tmp_path / "b.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:-300])
    sources = [tmp_path / "a.npz", tmp_path / "b.npz"]
    with pytest.raises(enroque.errors.FileFormatError, match=r"b\.npz"):
        convert(sources, tmp_path / "out", to="pgn", shard_games=100)
    names = sorted(contents(tmp_path / "out"))
    assert [name for name in names if name.startswith("shard")] == [
        "shard-00000.pgn", "shard-00001.pgn", "shard-00002.pgn",
    ]  # fmt: skip
    assert MANIFEST not in names
    # the games of a PGN file before the damage are kept, and the manifest has the error
    (tmp_path / "cut.pgn").write_text('[Event "1"]\n\n1. e4 e5 *\n\n[Event "2"]\n\n1. e4 Ke5 *\n')
    done = convert(tmp_path / "cut.pgn", tmp_path / "cut.npz")
    assert done.games == {"read": 2, "kept": 2, "broken": 1}
    assert done.errors["count"] == 1
    assert "cut.pgn:7" in done.errors["first"][0]


def zipped_with_lzma(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("games.pgn", data)
    return file.getvalue()


@pytest.mark.parametrize("command", ["convert", "tensors"])
def test_damage_ends_the_run(
    games: Games, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.pgn").write_text("1. e4 Ke5 *\n\n" * 30)
    games.to_pgn(tmp_path / "b.pgn")
    whole = gzip.compress((tmp_path / "b.pgn").read_bytes())
    games.to_pgn(tmp_path / "d.pgn")
    for name, data in [
        ("c.pgn.gz", whole[: len(whole) // 2]),
        ("c.pgn", random.Random(1).randbytes(10_000)),
        ("c.zip", zipped_with_lzma(whole)),
    ]:
        bad = tmp_path / name
        bad.write_bytes(data)
        sources = [
            str(tmp_path / "a.pgn"),
            str(tmp_path / "b.pgn"),
            str(bad),
            str(tmp_path / "d.pgn"),
        ]
        is_folder = command == "tensors"
        target = str(tmp_path / ("out" if is_folder else "out.npz"))
        out = ["-o", target] if is_folder else [target]
        if is_folder:
            sources = sources[1:]
        assert main([command, *sources, *out]) == 2
        assert name in capsys.readouterr().err.splitlines()[-1]
        assert not Path(target).exists()
        assert main([command, *sources, *out, "--on-error", "skip", "--overwrite"]) == 0
        notes = capsys.readouterr().err.splitlines()
        assert name in notes[1]
        if command == "convert":
            with pytest.raises(enroque.errors.FileFormatError, match=re.escape(name)):
                convert(sources, tmp_path / "other.npz")
            manifest = json.loads(Path(f"{target}.{MANIFEST}").read_bytes())
            assert [name in error for error in manifest["errors"]["sources"]] == [True]
            assert len(manifest["errors"]["first"]) == 20
            assert manifest["errors"]["count"] == 31 + (name == "c.pgn.gz")
            Path(target).unlink()
            Path(f"{target}.{MANIFEST}").unlink()
        else:
            shutil.rmtree(target)


def test_shards_before_damage_are_resumed(games: Games, tmp_path: Path) -> None:
    games.to_pgn(tmp_path / "a.pgn")
    (tmp_path / "b.pgn.gz").write_bytes(gzip.compress((tmp_path / "a.pgn").read_bytes())[:9000])
    sources = [tmp_path / "a.pgn", tmp_path / "b.pgn.gz", tmp_path / "a.pgn"]
    with pytest.raises(enroque.errors.FileFormatError, match=r"b\.pgn\.gz"):
        convert(sources, tmp_path / "out", to="npz", shard_games=50)
    there = sorted(path.name for path in (tmp_path / "out").glob("shard-*"))
    assert len(there) >= 2
    done = convert(sources, tmp_path / "out", to="npz", shard_games=50, on_error="skip")
    assert done.resumed == len(there)
    expected = Games.concatenate(Games.from_pgn(source) for source in sources)
    shards = sorted((tmp_path / "out").glob("shard-*"))
    assert Games.concatenate(Games.read(shard) for shard in shards) == expected
    # other formats than PGN: the games before the damage, and the next file
    games.write(tmp_path / "c.npz")
    (tmp_path / "d.npz").write_bytes((tmp_path / "c.npz").read_bytes()[:-300])
    sources = [tmp_path / "d.npz", tmp_path / "c.npz"]
    done = convert(sources, tmp_path / "e.npz", on_error="skip")
    assert done.games["kept"] == len(games)
    assert done.errors["count"] == 1
    assert "d.npz" in done.errors["sources"][0]


def test_changed_sources(tmp_path: Path) -> None:
    source, target = tmp_path / "a.pgn", tmp_path / "b.pgn"
    source.write_text("1. e4 e5 *\n")
    convert(source, target)
    assert convert(source, target).resumed == 1
    source.write_text("1. d4 d5 *\n")
    os.utime(source, ns=(1, 1))
    with pytest.raises(FileExistsError, match="was written from older source files"):
        convert(source, target)
    convert(source, target, overwrite=True)
    assert "d4" in target.read_text()


def test_streams(games: Games, pgn: Path, tmp_path: Path) -> None:
    data = pgn.read_bytes()
    named = [io.BytesIO(data), io.StringIO(data.decode()), data, bytearray(gzip.compress(data))]
    for number, source in enumerate(named):
        target = tmp_path / f"{number}.npz"
        done = convert(source, target)  # type: ignore[arg-type]
        assert Games.read(target) == games
        assert done.sources[0]["stream"] is True
        with pytest.raises(FileExistsError, match="from a stream, which cannot be read again"):
            convert(b"1. e4 *", target)
    with pytest.raises(ValueError, match="no source"):
        convert([], tmp_path / "x.npz")
    assert not (tmp_path / "x.npz").exists()
    code = "import sys; from enroque.cli import main; sys.exit(main(sys.argv[1:]))"
    for number, arguments in enumerate([["-"], ["/dev/stdin", "--from", "pgn"]]):
        target = tmp_path / f"stdin{number}.npz"
        command = [sys.executable, "-c", code, "convert", *arguments, str(target)]
        subprocess.run(command, input=data, check=True, capture_output=True)
        assert Games.read(target) == games
    with pytest.raises(ValueError, match="only be read as pgn"):
        convert(io.BytesIO(b""), tmp_path / "x.npz", source_format="viriformat")
    (tmp_path / "games.txt").write_bytes(data)
    with pytest.raises(ValueError, match="source_format="):
        convert(tmp_path / "games.txt", tmp_path / "x.npz")
    convert(tmp_path / "games.txt", tmp_path / "x.npz", source_format="pgn")
    assert Games.read(tmp_path / "x.npz") == games


def test_options_of_reading_pgn(tmp_path: Path) -> None:
    german = tmp_path / "a.pgn"
    german.write_text("1. e4 e5 2. Sf3 *\n")
    assert convert(german, tmp_path / "b.npz").games["broken"] == 1
    assert convert(german, tmp_path / "c.npz", language="de").games["broken"] == 0
    with pytest.raises(enroque.errors.BrokenGameError, match="Sf3"):
        convert(german, tmp_path / "d.npz", strict=True)
    for wrong in {"language": "xx"}, {"comments": "foo"}, {"on_unsupported": "foo"}:
        with pytest.raises(ValueError, match=r"foo|xx"):
            convert(german, tmp_path / "d.npz", **wrong)  # type: ignore[arg-type]
    assert not (tmp_path / "d.npz").exists()
    tcec = tmp_path / "tcec.pgn"
    tcec.write_text("1. e4 {wv=0.65, tl=1738239} e5 {wv=0.60, tl=1738239} *\n")
    path = str(tmp_path / "e.npz")
    assert main(["convert", str(tcec), path, "--comments", "tcec", "--language", "en"]) == 0
    assert Games.read(path).evals is not None
    assert main(["convert", str(german), str(tmp_path / "f.npz"), "--strict"]) == 2


def test_unsupported_compression(pgn: Path, tmp_path: Path) -> None:
    for name in ("z.zip", "z.pgn.zip", "z.parquet.gz", "z.parquet.zst", "z.npz.gz", "z.vf.zip"):
        with pytest.raises(ValueError, match=r"zip archives|compressed already"):
            convert(pgn, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]


def test_a_folder_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in" / "closed").mkdir(parents=True)
    (tmp_path / "in" / "a.pgn").write_text("1. e4 *\n")
    (tmp_path / "in" / "closed" / "b.pgn").write_text("1. d4 *\n")
    scandir = os.scandir

    def refuse(path: Any) -> Any:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(PermissionError, match="closed"):
        convert(tmp_path / "in", tmp_path / "x.npz")
    with pytest.raises(PermissionError, match="closed"):
        Games.from_pgn(tmp_path / "in")


def test_hidden_and_temporary_files_are_skipped(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    (folder / ".hidden").mkdir(parents=True)
    for name in ("a.pgn", ".shard-00000.pgn.4cd6b188.part", "._a.pgn", ".hidden/b.pgn"):
        (folder / name).write_text("1. e4 *\n")
    assert len(Games.from_pgn(folder)) == 1
    assert len(Games.from_pgn(tmp_path / "*")) == 1
    assert [Path(split.path).name for split in enroque.plan_splits(folder)] == ["a.pgn"]
    assert convert(folder, tmp_path / "x.npz").games["read"] == 1
    assert len(Games.from_pgn(folder / "._a.pgn")) == 1


def test_no_games_at_all(tmp_path: Path) -> None:
    (tmp_path / "none.pgn").write_text("")
    done = convert(tmp_path / "none.pgn", tmp_path / "none.npz")
    assert done.games["kept"] == 0
    assert len(Games.read(tmp_path / "none.npz")) == 0


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)
def test_a_folder_that_cannot_be_written(pgn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(PermissionError, match="closed"):
        convert(pgn, folder, to="npz")


@pytest.mark.parametrize("format", ["pgn", "npz", "parquet", "viriformat"])
def test_a_full_disk(pgn: Path, tmp_path: Path, format: str) -> None:
    """A limit on the size of files has the same effect."""
    resource = pytest.importorskip("resource", reason="no POSIX")
    if format == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "from enroque import convert\n"
        f"convert({str(pgn)!r}, {str(tmp_path / 'out')!r}, to={format!r}, shard_games=118,"
        " on_unsupported='skip')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "File too large" in done.stderr.splitlines()[-1]
    assert "shard-00000" in done.stderr.splitlines()[-1]
    assert sorted(contents(tmp_path / "out")) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


RUN = (
    "import sys; from enroque import convert; "
    "convert(sys.argv[1], sys.argv[2], to=sys.argv[3], shard_games=int(sys.argv[4]))"
)


def start(source: Path, folder: Path, format: str, shard_games: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(source), str(folder), format, str(shard_games)]
    )


def kill_and_resume(source: Path, tmp_path: Path, format: str, kills: int, shard: int) -> None:
    """Runs that are killed at random moments and resumed write the same files."""
    started = time.monotonic()
    assert start(source, tmp_path / "whole", format, shard).wait() == 0
    seconds = time.monotonic() - started
    expected = contents(tmp_path / "whole")
    assert len(expected) > 5
    rng = random.Random(format)
    killed = rounds = 0
    while killed < kills:
        rounds += 1
        folder = tmp_path / f"killed-{rounds}"
        # one or more killed runs, then one that is not killed
        while True:
            process = start(source, folder, format, shard)
            try:
                process.wait(rng.uniform(0.1, 1.1) * seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                killed += 1
            else:
                assert process.returncode == 0
                break
            there = contents(folder) if folder.exists() else {}
            for name, data in there.items():
                if not name.startswith("."):
                    assert data == expected[name], name
            if rng.random() < 0.5:
                assert start(source, folder, format, shard).wait() == 0
                break
        assert contents(folder) == expected
    assert rounds <= 6 * kills


def test_killed_runs_are_resumed(games: Games, tmp_path: Path) -> None:
    Games.concatenate([games] * 100).to_pgn(tmp_path / "games.pgn")
    kill_and_resume(tmp_path / "games.pgn", tmp_path, "npz", 3, 1000)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("format", ["parquet", "npz", "pgn.zst", "viriformat"])
def test_many_kills(data_file: Callable[[str], Path], tmp_path: Path, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    source = tmp_path / "games.pgn.zst"
    Games.from_pgn(data_file("pgn/lichess_bullet_clk.pgn.zst")).to_pgn(source)
    if format == "viriformat":
        convert(
            source, tmp_path / "games.pgn", filter=enroque.Filter(result=("1-0", "0-1", "1/2-1/2"))
        )
        source = tmp_path / "games.pgn"
    kill_and_resume(source, tmp_path, format, 50 if format == "parquet" else 10, 3000)


def test_one_conversion_at_a_time(pgn: Path, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="no POSIX")
    folder = tmp_path / "out"
    other: list[str] = []

    def another(done: int, total: int) -> None:
        with pytest.raises(
            BlockingIOError, match="another conversion is writing shards there"
        ) as e:
            convert(pgn, folder, to="npz", shard_games=50)
        other.append(str(e.value.filename))

    first = convert(pgn, folder, to="npz", shard_games=50, progress=another)
    assert set(other) == {str(folder)}
    assert convert(pgn, folder, to="npz", shard_games=50) == first
    # a failed conversion releases the lock
    with pytest.raises(FileExistsError):
        convert(pgn, folder, to="npz", shard_games=60)
    descriptor = os.open(folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert main(["convert", str(pgn), str(folder), "--to", "npz"]) == 2
    os.close(descriptor)
    # single files in the same folder do not exclude each other
    convert(
        pgn,
        folder / "one.npz",
        progress=lambda *_: convert(pgn, folder / "two.npz", overwrite=True),
    )


@pytest.mark.parametrize(
    ("command", "there"), [("convert", True), ("convert", False), ("tensors", True)]
)
def test_without_pyarrow(
    pgn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], command: str, there: bool,
) -> None:  # fmt: skip
    table = tmp_path / "a.parquet"
    if there:
        table.write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    files = [table, tmp_path / "out.npz"] if there else [pgn, table]
    if command == "tensors":
        files = [table, "-o", tmp_path / "out"]
    assert main([command, *map(str, files)]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("enroque: this table needs pyarrow: pip")
    assert not (tmp_path / "out.npz").exists()


def test_memory_does_not_grow(games: Games, tmp_path: Path) -> None:
    peaks = []
    for times in (100, 800):
        source = tmp_path / f"{times}.pgn"
        games.to_pgn(tmp_path / "once.pgn")
        with source.open("wb") as file:
            text = (tmp_path / "once.pgn").read_bytes()
            for _ in range(times):
                file.write(text)
        folder = tmp_path / f"o{times}"
        (peak,) = peak_memory.run(f"{RUN}; print(peak())", source, folder, "npz", 4000)
        peaks.append(int(peak))
    assert peaks[1] < peaks[0] * 1.3 + 30, peaks
    assert len(list((tmp_path / "o800").glob("shard-*"))) == 24


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("format", ["npz", "parquet", "one group", "pgn.zst", "vf"])
def test_memory_does_not_grow_with_one_file(
    data_file: Callable[[str], Path], tmp_path: Path, format: str
) -> None:
    if format in ("parquet", "one group"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    games = Games.from_pgn(
        data_file("pgn/lichess_bullet_clk.pgn.zst"),
        filter=enroque.Filter(result=("1-0", "0-1")),
    )
    games.to_pgn(tmp_path / "once.pgn")
    text = (tmp_path / "once.pgn").read_bytes()
    code = (
        "import sys, enroque\n"
        "enroque.convert(sys.argv[1], sys.argv[2], on_unsupported='skip', missing_score=0)\n"
        "print(peak())"
    )

    def peak(*paths: Path) -> int:
        return int(peak_memory.run(code, *paths)[0])

    there, back = [], []
    for times in (4, 20):
        source = tmp_path / "many.pgn"
        with source.open("wb") as file:
            for _ in range(times):
                file.write(text)
        suffix = "parquet" if format == "one group" else format
        target = tmp_path / f"{times}.{suffix}"
        there.append(peak(source, target))
        source.unlink()
        if format == "one group":
            from pyarrow import parquet

            parquet.write_table(parquet.read_table(target), target, row_group_size=1 << 30)
        back.append(peak(target, tmp_path / f"back{times}.npz"))
    assert there[1] < there[0] * 1.1 + 30, there
    assert back[1] < back[0] * 1.1 + 30, back


def test_the_command(pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ["convert", str(pgn), str(out), "--to", "npz", "--shard-games", "50"]
    assert main([*words, "--min-plies", "20"]) == 0
    output = capsys.readouterr().out
    assert "118 games read" in output
    assert f"shards and {MANIFEST} in {out}" in output
    assert main([*words, "--min-plies", "20"]) == 0
    again = capsys.readouterr()
    assert "by an earlier run" in again.err
    assert again.out == output
    for arguments, message in [
        ([pgn, out, "--to", "npz"], "written with another filter, with other options"),
        ([pgn, tmp_path / "x.foo"], "cannot detect the format from the name: use a suffix"),
        ([pgn, tmp_path / "x.foo"], "known: pgn, npz, parquet, viriformat"),
        ([pgn, "-"], "pass the name of a file or folder"),
        ([pgn, "-", "--to", "pgn"], "pass the name of a file or folder"),
        ([tmp_path / "gone.pgn", tmp_path / "x.npz"], "gone.pgn: No such file"),
        ([pgn, tmp_path / "x.npz", "--min-ello", 3], "did you mean --min-elo"),
        ([pgn], "required: OUTPUT"),
        ([__file__, tmp_path / "x.npz"], "pass --from"),
        ([pgn, tmp_path / "x.npz", "--to", "pgn"], "but --to pgn"),
    ]:
        assert message in fails(capsys, "convert", *arguments)  # type: ignore[no-untyped-call]
