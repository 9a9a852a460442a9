"""Functions that programs with a heap have, and their faulty relatives."""

from __future__ import annotations

import re
from random import Random
from typing import Final

import attr


@attr.s(auto_attribs=True, frozen=True)
class Function:
    """A function: `parameters` and `result` are kinds of words, `p` for pointers, `n` for small
    ones, `w` for others. `callees` are other functions of the table."""

    name: str
    parameters: str
    result: str
    text: str
    callees: tuple[str, ...] = ()

    def varied(self, rng: Random, faults: float) -> Function:
        """The function, with numbers changed, or a statement left out, at this rate."""

        def other(found: re.Match[str]) -> str:
            if rng.random() >= faults / 3:
                return found[0]
            return str(max(int(found[0]) + rng.choice((-32, -1, 1, 32)), 0))

        text = re.sub(r"\b\d+\b", other, self.text)
        if rng.random() < faults:
            text = re.sub(r"if \S+ \{ revert\(\d+, \d+\) \}", "", text)
        return attr.evolve(self, text=text)


_CHECK: Final = "if or(gt(q, 0xffffffffffffffff), lt(q, p)) { revert(0, 0) }"
_TABLE: Final = (
    Function(
        "allocate",
        "n",
        "p",
        f"function allocate(size) -> p {{ p := mload(64) let q := add(p, size) {_CHECK}"
        " mstore(64, q) }",
    ),
    Function(
        "finalize",
        "pn",
        "",
        f"function finalize(p, size) {{ let q := add(p, size) {_CHECK} mstore(64, q) }}",
    ),
    Function(
        "new",
        "w",
        "p",
        "function new(v) -> p { p := allocate(64) mstore(p, v) mstore(add(p, 32), 6) }",
        ("allocate",),
    ),
    Function(
        "make",
        "n",
        "p",
        "function make(n) -> p { p := allocate(add(32, shl(5, n))) mstore(p, n)"
        " for { let i := 0 } lt(i, n) { i := add(i, 1) }"
        " { mstore(add(add(p, 32), shl(5, i)), 0) } }",
        ("allocate",),
    ),
    Function(
        "many",
        "n",
        "w",
        "function many(n) -> s { for { let i := 0 } lt(i, n) { i := add(i, 1) }"
        " { let p := new(i) s := add(s, mload(p)) } }",
        ("new",),
    ),
    Function(
        "put",
        "pnw",
        "",
        "function put(p, i, v) { if iszero(lt(i, mload(p))) { revert(0, 0) }"
        " mstore(add(add(p, shl(5, i)), 32), v) }",
    ),
    Function(
        "get",
        "pn",
        "w",
        "function get(p, i) -> v { if iszero(lt(i, mload(p))) { leave }"
        " v := mload(add(add(p, shl(5, i)), 32)) }",
    ),
    Function(
        "fill",
        "pw",
        "",
        "function fill(p, v) { let n := mload(p) if gt(n, 7) { leave } for { let i := 0 } lt(i, n)"
        " { i := add(i, 1) } { mstore(add(add(p, shl(5, i)), 32), v) } }",
    ),
    Function(
        "set",
        "pw",
        "",
        "function set(p, v) { mstore(p, v) mstore(add(p, 32), 1) }",
    ),
    Function(
        "clear",
        "pn",
        "",
        "function clear(p, n) { for { } n { n := sub(n, 1) } { mstore(add(p, shl(5, n)), 0) } }",
    ),
    Function(
        "load",
        "pn",
        "",
        "function load(p, n) { calldatacopy(p, 0, shl(5, n)) }",
    ),
    Function(
        "total",
        "p",
        "w",
        "function total(p) -> s { for { let i := 0 } lt(i, mload(p)) { i := add(i, 1) }"
        " { if gt(i, 7) { break } s := add(s, mload(add(add(p, 32), shl(5, i)))) } }",
    ),
    Function(
        "slot",
        "w",
        "w",
        "function slot(k) -> h { mstore(0, k) mstore(32, 2) h := keccak256(0, 64) }",
    ),
    Function(
        "scratch",
        "w",
        "w",
        "function scratch(a) -> h { for { let i := 0 } lt(i, 2) { i := add(i, 1) }"
        " { mstore(shl(5, i), a) } h := mload(32) }",
    ),
    Function(
        "free",
        "",
        "",
        "function free() { if gt(mload(64), 255) { mstore(64, sub(mload(64), 64)) } }",
    ),
    Function(
        "temporary",
        "w",
        "w",
        "function temporary(v) -> r { let p := mload(64) mstore(p, v) mstore(add(p, 32), 1)"
        " r := keccak256(p, 64) }",
    ),
    Function(
        "back",
        "nw",
        "",
        "function back(n, v) { for { let i := 1 } lt(i, n) { i := add(i, 1) }"
        " { mstore(sub(mload(64), shl(5, i)), v) } }",
    ),
    Function(
        "down",
        "nw",
        "w",
        "function down(n, v) -> r { if iszero(n) { leave } let p := new(v)"
        " r := add(mload(p), down(sub(and(n, 7), 1), v)) }",
        ("new",),
    ),
    Function(
        "clamp",
        "w",
        "n",
        "function clamp(v) -> r { r := v if gt(v, 7) { r := 7 } }",
    ),
    Function(
        "pick",
        "w",
        "n",
        "function pick(v) -> r { switch and(v, 3) case 0 { r := 1 } case 1 { r := 4 leave }"
        " default { if sload(v) { r := 7 } } }",
    ),
    Function(
        "send",
        "w",
        "w",
        "function send(v) -> r { mstore(0, v) r := call(gas(), 4, 0, 0, 32, 32, 32)"
        " r := add(r, returndatasize()) }",
    ),
)
FUNCTIONS: Final = {function.name: function for function in _TABLE}
