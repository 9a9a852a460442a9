"""Which rules go into an e-graph: the simplifier's table and further ones, each rule once.

Source: chapter 09, section 6.3.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.dialect.table import BUILTINS
from yulopt.rules import Rule, all_rules
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import (
    AnyVariable,
    Comparison,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Term,
    subterms,
)

_COMMUTATIVE: Final = frozenset(
    builtin.name for builtin in BUILTINS if builtin.is_commutative and builtin.parameters == 2
)
COMMUTATIVITY: Final = "commutativity"
ASSOCIATIVITY: Final = """
[associativity]
for OP: add, mul, and, or, xor
    OP-associate    OP(OP(X, Y), Z) => OP(X, OP(Y, Z))
"""


@functools.cache
def further_rules() -> tuple[Rule, ...]:
    """The rules beside the simplifier's, for words of 256 bits."""
    return tuple(read_rules(_text("further_rules.txt")))


@functools.cache
def optir_rules() -> tuple[Rule, ...]:
    """The rules for words of 32 bits."""
    return tuple(read_rules(_text("optir_rules.txt")))


@functools.cache
def associative_rules() -> tuple[Rule, ...]:
    """Rules that try sums and products of any operands in every order; there are many."""
    return tuple(read_rules(ASSOCIATIVITY))


@functools.cache
def rules_of_version(version: EvmVersion) -> tuple[Rule, ...]:
    """All rules for words of 256 bits in an EVM version, as `in_useful_orders` gives them."""
    rules = [rule for rule in (*further_rules(), *all_rules()) if version >= rule.since]
    return tuple(in_useful_orders(rules))


def in_useful_orders(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules with their operands in those orders that are needed, given commutativity.

    A rule that makes its pattern superfluous gets all orders, so that nothing superfluous is left.
    Of other rules that are the same in another order, the first is enough.
    """
    seen: set[str] = set()
    for rule in rules:
        if rule.group == COMMUTATIVITY:
            yield rule
            continue
        orders = list(_orders(rule.pattern)) if leaves_nothing(rule) else [rule.pattern]
        for number, pattern in enumerate(orders):
            assert isinstance(pattern, Operation)
            name = f"{rule.name}-order-{number}" if number else rule.name
            variant = Rule(name, rule.group, pattern, rule.replacement, rule.conditions, rule.since)
            spelling = _spelling(variant) if leaves_nothing(rule) else min(_spellings(variant))
            if spelling not in seen:
                seen.add(spelling)
                yield variant


def leaves_nothing(rule: Rule) -> bool:
    """Whether the replacement is a number or a part of the pattern, so that the pattern is never
    better and need not be looked at any more."""
    if isinstance(rule.replacement, (Computed, Number)):
        return True
    return any(str(part) == str(rule.replacement) for part in subterms(rule.pattern))


def _spellings(rule: Rule) -> Iterator[str]:
    """The rule in all orders of operands, with variables called by the order of appearance."""
    for pattern in _orders(rule.pattern):
        for replacement in _orders(rule.replacement):
            assert isinstance(pattern, Operation)
            yield _spelling(Rule("", "", pattern, replacement, rule.conditions, rule.since))


def _spelling(rule: Rule) -> str:
    names: dict[str, str] = {}
    sides = [_renamed(rule.pattern, names), _renamed(rule.replacement, names)]
    return " ".join([*sides, *[_renamed(one, names) for one in rule.conditions]])


def _orders(term: Term) -> Iterator[Term]:
    """The term with the operands of commutative operations in every order."""
    if not isinstance(term, Operation):
        yield term
        return
    for operands in itertools.product(*[list(_orders(operand)) for operand in term.operands]):
        yield Operation(term.name, operands)
        if term.name in _COMMUTATIVE:
            yield Operation(term.name, operands[::-1])


def _renamed(term: Term, names: dict[str, str]) -> str:
    """The text of a term; new variables get the next name."""
    if isinstance(term, (AnyVariable, NumberVariable)):
        kind = "x" if isinstance(term, AnyVariable) else "n"
        return names.setdefault(term.name, f"{kind}{len(names)}")
    if isinstance(term, Operation):
        operands = [_renamed(operand, names) for operand in term.operands]
        return f"{term.name}({', '.join(operands)})"
    if isinstance(term, Computed):
        return f"{{{_renamed(term.formula, names)}}}"
    if isinstance(term, Comparison):
        left, right = _renamed(term.left, names), _renamed(term.right, names)
        return f"{left} {term.relation} {right}"
    return str(term)


def _text(name: str) -> str:
    return resources.files("yulopt.egraph").joinpath(name).read_text(encoding="utf-8")
