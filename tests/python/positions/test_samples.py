"""The sample files of `tests/data/tables`: what python-chess says of the same positions."""

import json
from pathlib import Path

import chess
import numpy as np
import pytest

from enroque import Positions, convert_positions
from enroque.find import Check, Eval, Played, Turn

FOLDER = Path(__file__).parents[2] / "data/tables"
ORACLE = [json.loads(line) for line in (FOLDER / "oracle.jsonl").read_text().splitlines()]
RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


def evaluation(row: dict[str, int]) -> int:
    if row["mate"] is None:
        return row["cp"]
    return (1 if row["mate"] > 0 else -1) * (1_000_000 - abs(row["mate"]))


@pytest.mark.parametrize(
    ("name", "options", "columns"),
    [
        ("kaggle.csv", {}, "evals"),
        ("kaggle_moves.csv", {}, "evals moves"),
        ("bullet.txt", {}, "evals result"),
        ("ethereal.txt", {}, "evals result"),
        ("c9.epd", {"c9": "result"}, "result"),
        ("stockfish.plain", {"unit": "cp"}, "evals result moves"),
        ("lichess_evals.jsonl", {}, "evals moves depth nodes"),
    ],
)
def test_one_table_in_several_formats(name: str, options: dict[str, str], columns: str) -> None:
    table = Positions.read(FOLDER / name, **options)  # type: ignore[arg-type]
    has_mates = name.startswith(("kaggle", "c9", "lichess"))
    rows = [row for row in ORACLE if has_mates or row["mate"] is None]
    assert (len(table), table.error_count, table.warning_count) == (len(rows), 0, 0)
    assert sorted(name for name in columns.split()) == sorted(
        column for column in ("evals", "result", "moves", "depth", "nodes")
        if getattr(table, column) is not None
    )  # fmt: skip
    has_clocks = not name.startswith(("c9", "lichess"))
    for number, row in enumerate(rows):
        found = table[number]
        fields = 6 if has_clocks else 4
        assert found["fen"].split()[:fields] == row["fen"].split()[:fields]
        assert found.get("evals", evaluation(row)) == evaluation(row)
        assert found.get("result", RESULTS[row["result"]]) == RESULTS[row["result"]]
        assert found.get("moves", row["move"]) == row["move"]
        assert found.get("depth", 30) == 30
        assert found.get("nodes", 0) in (0, 1000 * (900 + row["ply"]))
    text = (FOLDER / name).read_bytes()
    assert Positions.read(text.replace(b"\n", b"\r\n"), **options) == table  # type: ignore[arg-type]
    assert Positions.concatenate(
        Positions.stream(FOLDER / name, rows_per_batch=1, **options)  # type: ignore[arg-type]
    ) == table  # fmt: skip


def test_filters_are_those_of_the_oracle() -> None:
    table = Positions.read(FOLDER / "kaggle_moves.csv")
    queries = {"check": Check(), "capture": Played(captures=True), "turn": Turn(True)}
    for name, query in queries.items():
        expected = np.array([row[name] for row in ORACLE])
        assert table.filter(query) == table[expected], name
    mates = np.array([row["mate"] is not None for row in ORACLE])
    assert table.filter(Eval(mate=True)) == table[mates]
    legal = table.legal_mask("lc0").sum(axis=1)
    assert legal.tolist() == [row["legal"] for row in ORACLE]


def test_puzzles() -> None:
    puzzles = Positions.read(FOLDER / "puzzles.csv")
    assert (len(puzzles), puzzles.error_count) == (4, 0)
    assert puzzles.ids == ["made0", "made1", "made2", "made3"]
    assert puzzles.rating.tolist() == [1000, 1001, 1002, 1003]
    lines = (FOLDER / "puzzles.csv").read_text().splitlines()[1:]
    for row, (line, task) in enumerate(zip(lines, map(puzzles.__getitem__, range(4)), strict=True)):
        fen, moves = line.split(",")[1:3]
        assert (task["fen"], task["line"], task["themes"]) == (
            fen,
            moves.split(),
            ["fork", "short"],
        )
        board = chess.Board(fen)
        board.push_uci(moves.split()[0])
        after = puzzles.after_first_move()[row]
        assert (after["fen"], after["line"]) == (board.fen(en_passant="legal"), moves.split()[1:])


def test_a_suite_as_they_circulate() -> None:
    suite = Positions.read(FOLDER / "suite.epd")
    assert suite.skipped == {"invalid_fen": 1}
    assert suite.errors[0].row == 7
    best = [suite[row].get("moves") for row in range(6)]
    assert best == [*(row["move"] for row in ORACLE[:4]), None, None]
    assert suite.ids == ["made.001", "made 2", "", "", "", ""]
    (warning,) = suite.warnings
    assert (warning.row, warning.kind) == (4, "unsupported")
    # those of the side to move: Black is to move in rows 4 and 6, White in row 5
    assert suite.evals[3:].tolist() == [-15, 999_997, 999_998]
    assert (suite.depth[5], suite.nodes[5]) == (22, 1234)


def test_the_folder(tmp_path: Path) -> None:
    done = convert_positions(f"{FOLDER}/kaggle*.csv", tmp_path / "shards", rows_per_shard=10)
    assert done.rows["kept"] == 2 * len(ORACLE)
    both = Positions.read(tmp_path / "shards")
    assert both.evals.tolist() == 2 * [evaluation(row) for row in ORACLE]
    assert len(both.drop_duplicates()) == len({row["fen"] for row in ORACLE})
