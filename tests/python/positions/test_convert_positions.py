"""`convert_positions` and `enroque convert --to positions`: shards, subsets, resumed runs."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import peak_memory
from command_line import fails
from enroque import Board, Column, Loader, Positions, convert, convert_positions
from enroque._files.positions import SHARD_SUFFIXES
from enroque.cli import main
from enroque.errors import ArgumentError, FileFormatError
from enroque.find import Check, Count, Turn
from random_play import KINDS, positions

SPLIT = {"train": 0.75, "test": 0.2}


def contents(folder: Path) -> dict[str, bytes]:
    """Returns the contents of all files in a folder and its subfolders."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a file of evaluations of 2,100 different positions, with two bad rows."""
    boards = [ours for kind in KINDS for _, ours in positions(kind, 700, 4)]
    lines = [f"{board.fen()},{number - 900}" for number, board in enumerate(boards)]
    lines[17], lines[1999] = "8/8 w,1", f"{boards[0].fen()},1.5"
    path = tmp_path_factory.mktemp("table") / "evals.csv"
    path.write_text("\n".join(["FEN,Evaluation", *lines, ""]))
    return path


def test_shards_are_the_rows(table: Path, tmp_path: Path) -> None:
    whole = Positions.read(table)
    done = convert_positions(table, tmp_path / "all", rows_per_shard=500)
    assert done.rows == {"read": len(whole), "filtered_out": 0, "kept": len(whole)}
    assert done.errors["kinds"] == whole.skipped == {"invalid_fen": 1, "invalid_score": 1}
    assert done.errors["first"] == [str(error) for error in whole.errors]
    assert [shard["positions"] for shard in done.shards[:-1]] == [500] * (len(done.shards) - 1)
    read = Positions.read(tmp_path / "all")
    assert read == whole
    assert read.source_row.tolist() == whole.source_row.tolist()
    assert set(read.source_names) == {str(table)}
    quiet = ~Check() & Count("!", min=20) & Turn(True)
    done = convert_positions(
        table, tmp_path / "split", rows_per_shard=300, filter=quiet, split=SPLIT, seed=3, threads=1
    )
    parts = whole.filter(quiet).split(SPLIT, seed=3)
    for name, part in parts.items():
        assert Positions.read(tmp_path / "split" / name) == part, name
        assert done.subsets[name] == len(part)
    assert done.filter == repr(quiet)
    assert done.rows["filtered_out"] == len(whole) - len(whole.filter(quiet))
    # the same bytes again, for any number of threads
    convert_positions(
        table, tmp_path / "again", rows_per_shard=300, filter=quiet, split=SPLIT, seed=3
    )
    assert contents(tmp_path / "again") == contents(tmp_path / "split")


def test_subsets_are_read_one_by_one(table: Path, tmp_path: Path) -> None:
    convert_positions(table, tmp_path / "o7", split={"train": 0.9, "test": 0.1}, seed=1)
    message = "has the subsets train and test: pass one, such as .*o7/train$"
    for folder in (tmp_path / "o7", tmp_path):
        for call in (Positions.read, Positions.stream, lambda path: Loader(path, Column.ply())):
            with pytest.raises(ArgumentError, match=message):
                call(folder)
        with pytest.raises(ArgumentError, match=message):
            convert_positions(folder, tmp_path / "again")
    parts = [Positions.read(tmp_path / "o7" / name) for name in ("train", "test")]
    both = Positions.read([tmp_path / "o7/train", tmp_path / "o7/test"])  # as the caller wants
    assert len(both) == sum(map(len, parts)) == len(Positions.read(table))
    convert_positions(table, tmp_path / "all", split={"train": 1.0}, seed=1)
    assert len(Positions.read(tmp_path / "all")) == len(both)  # one subset


@pytest.mark.parametrize("format", SHARD_SUFFIXES)
def test_formats(format: str, table: Path, tmp_path: Path) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    whole = Positions.read(table)
    done = convert_positions(table, tmp_path, to=format, rows_per_shard=1000)  # type: ignore[arg-type]
    assert done.format == f"positions.{format}"
    skipped = sum(sum(shard.get("skipped", {}).values()) for shard in done.shards)
    written = sum(shard["positions"] for shard in done.shards)
    assert skipped + written == len(whole)
    if format in ("bullet", "bulletformat", "ethereal", "plain"):  # there are no results, no moves
        assert (written, done.shards[0]["source_rows"]) == (0, 1000)
    elif format in ("behavioral_cloning", "action_value"):  # there are no moves
        assert written == 0
    elif format == "state_value":
        read = Positions.read(tmp_path)
        standard = [fen for fen in whole.fens() if not Board(fen).has_chess960_castling_rights()]
        assert read.fens() == [Board(fen).fen() for fen in standard]
    elif format == "jsonl":  # without clocks
        read = Positions.read(tmp_path)
        without_clocks = [[fen.split()[:4] for fen in table.fens()] for table in (read, whole)]
        assert without_clocks[0] == without_clocks[1]
        np.testing.assert_array_equal(read.evals, whole.evals)
    else:
        read = Positions.read(tmp_path)
        assert read.fens() == whole.fens()
        if format != "fens":
            np.testing.assert_array_equal(read.evals, whole.evals)
    assert convert_positions(
        table, tmp_path, to=format, rows_per_shard=1000  # type: ignore[arg-type]
    ).resumed == len(done.shards)  # fmt: skip


def test_folders_of_other_conversions(table: Path, tmp_path: Path) -> None:
    convert_positions(table, tmp_path, to="epd", split=SPLIT, seed=1)
    for change in ({"seed": 2}, {"filter": Check()}, {"to": "npz"}):
        options: dict[str, Any] = {"to": "epd", "split": SPLIT, "seed": 1, **change}
        with pytest.raises(FileExistsError, match=r"written (with|in) "):
            convert_positions(table, tmp_path, **options)
    with pytest.raises(FileExistsError):
        convert(b"1. e4 *", tmp_path, to="npz")
    # the files of the other conversion are gone
    convert_positions(table, tmp_path, rows_per_shard=10_000, overwrite=True)
    assert sorted(contents(tmp_path)) == ["manifest.json", "shard-00000.npz"]
    (tmp_path / "shard-00000.npz").unlink()
    with pytest.raises(FileNotFoundError):
        Positions.read(tmp_path)
    assert convert_positions(table, tmp_path, rows_per_shard=10_000).resumed == 0
    assert Positions.read(tmp_path) == Positions.read(table)


def test_an_unfinished_folder_is_not_read(table: Path, tmp_path: Path) -> None:
    convert_positions(table, tmp_path, split=SPLIT, seed=1)
    manifest = (tmp_path / "manifest.json").read_text()
    (tmp_path / "manifest.json").unlink()
    (tmp_path / ".conversion.json").write_text(f'{{"plan": {manifest}, "shards": []}}')
    for folder in (tmp_path, tmp_path / "train"):
        with pytest.raises(ArgumentError, match="has not finished"):
            Positions.read(folder)
    (tmp_path / ".conversion.json").unlink()
    (tmp_path / "manifest.json").write_text(manifest)
    (tmp_path / "train/shard-00000.npz").unlink()
    with pytest.raises(FileNotFoundError):
        Positions.read(tmp_path / "train")
    assert len(Positions.read(tmp_path / "test")) > 0


def test_nothing_is_written_on_errors(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, plain = tmp_path / "shards", tmp_path / "x.plain"
    plain.write_text("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nscore 3\ne\n")
    for arguments, message in [
        ([table, target, "--min-elo", 2000], "--min-elo is an option for games"),
        ([table, target, "--split", "a=0.5"], "--split needs --seed"),
        ([table, target, "--split", "a", "--seed", 1], "must be NAME=F"),
        ([table, target, "--split", "../a=1", "--seed", 1], "that of a folder"),
        ([table, target, "--split", "a=2", "--seed", 1], "between 0 and 1"),
        ([table, target, "--min-depth", "x"], "whole number"),
        ([table, target, "--turn", "red"], "invalid choice"),
        ([table, target, "--column", "fen"], "NAME=VALUE"),
        ([table, target, "--column", "fen=Fen"], "there is no column"),
        ([table, target, "--strict"], "row 18"),
        ([plain, target], "pass --unit cp"),
        ([tmp_path / "missing.csv", target], "No such file"),
        ([table, table], "Not a directory"),
        ([table, tmp_path / "new/shards", "--rows-per-shard", 0], "1 or more"),
    ]:
        assert message in fails(capsys, "convert", *arguments, "--to", "positions"), arguments
        assert not target.exists(), arguments
    assert "positions.xlsx" in fails(capsys, "convert", table, target, "--to", "positions.xlsx")
    line = fails(capsys, "convert", table, target, "--to", "npz", "--min-depth", 3)
    assert "--min-depth is an option for positions" in line
    assert not target.exists()
    convert_positions(table, target)
    source = target / "shard-00000.npz"
    with pytest.raises(ArgumentError, match="would be overwritten"):
        convert_positions(source, target, overwrite=True)


def test_command_line(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["convert", str(table), str(tmp_path / "s"), "--to", "positions", "--no-check"]
    arguments += ["--split", "train=0.75,test=0.2", "--seed", "3", "--rows-per-shard", "300"]
    assert main(arguments) == 0
    output = capsys.readouterr()
    quiet = Positions.read(table).filter(~Check()).split(SPLIT, seed=3)
    sizes = ", ".join(f"{name} {len(part)}" for name, part in quiet.items())
    assert output.out.splitlines()[-1].endswith(sizes)
    assert "invalid_fen 1, invalid_score 1" in output.out
    assert Positions.read(tmp_path / "s/test") == quiet["test"]
    assert main(arguments) == 0
    assert "written by an earlier run" in capsys.readouterr().err


def test_a_damaged_file(table: Path, tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    damaged = tmp_path / "damaged.csv.zst"
    damaged.write_bytes(zstandard.compress(table.read_bytes())[:-50])
    with pytest.raises(FileFormatError, match="truncated"):
        convert_positions([damaged, table], tmp_path / "a", rows_per_shard=100)
    done = convert_positions([damaged, table], tmp_path / "a", rows_per_shard=100, on_error="skip")
    assert len(done.errors["sources"]) == 1
    assert done.errors["kinds"]["source"] == 1
    both = Positions.read([damaged, table])
    assert Positions.read(tmp_path / "a") == both


def test_killed_runs_are_continued(table: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "enroque", "convert", str(table), str(table)]
    options = [
        "--to",
        "positions",
        "--rows-per-shard",
        "60",
        "--split",
        "a=0.6,b=0.4",
        "--seed",
        "1",
    ]
    subprocess.run([*command, str(tmp_path / "whole"), *options], check=True, capture_output=True)
    generator, killed = random.Random(1), 0
    for number in range(6):
        folder = tmp_path / f"killed-{number}"
        process = subprocess.Popen(
            [*command, str(folder), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        journal = folder / ".conversion.json"
        while process.poll() is None and not journal.exists():
            time.sleep(0.002)
        time.sleep(generator.uniform(0, 0.15))
        killed += process.poll() is None
        process.kill()
        process.wait()
        subprocess.run([*command, str(folder), *options], check=True, capture_output=True)
        assert contents(folder) == contents(tmp_path / "whole")
    assert killed > 0


def test_memory_is_bounded(table: Path, tmp_path: Path) -> None:
    code = """
import sys
from enroque import convert_positions
for path in sys.argv[1:]:
    convert_positions(path, path + "-shards", rows_per_shard=20_000)
    print(peak())
"""
    text = table.read_bytes()
    header, rows = text.split(b"\n", 1)
    for name, times in (("small", 120), ("large", 600)):
        (tmp_path / name).write_bytes(header + b"\n" + rows * times)
    small, large = map(int, peak_memory.run(code, tmp_path / "small", tmp_path / "large"))
    assert os.path.getsize(tmp_path / "large") > 30 << 20
    assert large < small + 40
