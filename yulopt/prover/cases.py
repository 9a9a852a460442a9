"""Terms that differ in normal form, compared case by case.

If one of two terms is a choice, both are compared in either case of its condition, and the facts of
a case decide other conditions. The remaining differences are mostly small: a word, and the same
word without a mask that a check made redundant. Solvers get such words with the conditions of the
case. Operations on equal operands are equal.

Source: Shannon's expansion, as in Bryant, "Graph-based algorithms for boolean function
manipulation" (1986).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.prover.answers import Query
from yulopt.prover.apart import Apart
from yulopt.prover.arrays import LINKS, WRITES
from yulopt.prover.chains import Chains
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph
from yulopt.prover.memories import READS, Memories
from yulopt.prover.sorts import Sort, sort_of
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC

# Maximum number of failures of a solver to show that words are equal.
_MAX_FAILURES: Final = 4
_MAX_SECONDS: Final = 1.0
# Operations that are renormalised where a choice inside is decided.
_EVALUATED: Final = ARITHMETIC | READS | WRITES | {"sum", "ite", "bytes", "keccak256"}
# Words of memory and storage.
_LOADS: Final = frozenset({"mload", "sload"})


class Cases:
    """Compares terms of a graph, until its clock is at `end`.

    `solvers` may be empty. Questions are added to `queries`.
    """

    def __init__(
        self, graph: Graph, end: float, solvers: Sequence[str], queries: list[Query]
    ) -> None:
        self._graph = graph
        self._end = end
        self._solvers = solvers
        self._queries = queries
        self._facts = Facts(graph.terms, graph.words, refines=True)
        self._memories = Memories(graph.terms, self._facts, self._here, self._same, self._by_choice)
        self._apart = Apart(graph.terms, graph.arrays, graph.words, self._facts, self._here)
        self._chains = Chains(graph.terms, graph.words, graph.arrays, self._same)
        # The pairs that are equal in this case, in the order of discovery.
        self._equal: dict[tuple[Term, Term], None] = {}
        # The pairs that are being compared: a masked word has the word as an operand.
        self._pending: set[tuple[Term, Term]] = set()
        # The conditions of the last case that was found satisfiable.
        self._possible: list[tuple[Term, bool]] | None = None
        self._failures = 0

    def assume(self, condition: Term, *, holds: bool) -> None:
        """Compare terms only where a condition holds, or where it does not."""
        self._facts.learn(condition, holds)

    def same_control(self, one: Term, other: Term, parts: Sequence[tuple[Term, Term]]) -> bool:
        """Whether control is equal, and all `parts` are where it falls through.

        Raises OpenQuestion if there is no time left.
        """
        one, other = self._here(one), self._here(other)
        falls = self._graph.control.can_fall
        if one is other and (not falls(one) or self._all_same(parts)):
            return True
        if "ite" not in (one.op, other.op):
            # Only `fall` falls through; if another leaf did, the parts would have to be compared.
            return not falls(one) and not falls(other) and self._same(one, other)
        return self._by_choice(one, other, lambda: self.same_control(one, other, parts))

    def _all_same(self, pairs: Sequence[tuple[Term, Term]]) -> bool:
        return all(self._same(one, other) for one, other in pairs)

    def _same(self, one: Term, other: Term) -> bool:
        """Whether both terms are equal in this case."""
        self._graph.clock.check(self._end)
        pair = self._here(one), self._here(other)
        if pair[0] is pair[1] or pair in self._equal:
            return True
        if pair in self._pending:
            # A word that this case masks is compared unmasked.
            return pair != (one, other) and self._while_pending(one, other, self._same_operation)
        found = self._while_pending(*pair, self._same_here)
        if found:
            self._equal[pair] = None
        return found

    def _while_pending(self, one: Term, other: Term, check: Callable[[Term, Term], bool]) -> bool:
        """Whether a check finds terms equal, unless they are being compared already."""
        if (one, other) in self._pending:
            return False
        self._pending.add((one, other))
        found = check(one, other)
        self._pending.remove((one, other))
        return found

    def _same_operands(self, one: Term, other: Term) -> bool:
        """Whether terms are the same operation on operands that are equal in this case."""
        is_alike = (one.op, one.data, len(one.args)) == (other.op, other.data, len(other.args))
        return is_alike and bool(one.args) and all(map(self._same, one.args, other.args))

    def _same_operation(self, one: Term, other: Term) -> bool:
        """The same, where memory below reads does not matter."""
        if one.op == other.op and one.op in READS:
            return self._memories.same_read(one, other)
        return self._same_operands(one, other)

    def _same_here(self, one: Term, other: Term) -> bool:
        """Whether different terms are equal in this case."""
        if "ite" in (one.op, other.op):
            return self._by_choice(one, other, lambda: self._same(one, other))
        if not _LOADS.isdisjoint((one.op, other.op)):
            loaded = self._loaded(one), self._loaded(other)
            if loaded != (one, other):
                return self._same(*loaded)
        if self._same_operation(one, other) or self._same_chains(one, other):
            return True
        evaluated = self._evaluated(one, {}), self._evaluated(other, {})
        if evaluated != (one, other):
            return self._same(*evaluated)
        return self._ask(one, other)

    def _evaluated(self, term: Term, known: dict[Term, Term]) -> Term:
        """A term rebuilt from the values of its operands in this case; `known` memoises them."""
        found = known.get(term)
        if found is None:
            found = self._here(term)
            if found is not term and term in found.args:
                # The word, masked.
                known[term] = self._with_values(term, known)
            found = known[term] = self._with_values(found, known)
        return found

    def _with_values(self, term: Term, known: dict[Term, Term]) -> Term:
        """The same operation on the values of its operands."""
        if term.op == "sload":
            # Storage has too many writes to evaluate them all.
            storage, slot = term.args
            term = self._loaded(self._graph.arrays.load(storage, self._evaluated(slot, known)))
            return self._here(term)
        if term.op not in _EVALUATED:
            return term
        args = tuple([self._evaluated(arg, known) for arg in term.args])
        if args != term.args:
            term = self._here(self._graph.loops.rebuilding.rebuild(term, args))
        return self._here(self._loaded(term))

    def _loaded(self, term: Term) -> Term:
        """A word of memory or storage by the facts about addresses in this case."""
        if term.op not in _LOADS:
            return term
        load = self._apart.load_word if term.op == "mload" else self._apart.load
        return load(term.args[0], term.args[1])

    def _same_chains(self, one: Term, other: Term) -> bool:
        """Whether chains of writes are equal up to the order of some writes."""
        if one.op not in LINKS or other.op not in LINKS:
            return False
        solvers, self._solvers = self._solvers, ()
        rest = self._chains.without_last(one, other)
        self._solvers = solvers
        return rest is not None and rest is not other.args[0] and self._same(one.args[0], rest)

    def _here(self, term: Term) -> Term:
        """The value of a term in this case."""
        while True:
            term = self._facts.of(term)
            holds = self._facts.decide(term.args[0]) if term.op == "ite" else None
            if holds is None:
                return term
            term = term.args[1 if holds else 2]

    def _by_choice(self, one: Term, other: Term, check: Callable[[], bool]) -> bool:
        """Whether a property holds in both cases of a condition of terms, one of them a choice.

        If both are choices, their conditions may be equal though they are different terms.
        """
        conditions = list(dict.fromkeys(term.args[0] for term in (one, other) if term.op == "ite"))
        for condition in conditions:
            holds = self._facts.decide(self._evaluated(condition, {}))
            if holds is not None:
                return self._in_case([condition], holds, check)
        if not self._same_condition(conditions[0], conditions[-1]):
            del conditions[1:]
            term = self._undecided_term(conditions[0])
            if term is not None:
                return self._in_cases([term], lambda: self._by_choice(one, other, check))
        return self._in_cases(conditions, check)

    def _in_cases(self, conditions: list[Term], check: Callable[[], bool]) -> bool:
        """Whether a property holds where equivalent conditions hold, and where they do not."""
        # Later conditions may be equal to these only after evaluation.
        conditions += [self._evaluated(condition, {}) for condition in conditions]
        conditions = list(dict.fromkeys(conditions))
        return all(self._in_case(conditions, holds, check) for holds in (True, False))

    def _undecided_term(self, condition: Term) -> Term | None:
        """An undecided term of a disjunction, or of a conjunction of truth values."""
        condition, _ = self._graph.choices.condition(condition)
        terms = condition.args
        if condition.op == "or" or (condition.op == "and" and all(t.is_boolean for t in terms)):
            return next((term for term in terms if self._facts.decide(term) is None), None)
        return None

    def _same_condition(self, one: Term, other: Term) -> bool:
        """Whether two conditions are equivalent, by cheap checks."""
        solvers, self._solvers = self._solvers, ()
        found = self._same(one, other)
        self._solvers = solvers
        if found or _atoms(one) != _atoms(other) or self._exclude(one, other):
            return found
        truth = self._graph.words.truth
        return self._is_shown(truth(one), truth(other), simple=True)

    def _exclude(self, one: Term, other: Term) -> bool:
        """Whether two conditions are trivially not equivalent."""
        mark = self._facts.mark()
        decided = []
        for holds in (True, False):
            self._facts.learn(one, holds)
            decided.append(self._facts.decide(other))
            self._facts.forget(mark)
        return decided[0] is False or decided[1] is True

    def _in_case(self, conditions: list[Term], holds: bool, check: Callable[[], bool]) -> bool:
        mark, count = self._facts.mark(), len(self._equal)
        for condition in conditions:
            self._facts.learn(condition, holds)
        found = check()
        self._facts.forget(mark)
        while len(self._equal) > count:
            self._equal.popitem()
        return found

    def _ask(self, one: Term, other: Term) -> bool:
        """Whether a solver shows that two words are equal in this case, or that there is none."""
        are_words = sort_of(one) is sort_of(other) is Sort.WORD
        if not are_words or (one.is_constant and other.is_constant):
            return self._is_impossible()
        return self._is_shown(one, other, simple=True) or self._is_shown(one, other, simple=False)

    def _is_impossible(self) -> bool:
        """Whether the conditions of this case contradict each other."""
        if self._facts.conditions == self._possible:
            return False
        if self._is_shown(self._graph.terms.zero, self._graph.terms.one, simple=True):
            return True
        self._possible = list(self._facts.conditions)
        return False

    def _is_shown(self, one: Term, other: Term, *, simple: bool) -> bool:
        clock = self._graph.clock
        left = min(self._end - clock.now(), _MAX_SECONDS)
        if not self._solvers or self._failures >= _MAX_FAILURES or left <= 0:
            return False
        try:
            from yulopt.prover.solving import ask_equality
        except ImportError:
            return False
        answer = ask_equality(
            one, other, left, self._solvers[:1], clock, self._facts.conditions, simple=simple
        )
        self._queries += answer.queries
        self._failures += not answer.is_equal and not simple
        return answer.is_equal


def _atoms(word: Term) -> set[Term]:
    """The words that a word is computed from."""
    found: set[Term] = set()
    pending = [word]
    seen = {word}
    while pending:
        term = pending.pop()
        if term.op not in ARITHMETIC and term.op not in ("sum", "ite") and not term.is_constant:
            found.add(term)
            continue
        for arg in term.args:
            if arg not in seen:
                seen.add(arg)
                pending.append(arg)
    return found
