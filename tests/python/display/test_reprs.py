"""What objects answer at a prompt: tables, missing names, the names of modules."""

import importlib
import pkgutil

import numpy as np
import pytest

import enroque
from enroque import Arena, Column, Games, Loader, Policy, Positions, TreeSearch
from enroque._model.evals import eval_text
from enroque.data import EVALUATIONS, example_games, example_positions
from enroque.errors import ArgumentError, ArrayError, OutOfRangeError


def test_evaluations() -> None:
    values = [32, -5, 0, 999_996, -999_996, 1_000_000, None, -(2**31)]
    shown = ["+0.32", "-0.05", "+0.00", "#4", "#-4", "#0", "", ""]
    assert [eval_text(value) for value in values] == shown


def test_loaders() -> None:
    columns = [Column.planes("lc0", dtype="uint8"), Column.policy("lc0")]
    loader = Loader(example_games(), columns, batch_size=64, seed=1)
    shapes = "planes (112, 8, 8) uint8, policy () int64"
    text = f"118 games of 8682 moves; {shapes}; batches of 64; epoch 0"
    assert repr(loader) == f"<Loader: {text}>"
    loader.close()
    assert repr(loader) == f"<Loader: {text}; closed>"
    with Loader(EVALUATIONS, Column.eval(), batch_size=8) as loader:
        assert repr(loader) == "<Loader: 1 file; eval () float32; batches of 8; epoch 0>"


def test_openings_and_trees() -> None:
    openings = example_games().openings()
    assert repr(openings).startswith("<GameOpenings: 118 games, 80 named: Sicilian Defense 15, ")
    none = Games.from_pgn(b"1. e4 *")[:0].openings()
    assert repr(none) == "<GameOpenings: 0 games, 0 named>"
    search = TreeSearch(Arena(1, seed=1), simulations=32, seed=1)
    search.begin()

    def evaluate(leaves):  # type: ignore[no-untyped-def]
        return np.zeros((len(leaves), 1858), np.float32), np.zeros(len(leaves), np.float32)

    search.run(evaluate)
    tree = search.tree(0)
    head, names, *rows = repr(tree).splitlines()
    assert head == f"Tree: {len(tree.parent)} nodes, value +0.000"
    assert names.split() == ["Move", "Visits", "Prior", "Value"]
    assert sum(int(row.split()[1]) for row in rows) == 32
    assert [int(row.split()[1]) for row in rows] == sorted(
        (int(row.split()[1]) for row in rows), reverse=True
    )


@pytest.mark.parametrize("name", Policy.names())
def test_policies(name: str) -> None:
    policy = Policy(name)
    assert len(policy) == policy.size
    moves = policy.moves
    for index in {0, 1, 322, len(policy) - 1} & set(range(len(policy))):
        if moves[index] is None:
            with pytest.raises(ArgumentError, match="has no single move"):
                policy.move(index)
        else:
            move = policy.move(index)
            assert policy[move] == policy[move.uci()] == policy.index(move) == index
    board = enroque.Board()
    for move in board.legal_moves:
        assert policy.index(move) == board.policy_index(policy, move)
    with pytest.raises(ArgumentError, match=r"Board\.policy_index"):
        policy.index("a1a1")
    with pytest.raises(OutOfRangeError):
        policy.move(len(policy))
    with pytest.raises(TypeError, match=r"policy\.move an index"):
        policy[3]  # type: ignore[index]


def test_explorers() -> None:
    games = Games.from_pgn(
        b"1. e4 {[%eval 0.3]} 1-0 1. d4 0-1 1. e4 {[%eval #3]} 1/2-1/2 1. O-O *", annotations=None
    )
    explorer = games.explorer()
    title, head, *rows = repr(explorer).splitlines()
    assert title.startswith("Explorer: ")
    assert {len(line.rstrip()) <= 100 for line in rows} == {True}
    assert rows[0].split()[:6] == ["e4", "2", "50%", "50%", "0%", "+5.15"]
    assert head.split()[0] == "Move"
    assert [row.san for row in explorer.sort("games")] == ["d4", "e4"]
    assert [row.san for row in explorer.sort("average_eval", descending=True)] == ["e4", "d4"]
    with pytest.raises(ArgumentError, match="'elo' is not one of san, eco"):
        explorer.sort("elo")
    pandas = pytest.importorskip("pandas")
    table = explorer.to_pandas()
    assert isinstance(table, pandas.DataFrame)
    assert table["san"].tolist() == ["e4", "d4"]
    assert table["games"].tolist() == [2, 1]


def test_modules_list_public_names() -> None:
    for module in pkgutil.iter_modules(enroque.__path__):
        if module.name.startswith("_") or module.name in ("as_chess", "cli", "typing", "errors"):
            continue
        try:
            found = importlib.import_module(f"enroque.{module.name}")
        except ImportError:  # an adapter of a package that is not installed
            continue
        assert set(dir(found)) >= set(found.__all__)
        listed = {name for name in dir(found) if not name.startswith("_")}
        submodules = {name for name in listed if hasattr(getattr(found, name), "__path__")}
        assert listed - submodules <= set(found.__all__), module.name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("read_csv", "use Games.read for games, Positions.read for positions"),
        ("from_fen", r"use Board\(fen\)"),
        ("Puzzles", "use Positions.read"),
        ("heatmap", "use enroque.plot.squares"),
        ("gif", "use enroque.plot.gif"),
        ("to_dataset", "use Loader"),
    ],
)
def test_names_of_the_package(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}': {hint}"):
        getattr(enroque, name)


def test_names_of_modules() -> None:
    with pytest.raises(AttributeError, match=r"'enroque.svg' .* 'gif': use enroque.plot.gif"):
        enroque.svg.gif  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="did you mean 'Checkmate'"):
        enroque.find.Chekmate  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("table", "name", "hint"),
    [
        (example_games, "winner", "use games.result"),
        (example_games, "white", r"games.tag_values\('White'\)"),
        (example_games, "to_csv", "use games.write"),
        (example_games, "acuracy", "did you mean 'accuracy'"),
        (example_positions, "to_csv", "use positions.write"),
        (example_positions, "iloc", r"use positions\[rows\]"),
        (example_positions, "fen", r"use positions.fens\(\)"),
        (example_positions, "eval_", "did you mean 'evals'|did you mean 'eval'"),
    ],
)
def test_names_of_tables(table, name: str, hint: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(AttributeError, match=f'has no attribute "{name}": {hint}'):
        getattr(table(), name)
    assert not hasattr(table(), "__array_interface__")


def test_sorting_positions() -> None:
    puzzles = Positions.read("tests/data/tables/puzzles.csv")
    assert puzzles.sort("rating", descending=True).rating.tolist() == sorted(
        puzzles.rating.tolist(), reverse=True
    )
    assert puzzles.themes is not None
    assert puzzles.openings is not None
    has_fork = ["fork" in row for row in puzzles.themes]
    assert puzzles.themes_any("fork").tolist() == has_fork
    opening = puzzles.openings[0][0]
    assert puzzles.openings_any(opening).tolist() == [opening in row for row in puzzles.openings]
    assert not puzzles.openings_any().any()
    positions = example_positions()
    keys = np.arange(len(positions)) % 7
    ordered = positions.sort(keys, descending=True)
    assert ordered == positions[np.lexsort((np.arange(len(keys)), -keys))]
    text = b"FEN,Evaluation\n" + b"".join(
        b"4k3/8/8/8/8/8/8/4K2R w K - 0 1,%s\n" % value for value in (b"5", b"", b"-3", b"#2")
    )
    evals = Positions.read(text).sort("evals").evals.tolist()
    assert evals == [-3, 5, 999_998, -(2**31)] or len(evals) == 3
    for wrong in ("name", "plays"):
        with pytest.raises(ArgumentError, match="is no column of numbers of the table, but evals"):
            positions.sort(wrong)
    with pytest.raises(ArrayError, match=r"must have shape \(24000,\)"):
        positions.sort([1, 2])


def test_head_tail_and_samples() -> None:
    for table in (example_games(), example_positions()):
        assert table.head() == table[:5]
        assert table.tail(3) == table[-3:]
        assert table.head(10**9) == table.tail(10**9) == table
        assert len(table.head(0)) == len(table.tail(0)) == 0
        sample = table.sample(9, seed=1)
        assert sample == table.sample(100, seed=1)[:9]
        assert len(sample) == 9
        with pytest.raises(TypeError, match="count must be an integer"):
            table.sample(0.5, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_tables_of_packages(package: str) -> None:
    pytest.importorskip(package)
    pytest.importorskip("pyarrow")
    games, positions = example_games(), example_positions()
    table = getattr(games, f"to_{package}")(moves="san", tags=["White"])
    assert list(table.columns) == [
        *("White", "chess960", "broken", "result", "white_elo", "black_elo", "plies", "date"),
        *("opening_name", "moves"),
    ]
    assert list(table["opening_name"]) == games.openings().name.tolist()
    elo = table["white_elo"]
    missing = elo.is_null() if package == "polars" else elo.isna()
    assert list(missing) == (games.white_elo == 0).tolist()
    fens = getattr(positions, f"to_{package}")()
    assert list(fens["fen"]) == positions.fens()
    assert len(fens.columns) == 3


def test_games_as_trees() -> None:
    import io

    from enroque import pgn

    games = Games.read("tests/data/pgn/lichess_evals_2000.pgn.zst")
    for game in games[:20]:
        tree = game.to_game()
        assert str(tree) == str(pgn.read_game(io.StringIO(game.pgn())))
        nodes = list(tree.mainline())
        assert [node.move for node in nodes] == game.moves
        assert dict(tree.headers)["White"] == game.white == game.headers["White"]
        clocks = [None if node.clock() is None else round(node.clock() * 1000) for node in nodes]
        assert clocks == [None if clock < 0 else clock for clock in game.clocks.tolist()]
        for node, value in zip(nodes, game.evals.tolist(), strict=True):
            score = node.eval()
            assert (score is None) == (value == -(2**31))
            if score is not None and abs(value) < 900_000:
                assert score.white().score() == value
        assert game.fen() == game.board().fen()
        assert game.fen(3) == game.board(3).fen()
        opening = game.opening()
        assert ((opening and opening.name) or "") == games.openings().name[game.index]
    assert Games.from_pgn(b"1. e4 *")[0].black == "?"


def test_describe() -> None:
    described = example_games().describe()
    assert described["games"] == 118
    assert sum(described["result"].values()) == 118
    assert described["plies"]["max"] == example_games().plies.max()
    empty = example_games()[:0].describe()
    assert empty["games"] == 0
    assert empty["plies"] == {"count": 0}
    assert empty["openings"] == {}


def test_frames_read_back() -> None:
    pytest.importorskip("polars")
    games = Games.read("tests/data/pgn/lichess_evals_2000.pgn.zst")[:50]
    again = Games.from_arrow(games.to_polars(moves="san"))
    assert [game.headers for game in again] == [game.headers for game in games]
    assert again.result.tolist() == games.result.tolist()
    assert again.moves.tolist() == games.moves.tolist()
