"""`enroque tensors`: encodes games as shards of training arrays."""

import argparse
import json
from pathlib import Path
from typing import Any

import enroque
from enroque import Column, Policy
from enroque._files.atomic import locked, replacing
from enroque._files.conversion.result import versions
from enroque._files.formats import format_of
from enroque._files.position_sources import is_of_positions
from enroque._progress import adding
from enroque.cli import shards, tensors_of_games, tensors_of_positions
from enroque.cli.input_options import add_filter_options, add_reading_options
from enroque.cli.parser import Commands, Parser, add_threads, counting_number, whole_number
from enroque.cli.position_options import add_position_options, check_contents
from enroque.cli.progress import byte_count, progress
from enroque.tablebase import Tablebase

_OPTION_HELP = {
    "format": "the input format; format 1 of lc0 does not encode which rooks can castle, which "
    "Chess960 needs (default: 2)",
    "fill": "when to fill missing history with the oldest position; fen_only: if the game does not "
    "begin with the standard start position (default: fen_only)",
    "history": "the number of positions",
    "layout": "whether planes are the first or the last axis (default: channels_first)",
    "parts": "the planes, such as pieces,pieces@1,opponent_attacks,castling",
    "player": "the player who observes",
    "view": "the point of view of the planes",
}

_FLAGS = {"player": "observer"}
"""The options whose names are those of criteria of filters, and their names here."""


def _options() -> dict[str, dict[str, list[Any] | None]]:
    """Returns the options of planes, and the values by encoding; `None` for a text."""
    options: dict[str, dict[str, list[Any] | None]] = {}
    for name in enroque.Encoding.names()["planes"]:
        for option, values in enroque.Encoding(name).option_values.items():
            options.setdefault(option, {})[name] = values
    return options


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "tensors",
        usage="enroque tensors [options] [INPUT ...]",
        description="Read games from files (PGN, also compressed; Parquet, .npz and training "
        "formats) and write one row for each position in which a move was played: input planes, "
        "the policy index of the move, and the result of the game for the side to move. Of files "
        "of positions (CSV, JSON lines, EPD, ..., or shards of `enroque convert --to positions`), "
        "each row is a position, with the policy index of its best move and the win probability.",
        examples={
            "the bundled example games": "-o arrays",
            "lc0's planes and policy": "games.pgn.zst -o arrays --planes lc0 --policy lc0",
            "a million positions of strong players, in random order": (
                "lichess.pgn.zst -o arrays --min-elo 2000 --seed 1 --limit 1000000"
            ),
            "a table of FENs with evaluations": "evals.csv -o arrays --planes pieces",
        },
    )
    parser.add_argument(
        "input", nargs="*", metavar="INPUT",
        help="files, folders, patterns or URLs; - is PGN from the standard input (default: the "
        "example games of enroque.data)",
    )  # fmt: skip
    option = parser.add_argument
    option(
        "-o", "--output", metavar="DIR", default="enroque-tensors",
        help="the folder for the shards (default: %(default)s)",
    )  # fmt: skip
    option("--overwrite", action="store_true", help="replace the shards of an earlier run")
    option(
        "--shard-size", type=counting_number, default=8192,
        help="number of positions in a shard (default: %(default)s)",
    )  # fmt: skip
    add_threads(parser)

    option = parser.add_argument_group("encoding").add_argument
    planes, policies = enroque.Encoding.names()["planes"], Policy.names()
    option(
        "--planes", choices=planes, metavar="NAME", default="lc0",
        help=f"the encoding of positions: {', '.join(planes)} (default: %(default)s, 112 "
        "planes with history)",
    )  # fmt: skip
    for name, by_encoding in _options().items():
        values = [value for values in by_encoding.values() for value in values or []]
        is_word = bool(values) and isinstance(values[0], str)
        option(
            f"--{_FLAGS.get(name, name)}",
            type=whole_number if values and not is_word else str,
            choices=list(dict.fromkeys(values)) if is_word else None,
            metavar=None if values else "A,B,...",
            help=f"{', '.join(by_encoding)}: {_OPTION_HELP.get(name, 'see Encoding')}",
        )
    option(
        "--policy", choices=[*policies, "none"], metavar="NAME", default="lc0",
        help=f"the encoding of moves: {', '.join(policies)}, or none (default: %(default)s)",
    )  # fmt: skip
    option("--legal-mask", action="store_true", help="also write the mask of legal policy indices")
    option(
        "--label", action="append", default=[], choices=shards.LABELS, metavar="NAME",
        help="also write a number of each position, NaN where unknown; can be repeated: "
        f"{', '.join(shards.LABELS)}",
    )  # fmt: skip
    option(
        "--tablebase", metavar="FOLDER",
        help="also write the results and distances (tablebase_wdl and tablebase_dtz) by the Syzygy "
        "tables in FOLDER, NaN for positions without a table",
    )  # fmt: skip
    option(
        "--on-unsupported", choices=["raise", "mask", "skip"], default="raise",
        help="for moves without an index in the policy: stop with an error, write -1, or skip the "
        "position (default: %(default)s)",
    )  # fmt: skip
    option(
        "--dtype", choices=["uint8", "float16", "float32", "bool"],
        help="the dtype of the planes (default: uint8 if it can represent them, else float32)",
    )  # fmt: skip

    option = parser.add_argument_group("positions").add_argument
    option("--min-ply", type=whole_number, default=0, help="skip the first N plies of each game")
    option("--max-ply", type=whole_number, help="skip the plies after ply N")
    option(
        "--seed", type=whole_number,
        help="shuffle the positions with this seed (default: no shuffle)",
    )  # fmt: skip
    option("--limit", type=counting_number, help="write at most N positions")
    add_filter_options(parser)
    add_reading_options(parser)
    add_position_options(parser, of_games=True)
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Reads games or positions, writes shards and a manifest, and prints a summary."""
    arrays = _encoding(options)
    has_moves = "moves" in dict(options.columns or ())  # no role of positions
    are_positions = [
        not has_moves and name != "-" and is_of_positions(name) for name in options.input
    ]
    has_positions = any(are_positions)
    check_contents(
        options,
        has_positions=has_positions,
        for_games=("min_ply", "max_ply", "label"),
        filters_games=True,
    )
    if has_positions and not all(are_positions):
        raise ValueError("the inputs are games and positions: encode them in separate runs")
    folder = Path(options.output)
    if not folder.is_dir() and (format := format_of(folder)) is not None:
        raise ValueError(f"{folder}: shards are written to a folder, not to a {format} file")
    contents = tensors_of_positions if has_positions else tensors_of_games
    sources = contents.find(options)
    shards.check_no_shards(folder, overwrite=options.overwrite)
    selection = contents.select(options, sources, arrays)
    indices = selection.ordered(options.seed, options.limit)
    count, arrays = len(next(iter(indices.values()))), selection.arrays
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder, "another run is writing shards there"):
        shards.check_no_shards(folder, overwrite=options.overwrite)
        shards.clear(folder)
        with progress("encoding", count, "positions") as report:
            advance = adding(report, count)
            written = shards.write_shards(
                folder, selection.samples, indices, arrays, options.shard_size, advance
            )
        manifest = {
            "format": "enroque tensors",
            "version": 1,
            "versions": versions("npz"),
            **selection.manifest,
            "seed": options.seed,
            "limit": options.limit,
            "tablebase": options.tablebase,
            "positions": count,
            "arrays": shards.array_entries(arrays),
            "shards": written,
        }
        with replacing(folder / shards.MANIFEST) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())
    size = byte_count(sum(shard["bytes"] for shard in written))
    files = "1 shard" if len(written) == 1 else f"{len(written)} shards"
    print(selection.summary)
    print(f"{count} positions in {files} and {shards.MANIFEST} in {folder} ({size})")
    shards.report_arrays(folder, arrays, written)


def _encoding(options: argparse.Namespace) -> shards.Encoding:
    values = {name: getattr(options, _FLAGS.get(name, name)) for name in _options()}
    chosen = {name: value for name, value in values.items() if value is not None}
    if "parts" in chosen:
        chosen["parts"] = [part.strip() for part in chosen["parts"].split(",")]
    if options.planes == "lc0":
        chosen.setdefault("format", 2)
    planes = enroque.Encoding(options.planes, **chosen)
    dtypes = [name for name in planes.dtypes if name != "bool" or not planes.scaled_channels]
    dtype = options.dtype or ("uint8" if "uint8" in dtypes else "float32")
    if dtype not in dtypes:
        known = ", ".join(dtypes)
        raise ValueError(f"--dtype {dtype} cannot represent the planes of {planes!r}: use {known}")
    policy = None
    if options.policy != "none" or options.legal_mask:
        name = "lc0" if options.policy == "none" else options.policy
        # some of lc0's input formats transform the board, and with it the moves
        transform = {"format": chosen["format"]} if name == options.planes == "lc0" else {}
        policy = Policy(name, **transform)
    columns = {"planes": Column.planes(planes, dtype=dtype)}
    if policy and options.policy != "none":
        columns["policy"] = Column.policy(policy)
    if policy and options.legal_mask:
        columns["legal_mask"] = Column.legal_mask(policy)
    columns |= {"value": Column.value(on_missing="nan"), "wdl": Column.wdl(on_missing="nan")}
    columns |= {"game": Column.game(), "ply": Column.ply()}
    for name in options.label:
        options_of = {} if name in ("plies_left", "legal_count") else {"on_missing": "nan"}
        columns[name] = getattr(Column, name)(**options_of)
    if options.tablebase is not None:
        tablebase = Tablebase(options.tablebase)
        columns |= {
            name: getattr(Column, name)(tablebase, on_missing="nan") for name in shards.OF_TABLES
        }
    on_unsupported = "mask" if options.on_unsupported == "mask" else "raise"
    return shards.Encoding(columns, planes, policy, on_unsupported, options.threads)
