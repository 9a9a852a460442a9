"""Labels take as few bytes as they need, and no fewer."""

from __future__ import annotations

import pytest

from tests.assembly.beyond.programs import bytes_of, compiled, outcomes
from tests.test_execution import DIALECT
from yulopt.assembly.assembler import assemble
from yulopt.assembly.branch_relaxation import relax
from yulopt.assembly.items import Item, PushDataOffset, PushDataSize, instruction
from yulopt.assembly.text import read_items
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object


def fillers(count: int) -> str:
    return " ".join(["jumpdest"] * count)


@pytest.mark.parametrize(("before", "width"), [(250, 1), (251, 1), (252, 1), (253, 2), (300, 2)])
def test_labels_up_to_offset_255_take_one_byte(before: int, width: int) -> None:
    # The jump takes 3 bytes if the label takes one.
    items = read_items(f"@l jump {fillers(before)} l: stop")
    assert list(relax(items, 0, {}, has_push0=True).labels.values()) == [width]
    code = bytes_of(items)
    assert len(code) == before + 4 + width
    assert code[int.from_bytes(code[1 : 1 + width], "big")] == 0x5B
    assert outcomes(items)[0].success


@pytest.mark.parametrize(("before", "width"), [(65_531, 2), (65_532, 3)])
def test_labels_up_to_offset_65535_take_two_bytes(before: int, width: int) -> None:
    # The jump takes 4 bytes if the label takes two.
    items = read_items(f"@l jump {fillers(before)} l: stop")
    code = bytes_of(items)
    assert code[0] == 0x5F + width
    assert code[int.from_bytes(code[1 : 1 + width], "big")] == 0x5B
    assert len(code) == before + 4 + width
    assert outcomes(items)[0].success


def test_the_width_of_a_label_moves_others() -> None:
    # Each label fits into one byte only if all labels before it do.
    text = f"@a @a @a {fillers(247)} a: @b jump b: stop"
    widths = relax(read_items(text), 0, {}, has_push0=True)
    assert sorted(widths.labels.values()) == [1, 2]
    text = f"@a @a @a @far {fillers(247)} a: {fillers(20)} far: stop"
    assert sorted(relax(read_items(text), 0, {}, has_push0=True).labels.values()) == [2, 2]


def test_labels_have_widths_of_their_own() -> None:
    text = f"@near jump {fillers(10)} near: @far jump {fillers(300)} far: stop"
    items = read_items(text)
    small, same = bytes_of(items), bytes_of(items, smallest_labels=False)
    assert len(small) == len(same) - 1
    assert outcomes(items)[0].success


@pytest.mark.parametrize("size", [200, 240, 256, 70_000])
def test_offsets_and_sizes_of_objects_are_right(size: int) -> None:
    inner = compiled(read_items(fillers(size)))
    path = inner.program.name
    items: list[Item] = [
        PushDataOffset(path, inner.program),
        PushDataSize(path, inner.program),
        PushDataSize("outer", Object("outer", Block([]))),
        instruction("stop"),
    ]
    outer = compiled(items, inner)
    own = items[2]
    assert isinstance(own, PushDataSize)
    own.target = outer.program
    inner.code.has_smallest_labels = outer.code.has_smallest_labels = True
    code = assemble(outer, DIALECT).content
    numbers = []
    position = 0
    for _ in range(3):
        width = code[position] - 0x5F
        numbers.append(int.from_bytes(code[position + 1 : position + 1 + width], "big"))
        position += 1 + width
    offset, inner_size, own_size = numbers
    assert code[offset : offset + inner_size] == b"\x5b" * size
    assert inner_size == size
    assert own_size == len(code)
