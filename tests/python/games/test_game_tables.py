"""Tables of games with moves as text: public ones by their columns, others by `columns=`."""

import datetime
import gzip
import json
import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import chess
import numpy as np
import pytest

import enroque
import peak_memory
from enroque import Column, Games, Loader, Positions
from enroque.cli import main
from enroque.data import example_games
from enroque.errors import ArgumentError, FileFormatError

pa = pytest.importorskip("pyarrow")
csv = pytest.importorskip("pyarrow.csv")
pq = pytest.importorskip("pyarrow.parquet")

SAN = "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"
UCI = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8"
ROOK = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8"
MOVETEXT = "1. e4 { [%eval 0.3] [%clk 0:01:00] } 1... e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0"
LAST = "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 6 5"

PUBLIC: dict[str, dict[str, list[Any]]] = {
    "datasnaek/chess": {
        "id": ["TZJHLljE"],
        "rated": [False],
        "created_at": [1504210000000.0],
        "turns": [8],
        "victory_status": ["resign"],
        "winner": ["white"],
        "increment_code": ["15+2"],
        "white_id": ["anna"],
        "white_rating": [1500],
        "black_id": ["bea"],
        "black_rating": [1191],
        "moves": [SAN],
        "opening_eco": ["C55"],
        "opening_name": ["Italian Game"],
        "opening_ply": [7],
    },
    "arevel/chess-games": {
        "Event": [" Rated Classical game "],
        "White": ["anna"],
        "Black": ["bea"],
        "Result": ["1-0"],
        "UTCDate": ["2016.06.30"],
        "UTCTime": ["22:00:01"],
        "WhiteElo": [1500],
        "BlackElo": [1191],
        "WhiteRatingDiff": [11.0],
        "BlackRatingDiff": [-11.0],
        "ECO": ["C55"],
        "Opening": ["Italian Game"],
        "TimeControl": ["900+2"],
        "Termination": ["Normal"],
        "AN": [MOVETEXT],
    },
    "Lichess/standard-chess-games": {
        "White": ["anna"],
        "Black": ["bea"],
        "Result": ["1-0"],
        "WhiteElo": [1500],
        "BlackElo": [1191],
        "TimeControl": ["900+2"],
        "movetext": [MOVETEXT],
    },
    "laion/strategic_game_chess": {
        "Moves": [UCI.split()],
        "Termination": ["CHECKMATE"],
        "Result": ["1-0"],
    },
    "austindavis/lichess_uci": {"site": ["https://lichess.org/abc"], "transcript": [UCI]},
    "adamkarvonen/chess_games": {
        "transcript": [";1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.O-O O-O"],
    },
    "angeluriot/chess_games": {
        "date": ["2020.01.02"],
        "white_elo": [1500],
        "black_elo": [1191],
        "end_type": ["resignation"],
        "winner": ["white"],
        "moves_san": [SAN.split()],
        "moves_uci": [UCI.split()],
        "moves_custom": [["w.♙e2♙e4.."]],
        "source": ["x"],
    },
    "moves alone": {"moves": [ROOK]},
}


@pytest.mark.parametrize("name", PUBLIC)
def test_public_tables(name: str, tmp_path: Path) -> None:
    table = pa.table(PUBLIC[name])
    pq.write_table(table, tmp_path / "games.parquet")
    for source in (table, tmp_path / "games.parquet"):
        games = Games.read(source)
        assert len(games) == 1
        assert not games.errors
        assert not games.warnings
        assert games[0].board(8).fen() == LAST
        if "White" in games[0].headers:
            assert games[0].headers["White"] == "anna"
        if games.white_elo[0]:
            assert (games.white_elo[0], games.black_elo[0], games.result[0]) == (1500, 1191, 1)
        if "TimeControl" in games[0].headers:
            assert games[0].headers["TimeControl"] == "900+2"


@pytest.mark.parametrize("moves", [SAN, UCI, ROOK, MOVETEXT, f"{SAN} 1-0", f";{SAN}", "1.e4 e5"])
@pytest.mark.parametrize("kind", ["csv", "tsv", "csv.gz", "jsonl", "parquet", "polars", "pandas"])
def test_every_kind_of_file_and_moves(moves: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{kind}"
    rows = [{"transcript": moves, "white": 'Anna "A", jr.'}, {"transcript": "d4", "white": None}]
    if kind.startswith("csv") or kind == "tsv":
        sign = "\t" if kind == "tsv" else ","
        text = f'transcript{sign}white\n"{moves}"{sign}"Anna ""A"", jr."\nd4{sign}\n'
        path.write_bytes(gzip.compress(text.encode()) if kind.endswith("gz") else text.encode())
    elif kind == "jsonl":
        path.write_text("\n".join(map(json.dumps, rows)))
    elif kind == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    source: Any = path
    if kind in ("polars", "pandas"):
        source = pytest.importorskip(kind).DataFrame(rows)
    games = Games.read(source)
    assert games[0].board().fen() == (LAST if moves != "1.e4 e5" else games[0].board().fen())
    assert games.tag_values("White") == ['Anna "A", jr.', None]
    assert [len(game.moves) for game in games] == [8 if moves != "1.e4 e5" else 2, 1]
    assert list(games.source_game) == [1, 2]
    with Games.stream(source, games_per_batch=1) as stream:
        assert Games.concatenate(stream) == games


def test_lines_of_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{UCI}\n\n1. d4 d5 2. c4 1/2-1/2\n{SAN}\n")
    games = Games.read(path)
    assert [len(game.moves) for game in games] == [8, 0, 3, 8]
    assert list(games.result) == [-128, -128, 0, -128]
    loader = Loader(path, [Column.planes("pieces")], batch_size=64)
    assert sum(len(batch["planes"]) for batch in loader) == 19
    enroque.convert(path, tmp_path / "out.pgn")
    assert Games.read(tmp_path / "out.pgn") == games


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    csv.write_csv(pa.table(PUBLIC["datasnaek/chess"]), "games.csv")
    main(["tensors", "games.csv", "-o", "arrays"])
    assert json.loads(Path("arrays/manifest.json").read_text())["positions"] == 8
    main(["convert", "games.csv", "games.pgn"])
    assert Games.read("games.pgn") == Games.read("games.csv")


def test_named_columns() -> None:
    table = pa.table({"m": [SAN], "w": ["Anna"], "tc": ["15+2"], "score": ["draw"]})
    columns = {"moves": "m", "white": "w", "result": "score", "time_control": "tc"}
    games = Games.read(table, columns=columns, time_unit="minutes")
    assert games[0].headers == {
        "White": "Anna",
        "Result": "1/2-1/2",
        "TimeControl": "900+2",
    }
    games = Games.from_arrow(table, columns=columns, time_unit="seconds")
    assert games[0].headers["TimeControl"] == "15+2"
    assert games.result[0] == 0
    for wrong, options, message in [
        (columns, {}, 'pass time_unit="minutes" or "seconds"'),
        (columns, {"time_unit": "hours"}, 'time_unit must be "seconds" or "minutes"'),
        ({"moves": "x"}, {}, "there is no column 'x' among 'm', 'w', 'tc', 'score'"),
        ({"white": "w"}, {}, 'must name the column of "moves"'),
    ]:
        with pytest.raises(ArgumentError, match=message):
            Games.read(table, columns=wrong, **options)
    with pytest.raises(ArgumentError, match="pgn"):
        Games.read(b"1. e4 *", columns={"moves": "m"})


def test_chess960() -> None:
    fen = "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w KQkq - 0 1"
    table = pa.table({"FEN": [fen, fen], "moves": ["f1g1 a7a6", "O-O a6"]})
    games = Games.read(table)
    assert games.chess960.all()
    assert not games.errors
    assert games[0].uci() == games[1].uci() == ["f1g1", "a7a6"]


def test_wrong_rows_are_reported() -> None:
    table = pa.table({"moves": ["e4 e5", "e4 Ke3 d4", "nonsense", None, "e2e4 e7e6 e1e8"]})
    games = Games.read(table)
    assert [len(game.moves) for game in games] == [2, 1, 0, 0, 2]
    found = [(error.game, error.ply, error.token) for error in games.errors]
    assert found == [(2, 1, "Ke3"), (3, 0, "nonsense"), (5, 2, "e1e8")]
    assert list(games.broken) == [False, True, True, False, True]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"PuzzleId": ["a"], "FEN": [LAST], "Moves": ["e2e4"], "Themes": ["x"]}, "puzzles"),
        ({"fen": [LAST], "cp": [3]}, r"Positions\.read"),
        ({"a": [1]}, r"pass columns=\{\"moves\""),
        ({"moves": ["1. e4 * 1. d4 *"]}, "row 1 of the table holds 2 games"),
    ],
)
def test_other_tables_are_refused(table: dict[str, Any], message: str) -> None:
    with pytest.raises(FileFormatError, match=message):
        Games.read(pa.table(table))


def test_moves_equal_those_of_python_chess() -> None:
    games = example_games()
    games = games[games.start == 518]
    for words in (games.san(), games.uci(), games.uci(chess960=True)):
        again = Games.read(pa.table({"moves": list(words)}))
        np.testing.assert_array_equal(again.moves, games.moves)
        np.testing.assert_array_equal(again.offsets, games.offsets)
    for game, words in zip(games, games.san(), strict=True):
        board = chess.Board()
        assert [board.push_san(word).uci() for word in words.split()] == game.uci()


def test_rows_keep_their_games() -> None:
    """As many games as rows, but not one in each."""
    with pytest.raises(FileFormatError, match="row 2 of the table holds 2 games"):
        Games.read(pa.table({"moves": ["nonsense", "1. e4 * 1. d4 *"]}))


def aix_moves(words: str, level: int = 0) -> bytes:
    data = bytearray()
    for word in words.split():
        promotion = word[4:]
        data.append(enroque.parse_square(word[:2]) | 64 * bool(promotion))
        data.append(
            enroque.parse_square(word[2:4]) | ("qrbn".index(promotion) << 6 if promotion else 0)
        )
    return bytes(data) + bytes([level << 6])


PROMOTIONS = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8n"


def aix_table(moves: str) -> Any:
    """Returns three games with the columns of Aix."""
    games = [aix_moves(moves), aix_moves(PROMOTIONS), aix_moves("")]
    start = datetime.datetime(2020, 1, 2, 3, 4, 5, 999)
    evals = [30, -5, 32_767, -32_768, 0, 0, 0, 0]
    return pa.table(
        {
            "lichess_id": ["abc", "def", "ghi"],
            "movedata": pa.array(games, pa.binary()),
            "clocks_white": pa.array([[60, 58, 50, 40], None, []], pa.list_(pa.uint16())),
            "clocks_black": pa.array([[61, 57, 51, 41], None, []], pa.list_(pa.uint16())),
            "evals": pa.array([evals, None, []], pa.list_(pa.int16())),
            "white_rating": pa.array([1500, None, 1600], pa.int16()),
            "time_initial": pa.array([180, None, 60], pa.uint16()),
            "time_increment": pa.array([2, None, 0], pa.uint8()),
            "utc_timestamp": pa.array([start] * 3, pa.timestamp("us")),
            "result": ["1-0", "0-1", "*"],
        }
    )


@pytest.mark.parametrize("castling", [UCI, ROOK])
def test_aix(castling: str, tmp_path: Path) -> None:
    table = aix_table(castling)
    pq.write_table(table, tmp_path / "aix.parquet")
    games = Games.read(tmp_path / "aix.parquet")
    assert games[0].board().fen() == LAST
    assert games[1].uci() == PROMOTIONS.split()
    assert list(games[0].clocks) == [60_000, 61_000, 58_000, 57_000, 50_000, 51_000, 40_000, 41_000]
    assert list(games[0].evals[:4]) == [30, -5, 999_999, -999_999]
    assert list(games.result) == [1, -1, -128]
    assert games.tag_values("TimeControl") == ["180+2", "-", "60+0"]
    assert games[0].headers["UTCTime"] == "03:04:05"
    for level, name in ((1, "Medium"), (2, "High")):
        with pytest.raises(FileFormatError, match=f"row 1 of movedata: the level {name}"):
            Games.read(pa.table({"movedata": pa.array([aix_moves(UCI, level)], pa.binary())}))
    for damaged in (b"", b"\x0c\x1c", b"\x0c"):
        with pytest.raises(FileFormatError, match="row 2 of movedata: damaged moves"):
            Games.read(pa.table({"movedata": pa.array([aix_moves(UCI), damaged], pa.binary())}))


@pytest.mark.parametrize("wrong", [{3}, {1, 2}, {10}, {4, 5, 9}, set(range(1, 11))])
def test_rows_of_csv_with_other_numbers_of_fields(wrong: set[int], tmp_path: Path) -> None:
    """They are reported, and the other rows keep their numbers."""
    rows = ["e4 e5,,x\n" if row in wrong else '"e4 e5","A\nB"\n\n' for row in range(1, 11)]
    path = tmp_path / "games.csv"
    path.write_text("moves,white\n" + "".join(rows))
    games = Games.read(path)
    assert len(games) == 10
    found = [(error.source, error.game, error.index, error.token) for error in games.errors]
    assert found == [(str(path), row, row - 1, "e4 e5,,x") for row in sorted(wrong)]
    assert all("expected 2 fields, got 3" in str(error) for error in games.errors)
    assert list(games.broken) == [row in wrong for row in range(1, 11)]
    assert list(games.plies) == [0 if row in wrong else 2 for row in range(1, 11)]
    assert list(games.source_game) == [*range(1, 11)]
    assert Games.concatenate(Games.stream(path, games_per_batch=3)) == games
    report = enroque.convert(path, tmp_path / "games.npz")
    assert report.errors["count"] == len(wrong)


def test_damaged_files_are_named(tmp_path: Path) -> None:
    for name, content, message in [
        ("a.jsonl", '{"moves": "e4"', "JSON parse error"),
        ("b.csv", "", "not a table of games"),
    ]:
        path = tmp_path / name
        path.write_text(content)
        with pytest.raises(FileFormatError, match=message) as caught:
            Games.read(path)
        assert caught.value.source == str(path)


@pytest.mark.parametrize("moves", ["movetext", "san", "uci"])
@pytest.mark.parametrize("name", ["example", "lichess_999", "lichess_chess960_150"])
def test_tables_of_games_are_read_back(name: str, moves: str, data_file: Any) -> None:
    games = example_games() if name == "example" else Games.read(data_file(f"pgn/{name}.pgn"))
    games = games[~games.broken]
    table = games.to_arrow(moves)
    again = Games.read(table)
    for column in ("moves", "offsets", "start", "chess960", "result", "white_elo", "black_elo"):
        np.testing.assert_array_equal(getattr(again, column), getattr(games, column), column)
    if moves == "movetext":
        for column in ("evals", "clocks"):
            np.testing.assert_equal(getattr(again, column), getattr(games, column))
    for tag in ("White", "UTCDate", "UTCTime", "WhiteRatingDiff", "TimeControl"):
        assert again.tag_values(tag) == games.tag_values(tag) if tag in games.tag_names else True


def test_types_of_tables_of_games() -> None:
    text = (
        b'[White "A"] [WhiteElo "1500"] [WhiteRatingDiff "+8"] [UTCDate "2013.01.02"] '
        b'[UTCTime "22:01:09"] 1. e4 {[%eval 0.3]} e5 1-0 '
        b'[White "B"] [UTCDate "2013.??.??"] [WhiteRatingDiff "x"] 1. d4 *'
    )
    table = Games.from_pgn(text).to_arrow("movetext")
    assert table.schema.field("UTCDate").type == pa.date32()
    assert table.to_pylist() == [
        {
            "White": "A",
            "WhiteRatingDiff": 8,
            "UTCDate": datetime.date(2013, 1, 2),
            "UTCTime": datetime.time(22, 1, 9),
            "Result": "1-0",
            "WhiteElo": 1500,
            "movetext": "1. e4 { [%eval 0.30] } 1... e5 1-0",
        },
        {
            "White": "B",
            "WhiteRatingDiff": None,
            "UTCDate": None,
            "UTCTime": None,
            "Result": "*",
            "WhiteElo": None,
            "movetext": "1. d4 *",
        },
    ]
    (row,) = (
        Games.from_pgn(b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1. e4 *').to_arrow("san").to_pylist()
    )
    assert (row["FEN"], row["moves"]) == ("8/8/8/8/8/8/8/8 w - - 0 1", "")
    with pytest.raises(ArgumentError, match='moves must be "movetext" or "san" or "uci"'):
        example_games().to_arrow("lan")


PAGE = (Path(__file__).parents[3] / "docs" / "datasets.md").read_text("utf-8")
LINES = re.findall(r"\| `((?:Games|Positions)\..*)` \|$", PAGE, flags=re.MULTILINE)
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
EPD = FEN.rpartition(" ")[0].rpartition(" ")[0]
PUZZLE = {
    "PuzzleId": ["a"],
    "FEN": [FEN],
    "Moves": ["f1b5 a7a6"],
    "Rating": [1500],
    "RatingDeviation": [80],
    "Popularity": [90],
    "NbPlays": [100],
    "Themes": ["short"],
    "GameUrl": ["https://lichess.org/a"],
    "OpeningTags": ["Ruy_Lopez"],
}
"""The columns of each table of the page, by the name of the file."""
TABLES: dict[str, dict[str, list[Any]]] = {
    "data/year=2017/month=03/train-00000.parquet": PUBLIC["Lichess/standard-chess-games"],
    "tournaments.parquet": PUBLIC["Lichess/standard-chess-games"],
    "chess960.parquet": {"White": ["anna"], "FEN": [FEN], "movetext": ["3. Bb5 a6"]},
    "chess_game_0001.parquet": PUBLIC["laion/strategic_game_chess"],
    "201301-moves.parquet": PUBLIC["austindavis/lichess_uci"],
    "smaller_pgn_file.csv": PUBLIC["adamkarvonen/chess_games"],
    "dataset.parquet": PUBLIC["angeluriot/chess_games"],
    "games.csv": PUBLIC["datasnaek/chess"],
    "chess_games.csv": PUBLIC["arevel/chess-games"],
    "evaluations/train-0.parquet": {
        "fen": [EPD],
        "line": ["f1b5 a7a6"],
        "depth": [30],
        "knodes": [100],
        "cp": [31],
        "mate": [None],
    },
    "fishnet.parquet": {"fen": [FEN], "cp": [31], "mate": [None], "move": ["f1b5"]},
    "lichess_db_puzzle.csv": PUZZLE,
    "puzzles.parquet": PUZZLE,
    "openings.parquet": {
        "eco-volume": ["C"],
        "eco": ["C40"],
        "name": ["King's Knight Opening"],
        "img": [None],
        "pgn": ["1. e4 e5 2. Nf3"],
        "uci": ["e2e4 e7e5 g1f3"],
        "epd": [EPD],
    },
    "chessData.csv": {"FEN": [FEN], "Evaluation": ["+31"]},
}


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of the columns of each data set of the page."""
    folder = tmp_path_factory.mktemp("downloads")
    for name, columns in TABLES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        table = pa.table(columns)
        if path.suffix == ".csv":
            csv.write_csv(table, path)
        else:
            pq.write_table(table, path)
    pgn = folder / "lichess_db_standard_rated_2013-01.pgn"
    pgn.write_text(MOVETEXT)
    (folder / "matches.pgn").write_text(MOVETEXT)
    for plain in (pgn, folder / "lichess_db_puzzle.csv"):
        with pa.output_stream(f"{plain}.zst", compression="zstd") as file:
            file.write(plain.read_bytes())
    with ZipFile(folder / "lichess_elite_2020-06.zip", "w") as archive:
        archive.write(pgn)
    (folder / "corpus.txt").write_text(f"{UCI}\n{SAN}\n")
    (folder / "suite.epd").write_text(f'{EPD} bm Bb5; id "one";\n')
    line = {"fen": EPD, "evals": [{"pvs": [{"cp": 31, "line": "f1b5"}], "knodes": 9, "depth": 9}]}
    with pa.output_stream(f"{folder}/lichess_db_eval.jsonl.zst", compression="zstd") as file:
        file.write(json.dumps(line).encode())
    pq.write_table(aix_table(UCI), folder / "aix_lichess_2013-01_low.parquet")
    games = Games.from_pgn(MOVETEXT.encode())
    for name in ("test80.binpack", "games.vf"):
        games.write(folder / name, missing_score=0)
    return folder


def test_the_page_has_twenty_data_sets() -> None:
    assert len(LINES) >= 25


@pytest.mark.parametrize("line", LINES)
def test_one_line_reads_each_data_set(
    line: str, downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = re.findall(r'"([^"]+)"', line)[0]
    if name.endswith((".bag", ".bullet", ".1.gz")):
        pytest.skip(f"{name}: tests/python/formats reads such files")
    monkeypatch.chdir(downloads)
    found = eval(line, vars(enroque))
    batches = [found] if isinstance(found, Games | Positions) else list(found)
    assert sum(map(len, batches)) >= 1
    for batch in batches:
        assert not batch.errors


MIXED = b"""[White "A"][WhiteElo "2500"][Date "2020.01.02"][Result "1-0"] 1. e4 e5 1-0
[White "B"][FEN "4k3/8/8/8/8/8/8/4K2R w K - 3 9"] 1. O-O *
[Variant "Chess960"][FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
1. g4 1/2-1/2
[Black "C"][Date "????.??.??"] 1. d4 0-1
"""


def check_same_games(read: Games, games: Games) -> None:
    """Checks that moves, start positions, results, ratings and tags are the same."""
    assert (read.error_count, read.warning_count) == (0, 0)
    assert read.fingerprints.tolist() == games.fingerprints.tolist()
    for name in ("result", "white_elo", "black_elo", "chess960", "broken"):
        assert getattr(read, name).tolist() == getattr(games, name).tolist(), name
    for ours, theirs in zip(read, games, strict=True):
        tags = {name: value for name, value in ours.headers.items() if name != "Result"}
        expected = {name: value for name, value in theirs.headers.items() if name != "Result"}
        assert tags == {**tags, **expected}
        assert set(tags) <= {*expected, "Date"}


@pytest.mark.parametrize("moves", ["san", "uci"])
def test_frames_of_pandas_round_trip(moves: str) -> None:
    """An unknown number is NA, and an empty cell is no tag, above all no FEN."""
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    polars = pytest.importorskip("polars", reason="polars is not installed")
    for games in (Games.from_pgn(MIXED), example_games()):
        frame = games.to_pandas(moves=moves)
        assert frame["white_elo"].isna().tolist() == (games.white_elo == 0).tolist()
        assert frame["result"].isna().tolist() == (games.result == -128).tolist()
        for table in (
            frame,
            frame.sample(frac=1, random_state=1).sort_index(),
            pa.Table.from_pandas(frame),
            polars.from_pandas(frame),
        ):
            check_same_games(Games.from_arrow(table), games)
            check_same_games(Games.read(table), games)
    assert isinstance(frame, pandas.DataFrame)


def test_an_empty_cell_is_no_tag() -> None:
    table = {"movetext": ["1. e4 1-0", "1. e4 *"], "FEN": ["", None], "Variant": [None, ""]}
    games = Games.from_arrow(pa.table({**table, "White": ["", "A"]}))
    assert (games.error_count, games.plies.tolist()) == (0, [1, 1])
    assert [dict(game.headers) for game in games] == [{}, {"White": "A"}]


def test_lazy_tables_name_collect() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    lazy = polars.LazyFrame({"moves": ["e4"], "fen": [chess.STARTING_FEN]})
    for read in (Games.read, Positions.read, Games.from_arrow):
        with pytest.raises(TypeError, match=r"not LazyFrame: pass its .collect\(\)|does not: pass"):
            read(lazy)
    with pytest.raises(TypeError, match=r'one column, such as df.collect\(\)\["FEN"\]'):
        Positions.from_fens(lazy)


@pytest.mark.parametrize("moves", ["movetext", "san", "uci"])
@pytest.mark.parametrize("suffix", ["csv", "csv.zst", "csv.gz", "csv.bz2", "parquet"])
def test_written_tables_are_read_back(suffix: str, moves: str, tmp_path: Path) -> None:
    """The tags, dates and moves are those of the games, also of rows that lack some tags."""
    games = Games.concatenate([example_games(), Games.from_pgn(ODD)])
    path = tmp_path / f"games.{suffix}"
    reports: list[Any] = []
    written = games.write(path, moves=moves, progress=lambda *at: reports.append(at))
    assert (written.games, written.positions) == (len(games), len(games.moves))
    assert written.bytes == path.stat().st_size
    assert reports[-1] == (len(games), len(games))
    again = Games.read(path)
    for column in ("moves", "offsets", "start", "chess960", "result", "white_elo", "black_elo"):
        np.testing.assert_array_equal(getattr(again, column), getattr(games, column), column)
    for tag in set(games.tag_names) - {"FEN", "SetUp", "Variant", "Result"}:
        assert again.tag_values(tag) == games.tag_values(tag), tag
    if moves == "movetext":
        np.testing.assert_equal(again.evals, games.evals)
    if suffix == "parquet":
        types = pq.read_schema(path)
        assert types.field("UTCDate").type == pa.date32()
        assert types.field("WhiteRatingDiff").type == pa.int16()
    else:
        games.write(tmp_path / "plain.csv")
        with (tmp_path / "plain.csv").open(encoding="utf-8") as file:
            assert "movetext" in file.readline()


MANY = """
import sys
import pyarrow
from enroque import Games
games, first = 0, None
for number, batch in enumerate(Games.stream(f"{sys.argv[1]}/*.parquet")):
    games += len(batch)
    first = peak() if number == 40 else first  # all threads have their memory
print(games, peak() - first)
"""


def test_many_files_in_constant_memory(tmp_path: Path) -> None:
    games = Games.concatenate([example_games()] * 20)
    games.write(tmp_path / "000.parquet", moves="movetext")
    for number in range(1, 300):
        (tmp_path / f"{number:03}.parquet").hardlink_to(tmp_path / "000.parquet")
    (line,) = peak_memory.run(MANY, tmp_path)
    count, growth = map(int, line.split())
    assert count == 300 * len(games)
    assert growth < 40  # megabytes; all games take 180, their text 900


ODD = (
    b'[White "Zo\xc3\xab, \\"the\\" one"] [Result "0-1"] [WhiteElo "1500"] [UTCTime "22:01:09"]'
    b'[UTCDate "2013.01.02"] [WhiteRatingDiff "+8"] 1. e4 {[%eval 0.3]} e5 0-1 1. d4 *'
)


def test_tables_cannot_be_written_with_other_suffixes(tmp_path: Path) -> None:
    for name, options in [
        ("a.npz", {"moves": "uci"}),
        ("a.csv.xz", {}),
        ("a.parquet.gz", {"moves": "san"}),
        ("a.parquet", {"format": "csv"}),
        ("a.csv", {"moves": "lan"}),
        ("a.vf", {"moves": "san", "format": "viriformat"}),
    ]:
        with pytest.raises(ArgumentError, match=r"suffix|moves must be|format must be"):
            example_games().write(tmp_path / name, **options)  # type: ignore[arg-type]
    assert not [*tmp_path.iterdir()]


def test_columns_of_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.csv").write_text("pgn,tc\ne4 e5 1-0,3+2\nd4 d5 1-0,5+0\n")
    columns = ["--column", "moves=pgn", "--column", "time_control=tc"]
    assert main(["convert", "games.csv", "games.pgn", *columns]) == 2
    columns += ["--time-unit", "minutes"]
    main(["convert", "games.csv", "games.pgn", *columns])
    assert Games.read("games.pgn").tag_values("TimeControl") == ["180+2", "300+0"]
    main(["find", "games.csv", "-o", "found.pgn", "--played", "d4", *columns])
    assert Games.read("found.pgn").tag_values("TimeControl") == ["300+0"]
    main(["tensors", "games.csv", "-o", "arrays", *columns])
    assert json.loads(Path("arrays/manifest.json").read_text())["positions"] == 4
    with pytest.raises(ArgumentError, match="columns is for tables, and pgn is none"):
        enroque.convert("games.pgn", "games.npz", columns={"moves": "pgn"})


def test_datasets_with_named_columns() -> None:
    """The rows of all batches are numbered."""
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    hf = pytest.importorskip("enroque.hf")
    rows = {"pgn": ["e4 e5", "d4 d5", "c4 Ke3"], "clock": ["3+2", "5+0", "1+1"]}
    dataset = datasets.Dataset.from_dict(rows).to_iterable_dataset()
    columns = {"moves": "pgn", "time_control": "clock"}
    first, second = hf.to_games(dataset, games_per_batch=2, columns=columns, time_unit="minutes")
    assert first.tag_values("TimeControl") == ["180+2", "300+0"]
    assert [(error.game, error.token) for error in second.errors] == [(3, "Ke3")]
    with pytest.raises(ArgumentError, match="pass time_unit="):
        next(hf.to_games(dataset, columns=columns))
