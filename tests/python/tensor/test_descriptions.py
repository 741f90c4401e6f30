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
from enroque import Board
from enroque.errors import ArgumentError, EncodingError

ALL = [*PLANES, COMPOSED, *POLICIES, *TOKENS, *FEATURES, *RECORDS]
DERIVED_FIELDS = {
    # and the kind, whose values are checked first
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
    if encoding in PLANES:
        assert len(encoding.channel_names) == encoding.channels
        assert str(encoding).count("\n") >= encoding.channels


def test_equality() -> None:
    assert enroque.Encoding("lc0", format=2) != enroque.Encoding("lc0")
    assert enroque.Encoding("lc0", fill=None) == enroque.Encoding("lc0", format=np.int8(1))
    assert enroque.Policy("lc0", format=1) != enroque.Policy("lc0", format=2)
    assert enroque.Encoding("lc0").channel_names[:2] == ["own pawns", "own knights"]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: enroque.Encoding("lco"), ArgumentError, 'unknown encoding "lco"; known: "alpha'),
        (
            lambda: enroque.Encoding("lc0", fromat=2),
            TypeError,
            "unexpected keyword argument 'fromat'",
        ),
        (
            lambda: enroque.Encoding("lc0", view="white"),
            ArgumentError,
            "no option view; known: format",
        ),
        (lambda: enroque.Encoding("openspiel", view="x"), ArgumentError, "it has no options"),
        (
            lambda: enroque.Encoding("maia3", history=9),
            ArgumentError,
            'invalid history 9 of "maia3"; known: 1 to',
        ),
        (
            lambda: enroque.Encoding("lc0", format="2"),
            ArgumentError,
            'invalid format "2" of "lc0"; known: 1, 2',
        ),
        (lambda: enroque.Encoding("lc0", format=2.0), TypeError, "format must be a str or an int"),
        (lambda: enroque.Encoding("lc0", format=True), TypeError, "not bool"),
        (lambda: enroque.Encoding(3), TypeError, "str"),
        (lambda: enroque.Policy("uci", format=1), ArgumentError, "no option format"),
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
        (lambda: Board().tokens("fen"), ArgumentError, 'known: "chessbench", "squares"'),
        (lambda: Board().features("halfkp"), ArgumentError, 'known: "HalfKP", "HalfKA"'),
        (lambda: enroque.Encoding.from_json("{"), EncodingError, "invalid JSON of an encoding"),
        (lambda: enroque.Encoding.from_json("[]"), EncodingError, "it is not an object"),
        (lambda: enroque.Encoding.from_json("{}"), EncodingError, 'field "enroque" is missing'),
        (
            lambda: enroque.Encoding.from_json(enroque.Policy("uci").to_json()),
            EncodingError,
            'kind must be "planes" or .* "records", not \'policy\'',
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
    written = json.loads(enroque.Encoding("lc0").to_json())
    assert written["dtypes"] == ["float32", "float16", "uint8"]
    assert written["value_ranges"][0] == [0.0, 1.0]
    assert written["value_ranges"][109] == [0.0, None]
    assert "dtypes      float32, float16, uint8" in str(enroque.Encoding("lc0"))
    names = enroque.Encoding("composed", parts="pieces castling").channel_names
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
    with pytest.raises(TypeError, match="the policy must be a str or Policy, not list"):
        Board().legal_mask([])  # type: ignore[arg-type]
    for buckets in (0, -1, 2**40):
        with pytest.raises(ValueError, match=f"buckets must be from 1 to .*, not {buckets}"):
            enroque.value_buckets(0.5, buckets=buckets)


def test_all_names_are_listed() -> None:
    literals: dict[str, Any] = {
        "planes": enroque.typing.PlaneName,
        "tokens": enroque.typing.TokenName,
        "features": enroque.typing.FeatureName,
        "records": enroque.typing.RecordName,
    }
    assert NAMES.keys() == literals.keys()
    # `tools/write_names` writes them
    assert list(enroque.typing.PolicyName.__args__) == enroque.Policy.names()
    for kind, names in NAMES.items():
        assert list(literals[kind].__args__) == names
        assert {enroque.Encoding(name).kind for name in names} == {kind}
    of_positions = [name for names in NAMES.values() for name in names]
    assert len(set(of_positions)) == len(of_positions)
    with pytest.raises(ArgumentError) as error:
        enroque.Encoding("halfkp")
    for name in of_positions:
        assert f'"{name}"' in str(error.value)


@pytest.mark.parametrize("encoding", [*PLANES, COMPOSED, *TOKENS, *FEATURES, *RECORDS], ids=repr)
def test_encoding_from_json(encoding: Any) -> None:
    text = encoding.to_json()
    assert enroque.Encoding.from_json(text) == encoding
    written = json.loads(text)
    assert written["enroque"] == 1
    for kind in NAMES.keys() - {encoding.kind}:
        with pytest.raises(EncodingError, match=f"kind is '{kind}', but '{encoding.kind}' by name"):
            enroque.Encoding.from_json(json.dumps(written | {"kind": kind}))
    with pytest.raises(EncodingError, match='the kind must be "policy", not \''):
        enroque.Policy.from_json(text)


def test_attributes_of_other_kinds() -> None:
    own = {
        "planes": {"channels", "channel_names", "scaled_channels", "en_passant"},
        "tokens": {"length", "field_names", "vocab_size", "token_names"},
        "features": {"perspectives", "num_inputs", "max_active"},
        "records": {"itemsize", "fields"},
    }
    for kind, names in NAMES.items():
        encoding = enroque.Encoding(names[0])
        for other, attributes in own.items():
            for attribute in attributes:
                assert hasattr(encoding, attribute) == (other == kind)
    text = '"lc0" has no attribute length: it is of kind "planes", not "tokens"'
    with pytest.raises(AttributeError, match=text):
        _ = enroque.Encoding("lc0").length
    with pytest.raises(EncodingError, match="only planes can be transformed"):
        enroque.Encoding("squares").transform(np.zeros(64), "flip_colors")


def test_values_of_options() -> None:
    lc0 = enroque.Encoding("lc0").option_values
    assert lc0 == {"format": [1, 2, 3, 4, 5, 132, 133], "fill": ["fen_only", "no", "always"]}
    assert enroque.Encoding("composed").option_values["parts"] is None
    for name in [name for names in NAMES.values() for name in names]:
        options = enroque.Encoding(name).option_values
        assert options.keys() == enroque.Encoding(name).options.keys()
        for option, values in options.items():
            for value in values or ():
                chosen: dict[str, Any] = {option: value}
                assert enroque.Encoding(name, **chosen).options[option] == value


def test_invalid_json() -> None:
    for text in ("", "[]", "{}", "3", '{"kind": 3}', '{"kind": "squares", "enroque": 1}'):
        with pytest.raises(EncodingError, match="invalid JSON of an encoding"):
            enroque.Encoding.from_json(text)
    with pytest.raises(EncodingError, match="the kind must be"):
        enroque.Encoding.from_json(enroque.Policy("uci").to_json())


@pytest.mark.parametrize("tokens", TOKENS, ids=repr)
def test_descriptions_of_tokens(tokens: enroque.Encoding) -> None:
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
def test_descriptions_of_features(features: enroque.Encoding) -> None:
    assert features.shape == (len(features.perspectives), features.max_active)
    assert features.value_ranges == [(-1, features.num_inputs - 1)] * 2
    for board in BOARDS:
        found = board.features(features)
        assert found.shape == features.shape
        assert [found.dtype.name] == features.dtypes
        assert found.min() >= -1
        assert found.max() < features.num_inputs


@pytest.mark.parametrize("records", RECORDS, ids=repr)
def test_descriptions_of_records(records: enroque.Encoding) -> None:
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
    assert enroque.Encoding("packed").chess960 == (
        boards[0].packed_record() != boards[1].packed_record()
    )
    alike = boards[0].bullet_record() == boards[1].bullet_record()
    assert enroque.Encoding("bullet").chess960 == (not alike)


def test_objects_of_another_class_are_errors() -> None:
    board = Board()
    for call, text in [
        (
            lambda: board.planes(enroque.Encoding("squares")),
            'the encoding of planes cannot be "squares", which is of kind "tokens"',
        ),
        (
            lambda: board.tokens(enroque.Encoding("lc0")),
            'the encoding of tokens cannot be "lc0", which is of kind "planes"',
        ),
        (lambda: board.features(enroque.Encoding("lc0")), 'the feature set cannot be "lc0"'),
        (lambda: GAMES.records(enroque.Encoding("lc0"), [], []), 'the record kind cannot be "lc0"'),
        (lambda: enroque.Column.features(enroque.Encoding("lc0")), "the feature set cannot"),
    ]:
        with pytest.raises(EncodingError, match=text):
            call()
    with pytest.raises(TypeError, match="the policy must be a str or Policy, not Encoding"):
        board.legal_mask(enroque.Encoding("lc0"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'view'"):
        board.tokens(enroque.Encoding("squares"), view="white")  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match="has no option view: it has no options"):
        enroque.Encoding("HalfKP", view="white")
