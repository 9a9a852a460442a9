"""The common subexpression eliminator: its facts, and its output."""

from __future__ import annotations

import pytest

from tests.assembly.pass_cases import CSE, Case
from tests.assembly.passes import run_pass
from yulopt.assembly.optimizer import CommonSubexpressionEliminator


def eliminate(text: str) -> str:
    return run_pass(CommonSubexpressionEliminator(), text)


@pytest.mark.parametrize("case", CSE, ids=lambda case: case.before)
def test_blocks(case: Case) -> None:
    assert case.outcome() == case.after


def test_a_block_that_does_not_shrink_stays() -> None:
    assert eliminate("0 0 sstore") == "same"
    assert eliminate("1 0 sload add 1 sstore 0 sload 2 sstore stop") == "same"


@pytest.mark.parametrize("breaker", ["gas", "1 2 3 addmod", "1 2 mstore8", "a:", "1 2 tstore"])
def test_facts_do_not_cross_blocks(breaker: str) -> None:
    assert eliminate(f"7 0 sstore {breaker} 0 sload 1 add stop") == "same"


def test_hashes_end_blocks_if_the_size_of_memory_matters() -> None:
    text = "7 0 mstore 0x20 0 keccak256 0x20 0 keccak256 add stop"
    assert eliminate(text) != "same"
    assert eliminate(f"{text} msize") == "same"


def test_long_blocks_are_cut() -> None:
    """2000 items are optimised together, of which these are the first ones."""
    callers = "caller " * 1997
    assert eliminate(f"{callers} 2 3 add stop") == f"caller {'dup1 ' * 1996}5 stop"
    assert eliminate(f"caller {callers} 2 3 add stop") == "same"
