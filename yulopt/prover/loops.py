"""Loops as recursive equations over the values that are carried between rounds.

A loop is executed for one round, with an open symbol for each variable and each part of the state
that it may change. Closing it finds invariant and always equal symbols, optimistically and by
induction over the rounds; each other value becomes a term that binds the symbols which it needs.
Bound symbols are numbered by the structure of their equations and not by names or order, so that
equal loops are equal terms.

Source: gated single assignment form (mu functions), Ottenstein et al. 1990; optimistic value
numbering, Alpern, Wegman, Zadeck (POPL 1988); Houdini, Flanagan and Leino (FME 2001).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from yulopt.prover.arrays import Arrays
from yulopt.prover.control import Control
from yulopt.prover.equations import Equations, rebind
from yulopt.prover.facts import Facts
from yulopt.prover.known import Bounds
from yulopt.prover.rounds import Closed, Loop, State
from yulopt.prover.scalar_replacement import ScalarReplacement
from yulopt.prover.substitution import Rebuilding
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words

# The maximum depth of choices from which a number is taken out of a loop.
_MAX_CHOICES: Final = 6


class Loops:
    """Closes loops."""

    def __init__(self, terms: Terms, words: Words, arrays: Arrays, control: Control) -> None:
        self._terms = terms
        self._words = words
        self._control = control
        self.rebuilding = Rebuilding(terms, words, arrays, self._rebind)
        self._scalars = ScalarReplacement(terms, arrays, self._substitution)
        self._next = terms.make("next")
        self._exit = terms.make("exit")
        self._leave = terms.make("leave")
        # All loops, in the order of their ends.
        self.closed: list[Closed] = []
        # Bounds of variables at the start of every iteration, as guesses for other loops.
        self.bounds: dict[str, Bounds] = {}

    def _rebind(self, term: Term, change: Callable[[Term], Term]) -> Term:
        return rebind(self._terms, self.rebuilding, term, change)

    def close(self, loop: Loop) -> Closed:
        """The whole loop."""
        closed = self._closed(loop)
        self.closed.append(closed)
        return closed

    def _closed(self, loop: Loop) -> Closed:
        following = loop.following
        if following is None:
            return self._once(loop)
        unchanging = self._unchanging(loop, following)
        found = self._scalars.replaced(loop, unchanging)
        if found is not None:
            scalars, replaced = found
            return scalars.whole(self._closed(replaced))
        return self._repeated(loop, following, unchanging)

    def _repeated(self, loop: Loop, following: State, unchanging: dict[Term, Term]) -> Closed:
        replaced = unchanging | self._always_equal(loop, following, unchanging)
        loop = loop.substituted(self._substitution(loop, replaced))
        kept = [name for name, symbol in loop.carried.items() if symbol not in replaced]
        equations = Equations(
            self._terms,
            self.rebuilding,
            [loop.carried[name] for name in kept],
            [loop.entry[name] for name in kept],
            [(loop.following or {})[name] for name in kept],
            loop.first,
        )
        control = loop.control
        reached, left = self._reached(loop)
        ends = self._mapped(control, lambda leaf: self._leave if leaf in left else leaf)
        # Whether the loop ends the frame is a condition, decided on paths where it does; the kind
        # of end is not.
        outcome = self._terms.make("halted", args=(equations.bind("ended by loop", (ends,)),))
        after: State = {}
        if loop.exits is not None and self._exit in reached:
            is_over = equations.bind("ends loop", (ends,))
            outcome = self._words.choices.choose(is_over, outcome, self._terms.fall)
            rounds = self._only(control, lambda leaf: leaf is self._exit)
            for name, value in loop.exits.items():
                after[name] = self._out(equations, loop.first, value, rounds)
        leaving: dict[Term, State] = {}
        if left:
            leaf = self._control.point("leave")
            rounds = self._only(control, lambda leaf: leaf in left)
            leaving[leaf] = {
                name: self._out(equations, loop.first, value, rounds)
                for name, value in self._left(control, left).items()
            }
            leaves = equations.bind("leaves", (ends,))
            outcome = self._words.choices.choose(leaves, leaf, outcome)
        return Closed(outcome, after, leaving, partial(equations.outline, ends))

    def _out(self, equations: Equations, first: int, value: Term, rounds: Term) -> Term:
        """The value of a term at the exit of the loop; `rounds` is control until then."""
        if value.newest < first:
            return value
        number = _added(value, _MAX_CHOICES)
        if number:
            # Normal form: it is added after the loop, not inside or on each exit.
            value = self._without(value, number)
            return self._words.add_number(self._out(equations, first, value, rounds), number)
        return equations.bind("out", (value, rounds))

    def _without(self, value: Term, number: int) -> Term:
        """A word from which a number is subtracted, in each case of a choice."""
        if value.op != "ite":
            return self._words.add_number(value, -number)
        condition, *ways = value.args
        one, other = (self._without(way, number) for way in ways)
        return self._words.choices.choose(condition, one, other)

    def _reached(self, loop: Loop) -> tuple[set[Term], dict[Term, State]]:
        """The leaves of control, simplified by the facts about the loop, and the states at those
        that leave the function. Decided conditions remove leaves."""
        reached = set(self._control.leaves(loop.control))
        return reached, {leaf: state for leaf, state in loop.leaving.items() if leaf in reached}

    def _left(self, control: Term, leaving: dict[Term, State]) -> State:
        """The values of names where the loop leaves the function."""
        ways = list(leaving.items())
        joined = dict(ways[0][1])
        for name in joined if len(ways) > 1 else ():
            of_leaf = {leaf: state[name] for leaf, state in ways}
            value = self._control.select(control, of_leaf.get)
            assert value is not None
            joined[name] = value
        return joined

    def _only(self, control: Term, is_way_out: Callable[[Term], bool]) -> Term:
        """Control until the loop is left by a certain leaf."""
        selected = self._control.select(
            control,
            lambda leaf: self._exit if is_way_out(leaf) else leaf if leaf is self._next else None,
        )
        assert selected is not None
        return selected

    def _mapped(self, control: Term, of_leaf: Callable[[Term], Term]) -> Term:
        mapped = self._control.select(control, of_leaf)
        assert mapped is not None
        return mapped

    def _once(self, loop: Loop) -> Closed:
        """A loop without a second round."""
        first = {symbol: loop.entry[name] for name, symbol in loop.carried.items()}
        loop = loop.substituted(self._substitution(loop, first))
        _, left = self._reached(loop)
        control = self._mapped(
            loop.control, lambda leaf: self._terms.fall if leaf is self._exit else leaf
        )
        return Closed(control, loop.exits or {}, left, int)

    def _substitution(self, loop: Loop, replaced: dict[Term, Term]) -> Callable[[Term], Term]:
        first = loop.first
        return self.rebuilding.substitute(replaced, lambda term: term.newest >= first)

    def _unchanging(self, loop: Loop, following: State) -> dict[Term, Term]:
        """The loop-invariant symbols, with their values.

        Optimistic: all are assumed invariant, until one is refuted under the assumptions that
        remain. Facts at the start of the next round count: after `if x { break }`, `x := 0` changes
        nothing.
        """
        left = dict(loop.carried)
        while left:
            replaced = {symbol: loop.entry[name] for name, symbol in left.items()}
            substitute = self._substitution(loop, replaced)
            changing = [
                name for name in left if substitute(following[name]) is not loop.entry[name]
            ]
            if changing:
                facts = self._facts_at_next(substitute(loop.control))
                changing = [
                    name
                    for name in changing
                    if facts.of(substitute(following[name])) is not facts.of(loop.entry[name])
                ]
            if not changing:
                return replaced
            for name in changing:
                del left[name]
        return {}

    def _facts_at_next(self, control: Term) -> Facts:
        """The facts at the start of the next round, by the conditions on all paths to it."""
        facts = Facts(self._terms, self._words)
        continues = self._reaches_next(control)
        while control.op == "ite":
            condition, one, other = control.args
            if continues(one) == continues(other):
                break
            facts.learn(condition, holds=continues(one))
            control = one if continues(one) else other
        return facts

    def _reaches_next(self, control: Term) -> Callable[[Term], bool]:
        """Decides whether parts of control reach the next round."""
        known: dict[Term, bool] = {}

        def reaches(node: Term) -> bool:
            found = known.get(node)
            if found is None:
                is_choice = node.op == "ite"
                found = any(map(reaches, node.args[1:])) if is_choice else node is self._next
                known[node] = found
            return found

        reaches(control)
        return reaches

    def _always_equal(
        self, loop: Loop, following: State, unchanging: dict[Term, Term]
    ) -> dict[Term, Term]:
        """Symbols that always equal another one, with that one; by induction as well."""
        substitute = self._substitution(loop, unchanging)
        kept = [name for name, symbol in loop.carried.items() if symbol not in unchanging]
        rounds = [substitute(following[name]) for name in kept]
        equations = Equations(
            self._terms,
            self.rebuilding,
            [loop.carried[name] for name in kept],
            [loop.entry[name] for name in kept],
            rounds,
            loop.first,
        )
        first_of: dict[tuple[int, Term], Term] = {}
        equal: dict[Term, Term] = {}
        for name, colour in zip(kept, equations.colours, strict=True):
            symbol = loop.carried[name]
            first = first_of.setdefault((colour, loop.entry[name]), symbol)
            if first is not symbol:
                equal[symbol] = first
        next_of = dict(zip(equations.symbols, rounds, strict=True))
        while equal:
            substitute = self._substitution(loop, equal)
            wrong = [
                symbol
                for symbol, first in equal.items()
                if substitute(next_of[symbol]) is not substitute(next_of[first])
            ]
            if not wrong:
                return equal
            for symbol in wrong:
                del equal[symbol]
        return {}


def _added(value: Term, depth: int) -> int:
    """The number that is added in all cases of a word."""
    if value.op == "sum":
        assert isinstance(value.data, tuple)
        return int(value.data[0])
    if value.op != "ite" or not depth:
        return 0
    one, other = (_added(way, depth - 1) for way in value.args[1:])
    return one if one == other else 0
