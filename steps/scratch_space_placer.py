"""ScratchSpacePlacer (`A`): builds the last returned, reverted or logged data at address 0.

Solidity builds return and revert data at the free memory pointer. As memory ends with the
execution, the data may as well be built at address 0, where no pointer is needed; so may logged
data, if the program ends without reading memory otherwise.

A variable loaded by `mload(64)` becomes 0 if the code after it could not observe the difference.
Nothing is assumed about the pointer: it may be any address. In a program with a memory guard, one
or two logged words also move to scratch space if nothing reads memory there or at their former
place afterwards (see `yulopt.memory_objects.log_data`).

Right if:

* address uses only: the variable, and sums of it and constants, are only used in addresses, also in
  functions that they are passed to.
* written before read: every byte of memory that is read, returned, logged or hashed was written
  before: through the pointer, if it is read through it, and after the first use of the pointer, if
  it is read elsewhere.
* unchanged memory at exits: the end of the function, of an iteration and of the code is reached
  only with the contents of memory as before, unless it ends the program.
* no escape: where the function, the iteration or the code ends, and the program continues, no
  variable declared before holds the pointer.
* callee effects: called functions read no memory that they did not write; recursive ones are
  assumed to read all of it.
* single assignment: the variable is never assigned.
* below the guard: nothing is placed from the argument of `memoryguard` on, where spilled variables
  may be.
* no `msize`: the program does not ask for `msize`.
* unread scratch space: after a log whose words move to scratch space, the bytes there are not read
  before they are written.
* unread former place: nor are those where the words were.
* words stored right before: between the stores of logged words and the log, code does not access
  memory, and does not change the variable that their addresses depend on.

Assumed:

* pointers in reach: a program that runs out of gas because its free memory pointer is too large may
  succeed.

Example::

    {
        mstore(64, 128)
        if callvalue() {
            let p := mload(64)
            mstore(p, shl(229, 4594637))
            mstore(add(p, 4), 32)
            mstore(add(p, 36), 8)
            mstore(add(p, 68), "no ether")
            revert(p, 100)
        }
        let q := mload(64)
        mstore(q, sload(0))
        return(q, 32)
    }

becomes::

    {
        mstore(64, 128)
        if callvalue()
        {
            mstore(0, shl(229, 4594637))
            mstore(4, 32)
            mstore(36, 8)
            mstore(68, "no ether")
            revert(0, 100)
        }
        mstore(0, sload(0))
        return(0, 32)
    }

Source: the memory layout in the Solidity documentation. This is an extension: solc has no such
step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.construct_kinds import LOADS
from yulopt.analysis.declarations import assigned_names_of_function
from yulopt.analysis.relocatability import (
    Functions,
    bytes_below_guard,
    observes_relocation,
    use_of_memory,
)
from yulopt.memory.layout import FREE_POINTER
from yulopt.memory_objects.backward import memory_accesses
from yulopt.memory_objects.free_memory import guarded_memory
from yulopt.memory_objects.log_data import movable_logs, stored_data
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
    is_zero_literal,
    zero_literal,
)
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import Transformer


class ScratchSpacePlacer(Step):
    """Builds the last returned, reverted or logged data at address 0."""

    name = "ScratchSpacePlacer"
    letter = "A"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    looks_for = LOADS

    def run(self, context: Context, block: Block) -> None:
        if context.contains_msize(block):
            return
        self._place_logs(context, block)
        graph = context.call_graph(block)
        flow = context.function_flow(block)
        recursive = graph.recursive_functions()
        bodies = {OUTERMOST: block}
        functions = Functions(frozenset(name for name, end in flow.items() if not end.can_continue))
        for function in block.statements:
            if isinstance(function, FunctionDefinition):
                bodies[function.name] = function.body
                if function.name not in recursive:
                    functions.definitions[function.name] = function
        limit = bytes_below_guard(block)
        # Callees before their callers.
        for component in graph.components():
            for name in component:
                if name in bodies:
                    _Placer(functions, limit, bodies[name], ends_program=name == OUTERMOST).place()
                if name in functions.definitions:
                    use = use_of_memory(functions.definitions[name], functions)
                    functions.uses[name] = use

    def _place_logs(self, context: Context, block: Block) -> None:
        """Move logged words to scratch space."""
        data = stored_data(block, context.function_effects(block))
        if guarded_memory(block) is None or not any(one.may_move for one in data):
            return
        for log in movable_logs(block, memory_accesses(context, block), data):
            log.reader.arguments[0] = zero_literal(log.reader.position)
            for offset, store in log.stores.items():
                store.arguments[0] = Literal(NUMBER, offset, position=store.position)


class _Placer:
    """Places in the code of one function."""

    def __init__(
        self, functions: Functions, limit: int, body: Block, *, ends_program: bool
    ) -> None:
        self._functions = functions
        self._limit = limit
        self._body = body
        self._reassigned = assigned_names_of_function(body)
        # The code that runs after the current statement, the nearest last.
        self._following: list[tuple[list[Statement], int]] = []
        self._ends_program = ends_program

    def place(self) -> None:
        self._visit_block(self._body)

    def _visit_block(self, block: Block) -> None:
        statements = block.statements
        # Later data that is placed first does not hinder earlier data.
        for index in range(len(statements) - 1, -1, -1):
            statement = statements[index]
            self._following.append((statements, index + 1))
            self._visit_bodies(statement)
            if isinstance(statement, VariableDeclaration) and self._can_be_placed(statement):
                following = statements[index + 1 :]
                _Replacer(statement.names[0]).visit_block(Block(following))
                statements[index:] = following
            self._following.pop()

    def _visit_bodies(self, statement: Statement) -> None:
        if isinstance(statement, Block):
            self._visit_block(statement)
        elif isinstance(statement, If):
            self._visit_block(statement.body)
        elif isinstance(statement, Switch):
            for case in statement.cases:
                self._visit_block(case.body)
        elif isinstance(statement, ForLoop):
            outer = self._following, self._ends_program
            self._following, self._ends_program = [], False
            self._visit_block(statement.body)
            self._visit_block(statement.post)
            self._following, self._ends_program = outer

    def _can_be_placed(self, declaration: VariableDeclaration) -> bool:
        name = declaration.names[0]
        if name in self._reassigned or not _is_free_pointer(declaration.value):
            return False
        return not observes_relocation(
            name,
            [statements[first:] for statements, first in reversed(self._following)],
            self._functions,
            self._limit,
            ends_program=self._ends_program,
        )


def _is_free_pointer(value: Expression | None) -> bool:
    if not isinstance(value, FunctionCall) or value.name != "mload":
        return False
    address = value.arguments[0]
    return isinstance(address, Literal) and address.value == FREE_POINTER


class _Replacer(Transformer):
    """Replaces a pointer by 0, and folds sums with it."""

    def __init__(self, pointer: str) -> None:
        self._pointer = pointer
        # The literals inserted for the pointer, and for offsets from it.
        self._written: set[Literal] = set()

    def visit_identifier(self, identifier: Identifier) -> Expression:
        return self._literal(0, identifier) if identifier.name == self._pointer else identifier

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        if call.name not in ("add", "sub"):
            return call
        left, right = call.arguments
        if left not in self._written and right not in self._written:
            return call
        if isinstance(left, Literal) and isinstance(right, Literal):
            value = left.value + (right.value if call.name == "add" else -right.value)
            return self._literal(value & WORD_MASK, call)
        if is_zero_literal(right):
            return left
        return right if is_zero_literal(left) and call.name == "add" else call

    def _literal(self, value: int, stands_for: Expression) -> Literal:
        literal = Literal(NUMBER, value, position=stands_for.position)
        self._written.add(literal)
        return literal
