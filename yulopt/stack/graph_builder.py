"""Builds the control-flow graph from the tree.

Expressions become operations in the order of evaluation: arguments from the last to the first,
so that the first argument ends up on top of the stack.

Source: chapter 07, section 2.1 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.control_flow import FunctionFlow, function_control_flow
from yulopt.dialect import Builtin, Dialect
from yulopt.stack.graph import (
    TERMINATED,
    AssignmentOperation,
    BasicBlock,
    BuiltinOperation,
    CallOperation,
    ConditionalJump,
    ControlFlowGraph,
    Function,
    FunctionReturn,
    Jump,
)
from yulopt.stack.graph_properties import complete_graph
from yulopt.stack.slots import (
    Layout,
    LiteralSlot,
    ReturnLabelSlot,
    Slot,
    TemporarySlot,
    VariableSlot,
)
from yulopt.syntax.ast import (
    NUMBER,
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


def build_control_flow_graph(block: Block, dialect: Dialect) -> ControlFlowGraph:
    """The graph of the whole code of an object, which must have unique names.

    Functions that the code outside functions cannot reach are not part of it.
    """
    builder = _Builder(dialect, function_control_flow(block), block.position)
    builder.visit_block(block)
    graph = ControlFlowGraph(builder.main, builder.functions)
    complete_graph(graph, keeps_unreached=dialect.behaviour.generates_unreached)
    return graph


class _Builder:
    def __init__(self, dialect: Dialect, function_flow: FunctionFlow, position: int) -> None:
        self.main = BasicBlock(position)
        self.current = self.main
        self.functions: list[Function] = []
        self._function_flow = function_flow
        self._declared: dict[str, Function] = {}
        self._variables: dict[str, VariableSlot] = {}
        self._literals: dict[int, LiteralSlot] = {}
        self._equality = dialect.builtins["eq"]
        self._switches = 0
        self._function: Function | None = None
        self._break_target: BasicBlock | None = None
        self._continue_target: BasicBlock | None = None

    # Slots

    def _variable(self, name: str) -> VariableSlot:
        slot = self._variables.get(name)
        if slot is None:
            slot = self._variables[name] = VariableSlot(name)
        return slot

    def _literal(self, value: int) -> LiteralSlot:
        slot = self._literals.get(value)
        if slot is None:
            slot = self._literals[value] = LiteralSlot(value)
        return slot

    # Edges, except from unreached blocks: a block has all its entries when it becomes the current
    # one, except the back edge of a loop that begins there.

    def _is_reached(self) -> bool:
        entry = self.main if self._function is None else self._function.entry
        return bool(self.current.entries) or self.current is entry

    def _jump(self, target: BasicBlock, position: int, backwards: bool = False) -> None:
        if not self._is_reached():
            return
        self.current.exit = Jump(target, position, backwards)
        target.entries.append(self.current)

    def _branch(
        self,
        condition: Slot,
        nonzero: BasicBlock,
        zero: BasicBlock,
        position: int,
        condition_position: int,
    ) -> None:
        if not self._is_reached():
            return
        self.current.exit = ConditionalJump(condition, nonzero, zero, position, condition_position)
        nonzero.entries.append(self.current)
        zero.entries.append(self.current)

    def _terminate(self) -> None:
        self.current.exit = TERMINATED
        self.current = BasicBlock(self.current.position)

    def _return(self, function: Function, position: int) -> None:
        if not self._is_reached():
            return
        self.current.exit = FunctionReturn(function, position)
        function.exits.append(self.current)

    # Expressions

    def _expression(self, expression: Expression) -> Slot:
        """The slot with the value of an expression that has exactly one."""
        if isinstance(expression, Identifier):
            return self._variable(expression.name)
        if isinstance(expression, Literal):
            return self._literal(expression.value)
        assert isinstance(expression, FunctionCall)
        return self._call(expression)[0]

    def _values(self, expression: Expression) -> Layout:
        """The slots with the values of an expression."""
        if isinstance(expression, FunctionCall):
            return self._call(expression)
        return [self._expression(expression)]

    def _call(self, call: FunctionCall) -> Layout:
        builtin = call.builtin
        if builtin is not None:
            return self._builtin_call(call, builtin)
        return self._function_call(call)

    def _builtin_call(self, call: FunctionCall, builtin: Builtin) -> Layout:
        input: Layout = []
        arguments = call.arguments
        for index in range(len(arguments) - 1, -1, -1):
            if index not in builtin.literal_arguments:
                input.append(self._expression(arguments[index]))
        output = _temporaries(call, builtin.returns)
        self.current.operations.append(BuiltinOperation(input, output, call, builtin))
        if not builtin.control_flow.can_continue:
            self._terminate()
        return output

    def _function_call(self, call: FunctionCall) -> Layout:
        function = self._declared[call.name]
        input: Layout = []
        if function.can_continue:
            input.append(ReturnLabelSlot(call))
        for argument in reversed(call.arguments):
            input.append(self._expression(argument))
        output = _temporaries(call, len(function.returns))
        self.current.operations.append(CallOperation(input, output, call, function))
        if not function.can_continue:
            self._terminate()
        return output

    # Statements

    def visit_block(self, block: Block) -> None:
        """Add the statements of a block; functions may be called before their definition."""
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                self._declared[statement.name] = Function(
                    statement,
                    [self._variable(name) for name in statement.parameters],
                    [self._variable(name) for name in statement.returns],
                    self._function_flow[statement.name].can_continue,
                )
        for statement in block.statements:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self._values(statement.expression)
        elif isinstance(statement, Assignment):
            values = self._values(statement.value)
            variables: Layout = [self._variable(target.name) for target in statement.targets]
            self._assign(values, variables, statement.position, statement.value.position)
        elif isinstance(statement, VariableDeclaration):
            if statement.value is None:
                values = [self._literal(0) for _ in statement.names]
                value_position = statement.position
            else:
                values = self._values(statement.value)
                value_position = statement.value.position
            declared: Layout = [self._variable(name) for name in statement.names]
            self._assign(values, declared, statement.position, value_position)
        elif isinstance(statement, If):
            self._if(statement)
        elif isinstance(statement, Block):
            self.visit_block(statement)
        elif isinstance(statement, Switch):
            self._switch(statement)
        elif isinstance(statement, ForLoop):
            self._for(statement)
        elif isinstance(statement, FunctionDefinition):
            self._function_definition(statement)
        else:
            self._jump_statement(statement)

    def _assign(
        self, values: Layout, variables: Layout, position: int, value_position: int
    ) -> None:
        operation = AssignmentOperation(list(values), variables, position, value_position)
        self.current.operations.append(operation)

    def _if(self, statement: If) -> None:
        condition = self._expression(statement.condition)
        body, after = BasicBlock(statement.body.position), BasicBlock(self.current.position)
        self._branch(condition, body, after, statement.position, statement.condition.position)
        self.current = body
        self.visit_block(statement.body)
        self._jump(after, statement.body.position)
        self.current = after

    def _switch(self, switch: Switch) -> None:
        ghost = self._variable(f"GHOST[{self._switches}]")
        self._switches += 1
        value = self._expression(switch.expression)
        self._assign([value], [ghost], switch.position, switch.expression.position)
        after = BasicBlock(switch.position)
        last = switch.cases[-1]
        for case in switch.cases:
            if case.label is None:
                self.visit_block(case.body)
                continue
            condition = self._comparison(ghost, case.label, case.position)
            body = BasicBlock(case.body.position)
            otherwise = after if case is last else BasicBlock(switch.position)
            self._branch(condition, body, otherwise, case.position, case.position)
            self.current = body
            self.visit_block(case.body)
            if case is not last:
                self._jump(after, case.body.position)
                self.current = otherwise
        self._jump(after, last.body.position)
        self.current = after

    def _comparison(self, ghost: VariableSlot, label: Literal, position: int) -> Slot:
        arguments: list[Expression] = [
            Literal(NUMBER, label.value, position=label.position),
            Identifier(ghost.name),
        ]
        call = FunctionCall("eq", arguments, self._equality, position)
        output = _temporaries(call, 1)
        input: Layout = [ghost, self._literal(label.value)]
        self.current.operations.append(BuiltinOperation(input, output, call, self._equality))
        return output[0]

    def _for(self, loop: ForLoop) -> None:
        self.visit_block(loop.init)
        literal = loop.condition if isinstance(loop.condition, Literal) else None
        body, post = BasicBlock(loop.body.position), BasicBlock(loop.post.position)
        after = BasicBlock(loop.position)
        if literal is not None and literal.value == 0:
            self._jump(after, loop.init.position)
            self.current = after
            return
        if literal is not None:
            first = body
            self._jump(body, loop.init.position)
        else:
            position = loop.condition.position
            first = BasicBlock(position)
            self._jump(first, loop.init.position)
            self.current = first
            self._branch(self._expression(loop.condition), body, after, position, position)
        outer = self._break_target, self._continue_target
        self._break_target, self._continue_target = after, post
        self.current = body
        self.visit_block(loop.body)
        self._jump(post, loop.body.position)
        self.current = post
        self.visit_block(loop.post)
        self._jump(first, loop.post.position, backwards=True)
        self._break_target, self._continue_target = outer
        self.current = after

    def _function_definition(self, definition: FunctionDefinition) -> None:
        function = self._declared[definition.name]
        self.functions.append(function)
        outer = self.current, self._function
        self.current, self._function = function.entry, function
        self.visit_block(definition.body)
        self._return(function, definition.position)
        self.current, self._function = outer

    def _jump_statement(self, statement: Statement) -> None:
        if isinstance(statement, Break):
            assert self._break_target is not None
            self._jump(self._break_target, statement.position)
        elif isinstance(statement, Continue):
            assert self._continue_target is not None
            self._jump(self._continue_target, statement.position)
        else:
            assert isinstance(statement, Leave)
            assert self._function is not None
            self._return(self._function, statement.position)
        self.current = BasicBlock(self.current.position)


def _temporaries(call: FunctionCall, count: int) -> Layout:
    return [TemporarySlot(call, index) for index in range(count)]
