"""One round of a loop, and the loop as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from yulopt.prover.binders import sort_of
from yulopt.prover.known import NOTHING, UNKNOWN, Bounds, KnownMemory
from yulopt.prover.terms import Term

State = dict[str, Term]
# The sort of symbols that stand for words.
WORD: Final = 0


@dataclass(frozen=True)
class Loop:
    """One round of a loop.

    `carried` are the open symbols of names, the oldest of which has the serial number `first`;
    `entry` their values before the first round; `exits` and `following` those at the exit of the
    loop and at the start of the next round, None if unreachable. `control` has the leaves `exit`
    and `next`; `leaving` the states at those of its leaves that leave the function. `bounds_next`
    are bounds of words at the start of the next round by the conditions on the way there;
    `kept_at_exit`, `kept_next` and `kept_leaving` are the facts about memory after the loop, at the
    start of the next round, and where it leaves the function. `untouched` are the addresses of
    words that were written before the loop, and that no round accesses.
    """

    entry: State
    carried: State
    first: int
    control: Term
    exits: State | None
    following: State | None
    leaving: dict[Term, State]
    bounds_next: dict[str, Bounds] = field(default_factory=dict)
    kept_at_exit: KnownMemory = NOTHING
    kept_next: KnownMemory = NOTHING
    kept_leaving: KnownMemory = NOTHING
    untouched: tuple[Term, ...] = ()

    def substituted(self, substitute: Callable[[Term], Term]) -> Loop:
        """The round with other terms, from the same values."""

        def at(state: State) -> State:
            return {name: substitute(value) for name, value in state.items()}

        return replace(
            self,
            control=substitute(self.control),
            exits=self.exits and at(self.exits),
            following=self.following and at(self.following),
            leaving={leaf: at(state) for leaf, state in self.leaving.items()},
        )

    def bounds(self, before: dict[str, Bounds]) -> dict[str, Bounds]:
        """The bounds of words at the start of every round, by induction: `before` are those at the
        start of the first one; after a round, a word equals one of these words, or has bounds that
        do not depend on them. They hold on this path to the loop only."""
        name_of = {self.carried[name]: name for name in self.following or {}}
        words = [name for symbol, name in name_of.items() if sort_of(symbol) == WORD]
        found = {name: before[name] for name in words}
        copied: dict[str, list[str]] = {}
        limits = {name: self.bounds_next.get(name, UNKNOWN) for name in words}
        for name in words:
            cases = _cases((self.following or {})[name])
            copied[name] = [name_of[case] for case in cases if case in name_of]
            for case in cases:
                if case not in name_of:
                    found[name] = found[name].join(Bounds.of(case).meet(limits[name]))
        last: dict[str, Bounds] = {}
        while found != last:
            last = dict(found)
            for name in words:
                for other in copied[name]:
                    found[name] = found[name].join(found[other].meet(limits[name]))
        return {name: bounds for name, bounds in found.items() if bounds != UNKNOWN}


@dataclass(frozen=True)
class Closed:
    """A whole loop: control, which falls after it, the values of names there, and the states at
    leaves of control that leave the function. `outline` gives a hash of its rounds, whatever comes
    from outside."""

    control: Term
    after: State
    leaving: dict[Term, State]
    outline: Callable[[], int]


def _cases(value: Term) -> list[Term]:
    """The words between which a word is a choice."""
    found = {value: None}
    for case in (pending := [value]):
        for way in case.args[1:] if case.op == "ite" else ():
            if way not in found:
                found[way] = None
                pending.append(way)
    return [case for case in found if case.op != "ite"]
