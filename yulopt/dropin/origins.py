"""Source locations of code from pipelines beyond solc, so that stack traces name the failure.

A stack trace names the function around the location of the last instruction that has one; and the
functions that jumps entered and did not leave. So shared code has no location: that of the branch
to it distinguishes its origins. Compiler helpers, which have the location of the whole contract,
get that of the call when they are inlined, and none before that.

Source: chapter 11, section 4.5 of the specification.
"""

from __future__ import annotations

import re
from itertools import pairwise
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
    PushLabels,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.syntax.ast import FunctionDefinition
from yulopt.syntax.locations import NOWHERE, Location, Locations
from yulopt.syntax.objects import Object, deployed_object
from yulopt.syntax.positions import move_positions

_FAILS: Final = (REVERT, OPCODES["invalid"])
_RETURNDATASIZE: Final = OPCODES["returndatasize"]
# The selector of `Error(string)`, 0x08c379a0, without the zeros at its end, however it is shifted.
_TEXT: Final = 0x461BCD
# What solc calls a function that has no name: `receive` and `fallback`.
_NAMELESS: Final = re.compile(r"fun__\d+")


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


def fails_outside_functions(program: Object) -> bool:
    """Whether calls without a selector of a contract, as solc writes it, do anything, so may fail.

    Not even the text of a revert that is outside of functions is shown for them.
    """
    deployed = deployed_object(program)
    return deployed is not None and any(
        isinstance(one, FunctionDefinition)
        and _NAMELESS.fullmatch(one.name)
        and one.body.statements
        for one in deployed.code.statements
    )


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
    location is not explained, one outside of functions is that of the function that was called. So
    does a revert with a text if all ways to it are jumps, which are all noted as calls then, and if
    only calls with a selector can fail (`needs_selector`); else the text would not be shown. In
    creation code this holds with any data, unless these are of a failed call, which is found by the
    last location before it. `locations` has the items with another location.
    """

    def __init__(
        self, items: list[Item], whole: Location, *, is_creation: bool, needs_selector: bool
    ) -> None:
        self.locations: dict[Item, Location] = {}
        self._is_creation = is_creation
        failing = _failing_labels(items)
        called = _called_labels(items, failing) if needs_selector else set()
        # The called labels of reverts with a text.
        self._texts: set[Label] = set()
        run: list[Item] = []
        for item in items:
            if isinstance(item, PlaceLabel):
                run = []
            run.append(item)
            if _is_shared_failure(run, failing):
                self._locate(run, whole, called)
        self.notes = {
            jump: CALL_JUMP if jump.position != NO_POSITION or label in self._texts else ""
            for label, jump in _jumps(items)
            if label in failing
        }

    def _locate(self, run: list[Item], whole: Location, called: set[Label]) -> None:
        """Note the location of the items of a shared failure."""
        label = run[0]
        if isinstance(label, PlaceLabel) and label.label in called and _has_text(run):
            self._texts.add(label.label)
            is_outside = True
        else:
            is_outside = self._is_outside(run)
        self.locations |= dict.fromkeys(run, whole if is_outside else NOWHERE)

    def _is_outside(self, run: list[Item]) -> bool:
        """Whether a shared failure is said to be outside of all functions, whatever its text."""
        if opcode_of(run[-1]) != REVERT:
            return False
        if self._is_creation:
            return all(opcode_of(item) != _RETURNDATASIZE for item in run)
        return _pushes_zeros(run[1:-1])


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


def _pushes_zeros(body: list[Item]) -> bool:
    """Whether items push two zeros, and do nothing else."""
    match body:
        case [Push(value=0), Push(value=0)]:
            return True
        case [Push(value=0), second]:
            return opcode_of(second) == DUP1
    return False


def _has_text(run: list[Item]) -> bool:
    """Whether items end with the revert of `Error(string)`."""
    return opcode_of(run[-1]) == REVERT and any(
        isinstance(item, Push) and item.value and item.value // (item.value & -item.value) == _TEXT
        for item in run
    )


def _jumps(items: list[Item]) -> list[tuple[Label, Item]]:
    """The jumps to labels that are known, with these."""
    return [
        (target.label, jump)
        for target, jump in pairwise(items)
        if isinstance(target, PushLabel) and _is_jump(jump)
    ]


def _called_labels(items: list[Item], failing: set[Label]) -> set[Label]:
    """The labels of failing code that are entered only by jumps, which can be noted as calls.

    Code before such a label may continue there if it begins with a label that has a location and is
    entered only by jumps that have one.
    """
    called = failing - _otherwise_used(items)
    from_nowhere = {label for label, jump in _jumps(items) if jump.position == NO_POSITION}
    is_called, continues = False, True
    for item in items:
        if isinstance(item, PlaceLabel):
            if continues and not is_called:
                called.discard(item.label)
            is_called = (
                item.label in called
                and item.label not in from_nowhere
                and item.position != NO_POSITION
            )
            continues = True
        elif isinstance(item, Instruction):
            if item.opcode == JUMP or TERMINATES[item.opcode]:
                continues = False
            elif item.opcode == JUMPI:
                is_called = False
    return called


def _otherwise_used(items: list[Item]) -> set[Label]:
    """The labels that not only jumps use."""
    found = {label for item in items if isinstance(item, PushLabels) for label in item.labels}
    return found | {
        item.label
        for item, following in pairwise(items)
        if isinstance(item, PushLabel) and not _is_jump(following)
    }


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
