"""Code of a user, which `test_typing.py` checks with mypy."""

import random
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import Column, chess960, pgn, polyglot, svg


def play() -> str:
    board = enroque.Board()
    assert_type(board.push_san("e4"), enroque.Move)
    assert_type(board.copy(stack=False), enroque.Board)
    assert_type(chess960.random(seed=7), enroque.Board)
    assert_type(board.piece_at(enroque.E4), enroque.Piece | None)
    assert_type(board.legal_moves[0], enroque.Move)
    assert_type(board.legal_moves[:3], list[enroque.Move])
    assert_type(random.choice(board.legal_moves), enroque.Move)
    for move in board.legal_moves:
        assert_type(move, enroque.Move)
        assert_type(board.san(move), str)
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        assert_type(outcome.winner, bool | None)
        return outcome.result()
    return board.fen()


def squares() -> list[enroque.Square]:
    some = enroque.SquareSet([enroque.E4, enroque.D5])
    some |= {enroque.A1}
    some <<= 8
    assert_type(some | 0xFF, enroque.SquareSet)
    assert_type(~some & some, enroque.SquareSet)
    assert_type(some <= enroque.SquareSet.ray(enroque.A1, enroque.H8), bool)
    assert_type(some.pop(), int)
    some.update(enroque.SquareSet.between(enroque.A1, enroque.A8), [enroque.B3], 0xFF)
    wanted: enroque.IntoSquareSet = some
    return list(enroque.SquareSet(wanted))


def arrays(path: str) -> NDArray[Any]:
    games = enroque.Games.from_pgn(path, threads=2, progress=print)
    assert_type(games, enroque.Games)
    strong = games[games.white_elo > 2500]
    game, ply = games.positions(min_ply=8)
    assert_type(game, NDArray[np.int64])
    assert_type(games.policy("lc0", game, ply), NDArray[np.int64])
    assert_type(games.value(game, ply), NDArray[np.float32])
    for view in games:
        assert_type(view, enroque.GameView)
        assert_type(view.headers, dict[str, str])
    for error in games.errors:
        assert_type(error.line, int)
    del strong
    return games.planes("lc0", game, ply, dtype=np.uint8)


def encodings(name: str, games: enroque.Games) -> str:
    planes = enroque.Encoding("lc0", format=2)
    assert_type(planes, enroque.Encoding)
    tokens = enroque.Encoding("squares", view="white")
    assert_type(tokens, enroque.Encoding)
    features = enroque.Encoding("HalfKAv2_hm")
    assert_type(features, enroque.Encoding)
    assert_type(enroque.Encoding(name), enroque.Encoding)
    with enroque.Loader(
        games,
        [
            enroque.Column.planes(planes),
            enroque.Column.tokens(tokens),
            enroque.Column.features(features),
        ],
    ) as loader:
        assert_type(loader, enroque.Loader)
        for batch in loader:
            assert_type(batch, dict[str, NDArray[Any]])
    own, ends = enroque.Board().features_csr(features)
    assert_type((own, ends), tuple[NDArray[np.int32], NDArray[np.int64]])
    return enroque.Encoding.from_json(tokens.to_json()).name


class Openings(pgn.BaseVisitor[list[str]]):
    """The first moves of a game."""

    def begin_game(self) -> None:
        self.moves: list[str] = []

    def visit_move(self, board: enroque.Board, move: enroque.Move) -> None:
        self.moves.append(board.san(move))

    def begin_variation(self) -> pgn.SkipType:
        return pgn.SKIP

    def result(self) -> list[str]:
        return self.moves


def modules_of_the_package(path: str) -> float:
    """Submodules need no import."""
    assert_type(enroque.svg.Arrow.from_pgn("Ge2e4"), svg.Arrow)
    assert_type(enroque.pgn.Game().headers, pgn.Headers)
    for games in enroque.parquet.stream(path):
        assert_type(games, enroque.Games)
    source = enroque.grain.PositionSource(enroque.data.example_games(), Column.planes("lc0"))
    assert_type(source[0], dict[str, Any])
    return enroque.polyglot.zobrist_hash(enroque.Board()) + enroque.engine.Cp(3).score()


def trees(path: str) -> str:
    with open(path) as file:
        game = pgn.read_game(file)
        assert_type(game, pgn.Game | None)
        assert_type(pgn.read_game(file, Visitor=Openings), list[str] | None)
        assert_type(pgn.read_headers(file), pgn.Headers | None)
    assert game is not None
    for node in game.mainline():
        assert_type(node, pgn.ChildNode)
        assert_type(node.move, enroque.Move)
        assert_type(node.clock(), float | None)
        assert_type(node.arrows(), list[svg.Arrow])
        score = node.eval()
        assert score is None or score.white().score(mate_score=1000) > 0
        node.nags.add(pgn.NAG_BLUNDER)
        assert_type(node.variations[0], pgn.ChildNode)
        assert_type(node.variations[1:], list[pgn.ChildNode])
        for variation in node.variations:
            assert_type(variation.parent, pgn.GameNode)
    assert_type(list(game.mainline_moves()), list[enroque.Move])
    end = game.add_line([enroque.Move.from_uci("e2e4")], comment="best", nags=[1])
    with polyglot.open_reader(path) as book:
        assert_type(book.weighted_choice(end.board(), random=7).move, enroque.Move)
    picture: str = svg.board(end.board(), arrows=[(12, 28), svg.Arrow(0, 9, color="red")])
    text: str = game.accept(pgn.StringExporter(columns=None))
    return picture + text
