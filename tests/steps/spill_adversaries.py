"""Adversarial programs for the spilling of recursive functions.

The functions have twenty variables that are needed after the call. Most programs look at how
objects lie relative to each other, so that memory for variables that is allocated in between would
be seen.
"""

from __future__ import annotations

from typing import Final

_GUARDED: Final = "mstore(64, memoryguard(128))"
_PLAIN: Final = "mstore(64, 128)"


def _variables(name: str) -> tuple[str, str]:
    """Twenty variables, and uses of all of them."""
    names = [f"{name}_{number}" for number in range(20)]
    declared = " ".join(f"let {one} := add(sload({n}), {n + 3})" for n, one in enumerate(names))
    used = " ".join(f"sstore({n}, add({one}, {n}))" for n, one in enumerate(names))
    return declared, used


def _deep(name: str, inside: str, given: str = "n, p", results: str = "r") -> str:
    """A function with this many variables around the code `inside`."""
    declared, used = _variables(name)
    return f"function {name}({given}) -> {results} {{ {declared} {inside} {used} }}"


_AGAIN: Final = "if and(n, 3) { r := f(sub(and(n, 3), 1), p) }"
_WORD: Final = "let w := mload(64) mstore(w, add(n, 7)) mstore(64, add(w, 32))"
_CALL: Final = "let r := f(calldataload(0), q)"
_ALLOCATING: Final = _deep("f", f"{_WORD} {_AGAIN} r := add(r, mload(w))")

# What is done with all memory between `q` and the free memory pointer.
_REGIONS: Final = {
    "hashed": "sstore(60, keccak256(q, sub(mload(64), q)))",
    "logged": "log0(q, sub(mload(64), q))",
    "logged with the pointer as its end": "log1(q, sub(mload(64), q), eq(mload(64), q))",
    "returned": "return(q, sub(mload(64), q))",
    "reverted with": "revert(q, sub(mload(64), q))",
    "measured": "sstore(60, sub(mload(64), q))",
    "compared": "if gt(mload(64), add(q, 128)) { sstore(60, 1) } sstore(61, lt(q, mload(64)))",
    "equal to what it should be": "sstore(60, eq(sub(mload(64), 32), q))",
    "walked through": "for { let i := q } lt(i, mload(64)) { i := add(i, 32) }"
    " { sstore(60, add(mul(sload(60), 3), mload(i))) }",
    "walked through backwards": "for { let i := mload(64) } gt(i, q) { }"
    " { i := sub(i, 32) sstore(60, add(mul(sload(60), 3), mload(i))) }",
    "read from above": "sstore(60, mload(sub(mload(64), 32)))",
    "read at its second word": "sstore(60, mload(add(q, 32)))",
    "passed to a precompiled contract": "pop(staticcall(gas(), 4, q, sub(mload(64), q), 0, 64))"
    " sstore(60, mload(0)) sstore(61, mload(32))",
    "passed to a contract": "sstore(60, call(gas(), 0xff, 0, q, sub(mload(64), q), 0, 0))",
    "copied": "let s := sub(mload(64), q) mcopy(mload(64), q, s) log0(mload(64), s)",
    "copied with what follows": "mcopy(0, add(q, 32), 64) sstore(60, mload(0))",
    "freed and filled again": "mstore(64, q) let s := mload(64) mstore(s, 5) mstore(64, add(s, 64))"
    " sstore(60, keccak256(s, 32)) sstore(61, mload(add(s, 64)))",
    "followed by an object": "let s := mload(64) mstore(64, add(s, 32)) mstore(s, 9)"
    " sstore(60, keccak256(q, sub(add(s, 32), q)))",
    "an array of pointers": "let s := mload(64) mstore(64, add(s, 64)) mstore(s, q)"
    " mstore(add(s, 32), mload(64)) sstore(60, sub(mload(add(s, 32)), mload(s)))",
}

SPILL_ADVERSARIES = {
    f"{word} region, {kind}": f"{{ {{ {start} let q := mload(64) {_CALL} sstore(50, r) {what} }}"
    f" {_ALLOCATING} }}"
    for kind, what in _REGIONS.items()
    for word, start in (("guarded", _GUARDED), ("plain", _PLAIN))
}


def _around(before: str, after: str, function: str = _ALLOCATING, start: str = _GUARDED) -> str:
    return f"{{ {{ {start} let q := mload(64) {before} {_CALL} {after} }} {function} }}"


_NOT_ALLOCATING: Final = _deep("f", f"{_AGAIN} r := add(r, f_4)")

SPILL_ADVERSARIES |= {
    "an object that is still open": _around(
        "mstore(q, 1)",
        "mstore(add(q, 32), r) mstore(64, add(q, 64)) log0(q, sub(mload(64), q))",
        _NOT_ALLOCATING,
    ),
    "an open object, far from its beginning": _around(
        "mstore(add(q, 640), 5)", "sstore(60, mload(add(q, 640))) log0(q, 704)", _NOT_ALLOCATING
    ),
    "an open object of unknown size": _around(
        "calldatacopy(q, 0, calldatasize())",
        "sstore(60, keccak256(q, calldatasize()))",
        _NOT_ALLOCATING,
    ),
    "what follows an object is zero": _around("mstore(q, 1)", "log0(q, 256)", _NOT_ALLOCATING),
    "an open object in each call": _around(
        "",
        "sstore(60, r)",
        _deep(
            "f",
            f"let w := mload(64) mstore(w, n) {_AGAIN} mstore(64, add(w, 64))"
            " mstore(add(w, 32), r) r := xor(keccak256(w, 64), mload(64)) r := xor(r, mload(64))",
        ),
    ),
    "a function that measures": _around(
        "", "sstore(60, r)", _deep("f", f"{_WORD} {_AGAIN} r := add(r, sub(mload(64), p))")
    ),
    "a function that returns the last pointer": _around(
        "", "sstore(60, sub(r, q)) sstore(61, mload(r))", _deep("f", f"{_WORD} r := w {_AGAIN}")
    ),
    "a function that compares its object with that of the call": _around(
        "",
        "sstore(60, mload(r))",
        _deep("f", f"{_WORD} r := w {_AGAIN} sstore(add(70, n), sub(r, w))"),
    ),
    "a function that allocates and frees": _around(
        "", "sstore(60, sub(mload(64), q))", _deep("f", f"{_WORD} {_AGAIN} mstore(64, w)")
    ),
    "a function that hashes what calls have allocated": _around(
        "",
        "sstore(60, r)",
        _deep("f", f"{_WORD} {_AGAIN} r := xor(r, keccak256(w, sub(mload(64), w)))"),
    ),
    "a function that ends the program with the region": _around(
        "", "", _deep("f", f"{_WORD} {_AGAIN} if iszero(and(n, 3)) {{ return(p, 128) }}")
    ),
    "a loop of calls": f"""{{ {_GUARDED} let q := mload(64)
        for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{ sstore(add(70, i), f(i, q)) }}
        log0(q, sub(mload(64), q)) {_ALLOCATING} }}""",
    "pointers kept in storage": _around(
        "sstore(80, q)", "sstore(60, sub(mload(64), sload(80))) sstore(80, 0)"
    ),
    "pointers kept in scratch space": _around(
        "mstore(0, q)", "sstore(60, sub(mload(64), mload(0)))", start=_PLAIN
    ),
}

_TWO: Final = "let r, s := f(calldataload(0), calldataload(32)) sstore(60, r) sstore(61, s)"


def _circle(*names: str) -> str:
    """Functions each of which calls the next one, the last one the first."""
    following = dict(zip(names, (*names[1:], names[0]), strict=True))
    return " ".join(
        _deep(
            name,
            f"{_WORD} if and(n, 3) {{ r := {callee}(sub(and(n, 3), 1), add(p, {number})) }}"
            f" r := add(mul(r, 5), add({name}_{number}, mload(w)))",
        )
        for number, (name, callee) in enumerate(following.items())
    )


# Recursion in all its forms.
SPILL_ADVERSARIES |= {
    "two functions that call each other": _around("", "log0(q, 96) sstore(60, r)", _circle(*"fg")),
    "a circle of three functions": _around("", "log0(q, 128) sstore(60, r)", _circle(*"fgh")),
    "a circle of four functions, without a guard": _around(
        "", "sstore(60, keccak256(q, sub(mload(64), q)))", _circle(*"fghi"), _PLAIN
    ),
    "two circles that share a function": _around(
        "",
        "sstore(60, r)",
        _deep("f", "if and(n, 3) { r := add(g(sub(and(n, 3), 1), p), h(sub(and(n, 3), 1), p)) }")
        + _deep("g", "if n { r := f(sub(n, 1), p) }")
        + _deep("h", "if n { r := mul(f(sub(n, 1), p), 3) }"),
    ),
    "a circle with a function that has few variables": _around(
        "",
        "sstore(60, r)",
        _deep("f", "if and(n, 3) { r := g(sub(and(n, 3), 1), p) }")
        + "function g(n, p) -> r { let v := sload(n) r := add(f(n, p), v) }",
    ),
    "a deep caller of a circle that calls a deep function": _around(
        "",
        "sstore(60, r) sstore(61, k(calldataload(0)))",
        _deep("f", "r := g(n, p)")
        + "function g(n, p) -> r { sstore(90, n) if and(n, 3) { r := h(sub(and(n, 3), 1), p) } }"
        + "function h(n, p) -> r { sstore(91, n) r := add(g(n, p), k(n)) }"
        + _deep("k", "r := sload(add(n, 9))", "n"),
    ),
    "the same, entered from the other side": _around(
        "sstore(62, h(calldataload(0), q))",
        "sstore(60, r)",
        _deep("f", "r := g(n, p)")
        + "function g(n, p) -> r { sstore(90, n) if and(n, 3) { r := h(sub(and(n, 3), 1), p) } }"
        + "function h(n, p) -> r { sstore(91, n) r := add(g(n, p), k(n)) }"
        + _deep("k", "r := sload(add(n, 9))", "n"),
    ),
    "functions of the same shape": _around(
        "",
        "sstore(60, r) sstore(61, g(calldataload(0), q))",
        _deep("f", _AGAIN + " r := add(r, f_3)")
        + _deep("g", _AGAIN.replace("f(", "g(") + " r := add(r, g_3)"),
    ),
    "two calls of itself": _around(
        "",
        "sstore(60, r)",
        _deep(
            "f",
            "if and(n, 3) { let m := sub(and(n, 3), 1) r := add(f(m, r), mul(f(m, 3), f_2)) }"
            " r := add(r, f_7)",
        ),
    ),
    "arguments that are calls of itself": _around(
        "",
        "sstore(60, r)",
        _deep(
            "f",
            "if and(n, 3) { let m := sub(and(n, 3), 1) r := add(f_9, f(f(m, f(1, f_1)), m)) }"
            " r := add(r, f_7)",
        ),
    ),
    "several results": f"""{{ {{ {_GUARDED} {_TWO} }}
        {
        _deep(
            "f",
            "if and(n, 3) { r, s := f(sub(and(n, 3), 1), s) s, r := f(0, r) }"
            " r := add(r, f_7) s := add(p, f_8)",
            results="r, s",
        )
    } }}""",
    "results that are read before they are assigned": f"""{{ {{ {_GUARDED} {_TWO} }}
        {
        _deep(
            "f",
            "s := add(r, 1) if and(n, 3) { r, s := f(sub(and(n, 3), 1), s) } if s { leave } r := s",
            results="r, s",
        )
    } }}""",
    "a result that is something when the function calls itself": _around(
        "",
        "sstore(60, r)",
        _deep(
            "f",
            "sstore(add(90, and(n, 3)), r) r := add(n, 9)"
            " if and(n, 3) { r := add(r, f(sub(and(n, 3), 1), p)) }",
        ),
    ),
    "a function that is left early": _around(
        "",
        "sstore(60, r)",
        _deep("f", f"{_AGAIN} if eq(and(n, 3), 1) {{ r := f_5 leave }} r := add(r, f_6)"),
    ),
    "parameters that are assigned": _around(
        "",
        "sstore(60, r)",
        _deep(
            "f", "let k := n n := add(n, 4) if and(k, 3) { r := f(sub(and(k, 3), 1), n) }"
        ).replace("sstore(0, add(f_0, 0))", "sstore(0, n)"),
    ),
}
