"""Words in normal form, and the rules of the table in it."""

from __future__ import annotations

from random import Random

import pytest

from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import ARITHMETIC, Words
from yulopt.prover.work_clock import WorkClock
from yulopt.rules import all_rules
from yulopt.rules.terms import (
    AnyVariable,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Rule,
    evaluate,
    subterms,
)
from yulopt.rules.terms import Term as RuleTerm


class _Reader:
    """Terms of rules as terms of the graph, with numbers that are drawn."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.terms = Terms(WorkClock())
        self.words = Words(self.terms)
        self.numbers = numbers

    def read(self, term: RuleTerm) -> Term:
        if isinstance(term, Number):
            return self.terms.constant(term.value)
        if isinstance(term, NumberVariable):
            return self.terms.constant(self.numbers[term.name])
        if isinstance(term, AnyVariable):
            return self.terms.make("parameter", term.name)
        if isinstance(term, Computed):
            return self.terms.constant(evaluate(term.formula, self.numbers))
        assert isinstance(term, Operation)
        args = [self.read(operand) for operand in term.operands]
        if term.name in ARITHMETIC:
            return self.words.apply(term.name, args)
        return self.terms.make(term.name, args=tuple(args))


def _numbers(rule: Rule, rng: Random) -> dict[str, int]:
    """Numbers for which the conditions hold."""
    names = {part.name for part in subterms(rule.pattern) if isinstance(part, NumberVariable)}
    while True:
        values = {
            name: rng.choice(
                (
                    rng.randrange(35),
                    8 * rng.randrange(33),
                    1 << rng.randrange(256),
                    (1 << 256) - 1,
                    (1 << rng.randrange(257)) - 1,
                    rng.getrandbits(256),
                )
            )
            for name in names
        }
        if all(evaluate(condition, values) for condition in rule.conditions):
            return values


# Builtins know that `selfbalance` is the balance of `address`.
RULES = [rule for rule in all_rules() if rule.name != "own-balance"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rules_leave_the_normal_form(rule: Rule) -> None:
    rng = Random(rule.name)
    for _ in range(4):
        reader = _Reader(_numbers(rule, rng))
        assert reader.read(rule.pattern) is reader.read(rule.replacement), reader.numbers
