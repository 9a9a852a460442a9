"""PointerSinker (`6`): sets the free memory pointer only on paths that may read it.

Solidity sets the pointer at the start of a program. Many paths never allocate: on them, the store
and its memory expansion are useless. The store sinks past statements that cannot observe it, into
branches that end the program, one copy for each that may need it; it is dropped if all paths end or
set another pointer before a read. A copy costs its bytes, and each path without the store saves
gas: by these prices, dynamic programming over the structured code chooses one of the positions on
each path. Every path that does not end by reverting counts as one.

Both conditions about paths are queries to the backward analysis in
`yulopt.memory_objects.backward`, which handles loops, `break`, `continue` and `leave`. Loops, and
branches that continue to uses of the pointer, are passed as a whole.

Right if:

* not observed: the store moves past a statement if no path through it and its callees reads a byte
  of the word before overwriting it, and no path that continues after the statement writes a byte of
  it, which the later store would undo.
* unread pointer: it is dropped if no path from it reads a byte that it has set.
* no `msize`: a program that asks for `msize` keeps the store where it is.
* single memory guard: the first pointer is a `memoryguard`, and all guards have the same argument,
  not below the end of the pointer, and below 2**64. Other programs may still need the proof that
  they obey the rules of memory, which requires a single store of the pointer.

Example::

    {
        mstore(64, memoryguard(0x80))
        if calldataload(0)
        {
            let p := mload(64)
            calldatacopy(p, 0, calldatasize())
            return(p, calldatasize())
        }
    }

becomes::

    {
        if calldataload(0)
        {
            mstore(64, memoryguard(0x80))
            let p := mload(64)
            calldatacopy(p, 0, calldatasize())
            return(p, calldatasize())
        }
    }

Source: J. Knoop, O. Ruething and B. Steffen, "Partial dead code elimination", PLDI 1994. This is an
extension: solc has no such step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from yulopt.analysis.declarations import assigned_names_of_function
from yulopt.analysis.side_effects import builtin_call
from yulopt.gas.model import Gas, GasModel
from yulopt.memory.layout import FREE_POINTER
from yulopt.memory_objects.backward import (
    ENDS_WELL,
    REACHES_END,
    Accesses,
    BackwardFlow,
    memory_accesses,
)
from yulopt.memory_objects.free_memory import GUARD, guarded_memory
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.literals import WORD_BYTES

# The bytes of the word, a bit for each.
_WORD: Final = ((1 << WORD_BYTES) - 1) << FREE_POINTER
# Two words of memory more than scratch space, at least.
_LONGER_MEMORY: Final = 6


class PointerSinker(Step):
    """Sets the free memory pointer only on paths that may read it."""

    name = "PointerSinker"
    letter = "6"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    reads_runs = True
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        if guarded_memory(block) is None or context.contains_msize(block):
            return
        statements = _main_statements(block)
        guards = _guards(statements)
        stores = [one for one in statements if _first_pointer(one, guards) is not None]
        if len(stores) == 1:
            guard = _first_pointer(stores[0], guards)
            assert guard is not None
            flow = _Delay(block, memory_accesses(context, block))
            sinker = _Sinker(flow, GasModel(context.dialect, context.expected_executions))
            sinker.sink(statements, statements.index(stores[0]), guard)


def _main_statements(code: Block) -> list[Statement]:
    """The statements outside functions, which may be in a nested block."""
    statements = code.statements
    main = [one for one in statements if not isinstance(one, FunctionDefinition)]
    return main[0].statements if len(main) == 1 and isinstance(main[0], Block) else statements


def _stored_pointer(statement: Statement) -> Expression | None:
    """The value that a statement stores as the free memory pointer, if any."""
    store = builtin_call(statement, ("mstore",))
    if store is not None:
        address, value = store.arguments
        if isinstance(address, Literal) and address.value == FREE_POINTER:
            return value
    return None


def _guard(value: Expression | None) -> FunctionCall | None:
    is_guard = isinstance(value, FunctionCall) and value.name == GUARD
    return value if isinstance(value, FunctionCall) and is_guard else None


def _guards(statements: list[Statement]) -> dict[str, FunctionCall]:
    """The variables that always hold a `memoryguard`."""
    guards: dict[str, FunctionCall] = {}
    assigned = assigned_names_of_function(Block(statements))
    for statement in statements:
        if isinstance(statement, VariableDeclaration) and statement.names[0] not in assigned:
            guard = _guard(statement.value)
            if guard is not None:
                guards[statement.names[0]] = guard
    return guards


def _first_pointer(statement: Statement, guards: dict[str, FunctionCall]) -> FunctionCall | None:
    """The `memoryguard` that a statement stores as the free memory pointer."""
    value = _stored_pointer(statement)
    return guards.get(value.name) if isinstance(value, Identifier) else _guard(value)


class _Delay(BackwardFlow):
    """Finds observers of setting the pointer only at the end of the walked code: a read of its
    word, and a store to a byte of it from which that end can be reached.

    Both count as a read of `_WORD`. The same holds for functions, which return to their calls.
    """

    def __init__(self, code: Block, accesses: Accesses) -> None:
        super().__init__(code, accesses)
        self.summarise()

    def written(self, call: FunctionCall, written: int, after: int) -> int:
        after = super().written(call, written, after)
        return after | _WORD if written & _WORD and after & REACHES_END else after


class _Place(NamedTuple):
    """The position of a store: before a statement of a list."""

    statements: list[Statement]
    before: int


class _Plan(NamedTuple):
    """A plan for a store that has not been executed yet at the current point.

    `ways`: the number of paths from there that end successfully. `places`: the positions of the
    store; `cost`: their cost.
    """

    cost: int
    ways: int
    places: tuple[_Place, ...]


# At a successful end of the program, and at a revert.
_END: Final = _Plan(0, 1, ())
_FAILURE: Final = _Plan(0, 0, ())


class _Sinker:
    def __init__(self, flow: _Delay, model: GasModel) -> None:
        self._flow = flow
        self._model = model
        self._gas = Gas()

    def sink(self, statements: list[Statement], index: int, guard: FunctionCall) -> None:
        """Move the store of a guard."""
        store = statements[index]
        assert isinstance(store, ExpressionStatement)
        call = copy_expression(store.expression)
        assert isinstance(call, FunctionCall)
        call.arguments[1] = copy_expression(guard)
        gas = self._model.expression(call)
        self._gas = Gas(gas.run + _LONGER_MEMORY, gas.code)
        plan = self._sequence(statements, index + 1, _END, ENDS_WELL)
        if plan.cost >= self._here(_Place(statements, index), plan.ways).cost:
            return
        for place in plan.places:
            copy = ExpressionStatement(copy_expression(call), store.position)
            place.statements.insert(place.before, copy)
        del statements[index]

    def _here(self, place: _Place, ways: int) -> _Plan:
        gas = Gas(self._gas.run * ways, self._gas.code)
        return _Plan(self._model.lifetime(gas), ways, (place,))

    def _sequence(self, statements: list[Statement], first: int, end: _Plan, after: int) -> _Plan:
        """The best plan before a statement, given the plan `end` and the events `after` after the
        last one."""
        plan = end
        for index in range(len(statements) - 1, first - 1, -1):
            ways, passing = self._passing(statements[index], plan, after)
            after = self._flow.statement(statements[index], after)
            if not after & _WORD:
                plan = _Plan(0, ways, ())
                continue
            plan = self._here(_Place(statements, index), ways)
            if passing is not None and passing.cost <= plan.cost:
                plan = passing
        return plan

    def _passing(self, statement: Statement, plan: _Plan, after: int) -> tuple[int, _Plan | None]:
        """The number of successful paths from a statement, and the best plan that does not store
        before it, None if it has to; `plan` is that after it."""
        if isinstance(statement, Block):
            plan = self._sequence(statement.statements, 0, plan, after)
            return plan.ways, plan
        if isinstance(statement, If):
            return self._branches(statement.condition, [statement.body], plan, after)
        if isinstance(statement, Switch):
            bodies = [case.body for case in statement.cases]
            is_complete = statement.cases[-1].label is None
            return self._branches(
                statement.expression, bodies, plan, after, is_complete=is_complete
            )
        noticed = self._flow.statement(statement, REACHES_END)
        if not noticed & REACHES_END:
            plan = _END if noticed & ENDS_WELL else _FAILURE
        return plan.ways, None if noticed & _WORD else plan

    def _branches(
        self,
        condition: Expression,
        bodies: Sequence[Block],
        plan: _Plan,
        after: int,
        *,
        is_complete: bool = False,
    ) -> tuple[int, _Plan | None]:
        is_possible = not self._flow.expression(condition, REACHES_END) & _WORD
        continues = not is_complete
        cost, ways, places = 0, 0, plan.places
        for body in bodies:
            noticed = self._flow.block(body, REACHES_END)
            ends = not noticed & REACHES_END
            continues = continues or not ends
            branch = self._sequence(body.statements, 0, _FAILURE, after)
            cost += branch.cost
            ways += branch.ways
            places += branch.places
            # After a branch that stored, it is not stored again.
            is_possible = is_possible and (ends or not plan.places or not noticed & _WORD)
        if continues:
            cost += plan.cost
            ways += plan.ways
        return ways, _Plan(cost, ways, places) if is_possible else None
