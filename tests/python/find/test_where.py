"""Queries in filters, loaders and on the command line, compared with `Games.search`."""

import ast
import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import Column, Filter, Games, Loader
from enroque.cli import main
from enroque.errors import ArgumentError, FenError
from enroque.find import (
    Check,
    Checkmate,
    Count,
    Eval,
    Explorer,
    Material,
    Played,
    Ply,
    Position,
    Sequence,
    Streak,
    Turn,
)

QUERIES = [
    Check() & Ply(min=10),
    Count("Qq", max=0),
    Played("O-O-O") | Played("O-O"),
    Material("KRP*krp*"),
    Position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"),
]


@pytest.mark.parametrize("query", QUERIES)
def test_filters_keep_the_games_that_a_search_finds(games: Games, query: object) -> None:
    filter = Filter(position=query)  # type: ignore[arg-type]
    found, _ = games.search(query)  # type: ignore[arg-type]
    assert 0 < len(found) < len(games)
    kept = games.filter(filter)
    assert kept == games[found]
    assert kept.filtered_out == {"position": len(games) - len(found)}
    read = Games.from_pgn(_pgn(games), filter=filter)
    assert read.fingerprints.tolist() == kept.fingerprints.tolist()
    assert read.filtered_out == kept.filtered_out


def _pgn(games: Games) -> bytes:
    text = io.BytesIO()
    games.to_pgn(text)
    return text.getvalue()


def test_filters_are_values() -> None:
    start = enroque.STARTING_FEN
    assert (
        Filter(position=start)
        == Filter(position=enroque.Board())
        == Filter(position=Position(start))
    )
    assert hash(Filter(position=start)) == hash(Filter(position=Position(start)))
    with pytest.raises(TypeError):
        Filter(position=5)  # type: ignore[arg-type]


def test_evaluations_are_those_of_the_text() -> None:
    text = b"1. e4 {[%eval 0.3]} e5 {[%eval 2.0]} * 1. d4 {[%eval 0.1]} *"
    assert len(Games.from_pgn(text, filter=Filter(position=Eval(min=100)))) == 1
    assert len(Games.from_pgn(text, filter=Filter(position=Eval(max=100)))) == 2


def test_loaders_sample_the_positions_of_a_query(games: Games) -> None:
    query = Check() & Ply(min=10)
    game, ply = games.positions(where=query)
    columns = [Column.planes("pieces", dtype="uint8")]
    with Loader(games, columns, filter=query, shuffle_games=0, batch_size=50) as loader:
        batches = [batch["planes"].copy() for batch in loader]
    expected = games.planes("pieces", game, ply, dtype="uint8")
    assert (np.concatenate(batches) == expected).all()


def test_the_command_writes_the_games(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "games.pgn", tmp_path / "found.pgn"
    games.write(source)
    arguments = ["find", str(source), "-o", str(target)]
    assert main([*arguments, "--material", "KRP*krp*", "--min-ply", "20"]) == 0
    found, _ = games.search(Material("KRP*krp*") & Ply(min=20))
    assert f"{len(found)} kept" in capsys.readouterr().out
    assert Games.read(target).fingerprints.tolist() == games[found].fingerprints.tolist()
    manifest = json.loads((tmp_path / "found.pgn.manifest.json").read_text())
    assert manifest["filter"] == {"position": "(Material('KRP*krp*') & Ply(min=20))"}
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "what to find is missing" in capsys.readouterr().err
    assert main([*arguments, "--pattern", "Pz4"]) == 2
    assert "character 2" in capsys.readouterr().err


def test_explorers(games: Games) -> None:
    explorer = games.explorer()
    assert isinstance(explorer, Explorer)
    assert explorer.total.games == len(games.search(enroque.Board())[0])
    assert sum(row.games for row in explorer) <= explorer.total.games
    row = explorer["e4"]
    assert row == explorer[enroque.Move.from_uci("e2e4")]
    first = np.array([len(game) > 0 and game.moves[0].uci() == "e2e4" for game in games])
    standard = games.start == 518
    chosen = first & standard
    assert row.games == chosen.sum()
    assert row.white == (games.result[chosen] == 1).sum()
    known = games.white_elo[chosen]
    assert row.average_elo == pytest.approx(known[known > 0].mean())
    assert (row.eco, row.opening) == ("B00", "King's Pawn Game")
    assert len(games.explorer(min_games=1000)) == 0
    with pytest.raises(KeyError):
        explorer["h4"]
    with pytest.raises(ArgumentError):
        games.explorer(min_games=-1)
    with pytest.raises(TypeError):
        games.explorer(5)  # type: ignore[arg-type]
    child = explorer.play("e4")
    assert child.board.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/")
    html = explorer._repr_html_()
    assert "<table" in html
    assert html.count("<polygon") == len(
        [row for row in explorer if 224 * row.games >= 11.5 * explorer[0].games]
    )


def test_explorers_are_arrow_tables(games: Games) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    explorer = games.explorer()
    table = pyarrow.table(explorer)
    assert table.num_rows == len(explorer)
    assert table["san"].to_pylist() == [row.san for row in explorer]
    assert table["score"].to_pylist() == [row.score for row in explorer]
    empty = games.explorer("8/8/8/4k3/8/8/8/4K3 w - -")
    assert pyarrow.table(empty).schema == table.schema


def test_chess960_castling_in_explorers() -> None:
    text = b'[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w H - 0 1"]\n\n1. O-O *'
    games = Games.from_pgn(text)
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w H -"):
        assert games.explorer(fen)[0].san == "O-O"


def test_queries_have_no_truth_value() -> None:
    """`and` and `or` would silently return one of the two queries."""
    for wrong in (
        lambda: Turn(enroque.BLACK) and Check(),
        lambda: Check() or Turn(enroque.BLACK),
        lambda: not Check(),
        lambda: bool(Check() & Turn(enroque.BLACK)),
    ):
        with pytest.raises(TypeError, match=r"&.*\|.*~"):
            wrong()


CHESS960 = b"""[Variant "Chess960"]
[FEN "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w GEge - 0 1"] 1. f4 f5 1-0

[Variant "Chess960"]
[FEN "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w GEge - 0 1"] 1. d4 d5 1-0

1. e4 e5 *
"""
AFTER = "bbqnrkrn/pppppppp/8/8/5P2/8/PPPPP1PP/BBQNRKRN b KQkq - 0 1"

Call = Callable[[enroque.Games, str, Path], object]


def _command_line(games: enroque.Games, fen: str, folder: Path) -> int:
    games.to_pgn(folder / "all.pgn")
    main(["find", str(folder / "all.pgn"), "--fen", fen, "-o", str(folder / "found.pgn")])
    return len(enroque.Games.read(folder / "found.pgn"))


def _loaded(games: enroque.Games, fen: str, _: Path) -> int:
    columns = {"game": enroque.Column.game()}
    loader = enroque.Loader(games, columns, batch_size=4, filter=fen, drop_last=False)
    return sum(len(batch["game"]) for batch in loader)


def _shards(games: enroque.Games, fen: str, folder: Path) -> object:
    _table(games).write(folder / "table.csv")
    report = enroque.convert_positions(
        folder / "table.csv", folder / "out", filter=fen, overwrite=True
    )
    return report.rows["kept"]


def _table(games: enroque.Games) -> enroque.Positions:
    return enroque.Positions.from_games(games, *games.positions())


CALLS: dict[str, Call] = {
    "Games.search": lambda games, fen, _: len(games.search(fen)[0]),
    "Games.positions": lambda games, fen, _: len(games.positions(where=fen)[0]),
    "Games.explorer": lambda games, fen, _: games.explorer(fen).total.games,
    "Filter": lambda games, fen, _: len(games.filter(enroque.Filter(position=fen))),
    "Positions.filter": lambda games, fen, _: len(_table(games).filter(fen)),
    "Loader": _loaded,
    "convert_positions": _shards,
    "enroque find": _command_line,
    "Position": lambda games, fen, _: len(games.search(Position(fen))[0]),
    "Position of a Board": lambda games, fen, _: len(
        games.search(enroque.Board(fen, chess960=None))[0]
    ),
    "Sequence": lambda games, fen, _: len(games.search(Sequence(fen, Ply()))[0]),
    "Streak": lambda games, fen, _: len(games.search(Streak(fen, 1))[0]),
    "Query.__and__": lambda games, fen, _: len(games.search(Ply() & fen)[0]),
    "Query.__rand__": lambda games, fen, _: len(games.search(fen & Ply())[0]),
    "Query.__or__": lambda games, fen, _: len(games.search(Checkmate() | fen)[0]),
    "Query.__ror__": lambda games, fen, _: len(games.search(fen | Checkmate())[0]),
}
"""The calls that take a FEN as a query, with the number of games or rows that they find."""


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("fen", [AFTER, AFTER.replace("KQkq", "GEge")])
def test_calls_with_a_fen_detect_chess960(call: str, fen: str, tmp_path: Path) -> None:
    games = enroque.Games.from_pgn(CHESS960)
    assert CALLS[call](games, fen, tmp_path) == 1


def test_all_calls_with_a_fen_are_tested() -> None:
    tree = ast.parse((Path(enroque.__file__).parent / "_core.pyi").read_text())
    found = set()
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for method in (node for node in cls.body if isinstance(node, ast.FunctionDef)):
            types = [ast.unparse(arg) for arg in ast.walk(method) if isinstance(arg, ast.arg)]
            is_public = method.name == "__new__" or not method.name.startswith("_")
            if is_public and any("Board | str" in text for text in types):
                found.add(cls.name if method.name == "__new__" else f"{cls.name}.{method.name}")
    assert found - {*CALLS} == {"Game.setup"}
    assert {"Games.explorer", "Loader"} <= found


@pytest.mark.parametrize("call", CALLS)
def test_a_board_alone_is_for_either_side_to_move(call: str, tmp_path: Path) -> None:
    games = enroque.Games.from_pgn(CHESS960)
    fen = AFTER.split()[0]
    if call == "Games.explorer":
        with pytest.raises(ArgumentError, match="side to move"):
            CALLS[call](games, fen, tmp_path)
    elif call != "Position of a Board":
        assert CALLS[call](games, fen, tmp_path) == 1
        if call not in ("enroque find", "Loader"):  # these raise an error if nothing is found
            assert CALLS[call](games, fen + " b", tmp_path) == 1
            assert CALLS[call](games, fen + " w", tmp_path) == 0


def test_omitted_fields_of_a_fen() -> None:
    # Black is to move, since it is in check
    games = enroque.Games.from_pgn(b"1. e4 f5 2. Qh5+ g6 *")
    board = games[0].board(3)
    for query in (board.board_fen(), f"{board.board_fen()} b"):
        assert games.search(query)[1].tolist() == [3]
        assert repr(Position(query)) == f"Position({query!r})"
        assert eval(repr(Position(query))) == Position(query)
    assert games.search(f"{board.board_fen()} b KQ -")[1].tolist() == []
    with pytest.raises(ArgumentError, match="castling rights"):
        games.explorer(f"{board.board_fen()} b")
    for wrong in ("8/8/8/8/8/8/8/8", "8/8", "4k3/8/8/8/8/8/8/4K3 x"):
        with pytest.raises(FenError):
            Position(wrong)
