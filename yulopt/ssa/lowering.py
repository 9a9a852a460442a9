"""Lowering from Yul to SSA form: a control-flow graph whose variables are cells.

Every variable becomes an `alloca` in the entry block, every use a load, every assignment a store;
mem2reg then finds the values. Statements become blocks with fixed labels: `N` in `if.body.N` counts
the `if`, `switch` and `for` statements of a function in source order. Unreachable code is not
lowered, apart from the functions defined in it.

Source: chapter 08, section 2 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection

from yulopt.analysis.control_flow import FunctionFlow, function_control_flow
from yulopt.analysis.declarations import function_definitions
from yulopt.dialect import Dialect
from yulopt.ssa.ir.builder import Builder
from yulopt.ssa.ir.function import (
    MAIN,
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    Parameter,
    Text,
    Value,
)
from yulopt.ssa.ir.instructions import Alloca
from yulopt.ssa.ir.names import NameSupply
from yulopt.syntax import ast
from yulopt.syntax.deep_stack import run_with_deep_stack


def lower(code: ast.Block, dialect: Dialect) -> Module:
    """Lower the code of one object to a module.

    The names of the code must be unique, as the Disambiguator makes them. The code outside
    functions becomes the function `MAIN`, and comes first.
    """
    return run_with_deep_stack(lambda: _lower(code, dialect, None))


def lower_functions(code: ast.Block, dialect: Dialect, wanted: Collection[int]) -> Module:
    """Like `lower`, but only the functions with these numbers in the module get blocks."""
    return run_with_deep_stack(lambda: _lower(code, dialect, wanted))


def _lower(code: ast.Block, dialect: Dialect, wanted: Collection[int] | None) -> Module:
    module = Module(dialect)
    definitions = function_definitions(code)
    flow = function_control_flow(code)
    names = _function_names(definitions)
    module.add(Function(MAIN, [], 0))
    for definition in definitions:
        module.add(
            Function(
                names[definition.name],
                [Parameter(name) for name in definition.parameters],
                len(definition.returns),
                list(definition.returns),
            )
        )
    if wanted is None or 0 in wanted:
        _FunctionLowering(module, module.functions[MAIN], names, flow).run([], code)
    for number, definition in enumerate(definitions, start=1):
        if wanted is None or number in wanted:
            function = module.functions[names[definition.name]]
            lowering = _FunctionLowering(module, function, names, flow)
            lowering.run(definition.returns, definition.body)
    return module


def _function_names(definitions: list[ast.FunctionDefinition]) -> dict[str, str]:
    """The name in the module for each function; one that is called `MAIN` gets another."""
    names = {definition.name: definition.name for definition in definitions}
    if MAIN in names:
        number = 1
        while f"{MAIN}.{number}" in names:
            number += 1
        names[MAIN] = f"{MAIN}.{number}"
    return names


class _Loop:
    """The targets of `break` and `continue`."""

    def __init__(self, after: Block, post: Block) -> None:
        self.after = after
        self.post = post


class _FunctionLowering:
    """Lowers one function. `_reachable`: whether control can reach the current point."""

    def __init__(
        self, module: Module, function: Function, names: dict[str, str], flow: FunctionFlow
    ) -> None:
        self._function = function
        self._function_names = names
        self._flow = flow
        self._names = NameSupply(function)
        self._builder = Builder(module, self._names, Block("entry"))
        self._reachable = True
        self._targets: set[Block] = set()
        self._allocas: list[Alloca] = []
        self._cells: dict[str, Value] = {}
        self._loops: list[_Loop] = []
        self._return = Block("ret")
        self._control_statements = 0

    def run(self, returns: list[str], body: ast.Block) -> None:
        """Lower the body of the function, whose return variables are `returns`."""
        entry = self._builder.block
        self._function.blocks.append(entry)
        for parameter in self._function.parameters:
            self._declare(parameter.name, is_parameter=True)
            self._builder.store(parameter, self._cells[parameter.name])
        for name in returns:
            self._declare(name)
            self._builder.store(Constant(0), self._cells[name])
        self._block(body)
        self._go_to(self._return)
        if self._start(self._return):
            self._builder.ret([self._builder.load(self._cells[name]) for name in returns])
        allocas: list[Instruction] = list(self._allocas)
        entry.instructions = allocas + entry.instructions
        for alloca in allocas:
            alloca.block = entry

    # Cells and blocks

    def _declare(self, name: str, *, is_parameter: bool = False) -> None:
        alloca = Alloca(self._names.value(f"{name}.addr"), is_parameter=is_parameter)
        self._allocas.append(alloca)
        self._cells[name] = alloca.result

    def _go_to(self, target: Block) -> None:
        """Jump, if this point is reachable."""
        if self._reachable:
            self._builder.jump(target)
            self._targets.add(target)
            self._reachable = False

    def _start(self, block: Block) -> bool:
        """Continue in a block, if it is reachable; all edges to it must be known, except back edges
        from inside it."""
        self._reachable = block in self._targets
        if self._reachable:
            self._function.blocks.append(block)
            self._builder.block = block
        return self._reachable

    def _new_block(self, kind: str, number: int) -> Block:
        return Block(f"{kind}.{number}")

    # Statements

    def _block(self, block: ast.Block) -> None:
        for statement in block.statements:
            if not self._reachable:
                return
            self._statement(statement)

    def _statement(self, statement: ast.Statement) -> None:
        if isinstance(statement, ast.ExpressionStatement):
            self._values(statement.expression)
        elif isinstance(statement, ast.Assignment):
            values = self._values(statement.value)
            self._store([target.name for target in statement.targets], values)
        elif isinstance(statement, ast.VariableDeclaration):
            self._declaration(statement)
        elif isinstance(statement, ast.If):
            self._if(statement)
        elif isinstance(statement, ast.Block):
            self._block(statement)
        elif isinstance(statement, ast.ForLoop):
            self._for(statement)
        elif isinstance(statement, ast.Switch):
            self._switch(statement)
        elif isinstance(statement, ast.Break):
            self._go_to(self._loops[-1].after)
        elif isinstance(statement, ast.Continue):
            self._go_to(self._loops[-1].post)
        elif isinstance(statement, ast.Leave):
            self._go_to(self._return)

    def _declaration(self, declaration: ast.VariableDeclaration) -> None:
        values: list[Value] = [Constant(0) for _ in declaration.names]
        if declaration.value is not None:
            values = self._values(declaration.value)
        if not self._reachable:
            return
        for name in declaration.names:
            self._declare(name)
        self._store(declaration.names, values)

    def _store(self, names: list[str], values: list[Value]) -> None:
        if self._reachable:
            for name, value in zip(names, values, strict=True):
                self._builder.store(value, self._cells[name])

    def _next_number(self) -> int:
        self._control_statements += 1
        return self._control_statements - 1

    def _if(self, statement: ast.If) -> None:
        number = self._next_number()
        condition = statement.condition
        if isinstance(condition, ast.Literal):
            if condition.value != 0:
                self._block(statement.body)
            return
        value = self._value(condition)
        body, after = self._new_block("if.body", number), self._new_block("if.after", number)
        self._branch(value, body, after)
        self._start(body)
        self._block(statement.body)
        self._go_to(after)
        self._start(after)

    def _branch(self, condition: Value, then: Block, otherwise: Block) -> None:
        if self._reachable:
            self._builder.branch(condition, then, otherwise)
            self._targets.update((then, otherwise))
            self._reachable = False

    def _switch(self, switch: ast.Switch) -> None:
        number = self._next_number()
        selector = self._value(switch.expression)
        if not self._reachable:
            return
        if switch.cases[0].label is None:
            self._block(switch.cases[0].body)
            return
        after = self._new_block("switch.after", number)
        default = after
        starts: list[Block] = []
        cases: list[tuple[int, Block]] = []
        for index, case in enumerate(switch.cases):
            if case.label is None:
                default = self._new_block("switch.default", number)
                starts.append(default)
            else:
                starts.append(self._new_block(f"switch.case.{number}", index))
                cases.append((case.label.value, starts[-1]))
        self._builder.switch(selector, default, cases)
        self._targets.update(starts)
        self._targets.add(default)
        for case, start in zip(switch.cases, starts, strict=True):
            self._start(start)
            self._block(case.body)
            self._go_to(after)
        self._start(after)

    def _for(self, loop: ast.ForLoop) -> None:
        number = self._next_number()
        self._block(loop.init)
        condition = loop.condition
        literal = isinstance(condition, ast.Literal)
        if isinstance(condition, ast.Literal) and condition.value == 0:
            return
        body, post = self._new_block("for.body", number), self._new_block("for.post", number)
        after = self._new_block("for.after", number)
        header = body if literal else self._new_block("for.cond", number)
        self._go_to(header)
        if not literal and self._start(header):
            self._branch(self._value(condition), body, after)
        self._loops.append(_Loop(after, post))
        self._start(body)
        self._block(loop.body)
        self._go_to(post)
        self._loops.pop()
        self._start(post)
        self._block(loop.post)
        self._go_to(header)
        self._start(after)

    # Expressions

    def _value(self, expression: ast.Expression) -> Value:
        """The value of an expression that has exactly one."""
        values = self._values(expression)
        return values[0] if self._reachable else Constant(0)

    def _values(self, expression: ast.Expression) -> list[Value]:
        """The values of an expression; meaningless if control does not continue after it."""
        if isinstance(expression, ast.Literal):
            if expression.unlimited:
                return [Text(expression.text or "")]
            return [Constant(expression.value)]
        if isinstance(expression, ast.Identifier):
            return [self._builder.load(self._cells[expression.name])]
        assert isinstance(expression, ast.FunctionCall)
        arguments: list[Value] = []
        for argument in reversed(expression.arguments):
            arguments.append(self._value(argument))
            if not self._reachable:
                return []
        arguments.reverse()
        builtin = expression.builtin
        if builtin is None:
            return self._call(expression.name, arguments)
        if builtin.control_flow.can_continue:
            return [*self._builder.builtin(builtin.name, *arguments)]
        self._builder.end(builtin.name, *arguments)
        self._reachable = False
        return []

    def _call(self, name: str, arguments: list[Value]) -> list[Value]:
        results = self._builder.call(self._function_names[name], arguments)
        if not self._flow[name].can_continue:
            self._builder.unreachable()
            self._reachable = False
        return [*results]
