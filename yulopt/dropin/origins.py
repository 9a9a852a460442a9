"""Source locations of code from pipelines beyond solc, so that stack traces name the failure.

A stack trace names the function around the location of the last instruction that has one; and the
functions that jumps entered and did not leave. So shared code has no location: that of the branch
to it distinguishes its origins. Compiler helpers, which have the location of the whole contract,
get that of the call when they are inlined, and none before that.

Source: chapter 11, section 4.5 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.instructions import JUMP, JUMPI, TERMINATES
from yulopt.assembly.items import (
    CALL_JUMP,
    NO_POSITION,
    Instruction,
    Item,
    Label,
    PlaceLabel,
    PushLabel,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.syntax.locations import NOWHERE, Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.positions import move_positions

_FAILS: Final = (OPCODES["revert"], OPCODES["invalid"])


def forget_whole_contracts(program: Object, locations: Locations) -> None:
    """Remove locations of code in each object that are those of its whole contract."""
    first = (locations.at(statement.position) for statement in program.code.statements)
    whole = next(first, NOWHERE)

    def new_position(old: int) -> int:
        is_helper = locations.at(old) == whole and old not in locations.ast_ids
        return NO_POSITION if is_helper else old

    move_positions(program.code, new_position)
    for child in program.sub_objects:
        forget_whole_contracts(child, locations)


def unify_positions(compiled: CompiledObject, locations: Locations) -> None:
    """Give items of an object tree equal positions if they have equal locations.

    Passes can then tell whether code that they share has one origin.
    """
    positions = {NOWHERE: NO_POSITION}
    for one in compiled.all_objects():
        for item in one.code.items:
            item.position = positions.setdefault(locations.at(item.position), item.position)


def jumps_to_failures(items: list[Item]) -> dict[Item, str]:
    """The notes of jumps to code that has no location and always fails.

    With a location, such a jump is like a call of the failing code: a stack trace has the location
    of the jump. Without one, it has no note.
    """
    failing = _failing_labels(items)
    notes: dict[Item, str] = {}
    before: Item | None = None
    for item in items:
        if (
            isinstance(item, Instruction)
            and item.opcode in (JUMP, JUMPI)
            and isinstance(before, PushLabel)
            and before.label in failing
        ):
            notes[item] = "" if item.position == NO_POSITION else CALL_JUMP
        before = item
    return notes


def _failing_labels(items: list[Item]) -> set[Label]:
    """The labels of code without locations that always reverts; scanned backwards."""
    failing: set[Label] = set()
    fails = False
    for number in range(len(items) - 1, -1, -1):
        item = items[number]
        if isinstance(item, PlaceLabel):
            if fails and item.position == NO_POSITION:
                failing.add(item.label)
        elif isinstance(item, Instruction):
            opcode = item.opcode
            if TERMINATES[opcode]:
                fails = opcode in _FAILS
            elif opcode == JUMP:
                target = items[number - 1]
                fails = isinstance(target, PushLabel) and target.label in failing
            elif opcode == JUMPI:
                fails = False
    return failing
