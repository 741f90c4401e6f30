"""The inputs of models against their authors' own programs: `python benches/python/models.py`.

The variable ENROQUE_BENCH_CHECKOUTS names a folder with checkouts of `maia3` (CSSLab), `allie`
(ippolito-cmu) and `nnue-pytorch` (official-stockfish, with its data loader compiled); those that
are absent are skipped. Maia-3 and Allie need torch, pandas, tqdm, zstandard and omegaconf. One
thread, CPU time. enroque's times include reading and decompressing the file; Maia-3's program gets
boards and Allie's gets games that python-chess has already read.
"""

import ctypes
import importlib.util
import io
import itertools
import json
import os
import sys
import time
import types
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chess.pgn
from timing import DATA, Table, seconds

from enroque import Column, Encoding, Games, Loader
from enroque.sequences import SequenceLoader

GAMES = DATA / "pgn" / "lichess_bullet_clk.pgn.zst"
BINPACK = DATA / "vectors" / "sf_std.binpack"
FEW = 50
"""The number of games for the programs in Python."""
BATCHES, BATCH = 200, 8192


def rate(sizes: Iterable[int]) -> float:
    """Returns samples per CPU second of the first batches, buffers that are filled included."""
    began = time.process_time()
    samples = sum(itertools.islice(sizes, BATCHES))
    return samples / (time.process_time() - began)


def maia3(checkout: Path, games: list[chess.pgn.Game]) -> float:
    """Returns Maia-3's positions per second."""
    sys.path.insert(0, str(checkout))
    from maia3.dataset import get_historical_tokens, tokenize_board

    config = types.SimpleNamespace(history=8, include_time_info=True, use_padding=True)
    boards = [[node.board() for node in (game, *game.mainline())][:-1] for game in games]

    def encode() -> None:
        for game in boards:
            history: deque[Any] = deque(maxlen=8)
            for board in game:
                history.append(tokenize_board(board))
                get_historical_tokens(history, config, 60, 0, 30, 1)

    return sum(map(len, boards)) / seconds(encode, rounds=2)


def allie(checkout: Path, games: list[chess.pgn.Game]) -> float:
    """Returns Allie's tokens per second."""
    sys.path.insert(0, str(checkout / "src"))
    # only its loading of files needs this package
    sys.modules["datasets"] = types.SimpleNamespace(Dataset=None, load_dataset=None)  # type: ignore[assignment]
    from modeling.data import UCITokenizer, json_to_game

    path = checkout / "src" / "data" / "process-lichess.py"
    spec = importlib.util.spec_from_file_location("process_lichess", path)
    assert spec is not None
    assert spec.loader is not None
    process = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(process)
    tokenizer = UCITokenizer()

    def encode() -> int:
        return sum(
            len(tokenizer.tokenize(json_to_game(json.loads(json.dumps(process.game_to_dict(one))))))
            for one in games
        )

    return encode() / seconds(encode, rounds=2)


def nnue_pytorch(library: Path) -> float:
    """Returns the positions per second of nnue-pytorch's loader, with its default filters off."""

    class Skip(ctypes.Structure):
        _fields_ = [
            ("filtered", ctypes.c_bool),
            ("random_fen_skipping", ctypes.c_int),
            ("wld_filtered", ctypes.c_bool),
            *((name, ctypes.c_int) for name in ("early", "soft", "simple", "param")),
            *((f"curve{index}", ctypes.c_double) for index in range(13)),
        ]

    class Ddp(ctypes.Structure):
        _fields_ = [("rank", ctypes.c_int), ("world_size", ctypes.c_int)]

    class Batch(ctypes.Structure):
        _fields_ = [("num_inputs", ctypes.c_int), ("size", ctypes.c_int)]

    loader = ctypes.cdll.LoadLibrary(str(library))
    loader.create_sparse_batch_stream.restype = ctypes.c_void_p
    loader.create_sparse_batch_stream.argtypes = [
        ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p),
        ctypes.c_int, ctypes.c_bool, Skip, Ddp,
    ]  # fmt: skip
    loader.fetch_next_sparse_batch.restype = ctypes.POINTER(Batch)
    loader.fetch_next_sparse_batch.argtypes = [ctypes.c_void_p]
    loader.destroy_sparse_batch_stream.argtypes = [ctypes.c_void_p]
    curve = (0, 0.4, 1, 1, 0.75, 0, 0.1, 6, 0.15, 10, 0.25, 18, 0.75)
    skip = Skip(False, 0, False, -1, 0, -1, 0, *curve)
    files = (ctypes.c_char_p * 1)(str(BINPACK).encode())

    def sizes() -> Iterable[int]:
        stream = loader.create_sparse_batch_stream(
            b"Full_Threats+PP_3Wide+HalfKAv2_hm", 1, 1, files, BATCH, True, skip, Ddp(0, 1)
        )
        for _ in range(BATCHES):
            batch = loader.fetch_next_sparse_batch(stream)
            yield batch.contents.size
            loader.destroy_sparse_batch(batch)
        loader.destroy_sparse_batch_stream(stream)

    return rate(sizes())


def sizes_of(loader: Iterable[dict[str, Any]], name: str) -> Iterable[int]:
    """Yields the number of samples or tokens of each batch."""
    return (batch[name].size for batch in loader)


def main() -> None:
    """Times each model's inputs."""
    folder = Path(os.environ.get("ENROQUE_BENCH_CHECKOUTS", "checkouts"))
    text = io.BytesIO()
    Games.read(GAMES)[:FEW].to_pgn(text)
    lines = io.StringIO(text.getvalue().decode())
    games = [game for _ in range(FEW) if (game := chess.pgn.read_game(lines)) is not None]

    maia = {
        "planes": Column.planes("maia3", dtype="uint8"),
        "rating": Column.rating(on_missing="skip"),
        "times": Column.maia3_times(on_missing="skip"),
        "move": Column.policy("maia3"),
    }
    table = Table("inputs of Maia-3, 1 thread", "million/s", ["enroque", "maia3"])
    peer = maia3(folder / "maia3", games) / 1e6 if (folder / "maia3").exists() else None
    loader = Loader(GAMES, maia, batch_size=BATCH, threads=1, on_unsupported="skip")
    table.row("uint8", rate(sizes_of(loader, "rating")) / 1e6, peer)
    maia["planes"] = Column.planes("maia3", dtype="bits")
    loader = Loader(GAMES, maia, batch_size=BATCH, threads=1, on_unsupported="skip")
    table.row("bits", rate(sizes_of(loader, "rating")) / 1e6, peer)

    table = Table("tokens, 1 thread", "million/s", ["enroque", "allie"])
    peer = allie(folder / "allie", games) / 1e6 if (folder / "allie").exists() else None
    sequences = SequenceLoader(GAMES, "allie", threads=1, on_unsupported="skip")
    table.row("of PGN, for Allie", rate(sizes_of(sequences, "tokens")) / 1e6, peer)

    table = Table("features of a binpack, 1 thread", "million/s", ["enroque", "nnue-pytorch"])
    libraries = sorted((folder / "nnue-pytorch").rglob("*training_data_loader*.so"))
    nnue = {
        "features": Column.features(Encoding("HalfKAv2_hm12+Full_Threats+PP_3Wide")),
        "score": Column.eval(on_missing="nan"),
        "result": Column.value(on_missing="nan"),
        "bucket": Column.feature_buckets(),
    }
    loader = Loader([BINPACK] * 40, nnue, batch_size=BATCH, threads=1, shuffle_games=0)
    peer = nnue_pytorch(libraries[0]) / 1e6 if libraries else None
    table.row("threats", rate(sizes_of(loader, "score")) / 1e6, peer)


if __name__ == "__main__":
    main()
