"""`Arena`: games in progress, compared with python-chess, with `Board` and with `Games`."""

import dataclasses
import io
import pickle
import random
import signal
import threading
from typing import Any

import chess
import numpy as np
import pytest
from numpy.typing import NDArray

import enroque
from encoding_samples import FEATURES, PLANES, POLICIES, RECORDS, TOKENS
from enroque import Arena, Board, Games, Termination
from enroque.errors import (
    ArgumentError,
    ArrayError,
    FenError,
    IllegalMoveError,
    OutOfRangeError,
)

ENDING = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
MIXTURE: list[tuple[float, Any]] = [
    (2, "standard"),
    (2, "chess960"),
    (1, "double_chess960"),
    (2, [ENDING, "8/8/8/3k4/8/8/8/R3K3 w Q - 90 80", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"]),
]


def play(arena: Arena, plies: int) -> None:
    """Plays random moves."""
    for _ in range(plies):
        arena.step(arena.sample())


def expected_outcome(board: chess.Board) -> tuple[int, bool | None] | None:
    """The end by threefold repetition and fifty moves on the board, without dead positions."""
    if not any(board.generate_legal_moves()):
        if board.is_check():
            return Termination.CHECKMATE.value, not board.turn
        return Termination.STALEMATE.value, None
    if board.is_insufficient_material():
        return Termination.INSUFFICIENT_MATERIAL.value, None
    if board.halfmove_clock >= 100:
        return Termination.FIFTY_MOVES.value, None
    if board.is_repetition(3):
        return Termination.THREEFOLD_REPETITION.value, None
    return None


def check_against_python_chess(games: int, seed: int) -> dict[int, int]:
    """Plays random games to their ends; returns how many ended for each reason."""
    count = 64
    arena = Arena(count, start=MIXTURE, autoreset="disabled", seed=seed)
    boards = [chess.Board(arena.board(n).fen(), chess960=True) for n in range(count)]
    rng = random.Random(seed)
    ends: dict[int, int] = {}
    while sum(ends.values()) < games:
        moves, offsets = arena.legal_moves()
        legal = [moves[offsets[n] : offsets[n + 1]].tolist() for n in range(count)]
        actions = []
        for n, board in enumerate(boards):
            theirs = {m.from_square | m.to_square << 6 | _promotion(m) for m in board.legal_moves}
            assert set(legal[n]) == theirs, board.fen()
            assert arena_row(arena, n) == (board.turn, board.halfmove_clock)
            actions.append(rng.choice(legal[n]))
        step = arena.step(actions, policy="moves")
        over = []
        for n, (board, action) in enumerate(zip(boards, actions, strict=True)):
            player = board.turn
            board.push(_move(action))
            expected = expected_outcome(board)
            if step.termination[n] == Termination.DEAD_POSITION.value:
                # not known to python-chess: Board decides by itself
                assert expected in (None, (Termination.INSUFFICIENT_MATERIAL.value, None)) or (
                    expected[1] is None
                )
                assert Board(board.fen()).is_dead_position()
                expected = Termination.DEAD_POSITION.value, None
            if expected is None:
                assert not step.terminated[n], (board.fen(), step.termination[n])
                assert step.rewards[n] == 0
                assert step.white_result[n] == -128
                continue
            assert step.terminated[n], board.fen()
            assert step.termination[n] == expected[0], board.fen()
            winner = expected[1]
            reward = 0 if winner is None else 1 if winner == player else -1
            assert step.rewards[n] == reward
            assert step.white_result[n] == (reward if player else -reward)
            ends[expected[0]] = ends.get(expected[0], 0) + 1
            over.append(n)
        if over:
            assert np.flatnonzero(arena.over).tolist() == over
            arena.reset(over)
            for n in over:
                boards[n] = chess.Board(arena.board(n).fen(), chess960=True)
    return ends


def arena_row(arena: Arena, n: int) -> tuple[bool, int]:
    """The side to move and the half-move clock of a game, from arrays that a step leaves alone."""
    board = arena.board(n)
    return board.turn, board.halfmove_clock


def _promotion(move: chess.Move) -> int:
    return (move.promotion - 1) << 12 if move.promotion else 0


def _move(bits: int) -> chess.Move:
    promotion = bits >> 12
    return chess.Move(bits & 63, bits >> 6 & 63, promotion + 1 if promotion else None)


def test_random_games_agree_with_python_chess() -> None:
    ends = check_against_python_chess(150, 1)
    reasons = {Termination(value).name for value in ends}
    assert {"CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "FIFTY_MOVES"} <= reasons


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_many_random_games_agree_with_python_chess() -> None:
    check_against_python_chess(5000, 2)


def test_arrays_are_those_of_the_finished_games() -> None:
    """For every encoding."""
    arena = Arena(24, start=MIXTURE, seed=4, autoreset="disabled", record=True)
    play(arena, 3)
    for plies in (0, 1, 5, 9, 40):
        play(arena, plies)
        slots = np.flatnonzero(~arena.over)
        games = as_games(arena)
        ply = games.plies[slots].astype(np.int32)
        for encoding in [*PLANES, enroque.Encoding("lc0", format=4), deep()]:
            ours = arena.planes(encoding, games=slots)
            np.testing.assert_array_equal(ours, games.planes(encoding, slots, ply))
            dtype = encoding.dtypes[-1]
            out = np.zeros(ours.shape, dtype)
            assert arena.planes(encoding, games=slots, dtype=dtype, out=out, threads=1) is out
            np.testing.assert_array_equal(out, games.planes(encoding, slots, ply, dtype=dtype))
            for a, b in zip(
                arena.planes_bits(encoding, games=slots),
                games.planes_bits(encoding, slots, ply),
                strict=True,
            ):
                np.testing.assert_array_equal(a, b)
        for policy in POLICIES:
            options: dict[str, Any] = {"on_unsupported": "mask"}
            ours = arena.legal_mask(policy, games=slots, **options)
            np.testing.assert_array_equal(ours, games.legal_mask(policy, slots, ply, **options))
            bits = arena.legal_mask(policy, games=slots, dtype="bits", **options)
            packed = np.packbits(ours, axis=1, bitorder="little")
            np.testing.assert_array_equal(bits, packed)
            # also of moves without an index, such as underpromotions in "from_to"
            for a, b in zip(
                arena.legal_indices(policy, games=slots, **options),
                games.legal_indices(policy, slots, ply, **options),
                strict=True,
            ):
                np.testing.assert_array_equal(a, b)
        few = {"on_unsupported": "mask"}
        for tokens in TOKENS:
            ours = arena.tokens(tokens, games=slots, **few)
            np.testing.assert_array_equal(ours, games.tokens(tokens, slots, ply, **few))
        for features in FEATURES:
            ours = arena.features(features, games=slots, **few)
            np.testing.assert_array_equal(ours, games.features(features, slots, ply, **few))
        for kind in RECORDS:
            ours = arena.records(kind, games=slots, **few)
            theirs = games.records(kind, slots, ply, **few)
            np.testing.assert_array_equal(ours, theirs)


def deep() -> enroque.Encoding:
    """Planes that look back further than a game in progress stores positions."""
    encoding = enroque.Encoding("composed", parts="pieces pieces@3 repetitions@20 pieces@30")
    assert isinstance(encoding, enroque.Encoding)
    return encoding


def as_games(arena: Arena) -> Games:
    """The games in progress, read from PGN."""
    texts = []
    for n in range(len(arena)):
        board = arena.board(n)
        game = enroque.pgn.Game.from_board(board)
        texts.append(str(game))
    return Games.from_pgn("\n\n".join(texts).encode())


def test_taken_games_are_those_that_were_played() -> None:
    arena = Arena(32, start=MIXTURE, seed=5, autoreset="same_step", max_plies=300)
    played: list[list[int]] = [[] for _ in range(32)]
    ended = []
    for _ in range(900):
        actions = arena.sample(policy="moves")
        for moves, action in zip(played, actions.tolist(), strict=True):
            moves.append(action)
        step = arena.step(actions, policy="moves")
        for n in np.flatnonzero(step.terminated | step.truncated):
            ended.append((played[n], int(step.white_result[n])))
            played[n] = []
    games = arena.pop_games()
    assert len(games) == len(ended) > 50
    for game, (moves, result) in zip(games, ended, strict=True):
        begin, end = games.offsets[game.index], games.offsets[game.index + 1]
        assert games.moves[begin:end].tolist() == moves
        assert games.result[game.index] == result
    assert len(arena.pop_games()) == 0
    truncated = [game for game in games if game.headers["Termination"] == "unterminated"]
    assert truncated
    assert all(len(game) == 300 for game in truncated)
    assert all(game.result == "*" for game in truncated)


RULES = [
    # the moves, and the ply after which the third occurrence is on the board
    ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 8),
    ("e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", 9),
]


@pytest.mark.parametrize(("text", "ply"), RULES)
def test_repetition_ends_on_the_board(text: str, ply: int) -> None:
    """SELFPLAY's table: the third occurrence counts when it is on the board.

    pgx 2.6 never counts the start position, bulletchess and pgx count an en-passant square that
    no pawn can capture on, and PettingZoo ends a ply early, since python-chess's claims include
    one with a move.
    """
    board, arena = Board(), Arena(1)
    early = None
    for number, san in enumerate(text.split(), 1):
        board.push_san(san)
        if early is None and board.outcome(claim_draw=True):
            early = number
        move = board.peek()
        step = arena.step([move.from_square | move.to_square << 6], policy="moves")
        assert bool(step.terminated[0]) == (number == ply)
        outcome = board.outcome(rules="engine")
        assert (outcome is not None) == (number == ply)
        assert board.is_game_over(rules="engine") == (number == ply)
        assert board.result(rules="engine") == ("1/2-1/2" if number == ply else "*")
    assert early == ply - 1
    assert outcome is not None
    assert outcome.termination is Termination.THREEFOLD_REPETITION


def test_dead_positions_end_the_game() -> None:
    """FIDE 5.2.2: no player can mate through the wall. python-chess, OpenSpiel and pgx go on."""
    wall = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/3r4/8 w - - 0 1"
    arena = Arena(1, start=wall)
    board = arena.board(0)
    move = board.parse_san("Kxd2")
    step = arena.step([move.from_square | move.to_square << 6], policy="moves")
    assert Termination(int(step.termination[0])) is Termination.DEAD_POSITION
    chess_board = chess.Board(wall)
    chess_board.push_san("Kxd2")
    assert chess_board.outcome() is None


def test_threads_and_seeds() -> None:
    def play_all(threads: int, seed: int = 7) -> tuple[Any, ...]:
        arena = Arena(1100, start=MIXTURE, autoreset="same_step", seed=seed)
        logits = np.random.default_rng(1).normal(size=(1100, 1858)).astype(np.float32)
        for _ in range(80):
            actions = arena.sample(logits, threads=threads)
            arena.step(actions, threads=threads)
        planes = arena.planes("lc0", dtype="uint8", threads=threads)
        mask = arena.legal_mask(threads=threads)
        playouts = arena.playouts(1, seed=2, threads=threads)
        arrays = (mask, planes, *playouts)
        return arena.pop_games(), *(array.tobytes() for array in arrays)

    assert play_all(1) == play_all(2) == play_all(7)
    assert play_all(1)[0] != play_all(1, seed=8)[0]


def test_reset_with_a_seed() -> None:
    arena = Arena(8, start="chess960", seed=1)
    starts = [arena.board(n).fen() for n in range(8)]
    play(arena, 30)
    arena.reset(seed=1)
    assert [arena.board(n).fen() for n in range(8)] == starts
    assert arena.game.tolist() == list(range(8))
    arena.reset([2, 5])
    assert arena.game.tolist() == [0, 1, 10, 3, 4, 13, 6, 7]
    mask = np.zeros(8, bool)
    mask[0] = True
    arena.reset(mask)
    assert arena.game.tolist()[0] == 8


def test_starts() -> None:
    games = enroque.data.example_games()
    arena = Arena(len(games), start=games, start_order="in_turn")
    for n in range(len(games)):
        assert arena.board(n).fen() == games[n].board(0).fen()
    book = (games, [0, 1, 2], [4, 8, 10])
    arena = Arena(6, start=book, start_order="in_turn", pairs=True)
    fens = [arena.board(n).fen() for n in range(6)]
    assert fens == [games[n].board(ply).fen() for n, ply in [(0, 4), (1, 8), (2, 10)] for _ in "ab"]
    arena = Arena(3, start=[enroque.chess960.position(5), ENDING], start_order="in_turn")
    assert arena.board(0) == enroque.chess960.position(5)
    assert arena.board(1).fen() == ENDING
    assert all(enroque.chess960.numbers(b.board(0)) for b in [Arena(1, start="double_chess960")])
    for start, kind, words in [
        ("chess690", ValueError, "unknown start 'chess690'"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", FenError, "king"),
        ([], ArgumentError, "empty"),
        ([(0, "standard")], ArgumentError, "not all 0"),
        ([(-1, "standard"), (2, "chess960")], ArgumentError, "0 or more"),
        ((games, [0], [900]), OutOfRangeError, "no position of game 0 at ply 900"),
        ((games, [0, 1], [1]), ArrayError, "game has 2 entries, ply has 1"),
        (5, TypeError, "start must be"),
        ([5], TypeError, "FEN or a Board"),
    ]:
        with pytest.raises(kind, match=words):
            Arena(2, start=start)  # type: ignore[arg-type]


def test_sampling() -> None:
    arena = Arena(2000, seed=3)
    policy = enroque.Policy("lc0")
    e4, d4 = (policy_index(policy, san) for san in ("e4", "d4"))
    logits = np.full((2000, 1858), -np.inf, np.float32)
    logits[:, e4], logits[:, d4] = np.log(3.0), 0.0
    actions = arena.sample(logits)
    assert set(actions.tolist()) == {e4, d4}
    assert 1400 < (actions == e4).sum() < 1600  # 1500 expected, 19 the standard deviation
    np.testing.assert_array_equal(arena.sample(logits), actions)
    assert (arena.sample(logits, temperature=0) == e4).all()
    cold = arena.sample(logits, temperature=0.5)  # odds of 9 to 1
    assert 1740 < (cold == e4).sum() < 1860
    weights = np.exp(logits)
    np.testing.assert_array_equal(arena.sample(weights=weights), actions)
    values, offsets = arena.legal_indices()
    ragged = np.take_along_axis(logits, values.reshape(2000, 20), 1).ravel()
    np.testing.assert_array_equal(arena.sample((ragged, offsets)), actions)
    priors = arena.priors(logits)
    assert priors.dtype == np.float32
    assert priors.shape == values.shape
    np.testing.assert_allclose(priors[values == e4], 0.75, rtol=1e-6)
    np.testing.assert_allclose(priors.reshape(2000, 20).sum(1), 1, rtol=1e-5)
    assert arena.priors(logits, temperature=0).sum() == 2000
    legal = arena.sample(policy="legal")
    assert legal.min() == 0
    assert legal.max() == 19
    bad = logits.copy()
    bad[7, e4] = np.nan
    for arguments, kind, words in [
        ({"logits": bad}, ArrayError, "the score NaN of the move e2e4 of game 7"),
        ({"logits": np.full((2000, 1858), -np.inf)}, ArrayError, "no legal move of game 0"),
        ({"weights": -weights}, ArrayError, "impossible"),
        ({"weights": np.zeros((2000, 1858))}, ArrayError, "no legal move of game 0"),
        ({"logits": logits[:5]}, ArrayError, r"must have shape \(2000, 1858\), not \(5, 1858\)"),
        (
            {"logits": (ragged, offsets[:-1])},
            ArrayError,
            r"must have shape \(2001,\), not \(2000,\)",
        ),
        ({"logits": (ragged, offsets + 1)}, ArrayError, "game 0 has 20 legal moves"),
        ({"logits": logits, "temperature": -1.0}, ArgumentError, "temperature"),
        ({"logits": logits, "temperature": float("nan")}, ArgumentError, "temperature"),
        ({"logits": logits, "weights": weights}, ArgumentError, "not both"),
        ({"logits": logits, "policy": "legal"}, ArgumentError, "need a policy"),
        ({"logits": np.array(["a"])}, ArrayError, "numbers"),
    ]:
        with pytest.raises(kind, match=words):
            arena.sample(**arguments)
    assert arena.ply.max() == 0


def policy_index(policy: enroque.Policy, san: str) -> int:
    board = Board()
    return board.policy_index(policy, board.parse_san(san))


def test_wrong_arguments_change_nothing() -> None:
    arena = Arena(3, seed=1)
    play(arena, 5)
    before = state(arena)
    zeros = np.zeros(3, np.int64)
    for call, kind, words in [
        (lambda: arena.step([1.5, 0, 0]), ArrayError, "integers"),
        (lambda: arena.step([0, 0], policy="legal"), ArrayError, r"shape \(3,\), not \(2,\)"),
        (lambda: arena.step([0, 0, 999], policy="legal"), IllegalMoveError, "999 of game 2"),
        (lambda: arena.step([-2, 0, 0], policy="legal"), IllegalMoveError, "-2 of game 0"),
        (lambda: arena.step(zeros, policy="moves"), IllegalMoveError, "game 0"),
        (lambda: arena.step(zeros, policy="nothing"), ArgumentError, "nothing"),
        (lambda: arena.step([0], policy="legal", games=[3]), OutOfRangeError, "game 3"),
        (lambda: arena.step([0], policy="legal", games=[-1]), OutOfRangeError, "game -1"),
        (lambda: arena.step([0, 0], policy="legal", games=[1, 1]), ArrayError, "game 1 occurs twi"),
        (
            lambda: arena.step([0], policy="legal", games=[True]),
            ArrayError,
            "games as a mask must have",
        ),
        (lambda: arena.step(zeros, policy="legal", threads=0), ArgumentError, "threads"),
        (lambda: arena.step(zeros, on_illegal="ignore"), ArgumentError, "on_illegal"),
        (lambda: arena.planes("nothing"), ArgumentError, "nothing"),
        (lambda: arena.planes("lc0", out=np.zeros((2, 112, 8, 8), "f4")), ArrayError, "shape"),
        (lambda: arena.legal_mask(out=np.zeros((3, 1858), "f8")), ArrayError, "dtype"),
        (lambda: arena.board(3), OutOfRangeError, "game 3"),
        (lambda: arena.reset([0], seed=1), ArgumentError, "seed restarts all games"),
        (lambda: arena.playouts(0), ArgumentError, "count must be"),
    ]:
        with pytest.raises(kind, match=words):
            call()
        assert state(arena) == before
    for arguments, words in [
        ({"num_games": 0}, "num_games must be from 1"),
        ({"num_games": -1}, "num_games must be from 1"),
        ({"num_games": 2**40}, "num_games must be from 1"),
        ({"num_games": 1, "max_plies": 0}, "max_plies must be 1 or more, not 0"),
        ({"num_games": 1, "autoreset": "always"}, "autoreset"),
        ({"num_games": 1, "rules": "fide"}, "rules must be one of"),
        ({"num_games": 1, "seed": -1}, "a seed must be"),
    ]:
        with pytest.raises(ValueError, match=words):
            Arena(**arguments)


def state(arena: Arena) -> list[Any]:
    return [
        array.tolist() for array in (arena.zobrist_key, arena.ply, arena.game, arena.legal_count)
    ]


def test_columns() -> None:
    arena = Arena(50, start=MIXTURE, seed=2, autoreset="disabled")
    play(arena, 60)
    for n in range(50):
        board = arena.board(n)
        assert arena.turn[n] == board.turn
        assert arena.ply[n] == len(board.move_stack)
        assert arena.halfmove_clock[n] == board.halfmove_clock
        assert arena.check[n] == board.is_check()
        assert arena.zobrist_key[n] == board.hash()
        assert board.is_repetition(int(arena.repetitions[n]))
        assert not board.is_repetition(int(arena.repetitions[n]) + 1)
        over = board.is_game_over(rules="engine")
        assert arena.over[n] == over
        assert arena.legal_count[n] == (0 if over else board.legal_moves.count())


def test_board_planes_do_not_depend_on_the_length_of_the_game() -> None:
    """They are those of a board with the whole history: checked against the games read from PGN."""
    arena = Arena(6, start=MIXTURE, seed=8, autoreset="disabled")
    for plies in (0, 7, 8, 9, 100):
        play(arena, plies)
        games = as_games(arena)
        for encoding in [*PLANES, deep()]:
            expected: NDArray[Any] = games.planes(encoding, range(6), games.plies)
            for n in range(6):
                np.testing.assert_array_equal(arena.board(n).planes(encoding), expected[n])


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_saved_state_goes_on_bit_for_bit(autoreset: str) -> None:
    options: dict[str, Any] = {"start": MIXTURE, "seed": 11, "autoreset": autoreset}
    arena = Arena(40, **options)
    play(arena, 150)
    if autoreset == "disabled":
        live = np.flatnonzero(~arena.over)
        arena.step([999] * len(live), policy="legal", on_illegal="lose", games=live)
    saved = pickle.loads(pickle.dumps(arena.state_dict()))
    other = Arena(40, **options | {"seed": 5})
    other.load_state_dict(saved)
    for _ in range(2):
        assert state(other) == state(arena)
        np.testing.assert_array_equal(other.over, arena.over)
        np.testing.assert_array_equal(other.repetitions, arena.repetitions)
        for encoding in PLANES:
            np.testing.assert_array_equal(other.planes(encoding), arena.planes(encoding))
        for one in (arena, other):
            play(one, 100)
    assert other.pop_games() == arena.pop_games()


def test_states_that_are_none() -> None:
    arena = Arena(3, seed=1)
    play(arena, 10)
    saved = arena.state_dict()
    before = state(arena)
    moves = saved["moves"].copy()
    moves[4] = 0x0FC0  # a1 to h8
    for change, words in [
        ({"version": 2}, "version must be 1, not 2"),
        ({"moves": moves}, "which is not legal there"),
        ({"moves": saved["moves"][:5]}, "offsets are not those of the moves"),
        ({"offsets": saved["offsets"][:2]}, "differ in length"),
        ({"starts": saved["starts"][:1]}, "differ in length"),
        ({"starts": ["8/8/8/8/8/8/8/8 w - - 0 1"] * 3}, "king"),
    ]:
        with pytest.raises(ValueError, match=words):
            arena.load_state_dict(saved | change)
        assert state(arena) == before
    with pytest.raises(ValueError, match='"seed" is missing'):
        arena.load_state_dict({"version": 1})
    with pytest.raises(ValueError, match="the state has 3 games, but the arena has 4"):
        Arena(4).load_state_dict(saved)


def test_playouts_end_and_can_be_interrupted() -> None:
    """Rules without draws never end a game in which the kings are walled in."""
    endless = dataclasses.replace(
        enroque.rules.RuleSet.named("fide2009"), name="fide2009", winnability="material"
    )
    arena = Arena(1, start="8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", rules=endless)
    results = arena.playouts(1, rules=endless, seed=1)
    assert results.plies[0] == 16384
    assert results.value[0] == 0
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        arena.playouts(2**31, rules=endless, seed=1)
    timer.join()


def test_playouts_are_independent_of_their_number() -> None:
    arena = Arena(3, seed=1)
    many = arena.playouts(50, seed=4, max_plies=40)
    few = [arena.playouts(50, seed=4, max_plies=40, games=[n]) for n in range(3)]
    np.testing.assert_array_equal(many.plies, [result.plies[0] for result in few])


def test_pgn_of_games_has_the_seven_tags() -> None:
    arena = Arena(3, seed=5)
    for _ in range(600):
        arena.step(arena.sample())
    games = arena.pop_games(unfinished=True)
    assert len(games) > 4
    text = io.StringIO()
    games.to_pgn(text)
    names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    for game, written in zip(games, text.getvalue().split("[Event ")[1:], strict=True):
        lines = ("[Event " + written).splitlines()
        assert [line.split(" ")[0][1:] for line in lines[:7]] == names
        result = str(game.result)
        assert lines[6] == f'[Result "{result}"]'
        assert written.rstrip().endswith(result)
    assert Games.from_pgn(text.getvalue().encode()).warning_count == 0
