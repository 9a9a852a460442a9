"""Layouts of the stack: shuffling, ideal layouts, and those of branches and whole programs."""

from __future__ import annotations

import pytest

from tests.stack_programs import Slots, graph_of, layout_text, letters
from yulopt.errors import AssemblyError
from yulopt.stack.branch_layout import combine_layouts
from yulopt.stack.graph import BasicBlock, ControlFlowGraph, reachable_blocks
from yulopt.stack.ideal_layout import ideal_layout
from yulopt.stack.layout_generator import generate_layout
from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import Slot

# The shuffler


class Recorder(Shuffler):
    """Writes down what the shuffler does."""

    def __init__(self, slots: Slots, source: str, target: str) -> None:
        super().__init__(slots.layout(source), slots.layout(target))
        self.slots = slots
        self.log: list[str] = []

    def on_swap(self, depth: int) -> None:
        self.log.append(f"swap{depth}")

    def on_push(self, slot: Slot) -> None:
        self.log.append(self.slots.text([slot]))

    def on_pop(self) -> None:
        self.log.append("pop")


@pytest.mark.parametrize(
    ("source", "target", "log"),
    [
        ("", "", ""),
        ("a b", "a b", ""),
        ("a b", "a", "pop"),
        ("a b", "b", "swap1 pop"),
        ("a b c", "c b a", "swap2"),
        ("a b c", "b c a", "swap1 swap2"),
        ("a", "a a 7", "a 7"),
        ("a b", "b b a", "b swap2"),
        # Where junk is wanted, anything may stay.
        ("a b", "_ _", ""),
        ("a a b", "b _ _", "swap2"),
        # The slot there counts as wanted, so it is copied.
        ("a b", "_ a", "pop a"),
        ("", "_ 7", "_ 7"),
    ],
)
def test_shuffling(source: str, target: str, log: str) -> None:
    slots = Slots()
    recorder = Recorder(slots, source, target)
    recorder.run()
    assert slots.text(recorder.source) == target
    assert recorder.log == log.split()


def test_a_shuffle_has_at_most_as_many_steps_as_in_solc() -> None:
    Recorder(Slots(), "", "7 " * 999).run()
    with pytest.raises(AssemblyError, match="1000 steps"):
        Recorder(Slots(), "", "7 " * 1000).run()


def test_a_slot_is_copied_before_it_gets_out_of_reach() -> None:
    slots = Slots()
    recorder = Recorder(slots, letters(16), f"{letters(16)} 1 a")
    recorder.run()
    assert recorder.log == ["a", "1", "swap1"]


# Ideal layouts


@pytest.mark.parametrize(
    ("output", "wanted", "ideal"),
    [
        ("", "a b", "a b"),
        ("r", "a b r", "a b"),
        # The result is wanted deeper: what is above it is better found where it will be swapped to.
        ("r", "r a b", "b a"),
        ("r s", "a s r", "a"),
    ],
)
def test_the_ideal_layout_below_the_output_of_an_operation(
    output: str, wanted: str, ideal: str
) -> None:
    slots = Slots()
    found = ideal_layout(slots.layout(output), slots.layout(wanted), generate_on_the_fly=False)
    assert slots.text(found) == ideal


def test_constants_need_not_be_kept() -> None:
    slots = Slots()
    wanted = slots.layout("a 7 r")
    output = slots.layout("r")
    assert slots.text(ideal_layout(output, wanted, generate_on_the_fly=False)) == "a 7"
    assert slots.text(ideal_layout(output, wanted, generate_on_the_fly=True)) == "a"


# Branches


@pytest.mark.parametrize(
    ("zero", "nonzero", "combined"),
    [
        ("a b", "a b", "a b"),
        ("a", "a b c", "a b c"),
        # Copies and what can be generated are made when they are needed.
        ("a", "a b 7 b", "a b"),
        ("a b c", "a c d", "a b c d"),
    ],
)
def test_one_layout_for_both_targets_of_a_branch(zero: str, nonzero: str, combined: str) -> None:
    slots = Slots()
    assert slots.text(combine_layouts(slots.layout(zero), slots.layout(nonzero))) == combined


# Layouts of whole programs


def layouts_of(graph: ControlFlowGraph, block: BasicBlock) -> list[str]:
    """Entry, before each operation, and exit of a block."""
    layout = generate_layout(graph.entry, has_push0=True)[block]
    return [layout_text(item) for item in (layout.entry, *layout.operations, layout.exit)]


def test_layouts_of_straight_code() -> None:
    graph = graph_of("{ let a := sload(1) let b := sload(2) sstore(a, b) }")
    assert layouts_of(graph, graph.entry) == [
        "[]",
        "[0x1]",
        "[sload()[0]]",
        "[a 0x2]",
        "[a sload()[0]]",
        "[b a]",
        "[]",
    ]


def test_layouts_of_a_loop_keep_values_of_the_next_iteration() -> None:
    graph = graph_of(
        "{ let n := sload(0) for { let i } lt(i, n) { i := add(i, 1) } { sstore(i, n) } }"
    )
    loop_ends = [
        block
        for block in reachable_blocks(graph.entry)
        if block.successors() and not block.forward_successors()
    ]
    assert [layouts_of(graph, block)[-1] for block in loop_ends] == ["[n i]"]


def test_unneeded_slots_stay_where_the_program_ends() -> None:
    graph = graph_of("{ let a := sload(0) let b := sload(1) if a { revert(a, a) } sstore(a, b) }")
    _, _, body = reachable_blocks(graph.entry)
    assert layouts_of(graph, body)[:2] == ["[junk a]", "[junk a a]"]
