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
from timing import DATA, header, row, seconds

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
    columns = f"{'enroque':>9}{'peer':>8}{'ratio':>8}   cost of evals and clocks"
    print(f"\n{'million plies/s':<28}{columns}")
    for name, label in FILES.items():
        text = zstandard.ZstdDecompressor().stream_reader((folder / name).read_bytes()).read()

        def read(text: bytes = text) -> enroque.Games:
            return enroque.Games.from_pgn(text, threads=1)

        ours = len(read().moves) / seconds(read) / 1e6
        line = f"{label:<28}{ours:>9.1f}"
        if peer is None:
            line += f"{'':>16}"
        else:
            games = re.split(r"(?<=\n)(?=\[Event )", text.decode("latin-1"))

            def read_by_peer(peer: Any = peer, games: list[str] = games) -> Any:
                return peer.parse_games_from_strings(games, num_threads=1)

            theirs = read_by_peer().num_moves / seconds(read_by_peer, rounds=2) / 1e6
            line += f"{theirs:>8.1f}{ours / theirs:>7.1f}x" if theirs else f"{'none':>8}{'':>8}"
        # comments of the same length that fill no columns
        unknown = text.replace(b"[%eval", b"(%eval").replace(b"[%clk", b"(%clk")
        if unknown != text:
            with_columns, without = seconds(read), seconds(functools.partial(read, unknown))
            line += f"{100 * (with_columns / without - 1):>+8.0f} %"
        print(line)


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
    header(f"{len(games)} games, {plies} plies")
    row("Games.from_pgn | read_game", ours / plies, theirs / plies, "ns/ply", scale=1e9)

    game, ply = games.positions()
    game, ply = game[:20_000], ply[:20_000]
    pairs = zip(game[:500].tolist(), ply[:500].tolist(), strict=True)
    boards = [chess.Board(games[g].board(p).fen()) for g, p in pairs]
    for encoding, shape, dtype in (
        ("pieces", (12, 8, 8), "uint8"),
        ("lc0", (112, 8, 8), "uint8"),
        ("lc0", (112, 8, 8), "float32"),
    ):
        out = np.empty((len(game), *shape), dtype=dtype)

        def fill(encoding: str = encoding, out: np.ndarray = out) -> None:
            games.planes(encoding, game, ply, out=out, threads=1)

        ours = seconds(fill) / len(game)
        if encoding == "pieces":
            theirs = seconds(lambda: [planes_by_python_chess(b) for b in boards]) / len(boards)
            row(f"planes, {encoding} {dtype}", ours, theirs, "ns", scale=1e9)
        else:
            print(
                f"{f'planes, {encoding} {dtype}':<36}{ours * 1e9:>12,.1f}{'':>14}  ns    "
                f"{1 / ours:>12,.0f} per second"
            )


if __name__ == "__main__":
    main()
