"""`Games.search` compared with loops of python-chess, and with counts of other programs."""

import dataclasses
import io
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import numpy as np
import pytest

import enroque
from enroque.errors import ArgumentError, FenError, IllegalPositionError
from enroque.find import (
    Check,
    Checkmate,
    Clock,
    Count,
    Difference,
    Eval,
    Material,
    Pattern,
    Played,
    Ply,
    Position,
    Query,
    Sequence,
    Stalemate,
    Streak,
    Turn,
)

Test = Callable[[chess.Board, chess.Move | None, int], bool]
"""Whether a query matches a position of python-chess, with the move played there and the ply."""

STARTS = [
    chess.STARTING_FEN,
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8",
    "8/5k2/8/8/8/2R5/2P1K3/2r5 w - - 40 60",
    "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
]


def random_game(rng: random.Random, number: int) -> chess.pgn.Game:
    board = chess.Board(STARTS[number // 2 % len(STARTS)])
    if number % 2:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    for _ in range(rng.choice([0, 20, 80, 160])):
        moves = list(board.legal_moves)
        if not moves:
            break
        special = [m for m in moves if m.promotion or board.is_castling(m) or board.is_capture(m)]
        move = rng.choice(special if special and rng.random() < 0.3 else moves)
        board.push(move)
        node = node.add_variation(move)
        if rng.random() < 0.5:
            score = chess.engine.Cp(rng.randrange(-400, 400))
            node.set_eval(chess.engine.PovScore(score, chess.WHITE))
            node.set_clock(rng.randrange(1, 600))
    return game


Both = tuple[list[tuple[int, int, chess.Board, chess.Move | None]], enroque.Games]
"""All positions with game, ply and the move that was played, and the games."""


@pytest.fixture(scope="module")
def both() -> Both:
    rng = random.Random(45)
    trees = [random_game(rng, number) for number in range(120)]
    games = enroque.Games.from_pgn("\n\n".join(map(str, trees)).encode())
    assert len(games) == len(trees)
    assert games.error_count == 0
    positions = []
    for index, tree in enumerate(trees):
        board, moves = tree.board(), [*tree.mainline_moves(), None]
        for ply, move in enumerate(moves):
            positions.append((index, ply, board.copy(stack=False), move))
            if move is not None:
                board.push(move)
    return positions, games


def check(both: Both, query: Query, test: Test) -> int:
    """Compares all hits, the first ones, and those of positions with a move."""
    theirs, games = both
    expected = [(game, ply) for game, ply, board, move in theirs if test(board, move, ply)]
    game, ply = games.search(query, first=False)
    assert (game.dtype, ply.dtype) == (np.int64, np.int32)
    assert list(zip(game.tolist(), ply.tolist(), strict=True)) == expected
    game, ply = games.search(query)
    firsts = dict(reversed(expected))
    assert dict(zip(game.tolist(), ply.tolist(), strict=True)) == firsts
    plies = games.plies
    game, ply = games.positions(where=query, min_ply=3, max_ply=50)
    with_move = [(g, p) for g, p in expected if 3 <= p <= 50 and p < plies[g]]
    assert list(zip(game.tolist(), ply.tolist(), strict=True)) == with_move
    return len(expected)


def position_key(board: chess.Board) -> tuple[object, ...]:
    return board._transposition_key()


def test_positions(both: Both) -> None:
    theirs, _ = both
    rng = random.Random(1)
    for _ in range(12):
        wanted = rng.choice(theirs)[2]
        key = position_key(wanted)
        fen = wanted.fen(en_passant="fen")
        board = enroque.Board(fen)
        assert check(both, Position(fen), lambda b, m, p, key=key: position_key(b) == key)
        assert check(both, Position(board, match="board"), lambda b, m, p, w=wanted: (
            b.board_fen() == w.board_fen() and b.turn == w.turn
        ))  # fmt: skip


def at(board: chess.Board, square: str) -> str:
    piece = board.piece_at(chess.parse_square(square))
    return piece.symbol() if piece else "_"


PATTERNS: list[tuple[str, Callable[[chess.Board], bool]]] = [
    ("Pe4", lambda b: at(b, "e4") == "P"),
    ("Pd4, _d5", lambda b: at(b, "d4") == "P" and at(b, "d5") == "_"),
    ("[Nb]c3 !e5", lambda b: at(b, "c3") in "Nb" and at(b, "e5") != "_"),
    ("[^PN]f3 ag6", lambda b: at(b, "f3") not in "PN" and at(b, "g6").islower()),
    ("*/*/*/*/*/*/*/*K*R*", lambda b: "K" in rank(b, 0) and "R" in rank(b, 0).split("K")[1]),
    ("*/*/*/*/?*??A???/*/PP*/*", lambda b: any(
        c.isupper() for c in rank(b, 3)[3:5]
    ) and rank(b, 1).startswith("PP") and has_a_at_e4(b)),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", lambda b: b.board_fen()
        == chess.STARTING_BOARD_FEN),
    ("?7/8/8/8/8/*/*/*", lambda b: all(rank(b, r) == "_" * 8 for r in (3, 4, 5, 6))
        and rank(b, 7)[1:] == "_" * 7),
]  # fmt: skip


def rank(board: chess.Board, number: int) -> str:
    return "".join(at(board, f"{file}{number + 1}") for file in "abcdefgh")


def has_a_at_e4(board: chess.Board) -> bool:
    # seven squares are fixed, so `*` is one square
    return at(board, "e4").isupper()


@pytest.mark.parametrize(("text", "test"), PATTERNS)
def test_patterns(
    both: Both,
    text: str,
    test: Callable[[chess.Board], bool],
) -> None:
    check(both, Pattern(text), lambda b, m, p: test(b))
    check(both, Pattern(text, either_color=True), lambda b, m, p: test(b) or test(b.mirror()))


def numbers(board: chess.Board) -> dict[str, int]:
    text = board.board_fen()
    return {letter: text.count(letter) for letter in "PNBRQpnbrq"}


MATERIAL: list[tuple[str, Callable[[dict[str, int]], bool]]] = [
    ("KRPkr", lambda n: n == dict(numbers_of("RPr"))),
    ("P8N2B2R2Qp8n2b2r2q", lambda n: n == dict(numbers_of("PPPPPPPPNNBBRRQppppppppnnbbrrq"))),
    ("Q+R*B*N*P*q*r*b*n*p*", lambda n: n["Q"] >= 1),
    ("Q2+R*B*N*P3-q*r*b*n*p*", lambda n: n["Q"] >= 2 and n["P"] <= 3),
    ("RP+r", lambda n: n["P"] >= 1 and {**n, "P": 0} == dict(numbers_of("Rr"))),
    ("QQ+R*B*N*P*q*r*b*n*p*", lambda n: n["Q"] >= 2),
]


def numbers_of(text: str) -> dict[str, int]:
    return {letter: text.count(letter) for letter in "PNBRQpnbrq"}


@pytest.mark.parametrize(("text", "test"), MATERIAL)
def test_material(
    both: Both,
    text: str,
    test: Callable[[dict[str, int]], bool],
) -> None:
    check(both, Material(text), lambda b, m, p: test(numbers(b)))
    either = Material(text, either_color=True)
    check(both, either, lambda b, m, p: test(numbers(b)) or test(numbers(b.mirror())))


def extra(board: chess.Board) -> dict[str, int]:
    found = numbers(board)
    return {letter: found[letter] - found[letter.lower()] for letter in "PNBRQ"}


def test_differences(both: Both) -> None:
    even = dict.fromkeys("PNBRQ", 0)
    for text, test in [
        ("P", lambda d: d == {**even, "P": 1}),
        ("Rb", lambda d: d == {**even, "R": 1, "B": -1}),
        ("P0", lambda d: d == even),
        ("nP*p*", lambda d: {**d, "P": 0} == {**even, "N": -1}),
        ("Q+P*p*R*r*B*b*N*n*", lambda d: d["Q"] >= 1),
    ]:
        assert check(both, Difference(text), lambda b, m, p, test=test: test(extra(b)))
        either = Difference(text, either_color=True)
        check(both, either, lambda b, m, p, t=test: t(extra(b)) or t(extra(b.mirror())))


def test_counts(both: Both) -> None:
    seventh = enroque.BB_RANK_7
    for query, test in [
        (Count("p", enroque.BB_FILE_D, max=0), 
            lambda b: not b.pieces_mask(1, False) & chess.BB_FILE_D),
        (Count("RQ", seventh, min=1), lambda b: any(c in "RQ" for c in rank(b, 6))),
        (Count("_", seventh, min=2, max=4), lambda b: 2 <= rank(b, 6).count("_") <= 4),
        (Count("Nn", min=3), lambda b: numbers(b)["N"] + numbers(b)["n"] >= 3),
        (Count("A", [enroque.E4, enroque.D4], min=2),
            lambda b: at(b, "e4").isupper() and at(b, "d4").isupper()),
        (Count("Q", min=2, max=2), lambda b: numbers(b)["Q"] == 2),
    ]:  # fmt: skip
        assert check(both, query, lambda b, m, p, test=test: test(b))


def san_parts(board: chess.Board, move: chess.Move) -> tuple[int, bool, int | None]:
    piece = board.piece_type_at(move.from_square)
    captured = None
    if board.is_capture(move):
        captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    assert piece is not None
    return piece, captured is not None, captured


def test_moves(both: Both) -> None:
    def san(board: chess.Board, move: chess.Move) -> str:
        return board.san(move)

    knight = {"Nf3", "Ndf3", "Nef3", "Ngf3", "Nhf3", "N1f3", "N2f3", "N4f3", "N5f3"}
    cases: list[tuple[Query, Callable[[chess.Board, chess.Move], bool]]] = [
        (Played("O-O"), lambda b, m: san(b, m).rstrip("+#") == "O-O"),
        (Played("O-O-O"), lambda b, m: san(b, m).rstrip("+#") == "O-O-O"),
        (Played("0-0-0"), lambda b, m: b.is_queenside_castling(m)),
        (Played(castling=True), lambda b, m: b.is_castling(m)),
        (Played("e4"), lambda b, m: san(b, m).rstrip("+#") == "e4"),
        (Played("Qxf7+"), lambda b, m: san(b, m) in ("Qxf7+", "Qxf7#")),
        (Played("Nf3"), lambda b, m: san(b, m).rstrip("+#") in knight),
        (Played("exd6"), lambda b, m: san(b, m).rstrip("+#") == "exd6"),
        (Played("b8=Q"), lambda b, m: san(b, m).rstrip("+#") == "b8=Q"),
        (Played("g1f3"), lambda b, m: m.uci() == "g1f3"),
        (Played("b7b8q"), lambda b, m: m.uci() == "b7b8q"),
        (Played(piece=enroque.ROOK, captures="N"), lambda b, m: san_parts(b, m) == (4, True, 2)),
        (Played(captures=enroque.PAWN), lambda b, m: san_parts(b, m)[2] == 1),
        (Played(captures=True), lambda b, m: b.is_capture(m)),
        (Played(captures=False, check=True), lambda b, m: not b.is_capture(m) and b.gives_check(m)),
        (Played(promotion=True), lambda b, m: m.promotion is not None),
        (Played(promotion="n"), lambda b, m: m.promotion == 2),
        (Played(piece="P", promotion=False),
            lambda b, m: san_parts(b, m)[0] == 1 and not m.promotion),
        (Played(from_squares=[enroque.E2, enroque.D2], to_squares=enroque.BB_RANK_4),
            lambda b, m: m.from_square in (11, 12) and 24 <= m.to_square < 32),
    ]  # fmt: skip
    for query, test in cases:
        found = check(both, query, lambda b, m, p, test=test: m is not None and test(b, m))
        assert found or query == Played("Qxf7+"), query


def test_labels_and_counters(both: Both) -> None:
    _, games = both
    assert check(both, Check(), lambda b, m, p: b.is_check())
    check(both, Checkmate(), lambda b, m, p: b.is_checkmate())
    check(both, Stalemate(), lambda b, m, p: b.is_stalemate())
    check(both, Turn(enroque.BLACK), lambda b, m, p: not b.turn)
    check(both, Ply(min=30, max=40), lambda b, m, p: 30 <= p <= 40)
    check(both, ~Ply(min=30, max=40), lambda b, m, p: not 30 <= p <= 40)
    evals, clocks, offsets = games.evals, games.clocks, games.offsets
    assert evals is not None
    assert clocks is not None
    game, ply = games.search(Eval(min=100), first=False)
    expected = [
        (g, p + 1)
        for g in range(len(games))
        for p, value in enumerate(evals[offsets[g] : offsets[g + 1]])
        if value >= 100
    ]
    assert list(zip(game.tolist(), ply.tolist(), strict=True)) == expected
    game, ply = games.search(Clock(max=60_000), first=False)
    expected = [
        (g, p + 2)
        for g in range(len(games))
        for p, value in enumerate(clocks[offsets[g] : offsets[g + 1]][:-1])
        if 0 <= value <= 60_000
    ]
    assert list(zip(game.tolist(), ply.tolist(), strict=True)) == expected
    without = enroque.Games.from_pgn(b"1. e4 e5 *")
    assert without.search(Eval())[0].tolist() == without.search(Clock())[0].tolist() == []


def test_combinations(both: Both) -> None:
    queen, rook = Count("Q", max=0), Count("R", min=1)
    no_queen = lambda b: numbers(b)["Q"] == 0  # noqa: E731
    has_rook = lambda b: numbers(b)["R"] > 0  # noqa: E731
    check(both, queen & rook, lambda b, m, p: no_queen(b) and has_rook(b))
    check(
        both, queen | rook & Check(), lambda b, m, p: no_queen(b) or (has_rook(b) and b.is_check())
    )
    check(both, ~(queen | Check()) & rook, lambda b, m, p: (
        not (no_queen(b) or b.is_check()) and has_rook(b)
    ))  # fmt: skip
    check(both, ~(queen & ~rook), lambda b, m, p: not (no_queen(b) and not has_rook(b)))
    start = enroque.STARTING_FEN
    check(both, ~Position(start) & Ply(max=1), lambda b, m, p: b.fen() != start and p <= 1)
    assert (Check() & start) == (Check() & Position(start))
    assert (start | Check()) == (Position(start) | Check())


def test_sequences_and_streaks(both: Both) -> None:
    theirs, games = both
    tests: dict[Query, Test] = {
        Check(): lambda b, m, p: b.is_check(),
        Played(captures=True): lambda b, m, p: m is not None and b.is_capture(m),
        Played(castling=True): lambda b, m, p: m is not None and b.is_castling(m),
        Count("P", max=5): lambda b, m, p: numbers(b)["P"] <= 5,
        Pattern("[^P]e2"): lambda b, m, p: at(b, "e2") != "P",
        Material("R*B*N*Q*P*r*b*n*p*"): lambda b, m, p: numbers(b)["q"] == 0,
        Ply(max=9): lambda b, m, p: p <= 9,
        Turn(enroque.WHITE): lambda b, m, p: b.turn,
        ~Check(): lambda b, m, p: not b.is_check(),
    }
    met = {
        query: {(game, ply) for game, ply, board, move in theirs if test(board, move, ply)}
        for query, test in tests.items()
    }
    rng, queries, found = random.Random(2), list(tests), 0
    for _ in range(60):
        first, then, last = rng.choices(queries, k=3)
        within, length = rng.choice([1, 2, 5, 30, None]), rng.randrange(1, 5)

        def follows(one: set[tuple[int, int]], two: set[tuple[int, int]]) -> set[tuple[int, int]]:
            reach = within or 1000  # noqa: B023
            return {
                (g, p)
                for g, p in two
                if any((g, p - n) in one for n in range(1, 1 + min(reach, p)))
            }

        def streak(one: set[tuple[int, int]]) -> set[tuple[int, int]]:
            return {(g, p) for g, p in one if all((g, p - n) in one for n in range(length))}  # noqa: B023

        pair, two = Sequence(first, then, within), follows(met[first], met[then])
        cases = [
            (pair, two),
            (Sequence(pair, last, within=within), follows(two, met[last])),
            (Sequence(first, Streak(then, length), within), follows(met[first], streak(met[then]))),
            (Streak(first | then, length), streak(met[first] | met[then])),
            (~pair & then, met[then] - two),
            (Streak(first, length) | last, streak(met[first]) | met[last]),
        ]
        for query, expected in cases:
            hits = games.search(query, first=False)
            assert set(zip(*hits, strict=True)) == expected, query
            found += len(expected)
            assert dict(zip(*games.search(query), strict=True)) == dict(sorted(expected)[::-1])
    assert found > 10_000


def test_a_function_accepts_hits(both: Both) -> None:
    _, games = both
    query = Count("R", min=1) & Check()

    def accept(board: enroque.Board) -> object:
        return len(board.move_stack) % 3 == 0 and board.is_check()

    hits = list(zip(*games.search(query, first=False), strict=True))
    expected = [(game, ply) for game, ply in hits if ply % 3 == 0]
    assert 5 < len(expected) < len(hits)
    assert list(zip(*games.search(query, first=False, accept=accept), strict=True)) == expected
    firsts = dict(reversed(expected))
    assert dict(zip(*games.search(query, accept=accept), strict=True)) == firsts
    with pytest.raises(ZeroDivisionError):
        games.search(query, accept=lambda board: 1 / 0)


def test_threads_give_the_same(both: Both) -> None:
    _, games = both
    many = enroque.Games.concatenate([games] * 9)
    query = Check() | Count("Q", min=2)
    results = [many.search(query, first=False, threads=threads) for threads in (1, 2, 7, None)]
    for game, ply in results[1:]:
        assert (game == results[0][0]).all()
        assert (ply == results[0][1]).all()
    calls: list[tuple[int, int | None]] = []
    many.search(query, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (len(many), len(many))


def test_broken_games_and_games_without_a_start() -> None:
    text = b'1. e4 e5 2. Ke3 * [FEN "x"] [SetUp "1"] * 1. e4 *'
    games = enroque.Games.from_pgn(text)
    assert games.broken.tolist() == [True, True, False]
    game, ply = games.search(Ply(), first=False)
    assert game.tolist() == [0, 0, 0, 2, 2]
    assert ply.tolist() == [0, 1, 2, 0, 1]
    assert enroque.Games.from_pgn(b"").search(Check())[0].shape == (0,)


def test_files_and_selections_exclude_the_same(both: Both, tmp_path: Path) -> None:
    _, games = both
    queries: list[Query | str] = [
        Material("RP+r", either_color=True),
        Played(promotion="n"),
        Pattern("Pa2 [^p]d7"),
        Count("Q", min=2),
        chess.STARTING_FEN,
    ]
    expected = [list(zip(*games.search(query, first=False), strict=True)) for query in queries]
    assert all(expected)
    for name in ("games.npz", "games.parquet", "games.pgn"):
        games.write(tmp_path / name)
        again = enroque.Games.read(tmp_path / name)
        assert [list(zip(*again.search(q, first=False), strict=True)) for q in queries] == expected
    chosen = np.random.default_rng(1).permutation(len(games))[:80]
    copies = [
        pickle.loads(pickle.dumps(games))[chosen],
        enroque.Games.concatenate([games[chosen[:30]], games[chosen[30:]]]),
    ]
    for some in copies:
        for query, hits in zip(queries, expected, strict=True):
            new = [(n, ply) for n, old in enumerate(chosen) for game, ply in hits if game == old]
            assert list(zip(*some.search(query, first=False), strict=True)) == new


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Pattern("8/8/8"), "character 6"),
        (lambda: Pattern("Pe4 pz5"), "character 6"),
        (lambda: Pattern("Pe4 Ne4"), "e4 is there twice"),
        (lambda: Material("KRx"), "character 3: 'x' is not a piece"),
        (lambda: Material("KKr"), "one king"),
        (lambda: Difference(""), "the text ends"),
        (lambda: Played("Nf9"), "character 3"),
        (lambda: Played("e8=K"), "character 4"),
        (lambda: Count("x"), "character 1"),
        (lambda: Count("P", min=5, max=3), "min is 5"),
        (lambda: Ply(min=-1), "min must be from 0"),
        (lambda: Sequence(Check(), Ply(), within=0), "within must be from 1"),
        (lambda: Streak(Check(), 0), "positions must be from 1"),
        (lambda: Played(piece=7), "piece must be a piece type"),
        (lambda: Played(piece=True), "piece must be a piece type"),
        (
            lambda: Position(enroque.STARTING_FEN, match="fuzzy"),
            "unknown match .fuzzy.; known: .exact., .board.",
        ),
        (lambda: Count("P", enroque.D4), r"squares is 27.* pass 'd4' .*SquareSet\(27\)"),
        (lambda: Count("P", enroque.FILE_D), "squares is 3, .* pass 'd1'"),
        (lambda: Count("P", np.int64(0)), "squares is 0, .* pass 'a1'"),
        (lambda: Count("P", enroque.BB_A1), "squares is 1, "),
        (lambda: Played(to_squares=enroque.H8), "to_squares is 63, "),
        (lambda: Played(from_squares=enroque.A1), "from_squares is 0, "),
        (lambda: Count("P", "d9"), "squares must be .*not 'd9'"),
        (lambda: Count("P", ["d4", "x"]), "squares must be .*not 'x'"),
        (lambda: Count("P", ""), "squares must be .*not ''"),
    ],
)
def test_errors_name_what_is_wrong(make: Callable[[], Query], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make()


@pytest.mark.parametrize(
    ("given", "squares"),
    [
        ("d4", ["d4"]),
        ("d", [f"d{n}" for n in range(1, 9)]),
        ("7", [f"{file}7" for file in "abcdefgh"]),
        (["d4", enroque.E4, "h"], ["d4", "e4", *(f"h{n}" for n in range(1, 9))]),
        ((name for name in ["a1"]), ["a1"]),
        ([enroque.D4], ["d4"]),
        (enroque.SquareSet(27), ["a1", "b1", "d1", "e1"]),
        (enroque.BB_D4, ["d4"]),
        (np.uint64(enroque.BB_D4), ["d4"]),
        (np.array([27, 28]), ["d4", "e4"]),
    ],
)
def test_squares(given: object, squares: list[str]) -> None:
    expected = enroque.SquareSet(map(enroque.parse_square, squares))
    query = Count("P", given)  # type: ignore[arg-type]
    assert query == Count("P", expected)
    assert dataclasses.replace(query, min=1).squares == query.squares
    assert Played(to_squares=expected) == Played(to_squares=query.squares)


def test_other_errors() -> None:
    games = enroque.Games.from_pgn(b"1. e4 *")
    with pytest.raises(FenError):
        games.search("not a FEN")
    with pytest.raises(IllegalPositionError):
        games.search(enroque.Board("8/8/8/8/8/8/8/8 w - - 0 1"))
    for wrong in (5, None, object(), "8"):
        with pytest.raises((TypeError, FenError)):
            games.search(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Check() & 5  # type: ignore[operator]
    deep: Query = Check()
    for _ in range(60):
        deep = ~(deep & Ply()) | Check()
    with pytest.raises(ArgumentError, match="nested"):
        games.search(deep)


QUERIES = [
    Position(enroque.STARTING_FEN),
    Position(enroque.STARTING_FEN, match="board"),
    Pattern("Pe4", either_color=True),
    Material("KRPkr"),
    Difference("Rb"),
    Count("p", enroque.BB_FILE_D, max=0),
    Count("p", ["a1", "c1"]),
    Played("Nf3"),
    Played(piece="N", captures=True, to_squares=[enroque.F3]),
    Turn(enroque.WHITE),
    Ply(min=3),
    Check(),
    Checkmate(),
    Stalemate(),
    Eval(max=-10),
    Clock(min=5),
    Sequence(Check(), enroque.STARTING_FEN, within=3),
    Sequence(Sequence(Check(), Ply()), Check()),
    Streak(Check() | Ply(min=3), 2),
    Check() & Ply(min=3) | ~Turn(enroque.WHITE),
]


def test_queries_are_values() -> None:
    from enroque import find

    names = {name: getattr(find, name) for name in find.__all__} | {"SquareSet": enroque.SquareSet}
    assert len(set(QUERIES)) == len(QUERIES)
    for query in QUERIES:
        assert pickle.loads(pickle.dumps(query)) == query
        again = eval(repr(query), names)
        assert again == query
        assert hash(again) == hash(query)
        assert ~~query == query
    assert Played(captures=True) != Played(captures=enroque.PAWN)
    assert repr(Check() & Check() & Ply()) == "(Check() & Check() & Ply())"


def test_counts_of_other_programs(data_file: Callable[[str], Path]) -> None:
    games = enroque.Games.read(data_file("pgn/masters_30000.pgn.zst"))
    oracle = json.loads(data_file("positions/search_masters30000.json").read_text())
    search = oracle["search"]
    d4 = Pattern("Pa2 Pb2 Pd4 Pf2 Pg2 Ph2") & Count("P", max=6)
    queries: list[Query | str] = [
        search[0]["fen"],
        search[1]["fen"],
        Material("KRPkr"),
        Material("KBBkn"),
        d4 & Count("p", enroque.BB_FILE_D, max=0),
        Pattern("pa6 Bb3 Nf3"),
        Played("O-O-O") & Turn(enroque.WHITE),
    ]
    for query, expected in zip(queries, search, strict=False):
        assert len(games.search(query)[0]) == expected["games"], query
    field = "rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/2N5/PP2PPPP/R1BQKBNR"
    contained = Pattern("".join("?" * int(c) if c.isdigit() else c for c in field))
    assert len(games.search(contained)[0]) == search[8]["games"]
    for expected in oracle["explorer"]:
        explorer = games.explorer(expected["fen"])
        moves = {move: sum(counts) for move, counts in expected["moves"].items() if move != "-"}
        assert {row.move.uci(): row.games for row in explorer if row.move} == moves
        for row in explorer:
            # a game whose result one reader takes from its tag, and the other from its text
            wins, draws, losses, unknown = expected["moves"][row.move.uci() if row.move else "-"]
            assert (
                abs(row.white - wins) + abs(row.draws - draws) + abs(row.black - losses) <= unknown
            )


def test_text_of_games_is_not_needed() -> None:
    """Transpositions are found: the order of moves is not compared."""
    text = "1. e4 e5 2. Nf3 Nc6 * 1. Nf3 Nc6 2. e4 e5 * 1. e4 e5 2. Nc3 Nc6 *"
    games = enroque.Games.from_pgn(io.BytesIO(text.encode()))
    board = enroque.Board()
    for san in ("e4", "e5", "Nf3", "Nc6"):
        board.push_san(san)
    game, ply = games.search(board)
    assert game.tolist() == [0, 1]
    assert ply.tolist() == [4, 4]
