"""All encodings by name, for one position and for many; policies and values."""

import io
import math
import pickle
from typing import Any

import chess
import numpy as np
import pytest

import enroque
from encoding_samples import (
    BOARDS,
    FEATURES,
    GAMES,
    NAMES,
    PAIRS,
    PLANES,
    POLICIES,
    RECORDS,
    TOKENS,
)
from enroque import Board, Column, Games
from enroque.errors import ArgumentError, EncodingError


@pytest.mark.parametrize("encoding", PLANES, ids=repr)
def test_games_and_boards_agree(encoding: enroque.Encoding) -> None:
    planes = GAMES.planes(encoding, *PAIRS)
    assert planes.shape == (len(BOARDS), *encoding.shape)
    assert np.array_equal(planes, [board.planes(encoding) for board in BOARDS])
    again = enroque.Encoding(encoding.name, **encoding.options)
    by_name = GAMES.planes(again, *PAIRS, threads=1)
    assert np.array_equal(planes, by_name)
    for dtype in encoding.dtypes:
        assert np.array_equal(GAMES.planes(encoding, *PAIRS, dtype=dtype), planes.astype(dtype))
    low, high = np.array(encoding.value_ranges).T
    axis = encoding.shape.index(encoding.channels)
    by_channel = np.moveaxis(planes, axis + 1, 1).reshape(len(planes), encoding.channels, -1)
    assert (by_channel >= low[:, None]).all()
    assert (by_channel <= high[:, None]).all()


@pytest.mark.parametrize("encoding", PLANES, ids=repr)
def test_bits(encoding: enroque.Encoding) -> None:
    masks, values = GAMES.planes_bits(encoding, *PAIRS)
    assert masks.dtype == np.uint64
    assert masks.shape == (len(PAIRS[0]), encoding.channels)
    assert values.shape == (len(PAIRS[0]), len(encoding.scaled_channels))
    dense = (masks[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.float32)
    dense[:, encoding.scaled_channels] *= values[:, :, None]
    dense = dense.reshape(-1, encoding.channels, 8, 8)
    if encoding.shape[0] == 64:
        dense = np.moveaxis(dense, 1, -1).reshape(-1, *encoding.shape)
    elif encoding.shape[-1] == encoding.channels:
        dense = np.moveaxis(dense, 1, -1)[:, ::-1]
    assert np.array_equal(dense, GAMES.planes(encoding, *PAIRS))
    board = GAMES[0].board(3)
    one, one_values = board.planes_bits(encoding)
    many, many_values = GAMES.planes_bits(encoding, [0], [3])
    assert np.array_equal(one, many[0])
    assert np.array_equal(one_values, many_values[0])


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_policies(policy: enroque.Policy) -> None:
    lossy = policy.name == "from_to"
    options: dict[str, Any] = {"on_unsupported": "mask"} if lossy else {}
    masks = GAMES.legal_mask(policy, *PAIRS, **options)
    assert masks.shape == (len(BOARDS), policy.size)
    values, offsets = GAMES.legal_indices(policy, *PAIRS, **options)
    bits = GAMES.legal_mask(policy, *PAIRS, dtype="bits", **options)
    unpacked = np.unpackbits(bits, axis=1, bitorder="little", count=policy.size)
    assert np.array_equal(unpacked, masks)
    played = GAMES.policy(policy, *PAIRS, **options)
    assert masks[np.arange(len(BOARDS)), played].all()
    moves = [GAMES[g].moves[p] for g, p in zip(*PAIRS, strict=True)]
    for n, board in enumerate(BOARDS):
        indices = []
        for move in board.legal_moves:
            try:
                index = board.policy_index(policy, move)
            except EncodingError:
                assert lossy
                assert move.promotion not in (None, enroque.QUEEN)
                continue
            assert board.policy_move(policy, index) == move
            indices.append(index)
        assert values[offsets[n] : offsets[n + 1]].tolist() == indices
        assert board.legal_indices(policy, **options).tolist() == indices
        assert np.flatnonzero(masks[n]).tolist() == sorted(indices)
        assert np.array_equal(board.legal_mask(policy, **options), masks[n])
        assert board.policy_index(policy, moves[n]) == played[n]


def test_from_to_has_no_underpromotions() -> None:
    board = Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    with pytest.raises(EncodingError, match=r"from_to has no index for a7a8[rbn] in this position"):
        board.legal_mask("from_to")
    mask = board.legal_mask("from_to", on_unsupported="mask")
    assert mask.sum() == len({(move.from_square, move.to_square) for move in board.legal_moves})
    with pytest.raises(ArgumentError, match=r"Games\.supported returns which"):
        board.legal_mask("from_to", on_unsupported="skip")
    with pytest.raises(ArgumentError, match='unknown on_unsupported "x"; known: "raise", "mask"'):
        board.legal_mask("from_to", on_unsupported="x")
    promotion = Games.from_pgn(io.StringIO('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=N *'))
    with pytest.raises(EncodingError, match="entry 0: from_to has no index for a7a8n"):
        promotion.policy("from_to", [0, 0], [0, 0])
    assert promotion.policy("from_to", [0], [0], on_unsupported="mask").tolist() == [-1]


def test_supported() -> None:
    texts = ["1. a8=N Kg7 *", "1. a8=Q *", "1. Kb2 *"]
    fen = '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n'
    inner = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"]\n\n1. Rf2 *'
    games = Games.from_pgn(io.StringIO("\n\n".join([fen + text for text in texts] + [inner])))
    assert len(games.moves) == 5
    game, ply = games.positions()
    good = games.supported(Column.policy("from_to"), game, ply)
    assert good.tolist() == [False, True, True, True, True]
    masked = games.policy("from_to", game, ply, on_unsupported="mask")
    assert np.array_equal(games.policy("from_to", game[good], ply[good]), masked[good])
    # the four promotions have one index, so underpromotions have none
    all_known = games.supported(Column.legal_mask("from_to"), game, ply)
    assert all_known.tolist() == [False, True, False, False, True]
    games.legal_mask("from_to", game[all_known], ply[all_known])
    has_tokens = games.supported(
        [Column.tokens("chessbench"), Column.features("HalfKP")], game, ply
    )
    assert has_tokens.tolist() == [True, True, True, True, False]
    games.tokens("chessbench", game[has_tokens], ply[has_tokens])
    columns = [Column.policy("from_to"), Column.tokens("chessbench")]
    both = games.supported(columns, game, ply, threads=1)
    assert np.array_equal(both, good & has_tokens)
    out = np.empty(5, dtype=np.bool_)
    assert games.supported(Column.policy("uci"), game, ply, out=out) is out
    assert out.all()
    # the last position has no move, but it has a legal mask
    with pytest.raises(enroque.errors.OutOfRangeError):
        games.supported(Column.policy("uci"), [0], [2])
    assert games.supported(Column.legal_mask("uci"), [0], [2]).tolist() == [True]
    with pytest.raises(enroque.errors.ArgumentError, match="at least one column"):
        games.supported([], game, ply)


def test_tokens() -> None:
    for name, shape in (("chessbench", 77), ("squares", 64)):
        tokens = GAMES.tokens(name, *PAIRS)
        assert tokens.shape == (len(BOARDS), shape)
        assert np.array_equal(tokens, [board.tokens(name) for board in BOARDS])
    letters = "0123456789abcdefghpnrkqPBNRQKw."
    text = "".join(letters[token] for token in Board().tokens("chessbench"))
    assert text == "wrnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNRKQkq..0..1.."
    white = Board("k7/8/8/8/8/8/8/K6R b - - 0 1").tokens(enroque.Encoding("squares", view="white"))
    assert (white[56], white[0], white[7]) == (12, 6, 4)
    inner = Board("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", chess960=True)
    with pytest.raises(EncodingError, match="inner rook on f1"):
        inner.tokens("chessbench")
    assert (inner.tokens("chessbench", on_unsupported="mask") == 255).all()


def test_features() -> None:
    for name in NAMES["features"]:
        features = GAMES.features(name, *PAIRS)
        assert np.array_equal(features, [board.features(name) for board in BOARDS])
        values, offsets = GAMES.features_csr(name, *PAIRS)
        rows = features.reshape(-1, features.shape[-1])
        assert len(offsets) == len(rows) + 1
        for n, row in enumerate(rows):
            assert values[offsets[n] : offsets[n + 1]].tolist() == row[row >= 0].tolist()
    buckets = GAMES.feature_buckets(*PAIRS)
    assert buckets.tolist() == [board.feature_bucket() for board in BOARDS]
    assert buckets.max() == 7


def test_records() -> None:
    packed = GAMES.records("packed", *PAIRS)
    bullet = GAMES.records("bullet", *PAIRS)
    assert packed.shape == bullet.shape == (len(BOARDS), 32)
    for board, record, other in zip(BOARDS, packed, bullet, strict=True):
        assert Board.from_packed_record(record.tobytes()).fen() == board.fen()
        score = int.from_bytes(record[28:30].tobytes(), "little", signed=True)
        assert record.tobytes() == board.packed_record(score=score, result=int(record[30]))
        sign = 1 if board.turn else -1
        result = int(record[30]) if board.turn else 2 - int(record[30])
        assert other.tobytes() == board.bullet_record(score=sign * score, result=result)


def test_values() -> None:
    game, ply = GAMES.positions()
    assert GAMES.plies_left(game, ply)[:11].tolist() == list(range(11, 0, -1))
    probability = GAMES.win_probability([0] * 5, [0, 1, 2, 3, 4])
    white = GAMES.win_probability([0] * 5, [0, 1, 2, 3, 4], view="white", model="chessbench")
    assert np.isnan(probability[[0, 3]]).all()
    expected = enroque.win_probability([-30, 20])
    assert probability[[1, 2]] == pytest.approx(expected)
    assert white[[1, 2]] == pytest.approx(enroque.win_probability([30, 20]))
    assert white[4] == 0.0
    assert probability[4] == pytest.approx(enroque.win_probability(-1000))


def test_evaluations() -> None:
    game, ply = [0] * 5, [0, 1, 2, 3, 4]
    evals = GAMES.evals
    assert evals is not None
    expected = [np.nan, -evals[0], evals[1], np.nan, evals[3]]
    assert GAMES.eval(game, ply) == pytest.approx(expected, nan_ok=True)
    white = GAMES.eval(game, ply, view="white")
    assert white == pytest.approx([np.nan, evals[0], evals[1], np.nan, evals[3]], nan_ok=True)
    column = Column.eval(view="white", on_missing="nan")
    assert (column.name, column.dtype, column.shape) == ("eval", "float32", ())
    assert repr(column) == "enroque.Column.eval(view='white', on_missing='nan')"
    assert pickle.loads(pickle.dumps(column)) == column != Column.eval()
    batch = GAMES.encode({"score": column}, game, ply)
    assert batch["score"].tobytes() == white.tobytes()


def test_formulas() -> None:
    assert enroque.win_probability(0).shape == ()
    curve = enroque.win_probability([[-50, 300]], model="chessbench")
    by_hand = [0.5 + 0.5 * (2 / (1 + math.exp(-0.00368208 * cp)) - 1) for cp in (-50, 300)]
    assert curve[0] == pytest.approx(by_hand)
    a, b = (-37.45, 121.19, -132.79, 420.71), (90.26, -137.27, 71.10, 51.35)
    wdl = enroque.stockfish_wdl([0, 100, -100], 58, a=a, b=b)
    assert wdl.shape == (3, 3)
    assert wdl.sum(axis=-1) == pytest.approx(1)
    assert wdl[1, 0] == pytest.approx(0.5)  # the definition of 100
    assert wdl[2] == pytest.approx(wdl[1, ::-1])
    probabilities = np.linspace(0, 1, 1001)
    edges = np.linspace(0, 1, 129)[1:-1]
    buckets = enroque.value_buckets(probabilities)
    assert np.array_equal(buckets, np.searchsorted(edges, probabilities, side="left"))
    assert enroque.value_buckets(np.nan).item() == -1
    none = [-(2**31), np.nan]
    for model in ("lichess", "chessbench"):
        assert np.isnan(enroque.win_probability(none, model=model)).all()
    assert np.isnan(enroque.stockfish_wdl(np.array(none), 58, a=a, b=b)).all()
    assert enroque.value_buckets(enroque.win_probability(none)).tolist() == [-1, -1]
    with pytest.raises(ArgumentError, match='unknown model "sf"; known: "lichess"'):
        enroque.win_probability(0, model="sf")


def test_tutorial_by_python_chess() -> None:
    for board in BOARDS:
        expected = np.zeros((14, 8, 8), np.float32)
        other = chess.Board(board.fen(), chess960=True)
        for square, piece in other.piece_map().items():
            channel = piece.piece_type - 1 + (0 if piece.color else 6)
            expected[channel, 7 - square // 8, square % 8] = 1
        for color in (True, False):
            other.turn = color
            for move in other.legal_moves:
                to = move.to_square
                if other.is_castling(move):
                    to = chess.square(6 if other.is_kingside_castling(move) else 2, to // 8)
                expected[12 if color else 13, 7 - to // 8, to % 8] = 1
        assert np.array_equal(board.planes("tutorial14"), expected)


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_moves_of_policies(policy: enroque.Policy) -> None:
    moves = policy.moves
    assert len(moves) == policy.size
    if policy.options.get("format", 1) > 2:
        return  # these formats transform the board
    is_relative = policy.conventions["view"].startswith("side to move")
    for played in BOARDS:
        is_flipped = is_relative and not played.turn
        board = played.transformed("flip_colors") if is_flipped else played
        for move in board.legal_moves:
            has_index = policy.name != "from_to" or move.promotion in (None, enroque.QUEEN)
            if has_index and not board.is_castling(move):
                written = moves[board.policy_index(policy, move)]
                assert written in (move.uci(), move.uci()[:4])


def test_features_of_a_board_without_padding() -> None:
    for name in FEATURES:
        values, offsets = GAMES.features_csr(name, *PAIRS)
        for n, board in enumerate(BOARDS):
            own, ends = board.features_csr(name)
            assert (own.dtype, ends.dtype) == (np.int32, np.int64)
            begin, _, end = offsets[2 * n : 2 * n + 3]
            assert own.tolist() == values[begin:end].tolist()
            assert ends.tolist() == (offsets[2 * n : 2 * n + 3] - begin).tolist()
    crowd = Board("qqqqkqqq/qqqqqqqq/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    with pytest.raises(EncodingError, match="more than 32 active features of HalfK"):
        crowd.features_csr("HalfKP")
    values, ends = crowd.features_csr("HalfKP", on_unsupported="mask")
    assert (values.tolist(), ends.tolist()) == ([], [0, 0, 0])
    with pytest.raises(ArgumentError, match=r"Games\.supported returns which"):
        crowd.features_csr("HalfKP", on_unsupported="skip")


def test_sums_of_features() -> None:
    names = ["HalfKAv2_hm12", "Full_Threats", "PP_3Wide"]
    total = enroque.Encoding("+".join(names))
    parts = [enroque.Encoding(name) for name in names]
    assert total.num_inputs == sum(part.num_inputs for part in parts)
    assert total.max_active == sum(part.max_active for part in parts)
    assert total.shape == (2, total.max_active)
    starts = np.cumsum([0, *(part.num_inputs for part in parts)])
    for board in BOARDS:
        features = board.features(total)
        for row, rest in enumerate(features):
            expected = np.concatenate(
                [
                    board.features(part)[row][board.features(part)[row] >= 0] + start
                    for part, start in zip(parts, starts, strict=False)
                ]
            )
            assert rest[: len(expected)].tolist() == expected.tolist()
            assert (rest[len(expected) :] == -1).all()
    assert pickle.loads(pickle.dumps(total)) == total
    assert enroque.Encoding.from_json(total.to_json()) == total
    old = enroque.Encoding("Full_Threats+HalfKAv2_hm", width=79856)
    buckets = enroque.Encoding("Chess768", buckets=[n // 8 for n in range(32)])
    assert buckets.num_inputs == 4 * 768
    assert enroque.Encoding.from_json(buckets.to_json()) == buckets
    assert pickle.loads(pickle.dumps(buckets)) == buckets != enroque.Encoding("Chess768")
    assert (old.num_inputs, old.options) == (79856 + 22528, {"width": 79856})
    assert enroque.Encoding.from_json(old.to_json()) == old


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("Full_Threats", {"width": 79855}, "invalid width 79855"),
        ("HalfKAv2_hm", {"width": 59808}, "no option width"),
        ("Chess768", {"buckets": [0] * 63}, "1, 32 or 64 buckets are needed, not 63"),
        ("Chess768", {"buckets": [256] * 32}, "256 is above 255"),
        ("Chess768", {"buckets": "a"}, "is no number of a bucket"),
        ("PP_3Wide+Full_Threats+PP_3Wide", {}, "PP_3Wide stands twice"),
        ("HalfKAv2_hm+Threats", {}, '"Threats" is not one of HalfKP'),
        ("HalfKAv2_hm+", {}, '"" is not one of'),
        ("HalfKP+HalfKA+HalfKAv2+PP_3Wide+Full_Threats", {}, "more than 4 blocks"),
    ],
)
def test_invalid_sums_of_features(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        enroque.Encoding(name, **options)


def test_too_many_threats() -> None:
    many = Board("qqqqkqqq/qqqqqqqq/qqqqqqqq/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    with pytest.raises(EncodingError, match="more than 128 active features of Full_Threats"):
        many.features("Full_Threats")
    assert (many.features("Full_Threats", on_unsupported="mask") == -1).all()


def test_objects_instead_of_names() -> None:
    board = BOARDS[0]
    for tokens in TOKENS:
        other = enroque.Encoding(tokens.name, **tokens.options)
        assert np.array_equal(board.tokens(tokens), board.tokens(other))
        many = GAMES.tokens(tokens, *PAIRS)
        assert np.array_equal(many, GAMES.tokens(other, *PAIRS))
        batch = next(enroque.Loader(GAMES, [Column.tokens(tokens), Column.game(), Column.ply()]))
        assert np.array_equal(batch["tokens"], GAMES.tokens(tokens, batch["game"], batch["ply"]))
        assert GAMES.supported(Column.tokens(tokens), *PAIRS).all()
    for features in FEATURES:
        name = features.name
        assert np.array_equal(board.features(features), board.features(name))
        assert np.array_equal(GAMES.features(features, *PAIRS), GAMES.features(name, *PAIRS))
        batch = next(
            enroque.Loader(GAMES, [Column.features(features), Column.game(), Column.ply()])
        )
        expected = GAMES.features(name, batch["game"], batch["ply"])
        assert np.array_equal(batch["features"], expected)
        assert GAMES.supported(Column.features(features), *PAIRS).all()
    for records in RECORDS:
        expected = GAMES.records(records.name, *PAIRS)
        assert np.array_equal(GAMES.records(records, *PAIRS), expected)


def test_on_unsupported() -> None:
    text = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"]\n\n1. Rf2 *\n\n1. e4 *'
    games = Games.from_pgn(io.StringIO(text))
    tokens = games.tokens("chessbench", [0, 1], [0, 0], on_unsupported="mask")
    assert (tokens == 255).all(axis=1).tolist() == [True, False]
    loader = enroque.Loader(
        games,
        [Column.tokens("chessbench"), Column.game(), Column.ply()],
        on_unsupported="mask",
        shuffle_games=0,
    )
    batch = next(loader)
    assert np.array_equal(
        batch["tokens"],
        games.tokens("chessbench", batch["game"], batch["ply"], on_unsupported="mask"),
    )
    loader = enroque.Loader(
        games, [Column.tokens("chessbench"), Column.game(), Column.ply()], on_unsupported="skip"
    )
    assert next(loader)["game"].tolist() == [1]
    loader = enroque.Loader(games, [Column.tokens("chessbench"), Column.game(), Column.ply()])
    with pytest.raises(EncodingError, match=r"block 0, game 0, ply 0: .*inner rook on f1"):
        next(loader)
