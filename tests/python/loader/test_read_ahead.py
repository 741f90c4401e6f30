"""Items that are made in a thread, ahead of their use."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from enroque import Games
from enroque._files import read_ahead as _read_ahead
from enroque._files.read_ahead import read_ahead
from enroque.data import example_games


def numbers(threads: set[int]) -> Iterator[int]:
    for number in range(5):
        threads.add(threading.get_ident())
        yield number
    raise ValueError("the end")


@pytest.mark.parametrize("count", [1, 2])
def test_items_and_exceptions_are_in_order(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_read_ahead, "thread_count", lambda: count)
    threads, items = set[int](), list[int]()
    with pytest.raises(ValueError, match="the end"):
        items.extend(read_ahead(numbers(threads)))
    assert items == [0, 1, 2, 3, 4]
    assert (threading.get_ident() in threads) == (count == 1)


def test_the_iterator_may_be_closed_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_read_ahead, "thread_count", lambda: 2)
    before = threading.active_count()
    items = read_ahead(iter(range(1000)))
    assert [next(items), next(items)] == [0, 1]
    assert threading.active_count() == before + 1
    del items
    assert threading.active_count() == before


def test_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_read_ahead, "thread_count", lambda: 2)
    monkeypatch.setattr(threading.Thread, "start", start)
    assert list(read_ahead(iter(range(5)))) == [0, 1, 2, 3, 4]


def test_parquet_is_read_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("enroque.parquet")
    pytest.importorskip("pyarrow")
    games = example_games()
    monkeypatch.setattr(parquet, "ROWS", 10)
    games.write(tmp_path / "a.parquet")
    for count in (1, 2):
        monkeypatch.setattr(_read_ahead, "thread_count", lambda count=count: count)
        assert Games.read(tmp_path / "a.parquet") == games
