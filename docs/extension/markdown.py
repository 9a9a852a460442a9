"""Pieces of Markdown that the generated pages are made of."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def code_block(language: str, text: str) -> str:
    """A block of code in one language."""
    return f"```{language}\n{text.rstrip()}\n```"


def difference(before: str, after: str) -> str:
    """The lines of both texts, as a block with what goes and what comes."""
    old, new = before.splitlines(), after.splitlines()
    lines = list(difflib.unified_diff(old, new, n=len(old) + len(new), lineterm=""))
    # Without the names of the files and the place of the only hunk.
    return code_block("diff", "\n".join(lines[3:]))


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; no cell may hold a `|`."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def contents(pages: Iterable[str]) -> str:
    """The pages below this one, for the navigation; the page itself shows them as it likes."""
    return "```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```"


def page(*parts: str) -> str:
    """A page; empty parts are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]
