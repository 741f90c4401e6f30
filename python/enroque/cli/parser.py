"""The argument parser: one-line errors, with suggestions for misspelled options."""

import argparse
import difflib
import errno
import os
from collections.abc import Mapping, Sequence
from typing import NoReturn

_EXAMPLES = "examples:"
"""The first line of the examples."""


class _Formatter(argparse.HelpFormatter):
    """Fills paragraphs, but keeps the lines of examples; whole numbers are shown as `N`."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith(_EXAMPLES) else super()._fill_text(text, width, indent)

    def _get_default_metavar_for_optional(self, action: argparse.Action) -> str:
        is_number = action.type in (int, whole_number, counting_number)
        return "N" if is_number else super()._get_default_metavar_for_optional(action)


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` with one-line errors and examples. Options cannot be abbreviated.

    Args:
        examples: by what it does, the arguments of a call; shown at the end of the help.
        settings: the arguments of `ArgumentParser`.
    """

    def __init__(self, *, examples: Mapping[str, str] | None = None, **settings: object) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Formatter, **settings)  # type: ignore[arg-type]
        self.examples = {
            text: f"{self.prog} {line}".strip() for text, line in (examples or {}).items()
        }
        if examples:
            lines = (f"  # {text}\n  {line}" for text, line in self.examples.items())
            self.epilog = "\n".join([_EXAMPLES, *lines])

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parses the arguments; the parser of the chosen command reports unknown options.

        Args:
            arguments: the arguments, without the program.
        """
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            command = getattr(options, "parser", self)
            command.report_unknown(unknown)
        return options

    def report_unknown(self, unknown: Sequence[str]) -> NoReturn:
        """Exits with an error that names the first unknown argument and the most similar option."""
        first = next((word for word in unknown if word.startswith("-")), unknown[0])
        name = first.partition("=")[0]
        close = difflib.get_close_matches(name, self._option_string_actions, n=1, cutoff=0.75)
        suggestion = f"; did you mean {close[0]}?" if close else ""
        self.error(f"unknown argument {first}{suggestion}")

    def error(self, message: str) -> NoReturn:
        """Prints the error in one line and exits with code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


Commands = argparse._SubParsersAction  # argparse has no public name for this type


def whole_number(text: str) -> int:
    """Returns an argument of 0 or more."""
    return _at_least(0, text)


def counting_number(text: str) -> int:
    """Returns an argument of 1 or more."""
    return _at_least(1, text)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Adds the option `--threads`."""
    parser.add_argument(
        "--threads", type=counting_number, help="number of threads (default: all cores)"
    )


def check_overwrite(output: os.PathLike[str], overwrite: bool) -> None:
    """Raises an error if the file to write exists, unless `--overwrite` is given."""
    if os.path.lexists(output) and not overwrite:
        raise FileExistsError(errno.EEXIST, "the file exists: use --overwrite", str(output))


def _at_least(minimum: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < minimum:
        raise argparse.ArgumentTypeError(f"must be a whole number of {minimum} or more, not {text}")
    return number
