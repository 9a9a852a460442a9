"""The StorageForwarder (B): replaces loads of storage by available values."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, outcome
from tests.steps.storage_adversaries import STORAGE_ADVERSARIES

_PAIRS: Final = ((0, 1), (1, 0), (1, 2), (2, 3), (3, 3), (0, 0), (5, 1), ((1 << 256) - 1, 2))
# Two words of calldata.
CALLDATA: Final = [
    one.to_bytes(32, "big") + other.to_bytes(32, "big")
    for one, other in (*_PAIRS, (int.from_bytes(range(1, 33), "big"), 0xABCD))
]


@pytest.mark.parametrize("name", STORAGE_ADVERSARIES)
def test_unsound_optimisations_are_rejected(name: str) -> None:
    adversary = STORAGE_ADVERSARIES[name]
    expected = [outcome(adversary.program, data) for data in CALLDATA]
    assert [outcome(adversary.wrong, data) for data in CALLDATA] != expected, "nothing is wrong"
    for steps in ("B", "oxa[r]BcLSu"):
        after = result(steps, adversary.program)
        assert [outcome(after, data) for data in CALLDATA] == expected, after


HASHED: Final = "mstore(0, caller()) mstore(32, {}) let {} := keccak256(0, 64)"


def test_verbatim_may_allocate_memory() -> None:
    # mstore(64, add(mload(64), 64)), so q is another object.
    allocates = 'verbatim_0i_0o(hex"604051604001604052")'
    check_unchanged(
        "B",
        f"""{{
            mstore(64, memoryguard(128))
            mstore(0, 2) let two := keccak256(0, 32)
            let p := mload(64) mstore(p, 1)
            {allocates}
            let q := mload(64) mstore(q, 2)
            sstore(two, 7)
            let one := keccak256(p, 32)
            sstore(0, sload(one))
        }}""",
    )


def test_a_slot_is_loaded_again() -> None:
    check_step(
        "B",
        "{ let x := sload(0) sstore(1, sload(0)) let y := tload(0) tstore(1, tload(0)) }",
        "{ let x := sload(0) sstore(1, x) let y := tload(0) tstore(1, y) }",
    )


def test_a_slot_is_loaded_that_was_stored() -> None:
    check_step(
        "B",
        "{ let x := caller() sstore(7, x) sstore(8, 9) sstore(1, sload(7)) sstore(2, sload(8)) }",
        "{ let x := caller() sstore(7, x) sstore(8, 9) sstore(1, x) sstore(2, 9) }",
    )


def test_the_current_value_is_stored_again() -> None:
    check_step(
        "B",
        "{ let x := sload(0) sstore(1, x) sstore(0, x) sstore(1, sload(0)) tstore(0, tload(0)) }",
        "{ let x := sload(0) sstore(1, x) sstore(0, x) sstore(1, x) tstore(0, tload(0)) }",
    )


def test_values_that_are_packed_are_stored_at_once() -> None:
    before = """{
        let x := calldataload(0)
        sstore(0, or(and(sload(0), not(0xff)), and(x, 0xff)))
        mstore(0, x)
        sstore(keccak256(0, 32), 1)
        sstore(0, or(and(sload(0), not(0xff00)), and(x, 0xff00)))
    }"""
    text = result("xaBcSu", before)
    assert (text.count("sload"), text.count("sstore")) == (1, 2)
    assert [outcome(text, data) for data in CALLDATA] == [
        outcome(before, data) for data in CALLDATA
    ]


@pytest.mark.parametrize(
    "meanwhile",
    [
        f"{HASHED.format(1, 'h')} sstore(h, 7)",
        f"{HASHED.format(1, 'h')} sstore(add(h, and(calldataload(0), 0xffff)), 7)",
        f"{HASHED.format(1, 'h')} mstore(0, h) sstore(keccak256(0, 32), 7)",
        f"{HASHED.format(1, 'h')} f(h)",
        "f(1) function f(a) { sstore(a, 7) }",
        "f() function f() { mstore(0, number()) sstore(keccak256(0, 32), 7) }",
        "if caller() { sstore(1, 7) }",
        "pop(staticcall(gas(), 4, 0, 0, 0, 0))",
        "switch caller() case 0 { revert(0, 0) } case 1 { sstore(0, 5) stop() }",
        "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(add(1, and(i, 7)), i) }",
        "tstore(0, 1)",
    ],
)
def test_intervening_effects(meanwhile: str) -> None:
    if meanwhile.endswith("f(h)"):
        meanwhile += " function f(a) { sstore(a, 7) }"
    check_step(
        "B",
        f"{{ let x := sload(0) {meanwhile} sstore(9, sload(0)) }}",
        f"{{ let x := sload(0) {meanwhile} sstore(9, x) }}",
    )


def test_slots_of_mappings_are_distinct() -> None:
    both = f"{HASHED.format(1, 'a')} {HASHED.format(2, 'b')}"
    check_step(
        "B",
        f"{{ {both} sstore(a, 5) sstore(add(b, 1), 6) sstore(9, sload(a)) }}",
        f"{{ {both} sstore(a, 5) sstore(add(b, 1), 6) sstore(9, 5) }}",
    )


def test_slots_of_nested_mappings_are_distinct() -> None:
    hashes = " ".join(
        f"mstore(0, number()) mstore(32, {slot}) mstore(32, keccak256(0, 64)) mstore(0, caller())"
        f" let {name} := keccak256(0, 64)"
        for slot, name in ((1, "a"), (2, "b"))
    )
    check_step(
        "B",
        f"{{ {hashes} sstore(a, 5) sstore(b, 6) sstore(9, sload(a)) }}",
        f"{{ {hashes} sstore(a, 5) sstore(b, 6) sstore(9, 5) }}",
    )


@pytest.mark.parametrize(
    ("key", "is_far_from_slots", "is_far_from_hashes"),
    [
        ("a", True, True),
        ("add(a, 0xffffffff)", True, True),
        ("sub(a, 0xffffffff)", True, True),
        ("add(a, 0x100000000)", False, False),
        ("sub(a, 0x100000000)", False, False),
        ("0xffffffffffffffff", True, True),
        ("0x10000000000000000", True, False),
        ("i", False, False),
    ],
)
def test_distances_of_hashes(key: str, is_far_from_slots: bool, is_far_from_hashes: bool) -> None:
    # Those that are nearer to each other take 2**111 tries to find.
    before = f"""
        {HASHED.format(1, "a")} {HASHED.format(2, "b")} let i := calldataload(0)
        sstore(5, 6) sstore(b, 7) sstore({key}, i)"""
    check_step(
        "B",
        f"{{ {before} sstore(8, sload(5)) sstore(9, sload(b)) }}",
        f"""{{ {before}
            sstore(8, {"6" if is_far_from_slots else "sload(5)"})
            sstore(9, {"7" if is_far_from_hashes else "sload(b)"})
        }}""",
    )


# Called without calldata, the program does this; otherwise it says what such a call returned.
CALLED: Final = """{{
    if iszero(calldatasize()) {{ {body} mstore(0, sload(1)) return(0, 32) }}
    sstore(1, calldataload(0))
    sstore(2, {call}(gas(), address(), {value}0, 0, 0, 32))
    sstore(3, mload(0))
}}"""


def static(body: str) -> str:
    """A program that calls itself without leave to store."""
    return CALLED.format(body=body, call="staticcall", value="")


def ordinary(body: str) -> str:
    """A program that calls itself."""
    return CALLED.format(body=body, call="call", value="0, ")


@pytest.mark.parametrize(
    "body",
    [
        "let x := sload(0) sstore(0, x)",
        "let x := tload(0) tstore(0, x)",
        "let x := sload(0) sstore(0, add(x, 1))",
        "let i := 0 for { } lt(i, 2) { i := add(i, 1) } { sstore(0, add(sload(0), i)) }",
    ],
)
def test_stores_fail_in_a_static_call(body: str) -> None:
    for data in CALLDATA:
        assert outcome(result("B", static(body)), data) == outcome(static(body), data)


def test_a_loop_that_leaves_a_slot_as_it_was_may_run_in_a_static_call() -> None:
    body = "let i := 0 for { } lt(i, 2) { i := add(i, 1) } { sstore(0, xor(sload(0), 5)) }"
    for data in CALLDATA:
        after = outcome(result("B", static(body)), data)
        assert after != outcome(static(body), data)
        assert after == outcome(ordinary(body), data)


def test_branches_leave_the_same_value() -> None:
    check_step(
        "B",
        "{ let v := 1 sstore(0, v) if caller() { v := gas() sstore(0, v) } sstore(9, sload(0)) }",
        "{ let v := 1 sstore(0, v) if caller() { v := gas() sstore(0, v) } sstore(9, v) }",
    )


def test_effects_stay() -> None:
    function = "function f(a) -> b { sstore(a, 1) b := 0 }"
    check_unchanged(
        "B",
        f"{{ sstore(0, 1) sstore(f(0), 1) {function} }}",
        f"{{ let x := sload(0) sstore(9, sload(f(2))) {function} }}",
    )


def test_variables_are_in_scope() -> None:
    check_unchanged(
        "B",
        "{ { let x := sload(0) sstore(1, x) } sstore(2, sload(0)) }",
        "{ f() function f() { let x := sload(0) sstore(1, x) g() }"
        " function g() { sstore(2, sload(0)) } }",
    )


class Writer:
    """Writes random statements about few slots, and variables that hold what is in them."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._names = 0

    def statements(self, depth: int, names: tuple[str, ...], functions: tuple[str, ...]) -> str:
        rng = self._rng
        text = ""
        for _ in range(rng.randint(2, 6)):
            if rng.random() < 0.4:
                self._names += 1
                name = f"v{self._names}"
                text += f" let {name} := {self._value(names)}"
                names = (*names, name)
            text += " " + self._statement(depth, names, functions)
        return text

    def _statement(self, depth: int, names: tuple[str, ...], functions: tuple[str, ...]) -> str:
        rng = self._rng
        kind = rng.randrange(13 if depth else 9)
        if kind < 5:
            space = rng.choice(("s", "s", "s", "t"))
            return f"{space}store({self._key(names)}, {self._value(names)})"
        if kind == 5:
            return f"{rng.choice(names)} := {self._value(names)}"
        if kind == 6:
            return f"mstore({rng.choice((0, 32))}, {self._value(names)})"
        if kind == 7:
            if not functions:
                return "pop(staticcall(gas(), 4, 0, 0, 0, 0))"
            return f"{rng.choice(names)} := {rng.choice(functions)}({self._value(names)})"
        if kind == 8:
            end = rng.choice(("stop()", "revert(0, 0)", "return(0, 64)"))
            return f"if eq({self._value(names)}, 1) {{ {end} }}"
        body = self.statements(depth - 1, names, functions)
        if kind == 9:
            other = self.statements(depth - 1, names, functions)
            return f"switch {self._value(names)} case 0 {{ {body} }} default {{ {other} }}"
        if kind == 10:
            self._names += 1
            name = f"i{self._names}"
            jump = rng.choice(("", f"if eq({rng.choice(names)}, 2) {{ break }}", "continue"))
            return (
                f"for {{ let {name} }} lt({name}, 3) {{ {name} := add({name}, 1) }}"
                f" {{ {body} {jump} }}"
            )
        if kind == 11:
            return f"if {self._value(names)} {{ {body} }}"
        return f"{{ {body} }}"

    def _key(self, names: tuple[str, ...]) -> str:
        rng = self._rng
        kind = rng.randrange(10)
        if kind < 4:
            return str(rng.randrange(3))
        if kind < 7:
            return f"keccak256({rng.choice((0, 0, 32))}, {rng.choice((32, 64))})"
        if kind == 7:
            return f"add(keccak256(0, 32), and({rng.choice(names)}, 1))"
        return rng.choice((f"and({rng.choice(names)}, 3)", rng.choice(names)))

    def _value(self, names: tuple[str, ...]) -> str:
        rng = self._rng
        kind = rng.randrange(8)
        if kind < 4:
            return f"{rng.choice(('s', 's', 't'))}load({self._key(names)})"
        if kind == 4:
            return str(rng.randrange(3))
        if kind == 5:
            return f"add({rng.choice(names)}, 1)"
        return rng.choice(names)


def test_any_statements_about_storage() -> None:
    changed = 0
    for seed in seeds(12, 6000):
        rng = random.Random(seed)
        writer = Writer(rng)
        functions = (
            f"function f(a) -> b {{ {writer.statements(1, ('a', 'b'), ())} }}"
            f" function g(a) -> b {{ {writer.statements(0, ('a', 'b'), ('f',))} }}"
            f" function h(a) -> b {{ if a {{ b := h(shr(1, and(a, 7))) }}"
            f" {writer.statements(0, ('a', 'b'), ())} }}"
        )
        body = writer.statements(2, ("x", "y"), ("f", "g", "h"))
        program = f"{{ let x := calldataload(0) let y := calldataload(32) {body} {functions} }}"
        after = result("B", program)
        cleaned = result("oxa[r]HBcLSu", program)
        changed += after != result("", program)
        for data in CALLDATA:
            expected = outcome(program, data)
            if expected[0] in BEYOND_LIMITS:
                continue
            assert outcome(after, data) == expected, f"seed {seed}: {program}"
            assert outcome(cleaned, data) == expected, f"seed {seed}: {program}"
    assert changed > 4, f"only {changed} programs had anything to forward"
