"""Boards of nodes in any order: the last one is kept and continued, without any effect."""

import copy
import io
import random

import chess.pgn
import pytest

import enroque
from enroque import Move, errors, pgn

TEXT = """[FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 3 7"]

1. O-O-O (1. e4 Rd8 (1... O-O 2. O-O (2. Rb1 Rb8 3. Rxb8)) 2. e5) 1... O-O 2. e4 Rxf1 *
"""


def nodes(root: pgn.GameNode) -> list[pgn.GameNode]:
    return [root] + [node for child in root.variations for node in nodes(child)]


def their_nodes(root: chess.pgn.GameNode) -> list[chess.pgn.GameNode]:
    return [root] + [node for child in root.variations for node in their_nodes(child)]


def read(text: str = TEXT) -> pgn.Game:
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


@pytest.mark.parametrize("headers_first", [False, True])
def test_any_order(headers_first: bool) -> None:
    games = [read(), read(TEXT.replace("3 7", "0 1")), read()]
    if headers_first:
        assert [game.headers["White"] for game in games] == ["?", "?", "?"]
    theirs = [chess.pgn.read_game(io.StringIO(str(game))) for game in games]
    pairs = [
        pair
        for ours, other in zip(games, theirs, strict=True)
        for pair in zip(nodes(ours), their_nodes(other), strict=True)
    ]
    rng = random.Random(1)
    for _ in range(2000):
        node, other = rng.choice(pairs)
        board = node.board()
        assert board.fen() == other.board().fen()
        assert list(map(str, board.move_stack)) == list(map(str, other.board().move_stack))
        assert (node.ply(), node.turn()) == (other.ply(), other.turn())
        if isinstance(node, pgn.ChildNode):
            assert (node.san(), node.uci()) == (other.san(), other.uci())
        board.push(next(iter(board.legal_moves)))  # a copy: the next board does not have it


def test_changes() -> None:
    game = read("1. e4 e5 2. Nf3 *")
    first, end = game.next(), game.end()
    assert first is not None
    assert end.board().fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2")
    first.move = Move.from_uci("d2d4")
    assert end.board().fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/3P4/5N2")
    first.move = Move.from_uci("e2e5")
    with pytest.raises(errors.IllegalMoveError, match="illegal move e2e5"):
        end.board()
    with pytest.raises(errors.IllegalMoveError):
        first.san()
    first.move = Move.from_uci("e2e3")
    assert end.board().fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/8/4PN2")
    game.setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1")
    assert end.board().fen() == "rnbqkbnr/pppp1ppp/8/4p3/8/4PN2/PPPP1PPP/RNBQKB2 b Qkq - 1 2"
    game.headers["FEN"] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 4 30"
    assert (end.board().halfmove_clock, end.board().fullmove_number, end.ply()) == (1, 31, 61)
    other = copy.deepcopy(game)
    other.end().move = Move.from_uci("b1c3")  # type: ignore[misc]
    assert end.board() != other.end().board()
    assert game.end().board() == end.board()


def test_subclasses_may_override_board() -> None:
    class Shifted(pgn.Game):
        def board(self) -> enroque.Board:
            return enroque.Board("8/8/8/8/8/8/4P2k/K7 w - - 0 1")

    game = pgn.read_game(io.StringIO("1. e4 *"), Visitor=Shifted.builder)
    assert game is not None
    assert game.variations[0].san() == "e4"
    assert isinstance(game, Shifted)
    game.variations[0].move = Move.from_uci("a1b1")
    assert game.variations[0].san() == "Kb1"


def test_no_board_where_the_start_is_invalid() -> None:
    game = read("1. e4 *")
    game.headers["FEN"] = "8/8 w"
    for call in (game.board, game.end().board, game.end().san):  # type: ignore[attr-defined]
        with pytest.raises(errors.FenError):
            call()
    unread = read('[FEN "8/8 w"]\n\n1. e4 *')
    for call in (unread.board, unread.end().board, unread.end().ply):
        with pytest.raises(errors.FenError):
            call()
    game.headers["FEN"] = "8/8/8/8/8/8/4P2k/R3K3 w KQkq - 0 1"
    assert game.board().castling_rights == enroque.Board(game.headers["FEN"]).castling_rights
    game.headers["Variant"] = "Atomic"
    with pytest.raises(errors.PgnError, match="Atomic"):
        game.end().board()
