"""From Yul through SSA form and back.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.ast import Block
from yulopt.dialect import Dialect
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import run_pipeline
from yulopt.ssa.raising.raising import raise_module
from yulopt.ssa.source_names import name_after_variables
from yulopt.ssa.ssa_pass import Pass


def round_trip(code: Block, dialect: Dialect, passes: Sequence[Pass] = ()) -> Block:
    """The code of an object after some passes in SSA form.

    The names of the code must be unique, as the Disambiguator makes them. The result is new, has
    its functions at the top level behind one block, and unique names; values that were in a
    variable are called like it.
    """
    module = lower(code, dialect)
    for function in module.functions.values():
        name_after_variables(function)
    run_pipeline(list(passes), module)
    return raise_module(module)
