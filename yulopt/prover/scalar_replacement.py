"""Scalar replacement in loops: words at invariant locations of memory or storage as symbols.

Such words have equations of their own, like variables, and the writes to them are taken out of the
rest of memory or storage. If nothing else writes there, the rest does not change, and reads of it
skip the loop.

Source: Callahan, Carr, Kennedy, "Improving register allocation for subscripted variables" (PLDI
1990).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from yulopt.prover.arrays import Arrays
from yulopt.prover.binders import sort_of, writes_between
from yulopt.prover.rounds import WORD, Closed, Loop, State
from yulopt.prover.terms import Term, Terms

Substitution = Callable[[Loop, dict[Term, Term]], Callable[[Term], Term]]

# More words are not worth their equations.
_MAX_LOCATIONS: Final = 16
_MAX_ATTEMPTS: Final = 3


@dataclass
class Scalars:
    """The words at `locations` of a part of the state, by the names that they have in states where
    they are split off; there, the part itself lacks the writes to these locations."""

    part: str
    locations: dict[str, Term]
    load: Callable[[Term, Term], Term]
    store: Callable[[Term, Term, Term], Term]
    without: Callable[[Term, Term], Term]

    def written(self, part: Term, words: State) -> Term:
        """A part of the state after these words were written to it."""
        for name, location in self.locations.items():
            part = self.store(part, location, words[name])
        return part

    def rest(self, part: Term) -> Term:
        """A part of the state without the writes to the locations."""
        for location in self.locations.values():
            part = self.without(part, location)
        return part

    def split(self, state: State) -> State:
        """A state with the words split off."""
        part = state[self.part]
        words = {name: self.load(part, location) for name, location in self.locations.items()}
        return state | words | {self.part: self.rest(part)}

    def joined(self, state: State) -> State:
        """A state with the words written back."""
        rest = {name: value for name, value in state.items() if name not in self.locations}
        return rest | {self.part: self.written(state[self.part], state)}

    def whole(self, closed: Closed) -> Closed:
        """A loop with the words written back."""
        return replace(
            closed,
            after=closed.after and self.joined(closed.after),
            leaving={leaf: self.joined(state) for leaf, state in closed.leaving.items()},
        )


class ScalarReplacement:
    """Replaces parts of the state in loops by words; `substitution` gives the function that
    replaces symbols of a loop in terms."""

    def __init__(self, terms: Terms, arrays: Arrays, substitution: Substitution) -> None:
        self._terms = terms
        self._arrays = arrays
        self._substitution = substitution

    def replaced(self, loop: Loop, unchanging: dict[Term, Term]) -> tuple[Scalars, Loop] | None:
        """The loop with words split off from one part of the state, None if that is not possible.

        `unchanging` are symbols that no round changes, with their values.
        """
        for part, symbol in loop.carried.items():
            if sort_of(symbol) != WORD and symbol not in unchanging:
                writes = writes_between(symbol, [state[part] for state in _ends(loop)])
                found = self._with_words(loop, part, writes, unchanging) if writes else None
                if found is not None:
                    return found
        return None

    def _with_words(
        self, loop: Loop, part: str, writes: list[Term], unchanging: dict[Term, Term]
    ) -> tuple[Scalars, Loop] | None:
        """The same for a part with certain writes.

        The location of a write may itself be read from the part, like the free memory pointer. So
        the locations are guessed from the state before the loop, as if nothing else changed. A
        wrong guess is safe: writes elsewhere stay in the rest of the part.
        """
        symbol, before = loop.carried[part], loop.entry[part]

        def with_words(locations: list[Term], rest: Term) -> _Split:
            scalars = self._scalars(part, locations, writes[0].op)
            symbols = {name: self._terms.open_symbol(WORD) for name in scalars.locations}
            start = {symbol: scalars.written(rest, symbols)}
            return _Split(loop, scalars, symbols, self._substitution(loop, unchanging | start))

        split = with_words([], before)
        for _ in range(_MAX_ATTEMPTS):
            found = dict.fromkeys(split.substitute(write.args[1]) for write in writes)
            locations = [location for location in found if location.newest < loop.first]
            if not 0 < len(locations) <= _MAX_LOCATIONS:
                return None
            if len(locations) < len(found):
                break
            split = with_words(locations, before)
            if split.keeps_rest:
                return split.scalars, split.loop()
        # Bounds show that slots differ, but not that ranges of memory are apart.
        if writes[0].op != "sstore":
            return None
        split = with_words(locations, symbol)
        is_new = loop.carried.keys().isdisjoint(split.scalars.locations)
        return (split.scalars, split.loop()) if is_new else None

    def _scalars(self, part: str, locations: list[Term], op: str) -> Scalars:
        names = {f"{part} {location.number}": location for location in locations}
        arrays = self._arrays
        if op == "mstore":
            return Scalars(part, names, arrays.load_word, arrays.store_word, arrays.without_word)
        return Scalars(part, names, arrays.load, arrays.store, arrays.without_slot)


@dataclass
class _Split:
    """A loop to split: `symbols` stand for the words in a round, and `substitute` puts them into
    its terms."""

    whole: Loop
    scalars: Scalars
    symbols: State
    substitute: Callable[[Term], Term]

    def loop(self) -> Loop:
        """The loop with the words split off."""
        loop, split = self.whole.substituted(self.substitute), self.scalars.split
        return replace(
            loop,
            entry=split(loop.entry),
            carried=loop.carried | self.symbols,
            exits=loop.exits and split(loop.exits),
            following=loop.following and split(loop.following),
            leaving={leaf: split(state) for leaf, state in loop.leaving.items()},
        )

    @property
    def keeps_rest(self) -> bool:
        """Whether a round changes only the words, so the rest is the same as before the loop."""
        part, rest = self.scalars.part, self.scalars.rest
        before = rest(self.whole.entry[part])
        return all(rest(self.substitute(state[part])) is before for state in _ends(self.whole))


def _ends(loop: Loop) -> list[State]:
    """The states after a round, and those where the loop is left."""
    return [state for state in (loop.following, loop.exits, *loop.leaving.values()) if state]
