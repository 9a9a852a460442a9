"""The common subexpression eliminator: what it knows, and what it writes."""

from __future__ import annotations

import pytest

from tests.assembly.passes import run_pass
from yulopt.assembly.optimizer import CommonSubexpressionEliminator

_VALUES = """address origin caller callvalue calldatasize codesize gasprice returndatasize coinbase
timestamp number prevrandao gaslimit chainid basefee blobbasefee"""


def eliminate(text: str) -> str:
    return run_pass(CommonSubexpressionEliminator(), text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Rules simplify what is computed, whatever the EVM version.
        ("1 2 add stop", "3 stop"),
        ("0 add stop", "stop"),
        ("dup1 sub dup1 add stop", "pop 0 stop"),
        ("8 mul 0 add stop", "8 mul stop"),
        ("caller caller sub stop", "0 stop"),
        # Commutative arguments have one order.
        ("caller address add address caller add sub stop", "0 stop"),
        ("caller address sub address caller sub stop", "same"),
        # Loads of what is known, and stores that are overwritten.
        ("7 0 sstore 0 sload 0 sload add stop", "7 0 sstore 0xe stop"),
        ("7 0 sstore 8 0 sstore stop", "8 0 sstore stop"),
        ("7 0 sstore 7 0 sstore stop", "7 0 sstore stop"),
        ("0 sload 0 sstore stop", "stop"),
        # Words of memory may overlap, slots of storage may not.
        ("7 0 mstore 8 0x20 mstore 0 mload 1 add stop", "7 0 mstore 8 0x20 dup2 swap1 mstore stop"),
        ("7 0 mstore 8 0x1f mstore 0 mload 1 add stop", "same"),
        ("7 0 sstore 8 1 sstore 0 sload 0 sload add stop", "7 0 sstore 8 1 sstore 0xe stop"),
        # Hashes of known memory are computed.
        ("0 0 keccak256 pop 3 3 add stop", "6 stop"),
        # What is not needed is not computed.
        ("caller sload pop stop", "stop"),
        # Ends of blocks that are known.
        ("1 @a jumpi stop a: stop", "@a jump stop a: stop"),
        ("0 @a jumpi stop a: stop", "stop a: stop"),
        ("0 8 return", "stop"),
        # The same state twice.
        ("swap1 swap1 stop", "stop"),
        ("swap2 swap1 swap2 swap1 swap2 swap1 stop", "stop"),
    ],
)
def test_blocks(before: str, after: str) -> None:
    assert eliminate(before) == after


def test_a_block_that_does_not_become_shorter_stays() -> None:
    assert eliminate("0 0 sstore") == "same"
    assert eliminate("1 0 sload add 1 sstore 0 sload 2 sstore stop") == "same"


@pytest.mark.parametrize("breaker", ["gas", "1 2 3 addmod", "1 2 mstore8", "a:", "1 2 tstore"])
def test_nothing_is_known_from_other_blocks(breaker: str) -> None:
    assert eliminate(f"7 0 sstore {breaker} 0 sload 1 add stop") == "same"


def test_hashes_end_blocks_if_the_size_of_memory_matters() -> None:
    text = "7 0 mstore 0x20 0 keccak256 0x20 0 keccak256 add stop"
    assert eliminate(text) != "same"
    assert eliminate(f"{text} msize") == "same"


@pytest.mark.parametrize("values", [15, 16])
def test_what_is_out_of_reach_keeps_the_block(values: int) -> None:
    """A constant is copied from below; for the last of these values it is too deep."""
    between = " ".join(_VALUES.split()[:values])
    after = eliminate(f"5 {between} 5 2 3 add pop stop")
    assert after == (f"5 {between} dup16 stop" if values == 15 else "same")


def test_long_blocks_are_cut() -> None:
    """2000 items are optimised together, of which these are the first ones."""
    callers = "caller " * 1997
    assert eliminate(f"{callers} 2 3 add stop") == f"caller {'dup1 ' * 1996}5 stop"
    assert eliminate(f"caller {callers} 2 3 add stop") == "same"
