"""Adapters without their packages, and arguments of the wrong type, which raise errors at once."""

import importlib
import sys
from collections.abc import Callable

import pytest

import enroque
from enroque import Board, Column, Loader
from enroque.data import example_games, example_positions
from enroque.grain import PositionSource

GAMES, TABLE = example_games(), example_positions()[:100]

MODULES = [
    ("torch", "torch", "PyTorch: pip install torch"),
    ("jax", "jax", "JAX: pip install jax"),
    ("hf", "datasets", "Hugging Face datasets: pip install datasets"),
    ("plot", "matplotlib", r"matplotlib: pip install 'enroque\[plot\]'"),
    ("ray", "ray", r"Ray Data: pip install 'enroque\[ray\]'"),
    ("gymnasium", "gymnasium", r"Gymnasium 1.1 or later: pip install 'enroque\[gymnasium\]'"),
    ("pettingzoo", "pettingzoo", r"PettingZoo: pip install 'enroque\[pettingzoo\]'"),
]
CALLS: list[tuple[Callable[[], object], str, str]] = [
    (GAMES.to_pandas, "pandas", "Games.to_pandas needs pandas: pip install pandas"),
    (Board().to_chess, "chess", "to_chess needs python-chess: pip install chess"),
    (GAMES.__arrow_c_stream__, "pyarrow", r"needs pyarrow: pip install 'enroque\[parquet\]'"),
]


@pytest.mark.parametrize(("module", "package", "message"), MODULES)
def test_modules_without_package(
    module: str, package: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if module == "pettingzoo":
        pytest.importorskip("gymnasium")
    remove(package, monkeypatch)
    monkeypatch.delitem(sys.modules, f"enroque.{module}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=f"enroque.{module} needs {message}") as raised:
        importlib.import_module(f"enroque.{module}")
    assert raised.value.name.partition(".")[0] == package


@pytest.mark.parametrize(("call", "package", "message"), CALLS)
def test_calls_without_package(
    call: Callable[[], object], package: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove(package, monkeypatch)
    with pytest.raises(ModuleNotFoundError, match=message) as raised:
        call()
    assert raised.value.name.partition(".")[0] == package


def remove(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*sys.modules]:
        if name.startswith(f"{package}."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


def test_packages_that_cannot_be_loaded() -> None:
    """They are not missing, so that the error is no `ModuleNotFoundError`."""
    from enroque._optional_packages import missing_package

    error = missing_package(ImportError("libx.so", name="torch"), "x", "PyTorch", "torch")
    assert (type(error), error.name) == (ImportError, "torch")


LOADER = r"loader must be an enroque.Loader, not Positions: use Loader\(..., columns\)"
TYPES: list[tuple[str, Callable[[], object], str]] = [
    ("torch", lambda: enroque.torch.LoaderDataset(TABLE), LOADER),
    ("torch", lambda: enroque.torch.LoaderDataset(7), "enroque.Loader, not int$"),
    ("jax", lambda: enroque.jax.batches(TABLE), LOADER),
    ("hf", lambda: enroque.hf.batches(TABLE), LOADER),
    ("hf", lambda: enroque.hf.positions(TABLE), LOADER),
    ("hf", lambda: enroque.hf.from_games(TABLE), "games must be .*Games, not Positions"),
    ("hf", lambda: enroque.hf.from_positions(GAMES), "must be .*Positions, not Games"),
    ("ray", lambda: enroque.ray.PgnSource(["a.pgn"]), r"not str: use plan_splits\(paths\)"),
    ("ray", lambda: enroque.ray.Tensors("lc0"), "columns must be a Column, a list of them"),
    ("ray", lambda: enroque.ray.write_games(GAMES, "x"), "not Games: use games.write"),
    (
        "grain",
        lambda: PositionSource(Loader(GAMES, Column.ply()), Column.ply()),
        "source must be an enroque.Games or enroque.Positions, not Loader",
    ),
    ("grain", lambda: PositionSource(GAMES, "lc0"), "columns must be a Column, a list of them"),
    ("grain", lambda: PositionSource(TABLE, "lc0"), "columns must be a Column, a list of them"),
]


@pytest.mark.parametrize(("module", "call", "message"), TYPES)
def test_types(module: str, call: Callable[[], object], message: str) -> None:
    for name, package, _ in MODULES:
        if name == module:
            pytest.importorskip(package)
    importlib.import_module(f"enroque.{module}")
    with pytest.raises(TypeError, match=message):
        call()
