"""The cells of a notebook that analyzes a PGN file.

Own code, with the calls that such notebooks use: headers as a table, material by ply, time per
move, mobility, squares of captures, SVG of a position, a visitor, exporters with options.
"""

import collections
import io
from pathlib import Path

import chess
import chess.pgn
import chess.svg

PGN = (Path(__file__).parent / "games.pgn").read_text(encoding="utf-8")


class Captures(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.captures = collections.Counter()

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        if board.is_capture(move):
            self.captures[chess.square_name(move.to_square)] += 1

    def result(self):
        return self.captures


handle = io.StringIO(PGN)
offsets = []
while True:
    offset = handle.tell()
    headers = chess.pgn.read_headers(handle)
    if headers is None:
        break
    offsets.append(offset)
    print(offset, dict(headers))

handle.seek(0)
while captures := chess.pgn.read_game(handle, Visitor=Captures):
    print(sorted(captures.items()))

for offset in offsets:
    handle.seek(offset)
    game = chess.pgn.read_game(handle)
    rows = []
    for node in game.mainline():
        board = node.board()
        balance = sum(
            value * (len(board.pieces(kind, True)) - len(board.pieces(kind, False)))
            for kind, value in zip(chess.PIECE_TYPES, (1, 3, 3, 5, 9, 0), strict=True)
        )
        mobility = board.legal_moves.count()
        pinned = sum(
            board.is_pinned(board.turn, square) for square in chess.SquareSet(board.occupied)
        )
        rows.append((board.ply(), balance, mobility, pinned, node.clock(), str(node.eval())))
        print(
            board.san(next(iter(sorted(board.legal_moves, key=str))))
            if mobility
            else board.outcome()
        )
    print(rows)
    print(game.accept(chess.pgn.StringExporter(headers=False, variations=False, comments=False)))
    print(game.accept(chess.pgn.StringExporter(columns=60)))
    print(game.mainline_moves(), game.errors, game.end().ply())
    nodes = collections.deque([game])
    lines = 0
    while nodes:
        node = nodes.popleft()
        lines += len(node.variations) > 1
        nodes.extend(node.variations)
    print(lines, game.end().board().unicode(borders=True))
    drawing = chess.svg.board(game.end().board(), lastmove=game.end().move, size=300)
    print(drawing.startswith("<svg"), drawing.count('class="piece'), 'width="300"' in drawing)
