"""licm: loop-invariant code motion. In each loop, `%x` is the instruction in question."""

from __future__ import annotations

import pytest

from tests.ssa.optimised import optimised

FUNCTIONS = """
func @pure(%a: i256) -> i256 { e: %0 = not %a ret %0 }
func @reads(%a: i256) -> i256 { e: %0 = sload %a ret %0 }
func @writes(%a: i256) { e: sstore %a, 1 ret }
func @ends(%a: i256) { e: br %a, %s, %o s: end stop o: ret }
func @endless(%a: i256) -> i256 { e: br %l l: br %a, %l, %o o: ret %a }
"""


def loop(head: str = "", body: str = "", first: str = "%a") -> str:
    """A loop that counts from `first` to `%n`, with instructions in its header and body."""
    return f"""
        func @f(%a: i256, %n: i256) -> i256 {{
        entry:
          %cell = alloca i256
          br %head
        head:
          %i = phi i256 [ {first}, %entry ], [ %next, %body ]
          {head}
          %more = lt %i, %n
          br %more, %body, %out
        body:
          {body}
          %next = add %i, 1
          br %head
        out:
          ret %i
        }}{FUNCTIONS}"""


def place(text: str, value: str = "%x") -> str:
    """The label of the block in which a value is defined after the pass."""
    label = ""
    for line in optimised(text, "licm").splitlines():
        if line.startswith(f"  {value} = "):
            return label
        if not line.startswith(" "):
            label = line.split(":")[0]
    raise AssertionError(f"there is no {value}")


@pytest.mark.parametrize(
    ("instruction", "others"),
    [
        ("add %a, 1", ""),
        ("exp %a, %n", ""),
        ("sload %a", ""),
        ("sload %a", "mstore 0, %i"),
        ("tload %a", "sstore 0, %i"),
        ("sload %a", "%slot = add %a, 1 sstore %slot, %i"),
        ("call @pure(%a)", "sstore 0, %i"),
        ("call @reads(%a)", "mstore 0, %i"),
        ("load i256, %cell", "sstore 0, %i"),
        ("returndatasize", "sstore 0, %i"),
    ],
)
def test_invariant(instruction: str, others: str) -> None:
    extra = "%y = add %x, %x" if instruction == "returndatasize" else ""
    assert place(loop(body=f"%x = {instruction} {extra} {others}")) == "entry"


@pytest.mark.parametrize(
    ("instruction", "others"),
    [
        ("add %i, 1", ""),
        ("sload %a", "sstore 0, %i"),
        ("sload %a", "call @writes(%i)"),
        ("sload %a", "%r = delegatecall 0, 0, 0, 0, 0, 0"),
        ("tload %a", "tstore %i, 1"),
        ("call @reads(%a)", "sstore 0, %i"),
        ("call @endless(%a)", ""),
        ("load i256, %cell", "store i256 %i, %cell"),
        ("alloca i256", "store i256 %i, %x"),
        ("gas", ""),
        ("msize", ""),
        ("returndatasize", "%r = staticcall 0, 0, 0, 0, 0, 0"),
        ("mload %a", ""),
        ("keccak256 %a, 32", ""),
    ],
)
def test_variant_or_dangerous(instruction: str, others: str) -> None:
    assert place(loop(body=f"%x = {instruction} {others}")) == "body"


def test_memory_is_read_before_the_loop_only_if_it_is_read_anyway() -> None:
    assert place(loop(head="%x = mload %a")) == "entry"
    assert place(loop(head="%x = mload %a", body="mstore %i, 1")) == "head"
    # 5 < n is not known, 0 < 10 is: then the loop is entered.
    assert place(loop(body="%x = mload %a", first="5")) == "body"
    assert place(loop(body="%x = mload %a", first="0").replace("%i, %n", "%i, 10")) == "entry"


def test_memory_is_not_read_before_a_call_that_may_end_the_execution() -> None:
    assert place(loop(head="%x = mload %a call @ends(%i)")) == "entry"
    assert place(loop(head="call @ends(%i) %x = mload %a")) == "head"
    assert place(loop(head="%x = mload %a", body="call @ends(%i)")) == "entry"
    entered = loop(head="call @ends(%i)", body="%x = mload %a", first="0")
    assert place(entered.replace("%i, %n", "%i, 10")) == "body"
    assert place(loop(head="call @ends(%i) %x = sload %a")) == "entry"


def test_only_cheap_instructions_move_out_of_a_branch() -> None:
    text = """
        func @f(%a: i256, %b: i256) {
        entry:
          br %head
        head:
          %c = call @coin()
          br %c, %rare, %latch
        rare:
          %cheap = add %a, %b
          %x = mul %a, %b
          %s = sload %a
          br %latch
        latch:
          br %a, %head, %out
        out:
          ret
        }
        declare @coin() -> i256"""
    assert place(text, "%cheap") == "entry"
    assert place(text) == "rare"
    assert place(text, "%s") == "rare"


def test_conditional_code_stays_in_the_loop() -> None:
    text = """
        func @f(%a: i256, %b: i256) {
        entry:
          br %head
        head:
          %c = call @coin()
          br %c, %rare, %other
        rare:
          %x = mul %a, %b
          sstore 0, %x
          %d = call @coin()
          br %d, %head, %out
        other:
          br %head
        out:
          ret
        }
        declare @coin() -> i256"""
    assert place(text) == "rare"


def test_out_of_several_loops() -> None:
    text = """
        func @f(%a: i256, %b: i256) {
        entry:
          br %outer
        outer:
          %i = sload 0
          br %inner
        inner:
          %x = mul %a, %b
          %y = mul %x, %i
          sstore 1, %y
          %c = call @coin()
          br %c, %inner, %latch
        latch:
          br %c, %outer, %out
        out:
          ret
        }
        declare @coin() -> i256"""
    assert place(text) == "entry"
    assert place(text, "%y") == "outer"


def test_cheap_values_move_only_with_others() -> None:
    assert place(loop(body="%x = calldatasize sstore 0, %x")) == "body"
    text = loop(body="%s = calldatasize %x = sub %s, 4 sstore 0, %x")
    assert place(text) == place(text, "%s") == "entry"
