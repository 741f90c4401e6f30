"""Messages for those who come from python-chess and pandas, and conversions that they expect."""

import gzip
import random
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import numpy as np
import pytest

import enroque
from enroque import (
    Arena,
    Board,
    Column,
    Filter,
    Games,
    Loader,
    Positions,
    PseudoLegalMoveGenerator,
    SquareSet,
    chess960,
    find,
    notation,
    pgn,
    polyglot,
    rules,
    svg,
    viewer,
)
from enroque.data import example_games
from enroque.engine._limit import Limit, check_search
from enroque.errors import ArrayError, BrokenGameError, FileFormatError

GAMES = example_games()
MOVE = chess.Move.from_uci("e2e4")
PIECE = chess.Piece.from_symbol("N")
THEIRS = chess.Board()
A_BOARD = "a board must be an enroque.Board, not chess.Board"
A_MOVE = "a move must be an enroque.Move, not chess.Move"

OF_BOARDS = (
    "is_legal", "is_pseudo_legal", "gives_check", "is_capture", "is_en_passant", "is_castling",
    "is_kingside_castling", "is_queenside_castling", "is_zeroing", "is_irreversible",
    "is_into_check", "lan", "uci", "xboard", "notation", "san_and_push",
)  # fmt: skip
OF_NODES = (
    "add_variation", "add_main_variation", "variation", "has_variation", "promote", "demote",
    "promote_to_main", "remove_variation", "__getitem__", "__contains__",
)  # fmt: skip
TYPES: list[tuple[Callable[[Board], object], str]] = [
    (lambda board: board.push(MOVE), "a move must be an enroque.Move, not chess.Move"),
    (lambda board: board.san(MOVE), "a move must be an enroque.Move, not chess.Move"),
    (lambda board: MOVE in board.legal_moves, "a move must be an enroque.Move, not chess.Move"),
    (lambda board: board.variation_san([MOVE]), "an enroque.Move, not chess.Move"),
    (lambda board: board.set_piece_at(4, PIECE), "a piece must be an enroque.Piece, not chess.P"),
    (lambda board: board.set_piece_map({4: PIECE}), "an enroque.Piece, not chess.Piece"),
    (lambda board: Board(chess.Board()), "a FEN must be a str, not chess.Board"),
    (lambda board: enroque.perft(THEIRS, 2), A_BOARD),  # type: ignore[arg-type]
    (lambda board: pgn.Game.from_board(THEIRS), A_BOARD),  # type: ignore[arg-type]
    (lambda board: rules.PlayedGame(THEIRS), A_BOARD),  # type: ignore[arg-type]
    (lambda board: notation.read_score_sheet("1.e4", board=THEIRS), A_BOARD),
    (lambda board: PseudoLegalMoveGenerator(THEIRS), A_BOARD),
    (lambda board: polyglot.zobrist_hash(THEIRS), A_BOARD),
    (lambda board: chess960.numbers(THEIRS), A_BOARD),
    (lambda board: check_search(THEIRS, Limit(nodes=1)), A_BOARD),
    (lambda board: Arena(2, start=THEIRS), "a list of .*, not chess.Board"),
    (lambda board: Arena(2, start=[THEIRS]), "a FEN or a Board, not chess.Board"),
    (lambda board: Arena(2).set([0], THEIRS), "not chess.Board"),
    (lambda board: board.encode(THEIRS), "not chess.Board"),
    (lambda board: board.set_fen(THEIRS), "a FEN must be a str, not chess.Board"),
    (lambda board: pgn.Game().setup(THEIRS), "not chess.Board"),
    (lambda board: viewer.GameViewer(chess.pgn.Game()), "not chess.pgn.Game"),
    (lambda board: svg.piece(PIECE), "a piece must be an enroque.Piece, not chess.Piece"),
    (lambda board: Games.from_pgn(THEIRS), "a PGN source must be .*, not chess.Board"),
    (lambda board: board.push_uci(MOVE), "must be a str, not chess.Move"),
    (lambda board: board.parse_san(MOVE), "must be a str, not chess.Move"),
    *[(lambda board, name=name: getattr(board, name)(MOVE), A_MOVE) for name in OF_BOARDS],
    *[(lambda board, name=name: getattr(pgn.Game(), name)(MOVE), A_MOVE) for name in OF_NODES],
    (lambda board: pgn.Game().add_line([MOVE]), A_MOVE),
    (lambda board: GAMES.filter(min_elo=2000), r"games.filter\(enroque.Filter\(min_elo=...\)\)"),
    (lambda board: GAMES.filter(), "filter must be an enroque.Filter, not NoneType"),
    (lambda board: GAMES.planes("lc0"), r"game, ply = games.positions\(\)"),
    (lambda board: GAMES.encode(Column.ply()), r"game, ply = games.positions\(\)"),
    (lambda board: GAMES.policy("lc0", [0]), r"game, ply = games.positions\(\)"),
    (
        lambda board: GAMES.filter(find.Check()),
        r"must be an enroque.Filter, such as Filter\(position=query\), not Check",
    ),
    (lambda board: Loader(GAMES, Column.ply(), filter=Filter()), r"Games.filter, .*\), not Filter"),
    (lambda board: Loader(GAMES, "lc0"), r'not a name: Column.planes\("lc0"\)'),
    (lambda board: enroque.planes(board, "lc0"), r"list of FENs \(\[board.fen\(\)\]\), not Board"),
    (lambda board: enroque.planes(7, "lc0"), "fens must be a list of FENs, not int"),
    (pgn.Game, r"\(Game.from_board takes a Board, .*\), not Board"),  # type: ignore[arg-type]
    (lambda board: pgn.Game("1. e4 *"), r"pgn.read_game PGN\), not str"),  # type: ignore[arg-type]
    (lambda board: enroque.win_probability("100"), "evaluations must be numbers, not str"),
]
TABLE = Positions.from_fens([enroque.STARTING_FEN])
NAMES: list[tuple[Callable[[], object], str]] = [
    (lambda: Board().planes("squares"), r'"squares", .* kind "tokens": use tokens\("squares"\)'),
    (lambda: GAMES.planes("HalfKP", [0], [0]), r'"HalfKP", .*: use features\("HalfKP"\), or one'),
    (lambda: Column.tokens("lc0"), r': use planes\("lc0"\), or one of "chessbench", "squares"'),
    (lambda: Board().planes("halfkp"), r'"halfkp", .*: use features\("HalfKP"\)'),
    (
        lambda: Board().planes("Pieces"),
        '"Pieces"; did you mean "pieces"\\? known: ',
    ),
    (lambda: enroque.Policy("LC0 "), 'did you mean "lc0"\\? known: "alphazero"'),
    (lambda: Positions.from_fens(TABLE), "not Positions, which are a table already"),  # type: ignore[arg-type]
    (
        lambda: next(Loader(TABLE, Column.ply(), weights={"result": [0, 0, 1]})),
        "weights of result need a table with a column of results",
    ),
    (lambda: Column.policy("squares"), 'the policy cannot be "squares", which is of kind "tokens"'),
    (lambda: Board().planes("lco"), 'unknown encoding "lco"; known: "alphazero", '),
    (TABLE.value, "the table has no column of results"),
    (TABLE.wdl, "the table has no column of results"),
    (TABLE.eval, "the table has no column of evaluations"),
    (TABLE.win_probability, "the table has no column of evaluations"),
    (lambda: TABLE.policy("lc0"), "the table has no column of moves"),
    (lambda: TABLE.encode(Column.search_value()), "the table has no column of expected scores"),
    (lambda: TABLE.encode(Column.network_value()), "the table has no search"),
    (lambda: next(Loader(TABLE, Column.value())), "the table has no column of results"),
    (lambda: Filter(since="2017-13"), 'since must be a date such as 2024-02-29, not "2017-13"'),
    (lambda: Board("4k3/8/8/8/8/8/8/RR2K3 w AB -", strict=True), "two to one side of the king"),
]


@pytest.mark.parametrize(("call", "message"), NAMES)
def test_values(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_labels_of_no_rows() -> None:
    assert TABLE[:0].value().shape == (0,)


def test_a_column_of_a_table() -> None:
    table = pytest.importorskip("polars").DataFrame({"FEN": [enroque.STARTING_FEN]})
    with pytest.raises(TypeError, match=r'one column, such as df\["FEN"\], not DataFrame'):
        enroque.planes(table, "lc0")
    assert enroque.planes(table["FEN"], "pieces").sum() == 32


def test_damaged_files_name_the_option(tmp_path: Path) -> None:
    GAMES.write(tmp_path / "games.pgn.zst")
    damaged = tmp_path / "damaged.pgn.zst"
    damaged.write_bytes((tmp_path / "games.pgn.zst").read_bytes()[:-100])
    for call in (
        lambda: enroque.convert(damaged, tmp_path / "out.npz"),
        lambda: list(Loader(damaged, Column.ply())),
        lambda: enroque.convert_positions(cut_table(tmp_path), tmp_path / "out"),
    ):
        with pytest.raises((FileFormatError, BrokenGameError)) as raised:
            call()
        assert 'on_error="skip"' in raised.value.__notes__[0]


def cut_table(folder: Path) -> Path:
    text = b"FEN,Evaluation\n" + b"4k3/8/8/8/8/8/8/4K2R w K - 0 1,#+9\n" * 9000
    path = folder / "table.csv.gz"
    path.write_bytes(gzip.compress(text)[:-20])
    return path


@pytest.mark.parametrize(("call", "message"), TYPES)
def test_types(call: Callable[[Board], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(Board())


def test_books(tmp_path: Path) -> None:
    (tmp_path / "book.bin").write_bytes(bytes(16))
    with polyglot.open_reader(tmp_path / "book.bin") as book:
        with pytest.raises(TypeError, match=A_BOARD):
            book.get(THEIRS)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=A_MOVE):
            book.get(Board(), exclude_moves=[MOVE])  # type: ignore[list-item]


def test_keys_of_variations_that_are_no_moves() -> None:
    assert None not in pgn.Game()
    assert not pgn.Game().has_variation("e4")  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        pgn.Game()["e4"]  # type: ignore[index]


def test_filters_are_as_before() -> None:
    assert len(GAMES.filter(Filter(variant="chess960"))) == 38


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("white", r"games.tag_values\('White'\)"),
        ("event", r"games.tag_values\('Event'\)"),
        ("load", "use Games.read"),
        ("save", "use games.write"),
        ("to_parquet", "use games.write"),
        ("white_eloo", "did you mean 'white_elo'"),
    ],
)
def test_names_of_games(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(GAMES, name)
    assert not hasattr(GAMES, name)


def test_names_without_hints() -> None:
    for name in ("qqq", "_private"):
        with pytest.raises(AttributeError, match="has no attribute"):
            getattr(GAMES, name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("read_pgn", "use Games.read, or enroque.pgn.read_game"),
        ("read_game", "use enroque.pgn.read_game"),
        ("Gamess", "did you mean 'Games'"),
        ("FenError", "it is enroque.errors.FenError"),
    ],
)
def test_names_of_the_package(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(enroque, name)


def test_sets_of_arrays() -> None:
    squares = SquareSet([0, 9, 63])
    for dtype in (np.int64, np.uint8, np.uint64):
        assert SquareSet(np.array([0, 9, 63], dtype)) == squares
    mask = np.zeros(64, np.bool_)
    mask[[0, 9, 63]] = True
    assert SquareSet(mask) == SquareSet(mask.reshape(8, 8)) == squares
    assert SquareSet(np.array([], np.int64)) == SquareSet()
    assert SquareSet(np.uint64(7)) == SquareSet([0, 1, 2])  # a bitboard
    assert SquareSet(np.array(7)) == SquareSet([0, 1, 2])
    with pytest.raises(ArrayError, match="a mask of squares must have 64 entries, not 8"):
        SquareSet(np.zeros(8, np.bool_))
    with pytest.raises(enroque.errors.OutOfRangeError, match="not 64"):
        SquareSet(np.array([64]))
    with pytest.raises(TypeError, match="not float"):
        SquareSet(np.array([1.0]))


def test_legal_moves_are_a_sequence() -> None:
    board = Board()
    moves = list(board.legal_moves)
    array = np.array(board.legal_moves)
    assert (array.shape, array.dtype) == ((20,), np.dtype(object))
    assert array.tolist() == moves
    assert np.asarray(board.legal_moves, dtype=object).tolist() == moves
    assert list(reversed(board.legal_moves)) == moves[::-1]
    chosen = random.Random(1).sample(board.legal_moves, 2)
    assert len(set(chosen)) == 2
    assert set(chosen) <= set(moves)
    assert random.Random(1).choice(board.legal_moves) in moves
    assert np.random.default_rng(1).choice(board.legal_moves) in moves
    mate = Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert np.array(mate.legal_moves).shape == (0,)
