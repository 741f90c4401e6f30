"""A test suite in EPD, solved by a small search.

Mirrors the calls of `examples/bratko_kopec/bratko_kopec.py` and `examples/xray_attacks.py` of
python-chess 1.11.2 (GPL-3.0-or-later, PyPI sdist), with a search in place of the engine: `set_epd`,
the lists of moves in `bm` and `am`, `san`, attackers through pieces by `SquareSet` arithmetic.
Positions: Kopec and Bratko, 1982.
"""

import chess

SUITE = """\
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id "BK.02";
2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - bm f5; id "BK.03";
rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - bm e6; id "BK.04";
4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - bm f5; id "BK.07";
2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - bm f5; id "BK.09";
3r3k/2r4p/1p1b3q/p4P2/P2Pp3/1B2P3/3BQ1RP/6K1 w - - bm cxd5 am Bc3; id "invalid";
2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - bm Bxe4; id "BK.14";
"""
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def material(board):
    return sum(
        value * (len(board.pieces(kind, board.turn)) - len(board.pieces(kind, not board.turn)))
        for kind, value in VALUES.items()
    )


def search(board, depth, alpha=-1000, beta=1000):
    if board.is_checkmate():
        return -500
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    if depth == 0:
        return material(board)
    for move in sorted(board.legal_moves, key=lambda move: (not board.is_capture(move), str(move))):
        board.push(move)
        alpha = max(alpha, -search(board, depth - 1, -beta, -alpha))
        board.pop()
        if alpha >= beta:
            break
    return alpha


def xray_attackers(board, color, square):
    """The sliders that attack a square through one piece."""
    blockers = board.attackers(not color, square) | board.attackers(color, square)
    occupied = chess.SquareSet(board.occupied) - blockers
    behind = chess.SquareSet()
    for blocker in blockers:
        for beyond in chess.SquareSet.ray(square, blocker) & occupied:
            piece = board.piece_at(beyond)
            between = chess.SquareSet.between(square, beyond) & board.occupied
            is_slider = piece.piece_type in (chess.BISHOP, chess.ROOK, chess.QUEEN)
            if (
                piece.color == color
                and is_slider
                and between == chess.SquareSet.from_square(blocker)
            ):
                behind.add(beyond)
    return behind


solved = 0
for line in SUITE.splitlines():
    board = chess.Board()
    try:
        operations = board.set_epd(line)
    except ValueError as error:
        print("rejected:", type(error).__name__, board.fen())
        continue
    moves = sorted(board.legal_moves, key=lambda move: move.uci())
    scores = {}
    for move in moves:
        board.push(move)
        scores[move] = -search(board, 1)
        board.pop()
    best = max(moves, key=lambda move: (scores[move], move.uci()))
    solved += best in operations["bm"]
    wanted = [board.san(move) for move in operations["bm"]]
    print(operations["id"], board.san(best), scores[best], wanted, board.epd(bm=operations["bm"]))
    for square in (chess.E4, chess.D5, board.king(board.turn)):
        print(list(xray_attackers(board, chess.WHITE, square)), end=" ")
        print(xray_attackers(board, chess.BLACK, square).mirror())
print(solved, "solved")
