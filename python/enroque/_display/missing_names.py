"""Messages about missing names that users of other libraries expect."""

import difflib
from collections.abc import Iterable
from typing import Final

__all__ = ["hint_of_games", "hint_of_package"]

_TAGS: Final = {
    "white": "White",
    "black": "Black",
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "opening": "Opening",
    "variant": "Variant",
}

_OF_GAMES: Final = {
    "load": "Games.read",
    "from_parquet": "Games.read",
    "from_npz": "Games.read",
    "save": "games.write",
    "to_parquet": "games.write",
    "to_npz": "games.write",
    "to_csv": "games.write, or games.__arrow_c_stream__ (polars.DataFrame(games))",
    "fen": "games[n].board().fen()",
    "fens": "games[n].board().fen()",
    "elo": "games.white_elo and games.black_elo",
    "winner": "games.result",
    "columns": "games.to_pandas().columns, or pyarrow.table(games).column_names",
    "head": "games[:5]",
    "tail": "games[-5:]",
    "shape": "len(games)",
    "iloc": "games[rows]",
    "loc": "games[rows]",
    "to_polars": "polars.DataFrame(games)",
    "to_arrow": "enroque.arrow.to_arrow(games), or pyarrow.table(games)",
}
"""Names in other libraries, each with its equivalent here."""

_OF_PACKAGE: Final = {
    "read_pgn": "Games.read, or enroque.pgn.read_game for one game",
    "read": "Games.read",
    "load": "Games.read",
    "open": "Games.read",
    "read_game": "enroque.pgn.read_game",
    "Game": "enroque.pgn.Game, or enroque.Games",
    "read_npz": "Games.read",
    "read_parquet": "Games.read",
    "SimpleEngine": "enroque.engine.Engine",
    "Position": "enroque.Board",
}


def _like(name: str, known: Iterable[str]) -> str:
    """Returns a hint with the name that is most similar, if there is one."""
    public = [other for other in known if not other.startswith("_")]
    similar = difflib.get_close_matches(name, public, 1, 0.75)
    return f": did you mean {similar[0]!r}?" if similar else ""


def hint_of_games(name: str, known: list[str]) -> str:
    """Returns the replacement of an attribute that `Games` does not have.

    Args:
        name: the attribute.
        known: the attributes.
    """
    if name in _TAGS:
        return f": games.tag_values({_TAGS[name]!r}) has the values of a tag"
    if name in _OF_GAMES:
        return f": use {_OF_GAMES[name]}"
    return _like(name, known)


def hint_of_package(name: str, known: Iterable[str]) -> str:
    """Returns the replacement of a name that the package does not have.

    Args:
        name: the name.
        known: the public names.
    """
    return f": use {_OF_PACKAGE[name]}" if name in _OF_PACKAGE else _like(name, known)
