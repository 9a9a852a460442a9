"""The peephole optimiser: each rule, and its windows."""

from __future__ import annotations

import random

import pytest

from tests.assembly.pass_cases import PEEPHOLE, Case
from tests.assembly.passes import context, run_pass
from yulopt.assembly.items import Item, PushDataOffset, PushDataSize, PushImmutable, instruction
from yulopt.assembly.optimizer import PeepholeOptimizer
from yulopt.assembly.optimizer.peephole_rules import RULE_TABLE, Window
from yulopt.assembly.text import read_items
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object


@pytest.mark.parametrize("case", PEEPHOLE, ids=lambda case: case.before)
def test_rules(case: Case) -> None:
    assert case.outcome() == case.after


def test_rules_match_only_what_has_the_item_that_they_need() -> None:
    choices = random.Random(0)
    texts = [piece for case in PEEPHOLE for piece in case.before.split()]
    matched = set()
    for _ in range(4000):
        items = read_items(" ".join(choices.choices(texts, k=8)))
        window = Window(items, has_push0=True)
        for rule, distance, opcodes in RULE_TABLE:
            if rule(window, 0, []):
                matched.add(rule)
                assert window.opcodes[distance] in opcodes, rule
    assert len(matched) > len(RULE_TABLE) // 2


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
