"""PGN to Games and to arrays against python-chess: `python benches/python/games.py`.

One thread on both sides. Reads ../shared/data/pgn/lichess_999.pgn; without it, the games that ship.
"""

import io
import tempfile

import chess.pgn
import numpy as np
from timing import DATA, header, row, seconds

import enroque
from enroque.data import example_games


def text_of(games: enroque.Games) -> str:
    """Games as bare PGN, for both sides to read."""
    parts = []
    for game in games:
        parts.append(f'[FEN "{game.board(0).fen()}"]\n[SetUp "1"]\n')
        if game.chess960:
            parts.append('[Variant "Chess960"]\n')
        parts.append("\n" + " ".join(game.san()) + f" {game.result}\n\n")
    return "".join(parts)


def planes_by_python_chess(board: chess.Board) -> np.ndarray:
    """The 12 piece planes as people write them on python-chess."""
    planes = np.zeros((12, 8, 8), dtype=np.uint8)
    for square, piece in board.piece_map().items():
        own = piece.color == board.turn
        rank = chess.square_rank(square)
        rank = rank if board.turn else 7 - rank
        planes[piece.piece_type - 1 + 6 * (not own), rank, chess.square_file(square)] = 1
    return planes


def main() -> None:
    """Time reading, then planes."""
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

    game, ply = games.pairs()
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
                f"{1 / ours:>12,.0f} a second"
            )


if __name__ == "__main__":
    main()
