"""Tables in HTML that notebooks show: of games, positions, explorers, encodings and others."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from .._model.evals import eval_text
from .._model.pieces import COLOR_NAMES
from .._model.squares import square_name

if TYPE_CHECKING:
    from .. import _core
    from ..find import Explorer

HEAD_ROWS: Final = 5
"""The number of first rows of a table of games, and of last rows."""

BOARDS: Final = 4
"""The number of games of an arena, or of rows of a table, whose boards are shown."""

MIN_ALPHA: Final = 12
"""The opacity, of 255, below which an arrow of an explorer is not drawn."""

MAX_TEXT: Final = 300
"""The number of characters of a cell that are shown; tags may have any length."""

Cell = str | int
"""The text of a cell, or a number, which is aligned to the right."""


def games(shown: "_core.Games") -> str:
    """Returns a table with the first and the last games.

    Args:
        shown: the games.
    """
    head = ("", "White", "Elo", "Black", "Elo", "Result", "Opening", "Plies", "Date")
    rows = _first_and_last(len(shown), len(head), lambda index: _game_row(index, shown[index]))
    return _table(f"{shown!r}".strip("<>"), head, rows)


def _first_and_last(
    count: int, columns: int, row: Callable[[int], tuple["Cell", ...]]
) -> list[tuple[Cell, ...]]:
    """Returns the first and the last rows of a table, and between them one of ellipses."""
    if count <= 2 * HEAD_ROWS:
        return [row(index) for index in range(count)]
    first = [row(index) for index in range(HEAD_ROWS)]
    return [*first, ("…",) * columns, *(row(index) for index in range(count - HEAD_ROWS, count))]


def positions(shown: "_core.Positions") -> str:
    """Returns a table with the first and the last rows, and the boards of the first.

    Args:
        shown: the table.
    """
    ends = [*range(min(HEAD_ROWS, len(shown))), *range(max(len(shown) - HEAD_ROWS, 0), len(shown))]
    row_of = {index: shown[index] for index in ends}
    names = [name for name in _LABELS if any(name in row for row in row_of.values())]

    def cells(index: int) -> tuple[Cell, ...]:
        row = row_of[index]
        values = (
            eval_text(row.get(name)) if name == "evals" else _label(row.get(name)) for name in names
        )
        return index, row["fen"] or "broken", *values

    rows = _first_and_last(len(shown), 2 + len(names), cells)
    table = _table(f"{shown!r}".strip("<>"), ("", "FEN", *names), rows)
    pictures = [
        _board(shown.board(index), f"row {index}")
        for index in range(min(BOARDS, len(shown)))
        if row_of[index]["fen"] is not None
    ]
    return table + _flow(pictures)


_LABELS: Final = (
    "evals", "result", "expected_score", "moves", "line", "depth", "nodes", "rating", "themes", "id"
)  # fmt: skip
"""The columns of the table of positions, if one of the rows has a value."""


def _label(value: Any) -> Cell:
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, float):
        return f"{value:.3f}"
    return "" if value is None else value


def _game_row(index: int, game: "_core.GameView") -> tuple[Cell, ...]:
    headers = game.headers
    opening_tag = headers.get("Opening") or ""
    opening = opening_tag or headers.get("ECO") or ""
    if game.chess960:
        number = game.board(0).chess960_pos(ignore_turn=True, ignore_counters=True)
        opening = "double Chess960" if number is None else f"Chess960, position {number}"
    elif not opening_tag and (named := game.opening()):
        opening = named.name
    date = headers.get("UTCDate") or headers.get("Date") or ""
    known = date.replace(".??", "").replace("????", "").replace(".", "-")
    return (
        index,
        headers.get("White", "?"),
        _number(headers.get("WhiteElo")),
        headers.get("Black", "?"),
        _number(headers.get("BlackElo")),
        game.result.replace("1/2", "½") + (" broken" if game.broken else ""),
        opening,
        len(game),
        known,
    )


def _number(text: str | None) -> Cell:
    is_number = text is not None and len(text) <= 5 and text.isascii() and text.isdigit()
    return int(text or 0) if is_number else text or ""


def explorer(shown: "Explorer") -> str:
    """Returns the board with arrows, and a table with a row for each move, and the total.

    The more often a move was played, the more opaque its arrow is.

    Args:
        shown: the explorer.
    """
    from .. import svg

    most = max((row.games for row in shown), default=0)
    arrows = [
        svg.Arrow(row.move.from_square, row.move.to_square, color=f"#1f7a2e{alpha:02x}")
        for row in reversed(shown)  # the most frequent ones above the others
        if row.move and (alpha := round(224 * row.games / most)) >= MIN_ALPHA
    ]
    picture = svg.board(shown.board, size=300, arrows=arrows)
    return _flow([f"<div>{picture}</div>", _table(shown._title(), *shown._cells())])


def legal_moves(shown: "_core.LegalMoveGenerator") -> str:
    """Returns a table of the legal moves with a row for each piece.

    Args:
        shown: the legal moves.
    """
    pairs = sorted(zip(shown, shown.san(), strict=True), key=lambda pair: pair[0].from_square)
    rows: list[tuple[Cell, ...]] = []
    for square, of_piece in groupby(pairs, key=lambda pair: pair[0].from_square):
        names = [san for _, san in of_piece]
        rows.append((square_name(square), len(names), " ".join(names)))
    return _table(f"{len(pairs)} legal moves", ("From", "Moves", ""), rows)


def encoding(shown: "_core.Encoding") -> str:
    """Returns a table of the channels, tokens, perspectives or fields of an encoding.

    Args:
        shown: the encoding.
    """
    spans = [f"{low:.17g} to {high:.17g}".replace("inf", "∞") for low, high in shown.value_ranges]
    rows: list[tuple[Cell, ...]]
    if shown.kind == "planes":
        head: tuple[str, ...] = ("Channel", "Contents", "Values")
        rows, more = [*zip(range(len(spans)), shown.channel_names, spans, strict=True)], []
    elif shown.kind == "tokens":
        head, names = ("Field", "Contents", "Values"), " ".join(shown.token_names)
        rows = [*zip(range(len(spans)), shown.field_names, spans, strict=True)]
        more = [(f"{shown.vocab_size} tokens", names)]
    elif shown.kind == "features":
        head, rows = ("Perspective", ""), [*enumerate(shown.perspectives)]
        size = f"{shown.num_inputs} for each perspective, at most {shown.max_active} active"
        more = [("inputs", size)]
    else:
        head, more = ("Field", "Bytes", "Values"), [("bytes", str(shown.itemsize))]
        rows = [
            (name, f"{offset} to {offset + size - 1}" if size > 1 else str(offset), span)
            for (name, offset, size), span in zip(shown.fields, spans, strict=True)
        ]
    return _encoding(shown, head, rows, more)


def policy(shown: "_core.Policy") -> str:
    """Returns a table of the indices of a policy, without those in the middle.

    Args:
        shown: the policy.
    """
    moves = shown.moves
    first = [(index, str(moves[index])) for index in range(min(10, len(moves)))]
    last = [(index, str(moves[index])) for index in range(max(10, len(moves) - 5), len(moves))]
    rows: list[tuple[Cell, ...]] = [*first, *([("…", "…")] if last else []), *last]
    return _encoding(shown, ("Index", "Move"), rows)


def _encoding(
    shown: Any,
    head: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    more: Iterable[tuple[str, str]] = (),
) -> str:
    """Returns the conventions of an encoding, and its table, folded if it is long."""
    rows = list(rows)
    shape = getattr(shown, "shape", None)
    facts = [("shape", str(shape))] if shape else [("size", f"{shown.size} indices")]
    facts += [("dtypes", ", ".join(shown.dtypes))] if hasattr(shown, "dtypes") else []
    facts += [*more]
    facts += [(name.replace("_", " "), text) for name, text in shown.conventions.items()]
    top = _table(f"{shown!r}".removeprefix("enroque."), (), facts)
    bottom = _table("", head, rows)
    opened = " open" if len(rows) <= 32 else ""
    summary = f"{len(rows)} rows" if head[0] != "Index" else f"{shown.size} indices"
    return f"{top}<details{opened}><summary>{summary}</summary>{bottom}</details>"


def loader(shown: "_core.Loader") -> str:
    """Returns a table with the state of a loader.

    Args:
        shown: the loader.
    """
    if shown.closed:
        return _table("Loader", (), [("state", "closed")])
    state = shown.state_dict()
    rows: list[tuple[Cell, ...]] = [("source", state["source"])]
    rows += [
        (name.replace("_", " "), value if isinstance(value, int) else str(value))
        for name, value in state.items()
        if name in ("epoch", "block", "window", "offset", "seed", "rank", "world_size")
    ]
    rows.append(("skipped files", len(shown.skipped_files)))
    return _table("Loader", (), rows)


def arena(shown: "_core.Arena") -> str:
    """Returns a table with the state of an arena, and the boards of the first games.

    Args:
        shown: the arena.
    """
    over, turn, ply = shown.over, shown.turn, shown.ply
    rows: list[tuple[Cell, ...]] = [
        ("games", len(over)),
        ("over", int(over.sum())),
        ("White to move", int((turn & ~over).sum())),
        ("in check", int((shown.check & ~over).sum())),
    ]
    if len(ply):
        rows.append(("plies", f"{ply.min()} to {ply.max()}, mean {ply.mean():.1f}"))
    pictures = [
        _board(shown.board(slot), f"game {shown.game[slot]}, ply {ply[slot]}")
        for slot in range(min(BOARDS, len(over)))
    ]
    return _table("Arena", (), rows) + _flow(pictures)


def _flow(pictures: Sequence[str]) -> str:
    """Returns pictures beside each other."""
    joined = "".join(pictures)
    return f'<div style="display: flex; gap: 8px; flex-wrap: wrap">{joined}</div>'


def _board(board: "_core.Board", caption: str) -> str:
    """Returns the picture of a board, with a caption and the side to move."""
    from .. import svg

    stack = board.move_stack
    picture = svg.board(board, size=150, coordinates=False, lastmove=stack[-1] if stack else None)
    return f"<div>{picture}<br><small>{caption}, {COLOR_NAMES[board.turn]} to move</small></div>"


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Returns a table. Its colors are those of the page, so it is readable in every theme."""
    rows = list(rows)
    # a column that has a number is aligned to the right, with its head
    width = max((len(row) for row in (head, *rows)), default=0)
    is_number = [any(isinstance(row[n], int) for row in rows if n < len(row)) for n in range(width)]
    lines = ['<table class="enroque">']
    if caption:
        lines.append(f'<caption style="text-align: left">{escape(caption)}</caption>')
    if head:
        cells = "".join(
            f'<th style="{_style(name, right)}">{escape(name)}</th>'
            for name, right in zip(head, is_number, strict=False)
        )
        lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    for row in rows:
        cells = "".join(
            f'<td style="{_style(cell, right)}">{escape(_short(cell))}</td>'
            for cell, right in zip(row, is_number, strict=False)
        )
        lines.append(f"<tr>{cells}</tr>")
    lines.append("</tbody></table>")
    return "\n".join(lines)


def _short(cell: Cell) -> str:
    """Returns the text of a cell, without the end of a very long one."""
    text = str(cell)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _style(cell: Cell, right: bool) -> str:
    """Returns the style of a cell: short texts are on one line. marimo adds no padding."""
    wrap = "; white-space: nowrap" if len(str(cell)) <= 20 else ""
    return f"text-align: {'right' if right else 'left'}; padding: 0.3em 0.6em{wrap}"
