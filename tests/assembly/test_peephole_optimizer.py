"""The peephole optimiser: each rule, and its windows."""

from __future__ import annotations

import pytest

from tests.assembly.pass_cases import PEEPHOLE, Case
from tests.assembly.passes import context, run_pass
from yulopt.assembly.items import Item, PushDataOffset, PushDataSize, PushImmutable, instruction
from yulopt.assembly.optimizer import PeepholeOptimizer
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object


@pytest.mark.parametrize("case", PEEPHOLE, ids=lambda case: case.before)
def test_rules(case: Case) -> None:
    assert case.outcome() == case.after


def test_a_single_item_stays() -> None:
    assert run_pass(PeepholeOptimizer(), "") == "same"
    assert run_pass(PeepholeOptimizer(), "pop") == "same"


@pytest.mark.parametrize(
    ("item", "stays"),
    [
        (PushDataSize("A", Object("A", Block([]))), False),
        (PushDataOffset("A", Object("A", Block([]))), False),
        (PushImmutable("x"), True),
    ],
)
def test_sizes_and_offsets_are_popped_but_immutables_are_read(item: Item, stays: bool) -> None:
    items = [item, instruction("pop"), instruction("gas")]
    PeepholeOptimizer().run(items, context())
    assert len(items) == (3 if stays else 1)
