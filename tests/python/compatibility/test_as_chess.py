"""`python -m enroque.as_chess`: enroque as `chess`, with python-chess for the rest."""

import io
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


def test_evaluations_are_scores_of_python_chess() -> None:
    program = (
        "import io, chess.pgn, chess.engine\n"
        "text = '1. e4 { [%eval 0.25,18] } e5 { [%eval -0.4] } 2. Nf3 { [%eval #-3] } d6 *'\n"
        "game = chess.pgn.read_game(io.StringIO(text))\n"
        "scores = [node.eval() for node in game.mainline()]\n"
        "print(scores)\n"
        "print(scores[0] == chess.engine.PovScore(chess.engine.Cp(25), chess.WHITE))\n"
        "print(scores[0].white() >= chess.engine.Cp(20), scores[2].white() < chess.engine.Cp(0))\n"
        "print(isinstance(scores[0], chess.engine.PovScore), scores[0].wdl().white())\n"
        "node = game.end()\n"
        "node.set_eval(chess.engine.PovScore(chess.engine.Mate(2), chess.BLACK), 7)\n"
        "print(node.eval(), node.eval().black().mate(), node.eval_depth(), node.comment)\n"
    )
    command = [sys.executable, "-c", program]
    expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert run("-c", program) == expected
    assert "False" not in expected


def test_tablebases_of_python_chess_take_the_boards() -> None:
    program = (
        "import chess, chess.gaviota, chess.syzygy\n"
        "board = chess.Board('8/8/8/8/8/4k3/4p3/4K3 b - - 0 1')\n"
        "with chess.syzygy.Tablebase() as tables, chess.gaviota.PythonTablebase() as others:\n"
        "    print(tables.get_wdl(board), tables.get_dtz(board), others.get_dtm(board))\n"
        "    print(tables.probe_wdl(chess.Board('8/8/8/8/8/4k3/8/4K3 b - - 0 1')))\n"
        "    try: tables.probe_wdl(chess.Board(chess.STARTING_BOARD_FEN + ' w - - 0 1'))\n"
        "    except KeyError as error: print(error)\n"
        "print(chess.syzygy.calc_key(board), chess.Board().piece_count(), chess.FILE_D)"
    )
    assert run("-c", program).splitlines() == [
        "None None None",
        "0",
        f"'syzygy tables support up to 7 pieces, not 32: {enroque.STARTING_BOARD_FEN} w - - 0 1'",
        "KvKP 32 3",
    ]


def test_names_that_programs_use_in_spite_of_their_underscore() -> None:
    program = (
        "import chess, dataclasses, random\n"
        "board = chess.Board()\n"
        "for san in ['e4', 'a6', 'e5', 'd5']: board.push_san(san)\n"
        "print(board._transposition_key(), {board._transposition_key(): 1}, chess.__author__)\n"
        "move = chess.Move(chess.E7, chess.E8, chess.QUEEN)\n"
        "print(dataclasses.replace(move, promotion=chess.KNIGHT), dataclasses.asdict(move))\n"
        "print([field.name for field in dataclasses.fields(chess.Piece(1, 0))])\n"
        "print(dataclasses.replace(chess.Piece(1, 1), color=0), dataclasses.is_dataclass(move))\n"
        "random.seed(2); print(random.choice(list(board.legal_moves)), list(board.piece_map()))\n"
        "print(board.pieces(chess.PAWN, 1), board.king(0), board.turn == 1)"
    )
    command = [sys.executable, "-c", program]
    expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert run("-c", program) == expected


def test_changes_end_with_uninstall() -> None:
    import dataclasses

    board = enroque.Board()
    before = [move.uci() for move in board.legal_moves], enroque.pgn.LOGGER.name
    as_chess.install()
    try:
        import chess.pgn

        assert chess.pgn.LOGGER.name == "chess.pgn"
        assert dataclasses.is_dataclass(chess.Move.null())
        assert [move.uci() for move in board.legal_moves] != before[0]
    finally:
        as_chess.uninstall()
    assert ([move.uci() for move in board.legal_moves], enroque.pgn.LOGGER.name) == before
    assert not dataclasses.is_dataclass(enroque.Move.null())
    game = enroque.pgn.read_game(io.StringIO("1. e4 {[%eval 0.1]} *"))
    assert game.next().eval() == enroque.engine.PovScore(enroque.engine.Cp(-10), False)


def test_errors_are_logged_by_the_logger_of_python_chess() -> None:
    program = (
        "import io, logging, chess.pgn\n"
        "logging.basicConfig(format='%(name)s %(levelname)s')\n"
        "chess.pgn.read_game(io.StringIO('1. e4 e4 *'))\n"
        "logging.getLogger('chess.pgn').setLevel(logging.CRITICAL)\n"
        "chess.pgn.read_game(io.StringIO('1. e4 e4 *'))\n"
    )
    assert run("-c", program) == "chess.pgn ERROR\n"


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5\n\n1. d4\n\n\n1. c4 *\n",
        "{ only a comment }",
        "\n1. a3 ; { ; }\n\n1. b3 { ;\n% {\n1... g6 ; {\n\n1. c3 { }\n% {\n1... f6 ; {\n\n1. d3",
        '1. e4 {a\n\nb} e5\n\n[Event "x"]\n\n1. d4 *\n\n1. c4',
        '[Event "{"]\n\n1. e4\n\n1. d4 d5',
    ],
)
def test_empty_lines_end_games_as_in_python_chess(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(text)
    program = (
        "import chess.pgn, logging\n"
        "logging.disable()\n"
        f"for skip in (0, 1):\n"
        f"    with open({str(file)!r}) as handle:\n"
        "        while True:\n"
        "            if skip and not chess.pgn.skip_game(handle): break\n"
        "            if not skip and (game := chess.pgn.read_game(handle)) is None: break\n"
        "            if not skip: print(game.comment, [str(m) for m in game.mainline_moves()])\n"
        "            print(handle.tell())\n"
    )
    command = [sys.executable, "-c", program]
    expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert len(expected.splitlines()) > 2
    assert run("-c", program) == expected


VARIANTS = """[Event "a"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e6 *

[Event "b"]

1. e4 e5 *

[Event "c"]
[Variant "Atomic"]
[FEN "8/8/1b6/8/3NkN2/4K3/8/8 w - - 0 1"]

1. Nd3 {near} Kd5 (1... Ba7) *
"""


def test_games_of_variants_are_read_by_python_chess(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(VARIANTS)
    program = (
        "import chess.pgn, chess.variant\n"
        "class Counter(chess.pgn.BaseVisitor):\n"
        "    def begin_game(self): self.moves = []\n"
        "    def begin_variation(self): return chess.pgn.SKIP\n"
        "    def visit_move(self, board, move): self.moves.append(board.san(move))\n"
        "    def result(self): return self.moves\n"
        "for Visitor in (chess.pgn.GameBuilder, chess.pgn.BoardBuilder, Counter):\n"
        f"    with open({str(file)!r}) as handle:\n"
        "        while (game := chess.pgn.read_game(handle, Visitor=Visitor)) is not None:\n"
        "            print(game)\n"
        "            if Visitor is chess.pgn.GameBuilder:\n"
        "                print(game.errors, game.board().uci_variant, game.end().board().fen())\n"
        "                print(game.accept(chess.pgn.StringExporter(headers=False)))\n"
        f"with open({str(file)!r}) as handle:\n"
        "    print(chess.pgn.skip_game(handle), chess.pgn.read_headers(handle)['Event'])\n"
        "    print(chess.pgn.read_headers(handle)['Variant'], chess.pgn.read_game(handle))\n"
    )
    command = [sys.executable, "-c", program]
    expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "'@e6'" in expected
    assert run("-c", program) == expected


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
    report = run("--report", str(script), status=1)
    assert "the run with enroque failed" in report
    assert "faster" not in report


def test_the_report_of_failed_runs_has_no_ratio(tmp_path: Path) -> None:
    """A program that stops early is not faster."""
    script = tmp_path / "program.py"
    for text, failed in (
        ("import chess; assert chess.Board.__module__ == 'chess'", "the run with enroque failed"),
        ("import chess; assert chess.Board.__module__ != 'chess'", "with python-chess failed"),
        ("import chess; raise SystemExit('no engine')", "both runs failed"),
    ):
        script.write_text(text)
        report = run("--report", str(script), status=1)
        assert failed in report
        assert "faster" not in report
        assert "slower" not in report


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


def test_promotions_of_new_moves_can_be_assigned() -> None:
    """PettingZoo's `chess_utils.action_to_move` assigns them; others stay as they are."""
    program = (
        "import chess\n"
        "b = chess.Board('8/4P2k/8/8/8/8/8/K7 w - - 0 1')\n"
        "for move in (chess.Move.from_uci('e7e8'), chess.Move(chess.E7, chess.E8, chess.ROOK)):\n"
        "    seen = {move}\n"
        "    move.promotion = chess.QUEEN\n"
        "    print(move, repr(move), move.promotion, move in b.legal_moves, b.san(move), end=' ')\n"
        "    print(move in seen)\n"
        "    print(move == chess.Move.from_uci('e7e8q'), hash(move) == hash(b.parse_san('e8=Q')))\n"
        "    move.promotion = None\n"
        "    print(move, bool(move), move in b.legal_moves)\n"
        "print(chess.Move.from_uci('e7e8'), sorted(move.uci() for move in b.legal_moves)[-5:])\n"
        "for wrong in ('queen', 7, 1.5):\n"
        "    try: move.promotion = wrong\n"
        "    except (TypeError, IndexError): print('wrong')\n"
    )
    lines = run("-c", program).splitlines()
    assert lines[:3] == [
        "e7e8q Move.from_uci('e7e8q') 5 True e8=Q False",
        "True True",
        "e7e8 True False",
    ]
    assert lines[3:6] == lines[:3]
    assert lines[6] == "e7e8 ['a1b2', 'e7e8b', 'e7e8n', 'e7e8q', 'e7e8r']"


def test_moves_of_boards_cannot_be_assigned_to() -> None:
    program = (
        "import chess\n"
        "move = next(iter(chess.Board().legal_moves))\n"
        "try: move.promotion = chess.QUEEN\n"
        "except AttributeError as error: print(error)\n"
    )
    assert "Move(move.from_square, move.to_square, promotion)" in run("-c", program)
    move = enroque.Move.from_uci("e7e8")
    with pytest.raises(AttributeError):
        move.promotion = enroque.QUEEN  # type: ignore[misc]
    assert move.promotion is None


def test_pushing_an_illegal_move_raises_as_documented() -> None:
    """The README of python-chess pushes a move of White when Black is mated."""
    program = (
        "import chess\n"
        "b = chess.Board('r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4')\n"
        "try: b.push(chess.Move.from_uci('g1f3'))\n"
        "except chess.IllegalMoveError as error: print(error)\n"
        "print(b.is_checkmate(), b.move_stack)\n"
    )
    lines = run("-c", program).splitlines()
    assert lines[0].startswith("illegal move g1f3 in r1bqkb1r/pppp1Qpp")
    assert lines[1] == "True []"
