"""Calls that read a file of some format, and check what they return."""

import io
import itertools
import pathlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from child import UnexpectedError

import enroque
from enroque import Arena, Column, Games, Loader, formats, npz, parquet, pgn, polyglot


@dataclass
class Input:
    """A file that a call reads.

    Attributes:
        data: its bytes.
        suffix: the suffix of its name.
        rng: the source of random numbers, for the options of the call.
    """

    data: bytes
    suffix: str
    rng: Random

    @cached_property
    def path(self) -> pathlib.Path:
        """The path of the file, which is written when it is needed."""
        path = pathlib.Path(f"damaged{self.suffix}")
        path.write_bytes(self.data)
        return path


Read = Callable[[Input], Any]


@dataclass(frozen=True)
class Reader:
    """A call that reads files.

    Attributes:
        name: its name in the reports.
        read: reads a file.
        weight: how often it is chosen.
    """

    name: str
    read: Read
    weight: float


def consume(values: Iterable[Any]) -> int:
    """Consumes an iterable; returns the number of items."""
    return sum(1 for _ in values)


def require(is_so: bool, text: str) -> None:
    """Raises a finding unless a condition is met."""
    if not is_so:
        raise UnexpectedError(text)


def use(games: Games, rng: Random) -> Games:
    """Derives something from games that were read: positions, tensors, records, texts."""
    match int(rng.random() * 8):
        case 0:
            game, ply = games.positions()
            games.planes("lc0", game[:6], ply[:6], dtype="uint8")
            games.records("bullet", game[-6:], ply[-6:])
        case 1:
            for column in (games.evals, games.clocks, games.visit_moves, games.search_wdl):
                require(column is None or column.dtype.kind in "fiu", "dtype of a column")
        case 2:
            for view in itertools.islice(games, 3):
                view.board()
                repr(view)
                dict(view.headers)
        case 3:
            text = io.BytesIO()
            games.to_pgn(text)
            again = Games.from_pgn(text.getvalue(), threads=1)
            require(len(again) == len(games), "the number of games that were written as PGN")
            require(bool((again.moves == games.moves).all()), "moves that were written as PGN")
        case 4:
            repr(games)
            repr(games.errors)
            repr(games.warnings)
    return games


def whole(file: Input) -> Games:
    """Reads all games of PGN in memory."""
    return use(Games.from_pgn(file.data, threads=1), file.rng)


def of_path(file: Input) -> Games:
    """Reads all games of a PGN file, with several threads in some cases."""
    return use(Games.from_pgn(file.path, threads=file.rng.choice((1, 1, 1, 2))), file.rng)


def batches_as_whole(file: Input) -> None:
    """Reads PGN in batches, which must contain what is read at once."""
    count = file.rng.choice((1, 2, 1000))
    games = list(Games.stream(file.data, games_per_batch=count, threads=1))
    all_games = Games.from_pgn(file.data, threads=1)
    joined = Games.concatenate(games)
    require(joined == all_games, "batches are not the whole")
    require(sum(len(b.errors) for b in games) == len(all_games.errors), "errors of batches")
    require(sum(len(b.warnings) for b in games) == len(all_games.warnings), "warnings of batches")


def text_file(file: Input) -> None:
    """Reads PGN from a file of text."""
    text = io.StringIO(file.data.decode("utf-8", file.rng.choice(("replace", "surrogateescape"))))
    consume(Games.stream(text, games_per_batch=2, threads=1))


def tree(file: Input) -> int:
    """Reads all games of PGN as trees, which must be the games that are read at once."""
    text = file.data.decode("utf-8", "replace")
    handle, count = io.StringIO(text), 0
    while (game := pgn.read_game(handle)) is not None:
        if file.rng.random() < 0.3:
            written = str(game)
            require(pgn.read_game(io.StringIO(written)) is not None, "a tree cannot be read again")
        count += 1
    return count


def skimmed(file: Input) -> None:
    """Reads the headers of PGN, skips its games, and reads games into boards."""
    text = file.data.decode("utf-8", "replace")
    for read in (pgn.read_headers, pgn.skip_game):
        handle = io.StringIO(text)
        while read(handle):
            pass


FILTERS = [
    enroque.Filter(min_elo=1, since="1900.01.01", tags={"Event": "x"}),
    enroque.Filter(variant="standard"),
    enroque.Filter(min_plies=3),
]


def with_options(file: Input) -> int:
    """Reads PGN with many options, in small batches."""
    rng = file.rng
    return consume(
        Games.stream(
            file.data,
            games_per_batch=rng.choice((1, 2)),
            language=rng.choice((None, "de", "auto", "fr")),
            comments=rng.choice(("tcec", "standard")),
            annotations=["move_times", "arrows"],
            filter=rng.choice((None, *FILTERS)),
            threads=1,
        )
    )


def strict(file: Input) -> None:
    """Reads PGN up to the first error or warning."""
    games = Games.from_pgn(file.data, strict=True, threads=1)
    require(not games.broken.any(), "a broken game is not reported")


def splits(file: Input) -> None:
    """Reads the splits of a PGN file, which together must have each game once."""
    planned = enroque.plan_splits(file.path, split_bytes=file.rng.choice((60, 500, 5000)))
    if len(planned) > 50:
        return
    batches = [Games.from_pgn(split, threads=1) for split in planned]
    games = Games.from_pgn(file.path, threads=1)
    # by their first bytes, a file or a split may not be PGN; a tag may have no end before a result
    if all(error.kind != "source" for read in (games, *batches) for error in read.errors) and all(
        warning.kind != "malformed_tag" for warning in games.warnings
    ):
        count = sum(map(len, batches))
        require(count == len(games), f"{count} instead of {len(games)} games of splits")


def load(file: Input) -> int:
    """Reads batches of a file."""
    with Loader(
        [file.path],
        [Column.planes("pieces"), Column.policy("lc0"), Column.wdl(on_missing="nan")],
        batch_size=20,
        on_error="skip",
        on_unsupported="skip",
        threads=1,
    ) as loader:
        return consume(loader)


def convert(file: Input) -> int:
    """Converts a file to another format."""
    target = f"converted{file.rng.choice(('.npz', '.pgn', '.vf'))}"
    report = enroque.convert(
        file.path, target, overwrite=True, on_error="skip", on_unsupported="skip", missing_score=0
    )
    return int(report.positions)


def npz_load(file: Input) -> Games:
    """Reads all games of an `.npz` file."""
    return use(Games.read(file.path), file.rng)


def npz_batches(file: Input) -> int:
    """Reads an `.npz` file in batches."""
    return consume(npz.stream(file.path, games_per_batch=2))


def parquet_read(file: Input) -> Games:
    """Reads all games of a Parquet file."""
    return use(Games.concatenate(parquet.stream(file.path)), file.rng)


def arrow_read(file: Input) -> int:
    """Reads Arrow's IPC format; what pyarrow refuses is not given to the package."""
    import pyarrow

    try:
        table = pyarrow.ipc.open_stream(pyarrow.BufferReader(file.data)).read_all()
    except (pyarrow.ArrowException, ValueError, KeyError, OSError, TypeError):
        return 0
    return len(use(Games.from_arrow(table), file.rng))


def training_games(file: Input) -> None:
    """Reads all games of a file in a training format."""
    for games in formats.stream(file.path):
        use(games, file.rng)


def training_batches(file: Input) -> int:
    """Reads a file in a training format game by game."""
    return consume(formats.stream(file.path, games_per_batch=1))


def training_again(file: Input) -> None:
    """Reads a file in a training format, whose games must be unchanged after writing them."""
    batches = []
    try:
        for games in formats.stream(file.path, games_per_batch=3):
            batches.append(games)
    except enroque.errors.FileFormatError:
        pass
    if not batches:
        return
    games, again = Games.concatenate(batches), pathlib.Path(f"again{file.suffix}")
    games.write(again, missing_score=0)
    found = Games.concatenate(formats.stream(again))
    require(len(found) == len(games), "the number of games that were written")
    require(bool((found.moves == games.moves).all()), "moves that were written")


def record_fens(file: Input) -> None:
    """Reads the FENs of records of positions."""
    for records in formats.stream_records(file.path):
        for fen in formats.fens(records):
            enroque.Board(fen, chess960=True)


def record_planes(file: Input) -> None:
    """Reads the planes of lc0's records."""
    for records in formats.stream_records(file.path, records_per_batch=7):
        formats.lc0_planes(records)


def bag(file: Input) -> int:
    """Reads records of ChessBench."""
    return consume(formats.stream_records(file.path, records_per_batch=file.rng.choice((1, 1000))))


def look_up(file: Input) -> int:
    """Looks up positions in a Polyglot book."""
    with polyglot.open_reader(file.path) as book:
        board = enroque.Board()
        book.get(board)
        return consume(book.find_all(board)) + consume(book)


def play_book(file: Input) -> int:
    """Plays the moves of a Polyglot book."""
    with polyglot.open_reader(file.path) as book:
        return Arena(2, start=(book, 4), seed=1).num_games


def _reader(read: Read, weight: float) -> Reader:
    return Reader(read.__name__, read, weight)


HEAVY = [_reader(load, 0.006), _reader(convert, 0.006)]
PGN = [
    _reader(whole, 1.0),
    _reader(of_path, 0.4),
    _reader(batches_as_whole, 0.7),
    _reader(text_file, 0.3),
    _reader(with_options, 0.6),
    _reader(strict, 0.2),
    *HEAVY,
]
PLAIN_PGN = [*PGN, _reader(tree, 0.7), _reader(skimmed, 0.2), _reader(splits, 0.3)]
ZSTD_PGN = [*PGN, _reader(splits, 0.5)]
NPZ = [_reader(npz_load, 1.0), _reader(npz_batches, 0.5), *HEAVY]
PARQUET = [_reader(parquet_read, 1.0), *HEAVY]
ARROW = [_reader(arrow_read, 1.0)]
TRAINING = [
    _reader(training_games, 1.0),
    _reader(training_batches, 0.5),
    _reader(training_again, 0.5),
    *HEAVY,
]
LC0 = [
    _reader(training_games, 1.0),
    _reader(training_batches, 0.4),
    _reader(training_again, 0.2),
    _reader(record_fens, 0.4),
    _reader(record_planes, 0.2),
    *HEAVY,
]
RECORDS = [_reader(record_fens, 1.0)]
BAG = [_reader(bag, 1.0)]
BOOK = [_reader(look_up, 1.0), _reader(play_book, 0.3)]
