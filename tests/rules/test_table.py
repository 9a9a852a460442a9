"""The table of simplification rules: contents, order, and reading."""

from __future__ import annotations

import pytest

from tests.rule_terms import OSAKA, RULES, each_rule, operations, variables
from yulopt.dialect import EvmVersion
from yulopt.rules import Rule, all_rules, rules_for
from yulopt.rules.arithmetic import COMPUTABLE
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import AnyVariable, Computed, Term, subterms


def formulas(rule: Rule) -> list[Term]:
    """The value computed by the replacement."""
    computed = [p.formula for p in subterms(rule.replacement) if isinstance(p, Computed)]
    return [*rule.conditions, *computed]


def test_the_table_has_all_rules_under_different_names() -> None:
    assert len(all_rules()) == len(RULES) == 218


@each_rule
def test_rule_is_well_formed(rule: Rule) -> None:
    in_formulas = [operation for formula in formulas(rule) for operation in operations(formula)]
    for operation in in_formulas:
        assert operation.name in COMPUTABLE
    for operation in operations(rule.pattern) + operations(rule.replacement):
        if operation not in in_formulas:
            builtin = OSAKA.builtins[operation.name]
            assert builtin.is_instruction
            assert builtin.parameters == len(operation.operands)
    bound = variables(rule.pattern)
    assert variables(rule.replacement) <= bound
    for formula in formulas(rule):
        assert variables(formula) <= bound
        assert not any(isinstance(part, AnyVariable) for part in subterms(formula))


@pytest.mark.parametrize(
    ("instruction", "names"),
    [
        ("exp", "fold-exp exp-of-zero exp-of-one exp-of-two exp-of-max"),
        ("not", "fold-not not-not"),
        (
            "div",
            "fold-div div-by-zero zero-div div-by-one div-shifted-one div-power-of-two",
        ),
        (
            "shr",
            "fold-shr shr-by-zero shr-zero shr-all-out shr-shr-all-out shr-shr "
            "shr-shl-less shr-shl-more shr-shl-same shr-and-1 shr-and-2",
        ),
    ],
)
def test_order_of_attempt(instruction: str, names: str) -> None:
    assert [rule.name for rule in rules_for(instruction, EvmVersion.OSAKA)] == names.split()


@pytest.mark.parametrize(
    ("name", "since"),
    [
        ("fold-add", "homestead"),
        ("own-balance", "istanbul"),
        ("exp-of-two", "constantinople"),
        ("mul-power-of-two-1", "constantinople"),
        ("signextend-shr", "constantinople"),
        ("exp-of-max", "homestead"),
    ],
)
def test_rules_exist_from_the_version_of_their_instructions(name: str, since: str) -> None:
    rule = RULES[name]
    assert rule.since.text == since
    for version in EvmVersion:
        assert (rule in rules_for(rule.instruction, version)) == (version >= rule.since)


def test_families_and_continued_lines() -> None:
    rules = read_rules("""
[theme]
# comment
for OP INNER: or and, and or
    OP-first    OP(X, INNER(X, Y)) => X
    OP-second   OP(A, X) => {OP(A, 1)}
                when A < 3, power_of_two(A)
alone           not(not(X)) => X
""")
    assert [f"{rule.group}: {rule.name}: {rule}" for rule in rules] == [
        "theme: or-first: or(X, and(X, Y)) => X",
        "theme: or-second: or(A, X) => {or(A, 1)} when A < 3, power_of_two(A)",
        "theme: and-first: and(X, or(X, Y)) => X",
        "theme: and-second: and(A, X) => {and(A, 1)} when A < 3, power_of_two(A)",
        "theme: alone: not(not(X)) => X",
    ]


@pytest.mark.parametrize(
    "line",
    ["name add(X, 0 => X", "name add(X, Q) => X", "name add(X, 0) X) => X", "name X => X", "=>"],
)
def test_malformed_tables_are_rejected(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a rule|expected|unexpected|not an operation"):
        read_rules(line)
