"""Where control can go: how functions may end, and which statements change the flow.

Source: chapter 02, section 5 of the specification.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

from yulopt.dialect import ControlFlow
from yulopt.graphs.components import components_of
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
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

FunctionFlow = Mapping[str, ControlFlow]

_NOTHING_KNOWN: FunctionFlow = {}


class FlowKind(enum.Enum):
    """What one statement does to the flow of control."""

    FLOW_OUT = "continues with the next statement"
    BREAK = "leaves the loop"
    CONTINUE = "goes to the loop's post block"
    LEAVE = "leaves the function"
    TERMINATE = "never continues"


def flow_kind(statement: Statement, function_flow: FunctionFlow = _NOTHING_KNOWN) -> FlowKind:
    """The kind of one statement; functions that are not in the map continue.

    Constructs with blocks inside always count as continuing.
    """
    if isinstance(statement, ExpressionStatement):
        continues = _continues(statement.expression, function_flow)
        return FlowKind.FLOW_OUT if continues else FlowKind.TERMINATE
    if isinstance(statement, (Assignment, VariableDeclaration)):
        value = statement.value
        continues = value is None or _continues(value, function_flow)
        return FlowKind.FLOW_OUT if continues else FlowKind.TERMINATE
    if isinstance(statement, Break):
        return FlowKind.BREAK
    if isinstance(statement, Continue):
        return FlowKind.CONTINUE
    if isinstance(statement, Leave):
        return FlowKind.LEAVE
    return FlowKind.FLOW_OUT


def first_flow_change(
    statements: Sequence[Statement], function_flow: FunctionFlow = _NOTHING_KNOWN
) -> int | None:
    """The index of the first statement after which control does not continue in this list."""
    for index, statement in enumerate(statements):
        if flow_kind(statement, function_flow) is not FlowKind.FLOW_OUT:
            return index
    return None


def ends_with_flow_change(block: Block, function_flow: FunctionFlow = _NOTHING_KNOWN) -> bool:
    """Whether control does not continue after the last statement of the block."""
    statements = block.statements
    return bool(statements) and flow_kind(statements[-1], function_flow) is not FlowKind.FLOW_OUT


def _continues(expression: Expression, function_flow: FunctionFlow) -> bool:
    """Whether no call in the expression is known never to return."""
    if not isinstance(expression, FunctionCall):
        return True
    if expression.builtin is not None:
        if not expression.builtin.control_flow.can_continue:
            return False
    else:
        flow = function_flow.get(expression.name)
        if flow is not None and not flow.can_continue:
            return False
    return all(_continues(argument, function_flow) for argument in expression.arguments)


def function_control_flow(block: Block) -> dict[str, ControlFlow]:
    """How each function in the code may end.

    Conditions are not evaluated: an `if` and a loop may always go either way. The result is the
    least fixed point, so a function that can only call itself has all three flags false.
    """
    finder = _FunctionFinder()
    finder.visit_block(block)
    result = {name: ControlFlow(can_continue=False) for name in finder.functions}
    reached: dict[str, _Reachability] = {}
    # Callees come before callers, so only members of a cycle are looked at more than once.
    for component in components_of(finder.callees):
        changed = True
        while changed:
            changed = False
            for name in component:
                reachability = _Reachability(result)
                can_continue = reachability.can_return(finder.functions[name])
                reached[name] = reachability
                if can_continue and not result[name].can_continue:
                    result[name].can_continue = True
                    changed = len(component) > 1 or name in finder.callees[name]
    _propagate_endings(result, reached)
    return result


def _propagate_endings(flows: dict[str, ControlFlow], reached: Mapping[str, _Reachability]) -> None:
    """Add how the calls that can be reached may end to how their functions may end."""
    graph = {name: list(reached[name].called_functions) for name in flows}
    for component in components_of(graph):
        can_terminate = False
        can_revert = False
        for name in component:
            endings = [flows[callee] for callee in graph[name]]
            endings.extend(reached[name].called_builtins)
            can_terminate = can_terminate or any(ending.can_terminate for ending in endings)
            can_revert = can_revert or any(ending.can_revert for ending in endings)
        for name in component:
            flows[name].can_terminate = can_terminate
            flows[name].can_revert = can_revert


class _FunctionFinder(Walker):
    """All function definitions, and the functions each of them calls itself."""

    def __init__(self) -> None:
        self.functions: dict[str, FunctionDefinition] = {}
        self.callees: dict[str, list[str]] = {}
        self._current: list[str] = []

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = self._current
        self._current = self.callees[function.name] = []
        self.functions[function.name] = function
        super().visit_function(function)
        self._current = outer

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            self._current.append(call.name)
        super().visit_call(call)


class _Reachability:
    """Follows control through one function body, given what is known of its callees so far.

    The methods for parts of the body return whether control can reach the part's end.
    """

    def __init__(self, flows: FunctionFlow) -> None:
        self.called_functions: dict[str, None] = {}
        self.called_builtins: list[ControlFlow] = []
        self._flows = flows
        self._leave_reached = False
        self._continue_reached = False

    def can_return(self, function: FunctionDefinition) -> bool:
        """Whether the end of the body or a `leave` can be reached."""
        return self._block(function.body) or self._leave_reached

    def _block(self, block: Block) -> bool:
        return all(self._statement(statement) for statement in block.statements)

    def _statement(self, statement: Statement) -> bool:
        if isinstance(statement, ExpressionStatement):
            return self._expression(statement.expression)
        if isinstance(statement, (Assignment, VariableDeclaration)):
            return statement.value is None or self._expression(statement.value)
        if isinstance(statement, Block):
            return self._block(statement)
        if isinstance(statement, If):
            if not self._expression(statement.condition):
                return False
            self._block(statement.body)
            return True
        if isinstance(statement, Switch):
            return self._switch(statement)
        if isinstance(statement, ForLoop):
            return self._for(statement)
        if isinstance(statement, FunctionDefinition):
            return True
        if isinstance(statement, Leave):
            self._leave_reached = True
        elif isinstance(statement, Continue):
            self._continue_reached = True
        return False

    def _switch(self, switch: Switch) -> bool:
        if not self._expression(switch.expression):
            return False
        reaches_end = not switch.cases or switch.cases[-1].label is not None
        for case in switch.cases:
            reaches_end = self._block(case.body) or reaches_end
        return reaches_end

    def _for(self, loop: ForLoop) -> bool:
        if not self._block(loop.init) or not self._expression(loop.condition):
            return False
        # After its condition a loop may end, so `break` adds nothing.
        outer_continue = self._continue_reached
        self._continue_reached = False
        if self._block(loop.body) or self._continue_reached:
            self._block(loop.post)
        self._continue_reached = outer_continue
        return True

    def _expression(self, expression: Expression) -> bool:
        if not isinstance(expression, FunctionCall):
            return True
        for argument in reversed(expression.arguments):
            if not self._expression(argument):
                return False
        if expression.builtin is not None:
            flow = expression.builtin.control_flow
            if flow.can_terminate or flow.can_revert:
                self.called_builtins.append(flow)
            return flow.can_continue
        self.called_functions.setdefault(expression.name)
        return self._flows[expression.name].can_continue
