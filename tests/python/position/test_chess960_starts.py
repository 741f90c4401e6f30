"""The table of Chess960 start positions, and choices from it."""

import csv
import json
import sys
from collections import Counter
from pathlib import Path

import chess
import numpy as np
import pytest

from enroque import Positions, chess960, svg
from enroque.errors import ArgumentError, ArrayError, Chess960Error

STARTS = chess960.table()


def test_columns_by_python_chess() -> None:
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        assert STARTS.fen[number] == board.fen()
        assert STARTS.shredder_fen[number] == board.shredder_fen()
        assert STARTS.first_moves[number] == board.legal_moves.count()
        mirrored = board.transform(chess.flip_horizontal)
        assert STARTS.mirrored[number] == mirrored.chess960_pos(ignore_castling=True)
        assert chess960.mirror(number) == STARTS.mirrored[number]
        undefended = [f for f in range(8) if not board.attackers(chess.WHITE, 8 + f)]
        assert STARTS.undefended_pawns[number] == "".join("abcdefgh"[f] for f in undefended)
        king = board.king(chess.WHITE)
        weak = [f for f in range(8) if not set(board.attackers(chess.WHITE, 8 + f)) - {king}]
        assert STARTS.weak_pawns[number] == "".join("abcdefgh"[f] for f in weak)
        squares = {
            chess.QUEEN: [STARTS.queen],
            chess.KING: [STARTS.king],
            chess.BISHOP: [STARTS.light_bishop, STARTS.dark_bishop],
            chess.KNIGHT: [STARTS.left_knight, STARTS.right_knight],
            chess.ROOK: [STARTS.left_rook, STARTS.right_rook],
        }
        for piece, columns in squares.items():
            found = {int(column[number]) for column in columns}
            assert found == set(board.pieces(piece, chess.WHITE))
        assert chess.BB_LIGHT_SQUARES >> int(STARTS.light_bishop[number]) & 1
        rooks = sorted(board.pieces(chess.ROOK, chess.WHITE))
        assert STARTS.rook_distance[number] == rooks[1] - rooks[0]
        files = "".join(chess.FILE_NAMES[s] for s in (rooks[0], board.king(chess.WHITE), rooks[1]))
        assert STARTS.castling_files[number] == files
        bishops = sorted(board.pieces(chess.BISHOP, chess.WHITE))
        assert STARTS.bishops_adjacent[number] == (bishops[1] - bishops[0] == 1)
        assert STARTS.bishops_opposite[number] == (bishops[0] < 4 <= bishops[1])
        standard = sum(
            a == b for a, b in zip(str(STARTS.back_rank[number]), "RNBQKBNR", strict=False)
        )
        assert STARTS.standard_squares[number] == standard


def test_families_by_published_counts() -> None:
    # Mark Weeks, chess960frc.blogspot.com, 2010-04-17, 2010-04-18 and 2010-09-11
    pairs = list(zip(STARTS.weak_pawns.tolist(), STARTS.undefended_pawns.tolist(), strict=True))
    by_king = ["".join(set(weak) - set(undefended)) for weak, undefended in pairs]
    assert Counter(map(len, by_king)) == {0: 488, 1: 424, 2: 48}
    assert Counter("".join(by_king)) == {"b": 78, "c": 88, "d": 94, "e": 94, "f": 88, "g": 78}
    assert sum(bool(weak) for weak, _ in pairs) == 842
    assert [number for number in range(960) if len(pairs[number][0]) == 4] == [115, 835]
    patterns = STARTS.traditional_pattern.tolist()
    left = [518, 519, 614, 615]
    right = [226, 230, 514, 518]
    assert [n for n in range(960) if patterns[n] in ("RNBQK***", "RNBQKBNR")] == left
    assert [n for n in range(960) if patterns[n] in ("***QKBNR", "RNBQKBNR")] == right
    twins = {518: 534, 519: 530, 614: 246, 615: 242, 226: 631, 230: 630, 514: 535}
    assert {number: STARTS.mirrored[number] for number in twins} == twins


def test_numbers_and_first_castling_by_recorded_lists(data_file) -> None:
    with data_file("rules/chess960_ids.csv").open() as file:
        rows = [(int(row["id"]), row["back_rank"]) for row in csv.DictReader(file)]
    assert rows == list(zip(STARTS.number.tolist(), STARTS.back_rank.tolist(), strict=True))
    first = json.loads(data_file("rules/castling960.json").read_text())["first_move"]
    assert np.flatnonzero(STARTS.kingside_moves == 0).tolist() == first["ids_O-O"]
    assert np.flatnonzero(STARTS.queenside_moves == 0).tolist() == first["ids_O-O-O"]
    assert STARTS.castles_first.sum() == first["O-O"] + first["O-O-O"]


def moves_before_castling(number: int, kingside: bool, limit: int) -> int | None:
    """Returns White's fewest moves before castling by a search; `None` above the limit."""
    start = chess.Board.from_chess960_pos(number)
    king, rooks = start.king(chess.WHITE), sorted(start.pieces(chess.ROOK, chess.WHITE))
    castling = chess.Move(king, rooks[kingside])
    boards = {start.board_fen(): start}
    for moves in range(limit + 1):
        if any(board.is_legal(castling) for board in boards.values()):
            return moves
        after: dict[str, chess.Board] = {}
        for board in boards.values():
            for move in board.legal_moves:
                if move.from_square not in (castling.from_square, castling.to_square):
                    following = board.copy(stack=False)
                    following.push(move)
                    if not following.is_check():
                        following.push(chess.Move.null())
                        after.setdefault(following.board_fen(), following)
        boards = after
    return None


@pytest.mark.parametrize("number", [0, 75, 161, 342, 518, 534, 692, 777, 959])
@pytest.mark.parametrize("kingside", [True, False])
def test_moves_before_castling_by_search(number: int, kingside: bool) -> None:
    column = STARTS.kingside_moves if kingside else STARTS.queenside_moves
    found = moves_before_castling(number, kingside, 2)
    assert column[number] == found if found is not None else column[number] > 2


def test_tables_of_other_packages() -> None:
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    table, frame = STARTS.to_arrow(), STARTS.to_polars()
    assert isinstance(table, pyarrow.Table)
    assert isinstance(frame, polars.DataFrame)
    assert table.num_rows == len(frame) == len(STARTS) == 960
    assert table.column_names == frame.columns == list(STARTS.columns())
    assert frame["back_rank"][518] == table["back_rank"][518].as_py() == "RNBQKBNR"
    with pytest.raises(ValueError, match="read-only"):
        STARTS.number[0] = 1


def test_random_positions_under_conditions() -> None:
    boards = chess960.random(100, only=STARTS.castles_first, exclude=range(100), seed=1)
    numbers = [board.chess960_pos() for board in boards]
    assert len(set(numbers)) == 100
    assert all(STARTS.castles_first[number] and number >= 100 for number in numbers)
    again = chess960.random(100, only=STARTS.castles_first, exclude=range(100), seed=1)
    assert boards == again
    assert sorted(b.chess960_pos() for b in chess960.random(960, seed=2)) == list(range(960))
    assert chess960.random(only=[534]).chess960_pos() == 534
    repeated = chess960.random(1_000, only=[3, 4], distinct=False, seed=3)
    counts = Counter(board.chess960_pos() for board in repeated)
    assert set(counts) == {3, 4}
    assert 400 < counts[3] < 600
    weights = np.zeros(960)
    weights[[7, 8]] = 1, 3
    counts = Counter(
        board.chess960_pos() for board in chess960.random(2_000, weights=weights, distinct=False)
    )
    assert set(counts) == {7, 8}
    assert 1_300 < counts[8] < 1_700
    first = Counter(
        chess960.random(1, weights=weights, seed=n)[0].chess960_pos() for n in range(400)
    )
    assert 250 < first[8] < 350
    generator = np.random.default_rng(5)
    assert chess960.random(5, seed=generator) != chess960.random(5, seed=generator)


def test_mirrored_pairs() -> None:
    numbers = [board.chess960_pos() for board in chess960.random(480, mirrored=True, seed=1)]
    assert sorted(numbers) == list(range(960))
    for one, other in zip(numbers[::2], numbers[1::2], strict=True):
        assert chess960.mirror(one) == other


def test_random_double_positions() -> None:
    boards = chess960.double_random(200, only=[1, 2, 3] * 5, distinct=False, seed=4)
    pairs = {chess960.numbers(board) for board in boards}
    assert pairs == {(a, b) for a in (1, 2, 3) for b in (1, 2, 3)}
    assert len({b.fen() for b in chess960.double_random(9, only=[1, 2, 3], seed=5)}) == 9
    with pytest.raises(ArgumentError, match="only 9 start positions"):
        chess960.double_random(10, only=[1, 2, 3])


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n": 961}, ArgumentError, "only 960 start positions"),
        ({"n": 1, "only": [960]}, Chess960Error, "only has 960"),
        ({"n": 1, "exclude": [-1]}, Chess960Error, "exclude has -1"),
        ({"n": 1, "only": []}, ArgumentError, "no start position meets"),
        ({"n": 1, "only": [True, False]}, ArgumentError, "960 bools"),
        ({"n": 1, "only": ["518"]}, TypeError, "only must be numbers"),
        ({"n": 1, "weights": [1.0]}, ArgumentError, "weights must be 960 numbers"),
        ({"n": 1, "weights": np.full(960, np.nan)}, ArgumentError, "finite"),
        ({"n": -1}, ArgumentError, "n must be 0 or more"),
        ({"n": 1, "seed": -1}, ArgumentError, "a seed must be 0 to"),
        ({"n": 1, "seed": 1 << 64}, ArgumentError, "a seed must be 0 to"),
    ],
)
def test_invalid_conditions(options: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        chess960.random(**options)


@pytest.mark.parametrize("double", [False, True])
def test_lines(double: bool) -> None:
    boards = chess960.lines(300, 5, double=double, only=range(40), seed=1)
    assert boards == chess960.lines(300, 5, double=double, only=range(40), seed=1)
    keys = set()
    for board in boards:
        white, black = chess960.numbers(board.root())
        assert white < 40
        assert black < 40
        assert double or white == black
        # the moves are legal, and the position is that of python-chess
        other = chess.Board(board.root().fen(), chess960=True)
        for move in board.move_stack:
            other.push_uci(board.root().uci(move))
        assert board.fen() == other.fen()
        mirrored = other.transform(chess.flip_horizontal)
        keys.add(frozenset(one.epd() for one in (other, mirrored)))
        assert len(board.move_stack) == 5
    assert len(keys) == 300


def test_lines_that_an_engine_finds_balanced() -> None:
    engine = [sys.executable, str(Path(__file__).parents[1] / "fake_engine.py")]
    boards = chess960.lines(20, 4, engine=engine, nodes=1, max_eval=30, seed=1)
    positions = Positions.from_fens([board.fen() for board in boards])
    assert np.abs(positions.label(engine, nodes=1).evals).max() <= 30
    assert boards != chess960.lines(20, 4, seed=1)


def test_too_few_lines() -> None:
    assert len(chess960.lines(480, 0, seed=1)) == 480  # the others are mirror images
    with pytest.raises(ArgumentError, match="only 2 different lines of 0 plies were found"):
        chess960.lines(3, 0, only=[518, 534, 0])
    with pytest.raises(ArgumentError, match="plies must be 0 or more"):
        chess960.lines(1, -1)


def test_values_of_starts_in_scharnagls_order() -> None:
    plot = pytest.importorskip("enroque.plot")
    ax = plot.starts(STARTS.number, mark=[518])
    grid = ax.images[0].get_array()
    for x, y in ((0, 0), (1, 0), (0, 1), (4, 0), (0, 4), (39, 23), (21, 10)):
        number = int(grid[y, x])
        back_rank = str(STARTS.back_rank[number])
        assert ax.get_xticklabels()[x].get_text() == "abcdefgh"[STARTS.light_bishop[number]]
        assert ax.get_yticklabels()[y].get_text() == "abcdefgh"[STARTS.dark_bishop[number]]
        above, right = ax.child_axes
        order = back_rank.replace("B", "").replace("Q", "")
        assert above.get_xticklabels()[x // 4].get_text() == order
        queen = back_rank.replace("B", "").index("Q") + 1
        assert right.get_yticklabels()[y // 4].get_text() == f"Q{queen}"
    (frame,) = ax.patches
    assert grid[int(frame.get_y()), int(frame.get_x())] == 518
    assert plot.starts(np.full(960, np.nan)).images[0].get_array().mask.all()
    for wrong in (STARTS.back_rank, [1, 2], np.zeros((960, 1))):
        with pytest.raises(ArrayError, match="values must be 960 numbers or bools"):
            plot.starts(wrong)
    with pytest.raises(Chess960Error, match="0 to 959"):
        plot.starts(STARTS.number, mark=[960])


def test_sheets() -> None:
    boards = chess960.random(7, seed=1)
    page = svg.sheet(boards, columns=3, titles=[f"<{n}>" for n in range(7)], size=600)
    assert page.count("<svg ") == 8
    assert "&lt;6&gt;" in page
    assert 'width="600"' in page
    with pytest.raises(ArgumentError, match="as many titles: 7 and 1"):
        svg.sheet(boards, titles=["one"])
    with pytest.raises(ArgumentError, match="needs boards"):
        svg.sheet([])
    with pytest.raises(ArgumentError, match="columns"):
        svg.sheet(boards, columns=0)
