"""Composed planes."""

import pickle
from typing import Any

import chess
import numpy as np
import pytest

import enroque
from encoding_samples import BOARDS, GAMES
from enroque import Board
from enroque.errors import ArgumentError, EncodingError

PARTS = """
    pieces own_pieces opponent_pieces own opponent occupied empty own_attacks opponent_attacks
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

    def pieces(color: bool) -> list[Any]:
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
        "pieces": lambda: pieces(us) + pieces(them),
        "own_pieces": lambda: pieces(us),
        "opponent_pieces": lambda: pieces(them),
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


def test_composed_by_python_chess() -> None:
    white_view = enroque.Encoding("composed", parts=PARTS.split(), view="white")
    stm_view = enroque.Encoding("composed", parts=PARTS)
    extra = [
        Board("4k3/8/8/8/1b6/8/3P4/4K2r w - - 0 1"),
        Board("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1"),
    ]
    for board in BOARDS + extra:
        other = chess.Board(board.fen(), chess960=True)
        expected = [c for part in PARTS.split() for c in by_python_chess(part, other)]
        planes = board.planes(white_view).reshape(-1, 64)
        for name, found, channel in zip(white_view.channel_names, planes, expected, strict=True):
            assert found.tolist() == channel, (name, board)
        if board.turn:
            assert np.array_equal(board.planes(stm_view), board.planes(white_view))
        else:
            swapped = board.transformed("flip_colors")
            same = [n for n, name in enumerate(stm_view.channel_names) if "white_to" not in name]
            assert np.array_equal(board.planes(stm_view)[same], swapped.planes(stm_view)[same])


def test_composed_with_history() -> None:
    encoding = enroque.Encoding(
        "composed", parts=["pieces", "pieces@1", "pieces@3", "repeated", "repetitions"]
    )
    assert encoding.channels == 38
    board = GAMES[0].board(8)
    planes = board.planes(encoding)
    for first, back in ((12, 1), (24, 3)):
        before = GAMES[0].board(8 - back)
        expected = enroque.Encoding("pieces", view="white" if board.turn else "side_to_move")
        shown = before.planes(expected) if back % 2 else before.planes("pieces")
        if board.turn:
            assert np.array_equal(planes[first : first + 12], shown)
    assert (planes[36:] == 1).all()
    start = Board().planes(encoding)
    assert not start[12:36].any()
    game, ply = GAMES.positions()
    many = GAMES.planes(encoding, game, ply)
    assert np.array_equal(
        many, [GAMES[g].board(p).planes(encoding) for g, p in zip(game, ply, strict=True)]
    )
    assert eval(repr(encoding)) == encoding
    assert pickle.loads(pickle.dumps(encoding)) == encoding
    assert enroque.Encoding.from_json(encoding.to_json()) == encoding
    numbers = enroque.Encoding("composed", parts="pieces mobility")
    with pytest.raises(EncodingError, match="channel 12 of composed has a number on each square"):
        GAMES.planes_bits(numbers, game, ply)
    for parts, text in [
        ("mem", 'unknown part "mem"; known: pieces, own_pieces'),
        ("mobility@1", "invalid history of part"),
        ("pieces@0", "invalid history of part"),
        ("pieces " * 11, "1 to 128 channels, not 132"),
        ("", "not 0"),
    ]:
        with pytest.raises(ArgumentError, match=text):
            enroque.Encoding("composed", parts=parts)
