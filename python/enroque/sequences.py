"""Games as sequences of tokens, for language models of moves.

`SequenceLoader` is a `Loader` whose rows are blocks of tokens, packed from shuffled games, with
masks, position ids and targets. A `TokenSpec` is the vocabulary; `tokenize` returns the tokens of
all games.

Example:
    >>> from enroque import Filter
    >>> from enroque.data import example_games
    >>> from enroque.sequences import SequenceLoader
    >>> games = example_games(filter=Filter(variant="standard"))
    >>> with SequenceLoader(games, "uci", block=256, batch_size=8) as loader:
    ...     batch = next(loader)
    >>> batch["tokens"].shape, batch["tokens"].dtype
    ((8, 256), dtype('int32'))
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arguments import one_of
from ._core import Column, Games, Loader, Policy
from ._model.encodings import LoaderSource
from ._progress import Progress
from .errors import ArgumentError

__all__ = ["SequenceLoader", "TokenSpec", "allie_stream", "tokenize"]
__dir__ = __all__.copy

_PACKS = {True: "concatenate", "games": "games", False: "one"}

_ALLIE_TIME_CONTROLS = (
    "180+0", "300+0", "180+2", "300+3", "300+2", "420+0", "240+0", "180+1", "180+3", "300+1",
    "360+0", "300+4", "420+1", "240+2", "180+5", "120+2", "120+3", "240+3", "240+1", "360+2",
    "60+3", "60+5", "240+4", "240+5",
)  # fmt: skip

_TIME_CONTROLS = (
    "15+0", "30+0", "60+0", "60+1", "120+0", "120+1", "180+0", "180+2", "300+0", "300+3", "600+0",
    "600+5", "900+0", "900+10", "1200+0", "1800+0", "1800+20",
)  # fmt: skip


@dataclass(frozen=True)
class TokenSpec:
    """The vocabulary of the tokens of games, and their order.

    A game is `bos`, the tokens of `control`, its moves, those of `end` that are in the vocabulary,
    and `eos`. The number of a token is its index in the vocabulary. Control tokens are texts: a
    rating is its bin (`<1500>` from 1500 on), a time control the tag, a result `1-0` and so on.

    Args:
        name: the name.
        moves: `"uci"`, a token for each move in UCI; or `"characters"`, one for each character of
            the moves in PGN: `1.e4 e5 2.Nf3`.
        vocabulary: the tokens.
        control: what precedes the moves, in order. What is unknown, not in the vocabulary or left
            out is `unk`.
        end: what follows the moves.
        bos: the first token of a game; `None` for none.
        eos: the last token of a game; `None` for none.
        unk: the token of what is unknown.
        pad: the token that fills rows.
        rating_width: the width of the bins of ratings; 0 if a rating is a number after the
            vocabulary, as in Allie.
        bos_for_ratings: whether `bos` is only there in place of ratings, as in Allie.
        aliases: the tokens of other texts of tags.

    Raises:
        ArgumentError: the vocabulary lacks a move or another token, or has one twice.

    Example:
        >>> from enroque.sequences import TokenSpec
        >>> spec = TokenSpec.named("uci")
        >>> len(spec.vocabulary), TokenSpec.from_json(spec.to_json()) == spec
        (1972, True)
    """

    name: str
    moves: Literal["uci", "characters"]
    vocabulary: tuple[str, ...]
    control: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    bos: str | None = None
    eos: str | None = None
    unk: str | None = None
    pad: str = "<PAD>"
    rating_width: int = 100
    bos_for_ratings: bool = False
    aliases: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name in ("vocabulary", "control", "end"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "aliases", tuple(tuple(pair) for pair in self.aliases))
        _core.check_token_spec(self.to_json())

    @staticmethod
    def named(name: str, *, control: Iterable[str] = ()) -> "TokenSpec":
        """Returns a spec by its name.

        Args:
            name: `"uci"`; `"allie"`, that of the program Allie; or `"chess-gpt"`, the 32 characters
                of chess-GPT.
            control: for `"uci"`, what precedes the moves.

        Raises:
            ArgumentError: the name is unknown, or the spec has its own control tokens.
        """
        control = tuple(control)
        if control and name != "uci":
            raise ArgumentError(f"control tokens are chosen for 'uci', not for {name!r}")
        if name == "uci":
            special = ["<PAD>", "<BOS>", "<EOS>", "<UNK>"]
            moves = [move for move in Policy("uci").moves if move is not None]
            black = str.maketrans("78", "21")
            moves += [move.translate(black) for move in moves if len(move) == 5]
            tokens = {
                "white_rating": [f"<{rating}>" for rating in range(0, 4000, 100)],
                "time_control": list(_TIME_CONTROLS),
                "result": ["1-0", "0-1", "1/2-1/2", "*"],
                "termination": ["Normal", "Time forfeit"],
            }
            kinds = dict.fromkeys(one.replace("black", "white") for one in control)
            texts = [text for kind in kinds for text in tokens.get(kind, [])]
            vocabulary = (*special, *moves, *texts)
            return TokenSpec(
                "uci", "uci", vocabulary, control, (), "<BOS>", "<EOS>", "<UNK>", "<PAD>"
            )
        if name == "allie":
            special = ["<RESIGNED-OR-CHECKMATED>", "<BOS>", "<EOS>", "<UNK>", "<PAD>"]
            return TokenSpec(
                "allie", "uci", (*_allie_moves(), *_ALLIE_TIME_CONTROLS, *special),
                ("white_rating", "black_rating", "time_control"), ("termination",),
                "<BOS>", "<EOS>", "<UNK>", "<PAD>", rating_width=0, bos_for_ratings=True,
                aliases=(("Normal", "<RESIGNED-OR-CHECKMATED>"),),
            )  # fmt: skip
        if name == "chess-gpt":
            characters = tuple(" #+-.0123456789;=BKNOQRabcdefghx")
            return TokenSpec("chess-gpt", "characters", characters, bos=";", pad=" ")
        raise ArgumentError(f"tokens must be uci, allie or chess-gpt, not {name!r}")

    def to_json(self) -> str:
        """Returns the spec as JSON."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> "TokenSpec":
        """Reads the JSON of a spec.

        Args:
            text: the JSON.

        Raises:
            ArgumentError: it is not that of a spec.
        """
        try:
            return TokenSpec(**json.loads(text))
        except (TypeError, json.JSONDecodeError) as error:
            raise ArgumentError(f"not the JSON of a TokenSpec: {error}") from error

    def save_tokenizer(self, path: str | Path) -> None:
        """Writes the vocabulary as a `tokenizer.json` for `tokenizers` and `transformers`.

        Tokens are separated by spaces, or are single characters.

        Args:
            path: the file.
        """
        special = dict.fromkeys(one for one in (self.bos, self.eos, self.unk, self.pad) if one)
        ids = {token: number for number, token in enumerate(self.vocabulary)}
        flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
        added = [
            {"id": ids[token], "content": token, "special": True, **flags}
            for token in special
            if self.moves == "uci"
        ]
        characters = {
            "type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False,
        }  # fmt: skip
        tokenizer = {
            "version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
            "normalizer": None, "post_processor": None, "decoder": None,
            "pre_tokenizer": {"type": "WhitespaceSplit"} if self.moves == "uci" else characters,
            "model": {"type": "WordLevel", "vocab": ids, "unk_token": self.unk or self.pad},
        }  # fmt: skip
        Path(path).write_text(json.dumps(tokenizer), "utf-8")


def _allie_moves() -> list[str]:
    """Returns the moves in the order of Allie's vocabulary."""
    squares = [(file, rank) for file in range(8) for rank in range(8)]
    targets = [(file, rank) for rank in reversed(range(8)) for file in reversed(range(8))]
    name = "abcdefgh"

    def plain(*, knight: bool) -> list[str]:
        return [
            f"{name[file]}{rank + 1}{name[to_file]}{to_rank + 1}"
            for file, rank in squares
            for to_file, to_rank in targets
            if (df := abs(file - to_file)) + (dr := abs(rank - to_rank))
            and (df * dr == 2 if knight else df == dr or df * dr == 0)
        ]

    promotions = [
        f"{name[file]}{rank}{name[to_file]}{to_rank}{piece}"
        for file in range(8)
        for rank, to_rank in ((7, 8), (2, 1))
        for to_file in (file + 1, file - 1, file)
        if 0 <= to_file < 8
        for piece in "qrbn"
    ]
    return plain(knight=False) + plain(knight=True) + promotions


def _spec(tokens: TokenSpec | str, control: Iterable[str]) -> TokenSpec:
    if isinstance(tokens, str):
        return TokenSpec.named(tokens, control=control)
    if tuple(control):
        raise ArgumentError("control is for the name of a spec: a TokenSpec has its own")
    return tokens


class SequenceLoader(Loader):
    """Shuffled batches of rows of tokens of games; otherwise a `Loader`.

    A batch is a dict of arrays `(batch_size, block)`:

    - `tokens`, int32: the numbers of the tokens;
    - `loss_mask`, bool: whether a token is a move or follows the moves, that is to be learned;
    - `position_ids`, int32: its index in the game, or in the row if the game began in an earlier
      one;
    - `game_starts`, bool: whether it is the first one of a game;
    - `move_time`, float32: the time for this move in milliseconds (`Games.time_used`); NaN
      otherwise;
    - `result`, float32: 1 if White wins the game, 0, -1, or NaN.

    Games without moves are skipped. All begin at the standard position, since no token states
    another. The last row of the games that are shuffled together is filled
    with `pad`.

    Args:
        source: games, as in `Loader`.
        tokens: a `TokenSpec`, or the name of one: `"uci"`, `"allie"` or `"chess-gpt"`.
        block: the number of tokens of a row.
        pack: `True` to put games one after the other, so that a row may continue a game; `"games"`
            to begin each row with a game, and leave out the rest of its last one; `False` for one
            game in each row, and leave out the rest of longer ones.
        control: for `"uci"`, the facts of the game before its moves: `"white_rating"`,
            `"black_rating"`, `"time_control"`, `"result"` and `"termination"`.
        dropout: the probability to leave out the ratings of a game, and each of the others.
        batch_size: the number of rows of a batch.
        on_unsupported: the handling of games that begin at another position: `"raise"` or
            `"skip"`.
        shuffle_games: the number of games that are shuffled together; 0 keeps the order.
        seed: the seed of the order and of `dropout`.
        rank: the index of this process; games are divided among processes.
        world_size: the number of processes.
        even: divide rows among processes, so that all get the same number of batches.
        drop_last: whether to omit an incomplete last batch.
        prefetch: the number of batches made ahead.
        threads: the number of threads; `None` for all cores.
        on_error: the handling of files that cannot be read: `"raise"` or `"skip"`.
        progress: as in `Loader`.

    Raises:
        ArgumentError: an option is unknown or out of range.

    Example:
        >>> from enroque import Filter
        >>> from enroque.data import example_games
        >>> from enroque.sequences import SequenceLoader
        >>> games = example_games(filter=Filter(variant="standard"))
        >>> loader = SequenceLoader(games, control=["result"], block=128, shuffle_games=0)
        >>> batch = next(loader)
        >>> [loader.spec.vocabulary[token] for token in batch["tokens"][0, :5]]
        ['<BOS>', '1-0', 'e2e4', 'e7e5', 'f2f4']
        >>> loader.close()
    """

    spec: TokenSpec
    """The vocabulary."""

    def __new__(
        cls,
        source: LoaderSource,
        tokens: TokenSpec | str = "uci",
        *,
        block: int = 1024,
        pack: bool | Literal["games"] = True,
        control: Iterable[str] = (),
        dropout: float = 0.0,
        batch_size: int = 64,
        on_unsupported: Literal["raise", "skip"] = "raise",
        shuffle_games: int = 1024,
        seed: SupportsIndex = 0,
        rank: int = 0,
        world_size: int = 1,
        even: bool = False,
        drop_last: bool = False,
        prefetch: int = 4,
        threads: SupportsIndex | None = None,
        on_error: str = "raise",
        progress: Progress = False,
    ) -> "SequenceLoader":
        """Returns a loader at the start of the first epoch."""
        spec = _spec(tokens, control)
        one_of("on_unsupported", on_unsupported, "raise", "skip")
        if pack not in _PACKS:
            raise ArgumentError(f"pack must be True, 'games' or False, not {pack!r}")
        columns: Mapping[str, Column] = _core.sequence_columns(
            spec.to_json(), block, _PACKS[pack], dropout
        )
        made = super().__new__(
            cls, source, columns, batch_size=batch_size, on_unsupported=on_unsupported,
            shuffle_games=shuffle_games, seed=seed, rank=rank, world_size=world_size, even=even,
            drop_last=drop_last, prefetch=prefetch, threads=threads, on_error=on_error,
            progress=progress,
        )  # fmt: skip
        loader = cast(SequenceLoader, made)
        loader.spec = spec
        return loader


def tokenize(
    games: Games,
    tokens: TokenSpec | str = "uci",
    *,
    length: int | None = None,
    control: Iterable[str] = (),
    threads: SupportsIndex | None = None,
) -> dict[str, NDArray[Any]]:
    """Returns the tokens of all games, as the arrays of a `SequenceLoader`.

    Args:
        games: the games, which begin at the standard position.
        tokens: a `TokenSpec`, or the name of one.
        length: for rows `(games, length)`, filled with `pad`; longer games are cut off. `None` for
            arrays of one dimension, where game n has the tokens `offsets[n]` to `offsets[n + 1]`.
        control: for `"uci"`, the facts of the game before its moves.
        threads: the number of threads; `None` for all cores.

    Returns:
        A dict with `tokens`, `loss_mask`, `position_ids`, `game_starts`, `move_time`, `result`, and
        `offsets`, int64, of the whole games.

    Raises:
        ArgumentError: an option is unknown or out of range.
        EncodingError: a game begins at another position.

    Example:
        >>> from enroque import Filter
        >>> from enroque.data import example_games
        >>> from enroque.sequences import tokenize
        >>> games = example_games(filter=Filter(variant="standard"))
        >>> tokenize(games, length=100)["tokens"].shape
        (80, 100)
    """
    arrays = _core.game_tokens(games, _spec(tokens, control).to_json(), length, threads)
    offsets = np.array(arrays.pop("offsets"), np.int64)
    if length is not None:
        arrays = {name: array.reshape(-1, length) for name, array in arrays.items()}
    return {**arrays, "offsets": offsets}


def allie_stream(games: Games) -> NDArray[np.uint32]:
    """Returns games as the packed tokens of the program Allie.

    Bits 0 to 13 are the token, 14 and 15 the result, and 16 to 31 the seconds of the move that
    follows, plus 1, or 0. The seconds are differences of the clocks, the first from the time
    control, plus the increment; in other arrays, times are those of `Games.time_used`.

    Args:
        games: the games, which have clocks and time controls.

    Raises:
        ArgumentError: a clock or time control is unknown, or an hourglass or delay.
    """
    arrays = tokenize(games, "allie")
    game, ply = games.positions()
    # before their first moves, both players have the whole time, also after berserk
    before = np.where(ply < 2, games.base_time(game, ply), games.clock(game, ply))
    after = np.full(len(game), -1) if games.clocks is None else games.clocks
    seconds = before // 1000 - after // 1000 + games.increment(game, ply) // 1000
    unknown = np.flatnonzero(np.isnan(seconds) | (after < 0))
    if len(unknown):
        first = unknown[0]
        raise ArgumentError(
            f"game {game[first]}, ply {ply[first]}: the time of the move is unknown"
        )
    tokens = arrays["tokens"].astype(np.uint32)
    moves = np.flatnonzero(arrays["loss_mask"] & (tokens < 1968))
    tokens[moves - 1] |= (np.clip(seconds, -1, 0xFFFE).astype(np.int64) + 1).astype(np.uint32) << 16
    outcome = np.select([arrays["result"] == 1, arrays["result"] == -1], [0, 0x8000], 0x4000)
    return tokens | outcome.astype(np.uint32)
