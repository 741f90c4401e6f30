"""The speed of `enroque.pgn` compared with python-chess: `python benches/python/pgn.py`.

Reads three files of ../shared/data/pgn: with moves only, with clocks, and annotated games.
"""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
from timing import DATA, Table, seconds

import enroque.pgn

FILES = ("twic_head.pgn", "lichess_999.pgn", "dortmund_annotated.pgn")


def text_of(path: Path) -> str:
    """Returns the text of a file in UTF-8 or Latin-1."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_some(read: Callable[[io.StringIO], Any], text: str, games: int) -> list[Any]:
    """Returns the first games of a text."""
    handle = io.StringIO(text)
    return [read(handle) for _ in range(games)]


def compare(name: str, text: str, games: int) -> None:
    """Times reading and writing of the first games of a text."""
    table = Table(f"enroque.pgn, {name}", "games/s", ["enroque", "python-chess"])

    def rates(what: str, ours: Callable[[], object], theirs: Callable[[], object]) -> None:
        table.row(what, games / seconds(ours), games / seconds(theirs, rounds=1))

    rates(
        "read_game",
        lambda: read_some(enroque.pgn.read_game, text, games),
        lambda: read_some(chess.pgn.read_game, text, games),
    )
    rates(
        "read_headers",
        lambda: read_some(enroque.pgn.read_headers, text, games),
        lambda: read_some(chess.pgn.read_headers, text, games),
    )
    ours = read_some(enroque.pgn.read_game, text, games)
    theirs = read_some(chess.pgn.read_game, text, games)
    rates("str(game)", lambda: list(map(str, ours)), lambda: list(map(str, theirs)))
    rates(
        "list(mainline_moves())",
        lambda: [list(game.mainline_moves()) for game in ours],
        lambda: [list(game.mainline_moves()) for game in theirs],
    )


def main() -> None:
    """Compares on each file."""
    for name in FILES:
        path = DATA / "pgn" / name
        if path.exists():
            compare(name, text_of(path), 300)
        else:
            print(f"skipped: {path} is absent")


if __name__ == "__main__":
    main()
