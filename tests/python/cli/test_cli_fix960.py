"""`enroque fix960`, with python-chess as the oracle."""

import io
import re

import chess.pgn
import pytest

from enroque import Games, chess960
from enroque._files.old_chess960 import repaired
from enroque.cli import main

FEN = chess960.position(288).fen()  # BBQNRKRN


def read(text: str) -> list[tuple[int | None, str]]:
    """Returns the start and the moves of each game, by python-chess."""
    games, handle = [], io.StringIO(text)
    while game := chess.pgn.read_game(handle):
        assert not game.errors
        moves = " ".join(move.uci() for move in game.mainline_moves())
        games.append((game.board().chess960_pos(), moves))
    return games


def without_start(text: str, place: str) -> str:
    """Returns games with their starts in another place."""

    def start(found: re.Match[str]) -> str:
        number = chess960.numbers(chess960.Board(found[1], chess960=True))[0]
        if place == "fen":
            return found[0]
        return f'[StartPosition "{number}"]\n'

    text = re.sub(r'\[(Variant|SetUp) "[^\n]*\n', "", text)
    return re.sub(r'\[FEN "([^"]*)"\]\n', start, text)


def respelled(text: str) -> str:
    """Returns games with castling as the king's capture of the rook."""
    games = []
    handle = io.StringIO(text)
    while game := chess.pgn.read_game(handle):
        words, board = [], game.board()
        for move in game.mainline_moves():
            word = board.san(move)
            if board.is_castling(move):
                word = "Kx" + chess.square_name(move.to_square)
            words.append(word)
            board.push(move)
        tags = "".join(f'[{name} "{value}"]\n' for name, value in game.headers.items())
        games.append(f"{tags}\n{' '.join(words)} {game.headers['Result']}\n\n")
    return "".join(games)


@pytest.mark.parametrize("place", ["fen", "tag"])
@pytest.mark.parametrize("name", ["lichess_chess960_150.pgn", "chess960_mainz2009.pgn"])
def test_damaged_files_are_repaired(tmp_path, capsys, data_file, name: str, place: str) -> None:
    text = data_file(f"pgn/{name}").read_text()
    expected = read(text)
    old, new = tmp_path / "old.pgn", tmp_path / "new.pgn"
    old.write_text(without_start(respelled(text), place))
    assert main(["fix960", str(old), str(new)]) == 0
    out = capsys.readouterr().out
    count = len(expected)
    assert out.endswith(f"{count} games: {count} changed, 0 not repaired, 0 copied\n")
    assert read(new.read_text()) == expected
    assert len(re.findall("castling as O-O in", out)) == sum(
        "O-O" in game for game in text.split("\n\n[Event")
    )
    assert main(["fix960", str(new), str(old)]) == 2
    assert main(["fix960", "--overwrite", str(new), str(old)]) == 0
    assert old.read_text() == new.read_text()


START = "FEN of start position 288 from "
SET_UP, VARIANT, CASTLING = 'SetUp "1"', 'Variant "Chess960"', "castling as O-O in 1 move"
RIGHTS = "FEN with castling rights"
E1 = chess960.position(414).fen()  # its rights exist in standard chess


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (f'[FEN "{FEN}"]\n\n1. f4 f5 2. 0-0 *', [SET_UP, VARIANT, CASTLING]),
        ('[SP "288 (BBQNRKRN)"]\n\n1. f4 *', [f"{START}the tag SP", SET_UP, VARIANT]),
        ('[Variant "Chess960"]\n\n{288} 1. f4 *', [f"{START}the comment", SET_UP]),
        ("{Position no. 288} 1. f4 *", [f"{START}the comment", SET_UP, VARIANT]),
        ("{BBQNRKRN} 1. f4 *", [f"{START}the comment", SET_UP, VARIANT]),
        (f'[FEN "{FEN[:-13]} w -"]\n\n1. f4 f5 2. O-O *', [RIGHTS, SET_UP, VARIANT]),
        (f'[FEN "{FEN.split()[0]}"]\n\n1. f4 f5 2. O-O *', [RIGHTS, SET_UP, VARIANT]),
        (f'[FEN "{E1}"]\n[SetUp "1"]\n\n1. e4 *', [VARIANT]),
        (f'[FEN "{FEN}"]\n[SP "288"]\n\n1. f4 f5 2. 0-0 *', [SET_UP, VARIANT, CASTLING]),
        (
            f'[FEN "{FEN}"] [White "a"] 1. f4 f5 2. Kg1 {{x}} (2. g3 $1) 2... d6?? *',
            [SET_UP, VARIANT, CASTLING],
        ),
        ('[White "a"]\n\n{12} 1. e4 *', []),
        ('[White "a"]\n\n{12 minutes, round 3} 1. e4 *', []),
        ('[Variant "Atomic"]\n\n1. e4 *', []),
        ("", []),
    ],
)
def test_changes(text: str, changes: list[str]) -> None:
    fixed, found, _ = repaired(text)
    assert found == changes
    assert (fixed == text) == (not changes)
    assert repaired(fixed)[:2] == (fixed, [])
    if changes:
        ((start, moves),) = read(fixed)
        assert "O-O" not in text or "f1g1" in moves
        assert start in (288, 414)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (f'[SetUp "0"] [FEN "{FEN}"] [Variant "Chess960"] 1. f4 f5 2. O-O *', SET_UP),
        (f'[FEN "{FEN}"]\n[SetUp "1"] 1. f4 f5 2. O-O *', VARIANT),
    ],
)
def test_tags_and_moves_in_one_line(text: str, change: str) -> None:
    fixed, changes, _ = repaired(text)
    assert changes == [change]
    assert Games.from_pgn(fixed.encode())[0].san() == ["f4", "f5", "O-O"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '[SP "288"]\n[StartPosition "7"]\n\n1. f4 *',
            "SP and the tag StartPosition have different",
        ),
        ('[StartPosition "960"]\n\n1. e4 *', "0 to 959, not 960"),
        (
            f'[FEN "{FEN}"]\n[StartPosition "287"]\n\n1. f4 *',
            "the tag StartPosition and the tag FEN have different start positions: 287 and 288",
        ),
        ('[Variant "Chess960"]\n\n1. e4 *', "no start position is given"),
        ('[FEN "x"]\n\n1. e4 *', "invalid character 'x'"),
        (f'[FEN "{FEN}"]\n\n1. f4 f5 2. Ke4 *', "no such piece can move there"),
        (f'[FEN "{FEN}"]\n\n1. f4 (1. Qh8) f5 *', "no such piece can move there"),
    ],
)
def test_games_that_cannot_be_repaired(text: str, problem: str) -> None:
    fixed, changes, found = repaired(text)
    assert problem in found
    assert (fixed, changes) == (text, [])


def test_other_encodings(tmp_path, capsys) -> None:
    old, new = tmp_path / "old.pgn", tmp_path / "new.pgn"
    old.write_bytes(
        f'[White "é"]\r\n[FEN "{FEN}"]\r\n\r\n{{ü}} 1. f4 f5 2. Kg1 *\r\n'.encode("latin-1")
    )
    assert main(["fix960", str(old), str(new)]) == 2
    assert "pass --encoding" in capsys.readouterr().err
    assert not new.exists()
    assert main(["fix960", "--encoding", "latin-1", str(old), str(new)]) == 0
    text = new.read_text("utf-8")
    assert '[White "é"]\n' in text
    assert "{ ü } 1. f4 f5 2. O-O *" in text
    assert main(["fix960", "--encoding", "x", str(old), str(new), "--overwrite"]) == 2
    assert new.read_text("utf-8") == text
