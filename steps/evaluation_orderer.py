"""EvaluationOrderer (`2`): orders operands and statements so that values lie ready on the stack.

solc's code generator evaluates statements in order, and arguments from the last to the first. If a
value is needed that does not lie on top, it is moved or copied. So the order of independent code
decides how much is moved. The step exchanges the operands of commutative operations and of
comparisons (`lt` becomes `gt`), and moves statements before those that precede them in the same
basic block. Each change is tried on the stack layouts of the code generator, and kept if the
shuffles of the function have fewer bytes. Code that may end the execution is not exchanged with a
load of memory: if the load is not executed, no gas may suffice for its address.

Later steps, and the assembly optimiser, may find other repetitions in code in another order, so
this runs at the end, on code with joined expressions. Code for EVM versions from before Tangerine
Whistle, or without stack allocation, is generated without such layouts and left alone.

Right if:

* movable operand: of two operands that are exchanged, the code of one can be moved past that of the
  other.
* movable statement: of two statements that are exchanged, the code of one can be moved past that of
  the other, and neither assigns a variable that the other reads or assigns.

Example::

    {
        let a := sload(0)
        let b := sload(1)
        sstore(b, lt(sub(a, 7), calldataload(b)))
    }

becomes::

    {
        let b := sload(1)
        let a := sload(0)
        sstore(b, gt(calldataload(b), sub(a, 7)))
    }

Source: P. Koopman, "A preliminary exploration of optimized stack code generation", Journal of
Forth Applications and Research 6(3), 1994, for scheduling on a stack. This is an extension: solc
has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.references import variables_in
from yulopt.analysis.side_effects import (
    expression_effects,
    is_movable_relative_to,
)
from yulopt.dialect import NONE, Dialect
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.stack.graph import BasicBlock, BuiltinOperation, CallOperation, Operation
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.layout_costs import LayoutCosts
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

# The name of each operation with exchanged operands.
_MIRRORED: Final = {
    **{name: name for name in ("add", "mul", "and", "or", "xor", "eq")},
    "lt": "gt",
    "gt": "lt",
    "slt": "sgt",
    "sgt": "slt",
}


class EvaluationOrderer(Step):
    """Orders operands and statements so that values lie ready on the stack."""

    name = "EvaluationOrderer"
    letter = "2"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        dialect = context.dialect
        if not context.stack_allocation or not dialect.forwards_all_gas:
            return
        graph = build_control_flow_graph(block, dialect)
        independence = _Independence(context, block)
        has_push0 = dialect.has_push0
        costs = [LayoutCosts(graph.entry, None, has_push0=has_push0)]
        costs += [LayoutCosts(one.entry, one, has_push0=has_push0) for one in graph.functions]
        _Orderer(dialect, independence, costs).visit_block(block)
        graph.release()


class _Independence:
    """Decides whether the order of code matters."""

    def __init__(self, context: Context, block: Block) -> None:
        self._function_effects = context.function_effects(block)
        self._function_flow = context.function_flow(block)
        self._contains_msize = context.contains_msize(block)

    def of_values(self, one: Expression, other: Expression) -> bool:
        """Whether two expressions can be evaluated in any order."""
        effects = expression_effects(one, self._function_effects)
        others = expression_effects(other, self._function_effects)
        if (effects.memory != NONE and self._may_end(other)) or (
            others.memory != NONE and self._may_end(one)
        ):
            return False
        return is_movable_relative_to(
            effects, others, self._contains_msize
        ) or is_movable_relative_to(others, effects, self._contains_msize)

    def _may_end(self, expression: Expression) -> bool:
        """Whether evaluating an expression may end the execution."""
        if not isinstance(expression, FunctionCall):
            return False
        builtin = expression.builtin
        flow = self._function_flow[expression.name] if builtin is None else builtin.control_flow
        return (
            flow.can_terminate or flow.can_revert or any(map(self._may_end, expression.arguments))
        )

    def of_statements(self, one: _Simple, other: _Simple) -> bool:
        """Whether two statements can be executed in any order."""
        if not one.assigned.isdisjoint(other.assigned):
            return False
        if not one.assigned.isdisjoint(other.read) or not other.assigned.isdisjoint(one.read):
            return False
        return one.value is None or other.value is None or self.of_values(one.value, other.value)


class _Simple:
    """A statement without others inside it.

    `length`: the number of its operations, one for each call, and one to assign the variables.
    """

    def __init__(self, assigned: list[str], value: Expression | None) -> None:
        self.assigned = set(assigned)
        self.value = value
        self.read = set() if value is None else variables_in(value)
        self.assignments = 1 if assigned else 0
        self.length = _calls_in(value) + self.assignments


class _Orderer(Walker):
    """Tries other orders, in the program and in its graph."""

    def __init__(
        self, dialect: Dialect, independence: _Independence, costs: list[LayoutCosts]
    ) -> None:
        self._dialect = dialect
        self._independence = independence
        self._places: dict[FunctionCall, _Place] = {
            operation.call: _Place(one, block, operation)
            for one in costs
            for block in one.blocks
            for operation in block.operations
            if isinstance(operation, (BuiltinOperation, CallOperation))
        }

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call in self._places and call.name in _MIRRORED:
            self._try_operands(call, self._places[call])

    def _try_operands(self, call: FunctionCall, place: _Place) -> None:
        if not self._independence.of_values(*call.arguments):
            return
        # Before the operation are those of its first operand, and before these the second one's.
        end = place.index
        middle = end - _calls_in(call.arguments[0])
        place.operation.input.reverse()
        if place.try_exchange(middle - _calls_in(call.arguments[1]), middle, end):
            call.arguments.reverse()
            call.name = _MIRRORED[call.name]
            call.builtin = self._dialect.builtins[call.name]
        else:
            place.operation.input.reverse()

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        statements = block.statements
        for index in range(1, len(statements)):
            place = index
            while place > 0 and self._try_before(statements[place - 1], statements[place]):
                statements[place - 1 : place + 1] = statements[place], statements[place - 1]
                place -= 1

    def _try_before(self, first: Statement, second: Statement) -> bool:
        """Exchange the code of two statements if it is independent, and then gets smaller."""
        one, other = _simple(first), _simple(second)
        if one is None or other is None or not self._independence.of_statements(one, other):
            return False
        # The graph has no names for assignments: one without a call is found beside the other.
        if isinstance(other.value, FunctionCall):
            call, rest = other.value, other.assignments
        elif isinstance(one.value, FunctionCall):
            call, rest = one.value, one.assignments + other.length
        else:
            return False
        if call not in self._places:
            return False
        place = self._places[call]
        end = place.index + 1 + rest
        middle = end - other.length
        return place.try_exchange(middle - one.length, middle, end)


class _Place:
    """The position of a call in the graph."""

    def __init__(self, costs: LayoutCosts, block: BasicBlock, operation: Operation) -> None:
        self.operation = operation
        self._costs = costs
        self._block = block

    @property
    def index(self) -> int:
        """That of the operation in its block."""
        return self._block.operations.index(self.operation)

    def try_exchange(self, start: int, middle: int, end: int) -> bool:
        """Exchange the operations before and after `middle` if that makes smaller shuffles."""
        operations = self._block.operations
        if start < 0 or end > len(operations):
            return False
        moved = operations[middle:end] + operations[start:middle]
        return self._costs.try_order(self._block, operations[:start] + moved + operations[end:])


def _calls_in(expression: Expression | None) -> int:
    if not isinstance(expression, FunctionCall):
        return 0
    return 1 + sum(map(_calls_in, expression.arguments))


def _simple(statement: Statement) -> _Simple | None:
    if isinstance(statement, ExpressionStatement):
        return _Simple([], statement.expression)
    if isinstance(statement, Assignment):
        return _Simple([target.name for target in statement.targets], statement.value)
    if isinstance(statement, VariableDeclaration):
        return _Simple(statement.names, statement.value)
    return None
