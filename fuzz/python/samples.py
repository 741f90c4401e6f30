"""Small files of every format that the package reads, and the calls that read them."""

import bz2
import functools
import gzip
import io
import pathlib
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import enroque
from enroque import Arena, Games, Loader, formats, npz, parquet, pgn, polyglot
from enroque.data import example_games

Reader = Callable[[pathlib.Path], Any]
Damage = Callable[[bytes, Random], bytes]


@dataclass(frozen=True)
class Sample:
    """A file of a format.

    Attributes:
        suffix: the suffix of the file.
        contents: the undamaged file, or its parts before they are compressed or archived.
        readers: calls that read a file.
        pack: makes the file from its parts; `None` for a file of one part.
    """

    suffix: str
    contents: dict[str, bytes]
    readers: list[Reader]
    pack: Callable[[dict[str, bytes]], bytes] | None = None

    def damaged(self, damage: Damage, rng: Random) -> bytes:
        """Returns a damaged file; in half of the cases its parts are damaged, with valid checksums.

        Args:
            damage: damages bytes.
            rng: the source of random numbers.
        """
        if self.pack is None:
            return damage(self.contents[""], rng)
        if rng.random() < 0.5:
            name = rng.choice(list(self.contents))
            return self.pack(self.contents | {name: damage(self.contents[name], rng)})
        return damage(self.pack(self.contents), rng)


def iterated(values: Any) -> int:
    """Consumes an iterable; returns the number of items."""
    return sum(1 for _ in values)


def read_tree(path: pathlib.Path) -> int:
    """Reads all games of a PGN file as trees."""
    with open(path, encoding="utf-8", errors="replace") as file:
        count = 0
        while (game := pgn.read_game(file)) is not None:
            str(game)
            count += 1
    return count


def read_with_options(path: pathlib.Path) -> int:
    """Reads a PGN file with every option, in small batches."""
    return iterated(
        Games.stream(
            path,
            games_per_batch=2,
            language="de",
            comments="tcec",
            annotations=["move_times", "arrows"],
            filter=enroque.Filter(min_elo=1, since="1900.01.01", tags={"Event": "x"}),
        )
    )


def read_splits(path: pathlib.Path) -> int:
    """Reads the splits of a PGN file."""
    return sum(len(Games.from_pgn(split)) for split in enroque.plan_splits(path, split_bytes=500))


def read_book(path: pathlib.Path) -> int:
    """Looks up a position in a Polyglot book."""
    with polyglot.open_reader(path) as book:
        return iterated(book.find_all(enroque.Board())) + iterated(book)


def play_book(path: pathlib.Path) -> int:
    """Plays the moves of a Polyglot book."""
    with polyglot.open_reader(path) as book:
        return Arena(2, start=(book, 4), seed=1).num_games


def load(path: pathlib.Path) -> int:
    """Reads batches of a file."""
    with Loader(
        [path],
        planes="pieces",
        policy="lc0",
        wdl="side_to_move",
        batch_size=20,
        on_error="skip",
        on_unsupported="skip",
    ) as loader:
        return iterated(loader)


def convert(path: pathlib.Path) -> int:
    """Converts a file to another format."""
    target = path.with_name("converted.npz")
    report = enroque.convert(path, target, overwrite=True, on_error="skip")
    return int(report.positions)


def read_arrow(path: pathlib.Path) -> int:
    """Reads a file of Arrow's IPC format."""
    import pyarrow

    with pyarrow.OSFile(str(path)) as file:
        reader = pyarrow.ipc.open_stream(file)
        return len(Games.from_arrow(reader.read_all()))


def use(games: Games) -> Games:
    """Derives everything from games that were read."""
    game, ply = games.positions()
    games.planes("lc0", game, ply, dtype="uint8")
    games.records("bullet", game, ply)
    for column in (games.evals, games.clocks, games.visit_moves, games.search_wdl):
        assert column is None or column.dtype.kind in "fiu"
    return games


def archive(parts: dict[str, bytes], method: int) -> bytes:
    """Returns a zip archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return packed.getvalue()


def tar(parts: dict[str, bytes]) -> bytes:
    """Returns a tar archive of compressed files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as file:
        for name, data in parts.items():
            compressed = gzip.compress(data, 1)
            header = tarfile.TarInfo(name)
            header.size = len(compressed)
            file.addfile(header, io.BytesIO(compressed))
    return packed.getvalue()


def searched_games() -> Games:
    """Returns games with the results of searches."""
    arena = Arena(4, seed=1, max_plies=12, at_limit="draw", autoreset="disabled")
    for _ in range(12):
        moves, offsets = arena.legal_moves()
        count = len(offsets) - 1
        arena.note(
            np.full(count, 0.25),
            wdl=np.full((count, 3), 1 / 3),
            nodes=np.full(count, 100),
            policy=(np.arange(len(moves)), offsets),
        )
        arena.step(arena.sample())
    return arena.take()


def samples(folder: pathlib.Path) -> list[Sample]:
    """Returns small files of every format, with the calls that read them.

    Args:
        folder: a folder for temporary files.
    """
    games = example_games()[:6]
    standard = example_games().filter(enroque.Filter(variant="standard"))[:4]
    searched = searched_games()
    games.to_pgn(folder / "sample.pgn")
    text = (folder / "sample.pgn").read_bytes()
    columns: list[Reader] = [
        lambda path: use(Games.from_pgn(path)),
        lambda path: iterated(Games.stream(path)),
        load,
        convert,
    ]
    found = [
        Sample(".pgn", {"": text}, [*columns, read_tree, read_splits, read_with_options]),
        Sample(".pgn.gz", {"": text}, columns, lambda parts: gzip.compress(parts[""], 1)),
        Sample(".pgn.bz2", {"": text}, columns, lambda parts: bz2.compress(parts[""], 1)),
    ]
    games.to_pgn(folder / "sample.pgn.zst")
    compressed = (folder / "sample.pgn.zst").read_bytes()
    found.append(Sample(".pgn.zst", {"": compressed}, [*columns, read_splits]))
    texts = {"one.pgn": text, "two.pgn": text[:500]}
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        found.append(Sample(".zip", texts, columns, functools.partial(archive, method=method)))

    for source in (games, searched):
        source.save(folder / "sample.npz")
        with zipfile.ZipFile(folder / "sample.npz") as file:
            arrays = {name: file.read(name) for name in file.namelist()}
        found.append(
            Sample(
                ".npz",
                arrays,
                [
                    lambda path: use(Games.load(path)),
                    lambda path: iterated(npz.read(path, games_per_batch=2)),
                    load,
                    convert,
                ],
                functools.partial(archive, method=zipfile.ZIP_STORED),
            )
        )
        parquet.write(source, folder / "sample.parquet")
        tables: list[Reader] = [
            lambda path: use(Games.concatenate(parquet.read(path))),
            load,
            convert,
        ]
        found.append(Sample(".parquet", {"": (folder / "sample.parquet").read_bytes()}, tables))
        import pyarrow

        table, stream = enroque.arrow.to_arrow(source), io.BytesIO()
        with pyarrow.ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table)
        found.append(Sample(".arrow", {"": stream.getvalue()}, [read_arrow]))

    for name in ("viriformat", "binpack", "lc0"):
        written = searched if name == "lc0" else standard
        suffix = formats.FORMATS[name].suffixes[0]
        formats.write(written, folder / f"sample{suffix}", name, missing_score=0)
        data = (folder / f"sample{suffix}").read_bytes()
        readers: list[Reader] = [
            lambda path: [use(games) for games in formats.read(path)],
            lambda path: iterated(formats.read(path, games_per_batch=1)),
            load,
            convert,
        ]
        if name == "lc0":
            data = data[: 40 * formats.LC0_V6.itemsize]
            readers += [lambda path: [formats.lc0_planes(r) for r in formats.read_records(path)]]
            found.append(Sample(".tar", {"a.gz": data, "b.gz": data[:-9000]}, readers[:-1], tar))
        found.append(Sample(suffix, {"": data}, readers))
        found.append(
            Sample(f"{suffix}.gz", {"": data}, readers, lambda parts: gzip.compress(parts[""], 1))
        )

    records: Reader = lambda path: [formats.fens(r) for r in formats.read_records(path)]  # noqa: E731
    bullet = standard.records("bullet", [0, 0, 1], [0, 5, 9]).view(formats.BULLETFORMAT)
    formats.write_records(bullet[:, 0], folder / "sample.bf")
    found.append(Sample(".bf", {"": (folder / "sample.bf").read_bytes()}, [records]))
    fens = [enroque.STARTING_FEN, "4k3/8/8/8/8/8/8/4K2R w K - 99 80"]
    moves, win = ["e2e4", "e1g1"], np.array([0.5, 0.9])
    for name, chosen in (
        ("behavioral_cloning", (fens, moves, None)),
        ("state_value", (fens, None, win)),
        ("action_value", (fens, moves, win)),
    ):
        path = folder / f"sample-{name}_data.bag"
        formats.write_records(formats.ChessBenchRecords(*chosen), path, name)
        bag: Reader = lambda path: iterated(formats.read_records(path))  # noqa: E731
        found.append(Sample(f"-{name}_data.bag", {"": path.read_bytes()}, [bag]))

    book = b"".join(
        key.to_bytes(8, "big") + bytes([3, 28, 0, n, 0, 0, 0, 0])
        for key in sorted([polyglot.zobrist_hash(enroque.Board()), 1 << 20, 1 << 63])
        for n in range(4)
    )
    found.append(Sample(".bin", {"": book}, [read_book, play_book]))
    return found
