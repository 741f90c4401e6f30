"""`enroque.tablebase` and `Games.tablebase_wdl`, with real tables where there are any."""

import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enroque import Board, Games
from enroque.data import example_games
from enroque.errors import (
    ArgumentError,
    ClosedError,
    FileFormatError,
    IllegalPositionError,
    MissingTableError,
    OutOfRangeError,
)
from enroque.tablebase import Tablebase

chess = pytest.importorskip("chess", reason="python-chess is not installed")
syzygy = pytest.importorskip("chess.syzygy")

FOLDER = os.environ.get("ENROQUE_SYZYGY")

needs_tables = pytest.mark.skipif(
    FOLDER is None, reason="there are no Syzygy tables (ENROQUE_SYZYGY)"
)


class QueenWins:
    """Stands in for tables of up to 3 pieces: the side with the queen wins, others are missing."""

    def __init__(self) -> None:
        self.fens: list[str] = []

    def probe_wdl(self, board: Any) -> int:
        assert isinstance(board, chess.Board)
        self.fens.append(board.fen())
        if not board.queens:
            raise syzygy.MissingTableError("did not find wdl table")
        return 2 if board.queens & board.occupied_co[board.turn] else -2

    def close(self) -> None:
        pass


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Tablebase, QueenWins]:
    (tmp_path / "KQvK.rtbw").write_bytes(b"")
    tablebase = Tablebase(tmp_path)
    stand_in = QueenWins()
    tablebase._tables = stand_in
    return tablebase, stand_in


def endgames() -> Games:
    text = (
        '[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/1q6/K7 w - - 0 1"]\n\n1. Kxb2 Kd4 *\n\n'
        '[SetUp "1"]\n[FEN "8/8/8/8/8/4k3/8/KQ6 b - - 0 1"]\n\n1... Kd4 2. Ka2 Kc4 3. Ka1 Kd4 *\n\n'
        '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *\n\n'
    )
    return Games.concatenate([example_games()[:2], Games.from_pgn(text.encode())])


def all_positions(games: Games) -> tuple[Any, Any]:
    counts = games.plies + 1
    game = np.repeat(np.arange(len(games)), counts.astype(np.intp))
    return game, np.concatenate([np.arange(count) for count in counts])


def test_games_look_up_every_small_position_once(tables: tuple[Tablebase, QueenWins]) -> None:
    tablebase, stand_in = tables
    assert tablebase.max_pieces == 3
    games = endgames()
    game, ply = all_positions(games)
    wdl = games.tablebase_wdl(tablebase, game, ply)
    assert (wdl.dtype.name, wdl.shape) == ("int8", game.shape)
    assert (wdl[game < 2] == -128).all()
    #                                 queen lost: no table of KvK here
    assert wdl[game == 2].tolist() == [-2, -128, -128]
    assert wdl[game == 3].tolist() == [-2, 2, -2, 2, -2, 2]
    # castling rights are not looked up, the rook has no table
    assert wdl[game == 4].tolist() == [-128, -128]
    boards = [" ".join(fen.split()[:4]) for fen in stand_in.fens]
    assert len(boards) == len(set(boards))
    white = games.tablebase_wdl(tablebase, game, ply, view="white")
    assert white[game == 2].tolist() == [-2, -128, -128]
    assert white[game == 3].tolist() == [2] * 6
    fewer = games.tablebase_wdl(tablebase, game, ply, max_pieces=2)
    assert (fewer == -128).all()


def test_invalid_arguments(tables: tuple[Tablebase, QueenWins]) -> None:
    tablebase, _ = tables
    games = endgames()
    with pytest.raises(MissingTableError, match="did not find wdl table"):
        games.tablebase_wdl(tablebase, [4], [1], on_missing="raise")
    with pytest.raises(ArgumentError, match="view must be"):
        games.tablebase_wdl(tablebase, [0], [0], view="black")
    with pytest.raises(ArgumentError, match="on_missing must be"):
        games.tablebase_wdl(tablebase, [0], [0], on_missing="x")
    with pytest.raises(OutOfRangeError):
        games.tablebase_wdl(tablebase, [99], [0])
    with pytest.raises(TypeError, match="tablebase must be"):
        games.tablebase_wdl("folder", [0], [0])  # type: ignore[arg-type]
    assert games.tablebase_wdl(tablebase, [], []).tolist() == []


def test_boards(tables: tuple[Tablebase, QueenWins]) -> None:
    tablebase, _ = tables
    board = Board("8/8/8/8/8/4k3/8/KQ6 b - - 0 1")
    assert tablebase.wdl(board) == -2
    rook = Board("8/8/8/8/8/4k3/8/KR6 b - - 0 1")
    with pytest.raises(MissingTableError, match=r"^8/8/8/8/8/4k3/8/KR6 b - - 0 1: did not find"):
        tablebase.wdl(rook)
    assert issubclass(MissingTableError, KeyError)
    assert tablebase.get_wdl(rook) is None
    assert tablebase.get_wdl(rook, 5) == 5
    with pytest.raises(TypeError, match="not str"):
        tablebase.wdl("board")  # type: ignore[arg-type]
    with pytest.raises(IllegalPositionError, match="illegal position"):
        tablebase.wdl(Board("8/8/8/8/8/8/8/K7 w - - 0 1"))
    assert repr(tablebase) == "<Tablebase: up to 3 pieces>"
    with tablebase:
        pass
    assert repr(tablebase) == "<Tablebase: closed>"
    with pytest.raises(ClosedError):
        tablebase.wdl(board)


def test_folders_without_tables_and_damaged_ones(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no Syzygy tables"):
        Tablebase(tmp_path)
    with pytest.raises(FileNotFoundError):
        Tablebase(tmp_path / "missing")
    with pytest.raises(FileNotFoundError):
        Tablebase([])
    for data in (b"", bytes(100)):
        (tmp_path / "KQvK.rtbw").write_bytes(data)
        with (
            Tablebase(tmp_path) as tablebase,
            pytest.raises(FileFormatError, match="the table is damaged"),
        ):
            tablebase.wdl(Board("8/8/8/8/8/4k3/8/KQ6 b - - 0 1"))


@needs_tables
def test_random_positions() -> None:
    """As python-chess, and the best move has the result of the position."""
    assert FOLDER is not None
    rng = random.Random(5)
    count = 0
    with Tablebase(FOLDER) as tablebase, syzygy.open_tablebase(FOLDER) as theirs:
        while count < 150:
            symbols = "Kk" + rng.choice(["Q", "R", "B", "P", "QR", "RP", "qP", "pP", "BN", "rB"])
            other = chess.Board(None)
            for square, symbol in zip(rng.sample(range(64), len(symbols)), symbols, strict=True):
                other.set_piece_at(square, chess.Piece.from_symbol(symbol))
            other.turn = rng.random() < 0.5
            if not other.is_valid():
                continue
            count += 1
            board = Board(other.fen())
            wdl, dtz = tablebase.wdl(board), tablebase.dtz(board)
            assert (wdl, dtz) == (theirs.probe_wdl(other), theirs.probe_dtz(other))
            moves = tablebase.best(board)
            assert len(moves) == board.legal_moves.count()
            if moves:
                assert moves[0].wdl == wdl
                assert abs(moves[0].dtz - dtz) <= 1
                assert [move.wdl for move in moves] == sorted(
                    (move.wdl for move in moves), reverse=True
                )


@needs_tables
def test_known_positions() -> None:
    assert FOLDER is not None
    with Tablebase([FOLDER]) as tablebase:
        assert tablebase.wdl(Board("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")) == 0
        stalemate = Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
        assert tablebase.best(stalemate) == []
        assert tablebase.wdl(stalemate) == 0
        assert tablebase.dtz(Board("8/8/8/8/8/2K5/1Q6/k7 b - - 0 1")) == -1
        mate = tablebase.best(Board("8/8/8/8/8/2K5/2Q5/k7 w - - 0 1"))[0]
        assert (mate.wdl, mate.dtz) == (2, 1)
        assert tablebase.get_dtz(Board()) is None
        games = endgames()
        game, ply = all_positions(games)
        wdl = games.tablebase_wdl(tablebase, game, ply)
        assert wdl[game == 2].tolist() == [0, 0, 0]
        assert wdl[game == 3].tolist() == [-2, 2, -2, 2, -2, 2]
        assert wdl[game == 4].tolist() == [-128, -2]
