"""`Positions`: reading lists, selecting rows, duplicates, subsets, filters, arrays."""

import copy
import json
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, assert_type

import chess
import numpy as np
import pytest

import enroque
from enroque import Board, Column, Filter, Games, GameView, Positions, convert_positions
from enroque.errors import (
    ArgumentError,
    BrokenRowError,
    FileFormatError,
    OutOfRangeError,
)
from enroque.find import (
    Check,
    Checkmate,
    Clock,
    Count,
    Depth,
    Eval,
    Nodes,
    Openings,
    Played,
    Ply,
    Query,
    Quiet,
    Rating,
    Sequence,
    Stalemate,
    Streak,
    Themes,
    Turn,
)
from random_play import KINDS, positions

FENS = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 20",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
]


@pytest.fixture(scope="module")
def random_fens() -> list[str]:
    """Returns FENs of random positions, a third each of standard chess, Chess960 and double."""
    return [ours.fen() for kind in KINDS for _, ours in positions(kind, 200, 4)]


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: Count("!", min=-1), ArgumentError, "min must be from 0 to 4294967295, not -1"),
        (lambda: Count("!", min=6, max=5), ArgumentError, "min is 6, greater than max, 5"),
        (lambda: Rating(min=2, max=1), ArgumentError, "min is 2, greater than max, 1"),
        (lambda: Depth(min=-1), ArgumentError, "min must be from 0 to 255, not -1"),
        (lambda: Nodes(max=-1), ArgumentError, "max must be from 0 to 9223372036854775806, not -1"),
        (lambda: Turn("white"), TypeError, "color must be a bool, not str"),
        (lambda: Eval(max=1.5), TypeError, "max must be an int, not float"),
        (lambda: Eval(mate=1), TypeError, "mate must be a bool, not int"),
        (lambda: Themes("fork", 1), TypeError, "the names of Themes must be str, not int"),
        (Themes, ArgumentError, "Themes needs a name"),
    ],
)
def test_queries_are_checked_at_once(
    make: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        make()


def test_from_fens(random_fens: list[str]) -> None:
    table = Positions.from_fens(random_fens)
    assert (len(table), table.error_count, table.warning_count) == (len(random_fens), 0, 0)
    boards = [Board(fen, chess960=True) for fen in random_fens]
    assert table.fens() == [board.fen() for board in boards]
    assert table.keys.tolist() == [board.hash() for board in boards]
    assert [table.board(row).fen() for row in range(len(table))] == table.fens()
    assert (
        Positions.from_fens([fen.replace("KQkq", "HAha") for fen in FENS[1:2]]).fens() == FENS[1:2]
    )
    assert table.source_row.tolist() == list(range(1, len(table) + 1))
    assert table.packed.shape == (len(table), 32)
    assert table.packed.dtype == np.uint8
    for threads in (1, 2, 7):
        assert Positions.from_fens(random_fens, threads=threads) == table


@pytest.mark.parametrize(
    "make",
    [
        tuple,
        iter,
        np.array,
        lambda fens: np.array(fens, dtype=object),
        lambda fens: [fen.encode() for fen in fens],
        lambda fens: pytest.importorskip("pandas").Series(fens),
        lambda fens: pytest.importorskip("polars").Series(fens),
        lambda fens: pytest.importorskip("pyarrow").array(fens),
    ],
)
def test_kinds_of_lists(make: Callable[[list[str]], object]) -> None:
    assert Positions.from_fens(make(FENS)).fens() == FENS


def test_types_of_indexing() -> None:
    games, table = Games.from_pgn(b"1. e4 *"), Positions.from_fens(FENS)
    assert_type(games[0], GameView)
    assert_type(games[np.int64(-1)], GameView)
    assert_type(games[:1], Games)
    assert_type(games[games.result == 1], Games)
    assert_type(games[[0, 0]], Games)
    assert_type(table[0], dict[str, Any])
    assert_type(table[1:], Positions)
    assert_type(table[~table.broken], Positions)
    assert isinstance(games[np.int64(-1)], GameView)
    assert len(table[[0, 0]]) == 2


def test_one_bad_row_of_many_is_named() -> None:
    fens = FENS * 5000
    fens[17] = "rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    table = Positions.from_fens(fens)
    assert len(table) == len(fens) - 1
    assert table.fens() == fens[:17] + fens[18:]
    assert table.skipped == {"invalid_fen": 1}
    (error,) = table.errors
    assert (error.source, error.row, error.index, error.kind) == ("a list", 18, None, "invalid_fen")
    assert error.column == "fen"
    assert error.text == fens[17]
    assert "invalid character 'X'" in str(error)
    masked = Positions.from_fens(fens, on_error="mask")
    assert len(masked) == len(fens)
    assert masked.broken.nonzero()[0].tolist() == [17]
    assert masked.errors[0].index == 17
    assert masked.fens()[17] == ""
    assert masked[~masked.broken] == table
    assert masked[16:19].errors[0].index == 1
    with pytest.raises(OutOfRangeError, match="row 17 has no position"):
        masked.board(17)
    with pytest.raises(ArgumentError, match="row 17 has no position, since it could not be read"):
        masked.planes("pieces")
    assert masked.planes("pieces", rows=[16, 18]).shape == (2, 12, 8, 8)
    with pytest.raises(BrokenRowError, match="row 18") as raised:
        Positions.from_fens(fens, strict=True)
    assert (raised.value.row, raised.value.kind, raised.value.text) == (18, "invalid_fen", fens[17])
    assert pickle.loads(pickle.dumps(raised.value)).row == 18


def test_what_is_no_text_is_an_error() -> None:
    missing = [FENS[0], None, float("nan"), "", " ", b"", "\ud800", b"\xff"]
    table = Positions.from_fens(missing)  # type: ignore[arg-type]
    assert len(table) == 1
    assert [error.row for error in table.errors] == [2, 3, 4, 5, 6, 7, 8]
    assert [error.reason for error in table.errors[:5]] == 5 * ["the FEN is missing"]
    with pytest.raises(BrokenRowError, match="row 2, fen: the FEN is missing"):
        enroque.planes(missing, "pieces")  # type: ignore[arg-type]
    # what is no text is an error at once, also of an iterable without an end
    for wrong in ([FENS[0], 3], [FENS[0], FENS], [FENS[0], 2.5], [FENS[0], {}, FENS[0]]):
        with pytest.raises(TypeError, match="row 2: a FEN must be a str or bytes, not"):
            Positions.from_fens(wrong)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="row 1: a FEN must be a str or bytes, not int"):
        enroque.planes(range(2**40), "pieces")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"row 1: a FEN must be a str \(board.fen\(\)\), not Board"):
        Positions.from_fens([enroque.Board()])  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="a list of FENs, not one"):
        Positions.from_fens(FENS[0])
    with pytest.raises(ArgumentError, match="unknown on_error"):
        Positions.from_fens(FENS, on_error="raise")


@pytest.mark.parametrize(
    ("fen", "kind"),
    [
        ("", "invalid_fen"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 extra", "invalid_fen"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "impossible_position"),
        ("4k3/8/8/8/8/8/4q3/4K3 b - - 0 1", "impossible_position"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 400 500", "unsupported"),
    ],
)
def test_kinds_of_errors(fen: str, kind: str) -> None:
    assert Positions.from_fens([fen]).skipped == {kind: 1}


@pytest.mark.parametrize(
    ("fen", "kept"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w KQ -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
    ],
)
def test_what_is_dropped_is_a_warning(fen: str, kept: str) -> None:
    table = Positions.from_fens([FENS[0], fen])
    assert table.fens() == [FENS[0], kept]
    (warning,) = table.warnings
    assert (warning.row, warning.index, warning.kind) == (2, 1, "impossible_position")
    with pytest.raises(BrokenRowError, match="dropped"):
        Positions.from_fens([fen], strict=True)


@pytest.mark.parametrize(
    "column",
    [
        Column.planes("pieces", dtype="uint8"),
        Column.planes("lc0"),
        Column.planes("alphazero"),
        Column.tokens("squares"),
        Column.features("HalfKAv2_hm"),
        Column.legal_mask("lc0"),
        Column.records("packed"),
    ],
    ids=repr,
)
def test_arrays_are_those_of_boards(column: Column, random_fens: list[str]) -> None:
    table = Positions.from_fens(random_fens)
    arrays = table.encode({"x": column}, on_unsupported="mask")["x"]
    assert any(Board(fen, chess960=True).has_chess960_castling_rights() for fen in random_fens)
    for row, fen in enumerate(random_fens):
        board = Board(fen, chess960=True)
        expected = board.encode({"x": column}, on_unsupported="mask")["x"]
        np.testing.assert_array_equal(arrays[row], expected, err_msg=fen)
    for threads in (1, 2, 7):
        again = table.encode({"x": column}, on_unsupported="mask", threads=threads)["x"]
        np.testing.assert_array_equal(again, arrays)


def test_from_games(games: Games) -> None:
    game, ply = games.positions()
    order = np.random.default_rng(3).permutation(len(game))[:3000]
    game, ply = game[order], ply[order]
    table = Positions.from_games(games, game, ply)
    assert len(table) == 3000
    np.testing.assert_array_equal(
        table.planes("pieces", dtype="uint8"), games.planes("pieces", game, ply, dtype="uint8")
    )
    np.testing.assert_array_equal(
        table.policy("uci", on_unsupported="mask"),
        games.policy("uci", game, ply, on_unsupported="mask"),
    )
    np.testing.assert_array_equal(table.value(), games.value(game, ply))
    np.testing.assert_array_equal(table.wdl(), games.wdl(game, ply))
    np.testing.assert_array_equal(table.value(view="white"), games.value(game, ply, view="white"))
    assert np.isnan(games.win_probability(game, ply)).all()
    with pytest.raises(ArgumentError, match="the table has no column of evaluations"):
        table.win_probability()
    with pytest.raises(OutOfRangeError, match="game 999999 does not exist"):
        Positions.from_games(games, [999999], [0])


def test_selecting(random_fens: list[str]) -> None:
    table = Positions.from_fens(random_fens)
    assert table[3]["fen"] == table.fens()[3]
    assert table[-1]["fen"] == table.fens()[-1]
    assert table[5:9].fens() == table.fens()[5:9]
    assert table[::-1].fens() == table.fens()[::-1]
    assert table[[4, 4, 0]].fens() == [table.fens()[row] for row in (4, 4, 0)]
    white = np.array([" w " in fen for fen in random_fens])
    assert table[white].fens() == [
        fen for fen, is_white in zip(table.fens(), white, strict=True) if is_white
    ]
    assert table.head(3).fens() == table.fens()[:3]
    assert table.head(10**9) == table
    assert table[:4] + table[4:] == table
    assert Positions.concatenate([table[:4], table[4:], table[:0]]) == table
    assert table != table[1:]
    assert copy.copy(table) is table
    assert pickle.loads(pickle.dumps(table)) == table
    assert pickle.loads(pickle.dumps(table)).source_row.tolist() == table.source_row.tolist()
    with pytest.raises(OutOfRangeError):
        table[len(table)]
    with pytest.raises(ValueError, match="read-only"):
        table.packed[0, 0] = 1


def test_duplicates_and_subsets(games: Games) -> None:
    table = Positions.from_games(games, *games.positions())
    fens = table.fens()
    keys = [chess.Board(fen).epd() for fen in fens]
    first = {key: row for row, key in reversed(list(enumerate(keys)))}
    kept = table.drop_duplicates(keep="first")
    assert kept.fens() == [fens[row] for row in sorted(first.values())]
    parts = table.split({"train": 0.7, "test": 0.3}, seed=1)
    train = {" ".join(fen.split()[:4]) for fen in parts["train"].fens()}
    test = {" ".join(fen.split()[:4]) for fen in parts["test"].fens()}
    assert not train & test
    assert len(parts["train"]) + len(parts["test"]) == len(table)
    assert 0.6 < len(parts["train"]) / len(table) < 0.8
    # in whatever order
    assert table[::-1].split({"train": 0.7, "test": 0.3}, seed=1)["train"] == parts["train"][::-1]
    with pytest.raises(ArgumentError, match="more than 1"):
        table.split({"train": 0.7, "test": 0.7}, seed=1)
    with pytest.raises(ArgumentError, match="unknown keep"):
        table.drop_duplicates(keep="last")


def test_the_deepest_evaluation_is_kept() -> None:
    text = b"fen,s,d,n\n" + b"\n".join(
        f"{FENS[1]},{score},{depth},{nodes}".encode()
        for score, depth, nodes in [(1, 20, 900), (2, 30, 100), (3, 30, 200), (4, 10, 900)]
    )
    columns = {"fen": "fen", "eval": "s", "depth": "d", "nodes": "n"}
    table = Positions.read(text, columns=columns, perspective="white", unit="cp")
    assert len(table) == 4
    for keep, score in [("deepest", 2), ("most_nodes", 1), ("first", 1)]:
        assert table.drop_duplicates(keep=keep).evals.tolist() == [score]


def test_criteria_of_filter_belong_to_a_query() -> None:
    table = Positions.from_fens(FENS)
    right = r"check must be given to a query: positions\.filter\(enroque\.find\.Check\(\)\)"
    with pytest.raises(TypeError, match=right):
        table.filter(check=True)  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError, match=r"filter must be a query of enroque\.find"):
        table.filter()
    with pytest.raises(TypeError, match=r"a Filter is for Games\.filter"):
        table.filter(Filter())  # type: ignore[arg-type]


def test_progress_by_bytes(tmp_path: Path) -> None:
    path = tmp_path / "fens.txt"
    path.write_text(f"{FENS[0]}\n" * 100_000)
    seen: list[tuple[int, int | None]] = []
    table = Positions.read([path, path], progress=lambda done, total: seen.append((done, total)))
    assert len(table) == 200_000
    assert seen[-1] == (2 * path.stat().st_size, 2 * path.stat().st_size)
    assert seen == sorted(seen)

    def stop(done: int, total: int | None) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        Positions.read(path, progress=stop)


def test_filter(games: Games) -> None:
    table = Positions.from_games(games, *games.positions())

    def passes(fen: str, uci: str) -> dict[str, bool]:
        board = chess.Board(fen, chess960=True)
        move = board.parse_uci(uci)
        quiet = not board.is_check() and not board.is_capture(move) and not move.promotion
        return {
            "check": board.is_check(),
            "capture": board.is_capture(move),
            "quiet": quiet,
            "turn": board.turn,
            "few": chess.popcount(board.occupied) <= 10,
        }

    rows = [passes(row["fen"], row["moves"]) for row in map(table.__getitem__, range(len(table)))]
    queries = {
        "check": (Check(), ~Check()),
        "capture": (Played(captures=True), Played(captures=False)),
        "quiet": (Quiet(), ~Quiet()),
        "turn": (Turn(True), Turn(False)),
        "few": (Count("!", max=10), Count("!", min=11)),
    }
    for criterion, (query, opposite) in queries.items():
        expected = [row for row, is_ in enumerate(rows) if is_[criterion]]
        found = table.filter(query)
        assert found == table[expected]
        assert len(found) + len(table.filter(opposite)) == len(table)


LABELED = Positions.read(
    [
        b"fen,eval,depth,nodes\n"
        + b"".join(
            f"{FENS[1]},{score},{depth},{nodes}\n".encode()
            for score, depth, nodes in [
                ("0", 5, 10),
                ("-300", 20, 900),
                ("#2", 30, 7),
                ("", "", ""),
            ]
        )
    ],
    columns={"fen": "fen", "eval": "eval", "depth": "depth", "nodes": "nodes"},
    perspective="white",
    unit="cp",
)


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (Depth(min=20), [1, 2]),
        (Depth(max=20) & Nodes(min=11), [1]),
        (Nodes(max=10) | Eval(max=-1), [0, 1, 2]),
        (~Depth(max=20), [2, 3]),
        (Eval(), [0, 1, 2]),
        (Eval(mate=True), [2]),
        (Eval(mate=False, max=-1), [1]),
        (Eval(min=-299, max=299), [0]),
        (FENS[1], [0, 1, 2, 3]),
        (Board(FENS[0]), []),
    ],
)
def test_queries_of_labels(query: Any, rows: list[int]) -> None:
    assert LABELED.filter(query) == LABELED[rows]
    assert LABELED.filter(query, threads=1) == LABELED[rows]


@pytest.mark.parametrize(
    ("query", "condition", "column"),
    [
        (Quiet(), "Quiet", "moves"),
        (Played(captures=False) & Check(), "Played", "moves"),
        (Eval(min=-5, max=5), "Eval", "evals"),
        (Check() & Eval(mate=False), "Eval", "evals"),
        (Depth(min=3) | Nodes(min=3), "Depth", "depth"),
        (Nodes(min=3), "Nodes", "nodes"),
        (Rating(max=3), "Rating", "rating"),
        (Themes("fork"), "Themes", "themes"),
        (Openings("Ruy_Lopez") & Themes("fork"), "Openings", "openings"),
    ],
)
def test_a_filter_names_the_column_that_no_row_has(
    query: Query, condition: str, column: str
) -> None:
    table = Positions.from_fens(FENS)
    message = f"no row passes: {condition} needs {column}, which no row has"
    with pytest.warns(RuntimeWarning, match=message):
        assert len(table.filter(query)) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(table[:0].filter(query)) == 0
        assert len(table.filter(~query)) > 0
        table.filter(query | Check() | Checkmate() | Stalemate())


def test_openings_of_puzzles_are_a_condition() -> None:
    head = (
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    )
    row = "4k3/8/8/8/8/8/8/4K2R w K - 0 1,h1h8 e8e7 e1e2,1,1,1,1,"
    tags = "Sicilian_Defense Sicilian_Defense_Najdorf_Variation"
    rows = [f"a,{row}fork,,{tags}", f"b,{row}pin,,Ruy_Lopez", f"c,{row}pin,,"]
    table = Positions.read((head + "\n".join(rows)).encode())
    sicilian, spanish = Openings("Sicilian_Defense"), Openings("Ruy_Lopez")
    assert table.filter(sicilian) == table[:1]
    assert table.filter(Openings("Sicilian_Defense", "Ruy_Lopez")) == table[:2]
    assert table.filter(~spanish & Themes("pin")) == table[2:]
    with pytest.warns(RuntimeWarning, match='no row has the opening "pin"; openings: Ruy_Lopez, S'):
        assert len(table.filter(Openings("pin"))) == 0


def test_a_theme_that_no_row_has_is_reported(tmp_path: Path) -> None:
    text = (
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    )
    row = "4k3/8/8/8/8/8/8/4K2R w K - 0 1,h1h8 e8e7 e1e2,1,1,1,1"
    text += f"a,{row},fork mate,,\nb,{row},pin,,\n"
    table = Positions.read(text.encode())
    message = 'no row has the theme "{}"; themes: fork, mate, pin'
    for name in ("forc", "Fork", ""):
        for call in (table.themes_any, lambda name: table.filter(Themes(name)),
                     lambda name: table.filter(Check() | ~Themes("pin", name))):  # fmt: skip
            with pytest.warns(RuntimeWarning, match=message.format(name)):
                call(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert table.themes_any("fork", "pin").tolist() == [True, True]
        assert len(table.filter(Themes("mate"))) == 1
        # a batch may lack a theme of the table
        (tmp_path / "a.csv").write_text(text)
        report = convert_positions(tmp_path / "a.csv", tmp_path / "out", filter=Themes("forc"))
        assert report.rows["kept"] == 0
    with pytest.warns(RuntimeWarning, match="Depth needs depth, which no row has"):
        convert_positions(tmp_path / "a.csv", tmp_path / "depth", filter=Depth(min=3))


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        (Ply(min=3), "Ply"),
        (~Clock(max=3) | Check(), "Clock"),
        (Sequence(Check(), Check()), "Sequence"),
        (Check() & ~Streak(Check(), 2), "Streak"),
    ],
)
def test_conditions_of_games_are_errors(query: Query, condition: str) -> None:
    message = f"{condition} is a condition of games, not of tables of positions"
    with pytest.raises(ArgumentError, match=message):
        Positions.from_fens(FENS).filter(query)


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        (Depth(min=3), "Depth"),
        (~Nodes(max=3) | Check(), "Nodes"),
        (Sequence(Check(), Openings("a")), "Openings"),
        (Check() & ~Streak(Themes("mate"), 2), "Themes"),
    ],
)
def test_conditions_of_tables_are_errors(query: Query, condition: str) -> None:
    games = enroque.data.example_games()[:1]
    message = f"{condition} is a condition of tables of positions, not of games"
    loader = enroque.Loader(games, Column.ply(), batch_size=1, filter=query)
    calls: list[Callable[[], object]] = [
        lambda: games.search(query),
        lambda: games.positions(where=query),
        lambda: games.filter(enroque.Filter(position=query)),
        lambda: list(loader),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call()


def test_odd_rows(data_file: Callable[[str], Path]) -> None:
    checked = 0
    for line in data_file("positions/odd_rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        text, expect = row["text"], row["expect"]
        if row["kind"] == "fen":
            table = Positions.from_fens([text])
            if expect == "error":
                assert table.error_count == 1, row
            elif expect == "ok":
                assert (len(table), table.warning_count) == (1, 0), row
            else:
                assert len(table) == 1, row
            checked += 1
        elif row["kind"] == "kaggle":
            table = Positions.read(f"FEN,Evaluation\n{FENS[0]},{text}\n".encode())
            evals = None if table.evals is None or not len(table) else table.evals[0]
            if expect == "error or missing":
                assert table.warnings[0].kind == "missing_label", row
            elif expect == "error":
                assert table.skipped == {"invalid_score": 1}, row
            elif "cp" in expect:
                assert evals == expect["cp"], row
            elif expect["mate"] == 0:
                assert evals == 1_000_000, row  # Black is to move, and mated
            else:
                mate = expect["mate"]
                assert evals == (1 if mate > 0 else -1) * (1_000_000 - abs(mate)), row
            checked += 1
        elif row["kind"] == "bullet":
            table = Positions.read(text.replace("FEN", FENS[0]).encode(), format="bullet")
            if expect == "error":
                assert table.skipped == {"invalid_score": 1}, row
            else:
                assert (table.evals[0], table.result[0]) == (expect["cp"], expect["result"]), row
            checked += 1
        elif row["kind"] == "eval":
            table = Positions.read(text.encode(), format="jsonl")
            if expect == "error":
                assert table.error_count == 1, row
            elif expect == "missing, reported":
                assert (len(table), table.warnings[0].kind) == (1, "missing_label"), row
            elif "cp" in expect:
                found = table[0]
                assert found["evals"] == expect["cp"], row
                assert found["moves"] == expect["move"], row
                assert found["depth"] == expect["depth"], row
            else:
                assert table[0]["moves"] == "e1g1", row
            checked += 1
        elif row["kind"] == "epd":
            c9 = "result" if "result" in expect else "ignore"
            table = Positions.read(text.encode(), format="epd", c9=c9)
            assert len(table) == 1, row
            found = table[0]
            if "bm" in expect:
                assert found["moves"] == expect["bm"][0], row
            if "id" in expect:
                assert found["id"] == expect["id"], row
            if "dm" in expect:
                assert abs(found["evals"]) == 1_000_000 - expect["dm"], row
            if "mate" in expect:
                assert found["evals"] == 1_000_000 - expect["mate"], row
            if "result" in expect:
                assert found["result"] == expect["result"], row
            checked += 1
    assert checked == 38


def test_conventions_must_be_stated() -> None:
    table = f"board,score\n{FENS[0]},1.5\n{FENS[1]},-M3\n".encode()
    with pytest.raises(FileFormatError, match="not those of a known table"):
        Positions.read(table, format="csv")
    columns = {"fen": "board", "eval": "score"}
    with pytest.raises(FileFormatError, match="pass perspective="):
        Positions.read(table, columns=columns)
    with pytest.raises(FileFormatError, match="pass unit="):
        Positions.read(table, columns=columns, perspective="side_to_move")
    read = Positions.read(table, columns=columns, perspective="side_to_move", unit="pawns")
    assert read.evals.tolist() == [-150, -999_997]
    with pytest.raises(FileFormatError, match='there is no column "FEN"'):
        Positions.read(table, columns={"fen": "FEN"})
    with pytest.raises(FileFormatError, match="the format is not known"):
        Positions.read(b"<html>")
    with pytest.raises(FileFormatError, match="pass unit"):
        Positions.read(f"fen {FENS[0]}\nscore 3\ne\n".encode())
    with pytest.raises(FileNotFoundError):
        Positions.read("missing.csv")
    probability = f"fen,p\n{FENS[0]},0.25\n".encode()
    read = Positions.read(
        probability,
        columns={"fen": "fen", "eval": "p"},
        perspective="side_to_move",
        unit="probability",
    )
    assert read.expected_score.tolist() == [0.75]


def test_conventions_of_known_tables_cannot_be_stated_otherwise(tmp_path: Path) -> None:
    known = f"FEN,Evaluation\n{FENS[1]},5\n".encode()
    jsonl = b'{"fen":"4k3/8/8/8/8/8/8/4K2R w K -","evals":[{"pvs":[{"cp":5}],"depth":1}]}\n'
    epd = f"{FENS[1]} ce 5;\n".encode()
    for text, perspective in ((known, "white"), (jsonl, "white"), (epd, "side_to_move")):
        expected = Positions.read(text).evals
        stated = Positions.read(text, perspective=perspective, unit="cp")
        np.testing.assert_array_equal(stated.evals, expected)
        other = "white" if perspective == "side_to_move" else "side_to_move"
        with pytest.raises(FileFormatError, match=f'has perspective="{perspective}"'):
            Positions.read(text, perspective=other)
        with pytest.raises(FileFormatError, match='has unit="cp"'):
            Positions.read(text, unit="pawns")
    columns = {"fen": "FEN", "eval": "Evaluation"}
    turned = Positions.read(known, columns=columns, perspective="side_to_move", unit="pawns")
    assert turned.evals.tolist() == [500 if " w " in FENS[1] else -500]
    with pytest.raises(FileFormatError, match="not of jsonl"):
        Positions.read(jsonl, format="jsonl", columns=columns)
    Positions.from_fens(FENS).write(tmp_path / "x.npz")
    with pytest.raises(ArgumentError, match=r"not for records and \.npz files"):
        Positions.read(tmp_path / "x.npz", perspective="white")


def test_centipawns_of_a_column_of_floats() -> None:
    text = f"FEN,Evaluation\n{FENS[1]},-12.0\n{FENS[1]},12.5\n{FENS[1]},.0\n".encode()
    read = Positions.read(text)
    assert (read.evals.tolist(), read.skipped) == ([-12], {"invalid_score": 2})


def test_what_is_no_opcode_is_reported() -> None:
    read = Positions.read(f"{FENS[1]},#+3\n{FENS[1]} bm Kd1;\n".encode(), format="epd")
    (warning,) = read.warnings
    assert (warning.row, warning.reason) == (1, "an opcode begins with a letter")


def test_results_are_not_guessed() -> None:
    columns = {"fen": "fen", "result": "r"}
    for text, expected in [("1-0", 1), ("0-1", -1), ("1/2-1/2", 0), ("1.0", -1), ("0.0", 1)]:
        table = f"fen,r\n{FENS[0]},{text}\n".encode()
        read = Positions.read(table, columns=columns, perspective="side_to_move")
        assert read.result.tolist() == [expected], text
    read = Positions.read(f"fen,r\n{FENS[0]},0\n".encode(), columns=columns, perspective="white")
    assert "ambiguous" in str(read.errors[0])


def test_quoted_fields_and_other_delimiters() -> None:
    for delimiter in ",;\t":
        lines = [["FEN", "Evaluation"], [f'"{FENS[0]}"', '"+5"'], [FENS[1], "-7"]]
        text = "\r\n".join(delimiter.join(line) for line in lines).encode()
        assert Positions.read(text).evals.tolist() == [5, -7]
    broken = f'FEN,Evaluation\n"{FENS[0]},1\n{FENS[0]}\n{FENS[0]},1,2\n{FENS[1]},3\n'.encode()
    read = Positions.read(broken)
    assert read.skipped == {"syntax": 3}
    assert [error.row for error in read.errors] == [1, 2, 3]
    assert read.evals.tolist() == [3]


def test_streams_are_bounded_and_complete(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    with path.open("w") as file:
        file.write("FEN,Evaluation\n")
        for number in range(120_000):
            file.write(f"{FENS[number % 4]},{number - 60_000}\n")
    whole = Positions.read(path)
    assert whole.evals.tolist() == [number - 60_000 for number in range(120_000)]
    assert whole.source_row.tolist() == list(range(1, 120_001))
    with Positions.stream(path, rows_per_batch=10_000) as stream:
        batches = list(stream)
    assert len(batches) > 1
    assert Positions.concatenate(batches) == whole
    assert Positions.concatenate(batches).source_row.tolist() == whole.source_row.tolist()
    for threads in (1, 2, 7):
        assert Positions.read(path, threads=threads) == whole
    zstandard = pytest.importorskip("zstandard")
    compressed = tmp_path / "many.csv.zst"
    compressed.write_bytes(zstandard.compress(path.read_bytes()))
    assert Positions.read(compressed) == whole
    damaged = tmp_path / "damaged.csv.zst"
    damaged.write_bytes(compressed.read_bytes()[:-100])
    read = Positions.read(damaged)
    assert read.errors[-1].kind == "source"
    assert read == whole[: len(read)]
    with pytest.raises(ArgumentError, match="rows_per_batch must be 1 or more"):
        Positions.stream(path, rows_per_batch=0)


def test_memory_of_a_row() -> None:
    text = b"FEN,Evaluation,Move\n" + f"{FENS[1]},5,e1g1\n".encode() * 10_000
    assert Positions.read(text).nbytes / 10_000 < 48


def test_a_table_of_a_file(data_file: Callable[[str], Path]) -> None:
    """The counts of data/positions/README.md, and the same table of six text forms."""
    folder = data_file("positions")
    lines = (folder / "text/oracle.jsonl").read_text().splitlines()
    oracle = [json.loads(line) for line in lines]
    results = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}

    def evaluation(row: dict[str, int]) -> int:
        if row["mate"] is None:
            return row["cp"]
        return (1 if row["mate"] > 0 else -1) * (1_000_000 - abs(row["mate"]))

    for name, options in [
        ("kaggle.csv", {}),
        ("kaggle_moves.csv", {}),
        ("bullet.txt", {}),
        ("ethereal.txt", {}),
        ("c9.epd", {"c9": "result"}),
        ("stockfish.plain", {"unit": "cp"}),
    ]:
        table = Positions.read(folder / "text" / name, **options)
        with_mates = name.startswith(("kaggle", "c9"))
        rows = [row for row in oracle if with_mates or row["mate"] is None]
        assert (table.error_count, table.warning_count) == (0, 0), name
        assert [" ".join(fen.split()[:4]) for fen in table.fens()] == [row["epd"] for row in rows]
        if name != "c9.epd":
            assert table.evals.tolist() == [evaluation(row) for row in rows], name
        if not name.startswith("kaggle"):
            assert table.result.tolist() == [results[row["result"]] for row in rows], name
        if name in ("kaggle_moves.csv", "stockfish.plain"):
            moves = [table[row]["moves"] for row in range(len(table))]
            assert moves == [row["move"] for row in rows], name
    puzzles = Positions.read(folder / "puzzles/lichess_puzzles_1499.csv")
    assert (len(puzzles), puzzles.error_count, int(puzzles.rating.sum())) == (1499, 0, 1_565_844)
    assert puzzles.line_offsets[-1] == 5628
    tasks = puzzles.after_first_move()
    assert len(tasks.drop_duplicates()) == 1499
    assert sum(tasks.planes("pieces", rows=[0]).flatten()) > 0
    assert [tasks.board(row).turn for row in range(1499)].count(True) == 768
    mates = 0
    for row in range(1499):
        task = tasks[row]
        board = chess.Board(task["fen"])
        for uci in task["line"]:
            board.push_uci(uci)
        mates += board.is_checkmate()
    assert mates == 921
    assert int(tasks.themes_any("mate").sum()) == 892
    counts = {"wac": 300, "sts_lan_v3": 1500, "bratko-kopec": 24, "kaufman": 25, "lct2": 35,
              "nolot": 11, "silent-but-deadly": 134, "hard-mates-blass-uri": 24, "benchmark": 948,
              "mates2000_head300": 300}  # fmt: skip
    for name, count in counts.items():
        suite = Positions.read(folder / "epd" / f"{name}.epd", format="epd")
        assert len(suite) + suite.error_count == count, name


def test_lichess_evaluations(data_file: Callable[[str], Path]) -> None:
    table = Positions.read(data_file("positions/evals/lichess_db_eval_real7.jsonl"), lines=True)
    assert table.evals.tolist() == [58, 0, 999_982, 30, 999_999, 999_973, 311]
    assert table.depth.tolist() == [39, 58, 87, 25, 99, 62, 36]
    moves = ["f7g7", "e7a7", "e4d6", "f1e1", "e7e8", "g8h7", "g2e4"]
    assert [table[row]["moves"] for row in range(7)] == moves
    every = Positions.read(
        data_file("positions/evals/lichess_db_eval_real7.jsonl"), evaluation="all"
    )
    assert len(every) == 5 + 2 + 4 + 1 + 4 + 2 + 3
    rows = Positions.read(data_file("positions/evals/hf_rows_real44.jsonl"))
    assert (len(rows), rows.error_count) == (44, 0)


def test_columns_of_files_are_validated() -> None:
    text = f"FEN,Evaluation,Move\n{FENS[1]},5,e1g1\n".encode()
    columns = Positions.read(text)._columns()
    from enroque._core import positions_from_columns

    assert positions_from_columns(columns) == Positions.read(text)
    for name, value, message in [
        ("moves", np.array([1 | 2 << 6], np.uint16), "illegal move"),
        ("packed", np.full((1, 32), 255, np.uint8), "row 0"),
        ("evals", np.zeros(2, np.int32), "evals"),
        ("evals", np.zeros(1, np.int64), "must have dtype int32"),
        ("sources", np.ones(1, np.uint32), "source"),
    ]:
        with pytest.raises(FileFormatError, match=message):
            positions_from_columns({**columns, name: value})


def test_hostile_iterables() -> None:
    class Liar(list):  # type: ignore[type-arg]
        def __len__(self) -> int:
            return 2**62

    assert len(Positions.from_fens(Liar(FENS))) == 4
    with pytest.raises(TypeError):
        Positions.from_fens(3)
    with pytest.raises(ZeroDivisionError):
        Positions.from_fens(1 / 0 for _ in range(3))


def test_repr() -> None:
    assert repr(Positions.from_fens(FENS)) == "<Positions: 4 rows>"
    text = f"FEN,Evaluation\n{FENS[1]},5\nx,3\n".encode()
    assert repr(Positions.read(text)) == "<Positions: 1 rows, evals, 1 skipped>"
    assert repr(Positions.read(text, on_error="mask")) == "<Positions: 2 rows, evals, 1 broken>"
    assert isinstance(enroque.Positions.from_fens([]).planes("pieces"), np.ndarray)


def test_several_best_moves_are_reported() -> None:
    text = f'{FENS[1]} bm O-O; id "a";\n{FENS[1]} bm O-O Kd1; ce 5;\n{FENS[1]} bm Kd1 +;\n'
    read = Positions.read(text.encode(), format="epd")
    assert [read[row]["moves"] for row in range(3)] == ["e1g1", "e1g1", "e1d1"]
    (warning,) = read.warnings
    assert (warning.row, warning.column, warning.text) == (2, "bm", "O-O Kd1")
    assert "only the first" in str(warning)
    assert read.evals.tolist()[1] == 5
    with pytest.raises(BrokenRowError, match="row 2, bm"):
        Positions.read(text.encode(), format="epd", strict=True)


def test_unknown_columns_are_named() -> None:
    table = f"board_fen,score,a b\n{FENS[0]},1.5,x\n".encode()
    for format in (None, "csv"):
        with pytest.raises(FileFormatError) as raised:
            Positions.read(table, format=format)
        message = str(raised.value)
        assert 'the columns "board_fen", "score", "a b" are not those of a known table' in message
        assert 'pass columns={"fen": "board_fen", ...}' in message
    many = ",".join(f"column{number}" for number in range(10_000)).encode()
    with pytest.raises(FileFormatError, match=r"\.\.\. are not those") as raised:
        Positions.read(many + b"\n1\n")
    assert len(str(raised.value)) < 1000
    with pytest.raises(FileFormatError, match="the format is not known"):
        Positions.read(f"{FENS[0]},1.5\n".encode())  # there is no header


def test_describe() -> None:
    text = (
        "fen,white_cp,white_mate,result,depth,rating,move\n"
        f"{FENS[0]},10,,1-0,20,1500,c7c5\n{FENS[1]},-30,,0-1,30,,\n{FENS[2]},,2,,,,\nx,,,,,,\n"
        "4k2R/8/8/8/8/8/8/4K3 b - - 0 1,20,,1-0,,,\n"
    ).encode()
    described = Positions.read(text, on_error="mask").describe()
    assert described == {
        "rows": 5, "broken": 1, "errors": {"invalid_fen": 1}, "warnings": 1,
        "different_positions": 4, "white_to_move": 2, "black_to_move": 2, "in_check": 1, "over": 0,
        "pieces": {"count": 4, "min": 3, "25%": 6, "median": 32, "75%": 32, "max": 32},
        "mates": 1,
        "evals": {"count": 3, "min": -30, "25%": -30, "median": 10, "75%": 20, "max": 20},
        "depth": {"count": 2, "min": 20, "25%": 20, "median": 20, "75%": 30, "max": 30},
        "rating": {"count": 1, "min": 1500, "25%": 1500, "median": 1500, "75%": 1500, "max": 1500},
        "result": {"white_won": 2, "drawn": 0, "black_won": 1, "unknown": 1},
        "moves": 1,
    }  # fmt: skip
    empty = Positions.from_fens([]).describe()
    assert (empty["rows"], empty["pieces"]) == (0, {"count": 0})
