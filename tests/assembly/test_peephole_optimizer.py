"""The peephole optimiser: each rule, and which runs count."""

from __future__ import annotations

import pytest

from tests.assembly.passes import context, run_pass
from yulopt.assembly.items import Item, PushDataOffset, PushDataSize, PushImmutable, instruction
from yulopt.assembly.optimizer import PeepholeOptimizer
from yulopt.ast import Block
from yulopt.objects import Object


def peephole(text: str, evm_version: str = "osaka") -> str:
    return run_pass(PeepholeOptimizer(), text, context(evm_version=evm_version))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # What only pushes is not needed if it is popped.
        ("1 pop gas", "gas"),
        ("@a pop a: gas", "a: gas"),
        ("dup3 pop gas", "gas"),
        # Neither is what only computes; its arguments are popped.
        ("caller pop gas", "gas"),
        ("add pop gas", "pop pop gas"),
        ("sload pop gas", "pop gas"),
        ("mload pop gas", "same"),
        ("keccak256 pop gas", "same"),
        ("swap1 pop gas", "same"),
        # Nor what is computed just before the end.
        ("1 stop", "stop"),
        ("add pop pop stop", "stop"),
        ("mload stop", "same"),
        ("@a stop a: gas", "same"),
        ("caller 1 2 return", "1 2 return"),
        ("swap2 1 dup1 revert", "1 dup1 revert"),
        ("1 2 dup1 revert", "2 dup1 revert"),
        ("caller 1 dup2 return", "same"),
        ("mstore 1 2 return", "same"),
        # Pairs.
        ("5 5 sstore", "5 dup1 sstore"),
        ("0 0 sstore", "same"),
        ("swap2 swap2 gas", "gas"),
        ("swap2 swap3 gas", "same"),
        ("swap1 add gas", "add gas"),
        ("swap1 sub gas", "same"),
        ("swap1 lt gas", "gt gas"),
        ("swap1 gt gas", "lt gas"),
        ("swap1 slt gas", "sgt gas"),
        ("swap1 sgt gas", "slt gas"),
        ("dup2 swap2 gas", "dup2 gas"),
        ("dup2 swap1 gas", "same"),
        # Conditions and jumps.
        ("iszero iszero @a jumpi gas a: gas", "@a jumpi gas a: gas"),
        ("iszero iszero jumpi gas", "same"),
        ("eq iszero @a jumpi gas a: gas", "sub @a jumpi gas a: gas"),
        ("caller @a jumpi @b jump a: gas b: gas", "caller iszero @b jumpi a: gas b: gas"),
        ("caller @a jumpi @b jump b: gas a: gas", "caller @a jumpi b: gas a: gas"),
        ("gas @a jump a: gas", "gas a: gas"),
        ("log0 @a jumpi a: gas", "log0 pop a: gas"),
        # What cannot be reached.
        ("stop add pop a: gas", "stop a: gas"),
        ("jump add sub", "jump"),
        ("jump a: gas", "same"),
        # Equal ends, if they are not the whole of the first block.
        ("log0 1 2 return a: 1 2 return", "log0 a: 1 2 return"),
        ("log0 caller selfdestruct a: caller selfdestruct", "log0 a: caller selfdestruct"),
        ("gas invalid a: invalid", "gas a: invalid"),
        ("a: 1 2 return b: 1 2 return", "same"),
        ("log0 1 2 return a: 1 3 return", "same"),
        ("gas 1 2 mstore a: 1 2 mstore", "same"),
        # Masks that change nothing.
        ("@a 0xffffffff and a: gas", "@a a: gas"),
        ("0x7ffffffff @a and a: gas", "@a a: gas"),
        ("@a 0xfffffffe and a: gas", "same"),
        ("0 not and gas", "gas"),
    ],
)
def test_rules(before: str, after: str) -> None:
    assert peephole(before) == after


def test_zero_is_copied_where_it_has_no_instruction() -> None:
    assert peephole("0 0 sstore", "paris") == "0 dup1 sstore"


def test_a_run_that_does_not_pay_is_forgotten() -> None:
    """Three POPs are longer than what they replace, unless another rule makes up for them."""
    assert peephole("addmod pop gas") == "same"
    assert peephole("addmod pop 1 pop gas") == "pop pop pop gas"


def test_rules_are_tried_in_their_order_and_only_on_the_input() -> None:
    assert peephole("1 dup1 pop add pop gas") == "pop gas"
    assert peephole("dup1 swap1 swap1 gas") == "dup1 gas"


def test_a_single_item_stays() -> None:
    assert peephole("") == "same"
    assert peephole("pop") == "same"


@pytest.mark.parametrize(
    ("item", "stays"),
    [
        (PushDataSize("A", Object("A", Block([]))), False),
        (PushDataOffset("A", Object("A", Block([]))), False),
        (PushImmutable("x"), True),
    ],
)
def test_sizes_and_places_are_popped_but_immutables_are_read(item: Item, stays: bool) -> None:
    items = [item, instruction("pop"), instruction("gas")]
    PeepholeOptimizer().run(items, context())
    assert len(items) == (3 if stays else 1)
