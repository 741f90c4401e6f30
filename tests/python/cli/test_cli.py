"""The commands `show`, `perft` and `chess960`, and the errors of all commands."""

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import chess
import chess.pgn
import pytest

import enroque
from command_line import fails
from enroque import chess960
from enroque.cli import _COMMANDS, command_line, main


def enroque_process(*arguments, **settings):
    return subprocess.Popen([sys.executable, "-m", "enroque", *arguments], text=True, **settings)


def test_perft(capsys):
    assert main(["perft", "4"]) == 0
    assert capsys.readouterr().out.startswith("197281 nodes at depth 4 (")
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert main(["perft", kiwipete, "3"]) == 0
    assert main(["perft", *kiwipete.split(), "3"]) == 0
    assert capsys.readouterr().out.count("97862 nodes at depth 3") == 2
    assert main(["perft", "0"]) == 0
    assert capsys.readouterr().out.startswith("1 nodes at depth 0")


def test_perft_with_threads_and_hash_table(capsys):
    for arguments in (["--threads", "1"], ["--threads", "2"], ["--hash", "1"], ["--hash", "16"]):
        assert main(["perft", *arguments, "5"]) == 0
        assert capsys.readouterr().out.startswith("4865609 nodes at depth 5")


def test_perft_divide(capsys):
    assert main(["perft", "--divide", "2"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert sorted(moves)[0] == "a2a3: 20"
    assert len(moves) == 20
    assert total.startswith("400 nodes at depth 2")


def test_perft_of_chess960_writes_castling_as_king_takes_rook(capsys):
    assert (
        main(["perft", "--divide", "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w GEge - 0 1", "1"])
        == 0
    )
    assert "f1g1: 1" in capsys.readouterr().out.splitlines()


def test_chess960_by_number(capsys):
    assert main(["chess960", "518"]) == 0
    output = capsys.readouterr().out
    assert "518" in output
    assert enroque.STARTING_FEN in output
    assert "HAha" in output


def test_chess960_by_seed(capsys):
    lines = []
    for seed in (5, 5, 6):
        assert main(["chess960", "--random", "--seed", str(seed)]) == 0
        lines.append(capsys.readouterr().out)
    assert lines[0] == lines[1] != lines[2]


@pytest.mark.parametrize("shredder", [[], ["--shredder"]])
@pytest.mark.parametrize("style", ["fen", "epd", "pgn", "csv", "json"])
def test_chess960_of_several(capsys, tmp_path, style, shredder):
    sheet = tmp_path / "starts.svg"
    arguments = ["--random", "30", "--seed", "7", "--format", style, "--sheet", str(sheet)]
    arguments += shredder
    assert main(["chess960", *arguments]) == 0
    shown = capsys.readouterr().out
    boards = chess960.random(30, seed=7)
    numbers = [board.chess960_pos() for board in boards]
    if style == "json":
        assert [row["number"] for row in json.loads(shown)] == numbers
    elif style == "csv":
        found = [int(row["number"]) for row in csv.DictReader(shown.splitlines())]
        assert found == numbers
    elif style == "epd":
        read = [chess.Board.from_epd(line, chess960=True) for line in shown.splitlines()]
        assert [int(operations["id"]) for _, operations in read] == numbers
        assert [board.chess960_pos() for board, _ in read] == numbers
    elif style == "pgn":
        handle = io.StringIO(shown)
        read = [chess.pgn.read_game(handle).board() for _ in numbers]
        assert [board.chess960_pos() for board in read] == numbers
    else:
        read = [chess.Board(line, chess960=True) for line in shown.splitlines()]
        assert [board.chess960_pos() for board in read] == numbers
    if style in ("fen", "epd", "pgn"):
        assert bool(shredder) != (" w KQkq " in shown)
    root = ElementTree.fromstring(sheet.read_text("utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == 30


@pytest.mark.parametrize("choice", ["--random", "--double-random"])
def test_chess960_books(capsys, choice):
    arguments = ["chess960", choice, "30", "--plies", "6", "--seed", "7", "--format"]
    assert main([*arguments, "epd", "--shredder"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main([*arguments, "pgn"]) == 0
    handle = io.StringIO(capsys.readouterr().out)
    for line in lines:
        board = chess.pgn.read_game(handle).end().board()
        assert chess.Board.from_epd(line, chess960=True)[0].epd() == board.epd()
    assert chess.pgn.read_game(handle) is None


def test_chess960_under_conditions(capsys):
    arguments = ["--random", "20", "--only", "castles_first", "--only", "bishops_adjacent"]
    assert main(["chess960", *arguments, "--exclude", "3", "--format", "csv"]) == 0
    starts = chess960.table()
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert len({row["number"] for row in rows}) == 20
    for row in rows:
        number = int(row["number"])
        assert starts.castles_first[number]
        assert starts.bishops_adjacent[number]
        assert number != 3


def test_double_chess960(capsys):
    assert main(["chess960", "--double", "518", "0"]) == 0
    output = capsys.readouterr().out
    assert "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in output
    assert main(["chess960", "--double-random", "--seed", "1"]) == 0


def test_show(capsys):
    assert main(["show"]) == 0
    output = capsys.readouterr().out
    assert enroque.STARTING_FEN in output
    assert "start position 518" in output
    assert "White" in output
    assert "20: " in output


@pytest.mark.parametrize(
    ("fen", "state"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "in check"),
    ],
)
def test_show_reports_check(capsys, fen, state):
    assert main(["show", fen]) == 0
    assert state in capsys.readouterr().out


def test_version(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"enroque {enroque.__version__}\n"


def test_without_a_command_prints_the_help(capsys):
    assert main([]) == 0
    shown = capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--help"])
    assert shown == capsys.readouterr().out
    assert "convert" in shown


@pytest.mark.parametrize("command", _COMMANDS)
def test_help_shows_examples_that_parse(capsys, command):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    lines = [line.strip() for line in text.partition("examples:\n")[2].splitlines()]
    calls = [line for line in lines if not line.startswith("#")]
    assert len(calls) >= 2
    for call in calls:
        program, *arguments = shlex.split(call)
        assert (program, arguments[0]) == ("enroque", command)
        assert callable(command_line(arguments).parse(arguments).run)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perf", "1"], "invalid choice: 'perf'"),
        (["tensors", "absent.pgn"], "absent.pgn: No such file or directory"),
        (["tensors", "."], ".: no files of games there"),
        (["tensors", "--min-eloo", "3"], "unknown argument --min-eloo; did you mean --min-elo?"),
        (["tensors", "--encodng", "lc0"], "unknown argument --encodng (see"),
        (["tensors", "--min", "3"], "unknown argument --min"),
        (["tensors", "--min-elo", "high"], "must be a whole number of 0 or more, not high"),
        (["tensors", "--limit", "0"], "1 or more, not 0"),
        (["tensors", "--seed", "-1"], "0 or more, not -1"),
        (["tensors", "--planes", "lc1"], "'lc1'"),
        (["tensors", "--planes", "pieces", "--format", "1"], "no option format"),
        (["tensors", "--dtype", "bool"], "use float32, float16, uint8"),
        (["tensors", "--dtype", "uint8", "--format", "4"], "uint8"),
        (["tensors", "--result", "2-0"], "'2-0'"),
        (["tensors", "--min-elo", "9000"], "no positions to write"),
        (["perft"], "DEPTH"),
        (["perft", "deep"], "'deep'"),
        (["perft", "-1"], "-1"),
        (["perft", "256"], "256"),
        (["perft", "--hash", "0", "3"], "--hash: must be a whole number of 1 or more, not 0"),
        (["perft", "--threads", "0", "3"], "--threads: must be a whole number of 1 or more, not 0"),
        (["perft", "--threads", "9" * 30, "3"], "too large"),
        (["tensors", "--min-ply", "9" * 30], "too large"),
        (["perft", "8/8/8/8/8/8/8/8 w - - 0 1", "3"], "king"),
        (["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1"], "X"),
        (["show", "--fen", "x"], "unknown argument --fen"),
        (["chess960", "960"], "960"),
        (["chess960", "518", "--seed", "1"], "--seed"),
        (["chess960", "12", "--random"], "not both"),
        (["chess960", "12", "--plies", "2"], "--plies needs a random position"),
        (["chess960", "--random", "--engine", "x"], "--engine needs --plies"),
        (["chess960", "--random", "--double-random"], "not allowed with"),
        (["chess960", "12", "--double", "3", "4"], "not both"),
        (["chess960", "--random", "961"], "only 960 start positions"),
        (["chess960", "--random", "2", "--exclude", "960"], "exclude has 960"),
        (["chess960", "12", "--only", "castles_first"], "--only needs a random position"),
        (["chess960", "--double", "3", "960"], "960"),
        (["chess960", "--double", "3"], "expected 2 arguments"),
    ],
)
def test_errors_are_one_line(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in fails(capsys, *arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk_for_the_output(capfd):
    with open("/dev/full", "w") as full:
        process = enroque_process("show", stdout=full, stderr=subprocess.PIPE)
        _, output = process.communicate(timeout=60)
    assert process.returncode == 2
    assert output == "enroque: No space left on device\n"


def test_broken_pipe_prints_nothing():
    reading, writing = os.pipe()
    os.close(reading)
    process = enroque_process("show", stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    _, output = process.communicate(timeout=60)
    assert output == ""
    assert process.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_interrupt_ends_perft():
    begun = time.monotonic()
    enroque_process("--version", stdout=subprocess.DEVNULL).wait(timeout=60)
    to_start = time.monotonic() - begun
    process = enroque_process("perft", "12", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1 + 3 * to_start)
    process.send_signal(signal.SIGINT)
    out, output = process.communicate(timeout=60)
    assert (out, output) == ("", "enroque: interrupted\n")
    assert process.returncode == 130
