"""Engines that fail in all ways, and that no process is left."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from enroque import Board
from enroque.engine import Engine, EnginePool, Limit
from enroque.errors import ClosedError, EngineError

FAKE = Path(__file__).parents[1] / "fake_engine.py"
COMMAND = [sys.executable, str(FAKE)]
ONE = Limit(nodes=1)

on_linux = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found in /proc")


def alive(pid: int | None) -> bool:
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_for_end(pids: list[int], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while any(map(alive, pids)):
        assert time.monotonic() < end, "a process is left"
        time.sleep(0.01)


def boards(count: int) -> list[Board]:
    """Different positions."""
    found = [Board()]
    for _ in range(count - 1):
        board = found[-1].copy()
        board.push(next(iter(board.legal_moves)))
        found.append(board)
    return found


@on_linux
@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("crash", r"Fake 1\.0, rnbqkbnr/.*the program ended \(exit code: 7\)"),
        ("error", r"the program ended \(exit code: 3\): network\.nnue is missing"),
        ("hang", "no answer within 0.5 seconds"),
        ("deaf", "no answer within 0.5 seconds"),
        ("late", "no answer within 0.5 seconds"),
        ("close", "it closed its input or output"),
        ("flood", "it wrote a line of more than 65536 bytes"),
        ("garbage", 'illegal bestmove: "e9e4" is not a UCI move'),
    ],
)
def test_a_fault_names_the_engine_and_the_position(mode: str, message: str, tmp_path: Path) -> None:
    options = {"mode": mode, "folder": str(tmp_path)}
    with Engine(COMMAND, options=options, timeout=0.5) as engine:
        pid = engine.pid
        with pytest.raises(EngineError, match=message):
            engine.analyse(Board(), ONE)
        assert not alive(pid)
        assert engine.pid is None
        # a new process goes on, with the same options
        assert "score" in engine.analyse(Board(), Limit(nodes=1, time=20))
        assert engine.pid not in (None, pid)
    again = tmp_path / "pool"
    again.mkdir()
    options["folder"] = str(again)
    with EnginePool(COMMAND, workers=2, options=options, timeout=0.5) as pool:
        found = list(pool.analyse(boards(6), Limit(nodes=1, time=1)))
        assert len(found) == 6
        assert (again / mode).exists()


@pytest.mark.parametrize("mode", ["junk", "twice"])
def test_what_is_no_answer_is_skipped(mode: str) -> None:
    with Engine(COMMAND) as engine:
        right = [engine.analyse(board, ONE)["score"] for board in boards(5)]
    with Engine(COMMAND, options={"mode": mode}) as engine:
        assert [engine.analyse(board, ONE)["score"] for board in boards(5)] == right


def test_programs_that_say_nothing(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"false: the program ended \(exit code: 1\)"):
        Engine("false")
    script = tmp_path / "engine"
    script.write_text("#!/bin/sh\nkill -9 $$\n")
    script.chmod(0o755)
    with pytest.raises(EngineError, match=r"the program ended \(signal: 9"):
        EnginePool(script)
    with pytest.raises(OSError, match=r"null byte|nul byte"):
        Engine("a\0b")


def test_a_search_that_is_canceled_stops_the_engine(tmp_path: Path) -> None:
    """An engine that obeys `stop` goes on; one that does not is killed."""
    for mode, is_kept in (("wait", True), ("deaf", False)):
        log, at = tmp_path / mode, boards(2)[1].fen().split()[0]
        options = {"mode": mode, "at": at}
        with EnginePool([*COMMAND, str(log)], workers=1, options=options) as pool:
            batch = pool._core.batch(
                "nodes 1", workers=1, multipv=1, new_game=True, seconds=None, needs_score=True
            )
            batch.push(0, Board(boards(2)[1].fen()))
            while not log.exists() or not log.read_text():
                time.sleep(0.01)
            (pid,) = pool._core.pids()
            begin = time.monotonic()
            batch.cancel()
            assert time.monotonic() - begin < 0.5
            assert alive(pid) == is_kept
            pool._configure({"mode": "good"})
            assert len(list(pool.analyse(boards(3), ONE))) == 3
            assert (pool._core.pids() == [pid]) == is_kept


def test_ctrl_c_is_quick() -> None:
    """Also with an engine that hangs."""
    with EnginePool(COMMAND, workers=2, options={"mode": "deaf"}) as pool:
        sent: list[float] = []

        def interrupt() -> None:
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.5, interrupt)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            list(pool.analyse(boards(3), ONE))
        assert time.monotonic() - sent[0] < 0.4
        timer.join()
        pids = pool._core.pids()
    assert not any(map(alive, pids))


@on_linux
def test_no_process_is_left_when_python_is_killed(tmp_path: Path) -> None:
    """Also an engine that does not see the end of its input."""
    program = (
        "import sys; from enroque import Board; from enroque.engine import EnginePool, Limit\n"
        "pool = EnginePool(sys.argv[1:], workers=3)\n"
        "list(pool.analyse([Board()] * 12, Limit(nodes=1)))\n"
        "print(*pool._core.pids(), flush=True)\n"
        "pool._configure({'mode': 'hang'})\n"
        "list(pool.analyse([Board()] * 3, Limit(nodes=1)))\n"
    )
    command = [sys.executable, "-c", program, *COMMAND]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert pids
    assert all(map(alive, pids))
    time.sleep(0.3)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    wait_for_end(pids)


@on_linux
def test_an_engine_outlives_the_thread_that_made_it() -> None:
    made: list[Engine] = []
    thread = threading.Thread(target=lambda: made.append(Engine(COMMAND)))
    thread.start()
    thread.join()
    with made[0] as engine:
        pid = engine.pid
        time.sleep(0.1)
        assert "score" in engine.analyse(Board(), ONE)
        assert engine.pid == pid
    assert not alive(pid)


@on_linux
def test_close_ends_a_search_of_another_thread() -> None:
    pool = EnginePool(COMMAND, workers=2, options={"mode": "hang"})
    errors: list[BaseException] = []

    def search() -> None:
        try:
            list(pool.analyse(boards(4), ONE))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(0.5)
    pids = pool._core.pids()
    pool.close()
    thread.join(10)
    assert [type(error) for error in errors] == [ClosedError]
    assert not any(map(alive, pids))


@on_linux
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_leaves_the_engines_alone() -> None:
    with EnginePool(COMMAND, workers=1) as pool:
        first = list(pool.analyse(boards(2), ONE))
        pids = pool._core.pids()

        def use(results: Any) -> None:
            try:
                list(pool.analyse(boards(2), ONE))
            except ClosedError:
                results.put("closed")
            pool.close()

        context = multiprocessing.get_context("fork")
        results = context.Queue()
        child = context.Process(target=use, args=(results,))
        child.start()
        assert results.get(timeout=20) == "closed"
        child.join(20)
        assert child.exitcode == 0
        assert all(map(alive, pids))
        assert [info["score"] for info in pool.analyse(boards(2), ONE)] == [
            info["score"] for info in first
        ]


@on_linux
def test_processes_of_a_wrapper_end_too(tmp_path: Path) -> None:
    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\nsleep 300 &\necho $! > {tmp_path}/pid\n{' '.join(COMMAND)}\n")
    script.chmod(0o755)
    with Engine(script) as engine:
        assert "score" in engine.analyse(Board(), ONE)
        pid = int((tmp_path / "pid").read_text())
        assert alive(pid)
    wait_for_end([pid])


def test_options() -> None:
    with Engine(COMMAND) as engine:
        options = engine.options
        hash = options["Hash"]
        assert (hash.name, hash.type, hash.default, hash.min, hash.max) == (
            "Hash", "spin", 16, 1, 1024,
        )  # fmt: skip
        assert options["Style"].var == ["Solid", "Very Risky"]
        assert options["UCI_ShowWDL"].default is False
        assert options["mode"].default == "good"
        assert options["at"].default == ""
        assert options["Clear Hash"].default is None
        engine.configure({"hash": "8", "Style": "Very Risky", "Clear Hash": None})
        for name, value in (
            ("Hash", 0), ("Hash", 1025), ("Hash", "x"), ("Hash", None), ("Style", "Risky"),
            ("UCI_ShowWDL", 1), ("mode", "a\nquit"), ("mode", None),
        ):  # fmt: skip
            with pytest.raises(EngineError, match=f"option {name} must be .*, not "):
                engine.configure({name: value})
        for name in ("MultiPV", "UCI_Chess960"):
            with pytest.raises(EngineError, match=f"option {name} is set by"):
                engine.configure({name: 1})
        assert "score" in engine.analyse(Board(), ONE)
        lines = engine.analyse(Board(), ONE, multipv=3)
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        assert len(engine.analyse(Board(), ONE, multipv=1)) == 1
