"""The RepeatedCallEliminator (9): replaces calls by the results of equal calls before them."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.slices import seeds
from tests.steps.check import check_main_block, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, outcome

_WORDS: Final = (0, 1, 2, 3, 31, 32, 64, (1 << 256) - 1)
_CALLDATA: Final = [
    one.to_bytes(32, "big") + other.to_bytes(32, "big")
    for one in _WORDS
    for other in (0, 1, one, 33)
]

_FUNCTIONS: Final = """
    function panic() { mstore(0, 0x11) revert(0, 32) }
    function plus(v, w) -> sum { sum := add(v, w) if gt(v, sum) { panic() } }
    function item(list, index) -> at
    {
        if iszero(lt(index, mload(list))) { panic() }
        at := add(add(list, 32), shl(5, index))
    }
    function both(v) -> low, high { if iszero(v) { panic() } low := and(v, 7) high := sload(v) }
    function check(v) { if gt(v, 9) { panic() } }
    function valid(v) -> w { if gt(v, 9) { panic() } w := v }
"""
_HEAD: Final = "let x := calldataload(0) let y := calldataload(32)"


def _program(statements: str) -> str:
    return f"{{ {{ {_HEAD} {statements} }} {_FUNCTIONS} }}"


def test_checked_arithmetic_is_done_once() -> None:
    check_main_block(
        "9",
        _program("let a := plus(x, y) let b := plus(x, y) sstore(a, b)"),
        f"{_HEAD} let a := plus(x, y) let b := a sstore(a, b)",
        _FUNCTIONS,
    )


def test_an_element_is_found_once_although_others_are_stored() -> None:
    statements = """
        let p := and(x, 0xffff)
        let a := item(p, y)
        mstore(add(p, 32), 7)
        {} := item(p, y)
        mstore(add(p, 31), 7)
        let c := item(p, y)
        sstore(add(a, b), c)
    """
    check_main_block(
        "9",
        _program(statements.format("let b")),
        f"{_HEAD} {statements.replace('{} := item(p, y)', 'let b := a')}",
        _FUNCTIONS,
    )


def test_several_results_are_copied() -> None:
    check_main_block(
        "9",
        _program("let a, b := both(x) let c, d := both(x) sstore(c, d) a, d := both(x)"),
        f"{_HEAD} let a, b := both(x) let c := a let d := b sstore(c, d) a, d := both(x)",
        _FUNCTIONS,
    )


def test_a_check_is_made_once() -> None:
    check_main_block(
        "9",
        _program("check(x) sstore(x, y) if y { check(x) sstore(0, 1) } check(y)"),
        f"{_HEAD} check(x) sstore(x, y) if y {{ sstore(0, 1) }} check(y)",
        _FUNCTIONS,
    )


def test_a_hash_is_computed_once_while_its_words_remain() -> None:
    statements = """
        let a := table(x)
        sstore(1, mload(0))
        {} := table(x)
        mstore(32, y)
        let c := table(x)
        sstore(add(a, b), c)
    """
    table = "function table(v) -> key { mstore(0, v) mstore(32, 3) key := keccak256(0, 64) }"
    check_main_block(
        "9",
        f"{{ {{ {_HEAD} {statements.format('let b')} }} {table} }}",
        f"{_HEAD} {statements.replace('{} := table(x)', 'let b := a')}",
        table,
    )


def test_a_pointer_is_reset_once() -> None:
    functions = """
        function reset(v) { mstore(64, v) }
        function allocate(size) -> p { p := mload(64) mstore(64, add(p, size)) }
    """
    check_main_block(
        "9",
        f"""{{ {{
            {_HEAD} reset(128) reset(128) let p := allocate(32) let q := allocate(32)
            reset(128) reset(96) reset(128) sstore(p, q)
        }} {functions} }}""",
        f"""
            {_HEAD} reset(128) let p := allocate(32) let q := allocate(32)
            reset(128) reset(96) reset(128) sstore(p, q)
        """,
        functions,
    )


def test_unknown_functions_are_called_again() -> None:
    head = f"{_HEAD} let a := f(x) let b := f(x) sstore(a, b)"
    check_unchanged(
        "9",
        f"{{ {head} function f(v) -> r {{ if v {{ r := f(sub(v, 1)) }} }} }}",
        f"{{ {head} function f(v) -> r {{ r := add(v, gas()) }} }}",
        f'{{ {head} function f(v) -> r {{ r := verbatim_1i_1o(hex"54", v) }} }}',
        f"{{ {head} function f(v) -> r {{ mstore8(0, v) r := keccak256(0, 32) }} }}",
    )


def test_a_recursive_function_may_write_anything() -> None:
    check_unchanged(
        "9",
        f"""{{
            {_HEAD} let a := f(1) g(x) let b := f(1) sstore(a, b)
            function f(v) -> r {{ r := sload(v) }}
            function g(w) {{ if w {{ g(sub(w, 1)) }} sstore(1, w) }}
        }}""",
    )


def test_what_a_called_function_may_have_written_is_read() -> None:
    head = f"{_HEAD} let a := f(x) let b := f(x) sstore(a, b)"
    caller = "function f(v) -> r { g(v) r := mload(0) mstore(0, 7) }"
    check_unchanged(
        "9",
        f"{{ {head} {caller} function g(w) {{ if w {{ mstore(0, w) }} }} }}",
        f"{{ {head} {caller} function g(w) {{ if w {{ leave }} mstore(0, w) }} }}",
        f"{{ {head} {caller} function g(w) {{ for {{ }} w {{ }} {{ mstore(0, w) break }} }} }}",
    )


def test_what_a_called_function_has_certainly_written_is_not_read() -> None:
    functions = """
        function f(v) -> r { g(0, v) r := mload(0) mstore(0, 7) }
        function g(w, z)
        {
            if gt(z, 9) { revert(0, 0) }
            if eq(z, 3) { mstore(w, 2) leave }
            mstore(w, z)
        }
    """
    check_main_block(
        "9",
        f"{{ {{ {_HEAD} let a := f(x) let b := f(x) sstore(a, b) }} {functions} }}",
        f"{_HEAD} let a := f(x) let b := a sstore(a, b)",
        functions,
    )


def test_a_result_on_one_path_need_not_be_that_on_others() -> None:
    functions = "function f(v) -> w { if gt(v, 99) { revert(0, 0) } w := add(v, 32) }"
    head = f"{_HEAD} let k := 37 if eq(x, 5) {{ let a := f(x) sstore(0, a) }} let b := f(x)"
    check_main_block(
        "9",
        f"{{ {{ {head} let c := f(x) sstore(b, c) sstore(k, y) }} {functions} }}",
        f"{head} let c := b sstore(b, c) sstore(k, y)",
        functions,
    )


def test_only_the_call_of_a_statement_is_replaced() -> None:
    check_unchanged(
        "9",
        f"""{{
            {_HEAD} let a := f(x) let b := g(f(x)) let c := add(f(x), 1) sstore(a, add(b, c))
            function f(v) -> r {{ if v {{ revert(0, 0) }} }}
            function g(w) -> s {{ s := sload(0) sstore(0, add(s, 1)) }}
        }}""",
    )


def test_a_call_that_ends_the_program_is_not_that_of_its_argument() -> None:
    check_unchanged(
        "9",
        f"""{{
            {_HEAD} let a := f(x) let b := g(f(x)) sstore(a, b)
            function f(v) -> r {{ r := sload(v) }}
            function g(w) -> s {{ sstore(0, 1) stop() }}
        }}""",
    )


def test_conditions_have_no_results_to_assign() -> None:
    check_unchanged(
        "9",
        f"""{{
            {_HEAD} let a := f(y)
            for {{ let b := g(x) }} f(y) {{ }} {{ }}
            sstore(1, a)
            function f(v) -> r {{ if gt(v, 2) {{ revert(0, 0) }} r := v }}
            function g(w) -> s {{ sstore(0, w) }}
        }}""",
    )


def test_after_a_loop_a_call_need_not_have_returned() -> None:
    check_unchanged(
        "9",
        f"""{{
            {_HEAD}
            for {{ }} 1 {{ }} {{ if y {{ break }} f(x) break }}
            f(x)
            function f(v) {{ if v {{ revert(0, 0) }} }}
        }}""",
    )


class _Writer:
    """Writes random statements that call functions with few arguments, and write between."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._names = 0
        self._calls: list[tuple[str, int]] = []

    def block(self, depth: int, names: tuple[str, ...]) -> str:
        """Some statements, which may use and assign the variables."""
        rng, text = self._rng, ""
        for _ in range(rng.randint(2, 6)):
            call, results = self._call()
            if rng.random() < 0.5:
                new = [self._name() for _ in range(results)]
                text += f" let {', '.join(new)} := {call}" if new else f" {call}"
                names = (*names, *new)
            elif results <= 2 and rng.random() < 0.3:
                targets = rng.sample(names, results)
                text += f" {', '.join(targets)} := {call}" if targets else f" {call}"
            else:
                text += self._statement(depth, names)
        return text + f" sstore({rng.randrange(4)}, add({names[-1]}, {names[-2]}))"

    def _name(self) -> str:
        self._names += 1
        return f"v{self._names}"

    def _call(self) -> tuple[str, int]:
        """A call of a function, often one that was made before, and the number of its results."""
        rng = self._rng
        if self._calls and rng.random() < 0.6:
            return rng.choice(self._calls[-3:])
        one, other = (rng.choice(("a", "b", "x", "y", "1", "64")) for _ in range(2))
        call = rng.choice(
            (
                (f"plus({one}, {other})", 1),
                (f"item(64, {one})", 1),
                (f"item({one}, 1)", 1),
                (f"both({one})", 2),
                (f"check({one})", 0),
                (f"valid({one})", 1),
                (f"slot({one})", 1),
                (f"hash({one})", 1),
                (f"count({one})", 1),
                (f"until({one})", 1),
                (f"table({one})", 1),
                (f"fill({one}, {other})", 1),
                (f"some({one})", 1),
            )
        )
        self._calls.append(call)
        return call

    def _statement(self, depth: int, names: tuple[str, ...]) -> str:
        rng = self._rng
        kind = rng.randrange(12 if depth else 7)
        one = rng.choice((*names, "1", "2", "64"))
        if kind < 5:
            write = rng.choice(("sstore", "mstore", "tstore", "mstore8", "log0"))
            return f" {write}({rng.choice((one, '0', '1', '64', '96'))}, {rng.choice(('x', '33'))})"
        if kind == 5:
            return f" {one} := {rng.choice(('x', 'y', '3'))}" if one in names else ""
        if kind == 6:
            return rng.choice((f" if eq({one}, 1) {{ stop() }}", " pop(mload(200))"))
        body = self.block(depth - 1, names)
        if kind == 7:
            return f" if {one} {{ {body} }}"
        if kind == 8:
            return f" switch {one} case 1 {{ {body} }} default {{ {self.block(depth - 1, names)} }}"
        if kind == 9:
            name, end = self._name(), rng.choice(("break", "continue", "sstore(9, 9)"))
            head = f"for {{ let {name} }} lt({name}, 3) {{ {name} := add({name}, 1) }}"
            return f" {head} {{ {body} if eq({one}, 2) {{ {end} }} }}"
        return f" {{ {body} }}"


_MORE: Final = """
    function table(v) -> key { mstore(0, v) mstore(32, 3) key := byte(31, keccak256(0, 64)) }
    function fill(v, w) -> end { mstore(v, w) end := add(v, 32) if gt(w, 99) { panic() } }
    function some(v) -> done { if v { mstore(0, v) } mstore(32, mload(0)) }
    function slot(v) -> loaded { loaded := add(sload(v), tload(1)) if gt(loaded, 99) { panic() } }
    function hash(v) -> hashed { if iszero(v) { leave } hashed := byte(31, keccak256(v, 33)) }
    function count(v) -> n { if gt(v, 2) { n := sload(3) if n { leave } sstore(3, v) stop() } }
    function until(v) -> n { for { } lt(n, mload(v)) { n := add(n, 1) } { if eq(n, 3) { break } } }
"""


@pytest.mark.parametrize("seed", seeds(12, 1000))
def test_random_programs_keep_their_behaviour(seed: int) -> None:
    rng = random.Random(seed)
    names = ("a", "b")
    body = _Writer(rng).block(2, names)
    program = f"{{ {_HEAD} let a := x let b := 1 mstore(64, 3) {body} {_FUNCTIONS} {_MORE} }}"
    before = [outcome(program, data) for data in _CALLDATA]
    for steps in ("9", "oxa[r]9cLSu"):
        after = result(steps, program)
        for data, expected in zip(_CALLDATA, before, strict=True):
            if expected[0] not in BEYOND_LIMITS:
                assert outcome(after, data) == expected, after
