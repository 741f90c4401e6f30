"""Loaders for JAX: `import enroque.jax`, which imports jax."""

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ._core import Encoding, Loader

__all__ = ["batches", "expand_bits"]


def batches(loader: Loader, *, device: Any = None) -> Iterator[dict[str, jax.Array]]:
    """The batches of an epoch as dicts of JAX arrays by the columns' names.

    On a CPU they share the loader's memory, which is aligned as JAX wants it. Numbers of 64 bits
    become what JAX has for them: 32 bits, unless `jax_enable_x64` is set; bits of planes come as
    pairs of uint32, `(batch, channels, 2)`.

    Args:
        loader: the loader.
        device: where the arrays go; `None` is JAX's default.
    """
    for batch in loader:
        yield {name: jax.device_put(_fitting(array), device) for name, array in batch.items()}


def _fitting(array: Any) -> Any:
    if array.dtype == np.uint64:
        return array.view(np.uint32).reshape(*array.shape, 2)
    return array


def expand_bits(
    encoding: Encoding, masks: jax.Array, values: jax.Array, dtype: Any = jnp.float32
) -> jax.Array:
    """Planes of shape `(batch, channels, 8, 8)` from their bits; it can be jitted.

    Args:
        encoding: what the bits are of; its `scaled` says which channels have a value.
        masks: `"planes"` of `batches` of a loader with `dtype="bits"`: pairs of uint32.
        values: its `"plane_values"`.
        dtype: of the result.

    Returns:
        For encodings whose own shape is `(channels, 8, 8)`, just those planes; for others the same
        channels, with the viewer's first rank first.
    """
    shifts = jnp.arange(32, dtype=jnp.uint32)
    planes = (masks[..., None] >> shifts & 1).astype(dtype)
    planes = planes.reshape(*masks.shape[:-1], 8, 8)
    if encoding.scaled_channels:
        scaled = jnp.asarray(encoding.scaled_channels)
        planes = planes.at[:, scaled].multiply(values.astype(dtype)[..., None, None])
    return planes
