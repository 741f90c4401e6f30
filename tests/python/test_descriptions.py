"""Classes of encodings: properties, tables, pickle, JSON."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

import enroque
from encoding_samples import (
    BOARDS,
    COMPOSED,
    FEATURES,
    GAMES,
    NAMES,
    PAIRS,
    PLANES,
    POLICIES,
    RECORDS,
    TOKENS,
)
from enroque import Board, EncodingError

ALL = [*PLANES, COMPOSED, *POLICIES, *TOKENS, *FEATURES, *RECORDS]
DERIVED_FIELDS = {
    "shape",
    "size",
    "dtypes",
    "value_ranges",
    "chess960",
    "vocabulary",
    "inputs",
    "active",
    "bytes",
}


@pytest.mark.parametrize("encoding", ALL, ids=repr)
def test_round_trips(encoding: Any) -> None:
    assert pickle.loads(pickle.dumps(encoding)) == encoding
    text = encoding.to_json()
    loaded = type(encoding).from_json(text)
    assert loaded == encoding
    assert hash(loaded) == hash(encoding)
    assert eval(repr(encoding)) == encoding
    assert json.loads(text)["options"] == encoding.options
    assert encoding.name in str(encoding)
    assert set(encoding.conventions) >= {"view", "chess960", "source"}
    assert encoding != encoding.name
    if isinstance(encoding, enroque.Encoding):
        assert len(encoding.channel_names) == encoding.channels
        assert str(encoding).count("\n") >= encoding.channels


def test_equality() -> None:
    assert enroque.encoding("lc0", format=2) != enroque.encoding("lc0")
    assert enroque.encoding("lc0", fill=None) == enroque.encoding("lc0", format=np.int8(1))
    assert enroque.policy_encoding("lc0", format=1) != enroque.policy_encoding("lc0", format=2)
    assert enroque.encoding("lc0").channel_names[:2] == ["own pawns", "own knights"]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: enroque.encoding("lco"), EncodingError, 'unknown encoding "lco"; known: "alpha'),
        (
            lambda: enroque.encoding("lc0", fromat=2),
            TypeError,
            "unexpected keyword argument 'fromat'",
        ),
        (
            lambda: enroque.encoding("lc0", view="white"),
            EncodingError,
            "no option view; known: format",
        ),
        (lambda: enroque.encoding("openspiel", view="x"), EncodingError, "it has no options"),
        (
            lambda: enroque.encoding("maia3", history=9),
            EncodingError,
            'invalid history 9 of "maia3"; known: 1 to',
        ),
        (
            lambda: enroque.encoding("lc0", format="2"),
            EncodingError,
            'invalid format "2" of "lc0"; known: 1, 2',
        ),
        (lambda: enroque.encoding("lc0", format=2.0), TypeError, "format must be a str or an int"),
        (lambda: enroque.encoding("lc0", format=True), TypeError, "not bool"),
        (lambda: enroque.encoding(3), TypeError, "str"),
        (lambda: enroque.policy_encoding("uci", format=1), EncodingError, "no option format"),
        (
            lambda: Board().planes(3),
            TypeError,
            "the encoding of planes must be a str or Encoding, not",
        ),
        (
            lambda: Board().planes("lc0", format=2),  # type: ignore[call-arg]
            TypeError,
            "unexpected keyword argument 'format'",
        ),
        (lambda: Board().tokens("fen"), EncodingError, 'known: "chessbench", "squares"'),
        (lambda: Board().features("halfkp"), EncodingError, 'known: "HalfKP", "HalfKA"'),
        (lambda: enroque.Encoding.from_json("{"), EncodingError, "invalid JSON of an encoding"),
        (lambda: enroque.Encoding.from_json("[]"), EncodingError, "it is not an object"),
        (lambda: enroque.Encoding.from_json("{}"), EncodingError, 'field "enroque" is missing'),
        (
            lambda: enroque.Encoding.from_json(enroque.policy_encoding("uci").to_json()),
            EncodingError,
            "kind must be \"planes\", not 'policy'",
        ),
        (
            lambda: enroque.Encoding.from_json('{"enroque": 2}'),
            EncodingError,
            "version must be 1, not 2",
        ),
    ],
)
def test_invalid_arguments(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize("encoding", ALL, ids=repr)
def test_json_must_be_consistent(encoding: Any) -> None:
    written = json.loads(encoding.to_json())
    for name in DERIVED_FIELDS & written.keys():
        text = json.dumps(written | {name: [7]})
        with pytest.raises(
            EncodingError, match=rf"inconsistent JSON of an encoding: {name} is \[7\]"
        ):
            type(encoding).from_json(text)
        # a field that an older version did not write may be missing
        older = json.dumps({key: value for key, value in written.items() if key != name})
        assert type(encoding).from_json(older) == encoding


def test_dtypes_and_ranges_in_json() -> None:
    written = json.loads(enroque.encoding("lc0").to_json())
    assert written["dtypes"] == ["float32", "float16", "uint8"]
    assert written["value_ranges"][0] == [0.0, 1.0]
    assert written["value_ranges"][109] == [0.0, None]
    assert "dtypes      float32, float16, uint8" in str(enroque.encoding("lc0"))
    names = enroque.encoding("composed", parts="pieces castling").channel_names
    assert names[:1] + names[6:7] + names[12:] == [
        "pieces: own pawns",
        "pieces: opponent's pawns",
        "castling: own O-O right",
        "castling: own O-O-O right",
        "castling: opponent's O-O right",
        "castling: opponent's O-O-O right",
    ]
    assert len(set(names)) == 16


def test_chess960_of_planes() -> None:
    # positions that differ only in the rook of White's castling right
    boards = [Board(f"4k3/8/8/8/8/8/8/4KRR1 w {rook} - 0 1", chess960=True) for rook in "FG"]
    for encoding in [*PLANES, COMPOSED]:
        if encoding.name != "tutorial14":  # it shows targets of castling, not rooks
            one, other = (board.planes(encoding) for board in boards)
            assert encoding.chess960 == (not np.array_equal(one, other)), encoding


def test_arguments_of_the_wrong_type() -> None:
    with pytest.raises(
        TypeError, match="the encoding of planes must be a str or Encoding, not int"
    ):
        Board().planes(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the policy must be a str or PolicyEncoding, not list"):
        Board().legal_mask([])  # type: ignore[arg-type]
    for buckets in (0, -1, 2**40):
        with pytest.raises(ValueError, match=f"buckets must be 1 to .*, not {buckets}"):
            enroque.value_buckets(0.5, buckets=buckets)


def test_all_names_are_listed() -> None:
    kinds = {
        "planes": enroque.Encoding,
        "tokens": enroque.TokenEncoding,
        "features": enroque.FeatureEncoding,
        "records": enroque.RecordEncoding,
        "policies": enroque.PolicyEncoding,
    }
    assert NAMES.keys() == kinds.keys()
    literals: dict[str, Any] = {
        "planes": enroque._encodings.PlaneName,
        "tokens": enroque._encodings.TokenName,
        "features": enroque._encodings.FeatureName,
        "records": enroque._encodings.RecordName,
    }
    for kind, literal in literals.items():
        assert list(literal.__args__) == list(NAMES[kind])
    for kind, names in NAMES.items():
        make = enroque.policy_encoding if kind == "policies" else enroque.encoding
        for name in names:
            assert type(make(name)) is kinds[kind]
    of_positions = [name for kind, names in NAMES.items() if kind != "policies" for name in names]
    assert len(set(of_positions)) == len(of_positions)
    with pytest.raises(EncodingError) as error:
        enroque.encoding("halfkp")
    for name in of_positions:
        assert f'"{name}"' in str(error.value)


@pytest.mark.parametrize("encoding", [*PLANES, COMPOSED, *TOKENS, *FEATURES, *RECORDS], ids=repr)
def test_encoding_from_json(encoding: Any) -> None:
    text = encoding.to_json()
    assert enroque.encoding_from_json(text) == encoding
    assert json.loads(text)["enroque"] == 1
    others = (enroque.Encoding, enroque.TokenEncoding, enroque.FeatureEncoding)
    for other in {*others, enroque.RecordEncoding} - {type(encoding)}:
        with pytest.raises(EncodingError, match="the kind must be"):
            other.from_json(text)


def test_invalid_json() -> None:
    for text in ("", "[]", "{}", "3", '{"kind": 3}', '{"kind": "squares", "enroque": 1}'):
        with pytest.raises(EncodingError, match="invalid JSON of an encoding"):
            enroque.encoding_from_json(text)
    with pytest.raises(EncodingError, match="describes a policy: use PolicyEncoding"):
        enroque.encoding_from_json(enroque.policy_encoding("uci").to_json())


@pytest.mark.parametrize("tokens", TOKENS, ids=repr)
def test_descriptions_of_tokens(tokens: enroque.TokenEncoding) -> None:
    assert tokens.shape == (tokens.length,) == (len(tokens.field_names),)
    assert tokens.vocab_size == len(tokens.token_names)
    low, high = np.array(tokens.value_ranges).T
    for board in BOARDS:
        found = board.tokens(tokens)
        assert found.shape == tokens.shape
        assert [found.dtype.name] == tokens.dtypes
        assert ((low <= found) & (found <= high)).all()
        # the tokens of squares are those of the pieces on the board
        shown = board
        if tokens.options == {"view": "side_to_move"} and not board.turn:
            shown = board.transformed("flip_colors")
        for field, token in zip(tokens.field_names, found.tolist(), strict=True):
            if field not in enroque.SQUARE_NAMES:
                continue
            piece = shown.piece_at(enroque.parse_square(field))
            name = tokens.token_names[token]
            if tokens.name == "chessbench":
                assert name == ("." if piece is None else piece.symbol())
            elif piece is None:
                assert name == "empty"
            else:
                sides = (
                    ["opponent's", "own"]
                    if tokens.options["view"] == "side_to_move"
                    else ["Black's", "White's"]
                )
                assert name == f"{sides[piece.color]} {enroque.piece_name(piece.piece_type)}"


@pytest.mark.parametrize("features", FEATURES, ids=repr)
def test_descriptions_of_features(features: enroque.FeatureEncoding) -> None:
    assert features.shape == (len(features.perspectives), features.max_active)
    assert features.value_ranges == [(-1, features.num_inputs - 1)] * 2
    for board in BOARDS:
        found = board.features(features)
        assert found.shape == features.shape
        assert [found.dtype.name] == features.dtypes
        assert found.min() >= -1
        assert found.max() < features.num_inputs


@pytest.mark.parametrize("records", RECORDS, ids=repr)
def test_descriptions_of_records(records: enroque.RecordEncoding) -> None:
    assert records.shape == (records.itemsize,)
    ends = 0
    for (_, first, count), (low, high) in zip(records.fields, records.value_ranges, strict=True):
        assert first == ends
        ends = first + count
        for record in GAMES.records(records, *PAIRS):
            part = record[first : first + count].tobytes()
            number = int.from_bytes(part, "little", signed=low < 0)
            # fields of several numbers: pieces and zeros
            numbers = [number] if count in (1, 2, 8) else list(part)
            assert all(low <= number <= high for number in numbers)
    assert ends == records.itemsize


def test_chess960_of_tokens_features_and_records() -> None:
    boards = [Board(f"4k3/8/8/8/8/8/8/4KRR1 b {rook} - 0 1", chess960=True) for rook in "FG"]
    for tokens in TOKENS:
        rows = [board.tokens(tokens, on_unsupported="mask") for board in boards]
        assert tokens.chess960 == (not np.array_equal(*rows)), tokens
    for features in FEATURES:
        rows = [board.features(features) for board in boards]
        assert features.chess960 == (not np.array_equal(*rows))
    assert enroque.encoding("packed").chess960 == (
        boards[0].packed_record() != boards[1].packed_record()
    )
    alike = boards[0].bullet_record() == boards[1].bullet_record()
    assert enroque.encoding("bullet").chess960 == (not alike)


def test_objects_of_another_class_are_errors() -> None:
    board = Board()
    for call, text in [
        (
            lambda: board.planes(enroque.encoding("squares")),
            "the encoding of planes must .* not TokenEn",
        ),
        (
            lambda: board.tokens(enroque.encoding("lc0")),
            "the encoding of tokens must .* not Encoding",
        ),
        (lambda: board.features(enroque.encoding("lc0")), "the feature set must .* not Encoding"),
        (lambda: GAMES.records(enroque.encoding("lc0"), [], []), "the record kind must .* not Enc"),
        (lambda: board.legal_mask(enroque.encoding("lc0")), "the policy must .* not Encoding"),
        (
            lambda: enroque.Loader(GAMES, enroque.Column.features(enroque.encoding("lc0"))),
            "the feature set must",
        ),
    ]:
        with pytest.raises(TypeError, match=text):
            call()
    with pytest.raises(TypeError, match="unexpected keyword argument 'view'"):
        board.tokens(enroque.encoding("squares"), view="white")  # type: ignore[call-arg]
    with pytest.raises(EncodingError, match="has no option view: it has no options"):
        enroque.encoding("HalfKP", view="white")
