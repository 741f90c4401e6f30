"""Records `maia3_times_std.npz`: inputs of Maia-3 with history and times, by its own program.

    python tests/vectors/record_maia3_times.py MAIA3 tests/data

MAIA3 is a checkout of CSSLab/maia3; the environment has torch and python-chess. The recorded
positions are some of those of `lichess_999.pgn` in which the time of the move is known.
"""

import sys
from collections import deque
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import chess.pgn
import numpy as np

POSITIONS = 1000
STEP = 17
"""Every so many positions are recorded."""


def positions(path: Path):
    """Yields game, ply, boards of the last eight positions, and times in seconds."""
    with path.open(encoding="utf-8") as file:
        game = -1
        while (one := chess.pgn.read_game(file)) is not None:
            game += 1
            base, increment = map(int, one.headers["TimeControl"].split("+"))
            clocks = [node.clock() for node in one.mainline()]
            if base / 2 in clocks[:2]:  # berserk
                continue
            boards = deque([one.board()], maxlen=8)
            for ply, node in enumerate(one.mainline()):
                before = clocks[ply - 2] if ply >= 2 else base
                used = before - clocks[ply] + increment
                if used >= 0 and (ply >= 2 or clocks[ply] != base):
                    yield game, ply, list(boards), (base, increment, before, used)
                boards.append(node.board())


def main() -> None:
    """Writes the file."""
    checkout, data = map(Path, sys.argv[1:])
    sys.path.insert(0, str(checkout))
    from maia3.dataset import get_historical_tokens, tokenize_board

    config = SimpleNamespace(history=8, include_time_info=True, use_padding=True)
    game, ply, tokens, times = [], [], [], []
    source = positions(data / "pgn" / "lichess_999.pgn")
    for number, at, boards, given in islice(source, 0, STEP * POSITIONS, STEP):
        history = deque((tokenize_board(board) for board in boards), maxlen=8)
        inputs = get_historical_tokens(history, config, *given).numpy()
        game.append(number)
        ply.append(at)
        tokens.append(np.packbits(inputs[:, :96].astype(bool)))
        times.append(inputs[:, 96:])
        assert (inputs[:, 96:] == inputs[0, 96:]).all()
    np.savez_compressed(
        data / "vectors" / "maia3_times_std.npz",
        game=np.array(game, np.int16),
        ply=np.array(ply, np.int16),
        tokens=np.array(tokens),
        times=np.array(times)[:, 0],
    )


main()
