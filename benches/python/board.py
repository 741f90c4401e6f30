"""Board against python-chess's, call by call: `python benches/python/board.py`."""

import chess
from timing import header, row, seconds

import enroque

FEN = "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/1BN1B3/PPP2PPP/R2Q1RK1 w - - 8 10"
NS = 1e9


def main() -> None:
    """Time each call on a middlegame position."""
    header(f"ns a call, {FEN.split()[0]}")
    ours, theirs = enroque.Board(FEN), chess.Board(FEN)
    our_move, their_move = ours.parse_san("Nxc6"), theirs.parse_san("Nxc6")

    def push_pop(board: enroque.Board | chess.Board, move: object) -> None:
        board.push(move)  # type: ignore[arg-type]
        board.pop()

    def count(board: enroque.Board | chess.Board) -> int:
        return board.legal_moves.count()

    for what, ours_work, theirs_work in (
        ("Board()", enroque.Board, chess.Board),
        ("Board(fen)", lambda: enroque.Board(FEN), lambda: chess.Board(FEN)),
        ("fen()", ours.fen, theirs.fen),
        ("list(legal_moves)", lambda: list(ours.legal_moves), lambda: list(theirs.legal_moves)),
        ("legal_moves.count()", lambda: count(ours), lambda: count(theirs)),
        ("is_legal", lambda: ours.is_legal(our_move), lambda: theirs.is_legal(their_move)),
        ("push + pop", lambda: push_pop(ours, our_move), lambda: push_pop(theirs, their_move)),
        ("copy(stack=False)", lambda: ours.copy(stack=False), lambda: theirs.copy(stack=False)),
        ("parse_san", lambda: ours.parse_san("Nxc6"), lambda: theirs.parse_san("Nxc6")),
        ("san", lambda: ours.san(our_move), lambda: theirs.san(their_move)),
        ("is_checkmate", ours.is_checkmate, theirs.is_checkmate),
        ("outcome", ours.outcome, theirs.outcome),
    ):
        row(what, seconds(ours_work), seconds(theirs_work), "ns", scale=NS)


if __name__ == "__main__":
    main()
