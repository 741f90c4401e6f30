"""argparse, with faults told in one line and a guess at what a mistyped option meant."""

import argparse
import difflib
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["Commands", "Parser", "counting_number", "whole_number"]


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors take one line. Options must be written out in full."""

    def __init__(self, **settings: object) -> None:
        super().__init__(allow_abbrev=False, **settings)  # type: ignore[arg-type]

    def parse(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Parse, and let the command that was chosen answer for options that it does not know."""
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            command = getattr(options, "parser", self)
            command.refuse(unknown)
        return options

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Name the first argument that nobody knows, and the option that it most resembles."""
        first = next((word for word in unknown if word.startswith("-")), unknown[0])
        name = first.partition("=")[0]
        close = difflib.get_close_matches(name, self._option_string_actions, n=1)
        guess = f"; did you mean {close[0]}?" if close else ""
        self.error(f"unknown argument {first}{guess}")

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


Commands = argparse._SubParsersAction  # argparse gives its type no public name


def whole_number(text: str) -> int:
    """An argument that is 0 or more."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return number


def counting_number(text: str) -> int:
    """An argument that is 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is below 1")
    return number


# What argparse calls the type in "invalid ... value".
whole_number.__name__ = "whole number"
counting_number.__name__ = "whole number"
