"""Messages about missing names that users of other libraries expect."""

from collections.abc import Callable, Iterable
from typing import Final, NoReturn

__all__ = ["hint_of_package", "hint_of_table", "hinting"]

_TAGS: Final = {
    "white": "White",
    "black": "Black",
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "opening": "Opening",
    "variant": "Variant",
}

_OF_TABLES: Final = {
    "load": "{class}.read",
    "from_csv": "{class}.read",
    "read_csv": "{class}.read",
    "from_parquet": "{class}.read",
    "from_npz": "{class}.read",
    "save": "{table}.write",
    "to_parquet": "{table}.write",
    "to_npz": "{table}.write",
    "to_csv": "{table}.write",
    "columns": "{table}.to_pandas().columns, or pyarrow.table({table}).column_names",
    "shape": "len({table})",
    "iloc": "{table}[rows]",
    "loc": "{table}[rows]",
    "query": "{table}.filter",
    "where": "{table}.filter",
    "shuffle": "{table}.sample(len({table}), seed=1)",
    "sort_values": "{table}.sort",
    "to_dataset": "enroque.torch.LoaderDataset(enroque.Loader({table}, columns))",
    "to_torch": "enroque.torch.LoaderDataset(enroque.Loader({table}, columns))",
    "to_numpy": "{table}.planes(encoding), or {table}.encode(columns)",
    "plot": "enroque.plot",
}
"""Names in other libraries of tables, each with its equivalent here."""

_OF_GAMES: Final = {
    "fen": "games[n].fen()",
    "elo": "games.white_elo and games.black_elo",
    "winner": "games.result",
    "headers": "games[n].headers, or games.tag_values(name)",
    "pgn": "games.to_pgn, or games[n].pgn()",
    "boards": "games[n].board(ply)",
    "blunders": "games.win_percent_lost",
    "centipawn_loss": "games.acpl",
    "time_left": "games.clock",
    "players": 'games.tag_values("White") and games.tag_values("Black")',
}

_OF_POSITIONS: Final = {
    "fen": "positions.fens()",
    "boards": "positions.board(index)",
    "puzzles": "Positions.read",
    "from_puzzles": "Positions.read",
    "evaluations": "positions.evals",
    "to_arrow": "pyarrow.table(positions)",
}

_OF_PACKAGE: Final = {
    "read_pgn": "Games.read, or enroque.pgn.read_game for one game",
    "read": "Games.read",
    "load": "Games.read",
    "open": "Games.read",
    "read_game": "enroque.pgn.read_game",
    "Game": "enroque.pgn.Game, or enroque.Games",
    "read_npz": "Games.read",
    "read_parquet": "Games.read",
    "read_csv": "Games.read for games, Positions.read for positions",
    "read_json": "Games.read for games, Positions.read for positions",
    "read_epd": "Positions.read",
    "from_fen": "Board(fen), or Positions.from_fens for many",
    "from_fens": "Positions.from_fens",
    "Puzzles": "Positions.read, and positions.after_first_move()",
    "puzzles": "Positions.read, and positions.after_first_move()",
    "Evaluations": "Positions.read",
    "Dataset": "Loader, and enroque.torch.LoaderDataset",
    "DataLoader": "Loader",
    "to_dataset": "Loader, and enroque.torch.LoaderDataset",
    "heatmap": "enroque.plot.squares",
    "draw": "enroque.svg.board, or enroque.plot.board",
    "gif": "enroque.plot.gif",
    "animate": "enroque.plot.gif",
    "tokenize": "planes, or Positions.from_fens(fens).tokens(encoding)",
    "encode": "planes, or Positions.from_fens(fens).encode(columns)",
    "accuracy": "games.accuracy",
    "SimpleEngine": "enroque.engine.Engine",
    "Stockfish": "enroque.engine.Engine",
    "MCTS": "TreeSearch",
    "Env": "Arena, enroque.gymnasium or enroque.pettingzoo",
    "Position": "Board",
}


def _like(name: str, known: Iterable[str]) -> str:
    """Returns a hint with the name that is most similar, if there is one."""
    import difflib

    public = [other for other in known if not other.startswith("_")]
    similar = difflib.get_close_matches(name, public, 1, 0.75)
    return f": did you mean {similar[0]!r}?" if similar else ""


def hint_of_table(class_name: str, name: str, known: list[str]) -> str:
    """Returns the replacement of an attribute that a table does not have.

    Args:
        class_name: `Games` or `Positions`.
        name: the attribute.
        known: the attributes.
    """
    is_games = class_name == "Games"
    if is_games and name in _TAGS:
        return f": games.tag_values({_TAGS[name]!r}) has the values of a tag"
    found = (_OF_GAMES if is_games else _OF_POSITIONS).get(name) or _OF_TABLES.get(name)
    if found is None:
        return _like(name, known)
    return f": use {found.format(table=class_name.lower(), **{'class': class_name})}"


def hint_of_package(name: str, known: Iterable[str]) -> str:
    """Returns the replacement of a name that the package does not have.

    Args:
        name: the name.
        known: the public names.
    """
    return f": use {_OF_PACKAGE[name]}" if name in _OF_PACKAGE else _like(name, known)


def hinting(module: str, known: Iterable[str]) -> Callable[[str], NoReturn]:
    """Returns the `__getattr__` of a module, whose errors name the replacement.

    Args:
        module: the name of the module.
        known: its public names.
    """

    def missing(name: str) -> NoReturn:
        hint = "" if name.startswith("_") else hint_of_package(name, known)
        raise AttributeError(f"module {module!r} has no attribute {name!r}{hint}")

    return missing
