"""The public API of python-chess's Board, compared with enroque's."""

import copy
import inspect
import pickle
import random
from collections.abc import Sequence

import chess
import chess.variant
import pytest

import enroque
from random_play import KINDS, positions, random_setup

# Names of python-chess's Board for variants or internal use.
NOT_SUPPORTED = {
    "tracing_suffixes",
    "variant_tablebase",
    "xboard_variant",
    "tbw_suffix",
    "tbz_suffix",
} | {
    name
    for name in dir(chess.Board)
    if name.startswith(("tb", "pawnless_tb", "connected_kings", "one_king", "captures_compulsory"))
}

# Status flags that python-chess computes differently: checks that it does not test, rights without
# a rook that it drops when reading a FEN, and kings, which it counts for both players together.
DIFFERENT_STATUS = (
    enroque.STATUS_TOO_MANY_KINGS
    | enroque.STATUS_IMPOSSIBLE_CHECK
    | enroque.STATUS_OPPOSITE_CHECK
    | enroque.STATUS_BAD_CASTLING_RIGHTS
)

MASKS = [chess.BB_ALL, chess.BB_RANK_4 | chess.BB_FILE_E, chess.BB_LIGHT_SQUARES, chess.BB_EMPTY]


def test_every_public_name_exists() -> None:
    theirs = {name for name in dir(chess.Board()) if not name.startswith("_")}
    missing = sorted(name for name in theirs - NOT_SUPPORTED if not hasattr(enroque.Board, name))
    assert missing == []


def test_keyword_arguments_have_the_same_names() -> None:
    for name, theirs in inspect.getmembers(chess.Board, inspect.isfunction):
        ours = getattr(enroque.Board, name, None)
        if name.startswith("_") or ours is None:
            continue
        expected = [p for p in inspect.signature(theirs).parameters.values() if p.name != "self"]
        try:
            have = inspect.signature(ours).parameters
        except ValueError:
            continue
        for parameter in expected:
            # positional arguments may have other names, but all keywords must exist
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.name != "stack":
                assert parameter.name in have, (name, parameter.name)


def compare_pieces(theirs: chess.BaseBoard, ours: enroque.BaseBoard, rng: random.Random) -> None:
    """Compares pieces and attacks."""
    fen = theirs.board_fen()
    for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert list(ours.occupied_co) == list(theirs.occupied_co)
    assert {n: str(piece) for n, piece in ours.piece_map().items()} == {
        n: str(piece) for n, piece in theirs.piece_map().items()
    }
    for square in rng.sample(range(64), 16):
        for color in (True, False):
            assert ours.attackers_mask(color, square) == theirs.attackers_mask(color, square), fen
            assert int(ours.attackers(color, square)) == int(theirs.attackers(color, square))
            some = rng.getrandbits(64) & rng.getrandbits(64)
            assert int(ours.attackers(color, square, some)) == int(
                theirs.attackers(color, square, chess.SquareSet(some))
            )
            assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)
            assert ours.pin_mask(color, square) == theirs.pin_mask(color, square), (fen, square)
            assert int(ours.pin(color, square)) == int(theirs.pin(color, square))
            assert ours.is_pinned(color, square) == theirs.is_pinned(color, square)
        assert str(ours.piece_at(square)) == str(theirs.piece_at(square))
        assert ours.piece_type_at(square) == theirs.piece_type_at(square)
        assert ours.color_at(square) == theirs.color_at(square)
        assert ours.attacks_mask(square) == theirs.attacks_mask(square)
        assert int(ours.attacks(square)) == int(theirs.attacks(square))
    for color in (True, False):
        assert ours.king(color) == theirs.king(color)
        for piece_type in range(1, 7):
            assert int(ours.pieces(piece_type, color)) == int(theirs.pieces(piece_type, color))
            mask = theirs.pieces_mask(piece_type, color)
            assert ours.pieces_mask(piece_type, color) == mask


def compare_squares(theirs: chess.Board, ours: enroque.Board, rng: random.Random) -> None:
    """Compares pieces, attacks and checks."""
    compare_pieces(theirs, ours, rng)
    assert int(ours.checkers()) == int(theirs.checkers())
    assert ours.checkers_mask() == theirs.checkers_mask()
    assert ours.is_check() == theirs.is_check()
    assert ours.was_into_check() == theirs.was_into_check()


def compare_generators(theirs: chess.Board, ours: enroque.Board) -> None:
    """Compares the generators of moves."""
    for name in (
        "generate_legal_moves",
        "generate_legal_captures",
        "generate_legal_ep",
        "generate_castling_moves",
        "generate_pseudo_legal_moves",
        "generate_pseudo_legal_captures",
        "generate_pseudo_legal_ep",
    ):
        for from_mask in MASKS:
            for to_mask in MASKS[:2]:
                expected = sorted(m.uci() for m in getattr(theirs, name)(from_mask, to_mask))
                have = sorted(m.uci() for m in getattr(ours, name)(from_mask, to_mask))
                assert have == expected, (name, theirs.fen(), from_mask, to_mask)
    pseudo_legal = list(theirs.pseudo_legal_moves)
    assert ours.pseudo_legal_moves.count() == len(ours.pseudo_legal_moves) == len(pseudo_legal)
    for move in pseudo_legal:
        our_move = enroque.Move.from_uci(move.uci())
        assert our_move in ours.pseudo_legal_moves
        assert ours.is_pseudo_legal(our_move)
        assert ours.is_into_check(our_move) == theirs.is_into_check(move)
        assert ours.is_legal(our_move) == theirs.is_legal(move)


def compare_names(theirs: chess.Board, ours: enroque.Board) -> None:
    """Compares LAN, XBoard moves and EPD."""
    for move in theirs.legal_moves:
        our_move = enroque.Move.from_uci(move.uci())
        assert ours.lan(our_move) == theirs.lan(move)
        for chess960 in (None, True, False):
            if chess960 is not False or not theirs.chess960:
                assert ours.uci(our_move, chess960=chess960) == theirs.uci(move, chess960=chess960)
        assert ours.xboard(our_move) == theirs.xboard(move), theirs.fen()
        assert ours.parse_xboard(theirs.san(move)) == our_move
    line, walker = [], theirs.copy()
    for number in range(12):
        moves = sorted(walker.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        line.append(moves[number * 7 % len(moves)])
        walker.push(line[-1])
    ours_line = [enroque.Move.from_uci(move.uci()) for move in line]
    assert ours.variation_san(ours_line) == theirs.variation_san(line)
    operations = {"hmvc": theirs.halfmove_clock, "fmvn": theirs.fullmove_number, "id": 'a "b" \\ c'}
    if line:
        moves = {"bm": line[:1], "pv": line}
        twins = {"bm": ours_line[:1], "pv": ours_line}
        text = theirs.epd(**operations, **moves, ce=-13, c0=1.5, draw=None)
        assert ours.epd(**operations, **twins, ce=-13, c0=1.5, draw=None) == text
        board, have = enroque.Board.from_epd(text, chess960=theirs.chess960)
        assert board.fen() == theirs.fen()
        assert (have["bm"], have["pv"]) == (ours_line[:1], ours_line)
        # python-chess reads the moves of an EPD on a standard board, without Chess960 castling
        if not (theirs.chess960 and "O-O" in text):
            expected = chess.Board.from_epd(text, chess960=theirs.chess960)[1]
            assert repr(have) == repr(expected)
    for style in ({}, {"shredder": True}, {"en_passant": "fen"}, {"en_passant": "xfen"}):
        assert ours.epd(**style) == theirs.epd(**style)


def compare_transforms(theirs: chess.Board, ours: enroque.Board) -> None:
    """Compares transformed boards, most of which are illegal."""
    for name in ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal"):
        expected = theirs.transform(getattr(chess, name))
        have = ours.transform(getattr(enroque, name))
        assert have.board_fen() == expected.board_fen()
        assert have.castling_rights == expected.castling_rights
        assert have.ep_square == expected.ep_square
        same = ~DIFFERENT_STATUS
        assert have.status() & same == expected.status() & same, have.fen()
        assert have.status() & expected.status() == expected.status(), have.fen()
    have, expected = ours.mirror(), theirs.mirror()
    assert have.fen(en_passant="fen") == expected.fen(en_passant="fen")
    assert have.chess960 == expected.chess960


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_the_same(kind: str) -> None:
    rng = random.Random(4)
    for theirs, ours in positions(kind, 250, seed=31):
        compare_squares(theirs, ours, rng)
        compare_generators(theirs, ours)
        compare_names(theirs, ours)
        compare_transforms(theirs, ours)
        assert ours.promoted == theirs.promoted
        assert ours.status() == theirs.status() == 0
        assert ours.is_valid()


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(9))
def test_results_are_the_same_in_many_positions(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    for theirs, ours in positions(kind, 4_000, seed=seed):
        compare_squares(theirs, ours, rng)
        compare_generators(theirs, ours)
        compare_names(theirs, ours)
        compare_transforms(theirs, ours)


# Illegal positions and edits


def test_pieces_and_attacks_in_any_position() -> None:
    rng = random.Random(960)
    playable = 0
    for _ in range(1_200):
        fen = random_setup(rng)
        theirs, ours = chess.Board(fen), enroque.Board(fen)
        compare_squares(theirs, ours, rng)
        assert ours.clean_castling_rights() == theirs.clean_castling_rights(), fen
        have, known = ours.status(), theirs.status()
        if have & enroque.STATUS_TOO_MANY_KINGS:  # checks are ambiguous with several kings
            checks = enroque.STATUS_IMPOSSIBLE_CHECK | enroque.STATUS_TOO_MANY_CHECKERS
            have, known = have & ~checks, known & ~checks
        # enroque reports more flags
        assert have & known == known, (fen, have, known)
        assert not have & ~known & ~DIFFERENT_STATUS, (fen, have, known)
        assert ours.board_fen() == theirs.board_fen()
        assert str(ours) == str(theirs)
        pseudo_legal = sorted(m.uci() for m in ours.pseudo_legal_moves)
        # python-chess accepts impossible en-passant squares, and double pushes of pawns on the
        # first rank; enroque does not
        if theirs.ep_square is None and not known & enroque.STATUS_PAWNS_ON_BACKRANK:
            assert pseudo_legal == sorted(m.uci() for m in theirs.pseudo_legal_moves), fen
        playable += ours.is_valid()
    assert playable > 50


def test_methods_without_legal_moves_in_any_position() -> None:
    rng = random.Random(1996)
    moves = [chess.Move(a, b) for a in range(64) for b in range(64) if a != b]
    illegal = 0
    for _ in range(600):
        fen = random_setup(rng)
        theirs, ours = chess.Board(fen), enroque.Board(fen)
        illegal += not ours.is_valid()
        # python-chess gives rights to one of several kings if one is on the first rank
        one_king = not ours.status() & enroque.STATUS_TOO_MANY_KINGS
        if one_king:
            have = ours.has_chess960_castling_rights()
            assert have == theirs.has_chess960_castling_rights(), fen
        assert ours.is_insufficient_material() == theirs.is_insufficient_material(), fen
        for color in (True, False):
            have = ours.has_insufficient_material(color)
            assert have == theirs.has_insufficient_material(color), fen
        for color in (True, False) if one_king else ():
            for name in ("has_kingside_castling_rights", "has_queenside_castling_rights"):
                assert getattr(ours, name)(color) == getattr(theirs, name)(color), (name, fen)
        if theirs.halfmove_clock < 100:
            assert ours.is_fifty_moves() is ours.is_seventyfive_moves() is False
        if ours.status() & enroque.STATUS_INVALID_EP_SQUARE == 0:
            for style in ("legal", "xfen", "fen"):
                assert ours.fen(en_passant=style) == theirs.fen(en_passant=style), fen
            assert ours.epd() == theirs.epd()
            assert ours.has_legal_en_passant() == theirs.has_legal_en_passant(), fen
        else:
            assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen")
        some = [
            move
            for move in rng.sample(moves, 200)
            if theirs.color_at(move.from_square) == theirs.turn != theirs.color_at(move.to_square)
        ]
        for move in [*some, *theirs.pseudo_legal_moves]:
            our_move = enroque.Move.from_uci(move.uci())
            if move in theirs.pseudo_legal_moves:
                assert ours.uci(our_move) == theirs.uci(move), (fen, move)
            if theirs.ep_square is None:
                assert ours.is_capture(our_move) == theirs.is_capture(move), (fen, move)
                assert ours.is_zeroing(our_move) == theirs.is_zeroing(move), (fen, move)
                assert not ours.is_en_passant(our_move)
        for move in theirs.generate_castling_moves():
            our_move = enroque.Move.from_uci(move.uci())
            assert ours.is_castling(our_move)
            assert ours.is_kingside_castling(our_move) == theirs.is_kingside_castling(move)
            assert ours.is_queenside_castling(our_move) == theirs.is_queenside_castling(move)
    assert illegal > 300
    lone = enroque.Board("8/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert lone.has_queenside_castling_rights(enroque.WHITE)
    castling = enroque.Move.from_uci("e1c1")
    assert lone.is_castling(castling)
    assert lone.uci(castling) == "e1c1"
    assert lone.uci(castling, chess960=True) == "e1a1"
    assert not lone.is_kingside_castling(castling)


def test_en_passant_square_of_a_fen() -> None:
    for fen in (enroque.STARTING_FEN, "1r6/8/8/pP6/8/8/8/1K6 w - a6 0 1"):
        for square in (enroque.E3, enroque.A6, None):
            theirs, ours = chess.Board(fen), enroque.Board(fen)
            theirs.ep_square = ours.ep_square = square
            assert ours.ep_square == square
            for style in ("legal", "xfen", "fen"):
                if square != enroque.E3 or style == "fen":
                    assert ours.fen(en_passant=style) == theirs.fen(en_passant=style)
                    assert ours.epd(en_passant=style) == theirs.epd(en_passant=style)


def test_a_null_move_in_check_is_into_check() -> None:
    for fen in (enroque.STARTING_FEN, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "8/8/8/8/8/8/8/8 w - -"):
        expected = chess.Board(fen).is_into_check(chess.Move.null())
        assert enroque.Board(fen).is_into_check(enroque.Move.null()) == expected, fen


EPDS = [
    'r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - - bm Rxf4; id "ERET 001";',
    'r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4; id "open',
    '4k3/8/8/8/8/8/4P3/4K3 w - - bm; am; pv; draw_offer; id "a \\"b\\"";',
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd1; pv e4 Kd7 e5; sm e3; hmvc 3; fmvn 9; ce -12; x .5;",
    "4k3/8/8/8/8/8/4P3/4K3 w -",
    "4k3/8/8/8/8/8/4P3/4K3 b",
    "4k3/8/8/8/8/8/4P3/4K3",
    "  4k3/8/8/8/8/8/4P3/4K3  w  -  -  c0  7  ;  ",
    f"{chess.STARTING_FEN}",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 bm e4;",
    '4k3/8/8/8/8/8/4P3/4K3 w - - "id" 1;',
    "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1x;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - sm Kd5;",
    "4k3/8/8/8/8/8/4P3 w - - sm Kd5;",
    "",
]


@pytest.mark.parametrize("text", EPDS)
def test_epds_are_read_as_python_chess_does(text: str) -> None:
    theirs, ours = chess.Board(), enroque.Board()
    try:
        expected = theirs.set_epd(text)
    except ValueError:
        for read in (ours.set_epd, enroque.Board.from_epd):
            with pytest.raises((enroque.errors.FenError, enroque.IllegalMoveError)):
                read(text)
        return
    have = ours.set_epd(text)
    assert ours.fen() == theirs.fen()
    assert repr(have) == repr(expected)
    assert repr(enroque.Board.from_epd(text)[1]) == repr(expected)
    assert theirs.epd(**expected) == ours.epd(**have)


def test_hashes_tensors_and_winnability_raise_in_illegal_positions() -> None:
    board = enroque.Board(None)
    calls = [
        board.hash,
        lambda: board.planes("lc0"),
        lambda: board.can_win(enroque.WHITE),
        lambda: enroque.perft(board, 2),
        lambda: board.read_move("e4"),
        lambda: board.notation(enroque.Move.from_uci("e2e4")),
    ]
    for call in calls:
        with pytest.raises(
            enroque.errors.IllegalPositionError, match="White has no king"
        ) as caught:
            call()
        assert caught.value.status == board.status() != 0
        assert isinstance(caught.value, ValueError)
    assert not board.is_valid()
    assert board.fen() == chess.Board(None).fen()
    assert list(board.pseudo_legal_moves) == list(board.legal_moves) == []


def test_a_board_is_built_piece_by_piece() -> None:
    ours, theirs = enroque.Board.empty(), chess.Board.empty()
    for square, symbol in [(4, "K"), (7, "R"), (60, "k"), (0, "R"), (12, "P"), (51, "p")]:
        ours.set_piece_at(square, enroque.Piece.from_symbol(symbol))
        theirs.set_piece_at(square, chess.Piece.from_symbol(symbol))
        assert ours.fen() == theirs.fen()
        assert ours.status() == theirs.status()
    ours.castling_rights = theirs.castling_rights = chess.BB_A1 | chess.BB_H1 | chess.BB_H8
    assert ours.castling_rights == theirs.castling_rights
    assert (
        ours.clean_castling_rights() == theirs.clean_castling_rights() == chess.BB_A1 | chess.BB_H1
    )
    assert ours.status() == theirs.status() == enroque.STATUS_BAD_CASTLING_RIGHTS
    assert ours.fen() == theirs.fen()
    assert sorted(m.uci() for m in ours.legal_moves) == sorted(m.uci() for m in theirs.legal_moves)
    ours.push_san("O-O")
    theirs.push_san("O-O")
    assert ours.fen() == theirs.fen()
    assert str(ours.remove_piece_at(51)) == str(theirs.remove_piece_at(51)) == "p"
    assert ours.remove_piece_at(51) is None
    assert ours.move_stack == []
    ours.set_piece_map({0: enroque.Piece.from_symbol("k"), 63: enroque.Piece.from_symbol("K")})
    theirs.set_piece_map({0: chess.Piece.from_symbol("k"), 63: chess.Piece.from_symbol("K")})
    assert ours.fen() == theirs.fen()
    ours.set_board_fen(chess.STARTING_BOARD_FEN)
    theirs.set_board_fen(chess.STARTING_BOARD_FEN)
    ours.set_castling_fen("KQk")
    theirs.set_castling_fen("KQk")
    assert ours.fen() == theirs.fen()
    for name in ("reset_board", "clear_board", "clear", "reset"):
        getattr(ours, name)()
        getattr(theirs, name)()
        assert ours.fen() == theirs.fen(), name


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (enroque.STARTING_FEN, "e2e4 e7e5 g1f3"),
        # the first move leaves the king in check, after which the history is illegal
        ("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3 e8d8 0000 e7e6"),
    ],
)
def test_the_move_stack_reads_like_a_list(fen: str, moves: str) -> None:
    board = enroque.Board(fen)
    stack = board.move_stack
    assert not stack
    assert stack == []
    for move in moves.split():
        board.push(enroque.Move.from_uci(move))
    listed = popped_moves(board)
    assert [move.uci() for move in listed] == moves.split()
    assert len(stack) == len(listed)
    assert list(stack) == listed == stack == board.move_stack == stack.copy()
    assert list(reversed(stack)) == listed[::-1]
    for index in range(-len(listed), len(listed)):
        assert stack[index] == listed[index]
    assert (stack[1:], stack[::-1]) == (listed[1:], listed[::-1])
    assert (stack + listed[:1], listed[:1] + stack) == (listed + listed[:1], listed[:1] + listed)
    assert (stack.index(listed[1]), stack.count(listed[0])) == (1, 1)
    assert listed[2] in stack
    assert enroque.Move(0, 1) not in stack
    assert stack != listed[1:]
    assert repr(stack) == repr(listed)
    for copied in (copy.copy(stack), pickle.loads(pickle.dumps(stack))):
        assert type(copied) is list
        assert copied == listed
    assert isinstance(stack, Sequence)
    with pytest.raises(IndexError, match="out of range"):
        stack[len(listed)]
    with pytest.raises(ValueError, match="not in"):
        stack.index(enroque.Move(0, 1))
    with pytest.raises(TypeError):
        hash(stack)
    assert not hasattr(stack, "append")
    board.pop()
    assert stack == listed[:-1]


def popped_moves(board: enroque.Board) -> list[enroque.Move]:
    """Returns the moves that `pop` returns, as an oracle of `move_stack`."""
    board = board.copy()
    return [board.pop() for _ in range(len(board.move_stack))][::-1]


def test_the_turn_can_be_set() -> None:
    board = enroque.Board()
    board.push_san("e4")
    board.push_san("e5")
    board.turn = enroque.BLACK
    assert "d7d5" in [move.uci() for move in board.legal_moves]
    board.turn = enroque.WHITE
    assert len(board.legal_moves) == 29
    board.halfmove_clock = 99
    board.fullmove_number = 70
    assert board.fen().endswith("99 70")
    assert [move.uci() for move in board.move_stack] == ["e2e4", "e7e5"]
    assert board.pop().uci() == "e7e5"
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def test_invalid_edits_change_nothing() -> None:
    board = enroque.Board()
    board.push_san("e4")
    before = board.fen(), list(board.move_stack)
    invalid = [
        (ValueError, lambda: setattr(board, "halfmove_clock", -1)),
        (ValueError, lambda: setattr(board, "fullmove_number", 10**9)),
        (TypeError, lambda: setattr(board, "turn", "white")),
        (IndexError, lambda: setattr(board, "ep_square", 64)),
        (TypeError, lambda: setattr(board, "castling_rights", "KQkq")),
        (IndexError, lambda: board.set_piece_at(64, None)),
        (TypeError, lambda: board.set_piece_at(0, "K")),
        (TypeError, lambda: board.set_piece_map({0: "K"})),
        (TypeError, lambda: board.set_piece_map(None)),
        (enroque.errors.FenError, lambda: board.set_board_fen("8/8")),
        (enroque.errors.FenError, lambda: board.set_board_fen(enroque.STARTING_FEN)),
        (enroque.errors.FenError, lambda: board.set_castling_fen("KX")),
        (enroque.errors.FenError, lambda: board.set_epd("8/8/8/8 w - -")),
        (enroque.errors.FenError, lambda: board.set_epd(f"{board.epd()} ce 1x;")),
        (enroque.IllegalMoveError, lambda: board.set_epd(f"{board.epd()} bm Ke5;")),
        (enroque.errors.FenError, lambda: board.set_epd(board.fen())),
        (ZeroDivisionError, lambda: board.apply_transform(lambda mask: mask // 0)),
        (TypeError, lambda: board.apply_transform(lambda mask: "x")),
        (ValueError, lambda: board.epd(**{"a b": 1})),
        (ValueError, lambda: board.epd(**{"": 1})),
        (ValueError, lambda: board.epd(**{"1": 1})),
        (TypeError, lambda: board.epd(x=[1, 2])),
        (ValueError, lambda: board.epd(ce=float("nan"))),
        (TypeError, lambda: board.epd(ce=object())),
        (enroque.IllegalMoveError, lambda: board.epd(bm=enroque.Move.from_uci("a1a8"))),
        (enroque.IllegalMoveError, lambda: board.variation_san([enroque.Move.from_uci("a1a8")])),
        (TypeError, lambda: board.variation_san(["e5"])),
    ]
    for kind, edit in invalid:
        with pytest.raises(kind):
            edit()
        assert (board.fen(), board.move_stack) == before


def test_a_standard_board_keeps_impossible_rights() -> None:
    fen = "4k3/8/8/8/8/8/8/5K1R w - - 0 1"
    board = enroque.Board(fen)
    board.castling_rights = enroque.BB_H1
    assert board.status() == enroque.STATUS_BAD_CASTLING_RIGHTS
    assert board.clean_castling_rights() == 0
    board.chess960 = True
    assert board.is_valid()
    assert "f1h1" in [move.uci() for move in board.legal_moves]
    board.chess960 = False
    assert board.status() == enroque.STATUS_BAD_CASTLING_RIGHTS
    assert board.fen() == fen
    board = enroque.Board(fen)
    board.set_castling_fen("K")
    assert board.status() == enroque.STATUS_BAD_CASTLING_RIGHTS


def test_random_starts() -> None:
    board = enroque.Board.random960(seed=7)
    assert board.fen() == enroque.Board.random960(seed=7).fen()
    assert board.chess960
    assert board.chess960_pos() is not None
    double = enroque.Board.random960(seed=7, double=True)
    assert enroque.chess960.numbers(double) is not None
    seen = {enroque.Board.random960(seed=seed).fen() for seed in range(50)}
    assert len(seen) > 40

    class Mine(enroque.Board):
        pass

    assert type(Mine.random960(seed=1)) is Mine
    assert type(Mine.empty()) is Mine
    assert type(Mine.from_epd(Mine().epd())[0]) is Mine
    assert type(Mine().mirror()) is Mine


@pytest.mark.parametrize("kind", KINDS)
def test_python_chess_and_back(kind: str) -> None:
    for theirs, ours in positions(kind, 120, seed=5, max_plies=60):
        there = ours.to_chess()
        assert there == theirs
        assert there.move_stack == theirs.move_stack
        assert there.chess960 == theirs.chess960
        back = enroque.Board.from_chess(theirs)
        assert back == ours
        assert back.move_stack == ours.move_stack
        assert back.is_repetition(2) == ours.is_repetition(2)
    empty = enroque.Board.from_chess(chess.Board(None))
    assert empty == enroque.Board(None)
    assert empty.to_chess() == chess.Board(None)
    edited = theirs.copy()
    edited.turn = not edited.turn
    assert enroque.Board.from_chess(edited).turn == edited.turn
    with pytest.raises(ValueError, match="atomic"):
        enroque.Board.from_chess(chess.variant.AtomicBoard())


@pytest.mark.parametrize("right", ["a1", "e1", "e3", "h8"])
def test_pickles_of_impossible_castling_rights(right: str) -> None:
    for fen in (enroque.STARTING_FEN, "8/8/8/8/8/8/8/8 w - - 0 1"):
        board, theirs = enroque.Board(fen), chess.Board(fen)
        board.castling_rights = theirs.castling_rights = 1 << enroque.parse_square(right)
        restored = pickle.loads(pickle.dumps(board))
        assert restored == board
        assert restored.castling_rights == theirs.castling_rights
        assert restored.castling_xfen() == theirs.castling_xfen()
