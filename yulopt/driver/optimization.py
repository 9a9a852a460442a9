"""The steps of a build over a program: read, optimised, printed."""

from __future__ import annotations

from yulopt.analysis.side_effects import contains_msize
from yulopt.dialect import Dialect
from yulopt.driver.options import NO_CODE, WITHOUT_MSIZE, Options, options_of_arguments
from yulopt.errors import Source, located
from yulopt.passes.step import Observer
from yulopt.suite.bare_run import run_bare
from yulopt.suite.checkpoints import Checkpoint, read_checkpoint
from yulopt.suite.suite import Settings, optimize_object
from yulopt.syntax.arguments import DEFAULT_RUNS, check_argument, check_runs
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.syntax.validate import check_object_paths


def optimize_source(
    source: Source,
    options: Options,
    *,
    observer: Observer | None = None,
    verify_each: bool = False,
    locations: Locations | None = None,
) -> Object:
    """The program in a text after its steps.

    `observer` is notified of every step that runs. With `verify_each`, a run of the suite skips
    nothing, and raises `StepError` where a declaration of a step is wrong. The source locations
    that the text is annotated with are added to `locations`, if given. Raises `YulError` for bad
    input.
    """
    program = parse_source(source, options.dialect, locations)
    optimize_parsed(program, source, options, observer=observer, verify_each=verify_each)
    return program


def optimize_parsed(
    program: Object,
    source: Source,
    options: Options,
    *,
    observer: Observer | None = None,
    verify_each: bool = False,
) -> None:
    """The same for the program that was parsed from a text, in place."""
    bare = options.bare
    checkpoint = read_checkpoint(source, program) if bare else None
    with located(source.filename):
        optimize_tree(
            program, options, observer=observer, checkpoint=checkpoint, verify_each=verify_each
        )
    if not bare:
        check_object_paths(program, source)


def optimize_tree(
    program: Object,
    options: Options,
    *,
    observer: Observer | None = None,
    checkpoint: Checkpoint | None = None,
    verify_each: bool = False,
) -> None:
    """The same for a program without a text; a bare run resumes at `checkpoint`."""
    check_runs(options.runs)
    sequence = options.sequence
    watching = Observer() if observer is None else observer

    def run() -> None:
        if is_left_alone(program, options):
            return
        watching.enter_program(program)
        settings = Settings(
            options.dialect,
            sequence.main,
            sequence.cleanup,
            options.runs,
            options.stack_allocation,
            watching,
            verify_each,
            options.calls,
            sequence.beyond or (checkpoint is not None and checkpoint.is_beyond),
            options.spills_by_a_step,
        )
        if options.bare:
            run_bare(program, settings, checkpoint)
        else:
            optimize_object(program, settings)

    if options.optimized != NO_CODE:
        run_with_deep_stack(run)


def is_left_alone(program: Object, options: Options) -> bool:
    """Whether no step runs over a program, nor is its stack allocated: solc's optimiser is off, and
    the program asks for the size of memory."""
    return options.optimized == WITHOUT_MSIZE and any(
        contains_msize(item.code) for item in program.all_objects()
    )


def program_text(program: Object, *, bare: bool) -> str:
    """The text of an optimised program; a bare block is printed as a block after a bare run."""
    if bare and program.is_bare_block:
        return print_yul(program.code) + "\n"
    return print_yul(program)


def commented_text(program: Object, locations: Locations, dialect: Dialect, *, bare: bool) -> str:
    """The same with comments of source locations, as solc prints them.

    `locations` are those of the text that the program was read from.
    """
    # Not needed by default.
    from yulopt.syntax.located_printer import (
        print_block_with_locations,
        print_with_locations,
        read_again,
    )

    is_block = bare and program.is_bare_block
    program, locations = read_again(program, locations, dialect)
    if is_block:
        return print_block_with_locations(program, locations, dialect)
    return print_with_locations(program, locations, dialect)


def run_steps(
    program: Object | Block,
    steps: str,
    *,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
) -> None:
    """Run the Disambiguator and the given steps over a parsed program, in place.

    `program` is a whole object tree, or the code of one object; all code is taken as deployed.
    Raises `SequenceError` for a malformed sequence, and `StepError` when the program lacks a form
    that a step requires; ValueError and TypeError for bad arguments.
    """
    check_argument("program", program, Object, Block)
    check_argument("steps", steps, str)
    options = options_of_arguments(steps, bare=True, evm_version=evm_version, runs=runs)
    tree = Object("object", program) if isinstance(program, Block) else program
    optimize_tree(tree, options)
