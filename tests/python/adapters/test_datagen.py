"""`examples/datagen.py`, with an engine written for the tests."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enroque import Arena, Board, formats
from enroque.engine import EnginePool, Limit
from fake_score import score

FAKE = Path(__file__).parents[1] / "fake_engine.py"
EXAMPLES = Path(__file__).parents[3] / "examples"
MATE_IN_1 = 999_999


def run(monkeypatch: pytest.MonkeyPatch, path: Path, log: Path, *arguments: str) -> bytes:
    """Runs the example; returns the bytes of its file."""
    monkeypatch.syspath_prepend(EXAMPLES)
    import datagen

    engine = f"{sys.executable} {FAKE} {log} moves"
    command = ["datagen.py", str(path), engine, "--games", "5", "--nodes", "9", *arguments]
    monkeypatch.setattr(sys, "argv", command)
    datagen.main()
    return path.read_bytes()


class Rounds:
    """A pool that searches all games that are ready before any of them moves."""

    def __init__(self, pool: EnginePool) -> None:
        self.pool = pool

    def analyse(self, boards: Iterator[Board], limit: Limit) -> Iterator[Any]:
        return self.pool.analyse(list(boards), limit)


def key(position: str) -> str:
    """A position without its en passant square, which viriformat has only if a pawn can capture."""
    words = position.split()
    return " ".join(words[:3] + words[4:])


@pytest.mark.parametrize(
    ("start", "seed"), [("standard", "1"), ("chess960", "1"), ("double_chess960", "3")]
)
def test_scores_moves_and_results(
    start: str,
    seed: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, log = tmp_path / "games.vf", tmp_path / "log"
    options = ["--start", start, "--random-plies", "3", "--seed", seed, "--workers", "2"]
    run(monkeypatch, path, log, *options)
    games = formats.read(path)
    assert capsys.readouterr().out.startswith("5 games (")
    assert len(games) == 5
    lines = [line.split(maxsplit=2) for line in log.read_text().splitlines()]
    assert len({pid for pid, _, _ in lines}) == 2
    searched, mates = {key(position): position for _, _, position in lines}, 0
    assert len(searched) == len(games.moves)
    for game in games:
        board = game.board(0)
        root, uci = board.fen(shredder=board.chess960), []
        evals = [int(game.headers["StartEval"]), *game.evals]
        for move, eval in zip(game.moves, evals, strict=False):
            position = searched[key(" ".join([root, *uci]))]
            sign = 1 if board.turn else -1
            uci.append(board.uci(move))
            board.push(move)
            mates += board.is_checkmate()
            expected = MATE_IN_1 if board.is_checkmate() else score(position)
            assert eval == sign * expected
        outcome = board.outcome(rules="engine")
        assert outcome is not None
        assert outcome.result() == game.result
    assert mates
    assert len({game.board(0).fen() for game in games}) == 5
    assert {game.board(0).turn for game in games} == {True, False}
    assert games.chess960.any() == (start != "standard")


def test_any_number_of_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They write the same file, also if one crashes."""
    log, crash = tmp_path / "log", ["--option", f"folder={tmp_path}", "--option", "mode=crash"]
    one = run(monkeypatch, tmp_path / "1.vf", log, "--workers", "1")
    assert run(monkeypatch, tmp_path / "3.vf", log, "--workers", "3") == one
    assert run(monkeypatch, tmp_path / "crash.vf", log, "--workers", "2", *crash) == one
    assert (tmp_path / "crash").exists()
    assert run(monkeypatch, tmp_path / "seed.vf", log, "--seed", "2") != one


def test_games_that_wait_for_all_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if the engines were so far apart that no game is ready: the same games."""
    monkeypatch.syspath_prepend(EXAMPLES)
    import datagen

    def played(pool: Any) -> Any:
        arena = Arena(3, random_plies=5, autoreset="same_step", seed=1)
        return datagen.play(pool, arena, Limit(nodes=9), 5)

    with EnginePool([sys.executable, str(FAKE), os.devnull, "moves"], workers=2) as pool:
        games = played(pool)
        assert played(Rounds(pool)) == games
    assert [game.headers["Round"] for game in games] == ["1", "2", "3", "4", "5"]
    assert set(games.search_nodes.tolist()) == {7}
