"""Recursive equations: the values of a loop's symbols, and terms that bind them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final, TypeAlias

from yulopt.prover.binders import BINDERS, sort_of
from yulopt.prover.substitution import Rebuilding
from yulopt.prover.terms import Data, Term, Terms
from yulopt.syntax.literals import WORD_MASK

# Operations whose operands are a set.
_SETS: Final = frozenset({"and", "or", "xor", "mul", "eq", "addmod", "mulmod"})
SortKey: TypeAlias = tuple[int, tuple[int, ...], int, int]
_MAX_REFINEMENTS: Final = 12
# The terms without symbols that outlines have.
_OF_OUTLINES: Final = frozenset({"const", "next", "exit", "leave"})


class Equations:
    """Open symbols, their first values, and their values in the next round.

    No symbol is older than the serial number `first`, and the terms contain no other newer ones. A
    term that binds symbols is higher than all terms in its equations, so symbols of nested terms
    never collide.
    """

    def __init__(
        self,
        terms: Terms,
        rebuilding: Rebuilding,
        symbols: list[Term],
        entry: list[Term],
        following: list[Term],
        first: int,
    ) -> None:
        self._terms = terms
        self._rebuilding = rebuilding
        self.symbols = symbols
        self.entry = entry
        self.following = following
        self._touches: Callable[[Term], bool] = lambda term: term.newest >= first
        self._occurring: dict[Term, int] = {
            symbol: 1 << index for index, symbol in enumerate(symbols)
        }
        self._colours: list[int] | None = None
        self._order: list[SortKey] | None = None

    @property
    def colours(self) -> list[int]:
        """Numbers that differ for symbols whose equations differ in structure."""
        if self._colours is None:
            found = self._refined([hash((17, entry.number)) for entry in self.entry])
            self._colours = [rounds[-1] for rounds in found]
        return self._colours

    @property
    def order(self) -> list[SortKey]:
        """The sort keys of symbols: without their first values, if that suffices.

        Sorts come first: solvers identify bound symbols by position, so a changed value should
        leave the others where they are.
        """
        if self._order is None:
            sorts = list(map(sort_of, self.symbols))
            shapes = self._refined([hash((17, sort)) for sort in sorts])
            self._order = list(zip(sorts, shapes, self.colours, range(len(shapes)), strict=True))
        return self._order

    def outline(self, root: Term) -> int:
        """A hash of a term, of the parts of the state, and of the equations that they need, with
        terms without symbols left out."""
        parts = [
            pair for pair in zip(self.symbols, self.following, strict=True) if sort_of(pair[0])
        ]
        parts.sort(key=lambda pair: sort_of(pair[0]))
        roots = (root, *(following for _, following in parts))
        colours = {
            self.symbols[index]: hash((17, sort_of(self.symbols[index])))
            for index in self._needed(roots)
        }
        for _ in colours:
            shapes = Shapes(colours, self._touches, is_outline=True)
            colours = {
                symbol: hash((colours[symbol], shapes.of(following)))
                for symbol, following in zip(self.symbols, self.following, strict=True)
                if symbol in colours
            }
        shapes = Shapes(colours, self._touches, is_outline=True)
        return hash((*map(shapes.of, roots),))

    def _refined(self, colours: list[int]) -> list[tuple[int, ...]]:
        """Partition refinement, with hashes as class identifiers: those of each round.

        Symbols are compared by their earliest round that differs. How many rounds there are depends
        on all symbols; but where some symbols differ, on these and those in their equations only.
        """
        count = len(set(colours))
        found: list[tuple[int, ...]] = [(colour,) for colour in colours]
        for _ in range(_MAX_REFINEMENTS):
            known = dict(zip(self.symbols, colours, strict=True))
            shapes = Shapes(known, self._touches)
            colours = [
                hash((colour, shapes.of(term)))
                for colour, term in zip(colours, self.following, strict=True)
            ]
            found = [(*rounds, colour) for rounds, colour in zip(found, colours, strict=True)]
            if len(set(colours)) == count:
                break
            count = len(set(colours))
        return found

    def occurring(self, term: Term) -> int:
        """The symbols in a term, as bits."""
        found = self._occurring.get(term)
        if found is None:
            found = 0
            if self._touches(term):
                for arg in term.args:
                    found |= self.occurring(arg)
            self._occurring[term] = found
        return found

    def bind(self, kind: str, roots: tuple[Term, ...]) -> Term:
        """The term of this kind that binds the symbols which the roots need."""
        chosen = self._needed(roots)
        if len(chosen) > 1:
            chosen.sort(key=lambda index: self.order[index])
        following = [self.following[index] for index in chosen]
        height = 1 + max([term.height for term in (*roots, *following)])
        sorts = [sort_of(self.symbols[index]) for index in chosen]
        bound = {
            self.symbols[index]: self._terms.make("bound", (height, rank, sorts[rank]))
            for rank, index in enumerate(chosen)
        }
        substitute = self._rebuilding.substitute(bound, self._touches)
        args = (
            *map(substitute, roots),
            *(self.entry[index] for index in chosen),
            *map(substitute, following),
        )
        return self._terms.make(kind, (height, len(chosen), *sorts), args)

    def _needed(self, roots: tuple[Term, ...]) -> list[int]:
        """The symbols, by their places, that terms depend on."""
        needed = 0
        pending = 0
        for root in roots:
            pending |= self.occurring(root)
        while pending:
            needed |= pending
            found = 0
            for index in range(len(self.symbols)):
                if pending >> index & 1:
                    found |= self.occurring(self.following[index])
            pending = found & ~needed
        return [index for index in range(len(self.symbols)) if needed >> index & 1]


def rebind(
    terms: Terms, rebuilding: Rebuilding, term: Term, change: Callable[[Term], Term]
) -> Term:
    """A binding term with its operands transformed.

    Its symbols are opened first, so that they are not confused with those of other terms.
    """
    data = term.data
    assert isinstance(data, tuple)
    height, count, *sorts = map(int, data)
    first = terms.newest_serial + 1
    opened = {
        terms.make("bound", (height, rank, sort)): terms.open_symbol(sort)
        for rank, sort in enumerate(sorts)
    }
    open_all = rebuilding.substitute(opened, lambda inside: inside.height >= height)
    roots = len(term.args) - 2 * count
    equations = Equations(
        terms,
        rebuilding,
        list(opened.values()),
        [change(arg) for arg in term.args[roots : roots + count]],
        [change(open_all(arg)) for arg in term.args[roots + count :]],
        first,
    )
    return equations.bind(term.op, tuple(change(open_all(arg)) for arg in term.args[:roots]))


class Shapes:
    """Hashes of terms that are invariant under renaming of symbols of the same colour; those of
    outlines also where terms without symbols differ, but for constants and leaves."""

    def __init__(
        self,
        colours: dict[Term, int],
        touches: Callable[[Term], bool],
        *,
        is_outline: bool = False,
    ) -> None:
        self._known: dict[Term, int] = dict(colours)
        self._touches = touches
        self._is_outline = is_outline

    def of(self, term: Term) -> int:
        """The hash of a term."""
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._new(term)
        return found

    def _new(self, term: Term) -> int:
        if self._is_outline and not self._touches(term):
            return term.number if term.op in _OF_OUTLINES else 0
        if not self._touches(term) and not term.height:
            return term.number
        if term.op == "eq" and term.args[0].is_constant and term.args[1].op == "sum":
            # The sign of the sum depends on the order of its operands.
            number = -term.args[0].value & WORD_MASK
            pair = self._of_sum(term.args[1], number, 1), self._of_sum(term.args[1], number, -1)
            return hash((6, *sorted(pair)))
        if term.op == "open":
            return hash((17, sort_of(term)))
        inner = [self.of(arg) for arg in term.args]
        if term.op == "bound":
            return hash((3, 0 if self._is_outline else term.height, sort_of(term)))
        if term.op in BINDERS or term.op in _SETS:
            inner.sort()
            return hash((_code(term.op), *inner))
        if term.op == "sum":
            return self._of_sum(term, 0)
        return hash((_code(term.op), _code(term.data), *inner))

    def _of_sum(self, term: Term, number: int, sign: int = 1) -> int:
        """The hash of a sum and a number, multiplied by a sign."""
        assert isinstance(term.data, tuple)
        constant, *numbers = [sign * int(coefficient) & WORD_MASK for coefficient in term.data]
        inner = [self.of(arg) for arg in term.args]
        pairs = sorted(zip(numbers, inner, strict=True))
        return hash((5, constant + sign * number & WORD_MASK, *pairs))


_codes: Final[dict[Data, int]] = {}


def _code(data: Data) -> int:
    """A number for a name or other data that is stable across runs."""
    found = _codes.get(data)
    if found is None:
        found = _codes[data] = zlib.crc32(repr(data).encode())
    return found
