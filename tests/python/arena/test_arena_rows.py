"""`Arena.rows`, `step_rows` and `Arena.from_rows`: games as rows of bytes."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import enroque
from encoding_samples import PLANES
from enroque import Arena, Step, Termination, step_rows
from enroque.errors import ArgumentError, ArrayError, IllegalMoveError

START: list[tuple[float, Any]] = [
    (1, "standard"),
    (1, "chess960"),
    (1, "double_chess960"),
    (2, ["4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "8/8/8/3k4/8/8/8/R3K3 w Q - 90 80"]),
]


def equal(step: Step, expected: Step, games: Any) -> None:
    for array, other in zip(step, expected, strict=True):
        np.testing.assert_array_equal(array[games], other[games])


def test_rows_step_as_the_arena_does() -> None:
    arena = Arena(48, start=START, autoreset="disabled", seed=3, max_plies=300)
    rows = arena.rows()
    assert rows.shape == (48, 384)
    assert rows.dtype == np.uint8
    ended = 0
    for ply in range(400):
        live = ~arena.over
        actions = arena.sample()
        assert (actions == -1).tolist() == (~live).tolist()
        before = rows.copy()
        after, step = step_rows(rows, actions, max_plies=300)
        np.testing.assert_array_equal(rows, before)
        equal(step, arena.step(actions), live)
        assert (step.terminated | step.truncated)[~live].all()
        assert not step.rewards[~live].any()
        ended += int((step.terminated | step.truncated)[live].sum())
        rows = after
        np.testing.assert_array_equal(rows, arena.rows())
        if ply % 25 == 0:
            other = Arena.from_rows(rows, max_plies=300)
            for column in ("turn", "ply", "repetitions", "legal_count", "over", "zobrist_key"):
                np.testing.assert_array_equal(getattr(other, column), getattr(arena, column))
            np.testing.assert_array_equal(other.legal_mask(), arena.legal_mask())
            for encoding in PLANES:
                np.testing.assert_array_equal(other.planes(encoding), arena.planes(encoding))
    assert ended > 40


def test_rows_of_some_games_and_out() -> None:
    arena = Arena(6, start="chess960", seed=1)
    out = np.ones((2, 384), np.uint8)
    assert arena.rows(games=[4, 1], out=out) is out
    np.testing.assert_array_equal(out, arena.rows()[[4, 1]])
    moved, _ = step_rows(out, [0, -1], policy="legal")
    again = np.zeros_like(out)
    assert step_rows(out, [0, -1], policy="legal", out=again, threads=2)[0] is again
    np.testing.assert_array_equal(moved, again)
    np.testing.assert_array_equal(moved[1], out[1])
    empty, step = step_rows(np.empty((0, 384), np.uint8), [])
    assert empty.shape == (0, 384)
    assert step.rewards.shape == (0,)


def test_rules_and_illegal_actions() -> None:
    knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]
    rows, board = Arena(1).rows(), enroque.Board()
    other = rows
    for n, san in enumerate(knights):
        move = board.parse_san(san)
        action = [board.policy_index("lc0", move)]
        board.push(move)
        rows, step = step_rows(rows, action)
        other, in_fide = step_rows(other, action, rules="fide2023")
        assert step.terminated.tolist() == [n == 7]
        assert not in_fide.terminated[0]
    assert step.termination.tolist() == [Termination.THREEFOLD_REPETITION.value]
    # a game that is over stays over, also by other rules, whatever the action
    again, step = step_rows(rows, [99999], rules="fide2023")
    assert step.terminated.tolist() == [True]
    np.testing.assert_array_equal(again, rows)
    with pytest.raises(IllegalMoveError, match="illegal action 3 of game 0"):
        step_rows(other, [3], rules="fide2023")
    _, step = step_rows(other, [3], rules="fide2023", on_illegal="lose")
    assert step.rewards.tolist() == [-1.0]
    assert step.termination.tolist() == [Termination.ILLEGAL_MOVE.value]


def test_wrong_arguments() -> None:
    rows = Arena(3, seed=1).rows()
    with pytest.raises(ArrayError, match=r"rows must have shape \(games, 384\) and dtype uint8"):
        step_rows(rows[:, :100], [0, 0, 0])
    with pytest.raises(ArrayError, match="dtype uint8, not"):
        Arena.from_rows(rows.astype(np.int64))
    with pytest.raises(ArrayError, match=r"actions must have shape \(3,\), not \(2,\)"):
        step_rows(rows, [0, 0])
    with pytest.raises(ArrayError, match="in use"):
        step_rows(rows, [-1, -1, -1], out=rows)
    bad = rows.copy()
    bad[1, 0:32] = 0
    with pytest.raises(ArgumentError, match="row 1: illegal position: White has no king"):
        step_rows(bad, [-1, -1, -1])
    with pytest.raises(ArgumentError, match="row 1"):
        Arena.from_rows(bad)
    with pytest.raises(ArgumentError, match="at least 1 game"):
        Arena.from_rows(rows[:0])
    with pytest.raises(ArgumentError, match="max_plies"):
        step_rows(rows, [-1, -1, -1], max_plies=0)


def test_set_games() -> None:
    arena = Arena(8, start=START, seed=2)
    numbers = arena.game.tolist()
    board = enroque.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Ng1", "Nb8", "Nf3", "Nc6", "Ng1", "Nb8"):
        board.push_san(san)
    arena.set([5, 1], [board, "8/8/8/3k4/8/8/8/R3K3 w Q - 90 80"])
    assert arena.board(5) == board
    assert arena.board(5).move_stack == board.move_stack
    assert arena.repetitions[5] == 3
    assert arena.over[5]
    assert arena.halfmove_clock[1] == 90
    assert arena.game.tolist() == numbers
    games = enroque.data.example_games()
    arena.set(np.arange(8) < 3, (games, [0, 1, 2], [10, 0, 30]))
    for n, ply in enumerate([10, 0, 30]):
        assert arena.board(n).fen() == games[n].board(ply).fen()
        assert arena.ply[n] == ply
    other = Arena(8, seed=1)
    other.set(None, arena.rows())
    np.testing.assert_array_equal(other.rows(), arena.rows())
    np.testing.assert_array_equal(other.over, arena.over)
    arena.set(None, enroque.Board())
    np.testing.assert_array_equal(arena.zobrist_key, Arena(8).zobrist_key)


def test_impossible_games_change_nothing() -> None:
    arena = Arena(3, seed=1)
    before = arena.rows().tobytes()
    null = enroque.Board()
    null.push(enroque.Move.null())
    games = enroque.data.example_games()
    bad_rows = arena.rows(games=[0, 1])
    bad_rows[1, 56] = 9
    wrong: list[tuple[Any, type[Exception], str]] = [
        ([enroque.Board()], ArrayError, "one position for each of 2 games, not 1"),
        ([enroque.Board(), null], ArgumentError, "null move"),
        ([enroque.Board(), "8/8"], ValueError, "FEN"),
        ([enroque.Board(), enroque.Board(None)], ValueError, "king"),
        ((games, [0, 0], [0, 10_000]), IndexError, "no position of game 0 at ply 10000"),
        ((games, [0, 0], [0]), ArrayError, "game has 2 entries, ply has 1"),
        (bad_rows, ArgumentError, "row 1: it has version 9"),
        (7, TypeError, "positions must be"),
        ([7, 8], TypeError, "positions must be"),
    ]
    for positions, error, words in wrong:
        with pytest.raises(error, match=words):
            arena.set([0, 2], positions)
    with pytest.raises(IndexError):
        arena.set([0, 3], [enroque.Board()] * 2)
    with pytest.raises(ArrayError, match="twice"):
        arena.set([1, 1], [enroque.Board()] * 2)
    assert arena.rows().tobytes() == before


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))]
)
def test_copies_go_on_bit_for_bit(copied: Any) -> None:
    arena = Arena(
        20, start=START, start_order="in_turn", pairs=True, rules="fide2023", max_plies=200,
        at_limit="draw", autoreset="same_step", policy="legal", seed=7,
    )  # fmt: skip
    for _ in range(250):
        arena.step(arena.sample())
    other = copied(arena)
    assert len(other) == 20
    for _ in range(150):
        for one in (arena, other):
            one.step(one.sample())
        np.testing.assert_array_equal(other.rows(), arena.rows())
        np.testing.assert_array_equal(other.game, arena.game)
    assert other.pop_games() == arena.pop_games()
    from_rows = Arena.from_rows(arena.rows(), policy="moves", rules="lichess", max_plies=300)
    assert repr(copied(from_rows)) == repr(from_rows)
    np.testing.assert_array_equal(copied(from_rows).rows(), from_rows.rows())
    np.testing.assert_array_equal(copied(from_rows).ply, from_rows.ply)


def test_reset_with_other_starts() -> None:
    arena = Arena(6, seed=1, start_order="in_turn", autoreset="same_step")
    endings = [f"8/8/8/3k4/8/8/8/R3K3 w - - 0 {n}" for n in range(1, 7)]
    arena.step(arena.sample())
    arena.reset([4, 1], start=endings)
    # games 10 and 7 begin from positions 10 % 6 and 7 % 6
    assert [arena.board(n).fullmove_number for n in (4, 1)] == [5, 2]
    assert arena.ply.tolist() == [1, 0, 1, 1, 0, 1]
    arena.reset([0])
    assert arena.board(0).fullmove_number == 1
    arena.reset(start="chess960", seed=3)
    assert arena.game.tolist() == list(range(6))
    np.testing.assert_array_equal(arena.zobrist_key, Arena(6, start="chess960", seed=3).zobrist_key)
    before = arena.rows().tobytes()
    for start, error in [("9/9", ValueError), ([], ArgumentError), (7, TypeError)]:
        with pytest.raises(error):
            arena.reset(start=start)
    with pytest.raises(IndexError):
        arena.reset([9], start="standard")
    assert arena.rows().tobytes() == before
