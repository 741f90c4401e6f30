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


CHESS960_FEN = "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1"


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (
            '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]',
            '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n',
        ),
        (
            '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "0"]\n[White "A"]',
            '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[White "A"]\n',
        ),
        (
            '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]',
            '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n',
        ),
        (
            f'[FEN "{CHESS960_FEN}"]',
            f'[SetUp "1"]\n[FEN "{CHESS960_FEN}"]\n[Variant "Chess960"]\n',
        ),
        (
            f'[Variant "Fischerandom"]\n[FEN "{CHESS960_FEN}"]\n[SetUp "1"]',
            f'[Variant "Fischerandom"]\n[FEN "{CHESS960_FEN}"]\n[SetUp "1"]\n',
        ),
        ('[White "A"]', '[White "A"]\n'),
    ],
)
def test_games_with_a_fen_have_all_tags_of_their_start(
    tags: str, expected: str, tmp_path: Path
) -> None:
    games = Games.from_pgn(f"{tags}\n\n*\n".encode())
    games.write(tmp_path / "written.pgn")
    text = (tmp_path / "written.pgn").read_text()
    assert text.partition("\n\n")[0] + "\n" == expected
