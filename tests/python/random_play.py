"""Positions from seeded random play, as boards of python-chess and of enroque side by side."""

import random
from collections.abc import Iterator

import chess

import enroque

KINDS = ("standard", "chess960", "double")


def starts(kind: str, rng: random.Random) -> tuple[chess.Board, enroque.Board]:
    """Returns a start position of a kind, for both packages."""
    if kind == "standard":
        return chess.Board(), enroque.Board()
    white = rng.randrange(960)
    black = white if kind == "chess960" else rng.randrange(960)
    board = enroque.chess960.double(white, black)
    return chess.Board(board.fen(), chess960=True), board


def positions(
    kind: str, count: int, seed: int, max_plies: int = 250
) -> Iterator[tuple[chess.Board, enroque.Board]]:
    """Generates boards after each ply of random games, `count` in total.

    Promotions and castling are preferred, since they are rare in random games.
    """
    rng = random.Random(seed)
    made = 0
    while True:
        theirs, ours = starts(kind, rng)
        for _ in range(max_plies):
            if made == count:
                return
            made += 1
            yield theirs, ours
            moves = list(theirs.legal_moves)
            if not moves:
                break
            special = [m for m in moves if m.promotion or theirs.is_castling(m)]
            move = rng.choice(special if special and rng.random() < 0.5 else moves)
            theirs.push(move)
            ours.push_uci(move.uci())


def random_setup(rng: random.Random) -> str:
    """Returns a FEN with random pieces, castling rights and en-passant square."""
    board = chess.Board(None)
    for square in rng.sample(range(64), rng.randrange(0, 24)):
        board.set_piece_at(square, chess.Piece(rng.randrange(1, 7), rng.random() < 0.5))
    if rng.random() < 0.8:
        for color in (True, False):
            if board.king(color) is None:
                board.set_piece_at(rng.randrange(64), chess.Piece(chess.KING, color))
    turn = rng.choice("wb")
    rights = "".join(letter for letter in "KQkq" if rng.random() < 0.2) or "-"
    ep = rng.choice(["-", "-", chess.square_name(rng.choice([*range(16, 24), *range(40, 48)]))])
    return f"{board.board_fen()} {turn} {rights} {ep} {rng.randrange(120)} {rng.randrange(1, 80)}"
