"""Planes, policies and values of `Games` and `Board`, compared with recorded output of lc0."""

import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Board, Games

FORMATS = (1, 2, 3, 4, 5, 132, 133)
FILLS = ("no", "fen_only", "always")
PGN = """[White "A"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Bb5 a6 1-0

[Variant "Chess960"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "0-1"]

1. g3 g6 2. O-O O-O 0-1

[FEN "4k3/8/8/3pP3/8/8/8/4K2R b K - 7 30"]

1... Kd7 2. O-O *

"""


@pytest.fixture(scope="module")
def games() -> Games:
    return Games.from_pgn(io.StringIO(PGN))


@pytest.fixture(scope="module", params=["std", "960"])
def corpus(
    request: pytest.FixtureRequest, data_file: Callable[[str], Path]
) -> tuple[str, list[Any]]:
    kind = request.param
    text = (data_file(f"vectors/corpus_{kind}.jsonl")).read_text()
    return kind, [json.loads(line) for line in text.splitlines()]


def board_of(record: dict[str, Any]) -> Board:
    board = Board(record["start_fen"], chess960=record["chess960"])
    for uci in record["moves"]:
        board.push_uci(uci)
    return board


def test_recorded_planes(corpus: tuple[str, list[Any]], data_file: Callable[[str], Path]) -> None:
    kind, records = corpus
    vectors = np.load(data_file(f"vectors/lc0_planes_{kind}.npz"))
    boards = [board_of(record) for record in records]
    squares = np.arange(64, dtype=np.uint64)
    checked = 0
    for number in FORMATS:
        for fill in FILLS:
            key = f"f{number}_{fill}"
            masks, values = vectors[f"{key}_masks"], vectors[f"{key}_vals"]
            valid = vectors[f"{key}_valid"].astype(bool)
            for board, mask, value, is_valid in zip(boards, masks, values, valid, strict=True):
                if not is_valid:
                    continue
                expected = (mask[:, None] >> squares & np.uint64(1)) * value[:, None]
                planes = board.planes(enroque.Encoding("lc0", format=number, fill=fill))
                assert planes.dtype == np.float32
                assert np.array_equal(planes.reshape(112, 64), expected.astype(np.float32))
                checked += 1
    assert checked > 20 * len(records)


@pytest.mark.parametrize("number", [1, 3])
def test_recorded_policies(
    corpus: tuple[str, list[Any]], data_file: Callable[[str], Path], number: int
) -> None:
    """lc0 since March 2025 has other indices where the board is transposed.

    Its networks were trained with the indices of v0.31.2, which enroque has. That release is
    recorded for standard chess only, so transposed boards of Chess960 are skipped.
    """
    kind, records = corpus
    is_old = (number, kind) == (3, "std")
    name = "lc0v0312_policy_f3_std.json" if is_old else f"lc0_policy_f{number}_{kind}.json"
    policies = json.loads((data_file(f"vectors/{name}")).read_text())
    planes = np.load(data_file(f"vectors/lc0_planes_{kind}.npz"))
    is_transposed = planes[f"f{number}_no_transform"] & 4 != 0
    compared = 0
    for record, transposed in zip(records, is_transposed, strict=True):
        if transposed and not is_old:
            continue
        compared += 1
        board, expected = board_of(record), policies[record["id"]]
        mask = board.legal_mask(enroque.Policy("lc0", format=number))
        assert set(np.flatnonzero(mask)) == set(expected.values())
        for uci, index in expected.items():
            move = board.parse_uci(uci)
            assert board.policy_index(enroque.Policy("lc0", format=number), move) == index
            assert board.policy_move(enroque.Policy("lc0", format=number), index) == move
    assert compared > 400


def test_games_and_boards_agree(games: Games) -> None:
    game, ply = games.positions()
    assert game.dtype == np.int64
    assert ply.dtype == np.int32
    boards = [games[g].board(p) for g, p in zip(game, ply, strict=True)]
    for options in ({}, {"format": 2, "fill": "no"}, {"format": 4, "fill": "always"}):
        planes = games.planes(enroque.Encoding("lc0", **options), game, ply)
        assert planes.shape == (len(game), 112, 8, 8)
        assert np.array_equal(
            planes, [board.planes(enroque.Encoding("lc0", **options)) for board in boards]
        )
    for view in ("side_to_move", "white"):
        planes = games.planes(enroque.Encoding("pieces", view=view), game, ply)
        assert np.array_equal(
            planes, [board.planes(enroque.Encoding("pieces", view=view)) for board in boards]
        )
    masks = games.legal_mask("lc0", game, ply)
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, [board.legal_mask("lc0") for board in boards])
    played = [games[g].moves[p] for g, p in zip(game, ply, strict=True)]
    indices = [board.policy_index("lc0", m) for board, m in zip(boards, played, strict=True)]
    assert games.policy("lc0", game, ply).tolist() == indices
    assert masks[np.arange(len(game)), indices].all()


def test_order_and_threads_do_not_matter(games: Games) -> None:
    game, ply = games.positions()
    rng = np.random.default_rng(3)
    order = rng.integers(len(game), size=1_000)
    whole = games.planes("lc0", game, ply)
    for threads in (1, 2, 7, None):
        planes = games.planes("lc0", game[order], ply[order], threads=threads)
        assert np.array_equal(planes, whole[order])


def test_values(games: Games) -> None:
    game, ply = games.positions()
    won = games.value(game, ply)
    white = games.value(game, ply, view="white")
    assert white[:10].tolist() == [1.0] * 10
    assert won[:10].tolist() == [1.0, -1.0] * 5
    assert won[10:14].tolist() == [-1.0, 1.0] * 2
    assert np.isnan(won[14:]).all()
    wdl = games.wdl(game, ply)
    assert wdl.shape == (16, 3)
    assert wdl[0].tolist() == [1.0, 0.0, 0.0]
    assert wdl[1].tolist() == [0.0, 0.0, 1.0]
    assert games.wdl(game, ply, view="white")[10].tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("dtype", ["float32", "float16", "uint8", "bool", np.float16, bool])
def test_dtypes(games: Games, dtype: Any) -> None:
    game, ply = games.positions()
    # bool cannot represent the halfmove clock of lc0
    encoding = "maia2" if np.dtype(dtype) == bool else "lc0"
    expected = games.planes(encoding, game, ply).astype(dtype)
    planes = games.planes(encoding, game, ply, dtype=dtype)
    assert planes.dtype == np.dtype(dtype)
    assert np.array_equal(planes, expected)
    out = np.ones_like(planes)
    assert games.planes(encoding, game, ply, out=out) is out
    assert np.array_equal(out, expected)


@pytest.mark.parametrize("name", enroque.Encoding.names()["planes"])
def test_dtypes_represent_the_planes(games: Games, name: str) -> None:
    encoding = enroque.Encoding(name)
    game, ply = games.positions()
    exact = games.planes(encoding, game, ply)
    board = enroque.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 37 60")
    assert ("bool" in encoding.dtypes) == (set(encoding.value_ranges) == {(0.0, 1.0)})
    for dtype in ("float32", "float16", "uint8", "bool"):
        if dtype in encoding.dtypes:
            assert np.allclose(games.planes(encoding, game, ply, dtype=dtype), exact, rtol=1e-3)
            continue
        for call in (
            lambda dtype=dtype: board.planes(encoding, dtype=dtype),
            lambda dtype=dtype: games.planes(encoding, game, ply, dtype=dtype),
            lambda dtype=dtype: enroque.Loader(games, enroque.Column.planes(encoding, dtype=dtype)),
        ):
            with pytest.raises(
                enroque.errors.EncodingError, match=f"{name} contains .* {dtype} cannot"
            ):
                call()


def test_bool_cannot_represent_numbers() -> None:
    encoding = enroque.Encoding("composed", parts="pieces mobility")
    assert encoding.dtypes == ["float32", "float16", "uint8"]
    with pytest.raises(
        enroque.errors.EncodingError, match="channel 12 of composed contains numbers"
    ):
        enroque.Board().planes(encoding, dtype=bool)


def test_positions(games: Games) -> None:
    game, ply = games.positions(min_ply=2, max_ply=3)
    assert game.tolist() == [0, 0, 1, 1]
    assert ply.tolist() == [2, 3, 2, 3]
    assert len(games.positions(min_ply=100)[0]) == 0
    assert games.planes("pieces", *games.positions(min_ply=100)).shape == (0, 12, 8, 8)
    # the last position of a game, in which no move was played
    assert games.planes("pieces", [0], [10]).shape == (1, 12, 8, 8)


OUT_OF_RANGE, ARRAY = enroque.errors.OutOfRangeError, enroque.errors.ArrayError


@pytest.mark.parametrize(
    ("game", "ply", "error", "text"),
    [
        ([3], [0], OUT_OF_RANGE, "entry 0: game 3 does not exist; there are 3 games"),
        ([0, -1], [0, 0], OUT_OF_RANGE, "entry 1: game -1 does not exist"),
        ([0], [11], OUT_OF_RANGE, "game 0 does not have ply 11, only 0 to 10"),
        ([0], [-1], OUT_OF_RANGE, "not have ply -1"),
        ([0], [2**40], OUT_OF_RANGE, "not have ply"),
        ([0], [-(2**40)], OUT_OF_RANGE, "not have ply"),
        (np.array([2**64 - 1], np.uint64), [0], OUT_OF_RANGE, "game .* does not exist"),
        ([0, 0], [0], ARRAY, "game has 2 entries, ply has 1"),
        ([[0]], [0], ARRAY, "game must be an array of one dimension, not 2"),
        (0, [0], ARRAY, "one dimension, not 0"),
        ([0], [0.5], ARRAY, "ply must be an array of integers, not float64"),
        (["a"], [0], ARRAY, "integers, not <U1"),
        (None, [0], TypeError, "game and ply are missing"),
        ([True], [0], ARRAY, "integers, not bool"),
    ],
)
def test_invalid_positions(
    games: Games, game: Any, ply: Any, error: type[Exception], text: str
) -> None:
    for call in (
        lambda out: games.planes("pieces", game, ply, out=out),
        lambda _: games.policy("lc0", game, ply),
        lambda _: games.legal_mask("lc0", game, ply),
        lambda _: games.value(game, ply),
        lambda _: games.wdl(game, ply),
    ):
        out = np.full((len(np.atleast_1d(game)), 12, 8, 8), 7, np.float32)
        # policies exclude the last position, so the end of the message differs
        with pytest.raises(error, match=text.split(", only")[0]):
            call(out)
        assert (out == 7).all()


def test_the_last_position_has_no_policy(games: Games) -> None:
    with pytest.raises(
        enroque.errors.OutOfRangeError, match="game 0 does not have ply 10, only 0 to 9"
    ):
        games.policy("lc0", [0], [10])


def test_invalid_out(games: Games) -> None:
    game, ply = games.positions()
    for out, text in [
        (np.zeros((16, 12, 8, 8), np.float64), "dtype|float64"),
        (np.zeros((15, 12, 8, 8), np.float32), "shape"),
        (np.zeros((16, 12, 8, 8), np.float32)[::-1], "C-contiguous"),
    ]:
        with pytest.raises(enroque.errors.ArrayError, match=text):
            games.planes("pieces", game, ply, out=out)
        assert not out.any()
    with pytest.raises(enroque.errors.ArrayError, match="float32"):
        games.value(game, ply, out=np.zeros(16))
    with pytest.raises(enroque.errors.ArrayError, match="int64"):
        games.policy("lc0", game, ply, out=np.zeros(16, np.int32))
    indices = np.zeros(16, np.int64)
    assert games.policy("lc0", game, ply, out=indices) is indices
    with pytest.raises(ValueError, match="threads must be 1 or more"):
        games.planes("pieces", game, ply, threads=0)
    with pytest.raises(enroque.errors.ArgumentError, match="side_to_move"):
        games.value(game, ply, view="black")


def test_null_moves_are_part_of_the_history() -> None:
    board = Board()
    board.push_san("e4")
    board.push_uci("0000")
    planes = board.planes(enroque.Encoding("lc0", fill="no"))
    assert np.array_equal(planes[:12], board.planes("pieces"))
    assert planes[13:26].any()


def test_arrays_are_contiguous_and_writeable() -> None:
    planes = Board().planes("lc0")
    assert planes.flags.c_contiguous
    assert planes.flags.owndata
    assert planes.flags.writeable
    assert np.from_dlpack(planes).shape == (112, 8, 8)


def test_memory_errors(games: Games) -> None:
    overcommit = Path("/proc/sys/vm/overcommit_memory")
    if not overcommit.exists() or overcommit.read_text().strip() == "1":
        pytest.skip("this system overcommits memory")
    with pytest.raises(MemoryError):
        games.planes("pieces", np.broadcast_to(np.int8(0), (10**15,)), [0])
    many = np.zeros(20_000_000, np.int8)  # 570 gigabytes of planes
    with pytest.raises(MemoryError):
        games.planes("lc0", many, many)


def test_policy_moves(games: Games) -> None:
    game, ply = games.positions()
    order = np.random.default_rng(3).permutation(len(game))
    game, ply = game[order], ply[order]
    played = [games[int(g)].moves[int(p)].uci() for g, p in zip(game, ply, strict=True)]
    for policy in ("lc0", "alphazero", "uci"):
        indices = games.policy(policy, game, ply)
        moves = games.policy_moves(policy, game, ply, indices)
        assert moves.dtype == np.uint16
        assert np.array_equal(moves, games.moves[games.offsets[game].astype(np.int64) + ply])
        for n, index in enumerate(indices):
            board = games[int(game[n])].board(int(ply[n]))
            assert board.policy_move(policy, int(index)).uci() == played[n]
    out = np.empty(2, np.uint16)
    masked = games.policy_moves("lc0", [0, 0], [0, 0], [-1, 322], on_unsupported="mask", out=out)
    assert masked is out
    assert (out != 0).tolist() == [False, True]
    with pytest.raises(
        enroque.errors.EncodingError, match="no legal move of this position has index 0 in lc0"
    ):
        games.policy_moves("lc0", [0, 0], [0, 0], [322, 0])
    with pytest.raises(enroque.errors.ArrayError, match="game has 2 entries, indices has 1"):
        games.policy_moves("lc0", [0, 0], [0, 0], [322])


def test_legal_mask_of_bits() -> None:
    board = enroque.Board()
    for policy in ("lc0", "alphazero"):
        bits = board.legal_mask(policy, dtype="bits")
        mask = np.unpackbits(bits, bitorder="little").astype(bool)
        expected = board.legal_mask(policy)
        assert np.array_equal(mask[: len(expected)], expected)
        assert not mask[len(expected) :].any()


def test_labels_compare_and_pickle_by_their_values(games: Games) -> None:
    values = np.arange(len(games), dtype=np.int32)
    label = enroque.Column.label(values, each="game")
    assert label == enroque.Column.label(values.copy(), each="game")
    assert pickle.loads(pickle.dumps(label)) == label
    assert label != enroque.Column.label(values + 1, each="game")
    assert label != enroque.Column.label(values.astype(np.int64), each="game")
    assert label != enroque.Column.label(values, each="position")
    with pytest.raises(enroque.errors.ArrayError, match=r"the dtype of values must be .*float64"):
        enroque.Column.label(values / 2, each="game")


def test_where_errors_are() -> None:
    with pytest.raises(AttributeError, match=r"it is enroque\.errors\.FenError"):
        enroque.FenError  # type: ignore[attr-defined]  # noqa: B018
