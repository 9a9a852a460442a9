"""SignatureReducer (`4`): drops parameters and results that no call needs.

* A parameter that the function does not use, if its arguments have no effects.
* A parameter with the same constant argument in all calls: the function uses the constant itself.
  Constants are expressions without variables that can be computed anywhere, such as `caller()`.
* A parameter with the same argument as another one in all calls, if neither is assigned.
* A result that no call uses.

All calls are known, since functions are called by name. Unlike solc's UnusedFunctionParameterPruner
(`p`), this needs no forwarding functions.

Right if:

* all call sites: a parameter is dropped if all call sites pass the same constant, or if it is
  unused.
* position-independent constants: such a constant mentions no variables and has the same value
  anywhere.
* side-effect-free arguments: evaluating the arguments of a dropped parameter has no side effects.
* unassigned parameters: a parameter that always equals another one is dropped if the function
  assigns neither.
* unused results: a result is dropped if no call site uses it.
* no `msize`: in a program that asks for `msize`, arguments that load from memory stay.

Example::

    {
        pop(f(caller(), 1))
        pop(f(caller(), 2))
        function f(a, b) -> c
        {
            sstore(b, a)
            c := 7
        }
    }

becomes::

    {
        f(1)
        f(2)
        function f(b)
        { sstore(b, caller()) }
    }

Source: LLVM's passes "Dead Argument Elimination" and "Interprocedural Sparse Conditional Constant
Propagation"; D. Callahan, K. Cooper, K. Kennedy and L. Torczon, "Interprocedural constant
propagation", Symposium on Compiler Construction 1986. This is an extension: solc has no such step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from yulopt.analysis.equality import expressions_equal
from yulopt.analysis.references import variables_in
from yulopt.analysis.side_effects import FunctionEffects, is_movable, is_removable
from yulopt.dialect import Dialect
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer, Walker

# One call may block the change of another; chains of this many calls are resolved.
_MAX_ROUNDS: Final = 8
# Constants below this are pushed by two bytes.
_SHORT: Final = 256


class SignatureReducer(Step):
    """Drops parameters and results that no call needs."""

    name = "SignatureReducer"
    letter = "4"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        effects, msize = context.function_effects(block), context.contains_msize(block)
        is_changed = False
        for _ in range(_MAX_ROUNDS):
            if not _Round(block, effects, context.dialect, msize).reduce():
                break
            is_changed = True
        if not is_changed:
            context.unchanged.update(block.statements)


class _Uses(Walker):
    """The calls of each function, and how variables are used."""

    def __init__(self) -> None:
        self.calls: dict[str, list[FunctionCall]] = {}
        self.read: set[str] = set()
        self.assigned: set[str] = set()
        self.assigned_with_others: set[str] = set()
        # The statements that take the results of calls.
        self.takers: dict[FunctionCall, Statement] = {}

    def visit_identifier(self, identifier: Identifier) -> None:
        self.read.add(identifier.name)

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is None:
            self.calls.setdefault(call.name, []).append(call)

    def visit_statement(self, statement: Statement) -> None:
        super().visit_statement(statement)
        if isinstance(statement, VariableDeclaration) and isinstance(statement.value, FunctionCall):
            self.takers[statement.value] = statement
        elif isinstance(statement, ExpressionStatement):
            expression = statement.expression
            if isinstance(expression, FunctionCall) and expression.name == "pop":
                popped = expression.arguments[0]
                if isinstance(popped, FunctionCall):
                    self.takers[popped] = statement

    def visit_assignment(self, assignment: Assignment) -> None:
        names = [target.name for target in assignment.targets]
        self.assigned.update(names)
        if len(names) > 1:
            self.assigned_with_others.update(names)
        self.visit_expression(assignment.value)


class _Round:
    def __init__(
        self, code: Block, effects: FunctionEffects, dialect: Dialect, contains_msize: bool
    ) -> None:
        self._code = code
        self._effects = effects
        self._contains_msize = contains_msize
        self._uses = _Uses()
        self._uses.visit_block(code)
        self._rewriter = _Rewriter(dialect, effects, contains_msize)
        self._is_changed = False

    def reduce(self) -> bool:
        """Drop unneeded parameters and results; returns whether there were any."""
        for statement in self._code.statements:
            if isinstance(statement, FunctionDefinition):
                calls = self._uses.calls.get(statement.name)
                if calls:
                    self._parameters(statement, calls)
                    self._results(statement, calls)
        if self._is_changed:
            self._rewriter.visit_block(self._code)
        return self._is_changed

    # Parameters

    def _parameters(self, function: FunctionDefinition, calls: Sequence[FunctionCall]) -> None:
        for index in range(len(function.parameters) - 1, -1, -1):
            arguments = [call.arguments[index] for call in calls]
            if all(self._is_removable(argument) for argument in arguments) and (
                self._is_unused(function.parameters[index])
                or self._is_made_constant(function, index, arguments)
                or self._is_made_another(function, index, calls)
            ):
                del function.parameters[index]
                for call in calls:
                    del call.arguments[index]
                self._is_changed = True

    def _is_removable(self, expression: Expression) -> bool:
        return is_removable(expression, self._effects, self._contains_msize)

    def _is_unused(self, name: str) -> bool:
        return name not in self._uses.read and name not in self._uses.assigned

    def _is_made_constant(
        self, function: FunctionDefinition, index: int, arguments: Sequence[Expression]
    ) -> bool:
        first = arguments[0]
        if variables_in(first) or not is_movable(first):
            return False
        if not all(expressions_equal(first, other) for other in arguments[1:]):
            return False
        name = function.parameters[index]
        if _is_short(first) and name not in self._uses.assigned:
            self._rewriter.values[name] = first
        else:
            declaration = VariableDeclaration([name], first, function.position)
            function.body.statements.insert(0, declaration)
        return True

    def _is_made_another(
        self, function: FunctionDefinition, index: int, calls: Sequence[FunctionCall]
    ) -> bool:
        name = function.parameters[index]
        for other_index in range(index):
            other = function.parameters[other_index]
            if self._uses.assigned.isdisjoint((name, other)) and all(
                is_movable(call.arguments[index])
                and expressions_equal(call.arguments[index], call.arguments[other_index])
                for call in calls
            ):
                self._rewriter.values[name] = Identifier(other)
                self._uses.read.add(other)
                return True
        return False

    # Results

    def _results(self, function: FunctionDefinition, calls: Sequence[FunctionCall]) -> None:
        takers = [self._uses.takers.get(call) for call in calls]
        for index in range(len(function.returns) - 1, -1, -1):
            if all(self._is_not_taken(taker, index) for taker in takers):
                name = function.returns.pop(index)
                for taker in takers:
                    if isinstance(taker, VariableDeclaration):
                        del taker.names[index]
                if name in self._uses.read or name in self._uses.assigned_with_others:
                    declaration = VariableDeclaration([name], None, function.position)
                    function.body.statements.insert(0, declaration)
                else:
                    self._rewriter.dropped.add(name)
                self._is_changed = True
        if not function.returns:
            self._rewriter.procedures.add(function.name)

    def _is_not_taken(self, taker: Statement | None, index: int) -> bool:
        """Whether a statement does not use a result of the call that is its value."""
        if isinstance(taker, VariableDeclaration):
            return self._is_unused(taker.names[index])
        return isinstance(taker, ExpressionStatement)


class _Rewriter(Transformer):
    """Replaces parameters by their values, and removes assignments to results.

    `values`: those of parameters; `dropped`: results that are only assigned, one at a time;
    `procedures`: the functions that no longer return values.
    """

    def __init__(self, dialect: Dialect, effects: FunctionEffects, contains_msize: bool) -> None:
        self.values: dict[str, Expression] = {}
        self.dropped: set[str] = set()
        self.procedures: set[str] = set()
        self._pop = dialect.builtin("pop")
        self._effects = effects
        self._contains_msize = contains_msize

    def visit_identifier(self, identifier: Identifier) -> Expression:
        value = self.values.get(identifier.name)
        if isinstance(value, Literal):
            return Literal(value.kind, value.value, value.text, position=identifier.position)
        if isinstance(value, FunctionCall):
            return FunctionCall(value.name, [], value.builtin, identifier.position)
        if isinstance(value, Identifier):
            return self.visit_identifier(Identifier(value.name, identifier.position))
        return identifier

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        super().visit_assignment(assignment)
        if assignment.targets[0].name not in self.dropped:
            return None
        value, position = assignment.value, assignment.position
        if is_removable(value, self._effects, self._contains_msize):
            return []
        return [ExpressionStatement(FunctionCall("pop", [value], self._pop, position), position)]

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        super().visit_declaration(declaration)
        if declaration.names or declaration.value is None:
            return None
        return [ExpressionStatement(declaration.value, declaration.position)]

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        super().visit_expression_statement(statement)
        expression = statement.expression
        if isinstance(expression, FunctionCall) and expression.name == "pop":
            popped = expression.arguments[0]
            if isinstance(popped, FunctionCall) and popped.name in self.procedures:
                statement.expression = popped
        return None


def _is_short(constant: Expression) -> bool:
    """Whether evaluating a constant at each use costs hardly more than copying a variable."""
    if isinstance(constant, Literal):
        return constant.kind is NUMBER and constant.value < _SHORT
    return isinstance(constant, FunctionCall) and not constant.arguments
