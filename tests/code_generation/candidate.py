"""The outputs of yulopt for a program."""

from __future__ import annotations

from tests.code_generation.programs import Answer, Program, too_deep
from yulopt.assembly.assembler import assemble
from yulopt.assembly.pressure import stack_too_deep
from yulopt.driver.build import generate_tree
from yulopt.driver.optimization import optimize_source
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.syntax.printer import print_yul


def answer(program: Program) -> Answer:
    """The Yul and the code."""
    options = Options(
        ":", evm_version=program.evm_version, stack_allocation=program.stack_allocation
    )
    tree = optimize_source(Source(program.source), options)
    yul = print_yul(tree)
    compiled = generate_tree(tree, options)
    error = stack_too_deep(compiled, Source(program.source))
    if error is not None:
        return Answer("", too_deep(error.variable, error.deficit))
    return Answer(yul, assemble(compiled, options.dialect).to_hex())
