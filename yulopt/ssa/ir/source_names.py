"""Names of the source's variables for the values that were in them.

Lowering numbers values; only cells have the names of variables, and they go with mem2reg. A value
that is stored into the cell of `x` is therefore called `x.1`, `x.2`, ... before, as phis are.

Source: chapter 08, sections 1.3 and 7.4 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.ssa.ir.function import Function, NamedValue, Result
from yulopt.ssa.ir.instructions import Store
from yulopt.ssa.ir.names import NameSupply

_CELL_SUFFIX: Final = ".addr"
_VERSION: Final = re.compile(r"(?:\.[0-9]+)+$")


def name_after_variables(function: Function) -> None:
    """Call numbered values by the variables whose cells they are stored into."""
    names = NameSupply(function)
    for instruction in function.all_instructions():
        if isinstance(instruction, Store):
            value, cell = instruction.value, instruction.cell
            if isinstance(value, Result) and value.name.isdigit() and isinstance(cell, NamedValue):
                value.name = names.version(cell.name.removesuffix(_CELL_SUFFIX))


def stem(value: NamedValue) -> str:
    """The name of the variable that a value belongs to, empty if it has only a number."""
    name = _VERSION.sub("", value.name.removesuffix(_CELL_SUFFIX))
    return "" if name.isdigit() else name
