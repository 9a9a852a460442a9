"""RangeSimplifier (`K`): removes masks, checks and comparisons decided by known bits and ranges.

Compiled contracts mask a value at each use, and check each sum, even if its bounds are known. This
step computes the possible bits of values, and their bounds as unsigned and signed numbers;
conditions, such as the checks of decoded arguments, refine them. It tracks values through
variables, branches, loops, and calls. An expression with a single possible value is replaced by it,
and one that equals one of its operands by that operand: a mask that clears nothing, a redundant
sign extension, a double negation of 0 or 1. So is a variable as a condition that is always or never
zero. A variable whose value is that of another variable, which an operation leaves unchanged, is
replaced by it: after the check of an argument, the masked one by the argument. A `switch` loses the
cases that its value cannot be; if the others cover all that it can be, one becomes the default.

The contents of memory and storage are unknown.

Other unreachable code stays: the StructuralSimplifier (`t`) removes branches with constant
conditions, the ExpressionSimplifier (`s`) operations with constants.

Right if:

* no overflow: bounds of a sum, difference, product or shift hold only if none of its values wraps
  around, or all do.
* matching signedness: unsigned comparisons are decided by unsigned bounds, signed ones by signed
  bounds.
* all paths: at a join, only facts that hold on all incoming edges are kept.
* loop invariants: facts at a loop header hold on entry and after every iteration, `continue`
  included.
* loop exits: facts after a loop hold at each `break`, too.
* all call sites: facts about parameters hold for the arguments of all calls.
* all returns: facts after a call hold at all returns of the function.
* switch labels: in a case the value is its label; in the default it is none of the labels.
* covered values: only if the cases cover all possible values does one of them become the default.
* boolean context: a variable that is never zero becomes 1 only as a condition.
* current values: a variable is replaced by one that has the value where it is read, not only
  where the operation is.
* visible variables: that one is in scope there.
* stable reads: two reads are one value only if nothing between them can change it.
* no side effects: removed expressions have none; in a program with `msize`, expanding memory is
  one.

Assumed:

* short memory: sizes, and the numbers and times of blocks, are below 2**64 (see
  `yulopt.domains.environment`).

Example::

    {
        let to := calldataload(4)
        if iszero(eq(to, and(to, 0xffffffffffffffffffffffffffffffffffffffff))) { revert(0, 0) }
        for { let i := 0 } lt(i, 10) { i := add(i, 1) }
        {
            let next := add(i, 1)
            if gt(i, next) { revert(0, 0) }
            sstore(next, and(to, 0xffffffffffffffffffffffffffffffffffffffff))
        }
        sstore(0, f(gt(to, 5)))
        function f(flag) -> result { result := iszero(iszero(flag)) }
    }

becomes::

    {
        let to := calldataload(4)
        if iszero(eq(to, and(to, 0xffffffffffffffffffffffffffffffffffffffff))) { revert(0, 0) }
        for { let i := 0 } lt(i, 10) { i := add(i, 1) }
        {
            let next := add(i, 1)
            if 0 { revert(0, 0) }
            sstore(next, to)
        }
        sstore(0, f(gt(to, 5)))
        function f(flag) -> result
        { result := flag }
    }

Source: P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977; J. Patterson, "Accurate
static branch prediction by value range propagation", PLDI 1995. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.side_effects import is_removable
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.domains.identities import apply
from yulopt.domains.walk import Walk
from yulopt.domains.words import AbstractWord
from yulopt.gas.literals import CheaperLiterals
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Case,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Statement,
    Switch,
)
from yulopt.syntax.literals import computed_number
from yulopt.syntax.visitor import Transformer


class RangeSimplifier(Step):
    """Removes masks, checks and comparisons decided by known bits and ranges."""

    name = "RangeSimplifier"
    letter = "K"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        ranges = _Ranges()
        Walk(block, [ranges], context.call_graph(block), context.function_flow(block)).run()
        _Simplifier(context, block, ranges).visit_block(block)


class _Value:
    """The value of a call, those of its operands, and its constant word if known."""

    def __init__(self, number: int, operands: Operands, word: int | None) -> None:
        self.number = number
        self.operands = operands
        self.word = word


class _Ranges(Domain):
    """The values of calls and of conditions, and variables that others can be read instead of."""

    watches_reads = True

    def __init__(self) -> None:
        self.values: dict[FunctionCall, _Value] = {}
        self.conditions: dict[Statement, AbstractWord] = {}
        self.equal_variables: dict[Identifier, str] = {}
        self.reached: dict[Switch, list[bool]] = {}
        # The visible variables, and those that had each value when they were assigned last.
        self._visible: list[str] = []
        self._scopes: list[int] = []
        self._holders: dict[int, list[str]] = {}

    def begin(self, function: FunctionDefinition | None) -> None:
        self._visible = []
        self._scopes = []
        self._holders = {}

    def entered(self, function: FunctionDefinition) -> None:
        self.assigned([*function.parameters, *function.returns], is_new=True)

    def enter_block(self, block: Block) -> None:
        self._scopes.append(len(self._visible))

    def leave_block(self, block: Block) -> None:
        del self._visible[self._scopes.pop() :]

    def assigned(self, names: list[str], *, is_new: bool) -> None:
        if not self.walk.is_final:
            return
        if is_new:
            self._visible += names
        for name in names:
            self._holders.setdefault(self.facts.variable(name), []).append(name)

    def variable_read(self, variable: Identifier, number: int) -> None:
        name, operands = self.facts.definition(number)
        if not name or name == "literal":
            return
        same = apply(self.facts, name, operands)
        if same == number or self.facts.definition(same)[0] == "literal":
            return
        for holder in self._holders.get(same, ()):
            if holder in self._visible and self.facts.variable(holder) == same:
                self.equal_variables[variable] = holder
                return

    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        self.values[call] = _Value(number, operands, self.facts.values_of(number).constant)

    def branched(self, statement: If | ForLoop, condition: int) -> None:
        self.conditions[statement] = self.facts.values_of(condition)

    def switched(self, statement: Switch, reached: list[bool]) -> None:
        self.reached[statement] = reached


class _Simplifier(Transformer):
    def __init__(self, context: Context, code: Block, ranges: _Ranges) -> None:
        self._ranges = ranges
        self._function_effects = context.function_effects(code)
        self._contains_msize = context.contains_msize(code)
        self._literals = CheaperLiterals(context.dialect, context.expected_executions)

    def visit_identifier(self, identifier: Identifier) -> Expression:
        identifier.name = self._ranges.equal_variables.get(identifier, identifier.name)
        return identifier

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        value = self._ranges.values.get(call)
        if value is None:
            return call
        if value.word is not None and self._is_removable(call):
            literal = self._literals.instead_of(call, value.word)
            if literal is not None:
                return literal
        same = self._operand_that_is(value.number, call)
        if same is not None:
            return same
        # An operation may undo that of its operand.
        if all(map(self._is_removable, call.arguments)):
            for argument in call.arguments:
                if isinstance(argument, FunctionCall):
                    same = self._operand_that_is(value.number, argument)
                    if same is not None:
                        return same
        return call

    def visit_if(self, statement: If) -> list[Statement] | None:
        super().visit_if(statement)
        values = self._ranges.conditions.get(statement)
        is_variable = isinstance(statement.condition, Identifier)
        if values is not None and is_variable and not (values.least == 0 and values.most > 0):
            literal = computed_number(min(values.least, 1))
            literal.position = statement.condition.position
            statement.condition = literal
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        super().visit_switch(switch)
        reached = self._ranges.reached.get(switch)
        if reached is None or not any(reached):
            return None
        cases = [
            case for case, is_reached in zip(switch.cases, reached, strict=False) if is_reached
        ]
        if not cases:
            cases = [Case(None, Block([]), switch.position)]
        elif not reached[-1]:
            # A comparison with zero is the cheapest one, so it stays.
            label = cases[-1].label
            is_zero = label is not None and label.value == 0
            last = cases.pop(-2 if is_zero and len(cases) > 1 else -1)
            last.label = None
            cases.append(last)
        switch.cases = cases
        return None

    def _operand_that_is(self, number: int, call: FunctionCall) -> Expression | None:
        """The operand of a call that is this value, if the other ones can be removed."""
        value = self._ranges.values.get(call)
        if value is None or number not in value.operands:
            return None
        index = value.operands.index(number)
        others = call.arguments[:index] + call.arguments[index + 1 :]
        return call.arguments[index] if all(map(self._is_removable, others)) else None

    def _is_removable(self, expression: Expression) -> bool:
        return is_removable(expression, self._function_effects, self._contains_msize)
