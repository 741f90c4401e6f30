"""The games in the package: every one legal by python-chess, and read as it stands in its table."""

import csv
from importlib import resources

import chess
import pytest

from enroque.data import example_games

TABLES = ["standard.tsv", "chess960.tsv", "double_chess960.tsv"]


def rows(table):
    text = resources.files("enroque.data").joinpath(table).read_text("utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


ROWS = [row for table in TABLES for row in rows(table)]


def start_of(row):
    """The start position, by python-chess: White's number, and Black's if it is another."""
    white, _, black = row["start"].partition("/")
    board = chess.Board.from_chess960_pos(int(white))
    if black:
        black_rank = chess.Board.from_chess960_pos(int(black)).board_fen().split("/")[0]
        placement = "/".join([black_rank, *board.board_fen().split("/")[1:]])
        board = chess.Board(f"{placement} w KQkq - 0 1", chess960=True)
    board.chess960 = row["start"] != "518"
    return board


@pytest.fixture(scope="module")
def games():
    return example_games()


def test_there_are_enough_of_each_kind(games):
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


def test_no_game_is_there_twice():
    assert len({(row["start"], row["moves"]) for row in ROWS}) == len(ROWS)


def test_castling_of_every_kind_is_among_them(games):
    """The collection shows what it is for: Chess960 castling on both wings, by both sides."""
    castlings = set()
    for number, row in enumerate(ROWS):
        if games[number].chess960:
            for ply, san in enumerate(row["moves"].split(" ")):
                if san.startswith("O-O"):
                    castlings.add((ply % 2, san.rstrip("+#")))
    assert castlings == {(0, "O-O"), (0, "O-O-O"), (1, "O-O"), (1, "O-O-O")}
