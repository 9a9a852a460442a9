"""Lowers syntax trees to compiled functions.

Arguments are evaluated from the last to the first. A call of a function ends a block, as do
branches; everything else becomes operations.
"""

from __future__ import annotations

import attr

from yulopt.interpreter import code
from yulopt.interpreter.code import Function, Jump
from yulopt.interpreter.operations import Move, builtin_operation
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)


class LoweredCode:
    """The compiled functions of one object; the code outside functions comes first.

    `memory_guard` is the argument of `memoryguard`, None if it is not called.
    """

    def __init__(self) -> None:
        self.functions = [Function("", 0, 0)]
        self.memory_guard: int | None = None


def lower(block: Block, guard: int | None = None) -> LoweredCode:
    """Compile the code of one object.

    The code may be of any form that the parser accepts. Deep nesting needs a deep stack. `guard`:
    the result of `memoryguard`; None means its argument.
    """
    code = LoweredCode()
    _FunctionLowering(code.functions[0], {}, code, guard).lower_main(block)
    return code


@attr.s(auto_attribs=True, eq=False)
class _Loop:
    """The targets of `break` and `continue`."""

    after: code.Block
    post: code.Block


class _FunctionLowering:
    """Compiles one function, and those defined inside it.

    `visible`: the callable functions; `result` collects compiled functions.
    """

    def __init__(
        self,
        function: Function,
        visible: dict[str, Function],
        result: LoweredCode,
        guard: int | None,
    ) -> None:
        self._function = function
        self._visible = visible
        self._result = result
        self._guard = guard
        self._variables: dict[str, int] = {}
        self._constants: dict[int, int] = {}
        # Registers for intermediate values; the first ones are in use.
        self._temporaries: list[int] = []
        self._used_temporaries = 0
        self._unused: int = -1
        self._loops: list[_Loop] = []
        self._block = function.entry

    def lower_main(self, block: Block) -> None:
        """Compile the code outside functions."""
        self._lower_block(block)
        self._block.exit = code.STOP

    def lower_definition(self, definition: FunctionDefinition) -> None:
        """Compile a function."""
        for register, name in enumerate((*definition.parameters, *definition.returns)):
            self._variables[name] = register
        self._lower_block(definition.body)
        self._block.exit = code.Return()

    # Registers and blocks

    def _new_register(self, value: int = 0) -> int:
        self._function.registers.append(value)
        return len(self._function.registers) - 1

    def _constant(self, value: int) -> int:
        register = self._constants.get(value)
        if register is None:
            register = self._constants[value] = self._new_register(value)
        return register

    def _temporary(self) -> int:
        """A register for a value that is needed within the statement only."""
        if self._used_temporaries == len(self._temporaries):
            self._temporaries.append(self._new_register())
        self._used_temporaries += 1
        return self._temporaries[self._used_temporaries - 1]

    def _nowhere(self) -> int:
        """The register that is never read."""
        if self._unused < 0:
            self._unused = self._new_register()
        return self._unused

    def _new_block(self) -> code.Block:
        block = code.Block()
        self._function.blocks.append(block)
        return block

    def _jump_to(self, target: code.Block) -> None:
        self._block.exit = Jump(target)

    # Statements

    def _lower_block(self, block: Block) -> None:
        declared: list[str] = []
        self._lower_scope(block, declared)
        self._close(block, declared)

    def _lower_scope(self, block: Block, declared: list[str]) -> None:
        """Compile the statements; the variables they declare are added to `declared`."""
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                function = Function(
                    statement.name, len(statement.parameters), len(statement.returns)
                )
                self._result.functions.append(function)
                self._visible[statement.name] = function
        for statement in block.statements:
            self._used_temporaries = 0
            self._lower_statement(statement, declared)

    def _close(self, block: Block, declared: list[str]) -> None:
        """Remove the declarations of a block."""
        for name in declared:
            del self._variables[name]
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                del self._visible[statement.name]

    def _lower_statement(self, statement: Statement, declared: list[str]) -> None:
        if isinstance(statement, ExpressionStatement):
            call = statement.expression
            assert isinstance(call, FunctionCall)
            self._lower_call(call, [])
        elif isinstance(statement, Assignment):
            targets = [self._variables[target.name] for target in statement.targets]
            self._assign(targets, statement.value)
        elif isinstance(statement, VariableDeclaration):
            self._lower_declaration(statement)
            declared.extend(statement.names)
        elif isinstance(statement, If):
            self._lower_if(statement)
        elif isinstance(statement, Block):
            self._lower_block(statement)
        elif isinstance(statement, ForLoop):
            self._lower_loop(statement)
        elif isinstance(statement, Switch):
            self._lower_switch(statement)
        elif isinstance(statement, FunctionDefinition):
            _FunctionLowering(
                self._visible[statement.name], self._visible, self._result, self._guard
            ).lower_definition(statement)
        else:
            self._lower_jump(statement)

    def _lower_declaration(self, declaration: VariableDeclaration) -> None:
        registers = [self._new_register() for _ in declaration.names]
        if declaration.value is None:
            for register in registers:
                self._block.operations.append(Move(register, self._constant(0)))
        else:
            self._assign(registers, declaration.value)
        self._variables.update(zip(declaration.names, registers, strict=True))

    def _lower_if(self, statement: If) -> None:
        condition = self._lower_expression(statement.condition)
        body, after = self._new_block(), self._new_block()
        self._block.exit = code.Branch(condition, body, after)
        self._block = body
        self._lower_block(statement.body)
        self._jump_to(after)
        self._block = after

    def _lower_switch(self, switch: Switch) -> None:
        value = self._lower_expression(switch.expression)
        start, after = self._block, self._new_block()
        targets: dict[int, code.Block] = {}
        default = after
        for case in switch.cases:
            self._block = self._new_block()
            if case.label is None:
                default = self._block
            else:
                targets[case.label.value] = self._block
            self._lower_block(case.body)
            self._jump_to(after)
        start.exit = code.MultiBranch(value, targets, default)
        self._block = after

    def _lower_loop(self, loop: ForLoop) -> None:
        declared: list[str] = []
        self._lower_scope(loop.init, declared)
        start, body = self._new_block(), self._new_block()
        post, after = self._new_block(), self._new_block()
        self._jump_to(start)
        self._block = start
        self._used_temporaries = 0
        condition = self._lower_expression(loop.condition)
        self._block.exit = code.Branch(condition, body, after)
        self._loops.append(_Loop(after, post))
        self._block = body
        self._lower_block(loop.body)
        self._loops.pop()
        self._jump_to(post)
        self._block = post
        self._lower_block(loop.post)
        self._jump_to(start)
        self._block = after
        self._close(loop.init, declared)

    def _lower_jump(self, jump: Statement) -> None:
        if isinstance(jump, Break):
            self._jump_to(self._loops[-1].after)
        elif isinstance(jump, Continue):
            self._jump_to(self._loops[-1].post)
        else:
            assert isinstance(jump, Leave)
            self._block.exit = code.Return()
        # The following code is unreachable.
        self._block = self._new_block()

    # Expressions

    def _assign(self, targets: list[int], value: Expression) -> None:
        if isinstance(value, FunctionCall):
            self._lower_call(value, targets)
        else:
            self._block.operations.append(Move(targets[0], self._lower_expression(value)))

    def _lower_expression(self, expression: Expression) -> int:
        """Compile an expression with one value; returns the register where the value is."""
        if isinstance(expression, Identifier):
            return self._variables[expression.name]
        if isinstance(expression, Literal):
            return self._constant(expression.value)
        assert isinstance(expression, FunctionCall)
        if expression.name == "memoryguard" and expression.builtin is not None:
            return self._lower_memory_guard(expression)
        target = self._temporary()
        self._lower_call(expression, [target])
        return target

    def _lower_call(self, call: FunctionCall, targets: list[int]) -> None:
        """Compile a call; its results go to the registers `targets`."""
        builtin = call.builtin
        if builtin is not None and call.name == "memoryguard":
            self._block.operations.append(Move(targets[0], self._lower_memory_guard(call)))
            return
        literal = None
        arguments = [0] * len(call.arguments)
        for index in range(len(call.arguments) - 1, -1, -1):
            argument = call.arguments[index]
            if isinstance(argument, Literal) and argument.unlimited:
                literal = argument.text
            else:
                arguments[index] = self._lower_expression(argument)
        if builtin is None:
            after = self._new_block()
            function = self._visible[call.name]
            self._block.exit = code.Call(function, arguments, targets, after, call.position)
            self._block = after
            return
        if literal is not None:
            del arguments[next(iter(builtin.literal_arguments))]
        target = targets[0] if targets else self._nowhere()
        operation = builtin_operation(builtin, literal, arguments, target)
        operation.has_result = builtin.returns > 0
        operation.position = call.position
        self._block.operations.append(operation)

    def _lower_memory_guard(self, call: FunctionCall) -> int:
        argument = call.arguments[0]
        assert isinstance(argument, Literal)
        self._result.memory_guard = argument.value
        return self._constant(argument.value if self._guard is None else self._guard)
