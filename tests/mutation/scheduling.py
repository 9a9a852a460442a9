"""Mutants of the block scheduler, its facts and its search."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant, suite_mutants

_EFFECTS: Final = "test_effects_keep_their_order"
_RANDOM: Final = "test_random_blocks_behave_the_same"


def _mutant(module: str, broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    package = "yulopt.assembly.beyond"
    return SuiteMutant(
        f"{package}.{module}", broken, old, new, f"test_block_scheduler::{caught_by}"
    )


_border: Final = suite_mutants("assembly.beyond.border_layouts", "test_border_layouts::test_")
_items: Final = suite_mutants(
    "assembly.instructions", "assembly/beyond/test_block_scheduler::test_"
)
_tail: Final = suite_mutants("assembly.beyond.tail_calls", "test_tail_calls::test_")
_frames: Final = suite_mutants("assembly.beyond.function_frames", "test_tail_calls::test_")

SCHEDULING: Final = (
    _mutant(
        "block_effects",
        "two writes may change places",
        "(self.effect != WRITE and other.effect != WRITE)",
        "(self.effect != WRITE or other.effect != WRITE)",
        _EFFECTS,
    ),
    _mutant(
        "block_effects",
        "addresses from different values never overlap",
        "if self.base == ANYWHERE or other.base == ANYWHERE or self.base != other.base:\n"
        "            return True",
        "if self.base == ANYWHERE or other.base == ANYWHERE:\n"
        "            return True\n"
        "        if self.base != other.base:\n"
        "            return False",
        _EFFECTS,
    ),
    _mutant(
        "block_effects",
        "areas that overlap by some bytes are apart",
        "self.length <= ahead",
        "ahead != 0",
        _EFFECTS,
    ),
    _mutant(
        "block_effects",
        "areas are compared in one direction",
        "return not (apart and other.length != _UNKNOWN and other.length <= backward)",
        "return not apart",
        _EFFECTS,
    ),
    _mutant(
        "block_effects",
        "logs and calls have no order",
        'world = WRITE if name.startswith("log") else effects.other_state',
        "world = effects.other_state",
        _EFFECTS,
    ),
    _mutant(
        "block_effects",
        "gas may be asked for at any time",
        'WRITE if name == "gas" else READ',
        "READ",
        _EFFECTS,
    ),
    _mutant(
        "block_graph",
        "loads are equal whatever was stored between them",
        "key = (item.key, tuple(arguments), tuple(before))",
        "key = (item.key, tuple(arguments), _NOTHING)",
        _EFFECTS,
    ),
    _mutant(
        "block_graph",
        "mirrored comparisons keep their name",
        "if mirror != item.name:",
        "if mirror == item.name:",
        _RANDOM,
    ),
    _mutant(
        "block_graph",
        "offsets are added where they are subtracted",
        "offset -= numbers[arguments[1]]",
        "offset += numbers[arguments[1]]",
        "test_subtracted_distances",
    ),
    _mutant(
        "block_graph",
        "what the end of the execution takes from below the block is forgotten",
        "            self._reach(wanted)\n",
        "",
        "test_slots_left_at_the_end_of_execution_do_not_matter",
    ),
    _mutant(
        "block_graph",
        "reads of memory are dropped though its size matters",
        "if self._msize_matters and any(",
        "if not self._msize_matters and any(",
        "test_unused_reads_of_memory_stay_with_msize",
    ),
    _items(
        "verbatim code never asks for the size of memory",
        "any(opcode_of(item) == MSIZE or isinstance(item, Verbatim) for item in items)",
        "any(opcode_of(item) == MSIZE for item in items)",
        "unused_reads_of_memory_stay_with_verbatim_code",
    ),
    _mutant(
        "stack_search",
        "copies reach one slot too deep",
        "max(-1, height - 2 - REACH)",
        "max(-1, height - 3 - REACH)",
        "test_a_value_is_copied_before_it_gets_out_of_reach",
    ),
    _mutant(
        "stack_search",
        "exchanges reach one slot too deep",
        "range(max(0, top - REACH), top)",
        "range(max(0, top - REACH - 1), top)",
        "test_slots_at_the_limit_of_reach",
    ),
    _mutant(
        "stack_search",
        "a node may come after what must follow it",
        "return self._users[node] & ~state.placed == 0",
        "return True",
        _EFFECTS,
    ),
    _mutant(
        "stack_search",
        "blocks may use any number of slots",
        "        if len(state.stack) > self._highest:\n            return\n",
        "",
        _RANDOM,
    ),
    _mutant(
        "stack_search",
        "a dropped result is not counted",
        "popped = State(stack, state.placed, state.work + 1,",
        "popped = State(stack, state.placed, state.work,",
        _EFFECTS,
    ),
    _mutant(
        "block_scheduler",
        "blocks that are not cheaper are taken",
        "return steps if is_cheaper else None",
        "return steps",
        "test_only_cheaper_schedules_are_taken",
    ),
    _mutant(
        "block_scheduler",
        "how a block ends does not matter for what was found for its items",
        "key = (wanted, *[item.key for item in block], *clones)",
        "key = (0, *[item.key for item in block], *clones)",
        "test_equal_blocks_with_different_ends",
    ),
    _border(
        "slots need be there for one block only",
        "border.depth = min(border.depth, known)",
        "border.depth = max(border.depth, known)",
        "slots_missing_in_some_blocks_are_not_exchanged",
    ),
    _border(
        "the condition of a jump is exchanged with what lies below",
        "above = 1 if code.block.taken is not None else 0",
        "above = 0",
        "the_order_suits_all_blocks",
    ),
    _border(
        "blocks that are reached by an address on the stack are like others",
        "for label in block.pushed_labels()",
        "for label in list(block.pushed_labels())[:0]",
        "the_order_stays",
    ),
    _border(
        "what comes before the first block is known",
        "fixed = {graph.blocks[0]}",
        "fixed: set[Block] = set()",
        "the_order_stays",
    ),
    _border(
        "one of the blocks that lead to a border does not take part",
        "if code in border.ends:",
        "if code in border.ends[1:]:",
        "the_order_suits_all_blocks",
    ),
    _border(
        "slots are exchanged before an instruction of which nothing is known",
        "(not self.last or block.next is None)",
        "True",
        "the_order_stays",
    ),
    _tail(
        "what a return point drops stays below the results",
        "del data.final[place - dropped : place + 1]",
        "del data.final[place : place + 1]",
        "a_last_call_returns_to_the_caller",
    ),
    _frames(
        "a return point may keep anything",
        "if tuple(state.stack) != _START[: target - 1] + _START[kept:]:\n        return -1\n",
        "",
        "other_calls_stay",
    ),
    _frames(
        "a return point may compute",
        "if not _is_stack_move(opcode_of(item)) or not state.execute(item):",
        "if not state.execute(item):",
        "other_calls_stay",
    ),
    _frames(
        "a function may read below its return address",
        "self._lowest >= address and address not in self._used",
        "address not in self._used",
        "other_calls_stay",
    ),
    _frames(
        "a function may compute with its return address",
        "self._lowest >= address and address not in self._used",
        "self._lowest >= address",
        "other_calls_stay",
    ),
    _frames(
        "a function may return its return address",
        "if target in results or any(",
        "if any(",
        "other_calls_stay",
    ),
    _frames(
        "only one way of a branch is followed",
        "self._go(block.taken, state.stack)",
        "pass",
        "other_calls_stay",
    ),
    _frames(
        "a jump to an unknown address is no way out",
        "if target == _ANY or tuple(state.stack[:below]) != _START[:below]:\n"
        "            return False",
        "if target == _ANY or tuple(state.stack[:below]) != _START[:below]:\n"
        "            return True",
        "other_calls_stay",
    ),
)
