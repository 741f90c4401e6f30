"""The speed of Syzygy tables: `python benches/python/tablebases.py [FOLDER [PEER]]`.

Results and distances of random positions, on one thread, compared with python-chess, which reads
the same files in the same process. FOLDER is that of the tables, by default those of the tests.
PEER is another prober, a program of arguments `FOLDER FENS ROUNDS`, which prints its own
times of the same positions.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.syzygy
from timing import Table, seconds

from enroque import Board, Positions
from enroque.tablebase import Tablebase

ROOT = Path(__file__).resolve().parents[2]
COUNT = 100_000
FEW = 300
"""The number of positions that python-chess looks up, after it has opened the files."""


def random_boards(names: list[str], count: int) -> list[chess.Board]:
    """Returns random positions of some materials."""
    rng = random.Random(1)
    boards: list[chess.Board] = []
    while len(boards) < count:
        white, black = rng.choice(names).split("v")
        symbols = white + black.lower()
        squares = rng.sample(range(64), len(symbols))
        board = chess.Board(None)
        pieces = map(chess.Piece.from_symbol, symbols)
        board.set_piece_map(dict(zip(squares, pieces, strict=True)))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            boards.append(board)
    return boards


def main() -> None:
    """Times both."""
    default = ROOT.parent / "shared" / "data" / "syzygy"
    default = default if default.exists() else ROOT / "tests" / "data" / "syzygy_3"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    names = sorted(file.stem for file in folder.glob("*.rtbz"))
    theirs = random_boards(names, COUNT)
    positions = Positions.from_fens([board.fen() for board in theirs])
    boards = [Board(board.fen()) for board in theirs[:FEW]]
    engines = ["enroque", "enroque, a board", "python-chess"]
    table = Table("Syzygy tables, 1 thread", "thousand positions/s", engines)
    with Tablebase(folder) as ours, chess.syzygy.open_tablebase(str(folder)) as other:
        table.row(
            "wdl",
            COUNT / seconds(lambda: ours.wdl(positions, on_missing="nan", threads=1)) / 1e3,
            FEW / seconds(lambda: [ours.get_wdl(board) for board in boards]) / 1e3,
            FEW / seconds(lambda: [other.get_wdl(board) for board in theirs[:FEW]]) / 1e3,
        )
        table.row(
            "dtz",
            COUNT / seconds(lambda: ours.dtz(positions, on_missing="nan", threads=1)) / 1e3,
            FEW / seconds(lambda: [ours.get_dtz(board) for board in boards]) / 1e3,
            FEW / seconds(lambda: [other.get_dtz(board) for board in theirs[:FEW]]) / 1e3,
        )

    if len(sys.argv) > 2:
        with tempfile.NamedTemporaryFile("w", suffix=".fen") as file:
            file.write("\n".join(positions.fens()))
            file.flush()
            subprocess.run([sys.argv[2], str(folder), file.name, "3"], check=True)


if __name__ == "__main__":
    main()
