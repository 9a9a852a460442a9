"""What normal forms leave different, as questions to a solver."""

from __future__ import annotations

import time
from collections.abc import Callable

import z3
from z3 import BoolRef, ModelRef

from yulopt.prover.answers import CallResult, Counterexample, Query, Status, Verdict
from yulopt.prover.differences import differences
from yulopt.prover.function_pair import Part
from yulopt.prover.graph import Graph
from yulopt.prover.overlaps import overlap_axioms
from yulopt.prover.realistic import memory_axioms
from yulopt.prover.smt import Answer, Encoder, ask
from yulopt.prover.sorts import sort_of
from yulopt.prover.terms import Term

# The most parts that are compared for themselves before the functions are compared as a whole.
_MOST_PARTS = 40
# What may be small in a counterexample, how small, and how long to try.
_SIZES = frozenset({"calldatasize", "returndatasize", "codesize", "extcodesize"})
_INPUTS = frozenset({"parameter", "calldataload", "sload"})
_SMALL = 1 << 12
_MOST_SECONDS = 1.0


def solve(graph: Graph, parts: list[Part], seconds: float) -> Verdict:
    """A verdict about what must be the same and differs in normal form, within some seconds."""
    different = [part for part in parts if not part.is_same]
    end = time.monotonic() + seconds
    queries: list[Query] = []
    pairs = differences((part.before, part.after) for part in different)
    if len(pairs) <= _MOST_PARTS and _all_equal(pairs, end, queries):
        return Verdict(Status.PROVEN, "smt", queries=queries)
    left = end - time.monotonic()
    if left <= 0:
        return Verdict(Status.OPEN, reason="time", queries=queries)
    encoder = Encoder()
    violated = _violation(graph, encoder, parts[0], different)
    conditions = [violated, *encoder.axioms, *overlap_axioms(encoder)]
    answer = ask(conditions, left)
    queries.append(answer.query)
    if answer.is_equal:
        return Verdict(Status.PROVEN, "smt", queries=queries)
    if answer.model is None:
        return Verdict(Status.OPEN, reason="time", queries=queries)
    small = _small_model(graph, encoder, conditions, end - time.monotonic())
    found = _counterexample(encoder, answer.model if small is None else small)
    return Verdict(Status.REFUTED, "smt", queries=queries, counterexample=found)


def _all_equal(pairs: list[tuple[Term, Term]], end: float, queries: list[Query]) -> bool:
    """Whether the terms of all pairs are equal wherever they stand."""
    for one, other in sorted(pairs, key=lambda pair: pair[0].number + pair[1].number):
        left = end - time.monotonic()
        if left <= 0 or sort_of(one) is not sort_of(other):
            return False
        answer = _equality(one, other, left / 2)
        queries.append(answer.query)
        if not answer.is_equal:
            return False
    return True


def _equality(one: Term, other: Term, seconds: float) -> Answer:
    encoder = Encoder()
    differ = encoder.any(one) != encoder.any(other)
    return ask([differ, *encoder.axioms], seconds)


def _violation(graph: Graph, encoder: Encoder, control: Part, different: list[Part]) -> BoolRef:
    """Control goes elsewhere, or comes to the end, and something is different there."""
    others = [
        encoder.any(part.before) != encoder.any(part.after)
        for part in different
        if part is not control
    ]
    elsewhere = encoder.any(control.before) != encoder.any(control.after)
    falls = encoder.falls(control.before, graph.terms.fall)
    return z3.Or(elsewhere, z3.And(falls, z3.Or(*others)))


def _small_model(
    graph: Graph, encoder: Encoder, conditions: list[BoolRef], left: float
) -> ModelRef | None:
    """Values for which memory is what it can be, and of which those that may be pointers or sizes
    are small, if there are any: others are more than can be executed."""
    places = [term.args[0] for term in encoder.terms if term.op == "calldataload"]
    places += [term.args[1] for term in encoder.terms if _is_initial_word(term)]
    places += [term for term in encoder.terms if term.op in _SIZES]
    inputs = [term for term in encoder.terms if _is_initial_word(term) or term.op in _INPUTS]
    more = memory_axioms(encoder, graph.terms)
    for terms, axioms in (([*places, *inputs], more), (places, more), (places, [])):
        bounds = [z3.ULE(encoder.word(term), _SMALL) for term in terms]
        answer = ask([*conditions, *bounds, *axioms], min(left, _MOST_SECONDS))
        if answer.model is not None:
            return answer.model
    return None


def _is_initial_word(term: Term) -> bool:
    """Whether a term is what memory has at the beginning."""
    return term.op == "mload" and term.args[0].op == "initial"


def _counterexample(encoder: Encoder, model: ModelRef) -> Counterexample:
    """What the solver says about parameters, state and environment."""

    def value(term: Term) -> int:
        word = model.eval(encoder.word(term), model_completion=True)
        assert isinstance(word, z3.BitVecNumRef)
        return word.as_long()

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
    """What a message gives."""
    results = {term.data: term for term in terms if term.op == "project" and term.args[0] is call}
    result = next((results[name] for name in ("success", "address") if name in results), None)
    data = results.get("returndata")
    size = next(
        (value(term) for term in terms if term.op == "returndatasize" and term.args[0] is data), 0
    )
    return CallResult(0 if result is None else value(result), min(size, 1 << 16), {})
