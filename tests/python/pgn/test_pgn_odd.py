"""Unusual and malformed PGN texts: results of the tree reader, and its known differences."""

import io
import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from enroque import pgn

# Cases with another result than in the manifest, and the reason.
KNOWN_DIFFERENCES = {
    "B11_utf16le": "UTF-16 that is read as another encoding has no games",
    "D07_null_other": "a tree may have null moves",
    "D12_missing_x_and_short_pawn": "`ed` is not SAN",
    "D19_lowercase_piece": "`nf3` is not SAN",
    "D21_german": "only English piece letters are read",
    "D22_spanish": "only English piece letters are read",
    "D23_french": "only English piece letters are read",
    "D24_russian": "only English piece letters are read",
    "D36_drop_moves": "Crazyhouse is not supported: no moves are read",
    "D37_plaintext_in_movetext": "words between moves are skipped, with errors",
    "D40_san_extra_disambig_forms": "unambiguous spellings are read",
}


@pytest.fixture(autouse=True)
def no_logging() -> None:
    logging.getLogger("enroque.pgn").setLevel(logging.CRITICAL)


def test_odd_texts(data_file: Callable[[str], Path]) -> None:
    folder = data_file("pgn_odd")
    cases = json.loads((folder / "manifest.json").read_text())["cases"]
    different = set()
    for case in cases:
        data = (folder / case["file"]).read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
        handle, games = io.StringIO(text), []
        while (game := pgn.read_game(handle)) is not None:
            games.append([move.uci() for move in game.mainline_moves()])
            assert str(pgn.read_game(io.StringIO(str(game)))) == str(game), case["id"]
        if games != [game.get("uci") for game in case["games"]]:
            different.add(case["id"])
    assert different == KNOWN_DIFFERENCES.keys()


GAMES = '[Event "A"]\n\n1. e4 *\n[Event "B"]\n[White "x"]\n\n1. d4 *\n'


def test_no_game_is_lost_where_the_empty_line_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES * 2)
    with path.open() as file:
        events = []
        while (headers := pgn.read_headers(file)) is not None:
            events.append(headers["Event"])
        assert events == ["A", "B", "A", "B"]
        file.seek(0)
        first = pgn.read_game(file)
        position = file.tell()
        second = pgn.read_game(file)
        assert first is not None
        assert second is not None
        assert (second.headers["Event"], second.headers["White"]) == ("B", "x")
        # after `seek`, the game is read from the file again
        file.seek(position)
        again = pgn.read_game(file)
        assert again is not None
        assert again.headers["White"] == "x"


def test_headers_without_moves_are_games() -> None:
    handle = io.StringIO('[Event "A"]\n\n[Event "B"]\n\n[Event "C"]\n')
    events = [game.headers["Event"] for game in iter(lambda: pgn.read_game(handle), None)]
    assert events == ["A", "B", "C"]


def test_an_unclosed_comment_ends_before_the_next_game() -> None:
    handle = io.StringIO('1. e4 {never\n\nclosed\n\n[Event "B"]\n\n1. d4 *\n')
    first, second = pgn.read_game(handle), pgn.read_game(handle)
    assert first is not None
    assert second is not None
    assert len(first.errors) == 1
    assert second.headers["Event"] == "B"
    assert pgn.read_game(handle) is None
