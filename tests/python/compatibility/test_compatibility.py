"""What python-chess tolerates: impossible rights, illegal positions, pseudo-legal moves, drops.

Everything is compared with python-chess on random positions and games.
"""

import copy
import io
import pickle
import random
import re
from typing import Any

import chess
import chess.pgn
import pytest

import enroque
import enroque.pgn
from enroque import Board, Move
from random_play import random_setup


def uci(moves: Any) -> list[str]:
    return sorted(move.uci() for move in moves)


def one_king_at_most(board: chess.Board) -> bool:
    return all(chess.popcount(board.kings & board.occupied_co[color]) <= 1 for color in (0, 1))


def compare(theirs: chess.Board, ours: Board) -> None:
    """Compares the positions and what follows from their legal moves."""
    fen = theirs.fen()
    assert ours.fen() == fen
    assert uci(ours.legal_moves) == uci(theirs.legal_moves), fen
    assert ours.legal_moves.count() == theirs.legal_moves.count()
    assert bool(ours.legal_moves) == bool(theirs.legal_moves)
    assert uci(ours.pseudo_legal_moves) == uci(theirs.pseudo_legal_moves), fen
    assert ours.is_check() == theirs.is_check()
    assert ours.was_into_check() == theirs.was_into_check()
    assert ours.is_checkmate() == theirs.is_checkmate()
    assert ours.is_stalemate() == theirs.is_stalemate()
    assert ours.is_fifty_moves() == theirs.is_fifty_moves()
    assert ours.is_seventyfive_moves() == theirs.is_seventyfive_moves()
    assert [move.uci() for move in ours.move_stack] == uci_in_order(theirs.move_stack)


def uci_in_order(moves: Any) -> list[str]:
    return [move.uci() for move in moves]


def compare_names(theirs: chess.Board, ours: Board) -> None:
    """Compares the names of moves, and reads them again."""
    for move in theirs.legal_moves:
        name = theirs.san(move)
        same = Move.from_uci(move.uci())
        assert ours.san(same) == name, (theirs.fen(), move)
        assert ours.lan(same) == theirs.lan(move)
        assert ours.parse_san(name) == same == ours.parse_uci(move.uci())
        assert ours.is_legal(same)
        assert same in ours.legal_moves
        assert ours.gives_check(same) == theirs.gives_check(move)
        assert ours.is_irreversible(same) == theirs.is_irreversible(move)
    for move in theirs.pseudo_legal_moves:
        same = Move.from_uci(move.uci())
        assert ours.is_into_check(same) == theirs.is_into_check(move)
        assert ours.is_legal(same) == theirs.is_legal(move)


def test_legal_moves_of_illegal_positions() -> None:
    rng = random.Random(1924)
    illegal = 0
    for _ in range(3_000):
        fen = random_setup(rng)
        theirs = chess.Board(fen)
        # python-chess accepts impossible en-passant squares, and pushes of pawns on the first rank
        unusual = chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_INVALID_EP_SQUARE
        if theirs.status() & unusual or not one_king_at_most(theirs):
            continue
        ours = Board(fen)
        illegal += not ours.is_valid()
        compare(theirs, ours)
        compare_names(theirs, ours)
        for _ in range(6):
            moves = sorted(theirs.legal_moves, key=str)
            if not moves:
                break
            name = theirs.san(rng.choice(moves))
            assert ours.push_san(name).uci() == theirs.push_san(name).uci()
            compare(theirs, ours)
        while theirs.move_stack:
            assert ours.pop().uci() == theirs.pop().uci()
        assert ours.fen() == theirs.fen()
    assert illegal > 300


@pytest.mark.parametrize("seed", range(4))
def test_pseudo_legal_play(seed: int) -> None:
    rng = random.Random(seed)
    unchecked = 0
    for _ in range(40):
        theirs, ours = chess.Board(chess960=seed == 3), Board(chess960=seed == 3)
        for _ in range(rng.randrange(1, 60)):
            if rng.random() < 0.15 and theirs.move_stack:
                assert ours.peek().uci() == theirs.peek().uci()
                assert ours.pop().uci() == theirs.pop().uci()
                continue
            moves = sorted(theirs.pseudo_legal_moves, key=str)
            if not moves or not one_king_at_most(theirs):
                break
            risky = [move for move in moves if not theirs.is_legal(move)]
            move = rng.choice(risky) if risky and rng.random() < 0.3 else rng.choice(moves)
            if rng.random() < 0.05:
                move = chess.Move.null()
            unchecked += bool(move) and not theirs.is_legal(move)
            theirs.push(move)
            ours.push(Move.from_uci(move.uci()))
            compare(theirs, ours)
        compare_names(theirs, ours)
        root = ours.root()
        assert (root.fen(), root.move_stack) == (theirs.root().fen(), [])
        for same in (ours.copy(), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
            assert same == ours
            compare(theirs, same)
        stack = rng.randrange(1, 8)
        theirs, ours = theirs.copy(stack=stack), ours.copy(stack=stack)
        while theirs.move_stack:
            compare(theirs, ours)
            assert ours.pop().uci() == theirs.pop().uci()
        assert ours.fen() == theirs.fen()
    assert unchecked > 20


def test_moves_that_are_not_pseudo_legal_are_rejected() -> None:
    board = Board()
    for text in ("e2e5", "e7e5", "e1g1", "a1a3", "d1d1q", "N@e4", "e4e5"):
        try:
            move = Move.from_uci(text)
        except enroque.InvalidMoveError:
            continue
        with pytest.raises(enroque.IllegalMoveError, match="illegal move"):
            board.push(move)
        assert (board.fen(), board.move_stack) == (chess.STARTING_FEN, [])


def test_repetitions_of_illegal_positions() -> None:
    theirs, ours = chess.Board("8/8/8/8/8/8/8/K7 w - - 0 1"), Board("8/8/8/8/8/8/8/K7 w - - 0 1")
    for n in range(20):
        text = "0000" if n % 2 else ("a1b1", "b1a1")[n // 2 % 2]
        theirs.push(chess.Move.from_uci(text))
        ours.push(Move.from_uci(text))
        for count in (2, 3, 5):
            assert ours.is_repetition(count) == theirs.is_repetition(count)
        assert ours.is_fivefold_repetition() == theirs.is_fivefold_repetition()


def test_hashes_are_refused_after_an_illegal_move_and_come_back() -> None:
    board = Board("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    key = board.hash()
    board.push(Move.from_uci("e2c3"))
    assert board.was_into_check()
    with pytest.raises(enroque.errors.IllegalPositionError, match="in check"):
        board.hash()
    with pytest.raises(enroque.errors.IllegalPositionError, match="in check"):
        board.planes("lc0")
    board.pop()
    assert board.hash() == key


def random_castling_fen(rng: random.Random) -> str:
    rows = []
    for _ in range(2):
        row = rng.sample("rnbqkbnr", 8) if rng.random() < 0.6 else list("r...k..r")
        rows.append("".join("1" if rng.random() < 0.2 or c == "." else c for c in row))
    letters = rng.choice(["KQkq", "KQ", "kq", "Kk", "HAha", "Gb", "Kq", "Ee", "-"])
    turn = rng.choice("wb")
    board = f"{rows[0]}/8/8/8/8/8/8/{rows[1].upper()}"
    return re.sub("1+", lambda ones: str(len(ones[0])), board) + f" {turn} {letters} - 0 1"


def test_impossible_castling_rights() -> None:
    rng = random.Random(960)
    bad = 0
    for _ in range(4_000):
        fen = random_castling_fen(rng)
        for chess960 in (False, True):
            theirs, ours = chess.Board(fen, chess960=chess960), Board(fen, chess960=chess960)
            if not one_king_at_most(theirs):
                continue
            flag = chess.STATUS_BAD_CASTLING_RIGHTS
            is_bad = bool(ours.status() & flag)
            if not chess960:
                # in Chess960, python-chess also drops rights of kings on different files
                assert ours.fen() == theirs.fen()
                assert ours.clean_castling_rights() == theirs.clean_castling_rights(), fen
                if theirs.king(True) is not None and theirs.king(False) is not None:
                    assert is_bad >= bool(theirs.status() & flag), fen
                    assert uci(ours.legal_moves) == uci(theirs.legal_moves), fen
            if is_bad:
                bad += 1
                with pytest.raises(enroque.errors.FenError):
                    Board(fen, chess960=chess960, strict=True)
            before = ours.castling_rights
            if ours.legal_moves:
                ours.push(next(iter(ours.legal_moves)))
                ours.pop()
            assert ours.castling_rights == before
            assert bool(ours.status() & flag) == is_bad
    assert bad > 500


def test_promoted_pieces() -> None:
    rng = random.Random(8)
    marked = "Q~3k3/1P6/8/8/8/8/6p1/4K2r~ b - - 0 1"
    for _ in range(60):
        theirs, ours = chess.Board(marked), Board(marked)
        for _ in range(rng.randrange(20)):
            action = rng.random()
            if action < 0.15:
                square, piece = rng.randrange(64), rng.choice(["q", "N", None])
                promoted = rng.random() < 0.5
                if theirs.piece_type_at(square) == chess.KING:
                    continue
                theirs.set_piece_at(square, piece and chess.Piece.from_symbol(piece), promoted)
                ours.set_piece_at(square, piece and enroque.Piece.from_symbol(piece), promoted)
            elif action < 0.2:
                theirs.promoted = ours.promoted = theirs.promoted & chess.BB_LIGHT_SQUARES
            elif action < 0.3 and theirs.move_stack:
                theirs.pop()
                ours.pop()
            elif action < 0.35:
                theirs.clear_stack()
                ours.clear_stack()
            elif moves := sorted(theirs.legal_moves, key=str):
                move = rng.choice(moves)
                theirs.push(move)
                ours.push(Move.from_uci(move.uci()))
            assert ours.promoted == theirs.promoted
            assert ours.fen(promoted=True) == theirs.fen(promoted=True)
            assert ours.board_fen(promoted=True) == theirs.board_fen(promoted=True)
            assert ours.epd(promoted=True) == theirs.epd(promoted=True)
            assert ours.fen() == theirs.fen()
        assert ours.copy().promoted == theirs.copy().promoted
        assert pickle.loads(pickle.dumps(ours)).promoted == theirs.promoted
    # without edits, the squares follow from the moves
    for _ in range(60):
        theirs = chess.Board("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1")
        ours = Board(theirs.fen())
        for _ in range(rng.randrange(60)):
            moves = sorted(theirs.legal_moves, key=str)
            if theirs.move_stack and (not moves or rng.random() < 0.3):
                assert ours.pop().uci() == theirs.pop().uci()
            elif moves:
                move = rng.choice([m for m in moves if m.promotion] or moves)
                theirs.push(move)
                ours.push_uci(move.uci())
            assert ours.promoted == theirs.promoted
    base = enroque.BaseBoard(marked.split()[0])
    assert base.board_fen(promoted=True) == marked.split()[0]
    assert pickle.loads(pickle.dumps(base)).promoted == base.promoted == chess.BB_A8 | chess.BB_H1


def test_drops_are_values() -> None:
    for text in ("P@e4", "N@f3", "Q@a1", "K@h8"):
        ours, theirs = Move.from_uci(text), chess.Move.from_uci(text)
        assert ours.uci() == ours.xboard() == str(ours) == text
        assert (ours.from_square, ours.to_square, ours.promotion, ours.drop) == (
            theirs.from_square,
            theirs.to_square,
            theirs.promotion,
            theirs.drop,
        )
        assert ours == Move(ours.from_square, ours.to_square, drop=ours.drop)
        assert ours == copy.copy(ours) == pickle.loads(pickle.dumps(ours))
        assert hash(ours) == hash(Move.from_uci(text))
        assert ours != Move.from_uci("a2a3")
        for board in (Board(), Board("4k3/8/8/8/8/8/8/8 w - - 0 1")):
            assert not board.is_legal(ours)
            assert not board.is_pseudo_legal(ours)
            assert ours not in board.legal_moves
            with pytest.raises(enroque.IllegalMoveError, match=text):
                board.push(ours)
    # not the move of a queen with a piece to drop
    assert not Board().is_legal(Move(enroque.E2, enroque.E4, drop=enroque.PAWN))
    for text in ("X@e4", "P@e9", "P@", "@e4", "PP@e4"):
        with pytest.raises(enroque.InvalidMoveError):
            Move.from_uci(text)
        with pytest.raises(chess.InvalidMoveError):
            chess.Move.from_uci(text)


def test_hashes_of_pieces() -> None:
    for symbol in "PNBRQKpnbrqk":
        assert hash(enroque.Piece.from_symbol(symbol)) == hash(chess.Piece.from_symbol(symbol))


def test_generators_of_other_boards() -> None:
    board = Board()
    generator = enroque.LegalMoveGenerator(board)
    board.push_san("e4")
    assert list(generator) == list(board.legal_moves)
    assert list(enroque.PseudoLegalMoveGenerator(board)) == list(board.pseudo_legal_moves)

    class Other:
        traversals = 0

        def generate_legal_moves(self) -> list[Move]:
            self.traversals += 1
            return [Move.from_uci("a2a3")]

        def is_legal(self, move: Move) -> bool:
            return move.uci() == "a2a3"

        def san(self, move: Move) -> str:
            return "a3"

    other = Other()
    generator = enroque.LegalMoveGenerator(other)
    assert list(generator) == [Move.from_uci("a2a3")]
    assert other.traversals == 1
    assert generator.count() == 1
    assert generator
    assert generator[0] == Move.from_uci("a2a3")
    assert Move.from_uci("a2a3") in generator
    assert Move.from_uci("a2a4") not in generator
    assert "(a3)" in repr(generator)
    with pytest.raises(TypeError, match="no len"):
        len(generator)
    with pytest.raises(TypeError, match=r"board must be an enroque\.Board, not int"):
        enroque.LegalMoveGenerator(3)  # type: ignore[arg-type]


def test_pseudo_legal_moves_as_text() -> None:
    rng = random.Random(5)
    theirs = chess.Board()
    for _ in range(200):
        ours = Board(theirs.fen())
        names = [str(board.pseudo_legal_moves).split("(")[1] for board in (theirs, ours)]
        theirs_sorted, ours_sorted = (sorted(name.strip(")>").split(", ")) for name in names)
        assert ours_sorted == theirs_sorted
        moves = list(theirs.legal_moves)
        if not moves:
            theirs.reset()
            continue
        theirs.push(rng.choice(moves))


def test_a_line_break_in_a_move() -> None:
    for package in (chess, enroque):
        board = package.Board()
        for text in ("e4\n", "\ne4", "O-O\r\n"):
            with pytest.raises(package.InvalidMoveError):
                board.parse_san(text)
            with pytest.raises(package.InvalidMoveError):
                board.push_san(text)


def own_nodes(pgn: Any) -> Any:
    class Node(pgn.GameNode):  # type: ignore[misc]
        def add_variation(self, move: Any, **options: Any) -> Any:
            return Child(self, move, **options)

    class Child(pgn.ChildNode, Node):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.visits = 0

    class Game(pgn.Game, Node):  # type: ignore[misc]
        pass

    return Game


TEXT = "1. e4 {best} e5 (1... c5 $1 2. Nf3 (2. c3)) 2. Nf3 Nc6 *"


def test_own_node_classes() -> None:
    texts = []
    for pgn in (chess.pgn, enroque.pgn):
        game = pgn.read_game(io.StringIO(TEXT), Visitor=own_nodes(pgn).builder)
        nodes = [game]
        for node in nodes:
            nodes.extend(node.variations)
        for number, node in enumerate(nodes[1:], 1):
            assert type(node).__name__ == "Child"
            node.visits = number
        again = [game]
        for node in again:
            again.extend(node.variations)
        assert [node.visits for node in again[1:]] == list(range(1, len(nodes)))
        assert all(one is two for one, two in zip(nodes, again, strict=True))
        assert game.next().next().parent is game.next()
        assert [node.visits for node in game.mainline()] == [1, 2, 4, 7]
        added = game.next().add_variation(nodes[1].variations[0].move, comment="again", nags=[2])
        assert (added.visits, added.nags, added.comment) == (0, {2}, "again")
        texts.append(str(game))
    assert texts[0] == texts[1]


def test_own_nodes_are_collected() -> None:
    import gc
    import weakref

    game = enroque.pgn.read_game(io.StringIO(TEXT), Visitor=own_nodes(enroque.pgn).builder)
    reference = weakref.ref(game.next())
    assert reference() is not None
    del game
    gc.collect()
    assert reference() is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("((( 1. c4 *", ["c2c4"]),
        ("( 1. c4 e5", ["c2c4", "e7e5"]),
        ("(1. d4) 1. c4 *", ["c2c4"]),
        ("((1. d4) 1. c4 *", ["c2c4"]),
        ("(" * 200_000 + " 1. c4 *", []),
    ],
)
def test_brackets_before_the_first_move(text: str, line: list[str]) -> None:
    game = enroque.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert [move.uci() for move in game.mainline_moves()] == line
    if line:
        assert game.errors == []
        assert len(game.warnings) == text.count("(")


def test_the_fallbacks_of_tablebases_exist() -> None:
    names = ["tbw_suffix", "tbz_suffix", "tbw_magic", "tbz_magic", "one_king", "connected_kings"]
    names += ["pawnless_tbw_suffix", "pawnless_tbz_suffix", "captures_compulsory"]
    names += ["pawnless_tbw_magic", "pawnless_tbz_magic"]
    for name in names:
        assert getattr(Board, name) == getattr(chess.Board, name)
