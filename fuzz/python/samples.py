"""Small files of every format that the package reads, how to damage them, and who reads them."""

import io
import pathlib
from dataclasses import dataclass, field
from random import Random

import archives
import damage_archives as structure
import damage_records as records
import numpy as np
import pyarrow
import readers
from archives import Pack, Parts, Repair
from damage import Damage, blind, in_fields, one_of
from damage_pgn import pgn
from readers import Reader

import enroque
from enroque import Arena, Games, formats, polyglot
from enroque.data import example_games

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "corpus"


@dataclass(frozen=True)
class Sample:
    """A file of a format.

    Attributes:
        suffix: the suffix of the file.
        parts: the undamaged file, or its parts before they are compressed or archived.
        readers: calls that read a file.
        weight: how often it is chosen.
        of_part: damages a part.
        pack: makes the file from its parts; `None` for a file of one part.
        of_file: damages the packed file.
        repair: makes the checksums of a damaged file right; `None` if it has none.
    """

    suffix: str
    parts: Parts
    readers: list[Reader]
    weight: float
    of_part: Damage
    pack: Pack | None = None
    of_file: Damage = blind
    repair: Repair | None = None
    packed: bytes = field(init=False)
    weights: list[float] = field(init=False)

    def __post_init__(self) -> None:
        pack = self.pack or (lambda parts: parts[""])
        object.__setattr__(self, "packed", pack(self.parts))
        object.__setattr__(self, "weights", [reader.weight for reader in self.readers])

    def damaged(self, rng: Random) -> bytes:
        """Returns a damaged file.

        In half of the cases its parts are damaged, with valid checksums; else the packed file is,
        and then its checksums are made right in half of the cases.
        """
        if self.pack is None or rng.random() < 0.5:
            name = rng.choice(list(self.parts))
            part = self.of_part(self.parts[name], rng)
            return part if self.pack is None else self.pack(self.parts | {name: part})
        data = self.of_file(self.packed, rng)
        if self.repair is not None and rng.random() < 0.5:
            return self.repair(data)
        return data

    def reader(self, rng: Random) -> Reader:
        """Returns one of the readers, by their weights."""
        return rng.choices(self.readers, self.weights)[0]


def searched_games(count: int, plies: int) -> Games:
    """Returns games with the results of searches."""
    arena = Arena(count, seed=1, max_plies=plies, at_limit="draw", autoreset="disabled")
    for _ in range(plies):
        moves, offsets = arena.legal_moves()
        boards = len(offsets) - 1
        arena.note(
            np.full(boards, 0.25),
            wdl=np.full((boards, 3), 1 / 3),
            nodes=np.full(boards, 100),
            policy=(np.arange(len(moves)), offsets),
        )
        arena.step(arena.sample())
    return arena.pop_games()


def as_pgn(games: Games) -> bytes:
    """Returns games as PGN."""
    file = io.BytesIO()
    games.to_pgn(file)
    return file.getvalue()


def samples(folder: pathlib.Path) -> list[Sample]:
    """Returns small files of every format.

    Args:
        folder: a folder for temporary files.
    """
    example = example_games()
    standard = example.filter(enroque.Filter(variant="standard", max_plies=60))[:3]
    odd = example.filter(enroque.Filter(variant="chess960", max_plies=60))[:2]
    games = Games.concatenate([standard, odd])
    searched = searched_games(2, 6)
    return [
        *_pgn(games, folder),
        *_tables(games, folder, 1.0),
        *_tables(searched, folder, 0.7),
        *_training(standard, searched, folder),
        *_positions(standard, folder),
    ]


def _pgn(games: Games, folder: pathlib.Path) -> list[Sample]:
    texts = [as_pgn(games[:2]), as_pgn(games[-2:])]
    texts += [path.read_bytes() for path in sorted((CORPUS / "pgn").iterdir())]
    way = one_of((0.8, pgn), (0.2, blind))
    found = [
        Sample(".pgn", {"": text}, readers.PLAIN_PGN, 8.0 if n < 2 else 2.0, way)
        for n, text in enumerate(texts)
    ]
    short = {"one.pgn": texts[0][:900], "two.pgn": texts[1][:500]}
    games[:2].to_pgn(folder / "sample.pgn.zst")
    compressed = (folder / "sample.pgn.zst").read_bytes()
    fields: dict[str, tuple[Damage, Pack, Repair | None, list[Reader]]] = {
        ".pgn.gz": (
            one_of((2, in_fields(structure.gzip_fields)), (1, structure.gzip_options), (1, blind)),
            archives.gzipped,
            archives.repair_gzip,
            readers.PGN,
        ),
        ".pgn.bz2": (
            one_of((2, in_fields(structure.bzip2_fields)), (1, blind)),
            archives.bzipped,
            None,
            readers.PGN,
        ),
        ".pgn.zst": (_zstd(), archives.zstd_frames, None, readers.ZSTD_PGN),
        ".zip": (_zip(), archives.zip_deflated, archives.repair_zip, readers.PGN),
    }
    for suffix, (of_file, pack, repair, chosen) in fields.items():
        weight = 0.6 if suffix == ".pgn.bz2" else 1.5
        found.append(Sample(suffix, short, chosen, weight, way, pack, of_file, repair))
    found.append(Sample(".pgn.zst", {"": compressed}, readers.ZSTD_PGN, 1.0, _zstd()))
    stored = archives.zip_stored
    found.append(Sample(".zip", short, readers.PGN, 1.0, way, stored, _zip(), archives.repair_zip))
    return found


def _zip() -> Damage:
    return one_of((3, in_fields(structure.zip_fields)), (1, structure.zip64), (1, blind))


def _zstd() -> Damage:
    fields = in_fields(structure.zstd_fields)
    return one_of((3, fields), (1, structure.zstd_frames_added), (1, blind))


def _tables(games: Games, folder: pathlib.Path, share: float) -> list[Sample]:
    """Returns `.npz`, Parquet and Arrow."""
    import zipfile

    games.write(folder / "sample.npz")
    with zipfile.ZipFile(folder / "sample.npz") as file:
        arrays = {name: file.read(name) for name in file.namelist()}
    games.write(folder / "sample.parquet")
    table, stream = enroque.arrow.to_arrow(games), io.BytesIO()
    with pyarrow.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table)
    return [
        Sample(
            ".npz",
            arrays,
            readers.NPZ,
            1.0 * share,
            one_of((3, structure.npy), (1, blind)),
            archives.zip_stored,
            _zip(),
            archives.repair_zip,
        ),
        Sample(
            ".parquet",
            {"": (folder / "sample.parquet").read_bytes()},
            readers.PARQUET,
            0.3 * share,
            one_of(
                (2, in_fields(structure.parquet_fields)), (1, structure.parquet_numbers), (1, blind)
            ),
        ),
        Sample(
            ".arrow",
            {"": stream.getvalue()},
            readers.ARROW,
            1.0 * share,
            one_of((2, in_fields(structure.arrow_fields)), (1, blind)),
        ),
    ]


def _training(standard: Games, searched: Games, folder: pathlib.Path) -> list[Sample]:
    """Returns viriformat, binpack and lc0's records, plain and compressed."""
    found = []
    layouts = {"viriformat": records.viriformat, "binpack": records.binpack, "lc0": records.lc0}
    gzip_damage = one_of((2, in_fields(structure.gzip_fields)), (1, blind))
    for name, layout in layouts.items():
        suffix = formats.FORMATS[name].suffixes[0]
        suffix = ".v6" if name == "lc0" else suffix
        games = searched if name == "lc0" else standard
        games.write(folder / f"sample{suffix}", format=name, missing_score=0)
        data = (folder / f"sample{suffix}").read_bytes()
        way = one_of((4, in_fields(layout)), (1, blind))
        weight, chosen = 6.0, readers.TRAINING
        if name == "lc0":
            weight, chosen = 1.5, readers.LC0
            size = 3 * formats.LC0_V6.itemsize
            found.append(
                Sample(
                    ".tar",
                    {"a.gz": data[:size], "b.gz": data[size : 2 * size]},
                    [reader for reader in chosen if not reader.name.endswith("again")],
                    0.5,
                    way,
                    archives.tar_of_gzip,
                    one_of((3, in_fields(structure.tar_fields)), (1, blind)),
                    archives.repair_tar,
                )
            )
        found.append(Sample(suffix, {"": data}, chosen, weight, way))
        found.append(
            Sample(
                f"{suffix}.gz",
                {"": data},
                chosen,
                weight / 6,
                way,
                archives.gzipped,
                gzip_damage,
                archives.repair_gzip,
            )
        )
    return found


def _positions(standard: Games, folder: pathlib.Path) -> list[Sample]:
    """Returns bulletformat, ChessBench's bags and a Polyglot book."""
    bullet = standard.records("bullet", [0, 0, 1], [0, 5, 9]).view(formats.BULLETFORMAT)
    formats.write_records(bullet[:, 0], folder / "sample.bf")
    found = [
        Sample(
            ".bf",
            {"": (folder / "sample.bf").read_bytes()},
            readers.RECORDS,
            3.0,
            one_of((4, in_fields(records.bulletformat)), (1, blind)),
        )
    ]
    fens = [enroque.STARTING_FEN, "4k3/8/8/8/8/8/8/4K2R w K - 99 80"]
    moves, win = ["e2e4", "e1g1"], np.array([0.5, 0.9])
    columns: dict[str, tuple[list[str] | None, np.ndarray | None]] = {
        "behavioral_cloning": (moves, None),
        "state_value": (None, win),
        "action_value": (moves, win),
    }
    for name, chosen in columns.items():
        path = folder / f"sample-{name}_data.bag"
        formats.write_records(formats.ChessBenchRecords(fens, *chosen), path, name)
        way = one_of((4, in_fields(records.bag)), (1, records.bag_lengths), (1, blind))
        found.append(Sample(f"-{name}_data.bag", {"": path.read_bytes()}, readers.BAG, 1.5, way))
    book = b"".join(
        key.to_bytes(8, "big") + bytes([3, 28, 0, n, 0, 0, 0, 0])
        for key in sorted([polyglot.zobrist_hash(enroque.Board()), 1 << 20, 1 << 63])
        for n in range(4)
    )
    way = one_of((4, in_fields(records.polyglot)), (1, blind))
    found.append(Sample(".bin", {"": book}, readers.BOOK, 2.0, way))
    return found
