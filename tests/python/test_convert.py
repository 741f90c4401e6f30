"""`enroque.convert`: all kinds of files, in shards that are whole, through kills and faults."""

import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import enroque
from command_line import fails
from enroque import Games
from enroque.cli import main
from enroque.conversion import MANIFEST, Conversion, convert, kind_of, suffix_of
from enroque.data import example_games

STANDARD = {"on_unsupported": "skip", "variant": "standard"}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, hidden ones too."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def games() -> Games:
    return example_games()


@pytest.fixture
def pgn(games: Games, tmp_path: Path) -> Path:
    games.to_pgn(tmp_path / "games.pgn")
    return tmp_path / "games.pgn"


def test_kinds_of_files() -> None:
    for name, kind in [
        ("a.pgn", "pgn"), ("a.PGN.zst", "pgn"), ("a.zip", "pgn"), ("a.npz", "npz"),
        ("a.parquet", "parquet"), ("a.vf", "viriformat"), ("a.binpack.zst", "binpack"),
        ("a.txt", None), ("pgn", None), (".pgn.txt", None),
    ]:  # fmt: skip
        assert kind_of(name) == kind, name
    assert suffix_of("pgn.zst") == ".pgn.zst"
    for kind in enroque.formats.FORMATS:
        assert kind_of(f"shard-00000{suffix_of(kind)}") == kind
        assert kind_of(f"shard-00000{suffix_of(f'{kind}.zst')}") == kind
    for wrong in ("txt", "parquet.zst", "pgn.xz", ""):
        with pytest.raises(ValueError, match="unknown kind"):
            suffix_of(wrong)


@pytest.mark.parametrize("name", ["b.pgn", "b.pgn.zst", "b.pgn.gz", "b.npz", "b.parquet"])
def test_there_and_back(games: Games, pgn: Path, tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    done = convert(pgn, tmp_path / name)
    assert done.games == {"read": 118, "kept": 118, "broken": 0}
    assert done.positions == len(games.moves)
    assert [shard["file"] for shard in done.shards] == [name]
    convert(tmp_path / name, tmp_path / "again.npz")
    assert Games.load(tmp_path / "again.npz") == games
    assert sorted(contents(tmp_path)) == sorted(
        ["games.pgn", name, f"{name}.{MANIFEST}", "again.npz", f"again.npz.{MANIFEST}"]
    )


def test_files_of_positions(pgn: Path, tmp_path: Path) -> None:
    for kind in ("bulletformat", "state_value", "lc0.gz"):
        done = convert(pgn, tmp_path / kind, to=kind, **STANDARD)  # type: ignore[arg-type]
        assert done.shards[0]["games"] > 0
        assert (tmp_path / kind / done.shards[0]["file"]).stat().st_size == done.shards[0]["bytes"]
    with pytest.raises(enroque.EncodingError, match="positions"):
        convert(tmp_path / "bulletformat", tmp_path / "x.npz")


@pytest.mark.parametrize("kind", ["bulletformat", "state_value", "viriformat"])
def test_unknown_evaluations_are_what_write_makes_of_them(kind: str, tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text("1. e4 { [%eval 0.3] } e5 2. Nf3 { [%eval 0.1] } Nc6 1-0\n")
    games = Games.from_pgn(source)
    suffix = suffix_of(kind)
    for number, options in enumerate([{}, {"missing_score": -7}, {"on_unsupported": "skip"}]):
        expected = tmp_path / f"{number}a{suffix}"
        try:
            enroque.formats.write(games, expected, kind, **options)  # type: ignore[arg-type]
        except enroque.EncodingError as error:
            with pytest.raises(enroque.EncodingError, match=re.escape(str(error))):
                convert(source, tmp_path / f"{number}b{suffix}", **options)  # type: ignore[arg-type]
            assert (kind, options) != ("viriformat", {})
        else:
            convert(source, tmp_path / f"{number}b{suffix}", **options)  # type: ignore[arg-type]
            assert (tmp_path / f"{number}b{suffix}").read_bytes() == expected.read_bytes()
    path = str(tmp_path / f"c{suffix}")
    assert main(["convert", str(source), path, "--missing-score", "-7"]) == 0
    assert Path(path).read_bytes() == (tmp_path / f"1a{suffix}").read_bytes()


@pytest.mark.parametrize("name", ["b.vf", "b.viriformat.zst", "b.binpack"])
def test_trainers_files(games: Games, pgn: Path, tmp_path: Path, name: str) -> None:
    done = convert(pgn, tmp_path / name, **STANDARD)  # type: ignore[arg-type]
    convert(tmp_path / name, tmp_path / "again.npz")
    again = Games.load(tmp_path / "again.npz")
    standard = games[~games.chess960]
    assert len(again) == done.shards[0]["games"]
    assert len(again) + sum(done.shards[0].get("left_out", {}).values()) == len(standard)
    assert done.removed == {"variant": len(games) - len(standard)}
    assert set(again.fingerprints.tolist()) <= set(standard.fingerprints.tolist())
    if any(games.chess960) and name.endswith("binpack"):
        with pytest.raises(enroque.EncodingError, match="Chess960"):
            convert(pgn, tmp_path / "c.binpack", variant="chess960")
        assert not list(tmp_path.glob("*c.binpack*"))


def test_shards_and_manifest(games: Games, pgn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "shards"
    done = convert(pgn, folder, to="npz", shard_games=50, min_plies=30)
    kept = games[games.plies >= 30]
    assert sorted(contents(folder)) == [MANIFEST, *(shard["file"] for shard in done.shards)]
    parts = [Games.load(folder / shard["file"]) for shard in done.shards]
    assert [len(part) for part in parts[:-1]] == [50] * (len(parts) - 1)
    assert Games.concatenate(parts) == kept
    manifest = json.loads((folder / MANIFEST).read_bytes())
    assert Conversion(**manifest) == done
    assert manifest["sources"] == [{"path": str(pgn), "kind": "pgn", "bytes": pgn.stat().st_size}]
    assert manifest["filter"] == {"min_plies": 30}
    assert manifest["removed"] == {"plies": len(games) - len(kept)} or not manifest["removed"]
    assert manifest["games"]["read"] == len(games)
    assert manifest["made_with"]["enroque"] == enroque.__version__
    # all of a folder, sorted, with what is not games passed over
    convert(folder, tmp_path / "joined.npz")
    assert Games.load(tmp_path / "joined.npz") == kept
    convert(str(folder / "shard-*.npz"), tmp_path / "joined.pgn")
    assert Games.from_pgn(tmp_path / "joined.pgn") == kept


def test_columns_can_be_asked(games: Games, tmp_path: Path) -> None:
    games.save(tmp_path / "all.npz")
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
        of_columns = convert(tmp_path / "all.npz", tmp_path / f"{number}a.npz", **criteria)  # type: ignore[arg-type]
        of_text = convert(tmp_path / "all.pgn", tmp_path / f"{number}b.npz", **criteria)  # type: ignore[arg-type]
        assert of_columns.games == of_text.games, criteria
        assert of_columns.removed == of_text.removed, criteria
        a, b = Games.load(tmp_path / f"{number}a.npz"), Games.load(tmp_path / f"{number}b.npz")
        assert a == b, criteria
    convert(tmp_path / "all.npz", tmp_path / "all.vf", on_unsupported="skip")
    with pytest.raises(ValueError, match=r"all\.vf has no tags, which eco asks"):
        convert(tmp_path / "all.vf", tmp_path / "x.npz", eco="B")


def test_nothing_is_written_over(games: Games, pgn: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.npz").write_text("mine")
    with pytest.raises(FileExistsError, match="is there already"):
        convert(pgn, tmp_path / "mine.npz")
    assert (tmp_path / "mine.npz").read_text() == "mine"
    folder = tmp_path / "folder"
    first = convert(pgn, folder, to="npz", shard_games=60)
    assert first.resumed == 0
    before = contents(folder)
    again = convert(pgn, folder, to="npz", shard_games=60)
    assert again == first
    assert again.resumed == len(first.shards)
    with pytest.raises(FileExistsError, match="another conversion"):
        convert(pgn, folder, to="npz", shard_games=50)
    assert contents(folder) == before
    (folder / "notes.txt").write_text("kept")
    convert(pgn, folder, to="pgn", shard_games=50, overwrite=True)
    assert sorted(contents(folder)) == [
        MANIFEST, "notes.txt", "shard-00000.pgn", "shard-00001.pgn", "shard-00002.pgn",
    ]  # fmt: skip
    # a shard that went away is made again
    convert(pgn, folder, to="npz", shard_games=60, overwrite=True)
    (folder / "shard-00001.npz").unlink()
    with pytest.raises(FileExistsError):
        convert(pgn, folder, to="npz", shard_games=60)
    for source, target in [(pgn, pgn), (folder, folder)]:
        options: dict[str, Any] = {} if target == pgn else {"to": "npz"}
        with pytest.raises(ValueError, match="would be written over"):
            convert(source, target, **options)


def test_what_does_not_fit_together(pgn: Path, tmp_path: Path) -> None:
    for target, options, message in [
        ("x.foo", {}, "does not say what kind"),
        ("folder", {}, "does not say what kind"),
        ("x.npz", {"to": "pgn"}, "the name of a npz file"),
        ("x.npz", {"shard_games": 5}, "shards are written to a folder"),
        ("folder", {"to": "foo"}, "unknown kind"),
        ("folder", {"to": "npz", "shard_games": 0}, "1 or more"),
    ]:
        with pytest.raises(ValueError, match=message):
            convert(pgn, tmp_path / target, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="did you mean min_elo"):
        convert(pgn, tmp_path / "x.npz", min_ello=5)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        convert(tmp_path / "nowhere.pgn", tmp_path / "x.npz")
    with pytest.raises(FileNotFoundError, match="no files of games"):
        convert(tmp_path / "*.binpack", tmp_path / "x.npz")
    with pytest.raises(NotADirectoryError):
        convert(pgn, pgn, to="npz", shard_games=5)
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]


def test_damage_in_the_middle(games: Games, tmp_path: Path) -> None:
    many = Games.concatenate([games] * 3)
    many.save(tmp_path / "a.npz")
    (tmp_path / "b.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:-300])
    sources = [tmp_path / "a.npz", tmp_path / "b.npz"]
    with pytest.raises(enroque.FileFormatError, match=r"b\.npz"):
        convert(sources, tmp_path / "out", to="pgn", shard_games=100)
    names = sorted(contents(tmp_path / "out"))
    assert [name for name in names if name.startswith("shard")] == [
        "shard-00000.pgn", "shard-00001.pgn", "shard-00002.pgn",
    ]  # fmt: skip
    assert MANIFEST not in names
    # of a damaged PGN the games before are kept, and the manifest says what was wrong
    (tmp_path / "cut.pgn").write_text('[Event "1"]\n\n1. e4 e5 *\n\n[Event "2"]\n\n1. e4 Ke5 *\n')
    done = convert(tmp_path / "cut.pgn", tmp_path / "cut.npz")
    assert done.games == {"read": 2, "kept": 2, "broken": 1}
    assert done.errors["count"] == 1
    assert "cut.pgn:7" in done.errors["first"][0]


def test_no_games_at_all(tmp_path: Path) -> None:
    (tmp_path / "none.pgn").write_text("")
    done = convert(tmp_path / "none.pgn", tmp_path / "none.npz")
    assert done.games["kept"] == 0
    assert len(Games.load(tmp_path / "none.npz")) == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(pgn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(PermissionError, match="closed"):
        convert(pgn, folder, to="npz")


@pytest.mark.parametrize("kind", ["pgn", "npz", "parquet", "viriformat"])
def test_a_full_disk(pgn: Path, tmp_path: Path, kind: str) -> None:
    """A limit on the size of files is what a process can set without a disk of its own."""
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "from enroque import convert\n"
        f"convert({str(pgn)!r}, {str(tmp_path / 'out')!r}, to={kind!r}, shard_games=118,"
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


def start(source: Path, folder: Path, kind: str, shard_games: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(source), str(folder), kind, str(shard_games)]
    )


def kill_and_resume(source: Path, tmp_path: Path, kind: str, kills: int, shard: int) -> None:
    """Runs that are killed at random moments end with the files of an undisturbed one."""
    begun = time.monotonic()
    assert start(source, tmp_path / "whole", kind, shard).wait() == 0
    seconds = time.monotonic() - begun
    expected = contents(tmp_path / "whole")
    assert len(expected) > 5
    rng = random.Random(kind)
    killed = rounds = 0
    while killed < kills:
        rounds += 1
        folder = tmp_path / f"killed-{rounds}"
        # a kill, perhaps more of them, then a run that is let be
        while True:
            process = start(source, folder, kind, shard)
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
                assert start(source, folder, kind, shard).wait() == 0
                break
        assert contents(folder) == expected
    assert rounds <= 6 * kills


def test_killed_runs_go_on(games: Games, tmp_path: Path) -> None:
    Games.concatenate([games] * 100).to_pgn(tmp_path / "games.pgn")
    kill_and_resume(tmp_path / "games.pgn", tmp_path, "npz", 3, 1000)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", ["parquet", "npz", "pgn.zst", "viriformat"])
def test_many_kills(shared_data: Path, tmp_path: Path, kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    source = tmp_path / "games.pgn.zst"
    Games.from_pgn(shared_data / "pgn" / "lichess_bullet_clk.pgn.zst").to_pgn(source)
    if kind == "viriformat":
        convert(source, tmp_path / "games.pgn", result=("1-0", "0-1", "1/2-1/2"))
        source = tmp_path / "games.pgn"
    kill_and_resume(source, tmp_path, kind, 50 if kind == "parquet" else 10, 3000)


def test_memory_does_not_grow(games: Games, tmp_path: Path) -> None:
    peaks = []
    for times in (100, 800):
        source = tmp_path / f"{times}.pgn"
        games.to_pgn(tmp_path / "once.pgn")
        with source.open("wb") as file:
            text = (tmp_path / "once.pgn").read_bytes()
            for _ in range(times):
                file.write(text)
        code = RUN + "; import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        done = subprocess.run(
            [sys.executable, "-c", code, str(source), str(tmp_path / f"o{times}"), "npz", "4000"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        peaks.append(int(done.stdout) / 1024)
    assert peaks[1] < peaks[0] * 1.3 + 30, peaks
    assert len(list((tmp_path / "o800").glob("shard-*"))) == 24


def test_the_command(pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ["convert", str(pgn), str(out), "--to", "npz", "--shard-games", "50"]
    assert main([*words, "--min-plies", "20"]) == 0
    said = capsys.readouterr().out
    assert "118 games read" in said
    assert f"shards and {MANIFEST} in {out}" in said
    assert main([*words, "--min-plies", "20"]) == 0
    again = capsys.readouterr()
    assert "from an earlier run" in again.err
    assert again.out == said
    for arguments, message in [
        ([pgn, out, "--to", "npz"], "another conversion"),
        ([pgn, tmp_path / "x.foo"], "does not say what kind"),
        ([tmp_path / "gone.pgn", tmp_path / "x.npz"], "gone.pgn: No such file"),
        ([pgn, tmp_path / "x.npz", "--min-ello", 3], "did you mean --min-elo"),
        ([pgn], "required: OUTPUT"),
    ]:
        assert message in fails(capsys, "convert", *arguments)  # type: ignore[no-untyped-call]
