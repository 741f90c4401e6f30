"""Engine processes, and the UCI options that are set."""

import os
import re
import sys
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from .._arguments import at_least_one
from .._core import EngineProcesses
from ..errors import ArgumentError, EngineError

Command: TypeAlias = str | os.PathLike[str] | Sequence[str]
"""The program of an engine, or the program and its arguments."""

Options: TypeAlias = Mapping[str, "str | int | bool | None"]
"""UCI options by name; `None` for buttons."""

_FIELD: Final = re.compile(
    r"(?<!\S)(name|type|default|min|max|var)(?!\S) ?(.*?) ?"
    r"(?=(?<!\S)(?:type|default|min|max|var)(?!\S)|$)"
)
"""A field of an option and its value, which may have several words."""

_OWN: Final = {"multipv": "multipv", "uci_chess960": "boards of Chess960"}


@dataclass(frozen=True)
class Option:
    """A UCI option that an engine has.

    Attributes:
        name: the name.
        type: `"check"`, `"spin"`, `"combo"`, `"button"` or `"string"`.
        default: the default value; `None` if there is none.
        min: the lowest value of a `"spin"`.
        max: the highest value of a `"spin"`.
        var: the values of a `"combo"`.
    """

    name: str
    type: str
    default: str | int | bool | None
    min: int | None
    max: int | None
    var: list[str]

    def _line(self, value: str | int | bool | None) -> str:
        """Returns the command that sets a value."""
        text = str(value)
        match self.type:
            case "button":
                return f"setoption name {self.name}\n"
            case "check":
                is_valid = text.lower() in ("true", "false")
                text = text.lower()
            case "spin":
                is_valid = re.fullmatch(r"-?\d{1,18}", text, re.ASCII) is not None and (
                    (self.min is None or int(text) >= self.min)
                    and (self.max is None or int(text) <= self.max)
                )
            case "combo":
                is_valid = text in self.var
            case _:
                is_valid = value is not None and not {"\n", "\r"} & set(text)
        if not is_valid:
            expected = {
                "check": "true or false",
                "spin": f"a whole number from {self.min} to {self.max}",
                "combo": " or ".join(self.var),
            }.get(self.type, "a line of text")
            raise EngineError(f"option {self.name} must be {expected}, not {value!r}")
        return f"setoption name {self.name} value {text}\n"


def _option(text: str) -> Option:
    """Returns an option from the words that follow `option`."""
    fields: dict[str, list[str]] = {}
    for key, value in _FIELD.findall(text):
        fields.setdefault(key, []).append(value)
    name, type, default = (fields.get(key, [""])[0] for key in ("name", "type", "default"))
    least, most = (
        int(value) if re.fullmatch(r"-?\d+", value) else None
        for value in (fields.get(key, [""])[0] for key in ("min", "max"))
    )
    typed: str | int | bool | None = "" if default == "<empty>" else default
    if type == "check":
        typed = default == "true"
    elif type == "spin":
        typed = int(default) if re.fullmatch(r"-?\d+", default) else None
    elif "default" not in fields:
        typed = None
    return Option(name, type, typed, least, most, fields.get("var", []))


class Processes:
    """The processes of an engine, which end with the object.

    Args:
        command: the program, or the program and its arguments.
        options: UCI options by name.
        workers: the largest number of processes.
        attempts: the number of attempts for each position.
    """

    def __init__(
        self, command: Command, options: Options | None, workers: int, attempts: int
    ) -> None:
        if sys.platform == "emscripten":
            raise EngineError("engines are processes, which a browser does not have")
        given = [command] if isinstance(command, (str, os.PathLike)) else command
        words = [os.fspath(word) for word in given]
        if not words or not words[0]:
            raise ArgumentError("command must be the program of an engine, not empty")
        at_least_one("workers", workers)  # none would be waited for forever
        self._workers = workers
        self._core = EngineProcesses(words, workers, attempts)
        self._close = weakref.finalize(self, self._core.close)
        try:
            self._configure(options or {})
        except BaseException:
            self.close()
            raise

    @property
    def id(self) -> dict[str, str]:
        """The engine's `name` and `author`."""
        return self._core.id()

    @property
    def options(self) -> Mapping[str, Option]:
        """The UCI options that the engine has, by name."""
        return {option.name: option for option in map(_option, self._core.options())}

    def _configure(self, options: Options) -> None:
        """Sets UCI options."""
        known = {name.lower(): option for name, option in self.options.items()}
        lines = []
        for name, value in options.items():
            if name.lower() in _OWN:
                raise EngineError(f"option {name} is set by {_OWN[name.lower()]}")
            if name.lower() not in known:
                raise EngineError(f"{self._name}: the engine does not support option {name}")
            lines.append((name, known[name.lower()]._line(value)))
        for name, line in lines:
            self._core.configure(name, line)

    @property
    def _name(self) -> str:
        return self.id["name"]

    def close(self) -> None:
        """Ends the processes; safe to call again."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
