"""UnusedFunctionParameterPruner (`p`): splits functions with unused parameters or results.

The function keeps its name and loses its unused parameters and results. All calls go to a new
forwarding function with the old signature, which FullInliner (`i`) then inlines.

Example::

    {
        {
            let a, b := f(1, 2)
            sstore(a, b)
        }
        function f(x, unused) -> y, zero
        {
            y := sload(x)
            sstore(x, 1)
        }
    }

becomes::

    {
        {
            let a, b := f_1(1, 2)
            sstore(a, b)
        }
        function f(x) -> y
        {
            y := sload(x)
            sstore(x, 1)
        }
        function f_1(x_2, unused_3) -> y_4, zero_5
        { y_4 := f(x_2) }
    }

Source: chapter 03, section 5 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.references import count_variable_references
from yulopt.gas.metrics import code_size
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.renamer import displace_names
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.names import NameDispenser


class UnusedFunctionParameterPruner(Step):
    """Splits functions with unused parameters or results."""

    name = "UnusedFunctionParameterPruner"
    letter = "p"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        used = count_variable_references(block)
        selected = {
            function.name
            for function in functions_in(block)
            if not _is_too_simple(function)
            and any(name not in used for name in (*function.parameters, *function.returns))
        }
        new_names = displace_names(block, selected, context.dispenser)
        original_names = {new_name: original for original, new_name in new_names.items()}
        statements: list[Statement] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition) and statement.name in original_names:
                linking = _linking_function(
                    statement, original_names[statement.name], used, context.dispenser
                )
                _make_slim(statement, original_names[statement.name], used)
                statements.extend((statement, linking))
            else:
                statements.append(statement)
        block.statements = statements


def _is_too_simple(function: FunctionDefinition) -> bool:
    """Whether the function will be inlined anyway."""
    return len(function.body.statements) <= 1 and code_size(function.body) <= 1


def _make_slim(function: FunctionDefinition, name: str, used: dict[str, int]) -> None:
    function.name = name
    function.parameters = [name for name in function.parameters if name in used]
    function.keep_returns(lambda name: name in used)


def _linking_function(
    function: FunctionDefinition, slim_name: str, used: dict[str, int], dispenser: NameDispenser
) -> FunctionDefinition:
    """A function with the signature of `function` that only calls the slim one."""
    position = function.position
    parameters = [dispenser.new_name(name) for name in function.parameters]
    returns = [dispenser.new_name(name) for name in function.returns]
    arguments: list[Expression] = [
        Identifier(parameter, position)
        for parameter, original in zip(parameters, function.parameters, strict=True)
        if original in used
    ]
    call = FunctionCall(slim_name, arguments, None, position)
    targets = [
        Identifier(variable, position)
        for variable, original in zip(returns, function.returns, strict=True)
        if original in used
    ]
    body = Assignment(targets, call, position) if targets else ExpressionStatement(call, position)
    return FunctionDefinition(
        function.name,
        parameters,
        returns,
        Block([body], position),
        position,
        function.return_positions,
    )
