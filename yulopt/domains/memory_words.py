"""The known words of memory in a walk: a cell for each, named by its address.

An address is a sum of values. A store forgets the words that it may touch, and no others.

Source: W. Landi and B. Ryder, "A safe approximate algorithm for interprocedural pointer aliasing",
PLDI 1992.
"""

from __future__ import annotations

from typing import Final

from yulopt.domains.addresses import Span, Sum, end_of, is_after, is_apart
from yulopt.domains.walk import Walk
from yulopt.syntax.literals import WORD_BYTES

_MAX_WORDS: Final = 64


class MemoryWords:
    """The known words of memory in a walk."""

    walk: Walk

    def __init__(self) -> None:
        self._spans: dict[str, Span] = {}
        self._cells: dict[Sum, str] = {}

    def begin(self, address: Sum) -> None:
        """Register a word of unknown content at this address."""
        self._spans = {word_cell(address): Span(address, WORD_BYTES)}
        self._cells = {}

    def cells(self) -> list[str]:
        """The cells of all words."""
        return list(self._spans)

    def at(self, address: Sum) -> int | None:
        """The word at an address, None if it is unknown."""
        cell = self._cell(address)
        return self.walk.cell(cell) if cell in self._spans else None

    def set(self, address: Sum, number: int) -> None:
        """Set the word at an address from here on."""
        cell = self._cell(address)
        if cell not in self._spans:
            if len(self._spans) >= _MAX_WORDS:
                # No earlier checkpoint has them.
                has_variable = self.walk.facts.has_variable
                self._spans = {one: span for one, span in self._spans.items() if has_variable(one)}
            if len(self._spans) >= _MAX_WORDS and address.terms:
                return
            self._spans[cell] = Span(address, WORD_BYTES)
        self.walk.change(cell, number)

    def _cell(self, address: Sum) -> str:
        cell = self._cells.get(address)
        if cell is None:
            cell = self._cells[address] = word_cell(address)
        return cell

    def known(self) -> list[tuple[str, Span]]:
        """The known cells, and the addresses of their words."""
        walk = self.walk
        return [(cell, span) for cell, span in self._spans.items() if walk.cell(cell) is not None]

    def may_touch(self, one: Span, other: Span, floors: dict[int, int]) -> bool:
        """Whether two ranges may overlap; `floors` are those of a FreePointer."""
        facts = self.walk.facts
        return not (
            is_apart(facts, one, other)
            or is_after(facts, one, end_of(other), floors)
            or is_after(facts, other, end_of(one), floors)
        )


def word_cell(address: Sum) -> str:
    """The cell of the word at an address."""
    return f"@{address.constant}:{address.terms}"
