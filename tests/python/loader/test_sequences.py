"""Games as sequences of tokens: equal to Allie's program, and to the moves of the games as text."""

import pickle
from collections.abc import Callable
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enroque import Column, Filter, Games, Loader, _core
from enroque.data import example_games, example_positions
from enroque.errors import ArgumentError, EncodingError
from enroque.sequences import SequenceLoader, TokenSpec, allie_stream, tokenize

CONTROL = ["white_rating", "black_rating", "time_control", "result"]


@pytest.fixture(scope="module")
def games(data_file: Callable[[str], Path]) -> Games:
    return Games.from_pgn(data_file("pgn/lichess_999.pgn"))


@pytest.fixture(scope="module")
def played(games: Games) -> Games:
    """The games with moves."""
    return games[games.plies > 0]


def _epoch(source: Any, *arguments: Any, **options: Any) -> dict[str, np.ndarray]:
    with SequenceLoader(source, *arguments, **options) as loader:
        batches = list(loader)
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def test_allie_equals_the_program(games: Games, data_file: Callable[[str], Path]) -> None:
    vectors = np.load(data_file("vectors/allie_stream_std.npz"))
    assert len(vectors["game"]) == 100
    some = games[vectors["game"].astype(int)]
    stream = allie_stream(some)
    assert stream.dtype == vectors["stream"].dtype
    np.testing.assert_array_equal(stream, vectors["stream"])
    spec = TokenSpec.named("allie")
    assert list(spec.vocabulary) == vectors["vocabulary"].tolist()
    lengths = np.diff(tokenize(some, spec)["offsets"])
    assert lengths.tolist() == vectors["lengths"].tolist()
    with pytest.raises(ArgumentError, match="game 0, ply 0: the time of the move is unknown"):
        allie_stream(example_games(filter=Filter(variant="standard")))


def test_other_starts_are_no_silent_rows() -> None:
    games = example_games()  # of standard chess and of Chess960
    start = example_games(filter=Filter(variant="standard"))
    with pytest.raises(
        EncodingError, match=r"game \d+: it begins at .* from the standard position"
    ):
        tokenize(games)
    with SequenceLoader(games) as loader, pytest.raises(EncodingError, match="block 0, game"):
        next(loader)
    options: Any = {"block": 64, "pack": False, "shuffle_games": 0}
    skipped = _epoch(games, on_unsupported="skip", **options)
    np.testing.assert_array_equal(skipped["tokens"], _epoch(start, **options)["tokens"])
    with pytest.raises(ArgumentError, match="on_unsupported"):
        SequenceLoader(games, on_unsupported="mask")  # type: ignore[arg-type]


def test_uci_tokens_are_the_moves(games: Games) -> None:
    spec = TokenSpec.named("uci", control=CONTROL)
    arrays = tokenize(games, spec)
    texts = games.uci()
    for number in (0, 1, 500, 998):
        begin, end = arrays["offsets"][number : number + 2]
        tokens = [spec.vocabulary[token] for token in arrays["tokens"][begin:end]]
        ratings = [
            f"<{rating // 100 * 100}>"
            for rating in (games.white_elo[number], games.black_elo[number])
        ]
        result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[games.result[number]]
        control = games.time_control[number]
        assert tokens[:5] == ["<BOS>", *ratings, control, result]
        assert tokens[5:-1] == texts[number].split()
        assert tokens[-1] == "<EOS>"
    is_move = (arrays["tokens"] >= 4) & (arrays["tokens"] < 1972)
    times = arrays["move_time"][is_move]
    np.testing.assert_array_equal(np.where(np.isnan(times), -1, times), games.time_used())
    assert np.isnan(arrays["move_time"][~is_move]).all()
    np.testing.assert_array_equal(arrays["loss_mask"], is_move | (arrays["tokens"] == 2))
    lengths = np.diff(arrays["offsets"])
    np.testing.assert_array_equal(arrays["result"], np.repeat(games.result, lengths))
    ids = np.concatenate([np.arange(length) for length in lengths])
    np.testing.assert_array_equal(arrays["position_ids"], ids)
    np.testing.assert_array_equal(arrays["game_starts"], ids == 0)
    for threads in (1, 2):
        same = tokenize(games, spec, threads=threads)
        assert all(np.array_equal(same[name], arrays[name], equal_nan=True) for name in arrays)


def test_characters_are_pgn(games: Games) -> None:
    spec = TokenSpec.named("chess-gpt")
    text = "".join(spec.vocabulary[token] for token in tokenize(games, spec)["tokens"])
    expected = []
    for san in games.san():
        words = san.split()
        numbered = [
            f"{ply // 2 + 1}.{word}" if ply % 2 == 0 else word for ply, word in enumerate(words)
        ]
        expected.append(";" + " ".join(numbered))
    assert text == "".join(expected)


def test_padded_rows(games: Games) -> None:
    ragged, rows = tokenize(games), tokenize(games, length=80)
    pad = TokenSpec.named("uci").vocabulary.index("<PAD>")
    for number, (begin, end) in enumerate(pairwise(ragged["offsets"])):
        length = min(end - begin, 80)
        for name, fill in (("tokens", pad), ("loss_mask", False), ("position_ids", 0)):
            whole = ragged[name][begin : begin + length]
            assert rows[name].shape == (999, 80)
            assert rows[name][number, :length].tolist() == whole.tolist()
            assert (rows[name][number, length:] == fill).all()
    np.testing.assert_array_equal(rows["offsets"], ragged["offsets"])
    empty = Games.concatenate([])
    assert tokenize(empty, length=10)["tokens"].shape == (0, 10)
    assert tokenize(empty)["tokens"].shape == (0,)


@pytest.mark.parametrize("suffix", [None, ".npz", ".pgn"])
def test_rows_are_the_tokens(suffix: str | None, played: Games, tmp_path: Path) -> None:
    source: Any = played
    if suffix:
        source = tmp_path / f"games{suffix}"
        played.write(source)
    found = _epoch(source, control=CONTROL, block=512, shuffle_games=0, batch_size=7)
    whole = tokenize(played, control=CONTROL)
    is_token = found["tokens"] != 0
    for name in ("tokens", "loss_mask", "game_starts", "move_time", "result"):
        np.testing.assert_array_equal(found[name][is_token], whole[name], name)
    ids, starts = found["position_ids"], found["game_starts"]
    restarts = starts.copy()
    restarts[:, 0] = True
    for row in (0, 1, len(ids) - 1):
        expected = 0
        for column in np.flatnonzero(is_token[row]):
            expected = 0 if restarts[row, column] else expected + 1
            assert ids[row, column] == expected
    # padding is only at the end of the games that are tokenized together, here 256
    assert (~is_token).any(1).sum() <= 4


def test_rows_that_begin_with_a_game(played: Games) -> None:
    found = _epoch(played, block=300, pack="games", shuffle_games=0)
    assert found["game_starts"][:, 0].all()
    offsets, begin, rows = tokenize(played)["offsets"], 0, 0
    for group in (played[n : n + 256] for n in range(0, len(played), 256)):
        offsets = tokenize(group)["offsets"]
        begin = 0
        while begin < len(offsets) - 1:
            rows += 1
            after = np.flatnonzero(offsets[:-1] >= offsets[begin] + 300)
            begin = after[0] if len(after) else len(offsets)
    assert len(found["tokens"]) == rows
    single = _epoch(played, block=300, pack=False, shuffle_games=0)
    np.testing.assert_array_equal(single["tokens"], tokenize(played, length=300)["tokens"])


def test_order_and_processes(played: Games) -> None:
    options: dict[str, Any] = {"block": 128, "pack": False, "batch_size": 50, "seed": 3}
    first, same = _epoch(played, **options), _epoch(played, **options, threads=1)
    assert all(np.array_equal(first[name], same[name], equal_nan=True) for name in first)
    rows = sorted(map(bytes, tokenize(played, length=128)["tokens"]))
    assert sorted(map(bytes, first["tokens"])) == rows
    assert [*map(bytes, first["tokens"])] != rows
    parts = [_epoch(played, **options, rank=rank, world_size=3)["tokens"] for rank in range(3)]
    assert sorted(bytes(row) for part in parts for row in part) == rows
    even = [
        _epoch(played, **options, rank=rank, world_size=2, even=True)["tokens"] for rank in range(2)
    ]
    assert len(even[0]) == len(even[1]) == len(played) // 2
    assert sorted(bytes(row) for part in even for row in part) == rows


def test_resumed(played: Games) -> None:
    options: dict[str, Any] = {
        "control": CONTROL, "dropout": 0.3, "block": 128, "batch_size": 20, "seed": 1,
        "shuffle_games": 100,
    }  # fmt: skip
    with SequenceLoader(played, **options) as loader:
        for _ in range(9):
            next(loader)
        state = loader.state_dict()
        rest = [batch["tokens"].copy() for batch in loader] + [next(iter(loader))["tokens"].copy()]
    with SequenceLoader(played, **options) as loader:
        loader.load_state_dict(state)
        again = [batch["tokens"].copy() for batch in loader] + [next(iter(loader))["tokens"].copy()]
    assert len(rest) == len(again)
    assert all(np.array_equal(a, b) for a, b in zip(rest, again, strict=True))
    for changed in ({"dropout": 0.2}, {"block": 64}, {"control": ["result"]}, {"pack": False}):
        other = SequenceLoader(played, **{**options, **changed})
        with other, pytest.raises(ArgumentError, match="sequence"):
            other.load_state_dict(state)


def test_dropout(played: Games) -> None:
    options: dict[str, Any] = {"control": CONTROL, "block": 64, "pack": False, "seed": 5}
    plain = _epoch(played, **options)["tokens"]
    dropped = _epoch(played, **options, dropout=0.25)["tokens"]
    unknown = 3
    assert (plain[:, 1:3] != unknown).all()
    np.testing.assert_array_equal(dropped[:, 1] == unknown, dropped[:, 2] == unknown)
    for column in (1, 3, 4):
        share = (dropped[:, column] == unknown).mean() - (plain[:, column] == unknown).mean() * 0.75
        assert share == pytest.approx(0.25, abs=0.05)
    assert not np.array_equal(dropped[:, 1] == unknown, dropped[:, 4] == unknown)
    allie = _epoch(played, "allie", block=8, pack=False, dropout=0.5)["tokens"]
    bos = TokenSpec.named("allie").vocabulary.index("<BOS>")
    assert (allie[:, 0] == bos).mean() == pytest.approx(0.5, abs=0.06)


def test_spec(tmp_path: Path) -> None:
    for spec in map(TokenSpec.named, ("uci", "allie", "chess-gpt")):
        assert TokenSpec.from_json(spec.to_json()) == spec
        assert pickle.loads(pickle.dumps(spec)) == spec
        assert hash(spec) == hash(TokenSpec.from_json(spec.to_json()))
        spec.save_tokenizer(tmp_path / "tokenizer.json")
    with pytest.raises(ArgumentError, match="lacks the token"):
        TokenSpec("x", "uci", ("<PAD>",))
    with pytest.raises(ArgumentError, match='has the token "a" twice'):
        TokenSpec("x", "characters", ("a", "a"))
    with pytest.raises(ArgumentError, match="needs unk"):
        TokenSpec(
            "x", "characters", tuple(" #+-.0123456789;=BKNOQRabcdefghx"), ("result",), pad=" "
        )
    for wrong in ("{", "[1]", '{"name": "x"}', '{"other": 1}'):
        with pytest.raises(ArgumentError):
            TokenSpec.from_json(wrong)


def test_hugging_face_reads_the_vocabulary(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    for name, text in (("uci", "<BOS> e2e4 e7e5 e1g1 <EOS>"), ("chess-gpt", ";1.e4 e5 2.O-O")):
        spec, path = TokenSpec.named(name), tmp_path / f"{name}.json"
        spec.save_tokenizer(path)
        tokens = tokenizers.Tokenizer.from_file(str(path)).encode(text).ids
        parts = text.split() if name == "uci" else list(text)
        assert tokens == [spec.vocabulary.index(part) for part in parts]


def test_errors(games: Games) -> None:
    for options, text in [
        ({"tokens": "x"}, "tokens must be uci, allie or chess-gpt, not 'x'"),
        ({"tokens": "allie", "control": ["result"]}, "control tokens are chosen for 'uci'"),
        ({"block": 0}, "block must be 1 to"),
        ({"block": 1 << 30}, "block must be 1 to"),
        ({"pack": "x"}, "pack must be True"),
        ({"dropout": 1.5}, "dropout must be 0 to 1"),
        ({"dropout": float("nan")}, "dropout must be 0 to 1"),
        ({"control": ["elo"]}, "unknown variant `elo`"),
        ({"batch_size": 0}, "batch_size"),
        ({"block": 1 << 20, "batch_size": 1 << 20}, "4 GiB"),
    ]:
        with pytest.raises(ArgumentError, match=text):
            SequenceLoader(games, **options)  # type: ignore[arg-type]
    with (
        SequenceLoader(example_positions()) as loader,
        pytest.raises(ArgumentError, match="of games"),
    ):
        next(loader)
    columns = _core.sequence_columns(TokenSpec.named("uci").to_json(), 8, "one", 0.0)
    with pytest.raises(EncodingError, match="SequenceLoader"):
        games.encode(columns["tokens"], [0], [0])
    with pytest.raises(ArgumentError, match="no columns of positions"):
        Loader(games, {**columns, "ply": Column.ply()})
    with pytest.raises(ArgumentError, match="block must be"):
        tokenize(games, length=0)


def test_games_without_moves_are_skipped() -> None:
    some = Games.from_pgn(StringIO('[White "A"]\n\n*\n\n[White "B"]\n\n1. e4 *\n'))
    assert len(some) == 2
    found = _epoch(some, block=8, shuffle_games=0)
    assert found["tokens"].shape == (1, 8)
    assert np.isnan(found["result"]).all()
    assert np.diff(tokenize(some)["offsets"]).tolist() == [2, 3]
