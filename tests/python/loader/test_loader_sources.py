"""Sources of the loader: files of every format, folders, Python objects; damaged files."""

import io
import itertools
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Column, Games, Loader
from enroque.data import example_positions
from loader_batches import LC0, collect, same


def test_sources(games: Games, tmp_path: Path) -> None:
    plain = tmp_path / "a.pgn"
    plain.write_text("1. e4 e5 *\n\n1. d4 *\n")
    other = tmp_path / "b.pgn"
    other.write_text("1. c4 *\n")
    saved = tmp_path / "c.npz"
    Games.from_pgn(plain).write(saved)

    def yielding() -> Iterator[Games]:
        yield Games.from_pgn(plain)
        yield Games.from_pgn(other)

    for source, count in [
        (plain, 3),
        (str(plain), 3),
        ([plain, other], 4),
        (saved, 3),
        ([saved, saved], 6),
        (yielding, 4),
        ([Games.from_pgn(plain), Games.from_pgn(other)], 4),
    ]:
        loader = Loader(source, [Column.policy("lc0"), Column.game(), Column.ply()])
        for _ in range(2):
            assert sum(len(batch["policy"]) for batch in loader) == count, source


def test_folders_and_patterns(games: Games, tmp_path: Path) -> None:
    for name in ("a.pgn", "b.pgn.zst", "below/c.pgn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        games.to_pgn(tmp_path / name)
    for source, files in ((tmp_path, 3), (tmp_path / "*.pgn*", 2), ([tmp_path / "below"], 1)):
        loader = Loader(source, [Column.game(), Column.ply()])
        assert sum(len(batch["ply"]) for batch in loader) == files * len(games.moves)


@pytest.mark.parametrize("suffix", ["vf.zst", "binpack", "v6"])
def test_training_formats(games: Games, tmp_path: Path, suffix: str) -> None:
    decided = games[games.result != -128]
    if suffix == "binpack":
        decided = decided[~decided.chess960]
    paths = []
    for n in range(3):
        path = tmp_path / f"shard{n}.{suffix}"
        decided[n::3].write(path, on_unsupported="skip", input_format=2)
        paths.append(path)
    source = Games.concatenate([batch for path in paths for batch in enroque.formats.stream(path)])
    options: dict[str, Any] = {
        "columns": [Column.planes(LC0), Column.game(), Column.ply()],
        "batch_size": 128,
        "shuffle_games": 0,
    }
    assert same(collect(Loader(paths, **options)), collect(Loader(source, **options)))
    options["shuffle_games"] = 50
    first = collect(Loader(paths, seed=1, **options))
    assert same(first, collect(Loader(paths, seed=1, threads=1, **options)))
    (tmp_path / "games.pgn").write_text("1. e4 *")
    with pytest.raises(enroque.errors.ArgumentError, match="must have one format, not"):
        Loader([paths[0], tmp_path / "games.pgn"], **options)
    paths[1].write_bytes(paths[1].read_bytes()[:-100])
    with pytest.raises(ValueError, match=r"shard1.*entry"):
        collect(Loader(paths, **options))
    with pytest.warns(RuntimeWarning, match="skipped .*shard1"):
        rest = collect(Loader(paths, on_error="skip", **options))
    assert 0 < len(rest) <= len(first)


def test_invalid_sources(games: Games, tmp_path: Path) -> None:
    for source in (3, None, iter([games]), []):
        with pytest.raises((TypeError, ValueError)):
            next(Loader(source, Column.policy("lc0")))  # type: ignore[arg-type]
    for missing in ("missing.pgn", "missing.npz", "missing.vf", "nothing-*.pgn"):
        with pytest.raises(FileNotFoundError, match=missing.replace("*", r"\*")):
            Loader(tmp_path / missing, Column.policy("lc0"))
    with pytest.raises(TypeError, match="needs a path, not an open file"):
        Loader("-", Column.policy("lc0"))
    with pytest.raises(TypeError, match="must yield Games or Positions, not int"):
        collect(Loader([games, 3], Column.policy("lc0"), shuffle_games=0))  # type: ignore[list-item]
    with pytest.raises(ValueError, match="the source has no samples"):
        next(Loader(Games.from_pgn(io.StringIO("")), Column.policy("lc0")))
    with pytest.raises(ValueError, match="the source has no samples"):
        next(Loader(games, Column.policy("lc0"), min_ply=10**6))
    games.write(tmp_path / "a.pgn")
    games.write(tmp_path / "b.npz")
    with pytest.raises(enroque.errors.ArgumentError, match="must have one format, not pgn and npz"):
        Loader([tmp_path / "a.pgn", tmp_path / "b.npz"], Column.policy("lc0"))
    with pytest.raises(enroque.errors.ArgumentError, match="must have one format, not pgn and npz"):
        Loader(tmp_path, Column.policy("lc0"))

    def failing() -> Iterator[Games]:
        yield games
        raise KeyError("a shard")

    loader = Loader(failing, [Column.game(), Column.ply()], batch_size=len(games.moves))
    assert len(next(loader)["ply"]) == len(games.moves)
    with pytest.raises(KeyError, match="a shard"):
        next(loader)


def test_skipped_files(games: Games, tmp_path: Path) -> None:
    good, bad, missing = tmp_path / "good.npz", tmp_path / "bad.npz", tmp_path / "missing.npz"
    games.write(good)
    bad.write_bytes(good.read_bytes()[:5000])
    paths = [good, bad, missing, good]
    with pytest.raises(FileNotFoundError, match="missing"):
        Loader(paths, [Column.game(), Column.ply()])
    with pytest.raises(enroque.errors.FileFormatError, match="bad"):
        collect(Loader([good, bad], [Column.game(), Column.ply()]))
    loader = Loader(paths, [Column.game(), Column.ply()], on_error="skip")
    with pytest.warns(RuntimeWarning) as warned:
        assert sum(len(batch["ply"]) for batch in loader) == 2 * len(games.moves)
    messages = [str(warning.message) for warning in warned]
    assert messages == [f"skipped {reason}" for reason in loader.skipped_files]
    assert sorted("missing" in text for text in messages) == [False, True]
    assert any(str(bad) in text for text in messages)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # one warning per file
        assert sum(len(batch["ply"]) for batch in loader) == 2 * len(games.moves)
    assert len(loader.skipped_files) == 2


def test_errors_of_damaged_files(games: Games, tmp_path: Path) -> None:
    names = ["a.pgn.zst", "a.vf", "a.binpack", "a.npz"]
    for name in names:
        path = tmp_path / name
        match name.split(".", 1)[1]:
            case "npz":
                games.write(path)
            case "pgn.zst":
                games.to_pgn(path)
            case _:
                standard = games[~games.chess960 & (games.result != -128)]
                standard.write(path, on_unsupported="skip")
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2] + b"\xff" * 8)
        error = enroque.errors.BrokenGameError if "pgn" in name else enroque.errors.FileFormatError
        with pytest.raises(error, match=re.escape(str(path))):
            collect(Loader(path, [Column.game(), Column.ply()]))
        # a file deleted during the first epoch raises in the second
        path.write_bytes(whole)
        loader = Loader(path, [Column.game(), Column.ply()], batch_size=10, prefetch=1)
        next(loader)
        path.unlink()
        assert len(collect(loader)) > 10
        with pytest.raises(FileNotFoundError, match=re.escape(str(path))):
            collect(loader)


def write_shards(folder: Path, games: Games, suffix: str) -> list[Path]:
    """Writes games to seven files of different lengths."""
    bounds = [0, 40, 41, 77, 130, 131, 200, len(games)]
    paths = []
    for number, (begin, end) in enumerate(itertools.pairwise(bounds)):
        paths.append(folder / f"{number}{suffix}")
        games[begin:end].write(paths[-1])
    return paths


@pytest.mark.parametrize("suffix", [".pgn", ".pgn.gz", ".npz", ".parquet", ".vf"])
@pytest.mark.parametrize("shuffle_games", [0, 20])
def test_games_are_numbered_through(
    tmp_path: Path, games: Games, suffix: str, shuffle_games: int
) -> None:
    """`Column.game()` is the index in `Games.read` of all files, in every epoch."""
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    if suffix == ".vf":
        games = games.with_columns(evals=np.zeros(len(games.moves), np.int32))
    paths = write_shards(tmp_path, games, suffix)
    columns = [Column.game(), Column.ply(), Column.policy("uci")]
    sources: list[Any] = [paths, tmp_path]
    if suffix == ".npz":
        sources += [[Games.read(path) for path in paths], lambda: map(Games.read, paths)]
    for source in sources:
        loader = Loader(source, columns, batch_size=300, shuffle_games=shuffle_games, seed=2)
        for _ in range(2):
            seen = set()
            for batch in loader:
                game, ply = batch["game"], batch["ply"]
                assert np.array_equal(games.policy("uci", game, ply), batch["policy"])
                seen.update(zip(game.tolist(), ply.tolist(), strict=True))
            assert len(seen) == len(games.moves)
        state = loader.state_dict()
        expected = next(iter(loader))["game"].copy()
        other = Loader(source, columns, batch_size=300, shuffle_games=shuffle_games, seed=2)
        other.load_state_dict(state)
        assert np.array_equal(next(other)["game"], expected)


def test_rows_of_files_are_numbered_through(tmp_path: Path) -> None:
    table = example_positions()[:900]
    for number, (begin, end) in enumerate([(0, 300), (300, 310), (310, 900)]):
        table[begin:end].write(tmp_path / f"{number}.npz")
    loader = Loader(tmp_path, [Column.game(), Column.planes("pieces")], shuffle_rows=64, seed=1)
    for _ in range(3):
        batch = next(loader)
        expected = table.planes("pieces", rows=batch["game"])
        assert np.array_equal(batch["planes"], expected)
        assert sorted(batch["game"].tolist()) == list(range(900))
        assert next(loader, None) is None
        iter(loader)
