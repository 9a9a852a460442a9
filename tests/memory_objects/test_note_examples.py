"""The examples of the note on Noir's mem2reg, as Yul programs with real memory.

A cell is an object that the free memory pointer gives, a reference is its address, and a reference
that is kept in a cell is an address in memory. What is `println` or `constrain` there is a log
here. Variables have the names that the specification gives them, chapter 08, section 10.1, where it
says which loads become values and which have to stay.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import pytest

from tests.steps.check import result
from yulopt.evm.halt import HaltKind
from yulopt.interpreter.run import run


def objects(**words: int) -> str:
    """Statements that allocate an object of this many words for each of these variables."""
    text = "mstore(64, memoryguard(128)) "
    for name, size in words.items():
        text += f"let {name} := mload(64) mstore(64, add({name}, {32 * size})) "
    return text


class Example(NamedTuple):
    """`replaced` are the loads that become values, `logs` the logs of the program.

    All other loads have to stay.
    """

    program: str
    replaced: str
    logs: list[int]


EXAMPLES: Final = {
    "N1, a loop": Example(
        objects(v0=1) + "mstore(v0, 0) for { let v1 := 0 } lt(v1, 3) { v1 := add(v1, 1) }"
        " { let v3 := mload(v0) let v4 := add(v3, 1) mstore(v0, v4)"
        " let v5 := mload(v0) log1(0, 0, v5) }"
        " let v7 := mload(v0) log1(0, 0, v7)",
        "v5",
        [1, 2, 3, 3],
    ),
    "N1b, a loop that begins with a store": Example(
        objects(v0=1) + "mstore(v0, 0) for { let v1 := 0 } 1 { v1 := add(v1, 1) }"
        " { mstore(v0, 7) if iszero(lt(v1, 3)) { break }"
        " let v3 := mload(v0) let v4 := add(v3, 1) mstore(v0, v4)"
        " let v5 := mload(v0) log1(0, 0, v5) }"
        " let v7 := mload(v0) log1(0, 0, v7)",
        "v3 v5 v7",
        [8, 8, 8, 7],
    ),
    "N2, an alias in an array": Example(
        objects(v1=1, v2=2) + "mstore(v1, 0) mstore(v2, v1) mstore(add(v2, 32), v1)"
        " switch calldatasize() case 0 { let v4 := mload(v2) mstore(v4, 1) }"
        " default { let v6 := mload(add(v2, 32)) mstore(v6, 2) }"
        " let v7 := mload(v1) log1(0, 0, v7)",
        "v4 v6",
        [1],
    ),
    "N4, a loop that changes nothing": Example(
        objects(v1=1) + "mstore(v1, 7) for { let v0 := 0 } lt(v0, 10) { v0 := add(v0, 1) } { }"
        " let v6 := mload(v1) log1(0, 0, v6)",
        "v6",
        [7],
    ),
    "N5, a loop that changes it": Example(
        objects(v1=1) + "mstore(v1, 7) for { let v0 := 0 } lt(v0, 3) { }"
        " { let v9 := add(v0, 1) let v10 := mload(v1) log1(0, 0, v10) mstore(v1, v9) v0 := v9 }"
        " let v6 := mload(v1) log1(0, 0, v6)",
        "",
        [7, 1, 2, 3],
    ),
    "N6, loops in loops that change nothing": Example(
        objects(foo=1) + "mstore(foo, 7) for { let i := 0 } lt(i, 2) { i := add(i, 1) }"
        " { for { let j := 0 } lt(j, 3) { j := add(j, 1) } { } }"
        " let v1 := mload(foo) log1(0, 0, v1)",
        "v1",
        [7],
    ),
    "N7, an object of an iteration": Example(
        objects() + "for { let v0 := 0 } lt(v0, 2) { v0 := add(v0, 1) }"
        " { let v2 := mload(64) mstore(64, add(v2, 32)) mstore(v2, 7)"
        " for { let v1 := 0 } lt(v1, 3) { v1 := add(v1, 1) } { }"
        " let v9 := mload(v2) log1(0, 0, v9) }",
        "v9",
        [7, 7],
    ),
    "N7x, the object of the iteration before": Example(
        objects(keep=1, other=1) + "mstore(other, 1) mstore(keep, other)"
        " for { let v0 := 0 } lt(v0, 2) { v0 := add(v0, 1) }"
        " { let v5 := mload(keep) let v6 := mload(v5) log1(0, 0, v6)"
        " let v2 := mload(64) mstore(64, add(v2, 32)) mstore(v2, 7) mstore(keep, v2)"
        " for { let v1 := 0 } lt(v1, 3) { v1 := add(v1, 1) } { }"
        " let v9 := mload(v2) log1(0, 0, v9) mstore(v2, 8) }",
        "v9",
        [1, 7, 8, 7],
    ),
    "N8, leading zeroes": Example(
        objects(v1=1, v3=1, v6=64) + "mstore(v1, 0) mstore(v3, 0)"
        " mstore(add(v6, 960), 1) mstore(add(v6, 1984), 1)"
        " for { let v0 := 0 } lt(v0, 64) { v0 := add(v0, 1) }"
        " { let v13 := mload(add(v6, mul(32, v0))) let v15 := mload(v3)"
        " switch and(iszero(v13), iszero(v15))"
        " case 0 { mstore(v3, 1) }"
        " default { let v18 := mload(v1) mstore(v1, add(v18, 1)) } }"
        " let v10 := mload(v1) log1(0, 0, v10)",
        "",
        [30],
    ),
    "N9, a loop in a loop that changes it": Example(
        objects(v2=1, v10=2, v6=2, v9=2) + "mstore(v2, 0) mstore(v10, v6) mstore(add(v10, 32), v9)"
        " mstore(v6, 1) mstore(add(v6, 32), 2) mstore(v9, 3) mstore(add(v9, 32), 4)"
        " for { let v0 := 0 } lt(v0, 2) { v0 := add(v0, 1) } {"
        " for { let v1 := 0 } lt(v1, 2) { v1 := add(v1, 1) } {"
        " let v21 := mload(v2) let v22 := mload(add(v10, mul(32, v0)))"
        " let v23 := mload(add(v22, mul(32, v1))) mstore(v2, add(v21, v23)) } }"
        " let v14 := mload(v2) log1(0, 0, v14)",
        "",
        [10],
    ),
    "R1, an array": Example(
        objects(v0=2) + "mstore(v0, 1) mstore(add(v0, 32), 2) let v2 := mload(add(v0, 32))"
        " log1(0, 0, v2)",
        "v2",
        [2],
    ),
    "R2, a cell is given to a function": Example(
        objects(v0=1) + "mstore(v0, 1) let v1 := mload(v0) f(v0) let v2 := mload(v0)"
        " log1(0, 0, v1) log1(0, 0, v2) function f(a) { mstore(a, add(mload(a), calldatasize())) }",
        "v1",
        [1, 1],
    ),
    "R3, a cell is returned": Example(
        "mstore(64, memoryguard(128)) let v0 := f() log1(0, 0, mload(v0))"
        " function f() -> a { a := mload(64) mstore(64, add(a, 32)) mstore(a, 5) }",
        "",
        [5],
    ),
    "R4, blocks one after the other": Example(
        objects(v0=1) + "mstore(v0, 5) let v1 := mload(v0) let v2 := v1 { let v3 := mload(v0)"
        " mstore(v0, 6) let v4 := mload(v0) log1(0, 0, v2) log1(0, 0, v3) log1(0, 0, v4) }",
        "v1 v3 v4",
        [5, 5, 6],
    ),
    "R5, a reference to a reference": Example(
        objects(v0=1, v2=1) + "mstore(v0, 0) mstore(v2, v0) let v3 := mload(v2)"
        " let v4 := mload(v2) { mstore(v3, 1) mstore(v4, 2) let v7 := mload(v3)"
        " log1(0, 0, eq(v7, 2)) }",
        "v3 v4 v7",
        [1],
    ),
    "R6, aliases over a loop": Example(
        objects(v0=1, v2=1) + "mstore(v0, 0) mstore(v2, v0)"
        " for { let i := 0 } lt(i, 2) { i := add(i, 1) } { let v5 := mload(v2) mstore(v5, 2) }"
        " let v9 := mload(v0) log1(0, 0, v9) let v11 := mload(v2) let v12 := mload(v11)"
        " log1(0, 0, v12)",
        "v5 v11 v12",
        [2, 2],
    ),
    "R7, two parameters": Example(
        objects(v0=1) + "mstore(v0, 3) f(v0, add(v0, calldatasize()))"
        " function f(p, q) { mstore(p, 0) mstore(q, 1) let v4 := mload(p) log1(0, 0, v4) }",
        "",
        [1],
    ),
    "R8, a reference is loaded twice after a loop": Example(
        objects(v0=1, v2=1) + "mstore(v0, 0) mstore(v2, v0)"
        " for { let i := 0 } lt(i, 2) { i := add(i, 1) } { let v5 := mload(v2) mstore(v5, 2) }"
        " let v11 := mload(v2) let v13 := mload(v2) let v12 := mload(v13) log1(0, 0, v11)"
        " log1(0, 0, v12)",
        "v5 v11 v13",
        [128, 2],
    ),
    "R9, a function is called between": Example(
        objects(v0=1, v2=1) + "mstore(v0, 0) mstore(v2, v0) let v11 := mload(v2) f(v2)"
        " let v13 := mload(v2) log1(0, 0, v11) log1(0, 0, v13)"
        " function f(a) { mstore(a, add(mload(a), calldatasize())) }",
        "v11",
        [128, 128],
    ),
    "R10, three references that are the same": Example(
        objects(a=1, b=1) + "mstore(a, 1) mstore(b, 0) let x, y, z"
        " switch calldatasize() case 0 { x := a y := a z := a } default { x := b y := b z := b }"
        " let v1 := mload(x) mstore(y, 2) let v2 := mload(x) mstore(z, 1) let v3 := mload(x)"
        " mstore(z, 3) let v4 := mload(x) log1(0, 0, v1) log1(0, 0, v2) log1(0, 0, v3)"
        " log1(0, 0, v4)",
        "v2 v3 v4",
        [1, 2, 1, 3],
    ),
}

_LOAD: Final = re.compile(r"\b(v\d+) := mload\(")


def logs(program: str) -> list[int]:
    """The numbers that a program logs."""
    seen = run(program)
    assert seen.kind is HaltKind.STOP
    return [one.topics[0] for one in seen.logs]


@pytest.mark.parametrize("name", EXAMPLES)
def test_loads_become_values(name: str) -> None:
    example = EXAMPLES[name]
    program = f"{{ {example.program} }}"
    after = result("H", program)
    replaced = set(_LOAD.findall(program)) - set(_LOAD.findall(after))
    assert replaced == set(example.replaced.split()), after
    assert logs(program) == logs(after) == example.logs


@pytest.mark.parametrize("name", EXAMPLES)
def test_several_steps_preserve_behaviour(name: str) -> None:
    example = EXAMPLES[name]
    assert logs(result("oxaHcSuHcSu", f"{{ {example.program} }}")) == example.logs


def test_a_store_through_an_alias_is_a_store() -> None:
    """N2 and N5 with the wrong rule: another number is logged, so the examples can fail."""
    for name, load, wrong in (
        ("N2, an alias in an array", "v7", "0"),
        ("N5, a loop that changes it", "v6", "7"),
    ):
        program = EXAMPLES[name].program.replace(
            f"let {load} := mload(v1)", f"let {load} := {wrong}"
        )
        assert logs(f"{{ {program} }}") != EXAMPLES[name].logs
