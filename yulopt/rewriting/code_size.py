"""Estimates the size of the code that solc's code generator and assembler emit for statements.

A block that ends the execution and reads no variable is assumed to occur elsewhere, too, and so to
be free: the assembler keeps one of several equal blocks.
"""

from __future__ import annotations

from yulopt.analysis.control_flow import FlowKind, FunctionFlow, flow_kind
from yulopt.analysis.references import count_variable_references
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import (
    ASSIGNMENT,
    CALL,
    COMPARISON,
    CONDITIONAL_JUMP,
    DESTINATION,
    JUMP,
    READ_VARIABLE,
    UNUSED_VALUE,
    Code,
    GasModel,
)
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    ForLoop,
    FunctionCall,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker


class CodeSize(Walker):
    """Accumulates in `gas` the cost of the bytes of visited code."""

    def __init__(self, model: GasModel, constants: ConstantFinder, flow: FunctionFlow) -> None:
        self.gas = 0
        self._model = model
        self._constants = constants
        self._flow = flow

    def visit_literal(self, literal: Literal) -> None:
        if literal.kind is NUMBER:
            self.gas += self._constants.gas(literal.value).code
        elif not literal.unlimited:
            self.gas += self._model.push(literal.value).code

    def visit_identifier(self, identifier: Identifier) -> None:
        self._add(READ_VARIABLE)

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is not None:
            self.gas += self._model.builtin(call.builtin).code
        else:
            flow = self._flow.get(call.name)
            self._add(CALL if flow is None or flow.can_continue else JUMP)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.value is not None:
            self.visit_expression(declaration.value)
        for _ in declaration.names:
            if declaration.value is None:
                self.gas += self._model.push(0).code
            self._add(UNUSED_VALUE)

    def visit_assignment(self, assignment: Assignment) -> None:
        self.visit_expression(assignment.value)
        for _ in assignment.targets:
            self._add(ASSIGNMENT)

    def visit_if(self, statement: If) -> None:
        self.visit_expression(statement.condition)
        self._visit_branch(statement.body)

    def visit_switch(self, switch: Switch) -> None:
        self.visit_expression(switch.expression)
        for case in switch.cases:
            if case.label is not None and case.label.value:
                self.visit_literal(case.label)
                self._add(COMPARISON)
            self._visit_branch(case.body)

    def visit_for(self, loop: ForLoop) -> None:
        super().visit_for(loop)
        for code in (DESTINATION, CONDITIONAL_JUMP, DESTINATION, JUMP):
            self._add(code)

    def visit_jump(self, jump: Statement) -> None:
        self._add(JUMP)

    def _visit_branch(self, body: Block) -> None:
        self._add(CONDITIONAL_JUMP)
        if not is_shared(body, self._flow):
            self._add(DESTINATION)
            self.visit_block(body)
            if not _ends(body, self._flow):
                self._add(JUMP)
                self._add(DESTINATION)

    def _add(self, code: Code) -> None:
        self.gas += self._model.code(code).code


def is_shared(body: Block, flow: FunctionFlow) -> bool:
    """Whether the code of a branch is the same wherever its statements occur."""
    return _ends(body, flow) and not count_variable_references(body)


def _ends(body: Block, flow: FunctionFlow) -> bool:
    """Whether control does not leave a branch."""
    if not body.statements:
        return False
    return flow_kind(body.statements[-1], flow) is FlowKind.TERMINATE
