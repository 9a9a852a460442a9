"""evm-forward and evm-dead-stores: loads and stores of memory and storage.

`E*` are the acceptance cases of the chapter, `T4y` is a program of the article on tinyoptimizer,
with memory in the place of a reference.
"""

from __future__ import annotations

import re

import pytest

from tests.ssa.equivalence import EVM_VERSION, assert_same
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_function, print_module
from yulopt.suite.suite import make_context
from yulopt.syntax.parser import parse_source

FORWARD = "mem2reg,evm-forward:value-phis=no"
PHIS = "mem2reg,evm-forward"
DEAD = "mem2reg,evm-dead-stores"

INPUTS = "let a := calldataload(0) let b := calldataload(32) let c := calldataload(64)"


def optimised(code: str, pipeline: str, function: str = "main") -> str:
    """A function of some Yul after passes. `a`, `b` and `c` are inputs, and r is an output; the
    whole program still does the same."""
    body, _, functions = code.partition("function")
    rest = f"function{functions}" if functions else ""
    text = f"{{ {{ {INPUTS} let r {body} log1(0, 0, r) }} {rest} }}"

    def transform(module: Module) -> None:
        run_pipeline(parse_pipeline(pipeline), module, verify_each=True)

    assert assert_same(text, transform)
    dialect = dialect_for(parse_evm_version(EVM_VERSION))
    tree = parse_source(Source(text), dialect)
    make_context(tree.code, dialect)
    module = lower(tree.code, dialect)
    transform(module)
    return print_function(module.functions[function])


def loads(text: str) -> list[str]:
    """The remaining loads, in order."""
    return re.findall(r"[mst]load .*", text)


def stores(text: str) -> list[str]:
    """The remaining stores, in order."""
    return re.findall(r"[mst]store8? .*", text)


def result(text: str) -> str:
    """The final value of r, as text."""
    found: list[str] = re.findall(r"log1 0, 0, (\S+)", text)
    return found[-1]


@pytest.mark.parametrize(
    ("code", "left"),
    [
        # E2: k and k + 1 certainly differ.
        (
            "let k := b let x := sload(k) for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
            " { sstore(add(k, 1), i) r := add(r, sload(k)) }",
            1,
        ),
        # E3
        (
            "let k := b let x := sload(k) for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
            " { sstore(i, 1) r := add(r, sload(k)) }",
            2,
        ),
        # E4: an overlap of 16 bytes.
        ("mstore(0x40, a) mstore(0x50, b) r := mload(0x40)", 1),
        # E5
        ("let p := and(c, 0xff) mstore(p, a) mstore(add(p, 0x20), b) r := mload(p)", 0),
        # E6
        ("tstore(1, a) pop(staticcall(gas(), 4, 0, 0, 0, 0x20)) r := add(tload(1), mload(0))", 1),
        # E7
        ("tstore(1, a) pop(call(gas(), 4, 0, 0, 0, 0, 0x20)) r := add(tload(1), mload(0))", 2),
        # E8
        (
            "let p := and(c, 0xff) mstore(p, a) mstore(add(p, 0x20), b) r := mload(p)"
            " r := add(r, msize())",
            1,
        ),
        # Not in the chapter:
        ("sstore(b, a) sstore(c, 1) r := sload(b)", 1),
        ("sstore(b, a) mstore(0, 1) r := sload(b)", 0),
        ("sstore(b, a) sstore(sub(b, 1), 1) r := sload(b)", 0),
        ("sstore(sub(b, 1), a) sstore(add(b, 1), 1) r := sload(sub(b, 1))", 0),
        ("mstore(32, a) mstore8(31, 1) r := mload(32)", 0),
        ("mstore(32, a) mstore8(32, 1) r := mload(32)", 1),
        ("mstore(32, a) mstore(64, 1) mstore(0, 1) r := mload(32)", 0),
        ("mstore(32, a) calldatacopy(64, 0, 64) calldatacopy(0, 0, 32) r := mload(32)", 0),
        ("mstore(32, a) calldatacopy(0, 0, 33) r := mload(32)", 1),
        ("mstore(32, a) calldatacopy(64, 0, and(b, 7)) r := mload(32)", 1),
        ("mstore(32, a) mcopy(64, 0, 64) r := mload(32)", 0),
        ("r := sload(b) r := add(r, sload(b))", 1),
        ("if a { r := sload(b) } r := add(r, sload(b))", 2),
        ("sstore(1, a) r := add(sload(1), f(b)) function f(x) -> y { sstore(2, x) y := 1 }", 0),
        ("sstore(1, a) r := add(sload(1), f(b)) function f(x) -> y { sstore(x, 2) y := 1 }", 1),
        (
            "sstore(1, a) r := add(sload(1), f())"
            " function f() -> y { y := g() } function g() -> y { sstore(1, 5) }",
            1,
        ),
        (
            "sstore(1, a) r := add(sload(1), f())"
            " function f() -> y { y := g() } function g() -> y { sstore(2, 5) }",
            0,
        ),
        (
            "sstore(1, a) r := add(sload(1), f(b))"
            " function f(x) -> y { if x { sstore(1, 5) y := f(0) leave } y := sload(3) }",
            1,
        ),
    ],
)
def test_loads_that_are_left(code: str, left: int) -> None:
    assert len(loads(optimised(code, FORWARD))) == left


# Case E1 of chapter 08.
def test_values_meet_in_a_phi() -> None:
    code = "sstore(0, a) switch c case 0 { sstore(0, b) } default { } r := sload(0)"
    text = optimised(code, PHIS + ",evm-dead-stores")
    assert not loads(text)
    assert len(stores(text)) == 2
    assert f"{result(text)} = phi i256" in text


# Case E6 of chapter 08.
def test_the_remaining_load_is_named() -> None:
    code = "tstore(1, a) pop(staticcall(gas(), 4, 0, 0, 0, 0x20)) r := add(mload(0), tload(1))"
    assert loads(optimised(code, FORWARD)) == ["mload 0"]


def test_values_go_around_loops_in_phis() -> None:
    code = (
        "sstore(0, a) for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
        " { sstore(0, add(sload(0), i)) } r := sload(0)"
    )
    assert len(loads(optimised(code, FORWARD))) == 2
    assert not loads(optimised(code, PHIS))


def test_a_phi_is_placed_if_another_phi_needs_it() -> None:
    code = (
        "switch c case 0 { sstore(0, a) } default { sstore(0, b) }"
        " if a { sstore(0, 7) } r := sload(0)"
    )
    text = optimised(code, PHIS)
    assert not loads(text)
    assert text.count("= phi i256") == 2


def test_a_phi_is_placed_only_if_a_load_needs_it() -> None:
    code = "if c { sstore(0, a) } if b { sstore(0, 7) } r := sload(1)"
    assert "phi" not in optimised(code, PHIS)


@pytest.mark.parametrize(
    ("code", "option", "left", "assumed"),
    [
        ("sstore(0, a) sstore(keccak256(0, 32), b) r := sload(0)", "hash-disjoint", 1, 0),
        (
            "let h := add(keccak256(0, 32), 1) sstore(h, a) sstore(0, b) r := sload(h)",
            "hash-disjoint",
            1,
            0,
        ),
        (
            "let h := keccak256(0, 32) sstore(h, a) sstore(c, b) r := sload(h)",
            "hash-disjoint",
            1,
            1,
        ),
        (
            "mstore(0x40, 0x100) mstore(0x80, a) mstore(mload(0x40), b) r := mload(0x80)",
            "memory-safe",
            1,
            0,
        ),
        (
            "mstore(0x40, 0x100) mstore(0x60, a) mstore(mload(0x40), b) r := mload(0x60)",
            "memory-safe",
            1,
            1,
        ),
        (
            "mstore(0x40, 0x100) let p := mload(0x40) mstore(p, a) mstore(0x80, b) r := mload(p)",
            "memory-safe",
            1,
            0,
        ),
        (
            "mstore(0x40, 0x100) let p := sub(mload(0x40), 32) mstore(p, a) mstore(0x80, b)"
            " r := mload(p)",
            "memory-safe",
            1,
            1,
        ),
    ],
)
def test_assumptions(code: str, option: str, left: int, assumed: int) -> None:
    pipeline = "mem2reg,evm-forward:value-phis=no"
    assert len(loads(optimised(code, pipeline))) == left
    assert len(loads(optimised(code, f"{pipeline}:{option}=yes"))) == assumed


def test_calldata_is_read_once_where_that_is_free() -> None:
    code = "if a { r := calldataload(96) r := add(r, calldataload(96)) } r := sload(r)"
    assert optimised(code, PHIS).count("calldataload 96") == 1
    both = "switch a case 0 { r := calldataload(96) } default { r := not(calldataload(96)) }"
    assert optimised(both + " r := xor(r, calldataload(96))", PHIS).count("calldataload 96") == 3


T4Y = """
    mstore(0x80, 2) r := aux(and(a, 0xff))
    function aux(n) -> rec {
        switch mod(n, mload(0x80))
        case 0 {
            rec := mload(0x80)
            if iszero(eq(n, mload(0x80))) { rec := add(rec, aux(div(n, mload(0x80)))) }
        }
        default { mstore(0x80, add(mload(0x80), 1)) if lt(mload(0x80), 9) { rec := aux(n) } }
    }
"""


# Case T4Y of chapter 08.
def test_memory_as_a_reference() -> None:
    text = optimised(T4Y, FORWARD + ",evm-dead-stores", "aux")
    assert loads(text) == ["mload 128"]
    # The function that is called may read it.
    assert len(stores(text)) == 1


@pytest.mark.parametrize(
    ("code", "left"),
    [
        # E9
        ("sstore(0, 1) sstore(0, 2)", ["sstore 0, 2"]),
        ("sstore(0, 1) if c { revert(0, 0) } sstore(0, 2)", ["sstore 0, 2"]),
        # E10
        ("sstore(0, 1) if c { return(0, 0) } sstore(0, 2)", ["sstore 0, 1", "sstore 0, 2"]),
        # Not in the chapter:
        ("sstore(0, 1) if c { stop() } sstore(0, 2)", ["sstore 0, 1", "sstore 0, 2"]),
        ("sstore(0, 1) if c { invalid() } sstore(0, 2)", ["sstore 0, 2"]),
        ("tstore(0, 1) if c { tstore(0, 3) } tstore(0, 2)", ["tstore 0, 2"]),
        ("sstore(0, 1) r := sload(b) sstore(0, 2)", ["sstore 0, 1", "sstore 0, 2"]),
        ("sstore(0, 1) r := sload(1) sstore(0, 2)", ["sstore 0, 2"]),
        ("sstore(b, 1) sstore(add(b, 1), 3) sstore(b, 2)", ["sstore %, 3", "sstore %, 2"]),
        ("mstore(0, a)", []),
        ("mstore(0, a) mstore(32, b) log0(0, 32)", ["mstore 0, %"]),
        ("mstore(0, a) return(0, 32)", ["mstore 0, %"]),
        ("mstore(0, a) mstore(64, b) revert(0, 32)", ["mstore 0, %"]),
        ("mstore8(31, a) mstore(0, b) return(0, 32)", ["mstore 0, %"]),
        ("mstore(0, b) mstore8(31, a) return(0, 32)", ["mstore 0, %", "mstore8 31, %"]),
        ("mstore(0, b) calldatacopy(0, 0, 32) return(0, 32)", []),
        ("mstore(0, b) calldatacopy(0, 0, 31) return(0, 32)", ["mstore 0, %"]),
        ("mstore(0, b) mcopy(0, 16, 32) return(0, 32)", ["mstore 0, %"]),
        ("mstore(0, b) mcopy(0, 32, 32) return(0, 32)", []),
        ("mstore(0, a) r := msize()", ["mstore 0, %"]),
        (
            "sstore(0, 1) pop(staticcall(gas(), 4, 0, 0, 0, 0)) sstore(0, 2)",
            ["sstore 0, 1", "sstore 0, 2"],
        ),
        (
            "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, 1) sstore(i, 2) }",
            ["sstore %, 2"],
        ),
        ("for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, i) } revert(0, 0)", []),
        # A slot of another iteration is another slot.
        (
            "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, 1) if c { break } }",
            ["sstore %, 1"],
        ),
        (
            "for { let i := 0 } 1 { i := add(i, 1) }"
            " { sstore(i, 1) if eq(i, 3) { sstore(i, 2) stop() } }",
            ["sstore %, 1", "sstore %, 2"],
        ),
        ("sstore(0, 1) f() sstore(0, 2) function f() { sstore(1, 1) }", ["sstore 0, 2"]),
        (
            "sstore(0, 1) f() sstore(0, 2) function f() { pop(sload(0)) sstore(1, 2) }",
            ["sstore 0, 1", "sstore 0, 2"],
        ),
        ("sstore(0, 1) f() sstore(0, 2) function f() { stop() }", ["sstore 0, 1"]),
        ("sstore(0, 1) f() sstore(0, 2) function f() { revert(0, 0) }", []),
        ("mstore(0, 1) f() function f() { return(0, 32) }", ["mstore 0, 1"]),
    ],
)
def test_stores_that_are_left(code: str, left: list[str]) -> None:
    assert [re.sub(r"%[\w.]+", "%", one) for one in stores(optimised(code, DEAD))] == left


def test_paths_without_reads_do_not_affect_summaries() -> None:
    """The peephole writes `revert 64, 0` as `revert 0, 0`: an access of no bytes is none."""
    text = "func @f() {\nentry:\n  %x = mload 0\n  sstore 0, %x\n  end revert 64, 0\n}\n"
    module = parse_module(text)
    # As other passes have asked for the summaries before.
    run_pipeline(parse_pipeline("evm-forward,peephole"), module, verify_each=True)
    assert "end revert 0, 0" in print_module(module)
