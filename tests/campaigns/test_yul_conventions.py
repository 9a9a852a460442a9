"""A slice of the campaign over unconventional Yul; it finds a wrong step.

The whole is `python -m tests.campaigns.yul_conventions`.
"""

from __future__ import annotations

import re

import pytest

from tests.broken_steps import break_step
from tests.campaigns.yul_conventions.campaign import Tally, calls_for, check, find_failure, shrink
from tests.campaigns.yul_conventions.programs import conventions_program
from tests.slices import at_length, seeds
from yulopt.passes.step import Context
from yulopt.steps.expression_simplifier import ExpressionSimplifier
from yulopt.suite.pipelines import pipeline_names
from yulopt.syntax.ast import Block, FunctionCall, Literal
from yulopt.syntax.visitor import Walker

NAMES = tuple(pipeline_names())
CONSTRUCTS = {
    "an odd pointer": r"mstore\(0x40, 0x1f\)",
    "a pointer from calldata": r"mstore\(0x40, and\((v\d|calldataload\(\d+\)),",
    "a pointer in storage": r"sstore\(9, p\d+\)",
    "a loop to the pointer": r"lt\(i\d+, and\(mload\(0x40\), 0x1ff\)\)",
    "the size of memory": r"sstore\(\d, msize\(\)\)",
    "scratch space": r"mstore\(0, \S+\) mstore\(0x20, \S+\) v\d := keccak256\(0, 0x40\)",
    "slots beside a hash": r"sstore\(add\(h\d+, 1\)",
    "recursion with swapped arguments": r"r := deeper\(sub\(n, 1\), b, add\(a, n\)\)",
    "leave in nested blocks": r"\{ \{ mstore\(0x40, add\(r, 0x20\)\) leave \} \}",
    "a switch without default": r"switch and\(\S+, 3\) case 0 \{ v\d := \S+ \} case 2",
    "an empty hash": r"keccak256\(not\(0\), 0\)",
    "an empty log": r"log1\(not\(0\), 0,",
    "an empty return": r"return\(not\(0\), 0\)",
    "selfdestruct in a function": r"\{ selfdestruct\(0xbeef\) \}",
    "calldata beyond its end": r"calldatacopy\(0, sub\(calldatasize\(\), 5\), 0x20\)",
    "returned data": r"returndatacopy\(0, 0x1c, 4\)",
    "verbatim": r"verbatim_2i_1o\(",
    "verbatim that allocates": r'verbatim_0i_0o\(hex"604051602001604052"\)',
    "a call of itself": r"call\(gas\(\), address\(\)",
    "a loop that changes what its condition loads": r"or\(sload\(add\(h\d+, 1\)\), 1\) \{ \}",
    "a sum that is the pointer in one branch": r"eq\(\S+, 9\)\) \{ mstore\(0x40, d",
    "many stores, to the pointer, too": r" many\(p\d+, ",
    "a function with the name of a later builtin": r"^    mcopy\(",
    "a guard": r"memoryguard\(0x80\)",
    "an immutable that is assigned again": r'if \w+ \{ setimmutable\(0x8000, "i\d",',
    "a function that assigns an immutable, and ends": r"\{ assign\(\w+\) finish\(\) \}",
    "a default that assigns an immutable": r'default \{ setimmutable\(0x8000, "i\d",',
    "a load in a loop that may have no rounds": r"lt\(i\d+, mul\(lt\(a\d+, 0x21\), and",
    "a load after what may end the execution": r"xor\(mload\(a\d+\), near\(a\d+\)\)",
    "variables without a value": r"let a\d+, d\d+ if ",
    "a check that other functions begin with": r"case 1 \{ checked\(",
    "a large switch": r"case 12 \{ v\d := ",
    "a hash of the pointer": r"keccak256\(0, 0x60\)",
    "a log of a pointer": r"mstore\(p\d+, p\d+\) log0\(p\d+, 0x20\)",
}


@pytest.fixture(scope="module")
def programs() -> str:
    return "".join(map(conventions_program, range(200)))


def test_a_seed_gives_the_same_program() -> None:
    assert [conventions_program(seed) for seed in range(5)] == list(
        map(conventions_program, range(5))
    )
    assert conventions_program(1) != conventions_program(2)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_each_construct_occurs(construct: str, programs: str) -> None:
    assert re.search(CONSTRUCTS[construct], programs, re.MULTILINE)


def test_deep_code_without_a_guard_shows_the_pointer(programs: str) -> None:
    """Its variables must not take memory below what the pointer says."""
    shown = ("log0(0x20, 0x60)", "return(0x40, 0x20)", "revert(0x20, 0x40)", "keccak256(0, 0x60)")
    texts = [text for text in programs.split('object "C"') if "function deep(" in text]
    assert any("memoryguard" not in text and any(map(text.count, shown)) for text in texts)


@pytest.mark.parametrize("seed", seeds(3, 300))
def test_programs_behave_the_same(seed: int) -> None:
    print(f"python -m tests.campaigns.yul_conventions --seeds {seed}:{seed + 1} --shrink")
    tally = Tally()
    check(seed, [NAMES[seed % len(NAMES)]], tally)
    assert tally.calls > tally.exhausted
    assert not tally.failures


class _Aligned(Walker):
    """Loads words from the beginning of memory as if those near were there."""

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        address = call.arguments[0] if call.name == "mload" else None
        if isinstance(address, Literal) and address.value % 32:
            address.value -= address.value % 32


@at_length
def test_a_wrong_step_is_found_and_shown_by_a_small_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simplifier = ExpressionSimplifier()

    def run(context: Context, block: Block) -> None:
        simplifier.run(context, block)
        _Aligned().visit_block(block)

    break_step(monkeypatch, ExpressionSimplifier, run)
    tally = Tally()
    check(FOUND, ["size"], tally)
    [(_, failure)] = tally.failures
    small = shrink(failure)
    assert len(small.calls) == 1
    assert "mload(" in small.text
    assert len(small.text) < 150
    monkeypatch.undo()
    assert find_failure(small.text, "size", small.runs, calls_for(FOUND)) is None


# The seed of a program that shows it.
FOUND = 6
