"""Random edits between moves, also to illegal positions, with python-chess as the model."""

import contextlib
import copy
import pickle
from typing import Any

import chess
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import enroque

SQUARES = st.integers(0, 63)


def playable(board: chess.Board) -> bool:
    return board.is_valid() and board.clean_castling_rights() == board.castling_rights


class EditMachine(RuleBasedStateMachine):
    """Applies the same edits and moves to both boards and compares them."""

    @initialize(number=st.integers(0, 959), chess960=st.booleans())
    def begin(self, number: int, chess960: bool) -> None:
        if chess960:
            self.ours = enroque.Board.from_chess960_pos(number)
            self.theirs = chess.Board.from_chess960_pos(number)
        else:
            self.ours, self.theirs = enroque.Board(), chess.Board()

    @rule(square=SQUARES, piece=st.sampled_from("PNBRQKpnbrqk"))
    def put(self, square: int, piece: str) -> None:
        self.ours.set_piece_at(square, enroque.Piece.from_symbol(piece))
        self.theirs.set_piece_at(square, chess.Piece.from_symbol(piece))

    @rule(square=SQUARES)
    def remove(self, square: int) -> None:
        ours, theirs = self.ours.remove_piece_at(square), self.theirs.remove_piece_at(square)
        assert (ours and ours.symbol()) == (theirs and theirs.symbol())

    @rule(kings=st.tuples(SQUARES, SQUARES))
    def only_kings(self, kings: tuple[int, int]) -> None:
        self.ours.clear()
        self.theirs.clear()
        for square, symbol in zip(kings, "Kk", strict=True):
            self.put(square, symbol)

    @rule(turn=st.booleans())
    def set_turn(self, turn: bool) -> None:
        self.ours.turn = self.theirs.turn = turn

    # python-chess does not clean castling rights with a move stack
    @precondition(lambda self: not self.theirs.move_stack)
    @rule(rights=st.sets(st.sampled_from([0, 3, 7, 20, 56, 60, 63])))
    def rights(self, rights: set[int]) -> None:
        mask = sum(1 << square for square in rights)
        self.ours.castling_rights = self.theirs.castling_rights = mask
        assert self.ours.castling_rights == mask

    @rule(square=st.none() | st.integers(16, 23) | st.integers(40, 47))
    def en_passant(self, square: int | None) -> None:
        self.ours.ep_square = self.theirs.ep_square = square
        assert self.ours.ep_square == square

    @rule(half=st.integers(0, 160), full=st.integers(1, 300))
    def clocks(self, half: int, full: int) -> None:
        self.ours.halfmove_clock = self.theirs.halfmove_clock = half
        self.ours.fullmove_number = self.theirs.fullmove_number = full

    @rule(number=st.integers(0, 1000))
    def push(self, number: int) -> None:
        if not playable(self.theirs) or not self.ours.is_valid():
            return
        moves = sorted(self.theirs.legal_moves, key=chess.Move.uci)
        if moves:
            move = moves[number % len(moves)]
            self.ours.push(enroque.Move.from_uci(move.uci()))
            self.theirs.push(move)

    @precondition(lambda self: self.theirs.move_stack)
    @rule()
    def pop(self) -> None:
        assert self.ours.pop().uci() == self.theirs.pop().uci()
        # python-chess restores impossible castling rights too, enroque only possible ones
        self.theirs.castling_rights = self.theirs.clean_castling_rights()
        self.ours.castling_rights = self.theirs.castling_rights

    @rule(how=st.sampled_from(["mirror", "flip_vertical", "flip_horizontal", "flip_diagonal"]))
    def transform(self, how: str) -> None:
        if how == "mirror":
            self.ours.apply_mirror()
            self.theirs.apply_mirror()
        else:
            self.ours.apply_transform(getattr(enroque, how))
            self.theirs.apply_transform(getattr(chess, how))

    @rule(how=st.sampled_from(["copy", "stackless", "deepcopy", "pickle"]))
    def duplicate(self, how: str) -> None:
        ways: dict[str, Any] = {
            "copy": copy.copy,
            "stackless": lambda board: board.copy(stack=False),
            "deepcopy": copy.deepcopy,
            "pickle": lambda board: pickle.loads(pickle.dumps(board)),
        }
        before = self.ours
        self.ours = ways[how](self.ours)
        assert self.ours == before
        self.theirs = self.theirs.copy(stack=how != "stackless")

    @invariant()
    def boards_are_equal(self) -> None:
        if not hasattr(self, "ours"):
            return
        ours, theirs = self.ours, self.theirs
        assert ours.board_fen() == theirs.board_fen()
        if not ours.status() & enroque.STATUS_TOO_MANY_KINGS:  # ambiguous with several kings
            assert ours.clean_castling_rights() == theirs.clean_castling_rights()
        for name in ("turn", "ep_square", "halfmove_clock", "fullmove_number", "castling_rights"):
            assert getattr(ours, name) == getattr(theirs, name), name
        assert [m.uci() for m in ours.move_stack] == [m.uci() for m in theirs.move_stack]
        assert ours.checkers_mask() == theirs.checkers_mask()
        assert str(ours) == str(theirs)
        if ours.is_valid():
            assert theirs.is_valid()
            assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen")
            moves = sorted(move.uci() for move in ours.legal_moves)
            assert moves == sorted(move.uci() for move in theirs.legal_moves)
        else:
            with contextlib.suppress(enroque.errors.IllegalPositionError):
                assert ours.legal_moves.count() >= 0  # unusual, but legal


TestEdits = EditMachine.TestCase
TestEdits.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
