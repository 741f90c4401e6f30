"""`enroque tensors` for files of games."""

import argparse
from collections import Counter
from io import BytesIO

import numpy as np

from enroque import Games
from enroque._files.sources import Source, batches, check_filter, find_sources, given_criteria
from enroque._progress import adding, total_of
from enroque.cli.input_options import elo_limit_of, filter_of, reading_of, table_of
from enroque.cli.position_options import position_filter_of
from enroque.cli.progress import input_progress, note, note_errors
from enroque.cli.shards import Encoding, Selection
from enroque.data import example_pgn
from enroque.errors import FileFormatError

_EXAMPLES = "enroque.data.example_games"
"""The name of the games without INPUT."""

_UNKNOWN_RESULT = -128


def find(options: argparse.Namespace) -> list[Source]:
    """Returns the files and streams of the inputs."""
    if not options.input:
        note("no INPUT: using the example games of enroque.data")
    sources = find_sources(options.input or BytesIO(example_pgn()), "pgn")
    check_filter(sources, filter_of(options))
    return sources


def select(options: argparse.Namespace, sources: list[Source], arrays: Encoding) -> Selection:
    """Reads games, and selects their positions.

    Args:
        options: the parsed options.
        sources: the files and streams.
        arrays: the arrays to write.
    """
    games, filtered_out = _read(options, sources)
    query, filter = position_filter_of(options), filter_of(options)
    game, ply = games.positions(min_ply=options.min_ply, max_ply=options.max_ply, where=query)
    read, kept = len(games) + filtered_out.total(), len(games)
    if filter is None or filter.result is None:
        is_decided = games.result != _UNKNOWN_RESULT
        game, ply = game[is_decided[game]], ply[is_decided[game]]
        filtered_out["result"] = kept - int(np.count_nonzero(is_decided))
        kept -= filtered_out["result"]
    moves = [arrays.columns[name] for name in ("policy", "legal_mask") if name in arrays.columns]
    if moves and options.on_unsupported == "skip":
        supported = games.supported(moves, game, ply)
        game, ply = game[supported], ply[supported]
    broken, chess960 = (int(np.count_nonzero(mask)) for mask in (games.broken, games.chess960))
    filtered_out = +filtered_out  # without those that no game met
    nothing = f"no games in {', '.join(options.input) or _EXAMPLES}"
    if read:
        nothing = f"no positions to write: {read} games read, {kept} kept"
        reasons = ", ".join(f"{name} {count}" for name, count in filtered_out.items())
        nothing += f" (filtered out: {reasons})" if reasons else ""
    elo_limit = elo_limit_of(options)
    return Selection(
        games,
        {"game": game, "ply": ply},
        arrays,
        {
            "sources": [{"path": source.path, "bytes": source.bytes} for source in sources]
            if options.input
            else [{"name": _EXAMPLES}],
            "games": {"read": read, "kept": kept, "broken": broken, "filtered_out": filtered_out},
            "filter": {} if filter is None else given_criteria(filter),
            "positions_filter": None if query is None else repr(query),
            "reading": {
                **reading_of(options),
                **table_of(options),
                **({} if elo_limit is None else elo_limit.options()),
                "min_ply": options.min_ply,
                "max_ply": options.max_ply,
            },
        },
        f"{read} games read ({len(games) - chess960} standard, {chess960} Chess960; {broken} "
        f"broken), {kept} kept",
        nothing,
    )


def _read(options: argparse.Namespace, sources: list[Source]) -> tuple[Games, Counter[str]]:
    """Returns the games, and the number of games filtered out by each criterion."""
    damage: list[str] = []

    def on_damage(error: FileFormatError) -> None:
        if options.on_error == "raise":
            raise error
        damage.append(str(error))

    chunks: list[Games] = []
    filtered_out: Counter[str] = Counter()
    total = total_of(source.bytes for source in sources)
    with input_progress("reading", options.input or [_EXAMPLES], total) as report:
        for chunk, rejected in batches(
            sources,
            filter_of(options),
            elo_limit_of(options),
            reading=reading_of(options) | {"annotations": ["move_times"]},
            **table_of(options),
            threads=options.threads,
            advance=adding(report, total),
            on_damage=on_damage,
        ):
            chunks.append(chunk)
            filtered_out.update(rejected)
        games = Games.concatenate(chunks)
    of_games = [error for error in games.errors if error.kind != "source"]
    note_errors(damage, of_games, max(games.error_count, len(damage) + len(of_games)))
    return games, filtered_out
