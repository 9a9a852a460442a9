"""CodeHoister (`k`): moves the common beginning of all branches of a switch before it.

The functions of a contract begin with the same checks, above all that no ether was sent. A
statement at the start of every branch of a switch runs anyway, so it can run before the switch, and
is needed only once. The first statement of a branch may also be that of a function without
arguments which is only called at the start of branches of the switch.

The default, or the code after a switch without one, need not begin with the check if it does the
same as the failing check, for example `revert(0, 0)`: then the check makes no difference there. The
behaviour is preserved; values without a case cost the gas of the check in addition.

Right if:

* all cases: all cases, at least two, begin with the same statement.
* the default: the default, or the successor of a switch without one, begins with that statement as
  well, or with the body of the check.
* terminating default: in the latter case, that ends the program.
* pure condition: in the latter case, evaluating the condition of the check has no side effects.
* no definitions: the statement declares and assigns no variable, so its names mean the same before
  the switch.
* switch value first: a switch value that effects may change is kept in a variable.
* all call sites: the first statement of a function is hoisted only if all calls of it begin a
  branch.
* no arguments: such calls have no arguments, which would be evaluated first.
* known successor: the successor of the end of a loop body is not the code after the loop, nor is
  the successor of an empty function that the default calls first the code after the switch.

Example::

    {
        switch shr(224, calldataload(0))
        case 1 {
            if callvalue() { revert(0, 0) }
            sstore(0, 1)
        }
        case 2 {
            if callvalue() { revert(0, 0) }
            if lt(calldatasize(), 36) { revert(0, 0) }
            sstore(0, calldataload(4))
        }
        case 3 { f() }
        default { revert(0, 0) }
        function f() {
            if callvalue() { revert(0, 0) }
            sstore(1, 1)
        }
    }

becomes::

    {
        if callvalue() { revert(0, 0) }
        switch shr(224, calldataload(0))
        case 1 { sstore(0, 1) }
        case 2 {
            if lt(calldatasize(), 36) { revert(0, 0) }
            sstore(0, calldataload(4))
        }
        case 3 { f() }
        default { revert(0, 0) }
        function f()
        { sstore(1, 1) }
    }

Source: S. Muchnick, "Advanced compiler design and implementation" (1997), section 13.5 (code
hoisting). This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.analysis.construct_kinds import BRANCHES
from yulopt.analysis.control_flow import FlowKind, flow_kind
from yulopt.analysis.equality import expressions_equal
from yulopt.analysis.references import count_references
from yulopt.analysis.side_effects import is_movable
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
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
from yulopt.syntax.blocks import blocks_in


class CodeHoister(Step):
    """Moves the common beginning of all branches of a switch before it."""

    name = "CodeHoister"
    letter = "k"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    looks_for = BRANCHES

    def run(self, context: Context, block: Block) -> None:
        _Hoister(context, block).visit_block(block, None)


class _Hoister:
    def __init__(self, context: Context, code: Block) -> None:
        self._dispenser = context.dispenser
        self._function_effects = context.function_effects(code)
        self._function_flow = context.function_flow(code)
        self._references = count_references(code)
        self._functions: dict[str, FunctionDefinition] = {}
        self._collect_functions(code)

    def _collect_functions(self, block: Block) -> None:
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                self._functions[statement.name] = statement
            for body in blocks_in(statement):
                self._collect_functions(body)

    def visit_block(self, block: Block, after: Statement | None) -> None:
        """Hoist from all switches in a block; `after`: the code that runs after it, if known."""
        result: list[Statement] = []
        for statement in reversed(block.statements):
            following = None if isinstance(statement, (ForLoop, FunctionDefinition)) else after
            for body in blocks_in(statement):
                self.visit_block(body, following)
            result.append(statement)
            if isinstance(statement, Switch):
                result += reversed(self._hoisted(statement, after))
            if not isinstance(statement, FunctionDefinition):
                after = result[-1]
        result.reverse()
        block.statements = result

    def _hoisted(self, switch: Switch, after: Statement | None) -> list[Statement]:
        """Remove the common first statement of all branches, and return it."""
        cases = [case for case in switch.cases if case.label is not None]
        if len(cases) < 2:
            return []
        default = switch.cases[-1].body if switch.cases[-1].label is None else Block([])
        hoisted: list[Statement] = []
        while True:
            calls = self._first_calls([default, *(case.body for case in cases)])
            beginnings = [self._beginning(case.body, calls) for case in cases]
            first = _common_first(beginnings)
            if first is None:
                break
            at_default = self._beginning(default, calls)
            # A function that the default begins with may be empty: then its successor is unknown.
            otherwise = after if not default.statements else at_default[0] if at_default else None
            if at_default and _same(first, at_default[0]):
                beginnings.append(at_default)
            elif not self._is_idle(first, otherwise):
                break
            # Branches that call the same function share their first statement.
            for statements in {id(statements): statements for statements in beginnings}.values():
                del statements[0]
            hoisted.append(first)
        if hoisted and not self._stays_the_same(switch):
            name = self._dispenser.new_name("")
            hoisted.insert(0, VariableDeclaration([name], switch.expression, switch.position))
            switch.expression = Identifier(name, switch.position)
        return hoisted

    def _first_calls(self, bodies: list[Block]) -> dict[str, set[FunctionCall]]:
        """The calls at the start of the bodies, and of functions that are only called there."""
        calls: dict[str, set[FunctionCall]] = {}
        pending = [self._first_call(body) for body in bodies]
        for call in pending:
            if call is not None:
                found = calls.setdefault(call.name, set())
                found.add(call)
                if len(found) == self._references[call.name]:
                    pending.append(self._first_call(self._functions[call.name].body))
        return calls

    def _first_call(self, body: Block) -> FunctionCall | None:
        """The call of a function without arguments that a body begins with."""
        first = body.statements[0] if body.statements else None
        if isinstance(first, ExpressionStatement):
            call = first.expression
            assert isinstance(call, FunctionCall)
            if call.name in self._functions and not call.arguments:
                return call
        return None

    def _beginning(self, body: Block, calls: dict[str, set[FunctionCall]]) -> list[Statement]:
        """The statements that a body begins with.

        They are its own, or those of a function all of whose calls are in `calls`.
        """
        call = self._first_call(body)
        entered: set[str] = set()
        while (
            call is not None
            and call.name not in entered
            and len(calls[call.name]) == self._references[call.name]
        ):
            entered.add(call.name)
            body = self._functions[call.name].body
            call = self._first_call(body)
        return body.statements

    def _is_idle(self, check: Statement, after: Statement | None) -> bool:
        """Whether a check before `after` makes no difference."""
        return (
            isinstance(check, If)
            and len(check.body.statements) > 0
            and after is not None
            and _same(check.body.statements[0], after)
            and flow_kind(after, self._function_flow) is FlowKind.TERMINATE
            and is_movable(check.condition, self._function_effects)
        )

    def _stays_the_same(self, switch: Switch) -> bool:
        """Whether the switch value can be computed after the hoisted statements instead."""
        return is_movable(switch.expression, self._function_effects)


def _common_first(beginnings: list[list[Statement]]) -> Statement | None:
    """The statement that all of them begin with."""
    if not all(beginnings):
        return None
    first, *others = (statements[0] for statements in beginnings)
    return first if all(_same(first, other) for other in others) else None


def _same(one: Statement, other: Statement) -> bool:
    """Whether both are the same statement, which must declare and assign nothing."""
    if isinstance(one, ExpressionStatement) and isinstance(other, ExpressionStatement):
        return expressions_equal(one.expression, other.expression)
    return (
        isinstance(one, If)
        and isinstance(other, If)
        and expressions_equal(one.condition, other.condition)
        and len(one.body.statements) == len(other.body.statements)
        and all(map(_same, one.body.statements, other.body.statements))
    )
