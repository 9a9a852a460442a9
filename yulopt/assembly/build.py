"""From source text to compiled objects: read, optimise, generate code."""

from __future__ import annotations

from yulopt.api import default_cleanup
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.objects import Object
from yulopt.parser import parse_source
from yulopt.sequence import Sequence
from yulopt.suite import DEFAULT_RUNS, Settings, make_context, optimize_object


def build(
    source: Source, sequence: Sequence | None, dialect: Dialect, runs: int = DEFAULT_RUNS
) -> CompiledObject:
    """Compile a program that was optimised with a sequence; None leaves it as it is.

    Raises `YulError` for bad input. What is out of reach is noted in the result.
    """
    program = parse_source(source, dialect)

    def run() -> CompiledObject:
        if sequence is None:
            _make_names_unique(program, dialect)
        else:
            cleanup = default_cleanup() if sequence.cleanup is None else sequence.cleanup
            optimize_object(program, Settings(dialect, sequence.main, cleanup, runs))
        return compile_object(program, dialect)

    return run_with_deep_stack(run)


def _make_names_unique(program: Object, dialect: Dialect) -> None:
    make_context(program.code, dialect)
    for child in program.sub_objects:
        _make_names_unique(child, dialect)
