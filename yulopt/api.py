"""Runs over parsed programs: the suite, bare sequences, and single steps."""

from __future__ import annotations

from types import NoneType

from yulopt.dialect import NEWEST, Dialect, Release, chosen_dialect
from yulopt.errors import Source, YulError
from yulopt.frequency.call_profile import CallProfile
from yulopt.pipeline.checkpoints import Checkpoint, object_at, read_checkpoint
from yulopt.pipeline.named_sequences import read_sequence
from yulopt.pipeline.pipelines import Pipeline
from yulopt.pipeline.registry import StepLetters
from yulopt.pipeline.sequence import Group, Sequence, parse_sequence
from yulopt.pipeline.step import BEFORE, CLEANUP, MAIN, Context, Observer
from yulopt.pipeline.suite import (
    Settings,
    make_context,
    optimize_object,
    run_group,
)
from yulopt.pipeline.worlds import behaviour_of
from yulopt.syntax.arguments import DEFAULT_RUNS, check_argument, check_run_arguments, check_runs
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.syntax.validate import check_object_paths


def chosen_pipeline(
    steps: str | None,
    sequence: str | None = None,
    pipeline: Pipeline | str | None = None,
    *,
    release: Release = NEWEST,
) -> Pipeline:
    """The pipeline that is given or named, or the one of these steps; None is the default of the
    release of solc.

    Raises ValueError for more than one of them, and for an unknown name; TypeError for what is
    none of these.
    """
    given = {"steps": steps, "sequence": sequence, "pipeline": pipeline}
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise ValueError(f"{' and '.join(names)} exclude each other")
    check_argument("pipeline", pipeline, Pipeline, str, NoneType)
    if pipeline is not None:
        return Pipeline.named(pipeline) if isinstance(pipeline, str) else pipeline
    if steps is None and sequence is None:
        return Pipeline(default_steps(release))
    return Pipeline(steps if sequence is None else read_sequence(sequence))


def default_steps(release: Release) -> str | None:
    """The sequence that a release runs by default, None for that of the newest one."""
    name = release.default_sequence
    return None if name == NEWEST.default_sequence else read_sequence(name)


def optimize_program(
    source: Source,
    sequence: Sequence,
    *,
    bare: bool,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    observer: Observer | None = None,
    verify_each: bool = False,
    locations: Locations | None = None,
    calls: CallProfile | None = None,
) -> Object:
    """Like `optimize`, with parsed arguments; returns the optimised object tree.

    `observer` is told of every step that runs. With `verify_each`, a run of the suite leaves
    out nothing, and raises `StepError` where what a step declares about itself is wrong. What the
    text says about where it comes from is added to `locations`, if that is given. `calls` tells how
    often each function of the deployed code is called.
    """
    program = parse_source(source, dialect, locations)
    optimize_parsed(
        program,
        source,
        sequence,
        bare=bare,
        dialect=dialect,
        runs=runs,
        stack_allocation=stack_allocation,
        observer=observer,
        verify_each=verify_each,
        calls=calls,
    )
    return program


def optimize_parsed(
    program: Object,
    source: Source,
    sequence: Sequence,
    *,
    bare: bool,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    observer: Observer | None = None,
    verify_each: bool = False,
    calls: CallProfile | None = None,
) -> None:
    """Like `optimize_program`, for the program that was parsed from a text, in place."""
    checkpoint = read_checkpoint(source, program) if bare else None
    try:
        optimize_tree(
            program,
            sequence,
            bare=bare,
            dialect=dialect,
            runs=runs,
            stack_allocation=stack_allocation,
            observer=observer,
            checkpoint=checkpoint,
            verify_each=verify_each,
            calls=calls,
        )
    except YulError as error:
        error.locate(source.filename)
        raise
    if not bare:
        check_object_paths(program, source)


def optimize_tree(
    program: Object,
    sequence: Sequence,
    *,
    bare: bool,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    observer: Observer | None = None,
    checkpoint: Checkpoint | None = None,
    verify_each: bool = False,
    calls: CallProfile | None = None,
) -> None:
    """Like `optimize_program`, for a parsed program, in place.

    `checkpoint` is where a bare run goes on.
    """
    check_runs(runs)
    watching = Observer() if observer is None else observer

    def run() -> None:
        watching.enter_program(program)
        if bare:
            bare_run = _BareRun(sequence, dialect, runs, watching, stack_allocation, calls)
            bare_run.run(program, checkpoint)
        else:
            cleanup = default_cleanup() if sequence.cleanup is None else sequence.cleanup
            settings = Settings(
                dialect,
                sequence.main,
                cleanup,
                runs,
                stack_allocation,
                watching,
                verify_each,
                calls,
                sequence.beyond,
            )
            optimize_object(program, settings)

    run_with_deep_stack(run)


def program_text(program: Object, *, bare: bool) -> str:
    """The text of an optimised program; after a bare run a block is a block again."""
    if bare and program.is_bare_block:
        return print_yul(program.code) + "\n"
    return print_yul(program)


def commented_text(program: Object, locations: Locations, dialect: Dialect, *, bare: bool) -> str:
    """The same with comments that say where the code comes from, as solc prints them.

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
        return print_block_with_locations(program, locations)
    return print_with_locations(program, locations)


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
    the form that it needs; ValueError and TypeError for bad arguments.
    """
    check_argument("program", program, Object, Block)
    check_argument("steps", steps, str)
    check_run_arguments(evm_version=evm_version, runs=runs)
    check_runs(runs)
    tree = Object("object", program) if isinstance(program, Block) else program
    sequence = parse_steps(steps)
    dialect = chosen_dialect(evm_version)
    run_with_deep_stack(lambda: _BareRun(sequence, dialect, runs).run(tree, None))


def parse_steps(steps: str | None, *, name: str = "<steps>", beyond: bool = False) -> Sequence:
    """Read a step sequence; None is solc's default. `name` is for errors; `beyond` is that of
    `Sequence`."""
    text = read_sequence("default") if steps is None else steps
    sequence = parse_sequence(text, StepLetters(), filename=name)
    return Sequence(sequence.main, sequence.cleanup, beyond)


def sequence_text(steps: str | None, *, bare: bool) -> str:
    """The whole text of a sequence: None is solc's, and without `:` solc's clean-up is added.

    Offsets into what the caller wrote are offsets into this text.
    """
    text = read_sequence("default") if steps is None else steps
    return text if bare or ":" in text else f"{text}:{read_sequence('cleanup')}"


def default_cleanup() -> Group:
    """The clean-up part that a sequence without `:` gets."""
    return parse_steps(read_sequence("cleanup")).main


class _BareRun:
    """A run of nothing but the Disambiguator and the given steps."""

    def __init__(
        self,
        sequence: Sequence,
        dialect: Dialect,
        runs: int,
        observer: Observer | None = None,
        stack_allocation: bool = True,
        calls: CallProfile | None = None,
    ) -> None:
        self.sequence = sequence
        self.dialect = dialect
        self.runs = runs
        self.observer = Observer() if observer is None else observer
        self.stack_allocation = stack_allocation
        self.calls = calls

    def run(self, program: Object, checkpoint: Checkpoint | None) -> None:
        """Run over all objects of a tree, or only over the one that a checkpoint names."""
        if checkpoint is not None:
            path, tree = object_at(program, checkpoint.number)
            # Code that comes from the middle of a run need not have the form that steps ask for.
            context = self._prepare(
                path,
                tree.code,
                is_creation=checkpoint.is_creation,
                is_beyond=checkpoint.is_beyond,
            )
            context.dispenser.resume(checkpoint.taken, checkpoint.counter)
            self._run_sequence(context, tree.code, check_requirements=False)
            return
        pending = [(program.name, program)]
        while pending:
            path, tree = pending.pop()
            pending.extend((f"{path}.{child.name}", child) for child in tree.sub_objects)
            # Code that is looked at by itself counts as deployed, whatever its object is called.
            context = self._prepare(path, tree.code, is_creation=False)
            self._run_sequence(context, tree.code, check_requirements=True)

    def _prepare(
        self, path: str, code: Block, *, is_creation: bool, is_beyond: bool = False
    ) -> Context:
        self.observer.enter_object(path, code)
        self.observer.enter_part(BEFORE)
        executions = None if is_creation else self.runs
        sequence = self.sequence
        beyond = is_beyond or sequence.beyond
        return make_context(
            code,
            self.dialect,
            executions,
            self.observer,
            stack_allocation=self.stack_allocation,
            calls=self.calls,
            behaviour=behaviour_of(self.dialect, sequence.main, sequence.cleanup, beyond=beyond),
        )

    def _run_sequence(self, context: Context, code: Block, *, check_requirements: bool) -> None:
        parts = ((MAIN, self.sequence.main), (CLEANUP, self.sequence.cleanup))
        for part, group in parts:
            if group is not None:
                self.observer.enter_part(part)
                run_group(group, context, code, check_requirements=check_requirements)
