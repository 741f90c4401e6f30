"""`BaseBoard` compared with python-chess's."""

import copy
import inspect
import pickle
import random

import chess
import pytest

import enroque
from random_play import random_setup
from test_board_api import compare_pieces

FLIPS = ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal")


def pairs(count: int, seed: int) -> list[tuple[chess.BaseBoard, enroque.BaseBoard]]:
    """Random pieces on random squares; most positions are illegal."""
    rng = random.Random(seed)
    fields = [random_setup(rng).split()[0] for _ in range(count)]
    fields.append(chess.STARTING_BOARD_FEN)
    return [(chess.BaseBoard(field), enroque.BaseBoard(field)) for field in fields]


def test_every_public_name_exists() -> None:
    missing = [name for name in dir(chess.BaseBoard()) if not hasattr(enroque.BaseBoard(), name)]
    assert [name for name in missing if not name.startswith("_")] == []
    assert not hasattr(enroque.BaseBoard(), "turn")
    assert not hasattr(enroque.BaseBoard(), "push")


def test_parameters_have_the_same_names() -> None:
    for name, method in vars(chess.BaseBoard).items():
        if name.startswith("_") or not callable(method):
            continue
        expected = list(inspect.signature(method).parameters)
        assert list(inspect.signature(getattr(enroque.BaseBoard, name)).parameters) == expected, (
            name
        )


def test_a_board_is_a_base_board() -> None:
    assert issubclass(enroque.Board, enroque.BaseBoard)
    assert isinstance(enroque.Board(), enroque.BaseBoard)
    assert not isinstance(enroque.BaseBoard(), enroque.Board)
    board = enroque.Board()
    enroque.BaseBoard.remove_piece_at(board, enroque.E2)
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"


def test_pieces_and_attacks() -> None:
    rng = random.Random(1)
    for theirs, ours in pairs(300, seed=2):
        compare_pieces(theirs, ours, rng)
        assert ours.board_fen() == theirs.board_fen()
        assert (str(ours), repr(ours)) == (str(theirs), repr(theirs))
        for style in ({}, {"borders": True}, {"invert_color": True, "orientation": chess.BLACK}):
            assert ours.unicode(**style) == theirs.unicode(**style)
        assert ours.chess960_pos() == theirs.chess960_pos()
        assert eval(repr(ours), vars(enroque)) == ours


def test_transform_and_mirror() -> None:
    for theirs, ours in pairs(100, seed=3):
        for name in FLIPS:
            expected = theirs.transform(getattr(chess, name))
            have = ours.transform(getattr(enroque, name))
            assert type(have) is enroque.BaseBoard
            assert have.board_fen() == expected.board_fen()
            applied = ours.copy()
            applied.apply_transform(getattr(enroque, name))
            assert applied == have
        assert ours.mirror().board_fen() == theirs.mirror().board_fen()
        assert ours.mirror().mirror() == ours
        applied = ours.copy()
        applied.apply_mirror()
        assert applied == ours.mirror()


def test_edits() -> None:
    rng = random.Random(4)
    ours, theirs = enroque.BaseBoard(), chess.BaseBoard()
    for step in range(2_000):
        square, symbol = rng.randrange(64), rng.choice("PNBRQKpnbrqk")
        match step % 200:
            case 0:
                number = rng.randrange(960)
                ours.set_chess960_pos(number)
                theirs.set_chess960_pos(number)
                assert ours.chess960_pos() == theirs.chess960_pos() == number
            case 50:
                ours.clear_board()
                theirs.clear_board()
            case 100:
                ours.reset_board()
                theirs.reset_board()
            case 150:
                field = random_setup(rng).split()[0]
                ours.set_board_fen(field)
                theirs.set_board_fen(field)
            case 175:
                pieces = {rng.randrange(64): rng.choice("KQRBNP") for _ in range(9)}
                ours.set_piece_map({n: enroque.Piece.from_symbol(s) for n, s in pieces.items()})
                theirs.set_piece_map({n: chess.Piece.from_symbol(s) for n, s in pieces.items()})
            case n if n % 3:
                ours.set_piece_at(square, enroque.Piece.from_symbol(symbol))
                theirs.set_piece_at(square, chess.Piece.from_symbol(symbol))
            case _:
                removed, expected = ours.remove_piece_at(square), theirs.remove_piece_at(square)
                assert str(removed) == str(expected)
        assert ours.board_fen() == theirs.board_fen()
        assert [str(piece) for piece in ours.piece_map().values()] == [
            str(theirs.piece_at(square)) for square in ours.piece_map()
        ]
    with pytest.raises(enroque.errors.FenError, match="must not contain spaces"):
        enroque.BaseBoard(enroque.STARTING_FEN)
    with pytest.raises(enroque.errors.FenError):
        ours.set_board_fen("8/8")
    with pytest.raises(ValueError, match="960"):
        ours.set_chess960_pos(960)
    assert ours.board_fen() == theirs.board_fen()


def test_constructors() -> None:
    assert enroque.BaseBoard() == enroque.BaseBoard(enroque.STARTING_BOARD_FEN)
    assert enroque.BaseBoard.empty() == enroque.BaseBoard(None)
    assert enroque.BaseBoard(None).board_fen() == chess.BaseBoard(None).board_fen()
    for number in (0, 518, 959):
        field = chess.BaseBoard.from_chess960_pos(number).board_fen()
        assert enroque.BaseBoard.from_chess960_pos(number).board_fen() == field


@pytest.mark.parametrize("module", [chess, enroque])
def test_equality_is_of_pieces(module: object) -> None:
    base_board, board = module.BaseBoard, module.Board  # type: ignore[attr-defined]
    assert base_board() == base_board()
    assert base_board() != base_board(None)
    assert base_board() == board() == base_board()  # the side to move is not compared
    assert base_board() != "board"
    with pytest.raises(TypeError, match="unhashable"):
        hash(base_board())


class Marked(enroque.BaseBoard):
    """A subclass with an attribute."""

    mark = "class"


def test_copies_and_pickles() -> None:
    for _, ours in pairs(50, seed=5):
        pickled = [
            pickle.loads(pickle.dumps(ours, protocol))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ]
        for copied in (ours.copy(), copy.copy(ours), copy.deepcopy(ours), *pickled):
            assert type(copied) is enroque.BaseBoard
            assert copied == ours
            copied.set_piece_at(0, enroque.Piece(enroque.QUEEN, not ours.color_at(0)))
            assert copied != ours
    marked = Marked("8/8/8/8/8/8/8/K7")
    marked.mark = "instance"
    for copied in (marked.copy(), copy.copy(marked), pickle.loads(pickle.dumps(marked))):
        assert (type(copied), copied, copied.mark) == (Marked, marked, "instance")
    for other in (Marked.empty(), Marked.from_chess960_pos(1), marked.mirror()):
        assert type(other) is Marked
    assert repr(marked) == "Marked('8/8/8/8/8/8/8/K7')"


def test_images() -> None:
    board = enroque.BaseBoard("8/8/8/8/8/8/8/K7")
    assert board._repr_svg_().startswith("<svg")
    assert enroque.svg.board(board, size=390) == board._repr_svg_()
