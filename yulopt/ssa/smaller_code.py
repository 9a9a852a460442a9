"""After a round trip, functions that became more bytes of code are put back as they were.

What is compared is the EVM code that would be generated after the usual clean-up, of each function
and then of the whole object. It is generated at most three times, however many functions there are.
"""

from __future__ import annotations

from collections.abc import Collection

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.api import default_cleanup
from yulopt.assembly.code_sizes import CodeSizes, Sizes, total_size
from yulopt.pipeline.step import Context
from yulopt.pipeline.suite import finished_copy
from yulopt.ssa.raising.naming import Originals
from yulopt.syntax.ast import Block, FunctionDefinition


def sizes_when_finished(context: Context) -> CodeSizes:
    """Measures code in the middle of a run as if solc's clean-up sequence came next."""
    cleanup = default_cleanup()
    return CodeSizes(context.dialect, lambda code: finished_copy(cleanup, context, code))


def put_back_larger_functions(
    code: Block, originals: Originals, before: Sizes, measure: CodeSizes
) -> None:
    """Put back, in place, what made the raised code of an object larger.

    `before` are the sizes of what it was raised from, by the same measure. Functions for which no
    code could be generated before are left alone.
    """
    after = measure(code)
    # No code is generated for functions that are not called any more.
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
