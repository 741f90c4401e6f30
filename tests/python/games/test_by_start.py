"""Results of games by start position, with python-chess as the oracle."""

import csv
from collections import Counter, defaultdict
from dataclasses import asdict

import chess.pgn
import numpy as np
import pytest

from enroque import Games, chess960
from enroque.cli import main
from enroque.errors import ArgumentError


@pytest.mark.parametrize("name", ["lichess_chess960_150.pgn", "chess960_mainz2009.pgn"])
def test_by_python_chess(data_file, name: str) -> None:
    path = data_file(f"pgn/{name}")
    games, points, castled, first = Counter(), defaultdict(list), Counter(), defaultdict(Counter)
    rated = defaultdict(list)
    with path.open() as file:
        while game := chess.pgn.read_game(file):
            board = game.board()
            start = board.chess960_pos()
            games[start] += 1
            point = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[game.headers["Result"]]
            points[start].append(point)
            ratings = [game.headers.get(tag, "?") for tag in ("WhiteElo", "BlackElo")]
            if all(rating.isdigit() for rating in ratings):
                white, black = map(int, ratings)
                rated[start].append((white, black, point))
            for node in game.mainline():
                move, board = node.move, node.parent.board()
                if board.is_castling(move):
                    castled[start, board.turn, board.is_kingside_castling(move)] += 1
                    castled[start, "move"] += board.fullmove_number
                    castled[start, "count"] += 1
                if node.parent is game:
                    first[start][board.san(move)] += 1
    results = chess960.by_start(Games.stream(path, games_per_batch=40))
    assert results.skipped == {"standard chess": 0, "other start position": 0}
    for start in range(960):
        count = games[start]
        assert results.games[start] == count
        if not count:
            assert np.isnan(results.score[start])
            assert len(results.explorer(start)) == 0
            continue
        assert results.score[start] == pytest.approx(np.mean(points[start]))
        assert 0 <= results.low[start] <= results.score[start] <= results.high[start] <= 1
        for column, turn, side in (
            ("white_kingside", True, True), ("white_queenside", True, False),
            ("black_kingside", False, True), ("black_queenside", False, False),
        ):  # fmt: skip
            found = results.columns()[column][start]
            assert found == pytest.approx(castled[start, turn, side] / count)
        if castled[start, "count"]:
            mean = castled[start, "move"] / castled[start, "count"]
            assert results.castling_move[start] == pytest.approx(mean)
        assert {row.san: row.games for row in results.explorer(start)} == first[start]
        if rated[start]:
            expected = [1 / (1 + 10 ** ((black - white) / 400)) for white, black, _ in rated[start]]
            assert results.expected[start] == pytest.approx(np.mean(expected))
            mean = np.mean([(white + black) / 2 for white, black, _ in rated[start]])
            assert results.rating[start] == pytest.approx(mean)
            assert results.rated_score[start] == pytest.approx(
                np.mean([p for *_, p in rated[start]])
            )


@pytest.mark.parametrize(
    ("name", "standard"),
    [
        ("lichess_chess960_150.pgn", False),
        ("chess960_mainz2009.pgn", False),
        ("lichess_evals_2000.pgn.zst", True),
        ("twic_head.pgn", True),
    ],
)
def test_explorers_are_those_of_the_games(data_file, name: str, standard: bool) -> None:
    path = data_file(f"pgn/{name}")
    games = Games.read(path)
    results = chess960.by_start(Games.stream(path, games_per_batch=700), standard=standard)
    for start in np.flatnonzero(results.games).tolist():
        found = results.explorer(start)
        expected = games[games.start == start].explorer(chess960.position(start))
        for row, other in zip([*found, found.total], [*expected, expected.total], strict=True):
            for name, value in asdict(row).items():
                assert value == pytest.approx(getattr(other, name)), name
        mean = found.total.average_eval
        assert results.evaluation[start] == pytest.approx(
            np.nan if mean is None else mean, nan_ok=True
        )
    assert (results.evaluated.sum() > 0) == ("evals" in path.name)
    with pytest.raises(ArgumentError, match=r"does not keep the games: use Games\.explorer"):
        found.play(found[0].move)


def test_the_years_of_incomplete_dates() -> None:
    dates = ["1990.??.??", "????.??.??", "1987.05.01", "x", "1989"]
    games = Games.from_pgn("".join(f'[Date "{date}"]\n\n1. e4 *\n\n' for date in dates).encode())
    total = chess960.by_start(games, standard=True).explorer(518).total
    assert (total.first_year, total.last_year) == (1987, 1990)


def test_unknown_means_are_null() -> None:
    pytest.importorskip("pyarrow")
    results = chess960.by_start(Games.from_pgn(b"1. e4 e5 *\n\n"), standard=True)
    assert results.to_arrow()["evaluation"].null_count == 960
    assert results.to_arrow()["games"].null_count == 0


def test_the_interval_of_a_score_is_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263 is 0.2553 to 0.3662
    movetext = ["1. e4 1-0"] * 81 + ["1. e4 0-1"] * 182
    text = "\n\n".join(f'[Result "{text[-3:]}"]\n\n{text}' for text in movetext)
    games = Games.from_pgn(text.encode())
    results = chess960.by_start(games, standard=True)
    assert results.low[518] == pytest.approx(0.2553, abs=5e-5)
    assert results.high[518] == pytest.approx(0.3662, abs=5e-5)


def test_games_that_are_no_chess960(capsys, data_file) -> None:
    standard = Games.from_pgn(b"1. e4 e5 *\n\n")
    with pytest.raises(ArgumentError, match=r"no game begins .* Chess960: 1 of standard chess"):
        chess960.by_start(standard)
    with pytest.raises(TypeError, match=r"must be an enroque\.Games"):
        chess960.by_start([3])
    with pytest.raises(TypeError, match=r"pass Games\.read\('games\.pgn'\)"):
        chess960.by_start("games.pgn")
    results = chess960.by_start(standard, standard=True)
    assert results.games.sum() == 1
    assert np.isnan(results.score[518])
    path = data_file("pgn/lichess_chess960_150.pgn")
    assert main(["explore", "--by-start", str(path)]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert sum(int(row["games"]) for row in rows) == 150
    assert {row["evaluation"] for row in rows} == {""}


def test_explore(capsys, data_file) -> None:
    path = data_file("pgn/twic_head.pgn")
    assert main(["explore", "--min-games", "50", str(path)]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    explorer = Games.read(path).explorer(min_games=50)
    assert [(row["san"], int(row["games"])) for row in rows] == [
        (row.san, row.games) for row in explorer
    ]
    assert main(["explore", "--by-start", str(path)]) == 2
    assert "standard chess: pass --standard to count" in capsys.readouterr().err
    assert main(["explore", "--by-start", "--standard", str(path)]) == 0
    (row,) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert int(row["games"]) == len(Games.read(path))
