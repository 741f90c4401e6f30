"""`enroque find`: the games of files that have a position of a kind."""

import argparse
import operator
from functools import reduce

from enroque import find
from enroque.cli import convert
from enroque.cli.input_options import add_filter_options, add_inputs, add_reading_options
from enroque.cli.parser import Commands, Parser, add_threads, whole_number
from enroque.cli.position_options import NUMBERS_OF_GAMES, add_numbers, numbers_of

_TEXTS = {"pattern": find.Pattern, "material": find.Material, "difference": find.Difference}


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "find",
        usage="enroque find [options] INPUT [INPUT ...] -o OUTPUT",
        description="Write the games of files that have a position with all of these properties, "
        "and print their number. The suffix of OUTPUT selects the format: .pgn (also .pgn.zst, "
        ".pgn.gz, .pgn.bz2), .parquet, .npz and the others of enroque.formats.",
        examples={
            "games that reach rook and pawn against rook": (
                "games.pgn.zst --material KRPkr -o rook_endings.pgn"
            ),
            "games that reach a position": (
                'games.pgn --fen "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R '
                'b KQkq - 3 3" -o ruy_lopez.pgn'
            ),
            "games with pieces on these squares": (
                'games.pgn --pattern "Pd4 pe6 [^p]d7" -o structures.pgn'
            ),
        },
    )
    add_inputs(parser)
    parser.add_argument("-o", "--output", required=True, metavar="OUTPUT", help="the file to write")
    group = parser.add_argument_group("positions", "enroque.find documents the texts.")
    option = group.add_argument
    option(
        "--fen", metavar="FEN",
        help="the position of this FEN, or its first field for either side to move",
    )  # fmt: skip
    option(
        "--match", choices=["exact", "board"], default="exact",
        help="with --fen: exact also compares castling rights and en passant, board only pieces "
        "and side to move (default: %(default)s)",
    )  # fmt: skip
    option("--pattern", metavar="TEXT", help='pieces on squares: "Pd4 pe6 [^p]d7"')
    option("--material", metavar="TEXT", help="all pieces: KRPkr, KRP+kr")
    option("--difference", metavar="TEXT", help="the difference in material: Rb, Q+ P*p*")
    option(
        "--either-color", action="store_true",
        help="also find patterns, material and differences with the colors swapped",
    )  # fmt: skip
    option("--played", metavar="MOVE", help="a move in SAN or UCI: O-O-O, Nf3, exd5")
    option("--turn", choices=["white", "black"], help="the side to move")
    option("--check", action="store_true", help="the side to move is in check")
    option("--checkmate", action="store_true", help="the side to move is checkmated")
    option("--min-ply", type=whole_number, help="at ply N or later")
    option("--max-ply", type=whole_number, help="at ply N or before")
    add_numbers(group, NUMBERS_OF_GAMES)
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    add_threads(parser)
    add_filter_options(parser, without=("position",))
    add_reading_options(parser)
    parser.set_defaults(
        run=run, parser=parser, to=None, source_format=None, shard_games=None,
        on_unsupported="raise", missing_score=None, annotations=None, tablebase=None,
        filters_games=True,
    )  # fmt: skip


def run(options: argparse.Namespace) -> None:
    """Writes the games, and prints a summary."""
    query = _query(options)
    if query is None:
        options.parser.error("what to find is missing, such as --fen, --material or --pattern")
    options.position = query
    convert.run(options)


def _query(options: argparse.Namespace) -> find.Query | None:
    """Returns the query of the options; `None` without any."""
    parts: list[find.Query] = []
    if options.fen is not None:
        parts.append(find.Position(options.fen, match=options.match))
    for name, make in _TEXTS.items():
        if (text := getattr(options, name)) is not None:
            parts.append(make(text, either_color=options.either_color))
    if options.played is not None:
        parts.append(find.Played(options.played))
    if options.turn is not None:
        parts.append(find.Turn(options.turn == "white"))
    parts += [find.Check()] if options.check else []
    parts += [find.Checkmate()] if options.checkmate else []
    if options.min_ply is not None or options.max_ply is not None:
        parts.append(find.Ply(min=options.min_ply, max=options.max_ply))
    parts += numbers_of(options, NUMBERS_OF_GAMES)
    return reduce(operator.and_, parts) if parts else None
