"""UnusedAssignEliminator (`r`): removes assignments whose value is never read.

An assignment is removed if, on every path, the variable is reassigned, leaves its scope, or the
transaction ends, before the variable is read. The assigned expression must be movable, that is,
have no effect and depend on nothing that changes. Declarations always stay. Most useful after
SSATransform (`a`), which leaves the original variables unread in many places.

Example::

    {
        let a := calldataload(0)
        let b
        if a
        {
            b := 1
            a := 2
            revert(0, 0)
        }
        b := 3
        b := 4
        sstore(a, b)
        a := 5
    }

becomes::

    {
        let a := calldataload(0)
        let b
        if a { revert(0, 0) }
        b := 4
        sstore(a, b)
    }

This is the analysis of live variables (Aho, Lam, Sethi and Ullman, "Compilers", section 9.2.5), in
one backward walk over structured code, with bit sets of live variables.

Source: chapter 05, sections 5 and 6 of the specification. There, control is followed forward, from
the assignments to the reads, and bodies of loops are visited twice; the result is the same.
"""

from __future__ import annotations

from typing import Final, final

from yulopt.analysis.construct_kinds import ASSIGNMENTS, NOTHING
from yulopt.analysis.control_flow import FunctionFlow
from yulopt.analysis.side_effects import is_movable
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
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
    Statement,
    Switch,
    VariableDeclaration,
)

# In loops nested deeper, the next iteration counts as reading all variables.
_MAX_EXACT_DEPTH: Final = 5
_ALL: Final = -1


class UnusedAssignEliminator(Step):
    """Removes assignments whose value is never read."""

    name = "UnusedAssignEliminator"
    letter = "r"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = ASSIGNMENTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _remove_unused_assignments(block, [], context.function_flow(block))


def _remove_unused_assignments(
    body: Block, returns: list[str], function_flow: FunctionFlow
) -> None:
    """Remove them from the body of a function, and from nested functions."""
    bits: dict[str, int] = {}
    functions: list[FunctionDefinition] = []
    _number_assigned(body, bits, functions)
    if bits:
        live_at_end = 0
        for name in returns:
            live_at_end |= bits.get(name, 0)
        _LiveVariables(bits, live_at_end, function_flow).visit_block(body)
    for function in functions:
        _remove_unused_assignments(function.body, function.returns, function_flow)


def _number_assigned(
    block: Block, bits: dict[str, int], functions: list[FunctionDefinition]
) -> None:
    """Give each assigned variable a bit; collect the functions."""
    for statement in block.statements:
        if isinstance(statement, Assignment):
            for target in statement.targets:
                if target.name not in bits:
                    bits[target.name] = 1 << len(bits)
        elif isinstance(statement, If):
            _number_assigned(statement.body, bits, functions)
        elif isinstance(statement, Block):
            _number_assigned(statement, bits, functions)
        elif isinstance(statement, Switch):
            for case in statement.cases:
                _number_assigned(case.body, bits, functions)
        elif isinstance(statement, ForLoop):
            assert not statement.init.statements, "the step needs empty loop initialisers"
            _number_assigned(statement.body, bits, functions)
            _number_assigned(statement.post, bits, functions)
        elif isinstance(statement, FunctionDefinition):
            functions.append(statement)


@final
class _LiveVariables:
    """Liveness of variables, from the end of a body to its beginning.

    Assigned variables have a bit in `bits`; others are ignored.
    """

    def __init__(self, bits: dict[str, int], live_at_end: int, function_flow: FunctionFlow) -> None:
        self._bits = bits
        self._function_flow = function_flow
        # The live variables at the current point, and at the targets of jumps.
        self._live = live_at_end
        self._live_at_leave = live_at_end
        self._live_at_break = 0
        self._live_at_continue = 0
        self._loop_depth = 0
        # Whether the live variables at the end of the innermost loop are known.
        self._removes = True

    def visit_block(self, block: Block) -> None:
        """Walk a block backwards, and remove assignments to dead variables."""
        statements = block.statements
        for statement in statements:
            if isinstance(statement, VariableDeclaration):
                # Here its scope ends, except for jumps.
                for name in statement.names:
                    self._live &= ~self._bits.get(name, 0)
        for index in range(len(statements) - 1, -1, -1):
            statement = statements[index]
            if isinstance(statement, Assignment):
                if self._is_unused(statement) and self._removes:
                    del statements[index]
                self._read(statement.value)
            elif isinstance(statement, VariableDeclaration):
                if statement.value is not None:
                    self._read(statement.value)
            else:
                self._visit_other(statement)

    def _visit_other(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self._read(statement.expression)
        elif isinstance(statement, If):
            after = self._live
            self.visit_block(statement.body)
            self._live |= after
            self._read(statement.condition)
        elif isinstance(statement, Block):
            self.visit_block(statement)
        elif isinstance(statement, Switch):
            self._visit_switch(statement)
        elif isinstance(statement, ForLoop):
            self._visit_for(statement)
        elif isinstance(statement, Break):
            self._live = self._live_at_break
        elif isinstance(statement, Continue):
            self._live = self._live_at_continue
        elif not isinstance(statement, FunctionDefinition):
            self._live = self._live_at_leave

    def _visit_switch(self, switch: Switch) -> None:
        after = self._live
        before = after if switch.cases[-1].label is not None else 0
        for case in switch.cases:
            self._live = after
            self.visit_block(case.body)
            before |= self._live
        self._live = before
        self._read(switch.expression)

    def _visit_for(self, loop: ForLoop) -> None:
        """The variables live before a loop follow from its first iteration alone.

        A first walk, without removals, finds them; a second one uses them at the end of an
        iteration, where the next one may begin.
        """
        after = self._live
        outer_break, outer_continue = self._live_at_break, self._live_at_continue
        self._live_at_break = after
        self._loop_depth += 1
        removes = self._removes
        self._removes = False
        before = self._visit_iteration(loop, after, 0)
        if removes:
            self._removes = True
            if self._loop_depth > _MAX_EXACT_DEPTH:
                self._live = _ALL
                self._read(loop.condition)
            self._visit_iteration(loop, after, self._live)
        self._loop_depth -= 1
        self._live_at_break, self._live_at_continue = outer_break, outer_continue
        self._live = before

    def _visit_iteration(self, loop: ForLoop, live_after: int, live_at_end: int) -> int:
        """Walk an iteration backwards; returns the live variables at its beginning."""
        self._live = live_at_end
        self.visit_block(loop.post)
        self._live_at_continue = self._live
        self.visit_block(loop.body)
        self._live |= live_after
        self._read(loop.condition)
        return self._live

    def _is_unused(self, assignment: Assignment) -> bool:
        """Whether the assigned variables are dead, and the value is movable."""
        targets = 0
        for target in assignment.targets:
            targets |= self._bits[target.name]
        is_live = self._live & targets
        self._live &= ~targets
        return not is_live and is_movable(assignment.value)

    def _read(self, expression: Expression) -> None:
        """Walk the evaluation of an expression backwards."""
        if isinstance(expression, Identifier):
            bit = self._bits.get(expression.name)
            if bit is not None:
                self._live |= bit
        elif isinstance(expression, FunctionCall):
            if expression.builtin is not None:
                flow = expression.builtin.control_flow
            else:
                flow = self._function_flow[expression.name]
            if not flow.can_continue:
                self._live = 0
            # The first argument is evaluated last.
            for argument in expression.arguments:
                self._read(argument)
