"""Exporters: visitors that write games as text."""

from collections.abc import Iterable
from typing import TextIO

from .._core import Board, Move, PgnWriter
from ._headers import Headers
from ._visitors import SKIP, BaseVisitor, SkipType


class StringExporterMixin:
    """Writes the tokens of a game into lines; a base class for exporters.

    All output is written by `write_token` and `write_line`, which call `flush_current_line`;
    override any of them to change the output.

    Args:
        columns: the maximum length of a line of moves; `None` for one line.
        headers: write the tags.
        comments: write comments and NAGs.
        variations: write variations.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> class Moves(pgn.StringExporter):
        ...     def write_token(self, token: str) -> None:
        ...         if not token.rstrip().endswith("."):
        ...             super().write_token(token)
        >>> pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *")).accept(Moves(headers=False))
        'e4 e5 Nf3 *'
    """

    lines: list[str]
    """The finished lines, without line breaks."""

    current_line: str
    """The unfinished line."""

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
        """Ends the current line, if it is not empty."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a token, which is not broken across lines.

        Args:
            token: the text, with the space after it.
        """
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a whole line.

        Args:
            line: the text without a line break.
        """
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def _write_tokens(self, tokens: Iterable[str]) -> None:
        for token in tokens:
            self.write_token(token)

    def begin_game(self) -> SkipType | None:
        """Called at the start of a game; writes nothing."""
        return None

    def end_game(self) -> None:
        """Writes an empty line."""
        self.write_line()

    def begin_headers(self) -> Headers | None:
        """Called before the tags; writes nothing."""
        self._writer.begin_headers()
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a tag.

        Args:
            tagname: the name of the tag.
            tagvalue: its value.
        """
        for line in self._writer.header(tagname, tagvalue):
            self.write_line(line)

    def end_headers(self) -> SkipType | None:
        """Writes an empty line after the tags, if there are any."""
        for line in self._writer.end_headers():
            self.write_line(line)
        return None

    def begin_variation(self) -> SkipType | None:
        """Writes an opening parenthesis, or returns `SKIP` if variations are not written."""
        tokens = self._writer.begin_variation()
        if tokens is None:
            return SKIP
        self._write_tokens(tokens)
        return None

    def end_variation(self) -> None:
        """Writes a closing parenthesis."""
        self._write_tokens(self._writer.end_variation())

    def visit_comment(self, comment: str) -> None:
        """Writes a comment.

        Args:
            comment: the text.
        """
        self._write_tokens(self._writer.comment(comment))

    def visit_nag(self, nag: int) -> None:
        """Writes a NAG.

        Args:
            nag: the number.
        """
        self._write_tokens(self._writer.nag(nag))

    def visit_move(self, board: Board, move: Move) -> None:
        """Writes a move, and its number where needed.

        Args:
            board: the position before the move; do not change it.
            move: the move.
        """
        self._write_tokens(self._writer.san(board, move))

    def visit_result(self, result: str) -> None:
        """Writes the result.

        Args:
            result: the result; an invalid one is written as `*`.
        """
        self._write_tokens(self._writer.result(result))


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes games into a string without a final line break.

    Args:
        columns: the maximum length of a line of moves; `None` for one line.
        headers: write the tags.
        comments: write comments and NAGs.
        variations: write variations.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5 {sharp}) 2. Nf3 *"))
        >>> game.accept(pgn.StringExporter(headers=False, comments=False))
        '1. e4 e5 ( 1... c5 ) 2. Nf3 *'
    """

    def result(self) -> str:
        """Returns everything that was written."""
        return "\n".join([*self.lines, self.current_line]).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    r"""Writes games into a text file, with an empty line after each.

    The result is the number of characters written.

    Args:
        handle: a text file open for writing.
        columns: the maximum length of a line of moves; `None` for one line.
        headers: write the tags.
        comments: write comments and NAGs.
        variations: write variations.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> output = io.StringIO()
        >>> exporter = pgn.FileExporter(output, headers=False)
        >>> for text in ("1. e4 *", "1. d4 *"):
        ...     _ = pgn.read_game(io.StringIO(text)).accept(exporter)
        >>> output.getvalue()
        '1. e4 *\n\n1. d4 *\n\n'
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
        """Resets the count of written characters."""
        self.written = 0
        return None

    def flush_current_line(self) -> None:
        """Writes the current line to the file, if it is not empty."""
        if self.current_line:
            self.written += self.handle.write(f"{self.current_line.rstrip()}\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        """Writes a whole line to the file.

        Args:
            line: the text without a line break.
        """
        self.flush_current_line()
        self.written += self.handle.write(f"{line.rstrip()}\n")

    def result(self) -> int:
        """Returns the number of characters written for the last game."""
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"
