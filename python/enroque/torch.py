"""Loaders as datasets of PyTorch, planes of an `Arena` on a device, and networks for `TreeSearch`.

`import enroque` does not import torch; `import enroque.torch` does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arguments import check_loader
from ._core import Arena, Encoding, Leaves, Loader, Policy
from ._model.trees import backup_arguments, check_logits, padded_size
from ._optional_packages import missing_package

try:
    import torch
    from torch.utils.data import IterableDataset
except ImportError as error:
    raise missing_package(error, "enroque.torch", "PyTorch", "torch") from error

__all__ = ["ArenaPlanes", "LeafNetwork", "LoaderDataset", "expand_bits", "pinned_array"]
__dir__ = __all__.copy


class LoaderDataset(IterableDataset[Any]):
    """A `Loader` as an `IterableDataset` of whole batches: dicts of tensors by column name.

    Pass it to a `DataLoader` with `batch_size=None` and `num_workers=0`, or iterate over it
    directly; the loader's threads work in the background. Each iteration is an epoch. Tensors on
    the CPU share the loader's memory, which is reused only after they are deleted. Masks of planes
    (`dtype="bits"`) are int64, since PyTorch has few operations for uint64.

    `StatefulDataLoader` of torchdata resumes it exactly in any epoch, without repeating batches.

    Args:
        loader: the loader.
        device: the device of the tensors; `None` for the CPU without a copy.
        pin_memory: copy to the device asynchronously, through pinned memory.

    Raises:
        TypeError: `loader` is not a `Loader`.
        RuntimeError: it is iterated in a worker of a `DataLoader`.

    Example:
        >>> from enroque import Column, Loader
        >>> from enroque.data import example_games
        >>> dataset = LoaderDataset(Loader(example_games(), Column.policy("lc0"), batch_size=256))
        >>> next(iter(dataset))["policy"].shape
        torch.Size([256])
    """

    def __init__(
        self,
        loader: Loader,
        *,
        device: "torch.device | str | int | None" = None,
        pin_memory: bool = False,
    ) -> None:
        super().__init__()
        check_loader(loader)
        self.loader = loader
        self.device = device
        self.pin_memory = pin_memory
        self._is_resumed = False

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        self._is_resumed = False
        for batch in self.loader:
            yield {name: self._tensor(array) for name, array in batch.items()}

    def state_dict(self) -> dict[str, Any]:
        """Returns the position in the data, as `Loader.state_dict`."""
        return self.loader.state_dict()

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Moves to a saved position, as `Loader.load_state_dict`.

        Args:
            state_dict: the result of `state_dict`.
        """
        self.loader.load_state_dict(state_dict)
        self._is_resumed = True

    def set_epoch(self, epoch: int) -> None:
        """Moves to the start of an epoch, or keeps a loaded position in this epoch.

        Args:
            epoch: the epoch, from 0.
        """
        if not (self._is_resumed and epoch == self.loader.epoch):
            self.loader.set_epoch(epoch)

    def _tensor(self, array: Any) -> torch.Tensor:
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
    """Returns dense planes from their bits, on the device of the bits.

    Args:
        encoding: the encoding of the planes.
        masks: the column `planes` of a loader with `dtype="bits"`, `(batch, channels)` int64.
        values: the column `planes_values`, `(batch, len(encoding.scaled_channels))` float32.
        dtype: the dtype of the result.

    Returns:
        `(batch, channels, 8, 8)`. Encodings with another shape also give one 8x8 plane for each
        channel, with the side to move's first rank first.
    """
    shifts = torch.arange(8, dtype=torch.uint8, device=masks.device)
    ranks = masks.contiguous().view(torch.uint8).view(*masks.shape, 8)  # small intermediate arrays
    planes = (ranks.unsqueeze(-1) >> shifts & 1).to(dtype)
    # one by one: a list as an index is copied to the device, which waits for all of its work
    for column, channel in enumerate(encoding.scaled_channels):
        planes[:, channel] *= values[:, column].to(dtype)[:, None, None]
    return planes


def pinned_array(shape: tuple[int, ...], dtype: torch.dtype) -> tuple[torch.Tensor, Any]:
    """Returns a tensor in pinned memory, and a NumPy array of the same memory for `out=`.

    `tensor.to(device, non_blocking=True)` copies it asynchronously: call
    `torch.cuda.synchronize()`, or wait for an event, before the array is written again. Without
    CUDA the memory is not pinned.

    Args:
        shape: the shape.
        dtype: the dtype, one that NumPy has too.
    """
    tensor = torch.empty(shape, dtype=dtype, pin_memory=torch.cuda.is_available())
    return tensor, tensor.numpy()


class ArenaPlanes:
    """The planes of games in progress on a device: copied as bits, and expanded there.

    The buffers are in pinned memory and are reused by each call.

    Args:
        encoding: the encoding of the planes, a name or one that has a bit form.
        num_games: the largest number of games of a call.
        device: the device of the planes.
        dtype: the dtype of the planes.

    Example:
        >>> import enroque
        >>> planes = ArenaPlanes("lc0", 4, device="cpu")
        >>> planes(enroque.Arena(4)).shape
        torch.Size([4, 112, 8, 8])
    """

    def __init__(
        self,
        encoding: Encoding | str,
        num_games: int,
        *,
        device: "torch.device | str | int",
        dtype: torch.dtype = torch.float32,
    ) -> None:
        self.encoding = Encoding(encoding) if isinstance(encoding, str) else encoding
        self.device, self.dtype = torch.device(device), dtype
        channels, scaled = self.encoding.channels, len(self.encoding.scaled_channels)
        self._masks, self._masks_out = pinned_array((num_games, channels), torch.int64)
        self._values, self._values_out = pinned_array((num_games, scaled), torch.float32)
        self._copied: Any = None

    def __call__(
        self, arena: Arena, games: Sequence[int] | NDArray[np.int64] | None = None
    ) -> torch.Tensor:
        """Returns the planes of the current positions, `(games, channels, 8, 8)`.

        Args:
            arena: the games in progress.
            games: the indices of the games; `None` for all.

        Raises:
            ArrayError: there are more games than `num_games`.
        """
        if self._copied is not None:
            self._copied.synchronize()  # the last copy still reads the buffers
        count = arena.num_games if games is None else len(games)
        arena.planes_bits(
            self.encoding,
            games=games,
            out=self._masks_out[:count].view("uint64"),
            values_out=self._values_out[:count],
        )
        masks = self._masks[:count].to(self.device, non_blocking=True)
        values = self._values[:count].to(self.device, non_blocking=True)
        if self.device.type == "cuda":
            self._copied = torch.cuda.Event()
            self._copied.record(torch.cuda.current_stream(self.device))
        return expand_bits(self.encoding, masks, values, self.dtype)


class LeafNetwork:
    """A network for `TreeSearch.run` on a device, which runs while the next leaves are selected.

    Leaves are copied as bits, through pinned memory, and expanded on the device; of the logits,
    those of legal moves are gathered there and copied back: about a kilobyte a leaf to the device,
    and a hundred bytes from it. A call returns after enqueuing this, and `result()` waits for it.

    Batches are padded to `max_leaves` halved some times, so that there are few shapes to compile
    (`torch.compile`, CUDA graphs).

    Args:
        model: a function of planes `(batch, channels, 8, 8)` to `(logits, value)`: `(batch,
            policy.size)`, and `(batch,)` or `(batch, 1)` from -1 to 1 for the side to move, or
            `(batch, 3)` probabilities of win, draw and loss. The mode of a module is not changed:
            call `model.eval()` before.
        encoding: the encoding of the planes, a name or one that has a bit form.
        policy: the policy of the logits, or its name.
        device: the device of the model.
        dtype: the dtype of the planes.
        max_leaves: the largest number of leaves of a call.

    Example:
        >>> import enroque
        >>> def model(planes):
        ...     return torch.zeros(len(planes), 1858), torch.zeros(len(planes))
        >>> search = enroque.TreeSearch(enroque.Arena(8), simulations=16, seed=1)
        >>> search.begin()
        >>> search.run(LeafNetwork(model, "lc0", policy="lc0", device="cpu", max_leaves=8))
        >>> search.simulations.tolist()
        [16, 16, 16, 16, 16, 16, 16, 16]
    """

    def __init__(
        self,
        model: Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]],
        encoding: Encoding | str,
        *,
        policy: Policy | str,
        device: "torch.device | str | int",
        dtype: torch.dtype = torch.float32,
        max_leaves: int = 1024,
    ) -> None:
        self.model, self.dtype, self.max_leaves = model, dtype, max_leaves
        self.encoding = Encoding(encoding) if isinstance(encoding, str) else encoding
        self.policy = Policy(policy) if isinstance(policy, str) else policy
        self.device = torch.device(device)
        self._unused: list[_Buffers] = []

    def __call__(self, leaves: Leaves) -> "_Pending":
        """Enqueues the evaluation of leaves; `result()` returns the arguments of `backup`.

        Args:
            leaves: the leaves.

        Raises:
            ArgumentError: there are more leaves than `max_leaves`.
        """
        count = len(leaves)
        size = padded_size(count, self.max_leaves)
        buffers = self._unused.pop() if self._unused else _Buffers(self)
        leaves.planes_bits(
            self.encoding,
            out=buffers.masks_out[:count].view("uint64"),
            values_out=buffers.values_out[:count],
        )
        indices, offsets = leaves.legal_indices(self.policy)
        row = np.repeat(np.arange(count, dtype=np.int64), np.diff(offsets).astype(np.intp))
        places = buffers.places(len(indices))
        np.multiply(row, self.policy.size, out=places.numpy())
        places.numpy()[:] += indices
        with torch.inference_mode():
            masks = buffers.masks[:size].to(self.device, non_blocking=True)
            values = buffers.values[:size].to(self.device, non_blocking=True)
            logits, value = self.model(expand_bits(self.encoding, masks, values, self.dtype))
            check_logits(logits.shape, size, self.policy)
            legal = logits.reshape(-1)[places.to(self.device, non_blocking=True)]
            is_cuda = self.device.type == "cuda"  # an event marks the end of their copies
            legal = legal.float().to("cpu", non_blocking=is_cuda)
            value = value[:count].float().to("cpu", non_blocking=is_cuda)
            event = None
            if is_cuda:
                event = torch.cuda.Event()
                event.record(torch.cuda.current_stream(self.device))
        return _Pending(self, buffers, legal, value, offsets, event)


class _Buffers:
    """Pinned memory of a batch."""

    def __init__(self, network: LeafNetwork) -> None:
        rows, scaled = network.max_leaves, len(network.encoding.scaled_channels)
        self.masks, self.masks_out = pinned_array((rows, network.encoding.channels), torch.int64)
        self.values, self.values_out = pinned_array((rows, scaled), torch.float32)
        self.masks_out.fill(0)
        self.values_out.fill(0)
        self._places, _ = pinned_array((40 * rows,), torch.int64)

    def places(self, count: int) -> torch.Tensor:
        """Memory for this number of indices."""
        if count > len(self._places):
            self._places, _ = pinned_array((2 * count,), torch.int64)
        return self._places[:count]


@dataclass(eq=False)
class _Pending:
    """An evaluation in progress on a device."""

    network: LeafNetwork
    buffers: _Buffers | None
    legal: torch.Tensor
    value: torch.Tensor
    offsets: Any
    event: Any

    def result(self) -> dict[str, Any]:
        """Waits for the evaluation; returns the arguments of `TreeSearch.backup`."""
        if self.event is not None:
            self.event.synchronize()
        if self.buffers is not None:
            self.network._unused.append(self.buffers)
            self.buffers = None
        return backup_arguments((self.legal.numpy(), self.offsets), self.value.numpy())
