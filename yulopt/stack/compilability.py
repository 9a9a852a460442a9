"""Simulates the older code generator, by stack height only, to find unreachable variables.

The older code generator keeps every variable in a fixed slot from its declaration on. With `reuse`
(solc's stack optimisation) slots of dead variables are reused.

Source: chapter 07, section 8 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.declarations import function_definitions
from yulopt.analysis.references import variables_in
from yulopt.dialect import Builtin
from yulopt.stack.slots import REACH
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
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

_READ_REACH: Final = REACH
_WRITE_REACH: Final = REACH + 1


class Unreachable:
    """The unreachable variables of one function.

    `deficit`: the maximum number of slots too deep. `variables`: in order of discovery; the name is
    empty for too many parameters and return variables.
    """

    def __init__(self, deficit: int = 0, variables: dict[str, None] | None = None) -> None:
        self.deficit = deficit
        self.variables = {} if variables is None else variables

    def add(self, variable: str, deficit: int) -> None:
        """Record an unreachable variable."""
        self.deficit = max(self.deficit, deficit)
        self.variables.setdefault(variable)


def check_compilability(block: Block, *, reuse: bool = True) -> dict[str, Unreachable]:
    """The unreachable variables, by function; `OUTERMOST` is the key of the code outside functions.

    Functions without problems are left out. The code must have unique names.
    """
    simulation = LinearCodeGenerator(block, reuse=reuse)
    simulation.generate()
    return simulation.unreachable


class _ReferenceCounter(Walker):
    """The number of references to each variable, except in nested functions."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def visit_identifier(self, identifier: Identifier) -> None:
        self.counts[identifier.name] = self.counts.get(identifier.name, 0) + 1

    def visit_function(self, function: FunctionDefinition) -> None:
        """Functions may have variables of the same names."""


def _count_references(body: Block, returns: list[str]) -> dict[str, int]:
    """The number of references to each variable of a function, including its return."""
    counter = _ReferenceCounter()
    counter.visit_block(body)
    for variable in returns:
        counter.counts[variable] = counter.counts.get(variable, 0) + 1
    return counter.counts


class Scope:
    """The variables of a block: the number declared, and the dead ones."""

    def __init__(self) -> None:
        self.declared = 0
        self.dead: list[str] = []


class _Frame:
    """The state of the function being generated.

    `free`: reusable slots. `signature`: the scope of parameters and return variables. `body`: the
    outermost scope of the body. `pending_returns`: return variables without a slot yet, None once
    they have one. `exit_height`: the stack height at the exit.
    """

    def __init__(self, name: str, pending_returns: list[str] | None) -> None:
        self.name = name
        self.free: set[int] = set()
        self.signature = Scope()
        self.body: Scope | None = None
        self.pending_returns = pending_returns
        self.exit_height = 1
        self.unreachable = Unreachable()


class LinearCodeGenerator:
    """Walks code in the order of the text, as the older code generator does.

    The methods `on_...` are called before the stack height changes; subclasses emit code there.
    """

    def __init__(self, block: Block, *, reuse: bool) -> None:
        self.unreachable: dict[str, Unreachable] = {}
        self._code = block
        self._reuse = reuse
        self._returns = {
            function.name: len(function.returns) for function in function_definitions(block)
        }
        self._references = _count_references(block, [])
        self._height = 0
        self._positions: dict[str, int] = {}
        self._scope_of: dict[str, Scope] = {}
        self._frame = _Frame(OUTERMOST, None)
        self._scope = self._frame.signature

    def generate(self) -> None:
        """Go through the whole code."""
        self._block(self._code)
        self._finish_frame()

    # Effects on the stack

    def on_literal(self, value: int) -> None:
        """A constant is pushed."""

    def on_read(self, distance: int) -> None:
        """A variable is copied to the top; it lies `distance` below the next free slot."""

    def on_write(self, distance: int) -> None:
        """The top moves to a slot that lies `distance` below the next free slot."""

    def on_pop(self) -> None:
        """The top is dropped."""

    def on_slot(self, variable: str, position: int) -> None:
        """A variable gets a slot on the stack."""

    def on_return_label(self, call: FunctionCall) -> None:
        """The return address of a call is pushed."""

    def on_call(self, call: FunctionCall) -> None:
        """A function of the program is called; its arguments are on the stack."""

    def on_builtin(self, call: FunctionCall, builtin: Builtin) -> None:
        """A builtin is called; its arguments are on the stack."""

    def _finish_frame(self) -> None:
        if self._frame.unreachable.deficit > 0:
            self.unreachable[self._frame.name] = self._frame.unreachable

    # Variables

    def _reach(self, variable: str, limit: int) -> None:
        distance = self._height - self._positions[variable]
        if distance > limit:
            self._frame.unreachable.add(variable, distance - limit)

    def _use(self, variable: str) -> None:
        """Count one reference to the variable as done."""
        if self._reuse:
            self._references[variable] -= 1
            if self._references[variable] == 0:
                self._scope_of[variable].dead.append(variable)

    def _release(self, scope: Scope) -> None:
        """Free the slots of the dead variables of a scope."""
        for variable in scope.dead:
            self._frame.free.add(self._positions[variable])
        scope.dead.clear()

    def _free_up(self, *, pop: bool = True) -> None:
        """Free the slots of dead variables; with `pop`, drop free slots from the top."""
        if not self._reuse:
            return
        frame = self._frame
        self._release(self._scope)
        if self._scope is frame.body and frame.pending_returns is not None:
            self._release(frame.signature)
        if pop:
            while self._height - 1 in frame.free:
                self._pop()
                frame.free.remove(self._height)

    def _pop(self) -> None:
        self.on_pop()
        self._height -= 1

    def _declare(self, variables: list[str], start: int, scope: Scope) -> None:
        """Give the topmost values, the first of which is at `start`, to new variables."""
        scope.declared += len(variables)
        at_top = True
        for index in range(len(variables) - 1, -1, -1):
            variable = variables[index]
            self._positions[variable] = start + index
            self.on_slot(variable, start + index)
            self._scope_of[variable] = scope
            if not self._reuse:
                continue
            if self._references.get(variable, 0) == 0:
                if at_top:
                    self._pop()
                else:
                    scope.dead.append(variable)
                continue
            slot = self._lowest_free_slot()
            if slot is None:
                at_top = False
            else:
                self._frame.free.remove(slot)
                self._positions[variable] = slot
                self.on_slot(variable, slot)
                self._write(variable)

    def _write(self, variable: str) -> None:
        """Move the top to the slot of the variable."""
        self._reach(variable, _WRITE_REACH)
        self.on_write(self._height - self._positions[variable])
        self._height -= 1

    def _lowest_free_slot(self) -> int | None:
        for slot in range(max(0, self._height - _WRITE_REACH), self._height):
            if slot in self._frame.free:
                return slot
        return None

    # Expressions

    def _expression(self, expression: Expression) -> None:
        if isinstance(expression, Identifier):
            self._reach(expression.name, _READ_REACH)
            self.on_read(self._height - self._positions[expression.name])
            self._height += 1
            self._use(expression.name)
        elif isinstance(expression, FunctionCall):
            self._call(expression)
        else:
            assert isinstance(expression, Literal)
            self.on_literal(expression.value)
            self._height += 1

    def _call(self, call: FunctionCall) -> None:
        before = self._height
        builtin = call.builtin
        if builtin is not None:
            for index in range(len(call.arguments) - 1, -1, -1):
                if index not in builtin.literal_arguments:
                    self._expression(call.arguments[index])
            self.on_builtin(call, builtin)
            self._height = before + builtin.returns
        else:
            self.on_return_label(call)
            self._height += 1
            for argument in reversed(call.arguments):
                self._expression(argument)
            self.on_call(call)
            self._height = before + self._returns[call.name]

    # Statements

    def _block(self, block: Block) -> None:
        outer = self._scope
        self._scope = Scope()
        self._statements(block.statements)
        self._leave_scope(outer, block)

    def _leave_scope(self, outer: Scope, block: Block) -> None:
        """Drop the variables of a block at its end."""
        self._free_up()
        if not self._reuse:
            for _ in range(self._scope.declared):
                self._pop()
        self._scope = outer

    def _statements(self, statements: list[Statement]) -> None:
        for statement in statements:
            self._free_up()
            pending = self._frame.pending_returns
            if pending is not None and _needs_return_variables(statement, pending):
                self._set_up_return_variables()
            self._statement(statement)
        self._free_up()

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self._expression(statement.expression)
        elif isinstance(statement, Assignment):
            self._expression(statement.value)
            for target in reversed(statement.targets):
                self._write(target.name)
                self._use(target.name)
        elif isinstance(statement, VariableDeclaration):
            self._variable_declaration(statement)
        elif isinstance(statement, Block):
            self._block(statement)
        elif isinstance(statement, If):
            self._if(statement)
        elif isinstance(statement, Switch):
            self._switch(statement)
        elif isinstance(statement, ForLoop):
            self._for(statement)
        elif isinstance(statement, FunctionDefinition):
            self._function(statement)
        else:
            self._jump(statement)

    def _variable_declaration(self, declaration: VariableDeclaration) -> None:
        start = self._height
        if declaration.value is None:
            self._push_zeros(len(declaration.names))
        else:
            self._expression(declaration.value)
            self._free_up(pop=False)
        self._declare(declaration.names, start, self._scope)

    def _push_zeros(self, count: int) -> None:
        for _ in range(count):
            self.on_literal(0)
            self._height += 1

    def _if(self, statement: If) -> None:
        self._expression(statement.condition)
        self._height -= 1
        self._block(statement.body)

    def _jump(self, jump: Statement) -> None:
        """A jump restores the height after it, so the code after it is unaffected."""

    def _switch(self, switch: Switch) -> None:
        self._expression(switch.expression)
        for case in switch.cases:
            if case.label is None:
                self._block(case.body)
        for case in switch.cases:
            if case.label is not None:
                self._block(case.body)
        self._height -= 1

    def _for(self, loop: ForLoop) -> None:
        outer = self._scope
        self._scope = Scope()
        self._statements(loop.init.statements)
        self._loop(loop)
        self._leave_scope(outer, loop.init)

    def _loop(self, loop: ForLoop) -> None:
        """A loop whose initialiser has been executed."""
        self._expression(loop.condition)
        self._height -= 1
        self._block(loop.body)
        self._block(loop.post)

    # Functions

    def _function(self, function: FunctionDefinition) -> None:
        outer = self._frame, self._scope, self._height, self._references
        self._references = _count_references(function.body, function.returns)
        self._frame = _Frame(function.name, function.returns)
        self._scope = Scope()
        self._frame.body = self._scope
        self._place_parameters(function.parameters)
        if not self._reuse:
            self._set_up_return_variables()
        self._statements(function.body.statements)
        self._leave_scope(self._frame.signature, function.body)
        if self._frame.pending_returns is not None:
            self._set_up_return_variables()
        if self._frame.exit_height > _WRITE_REACH:
            self._frame.unreachable.add("", self._frame.exit_height - _WRITE_REACH)
        self._return(function)
        self._finish_frame()
        self._frame, self._scope, self._height, self._references = outer

    def _return(self, function: FunctionDefinition) -> None:
        """The end of a function, from which all its exits return."""

    def _place_parameters(self, parameters: list[str]) -> None:
        """Below the first parameter lie the others, and the return address at the bottom."""
        signature = self._frame.signature
        for position, parameter in enumerate(reversed(parameters), start=1):
            self._positions[parameter] = position
            self.on_slot(parameter, position)
            self._scope_of[parameter] = signature
            if self._reuse and self._references.get(parameter, 0) == 0:
                signature.dead.append(parameter)
        self._height = len(parameters) + 1
        if self._reuse:
            self._release(signature)

    def _set_up_return_variables(self) -> None:
        frame = self._frame
        variables = frame.pending_returns
        assert variables is not None
        frame.pending_returns = None
        frame.free.clear()
        for index, variable in enumerate(variables):
            start = self._height
            self._push_return_variable(index)
            self._declare([variable], start, frame.signature)
        frame.exit_height = max(
            (self._positions[variable] + 1 for variable in variables), default=1
        )

    def _push_return_variable(self, _index: int) -> None:
        self._push_zeros(1)


def _needs_return_variables(statement: Statement, variables: list[str]) -> bool:
    """Whether the return variables must have their slots before the statement."""
    if isinstance(statement, ExpressionStatement):
        mentioned = variables_in(statement.expression)
    elif isinstance(statement, Assignment):
        mentioned = variables_in(statement.value)
        mentioned.update(target.name for target in statement.targets)
    else:
        return True
    return not mentioned.isdisjoint(variables)
