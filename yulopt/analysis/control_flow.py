"""Control flow: how functions may end, and which statements change the flow.

Source: chapter 02, section 5 of the specification.
"""

from __future__ import annotations

import enum
from typing import Final, final

from yulopt.analysis.call_graph import OUTERMOST, CallGraph, call_graph
from yulopt.analysis.declarations import function_definitions
from yulopt.dialect import ControlFlow
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

FunctionFlow = dict[str, ControlFlow]

_NOTHING_KNOWN: Final[FunctionFlow] = {}


class FlowKind(enum.Enum):
    """The control-flow effect of a statement."""

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
    statements: list[Statement], function_flow: FunctionFlow = _NOTHING_KNOWN
) -> int | None:
    """The index of the first statement after which control does not continue in this list."""
    for index in range(len(statements)):
        if flow_kind(statements[index], function_flow) is not FlowKind.FLOW_OUT:
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


def function_control_flow(block: Block, graph: CallGraph | None = None) -> dict[str, ControlFlow]:
    """The possible endings of each function in the code; `graph`: its call graph, if known.

    Conditions are not evaluated: an `if` and a loop may always go either way. The result is the
    least fixed point, so a function that can only call itself has all three flags false.
    """
    if graph is None:
        graph = call_graph(block)
    functions = {function.name: function for function in function_definitions(block)}
    flows = {name: ControlFlow(can_continue=False) for name in functions}
    # Callees come before callers, so only members of a cycle are visited more than once.
    for component in graph.components():
        changed = True
        while changed:
            changed = False
            for name in component:
                if name != OUTERMOST and _Reachability(flows).update(functions[name]):
                    changed = True
            changed = changed and graph.is_recursive(component)
    return flows


@final
class _Reachability:
    """Follows control through one function body, given the known facts about its callees.

    The methods for parts of the body return whether control can reach the part's end.
    """

    def __init__(self, flows: FunctionFlow) -> None:
        self._flows = flows
        self._can_terminate = False
        self._can_revert = False
        self._leave_reached = False
        self._continue_reached = False

    def update(self, function: FunctionDefinition) -> bool:
        """Update the result of the function; returns whether it changed."""
        flow = self._flows[function.name]
        can_continue = self._block(function.body) or self._leave_reached
        changed = (can_continue, self._can_terminate, self._can_revert) != (
            flow.can_continue,
            flow.can_terminate,
            flow.can_revert,
        )
        flow.can_continue = can_continue
        flow.can_terminate = self._can_terminate
        flow.can_revert = self._can_revert
        return changed

    def _block(self, block: Block) -> bool:
        return all(self._statement(statement) for statement in block.statements)

    def _statement(self, statement: Statement) -> bool:
        if isinstance(statement, VariableDeclaration):
            return statement.value is None or self._expression(statement.value)
        if isinstance(statement, Assignment):
            return self._expression(statement.value)
        if isinstance(statement, ExpressionStatement):
            return self._expression(statement.expression)
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
        arguments = expression.arguments
        for index in range(len(arguments) - 1, -1, -1):
            if not self._expression(arguments[index]):
                return False
        if expression.builtin is not None:
            flow = expression.builtin.control_flow
        else:
            flow = self._flows[expression.name]
        self._can_terminate = self._can_terminate or flow.can_terminate
        self._can_revert = self._can_revert or flow.can_revert
        return flow.can_continue
