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
from yulopt.assembly.instructions import DUP1, JUMP, JUMPI, REVERT, TERMINATES, opcode_of
from yulopt.assembly.items import (
    CALL_JUMP,
    NO_POSITION,
    Instruction,
    Item,
    Label,
    PlaceLabel,
    Push,
    PushLabel,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.syntax.locations import NOWHERE, Location, Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.positions import move_positions

_FAILS: Final = (REVERT, OPCODES["invalid"])
_RETURNDATASIZE: Final = OPCODES["returndatasize"]


def forget_whole_contracts(program: Object, locations: Locations) -> Location:
    """Remove locations of code in each object that are those of its whole contract.

    Returns that of the outermost one.
    """
    first = (locations.at(statement.position) for statement in program.code.statements)
    whole = next(first, NOWHERE)

    def new_position(old: int) -> int:
        is_helper = locations.at(old) == whole and old not in locations.ast_ids
        return NO_POSITION if is_helper else old

    move_positions(program.code, new_position)
    for child in program.sub_objects:
        forget_whole_contracts(child, locations)
    return whole


def unify_positions(compiled: CompiledObject, locations: Locations) -> None:
    """Give items of an object tree equal positions if they have equal locations.

    Passes can then tell whether code that they share has one origin.
    """
    positions = {NOWHERE: NO_POSITION}
    for one in compiled.all_objects():
        for item in one.code.items:
            item.position = positions.setdefault(locations.at(item.position), item.position)


class Failures:
    """How stack traces find the origin of shared code that always fails, and has no location.

    A jump to it with a location is noted as a call: a stack trace then has that location. A jump
    without one has no note. `notes` has those of all jumps to such code.

    A location inside, such as that of a constant, is one of several, so it is removed. But a
    `revert` without data gets that of the whole contract, `whole`: a failure with neither data nor
    location is not explained, one outside of functions is that of the function that was called. In
    creation code this holds with data as well, unless these are of a failed call, which is found
    by the last location before it. `locations` has the items with another location.
    """

    def __init__(self, items: list[Item], whole: Location, *, is_creation: bool) -> None:
        self.notes: dict[Item, str] = {}
        self.locations: dict[Item, Location] = {}
        failing = _failing_labels(items)
        run: list[Item] = []
        before: Item | None = None
        for item in items:
            if isinstance(item, PlaceLabel):
                run = []
            elif _is_jump(item) and isinstance(before, PushLabel) and before.label in failing:
                self.notes[item] = "" if item.position == NO_POSITION else CALL_JUMP
            before = item
            run.append(item)
            if _is_shared_failure(run, failing):
                is_outside = _is_outside(run, is_creation=is_creation)
                self.locations |= dict.fromkeys(run, whole if is_outside else NOWHERE)


def _is_jump(item: Item) -> bool:
    return isinstance(item, Instruction) and item.opcode in (JUMP, JUMPI)


def _is_shared_failure(run: list[Item], failing: set[Label]) -> bool:
    """Whether items are all code of several origins from a label up to an end."""
    first, last = run[0], run[-1]
    return (
        isinstance(last, Instruction)
        and (last.opcode == JUMP or TERMINATES[last.opcode])
        and isinstance(first, PlaceLabel)
        and first.position == NO_POSITION
        and first.label in failing
    )


def _is_outside(run: list[Item], *, is_creation: bool) -> bool:
    """Whether a shared failure is said to be outside of all functions."""
    if opcode_of(run[-1]) != REVERT:
        return False
    if is_creation:
        return all(opcode_of(item) != _RETURNDATASIZE for item in run)
    return _pushes_zeros(run[1:-1])


def _pushes_zeros(body: list[Item]) -> bool:
    """Whether items push two zeros, and do nothing else."""
    match body:
        case [Push(value=0), Push(value=0)]:
            return True
        case [Push(value=0), second]:
            return opcode_of(second) == DUP1
    return False


def _failing_labels(items: list[Item]) -> set[Label]:
    """The labels of code that always reverts, and has no location from its last branch on."""
    failing: set[Label] = set()
    count = -1
    while count < len(failing):
        count = len(failing)
        _add_failing_labels(items, failing)
    return failing


def _add_failing_labels(items: list[Item], failing: set[Label]) -> None:
    """Add the labels that the known ones are enough for; scanned backwards."""
    fails = False
    for number in range(len(items) - 1, -1, -1):
        item = items[number]
        if isinstance(item, PlaceLabel):
            if fails:
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
            else:
                continue
            fails = fails and item.position == NO_POSITION
