"""Properties of instructions for the assembly optimiser, as tables indexed by opcode.

Most follow from the table of builtins; entries for bytes that are no instruction are meaningless.

Source: chapter 10, section 3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from yulopt.assembly.items import (
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    Push,
    PushLabel,
    Verbatim,
)
from yulopt.assembly.opcodes import JUMPDEST, OPCODES, dup_opcode, swap_opcode
from yulopt.dialect.builtins import NONE, WRITE, Builtin
from yulopt.dialect.table import BUILTINS
from yulopt.stack.slots import REACH

_BYTES: Final = 256

ADD: Final = OPCODES["add"]
SUB: Final = OPCODES["sub"]
EQ: Final = OPCODES["eq"]
AND: Final = OPCODES["and"]
NOT: Final = OPCODES["not"]
ISZERO: Final = OPCODES["iszero"]
KECCAK256: Final = OPCODES["keccak256"]
MLOAD: Final = OPCODES["mload"]
MSTORE: Final = OPCODES["mstore"]
SLOAD: Final = OPCODES["sload"]
SSTORE: Final = OPCODES["sstore"]
MSIZE: Final = OPCODES["msize"]
POP: Final = OPCODES["pop"]
JUMP: Final = OPCODES["jump"]
JUMPI: Final = OPCODES["jumpi"]
STOP: Final = OPCODES["stop"]
RETURN: Final = OPCODES["return"]
REVERT: Final = OPCODES["revert"]
DUP1: Final = dup_opcode(1)
DUP16: Final = dup_opcode(REACH)
SWAP1: Final = swap_opcode(1)
SWAP16: Final = swap_opcode(REACH)

# The results of `opcode_of` for items that are no instruction.
PUSH: Final = -1
PUSH_LABEL: Final = -2
LABEL: Final = -3
OTHER: Final = -4

_INSTRUCTIONS: Final = [builtin for builtin in BUILTINS if builtin.is_instruction]
# Solc's list, which lacks other instructions that read state.
_NOT_DETERMINISTIC: Final = frozenset(
    "call callcode delegatecall staticcall create create2 gas pc msize balance selfbalance"
    " extcodesize extcodehash returndatacopy returndatasize".split()
)


def _table(holds: Callable[[Builtin], bool]) -> list[bool]:
    """A predicate on instructions, tabulated by opcode."""
    opcodes = {OPCODES[builtin.name] for builtin in _INSTRUCTIONS if holds(builtin)}
    return [opcode in opcodes for opcode in range(_BYTES)]


def _acts(builtin: Builtin) -> bool:
    """Whether an instruction touches memory, changes state, or ends the execution."""
    effects = builtin.side_effects
    return (
        (effects.memory != NONE and not builtin.is_msize)
        or effects.storage == WRITE
        or effects.transient_storage == WRITE
        or not builtin.control_flow.can_continue
    )


def _stack_effects() -> tuple[list[int], list[int]]:
    arguments = [0] * _BYTES
    results = [0] * _BYTES
    for builtin in _INSTRUCTIONS:
        arguments[OPCODES[builtin.name]] = builtin.parameters
        results[OPCODES[builtin.name]] = builtin.returns
    arguments[JUMP] = 1
    arguments[JUMPI] = 2
    for number in range(1, REACH + 1):
        arguments[dup_opcode(number)] = number
        results[dup_opcode(number)] = number + 1
        arguments[swap_opcode(number)] = results[swap_opcode(number)] = number + 1
    return arguments, results


ARGUMENTS, RESULTS = _stack_effects()
TERMINATES: Final = _table(lambda builtin: not builtin.control_flow.can_continue)
# Solc does not count `addmod` and `mulmod`.
IS_COMMUTATIVE: Final = _table(lambda builtin: builtin.is_commutative and builtin.parameters == 2)
IS_DETERMINISTIC: Final = [
    not value for value in _table(lambda builtin: builtin.name in _NOT_DETERMINISTIC)
]
WRITES_MEMORY: Final = _table(lambda builtin: builtin.side_effects.memory == WRITE)
WRITES_STORAGE: Final = _table(lambda builtin: builtin.side_effects.storage == WRITE)

# Whether an instruction is more than a computation on the stack. (Reading storage is not.)
ACTS: Final = _table(_acts)
ACTS[JUMP] = ACTS[JUMPI] = ACTS[JUMPDEST] = True


def _breaks_always(opcode: int) -> bool:
    if DUP1 <= opcode <= SWAP16 or opcode in (SSTORE, MSTORE, MLOAD, KECCAK256):
        return False
    if opcode in (OPCODES["gas"], OPCODES["pc"], MSIZE):
        return True
    return ACTS[opcode] or ARGUMENTS[opcode] > 2


_BREAKS: Final = [_breaks_always(opcode) for opcode in range(_BYTES)]


def opcode_of(item: Item) -> int:
    """The opcode of an instruction; one of the negative constants above for any other item."""
    if isinstance(item, Instruction):
        return item.opcode
    if isinstance(item, Push):
        return PUSH
    if isinstance(item, PushLabel):
        return PUSH_LABEL
    return LABEL if isinstance(item, PlaceLabel) else OTHER


def may_ask_size(items: Iterable[Item]) -> bool:
    """Whether some of the items may ask for the size of memory."""
    # Verbatim code may contain `msize`.
    return any(opcode_of(item) == MSIZE or isinstance(item, Verbatim) for item in items)


def ends_block(item: Item, *, msize_matters: bool) -> bool:
    """Whether an item ends a basic block of the optimiser.

    If the size of memory matters, reads of memory end a block, too.
    """
    if isinstance(item, Instruction):
        if msize_matters and item.opcode in (MLOAD, KECCAK256):
            return True
        return _BREAKS[item.opcode]
    return isinstance(item, (PlaceLabel, AssignImmutable, Verbatim))
