"""`enroque.tablebase`, compared with python-chess, and the columns of tables."""

import gzip
import os
import pickle
import random
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

from enroque import (
    Arena,
    Board,
    Column,
    Filter,
    Games,
    Loader,
    Move,
    Positions,
    TreeSearch,
    convert,
    find,
)
from enroque.cli import main
from enroque.data import example_games
from enroque.errors import (
    ArgumentError,
    ClosedError,
    EnroqueError,
    FenError,
    FileFormatError,
    IllegalPositionError,
    MissingTableError,
    OutOfRangeError,
)
from enroque.tablebase import Tablebase

DataFile = Callable[[str], Path]


@pytest.fixture
def tables(data_file: DataFile) -> Iterator[Tablebase]:
    """The tables of three pieces."""
    with Tablebase(data_file("syzygy_3")) as tables:
        yield tables


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


def test_results_of_games(tables: Tablebase) -> None:
    assert tables.max_pieces == 3
    games = endgames()
    game, ply = all_positions(games)
    wdl = games.tablebase_wdl(tables, game, ply)
    assert (wdl.dtype.name, wdl.shape) == ("float32", game.shape)
    assert np.isnan(wdl[game < 2]).all()
    assert wdl[game == 2].tolist() == [0, 0, 0]
    assert wdl[game == 3].tolist() == [-2, 2, -2, 2, -2, 2]
    # positions with castling rights are in no table
    assert np.isnan(wdl[game == 4]).tolist() == [True, False]
    white = games.tablebase_wdl(tables, game, ply, view="white")
    assert white[game == 3].tolist() == [2] * 6
    assert not np.signbit(white[game == 2]).any()
    dtz = tables.dtz(games, game, ply, on_missing="nan")
    boards = [games[int(index)].board(int(at)) for index, at in zip(game, ply, strict=True)]
    expected = [tables.get_dtz(board, np.nan) for board in boards]
    np.testing.assert_array_equal(dtz, np.array(expected, np.float32))
    for threads in (1, 2):
        again = tables.wdl(games, game, ply, on_missing="nan", threads=threads)
        np.testing.assert_array_equal(again, wdl)


def test_sources_of_positions(tables: Tablebase) -> None:
    fens = ["8/8/8/8/8/4k3/8/KQ6 b - - 0 1", "8/8/8/8/8/4k3/8/KB6 w - - 0 1"]
    assert tables.wdl(fens).tolist() == [-2, 0]
    assert tables.dtz(fens, view="white").tolist() == [tables.dtz(Board(fens[0])) * -1, 0]
    positions = Positions.from_fens(fens)
    assert positions.tablebase_wdl(tables).tolist() == [-2, 0]
    out = np.empty(2, np.float32)
    assert tables.wdl(positions, out=out) is out
    arena = Arena(2, start=fens)
    assert arena.tablebase_wdl(tables).tolist() == tables.wdl(arena.fens().tolist()).tolist()
    search = TreeSearch(arena, simulations=4)
    search.begin()
    leaves = search.select()
    assert sorted(tables.wdl(leaves)) == sorted(tables.wdl(leaves.fens().tolist()))
    column = Column.tablebase_dtz(tables, on_missing="nan")
    batch = positions.encode([column, Column.tablebase_wdl(tables)])
    assert batch["tablebase_dtz"].tolist() == tables.dtz(fens).tolist()
    assert Board(fens[0]).encode(column)["tablebase_dtz"] == tables.dtz(Board(fens[0]))
    games = endgames()[[3]]
    loader = Loader(games, columns=[Column.tablebase_wdl(tables)], batch_size=5, seed=1)
    values = next(iter(loader))["tablebase_wdl"]
    assert sorted(values.tolist()) == [-2, -2, -2, 2, 2]
    lacking = Positions.from_fens([*fens, "8/8/8/8/8/4k3/8/KQR5 b - - 0 1"])
    assert lacking.supported(Column.tablebase_wdl(tables)).tolist() == [True, True, False]


def test_columns_can_be_saved(tables: Tablebase) -> None:
    column = Column.tablebase_wdl(tables, view="white")
    again = pickle.loads(pickle.dumps(column))
    assert again == column
    assert hash(again) == hash(column)
    assert repr(again) == repr(column)
    assert "up to 3 pieces" in repr(column)
    assert column != Column.tablebase_wdl(tables)
    assert pickle.loads(pickle.dumps(tables)).max_pieces == 3
    with Tablebase(tables.folders, cache_bytes=5) as small:
        assert pickle.loads(pickle.dumps(small)).cache_bytes == 5
        of_columns = pickle.dumps(Column.tablebase_wdl(small))
    assert b"cache_bytes" in of_columns


def test_invalid_arguments(tables: Tablebase) -> None:
    games = endgames()
    with pytest.raises(MissingTableError, match=r"entry 0: 32 pieces"):
        tables.wdl(games, [0], [0])
    with pytest.raises(ArgumentError, match="unknown view"):
        games.tablebase_wdl(tables, [0], [0], view="black")
    with pytest.raises(ArgumentError, match="only a Loader can skip"):
        games.tablebase_wdl(tables, [0], [0], on_missing="skip")
    with pytest.raises(OutOfRangeError):
        games.tablebase_wdl(tables, [99], [0])
    with pytest.raises(TypeError, match="tablebase must be"):
        games.tablebase_wdl("folder", [0], [0])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="game and ply"):
        tables.wdl(["8/8/8/8/8/4k3/8/KQ6 b - - 0 1"], [0], [0])
    with pytest.raises(EnroqueError):
        tables.wdl(["x"])
    assert games.tablebase_wdl(tables, [], []).tolist() == []


def test_boards(tables: Tablebase) -> None:
    board = Board("8/8/8/8/8/4k3/8/KQ6 b - - 0 1")
    assert tables.wdl(board) == -2
    more = Board("8/8/8/8/8/4k3/8/KRR5 b - - 0 1")
    with pytest.raises(MissingTableError, match=r"^8/8/8/8/8/4k3/8/KRR5 b - - 0 1: 4 pieces"):
        tables.wdl(more)
    assert issubclass(MissingTableError, KeyError)
    assert tables.get_wdl(more) is None
    assert tables.get_wdl(more, 5) == 5
    with pytest.raises(IllegalPositionError, match="illegal position"):
        tables.wdl(Board("8/8/8/8/8/8/8/K7 w - - 0 1"))
    stalemate = Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
    assert tables.best(stalemate) == []
    assert (tables.wdl(stalemate), tables.dtz(stalemate)) == (0, 0)
    assert tables.dtz(Board("8/8/8/8/8/2K5/1Q6/k7 b - - 0 1")) == -1
    mate = tables.best(Board("8/8/8/8/8/2K5/2Q5/k7 w - - 0 1"))[0]
    assert (mate.wdl, mate.dtz) == (2, 1)
    assert repr(tables) == "<Tablebase: up to 3 pieces>"
    column = Column.tablebase_wdl(tables)
    with tables:
        pass
    assert repr(tables) == "<Tablebase: closed>"
    with pytest.raises(ClosedError):
        tables.wdl(board)
    with pytest.raises(ClosedError):
        Column.tablebase_wdl(tables)
    # a column keeps the files open
    assert board.encode(column)["tablebase_wdl"] == -2


def test_folders_without_tables_and_damaged_ones(data_file: DataFile, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no Syzygy tables"):
        Tablebase(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: .*missing"):
        Tablebase(tmp_path / "missing")
    with pytest.raises(FileNotFoundError):
        Tablebase([])
    board = Board("8/8/8/8/8/4k3/8/KQ6 b - - 0 1")
    for data in (b"", bytes(100), bytes(80)):
        (tmp_path / "KQvK.rtbw").write_bytes(data)
        with Tablebase(tmp_path) as tables:
            with pytest.raises(FileFormatError, match=r"KQvK\.rtbw: the table is damaged"):
                tables.wdl(board)
            for on_missing in ("raise", "nan"):
                with pytest.raises(FileFormatError, match=r"row 0: KQvK\.rtbw: the table is"):
                    tables.wdl([board.fen()], on_missing=on_missing)
            with pytest.raises(FileFormatError):
                Positions.from_fens([board.fen()]).encode(
                    Column.tablebase_wdl(tables), on_unsupported="mask"
                )
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(data_file("syzygy_3") / "KQvK.rtbw", other)
    with Tablebase([other, tmp_path]) as tables:
        assert tables.wdl(board) == -2
        with pytest.raises(MissingTableError, match=r"there is no table KQvK\.rtbz"):
            tables.dtz(board)


def loaded(source: Games | Positions, column: Column, **options: Any) -> list[float]:
    loader = Loader(source, columns={"value": column}, batch_size=4, seed=1, **options)
    return sorted(float(value) for batch in loader for value in batch["value"])


def test_truncated_tables_are_never_skipped(data_file: DataFile, tmp_path: Path) -> None:
    for name in ("KQvK.rtbw", "KRvK.rtbw"):
        data = (data_file("syzygy_3") / name).read_bytes()
        (tmp_path / name).write_bytes(data[: len(data) // 2] if name[1] == "Q" else data)
    queen, rook, knight = (f"8/8/8/8/8/4k3/8/K{piece}6 b - - 0 1" for piece in "QRN")
    games = endgames()[[3]]
    damaged = Positions.from_fens([rook, queen, knight])
    whole = Positions.from_fens([rook, knight])
    with Tablebase(tmp_path) as tables:
        error = r"KQvK\.rtbw: the table is damaged"
        for on_missing in ("raise", "nan", "skip"):
            column = Column.tablebase_wdl(tables, on_missing=on_missing)
            with pytest.raises(FileFormatError, match=rf"row 1: {error}"):
                damaged.supported(column)
            # the column with the damage is not the first
            with pytest.raises(FileFormatError, match=error):
                damaged.supported([Column.tablebase_dtz(tables, on_missing="nan"), column])
            for on_unsupported in ("raise", "mask", "skip"):
                for source in (damaged, games):
                    with pytest.raises(FileFormatError, match=rf"block 0, .*: {error}") as raised:
                        loaded(source, column, on_unsupported=on_unsupported)
                    assert raised.value.kind == "table"
                    assert not hasattr(raised.value, "__notes__")
        with pytest.raises(FileFormatError, match=error):
            games.rescore(tables)
        arena = Arena(1, start=[queen], tablebase=tables)
        action = arena.board(0).policy_index("lc0", Move.from_uci("e3d4"))
        with pytest.raises(FileFormatError, match=error):
            arena.step([action])
        search = TreeSearch(Arena(1, start=[queen]), simulations=4, final=tables)
        search.begin()
        with pytest.raises(FileFormatError, match=error):
            search.run(lambda leaves: (None, np.zeros(len(leaves), np.float32)))
        # no table is not damage
        for on_missing, supported in (("raise", False), ("nan", True), ("skip", False)):
            column = Column.tablebase_wdl(tables, on_missing=on_missing)
            assert whole.supported(column).tolist() == [True, supported]


def test_loaders_skip_positions_without_tables(tables: Tablebase) -> None:
    positions = Positions.from_fens([game.board(0).fen() for game in endgames()])
    for source in (endgames(), positions):
        column = Column.tablebase_wdl(tables, on_missing="skip")
        values = loaded(source, Column.tablebase_wdl(tables, on_missing="nan"))
        expected = sorted(value for value in values if not np.isnan(value))
        assert 0 < len(expected) < len(values)
        for on_unsupported in ("raise", "mask", "skip"):
            assert loaded(source, column, on_unsupported=on_unsupported) == expected
        assert Loader(source, columns=[column], batch_size=2).epoch_size is None
        with pytest.raises(ArgumentError, match="even needs on_missing"):
            Loader(source, columns=[column], batch_size=2, even=True)
    with pytest.raises(MissingTableError, match="block 0, game 0, ply 0: 32 pieces"):
        loaded(endgames(), Column.tablebase_wdl(tables))


def test_loaders_resume_with_tables_of_another_process(data_file: DataFile) -> None:
    def loader() -> Loader:
        with Tablebase(data_file("syzygy_3")) as tables:
            column = Column.tablebase_wdl(tables)
        return Loader(endgames(), columns=[column], batch_size=3, seed=1, on_unsupported="skip")

    first, second = loader(), loader()
    batches = [batch["tablebase_wdl"].tolist() for batch in first]
    next(iter(second))
    third = loader()
    # the files that are open make no difference
    third.load_state_dict(second.state_dict())
    assert [batch["tablebase_wdl"].tolist() for batch in third] == batches[1:]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root reads all files")
def test_files_that_cannot_be_read(data_file: DataFile, tmp_path: Path) -> None:
    file = Path(shutil.copy(data_file("syzygy_3") / "KQvK.rtbw", tmp_path))
    file.chmod(0)
    with Tablebase(tmp_path) as tables, pytest.raises(OSError, match="KQvK"):
        tables.wdl(Board("8/8/8/8/8/4k3/8/KQ6 b - - 0 1"))


def test_rescored_games(tables: Tablebase) -> None:
    games = endgames()
    again = games.rescore(tables)
    # the queen is lost; White has a queen from the start; castling is possible at first, and just
    # after it the clock is not 0
    assert again.result[:2].tolist() == games.result[:2].tolist()
    assert again.result[2:].tolist() == [0, 1, -128]
    assert games.result[2:].tolist() == [-128] * 3
    assert (again.moves == games.moves).all()
    assert again.rescore(tables, threads=1).result.tolist() == again.result.tolist()
    text = b'[FEN "8/8/8/8/8/2k5/4K2p/7B b - - 3 1"]\n\n1... Kd4 2. Be4 Kxe4 1-0\n'
    played = Games.from_pgn(text)
    assert played.result.tolist() == [1]
    assert played.rescore(tables).result.tolist() == [-1]


def test_conversion_with_results_of_tables(tables: Tablebase, tmp_path: Path) -> None:
    games = endgames()
    games.to_pgn(tmp_path / "games.pgn")
    target = tmp_path / "rescored.npz"
    report = convert(tmp_path / "games.pgn", target, tablebase=tables)
    assert report.options["tablebase"] == [str(folder) for folder in tables.folders]
    expected = games.rescore(tables).result.tolist()
    assert Games.read(target).result.tolist() == expected != games.result.tolist()
    folder = str(tables.folders[0])
    again = tmp_path / "again.npz"
    assert main(["convert", str(tmp_path / "games.pgn"), str(again), "--tablebase", folder]) == 0
    assert Games.read(again).result.tolist() == expected
    with pytest.raises(FileExistsError, match="other options"):
        convert(tmp_path / "games.pgn", target)
    with pytest.raises(TypeError, match=r"tablebase must be an enroque\.tablebase\.Tablebase"):
        convert(tmp_path / "games.pgn", target, tablebase=folder)  # type: ignore[arg-type]
    (tmp_path / "KQvK.rtbw").write_bytes(b"")
    with Tablebase(tmp_path) as damaged, pytest.raises(FileFormatError) as raised:
        convert(tmp_path / "games.pgn", tmp_path / "x.npz", tablebase=damaged, on_error="skip")
    assert raised.value.kind == "table"
    with pytest.raises(ClosedError):
        convert(tmp_path / "games.pgn", tmp_path / "x.npz", tablebase=damaged)
    assert not (tmp_path / "x.npz").exists()


def test_arenas_end_by_tables(tables: Tablebase) -> None:
    # a king takes a rook, one goes away from a queen, a rook takes a pawn, a pawn a rook
    fens = ["8/8/8/4k3/8/8/3r4/4K3 w - - 0 1", "8/8/8/4k3/8/8/8/KQ6 b - - 7 1"]
    fens += ["8/8/8/8/8/1k1r4/3P4/K7 b - - 0 1", "8/8/8/8/8/k1r5/3P4/K7 w - - 0 1"]
    arena = Arena(4, start=fens, start_order="in_turn", tablebase=tables)
    arena = pickle.loads(pickle.dumps(arena))
    boards = [Board(fen) for fen in arena.fens()]
    assert sorted(board.fen() for board in boards) == sorted(fens)
    moves = dict(zip(fens, ["e1d2", "e5d5", "d3d2", "d2c3"], strict=True))
    actions = []
    for board in boards:
        actions.append(board.policy_index("lc0", board.parse_uci(moves[board.fen()])))
    step = arena.step(actions)
    assert step.terminated.tolist() == [board.fen() != fens[1] for board in boards]
    games = arena.pop_games()
    results = {games[n].board(0).fen(): int(games.result[n]) for n in range(len(games))}
    # White is not mated, but lost; the pawn is lost
    assert results == {fens[0]: 0, fens[2]: -1, fens[3]: 0}


def test_final_leaves(tables: Tablebase) -> None:
    """Tables overrule the network, and nothing below their results is searched."""
    arena = Arena(1, start=["8/8/8/8/3k4/8/3q4/2QK4 w - - 0 1"])

    def searched(final: Tablebase | None, *, has_wdl: bool) -> tuple[float, int]:
        search = TreeSearch(arena, simulations=40, seed=1, final=final)
        search = pickle.loads(pickle.dumps(search))
        count = 0

        def network(leaves: Any) -> Any:
            nonlocal count
            count += len(leaves)
            if has_wdl:
                return None, np.tile(np.array([0, 0.5, 0.5], np.float32), (len(leaves), 1))
            return None, np.full(len(leaves), -0.5, np.float32)

        search.begin()
        search.run(network)
        return float(search.value[0]), count

    for has_wdl in (False, True):
        # both captures of the queen win
        value, count = searched(tables, has_wdl=has_wdl)
        assert value > 0.9
        assert count == 3
        value, count = searched(None, has_wdl=has_wdl)
        assert value < 0.9
        assert count == 41


def compare(folder: Path, count: int, seed: int) -> None:
    """Compares random positions of all tables with python-chess."""
    chess: Any = pytest.importorskip("chess", reason="python-chess is not installed")
    syzygy: Any = pytest.importorskip("chess.syzygy")
    rng = random.Random(seed)
    names = sorted(file.stem for file in folder.glob("*.rtbw"))
    boards: list[Any] = []
    while len(boards) < count:
        white, black = rng.choice(names).split("v")
        if rng.random() < 0.5:
            white, black = black, white
        symbols = white + black.lower()
        squares = rng.sample(range(64), len(symbols))
        pieces = map(chess.Piece.from_symbol, symbols)
        board = chess.Board(None)
        board.set_piece_map(dict(zip(squares, pieces, strict=True)))
        board.turn = rng.random() < 0.5
        board.ep_square = rng.choice([None, *range(16, 24), *range(40, 48)])
        if not board.is_valid():
            board.ep_square = None
        if board.is_valid():
            boards.append(board)
    fens = [board.fen() for board in boards]
    with Tablebase(folder) as tables, syzygy.open_tablebase(str(folder)) as theirs:
        wdl = tables.wdl(fens, on_missing="nan")
        dtz = tables.dtz(fens, on_missing="nan")
        for board, our_wdl, our_dtz in zip(boards, wdl, dtz, strict=True):
            expected = theirs.get_wdl(board), theirs.get_dtz(board)
            found = tuple(None if np.isnan(x) else int(x) for x in (our_wdl, our_dtz))
            assert found == expected, board.fen()


def test_as_python_chess(data_file: DataFile) -> None:
    compare(data_file("syzygy_3"), 500, 1)
    compare(data_file("syzygy"), 1500, 2)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_many_as_python_chess(data_file: DataFile) -> None:
    for seed in range(20):
        compare(data_file("syzygy"), 50_000, 100 + seed)


def test_best_moves_have_the_result_of_the_position(data_file: DataFile) -> None:
    fens = ["8/8/8/8/3k4/8/1P6/K7 w - - 0 1", "8/8/8/3k4/8/1r6/P7/K7 w - - 0 1"]
    with Tablebase(data_file("syzygy")) as tables:
        for board in map(Board, fens):
            moves = tables.best(board)
            assert len(moves) == board.legal_moves.count()
            assert moves[0].wdl == tables.wdl(board)
            assert abs(moves[0].dtz - tables.dtz(board)) <= 1
            assert [move.wdl for move in moves] == sorted(
                (move.wdl for move in moves), reverse=True
            )
    with pytest.raises(FenError):
        Board("x")


def test_search_by_result(tables: Tablebase, data_file: DataFile, tmp_path: Path) -> None:
    games = endgames()
    game, ply = all_positions(games)
    wdl = games.tablebase_wdl(tables, game, ply)
    positions = Positions.from_games(games, game, ply)
    for least, most in ((None, None), (1, None), (None, -1), (0, 0), (1, 1)):
        query = find.TablebaseWdl(tables, min=least, max=most)
        lowest, highest = least if least is not None else -2, most if most is not None else 2
        expected = (wdl >= lowest) & (wdl <= highest)
        for threads in (1, 2):
            found = games.search(query, first=False, threads=threads)
            np.testing.assert_array_equal(found, (game[expected], ply[expected]))
        np.testing.assert_array_equal(
            games.search(~query, first=False), (game[~expected], ply[~expected])
        )
        assert positions.filter(query).fens() == positions[expected].fens()
        last = ply == games.plies[game]
        np.testing.assert_array_equal(
            games.positions(where=query), (game[expected & ~last], ply[expected & ~last])
        )
        column = Column.tablebase_wdl(tables, on_missing="nan")
        if (expected & ~last).any():
            assert loaded(games, column, filter=query) == sorted(wdl[expected & ~last])
    assert "min=1, tablebase=<Tablebase: up to 3" in repr(find.TablebaseWdl(tables, min=1))
    assert games.search(pickle.loads(pickle.dumps(query)))[0].tolist() == []
    with pytest.raises(ArgumentError, match="min must be from -2 to 2, not 3"):
        find.TablebaseWdl(tables, min=3)
    with pytest.raises(TypeError, match="tablebase must be"):
        find.TablebaseWdl("folder")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="position cannot have the condition TablebaseWdl"):
        Filter(position=~query | find.Check())
    # a damaged table is an error, not a position that does not match
    whole = (data_file("syzygy_3") / "KQvK.rtbw").read_bytes()
    (tmp_path / "KQvK.rtbw").write_bytes(whole[: len(whole) // 2])
    with Tablebase(tmp_path) as damaged:
        either = find.Check() | ~find.TablebaseWdl(damaged, min=1)
        for search in (
            lambda: games.search(either),
            lambda: games.positions(where=either),
            lambda: positions.filter(either),
            lambda: loaded(games, Column.legal_count(), filter=either),
            lambda: loaded(positions, Column.legal_count(), filter=either),
        ):
            with pytest.raises(FileFormatError, match=r"KQvK\.rtbw: the table is damaged"):
                search()
    with pytest.raises(ClosedError):
        games.search(either)


def test_generated_tables(tables: Tablebase, data_file: DataFile) -> None:
    done: list[tuple[int, int | None]] = []
    generated = Tablebase.generate(progress=lambda *report: done.append(report))
    assert done[-1] == (5 * 64**3, 5 * 64**3)
    with gzip.open(data_file("syzygy_3") / "oracle.csv.gz", "rt") as file:
        fens = [line.split(",")[0] for line in islice(file, 1, 301)]
    np.testing.assert_array_equal(generated.wdl(fens), tables.wdl(fens))
    for board in map(chess.Board, fens):
        wins, losses, draws = [], [], []
        for move in board.legal_moves:
            board.push(move)
            after = Board(board.fen())
            kind = {-2: wins, 2: losses, 0: draws}[generated.wdl(after)]
            kind.append(abs(generated.dtm(after)) + 1)
            board.pop()
        expected = min(wins) if wins else 0 if draws else -max(losses, default=0)
        assert generated.dtm(Board(board.fen())) == expected
        best = generated.best(Board(board.fen()))
        assert (best[0].dtm, best[0].dtz) == (expected, None) if best else expected == 0
    again = pickle.loads(pickle.dumps(generated))
    arrays = Positions.from_fens(fens).encode([Column.tablebase_dtm(again)])
    np.testing.assert_array_equal(arrays["tablebase_dtm"], generated.dtm(fens))
    assert repr(again) == "<Tablebase: up to 3 pieces>"
    with pytest.raises(MissingTableError, match="generated tables have distances to mate"):
        again.dtz(Board(fens[0]))
    with pytest.raises(MissingTableError, match="Syzygy tables have distances to zeroing"):
        tables.dtm(Board(fens[0]))
    assert tables.get_dtm(Board(fens[0])) is None
    with pytest.raises(OutOfRangeError, match="pieces must be 3 or 4, not 5"):
        Tablebase.generate(5)
    again.close()
    assert repr(again) == "<Tablebase: closed>"
    with pytest.raises(ClosedError):
        again.wdl(fens)
