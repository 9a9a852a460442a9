"""Prices of items are their bytes, and their gas for each run."""

from __future__ import annotations

import pytest

from tests.assembly.passes import context
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.items import Item, Push, instruction


@pytest.mark.parametrize(
    ("item", "size", "gas"),
    [
        (instruction("jump"), 1, 8),
        (instruction("jumpi"), 1, 10),
        (instruction("pop"), 1, 2),
        (instruction("add"), 1, 3),
        (instruction("mulmod"), 1, 8),
        (Push(0x1234), 3, 3),
    ],
)
def test_prices(item: Item, size: int, gas: int) -> None:
    for runs in (1, 1000):
        assert ItemPrices(context(runs=runs)).item(item) == 200 * size + gas * runs
