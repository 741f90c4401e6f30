"""Batches of loaders as arrays of JAX, and chess for the searches of mctx.

`import enroque` does not import jax; `import enroque.jax` does.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import DTypeLike

from ._arguments import check_loader
from ._core import Arena, Encoding, Leaves, Loader, Policy, step_rows
from ._environment import Observation, Observer
from ._model.trees import backup_arguments, check_logits, padded_size
from ._optional_packages import imported, missing_package
from .rules import RuleSet

try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    raise missing_package(error, "enroque.jax", "JAX", "jax") from error

__all__ = ["LeafNetwork", "Network", "Params", "batches", "expand_bits", "recurrent_fn", "root_fn"]
__dir__ = __all__.copy

Params: TypeAlias = Any
"""The parameters of a network: any pytree."""

Network: TypeAlias = Callable[[Params, jax.Array], tuple[jax.Array, jax.Array]]
"""A function of parameters and observations to `(logits, value)`: `(batch, policy.size)`, and
`(batch,)` from -1 to 1 for the side to move."""


def batches(
    loader: Loader,
    *,
    device: "jax.Device | jax.sharding.Sharding | None" = None,  # pyright: ignore[reportInvalidTypeForm]
) -> Iterator[dict[str, jax.Array]]:
    """Generates the batches of an epoch as dicts of JAX arrays by column name.

    On a CPU the arrays share the loader's memory. 64-bit columns become 32-bit arrays unless
    `jax_enable_x64` is set. Masks of planes (`dtype="bits"`) are pairs of uint32,
    `(batch, channels, 2)`, the low half first.

    Args:
        loader: the loader.
        device: the device of the arrays; `None` for JAX's default.

    Raises:
        TypeError: `loader` is not a `Loader`.

    Example:
        >>> from enroque import Column, Loader
        >>> from enroque.data import example_games
        >>> loader = Loader(example_games(), Column.policy("lc0"), batch_size=256)
        >>> next(batches(loader))["policy"].shape
        (256,)
    """
    check_loader(loader)
    return (
        {name: jax.device_put(_without_uint64(array), device) for name, array in batch.items()}
        for batch in loader
    )


def _without_uint64(array: Any) -> Any:
    if array.dtype == np.uint64:
        return array.view(np.uint32).reshape(*array.shape, 2)
    return array


def expand_bits(
    encoding: Encoding,
    masks: jax.Array,
    values: jax.Array,
    dtype: "jax.typing.DTypeLike" = jnp.float32,
) -> jax.Array:
    """Returns dense planes from their bits; can be jitted.

    Args:
        encoding: the encoding of the planes.
        masks: the column `planes` of `batches` of a loader with `dtype="bits"`,
            `(batch, channels, 2)` uint32.
        values: the column `planes_values`, `(batch, len(encoding.scaled_channels))` float32.
        dtype: the dtype of the result.

    Returns:
        `(batch, channels, 8, 8)`. Encodings with another shape also give one 8x8 plane for each
        channel, with the side to move's first rank first.
    """
    shifts = jnp.arange(32, dtype=jnp.uint32)
    planes = (masks[..., None] >> shifts & 1).astype(dtype)
    planes = planes.reshape(*masks.shape[:-1], 8, 8)
    if encoding.scaled_channels:
        scaled = jnp.asarray(encoding.scaled_channels)
        planes = planes.at[:, scaled].multiply(values.astype(dtype)[..., None, None])
    return planes


def root_fn(
    network: Network,
    *,
    observation: Observation | str = "lc0",
    dtype: DTypeLike | None = None,
    policy: Policy | str = "lc0",
    rules: str | RuleSet = "engine",
    max_plies: int | None = None,
    at_limit: Literal["truncate", "draw"] = "truncate",
) -> Callable[[Any, Any], tuple[Any, jax.Array]]:
    """Returns a function that evaluates the roots of a search of mctx.

    The function takes the parameters of the network and rows of `Arena.rows()`, and returns
    `(root, invalid_actions)`: a `mctx.RootFnOutput`, whose embedding is the rows, and a bool array
    `(batch, policy.size)`. It can be jitted.

    Args:
        network: the network, of parameters and observations to `(logits, value)`.
        observation: the encoding of observations: planes, tokens or features.
        dtype: the dtype of planes; `None` for float32.
        policy: the policy that encodes actions, or its name.
        rules: the rules by which games end, as in `Arena`.
        max_plies: the largest number of plies of a game, as in `Arena`; `None` for no limit.
        at_limit: the effect of `max_plies`: `"truncate"`, or `"draw"` by adjudication.
    """
    mctx = imported("mctx", "a search")
    observer = Observer(observation, dtype)
    encoding = Policy(policy) if isinstance(policy, str) else policy
    limits: dict[str, Any] = {"rules": rules, "max_plies": max_plies, "at_limit": at_limit}

    def look(rows: Any) -> tuple[Any, Any]:
        arena = Arena.from_rows(np.asarray(rows), policy=encoding, **limits)
        return observer(arena), arena.legal_mask()

    def root(params: Any, rows: Any) -> tuple[Any, jax.Array]:
        rows = jnp.asarray(rows)
        shapes = _shapes(len(rows), observer, encoding)
        seen, mask = jax.pure_callback(look, shapes, rows, vmap_method="sequential")
        logits, value = network(params, seen)
        logits = _legal(logits, mask)
        return mctx.RootFnOutput(prior_logits=logits, value=value, embedding=rows), ~mask

    return root


def recurrent_fn(
    network: Network,
    *,
    observation: Observation | str = "lc0",
    dtype: DTypeLike | None = None,
    policy: Policy | str = "lc0",
    rules: str | RuleSet = "engine",
    max_plies: int | None = None,
    at_limit: Literal["truncate", "draw"] = "truncate",
) -> Callable[[Any, Any, Any, Any], tuple[Any, jax.Array]]:
    """Returns the `recurrent_fn` of chess for the searches of mctx.

    Embeddings are rows of `Arena.rows()`: positions with their history, so that repetitions end
    games within the search too. Moves are played on the host, with all cores, by
    `jax.pure_callback`. Values are for the side to move, so the discount is -1, and 0 at the end of
    a game. An illegal action, whose logit is the least number, loses.

    Args:
        network: the network, of parameters and observations to `(logits, value)`.
        observation: the encoding of observations: planes, tokens or features.
        dtype: the dtype of planes; `None` for float32.
        policy: the policy that encodes actions, or its name.
        rules: the rules by which games end, as in `Arena`.
        max_plies: the largest number of plies of a game, as in `Arena`; `None` for no limit.
        at_limit: the effect of `max_plies`: `"truncate"`, or `"draw"` by adjudication.

    Returns:
        A function of parameters, random key, actions and embeddings to a
        `mctx.RecurrentFnOutput` and the next embeddings.
    """
    mctx = imported("mctx", "a search")
    observer = Observer(observation, dtype)
    encoding = Policy(policy) if isinstance(policy, str) else policy
    limits: dict[str, Any] = {"rules": rules, "max_plies": max_plies, "at_limit": at_limit}

    def play(rows: Any, actions: Any) -> tuple[Any, ...]:
        rows, step = step_rows(
            np.asarray(rows), np.asarray(actions), policy=encoding, on_illegal="lose", **limits
        )
        arena = Arena.from_rows(rows, policy=encoding, **limits)
        is_over = step.terminated | step.truncated
        mask = arena.legal_mask() & ~is_over[:, None]
        return observer(arena), mask, rows, step.rewards, is_over

    def recurrent(params: Any, key: Any, actions: Any, rows: Any) -> tuple[Any, jax.Array]:
        count = len(rows)
        shapes = (
            *_shapes(count, observer, encoding),
            jax.ShapeDtypeStruct(rows.shape, jnp.uint8),
            jax.ShapeDtypeStruct((count,), jnp.float32),
            jax.ShapeDtypeStruct((count,), jnp.bool_),
        )
        seen, mask, rows, rewards, is_over = jax.pure_callback(
            play, shapes, rows, actions, vmap_method="sequential"
        )
        logits, value = network(params, seen)
        output = mctx.RecurrentFnOutput(
            reward=rewards,
            discount=jnp.where(is_over, 0.0, -1.0),
            prior_logits=_legal(logits, mask),
            value=jnp.where(is_over, 0.0, value),
        )
        return output, rows

    return recurrent


def _shapes(count: int, observer: Observer, policy: Policy) -> tuple[Any, Any]:
    """The shapes of the observations and of the mask of legal actions."""
    return (
        jax.ShapeDtypeStruct((count, *observer.shape), observer.dtype),
        jax.ShapeDtypeStruct((count, policy.size), jnp.bool_),
    )


def _legal(logits: jax.Array, mask: jax.Array) -> jax.Array:
    """The logits, with the least number for illegal actions."""
    return jnp.where(mask, logits, jnp.finfo(logits.dtype).min)


class LeafNetwork:
    """A network for `TreeSearch.run` that runs on JAX's device while the next leaves are selected.

    Leaves are copied as bits and expanded on the device; of the logits, those of legal moves are
    gathered there and copied back. A call returns after dispatching this, and `result()` waits for
    it. The network is compiled for a few sizes of a batch: `max_leaves` halved some times.

    Args:
        network: the network, of parameters and planes `(batch, channels, 8, 8)` to `(logits,
            value)`; the value may be `(batch, 3)` probabilities of win, draw and loss.
        params: its parameters; assign the attribute `params` to replace them.
        encoding: the encoding of the planes, a name or one that has a bit form.
        policy: the policy of the logits, or its name.
        dtype: the dtype of the planes.
        max_leaves: the largest number of leaves of a call.

    Example:
        >>> import enroque
        >>> def network(params, planes):
        ...     return jnp.zeros((len(planes), 1858)), jnp.zeros(len(planes))
        >>> search = enroque.TreeSearch(enroque.Arena(8), simulations=16, seed=1)
        >>> search.begin()
        >>> search.run(LeafNetwork(network, None, "lc0", policy="lc0", max_leaves=8))
        >>> search.simulations.tolist()
        [16, 16, 16, 16, 16, 16, 16, 16]
    """

    def __init__(
        self,
        network: Network,
        params: Params,
        encoding: Encoding | str,
        *,
        policy: Policy | str,
        dtype: "jax.typing.DTypeLike" = jnp.float32,
        max_leaves: int = 1024,
    ) -> None:
        self.params, self.max_leaves = params, max_leaves
        self.encoding = Encoding(encoding) if isinstance(encoding, str) else encoding
        self.policy = Policy(policy) if isinstance(policy, str) else policy

        def legal(params: Any, masks: Any, values: Any, rows: Any, indices: Any) -> Any:
            planes = expand_bits(self.encoding, masks, values, dtype)
            logits, value = network(params, planes)
            check_logits(logits.shape, len(planes), self.policy)
            return logits[rows, indices].astype(jnp.float32), value.astype(jnp.float32)

        self._legal: Any = jax.jit(legal)

    def __call__(self, leaves: Leaves) -> "_Pending":
        """Dispatches the evaluation of leaves; `result()` returns the arguments of `backup`.

        Args:
            leaves: the leaves.

        Raises:
            ArgumentError: there are more leaves than `max_leaves`.
        """
        count = len(leaves)
        size = padded_size(count, self.max_leaves)
        # new arrays, since JAX on a CPU reads them in place
        masks = np.zeros((size, self.encoding.channels), np.uint64)
        values = np.zeros((size, len(self.encoding.scaled_channels)), np.float32)
        leaves.planes_bits(self.encoding, out=masks[:count], values_out=values[:count])
        legal, offsets = leaves.legal_indices(self.policy)
        # few shapes here too: 32 moves a leaf, or twice as many, and so on
        width = 32 * size
        while width < len(legal):
            width *= 2
        rows, indices = np.zeros((2, width), np.int32)
        rows[: len(legal)] = np.repeat(np.arange(count), np.diff(offsets).astype(np.intp))
        indices[: len(legal)] = legal
        masks = _without_uint64(masks)
        logits, value = self._legal(self.params, masks, values, rows, indices)
        return _Pending(logits, value, offsets)


class _Pending:
    """An evaluation in progress on a device."""

    def __init__(self, legal: jax.Array, value: jax.Array, offsets: Any) -> None:
        self._legal, self._value, self._offsets = legal, value, offsets

    def result(self) -> dict[str, Any]:
        """Waits for the evaluation; returns the arguments of `TreeSearch.backup`."""
        count, end = len(self._offsets) - 1, int(self._offsets[-1])
        value = np.asarray(self._value)[:count]
        return backup_arguments((np.asarray(self._legal)[:end], self._offsets), value)
