"""Every simplification rule is proven; wrong rules are refuted; the proofs mean what they say.

How rules are proven is explained in `tests/proofs/prover.py`. Rules that are only proven for words
of 8, 16 and 32 bits are listed at the end of the test run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest
import z3
from click.testing import CliRunner

from tests.proofs.__main__ import main
from tests.proofs.bits import PLACING, Bits
from tests.proofs.prover import LIMIT, Outcome, prove
from tests.proofs.words import FULL_WIDTH, CannotScale, scaled_number
from tests.rule_terms import INTERESTING_WORDS, MAX, RULES, operations, random_word
from tests.slices import AT_LENGTH, amount, every_nth
from yulopt.prover.instructions import COMPUTABLE, compute
from yulopt.rules import Rule, arithmetic
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import Number, Operation, evaluate

# Circuits of these grow so fast that there may be no proof for 256 bits.
HARD = {"mul", "div", "sdiv", "mod", "smod", "addmod", "mulmod", "exp"}


# How long 256 bits are tried before narrower words are. At length, nothing is given up early.
STEPS = LIMIT if AT_LENGTH else LIMIT // 4


def rule_from(text: str) -> Rule:
    (rule,) = read_rules(f"rule {text}")
    return rule


# All of them are proven at length, and by `python -m tests.proofs`.
SOME: Final = every_nth(4, list(RULES))


@pytest.mark.parametrize("rule", [RULES[name] for name in SOME], ids=SOME)
def test_rule_is_proven(rule: Rule, record_property: Callable[[str, object], None]) -> None:
    verdict = prove(rule, STEPS)
    assert verdict.outcome is Outcome.PROVEN, str(verdict)
    if verdict.is_reduced:
        record_property("proven for fewer bits", rule.name)
        assert not HARD.isdisjoint(
            operation.name for operation in operations(rule.pattern) + operations(rule.replacement)
        )


@pytest.mark.parametrize(
    "text",
    [
        "sdiv(X, 4) => sar(2, X)",
        "mod(mul(X, Y), A) => mulmod(X, Y, {add(A, A)}) when power_of_two(A)",
        "shr(B, shr(A, X)) => shr({add(A, B)}, X)",
        "shr(B, shr(A, X)) => shr({add(A, B)}, X) when add(A, B) < 256",
        "shl(B, and(X, A)) => and(shl({B}, X), A) when B < 256",
        "byte(A, shl(B, X)) => byte({add(A, div(B, 8))}, X) when A <= 32, B <= 256",
        "byte(A, shl(B, X)) => byte({add(A, div(B, 8))}, X) when mod(B, 8) == 0",
        "signextend(A, signextend(B, X)) => signextend({A}, X)",
        "lt(X, Y) => slt(X, Y)",
        "exp(2, X) => shl(1, X)",
        "and(signextend(B, X), A) => and(A, X) when B < 31",
        "iszero(iszero(X)) => X",
        "sdiv(X, MAX) => X",
        "clz(X) => {sub(255, 0)}",
    ],
)
def test_a_wrong_rule_is_refuted(text: str) -> None:
    rule = rule_from(text)
    verdict = prove(rule)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.widths == (FULL_WIDTH,)
    # Output can be checked by hand.
    values = verdict.counterexample
    assert all(evaluate(condition, values) for condition in rule.conditions)
    assert evaluate(rule.pattern, values) == values["pattern"]
    assert evaluate(rule.replacement, values) == values["replacement"]
    assert values["pattern"] != values["replacement"]
    assert f"replacement = {values['replacement']:#x}" in str(verdict)


@pytest.mark.parametrize(
    "text",
    [
        "and(caller(), 65535) => caller()",
        "and(number(), ADDRESS_MASK) => number()",
        "balance(caller()) => selfbalance()",
        "gas() => timestamp()",
    ],
)
def test_wrong_rules_about_the_environment_are_refuted(text: str) -> None:
    assert prove(rule_from(text)).outcome is Outcome.REFUTED


def test_a_hard_wrong_rule_is_refuted_for_narrow_words() -> None:
    verdict = prove(rule_from("div(mul(X, Y), Y) => X"), limit=100_000)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.widths == (8,)
    x, y = verdict.counterexample["X"], verdict.counterexample["Y"]
    assert verdict.counterexample["replacement"] == x
    assert verdict.counterexample["pattern"] == (x * y % 256 // y if y else 0) != x


def test_a_rule_that_never_applies_is_not_proven() -> None:
    assert prove(rule_from("add(X, A) => X when A < 3, A > 5")).outcome is Outcome.NEVER_APPLIES


def test_proofs_that_take_too_long_fail() -> None:
    assert prove(rule_from("mod(X, X) => 0"), limit=1).outcome is Outcome.UNDECIDED


# The basis of the proofs

SAMPLES = amount(20, 60)


def random_operands(random: Random, count: int) -> list[int]:
    return [random.choice([random_word(random), random.randrange(300)]) for _ in range(count)]


def parameters_of(name: str) -> int:
    for count in (1, 2, 3):
        try:
            arithmetic.compute(name, [1] * count)
        except KeyError:
            continue
        return count
    raise AssertionError(name)


def value(term: z3.BitVecRef) -> int:
    simplified = z3.simplify(term)
    assert isinstance(simplified, z3.BitVecNumRef)
    return simplified.as_long()


def in_width(name: str, operands: list[int], width: int) -> int:
    return value(compute(name, [z3.BitVecVal(operand, width) for operand in operands]))


def test_the_proofs_know_all_instructions_that_rules_compute() -> None:
    assert COMPUTABLE == arithmetic.COMPUTABLE


@pytest.mark.parametrize("name", sorted(COMPUTABLE))
def test_instructions_compute_what_the_simplifier_computes(name: str) -> None:
    random = Random(name)
    count = parameters_of(name)
    samples = [[word] * count for word in INTERESTING_WORDS]
    samples += [random_operands(random, count) for _ in range(SAMPLES)]
    for operands in samples:
        expected = arithmetic.compute(name, operands)
        assert in_width(name, operands, FULL_WIDTH) == expected, operands


SIGNED = {"sdiv", "smod", "slt", "sgt", "sar"}


@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.parametrize("name", sorted(COMPUTABLE))
def test_narrow_instructions_compute_a_part_of_wide_ones(name: str, width: int) -> None:
    """On narrow words, extended to wide ones, both give the same low bits."""
    random = Random(f"{name} {width}")
    mask = (1 << width) - 1
    for _ in range(SAMPLES):
        narrow = [random.choice([random.randrange(width + 2), random.getrandbits(width)])]
        while len(narrow) < parameters_of(name):
            narrow.append(random.getrandbits(width))
        wide = list(narrow)
        if name in SIGNED:
            # The amount of a shift has no sign.
            first = 1 if name == "sar" else 0
            sign = width // 8 - 1
            wide[first:] = [arithmetic.compute("signextend", (sign, one)) for one in wide[first:]]
        if name == "byte":
            wide[0] += (FULL_WIDTH - width) // 8
        expected = arithmetic.compute(name, wide)
        if name == "clz":
            expected -= FULL_WIDTH - width
        assert in_width(name, narrow, width) == expected & mask, narrow


@pytest.mark.parametrize("name", sorted(PLACING | {"and", "or", "xor"}))
def test_bits_are_those_of_the_words(name: str) -> None:
    random = Random(name)
    for place in (*range(0, 34, 3), 31, 32, 33, 64, 249, 255, 256, 257, 1 << 200, MAX):
        word = random_word(random)
        operation = Operation(name, (Number(place), Number(word)))
        bits = Bits(rule_from("add(X, 0) => X"))
        for position in (0, 1, 7, 8, 100, 254, 255, random.randrange(256)):
            bit = z3.simplify(bits.bit(operation, z3.BitVecVal(position, FULL_WIDTH)))
            assert z3.is_true(bit) == bool(evaluate(operation, {}) >> position & 1)
            assert z3.is_true(bit) != z3.is_false(bit)


def test_numbers_of_narrow_words() -> None:
    assert [scaled_number(number, 16) for number in (0, 8, 256, 248, 32, 31, MAX)] == [
        *(0, 8, 16, 8, 2, 1, 0xFFFF),
    ]
    for number in (9, 30, 160, 255, 2**160 - 1):
        with pytest.raises(CannotScale):
            scaled_number(number, 16)
        assert scaled_number(number, FULL_WIDTH) == number


# On the command line


def test_command() -> None:
    result = CliRunner().invoke(main, ["shr-shr", "add-zero"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-2:] == [
        "2 of 2 proven",
        "only for words of fewer bits: none",
    ]


def test_command_with_a_wrong_rule(tmp_path: Path) -> None:
    table = tmp_path / "rules.txt"
    table.write_text("right  add(X, 0) => X\nwrong  sdiv(X, 4) => sar(2, X)\n")
    result = CliRunner().invoke(main, ["--table", str(table)])
    assert result.exit_code == 1
    assert "wrong: refuted (256 bits): sdiv(X, 4) => sar(2, X)\n    X = 0x" in result.stdout
    assert "1 of 2 proven" in result.stdout
    assert CliRunner().invoke(main, ["unknown"]).exit_code == 2
