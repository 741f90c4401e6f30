"""Move times, arrows and colored squares as columns."""

import io
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn
import chess.svg
import numpy as np
import pytest

import enroque
from enroque import Games
from enroque.cli import main
from npz_files import arrays_of, write_arrays

BOTH = ["move_times", "arrows"]
COLORS = ["green", "red", "yellow", "blue"]


def drawn(node: chess.pgn.GameNode) -> list[tuple[int, int, str]]:
    return [(arrow.tail, arrow.head, arrow.color) for arrow in node.arrows()]


def assert_as_python_chess(games: Games, file: io.TextIOBase) -> tuple[int, int]:
    """Compares the move times and arrows of every move; returns the numbers of both."""
    times = arrows = 0
    for game in games:
        theirs = chess.pgn.read_game(file)
        assert theirs is not None
        nodes = list(theirs.mainline())
        assert [node.move.uci() for node in nodes] == game.uci()
        for ply, node in enumerate(nodes):
            emt = -1 if game.move_times is None else int(game.move_times[ply])
            seconds = node.emt()
            assert emt == (-1 if seconds is None else round(seconds * 1000))
            ours = [(arrow.tail, arrow.head, arrow.color) for arrow in game.arrows(ply + 1)]
            assert ours == drawn(node)
            times += emt >= 0
            arrows += len(ours)
    return times, arrows


def random_game(rng: random.Random) -> chess.pgn.Game:
    board = chess.Board()
    for _ in range(rng.randrange(1, 60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    game = chess.pgn.Game.from_board(board)
    for node in game.mainline():
        if rng.random() < 0.3:
            node.comment = rng.choice(["good", "a } [ b".replace("}", ""), "[%clk x] [%foo 1]"])
        if rng.random() < 0.4:
            node.set_emt(rng.randrange(7_200_000) / 1000)
        if rng.random() < 0.4:
            node.set_clock(rng.randrange(7_200_000) / 1000)
        if rng.random() < 0.3:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(rng.randrange(-900, 900)), True))
        if rng.random() < 0.3:
            squares = [(rng.randrange(64), rng.randrange(64)) for _ in range(rng.randrange(1, 5))]
            squares += [(square := rng.randrange(64), square)] * rng.randrange(2)
            node.set_arrows([chess.svg.Arrow(*two, color=rng.choice(COLORS)) for two in squares])
    return game


@pytest.fixture(scope="module")
def text() -> str:
    """Games written by python-chess, with line breaks also within commands."""
    rng = random.Random(6)
    games = "".join(f"{random_game(rng)}\n\n" for _ in range(150))
    words = re.split(r"(?<=%...) (?=[^]]*\])|(?<=%eval) ", games)
    return "".join(word + rng.choice(" \n  ") for word in words).rstrip(" ")


@pytest.fixture(scope="module")
def games(text: str) -> Games:
    return Games.from_pgn(io.StringIO(text), annotations=BOTH)


def test_against_python_chess(text: str, games: Games) -> None:
    assert "[%emt\n" in text
    assert len(games) == 150
    times, arrows = assert_as_python_chess(games, io.StringIO(text))
    assert times > 800
    assert arrows > 800


def test_clocks_and_evaluations_on_the_next_line(text: str, games: Games) -> None:
    assert "[%clk\n" in text
    file = io.StringIO(text)
    for game in games:
        theirs = chess.pgn.read_game(file)
        assert theirs is not None
        for ply, node in enumerate(theirs.mainline()):
            assert game.clocks is not None
            seconds, score = node.clock(), node.eval()
            assert game.clocks[ply] == (-1 if seconds is None else round(seconds * 1000))
            value = -(2**31) if game.evals is None else int(game.evals[ply])
            assert value == (-(2**31) if score is None else score.white().score())


@pytest.mark.parametrize(
    ("name", "has_arrows"),
    [
        ("pgn_odd/cases/C20_lichess_comments.pgn", True),
        ("pgn/lichess_from_position_100.pgn", False),
        ("pgn/dortmund_annotated.pgn", False),
    ],
)
def test_files_against_python_chess(
    data_file: Callable[[str], Path], name: str, has_arrows: bool
) -> None:
    path = data_file(name)
    games = Games.from_pgn(path, annotations=BOTH)
    with path.open(encoding="utf-8", errors="replace") as file:
        assert_as_python_chess(games, file)
    assert (games.arrows is not None) == has_arrows


def test_only_requested_annotations_are_read(text: str, games: Games) -> None:
    plain = Games.from_pgn(io.StringIO(text))
    assert (plain.move_times, plain.arrows, plain.arrow_offsets) == (None, None, None)
    assert plain[0].move_times is None
    assert plain[0].arrows(1) == []
    times = Games.from_pgn(io.StringIO(text), annotations="move_times")
    assert times.arrows is None
    assert np.array_equal(times.move_times, games.move_times)
    drawings = Games.from_pgn(io.StringIO(text), annotations=("arrows",))
    assert drawings.move_times is None
    assert np.array_equal(drawings.arrows, games.arrows)
    for one in (plain, times, drawings):
        assert one != games
        assert np.array_equal(one.clocks, games.clocks)
        assert np.array_equal(one.evals, games.evals)


@pytest.mark.parametrize("wrong", ["emt", ["move_times", "clocks"], ""])
def test_names_are_checked(wrong: Any) -> None:
    with pytest.raises(ValueError, match="annotations must be move_times, arrows or engine, not"):
        Games.from_pgn(io.StringIO(""), annotations=wrong)
    with pytest.raises(ValueError, match="annotations must be move_times, arrows or engine, not"):
        Games.stream(io.StringIO(""), annotations=wrong)


@pytest.mark.parametrize("threads", [1, 2])
def test_streams_and_splits(text: str, games: Games, tmp_path: Path, threads: int) -> None:
    (tmp_path / "a.pgn").write_text(text)
    stream = Games.stream(tmp_path / "a.pgn", games_per_batch=11, annotations=BOTH, threads=threads)
    assert Games.concatenate(stream) == games
    splits = enroque.plan_splits(tmp_path / "a.pgn", split_bytes=5000)
    assert len(splits) > 10
    subsets = [enroque.read_split(split, annotations=BOTH, threads=threads) for split in splits]
    assert Games.concatenate(subsets) == games


def positions_per_game(games: Games) -> list[tuple[list[int], list[list[str]]]]:
    return [
        (
            [-1] * len(game) if game.move_times is None else game.move_times.tolist(),
            [[arrow.pgn() for arrow in game.arrows(ply)] for ply in range(1, len(game) + 1)],
        )
        for game in games
    ]


def test_selection_and_sorting(games: Games) -> None:
    all_of_it = positions_per_game(games)
    order = [5, 3, 3, 149, 0]
    assert positions_per_game(games[order]) == [all_of_it[n] for n in order]
    assert positions_per_game(games[::-7]) == all_of_it[::-7]
    assert positions_per_game(games[:60] + games[60:]) == all_of_it
    assert games[:60] + games[60:] == games
    by_length = games.argsort("plies").tolist()
    assert positions_per_game(games.sort("plies")) == [all_of_it[n] for n in by_length]
    assert len(games.sample(20, seed=1)) == 20
    subsets = games.split({"a": 0.5, "b": 0.5}, seed=1)
    positions = sorted(positions_per_game(subsets["a"]) + positions_per_game(subsets["b"]))
    assert positions == sorted(all_of_it)
    bare = Games.from_pgn(io.StringIO("1. e4 e5 *\n\n1. d4 *"))
    mixed = bare + games[:1] + bare
    assert positions_per_game(mixed)[2:3] == all_of_it[:1]
    assert positions_per_game(mixed)[3:] == [([-1, -1], [[], []]), ([-1], [[]])]
    assert bare + bare == Games.concatenate([bare, bare])
    # of duplicates the first is kept, with its annotations
    assert positions_per_game((games[:1] + games).drop_duplicates())[:1] == all_of_it[:1]


def test_equality(text: str, games: Games) -> None:
    assert games == Games.from_pgn(io.StringIO(text), annotations=BOTH)
    one = Games.from_pgn(io.StringIO("1. e4 {[%csl Ge4]} *"), annotations=BOTH)
    other = Games.from_pgn(io.StringIO("1. e4 {[%csl Re4]} *"), annotations=BOTH)
    none = Games.from_pgn(io.StringIO("1. e4 *"), annotations=BOTH)
    assert one != other
    assert one != none
    assert none == none[:]
    # a column without values equals no column
    assert (one + none)[1:] == none


def test_arrows_of_a_game() -> None:
    game = Games.from_pgn(io.StringIO("1. e4 {[%csl Ge4][%cal Rd1h5]} e5 *"), annotations=BOTH)[0]
    assert game.arrows(0) == []
    assert [arrow.pgn() for arrow in game.arrows(1)] == ["Ge4", "Rd1h5"]
    assert [arrow.pgn() for arrow in game.arrows(-2)] == ["Ge4", "Rd1h5"]
    assert game.arrows(-1) == []
    for wrong in (3, -4, 2**40):
        with pytest.raises(IndexError, match="for a game of 2 plies"):
            game.arrows(wrong)


def test_pgn_and_back(games: Games, tmp_path: Path) -> None:
    for columns in (80, None, 20):
        games.to_pgn(tmp_path / "a.pgn", columns=columns)
        assert Games.from_pgn(tmp_path / "a.pgn", annotations=BOTH) == games
        with (tmp_path / "a.pgn").open() as file:
            times, _ = assert_as_python_chess(games, file)
        assert times > 800
    games.to_pgn(tmp_path / "a.pgn", move_times=False, arrows=False)
    assert "%emt" not in (tmp_path / "a.pgn").read_text()
    assert "%cal" not in (tmp_path / "a.pgn").read_text()


def test_order_of_squares_and_arrows_round_trips() -> None:
    text = "1. e4 {[%cal Ga1a2] [%csl Ge4,Rd4] [%cal Bh1h8]} e5 *"
    games = Games.from_pgn(io.StringIO(text), annotations=BOTH)
    file = io.StringIO()
    games.to_pgn(file)
    assert Games.from_pgn(io.StringIO(file.getvalue()), annotations=BOTH) == games
    assert [arrow.pgn() for arrow in games[0].arrows(1)] == ["Ga1a2", "Ge4", "Rd4", "Bh1h8"]


def test_files(games: Games, tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(games)) == games
    games.write(tmp_path / "a.npz")
    assert Games.read(tmp_path / "a.npz") == games
    pytest.importorskip("pyarrow")
    games.write(tmp_path / "a.parquet")
    assert Games.read(tmp_path / "a.parquet") == games
    assert Games.from_arrow(games) == games
    # some games without annotations
    mixed = games[:3] + Games.from_pgn(io.StringIO("1. e4 e5 *\n\n1. d4 *")) + games[3:]
    mixed.write(tmp_path / "a.parquet")
    assert Games.read(tmp_path / "a.parquet") == mixed


def test_invalid_tables(games: Games) -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table(games)
    index = table.schema.get_field_index("arrows")
    rows = table["arrows"].to_pylist()

    def changed(values: Any) -> Any:
        return table.set_column(index, "arrows", pa.array(values, table.schema.field(index).type))

    one = next(number for number, row in enumerate(rows) if row is not None)
    for bad, message in [
        (rows[one][:-1], f"game {one} has .* lists of arrows"),
        ([[None], *rows[one][1:]], "an item of arrows is null"),
        ([[1 << 14], *rows[one][1:]], f"game {one}, ply 0: invalid value 16384 in column arrows"),
    ]:
        with pytest.raises(enroque.errors.FileFormatError, match=message):
            Games.from_arrow(changed([*rows[:one], bad, *rows[one + 1 :]]))


def test_damaged_files(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "a.npz")
    arrays = arrays_of(tmp_path / "a.npz")
    for name, value, message in [
        ("move_times", arrays["move_times"][1:], "column move_times has"),
        ("arrow_offsets", arrays["arrow_offsets"][1:], "column arrows has"),
        ("arrow_offsets", arrays["arrow_offsets"][::-1].copy(), "the offsets do not ascend"),
        ("arrows", arrays["arrows"] | 1 << 15, "invalid value [0-9]+ in column arrows"),
        ("arrows", arrays["arrows"].astype(np.int64), "wrong type"),
    ]:
        write_arrays(tmp_path / "bad.npz", arrays | {name: value})
        with pytest.raises(enroque.errors.FileFormatError, match=message):
            Games.read(tmp_path / "bad.npz")


def test_conversion(text: str, games: Games, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "a.pgn").write_text(text)
    done = enroque.convert(tmp_path / "a.pgn", tmp_path / "a.parquet", annotations=BOTH)
    assert done.options["annotations"] == ["arrows", "move_times"]
    assert Games.read(tmp_path / "a.parquet") == games
    enroque.convert(tmp_path / "a.parquet", tmp_path / "b.pgn")
    assert Games.from_pgn(tmp_path / "b.pgn", annotations=BOTH) == games
    # other columns make a different conversion
    with pytest.raises(FileExistsError):
        enroque.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    files = [str(tmp_path / name) for name in ("a.pgn", "c.npz")]
    assert main(["convert", *files, "--annotations", "move_times"]) in (None, 0)
    assert Games.read(tmp_path / "c.npz") == Games.from_pgn(
        tmp_path / "a.pgn", annotations="move_times"
    )


def test_engine_reports() -> None:
    text = "1. e4 {d=30, mt=15000, tl=1738239, wv=0.65} e5 {mt=7, wv=0.1} 2. Nf3 {book} *"
    games = Games.from_pgn(io.StringIO(text), comments="tcec", annotations="move_times")
    assert games.move_times is not None
    assert games.move_times.tolist() == [15000, 7, -1]


def test_engine_reports_in_a_file(data_file: Callable[[str], Path]) -> None:
    path = data_file("pgn/tcec_frc_comments_60.pgn.zst")
    games = Games.from_pgn(path, comments="tcec", annotations="move_times")
    assert games.move_times is not None
    assert games.clocks is not None
    assert np.count_nonzero(games.move_times >= 0) > 0.8 * len(games.moves)
