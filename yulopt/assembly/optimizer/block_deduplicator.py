"""BlockDeduplicator: redirects all jumps to equal blocks to the first of them.

Blocks are compared from their label to the next unconditional end, through other labels and
conditional jumps. A reference of a block to its own label counts as equal in all of them. The other
blocks stay; if they are no longer referenced, other passes remove them.

Example::

    calldatasize @one jumpi callvalue @two jumpi stop
    one: 0 dup1 revert
    two: 0 dup1 revert

becomes::

    calldatasize @one jumpi callvalue @one jumpi stop
    one: 0 dup1 revert
    two: 0 dup1 revert

Source: chapter 10, section 8 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.instructions import JUMP, TERMINATES
from yulopt.assembly.items import (
    Instruction,
    Item,
    Label,
    PlaceLabel,
    PushLabel,
    located,
    share_positions,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context

_OWN_LABEL: Final = "own label"
_BEGINNING: Final = 8


class BlockDeduplicator(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "deduplicate"

    def run(self, items: list[Item], context: Context) -> bool:
        """Redirect jumps in place, until all blocks that are jumped to differ."""
        replaced: dict[Label, Label] = {}
        changed = False
        while True:
            _find_equal_blocks(items, replaced, context)
            if not _redirect(items, replaced):
                return changed
            changed = True


def _find_equal_blocks(items: list[Item], replaced: dict[Label, Label], context: Context) -> None:
    """Map the labels of duplicates to the first of the equal blocks."""
    keys = [item.key for item in items]
    # Blocks may overlap, so only those with equal beginnings are compared as a whole.
    alike: dict[tuple[object, ...], list[int]] = {}
    for position, item in enumerate(items):
        if isinstance(item, PlaceLabel):
            alike.setdefault(_block(items, keys, position, _BEGINNING), []).append(position)
    for positions in alike.values():
        if len(positions) > 1:
            _compare(items, keys, positions, replaced, context)


def _compare(
    items: list[Item],
    keys: list[object],
    positions: list[int],
    replaced: dict[Label, Label],
    context: Context,
) -> None:
    """The same for the blocks at some positions."""
    first: dict[tuple[object, ...], tuple[int, Label]] = {}
    for position in positions:
        definition = items[position]
        assert isinstance(definition, PlaceLabel)
        block = _block(items, keys, position, len(items))
        start, same = first.setdefault(block, (position, definition.label))
        if same is not definition.label:
            replaced[definition.label] = same
            if not context.dialect.behaviour.keeps_first_location:
                share_positions(_items(items, start), _items(items, position))


def _items(items: list[Item], start: int) -> list[Item]:
    """The label of a block and its items, without other labels."""
    block = [items[start]]
    for item in items[start + 1 :]:
        if not isinstance(item, PlaceLabel):
            block.append(item)
            if _ends_block(item):
                break
    return block


def _ends_block(item: Item) -> bool:
    return isinstance(item, Instruction) and (item.opcode == JUMP or TERMINATES[item.opcode])


def _block(items: list[Item], keys: list[object], start: int, limit: int) -> tuple[object, ...]:
    """The identity of the first items, at most `limit`, of the block at the label at `start`."""
    label = items[start]
    assert isinstance(label, PlaceLabel)
    block: list[object] = []
    for position in range(start + 1, len(items)):
        item = items[position]
        if len(block) == limit:
            break
        if isinstance(item, PlaceLabel):
            continue
        if isinstance(item, PushLabel) and item.label is label.label:
            block.append(_OWN_LABEL)
            continue
        block.append(keys[position])
        if _ends_block(item):
            break
    return tuple(block)


def _redirect(items: list[Item], replaced: dict[Label, Label]) -> bool:
    """Replace labels where they are pushed; returns whether there was any to replace."""
    changed = False
    for position, item in enumerate(items):
        if isinstance(item, PushLabel) and item.label in replaced:
            label = replaced[item.label]
            while label in replaced:
                label = replaced[label]
            items[position] = located(PushLabel(label), item.position)
            changed = True
    return changed
