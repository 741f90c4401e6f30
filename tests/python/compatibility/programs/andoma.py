"""A UCI engine in Python plays a game against itself.

Mirrors the calls of `movegeneration.py`, `evaluate.py` and `communication.py` of
https://github.com/healeycodes/andoma, commit 0863acb98e0b (MIT): moves ordered by piece values,
minimax with `push` and `pop`, `can_claim_draw`, `is_checkmate`, `is_game_over`, a loop over UCI
commands.
"""

import chess

VALUES = {None: 0, 1: 100, 2: 320, 3: 330, 4: 500, 5: 900, 6: 20000}


class Engine:
    def __init__(self, depth=2):
        self.board = chess.Board()
        self.depth = depth
        self.nodes = 0

    def command(self, text):
        words = text.split()
        if words[0] == "uci":
            return "id name mirror\nuciok"
        if words[:2] == ["position", "startpos"]:
            self.board.reset()
            for uci in words[3:]:
                self.board.push(chess.Move.from_uci(uci))
            return ""
        if words[0] == "go":
            self.nodes = 0
            return f"bestmove {self.best()}"
        return "readyok"

    def evaluate(self):
        total = 0
        for square in chess.SQUARES:
            piece = self.board.piece_at(square)
            if piece:
                center = 7 - abs(2 * chess.square_file(square) - 7)
                value = VALUES[piece.piece_type] + center * (piece.piece_type != chess.KING)
                total += value if piece.color == chess.WHITE else -value
        return total

    def ordered(self):
        def value(move):
            if move.promotion is not None:
                return (-1000, move.uci())
            captured = self.board.piece_type_at(move.to_square)
            if self.board.is_en_passant(move):
                captured = chess.PAWN
            gain = 0
            if self.board.is_capture(move):
                gain = VALUES[captured] - VALUES[self.board.piece_type_at(move.from_square)]
            return (-gain, move.uci())

        return sorted(self.board.legal_moves, key=value)

    def best(self):
        sign = 1 if self.board.turn == chess.WHITE else -1
        found, best = None, -(10**9)
        for move in self.ordered():
            self.board.push(move)
            score = 0 if self.board.can_claim_draw() else sign * self.minimax(self.depth - 1)
            self.board.pop()
            if score > best:
                found, best = move, score
        return found

    def minimax(self, depth, alpha=-(10**9), beta=10**9):
        self.nodes += 1
        if self.board.is_checkmate():
            return -(10**7) if self.board.turn == chess.WHITE else 10**7
        if self.board.is_game_over():
            return 0
        if depth == 0:
            return self.evaluate()
        is_white = self.board.turn == chess.WHITE
        best = -(10**8) if is_white else 10**8
        for move in self.ordered():
            self.board.push(move)
            score = self.minimax(depth - 1, alpha, beta)
            self.board.pop()
            if is_white:
                best = max(best, score)
                alpha = max(alpha, score)
            else:
                best = min(best, score)
                beta = min(beta, score)
            if beta <= alpha:
                break
        return best


engine = Engine()
print(engine.command("uci"), engine.command("isready"))
moves = []
while len(moves) < 24 and not engine.board.is_game_over(claim_draw=True):
    engine.command("position startpos moves " + " ".join(moves))
    answer = engine.command("go")
    moves.append(answer.split()[1])
    print(answer, engine.nodes, engine.evaluate())
engine.command("position startpos moves " + " ".join(moves))
print(engine.board.root().variation_san(engine.board.move_stack))
print(engine.board, engine.board.result(), sep="\n")
