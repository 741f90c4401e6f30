"""Decoding of arrays and records, and missing properties."""

import numpy as np
import pytest

import enroque
from encoding_samples import BOARDS, GAMES, PAIRS, PLANES, RECORDS
from enroque import Board
from enroque.errors import ArgumentError, EncodingError


@pytest.mark.parametrize(
    "encoding",
    [
        e
        for e in PLANES
        if e.options.get("format") != 133 and e.name not in ("pieces", "tutorial14")
    ],
    ids=repr,
)
def test_decode_planes(encoding: enroque.Encoding) -> None:
    # PettingZoo does not encode the first position
    for board in (board for board in BOARDS if board.move_stack):
        decoded = encoding.decode(board.planes(encoding), on_missing="default")
        # Maia shows the side to move as White
        names = ("maia2", "maia3", "chess_alpha_zero")
        is_flipped = encoding.name in names and encoding.options.get("view") != "white"
        shown = board.transformed("flip_colors") if is_flipped and not board.turn else board
        assert decoded.board_fen() == shown.board_fen()
        assert decoded.turn == shown.turn
        if encoding.options.get("format") == 2:
            assert decoded.castling_rights == board.castling_rights


def test_decoding_and_missing_properties() -> None:
    board = Board("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 20")
    assert enroque.Encoding("chessbench").decode(board.tokens("chessbench")).fen() == board.fen()
    assert Board.from_packed_record(board.packed_record(score=-5, result=2)).fen() == board.fen()
    for kind in (bytearray, memoryview, lambda record: np.frombuffer(record, np.uint8)):
        assert Board.from_packed_record(kind(board.packed_record())).fen() == board.fen()
    for no_buffer in (32, "x" * 32, None):
        with pytest.raises(TypeError):
            Board.from_packed_record(no_buffer)
    assert len(board.bullet_record(score=3)) == 32
    with pytest.raises(EncodingError, match="pieces does not encode side to move, castling rights"):
        enroque.Encoding("pieces").decode(board.planes("pieces"))
    pieces = enroque.Encoding("pieces").decode(board.planes("pieces"), on_missing="default")
    assert pieces.board_fen() == board.transformed("flip_colors").board_fen()
    black = Board("4k3/4p3/8/8/8/8/8/4K2R b K - 0 1")
    with pytest.raises(EncodingError, match="maia2 does not encode side to move: pass on_missing"):
        enroque.Encoding("maia2").decode(black.planes("maia2"))
    flipped = enroque.Encoding("maia2").decode(black.planes("maia2"), on_missing="default")
    assert flipped.fen() == black.transformed("flip_colors").fen()
    white = enroque.Encoding("maia2", view="white").decode(
        black.planes(enroque.Encoding("maia2", view="white")),
    )
    assert white.fen() == black.fen()
    with pytest.raises(EncodingError, match="which pettingzoo does not encode"):
        enroque.Encoding("pettingzoo").decode(Board().planes("pettingzoo"))
    with pytest.raises(enroque.errors.ArrayError, match="7168 elements, but the array has 768"):
        enroque.Encoding("lc0").decode(board.planes("pieces"))
    with pytest.raises(EncodingError, match="format 4 transforms the board"):
        enroque.Encoding("lc0", format=4).decode(np.zeros((112, 8, 8)))
    with pytest.raises(EncodingError, match="position is illegal"):
        enroque.Encoding("lc0").decode(np.zeros((112, 8, 8)))
    with pytest.raises(EncodingError, match="must have 32 bytes, not 3"):
        Board.from_packed_record(b"abc")
    with pytest.raises(EncodingError, match="not 3"):
        board.packed_record(result=3)
    with pytest.raises(ArgumentError, match="score must be -32768 to 32767, not 40000"):
        board.packed_record(score=40_000)
    with pytest.raises(ArgumentError, match=r"0 \(lost\), 1 \(drawn\) or 2 \(won\), not -1"):
        board.bullet_record(result=-1)


def test_tokens_of_squares_do_not_encode_the_side_to_move() -> None:
    for view in ("side_to_move", "white"):
        board = Board("4k3/8/8/8/8/8/4p3/4K3 b - - 0 1")
        tokens = board.tokens(enroque.Encoding("squares", view=view))
        with pytest.raises(EncodingError, match="squares does not encode side to move, castling"):
            enroque.Encoding("squares", view=view).decode(tokens)
        decoded = enroque.Encoding("squares", view=view).decode(tokens, on_missing="default")
        shown = board.transformed("flip_colors") if view == "side_to_move" else board
        assert decoded.board_fen() == shown.board_fen()


def test_decode_records() -> None:
    for kind in RECORDS:
        for board, record in zip(BOARDS, GAMES.records(kind, *PAIRS), strict=True):
            if kind.name == "packed":
                for form in (record, record.tobytes(), bytearray(record)):
                    assert kind.decode(form).fen() == board.fen()
                continue
            with pytest.raises(
                EncodingError, match="bullet does not encode side to move, castling"
            ):
                enroque.Encoding("bullet").decode(record)
            decoded = enroque.Encoding("bullet").decode(record, on_missing="default")
            shown = board if board.turn else board.transformed("flip_colors")
            assert decoded.board_fen() == shown.board_fen()
    with pytest.raises(EncodingError, match="must have 32 bytes, not 3"):
        enroque.Encoding("packed").decode(b"abc")
    with pytest.raises(EncodingError, match="features cannot be decoded"):
        enroque.Encoding("HalfKP").decode(np.zeros((2, 32), np.int32))


def test_a_double_push_without_history() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3"
    board, encodings = Board(fen), map(enroque.Encoding, ["alphazero", "openspiel"])
    for encoding in encodings:
        with pytest.raises(EncodingError, match=f"{encoding.name} does not encode en-passant"):
            encoding.decode(board.planes(encoding))
        no_capture = Board(fen.replace("3Pp3", "2p1P3").replace("d3", "-"))
        assert encoding.decode(no_capture.planes(encoding)).board_fen() == no_capture.board_fen()
        assert encoding.decode(Board().planes(encoding)).board_fen() == Board().board_fen()
    # the history contains the push; lc0 reconstructs it
    played = Board("rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3")
    played.push_san("d4")
    assert enroque.Encoding("alphazero").decode(played.planes("alphazero")).fen() == fen
    for fill in ("no", "fen_only", "always"):
        decoded = enroque.Encoding("lc0", fill=fill).decode(
            board.planes(enroque.Encoding("lc0", fill=fill))
        )
        assert decoded.fen().split()[:5] == board.fen().split()[:5]
