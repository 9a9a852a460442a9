"""FunctionSpecializer (`F`): makes a copy of a function for each call with literal arguments.

In the copy the literals are local variables, so that later steps can simplify it. Recursive
functions are left alone.

Example::

    {
        { sstore(0, f(calldataload(0), 7)) }
        function f(x, y) -> z
        { z := mul(x, sload(y)) }
    }

becomes::

    {
        {
            sstore(0, f_1(calldataload(0)))
        }
        function f_1(x_4) -> z_2
        {
            let y_3 := 7
            z_2 := mul(x_4, sload(y_3))
        }
        function f(x, y) -> z
        { z := mul(x, sload(y)) }
    }

Source: chapter 03, section 6 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.declarations import declared_variables
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.copying import RenamingCopier
from yulopt.syntax.names import NameDispenser, hash_ordered
from yulopt.syntax.visitor import Transformer


class FunctionSpecializer(Step):
    """Makes a copy of a function for each call with literal arguments."""

    name = "FunctionSpecializer"
    letter = "F"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        kept = context.recursive_functions(block)
        if not context.behaviour.assigns_immutables_once:
            # Generated code may have only one assignment.
            kept |= context.call_graph(block).functions_that_call("setimmutable")
        collector = _LiteralArguments(kept, context.dispenser)
        collector.visit_block(block)
        statements: list[Statement] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                for specialization in collector.specializations.get(statement.name, ()):
                    statements.append(_specialize(statement, specialization, context.dispenser))
            statements.append(statement)
        block.statements = statements


class _Specialization:
    """A copy to make: its name, and per parameter the literal that replaces it, if any."""

    def __init__(self, name: str, arguments: list[Literal | None]) -> None:
        self.name = name
        self.arguments = arguments


class _LiteralArguments(Transformer):
    """Removes the literals from all calls and records them for the copies."""

    def __init__(self, kept: set[str], dispenser: NameDispenser) -> None:
        self.specializations: dict[str, list[_Specialization]] = {}
        self._kept = kept
        self._dispenser = dispenser

    def visit_call(self, call: FunctionCall) -> Expression:
        has_literals = False
        arguments = call.arguments
        for index in range(len(arguments) - 1, -1, -1):
            argument = arguments[index]
            if isinstance(argument, FunctionCall):
                self.visit_call(argument)
            elif isinstance(argument, Literal):
                has_literals = True
        if has_literals and call.builtin is None and call.name not in self._kept:
            literals = [
                argument if isinstance(argument, Literal) else None for argument in arguments
            ]
            name = self._dispenser.new_name(call.name)
            specialization = _Specialization(name, literals)
            self.specializations.setdefault(call.name, []).append(specialization)
            call.name = name
            call.arguments = [
                argument for argument in arguments if not isinstance(argument, Literal)
            ]
        return call


def _specialize(
    function: FunctionDefinition, specialization: _Specialization, dispenser: NameDispenser
) -> FunctionDefinition:
    new_names = {
        name: dispenser.new_name(name) for name in hash_ordered(declared_variables(function))
    }
    copy = RenamingCopier(new_names).copy_function(function)
    copy.name = specialization.name
    arguments = list(zip(copy.parameters, specialization.arguments, strict=True))
    declarations: list[Statement] = []
    for parameter, literal in arguments:
        if literal is not None:
            declaration = VariableDeclaration([parameter], literal, function.position)
            declaration.names_position = function.names_position
            declarations.append(declaration)
    copy.parameters = [parameter for parameter, literal in arguments if literal is None]
    copy.body.statements[:0] = declarations
    return copy
