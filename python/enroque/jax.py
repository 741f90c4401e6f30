"""Batches of loaders as arrays of JAX.

`import enroque` does not import jax; `import enroque.jax` does.
"""

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ._core import Encoding, Loader

__all__ = ["batches", "expand_bits"]


def batches(loader: Loader, *, device: Any = None) -> Iterator[dict[str, jax.Array]]:
    """Generates the batches of an epoch as dicts of JAX arrays by column name.

    On a CPU the arrays share the loader's memory. 64-bit columns become 32-bit arrays unless
    `jax_enable_x64` is set. Masks of planes (`dtype="bits"`) are pairs of uint32,
    `(batch, channels, 2)`, the low half first.

    Args:
        loader: the loader.
        device: the device of the arrays; `None` for JAX's default.

    Example:
        >>> from enroque import Loader
        >>> from enroque.data import example_games
        >>> loader = Loader(example_games(), policy="lc0", batch_size=256)
        >>> next(batches(loader))["policy"].shape
        (256,)
    """
    for batch in loader:
        yield {
            name: jax.device_put(_without_uint64(array), device) for name, array in batch.items()
        }


def _without_uint64(array: Any) -> Any:
    if array.dtype == np.uint64:
        return array.view(np.uint32).reshape(*array.shape, 2)
    return array


def expand_bits(
    encoding: Encoding, masks: jax.Array, values: jax.Array, dtype: Any = jnp.float32
) -> jax.Array:
    """Returns dense planes from their bits; can be jitted.

    Args:
        encoding: the encoding of the planes.
        masks: the column `planes` of `batches` of a loader with `dtype="bits"`,
            `(batch, channels, 2)` uint32.
        values: the column `plane_values`, `(batch, len(encoding.scaled_channels))` float32.
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
