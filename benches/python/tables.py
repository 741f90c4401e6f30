"""The speed of reading tables of games: `python benches/python/tables.py`.

Columns of UCI, SAN and movetext, and a Parquet file in the columns of Lichess, on one thread.
Compared with python-chess, with `rust_pgn_reader_python_binding`, which reads columns of PGN, with
the same games as PGN bytes, and with `polars.read_parquet`, which parses no moves. Packages that
are not installed are skipped.
"""

import importlib
import io
import os
import tempfile
from typing import Any

os.environ.setdefault("RAYON_NUM_THREADS", "1")
os.environ.setdefault("POLARS_MAX_THREADS", "1")

import chess
import chess.pgn
import pyarrow as pa
from timing import DATA, Table, seconds

from enroque import Games
from enroque.data import example_games


def optional(name: str) -> Any:
    """Returns a package; `None`, after a message, if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"skipped: {name} is not installed")
        return None


def played(words: list[str], push: str) -> int:
    """Plays moves with python-chess; returns their number."""
    for text in words:
        board = chess.Board()
        for word in text.split():
            getattr(board, push)(word)
    return sum(len(text.split()) for text in words)


def main() -> None:
    """Times columns, then Parquet."""
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    path = DATA / "pgn" / "lichess_bullet_clk.pgn.zst"
    games = Games.read(path)[:15_000] if path.exists() else example_games()
    games = games[games.start == 518]
    plies = len(games.moves)
    peer = optional("rust_pgn_reader_python_binding")
    polars = optional("polars")
    peers = ["python-chess"] + ["rust-pgn-reader"] * (peer is not None)
    table = Table("read a column of moves, 1 thread", "million plies/s", ["enroque", *peers])

    def rate(count: int, work: Any, rounds: int = 3) -> float:
        return count / seconds(work, rounds=rounds) / 1e6

    columns = {kind: games.to_arrow(kind) for kind in ("uci", "san", "movetext")}
    texts = {kind: column.column(column.num_columns - 1) for kind, column in columns.items()}
    for kind, text in texts.items():
        alone = pa.table({"movetext" if kind == "movetext" else "moves": text})
        assert len(Games.read(alone).moves) == plies
        first = text[:100].to_pylist()
        values = [rate(plies, lambda alone=alone: Games.read(alone))]
        if kind == "movetext":
            count = sum(len(game.moves) for game in games[:100])

            def read_first(first: list[str] = first) -> None:
                for one in first:
                    chess.pgn.read_game(io.StringIO(one))

            values.append(rate(count, read_first, 1))
        else:
            count = played(first, f"push_{kind}")
            values.append(
                rate(count, lambda first=first, kind=kind: played(first, f"push_{kind}"), 1)
            )
        if peer is not None and kind != "uci":
            one = pa.chunked_array([text.combine_chunks()])
            values.append(rate(plies, lambda one=one: peer.parse_games(one, num_threads=1), 2))
        elif peer is not None:
            values.append(None)  # type: ignore[arg-type]
        table.row(kind, *values)

    pgn = io.BytesIO()
    games.to_pgn(pgn)
    others = ["PGN bytes"] + ["polars alone"] * (polars is not None)
    table = Table("read Parquet in the columns of Lichess, 1 thread", "ms", ["enroque", *others])
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/games.parquet"
        games.write(file, moves="movetext")
        values = [
            seconds(lambda: Games.read(file)),
            seconds(lambda: Games.from_pgn(pgn.getvalue())),
        ]
        if polars is not None:
            values.append(seconds(lambda: polars.read_parquet(file)))
        table.row(f"{len(games)} games", *(1000 * value for value in values))


if __name__ == "__main__":
    main()
