"""The movetext of `Games.to_pgn`, character by character, against python-chess."""

import io
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest

from enroque import Games

FILES = (
    "chess960_mainz2009.pgn",
    "lc0_selfplay_352.pgn",
    "lichess_chess960_150.pgn",
    "lichess_evals_2000.pgn.zst",
    "lichess_from_position_100.pgn",
    "masters_30000.pgn.zst",
    "tcec_frc.pgn.zst",
    "twic_head.pgn",
    "world_matches_annotated.pgn",
)


@pytest.mark.parametrize("columns", [80, None, 20])
@pytest.mark.parametrize("name", FILES)
def test_movetext_of_python_chess(
    name: str, columns: int | None, data_file: Callable[[str], Path]
) -> None:
    games = Games.from_pgn(data_file(f"pgn/{name}"))
    games = games[:: max(len(games) // 100, 1)]
    file = io.StringIO()
    games.to_pgn(file, columns=columns)
    text = file.getvalue()
    # tags and movetext are separated by empty lines
    movetexts = text.split("\n\n")[1::2]
    assert len(movetexts) == len(games)
    stream = io.StringIO(text)
    for movetext in movetexts:
        game = chess.pgn.read_game(stream)
        assert game is not None
        assert not game.errors
        assert movetext == game.accept(chess.pgn.StringExporter(columns=columns, headers=False))


def test_long_numbers() -> None:
    """Move numbers of one to five digits, from either side."""
    for number in (1, 9, 10, 99, 100, 999, 1000, 54_321):
        for color, moves in (("w", "Ke2 Ke7 Kd2 Kd7"), ("b", "Ke7 Ke2 Kd7 Kd2")):
            fen = f"4k3/8/8/8/8/8/8/4K3 {color} - - 0 {number}"
            text = f'[FEN "{fen}"]\n[SetUp "1"]\n\n{moves} *\n\n'
            games = Games.from_pgn(io.StringIO(text))
            file = io.StringIO()
            games.to_pgn(file)
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None
            expected = game.accept(chess.pgn.StringExporter(headers=False))
            assert file.getvalue().endswith(f"\n\n{expected}\n\n")
