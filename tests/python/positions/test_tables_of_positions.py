"""Tables of other packages: pandas, Polars, Arrow, DuckDB and Parquet."""

import decimal
import importlib
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enroque import Games, Positions
from enroque.errors import ArgumentError, BrokenRowError, EncodingError, FileFormatError
from test_positions import FENS

pa = pytest.importorskip("pyarrow")
parquet = importlib.import_module("pyarrow.parquet")

NO_EVAL = -(2**31)
WHITE = [fen for fen in FENS if " w " in fen]
BLACK = [fen for fen in FENS if " b " in fen]
FEN = WHITE[0]


def evals_of(values: Any, **options: Any) -> list[int]:
    """Returns the evaluations of a column of numbers or texts, all of which must be read."""
    read = Positions.read(pa.table({"FEN": [FEN] * len(values), "Evaluation": values}), **options)
    assert (read.error_count, len(read)) == (0, len(values))
    return [NO_EVAL] * len(read) if read.evals is None else read.evals.tolist()


@pytest.mark.parametrize(
    "dtype",
    [
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float32",
        "float64",
    ],
)
def test_numbers_of_any_type(dtype: str) -> None:
    values = pa.array([99, None, 7], pa.type_for_alias(dtype))
    assert evals_of(values) == [99, NO_EVAL, 7]
    assert evals_of(values.dictionary_encode()) == [99, NO_EVAL, 7]
    assert evals_of(values.slice(1)) == [NO_EVAL, 7]


def test_floats_decimals_and_texts_are_the_same_numbers() -> None:
    decimals = [decimal.Decimal("311.00"), None, decimal.Decimal("-5.00")]
    for values in (
        pa.array([311.0, float("nan"), -5.0]),
        pa.array([311.0, None, -5.0]),
        pa.array(decimals, pa.decimal128(9, 2)),
        pa.array(decimals, pa.decimal256(40, 2)),
        pa.array(["311.0", None, " -5 "]),
        pa.array(["+311", "", "-5.0"], pa.large_string()),
        pa.array(["311", None, "-5"], pa.string_view()),
        pa.array(["311", None, "-5"]).dictionary_encode(),
    ):
        assert evals_of(values) == [311, NO_EVAL, -5], values.type
    # Lichess/chess-position-evaluations through pandas, as a table and as CSV
    rows = {"fen": [FEN, FEN], "cp": [311.0, None], "mate": [None, -4.0], "depth": [36.0, None]}
    rows["knodes"] = [2e7, None]
    expected = Positions.read(pa.table(rows))
    assert expected.evals.tolist() == [311, -999_996]
    assert expected.depth.tolist() == [36, 0]
    assert expected.nodes.tolist() == [20_000_000_000, -1]
    text = f"fen,cp,mate,depth,knodes\n{FEN},311.0,,36.0,20000000.0\n{FEN},,-4.0,,\n"
    assert Positions.read(text.encode()) == expected


def test_large_and_impossible_numbers() -> None:
    columns = {"fen": "f", "nodes": "n"}
    table = pa.table({"f": [FEN] * 4, "n": [1e10, 12_345_678_901.0, 2.0**53 - 1, None]})
    read = Positions.read(table, columns=columns)
    assert (read.nodes.tolist(), read.error_count) == ([10**10, 12_345_678_901, 2**53 - 1, -1], 0)
    huge = pa.table({"f": [FEN] * 3, "n": pa.array([2**63 + 1, 5, 2**53 + 1], pa.uint64())})
    read = Positions.read(huge, columns=columns)
    assert (read.source_row.tolist(), read.skipped) == ([2], {"invalid_number": 2})
    exact = pa.table({"f": [FEN], "n": pa.array([2**62 + 1], pa.uint64())})
    assert Positions.read(exact, columns=columns).nodes.tolist() == [2**62 + 1]
    table = pa.table({"f": [FEN] * 4, "n": [-1.0, 0.5, float("inf"), 1e300]})
    read = Positions.read(table, columns=columns)
    assert [(error.row, error.kind, error.text) for error in read.errors] == [
        (1, "invalid_number", "-1"),
        (2, "invalid_number", "0.5"),
        (3, "invalid_number", "inf"),
        (4, "invalid_number", f"1{'0' * 119}"),
    ]


def test_results_of_floats() -> None:
    columns = {"fen": "f", "result": "r"}
    for values in ([1.0, 0.5, 0.0, None], [decimal.Decimal(n) for n in ("1.0", "0.5", "0.0")]):
        table = pa.table({"f": [FEN] * len(values), "r": values})
        read = Positions.read(table, columns=columns, perspective="white")
        assert read.result.tolist()[:3] == [1, 0, -1]
        assert (read.error_count, read.warning_count) == (0, len(values) - 3)
    turned = Positions.read(
        pa.table({"f": [BLACK[0]] * 3, "r": [1.0, 0.5, 0.0]}),
        columns=columns,
        perspective="side_to_move",
    )
    assert turned.result.tolist() == [-1, 0, 1]
    for values in ([1, 0], [2.0, -1.0], [True, False]):
        read = Positions.read(
            pa.table({"f": [FEN] * 2, "r": values}), columns=columns, perspective="white"
        )
        assert read.skipped == {"invalid_score": 2}


def test_units() -> None:
    columns = {"fen": "FEN", "eval": "Evaluation"}
    pawns: dict[str, Any] = {"columns": columns, "perspective": "white", "unit": "pawns"}
    for values in ([1.0, -0.5, 2.0], ["1", "-0.5", "2.00"]):
        assert evals_of(values, **pawns) == [100, -50, 200]
    assert evals_of(pa.array([1, 2]), **pawns) == [100, 200]
    assert evals_of(pa.array([0.29], pa.float32()), **pawns) == [29]
    # pawns in a table whose evaluations should be centipawns: 1 is no centipawn
    for values in ([0.56, 1.0, -0.3], ["0.56", "1", "-0.3"], [-0.1, 2.5, None]):
        with pytest.raises(
            FileFormatError, match=r'most have fractions: pass columns=.*unit="pawns"'
        ):
            Positions.read(pa.table({"FEN": [FEN] * 3, "Evaluation": values}))
    with pytest.raises(FileFormatError, match="most have fractions"):
        Positions.read(f"FEN,Evaluation\n{FEN},0.56\n{FEN},1.0\n{FEN},-0.3\n".encode())
    # one wrong row is an error of that row
    read = Positions.read(pa.table({"FEN": [FEN] * 3, "Evaluation": [0.56, 1.0, 30.0]}))
    assert (read.evals.tolist(), read.skipped) == ([1, 30], {"invalid_score": 1})
    # the unit is that of "eval"
    cp = pa.table({"f": [FEN], "c": [5]})
    for unit in ("pawns", "probability"):
        with pytest.raises(FileFormatError, match=f'unit="{unit}" is the unit of "eval"'):
            Positions.read(cp, columns={"fen": "f", "cp": "c"}, perspective="white", unit=unit)
    read = Positions.read(cp, columns={"fen": "f", "cp": "c"}, perspective="white", unit="cp")
    assert read.evals.tolist() == [5]
    score = {"fen": "f", "expected_score": "c"}
    half = pa.table({"f": BLACK[:1], "c": pa.array([0.25], pa.float16())})
    read = Positions.read(half, columns=score, perspective="side_to_move", unit="probability")
    assert read.expected_score.tolist() == [0.75]


def test_columns_named_twice() -> None:
    table = pa.table([[FEN], [5]], names=["f", "c"])
    columns = {"fen": "f", "eval": "c", "cp": "c"}
    with pytest.raises(FileFormatError, match='column "c" cannot be both "eval" and "cp"'):
        Positions.read(table, columns=columns, perspective="white", unit="cp")
    twice = pa.table([[FEN], [5], [7], [1], [2]], names=["f", "c", "c", "x", "x"])
    columns = {"fen": "f", "cp": "c"}
    with pytest.raises(FileFormatError, match='several columns "c"'):
        Positions.read(twice, columns=columns, perspective="white")
    assert len(Positions.read(twice, columns={"fen": "f"})) == 1
    for names in (["FEN", "Evaluation", "evaluation"], ["fen", "FEN", "Evaluation"]):
        with pytest.raises(FileFormatError, match="several columns"):
            Positions.read(pa.table([[FEN], [FEN], ["5"]], names=names))
        with pytest.raises(FileFormatError, match="several columns"):
            Positions.read(f"{','.join(names)}\n{FEN},{FEN},5\n".encode())


def test_line_breaks_shift_nothing() -> None:
    """A row is a row, whatever it has in other columns, and in its own."""
    texts = ["plain", "two\nlines", f"\n{WHITE[1]},9999\n", 'a "quoted",\r\n text', "", None]
    fens = (WHITE * 6)[:6]
    table = pa.table({"note": texts, "f": fens, "e": list(range(6)), "id": texts})
    columns = {"fen": "f", "eval": "e", "id": "id"}
    read = Positions.read(table, columns=columns, perspective="white", unit="cp")
    assert read.source_row.tolist() == [1, 2, 3, 4, 5, 6]
    assert read.evals.tolist() == [0, 1, 2, 3, 4, 5]
    assert read.ids == [text or "" for text in texts]
    assert read.error_count == read.warning_count == 0
    # a FEN with a line break is one row, and empty rows are rows
    table = pa.table({"FEN": [FEN, f"{FEN}\n{FEN}", "", None, f"{FEN}\n"]})
    read = Positions.read(table)
    assert (read.source_row.tolist(), read.error_count) == ([1, 5], 3)
    masked = Positions.read(table, on_error="mask")
    assert masked.broken.tolist() == [False, True, True, True, False]
    with pytest.raises(BrokenRowError, match="row 2") as raised:
        Positions.read(table, strict=True)
    assert raised.value.row == 2


def test_names_of_columns() -> None:
    table = pa.table([[FEN], [3], [0], [0]], names=["the, FEN", 'a "b"\n', "Evaluation,FEN", ""])
    columns = {"fen": "the, FEN", "eval": 'a "b"\n'}
    read = Positions.read(table, columns=columns, perspective="white", unit="cp")
    assert read.evals.tolist() == [3]
    text = f'"the, FEN","a ""b""",x\n{FEN},3,0\n'.encode()
    columns = {"fen": "the, FEN", "eval": 'a "b"'}
    assert Positions.read(text, columns=columns, perspective="white", unit="cp") == read


def not_utf8(count: int) -> Any:
    """Returns a column of texts, of which the second is not UTF-8."""
    texts = [b"\xff\xfe" if row == 1 else b"mate" for row in range(count)]
    return pa.array(texts, pa.binary()).view(pa.string())


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    table = pa.table({"PuzzleId": ["a", "b", "c"], "FEN": [FEN] * 3, "GameUrl": not_utf8(3)})
    parquet.write_table(table, tmp_path / "x.parquet")
    for source in (table, tmp_path / "x.parquet"):
        read = Positions.read(source)
        assert (read.ids, read.error_count) == (["a", "b", "c"], 0)
    table = table.append_column("Themes", not_utf8(3))
    parquet.write_table(table, tmp_path / "x.parquet")
    for source in (table, tmp_path / "x.parquet"):
        read = Positions.read(source)
        assert read.source_row.tolist() == [1, 3]
        (error,) = read.errors
        assert (error.row, error.column, error.reason) == (2, "themes", "not UTF-8")
    # bytes are texts
    fens = pa.array([FEN.encode(), b"\xff", None], pa.binary())
    read = Positions.read(pa.table({"fen": fens}))
    assert (read.source_row.tolist(), read.error_count) == ([1], 2)


@pytest.mark.parametrize(
    "dtype",
    [
        pa.list_(pa.string()),
        pa.large_list(pa.large_string()),
        pa.list_(pa.string_view()),
        pa.list_view(pa.string()),
        pa.large_list_view(pa.large_string()),
        pa.list_(pa.dictionary(pa.int8(), pa.string())),
        pa.list_view(pa.dictionary(pa.int32(), pa.large_string())),
        pa.list_(pa.string(), 2),
    ],
    ids=str,
)
def test_lists_of_any_type(dtype: Any) -> None:
    themes = [["mate", "short"], None, ["fork", None], ["", "pin"]]
    if not pa.types.is_fixed_size_list(dtype):
        themes += [[], ["a", "b", "c"]]
    lists = pa.array(
        themes, pa.list_(pa.string(), 2) if len(themes) == 4 else pa.list_(pa.string())
    )
    if isinstance(dtype, pa.ListViewType | pa.LargeListViewType):
        values = lists.flatten().cast(dtype.value_type)
        view = pa.ListViewArray if isinstance(dtype, pa.ListViewType) else pa.LargeListViewArray
        offsets, sizes = [4, 0, 0, 2, 0, 6], [2, 0, 2, 2, 0, 3]
        index = pa.int32() if view is pa.ListViewArray else pa.int64()
        parts = [pa.array(numbers, index) for numbers in (offsets, sizes)]
        lists = view.from_arrays(*parts, values, mask=pa.array([row == 1 for row in range(6)]))
        themes = [themes[3], None, themes[0], themes[2], [], themes[5]]
    else:
        lists = lists.cast(dtype)
    assert lists.to_pylist() == themes
    for first in (0, 2):
        rows = len(themes) - first
        table = pa.table({"PuzzleId": ["x"] * rows, "FEN": [FEN] * rows, "Themes": lists[first:]})
        read = Positions.read(table)
        expected = [[theme for theme in row or [] if theme] for row in themes[first:]]
        assert [read[n].get("themes", []) for n in range(rows)] == expected


def test_lists_of_moves() -> None:
    lines = [["e2e4", "e7e5"], ["d2d4", None], None]
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    table = pa.table({"PuzzleId": ["a", "b", "c"], "FEN": [start] * 3, "Moves": lines})
    read = Positions.read(table)
    assert [read[n].get("line") for n in range(3)] == [["e2e4", "e7e5"], ["d2d4"], None]


def test_columns_of_other_types_are_named() -> None:
    table = pa.table({"fen": [FEN], "x": [{"a": 1}], "y": [[{"a": 1}]]})
    assert len(Positions.read(table, columns={"fen": "fen"})) == 1
    for name in ("x", "y"):
        with pytest.raises(FileFormatError, match=f"the column '{name}' is of the type"):
            Positions.read(table, columns={"fen": "fen", "id": name})
    with pytest.raises(FileFormatError, match=r"a table: the columns .* are not those"):
        Positions.read(table)


def test_names_from_numbers() -> None:
    columns = {"fen": "f", "id": "i"}
    for values, expected in [
        ([7, None], ["7", ""]),
        ([12_345_678_901.0, float("nan")], ["12345678901", ""]),
        ([5.22, 5.0], ["5.22", "5"]),
        ([decimal.Decimal("5.50"), None], ["5.50", ""]),
    ]:
        read = Positions.read(pa.table({"f": [FEN] * 2, "i": values}), columns=columns)
        assert read.ids == expected


def test_several_tables_are_several_sources() -> None:
    tables = [pa.table({"fen": fens}) for fens in (FENS[:2], FENS[2:], ["bad"])]
    read = Positions.read(tables)
    assert read.sources.tolist() == [0] * 2 + [1] * (len(FENS) - 2)
    assert read.source_row.tolist() == [1, 2, *range(1, len(FENS) - 1)]
    assert read.source_names == ["table 1", "table 2", "table 3"]
    assert str(read.errors[0]).startswith("table 3: row 1")
    assert Positions.read(tables[0]).source_names == ["a table"]
    batches = list(Positions.stream(tables, rows_per_batch=1))
    assert Positions.concatenate(batches).sources.tolist() == read.sources.tolist()


def test_several_texts_are_several_sources(tmp_path: Path) -> None:
    texts = [f"FEN,Evaluation\n{fen},5\n".encode() for fen in FENS[:3]]
    for sources, name in (
        (texts, "<bytes>"),
        ([io.BytesIO(one) for one in texts], "<file object>"),
    ):
        read = Positions.read(sources)
        assert read.sources.tolist() == [0, 1, 2]
        assert read.source_names == [name, f"{name} 2", f"{name} 3"]
        assert read.source_row.tolist() == [1, 1, 1]
    mixed = [texts[0], pa.table({"fen": FENS[1:2]}), texts[2]]
    assert Positions.read(mixed).source_names == ["<bytes>", "a table", "<bytes> 2"]
    games = Games.from_pgn([b"1. e4 *", b"1. d4 * 1. c4 *"])
    assert games.source.tolist() == ["<bytes>", "<bytes> 2", "<bytes> 2"]
    assert games.source_game.tolist() == [1, 1, 2]
    # a file that is read twice is one source
    (tmp_path / "a.csv").write_bytes(texts[0])
    assert Positions.read([tmp_path / "a.csv"] * 2).sources.tolist() == [0, 0]


def test_the_index_of_pandas_in_csv() -> None:
    text = f",FEN,Evaluation\n0,{FEN},5\n1,{FENS[1]},-7\n".encode()
    assert Positions.read(text).evals.tolist() == [5, -7]  # type: ignore[union-attr]
    text = text.replace(b"Evaluation", b"score")
    with pytest.raises(FileFormatError) as caught:
        Positions.read(text)
    for word in ('columns={"fen": "FEN", ...}', "perspective=", "unit="):
        assert word in str(caught.value)
    columns: Any = {"fen": "FEN", "eval": "score"}
    read = Positions.read(text, columns=columns, perspective="white", unit="cp")
    assert read.evals.tolist() == [5, -7]  # type: ignore[union-attr]


def test_batches_and_chunks(tmp_path: Path) -> None:
    count = 150_001
    table = pa.table({
        "DailyDate": [None] * count,
        "fen": (FENS * count)[:count],
        "white_cp": np.arange(count) % 1000,
    })  # fmt: skip
    table = pa.concat_tables([table[:7], table[7:7], table[7:140_000], table[140_000:]])
    whole = Positions.read(table)
    assert whole.source_row.tolist() == list(range(1, count + 1))
    np.testing.assert_array_equal(whole.evals, np.arange(count) % 1000)
    assert Positions.read(table, threads=1) == whole
    streamed = list(Positions.stream(table, rows_per_batch=50_000))
    assert max(map(len, streamed)) <= 50_000 + 65_536
    assert Positions.concatenate(streamed) == whole
    parquet.write_table(table, tmp_path / "x.parquet", row_group_size=10_000)
    assert Positions.read(tmp_path / "x.parquet") == whole
    empty = Positions.read(table[:0])
    assert (len(empty), empty.skipped) == (0, {"source": 1})
    with pytest.raises(FileFormatError, match="a table with columns, not epd"):
        Positions.read(table, format="epd")


def test_unused_columns_of_parquet_are_not_read(tmp_path: Path) -> None:
    """Damage in a column that is not used does not matter."""
    path = tmp_path / "x.parquet"
    table = pa.table({"f": FENS * 100, "note": [str(n) * 9 for n in range(100 * len(FENS))]})
    parquet.write_table(table, path, compression="none", use_dictionary=False)
    chunk = parquet.read_metadata(path).row_group(0).column(1)
    data = bytearray(path.read_bytes())
    start = chunk.data_page_offset
    data[start : start + chunk.total_compressed_size] = bytes(chunk.total_compressed_size)
    path.write_bytes(data)
    assert len(Positions.read(path, columns={"fen": "f"})) == len(table)


def frames() -> list[Callable[[dict[str, list[Any]]], Any]]:
    """Returns what makes tables of the packages that are installed."""
    made: list[Any] = [pa.table]
    for package in ("pandas", "polars"):
        try:
            made.append(importlib.import_module(package).DataFrame)
        except ImportError:
            continue
    return made


@pytest.mark.parametrize("frame", frames())
def test_frames(frame: Callable[[dict[str, list[Any]]], Any]) -> None:
    rows = {
        "FEN": [WHITE[0], BLACK[0], "x", WHITE[1]],
        "Evaluation": ["+5", "#-3", "7", None],
        "Move": [None] * 4,
    }
    read = Positions.read(frame(rows))
    assert read.fens() == [WHITE[0], BLACK[0], WHITE[1]]
    assert read.evals.tolist() == [5, -999_997, NO_EVAL]
    assert read.source_row.tolist() == [1, 2, 4]
    both = Positions.read([frame(rows), frame(rows)])
    assert both.sources.tolist() == [0, 0, 0, 1, 1, 1]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    fens = FENS[:3]
    categories = pandas.DataFrame({
        "FEN": pandas.Categorical(fens),
        "Evaluation": pandas.Categorical(["1", "2", "#3"]),
    })  # fmt: skip
    assert Positions.read(categories).evals.tolist() == [1, 2, 999_997]
    # integers with missing ones are floats
    numbers = pandas.DataFrame({"fen": fens, "cp": [311, None, 5], "mate": [None, -2, None]})
    assert Positions.read(numbers).evals.tolist() == [311, -999_998, 5]
    nullable = numbers.astype({"cp": "Int64", "mate": "Float32"})
    assert Positions.read(nullable).evals.tolist() == [311, -999_998, 5]
    # what remains of a table has an index that is no range
    assert Positions.read(numbers[1:][::-1]).evals.tolist() == [5, -999_998]
    indexed = numbers.set_index("fen")
    assert Positions.read(indexed).evals.tolist() == [311, -999_998, 5]
    assert Positions.read(numbers.to_csv().encode()).evals.tolist() == [311, -999_998, 5]
    # types are mixed in large files of CSV
    mixed = pandas.DataFrame({"FEN": fens, "Evaluation": [56, "#-3", None]}, dtype=object)
    assert Positions.read(mixed).evals.tolist() == [56, -999_997, NO_EVAL]
    # columns that are not used may have anything
    other = pandas.DataFrame({"FEN": fens, 0: [1, "x", object()], 1: [[1], "y", {}]})
    assert len(Positions.read(other, columns={"fen": "FEN"})) == 3
    twice = pandas.DataFrame([[fens[0], 1, 2]], columns=["FEN", "x", "x"])
    assert len(Positions.read(twice, columns={"fen": "FEN"})) == 1
    with pytest.raises(FileFormatError, match='several columns "x"'):
        Positions.read(twice, columns={"fen": "FEN", "id": "x"})


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    fens = FENS[:3]
    frame = polars.DataFrame({
        "FEN": polars.Series(fens, dtype=polars.Categorical),
        "Evaluation": polars.Series(["1", "#-3", None], dtype=polars.Enum(["1", "#-3"])),
    })  # fmt: skip
    assert Positions.read(frame).evals.tolist() == [1, -999_997, NO_EVAL]
    puzzles = polars.DataFrame({
        "PuzzleId": ["a", "b", "c"],
        "FEN": fens,
        "Themes": polars.Series([["mate"], ["fork", None], None]).cast(
            polars.List(polars.Categorical)
        ),
        "Rating": polars.Series(["1500", "1600", "1700"]).cast(polars.Decimal(10, 2)),
        "GameUrl": polars.Series([object(), 2, "x"], dtype=polars.Object),
    })  # fmt: skip
    read = Positions.read(puzzles)
    assert [read[n].get("themes") for n in range(3)] == [["mate"], ["fork"], []]
    assert read.rating.tolist() == [1500, 1600, 1700]
    wide = polars.DataFrame({"fen": fens}).with_columns(x=polars.lit(1, dtype=polars.Int128))
    assert len(Positions.read(wide, columns={"fen": "fen"})) == 3


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    query = f"SELECT '{FEN}' AS fen, 0.53::DECIMAL(5, 2) AS p, ['a', NULL] AS t, 3::HUGEINT AS n"
    columns = {"fen": "fen", "expected_score": "p", "themes": "t", "nodes": "n"}
    read = Positions.read(duckdb.sql(query), columns=columns, perspective="white")
    assert read[0]["expected_score"] == pytest.approx(0.53)
    assert (read[0]["themes"], read.nodes.tolist()) == (["a"], [3])


def test_one_error_names_all_that_must_be_passed(tmp_path: Path) -> None:
    text = b"position,score\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,9\n"
    with pytest.raises(FileFormatError) as unknown:
        Positions.read(text)
    assert unknown.value.options == {
        "columns": ["fen=..."],
        "perspective": ["white", "side_to_move"],
        "unit": ["cp", "pawns", "probability"],
    }
    assert str(unknown.value).endswith(unknown.value.hint)
    with pytest.raises(FileFormatError) as named:
        Positions.read(text, columns={"fen": "position", "eval": "score"})
    assert named.value.options.keys() == {"perspective", "unit"}
    copy = pickle.loads(pickle.dumps(named.value))
    assert (copy.hint, copy.options) == (named.value.hint, named.value.options)
    with pytest.raises(EncodingError) as unsupported:
        Games.from_pgn(b"1. e4 1-0").write(tmp_path / "x.bf")
    assert unsupported.value.options == {"missing_score": []}
    assert unsupported.value.hint in str(unsupported.value)
    with pytest.raises(ArgumentError) as is_text:
        Positions.read("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    assert is_text.value.options == {"fens": ()}
