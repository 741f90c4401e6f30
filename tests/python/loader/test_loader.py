"""The loader: columns equal to those of `Games`, order, selection, invalid arguments."""

import gc
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Column, Games, Loader
from enroque.errors import ArgumentError, EncodingError
from enroque.find import Count
from loader_batches import LC0, collect, same

POLICY = Column.policy("lc0")


def test_columns_are_those_of_games(games: Games) -> None:
    loader = Loader(
        games,
        [
            Column.planes(LC0),
            Column.policy("lc0"),
            Column.legal_mask("maia2"),
            Column.tokens("squares"),
            Column.features("HalfKAv2_hm"),
            Column.value(on_missing="nan"),
            Column.wdl(view="white", on_missing="nan"),
            Column.win_probability(model="chessbench", on_missing="nan"),
            Column.plies_left(),
            Column.game(),
            Column.ply(),
        ],
        batch_size=256,
        seed=5,
        shuffle_games=32,
    )
    seen = set()
    sizes = []
    for batch in loader:
        game, ply = batch["game"], batch["ply"]
        expected = {
            "planes": games.planes(LC0, game, ply),
            "policy": games.policy("lc0", game, ply),
            "legal_mask": games.legal_mask("maia2", game, ply),
            "tokens": games.tokens("squares", game, ply),
            "features": games.features("HalfKAv2_hm", game, ply),
            "value": games.value(game, ply),
            "wdl": games.wdl(game, ply, view="white"),
            "win_probability": games.win_probability(game, ply, model="chessbench"),
            "plies_left": games.plies_left(game, ply),
            "game": game,
            "ply": ply,
        }
        assert batch.keys() == expected.keys()
        for name, array in expected.items():
            assert batch[name].dtype == array.dtype, name
            np.testing.assert_array_equal(batch[name], array, name)
            assert batch[name].flags.writeable
            assert batch[name].flags.c_contiguous
            assert batch[name].ctypes.data % 64 == 0
        seen.update(zip(game.tolist(), ply.tolist(), strict=True))
        sizes.append(len(game))
    game, ply = games.positions()
    assert seen == set(zip(game.tolist(), ply.tolist(), strict=True))
    assert sum(sizes) == len(game)
    assert set(sizes[:-1]) == {256}


@pytest.mark.parametrize("dtype", ["float32", "float16", np.uint8, bool])
def test_dtypes(games: Games, dtype: Any) -> None:
    # bools cannot represent the halfmove clock
    for encoding in ("pieces" if np.dtype(dtype) == bool else "lc0", "pettingzoo", "maia3"):
        batch = next(
            Loader(
                games,
                [Column.planes(encoding, dtype=dtype), Column.game(), Column.ply()],
                batch_size=64,
            )
        )
        planes = games.planes(encoding, batch["game"], batch["ply"], dtype=dtype)
        assert batch["planes"].dtype == planes.dtype
        np.testing.assert_array_equal(batch["planes"], planes)


def test_bits(games: Games) -> None:
    loader = Loader(
        games,
        [
            Column.planes(LC0, dtype="bits"),
            Column.legal_mask("lc0", dtype="bits"),
            Column.game(),
            Column.ply(),
        ],
        batch_size=64,
    )
    batch = next(loader)
    masks, values = games.planes_bits(LC0, batch["game"], batch["ply"])
    np.testing.assert_array_equal(batch["planes"], masks)
    np.testing.assert_array_equal(batch["planes_values"], values)
    packed = games.legal_mask("lc0", batch["game"], batch["ply"], dtype="bits")
    np.testing.assert_array_equal(batch["legal_mask"], packed)


def test_number_channels(games: Games) -> None:
    parts = "pieces mobility own_attack_count halfmove_clock opponent_king_distance pieces@1"
    composed = enroque.Encoding("composed", parts=parts)
    for dtype in composed.dtypes:
        loader = Loader(
            games,
            [Column.planes(composed, dtype=dtype), Column.game(), Column.ply()],
            batch_size=500,
            shuffle_games=20,
        )
        for batch in loader:
            planes = games.planes(composed, batch["game"], batch["ply"], dtype=dtype)
            np.testing.assert_array_equal(batch["planes"], planes)
    with pytest.raises(EncodingError, match="channel 12 of composed has a number on each square"):
        Loader(games, Column.planes(composed, dtype="bits"))
    with pytest.raises(EncodingError, match="which bool cannot"):
        Loader(games, Column.planes(composed, dtype="bool"))


def test_epochs_and_seeds(games: Games) -> None:
    loader = Loader(games, [Column.game(), Column.ply()], seed=1, threads=1)
    first, second = collect(loader), collect(loader)
    assert loader.epoch == 2
    assert not same(first, second)
    again = Loader(games, [Column.game(), Column.ply()], seed=1, threads=2)
    assert same(collect(again), first)
    assert same(collect(again), second)
    again.set_epoch(1)
    assert same(collect(again), second)
    assert not same(collect(Loader(games, [Column.game(), Column.ply()], seed=2)), first)
    ended = Loader(games, [Column.game(), Column.ply()])
    list(ended)
    with pytest.raises(StopIteration):
        next(ended)
    with pytest.raises(StopIteration):
        next(ended)
    assert len(list(ended)) == len(first)


@pytest.mark.parametrize("world_size", [1, 2, 3])
def test_batches_do_not_depend_on_threads(games: Games, world_size: int) -> None:
    for rank in range(world_size):
        options: dict[str, Any] = {
            "columns": [
                Column.planes(LC0, dtype="uint8"),
                POLICY,
                Column.game(),
                Column.ply(),
            ],
            "positions_per_game": 20,
            "sample_probability": 0.7,
            "weights": {"piece_count": [1.0] * 20 + [0.5]},
            "shuffle_games": 15,
            "seed": 9,
            "batch_size": 100,
            "rank": rank,
            "world_size": world_size,
        }
        expected = [collect(loader := Loader(games, threads=1, **options)), collect(loader)]
        for threads in (2, 5, None):
            for prefetch in (1, 9):
                again = Loader(games, threads=threads, prefetch=prefetch, **options)
                assert same(collect(again), expected[0])
                assert same(collect(again), expected[1])


def test_ranks(games: Games) -> None:
    found: set[tuple[int, int]] = set()
    count = 0
    for rank in range(3):
        for batch in Loader(games, [Column.game(), Column.ply()], rank=rank, world_size=3):
            pairs = list(zip(batch["game"].tolist(), batch["ply"].tolist(), strict=True))
            found.update(pairs)
            count += len(pairs)
    assert count == len(found) == len(games.moves)


def test_weights(games: Games) -> None:
    def pairs(**options: Any) -> set[tuple[int, int]]:
        batches = collect(
            Loader(games, [Column.game(), Column.ply()], shuffle_games=0, batch_size=512, **options)
        )
        return {(int(g), int(p)) for b in batches for g, p in zip(b["game"], b["ply"], strict=True)}

    everything = pairs()
    assert pairs(weights={}) == everything
    assert pairs(weights={"ply": [3.0]}) == everything
    assert pairs(weights={"ply": [0, 0, 1]}) == pairs(min_ply=2)
    assert pairs(weights={"piece_count": [0] * 30 + [5, 5, 5]}) == pairs(
        filter=Count("!", min=30, max=32)
    )
    half = pairs(weights={"ply": [1] * 20 + [0.5]}, seed=1)
    early = {pair for pair in everything if pair[1] < 20}
    assert early <= half
    later = len(everything) - len(early)
    assert abs(len(half - early) - later / 2) < 4 * (later / 4) ** 0.5
    drawn = pairs(weights={"result": [0, 1, 0]})
    value = {pair: games.value([pair[0]], [pair[1]])[0] for pair in list(everything)[::7]}
    for pair, result in value.items():
        assert (pair in drawn) == (result == 0 or np.isnan(result))
    for invalid, message in [
        (
            {"piece_count": [-1.0]},
            "weights of piece_count must be finite and 0 or more, not -1",
        ),
        ({"ply": [0.0]}, "weights of ply must be positive for at least one entry, not all 0"),
        ({"result": [1.0]}, r"must be three numbers \(lost, drawn, won\), not 1 numbers"),
        ({"elo": [1.0]}, "unknown key"),
    ]:
        with pytest.raises(ValueError, match=message):
            Loader(games, [Column.game(), Column.ply()], weights=invalid)


def test_memory_is_reused_after_deletion(games: Games) -> None:
    loader = Loader(games, Column.planes("pieces", dtype="uint8"), batch_size=64, prefetch=2)
    expected = collect(Loader(games, Column.planes("pieces", dtype="uint8"), batch_size=64))
    kept, addresses = [], set()
    for n, batch in enumerate(loader):
        if n % 7 == 0:
            kept.append((n, batch["planes"]))
        else:
            addresses.add(batch["planes"].ctypes.data)
            batch["planes"].fill(99)
        del batch
    gc.collect()
    assert len(addresses) < len(expected) / 2
    for n, planes in kept:
        np.testing.assert_array_equal(planes, expected[n]["planes"])


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"columns": []}, ValueError, "at least one column"),
        ({"columns": ["planes"]}, TypeError, "columns must be a Column, .* not a name"),
        ({"columns": {"a": "planes"}}, TypeError, "columns must be a Column, .* not a name"),
        ({"columns": [POLICY, POLICY]}, ValueError, 'two columns have the name "policy"'),
        (
            {"columns": Column.planes("alphazero", dtype="uint8")},
            EncodingError,
            "fractions",
        ),
        ({"batch_size": 0}, ValueError, "batch_size must be 1 to"),
        ({"batch_size": 2**31 - 1}, ValueError, "batch_size must be 1 to"),
        ({"rank": 2, "world_size": 2}, ValueError, "rank must be 0 to 1, not 2"),
        (
            {"sample_probability": 0.0},
            ValueError,
            "sample_probability must be more than 0",
        ),
        ({"sample_probability": float("nan")}, ValueError, "sample_probability"),
        (
            {"min_ply": 9, "max_ply": 8},
            ValueError,
            r"max_ply must be min_ply \(9\) or more, not 8",
        ),
        (
            {"positions_per_game": 0},
            ValueError,
            "positions_per_game must be 1 or more",
        ),
        ({"on_unsupported": "x"}, ArgumentError, '"raise", "skip", "mask"'),
        ({"on_error": "x"}, ArgumentError, 'known: "raise", "skip"'),
        ({"threads": 0}, ValueError, "threads must be 1 or more"),
        ({"polcy": "lc0"}, TypeError, "polcy"),
        ({"batch_size": -1}, ValueError, "batch_size must be 0 or more, not -1"),
        ({"min_ply": -1}, ValueError, "min_ply must be 0 or more, not -1"),
        ({"max_ply": 2**40}, ValueError, "max_ply is too large"),
        ({"filter": {"check": True}}, TypeError, "a query must be one of enroque.find"),
        ({"min_clock": -1}, ValueError, "min_clock must be 0 or more, not -1"),
        ({"seed": -1}, ValueError, "seed must be 0 to .* not -1"),
    ],
)
def test_invalid_arguments(
    games: Games, arguments: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        Loader(games, **{"columns": POLICY} | arguments)


def test_several_columns_of_a_kind(games: Games) -> None:
    columns = {
        "history": Column.planes("lc0", dtype="uint8"),
        "bits": Column.planes("alphazero", dtype="bits"),
        "mirror": Column.planes("pieces", dtype="bool"),
        "policy": POLICY,
        "other_policy": Column.policy("uci"),
        "game": Column.game(),
        "ply": Column.ply(),
    }
    for batch in Loader(games, columns, batch_size=300, seed=2):
        where = batch["game"], batch["ply"]
        assert list(batch) == ["history", "bits", "bits_values", *list(columns)[2:]]
        np.testing.assert_array_equal(batch["history"], games.planes("lc0", *where, dtype="uint8"))
        np.testing.assert_array_equal(batch["mirror"], games.planes("pieces", *where, dtype="bool"))
        masks, values = games.planes_bits("alphazero", *where)
        np.testing.assert_array_equal(batch["bits"], masks)
        np.testing.assert_array_equal(batch["bits_values"], values)
        np.testing.assert_array_equal(batch["other_policy"], games.policy("uci", *where))
    with pytest.raises(ValueError, match='two columns have the name "bits_values"'):
        Loader(games, columns | {"bits_values": POLICY})


def test_labels_of_ones_own(games: Games) -> None:
    by_game = np.arange(len(games), dtype=np.float32) / 7
    by_position = np.arange(len(games.moves), dtype=np.int64)
    columns = {
        "game": Column.game(),
        "ply": Column.ply(),
        "difficulty": Column.label(by_game, each="game"),
        "index": Column.label(by_position, each="position"),
    }
    loader = Loader(games, columns, batch_size=500, seed=3, positions_per_game=7)
    for batch in loader:
        np.testing.assert_array_equal(batch["difficulty"], by_game[batch["game"]])
        index = games.offsets[batch["game"]].astype(np.int64) + batch["ply"]
        np.testing.assert_array_equal(batch["index"], index)
    with pytest.raises(ValueError, match="the source must be one Games"):
        Loader([games, games], columns)
    with pytest.raises(ValueError, match="a value for each game, 118, not 3"):
        next(Loader(games, Column.label(by_game[:3], each="game")))
    with pytest.raises(enroque.errors.ArrayError, match="one dimension, not 2"):
        Column.label(by_game.reshape(2, -1), each="game")
    with pytest.raises(ValueError, match='unknown each "move"; known: "game", "position"'):
        Column.label(by_game, each="move")
