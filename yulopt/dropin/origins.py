"""Source locations of code from pipelines beyond solc, so that stack traces name the failure.

A stack trace names the function around the location of the last instruction that has one, and the
functions that were entered by a jump and not left. So shared code has no location: its origins are
distinguished by the location of the branch to it. Compiler helpers have the location of the whole
contract; when they are inlined, they get that of the call, and before that, none.

Source: chapter 11, section 4.5 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from yulopt.analysis.call_graph import call_graph
from yulopt.analysis.declarations import function_definitions
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
from yulopt.dropin.traced_calls import TracedCalls, is_jump, jumps_to_known_labels
from yulopt.syntax.locations import NOWHERE, Location, Locations
from yulopt.syntax.objects import Object, deployed_object
from yulopt.syntax.positions import move_positions

_FAILS: Final = (REVERT, OPCODES["invalid"])
_RETURNDATASIZE: Final = OPCODES["returndatasize"]
_CALLS: Final = tuple(
    OPCODES[name]
    for name in ("call", "callcode", "delegatecall", "staticcall", "create", "create2")
)
# The selector of `Error(string)`, 0x08c379a0, without the zeros at its end, however it is shifted.
_TEXT: Final = 0x461BCD
# solc's names of functions without a name: `receive` and `fallback`.
_NAMELESS: Final = re.compile(r"fun__\d+")


def forget_whole_contracts(program: Object, locations: Locations) -> Location:
    """Remove the locations in each object that are its whole contract.

    Returns that of the outermost object.
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


def locations_without_selector(program: Object, locations: Locations) -> set[Location]:
    """The locations of code that calls without a selector may run, in a contract from solc."""
    deployed = deployed_object(program)
    if deployed is None:
        return set()
    definitions = {one.name: one for one in function_definitions(deployed.code)}
    nameless = [name for name in definitions if _NAMELESS.fullmatch(name)]
    found: set[Location] = set()

    def note(position: int) -> int:
        found.add(locations.at(position))
        return position

    for name in call_graph(deployed.code).reachable_from(nameless):
        move_positions(definitions[name].body, note)
    return found


def unify_positions(compiled: CompiledObject, locations: Locations) -> None:
    """Give items of an object tree equal positions if they have equal locations.

    Passes can then tell whether code that they share has one origin.
    """
    positions = {NOWHERE: NO_POSITION}
    for one in compiled.all_objects():
        for item in one.code.items:
            item.position = positions.setdefault(locations.at(item.position), item.position)


def locations_of_shared_calls(items: list[Item], whole: Location) -> dict[Item, Location]:
    """The location of each call of a contract, and each creation, that has none: `whole`.

    Hardhat gives no trace if a call without a location fails. It passes over a location outside of
    functions where it looks for the origin of a failure.
    """
    return {
        item: whole
        for item in items
        if item.position == NO_POSITION and isinstance(item, Instruction) and item.opcode in _CALLS
    }


class Failures:
    """Locations and jump notes by which stack traces find the origin of shared failures.

    A shared failure is code of several origins that always fails, and has no location. A jump to it
    with a location is noted as a call: a stack trace then shows that location. A jump without one
    has no note. `notes` has the notes of all jumps to such code.

    A location inside, such as that of a constant, belongs to one of the origins, so it is removed.
    But a `revert` without data gets that of the whole contract, `whole`: stack traces do not
    explain a failure with neither data nor location, and attribute one outside of functions to the
    called function. So does a revert with a text, if all paths to it have a call and come from code
    that only calls with a selector run (`needs_selector`, by position); otherwise the text would
    not be shown. Then code that leads to it without a branch begins with a location, and jumps
    without a location are calls if there is no other call. In creation code this holds with any
    data, except those of a failed call, which is found by the last location before it. `locations`
    has the items whose location changes.
    """

    def __init__(
        self,
        items: list[Item],
        whole: Location,
        *,
        is_creation: bool,
        needs_selector: Callable[[int], bool],
    ) -> None:
        self.locations: dict[Item, Location] = {}
        self.notes: dict[Item, str] = {}
        self._is_creation = is_creation
        failing = _failing_labels(items)
        runs = _shared_failures(items, failing)
        with_text = {label for label, run in runs.items() if not is_creation and _has_text(run)}
        ends = _ends(items, with_text)
        calls = TracedCalls(items, _calls(items, failing, ends))
        origins = _origins(items, ends)
        # Those that get a location outside of functions.
        texts = {
            label
            for label in with_text
            if calls.precede(label) and all(map(needs_selector, origins[label]))
        }
        for label, run in runs.items():
            is_outside = label in texts or self._is_outside(run)
            self.locations |= dict.fromkeys(run, whole if is_outside else NOWHERE)
        for item in items:
            if (
                isinstance(item, PlaceLabel)
                and item.position == NO_POSITION
                and item.label in failing
                and ends.get(item.label) in texts
            ):
                self.locations[item] = whole
        for label, jump in jumps_to_known_labels(items):
            if label in failing:
                is_first = ends.get(label) in texts and not calls.precede_jump(jump)
                is_call = jump.position != NO_POSITION or is_first
                self.notes[jump] = CALL_JUMP if is_call else ""

    def _is_outside(self, run: list[Item]) -> bool:
        """Whether a shared failure gets a location outside of functions, whatever its text."""
        if opcode_of(run[-1]) != REVERT:
            return False
        if self._is_creation:
            return all(opcode_of(item) != _RETURNDATASIZE for item in run)
        return _pushes_zeros(run[1:-1])


def _shared_failures(items: list[Item], failing: set[Label]) -> dict[Label, list[Item]]:
    """The items from a label up to an end or the next label, of code of several origins that
    fails."""
    found: dict[Label, list[Item]] = {}
    label: Label | None = None
    for item in items:
        if isinstance(item, PlaceLabel):
            is_shared = item.position == NO_POSITION and item.label in failing
            label = item.label if is_shared else None
        if label is not None:
            found.setdefault(label, []).append(item)
            if isinstance(item, Instruction) and (item.opcode == JUMP or TERMINATES[item.opcode]):
                label = None
    return found


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


def _calls(items: list[Item], failing: set[Label], ends: Mapping[Label, Label]) -> set[Item]:
    """The jumps that can be calls of a label with a location, in a stack trace."""
    located = {
        item.label
        for item in items
        if isinstance(item, PlaceLabel) and item.position != NO_POSITION
    }
    return {
        jump
        for label, jump in jumps_to_known_labels(items)
        if (
            label in ends or (jump.position != NO_POSITION and label in located)
            if label in failing
            else label in located and isinstance(jump, Instruction) and jump.note == CALL_JUMP
        )
    }


def _ends(items: list[Item], texts: set[Label]) -> dict[Label, Label]:
    """The failure that the code at a label leads to without a branch, by label."""
    ends = {label: label for label in texts}
    count = -1
    while count < len(ends):
        count = len(ends)
        end: Label | None = None
        for number in range(len(items) - 1, -1, -1):
            item = items[number]
            if isinstance(item, PlaceLabel):
                if end is not None:
                    ends[item.label] = end
                end = ends.get(item.label)
            elif isinstance(item, Instruction) and item.opcode == JUMP:
                target = items[number - 1]
                end = ends.get(target.label) if isinstance(target, PushLabel) else None
            elif is_jump(item) or (isinstance(item, Instruction) and TERMINATES[item.opcode]):
                end = None
    return ends


def _origins(items: list[Item], ends: Mapping[Label, Label]) -> dict[Label, set[int]]:
    """The positions of the branches that lead to each failure; NO_POSITION for an unknown one."""
    origins: dict[Label, set[int]] = {end: set() for end in ends.values()}
    # None where code leads to a failure: its own origins count.
    origin: int | None = NO_POSITION
    continues = True
    for number, item in enumerate(items):
        reached: Label | None = None
        if isinstance(item, PlaceLabel):
            reached = item.label if continues else None
        elif is_jump(item):
            target = items[number - 1]
            reached = target.label if isinstance(target, PushLabel) else None
        if origin is not None and item.position != NO_POSITION and not isinstance(item, PlaceLabel):
            origin = item.position
        if reached is not None and reached in ends and origin is not None:
            origins[ends[reached]].add(origin)
        if isinstance(item, PlaceLabel):
            origin = None if item.label in ends else item.position
            continues = True
        elif isinstance(item, Instruction) and (item.opcode == JUMP or TERMINATES[item.opcode]):
            continues = False
    return origins


def _failing_labels(items: list[Item]) -> set[Label]:
    """The labels of code that always reverts, and has no location from its last branch on."""
    failing: set[Label] = set()
    count = -1
    while count < len(failing):
        count = len(failing)
        _add_failing_labels(items, failing)
    return failing


def _add_failing_labels(items: list[Item], failing: set[Label]) -> None:
    """Add the labels that follow from the known ones; scanned backwards."""
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
