"""Resignations and adjudicated draws of an `Arena`, against a plain implementation."""

import copy
import pickle

import numpy as np
import pytest

import enroque
from enroque import AdjudicationRules, Arena, Termination
from enroque.errors import ArgumentError


def expected(values: list[float], rules: AdjudicationRules) -> tuple[Termination, int] | None:
    """The reason and White's result after moves from positions with these values."""
    from_white = [value if ply % 2 == 0 else -value for ply, value in enumerate(values)]
    last = from_white[-rules.resign_plies :]
    if rules.resign_value is not None and len(last) == rules.resign_plies:
        if all(value <= np.float32(rules.resign_value) for value in last):
            return Termination.RESIGNATION, -1
        if all(-value <= np.float32(rules.resign_value) for value in last):
            return Termination.RESIGNATION, 1
    last = from_white[-rules.draw_plies :]
    if rules.draw_value is not None and len(last) == rules.draw_plies:
        limit = np.float32(rules.draw_value)
        if len(values) >= rules.min_draw_ply and all(abs(value) <= limit for value in last):
            return Termination.ADJUDICATION, 0
    return None


@pytest.mark.parametrize("seed", range(3))
def test_ends_as_a_plain_implementation(seed: int) -> None:
    random = np.random.default_rng(seed)
    rules = AdjudicationRules(
        resign_value=-0.3, resign_plies=3, draw_value=0.4, draw_plies=4, min_draw_ply=9, play_on=0
    )
    arena = Arena(64, adjudication=rules, seed=seed)
    values: list[list[float]] = [[] for _ in range(64)]
    counts = dict.fromkeys([Termination.RESIGNATION, Termination.ADJUDICATION], 0)
    for _ in range(120):
        over = arena.over.copy()
        noted = random.uniform(-1, 1, 64).astype(np.float32)
        noted[random.random(64) < 0.05] = 0
        known = np.flatnonzero((random.random(64) < 0.9) & ~over)
        arena.note(noted[known], games=known)
        step = arena.step(arena.sample())
        for game in range(64):
            if over[game]:
                values[game] = []
                continue
            values[game].append(float(noted[game]) if game in known else float("nan"))
            end = expected(values[game], rules)
            if end is None:
                assert step.termination[game] not in (
                    Termination.RESIGNATION,
                    Termination.ADJUDICATION,
                )
            else:
                reason = Termination(int(step.termination[game]))
                assert (reason, step.white_result[game]) == end
                counts[end[0]] += 1
                sign = 1 if len(values[game]) % 2 == 1 else -1
                assert step.rewards[game] == sign * end[1]
                assert arena.legal_count[game] == 0
    assert min(counts.values()) > 10, counts


def resigned(**options: float) -> np.ndarray:
    """Which of 500 games a player resigns, in lost positions."""
    rules = AdjudicationRules(resign_plies=1, **options)
    arena = Arena(500, adjudication=rules, seed=3)
    arena.note(np.full(500, -1.0))
    return arena.step(arena.sample()).terminated


def test_play_on() -> None:
    some = resigned(play_on=0.25)
    assert 340 < some.sum() < 410
    assert (some == resigned(play_on=0.25)).all()
    # the same games and more play on
    assert not (resigned(play_on=0.5) & ~some).any()
    assert resigned(play_on=0).all()
    assert not resigned(play_on=1).any()


def test_games_have_the_reason_and_the_result() -> None:
    rules = AdjudicationRules(draw_value=0.1, draw_plies=2, min_draw_ply=0, play_on=0)
    arena = Arena(1, adjudication=rules, autoreset="same_step")
    for _ in range(2):
        arena.note([0.05])
        step = arena.step(arena.sample())
    assert step.terminated[0]
    assert arena.ply[0] == 0
    (game,) = arena.pop_games()
    assert game.headers["Termination"] == "adjudication"
    assert game.result == "1/2-1/2"
    # the values of a game are not those of the next one
    arena.note([0.05])
    assert not arena.step(arena.sample()).terminated[0]


def test_without_a_record_and_from_a_saved_state() -> None:
    rules = AdjudicationRules(resign_plies=2, play_on=0)
    arena = Arena(2, adjudication=rules, record=False)
    arena.note([-0.95, 0])
    arena.step(arena.sample())
    for other in [copy.deepcopy(arena), pickle.loads(pickle.dumps(arena)), arena]:
        other.note([0.95, 0])
        assert other.step(other.sample()).terminated.tolist() == [True, False]
        assert len(other.pop_games()) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resign_value": 0.5}, "resign_value must be None or from -1 to 0"),
        ({"resign_value": float("nan")}, "resign_value"),
        ({"draw_value": -0.1}, "draw_value must be None or from 0 to 1"),
        ({"resign_plies": 0}, "resign_plies must be at least 1"),
        ({"draw_plies": -1}, "draw_plies must be from 0 to 4294967295, not -1"),
        ({"play_on": 2}, "play_on must be from 0 to 1"),
    ],
)
def test_impossible_numbers(options: dict[str, float], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        Arena(1, adjudication=AdjudicationRules(**options))  # type: ignore[arg-type]


def test_other_objects() -> None:
    with pytest.raises(TypeError, match="adjudication must be AdjudicationRules or None, not str"):
        enroque.Arena(1, adjudication="lost")  # type: ignore[arg-type]
    rules = AdjudicationRules(resign_value="lost")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="resign_value must be a number, not str"):
        enroque.Arena(1, adjudication=rules)
