"""The Laws from Python: who can still win, whole games, clocks, notation."""

import copy
import csv
import dataclasses
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal

import chess
import pytest

import enroque
from enroque import notation
from enroque.rules import (
    RULE_SETS,
    Clock,
    Penalty,
    PlayedGame,
    RuleSet,
    Termination,
    TimeControl,
    Verdict,
    Winnability,
)

BLOCKED = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1"


def assert_mates(fen: str, color: bool, answer: Winnability) -> None:
    """Asserts that the line is legal in python-chess and ends in a mate by the player."""
    board = chess.Board(fen)
    assert answer.line is not None
    for move in answer.line:
        board.push_uci(move.uci())
    assert board.is_checkmate()
    assert board.turn != color


def test_dead_positions_end_the_game() -> None:
    board = enroque.Board(BLOCKED)
    assert board.is_dead_position() is True
    assert board.is_game_over()
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.DEAD_POSITION
    assert (outcome.winner, outcome.score, outcome.result()) == (None, (1, 1), "1/2-1/2")
    assert board.result() == "1/2-1/2"
    # python-chess's termination is used if it has one
    bare = enroque.Board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").outcome()
    assert bare is not None
    assert bare.termination is Termination.INSUFFICIENT_MATERIAL
    assert enroque.Board().is_dead_position() is False


def test_forced_captures_leave_a_dead_position() -> None:
    outcome = enroque.Board("k7/1Q6/8/8/8/8/8/K7 b - - 0 1").outcome()
    assert outcome is not None
    assert outcome.termination is Termination.DEAD_POSITION


@pytest.mark.parametrize("color", [enroque.WHITE, enroque.BLACK])
def test_can_win(color: bool) -> None:
    answer = enroque.Board().can_win(color)
    assert answer
    assert answer.verdict is Verdict.YES
    assert answer.reason is None
    assert_mates(enroque.STARTING_FEN, color, answer)
    answer = enroque.Board(BLOCKED).can_win(color)
    assert not answer
    assert answer.verdict is Verdict.NO
    assert answer.reason == "the pieces that can move can never mate"
    assert answer.line is None
    assert pickle.loads(pickle.dumps(answer)) == answer
    unknown = enroque.Board().can_win(color, quick=True)
    assert unknown.verdict is Verdict.UNKNOWN
    assert unknown
    assert enroque.Board().can_win(color, nodes=3).verdict is Verdict.UNKNOWN


def test_lines_have_castling_moves_of_the_board() -> None:
    fen = "4k3/8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/2RBBKR1 w KQ - 0 1"
    for chess960 in (True, None):
        board = enroque.Board(fen, chess960=chess960)
        for color in enroque.COLORS:
            answer = board.can_win(color)
            after = board.copy()
            for move in answer.line or ():
                after.push(move)
            if answer.line is not None:
                assert after.is_checkmate()


@pytest.mark.parametrize(
    ("fen", "rules", "winner"),
    [
        (BLOCKED, "fide2023", None),
        (BLOCKED, "fide2009", None),
        (BLOCKED, "lichess", enroque.BLACK),
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
    with pytest.raises(
        ValueError, match='lichess, chesscom, engine, lc0, alphazero, pettingzoo, not "fide"'
    ):
        board.flag_fall(enroque.WHITE, rules="fide")
    with pytest.raises(ValueError, match=r"0 to 4294967295, not -1"):
        board.can_win(enroque.WHITE, nodes=-1)
    with pytest.raises(ValueError, match=r"not 2\*\*63 or more"):
        board.is_dead_position(nodes=1 << 80)
    with pytest.raises(TypeError, match="WHITE"):
        board.can_win("white")  # type: ignore[arg-type]


def test_curated_cases(data_file: Callable[[str], Path]) -> None:
    cases = json.loads((data_file("unwinnable/curated.json")).read_text())["cases"]
    assert len(cases) >= 60
    for case in cases:
        board = enroque.Board(case["fen"])
        color = case["winner"] == "white"
        answer = board.can_win(color)
        expected = {"yes": Verdict.YES, "no": Verdict.NO}[case["winnable"]]
        assert answer.verdict is expected, case["id"]
        if answer.line is not None:
            assert_mates(case["fen"], color, answer)


def test_hard_positions(data_file: Callable[[str], Path]) -> None:
    """A sample of the file, with a small budget: no result is wrong."""
    answers = 0
    with (data_file("unwinnable/hard_positions.csv")).open() as file:
        for number, row in enumerate(csv.DictReader(file)):
            if number % 40:
                continue
            for color, name in [(True, "white_can_win"), (False, "black_can_win")]:
                answer = enroque.Board(row["fen4"]).can_win(color, nodes=20_000)
                if answer.verdict is not Verdict.UNKNOWN:
                    answers += 1
                    assert bool(answer) is (row[name] == "yes"), row
    assert answers > 70


def play(game: PlayedGame, moves: str) -> None:
    for text in moves.split():
        game.push(enroque.Move.from_uci(text))


def test_time_controls(data_file: Callable[[str], Path]) -> None:
    cases = json.loads((data_file("rules/time_controls.json")).read_text())["cases"]
    for case in cases:
        increment = f"+{case['increment_s']}" if case["increment_s"] else ""
        control = TimeControl(f"{case['base_s']}{increment}")
        assert control.time_class("fide2009") == case["fide2009"]
        assert control.time_class() == case["fide2023"]


def test_time_control_text() -> None:
    control = TimeControl("40/7200:20/3600d5:900+30")
    assert [period.moves for period in control.periods] == [40, 20, None]
    assert control.periods[1].delay == 5000
    assert str(control) == "40/7200:20/3600d5:900+30"
    assert pickle.loads(pickle.dumps(control)) == control
    assert {control, TimeControl(str(control))} == {control}
    assert TimeControl("?").periods == ()
    assert TimeControl("-").lichess_class() == "correspondence"
    for text in ("1/86400", "1/259200", "10/4320000"):
        assert TimeControl(text).lichess_class() == "correspondence"
        games = enroque.Games.from_pgn(f'[TimeControl "{text}"]\n\n1. e4 *'.encode())
        assert len(games.filter(enroque.Filter(time_class="correspondence"))) == 1
        assert len(games.filter(enroque.Filter(time_class="classical"))) == 0
    assert TimeControl("1/3600").lichess_class() == "classical"
    with pytest.raises(enroque.errors.TimeControlError, match="number of seconds") as caught:
        TimeControl("40/soon")
    assert caught.value.column == 3
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(ValueError, match="fide2023, not"):
        control.time_class("lichess")


def test_clock() -> None:
    clock = Clock(TimeControl("60d10"), turn=enroque.BLACK)
    clock.start(1_000)
    assert (clock.turn, clock.falls_at) == (enroque.BLACK, 71_000)
    with pytest.raises(enroque.errors.ClockError, match="backward, from 1000 ms to 999 ms"):
        clock.press(999)
    clock.stop(31_000)
    assert clock.left_at(enroque.BLACK, 0) == 40_000
    clock.add(enroque.WHITE, 120_000)
    other = clock.copy()
    other.start(0)
    other.press(50_000)
    assert other.fallen is enroque.BLACK
    assert clock.fallen is None
    with pytest.raises(enroque.errors.ClockError, match="requires a time control"):
        Clock(TimeControl("-"))
    with pytest.raises(IndexError, match="0 milliseconds or more, not -1"):
        clock.spend(-1)


def test_a_game_ends_once() -> None:
    game = PlayedGame()
    play(game, "e2e4 e7e5")
    game.offer_draw(enroque.BLACK)
    assert game.draw_offer is enroque.BLACK
    outcome = game.accept_draw(enroque.WHITE)
    assert outcome.termination is Termination.AGREEMENT
    before = game.to_json()
    for call in (
        lambda: play(game, "g1f3"),
        lambda: game.resign(enroque.WHITE),
        lambda: game.flag_fell(enroque.WHITE),
        lambda: game.offer_draw(enroque.WHITE),
        lambda: game.end((0, 0), Termination.ABANDONED),
        lambda: game.seal("Nf3"),
    ):
        with pytest.raises(enroque.errors.PlayError, match="the game is over: 1/2-1/2, AGREEMENT"):
            call()
    assert game.to_json() == before
    assert game.outcome == outcome


def test_claims() -> None:
    game = PlayedGame(time_control=TimeControl("5400+30"))
    play(game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    early = game.claim_threefold_repetition(enroque.BLACK)
    assert not early
    assert early.reason == "the position occurs 2 times"
    assert early.penalty == 120_000
    clock = game.clock
    assert clock is not None
    assert clock.left(enroque.WHITE) == 5_520_000
    assert game.draw_offer is enroque.BLACK
    due = game.claim_threefold_repetition(enroque.BLACK, enroque.Move.from_uci("f6g8"))
    assert due
    assert due.outcome is not None
    assert due.outcome.termination is Termination.THREEFOLD_REPETITION
    assert [event.kind for event in game.events] == ["invalid_claim", "end"]


def test_custom_rule_sets() -> None:
    assert {RuleSet.named(name).name for name in RULE_SETS} == set(RULE_SETS)
    lenient = dataclasses.replace(RuleSet.named("fide2023"), illegal_moves_lose=4)
    game = PlayedGame(rules=lenient)
    assert game.rules == lenient
    for number in range(1, 4):
        ruling = game.irregularity(enroque.WHITE)
        assert (ruling.number, ruling.adjudication) == (number, None)
    ruling = game.irregularity(enroque.WHITE, "two_hands")
    assert ruling.adjudication is not None
    assert ruling.adjudication.outcome.winner is enroque.BLACK
    assert pickle.loads(pickle.dumps(game)).rules == lenient
    with pytest.raises(ValueError, match="winnability must be laws"):
        PlayedGame(rules=dataclasses.replace(lenient, winnability="luck"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a name or a RuleSet, not int"):
        PlayedGame(rules=5)  # type: ignore[arg-type]
    both = PlayedGame().end((0, 0), Termination.RULES_INFRACTION)
    assert (both.winner, both.result()) == (None, "0-0")
    with pytest.raises(ValueError, match="not 2 and 2"):
        PlayedGame().end((2, 2), Termination.ADJUDICATION)
    with pytest.raises(ValueError, match="VARIANT_WIN is a termination of other variants"):
        PlayedGame().end((2, 0), Termination.VARIANT_WIN)


def timed(board: enroque.Board | None = None) -> PlayedGame:
    return PlayedGame(board, time_control=TimeControl("300+3"))


def times(game: PlayedGame) -> tuple[bool, int, int]:
    clock = game.clock
    assert clock is not None
    return clock.turn, clock.left(enroque.WHITE), clock.left(enroque.BLACK)


def test_the_clock_follows_the_board() -> None:
    game = timed()
    for text in ["e2e4", "e7e5", "g1f3", "b8c6"]:
        game.push(enroque.Move.from_uci(text), spent=10_000)
    game.irregularity(enroque.BLACK, ply=1)
    game.push(enroque.Move.from_uci("e7e5"), spent=20_000)
    assert times(game) == (enroque.WHITE, 346_000, 269_000)
    game.set_left(enroque.WHITE, 300_000)
    assert times(game) == (enroque.WHITE, 300_000, 269_000)
    sealed = timed()
    sealed.seal("Nf3")
    assert sealed.envelope is not None
    assert PlayedGame.from_json(sealed.to_json()).envelope == sealed.envelope
    sealed.open_sealed()
    assert sealed.envelope is None
    sealed.push(enroque.Move.from_uci("e7e5"), spent=20_000)
    assert times(sealed) == (enroque.WHITE, 300_000, 283_000)
    wrong = game.to_json().replace('"turn":"white"', '"turn":"black"')
    with pytest.raises(enroque.errors.FileFormatError, match=r"clock\.turn"):
        PlayedGame.from_json(wrong)


def test_recorded_clocks() -> None:
    control = TimeControl("5400+30")
    with pytest.raises(enroque.errors.ClockError, match="can show 5430000 ms at most"):
        Clock(control).record(5_454_000)
    clock = Clock(control, increment_from_start=True)
    assert clock.left(enroque.WHITE) == 5_430_000
    assert clock.record(5_454_000) == 6_000
    assert clock.record(5_461_000, tolerance=1_000) == 0
    with pytest.raises(enroque.errors.ClockError, match="at most"):
        clock.record(5_485_001, tolerance=1_000)
    clock.set_left(enroque.WHITE, 60_000)
    assert clock.record(80_000) == 10_000
    game = PlayedGame(time_control=control, increment_from_start=True)
    assert times(game)[1:] == (5_430_000, 5_430_000)
    assert times(PlayedGame.from_json(game.to_json())) == times(game)
    alone = Clock(TimeControl("0+10"))
    alone.start(0)
    alone.press(1)
    assert alone.fallen is None
    assert copy.deepcopy(alone).left(enroque.WHITE) == 19_999


def test_recorded_clocks_of_real_games(data_file: Callable[[str], Path]) -> None:
    """Clocks of Lichess: tolerance for rounding and for time added by opponents."""
    games = enroque.Games.from_pgn(data_file("pgn/lichess_999.pgn"))
    replayed = 0
    for game in games:
        control = TimeControl(game.headers.get("TimeControl", "-"))
        if not control.periods or game.clocks is None:
            continue
        clock = Clock(control)
        for shown in game.clocks:
            if shown >= 0:
                clock.record(int(shown), tolerance=120_000)
                replayed += 1
    assert replayed > 1_000


def test_chess960_is_kept() -> None:
    game = PlayedGame(enroque.chess960.position(693))
    assert game.board().chess960
    assert game.pgn_tags()["Variant"] == "Chess960"
    assert "FEN" in game.pgn_tags()
    for kept in (PlayedGame.from_json(game.to_json()), pickle.loads(pickle.dumps(game))):
        assert kept.board().chess960
    assert not PlayedGame.from_json(game.to_json(), chess960=False).board().chess960


def test_contradictory_decisions() -> None:
    for score, termination in (
        ((2, 0), Termination.STALEMATE),
        ((0, 2), Termination.AGREEMENT),
        ((2, 0), Termination.FIFTY_MOVES),
        ((2, 0), Termination.CHECKMATE),
        ((1, 1), Termination.DEAD_POSITION),
        ((-1, 0), Termination.ADJUDICATION),
    ):
        with pytest.raises(enroque.errors.PlayError):
            PlayedGame().end(score, termination)
    with pytest.raises(TypeError, match="termination must be a Termination, not str"):
        PlayedGame().end((2, 0), "ADJUDICATION")  # type: ignore[arg-type]


def test_error_classes() -> None:
    board = enroque.Board()
    game = PlayedGame()
    rules = RuleSet.named("fide2023")
    with pytest.raises(enroque.errors.RuleSetError, match="rules must be one of"):
        PlayedGame(rules="fide")
    with pytest.raises(enroque.errors.RuleSetError, match="edition must be one of"):
        TimeControl("60").time_class("fide1492")
    for code, call in (("xx", board.san), ("xx", board.announce), ("fr", board.announce)):
        with pytest.raises(enroque.errors.LanguageError, match=code):
            call(enroque.Move.from_uci("e2e4"), language=code)
    with pytest.raises(enroque.errors.LanguageError):
        game.seal("e4", language="xx")
    with pytest.raises(enroque.errors.PlayError, match="kind must be illegal_move"):
        game.irregularity(enroque.WHITE, "sneezing")
    with pytest.raises(enroque.errors.PlayError, match="no ply -1"):
        game.irregularity(enroque.WHITE, ply=-1)
    wrongs: tuple[dict[str, Any], ...] = (
        {"automatic_draw_plies": -5},
        {"automatic_draw_plies": 0},
        {"automatic_repetitions": 0},
        {"automatic_repetitions": 1},
        {"illegal_moves_lose": 0},
        {"invalid_claim_penalty": (0, 0, -1)},
        {"moves_before_agreement": 1 << 40},
    )
    for wrong in wrongs:
        with pytest.raises(enroque.errors.RuleSetError, match=next(iter(wrong))):
            PlayedGame(rules=dataclasses.replace(rules, **wrong))


def test_events_have_moves_of_the_board() -> None:
    castling = enroque.Move.from_uci("e1g1")
    for chess960, shown in ((False, "e1g1"), (True, "e1h1")):
        board = enroque.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=chess960)
        game = PlayedGame(board)
        claim = game.claim_fifty_moves(enroque.WHITE, castling)
        assert str(claim.must_play) == shown
        assert [str(event.move) for event in game.events] == [shown]
        with pytest.raises(enroque.errors.PlayError, match=f"^{shown} was announced"):
            play(game, "a1a2")
        game.irregularity(enroque.WHITE, move=enroque.Move.from_uci("e1e3"))
        saved = PlayedGame.from_json(game.to_json())
        assert [str(event.move) for event in saved.events] == [shown, "e1e3"]
        with pytest.raises(enroque.errors.PlayError, match="a1a2 is legal"):
            game.irregularity(enroque.WHITE, move=enroque.Move.from_uci("a1a2"))


def test_seventy_five_moves_and_five_times() -> None:
    """If both are true at once, the termination is that of python-chess."""
    boards = [b("8/7k/5K2/8/8/8/8/R7 w - - 140 129") for b in (enroque.Board, chess.Board)]
    for text in ["a1a2", "h7h8", "a2a1", "h8h7"] * 4:
        for board in boards:
            board.push_uci(text)
    names = [board.outcome().termination.name for board in boards]  # type: ignore[union-attr]
    assert names[0] == names[1] == "SEVENTYFIVE_MOVES"


def test_first_termination() -> None:
    board = enroque.Board("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/3r4/8 w - - 0 1")
    assert board.first_termination() is None
    for text in ["d3d2", "d6e6", "d2e3", "e6d6"]:
        board.push_uci(text)
    first = board.first_termination()
    assert first is not None
    ply, outcome = first
    assert (ply, outcome.termination, outcome.score) == (1, Termination.DEAD_POSITION, (1, 1))
    assert board.first_termination(rules="lichess") is None
    assert len(board.move_stack) == 4
    mated = enroque.Board()
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        mated.push_uci(text)
    assert mated.first_termination(nodes=0) == (4, mated.outcome())
    with pytest.raises(enroque.errors.IllegalPositionError):
        enroque.Board(None).first_termination()


def test_editions_differ() -> None:
    """Irregularities, penalties by class, and consecutive repetitions."""
    for name, illegal, claim in (
        ("fide2009", (2, 2, 2), (3, 3, 3)),
        ("fide2014", (2, 2, 1), (2, 2, 1)),
        ("fide2018", (2, 2, 1), (2, 2, 1)),
        ("fide2023", (2, 1, 1), (2, 1, 1)),
    ):
        rules = RuleSet.named(name)
        assert rules.illegal_move_penalty == tuple(60_000 * minutes for minutes in illegal)
        assert rules.invalid_claim_penalty == tuple(60_000 * minutes for minutes in claim)
        assert rules.consecutive_repetitions is (name == "fide2014")
        for number, control in enumerate(("5400", "900+10", "300")):
            game = PlayedGame(rules=rules, time_control=TimeControl(control))
            if name == "fide2009" and control == "900+10":
                assert TimeControl(control).time_class(name) == "rapid"
            ruling = game.irregularity(enroque.WHITE)
            assert ruling.penalty == rules.illegal_move_penalty[number]
    assert RuleSet.named("fide2014").illegal_move_penalty.blitz == 60_000
    kinds: tuple[Literal["no_move", "two_hands"], ...] = ("no_move", "two_hands")
    for kind in kinds:
        with pytest.raises(
            enroque.errors.PlayError, match=f"{kind} is not an illegal move in fide2014"
        ):
            PlayedGame(rules="fide2014").irregularity(enroque.WHITE, kind)
    harsh = dataclasses.replace(
        RuleSet.named("fide2014"), illegal_moves_lose=1, invalid_claim_penalty=Penalty(1, 2, 3)
    )
    game = PlayedGame(rules=harsh, time_control=TimeControl("60"))
    assert game.rules == harsh
    assert game.claim_fifty_moves(enroque.WHITE).penalty == 3
    assert PlayedGame.from_json(game.to_json()).rules == harsh
    detour = "g1f3 g8f6 f3g5 f6g4 g5h3 g4h6 h3g1 h6g8 " * 4
    for name, is_over in (("fide2014", False), ("fide2018", True)):
        game = PlayedGame(rules=name)
        play(game, detour)
        assert (game.outcome is not None) is is_over


def test_illegal_moves_touch_pieces() -> None:
    game = PlayedGame()
    game.irregularity(enroque.WHITE, move=enroque.Move.from_uci("b1d2"))
    with pytest.raises(enroque.errors.PlayError, match=r"FIDE 4\.3"):
        play(game, "e2e4")
    play(PlayedGame.from_json(game.to_json()), "b1c3")


def test_touch_move() -> None:
    board = enroque.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    castling = board.touch_obligation([enroque.E1, enroque.H1])
    assert [move.uci() for move in castling] == ["e1g1"]
    with pytest.raises(ValueError, match="square e4 is empty"):
        board.touch_obligation([enroque.E4])
    game = PlayedGame(board)
    game.touch(enroque.A1)
    with pytest.raises(enroque.errors.PlayError, match=r"FIDE 4\.3"):
        play(game, "h1h2")
    play(game, "a1b1")


def test_sealed_moves() -> None:
    control = TimeControl("40/7200:3600")
    game = PlayedGame(time_control=control)
    game.push(enroque.Move.from_uci("e2e4"), spent=61_000)
    envelope = game.seal("Cf6", language="es", spent=9_000)
    assert envelope.used == (61_000, 9_000)
    assert (envelope.sealed_by, envelope.move_number) == (enroque.BLACK, 1)
    assert game.is_adjourned
    with pytest.raises(enroque.errors.PlayError, match="adjourned"):
        play(game, "g8f6")
    resumed = PlayedGame.from_json(game.to_json())
    opened = resumed.open_sealed()
    assert (opened.move, opened.error) == (enroque.Move.from_uci("g8f6"), None)
    assert resumed.board().fen() == "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert game.pgn_tags()["SealedBy"] == "Black"
    lost = PlayedGame()
    lost.seal("Q-B")
    opened = lost.open_sealed()
    assert (opened.move, opened.error) == (None, "syntax")
    assert opened.outcome is not None
    assert opened.outcome.termination is Termination.SEALED_MOVE
    assert opened.outcome.termination.pgn_tag == "rules infraction"
    with pytest.raises(enroque.errors.FileFormatError, match=r"moves\[0\]"):
        PlayedGame.from_json(game.to_json().replace("e2e4", "e2e5"))


def test_notation() -> None:
    board = enroque.Board("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2")
    passant = enroque.Move.from_uci("e5d6")
    assert board.notation(passant, language="es", fide=True) == "exd6 a.p."
    assert board.notation(passant, long=True) == "e5xd6"
    rook = enroque.Move.from_uci("h1h8")
    assert board.san(rook, language="es") == "Th8+"
    assert board.parse_san("Th8", language="es") == rook
    assert board.announce(rook) == "Hector eins, Hector acht"
    assert board.announce(enroque.Move.from_uci("e1g1"), "es") == "enroque corto"
    read = board.read_move("0-0 (=)")
    assert read.move == enroque.Move.from_uci("e1g1")
    assert read.deviations == ("castling_signs", "draw_offer", "whitespace")
    assert board.read_move("O-O", strict=True).deviations == ()
    read = board.read_move("ed6 e. p.")
    assert read.deviations == ("en_passant_mark", "missing_capture", "whitespace")
    assert board.read_move("R h8 +").move == rook
    assert board.read_move("e6 e.p.").deviations == ("whitespace", "wrong_en_passant")
    with pytest.raises(enroque.InvalidMoveError, match="not standard SAN"):
        board.read_move("0-0", strict=True)
    with pytest.raises(enroque.InvalidMoveError, match="not a piece letter of this language"):
        board.parse_san("Rh8", language="de")
    with pytest.raises(ValueError, match="bg, not"):
        board.san(rook, language="xx")
    with pytest.raises(ValueError, match="in de, es only, not in fr"):
        board.announce(rook, "fr")
    assert len(notation.LANGUAGES) >= 20


def test_descriptive_notation() -> None:
    board = enroque.Board()
    knight = enroque.Move.from_uci("g1f3")
    assert board.notation(knight, style="descriptive") == "N-KB3"
    assert board.notation(knight, style="descriptive", language="es") == "C3AR"
    read = board.read_move("Kt-KB3!", style="descriptive")
    assert (read.move, read.deviations) == (knight, ("assessment", "spelling"))
    read = board.read_move("N-KB3", style="descriptive", strict=True)
    assert (read.move, read.deviations) == (knight, ())
    with pytest.raises(enroque.InvalidMoveError, match="not the standard spelling, N-KB3"):
        board.read_move("Kt-KB3", style="descriptive", strict=True)
    with pytest.raises(enroque.InvalidMoveError, match="unexpected '9' at offset 3"):
        board.read_move("P-K9", style="descriptive")
    with pytest.raises(enroque.AmbiguousMoveError, match="it may be C3AD or C3AR"):
        board.read_move("C3A", style="descriptive", language="es")
    with pytest.raises(enroque.IllegalMoveError, match="no such piece can move there"):
        board.read_move("P-K5", style="descriptive")
    with pytest.raises(enroque.errors.LanguageError, match="in en, es only, not in fr"):
        board.notation(knight, style="descriptive", language="fr")
    with pytest.raises(enroque.errors.LanguageError, match="in en, es only, not in de"):
        notation.read_score_sheet("P-K4", style="descriptive", language="de")
    with pytest.raises(enroque.errors.ArgumentError, match='algebraic or descriptive, not "x"'):
        board.read_move("e4", style="x")
    with pytest.raises(enroque.errors.ArgumentError, match="options of algebraic notation"):
        board.notation(knight, style="descriptive", long=True)


def test_sides_of_pieces_follow_the_moves() -> None:
    """The queen's rook stays the queen's rook, and a text is also read without the moves."""
    board = enroque.Board("4k3/8/8/8/8/8/5R2/R5K1 w - - 0 1")
    for text in ["R-R8", "K-K2", "R(8)-KR8", "K-K3", "R-B1", "K-K2", "R-Q1", "K-K3"]:
        board.push(board.read_move(text, style="descriptive").move)
    position = enroque.Board(board.fen())
    assert board.read_move("QR-R1", style="descriptive").move == enroque.Move.from_uci("h8h1")
    assert position.read_move("QR-R1", style="descriptive").move == enroque.Move.from_uci("d1a1")
    for move in board.legal_moves:
        text = board.notation(move, style="descriptive")
        assert not text.startswith(("QR", "KR"))
        for reader in (board, position):
            assert reader.read_move(text, style="descriptive").move == move
    # after an edit, only where the pieces stand counts
    board.remove_piece_at(enroque.D1)
    board.set_piece_at(enroque.A1, enroque.Piece(enroque.ROOK, enroque.WHITE))
    assert board.read_move("QR-R2", style="descriptive").move == enroque.Move.from_uci("a1a2")


def test_random_descriptive_games() -> None:
    random = Random(1970)
    for _ in range(20):
        board = enroque.Board.from_chess960_pos(random.randrange(960))
        texts: dict[str, list[str]] = {"en": [], "es": []}
        for _ in range(60):
            if not (moves := list(board.legal_moves)):
                break
            for language in texts:
                found = {board.notation(m, style="descriptive", language=language) for m in moves}
                assert len(found) == len(moves)
            move = random.choice(moves)
            for language, written in texts.items():
                text = board.notation(move, style="descriptive", language=language)
                read = board.read_move(text, style="descriptive", language=language, strict=True)
                assert read.move == move
                written.append(text)
            board.push(move)
        for language, written in texts.items():
            sheet = notation.read_score_sheet(" ".join(written), board=board.root())
            assert (list(sheet.moves), sheet.style) == (board.move_stack, "descriptive")
            assert sheet.language == language


def test_sealed_descriptive_moves() -> None:
    game = PlayedGame()
    game.seal("C3AR (=)", style="descriptive", language="es")
    resumed = PlayedGame.from_json(game.to_json())
    assert resumed.open_sealed().move == enroque.Move.from_uci("g1f3")
    assert resumed.draw_offer is True
    ambiguous = PlayedGame()
    ambiguous.seal("C3A", style="descriptive", language="es")
    assert ambiguous.open_sealed().error == "ambiguous"
    with pytest.raises(enroque.errors.LanguageError):
        PlayedGame().seal("C3A", style="descriptive", language="it")
    with pytest.raises(enroque.errors.FileFormatError, match="notation: unknown notation"):
        PlayedGame.from_json(game.to_json().replace('"descriptive"', '"morse"'))


def test_printed_games(data_file: Callable[[str], Path]) -> None:
    games = json.loads((data_file("rules/seed_games.json")).read_text())["games"]
    for game in games:
        sheet = notation.read_score_sheet(game.get("fixed", game["text"]))
        assert sheet.language == ("en" if game["id"].startswith("laws") else "es")
        board = chess.Board()
        for move in sheet.moves:
            board.push_uci(move.uci())
        if "final_fen" in game:
            assert board.fen() == game["final_fen"]
        if "fixed" in game:
            with pytest.raises(enroque.errors.ScoreSheetError, match="move 5, offset") as caught:
                notation.read_score_sheet(game["text"])
            assert (caught.value.ply, caught.value.token) == (8, "Dxd5")
            assert pickle.loads(pickle.dumps(caught.value)).language == "es"
