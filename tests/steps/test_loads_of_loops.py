"""Loads repeated in loops, hoisted by StorageForwarder (B) and MemoryPromoter (H)."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, outcome

_HEAD: Final = "let x := calldataload(0) let y := calldataload(32)"
_FREE: Final = f"mstore(64, memoryguard(128)) {_HEAD}"
CALLDATA: Final = [
    b"".join(word.to_bytes(32, "big") for word in words)
    for words in ((0, 0), (1, 1), (3, 2), (2, 7), (7, 3), (5, (1 << 256) - 1))
]


def _loop(condition: str, body: str, before: str = "") -> str:
    return (
        f"{{ {_HEAD} let i := 0 {before} for {{ }} {condition} {{ i := add(i, 1) }} {{ {body} }} }}"
    )


def test_a_load_in_the_condition() -> None:
    check_step(
        "B",
        _loop("lt(i, sload(0))", "tstore(add(i, 3), sload(0)) if gt(i, 7) { stop() }"),
        _loop("lt(i, _1)", "tstore(add(i, 3), _1) if gt(i, 7) { stop() }", "let _1 := sload(0)"),
    )
    check_step(
        "B",
        _loop("lt(i, tload(x))", "sstore(add(i, 3), 1)"),
        _loop("lt(i, _1)", "sstore(add(i, 3), 1)", "let _1 := tload(x)"),
    )


def test_a_store_to_another_slot() -> None:
    check_step(
        "B",
        _loop("lt(i, sload(0))", "sstore(add(1, and(i, 7)), i)"),
        _loop("lt(i, _1)", "sstore(add(1, and(i, 7)), i)", "let _1 := sload(0)"),
    )


@pytest.mark.parametrize(
    "body",
    [
        "sstore(x, i)",
        "sstore(and(i, 7), i)",
        "pop(call(gas(), x, 0, 0, 0, 0, 0))",
        "if gt(i, 3) { sstore(0, y) }",
        "for { } lt(i, 7) { i := add(i, 1) } { sstore(0, y) }",
    ],
)
def test_the_loop_may_store_to_the_slot(body: str) -> None:
    program = _loop("lt(i, sload(0))", body)
    # Where bytes matter more than gas, the slot does not become a variable either.
    check_step("B", program, program, runs=1)


def test_functions_that_store() -> None:
    writes, other = "function f(a) { sstore(a, 7) }", "function f(a) { sstore(add(a, 1), 7) }"
    loop = "for { } lt(i, sload(0)) { i := add(i, 1) } { f(0) }"
    check_unchanged("B", f"{{ let i := 0 {loop} {writes} }}")
    check_step(
        "B",
        f"{{ let i := 0 {loop} {other} }}",
        f"{{ let i := 0 let _1 := sload(0) {loop.replace('sload(0)', '_1')} {other} }}",
    )


def test_the_first_statements_of_a_body_that_is_executed() -> None:
    check_step(
        "B",
        _loop("lt(i, 3)", "let v := sload(x) tstore(i, v) if sload(y) { break } tstore(i, 2)"),
        _loop(
            "lt(i, 3)",
            "let v := _1 tstore(i, v) if _2 { break } tstore(i, 2)",
            "let _1 := sload(x) let _2 := sload(y)",
        ),
    )


def test_code_that_may_not_run_stays() -> None:
    check_unchanged(
        "B",
        _loop("lt(i, x)", "tstore(i, sload(0))"),
        _loop("lt(i, 3)", "if x { break } tstore(i, sload(0))"),
        _loop("lt(i, 3)", "if gt(i, 1) { tstore(i, sload(0)) }"),
        _loop("lt(i, 3)", "switch i case 2 { tstore(i, sload(0)) }"),
        _loop("lt(i, 3)", "for { } lt(i, 2) { i := 2 } { tstore(i, sload(0)) }"),
    )


def test_code_that_may_end_the_execution_is_first() -> None:
    ends = "function f(a) -> b { if a { revert(0, 0) } b := 1 }"
    check_unchanged(
        "H",
        f"{{ {_FREE} for {{ }} and(mload(x), f(y)) {{ }} {{ sstore(y, mload(x)) }} {ends} }}",
    )
    check_step(
        "H",
        f"{{ {_FREE} for {{ }} and(f(y), mload(x)) {{ }} {{ sstore(y, mload(x)) }} {ends} }}",
        f"{{ {_FREE} let _1 := mload(x)"
        f" for {{ }} and(f(y), _1) {{ }} {{ sstore(y, _1) }} {ends} }}",
    )


def test_a_load_after_a_call_that_never_returns_is_not_executed() -> None:
    ends = "function f() -> a { sstore(0, 1) stop() }"
    check_unchanged(
        "H",
        f"{{ {_FREE} for {{ }} and(mload(x), f()) {{ }} {{ sstore(y, mload(x)) }} {ends} }}",
        f"{{ {_FREE} for {{ }} 1 {{ }} {{ sstore(y, add(mload(x), f())) }} {ends} }}",
    )


def test_slot_variables_changed_by_the_loop() -> None:
    check_unchanged(
        "B",
        _loop("lt(i, sload(i))", ""),
        _loop("lt(i, sload(keccak256(0, 32)))", "mstore(0, i)"),
        _loop("lt(i, 3)", "let k := add(x, i) tstore(i, sload(k))"),
        _loop("lt(i, 3)", "let k := add(x, 1) tstore(i, sload(k))"),
    )


def test_slot_variables_computed_in_the_loop() -> None:
    check_step(
        "B",
        _loop("lt(i, 3)", "let k := add(x, 1) tstore(i, sload(k))", "let h := add(x, 1)"),
        _loop(
            "lt(i, 3)", "let k := add(x, 1) tstore(i, _1)", "let h := add(x, 1) let _1 := sload(h)"
        ),
    )


def test_known_values_are_not_reloaded() -> None:
    check_step(
        "B",
        _loop("lt(i, sload(0))", "tstore(i, 1)", "let v := sload(0)"),
        _loop("lt(i, v)", "tstore(i, 1)", "let v := sload(0)"),
    )


def test_a_loop_in_a_loop() -> None:
    before = f"""{{ {_HEAD} let i let j
        for {{ }} lt(i, x) {{ i := add(i, 1) }} {{
            for {{ }} lt(j, sload(i)) {{ j := add(j, 1) }} {{ tstore(j, sload(1)) }}
        }} }}"""
    after = before.replace("for { } lt(j, sload(i))", "let _1 := sload(i) for { } lt(j, _1)")
    check_step("B", before, after)


def test_stores_before_a_loop() -> None:
    check_unchanged("B", "{ for { let i := caller() } lt(i, sload(0)) { } { i := add(i, 1) } }")
    check_step(
        "B",
        _loop("lt(i, sload(0))", "tstore(i, 1)", "sstore(0, 5)"),
        _loop("lt(i, 5)", "tstore(i, 1)", "sstore(0, 5)"),
    )


def test_the_scope_of_declarations_before_a_loop() -> None:
    loop = "for { } lt(i, sload(0)) { i := add(i, 1) } { }"
    check_step(
        "B",
        f"{{ let i {{ {loop} }} tstore(0, sload(0)) }}",
        f"{{ let i {{ let _1 := sload(0) {loop.replace('sload(0)', '_1')} }}"
        " tstore(0, sload(0)) }",
    )
    check_unchanged(
        "B",
        f"{{ {_HEAD} let i if x {{ let n := sload(0) for {{ }} lt(i, n) {{ i := add(i, 1) }}"
        " { tstore(i, n) } } tstore(0, sload(0)) }",
    )
    loop = "let v := sload(0) tstore(i, v) let w := sload(1) tstore(v, w)"
    check_step(
        "B",
        _loop("lt(i, 3)", f"{loop} sstore(add(2, and(i, 7)), i)")[:-1] + " tstore(5, sload(0)) }",
        _loop(
            "lt(i, 3)",
            "let v := _1 tstore(i, v) let w := _2 tstore(v, w) sstore(add(2, and(i, 7)), i)",
            "let _1 := sload(0) let _2 := sload(1)",
        )[:-1]
        + " tstore(5, _1) }",
    )


def test_words_of_memory() -> None:
    check_step(
        "H",
        f"{{ {_FREE} let i for {{ }} lt(i, mload(0)) {{ i := add(i, 1) }} {{ mstore(32, i) }} }}",
        f"{{ {_FREE} let i let _1 := mload(0) for {{ }} lt(i, _1) {{ i := add(i, 1) }}"
        " { mstore(32, i) } }",
    )
    check_unchanged(
        "H",
        f"{{ {_FREE} let i for {{ }} lt(i, mload(0)) {{ i := add(i, 1) }} {{ mstore(31, i) }} }}",
        f"{{ {_FREE} let i for {{ }} lt(i, mload(x)) {{ i := add(i, 1) }} {{ mstore(y, i) }} }}",
        f"{{ {_FREE} let i for {{ }} lt(i, mload(64)) {{ i := add(i, 1) }} {{ }} }}",
        "{ let i for { } lt(i, mload(0)) { i := add(i, 1) } { sstore(0, msize()) } }",
    )


def test_any_loops() -> None:
    hoisted = 0
    for seed in seeds(4, 4000):
        rng = random.Random(seed)
        program = _any_loops(rng)
        before = result("", program)
        for steps in ("B", "H", "HB", "oxa[r]HBcLSu"):
            after = result(steps, program)
            hoisted += _first_round(after) != _first_round(before)
            for data in CALLDATA:
                expected = outcome(program, data)
                if expected[0] not in BEYOND_LIMITS:
                    assert outcome(after, data) == expected, f"seed {seed}: {program}\n{after}"
    assert hoisted > 4, f"only {hoisted} programs had anything to put in front of a loop"


def _first_round(text: str) -> int:
    return text.count("load(")


def _any_loops(rng: random.Random) -> str:
    """A program with loops that load and store few places."""

    def place() -> str:
        return rng.choice(("0", "1", "32", "x", "y", "i", "and(i, 1)", "add(x, 1)"))

    def value() -> str:
        load = rng.choice(("sload", "tload", "mload"))
        return rng.choice((f"{load}({place()})", f"{load}({place()})", "i", "x", "f(y)"))

    def statement(depth: int) -> str:
        kind = rng.randrange(9 if depth else 6)
        if kind < 3:
            return f"{rng.choice(('sstore', 'tstore', 'mstore'))}({place()}, {value()})"
        if kind == 3:
            return rng.choice((f"x := {value()}", f"y := {value()}", f"let {name()} := {value()}"))
        if kind == 4:
            end = rng.choice(("break", "continue", "revert(0, 0)", "stop()"))
            return f"if eq({value()}, {rng.randrange(3)}) {{ {end} }}"
        if kind == 5:
            return f"pop({value()})"
        if kind == 6:
            return f"if {value()} {{ {statements(depth - 1)} }}"
        limit = rng.choice(("3", "and(x, 3)", f"and({value()}, 3)", f"and({value()}, 3)"))
        counter = name()
        return (
            f"let {counter} := 0 for {{ }} lt({counter}, {limit})"
            f" {{ {counter} := add({counter}, 1) }} {{ {statements(depth - 1)} }}"
        )

    def statements(depth: int) -> str:
        return " ".join(statement(depth) for _ in range(rng.randint(1, 5)))

    def name() -> str:
        names.append("")
        return f"v{len(names)}"

    names: list[str] = []
    function = (
        "function f(a) -> b { b := add(mload(a), sload(a))"
        " if eq(a, 1) { sstore(0, 5) mstore(32, 5) } if eq(a, 2) { revert(0, 0) } }"
    )
    loop = f"for {{ }} lt(i, {rng.choice(('2', value()))}) {{ i := add(i, 1) }}"
    return (
        f"{{ {_FREE} let i := 0 {loop} {{ if gt(i, 4) {{ break }} {statements(2)} }}"
        f" sstore(9, {value()}) {function} }}"
    )
