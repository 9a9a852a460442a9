"""The four states of the EVM that effects are chained through, and which builtin takes which.

A state is a value without anything at run time: what takes it and gives it back comes between what
gave it and what takes it next. Each builtin takes the states that its row in the dialect reads or
writes. On top of the rows:

- logs, `gas`, `pc`, and whatever may end the execution take `EXT`;
- what may end it well (`stop`, `return`, `selfdestruct`, `verbatim`) takes all states, since what
  was stored before is kept then;
- what ends it in any other way (`revert`, `invalid`) takes `MEM`, too: an access far out in memory,
  which uses up all gas, must not come before it;
- `sstore` and `tstore` take `EXT`, too, since they fail in a static call: they must not come before
  a `revert` whose data the caller would see instead.

Source: chapter 09, section 2.5 of the specification.
"""

from __future__ import annotations

import enum

from yulopt.dialect import NONE, Builtin


class State(enum.Enum):
    """A part of the state of the EVM; the order is that of operands."""

    MEM = "mem"
    STO = "sto"
    TRA = "tra"
    EXT = "ext"


ALL_STATES = tuple(State)
_OBSERVE_PROGRESS = frozenset({"gas", "pc"})


def states_of(builtin: Builtin) -> tuple[State, ...]:
    """The states that a builtin takes, and gives back after its results, in order."""
    effects, control = builtin.side_effects, builtin.control_flow
    if control.can_terminate:
        return ALL_STATES
    outside = (
        effects.other_state != NONE
        or not control.can_continue
        or control.can_revert
        or builtin.name in _OBSERVE_PROGRESS
        or builtin.fails_in_static_calls
    )
    taken = {
        State.MEM: effects.memory != NONE or not control.can_continue,
        State.STO: effects.storage != NONE,
        State.TRA: effects.transient_storage != NONE,
        State.EXT: outside,
    }
    return tuple(state for state in ALL_STATES if taken[state])
