"""Proves simplification rules, or refutes them with a counterexample.

Ways to prove a rule, in the order of attempt:

1. over words of 256 bits:
   a. both sides are the same term, or Z3's simplifier makes them the same;
   b. bit by bit (`bits`), for shifts and bitwise operations;
   c. case by case: a number that must be a power of two is one of 256, and so is an amount of a
      shift, or else all bits are shifted out; with each of them the rule is simplified and proven;
   d. as a question to the solver for bit vectors;
2. if that does not end within the limit, as d over words of 8, 16 and of 32 bits (`words` explains
   how the numbers in the rule are read there). That is strong evidence, but no proof for 256 bits.

The limit is a number of steps of the solver, not a time, so that what is proven does not depend on
how fast the machine is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import z3
from z3 import BitVecRef, BoolRef

from tests.proofs.bits import Bits, NotBitwise
from tests.proofs.words import FULL_WIDTH, CannotScale, Words, operation_names
from yulopt.rules.terms import AnyVariable, NumberVariable, Operation, Rule, subterms

NARROW_WIDTHS: Final = (8, 16, 32)
# Steps of the solver for one question; a few seconds.
LIMIT: Final = 10_000_000


class Outcome(Enum):
    """The outcome of an attempt to prove a rule."""

    PROVEN = "proven"
    REFUTED = "refuted"
    NEVER_APPLIES = "never applies"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Verdict:
    """The verdict on a rule.

    `widths`: for how many bits it was proven, or in which width it was refuted or undecided.
    `counterexample`: values of the variables, and of `pattern` and `replacement`, where it is
    refuted.
    """

    rule: Rule
    outcome: Outcome
    widths: tuple[int, ...] = (FULL_WIDTH,)
    counterexample: dict[str, int] = field(default_factory=dict)

    @property
    def is_reduced(self) -> bool:
        """Whether it was only proven for narrow words."""
        return self.outcome is Outcome.PROVEN and FULL_WIDTH not in self.widths

    def __str__(self) -> str:
        bits = ", ".join(map(str, self.widths))
        lines = [f"{self.rule.name}: {self.outcome.value} ({bits} bits): {self.rule}"]
        lines += [f"    {name} = {value:#x}" for name, value in self.counterexample.items()]
        return "\n".join(lines)


def prove(rule: Rule, limit: int = LIMIT) -> Verdict:
    """Whether the replacement has the value of the pattern wherever the conditions hold."""
    statement = _Statement(rule, FULL_WIDTH)
    if rule.conditions and _check(limit, *statement.conditions)[0] == z3.unsat:
        return Verdict(rule, Outcome.NEVER_APPLIES)
    for attempt in (_is_plain, _is_bitwise):
        if attempt(statement, limit):
            return Verdict(rule, Outcome.PROVEN)
    for questions in (statement.cases(), [statement.violated]):
        verdict = _answer(statement, questions, limit)
        if verdict is not None:
            return verdict
    for width in NARROW_WIDTHS:
        try:
            narrow = _Statement(rule, width)
        except CannotScale:
            return Verdict(rule, Outcome.UNDECIDED)
        verdict = _answer(narrow, [narrow.violated], limit)
        if verdict is None:
            return Verdict(rule, Outcome.UNDECIDED, (width,))
        if verdict.outcome is not Outcome.PROVEN:
            return verdict
    return Verdict(rule, Outcome.PROVEN, NARROW_WIDTHS)


def prove_at(rule: Rule, width: int, limit: int = LIMIT) -> Verdict:
    """The same for words of one width only."""
    statement = _Statement(rule, width)
    verdict = _answer(statement, [statement.violated], limit)
    return verdict or Verdict(rule, Outcome.UNDECIDED, (width,))


class _Statement:
    """A rule over words of some width."""

    def __init__(self, rule: Rule, width: int) -> None:
        words = Words(width)
        self.rule = rule
        self.width = width
        self.pattern = words.word(rule.pattern)
        self.replacement = words.word(rule.replacement)
        self.conditions = words.conditions(rule)
        axioms = words.axioms(operation_names(rule.pattern, rule.replacement))
        self.violated = z3.And(*self.conditions, *axioms, self.pattern != self.replacement)

    def cases(self) -> Iterator[BoolRef]:
        """The violation in every case of the variable that makes the rule hard, if there is one."""
        for condition in self.rule.conditions:
            if isinstance(condition, Operation) and condition.name == "power_of_two":
                (operand,) = condition.operands
                if isinstance(operand, NumberVariable):
                    powers = [1 << bit for bit in range(self.width)]
                    variable = self._variable(operand.name)
                    yield z3.And(*self.conditions, *[variable != power for power in powers])
                    yield from self._instances(variable, powers)
                    return
        if amount := self._amount():
            variable = self._variable(amount)
            outside = z3.ULT(variable, self.width)
            yield z3.And(
                z3.Not(outside), z3.substitute(self.violated, (outside, z3.BoolVal(False)))
            )
            yield from self._instances(variable, list(range(self.width)))

    def _amount(self) -> str | None:
        for side in (self.rule.pattern, self.rule.replacement):
            for part in subterms(side):
                if isinstance(part, Operation) and part.name in ("shl", "shr"):
                    amount = part.operands[0]
                    if isinstance(amount, (AnyVariable, NumberVariable)):
                        return amount.name
        return None

    def _variable(self, name: str) -> BitVecRef:
        return z3.BitVec(name, self.width)

    def _instances(self, variable: BitVecRef, values: list[int]) -> Iterator[BoolRef]:
        for value in values:
            number = z3.BitVecVal(value, self.width)
            # The value is stated as well, so that a counterexample has it.
            yield z3.And(variable == number, z3.substitute(self.violated, (variable, number)))


def _is_plain(statement: _Statement, limit: int) -> bool:
    if statement.pattern.eq(statement.replacement):
        return True
    return z3.is_false(z3.simplify(statement.violated))


def _is_bitwise(statement: _Statement, limit: int) -> bool:
    try:
        difference = Bits(statement.rule).difference(statement.rule)
    except NotBitwise:
        return False
    # An answer other than no is none: conditions were used on single bits only.
    return _check(limit, *difference)[0] == z3.unsat


def _answer(
    statement: _Statement, questions: Iterator[BoolRef] | list[BoolRef], limit: int
) -> Verdict | None:
    """A verdict from the violation in all cases, of which there is at least one."""
    asked = False
    for question in questions:
        asked = True
        result, model = _check(limit, question)
        if model is not None:
            found = _counterexample(statement, model)
            return Verdict(statement.rule, Outcome.REFUTED, (statement.width,), found)
        if result != z3.unsat:
            return None
    return Verdict(statement.rule, Outcome.PROVEN, (statement.width,)) if asked else None


def _check(limit: int, *conditions: BoolRef) -> tuple[z3.CheckSatResult, z3.ModelRef | None]:
    """Whether the conditions can hold together, and a way in which they do."""
    condition = z3.simplify(z3.And(*conditions), mul2concat=True)
    if z3.is_false(condition):
        return z3.unsat, None
    solver = z3.SolverFor("QF_AUFBV")
    solver.set("rlimit", limit)
    solver.add(condition)
    result = solver.check()
    return result, solver.model() if result == z3.sat else None


def _counterexample(statement: _Statement, model: z3.ModelRef) -> dict[str, int]:
    terms = {
        part.name: z3.BitVec(part.name, statement.width)
        for part in subterms(statement.rule.pattern)
        if isinstance(part, (AnyVariable, NumberVariable))
    }
    terms |= {"pattern": statement.pattern, "replacement": statement.replacement}
    values = {}
    for name, term in terms.items():
        value = model.eval(term, model_completion=True)
        assert isinstance(value, z3.BitVecNumRef)
        values[name] = value.as_long()
    return values
