"""CodeHoister (`k`): moves the common beginning of all branches of a switch before it.

The functions of a contract begin with the same checks, above all that no ether was sent. A
statement at the start of every branch of a switch runs anyway, so it can run before the switch, and
is needed only once. The first statement of a branch may also be that of a function without
arguments which is only called at the start of branches of the switch.

The default, or the code after a switch without one, need not begin with the check if it does the
same as the failing check, for example `revert(0, 0)`: then the check makes no difference there. The
behaviour is preserved; values without a case cost the gas of the check in addition. If the switch
is in a branch for calls with data, as Solidity's dispatch is, the code for calls without data
(`if iszero(calldatasize())`) is not what follows.

A check stays in the cases where the BranchCombiner makes one jump of it and the next check, if that
is cheaper than one check before the switch.

If only some cases begin with the check, as where other functions are payable, these get a switch of
their own: the others come first, and the default of their switch is the check, and a switch over
the same value with the cases that have lost it. That is done if few runs are expected, and it is
cheaper: each of these cases passes comparisons with all others, and if there are many, a tree
(SwitchSplitter) or a table is a cheaper search of all of them.

Right if:

* all cases: all cases, at least two, begin with the same statement. In a partition, these are the
  cases of the inner switch.
* the default: the default, or the successor of a switch without one, begins with that statement as
  well, or with the body of the check.
* terminating default: in the latter case, that ends the program.
* pure condition: in the latter case, evaluating the condition of the check has no side effects.
* no definitions: the statement declares and assigns no variable, so its names mean the same before
  the switch.
* switch value first: a switch value that effects may change is kept in a variable.
* single evaluation: a switch value that is not a variable is kept in one for both switches of a
  partition.
* all call sites: the first statement of a function is hoisted only if all calls of it begin a
  branch, in a partition one of the inner switch.
* no arguments: such calls have no arguments, which would be evaluated first.
* known successor: the successor of the end of a loop body is not the code after the loop, nor is
  the successor of an empty function that the default calls first the code after the switch.
* calls with data: code for calls without data is skipped only after a branch for calls of at least
  one byte, at the end of which the switch is.

Example::

    {
        switch shr(224, calldataload(0))
        case 1 {
            if callvalue() { revert(0, 0) }
            sstore(0, 1)
        }
        case 2 {
            if callvalue() { revert(0, 0) }
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
        case 2 { sstore(0, calldataload(4)) }
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
from yulopt.analysis.references import count_references
from yulopt.analysis.side_effects import is_movable
from yulopt.frequency.hoisting_prices import HoistingPrices, same_statement
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Case,
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
from yulopt.syntax.blocks import blocks_in


class CodeHoister(Step):
    """Moves the common beginning of all branches of a switch before it."""

    name = "CodeHoister"
    letter = "k"
    reads_runs = True
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    looks_for = BRANCHES

    def run(self, context: Context, block: Block) -> None:
        _Hoister(context, block).visit_block(block, None)


class _Hoister:
    def __init__(self, context: Context, code: Block) -> None:
        self._price = HoistingPrices(
            code, context.dialect, context.expected_executions, context.calls_of_code
        )
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

    def visit_block(
        self, block: Block, after: Statement | None, with_data: Statement | None = None
    ) -> None:
        """Hoist from all switches in a block; `after`: the code that runs after it, if known, and
        `with_data`: the code that runs after it if there is calldata, if that is other code.
        """
        result: list[Statement] = []
        for statement in reversed(block.statements):
            following = None if isinstance(statement, (ForLoop, FunctionDefinition)) else after
            later = _first_with_data(result) if _is_for_data(statement) else None
            for body in blocks_in(statement):
                self.visit_block(body, following, later)
            result.append(statement)
            if isinstance(statement, Switch):
                after = after if with_data is None else with_data
                value = statement.expression
                hoisted = self._hoisted(statement, after)
                result += reversed(hoisted + self._partitioned(statement, value, after))
            if not isinstance(statement, FunctionDefinition):
                after = result[-1]
                with_data = None
        result.reverse()
        block.statements = result

    def _hoisted(self, switch: Switch, after: Statement | None) -> list[Statement]:
        """Remove the common first statement of all branches, and return it."""
        cases, default = _cases_and_default(switch)
        if len(cases) < 2:
            return []
        hoisted: list[Statement] = []
        while True:
            calls = self._first_calls([default, *(case.body for case in cases)])
            beginnings = [self._beginning(case.body, calls) for case in cases]
            first = _common_first(beginnings)
            if first is None or not self._price.hoisting_pays(switch, cases, beginnings):
                break
            at_default = self._beginning(default, calls)
            if at_default and same_statement(first, at_default[0]):
                beginnings.append(at_default)
            elif not self._is_idle(first, _otherwise(default, at_default, after)):
                break
            # Branches that call the same function share their first statement.
            for statements in {id(statements): statements for statements in beginnings}.values():
                del statements[0]
            hoisted.append(first)
        if hoisted and not self._stays_the_same(switch):
            hoisted = self._kept(switch) + hoisted
        return hoisted

    def _kept(self, switch: Switch) -> list[Statement]:
        """Keep the switch value in a variable; returns its declaration."""
        name = self._dispenser.new_name("")
        declaration = VariableDeclaration([name], switch.expression, switch.position)
        switch.expression = Identifier(name, switch.position)
        return [declaration]

    def _partitioned(
        self, switch: Switch, value: Expression, after: Statement | None
    ) -> list[Statement]:
        """Move the cases that begin with a common check to another switch in the default, after
        that check, if that pays; returns what must come before the switch.

        `value`: the switch value, which may be kept in a variable by now.
        """
        cases, default = _cases_and_default(switch)
        checked = self._checked(cases, default, after)
        others = [case for case in cases if case not in checked]
        if len(checked) < 2 or not others:
            return []
        if not self._price.partition_pays(value, checked, others, default):
            return []
        position = switch.position
        declaration: list[Statement] = []
        if not isinstance(switch.expression, Identifier):
            declaration = self._kept(switch)
        assert isinstance(switch.expression, Identifier)
        rest = [case for case in switch.cases if case.label is None]
        inner = Switch(Identifier(switch.expression.name, position), [*checked, *rest], position)
        statements = self._hoisted(inner, after)
        statements += self._partitioned(inner, value, after)
        switch.cases = [*others, Case(None, Block([*statements, inner], position), position)]
        return declaration

    def _checked(
        self, cases: list[Case], default: Block, after: Statement | None
    ) -> dict[Case, list[Statement]]:
        """The largest group of cases that begin with the same check, each with the statements that
        start with it. The check makes no difference at the default, or that begins with it, too.
        """
        calls = self._first_calls([default, *(case.body for case in cases)])
        at_default = self._beginning(default, calls)
        otherwise = _otherwise(default, at_default, after)
        groups: list[tuple[If, dict[Case, list[Statement]]]] = []
        for case in cases:
            beginning = self._beginning(case.body, calls)
            check = beginning[0] if beginning else None
            if isinstance(check, If):
                for first, group in groups:
                    if same_statement(first, check):
                        group[case] = beginning
                        break
                else:
                    groups.append((check, {case: beginning}))
        found = [
            group
            for check, group in groups
            if (at_default and same_statement(check, at_default[0]))
            or self._is_idle(check, otherwise)
        ]
        return max(found, key=len, default={})

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
            and same_statement(check.body.statements[0], after)
            and flow_kind(after, self._function_flow) is FlowKind.TERMINATE
            and is_movable(check.condition, self._function_effects)
        )

    def _stays_the_same(self, switch: Switch) -> bool:
        """Whether the switch value can be computed after the hoisted statements instead."""
        return is_movable(switch.expression, self._function_effects)


def _cases_and_default(switch: Switch) -> tuple[list[Case], Block]:
    """The cases with labels, and the default, empty if there is none."""
    *cases, last = switch.cases
    return (cases, last.body) if last.label is None else (switch.cases, Block([]))


def _otherwise(
    default: Block, beginning: list[Statement], after: Statement | None
) -> Statement | None:
    """The statement that runs first for other values, if known; `beginning`: of the default."""
    # A function that the default begins with may be empty: then its successor is unknown.
    return after if not default.statements else beginning[0] if beginning else None


def _is_for_data(statement: Statement) -> bool:
    """Whether a statement is a branch for calls with data: `if iszero(lt(calldatasize(), 4))`."""
    if not isinstance(statement, If):
        return False
    compared = _operand_of(statement.condition, "iszero")
    if not isinstance(compared, FunctionCall) or compared.name != "lt":
        return False
    size, bound = compared.arguments
    return _is_size(size) and isinstance(bound, Literal) and bound.value > 0


def _first_with_data(following: list[Statement]) -> Statement | None:
    """The first of the following statements, the last one first, that runs if there is calldata."""
    for statement in reversed(following):
        is_skipped = isinstance(statement, If) and _is_size(
            _operand_of(statement.condition, "iszero")
        )
        if not is_skipped and not isinstance(statement, FunctionDefinition):
            return statement
    return None


def _operand_of(expression: Expression, name: str) -> Expression | None:
    """The operand if an expression is a call of this builtin with one operand."""
    if isinstance(expression, FunctionCall) and expression.name == name:
        return expression.arguments[0]
    return None


def _is_size(expression: Expression | None) -> bool:
    return isinstance(expression, FunctionCall) and expression.name == "calldatasize"


def _common_first(beginnings: list[list[Statement]]) -> Statement | None:
    """The statement that all of them begin with."""
    if not all(beginnings):
        return None
    first, *others = (statements[0] for statements in beginnings)
    return first if all(same_statement(first, other) for other in others) else None
