"""`Games.with_tags`."""

import io
import re

import chess.pgn
import pytest

from enroque import Games
from enroque.errors import ArgumentError, ArrayError

PGN = b"""[Event "E"]
[White "A"]
[WhiteElo "2500"]
[White "again"]
[Result "1-0"]

1. e4 e5 1-0

[White "B"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"""


def tags(games: Games) -> list[list[tuple[str, str]]]:
    """The tags of games in their order."""
    return [list(game.headers.items()) for game in games]


def test_replaces_adds_and_removes() -> None:
    games = Games.from_pgn(PGN)
    before = tags(games)
    changed = games.with_tags({"White": ["X", None], "Event": None, "Round": ("1", "2")})
    assert tags(changed) == [
        [("White", "X"), ("WhiteElo", "2500"), ("Result", "1-0"), ("Round", "1")],
        [("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), ("Round", "2")],
    ]
    assert tags(games) == before
    assert (changed.moves == games.moves).all()
    assert (changed.result == games.result).all()
    assert games.with_tags({}) == games


def test_ratings_follow_their_tags() -> None:
    games = Games.from_pgn(PGN).with_tags({"WhiteElo": None, "BlackElo": ["1700", "many"]})
    assert games.white_elo.tolist() == [0, 0]
    assert games.black_elo.tolist() == [1700, 0]


def test_values_are_escaped() -> None:
    value = 'a "quoted" \\ é ♞'
    file = io.StringIO()
    Games.from_pgn(PGN).with_tags({"Annotator": value}).to_pgn(file)
    assert Games.from_pgn(file.getvalue().encode()).tag_values("Annotator") == [value, value]


def test_python_chess_reads_them() -> None:
    value = "é ♞"  # python-chess does not decode escapes
    games = Games.from_pgn(PGN).with_tags({"Annotator": value, "Event": ["1", "2"]})
    file = io.StringIO()
    games.to_pgn(file)
    text = io.StringIO(file.getvalue())
    read = [chess.pgn.read_game(text), chess.pgn.read_game(text)]
    assert [game.headers["Annotator"] for game in read if game] == [value, value]
    assert [game.headers["Event"] for game in read if game] == ["1", "2"]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"": "x"}, ArgumentError, '"" cannot be the name of a tag'),
        ({"a b": "x"}, ArgumentError, '"a b" cannot be the name of a tag'),
        ({"Result": "1-0"}, ArgumentError, "the tag Result follows from"),
        ({"FEN": None}, ArgumentError, "the tag FEN follows from"),
        ({"White": ["A"]}, ArrayError, "the tag White has 1 values for 2 games"),
        ({"White": 3}, TypeError, "White must be a text, None, or a sequence of these, not int"),
        (
            {"White": [1, 2]},
            TypeError,
            "the tag White must be a text, None, or a sequence of these, not of int",
        ),
        ({1: "x"}, TypeError, "int"),
        (["White"], TypeError, "list"),
        ({"White": "\ud800"}, ValueError, "surrogates"),
    ],
)
def test_refused(change: object, error: type[Exception], message: str) -> None:
    games = Games.from_pgn(PGN)
    with pytest.raises(error, match=re.escape(message)):
        games.with_tags(change)  # type: ignore[arg-type]
    assert games == Games.from_pgn(PGN)


def test_a_name_in_other_capitals() -> None:
    games = Games.from_pgn(PGN)
    for name, right in [("white", "White"), ("WHITEELO", "WhiteElo")]:
        with pytest.raises(ArgumentError, match=f'no game has the tag "{name}": .* "{right}"'):
            games.tag_values(name)
    assert games.tag_values("Opening") == [None, None]
    assert games.with_tags({"white": "x"}).tag_values("white") == ["x", "x"]
    assert Games.from_pgn(b"").tag_values("white") == []
