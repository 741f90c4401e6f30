"""Errors of the library in the words of the command line: with the options that help."""

from collections.abc import Iterator
from contextlib import contextmanager

from enroque.errors import EncodingError, FileFormatError

__all__ = ["error_hints"]


@contextmanager
def error_hints(*, on_error: str, skip_unsupported: bool = True) -> Iterator[None]:
    """Adds to errors what `--on-error` and `--skip-unsupported` would do, unless they are set.

    Raises:
        EncodingError: a kind of file has no words for a game.
        FileExistsError: something else is where files are to be written.
        FileFormatError: a file is damaged.
    """
    try:
        yield
    except FileFormatError as error:
        if on_error == "skip":
            raise
        advice = f"{error} (--on-error skip takes the games before that)"
        raise FileFormatError(advice, error.entry, error.offset) from error
    except EncodingError as error:
        text = str(error).replace("missing_score", "--missing-score")
        if not skip_unsupported and "cannot store" in text:
            text += " (--skip-unsupported leaves such games out)"
        raise EncodingError(text) from error
    except FileExistsError as error:
        if error.strerror is not None:
            error.strerror = error.strerror.replace("(overwrite ", "(--overwrite ")
        raise
