"""Tables for terminals."""

from collections.abc import Sequence


def text_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str | int]]) -> str:
    """Returns an aligned table: numbers to the right, texts to the left.

    Args:
        title: the first line.
        head: the names of the columns.
        rows: the cells.
    """
    columns = list(zip(head, *([str(cell) for cell in row] for row in rows), strict=True))
    shown = [column for column in columns if any(column[1:])]
    widths = [max(map(len, column)) for column in shown]
    is_text = [any(cell[:1].strip("+-#0123456789") for cell in column[1:]) for column in shown]
    lines = [title]
    for row in zip(*shown, strict=True):
        cells = zip(row, widths, is_text, strict=True)
        lines.append("  ".join(c.ljust(w) if left else c.rjust(w) for c, w, left in cells).rstrip())
    return "\n".join(lines)
