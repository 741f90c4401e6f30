"""Scripts for python-chess print the same with both packages."""

import io
import random
from collections.abc import Callable
from typing import Any

import chess.engine
import chess.pgn
import chess.polyglot
import chess.svg
import pytest

import enroque.engine
import enroque.pgn
import enroque.polyglot
import enroque.svg

GAMES = """[Event "F/S Return Match"]
[White "Fischer"]
[Black "Spassky"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 {a comment} Nc6 3. Bb5 a6 (3... Nf6 $1 4. O-O) 4. Ba4 1/2-1/2

[Event "b"]

1. d4 *
"""


def a_game(chess: Any) -> None:
    board = chess.Board()
    print(board.legal_moves.count(), chess.Move.from_uci("a8a1") in board.legal_moves)
    for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"]:
        board.push_san(san)
    print(board.is_checkmate(), board.outcome().winner, board.result(), repr(board))
    print(board)
    print(board.unicode(borders=True))
    print(
        board.is_stalemate(),
        board.is_insufficient_material(),
        board.is_game_over(),
        board.is_check(),
        board.is_attacked_by(chess.WHITE, chess.E8),
    )
    print(board.attackers(chess.WHITE, chess.F3))
    print(list(board.attackers(chess.WHITE, chess.F3)))
    print(board.piece_at(chess.C5), board.piece_at(chess.E8), board.color_at(chess.E8))
    sq = board.attacks(chess.F7)
    print(len(sq), chess.E8 in sq, [chess.square_name(s) for s in sq])
    while board.move_stack:
        print(board.pop().uci(), end=" ")
    print(board.fen() == chess.STARTING_FEN, board == chess.Board())


def errors(chess: Any) -> None:
    b = chess.Board()
    for question in (
        lambda: b.push_san("Qh5"),
        lambda: b.parse_san("xx"),
        lambda: b.parse_uci("e2e5"),
        lambda: chess.Move.from_uci("zz"),
        lambda: chess.Board("x"),
        lambda: chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1N w KQkq - 0 1"),
        b.pop,
        lambda: chess.parse_square("i9"),
        lambda: chess.Board("3k4/8/8/8/8/8/N3N3/3K4 w - - 0 1").parse_san("Nc3"),
    ):
        try:
            print(question())
        except (chess.IllegalMoveError, chess.InvalidMoveError, chess.AmbiguousMoveError) as e:
            print(type(e).__name__)
        except IndexError:
            print("IndexError")
        except ValueError:
            print("ValueError")


def pieces_and_squares(chess: Any) -> None:
    b = chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
    values = {
        chess.PAWN: 1,
        chess.KNIGHT: 3,
        chess.BISHOP: 3,
        chess.ROOK: 5,
        chess.QUEEN: 9,
        chess.KING: 0,
    }
    print(sum(values[p.piece_type] * (1 if p.color else -1) for p in b.piece_map().values()))
    for pt in chess.PIECE_TYPES:
        print(chess.piece_name(pt), list(b.pieces(pt, chess.WHITE)), len(b.pieces(pt, chess.BLACK)))
    print(
        [
            chess.square_name(s)
            for s in chess.SquareSet(chess.BB_DARK_SQUARES) & b.occupied_co[chess.WHITE]
        ]
    )
    print(
        chess.SquareSet(b.pawns),
        repr(chess.SquareSet(chess.BB_RANK_1)),
        chess.SquareSet(chess.BB_FILE_A).mirror(),
    )
    print(
        b.pin(chess.WHITE, chess.E2),
        b.is_pinned(chess.BLACK, chess.D7),
        chess.square_distance(chess.A1, chess.H8),
        chess.square(4, 3) == chess.E4,
    )
    for rank in range(7, -1, -1):
        print(
            "".join(
                p.symbol() if (p := b.piece_at(chess.square(f, rank))) else "." for f in range(8)
            )
        )
    print(
        chess.Piece.from_symbol("n").unicode_symbol(),
        chess.Piece(chess.KING, chess.WHITE),
        hash(chess.Piece.from_symbol("K")) == hash(chess.Piece.from_symbol("K")),
    )


def castling_en_passant_promotion(chess: Any) -> None:
    b = chess.Board("r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 0 1")
    for m in sorted(b.legal_moves, key=lambda m: m.uci()):
        print(
            m,
            b.san(m),
            b.lan(m),
            b.is_capture(m),
            b.is_castling(m),
            b.is_en_passant(m),
            b.gives_check(m),
            m.promotion,
            end="; ",
        )
    print(
        b.has_kingside_castling_rights(chess.WHITE),
        b.has_castling_rights(chess.BLACK),
        bin(b.castling_rights),
        b.ep_square,
        b.has_legal_en_passant(),
    )
    b.push(chess.Move(chess.B7, chess.A8, promotion=chess.QUEEN))
    print(b.fen(), b.peek(), b.ply(), b.turn, b.fullmove_number)
    b.push(chess.Move.null()) if not b.is_check() else print("check")
    print(
        b.epd(),
        b.epd(bm=next(iter(sorted(b.legal_moves, key=str))), id="x"),
        b.status(),
        b.is_valid(),
    )


def reading_pgn(chess: Any) -> None:
    pgn = io.StringIO(GAMES)
    while True:
        game = chess.pgn.read_game(pgn)
        if game is None:
            break
        print(game.headers["Event"], dict(game.headers), game.errors)
        board = game.board()
        for move in game.mainline_moves():
            print(board.san(move), end=" ")
            board.push(move)
        print(board.fen())
        print(game)
        node = game
        while node.variations:
            node = node.variation(0)
            print(
                node.san(),
                node.uci(),
                node.comment,
                node.nags,
                node.ply(),
                node.turn(),
                len(node.variations),
                node.is_mainline(),
                end=" | ",
            )
        print(game.end().board() == board, list(game.mainline())[-1].move)


def writing_pgn(chess: Any) -> None:
    game = chess.pgn.Game()
    game.headers["Event"] = "Example"
    game.headers["White"] = "A"
    node = game.add_variation(chess.Move.from_uci("e2e4"))
    node = node.add_variation(chess.Move.from_uci("e7e5"), comment="Comment")
    node.nags.add(chess.pgn.NAG_GOOD_MOVE)
    node.set_clock(3723.5)
    node.set_eval(chess.engine.PovScore(chess.engine.Cp(35), chess.WHITE)) if hasattr(
        chess, "engine"
    ) and hasattr(chess.engine, "PovScore") else None
    alt = game.variation(0).add_variation(chess.Move.from_uci("c7c5"))
    alt.add_line([chess.Move.from_uci("g1f3"), chess.Move.from_uci("d7d6")], comment="line")
    print(game)
    print(game)
    print(game.accept(chess.pgn.StringExporter(headers=False, variations=False, comments=False)))
    b = chess.Board()
    [b.push_san(s) for s in ["d4", "d5", "c4", "e6", "Nc3"]]
    g = chess.pgn.Game.from_board(b)
    print(g)
    print(b.variation_san([chess.Move.from_uci("g8f6")]), chess.Board().variation_san(b.move_stack))
    out = io.StringIO()
    print(game.accept(chess.pgn.FileExporter(out)), len(out.getvalue()))


def visitors(chess: Any) -> None:
    class Counter(chess.pgn.BaseVisitor):
        def begin_game(self):
            self.n = 0

        def begin_variation(self):
            return chess.pgn.SKIP

        def visit_move(self, board, move):
            self.n += 1

        def visit_header(self, k, v):
            print(k, v)

        def result(self):
            return self.n

    print(
        chess.pgn.read_game(
            io.StringIO('[White "x"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *'), Visitor=Counter
        )
    )

    class MyGame(chess.pgn.Game):
        def __init__(self, headers=None):
            super().__init__(headers)
            self.extra = 1

        def hello(self):
            return "hi"

    g = chess.pgn.read_game(
        io.StringIO("1. e4 *"), Visitor=lambda: chess.pgn.GameBuilder(Game=MyGame)
    )
    print(g.hello(), g.extra, type(g).__name__)
    h = chess.pgn.read_headers(io.StringIO('[White "x"]\n\n1. e4 *'))
    print(h, h.get("White"))
    print(chess.pgn.skip_game(io.StringIO("1. e4 *")), chess.pgn.read_game(io.StringIO("")))


def images_and_keys(chess: Any) -> None:
    b = chess.Board()
    s = chess.svg.board(
        b,
        size=350,
        lastmove=chess.Move.from_uci("e2e4"),
        arrows=[chess.svg.Arrow(chess.E2, chess.E4, color="#0000cccc")],
        fill=dict.fromkeys(b.attacks(chess.B1), "#cc0000cc"),
        squares=chess.SquareSet(chess.BB_RANK_2),
    )
    print(
        s.startswith("<svg"),
        b._repr_svg_().startswith("<svg"),
        chess.svg.piece(chess.Piece.from_symbol("R")).startswith("<svg"),
    )
    print(hex(chess.polyglot.zobrist_hash(b)))


def chess960(chess: Any) -> None:
    b = chess.Board.from_chess960_pos(0)
    print(b.fen(), b.chess960, b.chess960_pos())
    b = chess.Board(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True
    )
    print(b.legal_moves.count(), b.shredder_fen(), b.fen())
    for m in sorted(b.legal_moves, key=str):
        print(b.uci(m), b.san(m), end=" ")
    b = chess.Board(chess960=True)
    [b.push_san(s) for s in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]]
    print(b.peek(), b.fen())


def a_search(chess: Any) -> None:
    def negamax(board, depth):
        if depth == 0 or board.is_game_over():
            return sum(
                (1 if p.color == board.turn else -1) * [0, 1, 3, 3, 5, 9, 0][p.piece_type]
                for p in board.piece_map().values()
            )
        best = -999
        for move in list(board.legal_moves):
            board.push(move)
            best = max(best, -negamax(board, depth - 1))
            board.pop()
        return best

    print(
        negamax(chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"), 2)
    )
    seen = {}
    b = chess.Board()
    random.seed(1)
    for _ in range(60):
        ms = sorted(b.legal_moves, key=str)
        if not ms or b.can_claim_draw():
            break
        b.push(random.choice(ms))
        seen[b.epd()] = seen.get(b.epd(), 0) + 1
    print(b.fen(), len(seen), b.is_repetition(), b.halfmove_clock)


def subclasses(chess: Any) -> None:
    class Logging(chess.Board):
        def __init__(self, fen=chess.STARTING_FEN, *, chess960=False):
            self.log = []
            super().__init__(fen, chess960=chess960)

        def push(self, move):
            self.log.append(move.uci())
            super().push(move)

    b = Logging()
    b.push(chess.Move.from_uci("e2e4"))
    b.push_san("e5")
    print(b.fen(), "e2e4" in b.log, type(b.copy()).__name__)
    base = chess.BaseBoard.empty()
    base.set_piece_at(chess.E4, chess.Piece.from_symbol("N"))
    print(repr(base), base.attacks(chess.E4), isinstance(b, chess.BaseBoard))


SCRIPTS = [
    a_game,
    errors,
    pieces_and_squares,
    castling_en_passant_promotion,
    reading_pgn,
    writing_pgn,
    visitors,
    images_and_keys,
    chess960,
    a_search,
    subclasses,
]


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts(script: Callable[[Any], None], capsys: pytest.CaptureFixture[str]) -> None:
    script(chess)
    expected = capsys.readouterr().out
    script(enroque)
    assert capsys.readouterr().out == expected != ""
