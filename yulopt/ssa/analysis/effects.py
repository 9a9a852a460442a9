"""Side effects of SSA instructions and functions.

The dialect's table lists the effects of builtins; those of functions are collected from their
bodies. Besides the EVM's state, SSA functions have cells; reading or writing them is invisible to
callers.

It remains valid while passes run, since no pass adds effects to a function.

Source: chapter 03, section 11, and chapter 08, section 1.2 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import CallGraph
from yulopt.analysis.side_effects import FunctionEffects, can_be_removed, propagate_side_effects
from yulopt.dialect import SideEffects
from yulopt.dialect.table import BUILTINS
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import (
    Function,
    Instruction,
    Module,
    Phi,
    Terminator,
)
from yulopt.ssa.ir.instructions import (
    Alloca,
    BuiltinCall,
    Call,
    End,
    Load,
    Store,
)


class ModuleEffects:
    """The effects of instructions in the functions of a module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions: FunctionEffects | None = None
        self._ending: set[str] = set()
        self._msize: bool | None = None

    @property
    def contains_msize(self) -> bool:
        """Whether a function can ask for `msize`, directly or through `verbatim`."""
        if self._msize is None:
            self._msize = any(
                isinstance(instruction, BuiltinCall) and instruction.builtin.is_msize
                for function in self._module.functions.values()
                for instruction in function.all_instructions()
            )
        return self._msize

    def of(self, instruction: Instruction) -> SideEffects:
        """The effects on the state of the EVM, and whether it may be moved, deleted or repeated.

        For accesses to cells, only the latter is set; no field describes cells.
        """
        if isinstance(instruction, (BuiltinCall, End)):
            return instruction.builtin.side_effects
        if isinstance(instruction, Call):
            found = self._function_effects().get(instruction.callee)
            return SideEffects.worst() if found is None else found
        if isinstance(instruction, Phi):
            return _BOUND_TO_ITS_PLACE
        if isinstance(instruction, (Store, Terminator)):
            return _NEEDED
        if isinstance(instruction, (Alloca, Load)):
            return _BOUND_TO_ITS_PLACE
        return _PURE

    def may_end(self, instruction: Instruction) -> bool:
        """Whether it is a call of a function in which the execution may end."""
        if not isinstance(instruction, Call):
            return False
        known = self._function_effects()
        return instruction.callee not in known or instruction.callee in self._ending

    def is_movable(self, instruction: Instruction) -> bool:
        """Whether it gives the same results wherever and however often it runs."""
        return self.of(instruction).movable

    def is_removable(self, instruction: Instruction) -> bool:
        """Whether it may be deleted if its results are not used."""
        effects = self.of(instruction)
        if effects.removable == effects.removable_if_no_msize:
            return effects.removable
        return can_be_removed(effects, self.contains_msize)

    def covers(self, other: ModuleEffects) -> bool:
        """Whether this record covers another one of the same module."""
        if self._msize is False and other.contains_msize:
            return False
        return self._functions is None or all(
            _covers(self._functions[name], effects)
            for name, effects in other._function_effects().items()
        )

    def _function_effects(self) -> FunctionEffects:
        if self._functions is None:
            callees: dict[str, list[str]] = {}
            with_loops: set[str] = set()
            for function in self._module.functions.values():
                callees[function.name] = _callees(function)
                if LoopForest(function).loops:
                    with_loops.add(function.name)
            graph = CallGraph(callees, with_loops, self.contains_msize)
            self._functions = propagate_side_effects(graph, self._module.dialect)
            self._ending.update(*map(graph.functions_that_call, _ENDS))
        return self._functions


def _covers(effects: SideEffects, other: SideEffects) -> bool:
    """Whether the first effects include the second."""
    both = SideEffects()
    both.add(effects)
    both.add(other)
    return both == effects


def _callees(function: Function) -> list[str]:
    """The functions and builtins that a function calls, each one once."""
    found: dict[str, None] = {}
    for instruction in function.all_instructions():
        if isinstance(instruction, (BuiltinCall, End)):
            found[instruction.builtin.name] = None
        elif isinstance(instruction, Call):
            found[instruction.callee] = None
    return list(found)


# The builtins that end the execution.
_ENDS: Final = [one.name for one in BUILTINS if not one.control_flow.can_continue]
_PURE: Final = SideEffects()
_BOUND_TO_ITS_PLACE: Final = SideEffects(movable=False, movable_apart_from_effects=False)
_NEEDED: Final = SideEffects(
    movable=False,
    movable_apart_from_effects=False,
    removable=False,
    removable_if_no_msize=False,
)
