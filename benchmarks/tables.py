"""Tables of measurements: for the terminal, and for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line of a table for the terminal: the first cell on the left, figures on the right."""
    first, *rest = zip(cells, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)])


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)
