"""Reading and printing positions."""

from enroque import Board, chess960


def board_of(words: list[str]) -> Board:
    """Returns the board of a FEN, given as one argument or as six; the start position if empty."""
    return Board(" ".join(words), chess960=None) if words else Board()


def print_position(board: Board) -> None:
    """Prints the FEN in both styles, and the Chess960 number of a start position."""
    print(f"FEN:       {board.fen()}")
    print(f"Shredder:  {board.fen(shredder=True)}")
    numbers = chess960.numbers(board)
    if numbers is not None:
        white, black = numbers
        number = white if white == black else f"{white} for White, {black} for Black"
        print(f"Chess960:  start position {number}")
