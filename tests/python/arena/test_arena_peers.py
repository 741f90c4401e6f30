"""Ends of games by `Arena`, compared with other libraries where they are installed.

`SEQUENCES` is the table of who ends a game at which ply, and who is right.
"""

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np
import pytest

import enroque
from enroque import Arena, Termination
from enroque.rules import RuleSet

SEQUENCES = {
    "knights": ["Nf3", "Nf6", "Ng1", "Ng8"] * 3,
    "knights after e4": ["e4", *["Nf6", "Nf3", "Ng8", "Ng1"] * 3],
}
"""In the second, no pawn can capture the pawn on e4 en passant, so the position after 1. e4 is the
same as the later ones (FIDE 9.2.3.1)."""

ENDS: dict[str, tuple[int, int]] = {
    # right: the third occurrence is on the board
    "enroque": (8, 9),
    "python-chess": (8, 9),
    "OpenSpiel": (8, 9),
    # a ply early: python-chess's claims include one with a move that is not on the board
    "PettingZoo": (7, 8),
    # late: pgx 2.6 never counts the start position, nor the position after 1. e4
    "pgx": (9, 10),
}
"""The plies at which the sequences end."""

MATERIAL = dataclasses.replace(RuleSet.named("engine"), winnability="material")
"""The rules of libraries that do not know dead positions."""


def by_enroque(moves: list[str], rules: Any = "engine") -> Iterator[bool]:
    arena, board = Arena(1, rules=rules), enroque.Board()
    for san in moves:
        move = board.push_san(san)
        assert arena.board(0).parse_san(san) == move
        index = arena.board(0).policy_index("lc0", move)
        yield bool(arena.step([index]).terminated[0])


def by_python_chess(moves: list[str]) -> Iterator[bool]:
    board = chess.Board()
    for san in moves:
        board.push_san(san)
        yield board.is_repetition(3)


def by_open_spiel(moves: list[str]) -> Iterator[bool]:
    pyspiel = pytest.importorskip("pyspiel")
    state, board = pyspiel.load_game("chess").new_initial_state(), enroque.Board()
    for san in moves:
        state.apply_action(board.policy_index("openspiel", board.parse_san(san)))
        board.push_san(san)
        yield state.is_terminal()


def by_petting_zoo(moves: list[str]) -> Iterator[bool]:
    chess_v6 = pytest.importorskip("pettingzoo.classic.chess.chess")
    env, board = chess_v6.env(), enroque.Board()
    env.reset(seed=1)
    for san in moves:
        env.step(board.policy_index("pettingzoo", board.parse_san(san)))
        board.push_san(san)
        yield any(env.terminations.values())


def by_pgx(moves: list[str]) -> Iterator[bool]:
    pgx = pytest.importorskip("pgx")
    jax = pytest.importorskip("jax")
    env, board = pgx.make("chess"), enroque.Board()
    state, step = env.init(jax.random.PRNGKey(0)), jax.jit(env.step)
    for san in moves:
        state = step(state, board.policy_index("alphazero", board.parse_san(san)))
        board.push_san(san)
        yield bool(state.terminated)


LIBRARIES: dict[str, Callable[[list[str]], Iterator[bool]]] = {
    "enroque": by_enroque,
    "python-chess": by_python_chess,
    "OpenSpiel": by_open_spiel,
    "PettingZoo": by_petting_zoo,
    "pgx": by_pgx,
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_threefold_repetition(library: str, sequence: str) -> None:
    expected = ENDS[library][list(SEQUENCES).index(sequence)]
    for ply, over in enumerate(LIBRARIES[library](SEQUENCES[sequence]), 1):
        assert over == (ply == expected)
        if over:
            return
    pytest.fail("the game did not end")


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_presets_end_where_the_programs_do(sequence: str) -> None:
    moves, n = SEQUENCES[sequence], list(SEQUENCES).index(sequence)
    for rules, library in [
        ("lc0", "enroque"),
        ("alphazero", "enroque"),
        ("pettingzoo", "PettingZoo"),
    ]:
        over = list(by_enroque(moves[: ENDS[library][n]], rules))
        assert over == [False] * (len(over) - 1) + [True]


def test_limits_of_plies() -> None:
    """lc0 and AlphaZero draw long games; nothing is truncated unless `max_plies` says so."""
    for rules, limit in [("lc0", 450), ("alphazero", 512)]:
        never = dataclasses.replace(
            RuleSet.named(rules), automatic_repetitions=None, automatic_draw_plies=None
        )
        assert never.max_plies == limit
        wall = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1"  # dead, which material does not show
        arena = Arena(4, start=wall, rules=never, autoreset="disabled", seed=1)
        for ply in range(1, limit + 1):
            step = arena.step(arena.sample())
            assert step.terminated.tolist() == [ply == limit] * 4
        assert set(step.termination.tolist()) == {Termination.ADJUDICATION.value}
        assert not step.truncated.any()
        assert step.white_result.tolist() == [0] * 4
        outcome = arena.board(0).outcome(rules=never)
        assert outcome is not None
        assert outcome.termination is Termination.ADJUDICATION
        arena = Arena(1, start=wall, rules=never, max_plies=30, seed=1)
        for _ in range(30):
            step = arena.step(arena.sample())
        assert step.truncated.tolist() == [True]
    assert RuleSet.named("pettingzoo").max_plies is None
    assert Arena(2, rules="lc0").playouts(4, seed=1).plies.max() <= 4 * 450


def shuffling(rng: random.Random, moves: list[int], last: int | None) -> int:
    """A random move, often one that takes back the player's last move."""
    if last is not None and rng.random() < 0.5:
        back = (last & 63) << 6 | last >> 6 & 63
        if back in moves:
            return back
    return rng.choice(moves)


STARTS = ["4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "8/8/8/3k4/8/8/3n4/R3K3 w Q - 90 80"]


def test_claims_with_a_move_are_those_of_python_chess() -> None:
    """`rules="pettingzoo"` against `can_claim_draw`, which PettingZoo calls, at every ply."""
    rng = random.Random(4)
    count, ends = 24, dict.fromkeys(["THREEFOLD_REPETITION", "FIFTY_MOVES"], 0)
    starts: Any = [(1, "standard"), (1, "chess960"), (3, STARTS)]
    arena = Arena(count, start=starts, rules="pettingzoo", autoreset="disabled", seed=4)
    boards = [chess.Board(arena.board(n).fen(), chess960=True) for n in range(count)]
    last: list[list[int]] = [[] for _ in range(count)]
    for _ in range(400):
        moves, offsets = arena.legal_moves()
        actions = []
        for n in range(count):
            legal = moves[offsets[n] : offsets[n + 1]].tolist()
            own = last[n][-2] if len(last[n]) > 1 else None
            actions.append(shuffling(rng, legal, own))
            last[n].append(actions[-1])
        step = arena.step(actions, policy="moves")
        for n, (board, bits) in enumerate(zip(boards, actions, strict=True)):
            promotion = bits >> 12
            board.push(chess.Move(bits & 63, bits >> 6 & 63, promotion + 1 if promotion else None))
            material = board.is_insufficient_material()
            over = not any(board.legal_moves) or material or board.can_claim_draw()
            assert bool(step.terminated[n]) == over, (board.fen(), board.move_stack)
            if not over:
                continue
            theirs = board.outcome(claim_draw=True)
            assert theirs is not None
            name = Termination(step.termination[n]).name
            assert theirs.termination.name == name
            ends[name] = ends.get(name, 0) + 1
            ours = enroque.Board(board.root().fen(), chess960=True)
            for move in board.move_stack:
                assert ours.outcome(rules="pettingzoo") is None
                ours.push_uci(move.uci())
            outcome = ours.outcome(rules="pettingzoo")
            assert outcome is not None
            assert outcome.termination.name == name
        finished = np.flatnonzero(arena.over)
        arena.reset(finished)
        for n in finished:
            boards[n] = chess.Board(arena.board(n).fen(), chess960=True)
            last[n] = []
    assert min(ends["THREEFOLD_REPETITION"], ends["FIFTY_MOVES"]) > 30, ends


@pytest.mark.parametrize("kind", ["standard", "chess960"])
def test_games_end_as_in_open_spiel(kind: str) -> None:
    """Every ply of random games: the same legal actions and the same end."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("chess(chess960=true)" if kind == "chess960" else "chess")
    rng = random.Random(1)
    count, ended, draws = 8, 0, 0
    arena = Arena(count, start=kind, rules=MATERIAL, autoreset="disabled", seed=1)
    states = [started(game, arena.board(n)) for n in range(count)]
    last: list[list[int]] = [[] for _ in range(count)]
    while ended < 24:
        indices, offsets = arena.legal_indices("openspiel")
        moves, _ = arena.legal_moves()
        actions = []
        for n, state in enumerate(states):
            ours = slice(offsets[n], offsets[n + 1])
            assert sorted(indices[ours].tolist()) == state.legal_actions()
            own = last[n][-2] if len(last[n]) > 1 else None
            bits = shuffling(rng, moves[ours].tolist(), own)
            last[n].append(bits)
            actions.append(int(indices[ours][moves[ours].tolist().index(bits)]))
            state.apply_action(actions[-1])
        step = arena.step(actions, policy="openspiel")
        for n, state in enumerate(states):
            assert state.is_terminal() == bool(step.terminated[n]), str(state)
            if state.is_terminal():
                # OpenSpiel's player 0 is Black
                assert state.returns()[1] == step.white_result[n]
                ended += 1
                draws += step.termination[n] == Termination.THREEFOLD_REPETITION.value
        over = np.flatnonzero(arena.over)
        arena.reset(over)
        for n in over:
            states[n] = started(game, arena.board(n))
            last[n] = []
    assert draws > 3


def started(game: Any, board: enroque.Board) -> Any:
    """The state of OpenSpiel at the start position of a board."""
    state = game.new_initial_state()
    if state.is_chance_node():
        number = board.chess960_pos()
        assert number is not None
        for action, _ in state.chance_outcomes():
            child = state.child(action)
            if str(child).split()[0] == board.board_fen():
                return child
        pytest.fail(f"OpenSpiel has no start position {number}")
    return state


def test_games_end_as_in_petting_zoo() -> None:
    chess_v6 = pytest.importorskip("pettingzoo.classic.chess.chess")
    rng = random.Random(2)
    for seed in range(3):
        env = chess_v6.env()
        env.reset(seed=seed)
        arena = Arena(1, rules="pettingzoo", policy="pettingzoo", autoreset="disabled", seed=seed)
        last: list[int] = []
        while True:
            observation, _, over, _, _ = env.last()
            if over:
                break
            np.testing.assert_array_equal(
                arena.legal_mask(dtype="uint8")[0], observation["action_mask"]
            )
            moves, _ = arena.legal_moves()
            indices, _ = arena.legal_indices()
            own = last[-2] if len(last) > 1 else None
            last.append(shuffling(rng, moves.tolist(), own))
            action = int(indices[moves.tolist().index(last[-1])])
            player = env.agent_selection
            env.step(action)
            step = arena.step([action])
            assert bool(step.terminated[0]) == env.terminations[player]
            if step.terminated[0]:
                assert env._cumulative_rewards[player] == step.rewards[0]
