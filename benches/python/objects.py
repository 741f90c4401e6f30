"""Attributes and short calls of objects beside python-chess: `python benches/python/objects.py`.

Words on the command line select the rows whose group or label contains one of them.
"""

import io
import random
import struct
import sys
import tempfile
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import chess.svg
from timing import Table, statement

import enroque
import enroque.pgn
import enroque.polyglot
import enroque.svg

FEN = "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/1BN1B3/PPP2PPP/R2Q1RK1 w - - 8 10"
PGN = """[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]
[WhiteElo "2600"]
[ECO "C33"]
[Annotator "X"]

1. e4 {[%eval 0.3] [%clk 0:03:00]} e5! $14 (1... c5 2. Nf3 (2. c3 d5) (2. Nc3 Nc6) d6) (1... e6)
2. f4 exf4
"""
LONG = 600
"""The plies of the long game: knights to and fro."""

ROWS = {
    "nodes": {
        "variations": "node.variations",
        "for child in variations": "for child in node.variations: pass",
        "walk of all nodes": "walk(game)",
        "read and walk": "walk(pgn.read_game(io.StringIO(text)))",
        "nags": "node.nags",
        "nags, iterated": "list(node.nags)",
        "comment": "node.comment",
        "parent": "node.parent",
        "next()": "node.next()",
        "mainline()": "game.mainline()",
        "mainline(), iterated": "for _ in long.mainline(): pass",
        "x == y": "node == other",
        "hash": "hash(node)",
        "eval()": "first.eval()",
        "eval() without one": "node.eval()",
        "clock()": "first.clock()",
        "move": "node.move",
        "san() in order": "[x.san() for x in long.mainline()]",
        "uci() in order": "[x.uci() for x in long.mainline()]",
        "ply() in order": "[x.ply() for x in long.mainline()]",
        "turn() in order": "[x.turn() for x in long.mainline()]",
        "board() of the end": "end.board()",
        "san() of the end": "end.san()",
        "ply() of the end": "end.ply()",
        "is_mainline() of the end": "end.is_mainline()",
    },
    "headers": {
        "get": "headers.get('White', '?')",
        "[]": "headers['White']",
        "in": "'ECO' in headers",
        "iteration": "list(headers)",
        "dict": "dict(headers)",
        "items": "list(headers.items())",
        "[] = ": "headers['White'] = 'A'",
    },
    "board": {
        "turn": "board.turn",
        "turn =": "scratch.turn = True",
        "fullmove_number": "board.fullmove_number",
        "halfmove_clock": "board.halfmove_clock",
        "ep_square": "board.ep_square",
        "castling_rights": "board.castling_rights",
        "chess960": "board.chess960",
        "occupied": "board.occupied",
        "occupied_co": "board.occupied_co",
        "pawns": "board.pawns",
        "promoted": "board.promoted",
        "promoted, 600 plies": "played.promoted",
        "move_stack, 600 plies": "played.move_stack",
        "move_stack[-1], 600 plies": "played.move_stack[-1]",
        "len(move_stack), 600 plies": "len(played.move_stack)",
        "peek, 600 plies": "played.peek()",
        "ply, 600 plies": "played.ply()",
        "piece_at": "board.piece_at(28)",
        "king": "board.king(True)",
        "pieces_mask": "board.pieces_mask(1, True)",
        "==": "board == same",
        "Board()": "Board()",
        "Board(fen)": "Board(fen)",
        "copy()": "board.copy()",
        "copy(), 600 plies": "played.copy()",
        "copy(stack=False)": "board.copy(stack=False)",
        "push + pop": "board.push(move); board.pop()",
        "uci of a list": "[m.uci() for m in moves]",
        "list(legal_moves)": "list(board.legal_moves)",
    },
    "squares": {
        "square_name": "square_name(28)",
        "parse_square": "parse_square('e4')",
        "square": "square(4, 3)",
        "square_file": "square_file(28)",
        "square_rank": "square_rank(28)",
        "square_distance": "square_distance(0, 63)",
        "square_mirror": "square_mirror(28)",
        "piece_symbol": "piece_symbol(5)",
        "piece_name": "piece_name(5)",
    },
    "moves": {
        "from_square": "move.from_square",
        "promotion": "move.promotion",
        "uci": "move.uci()",
        "from_uci": "Move.from_uci('e2e4')",
        "==": "move == other_move",
        "hash": "hash(move)",
        "bool": "bool(move)",
        "Move(12, 28)": "Move(12, 28)",
    },
    "pictures": {
        "svg.board": "svg.board(board)",
        "svg.board, arrows": "svg.board(board, arrows=[(12, 28)], fill={3: 'red'}, lastmove=move)",
    },
    "polyglot": {
        "get": "book.get(start)",
        "find_all": "list(book.find_all(start))",
    },
}
"""The statements, by group and label; the same for both packages."""

OURS = {
    "opening(), 600 plies": "played.opening()",
    "view.headers['White']": "view.headers['White']",
    "view.san()": "view.san()",
    "view.moves": "view.moves",
    "view.board()": "view.board()",
    "view[...]": "games[0]",
}
"""Statements without an equivalent in python-chess."""


def write_book(path: str) -> None:
    """Writes a Polyglot book with three moves of the start position, among others."""
    start = enroque.polyglot.zobrist_hash(enroque.Board())
    others = [random.Random(n).getrandbits(64) for n in range(20_000)]
    entries = [(start, 12 << 6 | 28, 9, 0), (start, 11 << 6 | 27, 5, 0), (start, 6 << 6 | 21, 3, 0)]
    entries += [(key, 12 << 6 | 28, 1, 0) for key in others]
    Path(path).write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in sorted(entries)))


def names(module: Any, book: str) -> dict[str, Any]:
    """Returns the variables of the statements."""
    board, played, long = module.Board(FEN), module.Board(), module.pgn.Game()
    end = long
    for ply in range(LONG):
        move = module.Move.from_uci(("g1f3", "g8f6", "f3g1", "f6g8")[ply % 4])
        played.push(move)
        end = end.add_variation(move)
    game = module.pgn.read_game(io.StringIO(PGN))
    first = game.next()

    def walk(node: Any) -> None:
        for child in node.variations:
            walk(child)

    here = {
        "board": board,
        "same": board.copy(),
        "scratch": board.copy(),
        "played": played,
        "fen": FEN,
        "start": module.Board(),
        "move": board.parse_san("Nxc6"),
        "other_move": board.parse_san("Nf3"),
        "moves": list(board.legal_moves),
        "game": game,
        "first": first,
        "node": first.next(),
        "other": first.next(),
        "long": long,
        "end": end,
        "headers": game.headers,
        "walk": walk,
        "io": io,
        "text": PGN,
        "book": module.polyglot.open_reader(book),
    }
    return vars(module) | here


def main() -> None:
    """Times all statements."""
    words = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        book = f"{folder}/book.bin"
        write_book(book)
        ours, theirs = names(enroque, book), names(chess, book)
    ours["games"] = enroque.Games.from_pgn(PGN.encode() + PGN.encode())
    ours["view"] = ours["games"][0]
    for group, rows in {**ROWS, "ours": OURS}.items():
        chosen = [
            label for label in rows if not words or any(w in f"{group} {label}" for w in words)
        ]
        if not chosen:
            continue
        table = Table(group, "ns", ["enroque", "python-chess"])
        for label in chosen:
            code = rows[label]
            try:
                both = [statement(code, ours), None if group == "ours" else statement(code, theirs)]
            except Exception as error:
                print(f"{label}: {error!r}")
                continue
            table.row(label, *(value and 1e9 * value for value in both))


if __name__ == "__main__":
    main()
