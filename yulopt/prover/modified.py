"""The names that a loop may change, before it is executed."""

from __future__ import annotations

from typing import Protocol

from yulopt.prover.effects import COMPONENTS, Effects, effects_of_builtin
from yulopt.prover.spilled_words import SpilledWords
from yulopt.syntax.ast import Assignment, ForLoop, FunctionCall, FunctionDefinition, Literal
from yulopt.syntax.visitor import Walker


class KnownEffects(Protocol):
    """The effects of functions."""

    def effects(self, name: str) -> Effects:
        """The effects of calls of a function."""


class ModifiedNames:
    """Finds the variables and the parts of the state that loops may change."""

    def __init__(
        self, functions: KnownEffects, *, with_extent: bool, spilled: SpilledWords | None
    ) -> None:
        self._functions = functions
        self._with_extent = with_extent
        self._spilled = spilled
        self._known: dict[ForLoop, dict[str, int | None]] = {}

    def names(self, loop: ForLoop) -> dict[str, int | None]:
        """The names that are assigned in the condition, the body and the post block, including
        parts of the state, with the prefix `#`, and variables in memory. Each has the literal that
        it is always set to, None if there is no such literal."""
        found = self._known.get(loop)
        if found is None:
            collector = _Collector(self._functions, self._with_extent, self._spilled)
            collector.visit_expression(loop.condition)
            collector.visit_block(loop.body)
            collector.visit_block(loop.post)
            parts = [f"#{part}" for part in COMPONENTS if part in collector.parts]
            found = self._known[loop] = collector.variables | dict.fromkeys(parts)
        return found


class _Collector(Walker):
    def __init__(
        self, functions: KnownEffects, with_extent: bool, spilled: SpilledWords | None
    ) -> None:
        self._functions = functions
        self._with_extent = with_extent
        self._spilled = spilled
        self.variables: dict[str, int | None] = {}
        self.parts: set[str] = set()

    def visit_assignment(self, assignment: Assignment) -> None:
        value = assignment.value.value if isinstance(assignment.value, Literal) else None
        for target in assignment.targets:
            is_first = target.name not in self.variables
            is_same = is_first or self.variables[target.name] == value
            self.variables[target.name] = value if is_same else None
        super().visit_assignment(assignment)

    def visit_call(self, call: FunctionCall) -> None:
        spilled = self._spilled
        if call.builtin is None:
            self.parts |= self._functions.effects(call.name).writes
            if spilled is not None:
                names = sorted(spilled.written.get(call.name, ()))
                self.variables.update(dict.fromkeys(names))
        else:
            effects = effects_of_builtin(call.name, with_extent=self._with_extent)
            self.parts |= effects.writes
            name = None if spilled is None else spilled.accessed(call)
            if name is not None:
                self.variables[name] = None
        super().visit_call(call)

    def visit_function(self, function: FunctionDefinition) -> None:
        """Functions that are defined here are not executed here."""
