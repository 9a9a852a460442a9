"""The other passes of the assembly, and the order of all of them."""

from __future__ import annotations

import pytest

from tests.assembly.passes import context, run_pass
from yulopt.assembly.items import PushDataOffset
from yulopt.assembly.notation import items_text, read_items
from yulopt.assembly.optimizer import (
    AssemblyPass,
    BlockDeduplicator,
    CommonSubexpressionEliminator,
    ConstantOptimizer,
    Inliner,
    JumpdestRemover,
    PeepholeOptimizer,
    optimize_items,
)
from yulopt.documentation import read_module_documentation
from yulopt.objects import Data

EVERY: tuple[AssemblyPass, ...] = (
    JumpdestRemover(),
    Inliner(),
    PeepholeOptimizer(),
    BlockDeduplicator(),
    CommonSubexpressionEliminator(),
    ConstantOptimizer(),
)


@pytest.mark.parametrize("used", EVERY, ids=lambda used: used.name)
def test_the_example_is_what_the_pass_does(used: AssemblyPass) -> None:
    documentation = read_module_documentation(type(used).__module__)
    assert documentation.name == type(used).__name__
    assert run_pass(used, documentation.before) == " ".join(documentation.after.split())


# The jumpdest remover


def test_only_labels_that_are_pushed_stay() -> None:
    assert run_pass(JumpdestRemover(), "a: @b jump b: @b jump c:") == "@b jump b: @b jump"
    assert run_pass(JumpdestRemover(), "@a jump a:") == "same"


# The inliner


def calls(body: str, count: int = 2) -> str:
    """Calls of a function with this body."""
    parts = [f"@r{index} @f jump[call] r{index}:" for index in range(count)]
    return f"{' '.join(parts)} stop f: {body} jump[return]"


def test_a_body_is_inlined_at_every_call_with_an_ordinary_jump_at_its_end() -> None:
    after = run_pass(Inliner(), calls("caller add swap1"))
    body = "caller add swap1"
    assert after == f"@r0 {body} jump r0: @r1 {body} jump r1: stop f: {body} jump[return]"


@pytest.mark.parametrize(
    ("runs", "size", "inlined"), [(0, 17, True), (0, 18, False), (1, 20, True), (1, 21, False)]
)
def test_a_body_is_inlined_if_that_costs_less(runs: int, size: int, inlined: bool) -> None:
    """Creation code, in which a body is called twice; the number of runs counts all the same.

    Two copies are 16 * 2 * size; two calls are 24 * 2 for each run and 16 * (8 * 2 + 2 + size).
    """
    settings = context(runs=runs, is_creation=True)
    after = run_pass(Inliner(), calls("iszero " * size), settings)
    assert (after != "same") == inlined


@pytest.mark.parametrize(
    ("body", "inlined"),
    [
        ("1 sload sstore", True),
        ("1 mload mstore", True),
        ("1 tload pop", True),
        ("gas", False),
        ("1 2 3 addmod", False),
        ("1 2 mstore8", False),
        ("1 @g jumpi g:", False),
        ("@f", False),
    ],
)
def test_what_a_block_may_hold(body: str, inlined: bool) -> None:
    assert (run_pass(Inliner(), calls(body)) != "same") == inlined


def test_a_short_block_behind_an_ordinary_jump_is_inlined() -> None:
    assert run_pass(Inliner(), "@a jump b: stop a: 0 dup1 revert") == (
        "0 dup1 revert b: stop a: 0 dup1 revert"
    )
    assert run_pass(Inliner(), "@a jump b: stop a: 1 2 revert") == "same"
    assert run_pass(Inliner(), "@a jump b: gas pop stop a: @b jump") == (
        "@b jump b: gas pop stop a: @b jump"
    )
    assert run_pass(Inliner(), "@a jump[call] b: gas pop stop a: @b jump") == "same"
    assert run_pass(Inliner(), "@a jump[call] b: stop a: 0 dup1 revert") != "same"


def test_calls_that_are_inlined_count_no_more() -> None:
    """Three copies are too dear; the last of three calls would not be, but is no last one then."""
    settings = context(runs=0, is_creation=True)
    assert run_pass(Inliner(), calls("iszero " * 12, 3), settings).count("jump[call]") == 0
    assert run_pass(Inliner(), calls("iszero " * 13, 3), settings) == "same"


# The block deduplicator


def test_a_reference_to_the_own_label_is_equal() -> None:
    text = "@a jumpi @b jumpi stop a: dup1 @a jumpi stop b: dup1 @b jumpi stop"
    after = "@a jumpi @a jumpi stop a: dup1 @a jumpi stop b: dup1 @a jumpi stop"
    assert run_pass(BlockDeduplicator(), text) == after


def test_blocks_run_through_labels_to_the_next_end() -> None:
    text = "@a jumpi @b jumpi stop a: gas c: gas stop b: gas gas stop"
    after = text.replace("@b", "@a")
    assert run_pass(BlockDeduplicator(), text) == after


def test_what_becomes_equal_is_found_too() -> None:
    text = "@x jump x: @a jumpi @b jumpi stop a: @c jump b: @d jump c: gas stop d: gas stop"
    after = "@x jump x: @a jumpi @a jumpi stop a: @c jump b: @c jump c: gas stop d: gas stop"
    assert run_pass(BlockDeduplicator(), text) == after


def test_the_kind_of_a_jump_does_not_matter() -> None:
    text = "@a jumpi @b jumpi stop a: jump[return] b: jump"
    assert run_pass(BlockDeduplicator(), text) == text.replace("@b", "@a")


# The constant optimiser


@pytest.mark.parametrize(
    ("constant", "code"),
    [
        ("0xffff", "same"),
        ("0xffffffffffffffff", "same"),
        ("0xff00000000000000000000000000000000", "0xff 0x80 shl"),
        ("0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00", "0xff not"),
        ("0xffffffffffffffffffffffffffffffffffffffff", "1 1 0xa0 shl sub"),
    ],
)
def test_constants_with_a_shorter_routine_are_computed(constant: str, code: str) -> None:
    assert run_pass(ConstantOptimizer(), constant) == code


def test_without_shifts_powers_are_computed() -> None:
    settings = context(evm_version="byzantium", is_creation=True)
    after = run_pass(ConstantOptimizer(), "0xffffffffffffffffffffffffffffffff", settings)
    assert after == "1 0x80 2 exp sub"


@pytest.mark.parametrize(("evm_version", "length"), [("osaka", 11), ("paris", 11)])
def test_words_that_occur_often_are_copied_from_the_bytecode(evm_version: str, length: int) -> None:
    word = int("112233445566778899aabbccddeeff00" * 2, 16)
    items = read_items(f"{word:#x} {word:#x}")
    assert ConstantOptimizer().run(items, context(runs=1, evm_version=evm_version))
    assert len(items) == 2 * length
    places = [item for item in items if isinstance(item, PushDataOffset)]
    contents = [item.target.content for item in places if isinstance(item.target, Data)]
    assert contents == [word.to_bytes(32, "big").decode("latin-1")] * 2


def test_words_that_occur_once_or_in_code_that_runs_often_are_pushed() -> None:
    word = hex(int("112233445566778899aabbccddeeff00" * 2, 16))
    assert run_pass(ConstantOptimizer(), word, context(runs=1)) == "same"
    assert run_pass(ConstantOptimizer(), f"{word} {word}", context(runs=1000)) == "same"


# All of them


def optimized(text: str, *names: str) -> str:
    items = read_items(text)
    optimize_items(items, context(), names)
    return " ".join(items_text(items).split())


def test_passes_are_repeated_until_nothing_changes() -> None:
    text = "0 iszero @a jumpi b: 0 @c jumpi d: 3 dup1 sstore stop c: @d jump a: @b jump"
    every = optimized(text, "peephole", "cse", "jumpdestRemover")
    assert every == "@a jump b: 3 dup1 sstore stop a: @b jump"


def test_the_inliner_is_no_reason_for_another_round() -> None:
    text = "@a jump a: @b jump b: @c jump c: 0 dup1 revert"
    once = "@b jump a: @c jump b: 0 dup1 revert c: 0 dup1 revert"
    assert optimized(text, "inliner") == once


def test_constants_come_last() -> None:
    constant = "0xffffffffffffffffffffffffffffffffffffffff"
    assert optimized(f"{constant} pop", "constantOptimizer", "peephole") == ""
    assert optimized(f"{constant} {constant}", "constantOptimizer", "peephole") == (
        "1 1 0xa0 shl sub dup1"
    )
