"""The board to play on in JupyterLab: pointer, keyboard, screen readers, and the kernel."""

import pytest

import enroque
from conftest import execute, screenshot

pytest.importorskip("anywidget")

BOARD = ".ev-play"


def run_all(page):
    execute(page, "notebook:run-all-cells")
    page.locator(BOARD).wait_for(timeout=60_000)


def run_cell(page, number):
    page.evaluate(
        "cell => { const notebook = window.jupyterapp.shell.currentWidget.content;"
        " notebook.activeCellIndex = cell; notebook.deselectAll(); }",
        number,
    )
    execute(page, "notebook:run-cell")


def point(page, square):
    """The middle of a square on the page, with White at the bottom."""
    box = page.locator(f'{BOARD} rect[data-square="{enroque.parse_square(square)}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, origin, target, button="left"):
    page.mouse.move(*point(page, origin))
    page.mouse.down(button=button)
    page.mouse.move(*point(page, target), steps=3)
    page.mouse.up(button=button)


def click(page, square, **options):
    page.mouse.click(*point(page, square), **options)


def expect_fen(page, fen):
    page.wait_for_function(
        "([board, fen]) => document.querySelector(board).dataset.fen === fen", arg=[BOARD, fen]
    )


def after(*moves, board=None):
    board = board or enroque.Board()
    for move in moves:
        board.push_san(move)
    return board.fen()


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_moves(notebook, theme):
    """Drags, clicks, the keyboard and text play moves, and no other way plays an illegal one."""
    page = notebook(
        "import enroque\nshown = enroque.BoardWidget()\nshown",
        name=f"play-{theme}", theme=f"JupyterLab {theme}",
    )  # fmt: skip
    run_all(page)
    drag(page, "e2", "e4")
    expect_fen(page, after("e4"))
    click(page, "g8")
    assert page.locator(".ev-target").count() == 2
    screenshot(page, f"play-{theme}")
    click(page, "f6")
    expect_fen(page, after("e4", "Nf6"))
    drag(page, "e4", "e6")  # illegal
    click(page, "a7")  # not the side to move
    click(page, "a6")
    # the keyboard: from a6, where the pointer was, to e4 and e5
    for key in ["ArrowRight"] * 4 + ["ArrowDown"] * 2 + ["Enter", "ArrowUp", "Enter"]:
        page.keyboard.press(key)
    expect_fen(page, after("e4", "Nf6", "e5"))
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "e5, white pawn"
    move = page.get_by_role("textbox", name="move")
    move.fill("Ke5")
    move.press("Enter")
    status = page.get_by_role("status").filter(has_text="illegal")
    status.wait_for()
    move.fill("Nd5")
    move.press("Enter")
    expect_fen(page, after("e4", "Nf6", "e5", "Nd5"))
    page.get_by_text("2… Nd5, knight f6 to d5. White to move.").wait_for()
    page.get_by_role("button", name="take back").click()
    expect_fen(page, after("e4", "Nf6", "e5"))
    page.get_by_role("button", name="flip").click()
    page.locator(f'{BOARD} rect[data-square="63"][x="0"][y="315"]').wait_for()
    drag(page, "f6", "d5")
    expect_fen(page, after("e4", "Nf6", "e5", "Nd5"))


def test_answers_during_a_drag(notebook):
    """What Python sends while the pointer is down ends neither a drag nor an arrow."""
    page = notebook(
        "import enroque\nshown = enroque.BoardWidget()\nshown",
        "shown.arrows = [(0, 63)]",
        "shown.push('e7e5')",
        name="during",
    )
    execute(page, "notebook:run-cell")
    page.locator(BOARD).wait_for(timeout=60_000)
    page.mouse.move(*point(page, "e2"))
    page.mouse.down()
    page.mouse.move(*point(page, "e3"))
    run_cell(page, 1)
    page.locator(".ev-arrow").wait_for()
    page.mouse.move(*point(page, "e4"), steps=3)
    assert page.locator(".ev-drag").count() == 1
    page.mouse.up()
    expect_fen(page, after("e4"))
    page.mouse.move(*point(page, "d2"))
    page.mouse.down(button="right")
    run_cell(page, 2)
    expect_fen(page, after("e4", "e5"))
    page.mouse.move(*point(page, "d4"))
    page.mouse.up(button="right")
    page.wait_for_function("() => document.querySelectorAll('.ev-arrow').length === 2")


def test_promotion_castling_and_marks(notebook):
    page = notebook(
        "import enroque\n"
        "fen = '2r1k3/1P6/8/8/8/8/8/RK5R w HA - 0 1'\n"
        "shown = enroque.BoardWidget(enroque.Board(fen, chess960=True))\nshown",
        "print('state', shown.arrows, shown.board.peek())",
        "shown.arrows = [enroque.svg.Arrow(0, 63, color='blue')]",
        name="promotion",
    )
    execute(page, "notebook:run-cell")
    board = page.locator(BOARD)
    board.wait_for(timeout=60_000)
    drag(page, "b7", "c8")
    dialog = page.get_by_role("dialog", name="promotion")
    dialog.wait_for()
    screenshot(board, "promotion")
    page.keyboard.press("Escape")
    assert dialog.count() == 0
    drag(page, "b7", "c8")
    dialog.get_by_role("button", name="white knight").click()
    fen = "2r1k3/1P6/8/8/8/8/8/RK5R w HA - 0 1"
    game = enroque.Board(fen, chess960=True)
    expect_fen(page, after("bxc8=N", board=game))
    page.get_by_role("textbox", name="move").fill("Kd7")
    page.keyboard.press("Enter")
    expect_fen(page, after("Kd7", board=game))
    drag(page, "b1", "h1")  # the king castles by moving to its rook
    expect_fen(page, after("O-O", board=game))
    drag(page, "c8", "e7", button="right")
    page.locator(f"{BOARD} .ev-arrow").wait_for()
    page.keyboard.down("Shift")
    click(page, "d7", button="right")
    page.keyboard.up("Shift")
    page.locator(f'{BOARD} circle[fill="none"]').wait_for()
    click(page, "a4")
    for key in ("m", "Escape", "m", "ArrowUp", "ArrowUp", "m"):
        page.keyboard.press(key)
    page.locator(f"{BOARD} .ev-arrow").nth(1).wait_for()
    screenshot(board, "marks")
    run_cell(page, 1)
    page.get_by_text(
        "state [Arrow(C8, E7, color='green'), Arrow(D7, D7, color='red'),"
        " Arrow(A4, A6, color='green')] b1h1"
    ).wait_for()
    run_cell(page, 2)
    page.locator(f'{BOARD} .ev-arrow[fill^="#1447"]').wait_for()


def test_waiting(notebook):
    """`await` at the top of a cell gets the move, and so does a task that runs beside cells."""
    page = notebook(
        "import asyncio, enroque\nshown = enroque.BoardWidget()\nshown",
        "print('got', await shown.wait_for_move())",
        "async def play():\n    while True:\n        move = await shown.wait_for_move()\n"
        "        shown.push(shown.board.legal_moves[0])\n"
        "task = asyncio.create_task(play())\nprint('begun')",
        name="waiting",
    )
    run_all(page)
    page.wait_for_timeout(1_000)
    drag(page, "e2", "e4")
    page.get_by_text("got e2e4").wait_for(timeout=10_000)
    page.get_by_text("begun", exact=True).wait_for()
    page.wait_for_timeout(300)
    drag(page, "e7", "e5")
    board = enroque.Board(after("e4", "e5"))
    board.push(board.legal_moves[0])
    expect_fen(page, board.fen())


def test_opponent_and_puzzle(notebook):
    page = notebook(
        "import enroque\n"
        "shown = enroque.BoardWidget(color=False, opponent=lambda board: 'f3' "
        "if board.fullmove_number == 1 else 'g4')\nshown",
        "puzzle = enroque.BoardWidget(shown.board, solution=['Qh4#'])\npuzzle",
        "print('state', puzzle.solved, puzzle.mistakes)",
        name="opponent",
    )
    run_cell(page, 0)
    page.locator(BOARD).wait_for(timeout=60_000)
    expect_fen(page, after("f3"))
    drag(page, "e7", "e5")
    expect_fen(page, after("f3", "e5", "g4"))
    page.get_by_role("button", name="take back").click()
    expect_fen(page, after("f3"))
    drag(page, "e7", "e5")
    expect_fen(page, after("f3", "e5", "g4"))
    run_cell(page, 1)
    puzzle = page.locator(BOARD).nth(1)
    puzzle.wait_for()
    move = puzzle.get_by_role("textbox", name="move")
    for text, answer in (("d5", "d5 is not the solution."), ("Qh4", "Solved!")):
        move.fill(text)
        move.press("Enter")
        puzzle.get_by_text(answer).wait_for()
    run_cell(page, 2)
    page.get_by_text("state True 1").wait_for()


def test_editing(notebook):
    page = notebook(
        "import enroque\nshown = enroque.BoardWidget()\nshown",
        "print('state', shown.editing, shown.board.fen())",
        name="editing",
    )
    run_all(page)
    board = page.locator(BOARD)
    edit = page.get_by_role("button", name="edit the position")
    edit.click()
    fen = page.get_by_role("textbox", name="FEN")
    fen.wait_for()
    page.get_by_role("button", name="empty board").click()
    edit.click()
    page.get_by_text("White has no king").wait_for()
    for piece, square in (("white king", "e1"), ("black king", "e8"), ("white queen", "a1")):
        board.get_by_role("button", name=piece, exact=True).first.click()
        click(page, square)
    page.locator(f'{BOARD} [data-piece="Q"][data-square="0"]').wait_for()
    board.get_by_role("button", name="white queen", exact=True).first.click()
    drag(page, "a1", "a7")
    expect_fen(page, "4k3/Q7/8/8/8/8/8/4K3 w - - 0 1")
    page.get_by_role("button", name="change the side to move").click()
    expect_fen(page, "4k3/Q7/8/8/8/8/8/4K3 b - - 0 1")
    screenshot(board, "editing")
    fen.fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    fen.press("Enter")
    expect_fen(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    edit.click()
    page.get_by_role("textbox", name="move").wait_for()
    drag(page, "e1", "g1")
    expect_fen(page, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1")
