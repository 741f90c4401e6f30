"""Pictures of boards."""

from typing import Final

from .squares import Square, parse_square, square_name

__all__ = ["Arrow"]

_PGN_COLORS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Arrow:
    """An arrow from square to square, or a marked square if they are the same.

    Args:
        tail: where it begins.
        head: where it points.
        color: `green`, `red`, `yellow`, `blue`, or any colour of CSS.
    """

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """As in the comments of PGN, `Gd1h5`: green, unless it is red, yellow or blue.

        >>> Arrow(3, 39, color="red").pgn()
        'Rd1h5'
        """
        letters = {color: letter for letter, color in _PGN_COLORS.items()}
        head = "" if self.head == self.tail else square_name(self.head)
        return letters.get(self.color, "G") + square_name(self.tail) + head

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Reads such a text; `ValueError` for any other.

        >>> Arrow.from_pgn("Ye4")
        Arrow(28, 28, color='yellow')
        """
        color = _PGN_COLORS.get(pgn[:1].upper())
        if color is None or len(pgn) not in (3, 5):
            raise ValueError(f"no arrow such as 'Gd1h5' or 'Re4': {pgn[:20]!r}")
        tail = parse_square(pgn[1:3])
        head = parse_square(pgn[3:]) if len(pgn) == 5 else tail
        return cls(tail, head, color=color)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrow):
            return NotImplemented
        return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))

    def __repr__(self) -> str:
        return f"Arrow({self.tail}, {self.head}, color={self.color!r})"
