"""The rules of an e-graph, each once, and their translation for the library.

They are the simplifier's table and further ones. Commutativity is a rule itself, so that each rule
is added only with the necessary orders of operands (`in_useful_orders`).

`add(X, 0) => X when ...` becomes `(rule ((= e (Add x (C (bigint 0)))) ...) ((union e x)))`:
variables for numbers match constants only, formulas are computed with integers and reduced to the
word, and conditions are facts. Powers of two, which shifts need, are looked up in a table (`Pow2`),
since egglog cannot shift by a computed amount; the table has one for each bit of the word, so that
larger amounts do not match. Operations that egglog cannot compute (`byte`, `exp`, signed division,
...) are left to the host, which folds constants between rounds: those rules translate to None.

Source: chapter 09, sections 6.1 and 6.3 of the specification.
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
_ASSOCIATIVITY: Final = """
[associativity]
for OP: add, mul, and, or, xor
    OP-associate    OP(OP(X, Y), Z) => OP(X, OP(Y, Z))
"""

# The rulesets of rules that only find numbers and existing subterms, and of those that find new
# forms.
CLEANING: Final = "cleaning"
GROWING: Final = "growing"
_RELATIONS: Final = {"<": "<", "<=": "<=", "==": "=", ">=": ">=", ">": ">"}
# Formulas with a word as result, with `M` for the largest one.
_FORMULAS: Final = {
    "add": "(& (+ {0} {1}) {M})",
    "sub": "(& (- {0} {1}) {M})",
    "mul": "(& (* {0} {1}) {M})",
    "and": "(& {0} {1})",
    "or": "(| {0} {1})",
    "xor": "(^ {0} {1})",
    "not": "(- {M} {0})",
    "min": "(min {0} {1})",
    # Only of powers of two, by the conditions of the rules.
    "log2": "(- (bits {0}) (bigint 1))",
}


@functools.cache
def further_rules() -> tuple[Rule, ...]:
    """The rules besides the simplifier's, for words of 256 bits."""
    return tuple(read_rules(_text("further_rules.txt")))


@functools.cache
def optir_rules() -> tuple[Rule, ...]:
    """The rules for words of 32 bits."""
    return tuple(read_rules(_text("optir_rules.txt")))


@functools.cache
def associative_rules() -> tuple[Rule, ...]:
    """Associativity of sums and products of any operands; these match often."""
    return tuple(read_rules(_ASSOCIATIVITY))


@functools.cache
def rules_of_version(version: EvmVersion) -> tuple[Rule, ...]:
    """All rules for words of 256 bits in an EVM version, expanded by `in_useful_orders`."""
    rules = [rule for rule in (*further_rules(), *all_rules()) if version >= rule.since]
    return tuple(in_useful_orders(rules))


def in_useful_orders(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules with their operands in the necessary orders, given commutativity.

    A subsuming rule gets all orders, so that no subsumed form is left. Of other rules that are
    equal in another order, the first suffices.
    """
    seen: set[str] = set()
    for rule in rules:
        if rule.group == COMMUTATIVITY:
            yield rule
            continue
        orders = list(_orders(rule.pattern)) if _leaves_nothing(rule) else [rule.pattern]
        for number, pattern in enumerate(orders):
            assert isinstance(pattern, Operation)
            name = f"{rule.name}-order-{number}" if number else rule.name
            variant = Rule(name, rule.group, pattern, rule.replacement, rule.conditions, rule.since)
            spelling = _spelling(variant) if _leaves_nothing(rule) else min(_spellings(variant))
            if spelling not in seen:
                seen.add(spelling)
                yield variant


def _leaves_nothing(rule: Rule) -> bool:
    """Whether the replacement is a number or a part of the pattern, so that the pattern is never
    better and can be subsumed."""
    if isinstance(rule.replacement, (Computed, Number)):
        return True
    return any(str(part) == str(rule.replacement) for part in subterms(rule.pattern))


class _NotInEgglog(Exception):
    """A formula that egglog cannot compute."""


def constructor(operation: str) -> str:
    """The name of the constructor for an instruction."""
    return operation.capitalize()


def number_text(value: int) -> str:
    """A number of any size."""
    if -(1 << 62) < value < 1 << 62:
        return f"(bigint {value})"
    return f'(from-string "{value}")'


def rule_text(rule: Rule, bits: int) -> str | None:
    """A rule as a command of egglog, for words of a width in bits; None if the host must do it."""
    try:
        return _Translation(bits).rule(rule)
    except _NotInEgglog:
        return None


def rules_text(rules: Iterable[Rule], bits: int) -> tuple[str, list[str]]:
    """The commands that define the rules, without those left to the host; and the names of those
    that find new forms, each with its own ruleset (`ruleset_of`)."""
    commands = [f"(ruleset {CLEANING})"]
    growing: list[str] = []
    for rule in rules:
        text = rule_text(rule, bits)
        if text is not None:
            if not _leaves_nothing(rule):
                growing.append(rule.name)
                commands.append(f"(ruleset {ruleset_of(rule.name)})")
            commands.append(text)
    return "\n".join(commands), growing


def ruleset_of(growing_rule: str) -> str:
    """The ruleset of a rule that finds new forms."""
    return f"{GROWING}-{growing_rule}"


def power_table_text(bits: int) -> str:
    """The powers of two in a word, as a function that rules look up."""
    rows = [f"(set (Pow2 (bigint {bit})) {number_text(1 << bit)})" for bit in range(bits)]
    return "\n".join(["(function Pow2 (BigInt) BigInt :no-merge)", *rows])


def _spellings(rule: Rule) -> Iterator[str]:
    """The rule in all orders of operands, with variables named in order of appearance."""
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


class _Translation:
    """Translates one rule; `facts`: the conditions under which its formulas are defined."""

    def __init__(self, bits: int) -> None:
        self._mask = (1 << bits) - 1
        self._bits = bits
        self._facts: list[str] = []
        self._powers: dict[str, str] = {}

    def rule(self, rule: Rule) -> str:
        pattern = self._pattern(rule.pattern)
        for condition in rule.conditions:
            self._condition(condition)
        replacement = self._replacement(rule.replacement)
        facts = " ".join([f"(= e {pattern})", *self._facts])
        actions = f"(union e {replacement})"
        if _leaves_nothing(rule):
            actions += f" (subsume {pattern})"
        ruleset = CLEANING if _leaves_nothing(rule) else ruleset_of(rule.name)
        return f'(rule ({facts}) ({actions}) :ruleset {ruleset} :name "{rule.name}")'

    def _pattern(self, term: Term) -> str:
        if isinstance(term, AnyVariable):
            return term.name.lower()
        if isinstance(term, NumberVariable):
            return f"(C {term.name.lower()})"
        if isinstance(term, Number):
            return f"(C {self._number(term.value)})"
        assert isinstance(term, Operation)
        operands = [self._pattern(operand) for operand in term.operands]
        return f"({' '.join([constructor(term.name), *operands])})"

    def _replacement(self, term: Term) -> str:
        if isinstance(term, Computed):
            return f"(C {self._formula(term.formula)})"
        if isinstance(term, Operation):
            operands = [self._replacement(operand) for operand in term.operands]
            return f"({' '.join([constructor(term.name), *operands])})"
        return self._pattern(term)

    def _number(self, value: int) -> str:
        # For narrow words, MAX is the largest one, and 256 becomes the number of bits.
        narrow = {(1 << 256) - 1: self._mask, 256: self._bits}
        return number_text(narrow.get(value, value))

    def _condition(self, term: Term) -> None:
        if isinstance(term, Comparison):
            left, right = self._formula(term.left), self._formula(term.right)
            self._facts.append(f"({_RELATIONS[term.relation]} {left} {right})")
            return
        if not isinstance(term, Operation):
            raise _NotInEgglog
        if term.name == "power_of_two":
            number = self._formula(term.operands[0])
            one = "(bigint 1)"
            self._facts.append(f"(> {number} (bigint 0))")
            self._facts.append(f"(= (& {number} (- {number} {one})) (bigint 0))")
        elif term.name == "sgt" and term.operands[1] == Number(0):
            number = self._formula(term.operands[0])
            self._facts.append(f"(> {number} (bigint 0))")
            self._facts.append(f"(<= {number} {number_text(self._mask >> 1)})")
        else:
            raise _NotInEgglog

    def _formula(self, term: Term) -> str:
        if isinstance(term, NumberVariable):
            return term.name.lower()
        if isinstance(term, Number):
            return self._number(term.value)
        if not isinstance(term, Operation):
            raise _NotInEgglog
        operands = [self._formula(operand) for operand in term.operands]
        if term.name in _FORMULAS:
            return _FORMULAS[term.name].format(*operands, M=number_text(self._mask))
        if term.name in ("div", "mod"):
            self._facts.append(f"(> {operands[1]} (bigint 0))")
            return f"({'/' if term.name == 'div' else '%'} {operands[0]} {operands[1]})"
        if term.name == "shl":
            return f"(& (* {operands[1]} {self._power(operands[0])}) {number_text(self._mask)})"
        if term.name == "shr":
            return f"(/ {operands[1]} {self._power(operands[0])})"
        raise _NotInEgglog

    def _power(self, amount: str) -> str:
        """A variable for two to the power of an amount."""
        if amount not in self._powers:
            self._powers[amount] = f"pow{len(self._powers)}"
            self._facts.append(f"(= {self._powers[amount]} (Pow2 {amount}))")
        return self._powers[amount]
