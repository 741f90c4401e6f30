"""Messages of errors, with the options of the command line that help."""

import argparse
import re
from collections.abc import Container, Mapping, Sequence
from typing import Final

from enroque.errors import EncodingError, EnroqueError, FileFormatError

_OPTIONS: Final = {"columns": "--column", "format": "--from", "source_format": "--from"}
"""The options whose names differ from those of the arguments."""

_ADVICE: Final = {
    "convert_positions": "use --to positions for tables of positions",
    "fens": "write it to a file",
    "games": "`enroque tensors` encodes the positions of games",
    "missing_score": "pass --missing-score to write it with a fixed score",
    "overwrite": "--overwrite replaces it",
    "text": "write it to a file, or pass - and the text on stdin",
}
"""What to do instead of passing an argument."""


def message_of(error: Exception, options: argparse.Namespace) -> str:
    """Returns the message of an error for the command line.

    Args:
        error: the error.
        options: the parsed options, with the parser of the command.
    """
    text = str(error) or type(error).__name__
    if isinstance(error, OSError) and not isinstance(error, EnroqueError) and error.strerror:
        # without the error number: `notes.pgn: No such file or directory`
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    hint = getattr(error, "hint", "")
    known = options.parser._option_string_actions
    if hint:
        advice = _advice(error.options, known)  # type: ignore[attr-defined]
        text = (
            text.replace(hint, advice)
            if advice
            else re.sub(f"(, or|:) {re.escape(hint)}", "", text)
        )
    if isinstance(error, EncodingError) and "--on-unsupported" in known:
        text += " (use --on-unsupported skip to skip it)"
    is_damage = isinstance(error, FileFormatError) and not hint and not error.kind
    if is_damage and "--on-error" in known and options.on_error == "raise":
        text += " (use --on-error skip to keep the data before the damage)"
    return text


def _advice(options: Mapping[str, Sequence[str]], known: Container[str]) -> str:
    """Returns the advice to pass options of the command, or what to do instead."""
    if to := options.get("to"):
        return f"--to {to[0]}"
    passed = ", ".join(
        f"{option} {' or '.join(values)}".strip()
        for name, values in options.items()
        if (option := _OPTIONS.get(name, "--" + name.replace("_", "-"))) in known
        and name not in _ADVICE
    )
    advice = [f"pass {passed}"] if passed else []
    unknown = set() if "--to" in known else {"convert_positions"}
    others = [text for name, text in _ADVICE.items() if name in options.keys() - unknown]
    return ", or ".join(advice + others)
