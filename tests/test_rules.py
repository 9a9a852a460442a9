"""The simplification rules: the arithmetic below them, the table, each rule, and the step `s`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available
from yulopt.ast import Expression, FunctionCall, Identifier
from yulopt.dialect import Dialect, EvmVersion, dialect_for, evm_version_names
from yulopt.literals import computed_number, format_number
from yulopt.printer import print_expression
from yulopt.rules import Rule, RuleMatcher, all_rules, arithmetic, rules_for
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import (
    AnyVariable,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Term,
    evaluate,
    subterms,
)

MAX = 2**256 - 1
SMALLEST = 2**255  # -2**255 as a signed number
LARGEST = 2**255 - 1
OSAKA = dialect_for(EvmVersion.OSAKA)

# What these look for has become an addition when its own declaration was visited.
NEVER_IN_PROGRAMS = {"sub-sub-1", "sub-of-sub-1"}

RULES = {rule.name: rule for rule in all_rules()}
each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())

# All that solc accepts without experimental settings.
VERSIONS = evm_version_names()[: EvmVersion.OSAKA + 1]


def negative(value: int) -> int:
    """The word for a negative number."""
    return 2**256 - value


# Arithmetic


@pytest.mark.parametrize(
    ("function", "operands", "result"),
    [
        (arithmetic.signed, (0,), 0),
        (arithmetic.signed, (LARGEST,), LARGEST),
        (arithmetic.signed, (SMALLEST,), -(2**255)),
        (arithmetic.signed, (MAX,), -1),
        (arithmetic.add, (MAX, 1), 0),
        (arithmetic.add, (MAX, MAX), MAX - 1),
        (arithmetic.sub, (0, 1), MAX),
        (arithmetic.sub, (0, SMALLEST), SMALLEST),
        (arithmetic.mul, (MAX, MAX), 1),
        (arithmetic.mul, (2**128, 2**128), 0),
        (arithmetic.div, (MAX, 0), 0),
        (arithmetic.div, (7, 2), 3),
        (arithmetic.div, (0, MAX), 0),
        (arithmetic.mod, (MAX, 0), 0),
        (arithmetic.mod, (7, 4), 3),
        (arithmetic.mod, (3, MAX), 3),
        (arithmetic.sdiv, (7, 0), 0),
        (arithmetic.sdiv, (negative(7), 2), negative(3)),
        (arithmetic.sdiv, (7, negative(2)), negative(3)),
        (arithmetic.sdiv, (negative(7), negative(2)), 3),
        (arithmetic.sdiv, (SMALLEST, MAX), SMALLEST),
        (arithmetic.sdiv, (SMALLEST, 1), SMALLEST),
        (arithmetic.smod, (7, 0), 0),
        (arithmetic.smod, (negative(7), 2), MAX),
        (arithmetic.smod, (7, negative(2)), 1),
        (arithmetic.smod, (negative(7), negative(4)), negative(3)),
        (arithmetic.smod, (SMALLEST, MAX), 0),
        (arithmetic.smod, (negative(6), 2), 0),
        (arithmetic.addmod, (MAX, MAX, 0), 0),
        (arithmetic.addmod, (MAX, 2, 2), 1),
        (arithmetic.addmod, (MAX, MAX, MAX - 1), 2),
        (arithmetic.mulmod, (MAX, MAX, 0), 0),
        (arithmetic.mulmod, (2**128, 2**128, MAX), 1),
        (arithmetic.mulmod, (MAX, MAX, 12), 9),
        (arithmetic.exp, (0, 0), 1),
        (arithmetic.exp, (0, MAX), 0),
        (arithmetic.exp, (2, 255), SMALLEST),
        (arithmetic.exp, (2, 256), 0),
        (arithmetic.exp, (3, MAX), pow(3, MAX, 2**256)),
        (arithmetic.exp, (MAX, MAX), MAX),
        (arithmetic.lt, (1, 1), 0),
        (arithmetic.lt, (LARGEST, SMALLEST), 1),
        (arithmetic.gt, (1, 1), 0),
        (arithmetic.gt, (SMALLEST, LARGEST), 1),
        (arithmetic.slt, (SMALLEST, LARGEST), 1),
        (arithmetic.slt, (MAX, 0), 1),
        (arithmetic.slt, (0, MAX), 0),
        (arithmetic.sgt, (LARGEST, SMALLEST), 1),
        (arithmetic.sgt, (MAX, MAX), 0),
        (arithmetic.eq, (MAX, MAX), 1),
        (arithmetic.eq, (MAX, 0), 0),
        (arithmetic.iszero, (0,), 1),
        (arithmetic.iszero, (SMALLEST,), 0),
        (arithmetic.bit_not, (0,), MAX),
        (arithmetic.bit_not, (MAX,), 0),
        (arithmetic.bit_and, (0b1100, 0b1010), 0b1000),
        (arithmetic.bit_or, (0b1100, 0b1010), 0b1110),
        (arithmetic.bit_xor, (0b1100, 0b1010), 0b0110),
        (arithmetic.byte, (0, SMALLEST), 0x80),
        (arithmetic.byte, (31, 0x1234), 0x34),
        (arithmetic.byte, (30, 0x1234), 0x12),
        (arithmetic.byte, (32, MAX), 0),
        (arithmetic.byte, (MAX, MAX), 0),
        (arithmetic.shl, (0, MAX), MAX),
        (arithmetic.shl, (255, 3), SMALLEST),
        (arithmetic.shl, (256, MAX), 0),
        (arithmetic.shl, (MAX, MAX), 0),
        (arithmetic.shr, (0, MAX), MAX),
        (arithmetic.shr, (255, MAX), 1),
        (arithmetic.shr, (256, MAX), 0),
        (arithmetic.shr, (MAX, MAX), 0),
        (arithmetic.sar, (1, SMALLEST), SMALLEST + 2**254),
        (arithmetic.sar, (255, SMALLEST), MAX),
        (arithmetic.sar, (MAX, SMALLEST), MAX),
        (arithmetic.sar, (MAX, LARGEST), 0),
        (arithmetic.sar, (8, 0x1234), 0x12),
        (arithmetic.signextend, (0, 0x17F), 0x7F),
        (arithmetic.signextend, (0, 0x180), MAX - 0x7F),
        (arithmetic.signextend, (1, 0x8000), MAX - 0x7FFF),
        (arithmetic.signextend, (30, 2**247), MAX - 2**247 + 1),
        (arithmetic.signextend, (30, MAX - 2**247), 2**247 - 1),
        (arithmetic.signextend, (31, SMALLEST), SMALLEST),
        (arithmetic.signextend, (MAX, 0x80), 0x80),
        (arithmetic.clz, (0,), 256),
        (arithmetic.clz, (1,), 255),
        (arithmetic.clz, (MAX,), 0),
        (arithmetic.log2, (1,), 0),
        (arithmetic.log2, (SMALLEST,), 255),
        (arithmetic.log2, (0,), MAX),
        (arithmetic.power_of_two, (0,), 0),
        (arithmetic.power_of_two, (1,), 1),
        (arithmetic.power_of_two, (SMALLEST,), 1),
        (arithmetic.power_of_two, (MAX,), 0),
        (arithmetic.minimum, (MAX, 0), 0),
    ],
)
def test_arithmetic(function: Callable[..., int], operands: tuple[int, ...], result: int) -> None:
    assert function(*operands) == result


def test_what_is_computable_is_an_instruction_or_a_helper() -> None:
    instructions = {item.name for item in OSAKA.builtins.values() if item.is_instruction}
    assert instructions.issuperset(COMPUTABLE - HELPERS)


# The table


def operations(term: Term) -> list[Operation]:
    return [part for part in subterms(term) if isinstance(part, Operation)]


def variables(term: Term) -> set[str]:
    return {p.name for p in subterms(term) if isinstance(p, (AnyVariable, NumberVariable))}


def formulas(rule: Rule) -> list[Term]:
    """What is computed when the rule is applied."""
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
def test_rules_exist_from_the_version_that_has_their_instructions(name: str, since: str) -> None:
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
def test_malformed_tables_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a rule|expected|unexpected|no operation"):
        read_rules(line)


# Every rule, as a statement about words

INTERESTING_WORDS = (
    0, 1, 2, 3, 5, 7, 8, 12, 15, 16, 24, 30, 31, 32, 33, 64, 127, 128, 240, 248, 255, 256, 257, 264,
    0x8000, 0xFFFF, 2**128, 2**160 - 1, 2**247, 2**248, LARGEST, SMALLEST, MAX - 255, MAX - 1, MAX,
)  # fmt: skip


def random_word(random: Random) -> int:
    kind = random.randrange(4)
    if kind == 0:
        return random.choice(INTERESTING_WORDS)
    if kind == 1:
        return random.getrandbits(256)
    return random.getrandbits(random.randrange(1, 257))


def conditions_hold(rule: Rule, values: dict[str, int]) -> bool:
    return all(evaluate(condition, values) for condition in rule.conditions)


def is_arithmetic(rule: Rule) -> bool:
    return COMPUTABLE.issuperset(operation.name for operation in operations(rule.pattern))


@pytest.mark.parametrize(
    "rule", [pytest.param(rule, id=rule.name) for rule in all_rules() if is_arithmetic(rule)]
)
def test_both_sides_of_a_rule_compute_the_same(rule: Rule) -> None:
    random = Random(rule.name)
    numbers = sorted(name for name in variables(rule.pattern) if name in "ABC")
    candidates = list(itertools.product(INTERESTING_WORDS, repeat=len(numbers)))
    fitting = [
        values
        for values in (dict(zip(numbers, words, strict=True)) for words in candidates)
        if conditions_hold(rule, values)
    ]
    assert fitting
    for _ in range(300):
        values = dict(random.choice(fitting))
        for name in variables(rule.pattern) - set(numbers):
            values[name] = random_word(random)
        assert evaluate(rule.pattern, values) == evaluate(rule.replacement, values), values


# Every rule, in a program


class Scene:
    """A call that has the form of a pattern, with nested operations in variables.

    `declarations` maps these variables to their values, in the order of the declarations.
    """

    def __init__(self, pattern: Operation, numbers: dict[str, int], dialect: Dialect) -> None:
        self.declarations: dict[str, Expression] = {}
        self._numbers = numbers
        self._dialect = dialect
        self.call = self._call(pattern)
        self.matcher = RuleMatcher(dialect, self.declarations.get, lambda name: True)

    def _call(self, operation: Operation) -> FunctionCall:
        builtin = self._dialect.builtins[operation.name]
        operands = [self._operand(operand) for operand in operation.operands]
        return FunctionCall(operation.name, operands, builtin)

    def _operand(self, term: Term) -> Expression:
        if isinstance(term, Number):
            return computed_number(term.value)
        if isinstance(term, NumberVariable):
            return computed_number(self._numbers[term.name])
        if isinstance(term, AnyVariable):
            return Identifier(term.name.lower())
        assert isinstance(term, Operation)
        call = self._call(term)
        name = f"inner_{len(self.declarations)}"
        self.declarations[name] = call
        return Identifier(name)

    def fired(self) -> Rule | None:
        match = self.matcher.first_match(self.call)
        return None if match is None else match.rule

    def is_stable(self) -> bool:
        """Whether the nested operations stay as they are when the step comes to them."""
        for value in self.declarations.values():
            assert isinstance(value, FunctionCall)
            if self.matcher.first_match(value) is not None:
                return False
        return True

    def text(self, expression: Expression) -> str:
        lines = [f"    let {name} := calldataload({index})" for index, name in enumerate("xyz")]
        lines += [
            f"    let {name} := {print_expression(value)}"
            for name, value in self.declarations.items()
        ]
        return "\n".join(["{", *lines, f"    sstore(0, {print_expression(expression)})", "}", ""])


# Few words suffice to make each rule fire; several variables get different ones if possible.
SCENE_WORDS = (3, 5, 8, 16, 24, 31, 30, 255, 256, 300, 0xFFFFFF, 2**128, MAX)


def possible_scenes(rule: Rule) -> Iterator[tuple[dict[str, int], Scene]]:
    """Scenes of the rule's form with various numbers."""
    names = sorted(name for name in variables(rule.pattern) if name in "ABC")
    for words in itertools.product(SCENE_WORDS, repeat=len(names)):
        numbers = dict(zip(names, words, strict=True))
        if conditions_hold(rule, numbers):
            yield numbers, Scene(rule.pattern, numbers, OSAKA)


def scene_for(rule: Rule) -> tuple[dict[str, int], Scene]:
    """The first scene in which the rule is the one that fires."""
    for numbers, scene in possible_scenes(rule):
        if scene.fired() is rule and (scene.is_stable() or rule.name in NEVER_IN_PROGRAMS):
            return numbers, scene
    raise AssertionError(f"{rule.name} never fires")


def replacement_text(term: Term, numbers: dict[str, int]) -> str:
    """What the replacement should look like in Yul."""
    if isinstance(term, Operation):
        operands = [replacement_text(operand, numbers) for operand in term.operands]
        return f"{term.name}({', '.join(operands)})"
    if isinstance(term, AnyVariable):
        return term.name.lower()
    return format_number(evaluate(term, numbers))


@each_rule
def test_rule_fires(rule: Rule) -> None:
    numbers, scene = scene_for(rule)
    match = scene.matcher.first_match(scene.call)
    assert match is not None
    assert match.rule is rule
    replacement = scene.matcher.replacement(match)
    assert print_expression(replacement) == replacement_text(rule.replacement, numbers)

    # The replacement may be simplified further.
    final = scene.matcher.simplify(scene.call)
    optimised = yulopt.optimize(scene.text(scene.call), "s", bare=True)
    if rule.name in NEVER_IN_PROGRAMS:
        assert not scene.is_stable()
    else:
        assert optimised == scene.text(final)


def test_rules_agree_with_the_reference() -> None:
    skip_unless_available()
    scenes = [scene_for(rule)[1] for rule in all_rules()]
    programs = [scene.text(scene.call) for scene in scenes]
    jobs = [
        Job(f"{index} {version}", program, "s:", version)
        for index, program in enumerate(programs)
        for version in ("homestead", "istanbul", "osaka")
    ]
    for job, result in zip(jobs, run_batch(jobs), strict=True):
        if result.text is None:
            # The version lacks an instruction.
            with pytest.raises(yulopt.YulError):
                yulopt.optimize(job.source, job.steps, evm_version=job.evm_version)
        else:
            ours = yulopt.optimize(job.source, job.steps, evm_version=job.evm_version)
            assert ours == result.text, job


# The step


def simplify(statements: str, evm_version: str | None = None) -> str:
    """The statements of a block after the step `s`, one per line."""
    text = yulopt.optimize("{" + statements + "}", "s", bare=True, evm_version=evm_version)
    lines = text.strip().removeprefix("{").removesuffix("}").splitlines()
    return "\n".join([line.strip() for line in lines if line.strip()])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A call as an operand hides everything.
        ("mul(mload(0), 0)", None),
        ("balance(address())", None),
        ("iszero(iszero(iszero(x)))", None),
        ("and(and(x, 0xff), 0x0f)", None),
        ("add(add(1, 2), 3)", "6"),  # the inner sum is a number when the outer one is visited
        # Booleans and strings are no numbers.
        ("iszero(true)", None),
        ("and(x, false)", None),
        ('add("a", 1)', None),
        # But they are equal to numbers with the same word.
        ("xor(true, 1)", "0"),
        ('eq("a", 0x6100000000000000000000000000000000000000000000000000000000000000)', "1"),
        ('and("a", "a")', '"a"'),
        ("or(false, 0)", "false"),
        # What is moved keeps its spelling; what is computed gets the compact one.
        ("and(x, 0x00ff)", None),
        ("add(0x0800000, 0x0800000)", "16777216"),
        ("add(0x0800001, 0x0800000)", "0x01000001"),
        ("sub(x, 0x20)", f"add(x, {format_number(MAX - 31)})"),
        # There are no rules for these.
        ("sar(1, 4)", None),
        ("sar(0, x)", None),
        ("clz(1)", None),
        ("smod(x, 0)", None),
        ("exp(x, 0)", None),
        ("mulmod(x, 1, 0)", None),
        # Rules are applied to the outermost operation until none fits.
        ("mod(x, 1)", "0"),
        ("byte(31, 0x1234)", "52"),
        ("byte(31, x)", "and(x, 255)"),
        ("shl(0x0100, x)", "0"),
        ("mul(x, 0x08)", "shl(3, x)"),
        ("exp(0, x)", "iszero(x)"),
        ("gt(x, 0)", "iszero(iszero(x))"),
    ],
)
def test_one_expression(before: str, after: str | None) -> None:
    declaration = "let x := calldataload(0)\n"
    expected = f"{declaration}sstore(0, {before if after is None else after})"
    assert simplify(f"{declaration}sstore(0, {before})") == expected


def test_moved_numbers_keep_their_spelling() -> None:
    before = """
        let x := calldataload(0)
        let k := 0x0020
        let l := add(x, k)
        let c := calldataload(1)
        sstore(0, add(l, c))
        sstore(1, add(l, 0x01))
        sstore(2, sub(c, l))"""
    assert simplify(before).splitlines()[-3:] == [
        "sstore(0, add(add(x, c), 0x0020))",
        "sstore(1, add(x, 33))",
        f"sstore(2, add(sub(c, x), {MAX - 31:#x}))",
    ]


def test_variables_are_resolved_one_step_only() -> None:
    before = "let a := 5 let b := a sstore(a, add(a, 1)) sstore(b, add(b, 1))"
    assert simplify(before).splitlines()[-2:] == ["sstore(a, 6)", "sstore(b, add(b, 1))"]


def test_variables_with_the_same_value_are_not_the_same() -> None:
    before = "let x := caller() let c := x let d := x sstore(0, sub(c, d)) sstore(1, sub(c, c))"
    assert simplify(before).splitlines()[-2:] == ["sstore(0, sub(c, d))", "sstore(1, 0)"]


def test_a_variable_without_value_is_zero() -> None:
    before = "let a, b function f() -> r { r := add(r, 7) } sstore(0, add(a, 1))"
    assert simplify(before).splitlines() == [
        "let a, b",
        "function f() -> r",
        "{ r := 7 }",
        "sstore(0, 1)",
    ]


def test_assigned_values_are_forgotten_after_branches() -> None:
    before = """
        let a := 1
        if calldatasize() { a := 2 sstore(0, add(a, 1)) }
        sstore(1, add(a, 1))
        a := 4
        sstore(2, add(a, 1))"""
    after = simplify(before)
    assert "sstore(0, 3)" in after
    assert "sstore(1, add(a, 1))" in after
    assert "sstore(2, 5)" in after


def test_a_value_that_mentions_an_invisible_variable_is_not_used() -> None:
    before = """
        let x
        for { } lt(x, 100) { x := add(x, 1) }
        {
            let x_1 := x
            x := add(x_1, 1)
        }"""
    assert "{ x := add(x, 1) }" in simplify(before)


def test_a_number_from_the_loop_body_is_used_in_the_post_block() -> None:
    before = "let u let r for { } lt(r, 9) { r := add(u, 1) } { u := 6 }"
    assert "{ r := 7 }" in simplify(before)


def test_rules_of_later_versions_are_not_used() -> None:
    before = "let a := address() sstore(mul(a, 2), balance(a))"
    assert simplify(before, "istanbul").endswith("sstore(shl(1, a), selfbalance())")
    assert simplify(before, "petersburg").endswith("sstore(shl(1, a), balance(a))")
    assert simplify(before, "byzantium").endswith("sstore(mul(a, 2), balance(a))")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("log1(x, zero, 2)", "log1(0, zero, 2)"),
        ('log0("abc", false)', "log0(0, false)"),
        ('log0(x, "")', 'log0(0, "")'),
        ("log0(mload(0), 0)", None),
        ("log0(zero, 0)", None),
        ("log0(x, one)", None),
        ("log0(x, mload(0))", None),
        ("pop(call(gas(), 1, 2, x, 0, x, 0))", "pop(call(gas(), 1, 2, 0, 0, x, 0))"),
        ("pop(callcode(gas(), 1, 2, x, 0, x, 0))", "pop(callcode(gas(), 1, 2, 0, 0, x, 0))"),
        ("pop(delegatecall(gas(), 1, x, 0, x, 0))", "pop(delegatecall(gas(), 1, 0, 0, x, 0))"),
        ("pop(staticcall(gas(), 1, x, 0, x, 0))", "pop(staticcall(gas(), 1, 0, 0, x, 0))"),
        ("pop(create(x, x, 0))", "pop(create(x, 0, 0))"),
        ("pop(create2(x, x, 0, x))", "pop(create2(x, 0, 0, x))"),
        ("pop(keccak256(x, 0))", "pop(keccak256(0, 0))"),
        ("extcodecopy(x, x, x, zero)", "extcodecopy(x, 0, x, zero)"),
        ("calldatacopy(x, x, 0)", "calldatacopy(0, x, 0)"),
        ("codecopy(x, x, 0)", "codecopy(0, x, 0)"),
        ("returndatacopy(x, x, 0)", "returndatacopy(0, x, 0)"),
        ("datacopy(x, x, 0)", None),
        ("mcopy(x, x, 0)", "mcopy(0, 0, 0)"),
        ("revert(x, 0)", "revert(0, 0)"),
        ("return(x, sub(x, x))", "return(0, 0)"),
        ("return(calldataload(0), 0)", None),
    ],
)
def test_start_of_a_memory_area_without_content(before: str, after: str | None) -> None:
    declarations = "let x := calldataload(0)\nlet one := 1\nlet zero := 0\n"
    expected = declarations + (before if after is None else after)
    assert simplify(declarations + before) == expected


# Random programs


def random_program(random: Random, version: str) -> str:
    """Declarations and stores made of the patterns of rules, with boundary constants."""
    dialect = dialect_for(EvmVersion(VERSIONS.index(version)))
    usable = [
        rule
        for rule in all_rules()
        if all(operation.name in dialect.builtins for operation in operations(rule.pattern))
    ]
    lines = [f"let x{index} := calldataload({index})" for index in range(3)]
    names = [f"x{index}" for index in range(3)]

    def declare(text: str) -> str:
        name = f"v{len(lines)}"
        lines.append(f"let {name} := {text}")
        names.append(name)
        return name

    def operand(term: Term, bound: dict[str, str]) -> str:
        if isinstance(term, Operation):
            return declare(operation(term, bound))
        if isinstance(term, Number):
            return str(term.value)
        assert isinstance(term, (AnyVariable, NumberVariable))
        if term.name not in bound:
            word = random_word(random) if random.random() < 0.5 else 8 * random.randrange(34)
            literal = random.choice([f"{word}", f"{word:#x}", f"{word:#05x}"])
            is_variable = isinstance(term, AnyVariable) and random.random() < 0.8
            bound[term.name] = random.choice(names) if is_variable else literal
        return bound[term.name]

    def operation(term: Operation, bound: dict[str, str]) -> str:
        return f"{term.name}({', '.join([operand(item, bound) for item in term.operands])})"

    for index in range(6):
        text = operation(random.choice(usable).pattern, {})
        if random.random() < 0.5:
            declare(text)
        else:
            lines.append(f"sstore({index}, {text})")
    return "{ " + "\n".join(lines) + " }"


@pytest.mark.parametrize("version", VERSIONS)
def test_random_programs_agree_with_the_reference(version: str) -> None:
    skip_unless_available()
    random = Random(version)
    jobs = [Job(str(i), random_program(random, version), "s:", version) for i in range(25)]
    for job, result in zip(jobs, run_batch(jobs), strict=True):
        assert result.text is not None, result.error
        assert yulopt.optimize(job.source, job.steps, evm_version=version) == result.text, job
