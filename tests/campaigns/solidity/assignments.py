"""Random statements that declare variables, or change variables and objects they refer to."""

from __future__ import annotations

from random import Random
from typing import Final, TypeAlias

from tests.campaigns.solidity.declarations import Declarations
from tests.campaigns.solidity.expressions import ExpressionWriter
from tests.campaigns.solidity.places import Place
from tests.campaigns.solidity.scope import Scope, Variable
from tests.campaigns.solidity.types import (
    BASIC,
    BYTES,
    BYTES1,
    PRICE,
    UINT,
    Array,
    Mapping,
    Value,
    has_mapping,
    located,
)

Lines: TypeAlias = list[str]
_MAX_LOCALS: Final = 14


class AssignmentWriter:
    """Writes declarations of local variables, which go to the scope, and assignments.

    Methods take the scope and how deep they are in blocks.
    """

    def __init__(
        self, rng: Random, declarations: Declarations, expressions: ExpressionWriter
    ) -> None:
        self._rng = rng
        self._declarations = declarations
        self._expressions = expressions
        self._number = 0

    def fresh(self) -> str:
        """A name that no other local variable has."""
        self._number += 1
        return f"v{self._number}"

    def declare_value(self, scope: Scope, depth: int) -> Lines:
        """A local variable on the stack."""
        if len(scope.variables) - len(scope.state) > _MAX_LOCALS:
            return self.assign(scope, depth)
        kind = self._rng.choice((UINT, UINT, *BASIC))
        name = self.fresh()
        text = self._expressions.value(kind, scope)
        scope.variables.append(Variable(name, kind))
        return [f"{kind.name} {name} = {text};"]

    def declare_reference(self, scope: Scope, depth: int) -> Lines:
        """A local variable for something in memory."""
        if len(scope.variables) - len(scope.state) > _MAX_LOCALS:
            return self.assign_place(scope, depth)
        kind = self._declarations.memory_type()
        name = self.fresh()
        text = self._expressions.reference(kind, scope)
        scope.variables.append(Variable(name, kind, "memory"))
        if self._rng.random() < 0.1:
            return [f"{kind.name} memory {name};"]
        return [f"{kind.name} memory {name} = {text};"]

    def declare_pointer(self, scope: Scope, depth: int) -> Lines:
        """A pointer to storage, or to calldata."""
        place = self._expressions.place(
            scope,
            lambda place: (
                place.variable.location in ("storage", "calldata")
                and not isinstance(place.type, Value)
                and not place.guards
            ),
        )
        if place is None:
            return self.declare_value(scope, depth)
        name, location = self.fresh(), place.variable.location
        scope.variables.append(Variable(name, place.type, location))
        return [f"{located(place.type, location)} {name} = {place.text};"]

    def assign(self, scope: Scope, depth: int) -> Lines:
        """To a variable."""
        variables = [
            variable
            for variable in scope.variables
            if isinstance(variable.type, Value) and scope.can_assign(variable)
        ]
        if not variables:
            return []
        variable = self._rng.choice(variables)
        assert isinstance(variable.type, Value)
        return [self._assignment(variable.name, variable.type, scope)]

    def _assignment(self, target: str, kind: Value, scope: Scope) -> str:
        text = self._expressions.value(kind, scope)
        operators = ["="] * 3
        if kind.is_integer or kind.is_bytes:
            operators += ["&=", "|=", "^="]
        if kind.is_integer and scope.unchecked:
            if self._rng.random() < 0.3:
                return f"{target}{self._rng.choice(('++', '--'))};"
            operators += ["+=", "-=", "*="]
        return f"{target} {self._rng.choice(operators)} {text};"

    def assign_place(self, scope: Scope, depth: int) -> Lines:
        """To a field, an element, or to all of a variable that is no value."""

        def is_wanted(place: Place) -> bool:
            is_pointer = place.text == place.variable.name and (
                place.variable.location == "storage" and place.variable.assignable
            )
            return (
                scope.can_assign(place.variable)
                and not has_mapping(place.type)
                and not (is_pointer and place.variable not in scope.state)
            )

        place = self._expressions.place(scope, is_wanted)
        if place is None:
            return []
        if isinstance(place.type, Value):
            lines = [self._assignment(place.text, place.type, scope)]
        else:
            lines = [f"{place.text} = {self._expressions.reference(place.type, scope)};"]
        return _guarded(place, lines)

    def change_length(self, scope: Scope, depth: int) -> Lines:
        """Push and pop."""
        place = self._expressions.place(
            scope,
            lambda place: (
                place.variable.location == "storage"
                and scope.can_assign(place.variable)
                and (
                    place.type == BYTES
                    or (
                        isinstance(place.type, Array)
                        and place.type.length is None
                        and not has_mapping(place.type)
                    )
                )
            ),
        )
        if place is None:
            return self.declare_reference(scope, depth)
        target = place.text
        if place.type == BYTES:
            new = self._expressions.value(BYTES1, scope)
        else:
            assert isinstance(place.type, Array)
            new = self._expressions.any(place.type.element, scope, 1)
        lines = self._rng.choice(
            (
                [f"if ({target}.length < 40) {{", f"{target}.push({new});", "}"],
                [f"if ({target}.length < 40) {{", f"{target}.push();", "}"],
                [f"if ({target}.length > 0) {{", f"{target}.pop();", "}"],
            )
        )
        return _guarded(place, lines)

    def delete(self, scope: Scope, depth: int) -> Lines:
        """Sets something to what it was at first."""
        place = self._expressions.place(
            scope,
            lambda place: (
                scope.can_assign(place.variable)
                and not isinstance(place.type, Mapping)
                and place.type != PRICE
                and not (
                    place.variable.location == "storage"
                    and place.variable not in scope.state
                    and place.text == place.variable.name
                )
            ),
        )
        return _guarded(place, [f"delete {place.text};"]) if place else []

    def swap(self, scope: Scope, depth: int) -> Lines:
        """Assigns two variables at once."""
        kind = self._rng.choice(BASIC)
        names = [variable.name for variable in scope.of_type(kind, assignable=True)]
        if len(names) < 2:
            return self.assign(scope, depth)
        one, other = self._rng.sample(names, 2)
        return [f"({one}, {other}) = ({other}, {self._expressions.value(kind, scope, 1)});"]


def _guarded(place: Place, lines: Lines) -> Lines:
    return [f"if ({place.guard}) {{", *lines, "}"] if place.guards else lines
