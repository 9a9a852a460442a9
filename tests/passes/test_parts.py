"""Steps run only where they may change something, and their declarations are checked."""

from __future__ import annotations

import random

import pytest

import yulopt
from tests.generator import generate
from tests.slices import seeds
from yulopt.analysis.construct_kinds import (
    ANYTHING,
    ASSIGNMENTS,
    BRANCHES,
    LEAVES,
    LOADS,
    LOOPS,
    NAMES,
    NESTED_BLOCKS,
    NOTHING,
    STORES,
    construct_kinds_of,
)
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import StepError
from yulopt.passes.code_facts import code_analyses
from yulopt.passes.parts import Parts
from yulopt.passes.step import Context, Step, run_step
from yulopt.suite.reading import default_cleanup, parse_steps
from yulopt.suite.registry import step_of_item
from yulopt.suite.suite import Settings, make_context, optimize_object
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.printer import print_yul

CODE = """{
    { sstore(0, f(1)) sstore(1, g(2)) }
    function f(x) -> r
    { for { } lt(r, x) { r := add(r, 1) } { sstore(r, x) } }
    function g(x) -> r
    { r := mul(x, sload(x)) }
}"""
# The letters of random sequences: `u` and `l` most often, since they repeat most in real ones.
LETTERS = "fDvulnTUtIrxascLMCOEejpViFSmhgodul"


def optimized(text: str, steps: str, *, verify_each: bool) -> str:
    """The text after the whole suite with this sequence."""
    program = yulopt.parse(text)
    sequence = parse_steps(steps)
    cleanup = default_cleanup() if sequence.cleanup is None else sequence.cleanup
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    settings = Settings(dialect, sequence.main, cleanup, verify_each=verify_each)
    optimize_object(program, settings)
    return print_yul(program)


def random_sequence(choice: random.Random) -> str:
    """Letters, repeated ones above all, and brackets."""
    parts = []
    for _ in range(choice.randint(3, 8)):
        letters = "".join(choice.choices(LETTERS, k=choice.randint(1, 5)))
        parts.append(choice.choice([letters, letters * 2, f"[{letters}]", f"[{letters[0] * 2}]"]))
    return "".join(parts)


def test_skipping_changes_nothing() -> None:
    for seed in seeds(3, 3000):
        choice = random.Random(seed)
        text = generate(seed, size=choice.choice((30, 60, 120)))
        steps = random_sequence(choice)
        where = f"seed {seed}, steps {steps}"
        assert optimized(text, steps, verify_each=False) == optimized(
            text, steps, verify_each=True
        ), where


def test_additions_by_a_step_without_a_declaration_are_found() -> None:
    """The loop that is inlined comes to code that had none when the first step looked."""
    function = "function f(x) { for { } lt(x, 9) { x := add(x, 1) } { sstore(x, 1) } }"
    after = optimized(f"{{ let v := calldataload(0) f(v) {function} }}", "IiO:", verify_each=False)
    assert "for { } true" not in after


def test_contents() -> None:
    kinds = {
        "{ { } }": NESTED_BLOCKS,
        "{ for { } 1 { } { } }": LOOPS,
        "{ if 1 { } }": BRANCHES,
        "{ switch 1 default { } }": BRANCHES,
        "{ function f() { leave } }": LEAVES,
        "{ let x x := 1 }": ASSIGNMENTS,
        "{ mstore8(0, 1) }": STORES,
        "{ sstore(0, mload(1)) }": STORES | LOADS,
        "{ if sload(0) { } }": BRANCHES | LOADS,
        "{ let x := add(1, keccak256(0, 1)) }": LOADS,
        "{ let x := calldataload(0) pop(x) }": NOTHING,
    }
    for code, expected in kinds.items():
        assert construct_kinds_of(yulopt.parse(code).code) == expected, code
    inside = yulopt.parse("{ switch 1 case 0 { } default { for { } 1 { } { } } }")
    assert construct_kinds_of(inside.code) == BRANCHES | LOOPS
    assert sum(NAMES) == ANYTHING


def prepared(code: str = CODE, *, is_test: bool = False) -> tuple[Context, Block]:
    """Grouped code, and a context that remembers its parts."""
    block = yulopt.parse(code).code
    context = make_context(block)
    context.analyses = code_analyses(block, context.dialect)
    context.parts = Parts(block, is_test=is_test)
    return context, block


def test_only_functions_with_the_constructs_of_a_step_are_visited() -> None:
    context, block = prepared()
    assert context.parts is not None
    run_step(step_of_item("M"), context, block)
    assert (context.parts.offered, context.parts.skipped) == (3, 2)
    run_step(step_of_item("f"), context, block)
    assert (context.parts.offered, context.parts.skipped) == (3, 3)
    run_step(step_of_item("u"), context, block)
    assert (context.parts.offered, context.parts.skipped) == (3, 0)


def test_a_declaration_for_each_kind() -> None:
    """In each program one kind of construct decides whether a step applies."""
    cases = (
        ("{ sstore(0, f()) function f() -> r { r := 1 leave } }", "n"),
        ("{ f(1) function f(x) { for { } lt(x, 3) { x := add(x, 1) } { sstore(x, x) } } }", "IOCt"),
        ("{ f(1) function f(x) { for { } lt(x, 3) { } { let y := 2 x := add(x, y) } } }", "MIO"),
        ("{ f(1) function f(x) { switch x case 0 { sstore(0, 1) } } }", "nf"),
        ("{ f(1) function f(x) { if 1 { { sstore(0, x) } } } }", "tf"),
        ("{ f(1) function f(x) { if x { leave } sstore(x, x) } }", "CraCr"),
        ("{ f(1) function f(x) { let y := sload(x) let z := sload(x) log2(0, 0, y, z) } }", "L"),
        # The callee of `f` becomes one that ends the program.
        ("{ f(1) function f(x) { g() sstore(x, x) } function g() { if 1 { stop() } } }", "DtD"),
    )
    for code, steps in cases:
        context, block = prepared(code, is_test=True)
        for letter in "hgfo" + steps * 2:
            run_step(step_of_item(letter), context, block)


class Visits(Step):
    """Records its inputs, changes nothing, and reports that for `f`."""

    name = "Visits"
    by_function = True
    reads_others = False

    def __init__(self) -> None:
        self.visited: list[str] = []

    def run(self, context: Context, block: Block) -> None:
        self.visited = []
        for statement in block.statements:
            name = statement.name if isinstance(statement, FunctionDefinition) else ""
            self.visited.append(name)
            if name == "f":
                context.unchanged.add(statement)


def test_unchanged_functions_are_revisited_when_they_may_have_changed() -> None:
    context, block = prepared()
    visits = Visits()
    run_step(visits, context, block)
    assert visits.visited == ["", "f", "g"]
    run_step(visits, context, block)
    assert visits.visited == ["", "g"]
    # It looks for stores, of which there are some in `f`.
    run_step(step_of_item("S"), context, block)
    run_step(visits, context, block)
    assert visits.visited == ["", "f", "g"]


@pytest.mark.parametrize(
    ("letter", "code"),
    [
        ("E", "{ { let a := 1 let b := 2 sstore(a, b) sstore(a, b) } }"),
        ("I", "{ { for { } lt(gas(), 9) { } { sstore(0, 1) } } }"),
        ("L", "{ { let a := 1 let b := 2 sstore(a, b) let c := sload(a) sstore(b, c) } }"),
        ("O", "{ { for { } 1 { } { if iszero(calldatasize()) { break } sstore(0, 1) } } }"),
        ("n", "{ { if calldatasize() { } } }"),
        ("n", "{ { switch calldatasize() case 0 { } case 1 { stop() } case 2 { stop() } } }"),
        ("n", "{ { for { } calldatasize() { } { sstore(0, 1) break } } }"),
        ("n", "{ { f() } function f() { sstore(0, 1) leave } }"),
        ("s", "{ { sstore(0, add(1, 2)) } }"),
        ("s", "{ { revert(mload(64), mul(1, 0)) } }"),
        ("s", "{ { let a := mload(64) revert(a, 0) } }"),
        ("v", "{ { f() g() } function f() { sstore(0, 1) } function g() { sstore(0, 1) } }"),
    ],
)
def test_a_step_that_changes_something_reports_it(letter: str, code: str) -> None:
    context, block = prepared(code)
    before = print_yul(block)
    run_step(step_of_item(letter), context, block)
    assert print_yul(block) != before
    assert not context.unchanged.issuperset(block.statements)


def test_ungrouped_code_is_visited_as_a_whole() -> None:
    context, block = prepared("{ let x := 1 if x { sstore(0, x) } }")
    visits = Visits()
    run_step(visits, context, block)
    assert visits.visited == ["", ""]


class Clearing(Step):
    """Removes all statements of `f`, but declares that it needs nested blocks."""

    name = "Clearing"
    by_function = True
    looks_for = NESTED_BLOCKS

    def run(self, context: Context, block: Block) -> None:
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition) and statement.name == "f":
                statement.body.statements = []


class Denying(Clearing):
    """Removes all statements of `f`, but reports it unchanged."""

    name = "Denying"
    looks_for = ANYTHING

    def run(self, context: Context, block: Block) -> None:
        super().run(context, block)
        context.unchanged.update(block.statements)


class Adding(Step):
    """Adds a loop, but declares no additions."""

    name = "Adding"
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        loop = yulopt.parse("{ for { } 1 { } { } }").code.statements
        first = block.statements[0]
        assert isinstance(first, Block)
        first.statements += loop


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (Clearing(), "Clearing changes function f, where it would not have run"),
        (Denying(), "Denying changes function f, but reports no change"),
        (Adding(), "Adding adds loops to the main code without declaring it"),
    ],
)
def test_wrong_declarations_are_detected(step: Step, message: str) -> None:
    context, block = prepared(is_test=True)
    run_step(step_of_item("M"), context, block)
    with pytest.raises(StepError, match=message):
        run_step(step, context, block)
