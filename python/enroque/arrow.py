"""Games as Arrow tables, for Parquet, Polars, DuckDB, pandas, `datasets` and others.

Requires pyarrow, the extra `parquet`. Each row is a game:

| column | type | |
|---|---|---|
| `start` | uint32 | Chess960 number (518 is standard chess), or 960 + 960 * white + black for double Chess960; null if `fen` is set |
| `fen` | string | the start position if it has no such number, else null |
| `moves` | list of uint16, without nulls | from square in the low 6 bits, to square (when castling, the rook's square) in the next 6, then the promotion (0 none, 1 knight to 4 queen); squares from a1 = 0 to h8 = 63 |
| `chess960` | bool | whether the game is Chess960 |
| `result` | int8 | 1 White won, 0 draw, -1 Black won; null unknown |
| `white_elo`, `black_elo` | int16 | ratings; null unknown |
| `broken` | bool | whether the game was cut off at an error |
| `evals` | list of int32 | evaluation after each move in centipawns from White's point of view, mate in n as 1,000,000 - n or its negative; null if there is none |
| `clocks` | list of int32 | remaining time of the player who moved, in milliseconds; null unknown |
| `move_times` | list of int32 | time used for each move in milliseconds; null unknown |
| `search_values` | list of float32 | value of the search in the position before each move, -1 to 1 for the player to move; null unknown |
| `search_wdl` | list of struct of `win`, `draw` and `loss`, float32 | their probabilities by the search; null unknown |
| `network_values` | list of float32 | the network's value before the search, as `search_values` |
| `search_nodes` | list of int32 | nodes of the search; null unknown |
| `search_weights` | list of float32 | weight of the position in training, 0 or more; null unknown |
| `arrows` | list of list of uint16 | arrows and colored squares after each move, as in `Games.arrows`; null if the game has none |
| `visits` | list of list of struct of `move` and `count`, uint16 | moves that the search visited, as in `moves`, and their counts; null if the game has none |
| `tags` | list of struct of `name` and `value`, strings | the PGN tags in order |
| `source` | string | the source of the game; null unknown |
| `source_game` | int64 | the number of the game in its source, from 1; null unknown |
| `source_offset` | int64 | the byte offset of the game in its source; null unknown |

Only `moves` is required for reading. Without `start` and `fen` games start from the standard
position, and unknown columns are ignored. A table with moves as text, as Lichess publishes them on
Hugging Face, is read as PGN; its other columns become tags.

Example:
    >>> from enroque.data import example_games
    >>> table = to_arrow(example_games())
    >>> table.num_rows, table.column_names[:4]
    (118, ['start', 'fen', 'moves', 'chess960'])
    >>> from_arrow(table) == example_games()
    True
"""  # noqa: E501  (a table)

import importlib
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._core import Games, games_from_table
from ._files.aix import from_aix
from ._files.arrow_lists import element_type, pyarrow, read_stored, stored_lists
from ._files.game_tables import GameColumns, from_table
from ._files.paths import lazy_hint
from ._model.games import FIRST_OTHER_START, chunk_bounds
from ._model.stored import GAMES, LISTS, PLIES
from ._model.types import ArrowStream
from .errors import FileFormatError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "ROWS",
    "arrow_schema",
    "batches",
    "checked",
    "from_arrow",
    "from_batches",
    "reader",
    "to_arrow",
]
__dir__ = __all__.copy

ROWS: Final = 16_384
"""The largest number of games in a record batch, and in a row group of a file."""

_ELEMENTS: Final = 1 << 26
"""The largest number of moves in a record batch; a single game may have more."""

_VISITED_MOVES: Final = 1 << 23
"""The same for games with visits, of which a move has at most 218."""


def arrow_schema() -> "pa.Schema":
    """Returns the schema of the tables, as in the documentation of this module.

    Raises:
        ImportError: pyarrow is not installed.
    """
    pa = pyarrow()
    tag = pa.struct([("name", pa.string()), ("value", pa.string())])
    return pa.schema(
        [
            ("start", pa.uint32()),
            ("fen", pa.string()),
            ("moves", pa.list_(pa.field("item", pa.uint16(), nullable=False))),
            *((column.name, element_type(column)) for column in GAMES),
            *((column.name, pa.list_(element_type(column))) for column in PLIES),
            *((column.name, pa.list_(pa.list_(element_type(column)))) for column in LISTS),
            ("tags", pa.list_(tag)),
            ("source", pa.string()),
            ("source_game", pa.int64()),
            ("source_offset", pa.int64()),
        ],
        metadata={"enroque": json.dumps({"format": "enroque games", "version": 1})},
    )


def to_arrow(games: Games, moves: str | None = None) -> "pa.Table":
    """Returns games as a `pyarrow.Table`.

    Args:
        games: the games.
        moves: `None` for the columns of this module, which read fastest; `"movetext"`, `"san"` or
            `"uci"` for a table of tags and text with the columns of `Lichess/standard-chess-games`.

    Raises:
        ArgumentError: `moves` is something else.
        ImportError: pyarrow is not installed.
    """
    if moves is not None:
        return importlib.import_module("enroque._files.flat_games").flat_table(games, moves)
    return pyarrow().Table.from_batches(batches(games), schema=arrow_schema())


def reader(games: Games) -> "pa.RecordBatchReader":
    """Returns games as a stream of record batches, which are created on demand.

    Args:
        games: the games.

    Raises:
        ImportError: pyarrow is not installed.
    """
    return pyarrow().RecordBatchReader.from_batches(arrow_schema(), batches(games))


def batches(
    games: Games, games_per_batch: int = ROWS, *, count: int | None = None
) -> "Iterator[pa.RecordBatch]":
    """Returns an iterator over record batches of games.

    Args:
        games: the games.
        games_per_batch: the number of rows in a batch; fewer if the games have very many moves.
        count: the number of games to convert; `None` for all.

    Raises:
        ImportError: pyarrow is not installed.
    """
    schema = arrow_schema()
    for chunk in chunks(games, games_per_batch, count):
        yield _batch(chunk, schema)


def chunks(games: Games, rows: int, count: int | None = None) -> Iterator[Games]:
    """Returns games, or the first `count` of them, in chunks for one record batch each."""
    # the offsets of Arrow's lists are int32
    most = _ELEMENTS if games.visit_moves is None else _VISITED_MOVES
    for first, last in itertools.pairwise(chunk_bounds(games, rows, most, count)):
        yield games if last - first == len(games) else games[first:last]


def _batch(games: Games, schema: "pa.Schema") -> "pa.RecordBatch":
    pa = pyarrow()
    start = games.start.astype(np.uint32)
    is_other = start >= FIRST_OTHER_START
    # indices of nulls, of the other games, give nulls
    others = pa.array(np.where(is_other, start - FIRST_OTHER_START, 0), mask=~is_other)
    offsets = games.offsets
    stored = games._stored()
    columns = [
        pa.array(start, mask=is_other),
        pa.array(games.other_starts, pa.string()).take(others),
        pa.ListArray.from_arrays(
            pa.array(offsets.astype(np.int32)),
            pa.array(games.moves),
            type=schema.field("moves").type,
        ),
        *(
            pa.array(stored[name], mask=None if dtype == "bool" else stored[name] == absent)
            for name, dtype, _, _, absent in GAMES
        ),
        *(
            pa.nulls(len(games), schema.field(name).type) if lists is None else lists
            for name, lists in stored_lists(stored, offsets).items()
        ),
        _tags(games),
        _sources(games),
        pa.array(games.source_game, mask=games.source_game == 0),
        pa.array(games.source_offset, mask=games.source_offset < 0),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _sources(games: Games) -> "pa.StringArray":
    """Returns the name of each game's source; null if unknown."""
    pa = pyarrow()
    names, numbers = games._sources()
    return pa.array([name or None for name in names], pa.string()).take(pa.array(numbers))


def _tags(games: Games) -> "pa.ListArray":
    pa = pyarrow()
    table = games._tag_table()
    count = len(table["numbers"])
    if len(table["values"]) >= 1 << 31 or count >= 1 << 31:
        raise FileFormatError("the tags of a record batch exceed 2 GiB")
    numbers = pa.array(table["numbers"].astype(np.int32))
    names = pa.DictionaryArray.from_arrays(numbers, pa.array(table["names"], pa.string()))
    value_offsets = np.zeros(count + 1, np.int32)
    value_offsets[1:] = table["value_ends"]
    data = pa.py_buffer(table["values"])
    values = pa.StringArray.from_buffers(count, pa.py_buffer(value_offsets), data)
    game_offsets = np.zeros(len(games) + 1, np.int32)
    game_offsets[1:] = table["game_ends"]
    pairs = pa.StructArray.from_arrays([names.cast(pa.string()), values], names=["name", "value"])
    return pa.ListArray.from_arrays(pa.array(game_offsets), pairs)


def from_arrow(
    table: ArrowStream, *, columns: Mapping[str, str] | None = None, time_unit: str | None = None
) -> Games:
    """Reads games from a table. Every move is validated.

    Args:
        table: a table, record batch or stream of pyarrow, a `datasets.Dataset`, or any object with
            `__arrow_c_stream__`.
        columns: the columns of a table of moves as text that is not known, as in `Games.read`.
        time_unit: the unit of the base time of time controls in such a table.

    Raises:
        FileFormatError: the table contains no games, its data is damaged, or a move is illegal.
        TypeError: `table` is not Arrow data.
        ImportError: pyarrow is not installed.
    """
    return Games.concatenate(from_batches(checked(_record_batches(table)), columns, time_unit))


def checked(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """Yields record batches of other packages, after a check of their memory.

    Args:
        batches: the record batches.

    Raises:
        FileFormatError: the data is damaged.
    """
    for batch in batches:
        try:
            # pyarrow reads damaged offsets without an error, and crashes when it uses them
            batch.validate(full=True)
            _ = batch.schema.names
        except (pyarrow().ArrowException, UnicodeDecodeError) as error:
            raise FileFormatError(f"damaged Arrow data: {error}") from error
        yield batch


def _record_batches(table: Any) -> "Iterable[pa.RecordBatch]":
    pa = pyarrow()
    if isinstance(table, pa.RecordBatch):
        return [table]
    if isinstance(table, pa.RecordBatchReader):
        return table  # type: ignore[no-any-return]
    if isinstance(table, pa.Table):
        return table.to_batches(max_chunksize=ROWS)  # type: ignore[no-any-return]
    if hasattr(table, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(table)  # type: ignore[no-any-return]
    if hasattr(table, "with_format"):  # datasets.Dataset
        content = table.with_format("arrow")[:]
        if isinstance(content, pa.Table):
            return content.to_batches(max_chunksize=ROWS)  # type: ignore[no-any-return]
    raise TypeError(
        f"table must provide Arrow data, which {type(table).__name__} does not{lazy_hint(table)}"
    )


def from_batches(
    batches: "Iterable[pa.RecordBatch]",
    columns: Mapping[str, str] | None = None,
    time_unit: str | None = None,
    file: str | None = None,
) -> Iterator[Games]:
    """Yields the games of each record batch of a table. Every move is validated.

    Args:
        batches: the record batches, of one schema.
        columns: the columns of a table of moves as text, as in `from_arrow`.
        time_unit: the unit of times in such a table.
        file: the name of the file, for errors and warnings about moves as text.

    Raises:
        FileFormatError: the table contains no games, or a move is illegal.
    """
    reader, rows = None, 0
    for batch in batches:
        reader = reader or reader_of(batch.schema, columns, time_unit)
        yield reader.read(batch, file, rows)
        rows += batch.num_rows


class TableReader(NamedTuple):
    """The reader of a kind of table.

    Attributes:
        columns: the names of the columns to read.
        read: returns the games of a record batch, by the name of the file and the number of rows
            before the batch, for errors and warnings.
    """

    columns: list[str]
    read: "Callable[[pa.RecordBatch, str | None, int], Games]"


def reader_of(
    schema: "pa.Schema", columns: Mapping[str, str] | None = None, time_unit: str | None = None
) -> TableReader:
    """Returns the reader of a table: of `to_arrow`, of Aix, or of moves as text.

    Args:
        schema: the schema of the table.
        columns: the columns of a table of moves as text, as in `from_arrow`.
        time_unit: the unit of times in such a table.

    Raises:
        FileFormatError: the columns are not those of games.
    """
    names = schema.names
    if columns is None and _has_stored_moves(schema):
        return TableReader([name for name in arrow_schema().names if name in names], _stored)
    if columns is None and "movedata" in names:
        return TableReader(names, from_aix)
    known = GameColumns(names, columns, time_unit)
    return TableReader([known.moves, *known.tags], partial(from_table, known))


def _stored(batch: "pa.RecordBatch", file: str | None, rows_before: int) -> Games:
    pa = pyarrow()
    try:
        return _games(batch)
    except (pa.ArrowException, UnicodeDecodeError) as error:  # names of fields may not be UTF-8
        raise FileFormatError(f"not a table of games: {error}") from error


def _has_stored_moves(schema: "pa.Schema") -> bool:
    indices = schema.get_all_field_indices("moves")
    kinds = [schema.field(index).type for index in indices]
    return any(hasattr(kind, "value_field") and _is_number(kind.value_type) for kind in kinds)


def _is_number(kind: "pa.DataType") -> bool:
    types = pyarrow().types
    return bool(types.is_integer(kind) or types.is_null(kind))


def _games(batch: "pa.RecordBatch") -> Games:
    pa = pyarrow()
    columns, schema = {}, arrow_schema()
    for field in schema:
        indices = batch.schema.get_all_field_indices(field.name)
        if len(indices) > 1:
            raise FileFormatError(f"not a table of games: {len(indices)} columns {field.name}")
        if indices:
            columns[field.name] = _cast(batch.column(indices[0]), field.type)
    count = batch.num_rows

    def flat(name: str, missing: int | bool, dtype: Any) -> NDArray[Any]:
        if name not in columns:
            return np.full(count, missing, dtype=dtype)
        column = columns[name].fill_null(missing)
        return column.to_numpy(zero_copy_only=False).astype(dtype, copy=False)  # type: ignore[no-any-return]

    moves = columns["moves"]
    if moves.null_count or moves.flatten().null_count:
        raise FileFormatError("a game's moves are null")
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(moves.value_lengths().to_numpy(zero_copy_only=False), out=offsets[1:])
    fen = columns.get("fen", pa.nulls(count, pa.string()))
    has_fen = fen.is_valid().to_numpy(zero_copy_only=False)
    start = np.where(has_fen, -1, flat("start", 518 if "start" not in columns else 0, np.int64))
    if "start" in columns:
        has_start = columns["start"].is_valid().to_numpy(zero_copy_only=False)
        unknown = np.flatnonzero(~has_start & ~has_fen)
        if len(unknown):
            raise FileFormatError(f"game {unknown[0]} has neither a start nor a fen")
    table = dict(
        start=start,
        fens=fen.drop_null().to_pylist(),
        moves=moves.flatten().to_numpy(),
        offsets=offsets,
        **{column.name: flat(column.name, column.absent, column.dtype) for column in GAMES},
        **read_stored(columns, offsets),
        **_read_sources(columns, count, flat),
        **_read_tags(columns.get("tags", pa.nulls(count, schema.field("tags").type))),
    )
    return games_from_table(table)


def _cast(column: Any, dtype: "pa.DataType") -> Any:
    """Casts a column to the type of the schema; the strings of tags may remain dictionaries."""
    if column.type == dtype or _are_tags(column.type, dtype):
        return column
    return column.cast(dtype)


def _are_tags(given: "pa.DataType", expected: "pa.DataType") -> bool:
    """Whether both are lists of pairs of strings, which may be dictionaries."""
    types = pyarrow().types
    if not (types.is_list(given) and types.is_struct(given.value_type) and types.is_list(expected)):
        return False

    def decoded(dtype: "pa.DataType") -> "pa.DataType":
        return dtype.value_type if types.is_dictionary(dtype) else dtype

    pairs = [(field.name, decoded(field.type)) for field in given.value_type]
    return pairs == [(name, pyarrow().string()) for name in ("name", "value")]


def _read_sources(
    columns: dict[str, Any], count: int, flat: "Callable[[str, int, Any], NDArray[Any]]"
) -> dict[str, Any]:
    """Returns the columns of origins; `None` if the table has none."""
    if "source" not in columns and "source_game" not in columns and "source_offset" not in columns:
        return dict.fromkeys(("source_names", "sources", "source_games", "source_offsets"))
    sources = columns.get("source", pyarrow().nulls(count, pyarrow().string())).fill_null("")
    encoded = sources.dictionary_encode()
    return {
        "source_names": encoded.dictionary.to_pylist(),
        "sources": encoded.indices.to_numpy(zero_copy_only=False).astype(np.uint32),
        "source_games": flat("source_game", 0, np.int64),
        "source_offsets": flat("source_offset", -1, np.int64),
    }


def _read_tags(lists: "pa.ListArray") -> dict[str, Any]:
    lengths = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    pairs = lists.flatten()
    names, values = pairs.field("name"), pairs.field("value")
    nulls = names.null_count + pairs.null_count
    if hasattr(names, "dictionary"):
        nulls += names.dictionary.null_count
    if nulls:
        raise FileFormatError("a tag has no name")
    # a dictionary that is longer than the column may be mostly for other batches
    if hasattr(names, "dictionary") and len(names.dictionary) > len(names):
        names = names.cast(pyarrow().string())
    encoded = names if hasattr(names, "dictionary") else names.dictionary_encode()
    numbers = None
    if hasattr(values, "dictionary"):
        nulls = values.null_count + values.dictionary.null_count
        if nulls or len(values.dictionary) > len(values):
            values = values.cast(pyarrow().string())
        else:
            numbers = values.indices.to_numpy(zero_copy_only=False).astype(np.uint32, copy=False)
            values = values.dictionary
    values = values.fill_null("")
    _, offsets, data = values.buffers()
    ends = (
        np.frombuffer(offsets, np.int32, len(values) + 1, 4 * values.offset)
        if len(values)
        else np.zeros(1, np.int32)
    )
    first = int(ends[0])
    size = int(ends[-1]) - first
    return {
        "names": encoded.dictionary.to_pylist(),
        "game_ends": np.cumsum(lengths, dtype=np.uint64),
        "numbers": encoded.indices.to_numpy(zero_copy_only=False).astype(np.uint32),
        "value_numbers": numbers,
        "value_ends": (ends[1:] - first).astype(np.uint64),
        "values": np.frombuffer(data, np.uint8, size, first) if size else np.zeros(0, np.uint8),
    }
