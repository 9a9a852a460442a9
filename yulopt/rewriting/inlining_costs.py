"""The cost of a call, and of the function's body in place of the call.

Costs are gas over the lifetime of a contract (`GasModel.lifetime`). A variable that is read only
once is free, since later steps inline its value; expressions with constant arguments are folded,
and branches that they exclude are ignored.

Source: R. Scheifler, "An analysis of inline substitution for a structured programming language",
CACM 20(9), 1977; J. Ball, "Predicting the effects of optimization on a procedure body", 1979.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.control_flow import FunctionFlow
from yulopt.analysis.declarations import assigned_names
from yulopt.analysis.references import count_variable_references
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import (
    ASSIGNMENT,
    BRANCH,
    CALL,
    COMPARISON,
    DESTINATION,
    FUNCTION,
    JUMP,
    READ_VARIABLE,
    UNUSED_VALUE,
    Code,
    Gas,
    GasModel,
)
from yulopt.gas.schedule import EXCHANGE_GAS
from yulopt.rules.arithmetic import ARITHMETIC, compute
from yulopt.syntax.ast import (
    STRING,
    Assignment,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

# A function moves each result below its return label, and removes each parameter.
_PASSED: Final[Code] = (EXCHANGE_GAS, 1)  # SWAP or POP

Constants = tuple[int | None, ...]


class InliningCosts:
    """The costs of one function with its current definition."""

    def __init__(
        self,
        function: FunctionDefinition,
        model: GasModel,
        constants: ConstantFinder,
        function_flow: FunctionFlow,
    ) -> None:
        self.function = function
        self._model = model
        self._constants = constants
        self._flow = function_flow
        self._references = count_variable_references(function.body)
        self._assigned = assigned_names(function.body)
        self._of_bodies: dict[Constants, Gas] = {}
        self._returns = function_flow[function.name].can_continue

    def definition(self) -> int:
        """The bytes of the function itself."""
        nothing = (None,) * len(self.function.parameters)
        code = self._body(nothing) + self._model.code(FUNCTION) + self._passing()
        return code.code

    def call(self, arguments: list[Expression]) -> int:
        """A call with these arguments, including the gas of running the function."""
        constants: Constants = (None,) * len(arguments)
        run = self._body(constants) + self._model.code(FUNCTION) + self._passing()
        return self._model.lifetime(self._call(arguments) + Gas(run.run))

    def body(self, constants: Constants) -> int:
        """The body in place of a call whose arguments are these constants, None for others."""
        return self._model.lifetime(self._body(constants))

    def growth(self, arguments: list[Expression], constants: Constants) -> int:
        """The gas of the bytes by which the body exceeds the call."""
        body, call = self._body(constants), self._call(arguments)
        return body.code - call.code

    def _call(self, arguments: list[Expression]) -> Gas:
        gas = self._model.code(CALL if self._returns else JUMP)
        for argument in arguments:
            if isinstance(argument, Literal):
                gas += self._constants.gas(argument.value)
            else:
                gas += self._model.code(READ_VARIABLE)
        return gas

    def _passing(self) -> Gas:
        passed = len(self.function.parameters) + len(self.function.returns)
        return self._model.code((_PASSED[0] * passed, _PASSED[1] * passed))

    def _body(self, constants: Constants) -> Gas:
        known = self._of_bodies.get(constants)
        if known is None:
            parameters = zip(self.function.parameters, constants, strict=True)
            values = {
                name: value
                for name, value in parameters
                if value is not None and name not in self._assigned
            }
            cost = _BodyCost(
                self._model, self._constants, self._flow, self._references, self._assigned, values
            )
            cost.visit_block(self.function.body)
            known = self._of_bodies[constants] = cost.gas
        return known


class _BodyCost(Walker):
    """Accumulates in `gas` the cost of a body for these values of variables."""

    def __init__(
        self,
        model: GasModel,
        constants: ConstantFinder,
        function_flow: FunctionFlow,
        references: dict[str, int],
        assigned: set[str],
        values: dict[str, int],
    ) -> None:
        self.gas = Gas()
        self._model = model
        self._constants = constants
        self._flow = function_flow
        self._references = references
        self._assigned = assigned
        self._values = values

    def value_of(self, expression: Expression) -> int | None:
        """The value of an expression if it is known; if not, its cost is added."""
        before = self.gas
        if isinstance(expression, Literal):
            if expression.kind is STRING and expression.unlimited:
                return None
            return expression.value
        if isinstance(expression, Identifier):
            value = self._values.get(expression.name)
            if value is None and not self._is_read_once(expression.name):
                self.gas += self._model.expression(expression)
            return value
        assert isinstance(expression, FunctionCall)
        values = [self.value_of(argument) for argument in expression.arguments]
        known = [value for value in values if value is not None]
        if len(known) == len(values) and expression.builtin and expression.name in ARITHMETIC:
            self.gas = before
            return compute(expression.name, known)
        for value in known:
            self.gas += self._constants.gas(value)
        if expression.builtin is not None:
            self.gas += self._model.builtin(expression.builtin)
        else:
            returns = self._flow[expression.name].can_continue
            self.gas += self._model.code(CALL if returns else JUMP)
        return None

    def visit_expression(self, expression: Expression) -> None:
        value = self.value_of(expression)
        if value is not None:
            self.gas += self._constants.gas(value)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        value = 0 if declaration.value is None else self.value_of(declaration.value)
        for name in declaration.names:
            if value is not None and name not in self._assigned:
                self._values[name] = value
            elif value is not None:
                self.gas += self._constants.gas(value)
            if name not in self._values and not self._is_read_once(name):
                self.gas += self._model.code(UNUSED_VALUE)

    def visit_assignment(self, assignment: Assignment) -> None:
        self.visit_expression(assignment.value)
        for _ in assignment.targets:
            self.gas += self._model.code(ASSIGNMENT)

    def visit_if(self, statement: If) -> None:
        value = self.value_of(statement.condition)
        if value is None:
            self.gas += self._model.code(BRANCH)
        if value != 0:
            self.visit_block(statement.body)

    def visit_switch(self, switch: Switch) -> None:
        value = self.value_of(switch.expression)
        if value is None:
            for case in switch.cases:
                if case.label is not None:
                    self.gas += self._constants.gas(case.label.value)
                    self.gas += self._model.code(COMPARISON)
                    self.gas += self._model.code(BRANCH)
                self.visit_block(case.body)
                self.gas += self._model.code(JUMP)
            return
        for case in switch.cases:
            if case.label is None or case.label.value == value:
                self.visit_block(case.body)
                return

    def visit_for(self, loop: ForLoop) -> None:
        super().visit_for(loop)
        for code in (DESTINATION, BRANCH, JUMP):
            self.gas += self._model.code(code)

    def visit_jump(self, jump: Statement) -> None:
        self.gas += self._model.code(JUMP)

    def _is_read_once(self, name: str) -> bool:
        return self._references.get(name, 0) == 1 and name not in self._assigned
