"""Every rule of the table keeps the stack, and makes code cheaper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.assembly.passes import context, run_pass
from yulopt.assembly.beyond.pattern_rewriter import RULES, PatternRewriter, Rule
from yulopt.assembly.instructions import ARGUMENTS
from yulopt.assembly.items import Instruction, Item, Push, PushLabel
from yulopt.assembly.text import items_text, read_items
from yulopt.rules.arithmetic import COMPUTABLE, compute

MOST = (1 << 256) - 1
EDGES = [0, 1, 2, 255, 256, 1 << 64, (1 << 64) - 1, 1 << 255, (1 << 255) - 1, MOST, MOST - 1]
CONSTANTS = [
    *EDGES,
    *[(1 << bits) - 1 for bits in (9, 16, 160, 248)],
    *[MOST ^ (1 << bits) - 1 for bits in (1, 9, 96, 248)],
    *[1 << bits for bits in (9, 160)],
    0x1234,
    MOST - 0x1234,
]
JUMPS = "jumps"


def execute(items: Sequence[Item], stack: list[int]) -> tuple[list[int], str]:
    """The stack after code that only computes, and whether it jumps at its end."""
    stack = stack[:]
    jumped = ""
    for item in items:
        if isinstance(item, Push):
            stack.append(item.value)
        elif isinstance(item, PushLabel):
            stack.append(0)
        else:
            assert isinstance(item, Instruction)
            count = ARGUMENTS[item.opcode]
            if item.name.startswith("dup"):
                stack.append(stack[-count])
            elif item.name.startswith("swap"):
                stack[-1], stack[-count] = stack[-count], stack[-1]
            else:
                arguments = [stack.pop() for _ in range(count)]
                if item.name == "calldatasize":
                    stack.append(36)
                elif item.name == "jumpi":
                    jumped = JUMPS if arguments[1] else ""
                elif item.name != "pop":
                    assert item.name in COMPUTABLE
                    stack.append(compute(item.name, arguments))
    return stack, jumped


def instances(rule: Rule) -> Iterator[list[Item]]:
    """The instances of the pattern of a rule."""
    text = rule.text.partition(" => ")[0]
    for constant in CONSTANTS if "[c]" in text else [0]:
        for slot in (1, 2, 3, 15, 16) if "(k" in text else [1]:
            words = text.replace("[c]", hex(constant)).replace("@t", "@target")
            words = words.replace("dup(k+1)", f"dup{slot + 1}").replace("dup(k)", f"dup{slot}")
            if "dup17" not in words:
                yield read_items(words)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.text)
def test_rules_keep_the_stack_and_make_code_cheaper(rule: Rule) -> None:
    random = Random(rule.text)
    settings = context()
    applied = 0
    for items in instances(rule):
        replacement = rule.applied(items)
        if replacement is None:
            continue
        applied += 1
        size = settings.size(items, 2) - settings.size(replacement, 2)
        assert (size, len(items) - len(replacement)) > (0, 0)
        assert size >= 0
        near = [
            item.value + by & MOST for item in items if isinstance(item, Push) for by in (-1, 0, 1)
        ]
        for top in [
            *EDGES,
            *near,
            *[random.getrandbits(random.randrange(1, 257)) for _ in range(5)],
        ]:
            stack = [random.choice([*EDGES, *near]) for _ in range(18)]
            for words in (
                [*stack, top],
                [*stack[:-1], top, stack[-1]],
                [*stack[:3], top, *stack[4:]],
            ):
                assert execute(items, words) == execute(replacement, words), (
                    items_text(items),
                    words,
                )
    assert applied


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Only conditions may be other words than 0 and 1.
        ("0xffffffffffffffff dup2 gt 0 sstore stop", "same"),
        ("eq iszero 0 sstore stop", "same"),
        ("iszero iszero 0 sstore stop", "same"),
        ("0xffff lt 0 sstore stop", "same"),
        # No mask, or one that costs as little as the shift.
        ("0xfffe dup2 gt @t jumpi t: stop", "same"),
        ("0xff dup2 gt @t jumpi t: stop", "same"),
        # The copy is of the constant.
        ("0xffff dup1 gt @t jumpi t: stop", "same"),
        # There is no number before 0, none after the greatest, and none as short after 255.
        ("0 lt iszero", "same"),
        ("255 lt iszero", "same"),
        (f"{MOST:#x} lt iszero", "same"),
        (f"{(1 << 255) - 1:#x} slt iszero", "same"),
        (f"{1 << 255:#x} sgt iszero", "same"),
        ("0 gt iszero", "same"),
        # A label between the items: something else may lead there.
        ("36 calldatasize lt l: iszero @l jumpi stop", "same"),
        ("dup1 l: pop @l jump", "same"),
        ("sub l: iszero @l jump", "same"),
        # Different slots.
        ("0xffffff dup3 and dup2 eq", "same"),
        ("dup2 iszero iszero dup2 sub @t jumpi t: stop", "same"),
        # One rule makes another one possible.
        ("0xffffff dup2 and dup2 eq iszero @t jumpi t: stop", "dup1 0x18 shr @t jumpi t: stop"),
        ("36 calldatasize lt iszero iszero iszero", "0x23 calldatasize gt"),
        ("0x100000000 dup2 lt iszero @t jumpi t: stop", "dup1 0x20 shr @t jumpi t: stop"),
    ],
)
def test_rewriting(before: str, after: str) -> None:
    assert run_pass(PatternRewriter(), before) == after


def test_there_are_no_shifts_in_old_versions() -> None:
    text = "0xffffffff dup2 gt @t jumpi t: stop"
    assert run_pass(PatternRewriter(), text, context(evm_version="byzantium")) == "same"
    assert run_pass(PatternRewriter(), text) == "dup1 0x20 shr @t jumpi t: stop"
