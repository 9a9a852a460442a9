"""The ways in: text to text, and steps over a parsed program."""

from __future__ import annotations

from yulopt.ast import Block
from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for, parse_evm_version
from yulopt.errors import Source, StepError
from yulopt.named_sequences import read_sequence
from yulopt.objects import Object
from yulopt.parser import parse_source
from yulopt.printer import print_yul
from yulopt.sequence import Group, Sequence, parse_sequence
from yulopt.step import Observer
from yulopt.suite import (
    DEFAULT_RUNS,
    Settings,
    make_context,
    optimize_object,
    run_group,
    steps_by_letter,
)


def optimize(
    source: str,
    steps: str | None = None,
    *,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
) -> str:
    """Optimise Yul text; returns Yul text, exactly as solc prints it.

    `source`: an object or a bare block. `steps`: a step sequence; None is solc's default, and a
    sequence without `:` gets solc's default clean-up. `bare`: run only the Disambiguator and the
    given steps, without the frame that solc puts around them, and take all code as deployed; a
    bare block then gives a bare block. `evm_version`: None is the default version. `runs`: how
    often deployed code is expected to run. `stack_allocation`: solc's setting of that name.

    Raises `YulError` for bad input, ValueError for bad arguments.
    """
    program = optimize_program(
        Source(source),
        parse_steps(steps),
        bare=bare,
        dialect=_dialect(evm_version),
        runs=runs,
        stack_allocation=stack_allocation,
    )
    return program_text(program, bare=bare)


def optimize_program(
    source: Source,
    sequence: Sequence,
    *,
    bare: bool,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    observer: Observer | None = None,
) -> Object:
    """Like `optimize`, with parsed arguments; returns the optimised object tree.

    `observer` is told of every step that runs.
    """
    program = parse_source(source, dialect)
    try:
        optimize_tree(
            program,
            sequence,
            bare=bare,
            dialect=dialect,
            runs=runs,
            stack_allocation=stack_allocation,
            observer=observer,
        )
    except StepError as error:
        error.filename = source.filename
        raise
    return program


def optimize_tree(
    program: Object,
    sequence: Sequence,
    *,
    bare: bool,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    observer: Observer | None = None,
) -> None:
    """Like `optimize_program`, for a parsed program, in place."""
    if not 0 <= runs < 2**64:
        raise ValueError(f"runs must be between 0 and 2**64 - 1, not {runs}")
    watching = Observer() if observer is None else observer

    def run() -> None:
        if bare:
            _run_bare(program, sequence, dialect, runs, watching)
        else:
            cleanup = default_cleanup() if sequence.cleanup is None else sequence.cleanup
            settings = Settings(dialect, sequence.main, cleanup, runs, stack_allocation, watching)
            optimize_object(program, settings)

    run_with_deep_stack(run)


def program_text(program: Object, *, bare: bool) -> str:
    """The text of an optimised program; after a bare run a block is a block again."""
    if bare and program.is_bare_block:
        return print_yul(program.code) + "\n"
    return print_yul(program)


def run_steps(
    program: Object | Block,
    steps: str,
    *,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
) -> None:
    """Run the Disambiguator and the given steps over a parsed program, in place.

    `program` is a whole object tree, or the code of one object; all code is taken as deployed.
    Raises `SequenceError` for a malformed sequence, and `StepError` when a step would not find
    the form that it needs.
    """
    tree = Object("object", program) if isinstance(program, Block) else program
    sequence = parse_steps(steps)
    dialect = _dialect(evm_version)
    run_with_deep_stack(lambda: _run_bare(tree, sequence, dialect, runs, Observer()))


def parse_steps(steps: str | None, *, name: str = "<steps>") -> Sequence:
    """Read a step sequence; None is solc's default. `name` is for errors."""
    text = read_sequence("default") if steps is None else steps
    return parse_sequence(text, steps_by_letter(), filename=name)


def default_cleanup() -> Group:
    """The clean-up part that a sequence without `:` gets."""
    return parse_steps(read_sequence("cleanup")).main


def _run_bare(
    program: Object, sequence: Sequence, dialect: Dialect, runs: int, observer: Observer
) -> None:
    pending = [(program.name, program)]
    while pending:
        path, tree = pending.pop()
        pending.extend((f"{path}.{child.name}", child) for child in tree.sub_objects)
        observer.enter_object(path, tree.code)
        # Code that is looked at by itself counts as deployed, whatever its object is called.
        context = make_context(tree.code, dialect, runs, observer)
        for group in (sequence.main, sequence.cleanup):
            if group is not None:
                run_group(group, context, tree.code, check_requirements=True)


def _dialect(evm_version: str | None) -> Dialect:
    version = DEFAULT_EVM_VERSION if evm_version is None else parse_evm_version(evm_version)
    return dialect_for(version)
