"""Sources of `Positions.read` and `stream`: those of `Games.read`, with the same errors."""

import bz2
import gzip
import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from enroque import Games, Positions
from enroque.errors import ArgumentError
from test_positions import FENS

TEXTS = [f"FEN,Evaluation\n{fen},{number}\n".encode() for number, fen in enumerate(FENS)]
"""Four files with a row each."""


def evals(source: object) -> list[int]:
    """Returns the evaluations of a source, read whole and as a stream."""
    whole = Positions.read(source)  # type: ignore[arg-type]
    assert (whole.error_count, whole.warning_count) == (0, 0)
    return whole.evals.tolist()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with four files, one in a subfolder, and others that are not read."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.csv").write_bytes(TEXTS[0])
    (tmp_path / "b.CSV.gz").write_bytes(gzip.compress(TEXTS[1]))
    (tmp_path / "c.csv.bz2").write_bytes(bz2.compress(TEXTS[2]))
    (tmp_path / "sub/d.csv").write_bytes(TEXTS[3])
    (tmp_path / "README.md").write_text("not positions")
    (tmp_path / ".hidden.csv").write_text("not positions")
    return tmp_path


def test_folders_patterns_and_lists(folder: Path) -> None:
    assert evals(folder) == evals(str(folder)) == [0, 1, 2, 3]
    assert evals(f"{folder}/*.csv*") == [0, 2]
    assert evals(f"{folder}/**/*.csv") == [0, 3]
    assert evals([folder / "sub", TEXTS[2], io.BytesIO(TEXTS[1])]) == [3, 2, 1]
    assert evals(path for path in [folder / "a.csv", folder / "sub"]) == [0, 3]
    assert evals(io.StringIO(TEXTS[2].decode())) == [2]
    assert evals(bytearray(TEXTS[2])) == evals(memoryview(TEXTS[2])) == [2]
    read = Positions.read(folder)
    assert [os.path.basename(name) for name in read.source_names] == [
        "a.csv", "b.CSV.gz", "c.csv.bz2", "d.csv"
    ]  # fmt: skip
    with Positions.stream(folder, rows_per_batch=3) as stream:
        batches = list(stream)
    assert [len(batch) for batch in batches] == [3, 1]
    assert Positions.concatenate(batches) == read
    assert stream.bytes_read == sum(
        path.stat().st_size for path in folder.rglob("[a-d].*") if path.is_file()
    )


def test_zip_archives(tmp_path: Path) -> None:
    archive = tmp_path / "kaggle.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for number, text in enumerate(TEXTS):
            file.writestr(f"part{number}.csv", text)
        file.writestr("notes.md", "not positions")
    assert evals(archive) == evals(archive.read_bytes()) == [0, 1, 2, 3]
    assert Positions.read(archive).source_names[0] == f"{archive}/part0.csv"
    archive.write_bytes(archive.read_bytes()[:-30])
    damaged = Positions.read(archive)
    assert damaged.evals.tolist() == [0, 1, 2, 3]
    assert damaged.skipped == {"source": 1}


def test_several_tables(tmp_path: Path) -> None:
    for number, text in enumerate(TEXTS):
        Positions.read(text).write(tmp_path / f"{number}.npz")
    (tmp_path / "x.csv").write_bytes(TEXTS[3] + b"bad,1\n")
    assert Positions.read(tmp_path).evals.tolist() == [0, 1, 2, 3, 3]
    many = Positions.read(f"FEN,Evaluation\n{FENS[0]},1\nbad,2\n{FENS[1]},3\n".encode())
    many.write(tmp_path / "0.npz")
    batches = list(Positions.stream(tmp_path, rows_per_batch=1))
    assert [batch.evals.tolist() for batch in batches if len(batch)] == [
        [1],
        [3],
        [1],
        [2],
        [3],
        [3],
    ]
    # the error of a row that is not there is in the first batch of its table, once
    assert [batch.error_count for batch in batches][:2] == [1, 0]
    assert sum(batch.error_count for batch in batches) == 2
    pa = pytest.importorskip("pyarrow")
    table = pa.table(Positions.read(TEXTS[1]))
    assert evals([table, TEXTS[0], table]) == [1, 0, 1]
    assert evals(iter([table])) == [1]


def test_errors_are_those_of_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "empty").mkdir()
    for read in (Games.read, Positions.read, Positions.stream):
        for source in ("missing.csv", f"{folder}/*.nothing", folder / "empty", "missing.npz"):
            with pytest.raises(FileNotFoundError):
                read(source)
        with pytest.raises(ArgumentError, match="no source"):
            read([])
        for source in (3, None, [3], {"a": 1}):
            with pytest.raises(TypeError, match="must be a path"):
                read(source)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError, match="text, not a path"):
            read("1. e4 *\n")
        (folder / "empty/.conversion.json").write_text("{}")
        with pytest.raises(ArgumentError, match="has not finished"):
            read(folder / "empty")
        (folder / "empty/.conversion.json").unlink()
        (folder / "empty/manifest.json").write_text(
            json.dumps({"shards": [{"file": "x", "rows": 1}]})
        )
        with pytest.raises(ArgumentError, match="contains arrays of `enroque tensors`"):
            read(folder / "empty")
        (folder / "empty/manifest.json").unlink()
    with pytest.raises(ArgumentError, match=r"from_fens\(\[fen\]\)"):
        Positions.read(FENS[0])
    with pytest.raises(ArgumentError, match="is text, not a path"):
        Positions.read(TEXTS[0].decode())
    games = {"shards": [{"file": "a.csv", "games": 1}]}
    (folder / "manifest.json").write_text(json.dumps(games))
    with pytest.raises(ArgumentError, match="contains games, not positions"):
        Positions.read(folder)


def test_a_pipe(tmp_path: Path) -> None:
    read, write = os.pipe()
    with os.fdopen(write, "wb") as file:
        file.write(TEXTS[1])
    with os.fdopen(read, "rb") as file:
        assert evals(file) == [1]
