"""The CalldataSizeSimplifier (y): uses facts about the size of calldata from conditions."""

from __future__ import annotations

import random

import pytest

from tests.slices import every_nth, seeds
from tests.steps.check import check_step, check_unchanged, result
from yulopt.interpreter.run import run

# Bytes of calldata around every limit that a test has.
LENGTHS = (*range(12), 35, 36, 37, 67, 68, 69, 200)

CONDITIONS = [
    f"{name}({', '.join(arguments)})"
    for name in ("lt", "gt", "slt", "sgt")
    for size in (
        "calldatasize()",
        "add(calldatasize(), not(3))",
        "add(not(0), calldatasize())",
        "sub(calldatasize(), 5)",
    )
    for constant in ("0", "1", "5", "32", "not(0)", "0x10000000000000000")
    for arguments in ((size, constant), (constant, size))
]


def stored(program: str, length: int) -> object:
    """The outcome and storage of the program for this many bytes of calldata."""
    outcome = run(program, calldata=bytes(length))
    return outcome.kind, {slot: word for (_, slot), word in outcome.storage.items()}


def check_same(before: str) -> str:
    """Run the step, and let both programs run; returns the text after."""
    after = result("y", before)
    for length in LENGTHS:
        assert stored(after, length) == stored(before, length), f"{length} bytes: {before}"
    return after


@pytest.mark.parametrize("condition", every_nth(3, CONDITIONS))
def test_each_comparison_alone(condition: str) -> None:
    check_same(f"{{ sstore(0, {condition}) sstore(1, iszero({condition})) }}")


def test_any_sequence_of_comparisons() -> None:
    for seed in seeds(3, 3000):
        writer = Writer(random.Random(seed))
        program = f"{{ {writer.statements(3)} function f() {{ {writer.statements(1)} }} }}"
        assert check_same(program), f"seed {seed}"


class Writer:
    """Writes random statements that ask for the size of the calldata."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._loops = 0

    def statements(self, depth: int) -> str:
        return " ".join(self._statement(depth) for _ in range(self._rng.randint(1, 4)))

    def _statement(self, depth: int) -> str:
        rng = self._rng
        store = f"sstore({rng.randrange(100)}, {rng.choice(CONDITIONS)})"
        if depth == 0:
            return store if rng.random() < 0.7 else "revert(0, 0)"
        condition = rng.choice((*CONDITIONS, "calldatasize()", "iszero(calldatasize())"))
        if rng.random() < 0.3:
            condition = f"iszero({condition})"
        kind = rng.randrange(7 if depth > 1 else 5)
        if kind < 2:
            return f"if {condition} {{ {self.statements(depth - 1)} }}"
        if kind == 2:
            body = self.statements(depth - 1)
            return f"switch {condition} case 0 {{ {body} }} default {{ {store} }}"
        if kind == 3:
            return f"switch calldatasize() case 4 {{ {self.statements(depth - 1)} }}"
        if kind == 4:
            return f"if {condition} {{ revert(0, 0) }}"
        return self._loop(depth, condition) if kind == 5 else "f()"

    def _loop(self, depth: int, condition: str) -> str:
        self._loops += 1
        name = f"i{self._loops}"
        head = f"for {{ let {name} }} lt({name}, 3) {{ {name} := add({name}, 1) }}"
        return f"{head} {{ {self.statements(depth - 1)} if {condition} {{ break }} }}"


def test_facts_after_a_check() -> None:
    check_step(
        "y",
        """{
            if lt(calldatasize(), 36) { revert(0, 0) }
            if lt(calldatasize(), 36) { revert(0, 1) }
            if iszero(calldatasize()) { revert(0, 2) }
            if slt(add(calldatasize(), not(3)), 33) { revert(0, 3) }
            sstore(0, gt(calldatasize(), 36))
        }""",
        """{
            if lt(calldatasize(), 36) { revert(0, 0) }
            if 0 { revert(0, 1) }
            if 0 { revert(0, 2) }
            if lt(calldatasize(), 37) { revert(0, 3) }
            sstore(0, 1)
        }""",
    )


def test_nothing_is_known_after_a_branch_that_continues() -> None:
    check_unchanged(
        "y",
        """{
            if lt(calldatasize(), 36) { sstore(0, 1) }
            sstore(1, lt(calldatasize(), 36))
        }""",
        """{
            switch lt(calldatasize(), 36)
            case 1 { sstore(0, 1) }
            sstore(1, lt(calldatasize(), 36))
        }""",
    )


def test_a_function_knows_what_all_its_calls_know() -> None:
    check_step(
        "y",
        """{
            if lt(calldatasize(), 4) { f() stop() }
            f()
            g()
            function f() { g() sstore(0, lt(calldatasize(), 4)) }
            function g() { h() sstore(1, lt(calldatasize(), 4)) }
            function h() { sstore(2, lt(calldatasize(), 4)) }
        }""",
        """{
            if lt(calldatasize(), 4) { f() stop() }
            f()
            g()
            function f() { g() sstore(0, lt(calldatasize(), 4)) }
            function g() { h() sstore(1, lt(calldatasize(), 4)) }
            function h() { sstore(2, lt(calldatasize(), 4)) }
        }""",
    )
    after = check_same(
        """{
            if lt(calldatasize(), 4) { stop() }
            f()
            function f() { g() if lt(calldatasize(), 9) { stop() } g() }
            function g() { h() sstore(1, lt(calldatasize(), 4)) }
            function h() { sstore(2, add(sload(2), lt(calldatasize(), 9))) }
        }"""
    )
    assert "sstore(1, 0)" in after
    assert "lt(calldatasize(), 9)))" in after


def test_recursive_and_uncalled_functions_know_nothing() -> None:
    functions = """
        function f(n) { sstore(n, lt(calldatasize(), 4)) if n { f(sub(n, 1)) } }
        function unused() { sstore(1, lt(calldatasize(), 4)) }
    """
    check_unchanged("y", f"{{ if lt(calldatasize(), 4) {{ stop() }} f(3) {functions} }}")


def test_loops_know_facts_from_before() -> None:
    after = check_same(
        """{
            if lt(calldatasize(), 4) { stop() }
            for { let i } lt(i, 3) { i := add(i, lt(calldatasize(), 4)) i := add(i, 1) } {
                if lt(calldatasize(), 9) { break }
                sstore(i, lt(calldatasize(), 9))
            }
            sstore(9, lt(calldatasize(), 9))
        }"""
    )
    assert "sstore(9, lt(calldatasize(), 9))" in after
    assert "sstore(i, 0)" in after
    assert "i := add(i, 0)" in after


@pytest.mark.parametrize(
    "expression",
    [
        "lt(calldatasize(), callvalue())",
        "lt(add(calldatasize(), not(3)), 32)",
        "slt(add(calldatasize(), calldatasize()), 32)",
        "slt(mul(calldatasize(), 1), 32)",
        "slt(calldatasize(), not(0))",
        "slt(sub(5, calldatasize()), 32)",
        "eq(calldatasize(), 4)",
    ],
)
def test_other_expressions_stay(expression: str) -> None:
    check_unchanged("y", f"{{ sstore(0, {expression}) }}")
