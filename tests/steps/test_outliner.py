"""The Outliner (X): statements that occur several times become a function."""

from __future__ import annotations

import random
import re

import pytest

from tests.slices import amount, seeds
from tests.steps.check import printed, result
from yulopt.interpreter.run import run

# Statements that are worth a function, about two values.
WORK = f"mstore(0, {{0}}) sstore(keccak256(0, 64), {{1}}) log2(0, 64, {'9' * 70}, {{0}})"
# A large constant, so that it is worth a function to use it once.
LARGE = "8" * 70


def outcome(program: str, calldata: int) -> tuple[object, ...]:
    seen = run(program, calldata=calldata.to_bytes(32, "big"))
    return seen.kind, seen.output, seen.storage, seen.logs


def outlined(program: str, runs: int = 1) -> str:
    """The result of the step, which behaves the same."""
    after = result("hgX", program, runs=runs)
    for calldata in range(4):
        assert outcome(after, calldata) == outcome(program, calldata)
    return after


def check_stays(program: str, runs: int = 1) -> None:
    """Nothing is outlined."""
    assert outlined(program, runs) == result("hg", program)


def test_differing_values_are_parameters() -> None:
    after = outlined(f"""{{
        let a := calldataload(0)
        {WORK.format("a", 7)}
        sstore(0, 1)
        let b := caller()
        {WORK.format("b", "a")}
    }}""")
    assert after == printed(f"""{{
        {{
            let a := calldataload(0)
            outlined(a, 7)
            sstore(0, 1)
            let b := caller()
            outlined(b, a)
        }}
        function outlined(_1, _2) {{ {WORK.format("_1", "_2")} }}
    }}""")


def test_common_values_are_not_parameters() -> None:
    after = outlined(f"{{ {WORK.format(7, 8)} sstore(0, 1) {WORK.format(7, 8)} }}")
    assert after.count("outlined()") == 3


def test_values_used_later_are_returned() -> None:
    work = f"let {{0}} := add(calldataload({{1}}), {LARGE}) sstore({{0}}, {{0}})"
    after = outlined(f"{{ {work.format('a', 1)} {work.format('b', 2)} log1(0, 0, sub(a, b)) }}")
    assert "let a := outlined(1)" in after
    assert "let b := outlined(2)" in after


def test_values_used_later_by_one_occurrence_are_returned_to_all() -> None:
    work = f"let {{0}} := add(calldataload({{1}}), {LARGE}) sstore({{0}}, {{0}})"
    after = outlined(f"{{ {work.format('a', 1)} {work.format('b', 2)} log1(0, 0, b) }}")
    assert "let a := outlined(1)" in after


def test_one_of_several_variables_that_are_declared_without_a_value_is_returned() -> None:
    work = (
        f"let {{0}}, {{1}} {{1}} := calldataload({{2}}) {{0}} := add({{1}}, {LARGE})"
        " sstore({0}, {1})"
    )
    after = outlined(
        f"{{ {work.format('a', 'b', 1)} {work.format('c', 'd', 2)} log2(0, 0, a, c) }}"
    )
    assert "let a := outlined(1)" in after


def test_an_outer_variable_gets_the_result() -> None:
    work = f"{{0}} := add(calldataload({{1}}), {LARGE}) sstore({{0}}, {{0}})"
    after = outlined(f"""{{
        let a := 5 let b
        if calldataload(0) {{ {work.format("a", 1)} }}
        if calldataload(0) {{ {work.format("b", 2)} }}
        log1(0, 0, sub(a, b))
    }}""")
    assert "a := outlined(1)" in after
    assert "let a := outlined" not in after


def test_results_of_the_enclosing_function_are_used_later() -> None:
    work = f"{{0}} := add(calldataload({{1}}), {LARGE}) sstore(0, 1)"
    after = outlined(f"""{{
        log2(0, 0, f(), g())
        function f() -> a {{ {work.format("a", 1)} }}
        function g() -> b {{ {work.format("b", 2)} }}
    }}""")
    assert "a := outlined(1)" in after


def test_values_read_by_the_next_iteration_are_returned() -> None:
    work = f"{{0}} := add(calldataload({{1}}), {LARGE}) sstore(0, 1)"
    after = outlined(f"""{{
        let a let b
        for {{ let i }} lt(i, 3) {{ i := add(i, 1) }} {{
            log1(0, 0, a) {work.format("a", "i")}
            log1(0, 0, b) {work.format("b", 1)}
        }}
    }}""")
    assert "a := outlined(" in after


@pytest.mark.parametrize(
    "assignment",
    ["a := add(a, 1)", "if calldatasize() { a := 1 }", "for { } lt(a, 3) { a := add(a, 1) } { }"],
)
def test_variables_that_are_read_and_assigned_stay(assignment: str) -> None:
    after = outlined(f"""{{
        let a := calldataload(0)
        {WORK.format(1, 2)} {assignment} {WORK.format(3, 4)} {assignment}
        sstore(1, a)
    }}""")
    assert after.count(assignment[:4]) >= 2
    assert after.count("outlined(") == 3


def test_failing_sequences() -> None:
    def fail(number: int, text: str) -> str:
        return (
            f"if eq(calldataload(0), {number}) {{ let p := mload(64) mstore(p, shl(229, 4594637))"
            f" mstore(add(p, 4), 32) mstore(add(p, 36), {number}) mstore(add(p, 68), '{text}')"
            " revert(p, 100) }"
        )

    program = f"{{ {fail(1, 'one')} {fail(2, 'two')} {fail(3, 'three')} }}"
    for runs in (0, 200, 10**6):
        after = outlined(program, runs)
        assert after.count("revert") == 1
        assert 'outlined(2, "two")' in after


@pytest.mark.parametrize("end", ["return(0, 64)", "stop()"])
def test_ending_sequences(end: str) -> None:
    after = outlined(f"""{{
        if calldataload(0) {{ {WORK.format(1, 2)} {end} }}
        {WORK.format(3, 4)} {end}
    }}""")
    assert after.count(end) == 1


def test_equal_blocks_that_fail_are_left_to_the_assembler() -> None:
    fail = "mstore(0, 12345678901) mstore(4, 17) mstore(8, 99) revert(0, 36)"
    conditions = ("calldataload(0)", "callvalue()", "iszero(caller())", "address()", "gasprice()")
    check_stays(f"{{ {' '.join(f'if {test} {{ {fail} }}' for test in conditions)} }}")


def test_hot_code_is_not_outlined() -> None:
    program = f"""{{
        for {{ let i }} lt(i, 3) {{ i := add(i, 1) }} {{ {WORK.format("i", 2)} }}
        {WORK.format(3, 4)}
    }}"""
    assert "outlined" in outlined(program, 0)
    check_stays(program, 200)


def test_jumps_out_of_the_sequence_stay() -> None:
    check_stays("""{
        for { let i } lt(i, 3) { i := add(i, 1) } {
            if gt(i, calldataload(0)) { sstore(i, 123456) break }
            if gt(i, calldataload(32)) { sstore(i, 123456) break }
        }
        sstore(50, f(calldataload(0))) sstore(51, g(calldataload(0)))
        function f(x) -> r { if gt(x, 1) { r := 12345678 leave } }
        function g(x) -> r { if gt(x, 1) { r := 12345678 leave } }
    }""")


def test_loops_move_with_their_jumps() -> None:
    loop = """for {{ let {0} }} lt({0}, 9) {{ {0} := add({0}, 1) }} {{
        if gt({0}, {1}) {{ break }} if eq({0}, 1) {{ continue }} sstore({0}, {1})
    }}"""
    after = outlined(f"{{ {loop.format('i', 3)} {loop.format('j', 5)} }}")
    assert after.count("break") == 1


def test_names_of_data_stay_literals() -> None:
    copy = "datacopy(0, dataoffset('{0}'), datasize('{0}')) log1(0, 64, mload(0))"
    program = f"""object "o" {{
        code {{ {{ {copy.format("a")} sstore(0, 1) {copy.format("b")} }} }}
        data "a" "1" data "b" "23"
    }}"""
    assert "outlined" not in result("X", program, runs=0)
    assert "outlined" in result("X", program.replace("'b'", "'a'"), runs=0)


def test_labels_stay_literals() -> None:
    switch = "switch calldataload(0) case {0} {{ sstore({0}, 1234567) }} case 9 {{ sstore(1, 2) }}"
    check_stays(f"{{ {switch.format(1)} {switch.format(2)} }}")
    assert "outlined" in outlined(f"{{ {switch.format(1)} {switch.format(1)} }}")


def test_memoryguard_stays() -> None:
    guard = f"mstore(64, memoryguard(0x80)) sstore(0, {LARGE}) log1(0, 0, {LARGE})"
    after = result("hgX", f"{{ {guard} sstore(1, 1) {guard} }}", runs=0)
    assert after.count("memoryguard") == 2


def test_sequences_that_overlap_themselves() -> None:
    outlined(f"{{ {'sstore(add(sload(1), 1), caller()) log0(0, 0) ' * 15} }}", 0)


def test_recursive_functions() -> None:
    after = outlined(f"""{{
        f(calldataload(0))
        function f(x) {{
            if x {{ {WORK.format("x", 1)} f(sub(x, 1)) {WORK.format("x", 2)} }}
        }}
    }}""")
    assert "outlined(x, 1)" in after


def test_outlined_functions_have_fresh_names() -> None:
    outlined(f"""{{
        outlined(1) {WORK.format(1, 2)} log0(0, 0) {WORK.format(3, 4)}
        function outlined(x) {{ sstore(x, 1) }}
    }}""")


def test_too_many_parameters() -> None:
    def store(numbers: range) -> str:
        value = "0"
        for number in numbers:
            value = f"add(mload({value}), {number})"
        return f"sstore({LARGE}, {value})"

    def program(number: int) -> str:
        sums = [store(range(first, first + number)) for first in range(10, 50, 10)]
        return f"{{ {' log0(0, 0) '.join(sums)} }}"

    assert "outlined" in outlined(program(5), 0)
    check_stays(program(7), 0)


def _with_variables(number: int) -> str:
    """A program that keeps this many variables, and passes six of them to a function."""

    def stores(first: int) -> str:
        return " ".join(f"sstore({n}, v{(first + n) % number})" for n in range(6))

    variables = " ".join(f"let v{n} := calldataload({n})" for n in range(number))
    sites = " log0(0, 0) ".join(stores(3 * n) for n in range(12))
    return f"{variables} {sites} {' '.join(f'sstore(v{n}, v{n})' for n in range(number))}"


def test_few_calls_share_a_result() -> None:
    """The arguments of all such calls wait on the stack from the start; a thousand of them do not
    fit."""
    length = amount(150, 400)
    chain = "".join(
        f"sstore(x{n}, {n + 1000}) log1(0, {n}, x{n}) let x{n + 1} := sload(keccak256({n}, 64))"
        for n in range(length)
    )
    program = f"{{ let x0 := calldataload(0) {chain} sstore(x{length}, 1) }}"
    after = outlined(program)
    assert "outlined(" in after
    returned = set(re.findall(r"let (\w+) := outlined", after))
    passed = re.findall(r"outlined\w*\((.*?)\)\n", after)
    links = [one for one in passed if returned.intersection(one.split(", "))]
    assert len(links) < 20


def test_a_stack_that_would_be_too_deep() -> None:
    assert "outlined(" in outlined(f"{{ {_with_variables(7)} }}", 0)
    check_stays(f"{{ {_with_variables(13)} }}", 0)


def test_a_stack_limit_keeps_no_other_occurrence() -> None:
    after = outlined(
        f"""{{
        f() {WORK.format(1, 2)} sstore(0, 1) {WORK.format(3, 4)}
        function f() {{ {_with_variables(13)} }}
    }}""",
        0,
    )
    assert after.count("outlined") == 3
    assert after.count("(1, 2)") == after.count("(3, 4)") == 1


def test_programs_with_repetitions_behave_the_same() -> None:
    outlines = 0
    for seed in seeds(5, 4000):
        rng = random.Random(seed)
        program = _program(rng)
        after = result("dhgX", program, runs=rng.choice((0, 0, 1, 200)))
        outlines += after.count("function outlined")
        for calldata in range(3):
            assert outcome(after, calldata) == outcome(program, calldata), f"seed {seed}"
    assert outlines


def _program(rng: random.Random) -> str:
    pieces = [_piece(rng) for _ in range(3)]
    counter = 0

    def block(depth: int, in_loop: bool) -> str:
        nonlocal counter
        parts: list[str] = []
        for _ in range(rng.randint(2, 4)):
            counter += 1
            piece = rng.choice(pieces)
            for placeholder in "KLM":
                piece = piece.replace(placeholder, rng.choice(("1", "2", "5", "a", "b", "r")))
            parts.append(piece.replace("#", str(counter)))
            if rng.random() < 0.3:
                parts.append(f"sstore({counter}, x{counter})")
            if in_loop and rng.random() < 0.2:
                parts.append("if gt(a, b) { break }")
            if depth and rng.random() < 0.5:
                inner = block(depth - 1, in_loop)
                parts.append(f"if lt(a, {rng.randint(0, 3)}) {{ {inner} }}")
            elif depth and rng.random() < 0.3:
                i = f"i{counter}"
                inner = block(0, True)
                parts.append(f"for {{ let {i} }} lt({i}, 2) {{ {i} := add({i}, 1) }} {{ {inner} }}")
        return " ".join(parts)

    functions = " ".join(
        f"function f{n}(a, b) -> r {{ {block(1, False)} }}" for n in range(rng.randint(1, 2))
    )
    return f"""{{
        {{
            let a := calldataload(0) let b := 3 let r
            {block(2, False)} sstore(100, r)
            sstore(101, f0(a, b)) sstore(102, a)
        }}
        {functions}
    }}"""


def _piece(rng: random.Random) -> str:
    statements = (
        "sstore(add(a, K), L)",
        "if gt(b, K) { sstore(L, r) }",
        "r := mul(K, add(L, 1))",
        "b := add(b, K)",
        "a := K",
        "let y# := sload(L) sstore(y#, K)",
        "log1(0, 0, M)",
        "if eq(a, K) { mstore(0, L) mstore(32, M) revert(0, 64) }",
        "for { let j# } lt(j#, 2) { j# := add(j#, 1) } { sstore(j#, L) if eq(j#, K) { break } }",
        "switch b case 1 { r := K } default { r := L }",
    )
    chosen = rng.sample(statements, rng.randint(1, 3))
    return f"let x# := add(K, sload(M)) {' '.join(chosen)}"
