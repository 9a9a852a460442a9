"""Equality of memories above an address.

Such memories result from the same writes, except for those to smaller addresses. A loop preserves
the property if it never reads at smaller addresses, by induction over its rounds. No access extends
past the end of memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from yulopt.prover.arrays import WRITES, written_range
from yulopt.prover.binders import entry_of
from yulopt.prover.binders import sort_of as sort_of_symbol
from yulopt.prover.effects import COMPONENTS
from yulopt.prover.facts import Facts
from yulopt.prover.terms import Term, Terms

# Reads of memory, whose operands are the memory, an address, and more.
READS: Final = frozenset({"mload", "slice"})
# The number of the sort of memory.
_MEMORY: Final = 1 + COMPONENTS.index("memory")


class Memories:
    """Compares memories in one case.

    `here` gives the value of a term in it, `same` decides whether other terms are equal,
    `by_choice` whether a property holds in both cases of the condition of one of two terms.
    """

    def __init__(
        self,
        terms: Terms,
        facts: Facts,
        here: Callable[[Term], Term],
        same: Callable[[Term, Term], bool],
        by_choice: Callable[[Term, Term, Callable[[], bool]], bool],
    ) -> None:
        self._terms = terms
        self._facts = facts
        self._here = here
        self._same = same
        self._by_choice = by_choice

    def same_read(self, one: Term, other: Term) -> bool:
        """Whether reads of the same kind are equal, since memory below does not matter."""
        if not all(map(self._same, one.args[1:], other.args[1:])):
            return False
        least = self._facts.bounds(one.args[1])[0]
        return self._agree(one.args[0], other.args[0], least)

    def _agree(self, one: Term, other: Term, least: int) -> bool:
        """Whether two memories are equal from an address on."""
        one, other = self._above(one, least), self._above(other, least)
        while one is not other:
            if "ite" in (one.op, other.op):
                return self._by_choice(one, other, partial(self._agree, one, other, least))
            if one.op != other.op or one.data != other.data:
                return False
            if one.op == "out":
                return self._same_loops(one, other, least) or self._same(one, other)
            if one.op not in WRITES:
                return self._same(one, other)
            if not all(map(self._same, one.args[1:], other.args[1:])):
                return False
            one, other = self._above(one.args[0], least), self._above(other.args[0], least)
        return True

    def _above(self, memory: Term, least: int) -> Term:
        """A memory without its last writes to smaller addresses."""
        memory = self._here(memory)
        while memory.op in WRITES:
            written = written_range(memory, self._terms)
            if written.length is None:
                break
            if self._facts.bounds(written.start)[1] + written.length > least:
                break
            memory = self._here(memory.args[0])
        return memory

    def _same_loops(self, one: Term, other: Term, least: int) -> bool:
        """Whether loops leave equal memory from an address on."""
        entry = entry_of(one)
        rounds = (*one.args[: entry.start], *one.args[entry.stop :])
        if rounds != (*other.args[: entry.start], *other.args[entry.stop :]):
            return False
        if not all(self._reads_above(term, least) for term in rounds):
            return False
        assert isinstance(one.data, tuple)
        sorts = list(map(int, one.data))[2:]
        return all(
            self._agree(before, after, least) if sort == _MEMORY else self._same(before, after)
            for sort, before, after in zip(sorts, one.args[entry], other.args[entry], strict=True)
        )

    def _reads_above(self, root: Term, least: int) -> bool:
        """Whether the values of a round are independent of memory at smaller addresses.

        They may depend on writes, choices, and reads at larger ones.
        """
        pending = [root]
        seen = {root}
        while pending:
            term = pending.pop()
            uses_memory = any(_is_memory_of_round(arg) for arg in term.args)
            if term.op in READS:
                if (
                    _is_memory_of_round(term.args[0])
                    and self._facts.bounds(term.args[1])[0] < least
                ):
                    return False
            elif uses_memory and term.op not in WRITES and term.op != "ite":
                return False
            for arg in term.args:
                if arg.height and arg not in seen:
                    seen.add(arg)
                    pending.append(arg)
        return True


def _is_memory_of_round(term: Term) -> bool:
    """Whether a term is the memory in a round of a loop, perhaps after more writes."""
    while term.op in WRITES:
        term = term.args[0]
    if term.op == "ite":
        return any(map(_is_memory_of_round, term.args[1:]))
    return term.op == "bound" and sort_of_symbol(term) == _MEMORY
