"""The exceptions of enroque.

All are subclasses of `EnroqueError` and of a builtin exception (`ValueError`, `IndexError`,
`RuntimeError`), and all can be pickled with their attributes. `EnroqueError` and python-chess's
three errors of moves are also names of `enroque` itself.

In a text of one line (a FEN, an EPD, a time control), locations are indices from 0:
`text[error.column:]` begins with the error. In PGN, locations are line and column, both from 1.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

# of arguments and objects
__all__ = ["ArgumentError", "ArrayError", "ClosedError", "EnroqueError", "OutOfRangeError"]
# of positions and moves
__all__ += ["AmbiguousMoveError", "Chess960Error", "FenError", "IllegalMoveError"]
__all__ += ["IllegalPositionError", "InvalidMoveError", "LanguageError"]
# of files
__all__ += ["BookError", "BrokenGameError", "BrokenRowError", "EncodingError", "FileFormatError"]
__all__ += ["MissingTableError", "PgnError", "ScoreSheetError"]
# of games in progress
__all__ += ["ClockError", "EngineError", "PlayError", "RuleSetError", "TimeControlError"]


class EnroqueError(Exception):
    """The base class of enroque's errors.

    Attributes:
        kind: for the errors and warnings of a game in PGN, their kind, such as `illegal_move`; else
            empty. For a `FileFormatError`, `nothing_read` if nothing was read before the damage,
            and `table` if an endgame table is damaged.
        hint: the part of the message that names the arguments of the call that help; empty if
            there are none.
        options: these arguments, each with the values that it takes, as text; without values, any.
            For `columns`, a value is `role=name`.
    """

    kind: str = ""
    hint: str = ""
    options: Mapping[str, Sequence[str]] = MappingProxyType({})


class _DetailedError(EnroqueError):
    """An error with further arguments than its message."""

    def __str__(self) -> str:
        return str(self.args[0])


class FenError(_DetailedError, ValueError):
    """A FEN is invalid, or its position is illegal.

    Attributes:
        column: the index in the text, from 0; `None` if the error has no single location.
        status: the problems of the position, as flags of `Status`; 0 if the text is invalid.
        row: the index of the FEN in a list or an array, from 0; `None` if it was the only one.
    """

    def __init__(
        self, message: str, column: int | None = None, status: int = 0, row: int | None = None
    ) -> None:
        super().__init__(message, column, status, row)
        self.column, self.status, self.row = column, status, row


class InvalidMoveError(EnroqueError, ValueError):
    """A text is not a move in the expected notation."""


class IllegalMoveError(EnroqueError, ValueError):
    """A move is illegal in the position."""


class IllegalPositionError(_DetailedError, ValueError):
    """A method that needs a legal position was called on a board with an illegal one.

    Attributes:
        status: the problems of the position, as flags of `Status`.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message, status)
        self.status = status


class AmbiguousMoveError(EnroqueError, ValueError):
    """Several legal moves match a SAN."""


class Chess960Error(EnroqueError, ValueError):
    """A number or back rank is not a Chess960 start position."""


class PgnError(EnroqueError, ValueError):
    """A PGN source cannot be read. Errors in single games are reported, not raised."""


class BrokenGameError(_DetailedError, PgnError):
    """The first error or warning in a PGN source that is read with `strict=True`.

    Attributes:
        source: the file.
        game: the game in that file, from 1; 0 before all games.
        ply: plies of the game that were read before it.
        line: the line in the (decompressed) file, from 1; 0 if the error has no location.
        column: the column in bytes, from 1; 0 if the error has no location.
        token: the text at this location.
        kind: the kind of error, such as `illegal_move`.
    """

    def __init__(
        self,
        message: str,
        source: str = "",
        game: int = 0,
        ply: int = 0,
        line: int = 0,
        column: int = 0,
        token: str = "",
        kind: str = "",
    ) -> None:
        super().__init__(message, source, game, ply, line, column, token, kind)
        self.source, self.game, self.ply, self.line = source, game, ply, line
        self.column, self.token, self.kind = column, token, kind


class ArgumentError(EnroqueError, ValueError):
    """An argument has an invalid value, or a name that is unknown."""


class ArrayError(EnroqueError, ValueError):
    """An array argument has the wrong dtype, shape or memory layout."""


class EncodingError(_DetailedError, ValueError):
    """An encoding cannot express a position, a move or a dtype, or its data is invalid.

    Attributes:
        game: the index of the game that a training format cannot store, among all that were written
            to the file; `None` elsewhere.
    """

    def __init__(self, message: str, game: int | None = None) -> None:
        super().__init__(message, game)
        self.game = game


class EngineError(EnroqueError, RuntimeError):
    """A chess engine crashed, did not answer, broke the UCI protocol or lacks an option."""


class MissingTableError(_DetailedError, KeyError):
    """No endgame table has the position."""


class FileFormatError(_DetailedError, ValueError):
    """A file has another format or version than expected, or is damaged.

    Attributes:
        entry: the game or record with the error, from 1, in a training format; `None` elsewhere.
        offset: the byte of the error, from 0, after decompression; `None` if unknown.
        source: the file or stream that the message names; `None` if it names none.
    """

    def __init__(
        self,
        message: str,
        entry: int | None = None,
        offset: int | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message, entry, offset, source)
        self.entry, self.offset, self.source = entry, offset, source


class BrokenRowError(FileFormatError):
    """The first error or warning of a table of positions that is read with `strict=True`.

    Attributes:
        source: the file, or `a list`.
        row: the number of the row in it, from 1; 0 if the whole source is damaged.
        kind: the kind of error, such as `invalid_fen`.
        column: the column or field; empty if it is the whole row.
        text: the text that is wrong.
    """

    def __init__(
        self,
        message: str,
        source: str = "",
        row: int = 0,
        kind: str = "",
        column: str = "",
        text: str = "",
    ) -> None:
        super().__init__(message)
        self.args = (message, source, row, kind, column, text)
        self.source, self.row, self.kind, self.column = source, row, kind, column
        self.text = text


class BookError(FileFormatError, OSError):
    """A file is not an opening book; also an `OSError`, as in python-chess."""


class OutOfRangeError(EnroqueError, IndexError):
    """A square, piece type, ply, game or index is out of range, or a move stack is empty."""


class TimeControlError(_DetailedError, ValueError):
    """A text is not a time control.

    Attributes:
        column: the index in the text, from 0.
    """

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(message, column)
        self.column = column


class ClockError(EnroqueError, ValueError):
    """A clock was used in a wrong order; the clock is unchanged."""


class ClosedError(EnroqueError, ValueError):
    """An object was used after it was closed."""


class PlayError(EnroqueError, ValueError):
    """An action is not possible in the current state of a game; the game is unchanged."""


class RuleSetError(EnroqueError, ValueError):
    """The name of a rule set is unknown, or a rule set has invalid numbers."""


class LanguageError(EnroqueError, ValueError):
    """A language code is unknown, or the language lacks a feature."""


class ScoreSheetError(_DetailedError, ValueError):
    """A printed game cannot be read.

    Attributes:
        ply: plies before the one with the error.
        offset: the location of that move in the text, in bytes from 0; `None` without a move.
        token: the move as printed.
        language: the code of the language in which most moves could be read.
    """

    def __init__(
        self,
        message: str,
        ply: int = 0,
        offset: int | None = None,
        token: str = "",
        language: str | None = None,
    ) -> None:
        super().__init__(message, ply, offset, token, language)
        self.ply, self.offset, self.token, self.language = ply, offset, token, language


Error = TypeVar("Error", bound=Exception)


def advised(error: Error, hint: str, **options: Sequence[str]) -> Error:
    """Returns an error after setting its fields `hint` and `options`.

    Args:
        error: the error, whose message contains the hint.
        hint: the part of the message that names the arguments.
        options: the arguments, with the values that they take.
    """
    vars(error).update(hint=hint, options=options)
    return error
