"""Every encoding by name: one position and many, descriptions, policies, values."""

import io
import json
import math
import pickle
from typing import Any

import chess
import numpy as np
import pytest

import enroque
from enroque import Board, EncodingError, Games
from enroque.data import example_games

NAMES = enroque.encoding_names()
PLANES = [
    enroque.encoding(name, **options)
    for name, options in [
        ("alphazero", {}),
        ("alphazero", {"layout": "channels_last"}),
        ("lc0", {}),
        ("lc0", {"format": 2, "fill": "no"}),
        ("lc0", {"format": 133, "fill": "always"}),
        ("maia2", {}),
        ("maia2", {"view": "white"}),
        ("maia3", {}),
        ("maia3", {"history": 1}),
        ("openspiel", {}),
        ("pettingzoo", {}),
        ("pieces", {}),
        ("pieces", {"view": "white"}),
        ("tutorial14", {}),
    ]
]
POLICIES = [enroque.policy_encoding(name) for name in NAMES["policies"]] + [
    enroque.policy_encoding("lc0", format=3),
    enroque.policy_encoding("from_to", view="white"),
]
PGN = """[White "A"]
[Result "1-0"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 Nc6 {[%eval #-3]} 3. Ng1 Nb8 4. Nf3 Nc6 5. Bb5 a6
6. O-O 1-0

[Variant "Chess960"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "0-1"]

1. g3 g6 2. O-O O-O 0-1

[FEN "4k3/P7/8/3pP3/8/8/8/4K2R b K - 7 30"]

1... Kd7 2. O-O *

"""


@pytest.fixture(scope="module")
def games() -> Games:
    return Games.from_pgn(io.StringIO(PGN))


@pytest.fixture(scope="module")
def pairs(games: Games) -> tuple[Any, Any]:
    game, ply = games.pairs()
    order = np.random.default_rng(1).permutation(len(game))
    return game[order], ply[order]


@pytest.fixture(scope="module")
def boards(games: Games, pairs: tuple[Any, Any]) -> list[Board]:
    return [games[g].board(p) for g, p in zip(*pairs, strict=True)]


@pytest.mark.parametrize("encoding", PLANES, ids=repr)
def test_many_positions_are_as_one(
    games: Games, pairs: tuple[Any, Any], boards: list[Board], encoding: enroque.Encoding
) -> None:
    planes = games.planes(encoding, *pairs)
    assert planes.shape == (len(boards), *encoding.shape)
    assert np.array_equal(planes, [board.planes(encoding) for board in boards])
    by_name = games.planes(encoding.name, *pairs, threads=1, **encoding.options)
    assert np.array_equal(planes, by_name)
    for dtype in encoding.dtypes:
        assert np.array_equal(games.planes(encoding, *pairs, dtype=dtype), planes.astype(dtype))
    low, high = np.array(encoding.value_ranges).T
    axis = encoding.shape.index(encoding.channels)
    by_channel = np.moveaxis(planes, axis + 1, 1).reshape(len(planes), encoding.channels, -1)
    assert (by_channel >= low[:, None]).all()
    assert (by_channel <= high[:, None]).all()


@pytest.mark.parametrize("encoding", PLANES, ids=repr)
def test_bits(games: Games, pairs: tuple[Any, Any], encoding: enroque.Encoding) -> None:
    masks, values = games.planes_bits(encoding, *pairs)
    assert masks.dtype == np.uint64
    assert masks.shape == (len(pairs[0]), encoding.channels)
    assert values.shape == (len(pairs[0]), len(encoding.scaled))
    dense = (masks[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.float32)
    dense[:, encoding.scaled] *= values[:, :, None]
    dense = dense.reshape(-1, encoding.channels, 8, 8)
    if encoding.shape[0] == 64:
        dense = np.moveaxis(dense, 1, -1).reshape(-1, *encoding.shape)
    elif encoding.shape[-1] == encoding.channels:
        dense = np.moveaxis(dense, 1, -1)[:, ::-1]
    assert np.array_equal(dense, games.planes(encoding, *pairs))
    board = games[0].board(3)
    one, one_values = board.planes_bits(encoding)
    many, many_values = games.planes_bits(encoding, [0], [3])
    assert np.array_equal(one, many[0])
    assert np.array_equal(one_values, many_values[0])


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_policies(
    games: Games, pairs: tuple[Any, Any], boards: list[Board], policy: enroque.PolicyEncoding
) -> None:
    lossy = policy.name == "from_to"
    options: dict[str, Any] = {"on_unsupported": "mask"} if lossy else {}
    masks = games.legal_mask(policy, *pairs, **options)
    assert masks.shape == (len(boards), policy.size)
    values, offsets = games.legal_indices(policy, *pairs, **options)
    bits = games.legal_mask(policy, *pairs, dtype="bits", **options)
    unpacked = np.unpackbits(bits, axis=1, bitorder="little", count=policy.size)
    assert np.array_equal(unpacked, masks)
    played = games.policy(policy, *pairs, **options)
    assert masks[np.arange(len(boards)), played].all()
    moves = [games[g].moves[p] for g, p in zip(*pairs, strict=True)]
    for n, board in enumerate(boards):
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


def test_what_from_to_cannot_tell(games: Games) -> None:
    board = Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    with pytest.raises(EncodingError, match=r"from_to has no index for a7a8[rbn] here"):
        board.legal_mask("from_to")
    mask = board.legal_mask("from_to", on_unsupported="mask")
    assert mask.sum() == len({(move.from_square, move.to_square) for move in board.legal_moves})
    with pytest.raises(EncodingError, match=r"Games\.supported says which"):
        board.legal_mask("from_to", on_unsupported="skip")
    with pytest.raises(EncodingError, match='unknown on_unsupported "x"; known: "raise", "mask"'):
        board.legal_mask("from_to", on_unsupported="x")
    promotion = Games.from_pgn(io.StringIO('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=N *'))
    with pytest.raises(EncodingError, match="pair 0: from_to has no index for a7a8n"):
        promotion.policy("from_to", [0, 0], [0, 0])
    assert promotion.policy("from_to", [0], [0], on_unsupported="mask").tolist() == [-1]


def test_supported() -> None:
    texts = ["1. a8=N Kg7 *", "1. a8=Q *", "1. Kb2 *"]
    fen = '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n'
    inner = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"]\n\n1. Rf2 *'
    games = Games.from_pgn(io.StringIO("\n\n".join([fen + text for text in texts] + [inner])))
    assert len(games.moves) == 5
    game, ply = games.pairs()
    good = games.supported(game, ply, policy="from_to")
    assert good.tolist() == [False, True, True, True, True]
    masked = games.policy("from_to", game, ply, on_unsupported="mask")
    assert np.array_equal(games.policy("from_to", game[good], ply[good]), masked[good])
    # four promotions share an index, whichever is played
    all_known = games.supported(game, ply, legal_mask="from_to")
    assert all_known.tolist() == [False, True, False, False, True]
    games.legal_mask("from_to", game[all_known], ply[all_known])
    has_tokens = games.supported(game, ply, tokens="chessbench", features="HalfKP")
    assert has_tokens.tolist() == [True, True, True, True, False]
    games.tokens("chessbench", game[has_tokens], ply[has_tokens])
    both = games.supported(game, ply, policy="from_to", tokens="chessbench", threads=1)
    assert np.array_equal(both, good & has_tokens)
    out = np.empty(5, dtype=np.bool_)
    assert games.supported(game, ply, policy="uci", out=out) is out
    assert out.all()
    # the last position has no move, and every position has its mask
    with pytest.raises(enroque.OutOfRangeError):
        games.supported([0], [2], policy="uci")
    assert games.supported([0], [2], legal_mask="uci").tolist() == [True]
    with pytest.raises(EncodingError, match="supported by what"):
        games.supported(game, ply)


def test_tokens(games: Games, pairs: tuple[Any, Any], boards: list[Board]) -> None:
    for name, shape in (("chessbench", 77), ("squares", 64)):
        tokens = games.tokens(name, *pairs)
        assert tokens.shape == (len(boards), shape)
        assert np.array_equal(tokens, [board.tokens(name) for board in boards])
    letters = "0123456789abcdefghpnrkqPBNRQKw."
    text = "".join(letters[token] for token in Board().tokens())
    assert text == "wrnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNRKQkq..0..1.."
    white = Board("k7/8/8/8/8/8/8/K6R b - - 0 1").tokens("squares", view="white")
    assert (white[56], white[0], white[7]) == (12, 6, 4)
    inner = Board("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", chess960=True)
    with pytest.raises(EncodingError, match="inner rook on f1"):
        inner.tokens()
    assert (inner.tokens(on_unsupported="mask") == 255).all()


def test_features(games: Games, pairs: tuple[Any, Any], boards: list[Board]) -> None:
    for name in NAMES["features"]:
        features = games.features(name, *pairs)
        assert np.array_equal(features, [board.features(name) for board in boards])
        values, offsets = games.features_csr(name, *pairs)
        rows = features.reshape(-1, 32)
        assert len(offsets) == len(rows) + 1
        for n, row in enumerate(rows):
            assert values[offsets[n] : offsets[n + 1]].tolist() == row[row >= 0].tolist()
    buckets = games.feature_buckets(*pairs)
    assert buckets.tolist() == [board.feature_bucket() for board in boards]
    assert buckets.max() == 7


def test_values(games: Games) -> None:
    game, ply = games.pairs()
    assert games.plies_left(game, ply)[:11].tolist() == list(range(11, 0, -1))
    probability = games.win_probability([0] * 5, [0, 1, 2, 3, 4])
    white = games.win_probability([0] * 5, [0, 1, 2, 3, 4], view="white", model="chessbench")
    assert np.isnan(probability[[0, 3]]).all()
    expected = enroque.win_probability([-30, 20])
    assert probability[[1, 2]] == pytest.approx(expected)
    assert white[[1, 2]] == pytest.approx(enroque.win_probability([30, 20]))
    assert white[4] == 0.0
    assert probability[4] == pytest.approx(enroque.win_probability(-1000))


def test_formulas() -> None:
    assert enroque.win_probability(0).shape == ()
    curve = enroque.win_probability([[-50, 300]], model="chessbench")
    by_hand = [0.5 + 0.5 * (2 / (1 + math.exp(-0.00368208 * cp)) - 1) for cp in (-50, 300)]
    assert curve[0] == pytest.approx(by_hand)
    a, b = (-37.45, 121.19, -132.79, 420.71), (90.26, -137.27, 71.10, 51.35)
    wdl = enroque.stockfish_wdl([0, 100, -100], 58, a=a, b=b)
    assert wdl.shape == (3, 3)
    assert wdl.sum(axis=-1) == pytest.approx(1)
    assert wdl[1, 0] == pytest.approx(0.5)  # that is what 100 means
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
    with pytest.raises(EncodingError, match='unknown win model "sf"; known: "lichess"'):
        enroque.win_probability(0, model="sf")


@pytest.mark.parametrize("described", PLANES + POLICIES, ids=repr)
def test_descriptions(described: Any) -> None:
    assert pickle.loads(pickle.dumps(described)) == described
    text = described.to_json()
    again = type(described).from_json(text)
    assert again == described
    assert hash(again) == hash(described)
    assert eval(repr(described)) == described
    assert json.loads(text)["options"] == described.options
    assert described.name in str(described)
    assert set(described.conventions) >= {"view", "chess960", "source"}
    assert described != described.name
    if isinstance(described, enroque.Encoding):
        assert len(described.channel_names) == described.channels
        assert str(described).count("\n") >= described.channels


def test_different_descriptions() -> None:
    assert enroque.encoding("lc0", format=2) != enroque.encoding("lc0")
    assert enroque.encoding("lc0", fill=None) == enroque.encoding("lc0", format=np.int8(1))
    assert enroque.policy_encoding("lc0", format=1) != enroque.policy_encoding("lc0", format=2)
    assert enroque.encoding("lc0").channel_names[:2] == ["own pawns", "own knights"]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: enroque.encoding("lco"), EncodingError, 'unknown encoding "lco"; known: "alpha'),
        (lambda: enroque.encoding("lc0", fromat=2), EncodingError, "no option fromat, only format"),
        (lambda: enroque.encoding("openspiel", view="x"), EncodingError, "it has none at all"),
        (
            lambda: enroque.encoding("maia3", history=9),
            EncodingError,
            "no history 9; known: 1 to",
        ),
        (lambda: enroque.encoding("lc0", format="2"), EncodingError, 'no format "2"; known: 1, 2'),
        (lambda: enroque.encoding("lc0", format=2.0), TypeError, "format is a word or a number"),
        (lambda: enroque.encoding("lc0", format=True), TypeError, "not bool"),
        (lambda: enroque.encoding(3), TypeError, "str"),
        (lambda: enroque.policy_encoding("uci", x=1), EncodingError, "no option x"),
        (lambda: Board().planes(3), TypeError, "an encoding is a name or an object of it, not"),
        (
            lambda: Board().planes(enroque.encoding("lc0"), format=2),
            EncodingError,
            "has its options already: format",
        ),
        (lambda: Board().tokens("fen"), EncodingError, 'known: "chessbench", "squares"'),
        (lambda: Board().features("halfkp"), EncodingError, 'known: "HalfKP", "HalfKA"'),
        (lambda: enroque.Encoding.from_json("{"), EncodingError, "no JSON of a description"),
        (lambda: enroque.Encoding.from_json("[]"), EncodingError, "it is no object"),
        (lambda: enroque.Encoding.from_json("{}"), EncodingError, "no field 'enroque'|enroque"),
        (
            lambda: enroque.Encoding.from_json(enroque.policy_encoding("uci").to_json()),
            EncodingError,
            "describes 'policy', not \"planes\"",
        ),
        (
            lambda: enroque.Encoding.from_json('{"enroque": 2}'),
            EncodingError,
            "version is 2, 1 is known",
        ),
    ],
)
def test_what_is_refused(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_tutorial_by_python_chess(boards: list[Board]) -> None:
    for board in boards:
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


@pytest.mark.parametrize(
    "encoding",
    [
        e
        for e in PLANES
        if e.options.get("format") != 133 and e.name not in ("pieces", "tutorial14")
    ],
    ids=repr,
)
def test_planes_backwards(boards: list[Board], encoding: enroque.Encoding) -> None:
    # PettingZoo does not show a start
    for board in (board for board in boards if board.move_stack):
        again = enroque.decode_planes(encoding, board.planes(encoding), on_missing="default")
        # Maia's mover is shown as White
        is_flipped = encoding.name in ("maia2", "maia3") and encoding.options.get("view") != "white"
        shown = board.transformed("flip_colors") if is_flipped and not board.turn else board
        assert again.board_fen() == shown.board_fen()
        assert again.turn == shown.turn
        if encoding.options.get("format") == 2:
            assert again.castling_rights == board.castling_rights


def test_backwards_and_what_is_missing() -> None:
    board = Board("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 20")
    assert enroque.decode_tokens("chessbench", board.tokens()).fen() == board.fen()
    assert Board.from_packed(board.packed(score=-5, result=2)).fen() == board.fen()
    for kind in (bytearray, memoryview, lambda record: np.frombuffer(record, np.uint8)):
        assert Board.from_packed(kind(board.packed())).fen() == board.fen()
    for no_buffer in (32, "x" * 32, None):
        with pytest.raises(TypeError):
            Board.from_packed(no_buffer)
    assert len(board.bullet_record(score=3)) == 32
    with pytest.raises(EncodingError, match="pieces does not tell whose move it is, who"):
        enroque.decode_planes("pieces", board.planes("pieces"))
    pieces = enroque.decode_planes("pieces", board.planes("pieces"), on_missing="default")
    assert pieces.board_fen() == board.transformed("flip_colors").board_fen()
    black = Board("4k3/4p3/8/8/8/8/8/4K2R b K - 0 1")
    with pytest.raises(EncodingError, match="maia2 does not tell whose move it is: on_missing"):
        enroque.decode_planes("maia2", black.planes("maia2"))
    flipped = enroque.decode_planes("maia2", black.planes("maia2"), on_missing="default")
    assert flipped.fen() == black.transformed("flip_colors").fen()
    white = enroque.decode_planes("maia2", black.planes("maia2", view="white"), view="white")
    assert white.fen() == black.fen()
    with pytest.raises(EncodingError, match="pettingzoo shows no men before a move was made"):
        enroque.decode_planes("pettingzoo", Board().planes("pettingzoo"))
    with pytest.raises(enroque.ArrayError, match="7168 elements, the array 768"):
        enroque.decode_planes("lc0", board.planes("pieces"))
    with pytest.raises(EncodingError, match="format 4 turns the board"):
        enroque.decode_planes("lc0", np.zeros((112, 8, 8)), format=4)
    with pytest.raises(EncodingError, match="no position"):
        enroque.decode_planes("lc0", np.zeros((112, 8, 8)))
    with pytest.raises(EncodingError, match="has 32 bytes, not 3"):
        Board.from_packed(b"abc")
    with pytest.raises(EncodingError, match="not 3"):
        board.packed(result=3)


def test_records(games: Games, pairs: tuple[Any, Any], boards: list[Board]) -> None:
    packed = games.records("packed", *pairs)
    bullet = games.records("bullet", *pairs)
    assert packed.shape == bullet.shape == (len(boards), 32)
    for board, record, other in zip(boards, packed, bullet, strict=True):
        assert Board.from_packed(record.tobytes()).fen() == board.fen()
        score = int.from_bytes(record[28:30].tobytes(), "little", signed=True)
        assert record.tobytes() == board.packed(score=score, result=int(record[30]))
        sign = 1 if board.turn else -1
        result = int(record[30]) if board.turn else 2 - int(record[30])
        assert other.tobytes() == board.bullet_record(score=sign * score, result=result)


@pytest.mark.parametrize("described", PLANES + POLICIES, ids=repr)
def test_json_must_agree_with_itself(described: Any) -> None:
    written = json.loads(described.to_json())
    for name in {"shape", "size", "dtypes", "value_ranges", "chess960"} & written.keys():
        text = json.dumps(written | {name: [7]})
        with pytest.raises(EncodingError, match=rf"contradicts itself: {name} is \[7\]"):
            type(described).from_json(text)
        # what an older version did not write is no contradiction
        older = json.dumps({key: value for key, value in written.items() if key != name})
        assert type(described).from_json(older) == described


def test_json_tells_dtypes_and_ranges() -> None:
    written = json.loads(enroque.encoding("lc0").to_json())
    assert written["dtypes"] == ["float32", "float16", "uint8"]
    assert written["value_ranges"][0] == [0.0, 1.0]
    assert written["value_ranges"][109] == [0.0, None]
    assert "dtypes      float32, float16, uint8" in str(enroque.encoding("lc0"))
    names = enroque.encoding("composed", parts="men castling").channel_names
    assert names[:1] + names[6:7] + names[12:] == [
        "men: own pawns",
        "men: opponent's pawns",
        "castling: own O-O right",
        "castling: own O-O-O right",
        "castling: opponent's O-O right",
        "castling: opponent's O-O-O right",
    ]
    assert len(set(names)) == 16


def test_which_encodings_tell_chess960() -> None:
    # alike but for the rook with which White may castle
    boards = [Board(f"4k3/8/8/8/8/8/8/4KRR1 w {rook} - 0 1", chess960=True) for rook in "FG"]
    for encoding in [*PLANES, COMPOSED]:
        if encoding.name != "tutorial14":  # it shows where castling leads, not with which rook
            one, other = (board.planes(encoding) for board in boards)
            assert encoding.chess960 == (not np.array_equal(one, other)), encoding


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_moves_of_policies(policy: enroque.PolicyEncoding, boards: list[Board]) -> None:
    moves = policy.moves
    assert len(moves) == policy.size
    if policy.options.get("format", 1) > 2:
        return  # the board is turned
    is_movers = policy.conventions["view"].startswith("the mover")
    for played in boards:
        is_flipped = is_movers and not played.turn
        board = played.transformed("flip_colors") if is_flipped else played
        for move in board.legal_moves:
            has_index = policy.name != "from_to" or move.promotion in (None, enroque.QUEEN)
            if has_index and not board.is_castling(move):
                written = moves[board.policy_index(policy, move)]
                assert written in (move.uci(), move.uci()[:4])


def test_sizes() -> None:
    sizes = enroque.encoding_sizes()
    assert sizes.keys() == {"tokens", "features", "records"}
    board = Board()
    for name, size in sizes["tokens"].items():
        tokens = board.tokens(name)
        assert size["count"] == len(tokens)
        assert size["vocabulary"] > tokens.max()
    for name, size in sizes["features"].items():
        features = board.features(name)
        assert features.shape == (2, size["active"])
        assert size["inputs"] > features.max()
    assert sizes["tokens"].keys() == set(enroque.encoding_names()["tokens"])
    assert sizes["features"].keys() == set(enroque.encoding_names()["features"])
    assert sizes["records"] == {"bullet": {"bytes": 32}, "packed": {"bytes": len(board.packed())}}


def test_arguments_of_the_wrong_kind() -> None:
    with pytest.raises(TypeError, match="an encoding is a name or an object of it, not int"):
        Board().planes(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a policy is a name or an object of it, not list"):
        Board().legal_mask([])  # type: ignore[arg-type]
    for buckets in (0, -1, 2**40):
        with pytest.raises(ValueError, match=f"buckets is 1 to .*, not {buckets}"):
            enroque.value_buckets(0.5, buckets=buckets)


COMPOSED = enroque.encoding("composed", parts="men own_attacks castling castling_rooks en_passant")


def test_symmetries(boards: list[Board]) -> None:
    pawnless = Board("4k3/8/2n5/8/3Q4/8/1B6/R3K3 b - - 5 9")
    assert len(pawnless.symmetries()) == 8
    assert Board().symmetries() == ["flip_colors"]
    for board in [*boards, pawnless]:
        for name in board.symmetries():
            twin = board.transformed(name)
            castles = name == "mirror_files" and bool(board.castling_rights)
            assert castles or len(list(twin.legal_moves)) == len(list(board.legal_moves))
            for policy in () if castles else ("lc0", "alphazero", "maia3"):
                permutation = enroque.policy_permutation(policy, name)
                mask = board.legal_mask(policy)
                turned = np.zeros_like(mask)
                turned[permutation[mask]] = True
                assert np.array_equal(turned, twin.legal_mask(policy))
            alone = Board(board.fen(), chess960=board.chess960)
            planes = np.stack([alone.planes("lc0", fill="no", dtype="uint8")] * 2)
            turned = enroque.transform_planes("lc0", planes, name)
            assert turned.dtype == np.uint8
            twin = alone.transformed(name)
            assert np.array_equal(turned[1], twin.planes("lc0", fill="no", dtype="uint8"))
    chess960 = Board("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1", chess960=True)
    assert chess960.symmetries() == ["flip_colors", "mirror_files"]
    mirrored = chess960.transformed("mirror_files")
    assert (mirrored.fen(), mirrored.chess960) == ("3r2kr/8/8/8/8/8/8/3R2KR w KQkq - 0 1", True)
    for planes in ("lc0", "alphazero", "maia2", "openspiel", "pettingzoo", COMPOSED):
        turned = enroque.transform_planes(planes, chess960.planes(planes), "mirror_files")
        assert np.array_equal(turned, mirrored.planes(planes))
    with pytest.raises(EncodingError, match="have own without opponent"):
        enroque.transform_planes(
            "composed", np.zeros((1, 8, 8), np.uint8), "flip_colors", parts="own", view="white"
        )
    with pytest.raises(EncodingError, match="mirror_files is no symmetry while somebody may"):
        Board().transformed("mirror_files")
    with pytest.raises(EncodingError, match='known: "flip_colors", "mirror_files"'):
        Board().transformed("mirror")
    with pytest.raises(EncodingError, match="turns the board itself"):
        enroque.policy_permutation("lc0", "mirror_files", format=3)
    with pytest.raises(enroque.ArrayError, match=r"have the shape \[12, 8, 8\]"):
        enroque.transform_planes("pieces", np.zeros((8, 8), np.float32), "mirror_files")


PARTS = """
    men own_men opponent_men own opponent occupied empty own_attacks opponent_attacks
    own_attacks_by_type opponent_attacks_by_type own_attack_count opponent_attack_count mobility
    legal_origins legal_targets checkers pinned own_king_distance opponent_king_distance castling
    castling_rooks en_passant halfmove_clock move_number white_to_move ones zeros
"""


def by_python_chess(part: str, board: chess.Board) -> list[Any]:
    """The channels of a part as lists of 64 numbers, a1 first, from White's side."""
    us, them = chess.WHITE, chess.BLACK
    kings = {color: board.king(color) for color in (us, them)}

    def squares(condition: Any) -> list[float]:
        return [float(condition(square)) for square in chess.SQUARES]

    def men(color: bool) -> list[Any]:
        return [squares(board.pieces(kind, color).__contains__) for kind in range(1, 7)]

    def by_type(color: bool) -> list[Any]:
        return [
            squares(lambda s, kind=kind: board.attackers(color, s) & board.pieces(kind, color))
            for kind in range(1, 7)
        ]

    def whole(flag: bool) -> list[float]:
        return [float(flag)] * 64

    moves = list(board.legal_moves)
    rooks = chess.SquareSet(board.clean_castling_rights())
    castling = [
        board.has_kingside_castling_rights(us),
        board.has_queenside_castling_rights(us),
        board.has_kingside_castling_rights(them),
        board.has_queenside_castling_rights(them),
    ]
    channels: dict[str, Any] = {
        "men": lambda: men(us) + men(them),
        "own_men": lambda: men(us),
        "opponent_men": lambda: men(them),
        "own": lambda: [squares(lambda s: board.color_at(s) is us)],
        "opponent": lambda: [squares(lambda s: board.color_at(s) is them)],
        "occupied": lambda: [squares(lambda s: board.piece_at(s) is not None)],
        "empty": lambda: [squares(lambda s: board.piece_at(s) is None)],
        "own_attacks": lambda: [squares(lambda s: board.is_attacked_by(us, s))],
        "opponent_attacks": lambda: [squares(lambda s: board.is_attacked_by(them, s))],
        "own_attacks_by_type": lambda: [[float(x > 0) for x in c] for c in by_type(us)],
        "opponent_attacks_by_type": lambda: [[float(x > 0) for x in c] for c in by_type(them)],
        "own_attack_count": lambda: [squares(lambda s: len(board.attackers(us, s)))],
        "opponent_attack_count": lambda: [squares(lambda s: len(board.attackers(them, s)))],
        "mobility": lambda: [squares(lambda s: sum(m.from_square == s for m in moves))],
        "legal_origins": lambda: [squares(lambda s: any(m.from_square == s for m in moves))],
        "legal_targets": lambda: [squares(lambda s: any(m.to_square == s for m in moves))],
        "checkers": lambda: [squares(board.checkers().__contains__)],
        "pinned": lambda: [
            squares(lambda s: board.color_at(s) == board.turn and board.is_pinned(board.turn, s))
        ],
        "own_king_distance": lambda: [squares(lambda s: chess.square_distance(s, kings[us]))],
        "opponent_king_distance": lambda: [
            squares(lambda s: chess.square_distance(s, kings[them]))
        ],
        "castling": lambda: [whole(flag) for flag in castling],
        "castling_rooks": lambda: [squares(rooks.__contains__)],
        "en_passant": lambda: [
            squares(lambda s: s == board.ep_square and board.has_legal_en_passant())
        ],
        "halfmove_clock": lambda: [[float(board.halfmove_clock)] * 64],
        "move_number": lambda: [[float(board.fullmove_number)] * 64],
        "white_to_move": lambda: [whole(board.turn)],
        "ones": lambda: [whole(True)],
        "zeros": lambda: [whole(False)],
    }
    return list(channels[part]())


def test_composed_by_python_chess(boards: list[Board]) -> None:
    whites = enroque.encoding("composed", parts=PARTS.split(), view="white")
    movers = enroque.encoding("composed", parts=PARTS)
    extra = [
        Board("4k3/8/8/8/1b6/8/3P4/4K2r w - - 0 1"),
        Board("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1"),
    ]
    for board in boards + extra:
        other = chess.Board(board.fen(), chess960=True)
        expected = [c for part in PARTS.split() for c in by_python_chess(part, other)]
        planes = board.planes(whites).reshape(-1, 64)
        for name, found, right in zip(whites.channel_names, planes, expected, strict=True):
            assert found.tolist() == right, (name, board)
        if board.turn:
            assert np.array_equal(board.planes(movers), board.planes(whites))
        else:
            twin = board.transformed("flip_colors")
            same = [n for n, name in enumerate(movers.channel_names) if "white_to" not in name]
            assert np.array_equal(board.planes(movers)[same], twin.planes(movers)[same])


def test_composed_with_a_past(games: Games) -> None:
    encoding = enroque.encoding(
        "composed", parts=["men", "men@1", "men@3", "repeated", "repetitions"]
    )
    assert encoding.channels == 38
    board = games[0].board(8)
    planes = board.planes(encoding)
    for first, back in ((12, 1), (24, 3)):
        before = games[0].board(8 - back)
        expected = enroque.encoding("pieces", view="white" if board.turn else "mover")
        shown = before.planes(expected) if back % 2 else before.planes("pieces")
        if board.turn:
            assert np.array_equal(planes[first : first + 12], shown)
    assert (planes[36:] == 1).all()
    start = Board().planes(encoding)
    assert not start[12:36].any()
    game, ply = games.pairs()
    many = games.planes(encoding, game, ply)
    assert np.array_equal(
        many, [games[g].board(p).planes(encoding) for g, p in zip(game, ply, strict=True)]
    )
    assert eval(repr(encoding)) == encoding
    assert pickle.loads(pickle.dumps(encoding)) == encoding
    assert enroque.Encoding.from_json(encoding.to_json()) == encoding
    numbers = enroque.encoding("composed", parts="men mobility")
    with pytest.raises(EncodingError, match="channel 12 of composed holds numbers"):
        games.planes_bits(numbers, game, ply)
    for parts, text in [
        ("mem", 'there is no part "mem"; parts: men, own_men'),
        ("mobility@1", "cannot look back"),
        ("men@0", "cannot look back"),
        ("men " * 11, "1 to 128 channels, not 132"),
        ("", "not 0"),
    ]:
        with pytest.raises(EncodingError, match=text):
            enroque.encoding("composed", parts=parts)


@pytest.mark.parametrize("name", ["HalfKP", "HalfKAv2_hm"])
def test_feature_changes_lead_from_position_to_position(name: str) -> None:
    games = example_games()
    chosen = np.array([3, 0, 3, len(games) - 1])
    changes = games.feature_changes(name, chosen)
    assert (np.diff(changes["offsets"]) == 2 * (np.diff(games.offsets)[chosen] + 1)).all()
    assert len(changes["refresh"]) == changes["offsets"][-1]
    row = 0
    few = 0
    for game in chosen.tolist():
        plies = len(games[game].moves)
        active: list[set[int]] = [set(), set()]
        # the last position has no move, so its features are a board's
        boards = [games[game].board(ply) for ply in range(plies + 1)]
        for board in boards:
            for color in (True, False):
                own = active[not color]
                removed, added = (
                    changes[kind][slice(*changes[f"{kind}_offsets"][row : row + 2])].tolist()
                    for kind in ("removed", "added")
                )
                if changes["refresh"][row]:
                    own.clear()
                    assert not removed
                else:
                    few += 1
                    assert len(removed) + len(added) <= 4
                assert own.issuperset(removed)
                own.difference_update(removed)
                assert own.isdisjoint(added)
                own.update(added)
                mover, other = board.features(name)
                expected = mover if board.turn == color else other
                assert own == set(expected[expected >= 0].tolist())
                row += 1
    assert few > row / 2
    one = games.feature_changes(name, chosen, threads=1)
    assert all(np.array_equal(one[key], changes[key]) for key in one)
    with pytest.raises(IndexError, match="no game"):
        games.feature_changes(name, [len(games)])
