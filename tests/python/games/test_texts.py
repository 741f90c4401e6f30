"""Moves and positions of games as texts, and tables for pandas."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import Arena, Games
from enroque.data import example_games
from enroque.errors import ArgumentError, OutOfRangeError


def test_moves_are_those_of_each_game() -> None:
    games = example_games()
    for texts, of_game in (
        (games.san(), lambda game: game.san()),
        (games.uci(threads=1), lambda game: game.uci()),
    ):
        assert texts.shape == (len(games),)
        assert texts.dtype == object
        assert texts.tolist() == [" ".join(of_game(game)) for game in games]


def test_dialect_of_castling() -> None:
    text = b'1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n\n[Variant "Chess960"] 1. e4 e5 2. Nf3 *'
    games = Games.from_pgn(text)
    assert games.uci()[0].endswith(" e1g1")
    assert games.uci(chess960=True)[0].endswith(" e1h1")
    assert games.uci(chess960=False)[0].endswith(" e1g1")


def test_fens() -> None:
    games = example_games()
    game, ply = np.array([3, 0, 3, 7]), np.array([5, 0, 30, 11])
    expected = [games[int(n)].board(int(p)).fen() for n, p in zip(game, ply, strict=True)]
    assert games.fens(game, ply).tolist() == expected
    assert games.fens(game, ply, threads=1).tolist() == expected
    assert games.fens([], []).tolist() == []
    with pytest.raises(OutOfRangeError, match="entry 1: game 0 does not have ply 999"):
        games.fens([0, 0], [0, 999])
    arena = Arena(3, seed=1)
    assert arena.fens(games=[2, 0]).tolist() == [arena.board(2).fen(), arena.board(0).fen()]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    games = example_games()
    table = games.to_pandas(moves="san", tags=["White", "Event"])
    assert isinstance(table, pandas.DataFrame)
    assert table.columns[:2].tolist() == ["White", "Event"]
    assert table["moves"].tolist() == games.san().tolist()
    assert table["result"].tolist() == games.result.tolist()
    assert table["White"].tolist() == games.tag_values("White")
    everything = games.to_pandas()
    assert set(games.tag_names) < set(everything.columns)
    assert "moves" not in everything.columns
    unknown = Games.from_pgn(b'[WhiteElo "1500"] 1. e4 1-0\n\n1. d4 *').to_pandas()
    assert (unknown["result"].mean(), unknown["white_elo"].mean()) == (1, 1500)
    assert unknown[["result", "white_elo", "black_elo"]].isna().values.tolist() == [
        [False, False, True],
        [True, True, True],
    ]
    with pytest.raises(ArgumentError, match='moves must be "san", "uci" or None'):
        games.to_pandas(moves="lan")
    with pytest.raises(TypeError, match=r"games\.to_pandas\(\)"):
        pandas.DataFrame(games)


def test_games_are_not_one_array() -> None:
    for convert in (np.asarray, np.array):
        with pytest.raises(TypeError, match=r"games\.fens\(game, ply\)"):
            convert(example_games())


def test_indices_are_signed() -> None:
    games = example_games()
    _, ply = games.positions()
    assert (games.offsets[:1] + ply[:1]).dtype == np.int64
    for column in (games.offsets, games.source_game, games.source_offset, games.plies):
        assert column.dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        games.offsets[0] = 1
    assert games.offsets.base is not None


INVALID = b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1. e4 *\n\n1. d4 d5 *\n\n[Variant "Atomic"] 1. e4 *'


def test_a_game_with_an_invalid_start_has_no_positions() -> None:
    games = Games.from_pgn(INVALID)
    assert games.broken.tolist() == [True, False, True]
    assert games.start.tolist() == [922_559, 518, 922_559]
    policy = enroque.Column.legal_mask("lc0")
    for call in (
        lambda: games.planes("lc0", [0], [0]),
        lambda: games.encode(policy, [2], [0]),
        lambda: games.value([1, 0], [0, 0]),
        lambda: games.fens([0], [0]),
    ):
        with pytest.raises(OutOfRangeError, match="has no positions: its start"):
            call()
    for index in (0, 2):
        with pytest.raises(OutOfRangeError, match=f"game {index} has no positions"):
            games[index].board(0)
        with pytest.raises(OutOfRangeError):
            games[index].board()
    with pytest.raises(OutOfRangeError, match="no position of game 0"):
        Arena(1, start=games)
    with pytest.raises(OutOfRangeError, match="no position of game 2"):
        Arena(1).set(None, (games, [2], [0]))
    game, ply = games.positions()
    assert (game.tolist(), ply.tolist()) == ([1, 1], [0, 1])
    with enroque.Loader(games, [enroque.Column.game()], batch_size=4) as loader:
        assert [batch["game"].tolist() for batch in loader] == [[1, 1]]
    assert len(set(games.fingerprints.tolist())) == 2


def test_an_invalid_start_is_kept(tmp_path: Path) -> None:
    games = Games.from_pgn(INVALID)
    again = pickle.loads(pickle.dumps(games))
    assert again == games
    assert again.start.tolist() == games.start.tolist()
    assert games[[2, 0]].start.tolist() == [922_559, 922_559]
    path = tmp_path / "games.pgn"
    games.to_pgn(path)
    assert Games.from_pgn(path).start.tolist() == games.start.tolist()
