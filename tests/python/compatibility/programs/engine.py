"""An engine plays, analyzes and annotates through `chess.engine`.

Mirrors the calls of `lib/engine_wrapper.py` of https://github.com/lichess-bot-devs/lichess-bot,
commit bedd1d9e86a8 (AGPL-3.0), and of python-chess's documentation: `SimpleEngine`,
`Limit(nodes=)`, `multipv`, principal variations, root moves, Chess960. The path of the engine is
the argument.
"""

import sys

import chess
import chess.engine
import chess.pgn

with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
    engine.configure({"Threads": 1, "Hash": 16})
    limit = chess.engine.Limit(nodes=3000)
    board = chess.Board()
    game = chess.pgn.Game()
    node = game
    for _ in range(12):
        played = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
        node = node.add_variation(played.move)
        score = played.info["score"]
        node.comment = f"{score.white()} {board.san(played.move)}"
        board.push(played.move)
        print(played.move, score, [move.uci() for move in played.info["pv"]])
    print(game)
    for info in engine.analyse(board, limit, multipv=3):
        print(info["multipv"], info["score"], board.variation_san(info["pv"]), info["score"].wdl())
    root_moves = sorted(board.legal_moves, key=str)[:2]
    print(engine.play(board, limit, root_moves=root_moves).move in root_moves)
    castling = chess.Board("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", chess960=True)
    only = [castling.parse_san("O-O")]
    print(engine.play(castling, limit, root_moves=only).move, only)
    with engine.analysis(board, chess.engine.Limit(nodes=20000)) as analysis:
        depths = [info["depth"] for info in analysis if "pv" in info]
        print(depths == sorted(depths), analysis.wait().move == analysis.info["pv"][0])
