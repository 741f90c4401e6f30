"""Records `allie_stream_std.npz`: the packed tokens of 100 games, by Allie's own program.

    python tests/vectors/record_allie.py ALLIE tests/data

ALLIE is a checkout of ippolito-cmu/allie; the environment has torch, pandas, tqdm, zstandard,
omegaconf and python-chess. The games are the first 100 that the program takes of `lichess_999.pgn`.
"""

import importlib.util
import json
import sys
import types
from pathlib import Path

import chess.pgn
import numpy as np


def main() -> None:
    """Writes the file."""
    checkout, data = map(Path, sys.argv[1:])
    sys.path.insert(0, str(checkout / "src"))
    # only its loading of files needs this package
    sys.modules["datasets"] = types.SimpleNamespace(Dataset=None, load_dataset=None)
    from modeling.data import UCITokenizer, json_to_game

    path = checkout / "src" / "data" / "process-lichess.py"
    spec = importlib.util.spec_from_file_location("process_lichess", path)
    process = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(process)
    tokenizer, games, stream = UCITokenizer(), [], []
    with (data / "pgn" / "lichess_999.pgn").open(encoding="utf-8") as file:
        number = -1
        while len(games) < 100 and (game := chess.pgn.read_game(file)) is not None:
            number += 1
            one = json.loads(json.dumps(process.game_to_dict(game)))
            if "Blitz" in one["event"] and len(one["moves-uci"].split()) > 8:
                games.append(number)
                stream.append(tokenizer.tokenize(json_to_game(one)))
    np.savez_compressed(
        data / "vectors" / "allie_stream_std.npz",
        game=np.array(games, np.int16),
        lengths=np.array([len(one) for one in stream], np.int16),
        stream=np.concatenate(stream),
        vocabulary=np.array(tokenizer.tokens),
    )


main()
