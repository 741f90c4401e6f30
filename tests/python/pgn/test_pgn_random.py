"""Random games with random annotations: the trees are equal to those of python-chess."""

import io
import random

import chess
import chess.pgn
import pytest

from enroque import pgn
from pgn_model import assert_same_game, both

COMMENTS = ["", " ", "a", " b ", "c\nd", "  x  ", "; x", "(", ")", "$1", "[%clk 0:01:02]"]
COMMENTS += ["[%eval 0.5]", "[%eval #-3,20] so [%csl Ra1]"]
MARKS = ["!", "?", "!!", "??", "!?", "?!", "!!!"]


class Writer:
    """Writes a random game in a random format: whitespace, numbers, signs of check, annotations."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.words: list[str] = []

    def happens(self, probability: float) -> bool:
        return self.random.random() < probability

    def comment(self) -> None:
        self.words.append("{" + self.random.choice(COMMENTS) + "}")

    def move(self, board: chess.Board) -> None:
        if self.happens(0.15):
            self.comment()
        if board.turn or self.happens(0.3):
            self.words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        move = self.random.choice(list(board.legal_moves))
        if self.happens(0.02) and not board.is_check():
            move = chess.Move.null()
        san = board.san(move)
        if self.happens(0.1):
            san = san.rstrip("+#")
        if self.happens(0.15):
            san += self.random.choice(MARKS)
        self.words.append(san)
        board.push(move)
        if self.happens(0.15):
            self.words.append(self.random.choice(["$1", "$14", "$255", "!", "; remark\n"]))
        if self.happens(0.15):
            self.comment()

    def line(self, board: chess.Board, depth: int, plies: int) -> None:
        for _ in range(plies):
            if board.is_game_over():
                return
            self.move(board)
            while depth < 3 and self.happens(0.15):
                before = board.copy()
                before.pop()
                self.words.append("(")
                self.line(before, depth + 1, self.random.randint(1, 5))
                if self.happens(0.1):
                    self.comment()
                self.words.append(")")

    def text(self) -> str:
        if self.happens(0.5):
            self.comment()
        self.line(chess.Board(), 0, self.random.randint(1, 14))
        if self.happens(0.7):
            self.words.append(self.random.choice(["1-0", "*", "1/2-1/2"]))
        if self.happens(0.2):
            self.comment()
        tags = [("Event", "x"), ("White", "A"), ("Result", "*"), ("ECO", "C20")]
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags if self.happens(0.7))
        moves = "".join(
            word + self.random.choice([" ", " ", " ", "\n", "  "]) for word in self.words
        )
        lines = [line for line in moves.split("\n") if line.strip()]
        return (head and head + "\n") + "\n".join(lines) + "\n\n"


def check(seeds: range) -> None:
    class Builder(pgn.GameBuilder[pgn.Game]):
        """A subclass, for which the general path of visitors is used."""

    nodes = 0
    for seed in seeds:
        text = Writer(seed).text()
        ((ours, theirs),) = both(text, 2)
        assert not theirs.errors
        nodes += assert_same_game(ours, theirs)
        built = pgn.read_game(io.StringIO(text), Visitor=Builder)
        assert str(built) == str(ours), text
    assert nodes > 8 * len(seeds)


def test_random_texts() -> None:
    check(range(100))


@pytest.mark.slow
def test_random_texts_at_length() -> None:
    check(range(100, 10_000))
