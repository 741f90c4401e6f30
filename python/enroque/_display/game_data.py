"""Games as JSON for the viewer."""

import re
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from .._arguments import type_name
from .._core import Board, Game, GameView, Move
from .._model.evals import MATE, NO_EVAL
from .._model.pieces import COLOR_NAMES
from .front_end import appearance, arrow_data, placement

if TYPE_CHECKING:
    from ..pgn import GameNode

MAX_POSITIONS: Final = 20_000
"""The number of positions after which no further variation is shown."""

_NAGS: Final = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 12: "=",
    13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⊙", 23: "⊙", 32: "⟳",  # noqa: RUF001
    33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆",
    138: "⊕", 139: "⊕", 140: "∆", 146: "N",
}  # fmt: skip
"""The symbols of numeric annotation glyphs; others are shown as `$n`."""


class ShownGame:
    """A game whose positions have numbers: first those of the main line, then of variations.

    Args:
        game: the game.

    Attributes:
        data: the game as JSON.
        nodes: the part of it with a dict for each position.
        plies: the length of the main line.
    """

    def __init__(self, game: GameView | Game | Board) -> None:
        headers: dict[str, str] = {}
        first: dict[str, Any] = {}
        main: Iterable[tuple[Move, dict[str, Any]]] = ()
        if isinstance(game, GameView):
            self._start, headers, result = game.board(0), dict(game.headers), game.result
            main = zip(game.moves, _notes_of_view(game), strict=True)
        elif isinstance(game, Game):
            self._start, headers, first = game.board(), dict(game.headers), _notes(game)
            result = headers.get("Result", "*")
        elif isinstance(game, Board):
            self._start, result = game.root(), game.result()
            main = ((move, {}) for move in game.move_stack)
        else:
            hint = ": use Board(fen), or pgn.read_game" if isinstance(game, str) else ""
            raise TypeError(
                f"game must be a game of Games, a pgn.Game or a Board, not {type_name(game)}{hint}"
            )
        self._moves = [Move.null()]  # before each position; nothing leads to the first
        self.nodes = [{"position": placement(self._start), **first}]
        self._add_line(self._start.copy(), 0, main)
        self.plies = len(self._moves) - 1
        omitted = isinstance(game, Game) and self._add_tree(game)
        self.data: dict[str, Any] = {
            "players": [_player(headers, name) for name in ("White", "Black")],
            "result": result,
            "first_number": self._start.fullmove_number,
            "first_turn": COLOR_NAMES[self._start.turn],
            "nodes": self.nodes,
            "plies": self.plies,
            "omitted": omitted,
            **appearance(),
        }

    def _add_line(
        self, board: Board, parent: int, line: Iterable[tuple[Move, dict[str, Any]]]
    ) -> None:
        for move, notes in line:
            shown = {"parent": parent, "san": board.san(move), **notes}
            if move:
                shown["from"], shown["to"] = move.from_square, move.to_square
            board.push(move)
            if board.is_check():
                shown["check"] = board.king(board.turn)
            shown["position"] = placement(board)
            parent = len(self.nodes)
            self.nodes.append(shown)
            self._moves.append(move)

    def _add_tree(self, game: Game) -> bool:
        """Adds the main line, then variations by their depth; returns whether some are omitted."""
        pending: deque[tuple[int, Any]] = deque((0, child) for child in game.variations)
        while pending:
            if len(self.nodes) > max(MAX_POSITIONS, self.plies + 1):
                return True
            parent, child = pending.popleft()
            line, first = [child, *child.mainline()], len(self.nodes)
            self._add_line(
                child.parent.board(), parent, ((node.move, _notes(node)) for node in line)
            )
            self.plies = self.plies or len(line)
            for number, node in enumerate(line, first):
                pending.extend((number, other) for other in node.variations[1:])
        return False

    def path(self, number: int) -> list[int]:
        """Returns the numbers of the positions from the start, without it, to a position.

        Args:
            number: the number of the position.
        """
        found = []
        while number:
            found.append(number)
            number = self.nodes[number]["parent"]
        return found[::-1]

    def board(self, number: int) -> Board:
        """Returns a position with its move stack.

        Args:
            number: the number of the position.
        """
        board = self._start.copy()
        for passed in self.path(number):
            board.push(self._moves[passed])
        return board


def _player(headers: dict[str, str], name: str) -> str:
    elo = headers.get(f"{name}Elo", "")
    return headers.get(name, name)[:100] + (f" ({elo[:5]})" if elo.isdigit() else "")


def _notes_of_view(game: GameView) -> list[dict[str, Any]]:
    """Returns the annotations of the moves of a game of `Games`."""
    count = len(game)
    evals = [None] * count if game.evals is None else game.evals.tolist()
    clocks = [None] * count if game.clocks is None else game.clocks.tolist()
    moves: list[dict[str, Any]] = []
    for index, (score, clock) in enumerate(zip(evals, clocks, strict=True)):
        shown: dict[str, Any] = {}
        if score is not None and score != NO_EVAL:
            shown["eval"] = score
        if clock is not None and clock >= 0:
            shown["clock"] = clock
        if arrows := game.arrows(index + 1):
            shown["arrows"] = [arrow_data(arrow) for arrow in arrows]
        moves.append(shown)
    return moves


def _notes(node: "GameNode") -> dict[str, Any]:
    """Returns the annotations of a node of a game tree."""
    shown: dict[str, Any] = {}
    if (score := node.eval()) is not None:
        white = score.white()
        mate = white.mate()
        if mate is None:
            shown["eval"] = white.score()
        else:
            shown["eval"] = MATE - mate if mate > 0 else -MATE - mate
    if (clock := node.clock()) is not None:
        shown["clock"] = round(clock * 1000)
    if arrows := node.arrows():
        shown["arrows"] = [arrow_data(arrow) for arrow in arrows]
    for name, text in (("comment", node.comment), ("before", node.starting_comment)):
        if text := re.sub(r"\[%[^\]]*\]", "", text).strip():
            shown[name] = text
    if nags := [_NAGS.get(nag, f"${nag}") for nag in sorted(node.nags) if nag]:
        shown["nags"] = nags
    return shown
