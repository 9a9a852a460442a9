"""RepeatedCallEliminator (`9`): replaces calls by the results of equal calls before them.

A call of a function returns what an earlier call with the same arguments has returned, if nothing
that it reads has changed between the calls: the words of memory and slots of storage that it reads,
as far as their addresses are known relative to its parameters (see
`yulopt.domains.repeated_calls`). It may write words of memory at such addresses, to hash them, if
they are unchanged as well. Variables that hold the earlier results replace the later call; one
without results is removed. Unlike the CommonSubexpressionEliminator (`c`), this step includes
functions that access state, and those that may revert, such as checked arithmetic.

It looks for statements that only assign the results of a call, so it works best on split code in
pseudo-SSA form.

Right if:

* known writes: before it returns, the function writes nothing, or only words of memory at known
  addresses. What it writes before it ends the program does not count.
* nothing varies: neither the function nor one it calls asks for `gas`, `msize` or `pc`.
* equal arguments: they are the same values, also if they are other variables.
* unchanged reads: between the calls, nothing that may be written is what the function reads.
* unchanged writes: these words contain what they did after the earlier call.
* returned before: the earlier call has returned on all paths to the later one, with the values that
  its arguments have there.
* live holder: a variable replaces a result only while it holds it.
* no side effects: evaluating the arguments of a replaced call has none.
* parallel assignment: of several variables that are assigned at once, none is assigned before it is
  read.

Assumed:

* storage layout: as in StorageForwarder (`B`), hashes of different contents are far apart.
* addresses in reach: no memory from 2**64 on is accessed, as no gas suffices for it.

Example::

    {
        let i := calldataload(0)
        let p := calldataload(32)
        let first := item(p, i)
        sstore(0, mload(first))
        let second := item(p, i)
        mstore(second, 1)
        function item(array, index) -> address_
        {
            if iszero(lt(index, mload(array)))
            {
                mstore(0, 0x32)
                revert(0, 32)
            }
            address_ := add(add(array, 32), shl(5, index))
        }
    }

becomes::

    {
        let i := calldataload(0)
        let p := calldataload(32)
        let first := item(p, i)
        sstore(0, mload(first))
        let second := first
        mstore(second, 1)
        function item(array, index) -> address_
        {
            if iszero(lt(index, mload(array)))
            {
                mstore(0, 0x32)
                revert(0, 32)
            }
            address_ := add(add(array, 32), shl(5, index))
        }
    }

Source: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988; K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in linear time", PLDI 1988.
This is an extension: solc has no such step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.free_pointer import NOTHING_ASSUMED
from yulopt.domains.memory import Memory
from yulopt.domains.repeated_calls import Calling, RepeatedCalls
from yulopt.domains.storage import Storage
from yulopt.domains.walk import Walk
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer


class RepeatedCallEliminator(Step):
    """Replaces calls by the results of equal calls before them."""

    name = "RepeatedCallEliminator"
    letter = "9"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        values, memory, storage = AvailableValues(), Memory(block, NOTHING_ASSUMED), Storage()
        calls = RepeatedCalls(values, memory, storage)
        domains = [values, memory, storage, calls]
        Walk(block, domains, context.call_graph(block), context.function_flow(block)).run()
        if calls.found:
            effects, contains_msize = context.function_effects(block), context.contains_msize(block)
            _Replacer(calls.found, effects, contains_msize).visit_block(block)


class _Replacer(Transformer):
    def __init__(
        self, found: Mapping[Calling, list[str]], effects: FunctionEffects, contains_msize: bool
    ) -> None:
        self._found = found
        self._effects = effects
        self._contains_msize = contains_msize

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        holders = self._holders(statement, statement.expression)
        return None if holders is None else []

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        holders = self._holders(declaration, declaration.value)
        if holders is None:
            return None
        return [
            VariableDeclaration([name], Identifier(holder), declaration.position)
            for name, holder in zip(declaration.names, holders, strict=True)
        ]

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        holders = self._holders(assignment, assignment.value)
        if holders is None or {target.name for target in assignment.targets} & {*holders}:
            return None
        return [
            Assignment([target], Identifier(holder), assignment.position)
            for target, holder in zip(assignment.targets, holders, strict=True)
        ]

    def _holders(self, statement: Calling, call: Expression | None) -> list[str] | None:
        """The variables that hold the results of a call, if it can be left out."""
        if not isinstance(call, FunctionCall) or call.builtin is not None:
            return None
        holders = self._found.get(statement)
        if holders is None:
            return None
        is_free = all(
            is_removable(one, self._effects, self._contains_msize) for one in call.arguments
        )
        return holders if is_free else None
