"""`LeafNetwork` of PyTorch and JAX: the same searches as with the network called directly."""

from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Leaves, Puct, TreeSearch
from enroque.errors import ArgumentError

SIZE = enroque.Policy("lc0").size
WEIGHTS = np.random.default_rng(1).normal(0, 0.2, (112 * 64, 4)).astype(np.float32)
MOVES = np.random.default_rng(2).normal(0, 1, (3, SIZE)).astype(np.float32)


def directly(leaves: Leaves) -> tuple[Any, Any]:
    """The network in NumPy."""
    features = np.tanh(leaves.planes("lc0").reshape(len(leaves), -1) @ WEIGHTS)
    return features[:, :3] @ MOVES, 0.5 * features[:, 3]


def in_torch(wdl: bool, **options: Any) -> Any:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from enroque.torch import LeafNetwork

    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights, moves = torch.from_numpy(WEIGHTS).to(device), torch.from_numpy(MOVES).to(device)

    def model(planes: Any) -> tuple[Any, Any]:
        features = torch.tanh(planes.reshape(len(planes), -1) @ weights)
        values = 0.5 * features[:, 3]
        draw = torch.full_like(values, 0.2)
        both = torch.stack([(0.8 + values) / 2, draw, (0.8 - values) / 2], 1)
        return features[:, :3] @ moves, both if wdl else values[:, None]

    return LeafNetwork(model, "lc0", policy="lc0", device=device, **options)


def in_jax(wdl: bool, **options: Any) -> Any:
    pytest.importorskip("jax", reason="JAX is not installed")
    import jax
    import jax.numpy as jnp

    from enroque.jax import LeafNetwork

    jax.config.update("jax_default_matmul_precision", "highest")  # a GPU's is less exact

    def network(params: Any, planes: Any) -> tuple[Any, Any]:
        features = jnp.tanh(planes.reshape(len(planes), -1) @ params[0])
        values = 0.5 * features[:, 3]
        draw = jnp.full_like(values, 0.2)
        both = jnp.stack([(0.8 + values) / 2, draw, (0.8 - values) / 2], 1)
        return features[:, :3] @ params[1], both if wdl else values[:, None]

    return LeafNetwork(network, (WEIGHTS, MOVES), "lc0", policy="lc0", **options)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", [in_torch, in_jax])
@pytest.mark.parametrize("wdl", [False, True])
def test_same_search_as_directly(make: Any, wdl: bool) -> None:
    network = make(wdl, max_leaves=64)
    searches = []
    for evaluate in (directly, network):
        arena = Arena(40, start="chess960", seed=3)
        search = TreeSearch(arena, Puct(), simulations=30, seed=1)
        search.begin()
        search.run(evaluate, groups=3)
        searches.append(search)
    np.testing.assert_array_equal(searches[0].visits()[0], searches[1].visits()[0])
    np.testing.assert_allclose(searches[0].value, searches[1].value, atol=1e-5)
    assert np.isnan(searches[1].wdl).all() != wdl
    leaves = TreeSearch(Arena(65), simulations=2)
    leaves.begin()
    with pytest.raises(ArgumentError, match="65 leaves are more than max_leaves=64"):
        network(leaves.select())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", [in_torch, in_jax])
def test_results_and_shapes(make: Any) -> None:
    search = TreeSearch(Arena(3), simulations=2)
    search.begin()
    leaves = search.select()
    pending = make(False, max_leaves=5)(leaves)
    first, second = pending.result(), pending.result()
    np.testing.assert_array_equal(first["logits"][0], second["logits"][0])
    assert first["value"].shape == (3,)
    network = make(False, max_leaves=5)
    network.policy = enroque.Policy("alphazero")
    with pytest.raises(ArgumentError, match=r"logits of shape \(\d, 4672\)"):
        network(leaves)


@pytest.mark.filterwarnings("ignore:Synchronization debug mode")
def test_a_call_does_not_wait_for_the_device() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("needs a GPU with CUDA")
    network = in_torch(True, max_leaves=64)
    search = TreeSearch(Arena(64), Puct(), simulations=4, seed=1)
    search.begin()
    leaves = search.select()
    network(leaves).result()  # the first call starts the libraries
    torch.cuda.set_sync_debug_mode("error")
    try:
        pending = network(leaves)
    finally:
        torch.cuda.set_sync_debug_mode("default")
    search.backup(leaves, **pending.result())
