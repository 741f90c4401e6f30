"""The board to play on, without a browser: what the front end sends and what it is sent."""

import asyncio
import random
import sys
import threading
import time
import types
from pathlib import Path

import pytest

import enroque
from enroque import BLACK, WHITE, Board, BoardWidget, Move, svg
from enroque._display import front_end
from enroque.errors import (
    ArgumentError,
    IllegalMoveError,
    IllegalPositionError,
    PlayError,
)


def send(shown, kind, **content):
    """Sends a message as the front end does, and returns the text that it is sent back."""
    shown._receive(None, {"kind": kind, **content}, [])
    return shown._state()["text"]


def play(shown, text):
    return send(shown, "move", text=text)


def wait_until(condition):
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def targets(shown):
    return {(origin, target): uci for origin, target, uci in shown._state()["moves"]}


def test_choices_are_the_legal_moves():
    """Of random games: each choice is legal, and each legal move is a choice."""
    chooser = random.Random(7)
    for number in (518, 0, 959, 300):
        shown = BoardWidget(enroque.chess960.position(number) if number != 518 else None)
        for _ in range(60):
            moves = list(shown.board.legal_moves)
            if not moves:
                break
            chosen = shown._state()["moves"]
            parsed = [shown.board.parse_uci(uci) for _, _, uci in chosen]
            assert set(parsed) == set(moves)
            assert all(
                move.from_square == origin
                for move, (origin, _, _) in zip(parsed, chosen, strict=True)
            )
            # two moves between the same squares are promotions
            pairs = {}
            for move, (origin, target, _) in zip(parsed, chosen, strict=True):
                pairs.setdefault((origin, target), []).append(move)
            assert all(len(same) in (1, 4) for same in pairs.values())
            move = chooser.choice(moves)
            play(shown, shown.board.uci(move))
            assert shown.board.peek() == move


def test_castling():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    shown = BoardWidget(Board(fen))
    uci = targets(shown)
    assert uci[enroque.E1, enroque.H1] == uci[enroque.E1, enroque.G1] == "e1g1"
    assert uci[enroque.E1, enroque.A1] == uci[enroque.E1, enroque.C1] == "e1c1"
    shown = BoardWidget(Board(fen, chess960=True))
    uci = targets(shown)
    assert uci[enroque.E1, enroque.H1] == uci[enroque.E1, enroque.G1] == "e1h1"
    # a king one square from its target: that is a move of the king
    shown = BoardWidget(Board("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True))
    uci = targets(shown)
    assert (uci[enroque.F1, enroque.H1], uci[enroque.F1, enroque.G1]) == ("f1h1", "f1g1")


def test_moves_and_take_back():
    shown = BoardWidget()
    played = []
    assert shown.on_move(played.append) is not None
    assert play(shown, "e4") == "1. e4, pawn e2 to e4. Black to move."
    assert play(shown, "g8f6") == "1… Nf6, knight g8 to f6. White to move."
    assert [move.uci() for move in played] == ["e2e4", "g8f6"]
    shown.push("Nc3")
    assert len(played) == 2
    assert shown.board.fen() == "rnbqkb1r/pppppppp/5n2/8/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 2"
    assert send(shown, "take_back") == "White to move."
    shown.take_back()
    shown.take_back()
    assert shown.board == Board()
    assert send(shown, "take_back").startswith("there is no move to take back")
    with pytest.raises(PlayError):
        shown.take_back()
    for illegal in ("e2e5", "Ke2", "", "--", "e7e5", "x" * 150):
        before = shown.board
        assert play(shown, illegal).endswith("White to move.")
        assert shown.board == before
    with pytest.raises(IllegalMoveError):
        shown.push(Move.from_uci("e2e5"))
    with pytest.raises(IllegalMoveError):
        shown.push(Move.null())
    shown.board = Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    assert play(shown, "Qg7").endswith("Checkmate: 1-0")
    assert shown._state()["moves"] == []
    assert play(shown, "Kg8").startswith("the game is over")


MALFORMED = [
    None, 1, "move", [], {}, {"kind": None}, {"kind": ["move"]}, {"kind": "move"},
    {"kind": "move", "text": None}, {"kind": "move", "text": ["e4"]},
    {"kind": "move", "text": "e4" * 10**6}, {"kind": "edit"}, {"kind": "edit", "on": "yes"},
    {"kind": "fen", "fen": None}, {"kind": "fen", "fen": Board().fen()},
    {"kind": "place"}, {"kind": "place", "square": 3, "piece": "Q", "from": None},
    {"kind": "arrows", "arrows": {}}, {"kind": "arrows", "arrows": [1]},
    {"kind": "arrows", "arrows": [["green", 3, 64]]}, {"kind": "arrows", "arrows": [[3, 3, 3]]},
    {"kind": "arrows", "arrows": [["#xyz", 3, 3]]},
    {"kind": "arrows", "arrows": [["red", "a9", 3]]}, {"kind": "unknown"},
]  # fmt: skip


@pytest.mark.parametrize("content", MALFORMED, ids=lambda content: f"{content!r:.40}")
def test_malformed_messages(content):
    """They change nothing, and the user reads that something was wrong."""
    shown = BoardWidget(Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), arrows=[(0, 8)])
    before = shown._state()
    shown._receive(None, content, [])
    after = shown._state()
    assert after.pop("text") != before.pop("text")
    assert before.pop("number") < after.pop("number")
    assert before == after


def test_malformed_messages_while_editing():
    shown = BoardWidget(editing=True)
    before = shown.board
    for square, piece, origin in (
        (64, "Q", None), (-1, "Q", None), ("a1", "Q", None), (3.5, "Q", None), (None, "Q", None),
        (3, "x", None), (3, "", None), (3, None, None), (3, "QQ", None), (3, 5, None),
        (3, "Q", 64), (3, "Q", "a1"), (2**70, "Q", None),
    ):  # fmt: skip
        assert send(shown, "place", square=square, piece=piece, **{"from": origin}) != ""
        assert shown.board == before, (square, piece, origin)
    for fen in ("", "x", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1 " + "x" * 300):
        send(shown, "fen", fen=fen)
        assert shown.board == before


def test_arrows():
    shown = BoardWidget(arrows=[(enroque.E2, enroque.E4)])
    assert shown.arrows == [svg.Arrow(enroque.E2, enroque.E4)]
    send(shown, "arrows", arrows=[["red", 3, 3], ["green", 0, 63]])
    assert shown.arrows == [svg.Arrow(3, 3, color="red"), svg.Arrow(0, 63)]
    assert 'class="circle"' in shown.svg()
    shown.arrows = []
    assert shown._state()["arrows"] == []


def test_editing():
    shown = BoardWidget(Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    assert play(shown, "Ra2").startswith("1. Ra2")
    send(shown, "edit", on=True)
    assert (shown.editing, shown._state()["moves"]) == (True, [])
    assert play(shown, "Ra8").startswith("it is not your turn")
    send(shown, "place", square=enroque.H3, piece="R", **{"from": enroque.H1})
    assert shown.board.fen() == "r3k2r/8/8/8/8/7R/R7/4K3 b kq - 1 1"
    send(shown, "place", square=enroque.E1, piece=".", **{"from": None})
    assert "White has no king" in send(shown, "edit", on=False)
    assert shown.editing
    with pytest.raises(IllegalPositionError):
        shown.editing = False
    send(shown, "fen", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert send(shown, "edit", on=False) == "White to move."
    assert play(shown, "O-O").startswith("1. O-O")
    with pytest.raises(IllegalPositionError):
        BoardWidget(Board("8/8/8/8/8/8/8/8 w - - 0 1"))
    with pytest.raises(IllegalPositionError):
        shown.board = Board("8/8/8/8/8/8/8/8 w - - 0 1")
    empty = BoardWidget(Board("8/8/8/8/8/8/8/8 w - - 0 1"), editing=True)
    with pytest.raises(PlayError):
        empty.push("e4")


def test_puzzle():
    board = Board("6k1/2r2ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1")
    shown = BoardWidget(board, solution=["Rb8+", "Rc8", Move.from_uci("b8c8")])
    assert shown._state()["can_edit"] is False
    assert play(shown, "h3").startswith("h3 is not the solution.")
    assert (shown.mistakes, shown.board, shown.solved) == (1, board, False)
    assert play(shown, "Rb8").startswith("1… Rc8")
    assert play(shown, "Rxc8").endswith("Solved!")
    assert (shown.mistakes, shown.solved) == (1, True)
    assert play(shown, "h6").startswith("the game is over")
    for call in (shown.take_back, lambda: shown.push("h6"), lambda: setattr(shown, "board", board)):
        with pytest.raises(PlayError):
            call()
    assert "only the user" in send(shown, "edit", on=True)
    # another checkmate is as good as the last move
    mates = Board("k7/8/1K6/8/8/8/8/3Q3R w - - 0 1")
    shown = BoardWidget(mates, solution=["Qd8#"])
    assert play(shown, "Rh8").endswith("Solved!")
    with pytest.raises(ArgumentError, match="no moves"):
        BoardWidget(solution=[])
    with pytest.raises(IllegalMoveError):
        BoardWidget(solution=["e4", "e4"])
    with pytest.raises(ArgumentError, match="no opponent"):
        BoardWidget(solution=["e4"], opponent=lambda board: "e5")


def test_opponent():
    boards = []

    def first_move(board):
        boards.append(board.fen())
        move = board.legal_moves[0]
        board.clear()  # the opponent may do what it likes with its copy
        return move

    shown = BoardWidget(color=BLACK, opponent=first_move)
    played = []
    shown.on_move(played.append)
    wait_until(lambda: len(shown.board.move_stack) == 1)
    assert shown.orientation == BLACK
    assert play(shown, "e5")
    wait_until(lambda: len(shown.board.move_stack) == 3)
    assert boards[0] == Board().fen()
    wait_until(lambda: len(played) >= 2)
    send(shown, "take_back")
    assert len(shown.board.move_stack) == 1
    assert send(shown, "take_back").startswith("there is no move")


def test_opponent_that_thinks_while_a_move_is_taken_back():
    go_on = threading.Event()

    def slow(board):
        assert go_on.wait(10)
        return "a6" if board.peek().uci() == "e2e4" else "h6"

    shown = BoardWidget(opponent=slow)
    play(shown, "e4")
    assert play(shown, "e5").startswith("it is not your turn")
    send(shown, "take_back")
    assert shown.board == Board()
    play(shown, "d4")
    go_on.set()
    wait_until(lambda: len(shown.board.move_stack) == 2)
    assert [move.uci() for move in shown.board.move_stack] == ["d2d4", "h7h6"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("answer", ["e4", None, 3, Move.from_uci("e2e4"), ZeroDivisionError("x")])
def test_opponents_that_fail(answer):
    def choose(board):
        if isinstance(answer, Exception):
            raise answer
        return answer

    shown = BoardWidget(opponent=choose)
    play(shown, "e4")
    wait_until(lambda: "The opponent failed" in shown._state()["text"])
    assert len(shown.board.move_stack) == 1
    send(shown, "take_back")
    assert shown.board == Board()


def test_engine(tmp_path):
    command = [sys.executable, str(Path(__file__).parents[1] / "fake_engine.py")]
    command += [str(tmp_path / "log"), "moves"]
    with enroque.engine.Engine(command) as engine:
        shown = BoardWidget(opponent=engine)
        play(shown, "e4")
        wait_until(lambda: len(shown.board.move_stack) == 2)


def test_wait_for_move():
    pytest.importorskip("anywidget")

    async def user_and_program():
        shown = BoardWidget()
        waiting = asyncio.create_task(shown.wait_for_move())
        also = asyncio.create_task(shown.wait_for_move())
        cancelled = asyncio.create_task(shown.wait_for_move())
        await asyncio.sleep(0)
        cancelled.cancel()
        # the front end may be served by another thread
        thread = threading.Thread(target=play, args=(shown, "e4"))
        thread.start()
        assert await waiting == await also == Move.from_uci("e2e4")
        thread.join()
        waiting = asyncio.create_task(shown.wait_for_move())
        await asyncio.sleep(0)
        shown.board = Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")  # stalemate
        with pytest.raises(PlayError, match="the game is over"):
            await waiting
        with pytest.raises(PlayError, match="the game is over"):
            await shown.wait_for_move()

    asyncio.run(asyncio.wait_for(user_and_program(), 20))


def test_opponent_of_a_running_loop():
    """The move is played, and functions are called, in the thread of the loop."""

    async def game():
        shown = BoardWidget(opponent=lambda board: "e5")
        threads = []
        shown.on_move(lambda move: threads.append(threading.current_thread()))
        play(shown, "e4")
        while len(threads) < 2:
            await asyncio.sleep(0.005)
        assert set(threads) == {threading.main_thread()}

    asyncio.run(asyncio.wait_for(game(), 20))


def test_widget():
    pytest.importorskip("anywidget")
    shown = BoardWidget(size=300)
    widget = shown.widget
    assert shown.widget is widget
    assert widget.look["size"] == 300
    # as ipywidgets receives it
    message = {"method": "custom", "content": {"kind": "move", "text": "e4"}}
    widget._handle_msg({"content": {"data": message}, "buffers": []})
    assert widget.state["fen"] == shown.board.fen() != Board().fen()
    # a state that the front end writes is not read
    widget.state = {"fen": Board().fen(), "moves": [[0, 1, "a1b1"]]}
    play(shown, "a1b1")
    assert shown.board.peek() == Move.from_uci("e2e4")
    assert widget.state["fen"] == shown.board.fen()
    send(shown, "flip")
    assert widget.state["flipped"] is True
    assert shown.orientation == (not WHITE)


def test_display(monkeypatch):
    shell = types.SimpleNamespace(kernel=object())
    fake = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", fake)
    monkeypatch.setitem(sys.modules, "anywidget", None)  # its import fails
    monkeypatch.setattr("enroque._display.board_widget._HINTS", ["<p>hint</p>"])
    front_end._widget_class.cache_clear()
    shown = BoardWidget()
    bundles = [shown._repr_mimebundle_() for _ in range(2)]
    assert [bundle["text/html"].count("hint") for bundle in bundles] == [1, 0]
    assert all(bundle["text/html"].startswith("<svg") for bundle in bundles)
    with pytest.raises(ImportError, match=r"enroque\[notebook\]"):
        _ = shown.widget
    with pytest.raises(ImportError, match=r"enroque\[notebook\]"):
        asyncio.run(shown.wait_for_move())
    shell.kernel = None
    assert set(shown._repr_mimebundle_()[0]) == {"text/plain", "text/html"}
