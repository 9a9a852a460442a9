"""Queries to solvers about terms that differ in normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

import z3
from z3 import BoolRef

from yulopt.prover.answers import CallResult, Counterexample, Query, Status, Verdict
from yulopt.prover.differences import differences
from yulopt.prover.function_pair import Part
from yulopt.prover.graph import Graph
from yulopt.prover.hashes import hash_axioms
from yulopt.prover.overlaps import overlap_axioms
from yulopt.prover.realistic import memory_axioms
from yulopt.prover.smt import Encoder
from yulopt.prover.solvers import Answer, Model, ask
from yulopt.prover.sorts import sort_of
from yulopt.prover.terms import Term
from yulopt.prover.work_clock import TIME, WorkClock

# The maximum number of parts that are compared separately before the functions as a whole.
_MAX_PARTS = 40
# The values to keep small in a counterexample, the bound, and the time to try.
_SIZES = frozenset({"calldatasize", "returndatasize", "codesize", "extcodesize"})
_INPUTS = frozenset({"parameter", "calldataload", "sload"})
_SMALL = 1 << 12
_MAX_SECONDS = 1.0
# The time for all counterexamples after the first, if there is no more left.
_MIN_SECONDS = 2.0
# Maximum number of further models after a spurious counterexample.
_MAX_REFUSED = 4


def solve(
    graph: Graph, parts: list[Part], end: float, solvers: Sequence[str], *, replays: bool = True
) -> Verdict:
    """A verdict about parts that differ in normal form, until the clock of the graph is at `end`.
    Counterexamples are improved only if they are replayed."""
    different = [part for part in parts if not part.is_same]
    clock = graph.clock
    queries: list[Query] = []
    pairs = differences((part.before, part.after) for part in different)
    if len(pairs) <= _MAX_PARTS and _all_equal(pairs, end, queries, solvers, clock):
        return Verdict(Status.PROVEN, "smt", queries=queries)
    left = end - clock.now()
    if left <= 0:
        return Verdict(Status.OPEN, reason=TIME, queries=queries)
    encoder = Encoder()
    violated = _violation(graph, encoder, parts[0], different)
    conditions = [violated, *encoder.axioms, *overlap_axioms(encoder), *hash_axioms(encoder)]
    answer = ask(conditions, left, solvers, clock)
    queries += answer.queries
    if answer.is_equal:
        return Verdict(Status.PROVEN, "smt", queries=queries)
    if answer.model is None:
        return Verdict(Status.OPEN, reason=TIME, queries=queries)
    if not replays:
        example = _counterexample(encoder, answer.model)
        return Verdict(Status.REFUTED, "smt", queries=queries, counterexample=example)
    # The solver that answered is queried first for further models.
    first = answer.queries[-1].solver
    solvers = sorted(solvers, key=lambda name: name != first)
    end = max(end, clock.now() + _MIN_SECONDS)
    found = _Counterexamples(graph, encoder, conditions, answer.model, end, solvers).found()
    return Verdict(
        Status.REFUTED, "smt", queries=queries, counterexample=next(found), further=found
    )


def _all_equal(
    pairs: list[tuple[Term, Term]],
    end: float,
    queries: list[Query],
    solvers: Sequence[str],
    clock: WorkClock,
) -> bool:
    """Whether the terms of all pairs are equal unconditionally."""
    for one, other in sorted(pairs, key=lambda pair: pair[0].number + pair[1].number):
        left = end - clock.now()
        if left <= 0 or sort_of(one) is not sort_of(other):
            return False
        answer = ask_equality(one, other, left / 2, solvers, clock)
        queries += answer.queries
        if not answer.is_equal:
            return False
    return True


def ask_equality(
    one: Term,
    other: Term,
    seconds: float,
    solvers: Sequence[str],
    clock: WorkClock,
    facts: Sequence[tuple[Term, bool]] = (),
    *,
    simple: bool = False,
) -> Answer:
    """Whether two terms of the same sort are equal under conditions that hold or do not hold.

    With `simple`, products and quotients are uninterpreted.
    """
    encoder = Encoder(simple=simple)
    differ = encoder.any(one) != encoder.any(other)
    known = [(encoder.word(condition) != 0) == holds for condition, holds in facts]
    return ask([differ, *known, *encoder.axioms], seconds, solvers, clock)


def _violation(graph: Graph, encoder: Encoder, control: Part, different: list[Part]) -> BoolRef:
    """Control differs, or it falls through and some part differs."""
    others = [
        encoder.any(part.before) != encoder.any(part.after)
        for part in different
        if part is not control
    ]
    elsewhere = encoder.any(control.before) != encoder.any(control.after)
    if not others:
        return elsewhere
    falls = encoder.falls(control.before, graph.terms.fall)
    return z3.Or(elsewhere, z3.And(falls, reduce(z3.Or, others)))


class _Counterexamples:
    """Values for which conditions hold, the most realistic ones first.

    `model` are the known values.
    """

    def __init__(
        self,
        graph: Graph,
        encoder: Encoder,
        conditions: list[BoolRef],
        model: Model,
        end: float,
        solvers: Sequence[str],
    ) -> None:
        self._clock = graph.clock
        self._encoder = encoder
        self._conditions = conditions
        self._model = model
        self._end = end
        self._solvers = solvers
        self._axioms = memory_axioms(encoder, graph.terms)
        terms = encoder.terms
        self._inputs = [term for term in terms if _is_initial_word(term) or term.op in _INPUTS]
        # Possible pointers or sizes: large ones cannot be executed.
        self._places = [term.args[0] for term in terms if term.op == "calldataload"]
        self._places += [term.args[1] for term in terms if _is_initial_word(term)]
        self._places += [term for term in terms if term.op in _SIZES]

    def found(self) -> Iterator[Counterexample]:
        """The counterexamples; requesting the next one rejects those before."""
        for terms, axioms in (
            ([*self._places, *self._inputs], self._axioms),
            (self._places, self._axioms),
            (self._places, []),
        ):
            model = self._ask([*self._small(terms), *axioms])
            if model is not None:
                yield _counterexample(self._encoder, model)
        yield _counterexample(self._encoder, self._model)
        refused: list[BoolRef] = []
        for _ in range(_MAX_REFUSED):
            model = self._ask([*self._small(self._places), *self._axioms, *refused])
            if model is None:
                return
            refused.append(self._others_than(model))
            yield _counterexample(self._encoder, model)

    def _ask(self, more: list[BoolRef]) -> Model | None:
        left = min(self._end - self._clock.now(), _MAX_SECONDS)
        if left <= 0:
            return None
        return ask([*self._conditions, *more], left, self._solvers, self._clock).model

    def _small(self, terms: list[Term]) -> list[BoolRef]:
        return [z3.ULE(self._encoder.word(term), _SMALL) for term in terms]

    def _others_than(self, model: Model) -> BoolRef:
        """Some input has another value."""
        words = [self._encoder.word(term) for term in self._inputs]
        return reduce(z3.Or, (word != model(word) for word in words), z3.BoolVal(False))


def _is_initial_word(term: Term) -> bool:
    """Whether a term is the initial memory."""
    return term.op == "mload" and term.args[0].op == "initial"


def _counterexample(encoder: Encoder, model: Model) -> Counterexample:
    """The model of parameters, state and environment."""

    def value(term: Term) -> int:
        return model(encoder.word(term))

    def cells(chosen: Callable[[Term], bool], place: int) -> dict[int, int]:
        return {value(term.args[place]): value(term) for term in terms if chosen(term)}

    terms = sorted(encoder.terms, key=lambda term: term.number)
    parameters = {term.data: value(term) for term in terms if term.op == "parameter"}
    count = 1 + max((int(str(index)) for index in parameters), default=-1)
    return Counterexample(
        tuple(parameters.get(index, 0) for index in range(count)),
        cells(lambda term: term.op == "calldataload", 0),
        cells(_is_initial_word, 1),
        cells(lambda term: term.op == "sload" and term.args[0].data == "#storage", 1),
        cells(lambda term: term.op == "sload" and term.args[0].data == "#transient", 1),
        {
            term.op: value(term)
            for term in terms
            if not term.args
            and not term.data
            and term.op not in _NO_ENVIRONMENT
            and sort_of(term).value == "word"
        },
        tuple(_result(term, value, terms) for term in terms if term.op == "message"),
    )


_NO_ENVIRONMENT = frozenset({"const", "parameter", "open", "bound"})


def _result(call: Term, value: Callable[[Term], int], terms: list[Term]) -> CallResult:
    """The outcome of a message."""
    results = {term.data: term for term in terms if term.op == "project" and term.args[0] is call}
    result = next((results[name] for name in ("success", "address") if name in results), None)
    data = results.get("returndata")
    size = next(
        (value(term) for term in terms if term.op == "returndatasize" and term.args[0] is data), 0
    )
    return CallResult(0 if result is None else value(result), min(size, 1 << 16), {})
