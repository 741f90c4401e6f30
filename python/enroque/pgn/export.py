"""Exporters: visitors that write games as text."""

from collections.abc import Iterable
from typing import TextIO

from .._core import Board, Move, PgnWriter
from .headers import Headers
from .visitors import SKIP, BaseVisitor, SkipType

__all__ = ["FileExporter", "StringExporter", "StringExporterMixin"]


class StringExporterMixin:
    """What writes the tokens of a game into lines; for exporters of your own.

    Whatever is written goes through `write_token` and `write_line`, which end lines by
    `flush_current_line`: overriding one of these changes all.

    >>> import io
    >>> from enroque import pgn
    >>> class Moves(pgn.StringExporter):
    ...     def write_token(self, token: str) -> None:
    ...         if not token.rstrip().endswith("."):
    ...             super().write_token(token)
    >>> pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *")).accept(Moves(headers=False))
    'e4 e5 Nf3 *'

    Args:
        columns: no line of moves is longer, unless one word is; `None` for one line.
        headers: write the tags.
        comments: write comments and NAGs.
        variations: write variations.
    """

    lines: list[str]
    """The lines that are whole."""

    current_line: str
    """The line that grows."""

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.lines = []
        self.current_line = ""
        self._writer = PgnWriter(headers=headers, comments=comments, variations=variations)

    def flush_current_line(self) -> None:
        """Ends the line that grows, if it has begun."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a text that is not to be broken; a space at its end is its own."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a whole line."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def _write_tokens(self, tokens: Iterable[str]) -> None:
        for token in tokens:
            self.write_token(token)

    def begin_game(self) -> SkipType | None:
        """Writes nothing."""
        return None

    def end_game(self) -> None:
        """Writes an empty line."""
        self.write_line()

    def begin_headers(self) -> Headers | None:
        """Writes nothing yet."""
        self._writer.begin_headers()
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a tag."""
        for line in self._writer.header(tagname, tagvalue):
            self.write_line(line)

    def end_headers(self) -> SkipType | None:
        """Writes an empty line, if there were tags."""
        for line in self._writer.end_headers():
            self.write_line(line)
        return None

    def begin_variation(self) -> SkipType | None:
        """Writes a parenthesis, or wants no variation."""
        tokens = self._writer.begin_variation()
        if tokens is None:
            return SKIP
        self._write_tokens(tokens)
        return None

    def end_variation(self) -> None:
        """Writes a parenthesis."""
        self._write_tokens(self._writer.end_variation())

    def visit_comment(self, comment: str) -> None:
        """Writes a comment."""
        self._write_tokens(self._writer.comment(comment))

    def visit_nag(self, nag: int) -> None:
        """Writes a NAG."""
        self._write_tokens(self._writer.nag(nag))

    def visit_move(self, board: Board, move: Move) -> None:
        """Writes a move and, where it is needed, its number."""
        self._write_tokens(self._writer.san(board, move))

    def visit_result(self, result: str) -> None:
        """Writes the result; `*` in place of what is none."""
        self._write_tokens(self._writer.result(result))


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes games into a string, without a line break at its end.

    >>> import io
    >>> from enroque import pgn
    >>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5 {sharp}) 2. Nf3 *"))
    >>> game.accept(StringExporter(headers=False, comments=False))
    '1. e4 e5 ( 1... c5 ) 2. Nf3 *'
    """

    def result(self) -> str:
        """Everything that was written."""
        return "\n".join([*self.lines, self.current_line]).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games into a text file, an empty line after each.

    The result is how many characters were written.
    """

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self.written = 0

    def begin_game(self) -> SkipType | None:
        """Counts from here."""
        self.written = 0
        return None

    def flush_current_line(self) -> None:
        """Ends the line that grows, if it has begun: it goes into the file."""
        if self.current_line:
            self.written += self.handle.write(f"{self.current_line.rstrip()}\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        """Writes a whole line into the file."""
        self.flush_current_line()
        self.written += self.handle.write(f"{line.rstrip()}\n")

    def result(self) -> int:
        """How many characters of the last game were written."""
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"
