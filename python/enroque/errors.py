"""The exceptions of enroque.

All of them are `EnroqueError`; each is also the builtin that a Python user would catch
(`ValueError`, `IndexError`), and each pickles with its place, so it can cross processes.

Places are counted in two ways. In a text of one line (a FEN, an EPD, a time control) a message
says `index`, from 0, so that `text[error.column:]` begins with the fault. In PGN it says line and
column, both from 1, as editors do.
"""

__all__ = [
    "AmbiguousMoveError",
    "ArgumentError",
    "ArrayError",
    "BookError",
    "BrokenGameError",
    "Chess960Error",
    "ClockError",
    "ClosedError",
    "EncodingError",
    "EnroqueError",
    "FenError",
    "FileFormatError",
    "IllegalMoveError",
    "IllegalPositionError",
    "InvalidMoveError",
    "LanguageError",
    "OutOfRangeError",
    "PgnError",
    "PlayError",
    "RuleSetError",
    "ScoreSheetError",
    "TimeControlError",
]


class EnroqueError(Exception):
    """The base of all errors that enroque raises on its own account."""


class FenError(EnroqueError, ValueError):
    """A FEN cannot be read, or nothing can be played from it.

    Attributes:
        column: the index in the text, from 0; `None` if it is not one place.
        status: what is wrong with the position, as python-chess's status flags; 0 if the text
            itself is at fault.
    """

    def __init__(self, message: str, column: int | None = None, status: int = 0) -> None:
        super().__init__(message, column, status)
        self.column = column
        self.status = status

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidMoveError(EnroqueError, ValueError):
    """A text that is no move in this notation, whatever the position."""


class IllegalMoveError(EnroqueError, ValueError):
    """A move that the rules do not allow in the position."""


class IllegalPositionError(EnroqueError, ValueError):
    """Legal moves are asked of a board that was set up so that nothing can be played from it.

    Attributes:
        status: what is wrong with the position, as flags of `Status`.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message, status)
        self.status = status

    def __str__(self) -> str:
        return str(self.args[0])


class AmbiguousMoveError(EnroqueError, ValueError):
    """A SAN that fits several legal moves."""


class Chess960Error(EnroqueError, ValueError):
    """A number that is none of a Chess960 start position."""


class PgnError(EnroqueError, ValueError):
    """A PGN source that cannot be read at all; a single broken game is reported, not raised."""


class BrokenGameError(PgnError):
    """The first thing that is wrong in PGN that is read with `strict=True`.

    Attributes:
        source: the file.
        game: the game in that file, from 1; 0 before all games.
        ply: half-moves of the game that were read before it.
        line: the line in the (decompressed) file, from 1; 0 if there is no place.
        column: the column in bytes, from 1; 0 if there is no place.
        token: what stands there.
        kind: a name for programs, such as `illegal_move`.
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
        self.source = source
        self.game = game
        self.ply = ply
        self.line = line
        self.column = column
        self.token = token
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[0])


class ArgumentError(EnroqueError, ValueError):
    """An argument of the right kind with a value that means nothing here."""


class ArrayError(EnroqueError, ValueError):
    """An array argument is not what it has to be: dtype, shape, order, writeable."""


class EncodingError(EnroqueError, ValueError):
    """An unknown encoding or option, or a position or move that an encoding cannot express."""


class FileFormatError(EnroqueError, ValueError):
    """A file that is not what it should be: another format, another version, damaged.

    Attributes:
        entry: the game or record at fault, from 1, of a trainer's file; `None` elsewhere.
        offset: the byte at fault, from 0, after decompression; `None` if it is not known.
    """

    def __init__(self, message: str, entry: int | None = None, offset: int | None = None) -> None:
        super().__init__(message, entry, offset)
        self.entry = entry
        self.offset = offset

    def __str__(self) -> str:
        return str(self.args[0])


class BookError(FileFormatError, OSError):
    """A file that is no opening book; an `OSError` too, as python-chess raises."""


class OutOfRangeError(EnroqueError, IndexError):
    """A number of a square, piece, ply, game or move that is none; a pop of an empty stack."""


class TimeControlError(EnroqueError, ValueError):
    """A text that is no time control.

    Attributes:
        column: the index in the text, from 0.
    """

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(message, column)
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class ClockError(EnroqueError, ValueError):
    """A clock that was used wrongly, or goes backwards; it is as it was before."""


class ClosedError(EnroqueError, ValueError):
    """Something is asked of an object that was closed, as Python's files raise `ValueError`."""


class PlayError(EnroqueError, ValueError):
    """Something that cannot be done in a game now; the game is as it was before."""


class RuleSetError(EnroqueError, ValueError):
    """A name of no rule set or edition of the Laws, or a rule set with impossible numbers."""


class LanguageError(EnroqueError, ValueError):
    """A code of a language whose piece letters, or names of squares, are not known."""


class ScoreSheetError(EnroqueError, ValueError):
    """A printed game that cannot be read.

    Attributes:
        ply: half-moves before the one at fault.
        offset: where that one stands in the text, in bytes from 0; `None` if no move is at fault.
        token: the move as it is printed.
        language: the code of the language that came farthest.
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
        self.ply = ply
        self.offset = offset
        self.token = token
        self.language = language

    def __str__(self) -> str:
        return str(self.args[0])
