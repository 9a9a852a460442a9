"""The other passes of the assembly, and the order of all of them."""

from __future__ import annotations

import pytest

from tests.assembly.pass_cases import CONSTANTS, DEDUPLICATOR, INLINER, JUMPDESTS, Case
from tests.assembly.passes import context, run_pass
from yulopt.assembly.items import Item, PushDataOffset
from yulopt.assembly.optimizer import (
    AssemblyObserver,
    AssemblyPass,
    BlockDeduplicator,
    CommonSubexpressionEliminator,
    ConstantOptimizer,
    Inliner,
    JumpdestRemover,
    PeepholeOptimizer,
    optimize_items,
)
from yulopt.assembly.text import items_text, read_items
from yulopt.suite.documentation import read_module_documentation
from yulopt.syntax.objects import Data

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


@pytest.mark.parametrize(
    "case", [*JUMPDESTS, *INLINER, *DEDUPLICATOR, *CONSTANTS], ids=lambda case: case.before
)
def test_passes(case: Case) -> None:
    assert case.outcome() == case.after


@pytest.mark.parametrize(("evm_version", "length"), [("osaka", 11), ("paris", 11)])
def test_frequent_words_are_copied_from_the_bytecode(evm_version: str, length: int) -> None:
    word = int("112233445566778899aabbccddeeff00" * 2, 16)
    items = read_items(f"{word:#x} {word:#x}")
    assert ConstantOptimizer().run(items, context(runs=1, evm_version=evm_version))
    assert len(items) == 2 * length
    places = [item for item in items if isinstance(item, PushDataOffset)]
    contents = [item.target.content for item in places if isinstance(item.target, Data)]
    assert contents == [word.to_bytes(32, "big").decode("latin-1")] * 2


def test_single_words_and_words_in_hot_code_are_pushed() -> None:
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


def test_the_inliner_causes_no_further_round() -> None:
    text = "@a jump a: @b jump b: @c jump c: 0 dup1 revert"
    once = "@b jump a: @c jump b: 0 dup1 revert c: 0 dup1 revert"
    assert optimized(text, "inliner") == once


def test_constants_are_last() -> None:
    constant = "0xffffffffffffffffffffffffffffffffffffffff"
    assert optimized(f"{constant} pop", "constantOptimizer", "peephole") == ""
    assert optimized(f"{constant} {constant}", "constantOptimizer", "peephole") == (
        "1 1 0xa0 shl sub dup1"
    )


class Listener(AssemblyObserver):
    """Records each pass with its round and its result."""

    def __init__(self) -> None:
        self.runs: list[tuple[int | None, str]] = []
        self.texts: list[str] = []

    def before_pass(self, used: AssemblyPass, round_number: int | None) -> None:
        self.runs.append((round_number, used.name))

    def after_pass(self, used: AssemblyPass, items: list[Item]) -> None:
        self.texts.append(" ".join(items_text(items).split()))


def test_an_observer_sees_each_pass() -> None:
    before = "callvalue iszero iszero @a jumpi a: stop"
    listener = Listener()
    passes = ("peephole", "jumpdestRemover", "constantOptimizer")
    optimize_items(read_items(before), context(), passes, listener)
    rounds = [(number, name) for number in (1, 2, 3) for name in ("jumpdestRemover", "peephole")]
    assert listener.runs == [*rounds, (None, "constantOptimizer")]
    assert listener.texts == [before, "a: stop", "stop", "stop", "stop", "stop", "stop"]
