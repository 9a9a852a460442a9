"""Large and deeply nested functions: no limit of recursion, no quadratic time (case C11)."""

from __future__ import annotations

from collections.abc import Callable

from tests.slices import amount
from tests.ssa.graphs import graph
from tests.ssa.programs import phi_counts
from tests.ssa.promotion import promote
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import Function
from yulopt.ssa.ir.instructions import Alloca
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Break,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    Identifier,
    If,
    Literal,
    Statement,
    VariableDeclaration,
)

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
LONG = amount(6_000, 30_000)
CONDITIONS = amount(2_000, 7_000)
LOOPS = amount(500, 2_000)


def call(name: str, *arguments: Expression) -> FunctionCall:
    return FunctionCall(name, list(arguments), DIALECT.builtin(name))


def read(name: str) -> Expression:
    return Identifier(name)


def increment(name: str) -> Statement:
    return Assignment([Identifier(name)], call("add", read(name), Literal(NUMBER, 1)))


def nested(depth: int, around: Callable[[int, list[Statement]], list[Statement]]) -> Block:
    """Statements around statements, the innermost ones numbered 0, with a variable `x` before and
    after all of them."""
    statements: list[Statement] = []
    for number in range(depth):
        statements = around(number, statements)
    last = ExpressionStatement(call("pop", read("x")))
    return Block([VariableDeclaration(["x"], call("gas")), *statements, last])


def condition_around(number: int, inner: list[Statement]) -> list[Statement]:
    return [If(read("x"), Block([increment("x"), *inner]))]


def loop_around(number: int, inner: list[Statement]) -> list[Statement]:
    name = f"i{number}"
    init = Block([VariableDeclaration([name], None)])
    condition = call("lt", read(name), read("x"))
    return [ForLoop(init, condition, Block([increment(name)]), Block([increment("x"), *inner]))]


def loop_with_test_at_the_end_around(number: int, inner: list[Statement]) -> list[Statement]:
    test = If(call("gas"), Block([Break()]))
    body = Block([increment("x"), *inner, test])
    return [ForLoop(Block([]), Literal(NUMBER, 1), Block([]), body)]


def lowered(code: Block) -> Function:
    module = lower(code, DIALECT)
    verify_module(module)
    return module.functions["main"]


def phis_after_mem2reg(function: Function) -> int:
    promote(function)
    assert not any(isinstance(one, Alloca) for one in function.all_instructions())
    return sum(phi_counts(function).values())


def test_nested_conditions() -> None:
    function = lowered(nested(CONDITIONS, condition_around))
    assert len(function.blocks) == 2 * CONDITIONS + 2
    assert phis_after_mem2reg(function) == CONDITIONS


def test_nested_loops() -> None:
    function = lowered(nested(LOOPS, loop_around))
    assert LoopForest(function).loops[-1].depth == LOOPS
    assert phis_after_mem2reg(function) == 2 * LOOPS


def test_nested_loops_with_the_test_at_the_end() -> None:
    # The dominance frontiers have 6 million blocks for 2,000 loops.
    function = lowered(nested(LOOPS, loop_with_test_at_the_end_around))
    assert phis_after_mem2reg(function) == LOOPS


def test_many_statements() -> None:
    statements: list[Statement] = [increment("x") for _ in range(LONG)]
    function = lowered(Block([VariableDeclaration(["x"], call("gas")), *statements]))
    assert phis_after_mem2reg(function) == 0


def test_liveness_in_many_blocks() -> None:
    line = graph(", ".join(f"b{number}: b{number + 1}" for number in range(LONG - 1)))
    (parameter,) = line.parameters
    last = line.blocks[-1].terminator
    assert last is not None
    last.add_operand(parameter)
    assert sum(map(len, Liveness(line).live_in.values())) == LONG - 1
