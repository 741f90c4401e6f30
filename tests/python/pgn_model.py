"""Comparing game trees of enroque and python-chess."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import enroque
from enroque import Move, pgn

PGN_FILES = [
    "chess960_mainz2009.pgn",
    "dortmund_annotated.pgn",
    "lc0_selfplay_352.pgn",
    "lichess_999.pgn",
    "lichess_bullet_3000.pgn.zst",
    "lichess_bullet_clk.pgn.zst",
    "lichess_chess960_150.pgn",
    "lichess_evals_2000.pgn.zst",
    "lichess_from_position_100.pgn",
    "masters_30000.pgn.zst",
    "tcec_frc.pgn.zst",
    "tcec_frc_comments_60.pgn.zst",
    "twic_head.pgn",
    "world_matches_annotated.pgn",
]
"""All PGN files of the test data; those outside of the repository may be absent."""

ANNOTATED = """\
[Event "Test"]
[White "A"]
[Black "B"]
[ECO "C20"]
[Result "1-0"]

{ Before. } 1. e4 $1 { [%clk 0:10:00] good } 1... e5!? ( { or } 1... c5 2. Nf3 ( 2. c3 d5 )
2... d6 { [%eval 0.25,20] [%cal Gd6d5,Rc1g5] } ) ( 1... e6 ) 2. Nf3 Nc6 1-0

1. d4 *
"""


def text_of(path: Path) -> str:
    """Returns the text of a PGN file, decompressed if needed, as UTF-8 or else Latin-1."""
    data = path.read_bytes()
    if path.suffix == ".zst":
        zstandard = pytest.importorskip("zstandard")

        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def both(text: str, count: int) -> Iterator[tuple[pgn.Game, chess.pgn.Game]]:
    """Reads at most `count` games with both packages, and compares the positions of the handles."""
    our_handle, their_handle = io.StringIO(text), io.StringIO(text)
    for number in range(count):
        ours, theirs = pgn.read_game(our_handle), chess.pgn.read_game(their_handle)
        assert our_handle.tell() == their_handle.tell(), number
        if ours is None or theirs is None:
            assert ours is None
            assert theirs is None
            return
        yield ours, theirs


def notes(node: Any) -> tuple[Any, ...]:
    """Returns the data of a node of either package, without its variations."""
    return (
        None if node.move is None else node.move.uci(),
        node.comment,
        node.starting_comment,
        sorted(node.nags),
        node.clock(),
        node.emt(),
        repr(node.eval()),
        node.eval_depth(),
        [(arrow.tail, arrow.head, arrow.color) for arrow in node.arrows()],
        node.is_mainline(),
        node.is_main_variation(),
        node.starts_variation(),
        node.is_end(),
    )


def assert_same_tree(ours: pgn.GameNode, theirs: chess.pgn.GameNode) -> int:
    """Asserts that all nodes are equal; returns their number."""
    todo: list[tuple[Any, Any]] = [(ours, theirs)]
    count = 0
    while todo:
        our_node, their_node = todo.pop()
        assert notes(our_node) == notes(their_node), our_node
        assert len(our_node.variations) == len(their_node.variations), our_node
        todo.extend(zip(our_node.variations, their_node.variations, strict=True))
        count += 1
    return count


def assert_same_game(ours: pgn.Game, theirs: chess.pgn.Game) -> int:
    """Asserts that headers, trees, texts and last positions are equal; counts the nodes."""
    assert list(ours.headers.items()) == list(theirs.headers.items())
    assert len(ours.errors) == len(theirs.errors)
    count = assert_same_tree(ours, theirs)
    text = theirs.accept(chess.pgn.StringExporter())
    assert ours.accept(pgn.StringExporter()) == text
    assert str(ours) == str(theirs)
    assert ours.end().board().fen() == theirs.end().board().fen()
    assert ours.end().ply() == theirs.end().ply()
    again, their_again = next(both(text, 1))
    assert_same_tree(again, their_again)
    return count


def read(text: str) -> pgn.Game:
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


class Counting(pgn.BaseVisitor[dict[str, int]]):
    """Counts the calls of each kind."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def count(self, kind: str) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.count("header")

    def visit_move(self, board: enroque.Board, move: Move) -> None:
        assert board.is_legal(move)
        self.count("move")

    def visit_board(self, board: enroque.Board) -> None:
        self.count("board")

    def visit_comment(self, comment: str) -> None:
        self.count("comment")

    def visit_nag(self, nag: int) -> None:
        self.count("nag")

    def begin_variation(self) -> None:
        self.count("variation")

    def end_variation(self) -> None:
        self.count("end")

    def visit_result(self, result: str) -> None:
        self.count(result)

    def result(self) -> dict[str, int]:
        return self.counts
