"""The Laws beyond the single move, from Python: who can still win, flags, dead positions."""

import csv
import json
import pickle
from pathlib import Path

import chess
import pytest

import enroque
from enroque.rules import Answer, Termination, Verdict

WALL = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1"


def assert_mates(fen: str, color: bool, answer: Answer) -> None:
    """The line is legal for python-chess and ends in a mate by the named player."""
    board = chess.Board(fen)
    assert answer.line is not None
    for move in answer.line:
        board.push_uci(move.uci())
    assert board.is_checkmate()
    assert board.turn != color


def test_dead_positions_end_the_game() -> None:
    board = enroque.Board(WALL)
    assert board.is_dead_position() is True
    assert board.is_game_over()
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.DEAD_POSITION
    assert (outcome.winner, outcome.score, outcome.result()) == (None, (1, 1), "1/2-1/2")
    assert board.result() == "1/2-1/2"
    # python-chess's label stays where it has one
    bare = enroque.Board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").outcome()
    assert bare is not None
    assert bare.termination is Termination.INSUFFICIENT_MATERIAL
    assert enroque.Board().is_dead_position() is False


def test_forced_captures_leave_a_dead_position() -> None:
    outcome = enroque.Board("k7/1Q6/8/8/8/8/8/K7 b - - 0 1").outcome()
    assert outcome is not None
    assert outcome.termination is Termination.DEAD_POSITION


@pytest.mark.parametrize("color", [enroque.WHITE, enroque.BLACK])
def test_answers(color: bool) -> None:
    answer = enroque.Board().can_win(color)
    assert answer
    assert answer.verdict is Verdict.YES
    assert answer.reason is None
    assert_mates(enroque.STARTING_FEN, color, answer)
    answer = enroque.Board(WALL).can_win(color)
    assert not answer
    assert answer.verdict is Verdict.NO
    assert answer.reason == "the men that can move can never mate"
    assert answer.line is None
    assert pickle.loads(pickle.dumps(answer)) == answer
    unknown = enroque.Board().can_win(color, quick=True)
    assert unknown.verdict is Verdict.UNKNOWN
    assert unknown
    assert enroque.Board().can_win(color, nodes=3).verdict is Verdict.UNKNOWN


def test_lines_castle_as_the_board_does() -> None:
    fen = "4k3/8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/2RBBKR1 w KQ - 0 1"
    for chess960 in (True, None):
        board = enroque.Board(fen, chess960=chess960)
        for color in enroque.COLORS:
            answer = board.can_win(color)
            copy = board.copy()
            for move in answer.line or ():
                copy.push(move)
            if answer.line is not None:
                assert copy.is_checkmate()


@pytest.mark.parametrize(
    ("fen", "rules", "winner"),
    [
        (WALL, "fide2023", None),
        (WALL, "fide2009", None),
        (WALL, "lichess", enroque.BLACK),
        ("8/8/8/8/8/1k1n4/p7/K1B5 w - - 0 1", "fide2023", enroque.BLACK),
        ("8/8/8/8/8/1k1n4/p7/K1B5 w - - 0 1", "lichess", enroque.BLACK),
        ("7k/8/8/8/8/2n5/7P/K1B5 w - - 0 1", "chesscom", None),
        ("7k/8/8/8/8/2n5/7P/K1B5 w - - 0 1", "fide2023", enroque.BLACK),
        (enroque.STARTING_FEN, "chesscom", enroque.BLACK),
    ],
)
def test_flags(fen: str, rules: str, winner: bool | None) -> None:
    decided = enroque.Board(fen).flag_fall(enroque.WHITE, rules=rules)
    assert decided.outcome.winner is winner
    if decided.outcome.termination is Termination.TIME_FORFEIT:
        assert bool(decided.answer) is (winner is not None)
        assert decided.outcome.termination.pgn_tag == "time forfeit"


def test_a_mate_comes_before_the_flag() -> None:
    board = enroque.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    outcome = board.flag_fall(enroque.WHITE).outcome
    assert (outcome.termination, outcome.winner) == (Termination.CHECKMATE, enroque.WHITE)


def test_scores_are_two_numbers() -> None:
    both_lose = enroque.Outcome(Termination.RULES_INFRACTION, None, (0, 0))
    assert both_lose.result() == "0-0"
    assert enroque.Outcome(Termination.CHECKMATE, enroque.WHITE).score == (2, 0)
    assert enroque.Outcome(Termination.CHECKMATE, enroque.BLACK).score == (0, 2)


def test_every_termination_has_a_tag() -> None:
    tags = {termination.pgn_tag for termination in Termination}
    assert tags == {
        "abandoned",
        "adjudication",
        "death",
        "emergency",
        "normal",
        "rules infraction",
        "time forfeit",
    }


def test_bad_arguments() -> None:
    board = enroque.Board()
    with pytest.raises(ValueError, match='fide2023, lichess, chesscom, not "fide"'):
        board.flag_fall(enroque.WHITE, rules="fide")
    with pytest.raises(ValueError, match=r"0 to 4294967295, not -1"):
        board.can_win(enroque.WHITE, nodes=-1)
    with pytest.raises(ValueError, match="not 9223372036854775807"):
        board.is_dead_position(nodes=1 << 80)
    with pytest.raises(TypeError, match="WHITE"):
        board.can_win("white")  # type: ignore[arg-type]


def test_curated_cases(shared_data: Path) -> None:
    cases = json.loads((shared_data / "unwinnable" / "curated.json").read_text())["cases"]
    assert len(cases) >= 60
    for case in cases:
        board = enroque.Board(case["fen"])
        color = case["winner"] == "white"
        answer = board.can_win(color)
        expected = {"yes": Verdict.YES, "no": Verdict.NO}[case["winnable"]]
        assert answer.verdict is expected, case["id"]
        if answer.line is not None:
            assert_mates(case["fen"], color, answer)


def test_hard_positions(shared_data: Path) -> None:
    """A part of the file, with a small budget: no answer is wrong."""
    answers = 0
    with (shared_data / "unwinnable" / "hard_positions.csv").open() as file:
        for number, row in enumerate(csv.DictReader(file)):
            if number % 40:
                continue
            for color, name in [(True, "white_can_win"), (False, "black_can_win")]:
                answer = enroque.Board(row["fen4"]).can_win(color, nodes=20_000)
                if answer.verdict is not Verdict.UNKNOWN:
                    answers += 1
                    assert bool(answer) is (row[name] == "yes"), row
    assert answers > 70
