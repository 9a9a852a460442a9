"""Gas estimates of whole programs, to compare them before and after a change.

Every byte of code is paid for once (see `yulopt.gas.model`). Reading a variable is a DUP and
writing one a SWAP with a POP.

`gas_estimate` counts every statement as executed once per run of the code, regardless of branches
and loops. `WeightedGas` weights code by its likely frequency: eight times for each loop around it,
and one Nth in one of N branches; constants have the form that the ConstantOptimiser will give
them, since that runs last.

Source: chapter 09, section 7.1 of the specification.
"""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import (
    ASSIGNMENT,
    BRANCH,
    CALL,
    COMPARISON,
    DESTINATION,
    FUNCTION,
    JUMP,
    LOOP_WEIGHT,
    NEGATION,
    UNUSED_VALUE,
    WEIGHT_ONE,
    Code,
    Gas,
    GasModel,
)
from yulopt.syntax.ast import (
    NUMBER,
    STRING,
    Assignment,
    Block,
    Case,
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


def gas_estimate(block: Block, dialect: Dialect, expected_executions: int | None) -> int:
    """The gas of the code of an object over the life of a contract, for all its executions.

    `expected_executions` is how often the code runs, None for creation code (see `Context`).
    """
    model = GasModel(dialect, expected_executions)
    walker = _Estimate(model)
    walker.visit_block(block)
    return model.in_parts(walker.gas) // WEIGHT_ONE


def code_gas(block: Block, dialect: Dialect, expected_executions: int | None) -> int:
    """The gas of the bytes of a block alone; see `gas_estimate`."""
    walker = _Estimate(GasModel(dialect, expected_executions))
    walker.visit_block(block)
    return walker.gas.code


class WeightedGas:
    """Measures code for one EVM version and one kind of code (see `GasModel`), in parts of
    `WEIGHT_ONE`.

    Unless `pays_for_code`, only the gas of running the code counts, not that of its bytes.
    """

    def __init__(
        self, dialect: Dialect, expected_executions: int | None, *, pays_for_code: bool = True
    ) -> None:
        self._model = GasModel(dialect, expected_executions)
        self._constants = ConstantFinder(self._model)
        self._pays_for_code = pays_for_code

    def __call__(self, block: Block) -> int:
        """The gas of the code in a block without the functions that are defined in it."""
        return self._measured(_WeightedEstimate(self._model, self._constants), block)

    def of_object(self, code: Block) -> int:
        """The gas of the code of an object with all its functions, each of them executed once."""
        walker = _WeightedEstimate(self._model, self._constants, include_functions=True)
        return self._measured(walker, code)

    def _measured(self, walker: _WeightedEstimate, block: Block) -> int:
        walker.visit_block(block)
        code = walker.gas.code if self._pays_for_code else 0
        return self._model.in_parts(Gas(walker.gas.run, code))


class _Estimate(Walker):
    """Adds up in `gas` the cost of the nodes it visits; execution counts by `_weight`, so in parts
    of `WEIGHT_ONE`."""

    def __init__(self, model: GasModel) -> None:
        self.gas = Gas()
        self._model = model
        self._weight = WEIGHT_ONE

    def visit_branch(self, body: Block, branches: int) -> None:
        """One of a number of branches."""
        self.visit_block(body)

    def visit_repeated(self, loop: ForLoop) -> None:
        """The condition, body and post block of a loop."""
        self._add_code(DESTINATION)
        self._add_code(NEGATION)
        self._add_code(BRANCH)
        self._add_code(JUMP)
        self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)

    def visit_literal(self, literal: Literal) -> None:
        # The name of an object is not code, unlike the builtin that it belongs to.
        if literal.kind is not STRING or not literal.unlimited:
            self._add(self._model.push(literal.value))

    def visit_identifier(self, identifier: Identifier) -> None:
        self._add(self._model.expression(identifier))

    def visit_call(self, call: FunctionCall) -> None:
        for argument in call.arguments:
            self.visit_expression(argument)
        if call.builtin is None:
            self._add_code(CALL)
        else:
            self._add(self._model.builtin(call.builtin))

    def visit_assignment(self, assignment: Assignment) -> None:
        self.visit_expression(assignment.value)
        for _ in assignment.targets:
            self._add_code(ASSIGNMENT)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.value is not None:
            self.visit_expression(declaration.value)
        else:
            for _ in declaration.names:
                self._add(self._model.push(0))
        for _ in declaration.names:
            self._add_code(UNUSED_VALUE)

    def visit_if(self, statement: If) -> None:
        self._add_code(NEGATION)
        self._add_code(BRANCH)
        self.visit_expression(statement.condition)
        self.visit_branch(statement.body, 2)

    def visit_switch(self, switch: Switch) -> None:
        self._add_code(UNUSED_VALUE)
        self.visit_expression(switch.expression)
        has_default = any(case.label is None for case in switch.cases)
        for case in switch.cases:
            self._visit_comparison(case)
            self.visit_branch(case.body, len(switch.cases) + (not has_default))

    def _visit_comparison(self, case: Case) -> None:
        if case.label is not None:
            self.visit_literal(case.label)
            self._add_code(COMPARISON)
            self._add_code(BRANCH)
        self._add_code(JUMP)

    def visit_for(self, loop: ForLoop) -> None:
        self.visit_block(loop.init)
        self.visit_repeated(loop)

    def visit_jump(self, jump: Statement) -> None:
        self._add_code(JUMP)

    def visit_function(self, function: FunctionDefinition) -> None:
        self._add_code(FUNCTION)
        for _ in function.returns:
            self._add(self._model.push(0))
        super().visit_function(function)

    def _add(self, gas: Gas) -> None:
        self.gas += Gas(gas.run * self._weight, gas.code)

    def _add_code(self, code: Code) -> None:
        self._add(self._model.code(code))


class _WeightedEstimate(_Estimate):
    def __init__(
        self, model: GasModel, constants: ConstantFinder, *, include_functions: bool = False
    ) -> None:
        super().__init__(model)
        self._constants = constants
        self._include_functions = include_functions

    def visit_literal(self, literal: Literal) -> None:
        if literal.kind is NUMBER:
            self._add(self._constants.gas(literal.value))
        else:
            super().visit_literal(literal)

    def visit_function(self, function: FunctionDefinition) -> None:
        if self._include_functions:
            weight = self._weight
            self._weight = WEIGHT_ONE
            self.visit_block(function.body)
            self._weight = weight

    def visit_branch(self, body: Block, branches: int) -> None:
        weight = self._weight
        self._weight = max(weight // branches, 1)
        super().visit_branch(body, branches)
        self._weight = weight

    def visit_repeated(self, loop: ForLoop) -> None:
        weight = self._weight
        self._weight = weight * LOOP_WEIGHT
        super().visit_repeated(loop)
        self._weight = weight
