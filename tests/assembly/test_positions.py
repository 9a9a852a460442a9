"""Shared code has no origin; the code that leads to it keeps its own."""

from __future__ import annotations

from typing import Final

import pytest

from yulopt.assembly.beyond.cross_jumping import CrossJumper
from yulopt.assembly.beyond.outlining import Outliner
from yulopt.assembly.items import NO_POSITION, Instruction, Item, PlaceLabel, Push
from yulopt.assembly.optimizer.block_deduplicator import BlockDeduplicator
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.text import read_items
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for

_SOLC: Final = dialect_for(DEFAULT_EVM_VERSION)
FAILURE: Final = "1 2 mstore 3 4 mstore 5 6 mstore 7 8 revert"
CONSTANT: Final = "0x11223344556677889900aabbccddeeff11223344556677889900aabbccddeeff"
ENDS: Final = f"calldatasize @a jumpi callvalue @b jumpi stop a: {FAILURE} b: {FAILURE}"
PARTS: Final = f"calldatasize @a jumpi caller pop {FAILURE} a: address pop {FAILURE}"
SEQUENCES: Final = f"calldatasize @a jumpi {CONSTANT} 0 mstore stop a: {CONSTANT} 1 mstore stop"


def run(
    used: AssemblyPass, text: str, *, together: bool = False, of_solc: bool = False
) -> list[Item]:
    """What a pass leaves of code in which all items come from different places, or from one."""
    items = read_items(text)
    for number, item in enumerate(items):
        item.position = 9 if together else number
    dialect = _SOLC if of_solc else _SOLC.mended
    used.run(items, Context(dialect, 1, is_creation=False))
    return items


def failures(items: list[Item]) -> list[int]:
    return [i.position for i in items if isinstance(i, Instruction) and i.name == "revert"]


@pytest.mark.parametrize("text", [ENDS, PARTS], ids=["ends", "parts"])
def test_shared_ends(text: str) -> None:
    items = run(CrossJumper(), text)
    assert failures(items) == [NO_POSITION]
    *_, label = (item for item in items if isinstance(item, PlaceLabel))
    assert label.position == NO_POSITION
    assert failures(run(CrossJumper(), text, together=True)) == [9]


def test_equal_blocks() -> None:
    assert NO_POSITION in failures(run(BlockDeduplicator(), ENDS))
    assert failures(run(BlockDeduplicator(), ENDS, together=True)) == [9, 9]
    assert NO_POSITION not in failures(run(BlockDeduplicator(), ENDS, of_solc=True))


def test_outlined_sequences() -> None:
    items = run(Outliner(), SEQUENCES)
    pushes = [one.position for one in items if isinstance(one, Push) and one.value > 9]
    assert pushes == [NO_POSITION]
    calls = [one.position for one in items if isinstance(one, Instruction) and one.note == "call"]
    assert calls
    assert NO_POSITION not in calls
