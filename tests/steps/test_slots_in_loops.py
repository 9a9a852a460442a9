"""Slots of storage that the StorageForwarder (B) keeps in variables while a loop runs."""

from __future__ import annotations

import random
import re
from typing import Final

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, outcome

_HEAD: Final = "let x := calldataload(0) let y := calldataload(32)"
# Called without calldata, the program says what is in slot 0, or stores there if there is value.
_ASKED: Final = (
    "if iszero(calldatasize()) { if callvalue() { sstore(0, 77) stop() }"
    " mstore(0, sload(0)) return(0, 32) }"
)
CALLDATA: Final = [
    b"".join(word.to_bytes(32, "big") for word in words)
    for words in (
        (0, 0),
        (1, 1),
        (3, 2),
        (2, 7),
        (7, 3),
        (5, (1 << 256) - 1),
        (1, 0),
        (0, 3),
        (4, 0),
    )
]


def _loop(body: str, before: str = "", behind: str = "", key: str = "0") -> str:
    """A loop of x rounds; in its body, L is a load of the slot, and S[e] a store of e to it."""
    body = re.sub(r"S\[(.*?)\]", rf"sstore({key}, \1)", body).replace("L", f"sload({key})")
    return _around(body, before, behind)


def _promoted(body: str, before: str = "", behind: str = "", key: str = "0") -> str:
    """The same, with the slot in a variable."""
    body = re.sub(r"S\[(.*?)\]", r"_2 := \1", body).replace("L", "_2")
    before = f"{before} let _1 := sload({key}) let _2 := _1"
    return _around(body, before, f"if sub(_2, _1) {{ sstore({key}, _2) }} {behind}")


def _around(body: str, before: str, behind: str) -> str:
    return (
        f"{{ {_HEAD} let i := 0 {before}"
        f" for {{ }} lt(i, x) {{ i := add(i, 1) }} {{ {body} }} {behind} }}"
    )


_ADD: Final = "S[add(L, i)]"
_HASHED: Final = "mstore(0, x) mstore(32, {}) let {} := keccak256(0, 64)"


@pytest.mark.parametrize(
    "body",
    [
        _ADD,
        f"{_ADD} sstore(7, i)",
        f"{_ADD} if gt(i, 3) {{ revert(0, 0) }}",
        f"{_ADD} if gt(i, 3) {{ break }} if i {{ continue }} S[7]",
        "S[i]",
        f"let z := L sstore(1, z) if y {{ S[z] }} {_ADD}",
        f"switch y case 0 {{ S[L] }} case 1 {{ S[add(L, 1)] }} {_ADD}",
        f"{_ADD} mstore(0, i) log1(0, 32, L)",
        f"{_ADD} tstore(0, i) sstore(1, tload(i))",
        f"{_ADD} {_HASHED.format('5', 'h')} sstore(add(h, and(i, 0xffff)), sload(h))",
    ],
)
def test_a_slot_is_a_variable(body: str) -> None:
    after = result("B", _loop(body))
    front, loop = after.split("for {")
    loop, behind = loop.split("if sub(", 1)
    assert front.count("sload(0)") == 1
    assert "sload(0)" not in loop
    assert "sstore(0" not in loop
    assert re.search(r"\{ sstore\(0, _\d\) \}", behind)
    for data in CALLDATA:
        assert outcome(after, data) == outcome(_loop(body), data)


def test_the_promoted_slot() -> None:
    check_step("B", _loop(_ADD), _promoted(_ADD))
    check_step("B", _loop("S[add(i, y)]"), _promoted("S[add(i, y)]"))
    check_step("B", _loop(_ADD, key="y"), _promoted(_ADD, key="y"))
    check_step(
        "B",
        _loop(_ADD).replace("sload", "tload").replace("sstore", "tstore"),
        _promoted(_ADD).replace("sload", "tload").replace("sstore", "tstore"),
    )


def test_a_slot_that_is_known_in_front_of_the_loop() -> None:
    body = "if eq(i, y) { S[add(L, 1)] }"
    check_step(
        "B",
        _loop(body, before="sstore(0, y)"),
        _around(
            "if eq(i, y) { _1 := add(_1, 1) }",
            "sstore(0, y) let _1 := y",
            "if sub(_1, y) { sstore(0, _1) }",
        ),
    )


def test_assignments_of_the_loop_change_the_slot() -> None:
    check_step(
        "B",
        _loop("y := add(y, 1) S[add(L, y)]", before="sstore(0, y)"),
        _promoted("y := add(y, 1) S[add(L, y)]", before="sstore(0, y)"),
    )


def test_slots_of_mappings() -> None:
    before = f"{_HASHED.format('1', 'h')} {_HASHED.format('2', 'k')}"
    body = "S[add(L, i)] sstore(k, i)"
    after = result("B", _loop(body, before=before, key="h"))
    assert re.search(r"if sub\(_\d, _\d\) \{ sstore\(h, _\d\) \}", after)
    assert re.search(r"if sub\(_\d, _\d\) \{ sstore\(k, _\d\) \}", after)
    assert after.count("sload(") == 2


def test_a_loop_in_a_loop() -> None:
    inner = "for { let j := 0 } lt(j, y) { j := add(j, 1) } { if gt(j, 7) { break } S[add(L, j)] }"
    after = result("oB", _loop(f"S[add(L, 1)] {inner}"))
    assert (after.count("sload("), after.count("sstore(")) == (1, 1)
    after = result("oB", _loop(f"sstore(i, 1) {inner}", key="add(y, not(0))"))
    for data in CALLDATA:
        before = _loop(f"sstore(i, 1) {inner}", key="add(y, not(0))")
        assert outcome(after, data) == outcome(before, data)


_CALLED: Final = "pop({}(gas(), address(), {}0, 0, 0, 32)) sstore(9, mload(0))"

# Bodies of loops in which the slot must stay where it is, what is before and after the loop.
ADVERSARIES: Final = {
    "another contract comes back and stores": (
        f"{_ADD} pop(call(gas(), address(), 1, 0, 0, 0, 0))",
        _ASKED,
        "",
    ),
    "another contract comes back and loads": (
        f"{_ADD} {_CALLED.format('call', '0, ')}",
        _ASKED,
        "",
    ),
    "a static call asks what is there": (f"{_ADD} {_CALLED.format('staticcall', '')}", _ASKED, ""),
    "code that is delegated to stores": (
        f"{_ADD} pop(delegatecall(gas(), address(), 0, 0, 0, 0))",
        "if iszero(calldatasize()) { sstore(0, 77) stop() }",
        "",
    ),
    "the program returns in the loop": (f"{_ADD} if eq(i, y) {{ return(0, 0) }}", "", ""),
    "the program stops in the loop": (f"{_ADD} if eq(i, y) {{ stop() }}", "", ""),
    "a function stops in the loop": (
        f"{_ADD} f(i, y)",
        "",
        "function f(a, b) { if eq(a, b) { stop() } }",
    ),
    "a function loads the slot": (
        f"{_ADD} f(i)",
        "",
        "function f(a) { sstore(add(a, 9), sload(0)) }",
    ),
    "a function stores to the slot": (f"{_ADD} f(i)", "", "function f(a) { sstore(0, 5) }"),
    "a function loads the slot that it is given": (
        f"{_ADD} f(y)",
        "",
        "function f(a) { sstore(9, sload(a)) }",
    ),
    "a function loads the slot after the one that it is given": (
        f"{_ADD} f(y)",
        "",
        "function f(a) { sstore(9, sload(add(a, 1))) }",
    ),
    "a function has a function load the slot": (
        f"{_ADD} f(i)",
        "",
        "function f(a) { g(0) } function g(a) { sstore(9, sload(a)) }",
    ),
    "a function that calls itself loads the slot": (
        f"{_ADD} f(2)",
        "",
        "function f(a) { if a { sstore(9, sload(0)) f(sub(a, 1)) } }",
    ),
    "a function that reverts says what is there": (
        f"{_ADD} if eq(i, y) {{ f() }}",
        "",
        "function f() { mstore(0, sload(0)) revert(0, 32) }",
    ),
    "something is loaded that may be the slot": (f"{_ADD} sstore(9, sload(y))", "", ""),
    "something is stored that may be the slot": (f"{_ADD} sstore(y, 5)", "", ""),
    "one round stores to the slot by another name": (
        f"{_ADD} sstore(sub(i, 1), 5)",
        "",
        "",
    ),
    "a later round loads the slot by another name": (
        f"sstore(add(9, i), sload(sub(3, i))) {_ADD}",
        "",
        "",
    ),
}


@pytest.mark.parametrize("name", ADVERSARIES)
def test_unsound_promotions_are_rejected(name: str) -> None:
    body, before, behind = ADVERSARIES[name]
    program, wrong = _loop(body, before, behind), _promoted(body, before, behind)
    expected = [outcome(program, data) for data in CALLDATA]
    assert [outcome(wrong, data) for data in CALLDATA] != expected, "nothing is wrong"
    for steps in ("B", "oxa[r]BcLSu"):
        after = result(steps, program)
        assert [outcome(after, data) for data in CALLDATA] == expected, after


def test_the_function_is_left_in_the_loop() -> None:
    check_unchanged(
        "B",
        "{ f(calldataload(0)) function f(n) { for { } n { n := sub(n, 1) }"
        " { sstore(0, add(sload(0), n)) if eq(n, 3) { leave } } } }",
    )


def test_a_contract_is_created_in_the_loop() -> None:
    check_unchanged("B", _loop(f"{_ADD} pop(create(0, 0, 0))"))


def test_the_key_changes_in_each_iteration() -> None:
    check_unchanged("B", _loop("sstore(i, add(sload(i), 1))"))


def test_the_key_is_known_only_in_a_branch() -> None:
    # Where z is 3, w is the slot that is loaded.
    program = _loop(
        "if eq(z, 3) { sstore(w, 1) } mstore(0, sload(add(y, 3))) log1(0, 32, 1)",
        before="let z := and(calldataload(64), 3) let w := add(y, z)"
        " sstore(add(y, 3), 5) sstore(calldataload(96), 6)",
    )
    after = result("B", program)
    for data in CALLDATA:
        assert outcome(after, data) == outcome(program, data), after


def test_the_variable_with_the_key_is_assigned_in_the_loop() -> None:
    program = _loop("sstore(k, add(sload(k), 1)) k := 9 k := y", before="let k := y")
    check_unchanged("B", program)


def test_the_key_is_computed_with_an_effect() -> None:
    function = "function f() -> k { sstore(1, add(sload(1), 1)) k := 0 }"
    program = _loop("sstore(f(), add(sload(0), 1))", behind=function)
    after = result("B", program)
    for data in CALLDATA:
        assert outcome(after, data) == outcome(program, data), after


def test_a_load_of_the_slot_is_put_in_front_of_a_loop_in_the_loop() -> None:
    program = _loop("S[add(L, 1)] for { } lt(i, L) { i := add(i, 1) } { sstore(9, L) }")
    after = result("B", program)
    for data in CALLDATA:
        assert outcome(after, data) == outcome(program, data), after


def test_promotion_without_gain() -> None:
    # The slot is used in few rounds, and not known in front of the loop.
    check_unchanged("B", _loop("if eq(i, y) { S[add(L, 1)] }"))
    # No second round.
    check_unchanged("B", _loop("S[add(L, 1)] break"))
    # Bytes matter more.
    check_step("B", _loop(_ADD), _loop(_ADD), runs=1)


class _Bodies:
    """Writes random bodies of loops that use slot 0, and others."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._names = 0

    def statements(self, depth: int) -> str:
        return " ".join(self._statement(depth) for _ in range(self._rng.randint(1, 4)))

    def _value(self) -> str:
        rng = self._rng
        return rng.choice(("L", "i", "x", "y", "add(L, 1)", "sload(1)", "sload(add(h, 1))", "g(i)"))

    def _statement(self, depth: int) -> str:
        rng = self._rng
        kind = rng.randrange(12 if depth else 7)
        if kind < 3:
            return f"S[{self._value()}]"
        if kind == 3:
            key = rng.choice(("1", "2", "h", "add(h, and(i, 3))", "add(1, and(i, 3))", "k"))
            return f"sstore({key}, {self._value()})"
        if kind == 4:
            return f"mstore(0, {self._value()}) log1(0, 32, {self._value()})"
        if kind == 5:
            return f"y := {self._value()}"
        if kind == 6:
            rare = (
                "sstore(y, 3)",
                "f(i)",
                "f(0)",
                "stop()",
                "return(0, 32)",
                "sstore(4, sload(y))",
            )
            return rng.choice((*rare, "revert(0, 32)", "break", "continue", "y := g(0)"))
        body = self.statements(depth - 1)
        if kind < 9:
            return f"if {self._value()} {{ {body} }}"
        if kind == 9:
            return f"switch {self._value()} case 0 {{ {body} }} default {{ {self.statements(0)} }}"
        self._names += 1
        j = f"j{self._names}"
        return f"for {{ let {j} := 0 }} lt({j}, 3) {{ {j} := add({j}, 1) }} {{ {body} }}"


def test_any_loops_over_slots() -> None:
    promoted = 0
    for seed in seeds(8, 4000):
        bodies = _Bodies(random.Random(seed))
        program = _loop(
            f"{bodies.statements(2)} if eq(i, 5) {{ break }}",
            f"{_HASHED.format('1', 'h')} let k := add(h, 2) {bodies.statements(0)}".replace(
                "break", ""
            ).replace("continue", ""),
            "sstore(8, sload(0)) function f(a) { sstore(add(a, 3), sload(add(a, 2))) }"
            " function g(a) -> b { b := sload(add(a, 5)) }",
        )
        before = program.replace("S[", "sstore(0, ").replace("]", ")").replace("L", "sload(0)")
        after = result("oB", before)
        promoted += "if sub(" in after
        cleaned = result("oxa[r]HBcLSu", before)
        for data in CALLDATA:
            expected = outcome(before, data)
            if expected[0] in BEYOND_LIMITS:
                continue
            assert outcome(after, data) == expected, f"seed {seed}: {before}"
            assert outcome(cleaned, data) == expected, f"seed {seed}: {before}"
    assert promoted > 2, f"only {promoted} programs had anything to promote"
