"""`TreeSearch` with a network on a GPU: leaves per second, and how busy the device is.

    python benches/python/device.py [--games N] [--simulations N] [--seconds S] [--device cuda]

For residual networks of 10 blocks with 128 channels and of 20 with 256 (random weights, float16,
logits of 1,858), prints, for PUCT over games in progress:

- the network alone: batches that lie on the device, one after the other, as many positions as a
  call of the search has;
- self-play by `TreeSearch.run` with `LeafNetwork`, whole moves (`begin`, `run`, `note`, `actions`,
  `step`), for 1 to 3 groups of games: leaves per second, their share of what the network alone
  does, and the share of the time in which the network runs on the device, by events around it.
"""

import argparse
import time
from typing import Any

import torch
from timing import record
from torch import nn

from enroque import Arena, Policy, Puct, TreeSearch
from enroque.torch import LeafNetwork

NETWORKS = {"10x128": (10, 128), "20x256": (20, 256)}
MOVES = Policy("lc0").size


class Block(nn.Module):
    """Two convolutions and their input. (Normalization is part of the weights after training.)"""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        with torch.no_grad():
            self.second.weight.mul_(0.3)  # the sum of many blocks stays small

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Network(nn.Module):
    """A residual network with a policy and a value head."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.input = nn.Conv2d(112, channels, 3, padding=1)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.policy = nn.Conv2d(channels, 32, 1)
        self.logits = nn.Linear(32 * 64, MOVES)
        self.value = nn.Sequential(
            nn.Conv2d(channels, 8, 1), nn.Flatten(), nn.ReLU(), nn.Linear(512, 128), nn.ReLU(),
            nn.Linear(128, 1), nn.Tanh(),
        )  # fmt: skip

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.blocks(torch.relu(self.input(planes)))
        return self.logits(torch.relu(self.policy(x)).flatten(1)), self.value(x)


class Timed:
    """A network whose time on a device is measured."""

    def __init__(self, network: Any, is_cuda: bool) -> None:
        self.network, self.is_cuda = network, is_cuda
        self.times: list[tuple[Any, Any]] = []

    def __call__(self, planes: torch.Tensor) -> Any:
        planes = planes.contiguous(memory_format=torch.channels_last)
        if not self.is_cuda:
            return self.network(planes)
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        found = self.network(planes)
        end.record()
        self.times.append((start, end))
        return found

    def seconds(self) -> float:
        """Returns the time on the device since the last call."""
        times, self.times = self.times, []
        return sum(start.elapsed_time(end) for start, end in times) / 1000


def synchronize(device: str) -> None:
    """Waits for the device."""
    if device.startswith("cuda"):
        torch.cuda.synchronize()


@torch.inference_mode()
def alone(network: Timed, batch: int, device: str, dtype: torch.dtype, seconds: float) -> float:
    """Returns the positions per second of the network."""
    planes = torch.rand((batch, 112, 8, 8), device=device).to(dtype)
    for _ in range(3):
        network(planes)
    synchronize(device)
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        for _ in range(4):
            network(planes)
        synchronize(device)
        count += 4 * batch
    network.seconds()
    return count / (time.perf_counter() - started)


def self_play(
    leaf_network: LeafNetwork, network: Timed, games: int, groups: int, args: Any
) -> tuple[float, float]:
    """Returns the leaves per second, and the share of the time in which the device works."""
    start = [(0.5, "standard"), (0.5, "chess960")]
    arena = Arena(games, start=start, random_plies=12, seed=1)
    search = TreeSearch(arena, Puct(fpu="parent"), simulations=args.simulations, seed=1)
    evaluated = 0

    def evaluate(leaves: Any) -> Any:
        nonlocal evaluated
        evaluated += len(leaves)
        return leaf_network(leaves)

    def move() -> None:
        search.begin()
        search.run(evaluate, groups=groups)
        search.note()
        arena.step(search.actions())

    search.begin(simulations=10)
    search.run(evaluate, groups=groups)  # compiles what is compiled
    synchronize(args.device)
    network.seconds()
    evaluated, started = 0, time.perf_counter()
    while time.perf_counter() - started < args.seconds:
        move()
    synchronize(args.device)
    took = time.perf_counter() - started
    return evaluated / took, network.seconds() / took


def main() -> None:
    """Measures all and prints it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4096, help="games of a call of the network")
    parser.add_argument("--simulations", type=int, default=100, help="those of a move")
    parser.add_argument("--seconds", type=float, default=6, help="least time of a row")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--networks", nargs="+", default=list(NETWORKS), choices=NETWORKS)
    parser.add_argument("--compile", action="store_true", help="use torch.compile with CUDA graphs")
    args = parser.parse_args()
    is_cuda = args.device.startswith("cuda")
    dtype = torch.float16 if is_cuda else torch.float32
    print(f"{torch.cuda.get_device_name() if is_cuda else 'CPU'}, PyTorch {torch.__version__}")
    torch.backends.cudnn.benchmark = True
    for name in args.networks:
        torch.manual_seed(1)
        module: Any = Network(*NETWORKS[name]).eval().to(args.device, dtype)
        module = module.to(memory_format=torch.channels_last)
        if args.compile:
            module = torch.compile(module, mode="reduce-overhead")
        network = Timed(module, is_cuda)
        most = alone(network, args.games, args.device, dtype, args.seconds / 2)
        print(f"{name}, {args.games} positions a call: the network alone {most:,.0f}/s")
        record("network alone", name, "PyTorch", "positions/s", most)
        leaf_network = LeafNetwork(
            network, "lc0", policy="lc0", device=args.device, dtype=dtype, max_leaves=args.games
        )
        for groups in (1, 2, 3):
            rate, busy = self_play(leaf_network, network, groups * args.games, groups, args)
            print(
                f"    {groups} group(s) of {args.games} games: {rate:,.0f} leaves/s "
                f"({rate / most:.0%} of the network alone), device busy {busy:.0%}",
                flush=True,
            )
            record(f"self-play, {groups} groups", name, "enroque", "leaves/s", rate)


if __name__ == "__main__":
    main()
