"""`enroque tensors`: games in, shards of training arrays out."""

import argparse
import dataclasses
import json
import platform
from pathlib import Path
from typing import Any

import numpy as np

from enroque import Games, PolicyEncoding, __version__, encoding, encoding_names, policy_encoding
from enroque._conversion.sources import Source, batches, check_filter, expanded
from enroque._files import replacing
from enroque._filters import Filter
from enroque.cli.error_hints import error_hints
from enroque.cli.input_options import add_filter_options, add_reading_options, filter_of, reading_of
from enroque.cli.parser import Commands, Parser, counting_number, whole_number
from enroque.cli.progress import byte_count, input_progress, note, note_faults, progress
from enroque.cli.selection import RESULTS, Filters, Selection
from enroque.cli.shards import MANIFEST, Encoding, check_free, clear, write_shards
from enroque.data import example_games
from enroque.errors import FileFormatError

__all__ = ["add"]

_OPTIONS = ("format", "fill", "view", "layout", "history", "parts")
"""The options of encodings that the command line has, by their names there."""


def add(commands: "Commands[Parser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "tensors",
        help="turn games into .npz shards of planes, policy indices and values",
        description="Read games from files (PGN, also compressed; Parquet, .npz and what else "
        "`enroque convert` knows; folders and patterns) and write one "
        "row for every position in which a move was played: input planes, the policy index of "
        "the move, the game's result for the side to move. Without an INPUT, it takes the games "
        "that ship with enroque.",
    )
    parser.add_argument(
        "input", nargs="*", metavar="INPUT", help="files, folders or patterns; - is PGN from stdin"
    )
    parser.add_argument(
        "-o", "--output", metavar="DIR", default="enroque-tensors",
        help="the folder to write into (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--overwrite", action="store_true", help="replace the shards that an earlier run left there"
    )

    written = parser.add_argument_group("encoding")
    names = encoding_names()
    written.add_argument(
        "--planes", choices=names["planes"], metavar="NAME", default="lc0",
        help=f"one of {', '.join(names['planes'])} (default: %(default)s, 112 planes with history)",
    )  # fmt: skip
    written.add_argument(
        "--format", type=whole_number, metavar="N",
        help="lc0's input format: 1 is the classical one, 2 also says which rooks castle, which "
        "Chess960 needs; also 3, 4, 5, 132 and 133 (default: 2)",
    )  # fmt: skip
    written.add_argument(
        "--fill", choices=["no", "fen_only", "always"],
        help="what lc0's history planes hold before the game began (default: fen_only)",
    )  # fmt: skip
    written.add_argument(
        "--view",
        choices=["side_to_move", "white"],
        help="whose side pieces, maia2 and composed show",
    )
    written.add_argument(
        "--layout", choices=["channels_first", "channels_last"], help="how alphazero's planes lie"
    )
    written.add_argument(
        "--history", type=counting_number, metavar="N", help="how many positions maia3 shows"
    )
    written.add_argument(
        "--parts", metavar="A,B,...",
        help="what composed is made of, such as pieces,pieces@1,opponent_attacks,castling",
    )  # fmt: skip
    written.add_argument(
        "--policy", choices=[*names["policies"], "none"], metavar="NAME", default="lc0",
        help=f"the index of the move played: one of {', '.join(names['policies'])}, or none "
        "(default: %(default)s)",
    )  # fmt: skip
    written.add_argument(
        "--legal-mask", action="store_true",
        help="also write which of the policy's indices are legal moves",
    )  # fmt: skip
    written.add_argument(
        "--on-unsupported", choices=["raise", "mask", "skip"], default="raise",
        help="what becomes of a move for which the policy has no index: an error, -1, or its "
        "position is left out (default: %(default)s)",
    )  # fmt: skip
    written.add_argument(
        "--dtype", choices=["uint8", "float16", "float32", "bool"],
        help="of the planes (default: uint8 where it holds all that is in them, else float32)",
    )  # fmt: skip

    filters = parser.add_argument_group("which positions")
    filters.add_argument(
        "--variant", choices=["standard", "chess960", "any"], default="any",
        help="(default: %(default)s)",
    )  # fmt: skip
    filters.add_argument(
        "--min-elo", type=whole_number, metavar="N", help="both players rated N or more"
    )
    filters.add_argument(
        "--max-elo", type=whole_number, metavar="N", help="both players rated, N at most"
    )
    filters.add_argument(
        "--result", action="append", choices=[*RESULTS], metavar="RESULT",
        help="1-0, 0-1, 1/2-1/2 or *, and again for more of them (default: all but *)",
    )  # fmt: skip
    filters.add_argument(
        "--min-ply", type=whole_number, default=0, metavar="N",
        help="leave out the first N plies of each game",
    )  # fmt: skip
    filters.add_argument(
        "--max-ply", type=whole_number, metavar="N", help="leave out the plies after ply N"
    )
    filters.add_argument(
        "--seed", type=whole_number, metavar="N",
        help="shuffle the positions, in the same way for the same N (default: game by game)",
    )  # fmt: skip
    filters.add_argument(
        "--limit", type=counting_number, metavar="N", help="write at most N positions"
    )

    add_filter_options(parser)
    add_reading_options(parser)
    parser.add_argument(
        "--shard-size", type=counting_number, default=8192, metavar="N",
        help="positions in a file (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=counting_number, metavar="N", help="use N cores (default: all)"
    )
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Read, select, write, and say what was made, where, and how to load it."""
    written = _encoding(options)
    filters = Filters(
        variant=options.variant,
        min_elo=options.min_elo,
        max_elo=options.max_elo,
        results=tuple(dict.fromkeys(options.result or Filters.results)),
        min_ply=options.min_ply,
        max_ply=options.max_ply,
    )
    folder = Path(options.output)
    reading = filter_of(options)
    sources = _sources(options.input, reading)
    check_free(folder, overwrite=options.overwrite)
    with error_hints(on_error=options.on_error):
        games, removed = _read(options, sources, reading)
    selection = Selection.of(
        games,
        filters,
        seed=options.seed,
        limit=options.limit,
        supported_by=_supported_by(options, written),
    )
    if len(selection) == 0:
        raise ValueError(_why_none(options.input, games, removed, selection))
    clear(folder)
    with progress("encoding", len(selection), "positions") as advance:
        shards = write_shards(folder, games, selection, written, options.shard_size, advance)
    manifest = {
        "format": "enroque tensors",
        "version": 1,
        "versions": {
            "enroque": __version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
        "sources": [_described(source) for source in sources]
        or [{"name": "enroque.data.example_games"}],
        "games": {
            "filtered_out": removed,
            "read": len(games),
            "broken": int(np.count_nonzero(games.broken)),
            "positions_filtered_out": selection.removed,
            "kept": selection.games_kept,
        },
        "filters": {
            "variant": filters.variant,
            "min_elo": filters.min_elo,
            "max_elo": filters.max_elo,
            "results": list(filters.results),
            "min_ply": filters.min_ply,
            "max_ply": filters.max_ply,
        },
        "reading": None if reading is None else _given(reading),
        "seed": options.seed,
        "limit": options.limit,
        "positions": len(selection),
        "arrays": _describe(written),
        "shards": shards,
    }
    with replacing(folder / MANIFEST) as file:
        file.write((json.dumps(manifest, indent=2) + "\n").encode())
    _report(folder, games, selection, written, shards)


def _given(reading: Filter) -> dict[str, Any]:
    """What a filter asks for, without what it leaves open."""
    given = dataclasses.asdict(reading)
    default = dataclasses.asdict(Filter())
    return {name: value for name, value in given.items() if value != default[name]}


def _why_none(paths: list[str], games: Games, removed: dict[str, int], selection: Selection) -> str:
    if len(games) == 0:
        skipped_files = ", ".join(f"{name} {count}" for name, count in removed.items())
        what = ", ".join(paths) or "the games that ship with enroque"
        return f"no games in {what}" + (f" (passed over for {skipped_files})" * bool(skipped_files))
    by = ", ".join(f"{name} {count}" for name, count in selection.removed.items() if count)
    return f"no position is left to write: {len(games)} games read, {selection.games_kept} kept" + (
        f" (removed by {by})" if by else ""
    )


def _encoding(options: argparse.Namespace) -> Encoding:
    given = {name: getattr(options, name) for name in _OPTIONS}
    chosen = {name: value for name, value in given.items() if value is not None}
    if "parts" in chosen:
        chosen["parts"] = [part.strip() for part in chosen["parts"].split(",")]
    if options.planes == "lc0":
        chosen.setdefault("format", 2)
    planes = encoding(options.planes, **chosen)
    dtype = options.dtype or ("uint8" if "uint8" in planes.dtypes else "float32")
    if dtype not in planes.dtypes or (dtype == "bool" and planes.scaled_channels):
        numbers = (
            planes.channel_names[planes.scaled_channels[0]] if planes.scaled_channels else "numbers"
        )
        raise ValueError(f"{dtype} cannot hold {numbers} in the planes of {planes!r}")
    policy = None
    if options.policy != "none" or options.legal_mask:
        name = "lc0" if options.policy == "none" else options.policy
        # some of lc0's formats turn the board, and the moves with it
        turned = {"format": chosen["format"]} if name == options.planes == "lc0" else {}
        policy = policy_encoding(name, **turned)
    return Encoding(
        planes=planes,
        dtype=dtype,
        policy=policy,
        played=options.policy != "none",
        legal_mask=options.legal_mask,
        on_unsupported="mask" if options.on_unsupported == "mask" else "raise",
        threads=options.threads,
    )


def _supported_by(options: argparse.Namespace, encoding: Encoding) -> dict[str, PolicyEncoding]:
    """What positions must be expressed by, or else are left out."""
    if options.on_unsupported != "skip" or encoding.policy is None:
        return {}
    asked = {"policy": encoding.played, "legal_mask": encoding.legal_mask}
    return {name: encoding.policy for name, is_asked in asked.items() if is_asked}


def _sources(paths: list[str], reading: Filter | None) -> list[Source]:
    """The files that are to be read: PGN if their names do not say another kind.

    Raises:
        OSError: one cannot be read: the last of many too, before all work.
        ValueError: a criterion that one cannot be asked.
    """
    sources = expanded(paths, "pgn") if paths else []
    check_filter(sources, reading)
    return sources


def _described(source: Source) -> dict[str, Any]:
    return {"path": str(source.path), "bytes": source.bytes}


def _read(
    options: argparse.Namespace, sources: list[Source], reading: Filter | None
) -> tuple[Games, dict[str, int]]:
    """The games, and how many each criterion left out."""
    paths, threads = options.input, options.threads
    if not paths:
        note("no INPUT given: taking the games that ship with enroque")
        games = example_games(filter=reading)
        return games, games.filtered_out
    damage: list[str] = []

    def note_damage(error: FileFormatError) -> None:
        if options.on_error == "raise":
            raise error
        damage.append(str(error))

    with input_progress("reading", paths, [source.bytes for source in sources]) as advance:
        if all(source.kind == "pgn" for source in sources):
            done = 0

            def tell(bytes_read: int, _: int | None) -> None:
                nonlocal done
                advance(bytes_read - done)
                done = bytes_read

            files = [source.stream or source.path for source in sources]
            games = Games.from_pgn(
                files, filter=reading, threads=threads, progress=tell, **reading_of(options)
            )
            removed = games.filtered_out
            for fault in games.errors:
                if fault.kind == "source":
                    note_damage(FileFormatError(str(fault)))
        else:
            parts, removed = [], {}
            for part, skipped in batches(
                sources,
                reading,
                reading=reading_of(options),
                threads=threads,
                advance=advance,
                damaged=note_damage,
            ):
                parts.append(part)
                for name, count in skipped.items():
                    removed[name] = removed.get(name, 0) + count
            games = Games.concatenate(parts)
    of_games = [fault for fault in games.errors if fault.kind != "source"]
    note_faults(damage, of_games, max(games.error_count, len(damage) + len(of_games)))
    return games, removed


def _describe(written: Encoding) -> dict[str, dict[str, Any]]:
    """Each array of a shard: its dtype, the shape of one row, and what it is."""
    planes, policy = written.planes, written.policy
    meaning: dict[str, dict[str, Any]] = {
        "planes": {
            "encoding": planes.name,
            **planes.options,
            "whole": json.loads(planes.to_json()),
        },
        "value": {"meaning": "result for the side to move: 1 won, 0 drawn, -1 lost, NaN unknown"},
        "wdl": {"meaning": "won, drawn, lost for the side to move; one is 1, or all NaN"},
        "game": {"meaning": "which game, counted from 0 in the order of reading"},
        "ply": {"meaning": "how many moves were played before the position"},
    }
    if policy:
        named = {"encoding": policy.name, **policy.options}
        meaning["policy"] = {
            **named,
            "size": policy.size,
            "meaning": "index of the move played",
            "whole": json.loads(policy.to_json()),
        }
        meaning["legal_mask"] = {**named, "meaning": "whether each index is that of a legal move"}
    return {
        name: {"dtype": str(array.dtype), "shape": list(array.shape[1:]), **meaning[name]}
        for name, array in written.fields(0).items()
    }


def _report(
    folder: Path,
    games: Games,
    selection: Selection,
    written: Encoding,
    shards: list[dict[str, Any]],
) -> None:
    chess960 = int(np.count_nonzero(games.chess960))
    broken = int(np.count_nonzero(games.broken))
    size = byte_count(sum(shard["bytes"] for shard in shards))
    files = "1 shard" if len(shards) == 1 else f"{len(shards)} shards"
    print(
        f"{len(games)} games read ({len(games) - chess960} standard, {chess960} Chess960; "
        f"{broken} broken), {selection.games_kept} kept"
    )
    print(f"{len(selection)} positions in {files} and {MANIFEST} in {folder} ({size})")
    for name, array in written.fields(0).items():
        print(f"    {name:<10} {(shards[0]['rows'], *array.shape[1:])} {array.dtype}")
    print("\nLoad the first shard in Python:\n")
    print("import numpy as np")
    print(f"shard = np.load({str(folder / shards[0]['file'])!r})")
    names = [name for name in ("planes", "policy", "value") if name in written.fields(0)]
    print(f"{', '.join(names)} = {', '.join(f'shard[{name!r}]' for name in names)}")
