"""enroque against python-chess on positions from seeded random play.

The default run compares 24,000 positions, and the slow tests 204,000 more.
"""

import chess
import pytest

import enroque
from random_play import KINDS, positions

FEN_STYLES = [
    {"shredder": shredder, "en_passant": en_passant}
    for shredder in (False, True)
    for en_passant in ("legal", "xfen", "fen")
]


def compare(theirs: chess.Board, ours: enroque.Board) -> None:
    """Compares positions, legal moves and their notations."""
    for style in FEN_STYLES:
        assert ours.fen(**style) == theirs.fen(**style)
    fen = ours.fen(en_passant="fen")
    expected = {move.uci(): theirs.san(move) for move in theirs.legal_moves}
    moves = list(ours.legal_moves)
    assert {move.uci(): ours.san(move) for move in moves} == expected, fen
    assert len(moves) == len(expected) == len(ours.legal_moves) == ours.legal_moves.count(), fen
    assert dict(zip(ours.legal_moves.uci(), ours.legal_moves.san(), strict=True)) == expected, fen
    for n, move in enumerate(moves):
        assert ours.legal_moves[n] is move
        name = expected[move.uci()]
        assert ours.parse_san(name) == move, (fen, name)
        assert ours.parse_uci(move.uci()) == move, (fen, move)
        assert move in ours.legal_moves
    assert ours.is_check() == theirs.is_check(), fen
    assert ours.castling_rights == theirs.clean_castling_rights(), fen
    assert ours.ep_square == theirs.ep_square, fen


@pytest.mark.parametrize("kind", KINDS)
def test_positions_moves_and_names(kind: str) -> None:
    for theirs, ours in positions(kind, 4_000, seed=20261120):
        compare(theirs, ours)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(17))
@pytest.mark.parametrize("kind", KINDS)
def test_many_positions_moves_and_names(kind: str, seed: int) -> None:
    for theirs, ours in positions(kind, 4_000, seed):
        compare(theirs, ours)


@pytest.mark.parametrize("kind", KINDS)
def test_fen_round_trip(kind: str) -> None:
    for theirs, ours in positions(kind, 1_000, seed=1):
        for style in FEN_STYLES:
            text = theirs.fen(**style)
            again = enroque.Board(text, chess960=kind != "standard")
            assert again.fen(**style) == text
            assert again == ours
            assert again.hash() == ours.hash()


@pytest.mark.parametrize("kind", KINDS)
def test_castling_in_both_dialects(kind: str) -> None:
    seen = 0
    for theirs, ours in positions(kind, 6_000, seed=2, max_plies=60):
        for move in theirs.legal_moves:
            if not theirs.is_castling(move):
                continue
            seen += 1
            for chess960 in (True, False):
                text = theirs.uci(move, chess960=chess960)
                if kind == "standard" or chess960:
                    assert ours.uci(ours.parse_uci(text), chess960=chess960) == text
                else:
                    # with a king off the e-file, python-chess cannot read the UCI that it writes
                    assert ours.parse_uci(theirs.uci(move)) == enroque.Move.from_uci(move.uci())
            our_move = enroque.Move.from_uci(theirs.uci(move, chess960=True))
            assert our_move in ours.legal_moves
            assert ours.is_castling(our_move)
            assert ours.is_kingside_castling(our_move) == theirs.is_kingside_castling(move)
    assert seen > 50


METHODS = [
    "turn",
    "halfmove_clock",
    "fullmove_number",
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "queens",
    "kings",
    "occupied",
    "occupied_co",
    "ply",
    "is_checkmate",
    "is_stalemate",
    "is_insufficient_material",
    "is_seventyfive_moves",
    "is_fifty_moves",
    "can_claim_fifty_moves",
    "is_fivefold_repetition",
    "is_repetition",
    "can_claim_threefold_repetition",
    "can_claim_draw",
    "is_game_over",
    "result",
    "checkers_mask",
    "clean_castling_rights",
    "has_chess960_castling_rights",
    "has_legal_en_passant",
    "has_pseudo_legal_en_passant",
    "chess960_pos",
    "board_fen",
    "shredder_fen",
    "__str__",
    "__repr__",
    "unicode",
]
MOVE_METHODS = [
    "is_legal",
    "is_capture",
    "is_en_passant",
    "is_zeroing",
    "is_irreversible",
    "is_castling",
    "is_kingside_castling",
    "is_queenside_castling",
    "gives_check",
]
COLOR_METHODS = [
    "king",
    "has_insufficient_material",
    "has_castling_rights",
    "has_kingside_castling_rights",
    "has_queenside_castling_rights",
]


def call(board: object, method: str) -> object:
    value = getattr(board, method)
    return value() if callable(value) else value


@pytest.mark.parametrize("kind", KINDS)
def test_methods(kind: str) -> None:
    for ply, (theirs, ours) in enumerate(positions(kind, 3_000, seed=3)):
        fen = theirs.fen(en_passant="fen")
        for method in METHODS:
            assert call(ours, method) == call(theirs, method), (method, fen)
        for method in COLOR_METHODS:
            for color in chess.COLORS:
                expected = getattr(theirs, method)(color)
                assert getattr(ours, method)(color) == expected, (method, color, fen)
        for move in theirs.legal_moves:
            our_move = enroque.Move.from_uci(move.uci())
            for method in MOVE_METHODS:
                expected = getattr(theirs, method)(move)
                assert getattr(ours, method)(our_move) == expected, (method, move, fen)
        if ply % 10:
            continue
        assert [m.uci() for m in ours.move_stack] == [m.uci() for m in theirs.move_stack]
        pieces = {square: piece.symbol() for square, piece in ours.piece_map().items()}
        assert pieces == {square: piece.symbol() for square, piece in theirs.piece_map().items()}
        for square in chess.SQUARES:
            assert ours.piece_type_at(square) == theirs.piece_type_at(square)
            assert ours.color_at(square) == theirs.color_at(square)
            for color in chess.COLORS:
                assert ours.attackers_mask(color, square) == theirs.attackers_mask(color, square)
                assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)


@pytest.mark.parametrize("kind", KINDS)
def test_outcomes(kind: str) -> None:
    ends = set()
    for theirs, ours in positions(kind, 6_000, seed=4, max_plies=400):
        expected, outcome = theirs.outcome(), ours.outcome()
        if outcome is not None and outcome.termination.name == "DEAD_POSITION":
            # python-chess tests material only; enroque has a proof
            assert ours.is_dead_position()
            assert expected is None or expected.winner is None
            continue
        if expected is None:
            assert outcome is None
            continue
        assert outcome is not None
        ends.add(expected.termination.name)
        assert outcome.termination.name == expected.termination.name
        assert outcome.winner == expected.winner
        assert outcome.result() == expected.result() == ours.result()
    assert "CHECKMATE" in ends


@pytest.mark.parametrize("kind", KINDS)
def test_pop_and_copy(kind: str) -> None:
    games = 0
    for theirs, ours in positions(kind, 2_500, seed=5):
        if theirs.ply() % 60 != 59:
            continue
        games += 1
        for plies in (0, 1, 7, True, False):
            kept, expected = ours.copy(stack=plies), theirs.copy(stack=plies)
            assert kept.fen() == expected.fen()
            assert kept.chess960 == expected.chess960
            assert [m.uci() for m in kept.move_stack] == [m.uci() for m in expected.move_stack]
        assert ours.root().fen() == theirs.root().fen()
        back, expected = ours.copy(), theirs.copy()
        while expected.move_stack:
            assert back.peek().uci() == expected.peek().uci()
            assert back.pop().uci() == expected.pop().uci()
            assert back.fen(en_passant="fen") == expected.fen(en_passant="fen")
    assert games > 10
