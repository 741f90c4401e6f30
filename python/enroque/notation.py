"""Moves and games in the notations of books, newspapers and the Laws, and announcements.

>>> import enroque
>>> from enroque import notation
>>> sheet = notation.read_score_sheet("1.e4 e5 2.Cf3 Cc6 3.Ab5(=)")
>>> sheet.language, [str(move) for move in sheet.moves]
('es', ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'])
>>> sheet.deviations[-1]
('draw_offer',)
>>> board = enroque.Board()
>>> board.notation(sheet.moves[2], figurines=True)
'♘f3'
>>> board.notation(sheet.moves[2], style="descriptive")
'N-KB3'
>>> board.announce(sheet.moves[2])
'Gustav eins, Felix drei'
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ._core import Move, languages, read_score_sheet

__all__ = ["LANGUAGES", "ReadMove", "ScoreSheet", "read_score_sheet"]
__dir__ = __all__.copy

LANGUAGES: Mapping[str, str] = languages()
"""The supported languages of piece letters: ISO 639-1 codes and English names."""


@dataclass(frozen=True)
class ReadMove:
    """A move read from text, and its deviations from the standard spelling.

    Attributes:
        move: the move.
        deviations: the names of the deviations: `castling_signs`, `en_passant_mark`, `double_plus`,
            `mate_word`, `missing_check`, `wrong_check`, `missing_capture`, `wrong_capture`,
            `capture_sign`, `origin`, `hyphen`, `missing_letter`, `pawn_letter`, `figurine`,
            `promotion_sign`, `promotion_case`, `draw_offer`, `assessment`, `whitespace`,
            `castling_squares`, `wrong_en_passant`; in descriptive notation `castling_signs`,
            `missing_check`, `wrong_check`, `missing_en_passant`, `wrong_en_passant`, `draw_offer`,
            `assessment`, and `spelling` for all other differences from the text of
            `Board.notation`.
    """

    move: Move
    deviations: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreSheet:
    """A printed game.

    Attributes:
        language: the code of the language of the piece letters.
        moves: the moves.
        deviations: the deviations of each move, as in `ReadMove`.
        result: the printed result; `None` if there is none.
        style: the notation.
    """

    language: str
    moves: tuple[Move, ...]
    deviations: tuple[tuple[str, ...], ...]
    result: str | None
    style: Literal["algebraic", "descriptive"] = "algebraic"
