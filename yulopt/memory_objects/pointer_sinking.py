"""The free memory pointer is set only where somebody may look at it.

Solidity sets the pointer where a program begins. Many ways through the program never allocate: for
them, setting it is for nothing, and so is the memory that it makes longer. A store of the first
pointer moves past statements that cannot notice, into branches that end the program, one copy for
each of those that may need it; it goes where all ways end or set another pointer before one looks.
A copy has the price of its bytes, and each way on which the store is left out saves gas: by these
prices one of the places on each way is chosen, by dynamic programming over the structured code. Any
way that ends other than by reverting counts as one.

The store may move past a statement that cannot notice: on no path through it, also through the
functions that it calls, is a byte of the word read before it was overwritten there; and on no path
on which the program goes on after the statement is a byte of it written, as a store that comes
later would undo that. It goes altogether where no path on reads a byte of what it has set. Both
are questions to the backward analysis in `yulopt.memory_objects.backward`, which knows of loops,
`break`, `continue` and `leave`. Loops, and branches after which the program goes on to where the
pointer is needed, are passed as a whole.

This takes place only where the first pointer is a `memoryguard`. Other programs may yet need the
proof that they keep to the rules of memory, which wants the pointer to be set in one place.

Source: J. Knoop, O. Ruething and B. Steffen, "Partial dead code elimination", PLDI 1994.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from yulopt.analysis.declarations import assigned_names_of_function
from yulopt.dialect import Dialect
from yulopt.domains.addresses import FREE_POINTER
from yulopt.gas.model import Gas, GasModel
from yulopt.memory_objects.backward import ENDS_WELL, REACHES_END, Accesses, BackwardFlow
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


def sink_pointer(code: Block, accesses: Accesses, dialect: Dialect, runs: int | None) -> None:
    """Set the free memory pointer only where that may be noticed.

    The code has unique names, its functions at the top level, and no `msize`; `accesses` are those
    of its memory. `runs` is how often it is expected to run, None for creation code.
    """
    statements = _main_statements(code)
    guards = _guards(statements)
    stores = [one for one in statements if _first_pointer(one, guards) is not None]
    if len(stores) == 1:
        guard = _first_pointer(stores[0], guards)
        assert guard is not None
        sinker = _Sinker(_Delay(code, accesses), GasModel(dialect, runs))
        sinker.sink(statements, statements.index(stores[0]), guard)


def _main_statements(code: Block) -> list[Statement]:
    """The statements outside functions, which may be in a block of their own."""
    statements = code.statements
    main = [one for one in statements if not isinstance(one, FunctionDefinition)]
    return main[0].statements if len(main) == 1 and isinstance(main[0], Block) else statements


def _stored_pointer(statement: Statement) -> Expression | None:
    """What a statement stores as the free memory pointer, None if it is not such a store."""
    if isinstance(statement, ExpressionStatement):
        call = statement.expression
        if isinstance(call, FunctionCall) and call.name == "mstore":
            address, value = call.arguments
            if isinstance(address, Literal) and address.value == FREE_POINTER:
                return value
    return None


def _guard(value: Expression | None) -> FunctionCall | None:
    is_guard = isinstance(value, FunctionCall) and value.name == "memoryguard"
    return value if isinstance(value, FunctionCall) and is_guard else None


def _guards(statements: list[Statement]) -> dict[str, FunctionCall]:
    """The variables that are a `memoryguard` for ever."""
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
    """What would notice that the pointer is set only at the end of the code that is walked: a read
    of its word, and a store to a byte of it from which that end can be reached.

    Both are a read of `_WORD`. Functions are asked the same, as they end where they are called.
    """

    def __init__(self, code: Block, accesses: Accesses) -> None:
        super().__init__(code, accesses)
        self.summarise()

    def written(self, call: FunctionCall, written: int, after: int) -> int:
        after = super().written(call, written, after)
        return after | _WORD if written & _WORD and after & REACHES_END else after


class _Place(NamedTuple):
    """Where a store is put: before a statement of a list."""

    statements: list[Statement]
    before: int


class _Plan(NamedTuple):
    """What to do with a store that has not been executed yet where control is.

    `ways`: the number of paths from there on that end well. `places` are where the store is
    put, and `cost` is what that costs.
    """

    cost: int
    ways: int
    places: tuple[_Place, ...]


# Where the program ends well, and where it reverts.
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
        """The best plan before a statement, if `end` is that after the last one, where `after`
        may happen."""
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
        """On how many ways the program ends well from a statement on, and the best plan that does
        not store before it, None if it has to; `plan` is that after it."""
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
        goes_on = not is_complete
        cost, ways, places = 0, 0, plan.places
        for body in bodies:
            noticed = self._flow.block(body, REACHES_END)
            ends = not noticed & REACHES_END
            goes_on = goes_on or not ends
            branch = self._sequence(body.statements, 0, _FAILURE, after)
            cost += branch.cost
            ways += branch.ways
            places += branch.places
            # After branches one of which stored, it is not stored once more.
            is_possible = is_possible and (ends or not plan.places or not noticed & _WORD)
        if goes_on:
            cost += plan.cost
            ways += plan.ways
        return ways, _Plan(cost, ways, places) if is_possible else None
