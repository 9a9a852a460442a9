"""Making variables, which may be assigned several times, of values.

Source: chapter 08, sections 1.2 and 7 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.function import Function, Instruction, NamedValue, Phi, Result, Variable
from yulopt.ssa.ir.instructions import Copy


def assign_variable(value: NamedValue, variable: Variable) -> None:
    """Let the definition of a value assign the variable instead, and everything read that.

    Nothing defines a parameter or a phi result in this sense: for them, only what reads them is
    changed.
    """
    value.replace_all_uses(variable)
    if isinstance(value, Result) and not isinstance(value.instruction, Phi):
        results = value.instruction.results
        results[results.index(value)] = variable


def assign_parameters(function: Function, variable_of: dict[NamedValue, Variable]) -> None:
    """Copy the parameters into the variables that they are the first value of."""
    copies: list[Instruction] = []
    for parameter in function.parameters:
        variable = variable_of.get(parameter)
        if variable is not None:
            copy = Copy(variable, parameter)
            copy.block = function.entry
            copies.append(copy)
    function.entry.instructions = copies + function.entry.instructions
