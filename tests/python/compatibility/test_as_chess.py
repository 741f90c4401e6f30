"""`python -m enroque.as_chess`: enroque as `chess`, with python-chess for the rest."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import enroque
from enroque import as_chess

pytest.importorskip("chess", reason="python-chess is not installed")


def run(*arguments: str, stdin: str = "", status: int = 0) -> str:
    command = [sys.executable, "-m", "enroque.as_chess", *arguments]
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_install_replaces_and_uninstall_restores() -> None:
    import chess
    import chess.pgn

    theirs = chess.Board
    assert not as_chess.is_installed()
    as_chess.install()
    try:
        as_chess.install()
        assert as_chess.is_installed()
        import chess
        import chess.pgn
        from chess import polyglot, svg

        assert chess.Board is enroque.Board
        assert chess.pgn.read_game is enroque.pgn.read_game
        assert (polyglot.zobrist_hash, svg.board) == (
            enroque.polyglot.zobrist_hash,
            enroque.svg.board,
        )
        assert chess.__version__.startswith("1.")
        with pytest.raises(AttributeError, match=r"chess\.nothing does not exist in enroque"):
            chess.nothing  # noqa: B018
    finally:
        as_chess.uninstall()
    as_chess.uninstall()
    import chess

    assert chess.Board is theirs


def test_names_that_only_python_chess_has() -> None:
    program = (
        "import chess, chess.polyglot, chess.pgn\n"
        "print(len(chess.polyglot.POLYGLOT_RANDOM_ARRAY), chess.pgn.TAG_REGEX.pattern[:4])\n"
        "print(chess.Board.__module__)"
    )
    assert run("-c", program).split() == ["781", r"^\[(", "enroque"]


def test_variants_take_and_give_the_same_moves() -> None:
    program = (
        "import chess, chess.variant\n"
        "b = chess.variant.CrazyhouseBoard()\n"
        "for uci in ['e2e4', 'd7d5', 'e4d5', 'd8d5']: b.push(chess.Move.from_uci(uci))\n"
        "drop = b.parse_san('P@e6')\n"
        "print(drop == chess.Move.from_uci('P@e6'), type(drop).__module__, drop in b.legal_moves)\n"
        "b.push(drop); print(b.fen())\n"
        "try: b.push_san('Ke5')\n"
        "except chess.IllegalMoveError as error: print('illegal')\n"
        "print(chess.variant.find_variant('standard') is chess.Board)\n"
        "print(chess.variant.find_variant('atomic')().legal_moves.count())"
    )
    assert run("-c", program).splitlines() == [
        "True enroque True",
        "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 1 3",
        "illegal",
        "True",
        "20",
    ]


def test_scripts_modules_and_arguments(tmp_path: Path) -> None:
    script = tmp_path / "my_program.py"
    script.write_text(
        "import sys, chess, helper\n"
        "if __name__ == '__main__':\n"
        "    move = chess.Board().push_san(input())\n"
        "    print(sys.argv[1:], move, helper.NAME, chess.Move.__module__)\n"
        "    sys.exit(3)\n"
    )
    (tmp_path / "helper.py").write_text("NAME = 'helper'")
    expected = "['a', '--report', '-m'] e2e4 helper enroque\n"
    assert run(str(script), "a", "--report", "-m", stdin="e4\n", status=3) == expected
    assert "usage" in run(status=2)
    assert "-m and -c" in run("-m", "-c", "x", status=2)
    assert run("-m", "this").startswith("The Zen")


def test_the_report_compares_output_and_counts_calls(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import chess\n"
        "board = chess.Board(input())\n"
        "for move in list(board.legal_moves):\n"
        "    board.push(move); board.pop()\n"
        "print(board.fen())\n"
    )
    report = run("--report", str(script), stdin=chess_start())
    assert "the same" in report
    assert re.search(r"wall time +\d+\.\d+ s +\d+\.\d+ s +\d+\.\d times (faster|slower)", report)
    assert "Python and `import chess`" in report
    assert "20  Board.push" in report
    script.write_text("import chess; print('x'); print(chess.Board.__module__)")
    report = run("--report", str(script), status=1)
    assert "first difference, line 2" in report
    assert "python-chess: chess" in report
    script.write_text("import chess; raise SystemExit(chess.Board.__module__ == 'enroque')")
    assert "exit status" in run("--report", str(script), status=1)


def chess_start() -> str:
    return enroque.STARTING_FEN + "\n"


def test_without_python_chess(tmp_path: Path) -> None:
    """Without python-chess, `chess.engine` has the scores of comments only."""
    (tmp_path / "blocked.py").write_text(
        "import sys, importlib.abc\n"
        "class Block(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'chess' or name.startswith('chess.'):\n"
        "            raise ModuleNotFoundError(f'no {name}', name=name)\n"
        "sys.meta_path.insert(0, Block())\n"
        "from enroque import as_chess\n"
        "as_chess.install()\n"
        "import chess, chess.engine, chess.pgn\n"
        "print(chess.engine.Cp(3), chess.Board().fen() == chess.STARTING_FEN, chess.__version__)\n"
        "try: import chess.syzygy\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "blocked.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].startswith("+3 True")
    assert "chess.syzygy" in done.stdout


def test_a_missing_script_is_an_error_of_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "enroque.as_chess", "missing.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("error: there is no file 'missing.py'\n")
