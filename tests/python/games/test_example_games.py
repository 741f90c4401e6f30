"""The example games of the package: legal according to python-chess, and equal to their table."""

import csv
from importlib import resources

import chess
import pytest

TABLES = ["standard.tsv", "chess960.tsv", "double_chess960.tsv"]


def rows(table):
    text = resources.files("enroque.data").joinpath(table).read_text("utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


ROWS = [row for table in TABLES for row in rows(table)]


def start_of(row):
    """Returns the start position from the Chess960 numbers of White and Black, by python-chess."""
    white, _, black = row["start"].partition("/")
    board = chess.Board.from_chess960_pos(int(white))
    if black:
        black_rank = chess.Board.from_chess960_pos(int(black)).board_fen().split("/")[0]
        placement = "/".join([black_rank, *board.board_fen().split("/")[1:]])
        board = chess.Board(f"{placement} w KQkq - 0 1", chess960=True)
    board.chess960 = row["start"] != "518"
    return board


def test_number_of_games_of_each_kind(games):
    assert len(games) == len(ROWS) == 118
    assert [len(rows(table)) for table in TABLES] == [80, 28, 10]
    assert int(games.chess960.sum()) == 38
    assert games.error_count == 0


@pytest.mark.parametrize("number", range(118), ids=lambda n: f"{n}-{ROWS[n]['date'][:4]}")
def test_game_is_legal_and_read_as_written(games, number):
    row = ROWS[number]
    board = start_of(row)
    game = games[number]
    assert game.board(0).fen() == board.fen()
    assert game.chess960 == board.chess960
    for san, ours in zip(row["moves"].split(" "), game.uci(), strict=True):
        assert board.push_san(san).uci() == ours
    assert game.board().fen() == board.fen()
    assert game.result == row["result"]
    if board.is_game_over():
        assert board.result() == row["result"]
    for tag, column in [("White", "white"), ("Black", "black"), ("Event", "event")]:
        assert game.headers[tag] == row[column]


def test_ratings_are_in_the_columns(games):
    assert games.white_elo.tolist() == [int(row["white_elo"] or 0) for row in ROWS]
    assert games.black_elo.tolist() == [int(row["black_elo"] or 0) for row in ROWS]


def test_collection_is_small():
    files = [resources.files("enroque.data").joinpath(table) for table in TABLES]
    assert sum(len(file.read_bytes()) for file in files) < 100_000


def test_games_are_distinct():
    assert len({(row["start"], row["moves"]) for row in ROWS}) == len(ROWS)


def test_all_kinds_of_castling_occur(games):
    """The collection contains Chess960 castling on both wings by both sides."""
    castlings = set()
    for number, row in enumerate(ROWS):
        if games[number].chess960:
            for ply, san in enumerate(row["moves"].split(" ")):
                if san.startswith("O-O"):
                    castlings.add((ply % 2, san.rstrip("+#")))
    assert castlings == {(0, "O-O"), (0, "O-O-O"), (1, "O-O"), (1, "O-O-O")}
