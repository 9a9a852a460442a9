"""From Yul through SSA form and back.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yulopt.analysis.declarations import declared_names
from yulopt.ast import Block
from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import Dialect
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline, run_pipeline
from yulopt.ssa.raising.originals import Originals
from yulopt.ssa.raising.raising import raise_module
from yulopt.ssa.source_names import name_after_variables
from yulopt.ssa.ssa_pass import Pass
from yulopt.step import Context


def round_trip(
    code: Block,
    dialect: Dialect,
    passes: Sequence[Pass] = (),
    *,
    keep_better: bool = False,
    price: Callable[[Block], int] | None = None,
) -> Block:
    """The code of an object after some passes in SSA form.

    The names of the code must be unique, as the Disambiguator makes them; the code is used up. The
    result has its functions at the top level behind one block, and unique names; values that were
    in a variable are called like it. With `keep_better`, functions that would become larger stay
    what they were; with a `price`, those that would not become cheaper.
    """
    return run_with_deep_stack(lambda: _round_trip(code, dialect, passes, keep_better, price))


def _round_trip(
    code: Block,
    dialect: Dialect,
    passes: Sequence[Pass],
    keep_better: bool,
    price: Callable[[Block], int] | None,
) -> Block:
    originals = Originals(code, keep_better=keep_better, price=price)
    module = lower(code, dialect)
    for function in module.functions.values():
        name_after_variables(function)
    run_pipeline(list(passes), module)
    return raise_module(module, originals)


def take_through_ssa(
    context: Context,
    block: Block,
    pipeline: str,
    *,
    keep_better: bool = False,
    price: Callable[[Block], int] | None = None,
) -> None:
    """What a step does that is a round trip: the code of an object is changed in place."""
    passes = parse_pipeline(pipeline)
    result = round_trip(block, context.dialect, passes, keep_better=keep_better, price=price)
    block.statements = result.statements
    context.dispenser.reset(declared_names(block))
