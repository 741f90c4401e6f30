"""`Puct(solve=True)`: proofs and results, beside a checker that uses python-chess."""

import dataclasses
from typing import Any

import chess
import numpy as np
import pytest

from enroque import Arena, Gumbel, Puct, TreeSearch
from hashed_network import LC0, arena_of, evaluate, rows

POSITIONS: dict[str, tuple[float, int]] = {
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1": (1, 1),
    "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1": (1, 1),
    "7k/6pp/7N/8/8/8/Q7/K7 w - - 0 1": (1, 3),
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": (1, 3),
    "kbK5/pp6/RP6/8/8/8/8/8 b - - 1 1": (-1, 2),
    "k7/8/1K6/8/8/8/8/7R b - - 0 1": (-1, 2),
    "8/8/8/8/8/1k6/8/K6r w - - 0 1": (-1, 0),
    "k7/P7/8/K7/8/8/8/8 b - - 99 90": (0, 1),
    "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80": (0, 1),
    "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80": (0, 2),
    "5k2/5P2/4K3/8/8/8/8/8 w - - 99 90": (0, 1),
}
"""Proven values for the side to move, and the plies that prove them."""

ALGORITHMS = {
    "alphazero": Puct(solve=True),
    "lc0": dataclasses.replace(Puct.named("lc0"), solve=True),
    "katago": dataclasses.replace(Puct.named("katago"), solve=True),
    "loss": Puct(solve=True, fpu="parent", in_flight="loss", noise_fraction=0),
}


def value_of_end(board: chess.Board) -> int | None:
    """The value of the end of a game for the side to move."""
    if board.is_checkmate():
        return -1
    drawn = board.is_stalemate() or is_dead(board) or board.is_repetition(3)
    return 0 if drawn or board.halfmove_clock >= 100 else None


def is_dead(board: chess.Board) -> bool:
    """Whether no mate is possible, if need be because the last piece must be captured."""
    return board.is_insufficient_material() or all(
        is_dead_after(board, move) for move in board.legal_moves
    )


def is_dead_after(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.is_insufficient_material()


def solved(board: chess.Board, plies: int) -> int | None:
    """The value that all continuations of some plies prove."""
    end = value_of_end(board)
    if end is not None or plies == 0:
        return end
    values = []
    for move in board.legal_moves:
        board.push(move)
        value = solved(board, plies - 1)
        board.pop()
        if value == -1:
            return 1
        values.append(value)
    known = [-value for value in values if value is not None]
    return max(known) if len(known) == len(values) else None


def searched(arena: Arena, algorithm: Any, simulations: int, leaves: int = 1) -> TreeSearch:
    search = TreeSearch(arena, algorithm, simulations=simulations, seed=1)
    search.begin()
    search.run(evaluate, leaves=leaves)
    return search


def move_of(bits: int, board: chess.Board) -> chess.Move:
    """A move of a tree, without castling, which these positions do not have."""
    promotion = {1: chess.KNIGHT, 2: chess.BISHOP, 3: chess.ROOK, 4: chess.QUEEN}.get(bits >> 12)
    move = chess.Move(bits & 63, bits >> 6 & 63, promotion)
    assert board.is_legal(move)
    return move


def proofs(search: TreeSearch, game: int) -> tuple[float | None, dict[chess.Move, float]]:
    """The proven values of a root and of its moves, by a proof of each node of a tree."""
    tree, board = search.tree(game), search.arena.board(game)
    boards = [chess.Board(board.root().fen())]
    for move in board.move_stack:
        boards[0].push_uci(move.uci())
    children: list[list[int]] = [[] for _ in tree.parent]
    moves: list[Any] = [None]
    for node, parent in list(enumerate(tree.parent.tolist()))[1:]:
        children[parent].append(node)
        moves.append(move_of(int(tree.move[node]), boards[parent]))
        boards.append(boards[parent].copy())
        boards[-1].push(moves[-1])
    proven: dict[int, float] = {}
    for node in reversed(range(len(boards))):
        value = value_of_end(boards[node])
        values = [-proven[child] for child in children[node] if child in proven]
        if value is None and values:
            is_whole = len(values) == boards[node].legal_moves.count()
            value = int(max(values)) if max(values) == 1 or is_whole else None
        if node:
            assert tree.end[node] == (value is not None), boards[node].fen()
        if value is not None:
            proven[node] = value
            assert tree.value[node] == (-value if node else value)
    return proven.get(0), {moves[n]: -proven[n] for n in children[0] if n in proven}


def assert_results(search: TreeSearch) -> int:
    """Checks that all results agree with the proofs; returns the number of games proven."""
    columns = [rows(c) for c in (search.policy(), search.qvalues(), search.visits())]
    chosen = np.stack([search.actions(t) for t in (0.0, 0.3, 1.0, 50.0)])
    count = 0
    for game, (policy, qvalues, visits) in enumerate(zip(*columns, strict=True)):
        board = search.arena.board(game)
        value, of_moves = proofs(search, game)
        legal = [chess.Move.from_uci(move.uci()) for move in board.legal_moves]
        proven = np.array([of_moves.get(move, np.nan) for move in legal])
        np.testing.assert_array_equal(qvalues[~np.isnan(proven)], proven[~np.isnan(proven)])
        allowed = proven == value if value is not None else proven != -1
        assert policy.sum() == pytest.approx(1)
        assert (policy[~allowed] == 0).all(), board.fen()
        if (visits[allowed] == 0).all():
            assert (policy[allowed] > 0).any()
        moves = [board.policy_move("lc0", int(action)).uci() for action in chosen[:, game]]
        assert {move.uci() for move, ok in zip(legal, allowed, strict=True) if ok} >= set(moves)
        if value is not None:
            count += 1
            assert search.value[game] == value
            assert search.wdl[game].tolist() == [value == 1, value == 0, value == -1]
            line = search.line(game)
            assert board.san(board.parse_san(line[0])) == line[0]
        else:
            assert abs(search.value[game]) < 1
    return count


@pytest.mark.parametrize("leaves", [1, 5])
@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_positions(algorithm: Any, leaves: int) -> None:
    boards = [chess.Board(fen) for fen in POSITIONS]
    assert [solved(b, n) for b, (_, n) in zip(boards, POSITIONS.values(), strict=True)] == [
        value for value, _ in POSITIONS.values()
    ]
    fens = [fen for fen, (_, plies) in POSITIONS.items() if plies]
    search = searched(arena_of(fens), algorithm, 20_000, leaves)
    assert (search.simulations < 20_000).all()
    assert search.value.tolist() == [POSITIONS[fen][0] for fen in fens]
    assert assert_results(search) == len(fens)
    search.note()
    search.arena.step(search.actions(1.0))
    games = search.arena.pop_games(unfinished=True)
    order = [int(game.headers["Round"]) - 1 for game in games]
    assert games.search_values.tolist() == search.value[order].tolist()
    np.testing.assert_array_equal(games.search_wdl, search.wdl[order])


@pytest.mark.parametrize("simulations", [1, 2, 30, 400])
@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_random_endgames(algorithm: Any, simulations: int) -> None:
    """Every proof, and no other, of trees of any size."""
    rng = np.random.default_rng(simulations)
    fens: list[str] = []
    while len(fens) < 24:
        board = chess.Board(None)
        pieces = ["K", "k", *rng.choice(list("QRRNPqrnp"), 3)]
        for square, piece in zip(rng.permutation(64)[:5], pieces, strict=True):
            board.set_piece_at(int(square), chess.Piece.from_symbol(piece))
        board.turn, board.halfmove_clock = bool(rng.integers(2)), int(rng.choice([0, 97]))
        if board.is_valid() and value_of_end(board) is None:
            fens.append(board.fen())
    search = searched(arena_of(fens), algorithm, simulations, 1 + simulations // 100)
    proven = assert_results(search)
    assert simulations < 400 or 0 < proven < 24


def test_repetitions() -> None:
    """A third occurrence proves a draw, of the move and of the positions above it."""
    arena = arena_of(["6k1/8/8/8/8/8/1q6/7K b - - 10 60"])
    for uci in ["b2b3", "h1g1", "b3b2", "g1h1", "b2b3", "h1g1", "b3b2"]:
        board = arena.board(0)
        arena.step([board.policy_index("lc0", board.parse_uci(uci))])
    search = searched(arena, ALGORITHMS["lc0"], 300)
    assert_results(search)
    board = arena.board(0)
    drawing = [board.san(move) for move in board.legal_moves].index("Kh1")
    assert rows(search.qvalues())[0][drawing] == 0


def test_kept_trees() -> None:
    """The proofs of a tree that the next search continues with, also of the same position."""
    fens = ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "7k/8/5K2/8/8/8/R7/7r w - - 0 1"]
    arena = arena_of(fens)
    search = TreeSearch(arena, ALGORITHMS["lc0"], simulations=400, reuse=True, seed=1)
    search.begin()
    search.run(evaluate)
    for _ in range(4):
        search.begin()  # with the whole tree
        search.run(evaluate)
        assert_results(search)
        assert (search.simulations[np.abs(search.value) == 1] == 1).all()
        arena.step(search.actions())
        if arena.over.any():
            break
        search.begin()
        search.run(evaluate)


def test_lost_moves_are_not_chosen() -> None:
    """If every move that was tried loses, another is chosen; if all lose, any."""
    arena = Arena(3, seed=1)
    # a reduction below -1, so that each move is tried once
    puct = Puct(solve=True, fpu="parent", root_fpu_reduction=-9, noise_fraction=0)
    search = TreeSearch(arena, puct, seed=1)
    search.begin(simulations=[5, 19, 20])
    search.backup(search.select(), [0, 0, 0])
    while leaves := search.select():
        n = len(leaves)
        search.backup(leaves, np.ones(n), final=np.ones(n, bool))
    policies, visits, qvalues = map(rows, (search.policy(), search.visits(), search.qvalues()))
    assert search.simulations.tolist() == [5, 19, 20]
    for game, tried in enumerate([5, 19]):
        assert (visits[game] > 0).sum() == tried
        assert (qvalues[game][visits[game] > 0] == -1).all()
        assert (policies[game][visits[game] > 0] == 0).all()
        np.testing.assert_allclose(policies[game][visits[game] == 0], 1 / (20 - tried), rtol=1e-5)
    assert search.value[2] == -1
    np.testing.assert_allclose(policies[2], visits[2] / 20, rtol=1e-6)
    legal = arena.legal_indices("lc0")[0].reshape(3, 20)
    for temperature in (0.0, 1.0, 100.0):
        for game, action in enumerate(search.actions(temperature)[:2]):
            assert action in legal[game][visits[game] == 0]
    assert [len(search.line(game)) for game in range(3)] == [1, 1, 1]
    search.note()
    arena.step(search.actions())
    games = arena.pop_games(unfinished=True)
    assert [len(game.visits(0)) for game in games] == [15, 1, 20]


def test_a_blunder_is_never_sampled() -> None:
    """1. f3 e5: 2. g4 and 2. Kf2 are legal, but g4 loses at once."""
    board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2")
    arena = arena_of([board.fen()] * 40)
    puct = Puct(solve=True, fpu="parent", noise_fraction=0.0, c_init=20)
    search = TreeSearch(arena, puct, simulations=2000, seed=1)
    search.begin()
    search.run(lambda leaves: (None, np.zeros(len(leaves))))
    index = [m.uci() for m in arena.board(0).legal_moves].index("g2g4")
    assert rows(search.visits())[0][index] > 0
    assert rows(search.qvalues())[0][index] == -1
    assert rows(search.policy())[0][index] == 0
    action = arena.legal_indices("lc0")[0][index]
    assert action not in search.actions(1e6)
    visits = rows(search.visits())[0]
    visits[index] = 0
    search.note()
    arena.step(search.actions())
    noted = arena.pop_games(unfinished=True)[0].visits(0)
    assert sorted(noted.values(), reverse=True) == sorted(visits[visits > 0], reverse=True)


@pytest.mark.parametrize("algorithm", [LC0, Gumbel(considered=32), Gumbel(considered=32, scale=0)])
def test_without_proofs(algorithm: Any) -> None:
    """Ends have their values, and the others are means; the policy is that of all visits."""
    fens = [fen for fen, (_, plies) in POSITIONS.items() if plies]
    search = searched(arena_of(fens), algorithm, 300)
    assert (search.simulations == 300).all()
    qvalues, visits = rows(search.qvalues()), rows(search.visits())
    for game, fen in enumerate(fens):
        board, tree = chess.Board(fen), search.tree(game)
        for n, move in enumerate(search.arena.board(game).legal_moves):
            after = board.copy()
            after.push_uci(move.uci())
            end = value_of_end(after)
            if end is not None and visits[game][n]:
                assert qvalues[game][n] == -end
        assert tree.visits[0] == 301
        if isinstance(algorithm, Puct):
            np.testing.assert_allclose(rows(search.policy())[game], visits[game] / 300, rtol=1e-5)
        if POSITIONS[fen] == (1, 1):
            action = int(search.actions()[game])
            board.push_uci(search.arena.board(game).policy_move("lc0", action).uci())
            assert board.is_checkmate()
