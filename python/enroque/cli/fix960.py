"""`enroque fix960`: repairs old PGN files of Chess960."""

import argparse
import sys
from pathlib import Path

from enroque._core import next_game_text
from enroque._files.atomic import replacing
from enroque._files.old_chess960 import repaired
from enroque.cli.parser import Commands, Parser, check_overwrite


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "fix960",
        usage="enroque fix960 [options] INPUT OUTPUT",
        description="Repair a PGN file of Chess960, and print what was changed in each game: add "
        "the tags FEN, SetUp and Variant, the FEN also from a tag such as StartPosition or from "
        "the comment before the first move (a number or a back rank); add missing castling rights; "
        "and write castling as O-O. Other games, and those that cannot be repaired, are copied.",
        examples={
            "an old file": "old.pgn fixed.pgn",
            "in another encoding": "--encoding latin-1 old.pgn fixed.pgn",
        },
    )
    parser.add_argument("input", metavar="INPUT", help="a PGN file; - is the standard input")
    parser.add_argument("output", metavar="OUTPUT", help="the file to write")
    parser.add_argument(
        "--encoding", default="utf-8-sig", metavar="NAME",
        help="the encoding of INPUT, such as latin-1 (default: UTF-8); OUTPUT is UTF-8",
    )  # fmt: skip
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Repairs the games, and prints the changes and a summary."""
    output = Path(options.output)
    check_overwrite(output, options.overwrite)
    source = sys.stdin.fileno() if options.input == "-" else options.input
    counts = {"changed": 0, "not repaired": 0, "copied": 0}
    try:
        with open(source, encoding=options.encoding) as handle, replacing(output) as file:
            while (text := next_game_text(handle)) is not None:
                fixed, changes, problem = repaired(text)
                kind = "not repaired" if problem else "changed" if changes else "copied"
                counts[kind] += 1
                if kind != "copied":
                    number = sum(counts.values())
                    print(f"game {number}: {kind}: {problem or ', '.join(changes)}")
                file.write(f"{fixed.strip()}\n\n".encode())
    except (UnicodeDecodeError, LookupError) as error:
        raise ValueError(f"{options.input}: {error}: pass --encoding, or decompress it") from error
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    print(f"{sum(counts.values())} games: {listed}")
