"""From Yul through SSA form and back; functions that became larger are restored.

The EVM code generated after the usual clean-up is compared, per function and then for the whole
object. It is generated at most three times, whatever the number of functions.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.declarations import declared_names
from yulopt.assembly.code_sizes import CodeSizes, Sizes, total_size
from yulopt.dialect import Dialect
from yulopt.passes.step import Context
from yulopt.ssa.ir.names import name_after_variables
from yulopt.ssa.kernel.pass_contract import Pass
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.raising.naming import Originals
from yulopt.ssa.raising.raising import raise_module
from yulopt.suite.reading import default_cleanup
from yulopt.suite.suite import finished_copy
from yulopt.syntax.ast import Block, FunctionDefinition
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

    The names of the code must be unique, as the Disambiguator makes them; the code is consumed. The
    result has its functions at the top level after one block, and unique names; values that were in
    a variable are named after it. With a `measure`, functions that would become larger, by it or by
    the optimiser's own measure of size, keep their original code; with a `price`, those that would
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
    """Apply a round trip as a step: the code of an object is changed in place."""
    passes = parse_pipeline(pipeline)
    result = round_trip(block, context.dialect, passes, measure=measure, price=price)
    block.statements = result.statements
    context.dispenser.reset(declared_names(block))


def sizes_when_finished(context: Context) -> CodeSizes:
    """Measures code in the middle of a run as if solc's clean-up sequence came next."""
    cleanup = default_cleanup()
    return CodeSizes(context.dialect, lambda code: finished_copy(cleanup, context, code))


def put_back_larger_functions(
    code: Block, originals: Originals, before: Sizes, measure: CodeSizes
) -> None:
    """Restore, in place, the functions that made the raised code of an object larger.

    `before`: the original sizes, by the same measure. Functions for which no code could be
    generated before are left alone.
    """
    after = measure(code)
    # No code is generated for functions that are no longer called.
    worse = {name for name, size in before.items() if _is_larger(after.get(name, 0), size)}
    if worse:
        _put_back(code, originals, worse)
        after = measure(code)
    if _is_larger(total_size(after), total_size(before)):
        _put_back(code, originals, before)


def _is_larger(after: int | None, before: int | None) -> bool:
    return before is not None and (after is None or after > before)


def _put_back(code: Block, originals: Originals, names: Collection[str]) -> None:
    for index, statement in enumerate(code.statements):
        if isinstance(statement, FunctionDefinition):
            if statement.name in names:
                code.statements[index] = originals.definition(statement.name)
        elif OUTERMOST in names:
            code.statements[index] = Block(originals.main_code())
