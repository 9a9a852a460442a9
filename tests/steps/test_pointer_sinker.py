"""The PointerSinker (6) sinks the store of the free memory pointer to its uses."""

from __future__ import annotations

import random

import pytest

import yulopt
from tests.parsing import OSAKA
from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, printed, result
from tests.steps.memory_programs import BEYOND_LIMITS, outcome
from tests.steps.pointer_adversaries import POINTER_ADVERSARIES
from yulopt.steps.pointer_sinker import PointerSinker
from yulopt.suite.suite import make_context

CALLDATA = [
    one.to_bytes(32, "big") + other.to_bytes(32, "big")
    for one in (0, 1, 2, 33, 64, 95, (1 << 256) - 1)
    for other in (0, 1, int.from_bytes(range(101, 133), "big"))
]
SET = "mstore(64, memoryguard(128))"
RAISE = "function raise() { mstore(64, add(mload(64), 32)) }"


def sunk(program: str) -> str:
    """The printed program with its pointer set elsewhere, as deployed code."""
    parsed = yulopt.parse(program)
    PointerSinker().run(make_context(parsed.code, OSAKA, 200), parsed.code)
    return yulopt.print_yul(parsed.code).rstrip()


@pytest.mark.parametrize("name", POINTER_ADVERSARIES)
def test_it_is_not_set_in_the_wrong_place(name: str) -> None:
    adversary = POINTER_ADVERSARIES[name]
    expected = [outcome(adversary.program, data) for data in CALLDATA]
    assert [outcome(adversary.wrong, data) for data in CALLDATA] != expected, "nothing is wrong"
    for after in (sunk(adversary.program), result("z6", adversary.program)):
        assert [outcome(after, data) for data in CALLDATA] == expected, after


def moved(before: str, after: str, functions: str = RAISE) -> None:
    """The result for code that begins by setting the pointer."""
    assert sunk(f"{{ {SET} {before} {functions} }}") == printed(f"{{ {after} {functions} }}")


def stays(program: str) -> None:
    """The program is unchanged."""
    assert sunk(program) == printed(program)


def test_it_is_set_in_the_branch_that_needs_it() -> None:
    moved("if sload(0) { raise() stop() }", f"if sload(0) {{ {SET} raise() stop() }}")


def test_it_is_set_before_its_use() -> None:
    moved(
        "if sload(0) { stop() } let x := sload(1) sstore(1, x) raise()",
        f"if sload(0) {{ stop() }} let x := sload(1) sstore(1, x) {SET} raise()",
    )


def test_it_is_set_in_the_cases_that_need_it() -> None:
    cases = "switch sload(0) case 0 {{ {0} raise() stop() }} case 1 {{ return(0, 32) }}"
    more = "case 2 {{ {0} raise() }} case 3 {{ mstore(0, 1) return(0, 32) }}"
    moved(
        f"{cases.format('')} {more.format('')} revert(0, 0)",
        f"{cases.format(SET)} {more.format(SET)} revert(0, 0)",
    )


def test_it_stays_where_copies_cost_more() -> None:
    needed = "case {} {{ sstore(0, {}) raise() }}"
    cases = " ".join(needed.format(number, number) for number in range(9))
    stays(f"{{ {SET} switch sload(0) {cases} default {{ stop() }} {RAISE} }}")


def test_reverting_paths_do_not_count() -> None:
    stays(f"{{ {SET} if sload(0) {{ revert(0, 0) }} raise() {RAISE} }}")


def test_an_unused_pointer_is_removed() -> None:
    moved("mstore(0, sload(0)) return(0, 32)", "mstore(0, sload(0)) return(0, 32)")


def test_another_store_replaces_it() -> None:
    moved("mstore(64, 7) raise()", "mstore(64, 7) raise()")


def test_it_is_overwritten_and_the_program_ends() -> None:
    error = "mstore(0, 1) mstore(4, 32) mstore(36, 8) mstore(68, 2) revert(0, 100)"
    moved(
        "if sload(0) { f() } stop()",
        "if sload(0) { f() } stop()",
        f"function f() {{ {error} }}",
    )


def test_a_loop_that_it_passes_is_passed_as_a_whole() -> None:
    loop = "for { let i := 0 } lt(i, 9) { i := add(i, 1) } { if sload(i) { break } sstore(i, 1) }"
    moved(
        f"{loop} if sload(0) {{ raise() stop() }}",
        f"{loop} if sload(0) {{ {SET} raise() stop() }}",
    )


def test_a_function_with_leave_is_passed() -> None:
    f = "function f() { if sload(0) { leave } sstore(0, 1) }"
    moved(
        "f() if sload(0) { raise() stop() }",
        f"f() if sload(0) {{ {SET} raise() stop() }}",
        f"{f} {RAISE}",
    )


def test_without_a_guard_it_stays() -> None:
    stays("{ mstore(64, 128) if sload(0) { mstore(0, mload(64)) stop() } }")


def test_variables_with_guards() -> None:
    before = f"{{ let g := memoryguard(128) mstore(64, g) if g {{ raise() stop() }} {RAISE} }}"
    after = f"{{ let g := memoryguard(128) if g {{ {SET} raise() stop() }} {RAISE} }}"
    assert sunk(before) == printed(after)
    stays(f"{{ let g := memoryguard(128) g := 7 mstore(64, g) if g {{ raise() stop() }} {RAISE} }}")


def test_the_step_does_so_when_constants_are_known() -> None:
    look = "sstore(0, {}) mstore(0, 1) return(0, 32)"
    check_step(
        "z6",
        f"{{ {SET} if sload(0) {{ {look.format('mload(64)')} }} }}",
        f"{{ if sload(0) {{ {look.format('memoryguard(0x80)')} }} }}",
    )


def test_a_changed_pointer_is_not_sunk() -> None:
    program = f"""object "a" {{ code {{
        {SET} if sload(0) {{ setimmutable(sload(1), "i", 1) stop() }}
    }} }}"""
    assert "if sload(0) { mstore" in " ".join(result("6", program).split())


def test_reads_of_msize_see_the_pointer() -> None:
    check_unchanged("6", f"{{ {SET} if sload(0) {{ sstore(0, msize()) }} }}")
    stays(
        f"{{ let g := memoryguard(128) g := 7 mstore(64, g) if g {{ raise() stop() }} {RAISE} }}",
    )


class Writer:
    """Writes random code about known addresses near the pointer; `ways_out` leave what it is in."""

    def __init__(self, rng: random.Random, *ways_out: str) -> None:
        self._rng = rng
        self._ways_out = ways_out

    def _with_ways_out(self, *more: str) -> Writer:
        return Writer(self._rng, *self._ways_out, *more)

    def statements(self, depth: int) -> str:
        return " ".join(self._statement(depth) for _ in range(self._rng.randint(1, 4)))

    def _statement(self, depth: int) -> str:
        rng = self._rng
        address = rng.choice((0, 31, 32, 36, 60, 63, 64, 64, 68, 95, 96, 128))
        kind = rng.randrange(15 if depth else 10)
        if kind < 2:
            return f"mstore({address}, calldataload({32 * rng.randrange(2)}))"
        if kind == 2:
            return f"mstore8({address}, 0xab)"
        if kind == 3:
            return f"sstore({rng.randrange(4)}, mload({address}))"
        if kind == 4:
            return f"if calldataload(0) {{ {rng.choice(('return', 'revert'))}(0, {address}) }}"
        if kind == 5 and self._ways_out and rng.random() < 0.5:
            return f"if calldataload({32 * rng.randrange(2)}) {{ {rng.choice(self._ways_out)} }}"
        if kind == 5:
            return rng.choice(("stop()", "revert(0, 0)", "return(0, 100)", "sstore(0, 1)"))
        if kind == 6:
            return "mstore(64, add(mload(64), 32))"
        if kind < 10:
            return rng.choice(("f()", "g()", "sstore(1, add(sload(1), 1))"))
        if kind == 10:
            return f"if calldataload({32 * rng.randrange(2)}) {{ {self.statements(depth - 1)} }}"
        if kind == 11:
            body = self._with_ways_out("break", "continue").statements(depth - 1)
            i = f"i{depth}"
            return f"for {{ let {i} := 0 }} lt({i}, 2) {{ {i} := add({i}, 1) }} {{ {body} }}"
        if kind == 12:
            condition = f"lt(calldataload({32 * rng.randrange(2)}), 2)"
            return f"if {condition} {{ {self.statements(depth - 1)} revert(0, 0) }}"
        cases = [f"case {n} {{ {self.statements(depth - 1)} }}" for n in range(3)]
        last = f"default {{ {self.statements(depth - 1)} }}" if kind == 13 else ""
        return f"switch calldataload(0) {' '.join(cases)} {last}"


def test_any_code_with_the_pointer() -> None:
    moves = 0
    for seed in seeds(30, 6000):
        rng = random.Random(seed)
        writer, inside = Writer(rng), Writer(rng, "leave")
        functions = f"""
            function f() {{ {inside.statements(1)} }}
            function g() {{ {inside.statements(0).replace("g()", "f()")} }}
        """
        program = f"{{ {SET} {writer.statements(2)} {functions} }}"
        after = sunk(program)
        moves += f"{{ {SET}" not in " ".join(after.split())
        for data in CALLDATA[::4]:
            expected = outcome(program, data)
            if expected[0] not in BEYOND_LIMITS:
                assert outcome(after, data) == expected, (seed, program, after)
    assert moves > 3, f"only {moves} of the programs had it in another place"
