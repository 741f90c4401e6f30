"""Repair of old Chess960 games: missing tags, starts in other places, and castling."""

import io
import re
from contextlib import suppress
from typing import Final

from .. import _core
from .._core import Board, Game, Games, chess960_fen, pgn_variant
from ..errors import EnroqueError
from ..pgn import StringExporter

_START_TAGS: Final = re.compile(
    r"fen|sp(_?(number|no|nr|id))?|start(ing)?_?pos(ition)?_?(number|no|nr|id)?"
    r"|(chess_?960|frc|fischerandom)_?(pos(ition)?_?(number|no|nr|id)?|number|no|nr|id)",
    re.I,
)
"""The names of tags with a start position, such as `StartPosition`, `SP` and `Chess960ID`."""

_BACK_RANK: Final = re.compile(r"(?<!\w)[BNRQK]{8}(?!\w)", re.I)
_NUMBER: Final = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_NUMBER_IN_COMMENT: Final = re.compile(
    r"(?:\bsp|position|960|\bfrc)\s*(?:(?:id|no|nr|number)\b\.?)?\s*[:#=-]?\s*(\d{1,3})(?!\s*\w)",
    re.I,
)
"""The number of a start in a comment, after a word such as `SP` or `position`."""

_COMMENT: Final = re.compile(r"\{[^}]*\}|;[^\n]*")
_TAG: Final = re.compile(r'^[ \t]*\[\s*\w+\s*"[^\n]*\][ \t\r]*\n', re.M)
_CASTLING: Final = re.compile(r"(?<![\w-])O-O(?:-O)?(?![\w-])")
_KING_MOVE: Final = re.compile(r"K(?:[a-h][1-8])?[-x]?([a-h])([18])[+#!?]*")


def repaired(text: str) -> tuple[str, list[str], str]:
    """Returns the text of a game with the tags `FEN`, `SetUp` and `Variant` and castling as O-O.

    A game that cannot be read after the repair is left as it is.

    Args:
        text: the text of one game.

    Returns:
        The text, what was changed, and why the game is not repaired; empty where nothing was.
    """
    tags = _core.read_headers(io.StringIO(text)) or {}
    if pgn_variant(tags.get("Variant", "")) is None:
        return text, [], ""
    try:
        fen, origin = _start(text, tags)
    except EnroqueError as error:
        return text, [], str(error)
    if fen is None:
        missing = "Variant is Chess960, but no start position is given"
        return text, [], missing if pgn_variant(tags.get("Variant", "")) else ""
    changes = [origin] if origin else []
    body, respelled = _with_castling(_with_start(text, tags, fen))
    if Games.from_pgn(body.encode()).error_count and (full := _with_rights(fen)) != fen:
        attempt = _with_castling(_with_start(text, tags, full))
        if not Games.from_pgn(attempt[0].encode()).error_count:
            fen, (body, respelled) = full, attempt
            changes.append("FEN with castling rights")
    new = _core.read_headers(io.StringIO(body)) or {}
    changes += [
        f'{name} "{new[name]}"'
        for name in ("SetUp", "Variant")
        if name in new and new[name] != tags.get(name)
    ]
    game = _game(body)
    if game.errors:
        return text, [], str(game.errors[0])
    movetext = _TAG.sub("", body)
    written = game.accept(StringExporter(headers=False))
    counts = [len(_CASTLING.findall(_COMMENT.sub("", one))) for one in (written, movetext)]
    respelled += counts[0] - counts[1]
    if respelled:
        changes.append(f"castling as O-O in {respelled} move{'s' * (respelled > 1)}")
        body = "".join(_TAG.findall(body)) + f"\n{written}\n\n"
        if str(_game(body)) != str(game):  # tags and moves in one line
            body = f"{game}\n\n"
    return body if changes else text, changes, ""


def _game(text: str) -> Game:
    return _core.read_game(io.StringIO(text), lambda game: None) or Game()


def _start(text: str, tags: dict[str, str]) -> tuple[str | None, str]:
    """Returns the FEN of the start, and where it was found if not in a valid tag `FEN`."""
    fen = tags.get("FEN")
    board: Board | None = None
    if fen is not None:
        with suppress(ValueError):  # a number or a back rank, perhaps
            board = Board(fen, chess960=None)
    found = {
        f"the tag {name}": _numbers(value, _NUMBER)
        for name, value in tags.items()
        if _START_TAGS.fullmatch(name) and not (board and name == "FEN")
    }
    if board:
        of_fen = set(_core.chess960_numbers(board) or ())
        if len(of_fen) != 1:
            return fen, ""  # no start position of Chess960
        found["the tag FEN"] = of_fen
    else:
        comment = _game(text).comment.strip()
        is_number = comment.isdecimal() and pgn_variant(tags.get("Variant", ""))
        found["the comment"] = _numbers(comment, _NUMBER if is_number else _NUMBER_IN_COMMENT)
    numbers = set().union(*found.values())
    if not numbers:
        if fen is not None:
            Board(fen, chess960=None)  # raises
        return None, ""
    places = " and ".join(place for place, numbers in found.items() if numbers)
    if len(numbers) > 1:
        listed = " and ".join(map(str, sorted(numbers)))
        raise EnroqueError(f"{places} have different start positions: {listed}")
    (number,) = numbers
    if board:
        return fen, ""
    return chess960_fen(number, number), f"FEN of start position {number} from {places}"


def _numbers(text: str, pattern: re.Pattern[str]) -> set[int]:
    ranks = {_core.chess960_number(rank) for rank in _BACK_RANK.findall(text)}
    numbers = {int(number) for number in pattern.findall(text)}
    for number in numbers:
        chess960_fen(number, number)  # raises
    return ranks | numbers


def _with_start(text: str, tags: dict[str, str], fen: str) -> str:
    """Returns the text with the tags of its start."""
    board = Board(fen, chess960=None)
    numbers = _core.chess960_numbers(board)
    is_chess960 = board.chess960 or numbers not in (None, (518, 518))
    new = {"SetUp": "1", "FEN": fen}
    if is_chess960 and not pgn_variant(tags.get("Variant", "")):
        new = {"Variant": "Chess960", **new}
    for name, value in new.items():
        if tags.get(name) != value:
            old = rf'^[ \t]*\[\s*{name}\s+"[^"\n]*"\s*\][ \t]*\n?'
            text = f'[{name} "{value}"]\n' + re.sub(old, "", text, flags=re.M)
    return text


def _with_rights(fen: str) -> str:
    """Returns the FEN with all castling rights if it is then a start position."""
    full = f"{fen.split()[0]} w KQkq - 0 1"
    board = Board(full, chess960=True)
    return full if _core.chess960_numbers(board) and " b " not in fen else fen


def _with_castling(text: str) -> tuple[str, int]:
    """Returns the text with O-O for kings that castle to a square or take the rook, and a count."""
    count = 0
    while (san_at := _wrong_castling(text)) is not None:
        san, start, end = san_at
        raw = text.encode()
        text = (raw[:start] + san + raw[end:]).decode()
        count += 1
    return text, count


def _wrong_castling(text: str) -> tuple[bytes, int, int] | None:
    """Returns castling that is written as a king's move: the SAN, and where the word is."""
    games = Games.from_pgn(text.encode())
    error = games.errors[0] if len(games) and games.errors else None
    move = _KING_MOVE.fullmatch(error.token) if error else None
    if error is None or move is None:
        return None
    for castling in games[0].board(error.ply).generate_castling_moves():
        rook = castling.to_square
        is_right = castling.from_square < rook
        if move[1] in ("cg"[is_right], "abcdefgh"[rook & 7]) and move[2] == "18"[rook > 7]:
            lines = text.encode().splitlines(keepends=True)
            start = sum(map(len, lines[: error.line - 1])) + error.column - 1
            return b"O-O" if is_right else b"O-O-O", start, start + len(error.token.encode())
    return None
