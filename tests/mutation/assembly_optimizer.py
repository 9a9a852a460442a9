"""Mutants of the passes over the assembly, each with one mistake that the tests of it must show."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_PACKAGE: Final = "yulopt.assembly.optimizer"
_CASES: Final = {
    "machine_state": "test_common_subexpression_eliminator::test_blocks",
    "expression_classes": "test_common_subexpression_eliminator::test_blocks",
    "block_code_generator": "test_common_subexpression_eliminator::test_blocks",
    "common_subexpression_eliminator": "test_common_subexpression_eliminator::test_blocks",
    "peephole_optimizer": "test_peephole_optimizer::test_rules",
    "peephole_rules": "test_peephole_optimizer::test_rules",
}


def _mutant(module: str, broken: str, old: str, new: str) -> SuiteMutant:
    caught_by = _CASES.get(module, "test_simple_passes::test_passes")
    return SuiteMutant(f"{_PACKAGE}.{module}", broken, old, new, caught_by)


ASSEMBLY_OPTIMIZER: Final = (
    _mutant(
        "jumpdest_remover",
        "all labels stay if any is used",
        "or item.label in used]",
        "or used]",
    ),
    _mutant("inliner", "a call counts as dearer", "_CALL_GAS: Final = 24", "_CALL_GAS: Final = 25"),
    _mutant(
        "inliner",
        "the frame is not counted",
        "_FUNCTION_SIZE: Final = 2",
        "_FUNCTION_SIZE: Final = 0",
    ),
    _mutant("inliner", "equal costs are enough", "_CALL_GAS) + 1)", "_CALL_GAS))"),
    _mutant(
        "inliner", "short blocks may be longer", "_JUMP_SIZE: Final = 4", "_JUMP_SIZE: Final = 5"
    ),
    _mutant("inliner", "a block may jump to itself", "item.label is label for", "False for"),
    _mutant(
        "inliner",
        "the copy of a body ends in a return jump",
        'return located(instruction("jump"), exit.position)',
        "return exit",
    ),
    _mutant("inliner", "calls of short blocks are inlined", "(not jump.note or", "(True or"),
    _mutant(
        "inliner", "conditional jumps are inlined", "jump.opcode == JUMP:", "jump.opcode >= JUMP:"
    ),
    _mutant(
        "peephole_optimizer",
        "every run counts",
        "return len(after) < len(before)",
        "return True",
    ),
    _mutant(
        "peephole_optimizer",
        "fewer bytes do not count",
        "if context.size(after, _LABEL_WIDTH) < context.size(before, _LABEL_WIDTH):",
        "if False:",
    ),
    _mutant("peephole_optimizer", "there is one run", "while _run_once(", "if _run_once("),
    _mutant(
        "peephole_rules",
        "a popped operation leaves its arguments",
        "for _ in range(ARGUMENTS[opcode]):",
        "for _ in range(0):",
    ),
    _mutant(
        "peephole_rules",
        "operations that act are plain",
        "return opcode >= 0 and not ACTS[opcode]",
        "return opcode >= 0",
    ),
    _mutant(
        "peephole_rules", "zero is always copied", "(value == 0 and window.has_push0)", "False"
    ),
    _mutant(
        "peephole_rules",
        "different swaps cancel each other",
        "opcode == window.opcodes[at + 1] else 0",
        "SWAP1 <= window.opcodes[at + 1] <= SWAP16 else 0",
    ),
    _mutant(
        "peephole_rules",
        "any operation takes its arguments in any order",
        "opcode < 0 or not IS_COMMUTATIVE[opcode]",
        "opcode < 0",
    ),
    _mutant(
        "peephole_rules", "comparisons are not swapped", ": builtin.mirrored\n", ": builtin.name\n"
    ),
    _mutant("peephole_rules", "DUP and SWAP need not fit", "!= opcode - DUP1:", "< 0:"),
    _mutant(
        "peephole_rules",
        "a rule looks for what it needs one item too early",
        "(operation_return, 3, ",
        "(operation_return, 2, ",
    ),
    _mutant(
        "peephole_rules",
        "a jump to anywhere is one to the next label",
        "return push.label is definition.label",
        "return True",
    ),
    _mutant(
        "peephole_rules",
        "the condition stays on the stack",
        "if opcodes[at + 1] == JUMPI:",
        "if False:",
    ),
    _mutant(
        "peephole_rules",
        "the end of code cannot be reached through labels",
        "while end < len(window.items) and window.opcodes[end] != LABEL:",
        "while end < len(window.items):",
    ),
    _mutant(
        "peephole_rules",
        "whole blocks are equal ends",
        "if opcodes[at] in (LABEL, _END) or",
        "if opcodes[at] == _END or",
    ),
    _mutant(
        "peephole_rules",
        "equal code that goes on is an end",
        "if not window.terminates(label - 1):",
        "if False:",
    ),
    _mutant(
        "peephole_rules",
        "masks may be too short",
        "_LOW_WORD: Final = 0xFFFFFFFF",
        "_LOW_WORD: Final = 0xFF",
    ),
    _mutant(
        "block_deduplicator",
        "references to the own label differ",
        "block.append(_OWN_LABEL)",
        "block.append(keys[position])",
    ),
    _mutant(
        "block_deduplicator",
        "labels end blocks",
        "            continue\n        if isinstance(item, PushLabel)",
        "            break\n        if isinstance(item, PushLabel)",
    ),
    _mutant(
        "block_deduplicator",
        "only the beginning is compared",
        "_block(items, keys, position, len(items))",
        "_block(items, keys, position, _BEGINNING)",
    ),
    _mutant(
        "block_deduplicator",
        "code that becomes equal is not found",
        "            changed = True\n\n\n",
        "            return True\n\n\n",
    ),
    _mutant(
        "block_deduplicator", "a jump does not end a block", "(item.opcode == JUMP or", "(False or"
    ),
    _mutant(
        "expression_classes",
        "commutative arguments are not ordered",
        "and arguments[0] > arguments[1]:",
        "and False:",
    ),
    _mutant(
        "expression_classes",
        "everything is deterministic",
        "is_deterministic = opcode < 0 or IS_DETERMINISTIC[opcode]",
        "is_deterministic = True",
    ),
    _mutant(
        "expression_classes",
        "words 31 bytes apart do not overlap",
        "or not WORD_BYTES <= distance",
        "or not WORD_BYTES - 1 <= distance",
    ),
    _mutant(
        "expression_classes",
        "differences of constants are negative",
        "[(constants[one] - subtrahend)",
        "[(subtrahend - constants[one])",
    ),
    _mutant(
        "expression_classes",
        "differences of many constants have no classes",
        "            self.find_constant(distance)\n        return distances",
        "            pass\n        return distances",
    ),
    _mutant(
        "expression_classes",
        "whether a difference is zero is not asked for many constants",
        "if is_asked and self",
        "if self",
    ),
    _mutant(
        "machine_state",
        "what is stored again is forgotten",
        "            if self._storage[other] != value:\n",
        "            if True:\n",
    ),
    _mutant(
        "expression_classes",
        "one variable of a rule stands for two things",
        "class_number) == class_number\n        expression",
        "class_number) >= 0\n        expression",
    ),
    _mutant(
        "machine_state",
        "a store tells nothing about storage",
        "        self._storage[slot] = value\n",
        "",
    ),
    _mutant(
        "machine_state",
        "a store clears all that is known of storage",
        "in self.classes.not_different(sorted(self._storage), slot):\n"
        "            if self._storage[other] != value:",
        "in list(self._storage):\n            if True:",
    ),
    _mutant(
        "machine_state",
        "memory stays known after any store",
        "            del self._memory[other]",
        "            pass",
    ),
    _mutant(
        "machine_state",
        "equal stores are done twice",
        "        if self._storage.get(slot) == value:\n            return\n",
        "",
    ),
    _mutant(
        "block_code_generator",
        "stores that are overwritten are done",
        "            self.add(group[-1].expression)",
        "            for store in group:\n                self.add(store.expression)",
    ),
    _mutant(
        "block_code_generator",
        "loads do not wait for stores",
        "if expression.opcode in (SLOAD, MLOAD, KECCAK256):",
        "if False:",
    ),
    _mutant(
        "block_code_generator",
        "DUP reaches farther",
        "if number > REACH:",
        "if number > REACH + 1:",
    ),
    _mutant(
        "block_code_generator",
        "what is needed later is moved",
        "if user != result and user not in self._positions:",
        "if False:",
    ),
    _mutant(
        "block_code_generator",
        "nothing is dropped in the end",
        "        while self._remove_top():\n            pass\n",
        "",
    ),
    _mutant(
        "common_subexpression_eliminator",
        "blocks that are as long are replaced",
        "len(after) >= len(before)",
        "len(after) > len(before)",
    ),
    _mutant(
        "common_subexpression_eliminator",
        "a condition that is known stays",
        "if exit.opcode == JUMPI:",
        "if False:",
    ),
    _mutant(
        "common_subexpression_eliminator",
        "returning nothing is no stop",
        "elif exit.opcode == RETURN and",
        "elif False and",
    ),
    _mutant(
        "constant_optimizer",
        "complements are not taken",
        "if byte_length(complement) < byte_length(value):",
        "if False:",
    ),
    _mutant("constant_optimizer", "sums are differences", '"add" if lower > 0 else "sub"', '"add"'),
    _mutant("constant_optimizer", "one is multiplied, too", "if upper != 1:", "if True:"),
    _mutant(
        "constant_optimizer",
        "the number of executions does not count",
        "finder.cost(routine)",
        "finder.code_cost(0, routine)",
    ),
)
