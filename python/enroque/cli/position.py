"""Positions as the commands take and print them."""

from enroque import Board, chess960

__all__ = ["board_of", "describe"]


def board_of(words: list[str]) -> Board:
    """The Board of a FEN, given as one argument or as its six fields; of none, the start."""
    return Board(" ".join(words), chess960=None) if words else Board()


def describe(board: Board) -> None:
    """Print the FEN in both dialects, and the number of a start position."""
    print(f"FEN:       {board.fen()}")
    print(f"Shredder:  {board.fen(shredder=True)}")
    numbers = chess960.numbers(board)
    if numbers is not None:
        white, black = numbers
        number = white if white == black else f"{white} for White, {black} for Black"
        print(f"Chess960:  start position {number}")
