"""The free memory pointer is set only where somebody may look at it.

Solidity sets the pointer where a program begins. Many ways through the program never allocate: for
them, setting it is for nothing, and so is the memory that it makes longer. A store of the first
pointer moves behind statements that cannot notice, into branches that end the program, one copy for
each of those that may need it; it goes where all ways end or set another pointer before one looks.
A copy has the price of its bytes, and each way on which the store is left out saves gas: by these
prices one of the places on each way is chosen, by dynamic programming over the structured code. Any
way that ends other than by reverting counts as one.

A statement cannot notice if all that it reads and writes, also in the functions that it calls, is
known to be apart from the pointer's word. Loops, and branches after which the program goes on to
where the pointer is needed, are not entered.

This takes place only where the first pointer is a `memoryguard`. Other programs may yet need the
proof that they keep to the rules of memory, which wants the pointer to be set in one place.

Source: J. Knoop, O. Ruething and B. Steffen, "Partial dead code elimination", PLDI 1994.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from yulopt.analysis.call_graph import call_graph
from yulopt.analysis.control_flow import (
    FlowKind,
    FunctionFlow,
    ends_with_flow_change,
    flow_kind,
    function_control_flow,
)
from yulopt.analysis.declarations import assigned_names_of_function
from yulopt.dialect import NONE, WRITE, Dialect, Operation
from yulopt.gas.model import Gas, GasModel
from yulopt.memory_objects.addresses import FREE_POINTER, Span, Sum
from yulopt.memory_objects.flow import HOPED, MemoryFlow, Pointer, settled
from yulopt.ranges.facts import Operands
from yulopt.syntax.ast import (
    Block,
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
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.visitor import Walker

_WORD: Final = Span(Sum(FREE_POINTER, ()), WORD_BYTES)
# The bytes of the word, a bit for each.
_ALL_BYTES: Final = (1 << WORD_BYTES) - 1
# Two words of memory more than scratch space, at least.
_LONGER_MEMORY: Final = 6


def sink_pointer(code: Block, dialect: Dialect, runs: int | None, pointer: Pointer = HOPED) -> None:
    """Set the free memory pointer only where that may be noticed.

    The code has unique names, its functions at the top level, and no `msize`. `runs` is how often
    it is expected to run, None for creation code; `pointer` is what was found to be true of the
    pointer before the code was changed.
    """
    statements = _main_statements(code)
    guards = _guards(statements)
    stores = [one for one in statements if _first_pointer(one, guards) is not None]
    if len(stores) == 1:
        guard = _first_pointer(stores[0], guards)
        assert guard is not None
        near = settled(code, _NearPointer, pointer)
        flow = function_control_flow(code)
        sinker = _Sinker(flow, _Touching(code, near, flow), GasModel(dialect, runs))
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


class _Known(NamedTuple):
    """Which bytes of the pointer's word a call writes for certain, or reads at most, as bits.

    No builtin reads twice. What else is written by one that reads does not matter.
    """

    is_write: bool
    part: int


class _NearPointer(MemoryFlow):
    """Finds the accesses that are apart from the free memory pointer.

    `apart` are, after `walk`, the calls of builtins all of whose accesses are, and `known` is what
    is known of what others do with the word.
    """

    def __init__(self, code: Block, assumed: Pointer) -> None:
        super().__init__(code, assumed)
        self.apart: set[FunctionCall] = set()
        self.known: dict[FunctionCall, _Known] = {}
        self._near: set[FunctionCall] = set()

    def accessed(
        self, call: FunctionCall, operation: Operation, span: Span | None, operands: Operands
    ) -> None:
        if span is None or not self._are_apart(span, _WORD):
            self._note_known(call, operation, span)
            self._near.add(call)
            self.apart.discard(call)
        elif call not in self._near:
            self.apart.add(call)

    def _note_known(self, call: FunctionCall, operation: Operation, span: Span | None) -> None:
        is_write = operation.effect == WRITE
        if span is None or span.start.terms or (is_write and operation.fixed_length is None):
            return
        first = max(span.start.constant - FREE_POINTER, 0)
        behind = min(span.start.constant + span.length - FREE_POINTER, WORD_BYTES)
        self.known[call] = _Known(is_write, (1 << behind) - (1 << first))


class _Place(NamedTuple):
    """Where a store is put: in front of a statement of a list."""

    statements: list[Statement]
    before: int


class _Plan(NamedTuple):
    """What to do with a store that has not been executed yet where control is.

    `ways`: on so many ways the program ends well from there on. `places` are where the store is
    put, and `cost` is what that costs.
    """

    cost: int
    ways: int
    places: tuple[_Place, ...]


# Where the program ends well, and where it reverts.
_END: Final = _Plan(0, 1, ())
_FAILURE: Final = _Plan(0, 0, ())


class _Sinker:
    def __init__(self, flow: FunctionFlow, touching: _Touching, model: GasModel) -> None:
        self._flow = flow
        self._touching = touching
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
        plan = self._sequence(statements, index + 1, _END)
        if plan.cost >= self._here(_Place(statements, index), plan.ways).cost:
            return
        for place in plan.places:
            copy = ExpressionStatement(copy_expression(call), store.position)
            place.statements.insert(place.before, copy)
        del statements[index]

    def _here(self, place: _Place, ways: int) -> _Plan:
        gas = Gas(self._gas.run * ways, self._gas.code)
        return _Plan(self._model.lifetime(gas), ways, (place,))

    def _sequence(self, statements: list[Statement], first: int, end: _Plan) -> _Plan:
        """The best plan in front of a statement, if `end` is that behind the last one."""
        plan = end
        for index in range(len(statements) - 1, first - 1, -1):
            ways, passing = self._passing(statements[index], plan)
            if passing is None and self._touching.is_dead(statements, index):
                passing = _Plan(0, ways, ())
            plan = self._here(_Place(statements, index), ways)
            if passing is not None and passing.cost <= plan.cost:
                plan = passing
        return plan

    def _passing(self, statement: Statement, after: _Plan) -> tuple[int, _Plan | None]:
        """On how many ways the program ends well from a statement on, and the best plan that does
        not store in front of it, None if it has to."""
        touching = self._touching
        if isinstance(statement, FunctionDefinition):
            return after.ways, after
        if isinstance(statement, Block):
            plan = self._sequence(statement.statements, 0, after)
            return plan.ways, plan
        if isinstance(statement, If):
            return self._branches(statement.condition, [statement.body], after, is_complete=False)
        if isinstance(statement, Switch):
            bodies = [case.body for case in statement.cases]
            is_complete = statement.cases[-1].label is None
            return self._branches(statement.expression, bodies, after, is_complete=is_complete)
        if isinstance(statement, ForLoop):
            return after.ways, None if touching.in_statement(statement) else after
        kind = flow_kind(statement, self._flow)
        if kind is FlowKind.TERMINATE:
            after = _FAILURE if touching.fails(statement) else _END
        elif kind is not FlowKind.FLOW_OUT:
            return after.ways, None
        return after.ways, None if touching.in_statement(statement) else after

    def _branches(
        self, condition: Expression, bodies: Sequence[Block], after: _Plan, *, is_complete: bool
    ) -> tuple[int, _Plan | None]:
        touching = self._touching
        # Behind branches one of which stored, it is not stored once more.
        is_free = not after.places
        is_possible = not touching.in_expression(condition)
        goes_on = not is_complete
        cost, ways, places = 0, 0, after.places
        for body in bodies:
            ends = ends_with_flow_change(body, self._flow)
            goes_on = goes_on or not ends
            plan = self._sequence(body.statements, 0, _FAILURE)
            cost += plan.cost
            ways += plan.ways
            places += plan.places
            is_possible = is_possible and (is_free or ends or not touching.in_statement(body))
        if goes_on:
            cost += after.cost
            ways += after.ways
        return ways, _Plan(cost, ways, places) if is_possible else None


class _Touching:
    """Which code may notice what is in the word of the free memory pointer, or that it is set."""

    def __init__(self, code: Block, near: _NearPointer, flow: FunctionFlow) -> None:
        self._near = near
        self._flow = flow
        self._functions: set[str] = set()
        definitions = {
            one.name: one for one in code.statements if isinstance(one, FunctionDefinition)
        }
        for component in call_graph(code).components():
            members = [definitions[name] for name in component if name in definitions]
            # Those that call each other are no obstacle until one of them is.
            if any(self._in_block(function.body) for function in members):
                self._functions.update(component)

    def _in_block(self, block: Block) -> bool:
        for index, statement in enumerate(block.statements):
            if self.in_statement(statement):
                return not self.is_dead(block.statements, index, until_end=True)
        return False

    def in_statement(self, statement: Statement) -> bool:
        """Whether a statement may, with all that is in it."""
        if isinstance(statement, Block):
            return self._in_block(statement)
        if isinstance(statement, If):
            return self.in_expression(statement.condition) or self._in_block(statement.body)
        if isinstance(statement, Switch):
            bodies = [case.body for case in statement.cases]
            return self.in_expression(statement.expression) or any(map(self._in_block, bodies))
        return any(map(self._is_touching, _calls_in(statement)))

    def in_expression(self, expression: Expression) -> bool:
        """Whether an expression may."""
        finder = _CallFinder()
        finder.visit_expression(expression)
        return any(map(self._is_touching, finder.found))

    def is_dead(self, statements: list[Statement], first: int, *, until_end: bool = False) -> bool:
        """Whether the program ends, or the word is overwritten, before anything is read of it.

        That is seen where it happens in statements that follow each other. With `until_end` it is
        not enough that the word is overwritten.
        """
        written = 0
        for statement in statements[first:]:
            if isinstance(statement, (Block, If, Switch, ForLoop)):
                if self.in_statement(statement):
                    return False
                continue
            near = [call for call in _calls_in(statement) if self._is_touching(call)]
            known = self._near.known.get(near[0]) if len(near) == 1 else None
            if known is not None and known.is_write:
                written |= known.part
            elif near and (known is None or known.part & ~written):
                return False
            if written == _ALL_BYTES and not until_end:
                return True
            kind = flow_kind(statement, self._flow)
            if kind is not FlowKind.FLOW_OUT:
                return kind is FlowKind.TERMINATE
        return False

    def fails(self, statement: Statement) -> bool:
        """Whether a statement that ends the program can only do so by reverting."""
        return not any(map(self._can_end_well, _calls_in(statement)))

    def _is_touching(self, call: FunctionCall) -> bool:
        if call.builtin is None:
            return call.name in self._functions
        return call.builtin.side_effects.memory != NONE and call not in self._near.apart

    def _can_end_well(self, call: FunctionCall) -> bool:
        ends = self._flow[call.name] if call.builtin is None else call.builtin.control_flow
        return ends.can_terminate


def _calls_in(statement: Statement) -> list[FunctionCall]:
    finder = _CallFinder()
    finder.visit_statement(statement)
    return finder.found


class _CallFinder(Walker):
    def __init__(self) -> None:
        self.found: list[FunctionCall] = []

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        self.found.append(call)
