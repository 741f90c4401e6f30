"""Trains a small language model of moves, and lets it play.

    python examples/language_model.py [games.pgn.zst ...] [--minutes 4] [--device cuda]

Without files, the games are those of the tests of the repository; a tenth of them is for
validation. The model is a small transformer: it reads the ratings, the result and the moves of a
game as tokens, and predicts the next move. It does not know the rules. Prints the losses, how often
its first choice is the move played, and how often it is legal; then a game that it plays with
itself, in which illegal moves have no probability. Needs PyTorch.
"""

import argparse
import time
from pathlib import Path

import torch
from torch import nn

from enroque import Board, Games, Move
from enroque.sequences import SequenceLoader, TokenSpec
from enroque.torch import LoaderDataset

GAMES = Path(__file__).parents[1] / "tests" / "data" / "pgn" / "lichess_bullet_3000.pgn.zst"
CONTROL = ["white_rating", "black_rating", "result"]
BLOCK = 128


class Network(nn.Module):
    """A transformer that sees the tokens before, not those after."""

    def __init__(self, vocabulary: int, width: int = 128, layers: int = 3, heads: int = 4) -> None:
        super().__init__()
        self.token = nn.Embedding(vocabulary, width)
        self.place = nn.Embedding(BLOCK, width)
        layer = nn.TransformerEncoderLayer(
            width,
            heads,
            4 * width,
            dropout=0.0,
            activation="gelu",
            batch_first=True,
            norm_first=True,
        )
        self.layers = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.head = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, vocabulary))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Returns the logits of the token after each."""
        length = tokens.shape[1]
        place = torch.arange(length, device=tokens.device)
        mask = nn.Transformer.generate_square_subsequent_mask(length, device=tokens.device)
        x = self.token(tokens) + self.place(place)
        logits: torch.Tensor = self.head(self.layers(x, mask=mask, is_causal=True))
        return logits


def loss_of(network: Network, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """Returns the mean loss of the moves."""
    tokens, learned = batch["tokens"], batch["loss_mask"][:, 1:]
    logits = network(tokens[:, :-1])[learned]
    return nn.functional.cross_entropy(logits, tokens[:, 1:][learned].long())


def legal_tokens(board: Board, spec: TokenSpec) -> dict[int, Move]:
    """Returns the legal moves by their tokens."""
    return {spec.vocabulary.index(move.uci()): move for move in board.legal_moves}


def loader_of(games: Games, spec: TokenSpec, batch: int, dropout: float = 0) -> SequenceLoader:
    """Returns batches of games, one in each row."""
    return SequenceLoader(
        games,
        spec,
        block=BLOCK,
        pack=False,
        dropout=dropout,
        batch_size=batch,
        on_unsupported="skip",
    )


def measured(network: Network, games: Games, spec: TokenSpec, device: str) -> tuple[float, float]:
    """Returns how often the first choice of the model is the move played, and a legal one."""
    played = legal = total = 0
    with loader_of(games, spec, 32) as loader:
        for batch in LoaderDataset(loader, device=device):
            choices = network(batch["tokens"][:, :-1]).argmax(2).cpu().numpy()
            tokens, learned = batch["tokens"].cpu().numpy(), batch["loss_mask"].cpu().numpy()
            for row in range(len(tokens)):
                board = Board()
                for place in learned[row].nonzero()[0]:
                    word = spec.vocabulary[tokens[row, place]]
                    if word == spec.eos:
                        break
                    choice = choices[row, place - 1]
                    played += choice == tokens[row, place]
                    legal += choice in legal_tokens(board, spec)
                    total += 1
                    board.push_uci(word)
    return played / max(total, 1), legal / max(total, 1)


def play(network: Network, spec: TokenSpec, prompt: list[str], device: str) -> str:
    """Returns a game of the model with itself, of legal moves."""
    board = Board()
    tokens = [spec.vocabulary.index(word) for word in prompt]
    while not board.is_game_over() and len(tokens) < BLOCK:
        legal = legal_tokens(board, spec)
        logits = network(torch.tensor([tokens], device=device))[0, -1].cpu()
        numbers = list(legal)
        odds = torch.softmax(logits[numbers] / 0.5, 0)
        tokens.append(numbers[int(torch.multinomial(odds, 1))])
        board.push(legal[tokens[-1]])
    return Board().variation_san(board.move_stack)


def main() -> None:
    """Trains, measures and plays."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[str(GAMES)])
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    torch.manual_seed(0)
    subsets = Games.read(options.games).split({"train": 0.9, "test": 0.1}, seed=1)
    spec = TokenSpec.named("uci", control=CONTROL)
    network = Network(len(spec.vocabulary)).to(options.device)
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3)
    begin, shown, passed = time.monotonic(), 0.0, 0.0
    with loader_of(subsets["train"], spec, options.batch, dropout=0.1) as loader:
        while passed < 60 * options.minutes:
            for batch in LoaderDataset(loader, device=options.device):
                loss = loss_of(network, batch)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                passed = time.monotonic() - begin
                if passed - shown >= 15:
                    shown = passed
                    print(f"{passed:4.0f} s  loss {loss:.2f}")
                if passed >= 60 * options.minutes:
                    break
    torch.set_grad_enabled(False)
    predicted, legal = measured(network, subsets["test"], spec, options.device)
    print(f"\nmoves predicted: {predicted:.1%}; first choices that are legal: {legal:.1%}")
    print("a game:", play(network, spec, ["<BOS>", "<1900>", "<1900>", "1-0"], options.device))


if __name__ == "__main__":
    main()
