"""The argument parser: one-line errors, with suggestions for misspelled options."""

import argparse
import difflib
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["Commands", "Parser", "counting_number", "whole_number"]


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` with one-line errors. Options cannot be abbreviated."""

    def __init__(self, **settings: object) -> None:
        super().__init__(allow_abbrev=False, **settings)  # type: ignore[arg-type]

    def parse(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Parses the arguments; the parser of the chosen command reports unknown options.

        Args:
            arguments: the arguments; `None` means those of the process.
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
        close = difflib.get_close_matches(name, self._option_string_actions, n=1)
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


def _at_least(minimum: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < minimum:
        raise argparse.ArgumentTypeError(f"must be a whole number of {minimum} or more, not {text}")
    return number
