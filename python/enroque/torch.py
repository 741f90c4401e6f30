"""Loaders for PyTorch: `import enroque.torch`, which imports torch."""

from collections.abc import Iterator
from typing import Any

import torch
from torch.utils.data import IterableDataset

from ._core import Encoding, Loader

__all__ = ["LoaderDataset", "expand_bits"]


class LoaderDataset(IterableDataset[Any]):
    """A loader as an `IterableDataset` of whole batches: dicts of tensors by the columns' names.

    Give it to a `DataLoader` with `batch_size=None` and no workers, or iterate it as it is: the
    loader's own threads work while the model does. The tensors share the loader's memory; what you
    still hold is never written again.

    Args:
        loader: the loader.
        device: where the tensors go; `None` leaves them in the loader's memory.
        pin_memory: whether they go there by way of pinned memory, without waiting.
    """

    def __init__(self, loader: Loader, *, device: Any = None, pin_memory: bool = False) -> None:
        super().__init__()
        self.loader = loader
        self.device = device
        self.pin_memory = pin_memory

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        if torch.utils.data.get_worker_info() is not None:
            raise RuntimeError(
                "a loader has threads of its own: use DataLoader(..., num_workers=0), else each "
                "worker would give every batch again"
            )
        for batch in self.loader:
            yield {name: self._tensor(array) for name, array in batch.items()}

    def _tensor(self, array: Any) -> torch.Tensor:
        # most operations of torch know no unsigned 64-bit integers
        tensor = torch.from_numpy(array.view("int64") if array.dtype == "uint64" else array)
        if self.pin_memory:
            tensor = tensor.pin_memory()
        if self.device is not None:
            tensor = tensor.to(self.device, non_blocking=self.pin_memory)
        return tensor


def expand_bits(
    encoding: Encoding,
    masks: torch.Tensor,
    values: torch.Tensor,
    dtype: torch.dtype = torch.float32,
) -> torch.Tensor:
    """Planes of shape `(batch, channels, 8, 8)` from their bits, on the device of the bits.

    Args:
        encoding: what the bits are of; its `scaled` says which channels have a value.
        masks: `"planes"` of a loader with `dtype="bits"`, as int64.
        values: its `"plane_values"`.
        dtype: of the result.

    Returns:
        For encodings whose own shape is `(channels, 8, 8)`, just those planes; for others the same
        channels, with the viewer's first rank first.
    """
    shifts = torch.arange(64, dtype=torch.int64, device=masks.device)
    planes = (masks.unsqueeze(-1) >> shifts & 1).to(dtype)
    if encoding.scaled_channels:
        planes[:, encoding.scaled_channels] *= values.to(dtype).unsqueeze(-1)
    return planes.view(*masks.shape, 8, 8)
