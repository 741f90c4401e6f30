"""`enroque.engine`: engines, pools, and `label`, with an engine written for the tests."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Board, Games, Move
from enroque.data import example_games
from enroque.engine import Cp, Engine, EnginePool, Limit, Mate, PovWdl, Wdl
from enroque.errors import (
    ArgumentError,
    ArrayError,
    ClosedError,
    EngineError,
    FileFormatError,
    OutOfRangeError,
)
from fake_score import score

FAKE = Path(__file__).parents[1] / "fake_engine.py"
COMMAND = [sys.executable, str(FAKE)]
STOCKFISH = os.environ.get("ENROQUE_STOCKFISH") or shutil.which("stockfish")
MATE = 1_000_000
label = Games.label
NO_EVAL = -(2**31)

needs_stockfish = pytest.mark.skipif(
    STOCKFISH is None, reason="Stockfish is not installed (ENROQUE_STOCKFISH)"
)


def number(board: Board) -> int:
    """The evaluation by the engine of the tests, from White's view."""
    fen = board.fen(shredder=board.chess960)
    return score(fen) if board.turn else -score(fen)


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_until(is_done: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not is_done():
        assert time.monotonic() < end, "timeout"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def games() -> Games:
    mates = b"1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 *\n\n1. d4 {[%eval 0.25]} *"
    return Games.concatenate([example_games()[:3], Games.from_pgn(mates)])


def expected_evals(games: Games) -> list[int]:
    evals = []
    for game in games:
        for ply in range(1, len(game) + 1):
            board = game.board(ply)
            if board.is_checkmate():
                evals.append(-MATE if board.turn else MATE)
                continue
            board.clear_stack()
            board.fullmove_number = 1
            if not board.castling_rights:
                board.chess960 = False
            evals.append(number(board))
    return evals


# engines


def test_an_engine_evaluates_and_plays() -> None:
    board = Board()
    board.push_san("e4")
    with Engine(COMMAND) as engine:
        pid = engine.pid
        assert engine.id == {"name": "Fake 1.0", "author": "the tests"}
        assert "Hash" in engine.options
        assert repr(engine) == f"<Engine 'Fake 1.0', pid {pid}>"
        info = engine.analyse(board, Limit(nodes=1))
        assert info["score"].turn is False
        # not the lower bound that the engine reported later; but its nodes
        assert isinstance(info["score"].white(), Cp)
        assert abs(info["score"].white().score(mate_score=9999)) < 1000
        assert info["nodes"] == 1000
        assert "wdl" not in info
        engine.configure({"UCI_ShowWDL": True})
        wdl = engine.analyse(board, Limit(nodes=1))["wdl"]
        assert isinstance(wdl, PovWdl)
        assert wdl.relative.total() == 1000
        assert engine.play(board, Limit(depth=3)).move is None
        assert engine.analyse(board, Limit(nodes=1), multipv=1)[0]["score"] == info["score"]
    assert pid is not None
    assert not alive(pid)
    assert repr(engine) == "<Engine 'fake_engine.py', closed>" or "closed" in repr(engine)
    engine.close()
    with pytest.raises(ClosedError, match="the engine is closed"):
        engine.analyse(board, Limit(nodes=1))


def test_an_engine_starts_again_after_an_error(tmp_path: Path) -> None:
    options = {"mode": "crash", "folder": str(tmp_path)}
    with Engine(COMMAND, options=options) as engine:
        first = engine.pid
        with pytest.raises(EngineError, match=r"Fake 1\.0, rnb.*exit code: 7"):
            engine.analyse(Board(), Limit(nodes=1))
        assert engine.pid is None
        assert "score" in engine.analyse(Board(), Limit(nodes=1))
        assert engine.pid not in (None, first)


@pytest.mark.parametrize(
    ("mode", "message"),
    [("hang", "no answer within 0.3 seconds"), ("garbage", "e9e4"), ("crash", "exit code: 7")],
)
def test_errors_of_engines(mode: str, message: str) -> None:
    with Engine(COMMAND, options={"mode": mode}, timeout=0.3) as engine:
        pid = engine.pid
        with pytest.raises(EngineError, match=message):
            engine.analyse(Board(), Limit(nodes=1))
        assert pid is not None
        assert not alive(pid)


def test_programs_that_are_no_engines(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"No such file or directory.*nothing-there"):
        Engine(str(tmp_path / "nothing-there"))
    for make in (Engine, EnginePool):
        with pytest.raises(FileNotFoundError, match="no such program on PATH: 'stokfish'"):
            make("stokfish")
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(PermissionError):
        EnginePool(file)
    with pytest.raises(EngineError, match=r"true: .*exit code: 0"):
        Engine("true")
    with pytest.raises(EngineError, match="does not support option Nonsense"):
        Engine(COMMAND, options={"Nonsense": 1})
    with pytest.raises(ArgumentError, match="empty"):
        Engine([])


def test_arguments() -> None:
    with Engine(COMMAND) as engine:
        with pytest.raises(ArgumentError, match="the limit is empty"):
            engine.analyse(Board(), Limit())
        with pytest.raises(TypeError, match=r"board must be an enroque\.Board, not str"):
            engine.analyse("startpos", Limit(nodes=1))  # type: ignore[call-overload]
        with pytest.raises(TypeError, match="Limit, not int"):
            engine.analyse(Board(), 3)  # type: ignore[call-overload]
        with pytest.raises(EngineError, match="does not support option Nonsense"):
            engine.configure({"Nonsense": 1})
        assert "score" in engine.analyse(Board(), Limit(nodes=1))
    for wrong in ({"nodes": 0}, {"time": -1.0}, {"time": float("nan")}, {"depth": -3}):
        with pytest.raises(ArgumentError, match=f"{next(iter(wrong))} must be positive"):
            Limit(**wrong)
    with pytest.raises(TypeError, match="nodes must be an int, not float"):
        Limit(nodes=1.5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="timeout must be a positive"):
        EnginePool(COMMAND, timeout=0)
    with pytest.raises(ArgumentError, match="workers must be 1 or more, not 0"):
        EnginePool(COMMAND, workers=0)
    with pytest.raises(ArgumentError, match="workers must be 4096 or less, not 1099511627776"):
        EnginePool(COMMAND, workers=2**40)
    with pytest.raises(ArgumentError, match="retries must be 0 or more"):
        EnginePool(COMMAND, retries=-1)


def test_a_pool_keeps_the_order_and_its_errors(tmp_path: Path) -> None:
    boards = [example_games()[0].board(ply) for ply in range(30)]
    with EnginePool(COMMAND, workers=1) as pool:
        one = [info["score"] for info in pool.analyse(boards, Limit(nodes=1))]
    at = boards[9].move_stack[-1].uci()
    options = {"mode": "crash", "folder": str(tmp_path), "at": at}
    with EnginePool(COMMAND, workers=3, options=options) as pool:
        assert pool.workers == 3
        assert [info["score"] for info in pool.analyse(iter(boards), Limit(nodes=1))] == one
        # a consumer that stops early
        assert next(pool.analyse(boards, Limit(nodes=1)))["score"] == one[0]
        assert [info["score"] for info in pool.analyse(boards, Limit(nodes=1))] == one

        def broken() -> Any:
            yield boards[0]
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            list(pool.analyse(broken(), Limit(nodes=1)))
        with pytest.raises(TypeError, match="not int"):
            list(pool.analyse([3], Limit(nodes=1)))  # type: ignore[list-item]
    with pytest.raises(ClosedError):
        list(pool.analyse(boards, Limit(nodes=1)))
    with (
        EnginePool(COMMAND, workers=2, options={"mode": "crash", "at": at}, retries=1) as pool,
        pytest.raises(EngineError, match=r"Fake 1\.0 failed 2 times, .* [wb] .*: .*exit code: 7"),
    ):
        list(pool.analyse(boards, Limit(nodes=1)))


# label


def test_label_fills_the_columns_of_comments(games: Games, tmp_path: Path) -> None:
    log = tmp_path / "log"
    labeled = label(games, [*COMMAND, str(log), "wait-for-another"], nodes=5, workers=2)
    assert labeled.evals is not None
    assert labeled.evals.tolist() == expected_evals(games)
    assert labeled.search_values is None
    assert labeled.with_columns(evals=games.evals) == games
    # every different position once, and no checkmate
    searched = [line.split(maxsplit=2)[2] for line in log.read_text().splitlines()]
    assert len(searched) == len(set(searched)) < len(games.moves) + len(games)
    assert len({line.split()[0] for line in log.read_text().splitlines()}) == 2
    again = Games.from_pgn(_pgn(labeled))
    assert again.evals is not None
    np.testing.assert_array_equal(again.evals, labeled.evals)


def _pgn(games: Games) -> bytes:
    import io

    text = io.BytesIO()
    games.to_pgn(text)
    return text.getvalue()


def test_label_fills_the_columns_of_searches(games: Games) -> None:
    labeled = label(games, COMMAND, nodes=5, workers=2, search=True)
    assert labeled.search_values is not None
    assert labeled.search_wdl is not None
    assert labeled.search_nodes is not None
    start = 0
    for game in games:
        for ply in range(len(game)):
            board = game.board(ply)
            board.clear_stack()
            board.fullmove_number = 1
            if not board.castling_rights:
                board.chess960 = False
            relative = number(board) * (1 if board.turn else -1)
            wins = (relative + 1000) // 4
            wdl = (wins, 500 - wins // 2, 500 - (wins - wins // 2))
            assert labeled.search_wdl[start + ply].tolist() == pytest.approx(
                [part / 1000 for part in wdl], abs=1e-6
            )
            assert labeled.search_values[start + ply] == pytest.approx(
                (wdl[0] - wdl[2]) / 1000, abs=1e-6
            )
        start += len(game)
    assert set(labeled.search_nodes.tolist()) == {1000}
    with pytest.raises(EngineError, match="UCI_ShowWDL"):
        label(games, [*COMMAND, os.devnull, "no-wdl"], nodes=5, search=True)


def test_label_selects_positions(games: Games) -> None:
    all_evals = np.array(expected_evals(games))
    ply = np.concatenate([np.arange(1, plies + 1) for plies in games.plies])
    game = np.repeat(np.arange(len(games)), games.plies.astype(np.intp))
    old = games.evals
    assert old is not None

    def check(chosen: Any, **arguments: Any) -> None:
        labeled = label(games, COMMAND, nodes=5, workers=2, **arguments).evals
        np.testing.assert_array_equal(labeled, np.where(chosen, all_evals, old))

    check(ply >= 10, min_ply=10)
    check((ply >= 3) & (ply <= 20) & (ply % 4 == 3), min_ply=3, max_ply=20, every_n=4)
    check((game == 1) & (ply == 5), positions=([1], [5]))
    check(np.zeros(len(ply)), positions=([], []))
    check(old == NO_EVAL, missing_only=True)
    assert label(games[:0], COMMAND, nodes=5) == games[:0]
    for error, arguments in (
        (OutOfRangeError, {"positions": ([99], [0])}),
        (OutOfRangeError, {"positions": ([0], [999])}),
        (ArrayError, {"positions": ([0], [1, 2])}),
        (ArrayError, {"positions": ([0.5], [1])}),
        (ArgumentError, {"min_ply": -1}),
        (ArgumentError, {"every_n": 0}),
        (ArgumentError, {"max_ply": 3, "min_ply": 4}),
    ):
        with pytest.raises(error):
            label(games, COMMAND, nodes=5, **arguments)
    with pytest.raises(ArgumentError, match="nodes, depth or time"):
        label(games, COMMAND)


def test_labels_of_chess960_positions(tmp_path: Path) -> None:
    fens = [enroque.chess960.position(number).fen() for number in (0, 518, 959)]
    pgn = "".join(
        f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. {san} *\n\n'
        for fen, san in zip(fens, ("e4", "e4", "f4"), strict=True)
    )
    games = Games.concatenate([Games.from_pgn(pgn.encode()), Games.from_pgn(b"1. e4 *")])
    assert games.chess960.tolist() == [True, True, True, False]
    log = tmp_path / "log"
    label(games, [*COMMAND, str(log)], nodes=5, workers=1)
    rows = [line.split(maxsplit=2) for line in log.read_text().splitlines()]
    # number 518 is the start position of standard chess, searched once
    assert [row[1] for row in rows] == ["true"] * 2 + ["false"] * 2 + ["true"] * 2
    assert "HFhf" in rows[0][2]
    assert "KQkq" in rows[2][2]


def test_the_result_does_not_depend_on_the_workers(games: Games) -> None:
    """The engine adds 1 to each evaluation after the first since `ucinewgame`."""
    options = {"mode": "memory"}
    one = label(games, COMMAND, nodes=5, workers=1, options=options)
    for workers in (2, 4):
        assert label(games, COMMAND, nodes=5, workers=workers, options=options) == one
    other = label(games, COMMAND, nodes=5, workers=1, options=options, new_game=False)
    assert other != one


def test_positions_that_cannot_be_stored_are_reported() -> None:
    """Of a halfmove clock above 255, which only games beyond the 75-move rule have."""
    games = Games.from_pgn(("Nf3 Nf6 Ng1 Ng8 " * 70 + "*").encode())
    with pytest.warns(RuntimeWarning, match="25 positions are not evaluated: .*clock"):
        labeled = label(games, COMMAND, nodes=5)
    assert labeled.evals is not None
    assert np.flatnonzero(labeled.evals == NO_EVAL).tolist() == list(range(255, 280))


@pytest.mark.parametrize("mode", ["crash", "hang", "garbage", "silent"])
def test_label_survives_errors_of_engines(games: Games, mode: str, tmp_path: Path) -> None:
    right = label(games, COMMAND, nodes=5, workers=2)
    options = {"mode": mode, "folder": str(tmp_path), "at": "b KQkq"}
    again = label(games, COMMAND, nodes=5, workers=2, options=options, timeout=1.0)
    assert again == right
    assert (tmp_path / mode).exists()


def test_label_names_the_position_that_fails(games: Games, tmp_path: Path) -> None:
    file = tmp_path / "labels"
    options = {"mode": "crash", "at": games[0].board(10).fen().split()[0]}
    with pytest.raises(EngineError, match=rf"Fake 1\.0 failed 3 times, {options['at']} w"):
        label(games, COMMAND, nodes=5, workers=2, options=options, checkpoint=file)
    assert written(file) >= 5


def test_mates(games: Games) -> None:
    labeled = label(games, COMMAND, nodes=5, options={"mode": "mate"}, workers=1)
    assert labeled.evals is not None
    game = np.repeat(np.arange(len(games)), games.plies.astype(np.intp))
    assert labeled.evals[game == 4].tolist() == [MATE - 2, 2 - MATE]


# checkpoints


def test_label_continues(games: Games, tmp_path: Path) -> None:
    file, log = tmp_path / "labels", tmp_path / "log"
    command = [*COMMAND, str(log)]
    first = label(games[:2], command, nodes=5, checkpoint=file, workers=2)
    before = len(log.read_text().splitlines())
    assert label(games[:2], command, nodes=5, checkpoint=file) == first
    assert len(log.read_text().splitlines()) == before
    # also with more games, and with an incomplete record at the end
    data = file.read_bytes()
    file.write_bytes(data[:-11])
    everything = label(games, command, nodes=5, checkpoint=file, workers=2)
    assert everything == label(games, COMMAND, nodes=5, workers=2)
    searched = [line.split(maxsplit=2)[2] for line in log.read_text().splitlines()]
    assert len(searched) == len(set(searched)) + 1
    # a file that was killed before its first record
    for size in (0, 5, data.index(b"\n")):
        file.write_bytes(data[:size])
        assert label(games[:2], COMMAND, nodes=5, checkpoint=file, workers=2) == first


def test_checkpoints_of_other_settings_and_damaged_ones(games: Games, tmp_path: Path) -> None:
    file = tmp_path / "labels"
    games = games[:1]
    label(games, COMMAND, nodes=5, checkpoint=file)
    data = file.read_bytes()
    for arguments, message in (
        ({"nodes": 6}, r"limit \{'nodes': 5\}, not \{'nodes': 6\}"),
        ({"nodes": 5, "options": {"Hash": 2}}, r"options \{\}, not \{'Hash': 2\}"),
        ({"nodes": 5, "new_game": False}, "new_game True, not False"),
    ):
        with pytest.raises(ArgumentError, match=message):
            label(games, COMMAND, checkpoint=file, **arguments)
    start = data.index(b"\n") + 1
    damaged = bytearray(data)
    damaged[start + 2 * 64 + 17] ^= 4
    file.write_bytes(damaged)
    with pytest.raises(FileFormatError, match="record 3 is damaged") as caught:
        label(games, COMMAND, nodes=5, checkpoint=file)
    assert (caught.value.entry, caught.value.offset) == (3, start + 128)
    assert file.read_bytes() == damaged
    file.write_bytes(b"a text\nof lines\n")
    with pytest.raises(FileFormatError, match="is not a file of labels"):
        label(games, COMMAND, nodes=5, checkpoint=file)
    with pytest.raises(IsADirectoryError):
        label(games, COMMAND, nodes=5, checkpoint=tmp_path)


def written(file: Path) -> int:
    """Returns the number of whole records in a file of labels."""
    return len(file.read_bytes().partition(b"\n")[2]) // 64 if file.exists() else 0


RUN = """
    import sys
    from enroque.data import example_games
    example_games()[:2].label(sys.argv[2:], nodes=5, workers=3, checkpoint=sys.argv[1],
          options={"mode": "slow"})
"""


def start_run(tmp_path: Path) -> tuple[Any, Path, list[int]]:
    """Starts a process that labels games, and returns it, its file, and its engines."""
    file, log = tmp_path / "labels", tmp_path / "log"
    command = [sys.executable, "-c", textwrap.dedent(RUN), str(file), *COMMAND, str(log)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def searches() -> list[int]:
        """The engine of each search that has begun."""
        return [int(line.split()[0]) for line in log.read_text().splitlines()]

    wait_until(lambda: log.exists() and len(set(searches())) == 3 and written(file) >= 5)
    engines = sorted(set(searches()))
    assert all(map(alive, engines))
    return process, file, engines


def test_ctrl_c_ends_the_engines(tmp_path: Path) -> None:
    process, file, engines = start_run(tmp_path)
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=30)[1]
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert not any(map(alive, engines))
    assert written(file) >= 5


def test_a_killed_run_continues(tmp_path: Path) -> None:
    process, file, engines = start_run(tmp_path)
    with pytest.raises(BlockingIOError, match="another process is writing"):
        label(example_games()[:2], COMMAND, nodes=5, options={"mode": "slow"}, checkpoint=file)
    process.kill()
    process.communicate(timeout=30)
    # their input is closed
    wait_until(lambda: not any(map(alive, engines)))
    log = tmp_path / "log"
    log.write_text("")
    games = example_games()[:2]
    options = {"mode": "slow"}
    kept = written(file)
    done = label(games, [*COMMAND, str(log)], nodes=5, options=options, checkpoint=file, workers=8)
    anew = tmp_path / "anew"
    assert done == label(games, [*COMMAND, str(anew)], nodes=5, workers=8)
    continued, all_searches = (len(file.read_text().splitlines()) for file in (log, anew))
    assert continued == all_searches - kept


def test_engines_end_with_the_interpreter(tmp_path: Path) -> None:
    program = (
        "import sys; from enroque.engine import EnginePool, Engine; from enroque import Board\n"
        "from enroque.engine import Limit\n"
        "pool = EnginePool(sys.argv[1:], workers=2); engine = Engine(sys.argv[1:])\n"
        "list(pool.analyse([Board()] * 4, Limit(nodes=1)))\n"
        "print(engine.pid, *pool._core.pids())"
    )
    command = [sys.executable, "-c", program, *COMMAND]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) in (2, 3)  # the pool starts the second when it is needed
    assert not any(map(alive, pids))
    assert done.stderr == ""


def test_progress(games: Games, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    label(games[:1], COMMAND, nodes=5, progress=True)
    assert "100%" in capsys.readouterr().err
    label(games[:1], COMMAND, nodes=5)
    assert capsys.readouterr().err == ""
    calls: list[tuple[int, int | None]] = []
    label(games[:1], COMMAND, nodes=5, progress=lambda done, total: calls.append((done, total)))
    total = calls[0][1]
    assert total is not None
    assert calls == [(done, total) for done in sorted({done for done, _ in calls})]
    assert (calls[0][0], calls[-1][0]) == (0, total)
    with pytest.raises(TypeError, match="progress must be"):
        label(games[:1], COMMAND, nodes=5, progress=3)  # type: ignore[arg-type]


# values


def test_wdl() -> None:
    wdl = PovWdl(Wdl(700, 200, 100), False)
    assert wdl.white() == Wdl(100, 200, 700)
    assert wdl.black().expectation() == 0.8
    assert wdl == PovWdl(Wdl(100, 200, 700), True)
    assert pickle.loads(pickle.dumps(wdl)) == wdl
    assert repr(wdl) == "PovWdl(Wdl(wins=700, draws=200, losses=100), BLACK)"
    assert len({wdl, PovWdl(Wdl(100, 200, 700), True)}) == 1


# a real engine


@needs_stockfish
def test_stockfish_evaluates() -> None:
    import chess
    import chess.engine

    assert STOCKFISH is not None
    board = Board("8/8/8/8/8/1k6/8/K1q5 w - - 0 1")
    with Engine(STOCKFISH, options={"Hash": 1}) as engine:
        assert engine.analyse(Board("k7/8/1K6/8/8/8/8/7R w - - 0 1"), Limit(depth=5))[
            "score"
        ].white() == Mate(1)
        assert engine.play(Board("k7/8/1K6/8/8/8/8/7R w - - 0 1"), Limit(depth=5)).move == (
            Move.from_uci("h1h8")
        )
        lines = engine.analyse(Board(), Limit(depth=6), multipv=3)
        assert len({line["pv"][0] for line in lines}) == 3
        assert board.is_checkmate() or engine.analyse(board, Limit(depth=4))
        castling = Board("1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1", chess960=True)
        move = castling.parse_san("O-O")
        assert engine.analyse(castling, Limit(depth=4), root_moves=[move])["pv"][0] == move
        games = example_games()[:3]
        ours = [
            engine.analyse(games[0].board(ply), Limit(depth=7), new_game=True) for ply in range(20)
        ]
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as theirs:
        theirs.configure({"Hash": 1})
        for ply, info in enumerate(ours):
            other = theirs.analyse(
                games[0].board(ply).to_chess(), chess.engine.Limit(depth=7), game=object()
            )
            assert str(info["score"].white()) == str(other["score"].white())
            assert info["nodes"] == other["nodes"]
            assert [move.uci() for move in info["pv"]] == [move.uci() for move in other["pv"]]


@needs_stockfish
def test_stockfish_labels_the_same_with_any_number_of_workers() -> None:
    assert STOCKFISH is not None
    games = example_games()[[0, 1, -1]]
    options = {"Hash": 1}
    one = label(games, STOCKFISH, nodes=300, workers=1, options=options, search=True, max_ply=30)
    assert one == label(
        games, STOCKFISH, nodes=300, workers=3, options=options, search=True, max_ply=30
    )
    assert one.evals is not None
    assert one.search_values is not None
    both = (one.evals != NO_EVAL) & (np.abs(one.evals) < 900_000)
    assert both.sum() > 60


# positions


def test_positions_are_labeled(games: Games, tmp_path: Path) -> None:
    """As the positions of games, with the same checkpoint."""
    file, log = tmp_path / "labels", tmp_path / "log"
    game, ply = games.positions()
    boards = [games[int(g)].board(int(p)) for g, p in zip(game, ply, strict=True)]
    options: Any = {"workers": 2, "nodes": 5, "checkpoint": file}
    label(games, COMMAND, **options)
    fens = [board.fen() for board in boards]
    mate = "4k2R/8/4K3/8/8/8/8/8 b - - 0 1"
    table = enroque.Positions.from_fens([*fens, "nonsense", fens[0], mate], on_error="mask")
    labels = table.label([*COMMAND, str(log)], **options)
    assert not log.exists() or not log.read_text()
    expected = []
    for board in boards:
        board.clear_stack()
        board.fullmove_number = 1
        if not board.has_legal_en_passant():
            board.ep_square = None
        expected.append(number(board))
    assert labels.evals.tolist() == [*expected, NO_EVAL, expected[0], MATE]
    assert labels.positions.evals is not None
    assert labels.positions.evals.tolist() == labels.evals.tolist()
    assert np.isnan(labels.wdl).all()
    assert labels.depth.tolist() == [1] * len(fens) + [0, 1, 0]
    assert labels.nodes.tolist() == [1000] * len(fens) + [-1, 1000, -1]
    assert labels.line_offsets[-4:].tolist() == [len(fens) + n for n in (0, 0, 1, 2)]


def test_lines_and_wdl_of_positions(tmp_path: Path) -> None:
    boards = [example_games()[0].board(ply) for ply in range(5)]
    table = enroque.Positions.from_fens([board.fen() for board in boards])
    one = table.label(COMMAND, nodes=5, workers=1, multipv=3, wdl=True)
    assert one.line_offsets.tolist() == [0, 3, 6, 9, 12, 15]
    best = one.line_evals[one.line_offsets[:-1]]
    assert best.tolist() == one.evals.tolist()
    sign = np.array([1 if board.turn else -1 for board in boards])
    assert (best[:, None] - one.line_evals.reshape(5, 3)).tolist() == [
        [0, side, 2 * side] for side in sign
    ]
    np.testing.assert_allclose(one.wdl.sum(1), 1)
    np.testing.assert_array_equal(one.line_wdl[::3], one.wdl)
    expected = one.positions.expected_score
    assert expected is not None
    np.testing.assert_allclose(expected, one.wdl[:, 0] + one.wdl[:, 1] / 2)
    # a file whose last position lacks a line
    file = tmp_path / "labels"
    options: Any = {"nodes": 5, "multipv": 3, "wdl": True, "checkpoint": file}
    table.label(COMMAND, **options)
    file.write_bytes(file.read_bytes()[:-64])
    log = tmp_path / "log"
    again = table.label([*COMMAND, str(log)], **options, workers=3)
    assert len(log.read_text().splitlines()) == 1
    for name in ("evals", "wdl", "line_evals", "line_wdl", "line_offsets"):
        np.testing.assert_array_equal(getattr(again, name), getattr(one, name))
    with pytest.raises(ArgumentError, match="multipv 3, not None"):
        table.label(COMMAND, nodes=5, wdl=True, checkpoint=file)
    with pytest.raises(ArgumentError, match="multipv must be 255 or less"):
        table.label(COMMAND, nodes=5, multipv=256)
    assert len(table[:0].label(COMMAND, nodes=5).evals) == 0


@needs_stockfish
def test_stockfish_labels_positions() -> None:
    assert STOCKFISH is not None
    fens = [example_games()[0].board(ply).fen() for ply in range(12)]
    fens += ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "8/8/8/8/8/5k2/6q1/7K w - - 0 1"]
    fens += ["k7/2Q5/8/8/8/8/8/K7 b - - 0 1", enroque.chess960.position(1).fen()]
    fens += ["k7/8/8/8/8/8/1q6/K7 w - - 0 1"]  # one legal move
    table = enroque.Positions.from_fens(fens)
    options: Any = {"nodes": 400, "options": {"Hash": 1}, "wdl": True, "multipv": 2}
    one = table.label(STOCKFISH, workers=1, **options)
    other = table.label(STOCKFISH, workers=3, **options)
    for name in ("evals", "wdl", "moves", "depth", "nodes", "line_moves", "line_evals", "line_wdl"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert one.evals[12:15].tolist() == [MATE - 1, -MATE, 0]
    assert one.positions[12]["moves"] == "d1d8"
    assert np.diff(one.line_offsets).tolist() == [2] * 13 + [1, 1, 2, 1]
    with Engine(STOCKFISH, options={"Hash": 1}) as engine:
        for row in (*range(12), 15):
            board = table.board(row)
            lines = engine.analyse(board, Limit(nodes=400), multipv=2, new_game=True)
            start = one.line_offsets[row]
            scores = [line["score"].white().score(mate_score=MATE) for line in lines]
            assert one.line_evals[start : start + 2].tolist() == scores
            assert one.nodes[row] == lines[0]["nodes"]
