"""What yulopt makes of a program."""

from __future__ import annotations

from tests.code_generation.programs import Answer, Program, too_deep
from yulopt.api import optimize_program, parse_steps
from yulopt.assembly.assembler import assemble
from yulopt.assembly.compiled import compile_object
from yulopt.assembly.pressure import stack_too_deep
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.syntax.printer import print_yul


def answer(program: Program) -> Answer:
    """The Yul and the code."""
    dialect = dialect_for(parse_evm_version(program.evm_version))
    tree = optimize_program(
        Source(program.source),
        parse_steps(":"),
        bare=False,
        dialect=dialect,
        stack_allocation=program.stack_allocation,
    )
    yul = print_yul(tree)
    compiled = compile_object(tree, dialect, stack_allocation=program.stack_allocation)
    error = stack_too_deep(compiled, Source(program.source))
    if error is not None:
        return Answer("", too_deep(error.variable, error.deficit))
    return Answer(yul, assemble(compiled, dialect).to_hex())
