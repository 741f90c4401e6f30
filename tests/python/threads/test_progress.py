"""The argument `progress`: counts that rise to the total, exceptions, and the bars of tqdm."""

import contextlib
import functools
import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Board, Column, Games, Loader, convert, perft
from enroque.data import example_games
from enroque.typing import Progress

GAME = b'[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n\n'
PAWNS = Board("7k/8/8/p7/P7/8/8/K7 w - - 0 1")

VALUE = Column.value(view="white")


@functools.cache
def nodes_of(fen: str, depth: int) -> int:
    """The nodes of a perft that reports nothing. Several tests compare with the same ones."""
    return perft(Board(fen), depth)


class Counter:
    """A function that keeps what it is called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int | None]] = []

    def __call__(self, done: int, total: int | None) -> None:
        self.calls.append((done, total))

    def check(self, total: int | None, done: int | None = None) -> None:
        """The counts rise to the total, which does not change."""
        assert self.calls == sorted(set(self.calls), key=lambda call: call[0])
        assert {of for _, of in self.calls} == {total}
        assert self.calls[-1][0] == (total if done is None else done)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("progress") / "games.pgn"
    path.write_bytes(GAME * 40_000)
    return path


@pytest.fixture
def games() -> Games:
    return Games.concatenate([example_games()] * 40)


@pytest.mark.parametrize("threads", [1, 2, 7])
class TestCounts:
    def test_reading(self, path: Path, threads: int) -> None:
        size, counter = path.stat().st_size, Counter()
        games = Games.from_pgn(path, threads=threads, progress=counter)
        assert len(games) == 40_000
        counter.check(size)
        for source, total in ((io.BytesIO(path.read_bytes()), None), ([path, path], 2 * size)):
            counter = Counter()
            Games.from_pgn(source, threads=threads, progress=counter)
            counter.check(total, total or size)

    def test_streams(self, path: Path, threads: int) -> None:
        size, counter = path.stat().st_size, Counter()
        stream = Games.stream(path, games_per_batch=3000, threads=threads, progress=counter)
        before = 0
        for _ in stream:
            assert counter.calls[-1][0] >= before
            before = counter.calls[-1][0]
        counter.check(size)

    def test_writing(self, games: Games, threads: int, tmp_path: Path) -> None:
        counter = Counter()
        games.to_pgn(tmp_path / "a.pgn", threads=threads, progress=counter)
        counter.check(len(games))
        games.to_pgn(tmp_path / "b.pgn")
        assert (tmp_path / "a.pgn").read_bytes() == (tmp_path / "b.pgn").read_bytes()

    @pytest.mark.parametrize("hash_mb", [None, 1])
    def test_perft(self, threads: int, hash_mb: int | None) -> None:
        for board, depths in ((Board(), range(6)), (PAWNS, range(5, 13))):
            for depth in depths:
                counter = Counter()
                nodes = perft(board, depth, threads=threads, hash_mb=hash_mb, progress=counter)
                assert nodes == nodes_of(board.fen(), depth)
                plies = min(depth, 2 if depth in (3, 4, 5, 7) else 3)
                counter.check(nodes_of(board.fen(), plies))

    def test_perft_of_a_game_that_is_over(self, threads: int) -> None:
        mated = Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        counter = Counter()
        assert perft(mated, 8, threads=threads, progress=counter) == 0
        counter.check(0)

    def test_playouts(self, threads: int) -> None:
        arena = Arena(3, seed=1)
        counter = Counter()
        results = arena.playouts(100, seed=2, threads=threads, progress=counter)
        counter.check(300)
        np.testing.assert_array_equal(results.wdl, arena.playouts(100, seed=2).wdl)

    @pytest.mark.parametrize("of_files", [False, True])
    def test_epochs(self, games: Games, path: Path, threads: int, of_files: bool) -> None:
        source, total = (path, path.stat().st_size) if of_files else (games, len(games))
        options: dict[str, Any] = {"batch_size": 777, "threads": threads}
        counter = Counter()
        with (
            Loader(source, VALUE, progress=counter, **options) as loader,
            Loader(source, VALUE, **options) as silent,
        ):
            for _ in range(2):
                counter.calls.clear()
                batches = 0
                for batch, other in zip(loader, silent, strict=True):
                    np.testing.assert_array_equal(batch["value"], other["value"])
                    batches += 1
                counter.check(total)
                # the counts are spread over the epoch
                assert len(counter.calls) > batches / 2
                assert counter.calls[0][0] == 0
                middle = counter.calls[len(counter.calls) // 2][0]
                assert 0.3 * total < middle < 0.7 * total

    def test_conversion(self, path: Path, threads: int, tmp_path: Path) -> None:
        counter = Counter()
        convert(path, tmp_path / "a.npz", threads=threads, progress=counter)
        assert counter.calls == sorted(counter.calls)
        assert counter.calls[-1] == (path.stat().st_size,) * 2
        counter = Counter()
        convert(
            io.BytesIO(path.read_bytes()), tmp_path / "b.npz", threads=threads, progress=counter
        )
        assert counter.calls[-1] == (path.stat().st_size, None)


def test_a_list_of_games_is_a_source_of_known_size(games: Games) -> None:
    for source, total in (([games, games], 2 * len(games)), (lambda: iter([games]), None)):
        counter = Counter()
        with Loader(source, VALUE, progress=counter) as loader:
            assert len(list(loader)) > 0
        counter.check(total, 2 * len(games) if total else len(games))


def test_a_loader_continues_in_the_middle(games: Games) -> None:
    counter = Counter()
    options: dict[str, Any] = {"shuffle_games": 100, "seed": 3}
    with Loader(games, VALUE, **options) as loader:
        batches = [next(loader)["value"].copy() for _ in range(200)]
        state = loader.state_dict()
        rest = [batch["value"].copy() for batch in loader]
    assert len(batches) == 200
    with Loader(games, VALUE, progress=counter, **options) as loader:
        loader.load_state_dict(state)
        for batch, other in zip(loader, rest, strict=True):
            np.testing.assert_array_equal(batch["value"], other)
    counter.check(len(games))
    share = 200 / (200 + len(rest))
    assert 0.8 * share < counter.calls[1][0] / len(games) < 1.2 * share


@pytest.mark.parametrize("name", ["games.npz", "games.parquet", "games.vf"])
def test_writers_of_files(name: str, tmp_path: Path) -> None:
    path, games = tmp_path / name, Games.concatenate([example_games()] * 100)
    standard = games[games.chess960 == 0] if name == "games.vf" else games

    def write(path: Path, games: Any, progress: Progress) -> None:
        if path.suffix == ".npz":
            games.write(path, progress=progress)
        elif path.suffix == ".parquet":
            pytest.importorskip("pyarrow")
            games.write(path, progress=progress)
        else:
            games.write(path, on_unsupported="skip", progress=progress)

    counter = Counter()
    write(path, standard, counter)
    counter.check(len(standard))
    assert len(counter.calls) > 1
    plain = tmp_path / f"plain.{name}"
    write(plain, standard, False)
    assert path.read_bytes() == plain.read_bytes()
    write(path, standard[:0], counter)
    assert counter.calls[-1] == (0, 0)


class StopError(Exception):
    """An exception that only these tests raise."""


def stop(done: int, total: int | None) -> None:
    raise StopError


def test_an_exception_stops_the_call(path: Path, games: Games, tmp_path: Path) -> None:
    arena = Arena(2, seed=1)
    fens = [arena.board(n).fen() for n in range(2)]
    pgn, saved = tmp_path / "target.pgn", tmp_path / "target.npz"
    for target in (pgn, saved):
        target.write_text("before")
    calls: list[Callable[[], object]] = [
        lambda: Games.from_pgn(path, progress=stop),
        lambda: list(Games.stream(path, progress=stop)),
        lambda: games.to_pgn(pgn, progress=stop),
        lambda: games.write(saved, progress=stop),
        lambda: convert(path, tmp_path / "out.npz", progress=stop),
        # these would take hours
        lambda: perft(Board(), 12, progress=stop),
        lambda: perft(Board(), 12, hash_mb=1, progress=stop),
        lambda: arena.playouts(10**9, progress=stop),
    ]
    for call in calls:
        with pytest.raises(StopError):
            call()
    assert [arena.board(n).fen() for n in range(2)] == fens
    assert pgn.read_text() == saved.read_text() == "before"
    assert {file.name for file in tmp_path.iterdir()} == {"target.pgn", "target.npz"}


def test_no_batch_is_lost_to_an_exception(games: Games) -> None:
    fails = iter([False, False, True, False, True])

    def sometimes(done: int, total: int | None) -> None:
        if next(fails, False):
            raise StopError

    options: dict[str, Any] = {"batch_size": 5000}
    batches = []
    with Loader(games, VALUE, progress=sometimes, **options) as loader:
        stops = 0
        while True:
            try:
                batches.append(next(loader)["value"])
            except StopError:
                stops += 1
            except StopIteration:
                break
    assert stops == 2
    with Loader(games, VALUE, **options) as loader:
        for batch, other in zip(batches, loader, strict=True):
            np.testing.assert_array_equal(batch, other["value"])


def test_the_function_may_use_the_object(path: Path, games: Games) -> None:
    arena = Arena(2, seed=1)
    seen: list[object] = []
    arena.playouts(500, progress=lambda *_: seen.append(arena.zobrist_key.tolist()))
    with Loader(games, VALUE, progress=lambda *_: seen.append(loader.epoch)) as loader:
        next(loader)
    stream = Games.stream(path, progress=lambda *_: stream.close())
    assert len(list(stream)) <= 1
    assert len(seen) >= 2


@pytest.mark.parametrize("value", [None, 1, 0, "yes", []])
def test_wrong_types(value: Any, path: Path, tmp_path: Path) -> None:
    arena = Arena(1)
    calls: list[Callable[[], object]] = [
        lambda: Games.from_pgn(path, progress=value),
        lambda: Games.stream(path, progress=value),
        lambda: convert(path, tmp_path / "a.npz", progress=value),
        lambda: perft(Board(), 1, progress=value),
        lambda: arena.playouts(progress=value),
        lambda: next(Loader(example_games(), VALUE, progress=value)),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"progress must be True, False or a function, not "):
            call()


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[str]]]:
    """What bars of tqdm have shown since the last call; all are closed at the end."""
    tqdm = pytest.importorskip("tqdm")

    def lines() -> list[str]:
        shown = capsys.readouterr().err.replace("\r", "\n").split("\n")
        return [line for line in shown if line.strip()]

    yield lines
    assert not list(tqdm.tqdm._instances), "a bar is open"


def test_bars(shown: Callable[[], list[str]], path: Path, games: Games, tmp_path: Path) -> None:
    Games.from_pgn(path, progress=True)
    assert shown()[-1].startswith("reading: 100%")
    list(Games.stream(path, progress=True))
    assert shown()[-1].startswith("reading: 100%")
    Games.from_pgn(io.BytesIO(GAME), progress=True)
    assert shown()[-1].startswith(f"reading: {len(GAME):.1f}B ")
    games.to_pgn(tmp_path / "a.pgn", progress=True)
    assert "/4.72k [" in shown()[-1]
    perft(Board(), 4, progress=True)
    last = shown()[-1]
    assert last.startswith("perft: 100%")
    assert " 400/400 [" in last
    assert " subtrees/s]" in last
    Arena(1).playouts(3, progress=True)
    assert " 3.00/3.00 [" in shown()[-1]
    convert(path, tmp_path / "a.npz", progress=True)
    assert shown()[-1].startswith("converting: 100%")
    with Loader(games, VALUE, progress=True) as loader:
        for epoch in range(2):
            assert len(list(loader)) > 0
            assert shown()[-1].startswith(f"epoch {epoch}: 100%")


def test_bars_are_closed_by_errors(
    shown: Callable[[], list[str]], path: Path, games: Games
) -> None:
    class Bad(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise StopError

    with pytest.raises(StopError):
        Games.from_pgn(Bad(), progress=True)
    with pytest.raises(enroque.errors.BrokenGameError):
        Games.from_pgn(b"1. e4 Ke4 *", strict=True, progress=True)
    with Games.stream(path, games_per_batch=10, progress=True) as stream:
        next(stream)
    for _ in Games.stream(path, games_per_batch=10, progress=True):
        break
    with Loader(games, VALUE, progress=True) as loader:
        next(loader)

    def fails() -> Iterator[Games]:
        yield games
        raise StopError

    loader = Loader(fails, VALUE, progress=True)
    with pytest.raises(StopError):
        list(loader)
    loader = Loader(games, VALUE, progress=True)
    next(loader)
    del loader
    with pytest.raises(FileNotFoundError):
        Games.from_pgn("missing.pgn", progress=True)
    assert sum("reading" in line for line in shown()) > 4


def test_disabled_bars(shown: Callable[[], list[str]], path: Path) -> None:
    program = f"import enroque; print(len(enroque.Games.from_pgn({str(path)!r}, progress=True)))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TQDM_DISABLE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("40000\n", "")


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("bar", [True, False])
def test_ctrl_c(bar: bool, request: pytest.FixtureRequest) -> None:
    if bar:
        request.getfixturevalue("shown")
    counter = Counter()
    with contextlib.ExitStack() as stack:
        stack.callback(signal.signal, signal.SIGALRM, signal.getsignal(signal.SIGALRM))
        stack.callback(signal.setitimer, signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        for call in (
            lambda progress: perft(Board(), 12, hash_mb=1, progress=progress),
            lambda progress: Arena(1).playouts(10**9, progress=progress),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                call(bar or counter)
    assert bar or len(counter.calls) > 2


def test_without_tqdm(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"progress=True needs tqdm: pip install 'enroque\[cli"):
        Games.from_pgn(path, progress=True)
    assert perft(Board(), 3, progress=Counter()) == 8902


def test_signatures() -> None:
    import inspect

    calls = [
        Games.from_pgn, Games.stream, Games.to_pgn, Arena.playouts, Loader, convert, perft,
        enroque.read_split, Games.write,
    ]  # fmt: skip
    for call in calls:
        parameter = inspect.signature(call).parameters["progress"]
        assert parameter.default is False
        assert parameter.kind is parameter.KEYWORD_ONLY
        assert "progress:" in (call.__doc__ or "")
