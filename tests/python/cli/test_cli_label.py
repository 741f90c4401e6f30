"""`enroque label`, with the engine of the tests."""

import sys
from pathlib import Path

import numpy as np
import pytest

from enroque import Games, Positions
from enroque.cli import main
from enroque.data import example_games

FAKE = Path(__file__).parents[1] / "fake_engine.py"
ENGINE = f"'{sys.executable}' '{FAKE}'"
COMMAND = [sys.executable, str(FAKE)]


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    example_games()[:3].to_pgn(path)
    return path


@pytest.mark.parametrize("suffix", ["pgn", "pgn.zst", "npz", "parquet"])
def test_files(pgn: Path, suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    games = Games.from_pgn(pgn)
    output = pgn.with_name(f"out.{suffix}")
    arguments = ["label", str(pgn), str(output), "--engine", ENGINE, "--nodes", "5"]
    assert main([*arguments, "--workers", "2", "--option", "Hash=8"]) == 0
    plies = len(games.moves)
    out, err = capsys.readouterr()
    assert out == f"3 games, {plies} of {plies} plies with evaluations in {output}\n"
    assert err.startswith("enroque: reading")
    readers = {"npz": Games.read, "parquet": Games.read}
    found = readers.get(suffix, Games.from_pgn)(output)
    expected = games.label(COMMAND, nodes=5, workers=2).evals
    assert expected is not None
    np.testing.assert_array_equal(found.evals, expected)
    assert sorted(path.name for path in pgn.parent.iterdir()) == ["games.pgn", output.name]
    assert main(arguments) == 2
    assert "the file exists: use --overwrite" in capsys.readouterr().err


def test_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fens = [example_games()[0].board(ply).fen() for ply in range(9)]
    source = tmp_path / "positions.fen"
    source.write_text("\n".join([*fens, "no FEN"]) + "\n")
    output = tmp_path / "out.csv"
    arguments = ["label", str(source), str(output), "--engine", ENGINE, "--nodes", "5"]
    assert main([*arguments, "--search", "--workers", "2"]) == 0
    out, err = capsys.readouterr()
    assert out == f"9 of 9 positions with evaluations in {output}\n"
    assert "no FEN" in err
    found = Positions.read(output)
    expected = Positions.from_fens(fens).label(COMMAND, nodes=5, wdl=True)
    np.testing.assert_array_equal(found.evals, expected.evals)
    assert found.expected_score is not None
    assert found.depth is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "positions.fen"]
    games = tmp_path / "games.pgn"
    games.write_bytes(b"1. e4 *")
    for wrong, message in (
        ([str(source), str(output), "--nodes", "5"], "the file exists: use --overwrite"),
        ([str(source), str(source), "--nodes", "5", "--overwrite"], "is also an input"),
        ([str(source), str(tmp_path / "out.pgn"), "--nodes", "5"], "the name must end in .npz"),
        ([str(source), str(games), "x.csv", "--nodes", "5"], "inputs are games and positions"),
        ([str(source), "x.csv", "--nodes", "5", "--every-n", "2"], "--every-n and --missing-only"),
    ):
        assert main(["label", *wrong]) == 2
        assert message in capsys.readouterr().err


def test_an_interrupted_run_continues(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output, log = pgn.with_name("out.npz"), pgn.with_name("log")
    broken = example_games()[1].board(20).fen().split()[0]
    arguments = ["label", str(pgn), str(output), "--depth", "3", "--workers", "1"]
    arguments += ["--option", "mode=crash", "--option", f"at={broken}"]
    assert main([*arguments, "--engine", f"{ENGINE} {log}"]) == 2
    assert "Fake 1.0 failed 3 times" in capsys.readouterr().err
    assert not output.exists()
    before = log.read_text().splitlines()
    assert len(before) > 50
    log.write_text("")
    folder = pgn.with_name("folder")
    folder.mkdir()
    (folder / "crash").touch()  # the engine has crashed before
    # the settings are those of the file of labels
    assert main([*arguments, "--engine", ENGINE, "--option", f"folder={folder}"]) == 2
    assert "has labels with options" in capsys.readouterr().err
    labels = pgn.with_name("out.npz.labels")
    assert labels.exists()


def test_errors(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(pgn.with_name("out.pgn"))
    for arguments, message in (
        ([str(pgn), output], "--nodes, --depth or --time"),
        ([str(pgn), output, "--nodes", "5", "--engine", "/nothing/here"], "/nothing/here: No such"),
        ([str(pgn), str(pgn), "--nodes", "5", "--overwrite"], "is also an input"),
        ([str(pgn), output, "--nodes", "5", "--engine", ENGINE, "--option", "A=3"], "option A"),
        ([str(pgn), "out.xyz", "--nodes", "5"], "such as .parquet or .pgn (known: pgn"),
        (["no.fen", "out.csv", "--nodes", "5"], "no.fen: No such file or directory"),
        (["no.pgn", "out.csv", "--nodes", "5"], "no.pgn: No such file or directory"),
        (["*.fen", "out.csv"], "no file matches '*.fen'"),
        ([str(pgn), "out.csv", "--nodes", "5"], "out.csv: cannot detect the format"),
        (
            [str(pgn), output, "--nodes", "5", "--engine", ENGINE, "--option", "Hash=x"],
            "option Hash must be a whole number from 1 to 1024, not 'x'",
        ),
    ):
        assert main(["label", *arguments]) == 2
        error = capsys.readouterr().err.splitlines()[-1]
        assert message in error
    with pytest.raises(SystemExit):
        main(["label", str(pgn), output, "--option", "Hash"])
    assert "must be NAME=VALUE" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["label", str(pgn), output, "--engine", "'"])
    assert 'argument --engine: "\'": No closing quotation' in capsys.readouterr().err
    assert list(pgn.parent.iterdir()) == [pgn]
