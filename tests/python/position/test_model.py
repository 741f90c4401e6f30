"""Random sequences of calls on a board, with python-chess as the model."""

from typing import Any

import chess
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import enroque


class BoardMachine(RuleBasedStateMachine):
    """Applies the same calls to both boards and compares them."""

    @initialize(
        white=st.integers(0, 959),
        black=st.integers(0, 959),
        kind=st.sampled_from(["standard", "chess960", "double"]),
    )
    def begin(self, white: int, black: int, kind: str) -> None:
        if kind == "standard":
            self.ours, self.theirs = enroque.Board(), chess.Board()
        else:
            self.ours = enroque.chess960.double(white, white if kind == "chess960" else black)
            self.theirs = chess.Board(self.ours.fen(), chess960=True)

    def legal_move(self, number: int) -> chess.Move | None:
        moves = sorted(self.theirs.legal_moves, key=chess.Move.uci)
        return moves[number % len(moves)] if moves else None

    @rule(number=st.integers(0, 1000), how=st.sampled_from(["push", "uci", "san"]))
    def push(self, number: int, how: str) -> None:
        move = self.legal_move(number)
        if move is None:
            return
        if how == "push":
            self.ours.push(enroque.Move.from_uci(move.uci()))
        elif how == "uci":
            assert self.ours.push_uci(move.uci()).uci() == move.uci()
        else:
            assert self.ours.push_san(self.theirs.san(move)).uci() == move.uci()
        self.theirs.push(move)

    @precondition(lambda self: not self.theirs.is_check())
    @rule()
    def null_move(self) -> None:
        self.ours.push(enroque.Move.null())
        self.theirs.push(chess.Move.null())

    @precondition(lambda self: self.theirs.move_stack)
    @rule()
    def pop(self) -> None:
        assert self.ours.pop().uci() == self.theirs.pop().uci()

    @rule(stack=st.sampled_from([True, False, 1, 3]))
    def copy(self, stack: Any) -> None:
        self.ours = self.ours.copy(stack=stack)
        self.theirs = self.theirs.copy(stack=stack)

    @rule()
    def fen_round_trip(self) -> None:
        fen = self.theirs.fen(en_passant="fen")
        self.ours.set_fen(fen)
        self.theirs.set_fen(fen)

    @rule(
        square=st.integers(0, 63), other=st.integers(0, 63), promotion=st.integers(2, 5) | st.none()
    )
    def any_move(self, square: int, other: int, promotion: int | None) -> None:
        theirs = chess.Move(square, other, promotion)
        ours = enroque.Move(square, other, promotion)
        # in Chess960 mode, python-chess considers e1g1 illegal, but plays it as castling
        known = self.theirs.is_legal(
            self.theirs._to_chess960(theirs) if self.theirs.chess960 else theirs
        )
        assert self.ours.is_legal(ours) == known

    @invariant()
    def boards_are_equal(self) -> None:
        if not hasattr(self, "ours"):
            return
        for en_passant in ("legal", "fen"):
            assert self.ours.fen(en_passant=en_passant) == self.theirs.fen(en_passant=en_passant)
        assert [m.uci() for m in self.ours.move_stack] == [m.uci() for m in self.theirs.move_stack]
        assert self.ours.is_repetition(2) == self.theirs.is_repetition(2)
        assert self.ours.ply() == self.theirs.ply()


TestBoard = BoardMachine.TestCase
TestBoard.settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
