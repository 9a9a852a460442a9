"""Scalar replacement in loops: words at invariant places of memory or storage as symbols.

If a loop writes a part of the state only at such places, nothing else in that part changes. Reads
of other places then skip the loop, and these words have equations of their own, like variables.

Source: Callahan, Carr, Kennedy, "Improving register allocation for subscripted variables" (PLDI
1990).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from yulopt.prover.arrays import Arrays
from yulopt.prover.equations import sort_of
from yulopt.prover.rounds import WORD, Closed, Loop, State
from yulopt.prover.terms import Term, Terms

Substitution = Callable[[Loop, dict[Term, Term]], Callable[[Term], Term]]

# More words are not worth their equations.
_MAX_PLACES: Final = 16
_MAX_ATTEMPTS: Final = 3


@dataclass
class Scalars:
    """The words at `places` of a part of the state, whose names stand for them in states; `before`
    is the part before the loop."""

    part: str
    before: Term
    places: dict[str, Term]
    load: Callable[[Term, Term], Term]
    store: Callable[[Term, Term, Term], Term]

    def written(self, part: Term, words: State) -> Term:
        """A part of the state after these words were written to it."""
        for name, place in self.places.items():
            part = self.store(part, place, words[name])
        return part

    def split(self, state: State) -> State:
        """A state with the words in place of the part."""
        words = {name: self.load(state[self.part], place) for name, place in self.places.items()}
        return {name: value for name, value in state.items() if name != self.part} | words

    def joined(self, state: State) -> State:
        """A state with the part in place of the words."""
        rest = {name: value for name, value in state.items() if name not in self.places}
        return rest | {self.part: self.written(self.before, state)}

    def whole(self, closed: Closed) -> Closed:
        """A loop with the part in place of the words."""
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
        """The loop with words in place of one part of the state, None if that is not possible.

        `unchanging` are symbols that no round changes, with their values.
        """
        for part, symbol in loop.carried.items():
            if sort_of(symbol) != WORD and symbol not in unchanging:
                writes = _writes(symbol, [state[part] for state in _ends(loop)])
                found = self._with_words(loop, part, writes, unchanging) if writes else None
                if found is not None:
                    return found
        return None

    def _with_words(
        self, loop: Loop, part: str, writes: list[Term], unchanging: dict[Term, Term]
    ) -> tuple[Scalars, Loop] | None:
        """The same for a part with certain writes.

        The place of a write may itself be read from the part, like the free memory pointer. So the
        places are guessed from the state before the loop, and then checked.
        """
        changing = {
            name: symbol
            for name, symbol in loop.carried.items()
            if name != part and symbol not in unchanging
        }
        places: list[Term] = []
        for _ in range(_MAX_ATTEMPTS):
            scalars = self._scalars(part, loop.entry[part], places, writes[0].op)
            symbols = {name: self._terms.open_symbol(WORD) for name in scalars.places}
            start = scalars.written(scalars.before, symbols)
            substitute = self._substitution(loop, unchanging | {loop.carried[part]: start})
            if places:
                replaced = _replaced(loop, scalars, start, changing | symbols, substitute)
                if replaced is not None:
                    return scalars, replaced
            places = list(dict.fromkeys(substitute(write.args[1]) for write in writes))
            if len(places) > _MAX_PLACES or any(place.newest >= loop.first for place in places):
                return None
        return None

    def _scalars(self, part: str, before: Term, places: list[Term], op: str) -> Scalars:
        names = {f"{part} {index}": place for index, place in enumerate(places)}
        if op == "mstore":
            return Scalars(part, before, names, self._arrays.load_word, self._arrays.store_word)
        return Scalars(part, before, names, self._arrays.load, self._arrays.store)


def _writes(symbol: Term, values: list[Term]) -> list[Term]:
    """The writes between a part of the state and some later values of it; none if not all of them
    write words."""
    writes: list[Term] = []
    pending = list(values)
    seen = {symbol}
    while pending:
        after = pending.pop()
        if after in seen:
            continue
        seen.add(after)
        if after.op == "ite":
            pending += after.args[1:]
        elif after.op in ("mstore", "sstore"):
            writes.append(after)
            pending.append(after.args[0])
        else:
            return []
    return writes


def _replaced(
    loop: Loop, scalars: Scalars, start: Term, carried: State, substitute: Callable[[Term], Term]
) -> Loop | None:
    """The loop with these words, None if the rest of the part may change.

    `start` is the part at the start of a round, and `carried` are the symbols, with the words.
    """
    loop = loop.substituted(substitute)
    if any(scalars.written(state[scalars.part], carried) is not start for state in _ends(loop)):
        return None
    return replace(
        loop,
        entry=scalars.split(loop.entry),
        carried=carried,
        exits=loop.exits and scalars.split(loop.exits),
        following=loop.following and scalars.split(loop.following),
        leaving={leaf: scalars.split(state) for leaf, state in loop.leaving.items()},
    )


def _ends(loop: Loop) -> list[State]:
    """The states after a round, and those where the loop is left."""
    return [state for state in (loop.following, loop.exits, *loop.leaving.values()) if state]
