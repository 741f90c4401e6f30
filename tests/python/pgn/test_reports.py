"""Inputs of public bug reports, through both readers: `tests/data/reports_2026/README.md`."""

import gzip
import io
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import Games, pgn
from enroque.engine import Cp, Mate

ALL = ["move_times", "arrows"]
MATE = 1_000_000
NO_EVAL = np.iinfo(np.int32).min


@pytest.fixture(autouse=True)
def no_logging() -> None:
    logging.getLogger("enroque.pgn").setLevel(logging.CRITICAL)


def read(text: str | bytes, **options: object) -> Games:
    data = text.encode() if isinstance(text, str) else text
    return Games.from_pgn(io.BytesIO(data), **{"annotations": ALL, **options})


def tree(text: str, **options: object) -> pgn.Game:
    game = pgn.read_game(io.StringIO(text), **options)
    assert game is not None
    return game


SPACES = ["\r\n", "  ", "\t", "\n \r", "\u00a0", "\u3000", " \u2003 "]


@pytest.mark.parametrize("space", SPACES)
def test_white_space_in_commands(space: str) -> None:
    text = (
        f"1. e4 {{[%clk{space}0:59:26{space}]}} {{[%emt{space}0:00:05.5]}}"
        f" e5 {{[%eval{space}-0.5{space},{space}20{space}]}}"
        f" 2. Nf3 {{[%csl{space}Ge4,{space}Rd5{space}][%cal Ye2e4{space},Ba1h8{space}]}} *"
    )
    games = read(text)
    assert list(games.warnings) == list(games.errors) == []
    assert games.clocks is not None
    assert games.evals is not None
    assert games.move_times is not None
    assert games.clocks.tolist() == [3_566_000, -1, -1]
    assert games.move_times.tolist() == [5500, -1, -1]
    assert games.evals.tolist() == [NO_EVAL, -50, NO_EVAL]
    first, second, third = list(tree(text).mainline())
    assert (first.clock(), first.emt()) == (3566.0, 5.5)
    evaluation = second.eval()
    assert evaluation is not None
    assert (evaluation.white(), second.eval_depth()) == (Cp(-50), 20)
    arrows = [arrow.pgn() for arrow in third.arrows()]
    assert arrows == ["Ge4", "Rd5", "Ye2e4", "Ba1h8"]
    assert arrows == [arrow.pgn() for arrow in games[0].arrows(3)]
    assert tree(text).warnings == []


def test_line_ends_in_commands(data_file: Callable[[str], Path]) -> None:
    data = data_file("reports_2026/01_crlf_in_command.pgn").read_bytes()
    for data_ in (data, data.replace(b"\r", b""), data.replace(b"\n", b"")):
        games = read(data_)
        assert games.clocks is not None
        assert games.move_times is not None
        assert games.evals is not None
        assert games.clocks[[0, 2, 3]].tolist() == [3_584_000, 3_566_000, 3_578_000]
        assert games.move_times[[0, 1, 3]].tolist() == [16_000, 35_000, 5000]
        assert games.evals[4] == 50
        assert games.warning_count == games.error_count == 0
        nodes = list(tree(data_.decode()).mainline())
        assert [nodes[n].clock() for n in (0, 2, 3)] == [3584, 3566, 3578]
        assert [nodes[n].emt() for n in (0, 1, 3)] == [16, 35, 5]


@pytest.mark.parametrize("value", ["#0", "#-0", "#+0", "#0,20", " #0 "])
def test_the_side_to_move_after_mate_is_mated(value: str) -> None:
    for moves, expected in (
        ("1. f3 e5 2. g4 Qh4#", -MATE),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#", MATE),
    ):
        text = f"{moves} {{[%eval {value}]}} *"
        evals = read(text).evals
        assert evals is not None
        assert evals[-1] == expected
        # the same after writing
        written = io.StringIO()
        read(text).to_pgn(written)
        again = read(written.getvalue()).evals
        assert again is not None
        assert again[-1] == expected
        score = tree(text).end().eval()
        assert score is not None
        assert score.relative == Mate(0)
        assert score.white().mate() == 0
        assert (score.white() < Cp(0)) == (expected < 0)


@pytest.mark.parametrize("value", ["M0", "-M0", "+M0"])
def test_mate_on_the_board_in_tcec_reports(value: str) -> None:
    evals = read(f"1. f3 e5 2. g4 Qh4# {{d=1, wv={value},}} 0-1", comments="tcec").evals
    assert evals is not None
    assert evals[-1] == -MATE


def test_results_of_the_laws(data_file: Callable[[str], Path]) -> None:
    text = data_file("reports_2026/03_results.pgn").read_text()
    games = read(text)
    assert [len(game.moves) for game in games] == [0, 2, 2, 6]
    assert list(games.errors) == []
    assert {warning.index for warning in games.warnings} == {0, 1, 2, 3}
    assert {warning.kind for warning in games.warnings} == {"odd_result"}
    assert [str(game.result) for game in games] == ["*"] * 4
    handle = io.StringIO(text)
    for plies, result in ((0, "0-0"), (2, "1/2-0"), (2, "0-1/2"), (6, "0-0")):
        game = pgn.read_game(handle)
        assert game is not None
        assert (len(list(game.mainline())), game.headers["Result"]) == (plies, result)
        assert [warning.kind for warning in game.warnings] == ["odd_result"]
        assert game.errors == []


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("0:0", "*"), ("0F-0F", "*"), ("1/2-0", "*"), ("0-1/2", "*"), ("½-0", "*"), ("0-½", "*"),
        ("0,5-0", "*"), ("0-0.5", "*"), ("0.5:0", "*"), ("1-0F", "1-0"), ("0F-1", "0-1"),
        ("0,5-0,5", "1/2-1/2"), ("0.5-0.5", "1/2-1/2"), ("½:½", "1/2-1/2"), ("+/-", "*"),
        ("+:-", "*"), ("-/+", "*"), ("1\u20130", "1-0"),
    ],
)  # fmt: skip
def test_spellings_of_results(word: str, result: str) -> None:
    text = f'[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 {word}\n\n[White "B"]\n\n1. d4 *\n'
    for data in (text, text.replace("\n", "\r\n")):
        games = read(data)
        assert [len(game.moves) for game in games] == [6, 1]
        assert (games.error_count, games.warning_count) == (0, 1)
        assert str(games[0].result) == result
    game = tree(text)
    assert (len(list(game.mainline())), len(game.warnings), game.errors) == (6, 1, [])
    assert game.headers["Result"] == result


def test_castling_with_zeros_is_castling() -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0"
    for text, plies in (
        (f'[Result "1-0"]\n\n{moves}\n', 7),
        (f'[Result "0-0"]\n\n{moves}\n', 6),
        (f'[Result "0-0"]\n\n{moves} {{both}} ; x\n\n[White "B"]\n', 6),
        (f'[Result "0-0"]\n\n{moves} Nf6 5. d3 0-0 0-0', 10),
        (f'[Result "0-0"]\n\n{moves} *', 7),
    ):
        assert len(read(text)[0].moves) == plies, text
        assert len(list(tree(text).mainline())) == plies, text


def test_trees_report_what_games_reports(data_file: Callable[[str], Path]) -> None:
    text = data_file("reports_2026/04_tree_without_warnings.pgn").read_text()
    kinds = sorted(warning.kind for warning in read(text).warnings)
    assert sorted(warning.kind for warning in tree(text).warnings) == kinds
    assert set(kinds) == {
        "annotation", "duplicate_tag", "invalid_nag", "malformed_command", "odd_start",
        "result_mismatch",
    }  # fmt: skip
    errors = tree("1. e4 e5 2. Ke3 *").errors
    assert [(type(error), error.kind) for error in errors] == [
        (enroque.IllegalMoveError, "illegal_move")
    ]


NOT_PGN = {
    "JSON": '{"pgn":"1. e4 e5 *"}\n{"pgn":"1. d4 *"}\n',
    "a CSV with the columns FEN, Evaluation: see enroque.Positions": (
        "FEN,Evaluation\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1,+56\n"
    ),
    "HTML": "<!DOCTYPE html>\n<html><body>Bb5</body></html>\n",
    "a Git LFS pointer": "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 5\n",
    "a list of FENs": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n" * 2,
    "there is no game in it": "only words\n",
}


@pytest.mark.parametrize("message", NOT_PGN)
def test_sources_without_games(tmp_path: Path, message: str) -> None:
    text = NOT_PGN[message]
    games = read(text)
    assert len(games) == 0
    source = [error for error in games.errors if error.kind == "source"]
    assert len(source) == 1
    assert message in source[0].reason
    with pytest.raises(enroque.errors.PgnError):
        read(text, strict=True)
    path, target = tmp_path / "games.pgn", tmp_path / "out.npz"
    path.write_text(text)
    command = [sys.executable, "-m", "enroque", "convert", str(path), str(target)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2, result.stderr
    assert not target.exists()
    with pytest.raises(enroque.errors.PgnError):
        Games.from_pgn(path, strict=True)


@pytest.mark.parametrize("text", ["", "\n \r\n", "\ufeff", "\0\x1a\n"])
def test_empty_sources_are_not_errors(text: str) -> None:
    games = read(text, strict=True)
    assert (len(games), games.error_count) == (0, 0)


def test_a_filter_that_rejects_all_games_is_not_an_error() -> None:
    games = read("1. e4 *\n\n1. d4 *", filter=enroque.Filter(min_plies=10))
    assert (len(games), games.error_count) == (0, 0)


def test_zeros_after_gzip_members(data_file: Callable[[str], Path]) -> None:
    path = data_file("reports_2026/07_zero_padded.pgn.gz")
    games = Games.from_pgn(path)
    assert len(games) > 0
    assert games.error_count == 0
    member = gzip.compress(b"1. e4 *\n\n")
    padded = member + b"\0" * 700 + member + b"\0" * 300_000 + member + b"\0"
    games = Games.from_pgn(io.BytesIO(padded))
    assert (len(games), games.error_count) == (3, 0)
    assert Games.from_pgn(io.BytesIO(member + b"\0\0x")).error_count == 1


@pytest.mark.parametrize("name", ["Fen", "fen", "SETUP", "variant", "Whiteelo", "RESULT"])
def test_known_tags_in_another_case(name: str) -> None:
    text = f'[White "A"]\n[{name} "1"]\n\n1. e4 *\n'
    (warning,) = read(text).warnings
    assert (warning.kind, warning.token) == ("malformed_tag", name)
    (same,) = tree(text).warnings
    assert same.kind == "malformed_tag"
    assert name in str(same)


def test_colors_of_chessbase() -> None:
    text = "1. e4 {[%csl Ge4,Oe5,Cd4][%cal Re2e4,Mg1f3]} *"
    games = read(text)
    assert [arrow.pgn() for arrow in games[0].arrows(1)] == ["Ge4", "Re2e4"]
    assert [warning.kind for warning in games.warnings] == ["malformed_command"] * 2
    game = tree(text)
    assert [arrow.pgn() for arrow in game.end().arrows()] == ["Ge4", "Re2e4"]
    assert [warning.kind for warning in game.warnings] == ["malformed_command"] * 2


ENGINES = (
    "1. e4 {+0.53/14 47s} e5 {-0.25/12 0.012s, n=5} 2. Bc4 {book} Nc6 {+M5/20 1.5s}"
    " 3. Qh5 {-M4/9 2s} Nf6 {[%eval 0.10] +9.00/1 1s} 4. Qxf7# {+M1/3 0s, White mates} 1-0"
)


def test_comments_of_engines() -> None:
    games = read(ENGINES, annotations=["engine"])
    assert games.evals is not None
    assert games.move_times is not None
    expected = [53, 25, NO_EVAL, -(MATE - 3), -(MATE - 2), 10, MATE - 1]
    assert games.evals.tolist() == expected
    assert games.move_times.tolist()[:5] == [47_000, 12, -1, 1500, 2000]
    nodes = list(tree(ENGINES, annotations=["engine"]).mainline())
    scores = [node.eval() for node in nodes]
    white = [None if score is None else score.white() for score in scores]
    assert white == [Cp(53), Cp(25), None, Mate(-3), Mate(-2), Cp(10), Mate(1)]
    assert [nodes[n].eval_depth() for n in (0, 1, 3)] == [14, 12, 20]
    assert [nodes[n].emt() for n in (0, 1, 3)] == [47, 0.012, 1.5]
    # only on request
    assert read(ENGINES).move_times is None
    assert tree(ENGINES).next().eval() is None


@pytest.mark.parametrize(
    ("result", "end", "expected"),
    [
        ("1-0", "", ["result_mismatch"]),
        ("1/2-1/2", "{drawn}", ["result_mismatch"]),
        ("0-1", "1-0", ["result_mismatch"]),
        ("1-0", "1-0", []),
        ("*", "", []),
        ("?", "", []),
    ],
)
def test_a_result_that_does_not_follow_the_moves(
    result: str, end: str, expected: list[str]
) -> None:
    text = f'[Result "{result}"]\n\n1. e4 e5 {end}\n\n[Event "next"]\n\n1. d4 *\n'
    games = Games.from_pgn(text.encode())
    assert [warning.kind for warning in games.warnings] == expected
    assert len(games) == 2
    tree = pgn.read_game(io.StringIO(text))
    assert tree is not None
    assert [warning.kind for warning in tree.warnings] == expected  # type: ignore[attr-defined]
    # without moves there is nothing that a result would follow
    assert not Games.from_pgn(f'[Result "{result}"]\n\n'.encode()).warnings
