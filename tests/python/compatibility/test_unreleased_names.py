"""Names of python-chess's repository in July 2026, which its release 1.11 does not have."""

import copy
import io
import pickle

import chess
import pytest

import enroque
from enroque import Board, Move, pgn
from random_play import KINDS, positions


def test_files_and_ranks() -> None:
    assert [getattr(enroque, f"FILE_{letter}") for letter in "ABCDEFGH"] == enroque.FILES
    assert [getattr(enroque, f"RANK_{digit}") for digit in range(1, 9)] == enroque.RANKS
    assert enroque.FILES == enroque.RANKS == list(range(8))
    assert (enroque.File, enroque.Rank) == (int, int)
    for index in range(8):
        assert enroque.parse_file(enroque.file_name(index)) == index
        assert enroque.parse_rank(enroque.rank_name(index)) == index
        assert enroque.square_name(enroque.square(index, index)) == (
            enroque.file_name(index) + enroque.rank_name(index)
        )
    for name in ("", "i", "A", "1", "ab", None, 0):
        with pytest.raises(enroque.errors.ArgumentError, match=r"a\.\.h"):
            enroque.parse_file(name)  # type: ignore[arg-type]
    for name in ("", "0", "9", "a", "12", None, 1):
        with pytest.raises(enroque.errors.ArgumentError, match=r"1\.\.8"):
            enroque.parse_rank(name)  # type: ignore[arg-type]
    for call in (enroque.file_name, enroque.rank_name):
        for index in (-1, 8):
            with pytest.raises(IndexError, match=f"not {index}"):
                call(index)
        with pytest.raises(TypeError, match="not str"):
            call("a")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_piece_count_and_checkmates(kind: str) -> None:
    mates = 0
    for theirs, ours in positions(kind, 1_200, seed=26):
        assert ours.piece_count() == chess.popcount(theirs.occupied)
        for move in list(theirs.pseudo_legal_moves):
            theirs.push(move)
            is_mate = theirs.is_checkmate()
            theirs.pop()
            before = ours.fen()
            assert ours.gives_checkmate(Move.from_uci(move.uci())) == is_mate, (before, move)
            assert ours.fen() == before
            mates += is_mate
    assert mates > 0
    assert not Board().gives_checkmate(Move.null())
    assert not Board().gives_checkmate(Move.from_uci("e2e5"))
    # in an illegal position, where White has two kings
    board = Board("k7/7R/8/8/8/8/8/K5KR w - - 0 1")
    assert board.gives_checkmate(Move.from_uci("h1h8")) is False
    board = Board("k7/6R1/8/8/8/8/8/K5KR w - - 0 1")
    assert board.gives_checkmate(Move.from_uci("h1h8"))


def test_lists_of_comments() -> None:
    text = "{ start } {of} 1. e4 {best} {by} {test} (1. d4 {a}) ( {b} {c} 1. c4 {d} {} {e} ) *"
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    node = game.next()
    assert node is not None
    assert game.comments == ["start", "of"]
    assert (node.comments, node.comment) == (["best", "by", "test"], "best by test")
    side = game.variations[2]
    assert (side.comments, side.starting_comments) == (["d", "e"], ["b", "c"])
    assert (side.comment, side.starting_comment) == ("d e", "b c")
    assert node.starting_comments == []
    assert not node.starting_comments
    # edits of the list and of the text
    node.comments.append("Fischer")
    node.comments[0] = "worst"
    del node.comments[1]
    assert node.comments == ["worst", "test", "Fischer"]
    assert node.comment == "worst test Fischer"
    assert "{ worst test Fischer }" in str(game)
    assert node.comments[-1] == "Fischer"
    assert node.comments[:2] == ["worst", "test"]
    assert node.comments + ["x"] == ["worst", "test", "Fischer", "x"]  # noqa: RUF005
    assert " ".join(node.comments) == node.comment
    node.comment = "one text"
    assert node.comments == ["one text"]
    node.comments = ["a", "", "b c"]
    assert (node.comments, node.comment) == (["a", "b c"], "a b c")
    node.comments.insert(1, "x")
    node.comments.clear()
    assert (node.comments, node.comment) == ([], "")
    node.starting_comments = "one"  # type: ignore[assignment]
    assert node.starting_comments == ["one"]
    # commands are read from all comments
    node.comments = ["good", "[%clk 0:01:00]", "[%eval 0.5]"]
    assert (node.clock(), repr(node.eval())) == (60.0, "PovScore(Cp(-50), BLACK)")
    with pytest.raises(TypeError, match="a string or an iterable of strings, not int"):
        node.comments = 5  # type: ignore[assignment]
    with pytest.raises(TypeError):
        node.comments = ["a", 5]  # type: ignore[list-item]


def test_lists_of_comments_are_copied_and_made() -> None:
    game = pgn.Game()
    node = game.add_variation(
        Move.from_uci("e2e4"), comment=["a", "b"], starting_comment=["c", "d"]
    )
    end = node.add_line([Move.from_uci("e7e5"), Move.from_uci("g1f3")], comment=["x", "y"])
    end = end.add_line([], comment="z")
    assert (node.comments, node.starting_comments) == (["a", "b"], ["c", "d"])
    assert end.comments == ["x", "y", "z"]
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again.next().comments == ["a", "b"]
        assert again.end().comments == ["x", "y", "z"]
    other = pgn.Game()
    other.variations.append(node)
    assert other.next().comments == ["a", "b"]  # type: ignore[union-attr]
    assert other.end().comments == ["x", "y", "z"]


def test_colors_as_numbers() -> None:
    board = Board("4k3/P7/8/8/8/8/7p/R3K3 w Q - 0 1")
    for number, color in ((1, True), (0, False)):
        assert board.king(number) == board.king(color)
        assert board.pieces(enroque.PAWN, number) == board.pieces(enroque.PAWN, color)
        assert board.has_castling_rights(number) == board.has_castling_rights(color)
        assert board.is_attacked_by(number, enroque.A8) == board.is_attacked_by(color, enroque.A8)
        assert enroque.Piece(enroque.PAWN, number) == enroque.Piece(enroque.PAWN, color)
        assert enroque.Piece(enroque.PAWN, number).color is color
        assert board.unicode(orientation=number) == board.unicode(orientation=color)
        assert enroque.svg.board(board, orientation=number) == enroque.svg.board(
            board, orientation=color
        )
        board.turn = number
        assert board.turn is color
        assert enroque.COLOR_NAMES[number] == enroque.COLOR_NAMES[color]
    for wrong in (2, -1, 1.0, "white", None, 1 << 70):
        with pytest.raises(TypeError, match="a color must be"):
            board.king(wrong)  # type: ignore[arg-type]
