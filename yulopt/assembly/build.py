"""From source text to compiled objects: read, optimise, generate code."""

from __future__ import annotations

from yulopt.api import optimize_program
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.pipeline.sequence import Sequence
from yulopt.pipeline.suite import DEFAULT_RUNS, make_context
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.validate import check_object_paths


def build(
    source: Source,
    sequence: Sequence | None,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    *,
    bare: bool = False,
    stack_allocation: bool = True,
) -> CompiledObject:
    """Compile a program that was optimised with a sequence; None leaves it as it is.

    The settings mean what they mean for `yulopt.optimize`. Raises `YulError` for bad input. What
    is out of reach is noted in the result.
    """
    if sequence is None:
        program = parse_source(source, dialect)
    else:
        program = optimize_program(
            source,
            sequence,
            bare=bare,
            dialect=dialect,
            runs=runs,
            stack_allocation=stack_allocation,
        )
    if sequence is None or bare:
        check_object_paths(program, source)
        # A bare run that goes on in the middle of a trace prepares no object but one.
        run_with_deep_stack(lambda: _make_names_unique(program, dialect))
    return compile_object(program, dialect, stack_allocation=stack_allocation)


def _make_names_unique(program: Object, dialect: Dialect) -> None:
    make_context(program.code, dialect)
    for child in program.sub_objects:
        _make_names_unique(child, dialect)
