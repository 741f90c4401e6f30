"""The speed of reading PGN and encoding planes: `python benches/python/games.py`.

Compared with python-chess and with `rust_pgn_reader_python_binding`, all on one thread, on files of
../shared/data/pgn; if they are absent, on the example games. Comparisons whose packages are not
installed are skipped.
"""

import functools
import importlib
import io
import re
import tempfile
from typing import Any

import chess.pgn
import numpy as np
from timing import DATA, Table, seconds

import enroque
from enroque.data import example_games


def text_of(games: enroque.Games) -> str:
    """Returns games as PGN without other tags and comments."""
    lines = []
    for game in games:
        lines.append(f'[FEN "{game.board(0).fen()}"]\n[SetUp "1"]\n')
        if game.chess960:
            lines.append('[Variant "Chess960"]\n')
        lines.append("\n" + " ".join(game.san()) + f" {game.result}\n\n")
    return "".join(lines)


def planes_by_python_chess(board: chess.Board) -> np.ndarray:
    """Returns the 12 planes of pieces, as commonly written with python-chess."""
    planes = np.zeros((12, 8, 8), dtype=np.uint8)
    for square, piece in board.piece_map().items():
        own = piece.color == board.turn
        rank = chess.square_rank(square)
        rank = rank if board.turn else 7 - rank
        planes[piece.piece_type - 1 + 6 * (not own), rank, chess.square_file(square)] = 1
    return planes


def optional(name: str) -> Any:
    """Returns a package; `None`, after a message, if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"skipped: {name} is not installed")
        return None


FILES = {
    "masters_30000.pgn.zst": "masters, bare moves",
    "lichess_bullet_clk.pgn.zst": "Lichess, clocks",
    "lichess_evals_2000.pgn.zst": "Lichess, evals and clocks",
    "tcec_frc_comments_60.pgn.zst": "engines, long comments",
}
"""Typical files of ../shared/data/pgn, with labels."""


def compare_readers() -> None:
    """Times reading of typical files, with the peer too, and the cost of evaluations and clocks.

    The peer needs separate games; splitting is not timed. It always makes boards too. Plies per
    second are of the plies that each reader finds.
    """
    folder = DATA / "pgn"
    zstandard = optional("zstandard")
    if zstandard is None or not folder.is_dir():
        return
    peer = optional("rust_pgn_reader_python_binding")
    peers = [] if peer is None else ["rust-pgn-reader"]
    table = Table("read PGN (Python), 1 thread", "million plies/s", ["enroque", *peers])
    costs = []
    for name, label in FILES.items():
        text = zstandard.ZstdDecompressor().stream_reader((folder / name).read_bytes()).read()

        def read(text: bytes = text) -> enroque.Games:
            return enroque.Games.from_pgn(text, threads=1)

        rates = [len(read().moves) / seconds(read) / 1e6]
        if peer is not None:
            games = re.split(r"(?<=\n)(?=\[Event )", text.decode("latin-1"))

            def read_by_peer(peer: Any = peer, games: list[str] = games) -> Any:
                return peer.parse_games_from_strings(games, num_threads=1)

            rates.append(read_by_peer().num_moves / seconds(read_by_peer, rounds=2) / 1e6)
        table.row(label, *(rate or None for rate in rates))
        # comments of the same length that fill no columns
        unknown = text.replace(b"[%eval", b"(%eval").replace(b"[%clk", b"(%clk")
        if unknown != text:
            with_columns, without = seconds(read), seconds(functools.partial(read, unknown))
            costs.append(f"{label}: {100 * (with_columns / without - 1):+.0f} %")
    print("cost of evaluations and clocks: " + ", ".join(costs))


def main() -> None:
    """Times reading, then planes."""
    compare_readers()
    path = DATA / "pgn" / "lichess_999.pgn"
    text = path.read_text() if path.exists() else text_of(example_games())

    def read_all() -> int:
        stream, count = io.StringIO(text), 0
        while chess.pgn.read_game(stream) is not None:
            count += 1
        return count

    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
        file.write(text)
        file.flush()
        ours = seconds(lambda: enroque.Games.from_pgn(file.name, threads=1))
        games = enroque.Games.from_pgn(file.name, threads=1)
    assert len(games) == read_all()
    theirs = seconds(read_all, rounds=1)
    plies = len(games.moves)
    task = f"read PGN, {len(games)} games, 1 thread"
    table = Table(task, "thousand plies/s", ["enroque", "python-chess"])
    table.row("Games.from_pgn | read_game", plies / ours / 1000, plies / theirs / 1000)

    game, ply = games.positions()
    game, ply = game[:20_000], ply[:20_000]
    pairs = zip(game[:500].tolist(), ply[:500].tolist(), strict=True)
    boards = [chess.Board(games[g].board(p).fen()) for g, p in pairs]
    task = "planes in order, 1 thread"
    table = Table(task, "thousand positions/s", ["enroque", "python-chess"])
    for encoding, shape, dtype in (
        ("pieces", (12, 8, 8), "uint8"),
        ("lc0", (112, 8, 8), "uint8"),
        ("lc0", (112, 8, 8), "float32"),
    ):
        out = np.empty((len(game), *shape), dtype=dtype)

        def fill(encoding: str = encoding, out: np.ndarray = out) -> None:
            games.planes(encoding, game, ply, out=out, threads=1)

        ours = len(game) / seconds(fill) / 1000
        theirs = None
        if encoding == "pieces":
            work = seconds(lambda: [planes_by_python_chess(b) for b in boards])
            theirs = len(boards) / work / 1000
        table.row(f"{encoding} {dtype}", ours, theirs)


if __name__ == "__main__":
    main()
