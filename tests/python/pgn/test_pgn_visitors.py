"""Visitors, builders and exporters of enroque.pgn, compared with python-chess."""

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import enroque
from enroque import pgn
from pgn_model import ANNOTATED, Counting, read, text_of


def test_visitors() -> None:
    counts = pgn.read_game(io.StringIO(ANNOTATED), Visitor=Counting)
    assert counts == {
        "header": 5,
        "move": 10,
        "board": 11,
        "comment": 4,
        "nag": 2,
        "variation": 3,
        "end": 3,
        "1-0": 1,
    }
    accepted = read(ANNOTATED).accept(Counting())
    assert accepted == counts | {"header": 8}
    board = pgn.read_game(io.StringIO(ANNOTATED), Visitor=pgn.BoardBuilder)
    assert board == read(ANNOTATED).end().board()
    assert len(board.move_stack) == 4
    assert read(ANNOTATED).accept(pgn.BoardBuilder()) == board
    assert pgn.read_game(io.StringIO(""), Visitor=Counting) is None
    assert pgn.read_game(io.StringIO(ANNOTATED), Visitor=pgn.SkipVisitor) is True
    with pytest.raises(enroque.IllegalMoveError):
        pgn.read_game(io.StringIO("1. e5"), Visitor=Counting)
    sub = read(ANNOTATED).variations[0].accept_subgame(pgn.StringExporter(columns=None))
    their_sub = (
        chess.pgn.read_game(io.StringIO(ANNOTATED))
        .variations[0]
        .accept_subgame(chess.pgn.StringExporter(columns=None))
    )
    assert sub == their_sub


@pytest.mark.parametrize(
    "name", ["lichess_999.pgn", "dortmund_annotated.pgn", "tcec_frc_comments_60.pgn.zst"]
)
def test_a_subclass_of_game_builder_makes_the_same_tree(
    data_file: Callable[[str], Path], name: str
) -> None:
    class Builder(pgn.GameBuilder[pgn.Game]):
        def visit_comment(self, comment: str) -> None:
            super().visit_comment(comment)

    text = text_of(data_file(f"pgn/{name}"))
    first, second = io.StringIO(text), io.StringIO(text)
    for _ in range(5):
        game = pgn.read_game(first, Visitor=Builder)
        assert game is not None
        assert str(game) == str(pgn.read_game(second))
        assert first.tell() == second.tell()


def test_subclasses() -> None:
    class Mine(pgn.Game):
        def __init__(self, note: str = "none") -> None:
            super().__init__()
            self.note = note

    game = pgn.read_game(io.StringIO(ANNOTATED), Visitor=Mine.builder)
    assert type(game) is Mine
    assert game.note == "none"
    assert game.end().game() is game
    assert str(game) == str(read(ANNOTATED))
    again = pickle.loads(pickle.dumps(PickledGame("pickled")))
    assert (type(again), again.note) == (PickledGame, "pickled")


class PickledGame(pgn.Game):
    """A subclass that pickle can find."""

    def __init__(self, note: str = "none") -> None:
        super().__init__()
        self.note = note


EXPORTS = [
    {},
    {"headers": False},
    {"comments": False},
    {"variations": False},
    {"columns": 20},
    {"columns": 0},
    {"columns": None, "comments": False, "variations": False},
]


@pytest.mark.parametrize("options", EXPORTS)
def test_exporters_write_the_same_as_python_chess(options: dict[str, object]) -> None:
    game = read(ANNOTATED)
    theirs = chess.pgn.read_game(io.StringIO(ANNOTATED))
    text = theirs.accept(chess.pgn.StringExporter(**options))
    assert game.accept(pgn.StringExporter(**options)) == text
    handle, their_handle = io.StringIO(), io.StringIO()
    for _ in range(2):
        written = game.accept(pgn.FileExporter(handle, **options))
        assert written == theirs.accept(chess.pgn.FileExporter(their_handle, **options))
    assert handle.getvalue() == their_handle.getvalue()

    class UpperCase(pgn.StringExporter):
        def visit_comment(self, comment: str) -> None:
            super().visit_comment(comment.upper())

    class TheirUpperCase(chess.pgn.StringExporter):
        def visit_comment(self, comment: str) -> None:
            super().visit_comment(comment.upper())

    assert game.accept(UpperCase(**options)) == theirs.accept(TheirUpperCase(**options))
    node, their_node = game.variations[0].variations[1], theirs.variations[0].variations[1]
    assert str(node) == str(their_node)
    assert str(node.mainline()) == str(their_node.mainline())
    assert node.accept(UpperCase(**options)) == their_node.accept(TheirUpperCase(**options))


def overriding(exporter: type) -> list[type]:
    """Returns exporters that override methods for tokens and lines, the same for both packages."""

    class Recording(exporter):  # type: ignore[misc]
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)
            self.seen: list[str] = []

        def write_token(self, token: str) -> None:
            self.seen.append(token)
            super().write_token(token)

        def write_line(self, line: str = "") -> None:
            self.seen.append(f"line {line!r}")
            super().write_line(line)

        def flush_current_line(self) -> None:
            self.seen.append(f"flush {self.current_line!r}")
            super().flush_current_line()

    class NoNumbers(exporter):  # type: ignore[misc]
        def write_token(self, token: str) -> None:
            if not token.rstrip().endswith("."):
                super().write_token(token.replace("=", "/"))

    class OneLine(exporter):  # type: ignore[misc]
        def write_token(self, token: str) -> None:
            self.current_line += token

        def begin_headers(self) -> None:
            super().begin_headers()
            self.write_line("% a game")

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            if tagname in ("White", "Black"):
                super().visit_header(tagname, tagvalue)

    class Indented(exporter):  # type: ignore[misc]
        def flush_current_line(self) -> None:
            if self.current_line:
                self.current_line = f"    {self.current_line}"
            super().flush_current_line()

    class Long(exporter):  # type: ignore[misc]
        def visit_move(self, board: Any, move: Any) -> None:
            self.write_token(f"{board.lan(move)} ")

    return [Recording, NoNumbers, OneLine, Indented, Long]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("options", [{}, {"columns": None}, {"columns": 30, "variations": False}])
@pytest.mark.parametrize("name", [None, "lichess_999.pgn", "dortmund_annotated.pgn"])
def test_exporters_are_overridden(
    number: int, options: dict[str, object], name: str | None, data_file: Callable[[str], Path]
) -> None:
    text = ANNOTATED if name is None else text_of(data_file(f"pgn/{name}"))
    ours_in, theirs_in = io.StringIO(text), io.StringIO(text)
    for _ in range(6):
        ours_game, theirs_game = pgn.read_game(ours_in), chess.pgn.read_game(theirs_in)
        if theirs_game is None:
            break
        ours = overriding(pgn.StringExporter)[number](**options)
        theirs = overriding(chess.pgn.StringExporter)[number](**options)
        assert ours_game.accept(ours) == theirs_game.accept(theirs)
        assert getattr(ours, "seen", None) == getattr(theirs, "seen", None)
        assert (ours.lines, ours.current_line) == (theirs.lines, theirs.current_line)
        ours_out, theirs_out = io.StringIO(), io.StringIO()
        ours = overriding(pgn.FileExporter)[number](ours_out, **options)
        theirs = overriding(chess.pgn.FileExporter)[number](theirs_out, **options)
        assert ours_game.accept(ours) == theirs_game.accept(theirs)
        assert getattr(ours, "seen", None) == getattr(theirs, "seen", None)
        assert ours_out.getvalue() == theirs_out.getvalue()


def test_one_exporter_writes_many_games() -> None:
    ours, theirs = pgn.StringExporter(columns=40), chess.pgn.StringExporter(columns=40)
    for text in (ANNOTATED, "1. e4 e5 *", ANNOTATED):
        read(text).accept(ours)
        chess.pgn.read_game(io.StringIO(text)).accept(theirs)
        assert (ours.lines, str(ours)) == (theirs.lines, str(theirs))
        ours.write_token("between ")
        theirs.write_token("between ")
        read(text).variations[0].accept(ours)
        chess.pgn.read_game(io.StringIO(text)).variations[0].accept(theirs)
        assert (ours.lines, str(ours)) == (theirs.lines, str(theirs))
