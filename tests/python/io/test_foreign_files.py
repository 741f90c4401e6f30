"""Files of every other kind: each reader reads them or names the problem."""

import gzip
import io
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from enroque import Games, Positions, Writer, formats, plan_splits
from enroque.data import example_games
from enroque.errors import ArgumentError, EnroqueError, FileFormatError

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each kind."""
    folder = tmp_path_factory.mktemp("kinds")
    games = example_games()[:20]
    for name in ("g.pgn", "g.pgn.zst", "g.npz", "g.parquet"):
        games.write(folder / name)
    for name in ("g.vf", "g.binpack", "g.v6", "g.bf"):
        games.write(folder / name, missing_score=0, on_unsupported="skip")
    positions = Positions.from_games(games, *games.positions())
    for suffix in (".npz", ".parquet", ".csv", ".epd", ".fen"):
        positions.write(folder / f"p{suffix}")
    (folder / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(300))
    (folder / "zeros").write_bytes(bytes(1000))
    (folder / "x.pkl").write_bytes(pickle.dumps(list(range(300))))
    (folder / "words.txt").write_text("only words\nand more\n")
    (folder / "page.html").write_text("<!DOCTYPE html><html><body>404</body></html>\n")
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(data))
        (folder / f"half-{path.name}").write_bytes(data[: len(data) // 2])
    return folder


READERS: dict[str, Callable[[Path], Any]] = {
    "Games.read": Games.read,
    "Games.read an open file": lambda path: Games.read(io.BytesIO(path.read_bytes())),
    "Games.read bytes": lambda path: Games.read(path.read_bytes()),
    "Games.from_pgn": Games.from_pgn,
    "Games.stream": lambda path: Games.concatenate(Games.stream(path)),
    "Positions.read": Positions.read,
    "Positions.read an open file": lambda path: Positions.read(io.BytesIO(path.read_bytes())),
    "Positions.read bytes": lambda path: Positions.read(path.read_bytes()),
    **{
        name: lambda path, name=name: list(formats.stream_records(path, name))  # type: ignore[misc]
        for name in ("bulletformat", "lc0", "state_value")
    },
}


@pytest.mark.parametrize("reader", READERS)
def test_files_are_read_or_named(reader: str, folder: Path) -> None:
    read, unnamed = 0, list[str]()
    for path in sorted(folder.iterdir()):
        try:
            result = READERS[reader](path)
        except (EnroqueError, OSError) as error:
            unnamed += [path.name] if path.name not in str(error) else []
            continue
        has_reports = isinstance(result, Games | Positions) and result.error_count > 0
        assert len(result) or has_reports, path
        read += 1
    assert read or reader == "state_value"
    assert not unnamed or reader.endswith(("bytes", "an open file"))


@pytest.mark.parametrize("name", ["g.parquet", "g.npz", "p.npz", "g.vf", "g.binpack", "x.png"])
def test_binary_data_in_place_of_pgn(name: str, folder: Path) -> None:
    data = (folder / name).read_bytes()
    kinds = {"parquet": "a Parquet file", "npz": "an .npz file"}
    kind = kinds.get(name.partition(".")[2], "binary data")
    with (folder / name).open("rb") as file:
        for source in (file, data, bytearray(data), io.BytesIO(data), [data]):
            for read in (Games.read, Games.from_pgn, Games.stream):
                with pytest.raises(FileFormatError, match=f"this is {kind}, not PGN"):
                    read(source)  # type: ignore[operator]
        assert file.tell() == 0
    (folder.parent / "unnamed").write_bytes(data)
    for other in (Games.from_pgn, plan_splits):
        with pytest.raises(FileFormatError, match=f"unnamed: this is {kind}"):
            other(folder.parent / "unnamed")  # type: ignore[operator]


def test_files_of_pgn_are_read_from_where_they_are(folder: Path) -> None:
    for name in ("g.pgn", "g.pgn.zst", "g.pgn.gz"):
        with (folder / name).open("rb") as file:
            assert len(Games.read(file)) == 20
    text = io.BytesIO(b"\0\1\2" * 100 + b"1. e4 *")
    text.seek(300)
    assert len(Games.read(text)) == 1
    assert len(Games.read(b"1. e4 *\n" + b"\x1b")) == 1


def test_tables_of_the_other_kind_are_named(folder: Path) -> None:
    for name in ("p.npz", "p.parquet"):
        with pytest.raises(FileFormatError, match=r"use Positions\.read"):
            Games.read(folder / name)
    for name in ("g.npz", "g.parquet", "g.pgn", "g.vf"):
        with pytest.raises((ArgumentError, FileFormatError), match=r"Positions\.from_games"):
            Positions.read(folder / name)
    with pytest.raises(FileFormatError, match="this is PGN"):
        Positions.read((folder / "g.pgn").read_bytes())
    with pytest.raises(FileFormatError, match="this is a Parquet file"):
        Positions.read((folder / "p.parquet").read_bytes())


@pytest.mark.parametrize("read", [Games.read, Games.from_pgn, Games.stream, Positions.read])
def test_urls_and_tildes_are_named(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    for name in ("https://x.org/a.pgn", "s3://bucket/a.parquet?b=*"):
        with pytest.raises(ImportError, match=r"fsspec: pip install 'enroque\[remote\]'"):
            read(name)
    with pytest.raises(FileNotFoundError, match="pass it as a str, not as a Path"):
        read(Path("https://x.org/a.pgn"))
    with pytest.raises(FileNotFoundError, match="expanduser") as error:
        read("~/a.pgn")
    assert error.value.filename == "~/a.pgn"


@pytest.mark.parametrize(
    "wrong", ["games.pgn", Path("games.pgn"), [b"x"], None, Positions.from_fens([])]
)
def test_games_that_are_none(wrong: Any, tmp_path: Path) -> None:
    for name in ("x.pgn", "x.npz", "x.parquet", "x.vf", "x.v6"):
        with (
            pytest.raises(TypeError, match=r"games must be an enroque\.Games, not"),
            Writer(tmp_path / name) as writer,
        ):
            writer.write(wrong)
    assert not [*tmp_path.iterdir()]


def test_a_path_in_place_of_games_names_the_call(tmp_path: Path) -> None:
    with (
        pytest.raises(TypeError, match=r"not str: pass Games\.read\('games.pgn'\)"),
        Writer(tmp_path / "x.npz") as writer,
    ):
        writer.write("games.pgn")  # type: ignore[arg-type]


def test_positions_of_games_in_memory_are_named() -> None:
    with pytest.raises(FileFormatError, match=r"games: use Positions\.from_games"):
        Positions.read(example_games())


def test_the_index_of_pandas_is_no_column() -> None:
    row = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    for index in ("", "Unnamed: 0", "index"):
        table = f"{index},FEN,Evaluation\n0,{row},5\n1,{row},-5\n".encode()
        positions = Positions.read(table)
        assert positions.evals is not None
        assert positions.evals.tolist() == [5, -5]
