"""Trains a small policy and value network on real games, standard chess and Chess960 mixed.

    python examples/train.py [games.pgn ...] [--minutes 4] [--device cuda]

Without files it uses the example games of enroque. Every tenth game is used for validation. Prints
the training loss, the accuracy on the validation games, and that of two baselines: a random legal
move, and the legal move that is the most frequent in the training games. Planes are copied to the
GPU as bits and expanded there. `waiting` is the fraction of time spent waiting for the loader.
Needs PyTorch.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

import enroque
from enroque.data import example_games
from enroque.torch import LoaderDataset, expand_bits

ENCODING = enroque.Encoding("lc0", format=2)  # 2 encodes which rooks can castle
POLICY = enroque.Policy("lc0")


class Network(nn.Module):
    """A few residual blocks with two heads."""

    def __init__(self, width: int = 48, blocks: int = 2) -> None:
        super().__init__()
        self.stem = nn.Conv2d(ENCODING.channels, width, 3, padding=1)
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
        self.policy = nn.Sequential(
            nn.Conv2d(width, 32, 1), nn.ReLU(), nn.Flatten(), nn.Linear(2048, POLICY.size)
        )
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(256, 3)
        )

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns the logits of the policy, and of win, draw and loss."""
        # scales the halfmove clock to 0 to 1, like the other planes
        x = self.stem(torch.cat([planes[:, :109], planes[:, 109:110] / 100, planes[:, 110:]], 1))
        for block in self.blocks:
            x = x + block(x)
        return self.policy(x), self.value(x)


def batches(games: enroque.Games, batch: int, device: str, seed: int) -> LoaderDataset:
    """Returns batches of shuffled positions, with planes as bits."""
    loader = enroque.Loader(
        games,
        [
            enroque.Column.planes(ENCODING, dtype="bits"),
            enroque.Column.policy(POLICY),
            enroque.Column.legal_mask(POLICY),
            enroque.Column.wdl(on_missing="skip"),
        ],
        batch_size=batch,
        seed=seed,
    )
    return LoaderDataset(loader, device=device, pin_memory=device != "cpu")


def unpack(batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """Returns the planes of a batch, expanded on its device."""
    return expand_bits(ENCODING, batch["planes"], batch["planes_values"])


def accuracy(network: Network, games: enroque.Games, device: str) -> float:
    """Returns the fraction of positions in which the likeliest legal move was played."""
    network.eval()
    right = count = 0
    for batch in batches(games, 512, device, 0):
        with torch.no_grad():
            policy, _ = network(unpack(batch))
        policy = policy.masked_fill(~batch["legal_mask"], -torch.inf)
        right += int((policy.argmax(1) == batch["policy"]).sum())
        count += len(batch["policy"])
    network.train()
    return right / count


def baselines(training: enroque.Games, validation: enroque.Games) -> tuple[float, float]:
    """Returns the accuracies of a random legal move and of the most frequent legal move."""
    frequency = np.bincount(training.policy(POLICY, *training.positions()), minlength=POLICY.size)
    masks = validation.legal_mask(POLICY, *validation.positions())
    played = validation.policy(POLICY, *validation.positions())
    frequent = np.where(masks, frequency, -1).argmax(1)
    return float((1 / masks.sum(1)).mean()), float((frequent == played).mean())


def main() -> None:
    """Parses the arguments and trains."""
    parser = argparse.ArgumentParser(
        description="Trains a small network on PGN games, for --minutes.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("files", nargs="*", help="PGN files")
    parser.add_argument("--minutes", type=float, default=4.0, help="duration of the training")
    parser.add_argument("--batch", type=int, default=256, help="positions in a batch")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    parser.add_argument("--device", default=device, help="device of PyTorch")
    options = parser.parse_args()

    torch.manual_seed(1)
    games = enroque.Games.from_pgn(options.files) if options.files else example_games()
    is_validation = np.arange(len(games)) % 10 == 0
    training, validation = games[~is_validation], games[is_validation]
    chess960 = games.chess960.mean()
    print(f"{len(training)} training games, {len(validation)} validation, {chess960:.0%} Chess960")
    random, frequent = baselines(training, validation)
    print(f"baselines: a random legal move {random:.1%}, the most frequent one {frequent:.1%}")

    network = Network().to(options.device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    data = batches(training, options.batch, options.device, seed=1)
    began = reported = time.perf_counter()
    waited = losses = steps = samples = 0.0
    epoch = 0
    while time.perf_counter() - began < 60 * options.minutes:
        stream = iter(data)
        while True:
            now = time.perf_counter()
            batch = next(stream, None)
            waited += time.perf_counter() - now
            if batch is None or now - began > 60 * options.minutes:
                break
            policy, value = network(unpack(batch))
            is_known = ~batch["wdl"].isnan().any(1)
            loss = nn.functional.cross_entropy(policy, batch["policy"])
            if is_known.any():
                wdl = batch["wdl"][is_known]
                loss = loss + 0.5 * nn.functional.cross_entropy(value[is_known], wdl)
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            optimizer.step()
            losses, steps, samples = losses + loss.item(), steps + 1, samples + len(policy)
            if time.perf_counter() - reported > 20:
                seconds = time.perf_counter() - reported
                print(
                    f"{now - began:5.0f} s  epoch {epoch:3}  loss {losses / steps:.3f}  "
                    f"{samples / seconds:.0f} positions/s  waiting {waited / seconds:.1%}  "
                    f"accuracy {accuracy(network, validation, options.device):.1%}",
                    flush=True,
                )
                reported = time.perf_counter()
                waited = losses = steps = samples = 0.0
        epoch += 1
    final = accuracy(network, validation, options.device)
    print(f"validation accuracy: {final:.1%}; random {random:.1%}, most frequent {frequent:.1%}")


if __name__ == "__main__":
    main()
