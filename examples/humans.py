"""Trains a small Maia-2: how players of each rating move, score and think.

    python examples/humans.py [games.pgn.zst ...] [--minutes 4] [--device cuda]

The games need ratings and clocks; without files, they are those of the tests of the repository. A
tenth of them is for validation. The network gets the planes of Maia-2 and the bins of both ratings,
and predicts the move, the result and the time for the move. Prints the losses, and at the end the
accuracy by rating, of moves that were legal. Needs PyTorch.
"""

import argparse
import time
from pathlib import Path

import torch
from torch import nn

from enroque import Column, Games, Loader
from enroque.find import MoveTime
from enroque.torch import LoaderDataset

GAMES = Path(__file__).parents[1] / "tests" / "data" / "pgn" / "lichess_bullet_3000.pgn.zst"
BINS = 11
COLUMNS = {
    "planes": Column.planes("maia2"),
    "ratings": Column.maia2_ratings(on_missing="skip"),
    "move": Column.policy("maia2"),
    "legal": Column.legal_mask("maia2"),
    "wdl": Column.wdl(on_missing="skip"),
    "time": Column.move_time(on_missing="skip"),
    "clock": Column.clock(on_missing="skip"),
}


class Network(nn.Module):
    """A few residual blocks, with the ratings and the clock as channels, and three heads."""

    def __init__(self, width: int = 48, blocks: int = 2, rating: int = 8) -> None:
        super().__init__()
        self.own, self.other = nn.Embedding(BINS, rating), nn.Embedding(BINS, rating)
        self.stem = nn.Conv2d(18 + 2 * rating + 1, width, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.BatchNorm2d(width),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1),
                nn.BatchNorm2d(width),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1),
            )
            for _ in range(blocks)
        )
        self.trunk = nn.Sequential(nn.Conv2d(width, 32, 1), nn.ReLU(), nn.Flatten())
        self.heads = nn.ModuleList(nn.Linear(2048, size) for size in (1880, 3, 1))

    def forward(self, batch: dict[str, torch.Tensor]) -> list[torch.Tensor]:
        """Returns the logits of moves and of win, draw and loss, and the logarithm of the time."""
        own, other = batch["ratings"].unbind(1)
        clock = torch.log1p(batch["clock"] / 1000)[:, None] / 5
        facts = torch.cat([self.own(own), self.other(other), clock], 1)[:, :, None, None]
        x = self.stem(torch.cat([batch["planes"], facts.expand(-1, -1, 8, 8)], 1))
        for block in self.blocks:
            x = x + block(x)
        x = self.trunk(x)
        return [head(x) for head in self.heads]


def losses(network: Network, batch: dict[str, torch.Tensor]) -> list[torch.Tensor]:
    """Returns the losses of the heads, and whether each most probable legal move was played."""
    moves, wdl, seconds = network(batch)
    moves = moves.masked_fill(~batch["legal"], -1e9)
    target = torch.log1p(batch["time"] / 1000)
    return [
        nn.functional.cross_entropy(moves, batch["move"]),
        nn.functional.cross_entropy(wdl, batch["wdl"]),
        nn.functional.mse_loss(seconds[:, 0], target),
        moves.argmax(1) == batch["move"],
    ]


def loader_of(games: Games, batch: int, seed: int = 0) -> Loader:
    """Returns batches of positions after the opening in which the time of the move is known."""
    return Loader(games, COLUMNS, batch_size=batch, min_ply=10, filter=MoveTime(), seed=seed)


def main() -> None:
    """Trains, and prints the accuracy by rating."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[str(GAMES)])
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    torch.manual_seed(0)
    subsets = Games.read(options.games).split({"train": 0.9, "test": 0.1}, seed=1)
    network = Network().to(options.device)
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3)
    begin, step, shown = time.monotonic(), 0, 0.0
    with loader_of(subsets["train"], options.batch, seed=1) as loader:
        while time.monotonic() - begin < 60 * options.minutes:
            for batch in LoaderDataset(loader, device=options.device):
                *parts, hits = losses(network, batch)
                optimizer.zero_grad()
                torch.stack(parts).sum().backward()
                optimizer.step()
                step += 1
                passed = time.monotonic() - begin
                if passed - shown >= 15:
                    shown = passed
                    numbers = " ".join(f"{part.item():.2f}" for part in parts)
                    share = hits.float().mean()
                    print(f"{passed:4.0f} s  step {step}: losses {numbers}, {share:.1%}")
                if passed >= 60 * options.minutes:
                    break
    network.eval()
    total, found = torch.zeros(BINS), torch.zeros(BINS)
    with torch.no_grad(), loader_of(subsets["test"], 1024) as loader:
        for batch in LoaderDataset(loader, device=options.device):
            own, hits = batch["ratings"][:, 0].cpu(), losses(network, batch)[3].cpu()
            total += torch.bincount(own, minlength=BINS)
            found += torch.bincount(own[hits], minlength=BINS)
    print(f"\nmoves predicted in {len(subsets['test'])} games: {found.sum() / total.sum():.1%}")
    for number in range(BINS):
        share = (found[number] / total[number].clamp(min=1)).item()
        name = "below 1100" if number == 0 else f"from {1000 + 100 * number}"
        print(f"{name:>10}  {share:6.1%} of {int(total[number]):6}  {'#' * round(100 * share)}")


if __name__ == "__main__":
    main()
