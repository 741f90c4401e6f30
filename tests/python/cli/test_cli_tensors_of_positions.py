"""`enroque tensors` of files of positions."""

import json
from pathlib import Path

import numpy as np
import pytest

from command_line import fails
from enroque import Positions, convert_positions
from enroque.cli import main
from enroque.find import Check

FENS = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 20",
    "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
]
TEXT = f"FEN,Evaluation,Move\n{FENS[0]},56,c7c5\nbad,1,\n{FENS[1]},-5,e1g1\n{FENS[2]},0,\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "table.csv").write_text(TEXT)
    return tmp_path / "table.csv"


def test_arrays_are_those_of_the_table(table: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    arguments = [
        "tensors",
        str(table),
        "-o",
        str(output),
        "--planes",
        "pieces",
        "--shard-size",
        "1",
    ]
    assert main([*arguments, "--no-check"]) == 0
    positions = Positions.read(table).filter(~Check())
    assert len(positions) == 2
    shards = [np.load(output / f"shard-0000{number}.npz") for number in range(2)]
    for name, expected in [
        ("planes", positions.planes("pieces", dtype="uint8")),
        ("policy", positions.policy("lc0")),
        ("win_probability", positions.win_probability()),
    ]:
        found = np.concatenate([shard[name] for shard in shards])
        np.testing.assert_array_equal(found, expected, err_msg=name)
    assert sorted(shards[0].files) == ["planes", "policy", "win_probability"]
    manifest = json.loads((output / "manifest.json").read_text())
    assert manifest["rows"] == {"read": 3, "kept": 2, "errors": {"invalid_fen": 1}}
    # shards of tables, and the same seed, the same bytes
    convert_positions(table, tmp_path / "shards", rows_per_shard=2)
    seeded = ["tensors", str(tmp_path / "shards"), "--policy", "none", "--seed", "5"]
    for name in ("a", "b"):
        assert main([*seeded, "-o", str(tmp_path / name)]) == 0
    first, second = (tmp_path / name / "shard-00000.npz" for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()
    assert np.load(first)["planes"].shape == (3, 112, 8, 8)


def test_misuse(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text("1. e4 *\n")
    out = ["-o", tmp_path / "out"]
    table.write_text(TEXT.replace("bad,1,\n", ""))
    for arguments, message in [
        ([table], "row 3: there is no move: use --on-unsupported skip"),
        ([table, "--min-elo", 2000], "--min-elo is an option for games"),
        ([table, "--min-ply", 3], "--min-ply is an option for games"),
        ([pgn, "--min-depth", 3], "--min-depth is an option for positions"),
        ([table, pgn], "games and positions"),
        ([table, "--turn", "white", "--max-pieces", 2], "no positions to write: 3 read, 0 kept"),
    ]:
        assert message in fails(capsys, "tensors", *arguments, *out), arguments
    assert not (tmp_path / "out").exists()
    assert main(["tensors", str(table), "--on-unsupported", "skip", *map(str, out)]) == 0
    assert np.load(tmp_path / "out/shard-00000.npz")["policy"].shape == (2,)
