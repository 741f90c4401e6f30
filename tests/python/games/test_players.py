"""Ratings, clocks and times of moves, against python-chess's nodes and cases computed by hand."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from enroque import Arena, Board, Column, Filter, Games
from enroque.data import example_positions
from enroque.errors import ArgumentError
from enroque.find import (
    Clock,
    MoveTime,
    OpponentClock,
    OpponentRating,
    Ply,
    Query,
    Rating,
    TimeClass,
)

pgn = pytest.importorskip("chess.pgn")

NAMES = (
    "rating",
    "opponent_rating",
    "clock",
    "opponent_clock",
    "move_time",
    "base_time",
    "increment",
)


def _of(text: str, control: str, **tags: str) -> Games:
    """Returns a game with clocks: each move is followed by seconds or `-`."""
    moves = []
    for word in text.split():
        move, _, seconds = word.partition("/")
        moves.append(move if seconds == "-" else f"{move} {{[%clk {_clock(seconds)}]}}")
    tags = {"TimeControl": control, **tags}
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return Games.from_pgn(StringIO(f"{header}\n{' '.join(moves)} *"), annotations="move_times")


def _clock(seconds: str) -> str:
    whole, dot, rest = seconds.partition(".")
    number = int(whole)
    return f"{number // 3600}:{number // 60 % 60:02}:{number % 60:02}{dot}{rest}"


def _milliseconds(seconds: float | None) -> float:
    return np.nan if seconds is None else float(np.float32(round(seconds * 1000)))


def _is_berserk(clocks: list[float | None], base: float) -> list[bool]:
    """Returns whether the first and the second player to move went berserk on Lichess."""
    return [len(clocks) > n and clocks[n] == base / 2 for n in range(2)]


@pytest.mark.parametrize(
    "file", ["lichess_999.pgn", "lichess_chess960_150.pgn", "lichess_from_position_100.pgn"]
)
def test_columns_equal_python_chess(file: str, data_file: Callable[[str], Path]) -> None:
    path = data_file(f"pgn/{file}")
    games = Games.from_pgn(path)
    game, ply = games.positions()
    columns = {name: getattr(Column, name)(on_missing="nan") for name in NAMES}
    found = games.encode(columns, game, ply)
    white = games.encode(
        {name: getattr(Column, name)(view="white", on_missing="nan") for name in NAMES[:4]},
        game,
        ply,
    )
    expected: dict[str, list[float]] = {name: [] for name in NAMES}
    turns = []
    with path.open(encoding="utf-8") as text:
        while (one := pgn.read_game(text)) is not None:
            nodes = list(one.mainline())
            tag = one.headers.get("TimeControl", "-").split("+")
            base, increment = map(float, tag) if len(tag) == 2 else (None, None)
            clocks = [node.clock() for node in nodes]
            berserk = _is_berserk(clocks, base or 0)
            before = [
                None if base is None else base / 2 if is_half else base for is_half in berserk
            ]
            gain = [0 if is_half else increment for is_half in berserk]
            ratings = [one.headers.get(f"{color}Elo", "?") for color in ("White", "Black")]
            known = [float(rating) if rating.isdigit() else np.nan for rating in ratings]
            for number, node in enumerate(nodes):
                own, turn, clock = number % 2, node.parent.turn(), clocks[number]
                turns.append(turn)
                expected["rating"].append(known[not turn])
                expected["opponent_rating"].append(known[turn])
                expected["clock"].append(_milliseconds(before[own]))
                expected["opponent_clock"].append(_milliseconds(before[not own]))
                expected["base_time"].append(_milliseconds(base))
                expected["increment"].append(_milliseconds(increment))
                used = None
                if None not in (before[own], clock):
                    used = before[own] - clock + gain[own]
                    if used < 0 or (number < 2 and clock == before[own]):
                        used = None
                expected["move_time"].append(_milliseconds(used))
                before[own] = clock
    for name, values in expected.items():
        np.testing.assert_array_equal(found[name], np.array(values, np.float32), name)
    times = found["move_time"]
    assert (~np.isnan(times)).mean() > 0.8
    np.testing.assert_array_equal(games.time_used(), np.where(np.isnan(times), -1, times))
    np.testing.assert_array_equal(games.time_used(threads=1), games.time_used())
    for mine, theirs in (NAMES[:2], NAMES[2:4]):
        np.testing.assert_array_equal(white[mine], np.where(turns, found[mine], found[theirs]))
        np.testing.assert_array_equal(white[theirs], np.where(turns, found[theirs], found[mine]))


@pytest.mark.parametrize(
    ("control", "moves", "seconds"),
    [
        # without an increment, and with one: the first clocks of Lichess do not run
        ("180", "e4/180 e5/180 Nf3/178 Nc6/175.5", [None, None, 2, 4.5]),
        ("180+2", "e4/180 e5/180 Nf3/181 Nc6/178", [None, None, 1, 4]),
        # Chess.com's run from the first move on
        ("180+2", "e4/181.9 e5/177 Nf3/180", [0.1, 5, 3.9]),
        # over-the-board clocks have the increment before the first move
        ("5400+30", "e4/5454 e5/5400 Nf3/5474", [6, 60, 10]),
        # US and Bronstein delay: a move within the delay has an unknown time
        ("300d5", "e4/300 e5/298 Nf3/300 Nc6/298 Bb5/290", [None, 7, None, None, 15]),
        # two moves in 60 seconds, then 30 more for each two
        ("2/60:2/30", "e4/50 e5/60 Nf3/70 Nc6/80 Bb5/60 a6/75", [10, None, 10, 10, 10, 5]),
        # berserk: half the time and no increment
        ("180+2", "e4/90 e5/180 Nf3/85 Nc6/180", [None, None, 5, 2]),
        # a player gave time to the other
        ("180", "e4/180 e5/180 Nf3/195 Nc6/170 Bb5/190", [None, None, None, 10, 5]),
        # a clock that is missing, and one that goes up
        ("180", "e4/180 e5/180 Nf3/- Nc6/170 Bb5/160 a6/200", [None] * 3 + [10, None, None]),
        ("0+10", "e4/10 e5/3 Nf3/12", [None, None, 8]),
        ("*60", "e4/50 e5/65 Nf3/45", [10, 5, 10]),
        *[(unknown, "e4/180 e5/179 Nf3/178", [None] * 3) for unknown in ("-", "?", "", "blitz")],
    ],
)  # fmt: skip
def test_times(control: str, moves: str, seconds: list[float | None]) -> None:
    times = _of(moves, control).time_used()
    assert times.tolist() == [-1 if one is None else round(1000 * one) for one in seconds]


def test_given_times_are_taken() -> None:
    text = "1. e4 {[%emt 0:00:03]} e5 {[%clk 0:00:50]} 2. d4 {[%clk 0:00:55][%emt 0:00:04.5]} *"
    text = f'[TimeControl "60"]\n\n{text}'
    games = Games.from_pgn(StringIO(text), annotations="move_times")
    assert games.time_used().tolist() == [3000, 10_000, 4500]
    # the first clock is missing
    assert Games.from_pgn(StringIO(text)).time_used().tolist() == [-1, 10_000, -1]
    assert Games.from_pgn(StringIO("1. e4 e5 *")).time_used().tolist() == [-1, -1]
    assert Games.concatenate([]).time_used().tolist() == []


def test_black_to_move_first() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    tags = {"FEN": fen, "SetUp": "1", "WhiteElo": "1500", "BlackElo": "1600"}
    games = _of("Nc6/59 Nf3/58 Nf6/50", "60", **tags)
    game, ply = games.positions()
    columns = {name: getattr(Column, name)(on_missing="nan") for name in NAMES[:5]}
    rows = {name: array.tolist() for name, array in games.encode(columns, game, ply).items()}
    assert rows == {
        "rating": [1600, 1500, 1600],
        "opponent_rating": [1500, 1600, 1500],
        "clock": [60_000, 60_000, 59_000],
        "opponent_clock": [60_000, 59_000, 58_000],
        "move_time": [1000, 2000, 9000],
    }
    assert games.search(Rating(min=1600), first=False)[1].tolist() == [0, 2]


@pytest.mark.parametrize("name", NAMES)
def test_missing(name: str) -> None:
    games = Games.from_pgn(StringIO("1. e4 e5 *"))
    column = getattr(Column, name)
    with pytest.raises(ArgumentError, match="on_missing"):
        games.encode(column(), [0], [0])
    assert np.isnan(games.encode(column(on_missing="nan"), [0], [0])[name]).all()
    assert np.isnan(getattr(games, name)([0], [0])).all()


@pytest.mark.parametrize(
    ("query", "column", "low", "high"),
    [
        (Rating(min=1500, max=1799), "rating", 1500, 1799),
        (OpponentRating(max=1400), "opponent_rating", 0, 1400),
        (Clock(max=10_000), "clock", 0, 10_000),
        (OpponentClock(min=30_000), "opponent_clock", 30_000, np.inf),
        (MoveTime(min=5000), "move_time", 5000, np.inf),
        (TimeClass("bullet", "blitz"), None, 0, 0),
    ],
)
def test_queries_equal_columns(
    query: Query, column: str | None, low: float, high: float, data_file: Callable[[str], Path]
) -> None:
    games = Games.from_pgn(data_file("pgn/lichess_999.pgn"))
    game, ply = games.positions()
    if column is None:
        seconds = [
            sum(int(n) * f for n, f in zip(c.split("+"), (1, 40), strict=True))
            for c in games.time_control
        ]
        mask = (np.array(seconds) >= 30)[game] & (np.array(seconds) < 480)[game]
    else:
        values = games.encode(getattr(Column, column)(on_missing="nan"), game, ply)[column]
        mask = (values >= low) & (values <= high)
    assert 0 < mask.sum() < len(mask)
    found = games.positions(where=query)
    np.testing.assert_array_equal(found[0], game[mask])
    np.testing.assert_array_equal(found[1], ply[mask])
    early = games.positions(where=query & Ply(max=9))
    np.testing.assert_array_equal(early[1], ply[mask & (ply <= 9)])
    # the same games while reading
    kept = Games.from_pgn(data_file("pgn/lichess_999.pgn"), filter=Filter(position=query))
    # a query of games also tests the last position, in which no move was played
    assert len(kept) == len(np.unique(games.search(query)[0]))


def test_wrong_time_class() -> None:
    with pytest.raises(ArgumentError, match="needs a name"):
        TimeClass()
    with pytest.raises(ArgumentError, match="fast"):
        TimeClass("fast")


def test_other_sources() -> None:
    arena = Arena(4)
    assert arena.encode([Column.legal_count()])["legal_count"].tolist() == [20] * 4
    assert Board().encode([Column.legal_count()])["legal_count"] == 20
    table = example_positions()[:5]
    counts = [Board(fen).legal_moves.count() for fen in table.fens()]
    assert table.encode(Column.legal_count())["legal_count"].tolist() == counts
    for source in (arena, Board(), table):
        with pytest.raises(ArgumentError, match="has no rating or clock of a player"):
            source.encode(Column.rating(on_missing="nan"))
