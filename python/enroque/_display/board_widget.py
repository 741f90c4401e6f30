"""A board to play on in notebooks."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final

from .. import svg
from .._core import Board, Move, Piece
from .._model.pieces import COLOR_NAMES, PIECE_NAMES, Color
from .._model.squares import square_name
from ..errors import ArgumentError, EnroqueError, PlayError
from .board_moves import Choose, checked_board, checked_line, checked_move, choices, function_of
from .drawing_arguments import checked_orientation, checked_size
from .front_end import appearance, arrow_data, bundle, placement, widget
from .waiting import wait_in_cell

if TYPE_CHECKING:
    import anywidget

    from ..engine import Engine

MAX_TEXT: Final = 200
"""The length of a text that the front end may send."""

_HINTS: Final = ["<p>The board is a picture: to play on it, pip install 'enroque[notebook]'</p>"]
"""The hint that the first picture without anywidget has."""


class BoardWidget:
    """A board to play on in a notebook; requires the extra `notebook`.

    Pieces are moved by dragging, by clicks, by the keyboard, or by typing a move. Only legal moves
    are accepted; a king castles by moving to its rook, or by two squares. The right mouse button
    draws arrows and circles. Without anywidget, notebooks show a picture of the board.

    Args:
        board: the position, which is copied; `None` for the start position.
        color: the color that the user moves; `None` for both, or with an `opponent` or a
            `solution` for the side to move.
        orientation: the color at the bottom; `None` for that of the user.
        size: the width of the board in pixels.
        arrows: arrows to draw, or pairs of squares; a pair of equal squares is a circle.
        opponent: a function of a board that returns a move, or its SAN or UCI, for the other color;
            or an `engine.Engine`, which has half a second for a move. It runs in a thread.
        solution: the moves of a puzzle, which begin with the user's, as `Move`s, SAN or UCI. Others
            are refused, except a checkmate in place of the last one; replies are played.
        editing: whether pieces are placed instead of moved at first.

    Raises:
        ArgumentError: `size` is not above 0, or `solution` is empty or has an opponent.
        IllegalMoveError: the solution has an illegal move.
        IllegalPositionError: the position is illegal, and `editing` is `False`.

    Example:
        >>> puzzle = BoardWidget(Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), solution=["Ra8#"])
        >>> puzzle
        <BoardWidget: 7k/8/6K1/8/8/8/8/R7 w - - 0 1>
        >>> puzzle.solved
        False
    """

    def __init__(
        self,
        board: Board | None = None,
        *,
        color: Color | None = None,
        orientation: Color | None = None,
        size: int = 380,
        arrows: Iterable[svg.IntoArrow] = (),
        opponent: "Choose | Engine | None" = None,
        solution: Iterable[Move | str] | None = None,
        editing: bool = False,
    ) -> None:
        board = Board() if board is None else board
        self._board = checked_board(board, may_be_illegal=bool(editing))
        if color is None and not (opponent is None and solution is None):
            color = self._board.turn
        self._color = None if color is None else checked_orientation(color)
        self._orientation = checked_orientation(
            self._color is not False if orientation is None else orientation
        )
        self._look = {**appearance(), "size": int(checked_size(size)), "start": Board().fen()}
        self._arrows = svg._arrows(arrows)
        self._choose = None if opponent is None else function_of(opponent)
        if solution is not None and (opponent is not None or editing):
            raise ArgumentError("a board with a solution has no opponent and cannot be edited")
        self._solution = None if solution is None else checked_line(self._board, solution)
        self._editing = bool(editing)
        self._mistakes = self._version = self._sent = 0
        self._callbacks: list[Callable[[Move], object]] = []
        self._waiting: list[Future[Move]] = []
        self._widget: Any = None
        # the front end, the opponent and cells may change the board in different threads
        self._lock, self._opponent_lock = threading.RLock(), threading.Lock()
        self._restart(self._board)

    @property
    def board(self) -> Board:
        """The position with its move stack, as a new board; can be set, which starts a new game."""
        with self._lock:
            return self._board.copy()

    @board.setter
    def board(self, board: Board) -> None:
        with self._lock:
            self._check_is_no_puzzle()
            self._restart(checked_board(board, may_be_illegal=self._editing))

    @property
    def orientation(self) -> Color:
        """The color at the bottom; can be set."""
        return self._orientation

    @orientation.setter
    def orientation(self, orientation: Color) -> None:
        self._orientation = checked_orientation(orientation)
        self._send()

    @property
    def arrows(self) -> list[svg.Arrow]:
        """The arrows, also those drawn by the user; can be set."""
        return list(self._arrows)

    @arrows.setter
    def arrows(self, arrows: Iterable[svg.IntoArrow]) -> None:
        self._arrows = svg._arrows(arrows)
        self._send()

    @property
    def editing(self) -> bool:
        """Whether the user places pieces instead of moving them; can be set.

        Raises:
            IllegalPositionError: this is set to `False`, and the position is illegal.
            PlayError: it is a puzzle.
        """
        return self._editing

    @editing.setter
    def editing(self, editing: bool) -> None:
        with self._lock:
            self._check_is_no_puzzle()
            board = checked_board(self._board, may_be_illegal=bool(editing))
            self._editing = bool(editing)
            self._restart(board)

    @property
    def solved(self) -> bool:
        """Whether all moves of the solution were played."""
        return self._solution is not None and self._played() >= len(self._solution)

    @property
    def mistakes(self) -> int:
        """The number of legal moves of the user that were not in the solution."""
        return self._mistakes

    def push(self, move: Move | str) -> None:
        """Plays a move, for either color.

        Args:
            move: the move, or its SAN or UCI.

        Raises:
            IllegalMoveError: the move is illegal.
            PlayError: the position is being edited, or it is a puzzle.
        """
        with self._lock:
            self._check_is_no_puzzle()
            if self._editing:
                raise PlayError("no move can be played while the position is edited")
            self._play(checked_move(self._board, move))
            self._changed()

    def take_back(self) -> None:
        """Takes back the last move; with an opponent, as many as give the move to the user.

        Raises:
            PlayError: no such move was played since the board was set, or it is a puzzle.
        """
        with self._lock:
            count = self._moves_to_take_back()
            if not count:
                raise PlayError("there is no move to take back")
            for _ in range(count):
                self._board.pop()
            self._last = ""
            self._changed()

    def on_move(self, function: Callable[[Move], object]) -> Callable[[Move], object]:
        """Calls a function after each move of the user and of the opponent.

        Args:
            function: a function of the move, after which `board` is the position.

        Returns:
            The function, so that this method is a decorator.
        """
        self._callbacks.append(function)
        return function

    async def wait_for_move(self) -> Move:
        """Returns the next move of the user, and lets the kernel work until then.

        Raises:
            PlayError: the game is over, or ends without another move of the user.
            ImportError: anywidget is not installed.
        """
        _ = self.widget
        with self._lock:
            future: Future[Move] = Future()
            self._waiting.append(future)
            self._settle_if_over()
        return await wait_in_cell(asyncio.wrap_future(future))

    @property
    def widget(self) -> "anywidget.AnyWidget":
        """The board as an anywidget, for layouts of ipywidgets; requires the extra `notebook`."""
        with self._lock:
            if self._widget is None:
                self._widget = widget("board_widget", look=self._look, state=self._state())
                self._widget.on_msg(self._receive)
            return self._widget

    def svg(self) -> str:
        """Returns an SVG image of the board, with the last move and the arrows."""
        return svg._state_of(
            self.board, orientation=self._orientation, arrows=self._arrows, size=self._look["size"]
        )

    def _check_is_no_puzzle(self) -> None:
        if self._solution is not None:
            raise PlayError("only the user changes the position of a puzzle")

    def _played(self) -> int:
        return len(self._board.move_stack) - self._start

    def _is_over(self) -> bool:
        return not self._editing and (self.solved or self._board.is_game_over())

    def _is_users_turn(self) -> bool:
        is_users = self._color is None or self._board.turn == self._color
        return is_users and not self._editing and not self._is_over()

    def _moves_to_take_back(self) -> int:
        count = 1 if self._choose is None or self._board.turn != self._color else 2
        is_fixed = self._editing or self._solution is not None or self._played() < count
        return 0 if is_fixed else count

    def _restart(self, board: Board) -> None:
        self._board, self._start, self._last = board, len(board.move_stack), ""
        self._changed()

    def _play(self, move: Move) -> None:
        """Plays a legal move; the front end is not updated yet."""
        board = self._board
        number = f"{board.fullmove_number}{'.' if board.turn else '…'}"
        piece = PIECE_NAMES[board.piece_type_at(move.from_square) or 0]
        squares = f"{square_name(move.from_square)} to {square_name(move.to_square)}"
        self._last = f"{number} {board.san(move)}, {piece} {squares}."
        board.push(move)

    def _changed(self) -> None:
        """Shows a new position, and requests the move of the opponent if it is its turn."""
        self._version += 1
        self._send()
        self._settle_if_over()
        if self._choose and not (self._editing or self._is_users_turn() or self._is_over()):
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                loop = None
            arguments = (self._choose, self._board.copy(), self._version, loop)
            threading.Thread(target=self._think, args=arguments, daemon=True).start()

    def _think(self, choose: Choose, board: Board, version: int, loop: Any) -> None:
        """Lets the opponent choose a move, in a thread, and plays it in the thread of the loop."""
        with self._opponent_lock:
            if version != self._version:  # a move was taken back
                return
            try:
                move = checked_move(board, choose(board.copy()))
            except Exception as error:
                self._send(f"The opponent failed: {error}")
                raise
        if loop is not None and loop.is_running():
            loop.call_soon_threadsafe(self._answer, move, version)
        else:
            self._answer(move, version)

    def _answer(self, move: Move, version: int) -> None:
        with self._lock:
            if version != self._version:
                return
            self._play(move)
            self._changed()
        self._call(move)

    def _call(self, move: Move) -> None:
        for function in tuple(self._callbacks):
            function(move)

    def _settle_if_over(self) -> None:
        if self._is_over():
            self._settle(lambda future: future.set_exception(PlayError("the game is over")))

    def _settle(self, settle: "Callable[[Future[Move]], None]") -> None:
        """Ends `wait_for_move`."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if future.set_running_or_notify_cancel():
                settle(future)

    def _receive(self, widget: object, content: object, buffers: object) -> None:
        """Does what the user did; the front end may send anything."""
        try:
            with self._lock:
                move = self._handle(content)
        except (EnroqueError, TypeError, ValueError) as error:  # the last two if it is malformed
            self._send(str(error))
        else:
            if move is not None:
                self._call(move)

    def _handle(self, content: object) -> Move | None:
        """Handles a message of the front end; returns the move that it plays."""
        match content:
            case {"kind": "move", "text": str(text)} if len(text) <= MAX_TEXT:
                return self._move_of_user(text)
            case {"kind": "take_back"}:
                self.take_back()
            case {"kind": "flip"}:
                self.orientation = not self._orientation
            case {"kind": "arrows", "arrows": list(arrows)}:
                self.arrows = [svg.Arrow(tail, head, color=color) for color, tail, head in arrows]
            case {"kind": "edit", "on": bool(on)}:
                self.editing = on
            case {"kind": "fen", "fen": str(fen)} if self._editing and len(fen) <= MAX_TEXT:
                self.board = Board(fen, chess960=self._board.chess960 or None)
            case {"kind": "place", "square": square, "piece": piece, "from": origin} if (
                self._editing
            ):
                board = self.board
                if origin is not None:
                    board.remove_piece_at(origin)
                board.set_piece_at(square, None if piece == "." else Piece.from_symbol(piece))
                board.castling_rights, board.ep_square = board.clean_castling_rights(), None
                self.board = board
            case _:
                raise ArgumentError(f"malformed message of the front end: {content!r:.80}")
        return None

    def _move_of_user(self, text: str) -> Move | None:
        """Plays a move that the user chose; returns it, or `None` if a puzzle refuses it."""
        if not self._is_users_turn():
            raise PlayError("the game is over" if self._is_over() else "it is not your turn")
        board, line, played = self._board, self._solution, self._played()
        move = checked_move(board, text)
        is_mate = line and played == len(line) - 1 and board.gives_checkmate(move)
        if line and move != line[played] and not is_mate:
            self._mistakes += 1
            raise PlayError(f"{board.san(move)} is not the solution.")
        self._play(move)
        self._settle(lambda future: future.set_result(move))
        if line and not self.solved:
            self._play(line[played + 1])
        self._changed()
        return move

    def _send(self, message: str = "") -> None:
        """Updates the front end, with a message to the user."""
        with self._lock:
            self._message = message
            self._sent += 1  # so that a refused move is a change, too
            if self._widget is not None:
                self._widget.state = self._state()

    def _state(self) -> dict[str, Any]:
        """Returns what the front end shows, as JSON."""
        board = self._board
        last = board.move_stack[-1] if board.move_stack else Move.null()
        return {
            "position": placement(board),
            "from": last.from_square if last else None,
            "to": last.to_square if last else None,
            "check": board.king(board.turn) if board.is_check() else None,
            "arrows": [arrow_data(arrow) for arrow in self._arrows],
            "flipped": not self._orientation,
            "moves": choices(board) if self._is_users_turn() else [],
            "fen": board.fen(),
            "editing": self._editing,
            "can_edit": self._solution is None,
            "can_take_back": self._moves_to_take_back() > 0,
            "text": " ".join(filter(None, (self._message, self._last, self._situation()))),
            "number": self._sent,
        }

    def _situation(self) -> str:
        """Returns the side to move, or how the game ended."""
        if self._editing or self.solved:
            return "Place the pieces." if self._editing else "Solved!"
        if outcome := self._board.outcome():
            return f"{outcome.termination.name.replace('_', ' ').capitalize()}: {outcome.result()}"
        side = COLOR_NAMES[self._board.turn].capitalize()
        return f"{side} to move{', in check' if self._board.is_check() else ''}."

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        """Returns the widget, or a picture where anywidget is missing."""
        return bundle(self, self.svg(), _HINTS)

    def __repr__(self) -> str:
        return f"<BoardWidget: {self.board.fen()}>"
