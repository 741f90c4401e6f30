"""`Games` as Arrow tables and Parquet files, and in packages that read them."""

import datetime
import gc
import io
import itertools
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Games
from enroque.errors import ArgumentError, FileFormatError
from pgn_model import PGN_FILES

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
import pyarrow.parquet as pq  # noqa: E402

from enroque import arrow, npz, parquet  # noqa: E402

TEXT = """[Event "One"]
[White "Ann \\"A\\" \\\\ é"]
[WhiteElo "2100"]
[Result "1-0"]

1. e4 { [%eval 0.30] [%clk 0:03:00] } 1... e5 { [%clk 0:02:59.5] } 2. Qh5 Nc6 1-0

[Event "Two"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "1/2-1/2"]

1. g3 g6 2. O-O O-O 1/2-1/2

[FEN "4k3/8/8/8/8/8/8/4K2R w K - 3 9"]

1. O-O { [%clk 0:00:01] } *

1. d4 d5 2. Ke5 c6 0-1

[FEN "4k3/8/8/8/8/8/8/4K2R w K - 3 9"]

*

[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 { [%eval #-3] } *

"""


@pytest.fixture(scope="module")
def games() -> Games:
    return Games.from_pgn(io.StringIO(TEXT))


def test_columns_are_documented(games: Games) -> None:
    table = arrow.to_arrow(games)
    assert table.schema.equals(arrow.arrow_schema())
    rows = table.to_pylist()
    assert [row["start"] for row in rows[:2]] == [518, games.start[1]]
    assert rows[2]["start"] is None
    assert rows[2]["fen"] == "4k3/8/8/8/8/8/8/4K2R w K - 3 9"
    assert [row["result"] for row in rows] == [1, 0, None, -1, None, None]
    assert rows[0]["white_elo"] == 2100
    assert rows[0]["black_elo"] is None
    assert rows[0]["evals"] == [30, None, None, None]
    assert rows[0]["clocks"] == [180_000, 179_500, None, None]
    assert rows[1]["evals"] is None
    assert rows[0]["moves"] == games.moves[:4].tolist()
    assert rows[0]["tags"][1] == {"name": "White", "value": 'Ann "A" \\ é'}
    assert [row["broken"] for row in rows] == [False, False, False, True, False, False]
    assert rows[5]["start"] > 960
    for name in arrow.arrow_schema().names:
        assert f"`{name}`" in (arrow.__doc__ or "")


def with_dictionaries(games: Games, empty: str | None = "") -> pa.Table:
    """Returns a table whose tags are dictionaries, with `empty` for empty strings."""
    table = pa.table(games).combine_chunks()
    tags = table.column("tags").combine_chunks()
    names, values = tags.values.flatten()
    values = pa.array([value or empty for value in values.to_pylist()], pa.string())
    pairs = pa.StructArray.from_arrays(
        [names.dictionary_encode(), values.dictionary_encode()], names=["name", "value"]
    )
    lists = pa.ListArray.from_arrays(tags.offsets, pairs)
    return table.set_column(table.schema.get_field_index("tags"), "tags", lists)


WAYS: dict[str, Callable[[Games], Any]] = {
    "games": lambda games: games,
    "table": arrow.to_arrow,
    "reader": arrow.reader,
    "batch": lambda games: next(arrow.batches(games)),
    "slice": lambda games: pa.table(games + games).slice(len(games)),
    "chunks": lambda games: pa.concat_tables([pa.table(games[:2]), pa.table(games[2:])]),
    "sorted columns": lambda games: pa.table(games).select(sorted(pa.table(games).schema.names)),
    "dictionaries": with_dictionaries,
    "dictionaries with nulls": lambda games: with_dictionaries(games, None),
    "large types": lambda games: pa.table(games).cast(
        pa.schema(
            [
                (field.name, pa.large_list(field.type.value_type))
                if pa.types.is_list(field.type)
                else (field.name, pa.int64() if pa.types.is_integer(field.type) else field.type)
                for field in arrow.arrow_schema()
            ]
        )
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_tables_round_trip(games: Games, way: str) -> None:
    assert Games.from_arrow(WAYS[way](games)) == games
    assert Games.from_arrow(WAYS[way](games[:0] + games)) == games


def test_packages_that_read_arrow(games: Games) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    assert Games.from_arrow(polars.DataFrame(games)) == games
    assert polars.DataFrame(games)["moves"].list.len().to_list() == games.plies.tolist()


def test_duckdb_reads_games(games: Games) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    connection = duckdb.connect()
    found = connection.sql("select result, sum(len(moves)) from games group by 1 order by 1")
    assert found.fetchall() == [(-1, 2), (0, 4), (1, 4), (None, 2)]
    tags = connection.sql("select map_from_entries(tags)['Event'] from games limit 2")
    assert tags.fetchall() == [("One",), ("Two",)]
    assert Games.from_arrow(connection.sql("select * from games")) == games


def test_pandas_reads_games(games: Games) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = arrow.to_arrow(games).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert Games.from_arrow(frame) == games


@pytest.mark.filterwarnings("ignore")  # of dependencies of datasets
def test_datasets_reads_games(games: Games, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    dataset = datasets.Dataset(arrow.to_arrow(games))
    assert dataset[0]["moves"] == games.moves[:4].tolist()
    assert Games.from_arrow(dataset) == games
    games.write(tmp_path / "games.parquet")
    dataset = datasets.Dataset.from_parquet(
        str(tmp_path / "games.parquet"), cache_dir=str(tmp_path / "cache")
    )
    assert Games.from_arrow(dataset) == games


def test_missing_columns(games: Games) -> None:
    moves = pa.table({"moves": pa.array([[1804], []], pa.list_(pa.uint16()))})
    bare = Games.from_arrow(moves)
    assert bare[0].uci() == ["e2e4"]
    assert bare.start.tolist() == [518, 518]
    assert bare.result.tolist() == [-128, -128]
    assert bare.evals is None
    assert Games.from_arrow(moves.append_column("x", [[1, 2]])) == bare
    assert len(Games.from_arrow(pa.table(games[:0]))) == 0
    assert Games.from_arrow(pa.table(games).drop_columns(["tags"])).tag_names == []


def ipc(table: Any) -> bytes:
    """Returns a table as a stream of Arrow."""
    file = io.BytesIO()
    with pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def test_invalid_tables(games: Games) -> None:
    table = pa.table(games)

    def changed(name: str, values: Any, kind: Any = None) -> Any:
        index = table.schema.get_field_index(name)
        kind = kind or table.schema.field(name).type
        return table.set_column(index, name, pa.array(values, kind))

    rows = {name: table[name].to_pylist() for name in table.schema.names}
    for bad, message in [
        (pa.table({"x": [1]}), "the columns are .x.: pass columns"),
        (table.append_column("moves", table["moves"]), "not a table of games: 2 columns moves"),
        (table.append_column("evals", table["evals"]), "not a table of games: 2 columns evals"),
        (changed("moves", [[1] * 4, *rows["moves"][1:]]), "game 0, ply 0: illegal move"),
        (
            changed("moves", [[0] * 4, *rows["moves"][1:]]),
            "game 0, ply 0: 0x0000 does not encode a move",
        ),
        (changed("moves", [None, *rows["moves"][1:]]), "null"),
        (changed("moves", [[70_000]] * 6, pa.list_(pa.int64())), "not a table of games"),
        (changed("start", [None, *rows["start"][1:]]), "game 0 has neither a start nor a fen"),
        (changed("start", [960, *rows["start"][1:]]), "game 0: invalid value 960 in column start"),
        (changed("fen", [*rows["fen"][:2], "x", *rows["fen"][3:]]), "start position"),
        (changed("result", [2, *rows["result"][1:]]), "result"),
        (changed("white_elo", [-2, *rows["white_elo"][1:]]), "elo"),
        (changed("evals", [[1], *rows["evals"][1:]]), "game 0 has 4 moves and 1 evals"),
        (changed("clocks", [[1] * 5, *rows["clocks"][1:]]), "game 0 has 4 moves and 5 clocks"),
        (
            changed("tags", [[{"name": None, "value": "x"}], *rows["tags"][1:]]),
            "a tag has no name",
        ),
    ]:
        with pytest.raises(FileFormatError, match=message):
            Games.from_arrow(bad)
    # names of fields within lists, which pyarrow does not validate
    damaged = ipc(table).replace(b"name", b"\xffame")
    with pytest.raises(FileFormatError, match=r"not a table of games: .*utf-8"):
        Games.from_arrow(pa.ipc.open_stream(damaged).read_all())
    for nothing in (7, [1], {"moves": []}):
        with pytest.raises(TypeError, match="must provide Arrow data"):
            Games.from_arrow(nothing)


@pytest.mark.parametrize("write_some", [False, True])
def test_a_writer_that_is_not_closed_is_discarded(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_some: bool
) -> None:
    ignored: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    writer = enroque.Writer(tmp_path / "games.parquet")
    if write_some:
        writer.write(games)
    del writer
    gc.collect()
    assert ignored == []
    assert list(tmp_path.iterdir()) == []


def test_parquet(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    games.write(path)
    assert Games.read(path) == games
    assert Games.read([path, str(path)]) == games + games
    assert pq.read_table(path).schema.names == arrow.arrow_schema().names
    games[:0].write(path)
    assert len(Games.read(path)) == 0
    assert list(tmp_path.iterdir()) == [path]


def test_files_do_not_depend_on_batches(games: Games, tmp_path: Path) -> None:
    many = Games.concatenate([games] * 3000)  # more than a row group
    report = many.write(tmp_path / "one.parquet")
    assert (report.games, report.positions) == (18_000, len(many.moves))
    assert report.bytes == (tmp_path / "one.parquet").stat().st_size
    cuts = [0, 1, 1, 5000, 5003, 16_384, 18_000]
    batches = [many[a:b] for a, b in itertools.pairwise(cuts)]
    with enroque.Writer(tmp_path / "several.parquet") as writer:
        for batch in batches:
            writer.write(batch)
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "several.parquet").read_bytes()
    assert pq.ParquetFile(tmp_path / "one.parquet").num_row_groups == 2
    assert [len(chunk) for chunk in parquet.stream(tmp_path / "one.parquet")] == [16_384, 1616]
    batches = list(parquet.stream(tmp_path / "one.parquet", games_per_batch=5000))
    assert max(map(len, batches)) == 5000
    assert Games.concatenate(batches) == many


def test_files_are_complete_or_absent(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_text("kept")
    with pytest.raises(RuntimeError), enroque.Writer(path) as writer:  # noqa: PT012
        writer.write(games)
        raise RuntimeError
    assert path.read_text() == "kept"
    writer = enroque.Writer(path)
    writer.abort()
    with pytest.raises(ValueError, match="closed"):
        writer.write(games)
    with pytest.raises(ValueError, match="discarded"):
        writer.close()
    assert list(tmp_path.iterdir()) == [path]
    with enroque.Writer(path) as writer:
        writer.write(games)
    assert writer.close() is writer.written
    assert Games.read(path) == games
    with pytest.raises(FileNotFoundError, match="nowhere"):
        games.write(tmp_path / "nowhere" / "x.parquet")
    with pytest.raises(FileNotFoundError, match="gone"):
        parquet.stream(tmp_path / "gone.parquet")
    with pytest.raises(ValueError, match="games_per_batch"):
        parquet.stream(path, games_per_batch=0)


def test_damaged_files(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    Games.concatenate([games] * 200).write(path)
    good = path.read_bytes()
    rng = np.random.default_rng(5)
    for cut in rng.integers(0, len(good), 10).tolist():
        path.write_bytes(good[:cut])
        with pytest.raises(FileFormatError, match=r"games\.parquet"):
            Games.read(path)
    caught = 0
    for at in rng.integers(0, len(good), 60).tolist():
        damaged = bytearray(good)
        damaged[at] ^= 0x55
        path.write_bytes(damaged)
        try:
            again = Games.read(path)
        except FileFormatError:
            caught += 1
        else:  # an unused byte, such as of a statistic or the name of the writer
            assert len(again) <= 1200
    assert caught > 40
    (tmp_path / "text.parquet").write_text(TEXT)
    with pytest.raises(FileFormatError, match="damaged Parquet file"):
        Games.read(tmp_path / "text.parquet")
    games = Games.from_pgn(TEXT.encode())
    games.write(tmp_path / "games.npz")
    games.write(tmp_path / "games.parquet")
    with pytest.raises(FileFormatError, match=r"not a Parquet file but a zip file"):
        parquet.read(tmp_path / "games.npz")
    with pytest.raises(FileFormatError, match=r"this is a Parquet file"):
        npz.read(tmp_path / "games.parquet")
    with pytest.raises(ArgumentError, match=r"a parquet file, not PGN: use Games[.]read"):
        Games.from_pgn(tmp_path / "games.parquet")
    with pytest.raises(FileFormatError, match="this is a Parquet file, not PGN"):
        Games.from_pgn((tmp_path / "games.parquet").read_bytes())


def test_without_pyarrow(games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "x.parquet").touch()
    for call in (
        lambda: games.write(tmp_path / "y.parquet"),
        lambda: Games.read(tmp_path / "x.parquet"),
        games.__arrow_c_stream__,
        lambda: Games.from_arrow(7),
    ):
        with pytest.raises(ImportError, match=r"pip install 'enroque\[parquet\]'"):
            call()


def lichess_table() -> Any:
    """Two games as Lichess publishes them on Hugging Face, and two unusual ones."""
    day, clock = datetime.date(2013, 1, 1), datetime.time(22, 1, 9)
    moves = "1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... c5 { [%clk 0:00:29] } 1-0"
    return pa.table(
        {
            "Event": ["Rated Blitz game", 'A "quoted" \\ name', None, None],
            "White": ["anna", "bela", None, None],
            "Result": ["1-0", "0-1", None, None],
            "WhiteElo": pa.array([1500, 1600, None, None], pa.int16()),
            "BlackElo": pa.array([1500.0, None, None, None], pa.float64()),
            "WhiteRatingDiff": pa.array([8, -7, None, None], pa.int16()),
            "UTCDate": pa.array([day, day, None, None], pa.date32()),
            "UTCTime": pa.array([clock, clock, None, None], pa.time32("s")),
            "TimeControl": pa.array(["180+2", "-", None, None]).dictionary_encode(),
            "movetext": [moves, "1. d4 d5 2. Ke4 0-1", "", None],
            "index": [1, 2, 3, 4],
        }
    )


def test_lichess_tables() -> None:
    games = Games.from_arrow(lichess_table())
    assert len(games) == 4
    assert games[0].headers == {
        "Event": "Rated Blitz game",
        "White": "anna",
        "Result": "1-0",
        "WhiteElo": "1500",
        "BlackElo": "1500",
        "WhiteRatingDiff": "+8",
        "UTCDate": "2013.01.01",
        "UTCTime": "22:01:09",
        "TimeControl": "180+2",
    }
    assert games[1].headers["Event"] == 'A "quoted" \\ name'
    assert games[1].headers["WhiteRatingDiff"] == "-7"
    assert games[0].san() == ["e4", "c5"]
    assert games.clocks is not None
    assert games.clocks[:2].tolist() == [30_000, 29_000]
    assert games.result.tolist() == [1, -1, -128, -128]
    assert games.broken.tolist() == [False, True, False, False]
    assert [(error.game, error.index) for error in games.errors] == [(2, 1)]
    assert games.date[0] == np.datetime64("2013-01-01")
    assert len(Games.from_arrow(lichess_table().slice(4))) == 0
    two = pa.table({"movetext": ["1. e4 *", "1. e4 * 1. d4 *"]})
    with pytest.raises(FileFormatError, match="row 2 of the table holds 2 games"):
        Games.from_arrow(two)


def test_tags_of_any_type() -> None:
    """Numbers are what they are, and what is missing is no tag."""
    nan = float("nan")
    table = pa.table({
        "Round": [5.22, 5.0, nan, None],
        "Board": [1.0, nan, 12_345_678_901.0, None],
        "WhiteElo": pa.array([Decimal("1500"), None, Decimal("1600"), Decimal(0)]),
        "Entry": [Decimal("1.50"), None, Decimal("2.00"), None],
        "Rated": [True, False, None, None],
        "Kind": pa.array(["a", None, "b", "a"]).dictionary_encode(),
        "View": pa.array(["x\ny", None, '"', ""], pa.string_view()),
        "Names": [["a", None, "b"], [], None, ["c"]],
        "BlackRatingDiff": [5.0, -3.0, None, 0.0],
        "Struct": [{"x": 1}] * 4,
        "movetext": pa.array(["1. e4 *"] * 4, pa.string_view()).cast(pa.large_string()),
    })  # fmt: skip
    names = [name for name in table.column_names if name not in ("Struct", "movetext")]
    games = Games.from_arrow(table)
    rows = [[games[row].headers.get(name) for name in names] for row in range(4)]
    assert rows == [
        ["5.22", "1", "1500", "1.50", "true", "a", "x y", "a b", "+5"],
        ["5", None, None, None, "false", None, None, None, "-3"],
        [None, "12345678901", "1600", "2.00", None, "b", '"', None, None],
        [None, None, "0", None, None, "a", None, "c", "+0"],
    ]
    assert not any("Struct" in game.headers for game in games)
    for names in (["White", "White", "movetext"], ["x", "movetext", "movetext"]):
        twice = pa.table([["1. e4 *"]] * 3, names=names)
        with pytest.raises(FileFormatError, match="several columns"):
            Games.from_arrow(twice)
    texts = pa.array(["1. e4 *"]).dictionary_encode()
    assert len(Games.from_arrow(pa.table({"x": [1], "movetext": texts}))) == 1


def test_errors_of_lichess_tables_have_row_numbers(tmp_path: Path) -> None:
    table = pa.concat_tables([lichess_table()] * 5)
    path = str(tmp_path / "a.parquet")
    pq.write_table(table, path)
    rows = [2, 6, 10, 14, 18]
    reason = '"Ke4": no such piece can move there'
    for read, name in [
        (Games.concatenate(parquet.stream(path, games_per_batch=3)), path),
        (Games.read(path), path),
        (Games.from_arrow(table), "table"),
    ]:
        assert [error.game for error in read.errors] == rows
        assert [error.index for error in read.errors] == [row - 1 for row in rows]
        messages = [f"{name}: game {row}, ply 2: {reason}" for row in rows]
        assert [error.message for error in read.errors] == messages
    done = enroque.convert([path, path], tmp_path / "a.npz")
    assert done.errors["first"] == [f"{path}: game {row}, ply 2: {reason}" for row in rows * 2]
    again = Games.read(tmp_path / "a.npz")
    assert again.errors[-1].message == done.errors["first"][-1]
    assert (again.source[-1], again.source_game[-1]) == (path, 20)


@pytest.mark.parametrize(
    ("options", "has_values"),
    [
        ({}, True),
        ({"use_dictionary": False}, False),
        # values beyond the size limit of the dictionary are plain
        ({"dictionary_pagesize_limit": 10, "write_batch_size": 8}, True),
        *(
            ({"use_dictionary": ["fen"], "column_encoding": {parquet._VALUES: encoding}}, False)
            for encoding in ("DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY", "PLAIN")
        ),
    ],
)
def test_tags_in_files(
    games: Games, tmp_path: Path, options: dict[str, Any], has_values: bool
) -> None:
    """With and without dictionaries, in row groups that end where batches end or elsewhere."""
    many = Games.concatenate([games] * 200)
    table = arrow.to_arrow(many)
    for rows, batch in [(500, 500), (500, 250), (500, 300), (7, 16_384), (100_000, 100)]:
        pq.write_table(table, tmp_path / "a.parquet", row_group_size=rows, **options)
        path = tmp_path / "a.parquet"
        read = parquet._dictionaries(path, pq.read_metadata(path), batch)
        assert (parquet._VALUES in read) == (has_values and rows == batch)
        batches = list(parquet.stream(tmp_path / "a.parquet", games_per_batch=batch))
        assert Games.concatenate(batches) == many


def test_damaged_metadata_of_columns(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    games.write(path)
    # whether the column is optional or repeated: an impossible number
    damaged = path.read_bytes().replace(b"5\x02\x18\x04tags", b"5\x21\x18\x04tags")
    assert damaged != path.read_bytes()
    path.write_bytes(damaged)
    read = f"import enroque; enroque.Games.read({str(path)!r})"  # may end the process
    done = subprocess.run(
        [sys.executable, "-c", read], capture_output=True, text=True, check=False, timeout=100
    )
    assert done.returncode == 1
    assert "FileFormatError" in done.stderr


def test_empty_annotation_columns(tmp_path: Path) -> None:
    """Columns without evaluations or arrows count as absent, also after concatenation."""
    moves, numbers = pa.list_(pa.uint16()), pa.list_(pa.int32())
    drawn = pa.list_(moves)
    first = {
        "moves": pa.array([[]], moves), "evals": pa.array([[]], numbers),
        "clocks": pa.array([[]], numbers), "arrows": pa.array([[]], drawn),
    }  # fmt: skip
    second = {
        "moves": pa.array([[1804]], moves), "evals": pa.array([None], numbers),
        "clocks": pa.array([[5]], numbers), "arrows": pa.array([[[]]], drawn),
    }  # fmt: skip
    batches = [pa.record_batch(first), pa.record_batch(second)]
    for order in (batches, batches[::-1]):
        read = Games.from_arrow(pa.Table.from_batches(order))
        assert read.evals is None
        assert read.arrows is None
        assert read.clocks is not None
        assert read.clocks.tolist() == [5]
        read.write(tmp_path / "games.npz")
        assert Games.read(tmp_path / "games.npz") == read
        read.write(tmp_path / "games.parquet")
        assert Games.read(tmp_path / "games.parquet") == read


def test_dictionaries(games: Games) -> None:
    many = Games.concatenate([games] * 200)
    table = arrow.to_arrow(many)
    tables = with_dictionaries(many)
    for chunk in (slice(0, 3), slice(3, 1200), slice(600, 601)):
        some = tables.slice(chunk.start, chunk.stop - chunk.start)
        assert Games.from_arrow(some) == many[chunk]
    values = tables.column("tags").combine_chunks().values.field("value")
    for kind in (pa.int8(), pa.uint32(), pa.int64()):
        pairs = pa.StructArray.from_arrays(
            [
                pa.array(["White"] * 3).dictionary_encode(),
                pa.DictionaryArray.from_arrays(pa.array([2, 0, 2], kind), values.dictionary[:4]),
            ],
            names=["name", "value"],
        )
        lists = pa.ListArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), pairs)
        bare = pa.table({"moves": pa.array([[]] * 3, pa.list_(pa.uint16())), "tags": lists})
        texts = [values.dictionary[n].as_py() for n in (2, 0, 2)]
        assert [game.headers["White"] for game in Games.from_arrow(bare)] == texts
    pairs = table.column("tags").combine_chunks()
    inner = pairs.flatten()

    def with_names(names: Any) -> pa.Table:
        made = pa.StructArray.from_arrays([names, inner.field("value")], names=["name", "value"])
        column = pa.ListArray.from_arrays(pairs.offsets, made)
        return table.set_column(table.schema.get_field_index("tags"), "tags", column)

    names = inner.field("name")
    assert Games.from_arrow(with_names(names.dictionary_encode())) == many
    numbers = names.dictionary_encode().indices
    twice = pa.DictionaryArray.from_arrays(numbers, pa.array(["Event"] * 40))
    assert set(Games.from_arrow(with_names(twice))[0].headers) == {"Event"}
    for count in (0, 39):
        lacking = pa.array([*["Event"] * count, None, *["Event"] * (39 - count)])
        with pytest.raises(FileFormatError, match="has no name"):
            Games.from_arrow(with_names(pa.DictionaryArray.from_arrays(numbers, lacking)))


def test_lichess_files(tmp_path: Path) -> None:
    pq.write_table(lichess_table(), tmp_path / "lichess.parquet")
    assert Games.read(tmp_path / "lichess.parquet") == Games.from_arrow(lichess_table())


@pytest.mark.parametrize("name", PGN_FILES)
def test_files_round_trip(data_file: Callable[[str], Path], name: str, tmp_path: Path) -> None:
    games = Games.from_pgn(data_file(f"pgn/{name}"))
    games.write(tmp_path / "games.parquet")
    assert Games.read(tmp_path / "games.parquet") == games


def test_bytes_per_position(data_file: Callable[[str], Path], tmp_path: Path) -> None:
    games = Games.from_pgn(data_file("pgn/lichess_bullet_3000.pgn.zst"))
    games.write(tmp_path / "games.parquet")
    file = pq.ParquetFile(tmp_path / "games.parquet")
    size = 0
    for group in range(file.num_row_groups):
        for number in range(file.metadata.num_columns):
            column = file.metadata.row_group(group).column(number)
            if column.path_in_schema.split(".")[0] not in ("tags",):
                size += column.total_compressed_size
    assert size / len(games.moves) < 2.3


def test_the_loader_reads_parquet(games: Games, tmp_path: Path) -> None:
    all_games = Games.concatenate([games[[0, 1, 3]]] * 50)
    all_games[:100].write(tmp_path / "a.parquet")
    all_games[100:].write(tmp_path / "b.parquet")
    paths = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    options: dict[str, Any] = {
        "columns": [enroque.Column.planes("lc0"), enroque.Column.policy("lc0")],
        "shuffle_games": 0,
        "batch_size": 64,
    }
    ours = list(enroque.Loader(paths, **options))
    theirs = list(enroque.Loader(all_games, **options))
    assert sum(len(batch["policy"]) for batch in ours) == len(all_games.moves)
    for name in ("planes", "policy"):
        a = np.concatenate([np.array(batch[name]) for batch in ours])
        b = np.concatenate([np.array(batch[name]) for batch in theirs])
        assert np.array_equal(a, b)
    shuffled = enroque.Loader(
        str(paths[0]),
        [enroque.Column.planes("pieces"), enroque.Column.policy("lc0")],
        seed=3,
        batch_size=50,
    )
    first = [np.array(batch["policy"]) for batch in shuffled]
    second = [np.array(batch["policy"]) for batch in shuffled]
    assert sorted(np.concatenate(first)) == sorted(np.concatenate(second))
    (tmp_path / "bad.parquet").write_text("no")
    with pytest.raises(FileFormatError, match=r"bad\.parquet"):
        list(enroque.Loader([tmp_path / "bad.parquet"], **options))
    passed = enroque.Loader([tmp_path / "bad.parquet", *paths], on_error="skip", **options)
    with pytest.warns(RuntimeWarning, match=r"skipped .*bad\.parquet: damaged"):
        assert sum(len(batch["policy"]) for batch in passed) == len(all_games.moves)


def test_many_processes(games: Games, tmp_path: Path) -> None:
    """Runs examples/many_processes.py."""
    text = "".join(f'[Event "{n}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n' for n in range(3000))
    (tmp_path / "a.pgn").write_text(text.replace(" *", " 4. Ba4 Nf6 5. O-O Be7 *"))
    example = Path(__file__).parents[3] / "examples" / "many_processes.py"
    done = subprocess.run(
        [sys.executable, str(example), "out", "a.pgn"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "3000 games"
    again = Games.read(sorted((tmp_path / "out").iterdir()))
    assert again.tag_values("Event") == [str(n) for n in range(3000)]
