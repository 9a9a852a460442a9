"""An upper bound of the gas that assembly needs, found by following all its paths.

The code is executed symbolically, from one label to the next. At an unknown condition, both paths
are followed. Loops, calls, and memory at unknown addresses have no bound.

Source: chapter 11, section 3.7 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from yulopt.assembly.gas_meter import ItemMeter
from yulopt.assembly.instructions import JUMP, JUMPI, TERMINATES, opcode_of
from yulopt.assembly.items import Item, Label, PlaceLabel, PushLabel, instruction, swap
from yulopt.assembly.optimizer.expression_classes import ExpressionClasses
from yulopt.assembly.optimizer.machine_state import MachineState
from yulopt.dialect import Dialect
from yulopt.stack.slots import REACH

_SELECTOR_BYTES: Final = 4
_SELECTOR_SHIFT: Final = 224
# The return label at which the estimate of a function ends: no code has it.
_CALLER: Final = Label("")


class _Path:
    """A path through the code up to some item: the state there, and the cost so far."""

    def __init__(self, index: int, gas: int, state: MachineState, memory: int) -> None:
        self.index = index
        self.gas = gas
        self.state = state
        self.memory = memory
        self.visited: frozenset[int] = frozenset()


def code_gas(items: Sequence[Item], dialect: Dialect, selector: int | None = None) -> int | None:
    """The gas of code from its first item on; None if no bound is found.

    With a `selector`, the call data begins with it.
    """
    classes = ExpressionClasses()
    if selector is not None:
        _assume_selector(classes, selector, dialect)
    return _Paths(items, dialect).most(0, MachineState(classes))


def function_gas(items: Sequence[Item], dialect: Dialect, entry: int, arguments: int) -> int | None:
    """The gas of a function whose label is the item at `entry`, with a number of arguments."""
    if arguments > REACH:
        return None
    state = MachineState(ExpressionClasses())
    state.execute(PushLabel(_CALLER))
    if arguments:
        state.execute(swap(arguments))
    return _Paths(items, dialect).most(entry, state)


def _assume_selector(classes: ExpressionClasses, selector: int, dialect: Dialect) -> None:
    wanted = classes.find_constant(selector)
    data = classes.find(instruction("calldataload"), [classes.find_constant(0)])
    if dialect.has_bitwise_shifts:
        shift = classes.find_constant(_SELECTOR_SHIFT)
        classes.assume(instruction("shr"), [shift, data], wanted)
    else:
        power = classes.find_constant(1 << _SELECTOR_SHIFT)
        classes.assume(instruction("div"), [data, power], wanted)
    size = classes.find(instruction("calldatasize"), [])
    limit = classes.find_constant(_SELECTOR_BYTES)
    classes.assume(instruction("lt"), [size, limit], classes.find_constant(0))


class _Paths:
    def __init__(self, items: Sequence[Item], dialect: Dialect) -> None:
        self._items = items
        self._dialect = dialect
        self._positions = {
            item.label: index for index, item in enumerate(items) if isinstance(item, PlaceLabel)
        }
        # Pending paths by their next item; of those that meet, only the most expensive one.
        self._pending: dict[int, _Path] = {}
        self._highest: dict[int, int] = {}

    def most(self, start: int, state: MachineState) -> int | None:
        """The gas of the most expensive path; None if one of them has no bound."""
        self._add(_Path(start, 0, state, 0))
        most = 0
        while self._pending:
            gas = self._follow(self._pending.pop(max(self._pending)))
            if gas is None:
                return None
            most = max(most, gas)
        return most

    def _add(self, path: _Path) -> None:
        if path.gas >= self._highest.get(path.index, 0):
            self._highest[path.index] = path.gas
            self._pending[path.index] = path

    def _follow(self, path: _Path) -> int | None:
        """The gas of a path up to its end; adds paths that branch off."""
        items, state = self._items, path.state
        meter = ItemMeter(state, self._dialect, path.memory)
        gas = path.gas
        for index in range(path.index, len(items)):
            item = items[index]
            opcode = opcode_of(item)
            targets: list[Label] = []
            ends = opcode >= 0 and TERMINATES[opcode]
            if isinstance(item, PlaceLabel):
                if index in path.visited:
                    return None
                path.visited |= {index}
            elif opcode in (JUMP, JUMPI):
                ends = True
                if opcode == JUMPI:
                    condition = state.element(state.height - 1)
                    ends = state.classes.is_nonzero(condition)
                if opcode == JUMP or ends or not state.classes.is_zero(condition):
                    target = state.classes.representatives[state.element(state.height)].item
                    if not isinstance(target, PushLabel):
                        return None
                    targets.append(target.label)
            cost = meter.charge(item)
            if cost is None:
                return None
            gas += cost
            for label in targets:
                # A path that leaves the code ends there.
                if label in self._positions:
                    other = _Path(self._positions[label], gas, state.copy(), meter.memory)
                    other.visited = path.visited
                    self._add(other)
            if ends:
                break
        return gas
