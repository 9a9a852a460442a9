"""From Yul through SSA form and back.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yulopt.analysis.declarations import declared_names
from yulopt.assembly.code_sizes import CodeSizes, Sizes
from yulopt.dialect import Dialect
from yulopt.pipeline.step import Context
from yulopt.ssa.ir.source_names import name_after_variables
from yulopt.ssa.lowering import lower
from yulopt.ssa.pass_contract import Pass
from yulopt.ssa.pipeline import parse_pipeline, run_pipeline
from yulopt.ssa.raising.naming import Originals
from yulopt.ssa.raising.raising import raise_module
from yulopt.ssa.smaller_code import put_back_larger_functions
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack


def round_trip(
    code: Block,
    dialect: Dialect,
    passes: Sequence[Pass] = (),
    *,
    measure: CodeSizes | None = None,
    price: Callable[[Block], int] | None = None,
) -> Block:
    """The code of an object after some passes in SSA form.

    The names of the code must be unique, as the Disambiguator makes them; the code is used up. The
    result has its functions at the top level behind one block, and unique names; values that were
    in a variable are called like it. With a `measure`, functions that would become larger, by it or
    by the optimiser's own measure of size, stay what they were; with a `price`, those that would
    not become cheaper.
    """
    return run_with_deep_stack(lambda: _round_trip(code, dialect, passes, measure, price))


def _round_trip(
    code: Block,
    dialect: Dialect,
    passes: Sequence[Pass],
    measure: CodeSizes | None,
    price: Callable[[Block], int] | None,
) -> Block:
    before: Sizes = {} if measure is None else measure(code)
    originals = Originals(code, keep_better=measure is not None, price=price)
    module = lower(code, dialect)
    for function in module.functions.values():
        name_after_variables(function)
    run_pipeline(list(passes), module)
    result = raise_module(module, originals)
    if measure is not None and before:
        put_back_larger_functions(result, originals, before, measure)
    return result


def take_through_ssa(
    context: Context,
    block: Block,
    pipeline: str,
    *,
    measure: CodeSizes | None = None,
    price: Callable[[Block], int] | None = None,
) -> None:
    """What a step does that is a round trip: the code of an object is changed in place."""
    passes = parse_pipeline(pipeline)
    result = round_trip(block, context.dialect, passes, measure=measure, price=price)
    block.statements = result.statements
    context.dispenser.reset(declared_names(block))
