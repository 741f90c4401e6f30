"""The board of a Lichess bot.

Mirrors the calls of `lib/lichess_bot.py` (`setup_board`, `tell_user_game_result`,
`pgn_game_record`) and `lib/engine_wrapper.py` (book moves, comments) of
https://github.com/lichess-bot-devs/lichess-bot, commit bedd1d9e86a8 (AGPL-3.0).
"""

import io

import chess
import chess.pgn
from chess.variant import find_variant
from random_games import random_game

GAMES = [
    ("startpos", "standard", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f8c5 e8g8 c2c3 e8h8"),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "chess960", "g1h1 g8h8"),
    ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "fromPosition", "e2e4 e5e4 e1e2 xxxx e2e5"),
    ("startpos", "standard", " ".join(move.uci() for move in random_game(7, 120).move_stack)),
]


def set_up(fen, variant, moves):
    if variant == "chess960":
        board = chess.Board(fen, chess960=True)
    else:
        cls = find_variant("standard")
        board = cls() if fen == "startpos" else cls(fen, chess960=False)
    for move in moves.split():
        try:
            board.push_uci(move)
        except ValueError as error:
            print("ignored:", move, type(error).__name__)
    return board


def ending(board):
    claims = {
        "fifty moves": board.is_fifty_moves(),
        "threefold": board.is_repetition(),
        "material": board.is_insufficient_material(),
        "stalemate": board.is_stalemate(),
        "checkmate": board.is_checkmate(),
        "over": board.is_game_over(claim_draw=True),
    }
    return [name for name, holds in claims.items() if holds]


for fen, variant, moves in GAMES:
    board = set_up(fen, variant, moves)
    turn = "white" if board.turn == chess.WHITE else "black"
    print(board.fen(), turn, len(board.move_stack), len(board.move_stack) // 2 + 1, ending(board))
    print(chess.popcount(board.occupied), board.fullmove_number, board.ply())

    game = chess.pgn.Game.from_board(board)
    game.headers.update({"White": "bot", "Black": "human", "Site": "https://lichess.org/x"})
    read = chess.pgn.read_game(io.StringIO(str(game))) or chess.pgn.Game()
    node = read.game()
    for number, move in enumerate(board.move_stack):
        if node.is_end() or node.next().move != move:
            node = node.add_variation(move)
        else:
            node = node.next()
        if number % 10 == 0:
            node.comment = f"move {number}"
            node.set_clock(180 - number)
    print(read.accept(chess.pgn.StringExporter(columns=None)))
    print(sorted(chess.pgn.read_headers(io.StringIO(str(read))).items()))

    root = board.root()
    print(root.variation_san(board.move_stack[:20]), root.board_fen())
    copy = board.copy(stack=2)
    print([copy.pop().uci() for _ in range(len(copy.move_stack))], copy.fen() in board.fen())
