"""Files of `Positions` and Arrow tables: what is written is read again."""

import csv
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np
import pytest

from enroque import Board, Games, Positions, formats
from enroque.errors import ArgumentError, FileFormatError
from test_positions import FENS

PUZZLES = b"\n".join(
    [
        b"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags",
        b"000rZ,2kr1b1r/p1p2pp1/2pqb3/7p/3N2n1/2NPB3/PPP2PPP/R2Q1RK1 w - - 2 13,"
        b"d4e6 d6h2,633,93,100,616,mate mateIn1,u,Scandinavian_Defense",
        b"bad,8/8 w,d4e6,1,1,1,1,,,",
        b"00sJ9,r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,"
        b"e3g3 e8e1 g1h2 e1c1,2671,105,87,325,advantage fork,u,",
    ]
)


def table() -> Positions:
    """Returns a table with all kinds of columns, an error and a warning."""
    rows = [
        f"{FENS[0]},56,1-0,,20,",
        f"{FENS[1]},,0-1,O-O,255,7",
        f"{FENS[2]},#-3,,,,9",
        f"{FENS[3]},-30000,1/2-1/2,exf6,1,1",
    ]
    text = "\n".join(["FEN,Eval,Result,Move,Depth,Nodes", *rows]).encode()
    columns = {"fen": "FEN", "eval": "Eval", "result": "Result", "move": "Move", "depth": "Depth"}
    columns["nodes"] = "Nodes"
    return Positions.read(text, columns=columns, perspective="white", unit="cp")  # type: ignore[arg-type]


@pytest.mark.parametrize("suffix", [".npz", ".parquet", ".csv"])
def test_round_trips(suffix: str, tmp_path: Path) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    for name, written in [("a", table()), ("p", Positions.read(PUZZLES)), ("e", table()[:0])]:
        path = tmp_path / f"{name}{suffix}"
        counts = written.write(path)
        assert (counts.positions, counts.skipped) == (len(written), {})
        assert counts.bytes == path.stat().st_size
        read = Positions.read(path)
        assert read == written, (suffix, name)
        assert read.source_names or not len(read)
        if (name, suffix) == ("e", ".csv"):
            assert path.read_text() == "fen\n"
    if suffix == ".npz":
        again = Positions.read(tmp_path / "p.npz")
        assert again.errors == Positions.read(PUZZLES).errors
        assert again.source_row.tolist() == [1, 3]


def test_text_formats(tmp_path: Path) -> None:
    whole = table()
    for format, options, rows, skipped in [
        ("fens", {}, [0, 1, 2, 3], {}),
        ("epd", {"c9": "result"}, [0, 1, 2, 3], {}),
        ("bullet", {}, [0, 3], {"no_evals": 1, "no_result": 1}),
        ("ethereal", {}, [0, 3], {"no_evals": 1, "no_result": 1}),
        ("plain", {"unit": "cp"}, [3], {"no_evals": 1, "no_result": 1, "no_moves": 1}),
    ]:
        path = tmp_path / f"table.{format}.txt"
        counts = whole.write(path, format=format)
        assert counts.skipped == skipped, format
        read = Positions.read(path, format=format, **options)
        assert (len(read), read.error_count, read.warning_count) == (len(rows), 0, 0), format
        expected = whole[rows]
        assert read.fens() == expected.fens()
        for name in ("evals", "result", "moves"):
            column = getattr(read, name)
            if column is not None and format != "fens":
                np.testing.assert_array_equal(column, getattr(expected, name), err_msg=format)
    with pytest.raises(ArgumentError, match="the name must end in"):
        whole.write(tmp_path / "table.txt")
    with pytest.raises(ArgumentError, match="format must be one of"):
        whole.write(tmp_path / "table.csv", format="xlsx")
    assert not (tmp_path / "table.csv").exists()


def test_names_with_quotation_marks(tmp_path: Path) -> None:
    names = ["one, two", 'a "b", c', 'back\\slash""', "plain"]
    boards = [Board(fen) for fen in FENS[:4]]
    text = "\n".join(board.epd(id=name) for board, name in zip(boards, names, strict=True))
    named = Positions.read(text.encode(), format="epd")
    assert named.ids == names
    for suffix in (".csv", ".epd", ".npz"):
        named.write(tmp_path / f"a{suffix}")
        assert Positions.read(tmp_path / f"a{suffix}").ids == names
    with open(tmp_path / "a.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["fen"], row["id"]) for row in rows] == list(zip(named.fens(), names, strict=True))
    for line, name in zip((tmp_path / "a.epd").read_text().splitlines(), names, strict=True):
        assert Board.from_epd(line)[1]["id"] == name
    # other columns have no such names
    row = f'FEN,Evaluation,Move\n"{FENS[0]}",12,"e2""e4"\n'.encode()
    with pytest.raises(FileFormatError, match="quotation marks inside of a quoted field"):
        Positions.read(row, strict=True)


def test_lichess_evaluations(tmp_path: Path) -> None:
    """Objects as Lichess publishes them: no clocks of positions, thousands of nodes."""
    fens = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 30",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
    ]
    rows = zip(fens, ("+34", "-12", "#1", ""), ("e7e5", "O-O", "", ""), (20, 30, 0, 0), strict=True)
    lines = [f"{fen},{score},{m},{depth},45000" for fen, score, m, depth in rows]
    table = Positions.read(
        "\n".join(["FEN,Evaluation,Move,Depth,Nodes", *lines]).encode(),
        columns={
            "fen": "FEN",
            "eval": "Evaluation",
            "move": "Move",
            "depth": "Depth",
            "nodes": "Nodes",
        },
        perspective="white",
        unit="cp",
    )
    counts = table.write(tmp_path / "a.jsonl")
    assert (counts.positions, counts.skipped) == (3, {"no_evals": 1})
    objects = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    search = {"pvs": [{"cp": 34, "line": "e7e5"}], "knodes": 45, "depth": 20}
    assert objects[0] == {"fen": fens[0].rsplit(" ", 2)[0], "evals": [search]}
    assert objects[1]["evals"][0]["pvs"] == [{"cp": -12, "line": "e1h1"}]
    assert objects[2]["evals"][0] == {"pvs": [{"mate": 1, "line": ""}], "knodes": 45}
    again = Positions.read(tmp_path / "a.jsonl")
    assert again.fens()[0].split()[:4] == fens[0].split()[:4]
    for name in ("evals", "moves", "depth", "nodes"):
        np.testing.assert_array_equal(getattr(again, name), getattr(table, name)[:3], name)


def test_number_of_threads(tmp_path: Path) -> None:
    """Texts, files and positions after a move are the same for any number of threads."""
    few = Positions.concatenate([table(), Positions.read(PUZZLES)])
    times = 2100
    many = Positions.concatenate([few] * times)
    assert len(many) > 3 * 4096
    after = few.after_first_move()
    assert (len(after), after.error_count) == (2, len(table()))
    assert after[0]["themes"] == ["mate", "mateIn1"]
    for threads in (1, 3, None):
        assert many.fens(threads=threads) == few.fens() * times
        found = many.after_first_move(threads=threads)
        assert found == Positions.concatenate([after] * times)
        for suffix in ("csv", "jsonl", "epd", "plain"):
            counts = many.write(tmp_path / f"many.{suffix}", threads=threads)
            text = (tmp_path / f"many.{suffix}").read_bytes()
            once = few.write(tmp_path / f"once.{suffix}")
            first = (tmp_path / f"once.{suffix}").read_bytes()
            header = first.index(b"\n") + 1 if suffix == "csv" else 0
            assert text == first[:header] + first[header:] * times
            assert counts.skipped == {reason: times * n for reason, n in once.skipped.items()}


@pytest.mark.parametrize("format", ["behavioral_cloning", "state_value", "action_value"])
def test_bags_of_chessbench(format: str, tmp_path: Path) -> None:
    """A probability is kept, or computed from an evaluation; it is the side to move's."""
    whole = table()
    counts = whole.write(tmp_path / "a.bag", format=format)
    records = next(formats.stream_records(tmp_path / "a.bag", format=format))
    moves = np.array([whole[n].get("moves", "") for n in range(len(whole))])
    has_move = moves != ""
    has_score = whole.evals != -(2**31)
    there = np.array([not whole.board(n).has_chess960_castling_rights() for n in range(len(whole))])
    there &= has_move if format != "state_value" else True
    there &= has_score if format != "behavioral_cloning" else True
    assert counts.positions == len(records) == there.sum()
    assert sum(counts.skipped.values()) == len(whole) - there.sum()
    assert counts.bytes == (tmp_path / "a.bag").stat().st_size
    assert [Board(fen) for fen in records.fen] == [whole.board(n) for n in np.flatnonzero(there)]
    if format != "state_value":
        assert records.move == moves[there].tolist()
    if format != "behavioral_cloning":
        expected = whole.win_probability(model="chessbench")[there]
        np.testing.assert_allclose(records.win_prob, expected, rtol=1e-6)
        again = Positions.read(tmp_path / "a.bag", format=format)
        again.write(tmp_path / "b.bag", format=format)
        assert (tmp_path / "b.bag").read_bytes() != b""
        assert Positions.read(tmp_path / "b.bag", format=format) == again
    nonstandard = Positions.from_fens(
        ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
    )
    counts = nonstandard.write(tmp_path / "c.bag", format="state_value")
    assert counts.skipped == {"no_evals": 1}


def test_damaged_parquet_files(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "table.parquet"
    path.write_text("fen\n")
    with pytest.raises(FileFormatError, match=r"table\.parquet: damaged Parquet file"):
        Positions.read(path)
    Positions.concatenate([Positions.read(PUZZLES)] * 50).write(path)
    data = bytearray(path.read_bytes())
    data[30:200] = bytes(170)
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match=r"table\.parquet: damaged Parquet file"):
        Positions.read(path)
    with pytest.raises(FileNotFoundError):
        Positions.read(tmp_path / "nowhere.parquet")


def test_tables_of_other_packages(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    written = Positions.read(PUZZLES)
    arrow = pa.table(written)
    assert arrow.column_names == [
        "fen", "move", "line", "id", "rating", "rating_deviation", "popularity", "plays", "themes",
        "openings",
    ]  # fmt: skip
    assert arrow["themes"].to_pylist() == [["mate", "mateIn1"], ["advantage", "fork"]]
    assert Positions.read(arrow) == written
    nulls = pa.table(table())
    assert nulls["white_cp"].to_pylist() == [56, None, None, -30000]
    assert nulls["white_mate"].to_pylist() == [None, None, -3, None]
    assert nulls["result"].to_pylist() == ["1-0", "0-1", None, "1/2-1/2"]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(written)
    assert frame.height == 2
    assert Positions.read(frame) == written
    kaggle = polars.DataFrame({"FEN": FENS, "Evaluation": ["+1", "-2", "#+3", "0"]})
    assert Positions.read(kaggle).evals.tolist() == [1, -2, 999_997, 0]
    kaggle.write_parquet(tmp_path / "kaggle.parquet")
    assert Positions.read(tmp_path / "kaggle.parquet").source_row.tolist() == [1, 2, 3, 4]


def test_a_last_batch_without_values() -> None:
    pa = pytest.importorskip("pyarrow")
    rows = f"{FENS[1]},x,1-0\n" * 65_536 + f"{FENS[1]},,\n"
    written = Positions.read(f"fen,id,result\n{rows}".encode())
    table = pa.table(written)
    assert [len(chunk) for chunk in table["id"].chunks] == [65_536, 1]
    assert (table["id"].type, table["result"].type) == (pa.string(), pa.string())
    assert Positions.read(table) == written


def test_rows_of_hugging_face(data_file: Callable[[str], Path]) -> None:
    pa = pytest.importorskip("pyarrow")
    lines = data_file("positions/puzzles/hf_rows_real6.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    read = Positions.read(pa.Table.from_pylist(rows))
    assert (len(read), read.error_count) == (6, 0)
    assert read.rating.tolist() == [row["Rating"] for row in rows]
    assert [read[n]["themes"] for n in range(6)] == [row["Themes"] for row in rows]


def test_damaged_npz(tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    Games.from_pgn(b"1. e4 *").write(path)
    with pytest.raises(FileFormatError, match="not a table of positions"):
        Positions.read(path)
    table().write(path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(FileFormatError):
        Positions.read(path)
    with pytest.raises(FileNotFoundError):
        Positions.read(tmp_path / "missing.npz")
    table().write(path)
    assert [batch == table() for batch in Positions.stream(path)] == [True]
    assert pickle.loads(pickle.dumps(table())) == table()


W, B = "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"


@pytest.mark.parametrize(
    ("score", "white", "black"),
    [  # the standard's section 16.2.5.5; the values are of the side to move
        (32000, 32000, -32000),
        (32766, 999_999, -999_999),
        (32764, 999_998, -999_998),
        (32758, 999_995, -999_995),
        (-32765, -999_999, 999_999),
        (-32757, -999_995, 999_995),
        (-32767, -1_000_000, 1_000_000),
    ],
)
def test_large_ce_of_epd_is_a_mate(score: int, white: int, black: int, tmp_path: Path) -> None:
    for fen, value in ((W, white), (B, black)):
        board = " ".join(fen.split()[:4])
        positions = Positions.read(f"{board} ce {score};\n".encode(), format="epd")
        assert positions.evals is not None
        assert positions.evals.tolist() == [value]
        positions.write(tmp_path / "x.epd")
        written = Board()
        operations = written.set_epd((tmp_path / "x.epd").read_text().strip())
        assert operations["ce"] == score
        assert Positions.read(tmp_path / "x.epd") == positions


def test_evaluations_that_epd_cannot_have(tmp_path: Path) -> None:
    board = " ".join(W.split()[:4])
    for score in (32768, -32768, 100_000):
        positions = Positions.read(f"{board} ce {score};\n".encode(), format="epd")
        assert (positions.evals, positions.warning_count) == (None, 1)
    far = Positions.read(f"FEN,Evaluation\n{W},#500\n{B},#500\n{W},-40000\n".encode())
    far.write(tmp_path / "x.epd")
    assert Positions.read(tmp_path / "x.epd") == far[:2]
    assert far.write(tmp_path / "y.epd").skipped == {"score_out_of_range": 1}


@pytest.mark.parametrize(
    "line",
    [
        "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - bm Rf1; id 'zugzwang';",
        "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - - bm Rf1;",
        "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - - - bm Rf1;",
        "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - -; bm Rf1;",
    ],
)
def test_a_hyphen_is_no_opcode(line: str) -> None:
    for format in (None, "epd"):
        positions = Positions.read(line.encode(), format=format)
        assert positions[0]["moves"] == "e1f1"


def test_epd_has_san(tmp_path: Path) -> None:
    games = Games.from_pgn(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *")
    Positions.from_games(games, *games.positions()).write(tmp_path / "x.epd")
    lines = (tmp_path / "x.epd").read_text().splitlines()
    moves = [chess.Board().set_epd(line)["bm"] for line in lines]
    assert len(moves) == 7
    assert [line.split(" bm ")[1].split(";")[0] for line in lines] == [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O"
    ]  # fmt: skip
    assert Positions.read(tmp_path / "x.epd")[-1]["moves"] == "e1g1"


@pytest.mark.parametrize(
    ("score", "evaluation"),
    [(32002, None), (31999, 999_999), (31754, 31754), (31755, 999_877), (-31998, -999_999)],
)
def test_scores_of_plain_are_those_of_binpack(
    score: int, evaluation: int | None, tmp_path: Path
) -> None:
    for fen, sign in ((W, 1), (B, -1)):
        move = "h1h2" if sign > 0 else "h8h7"
        text = f"fen {fen}\nmove {move}\nscore {score}\nply 0\nresult 0\ne\n"
        positions = Positions.read(text.encode(), unit="cp")
        found = None if positions.evals is None else positions.evals.tolist()
        assert found == (None if evaluation is None else [sign * evaluation])
        counts = positions.write(tmp_path / "x.plain")
        if evaluation is None:
            assert counts.skipped == {"no_evals": 1}
        else:
            assert Positions.read(tmp_path / "x.plain", unit="cp") == positions
