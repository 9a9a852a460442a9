"""Scalar replacement in loops: words at invariant places of memory or storage as symbols.

If all writes of a loop to a part of the state go to such places, the part is in every round what it
was before the loop, but for these words. So reads at other places see through the loop, and the
words have equations of their own, like variables.

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

# More words are not worth their equations.
_MAX_PLACES: Final = 16


@dataclass(frozen=True)
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


def with_scalars(
    loop: Loop,
    terms: Terms,
    arrays: Arrays,
    substitution: Callable[[Loop, dict[Term, Term]], Callable[[Term], Term]],
) -> tuple[Scalars, Loop] | None:
    """The loop with words in place of one part of the state, None if that is not possible.

    `substitution` gives the function that replaces symbols of a loop in terms.
    """
    for part, symbol in loop.carried.items():
        scalars = None if sort_of(symbol) == WORD else _scalars(loop, part, arrays)
        replaced = None if scalars is None else _replaced(loop, scalars, terms, substitution)
        if scalars is not None and replaced is not None:
            return scalars, replaced
    return None


def _scalars(loop: Loop, part: str, arrays: Arrays) -> Scalars | None:
    """The words that a loop writes to a part of the state, None if there are other writes."""
    symbol = loop.carried[part]
    places: dict[Term, None] = {}
    op = ""
    pending = [state[part] for state in _ends(loop)]
    seen = {symbol}
    while pending:
        after = pending.pop()
        if after in seen:
            continue
        seen.add(after)
        if after.op == "ite":
            pending += after.args[1:]
            continue
        if after.op not in ("mstore", "sstore") or after.args[1].newest >= loop.first:
            return None
        op = after.op
        places[after.args[1]] = None
        pending.append(after.args[0])
    if not 0 < len(places) <= _MAX_PLACES:
        return None
    names = {f"{part} {index}": place for index, place in enumerate(places)}
    if op == "mstore":
        return Scalars(part, loop.entry[part], names, arrays.load_word, arrays.store_word)
    return Scalars(part, loop.entry[part], names, arrays.load, arrays.store)


def _replaced(
    loop: Loop,
    scalars: Scalars,
    terms: Terms,
    substitution: Callable[[Loop, dict[Term, Term]], Callable[[Term], Term]],
) -> Loop | None:
    """The loop with these words, None if the rest of the part may change."""
    symbols = {name: terms.open_symbol(WORD) for name in scalars.places}
    start = scalars.written(scalars.before, symbols)
    substitute = substitution(loop, {loop.carried[scalars.part]: start})

    def at(state: State) -> State:
        return {name: substitute(value) for name, value in state.items()}

    loop = replace(
        loop,
        control=substitute(loop.control),
        exits=loop.exits and at(loop.exits),
        following=loop.following and at(loop.following),
        leaving={leaf: at(state) for leaf, state in loop.leaving.items()},
    )
    if any(scalars.written(state[scalars.part], symbols) is not start for state in _ends(loop)):
        return None
    carried = {name: term for name, term in loop.carried.items() if name != scalars.part}
    return replace(
        loop,
        entry=scalars.split(loop.entry),
        carried=carried | symbols,
        exits=loop.exits and scalars.split(loop.exits),
        following=loop.following and scalars.split(loop.following),
        leaving={leaf: scalars.split(state) for leaf, state in loop.leaving.items()},
    )


def _ends(loop: Loop) -> list[State]:
    """The states after a round, and those where the loop is left."""
    return [state for state in (loop.following, loop.exits, *loop.leaving.values()) if state]
