"""Each simplification rule: as a statement about words, in a program, and in random programs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available
from tests.rule_terms import (
    INTERESTING_WORDS,
    MAX,
    OSAKA,
    each_rule,
    operations,
    random_word,
    variables,
)
from tests.slices import seeds
from yulopt.dialect import Dialect, EvmVersion, dialect_for, evm_version_names
from yulopt.rules import Rule, RuleMatcher, all_rules
from yulopt.rules.arithmetic import COMPUTABLE
from yulopt.rules.terms import AnyVariable, Number, NumberVariable, Operation, Term, evaluate
from yulopt.syntax.ast import Expression, FunctionCall, Identifier
from yulopt.syntax.literals import computed_number, format_number
from yulopt.syntax.printer import print_expression

# Their operand became an addition when its own declaration was visited.
NEVER_IN_PROGRAMS = {"sub-sub-1", "sub-of-sub-1"}

# All that solc accepts without experimental settings.
VERSIONS = evm_version_names()[: EvmVersion.OSAKA + 1]


def conditions_hold(rule: Rule, values: dict[str, int]) -> bool:
    return all(evaluate(condition, values) for condition in rule.conditions)


# Every rule, as a statement about words


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


class DeclarationMatcher(RuleMatcher):
    """Sees through variables that are declared once."""

    def __init__(self, dialect: Dialect, declarations: dict[str, Expression]) -> None:
        super().__init__(dialect)
        self._declarations = declarations

    def value_of(self, name: str) -> Expression | None:
        return self._declarations.get(name)


class Scene:
    """A call that has the form of a pattern, with nested operations in variables.

    `declarations` maps these variables to their values, in the order of the declarations.
    """

    def __init__(self, pattern: Operation, numbers: dict[str, int], dialect: Dialect) -> None:
        self.declarations: dict[str, Expression] = {}
        self._numbers = numbers
        self._dialect = dialect
        self.call = self._call(pattern)
        self.matcher = DeclarationMatcher(dialect, self.declarations)

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
    jobs = [Job(str(i), random_program(random, version), "s:", version) for i in seeds(6, 60)]
    for job, result in zip(jobs, run_batch(jobs), strict=True):
        assert result.text is not None, result.error
        assert yulopt.optimize(job.source, job.steps, evm_version=version) == result.text, job
