"""Errors of the library, reworded for the command line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from enroque._files.sources import FROM_GAMES
from enroque.errors import EncodingError, FileFormatError

__all__ = ["error_hints"]

_OPTIONS = {
    "missing_score": "--missing-score",
    "perspective=": "--perspective ",
    "unit=": "--unit ",
    "columns=": "--column ",
    " format=": " --from ",
    "overwrite=True": "--overwrite",
    "source_format=": "--from",
    "use convert_positions": "use --to positions",
    " to=": " --to ",
    FROM_GAMES: "`enroque tensors` encodes the positions of games",
    "use Positions.from_fens([fen])": "write it to a file",
    "pass bytes (text.encode()) or a file (io.StringIO(text))": "write it to a file, or pass - and "
    "the text on stdin",
}
"""Options and commands of the command line, by their Python equivalents in messages."""

_OTHER_FILE: Final = re.compile("there is no game in it|is not a table of positions")
"""Texts of messages about files of another format, which have no data before the damage."""


@contextmanager
def error_hints(
    *, on_error: str, skip_unsupported: bool = True, contents: str = "games"
) -> Iterator[None]:
    """Adds hints about options to the errors raised inside.

    Args:
        on_error: the value of `--on-error`; no hint if it is `"skip"` already.
        contents: what is read.
        skip_unsupported: whether `--on-unsupported skip` is set or does not exist; no hint then.
    """
    try:
        yield
    except FileFormatError as error:
        if on_error == "skip":
            raise
        text = _with_option_names(str(error))
        if text == str(error) and not _OTHER_FILE.search(text):  # not what must be stated
            text += f" (use --on-error skip to keep the {contents} before the damage)"
        raise FileFormatError(text, error.entry, error.offset, error.source) from error
    except EncodingError as error:
        text = _with_option_names(str(error))
        if not skip_unsupported and error.game is not None:
            text += " (use --on-unsupported skip to skip such games)"
        raise EncodingError(text, error.game) from error
    except FileExistsError as error:
        if error.strerror is not None:
            error.strerror = _with_option_names(error.strerror)
        raise
    except ValueError as error:
        text = _with_option_names(str(error))
        if text == str(error):
            raise
        raise ValueError(text) from error


def _with_option_names(text: str) -> str:
    text = re.sub(r'columns=\{"fen": "?(.+?)"?, \.\.\.\}', r"--column fen=\1", text)
    for argument, option in _OPTIONS.items():
        text = text.replace(argument, option)
    return text
