"""Tables of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.errors import printable


def table_lines(rows: Sequence[Sequence[str]], *, names: int = 1) -> list[str]:
    """Rows of equally many cells as lines; the first `names` columns are left-aligned, the others
    right-aligned. Control characters in them are escaped.
    """
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index < names else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
