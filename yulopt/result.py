"""What a run of the optimiser did, beside the text that it made."""

from __future__ import annotations

import attr

from yulopt.driver.build import finish, generate_tree
from yulopt.driver.optimization import commented_text, program_text
from yulopt.driver.options import Options, options_of_arguments
from yulopt.errors import Source, YulError
from yulopt.gas.metrics import AST_SIZE, METRICS
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.arguments import DEFAULT_RUNS, check_argument
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.validate import check_object_paths
from yulopt.trace.recorder import record_program
from yulopt.trace.recording import Metrics, Recording, Settings, total


@attr.s(auto_attribs=True)
class StepResult:
    """One run of one step over the code of one object.

    `object_path` is the name of the object after those around it, with dots; `changed` is whether
    the text of its code was another afterwards; `before` and `after` are its size and its gas;
    `seconds` is wall-clock time. `letter` is empty for a step without one.
    """

    name: str
    letter: str
    object_path: str
    changed: bool
    before: Metrics
    after: Metrics
    seconds: float


@attr.s(auto_attribs=True, eq=False)
class OptimizationResult:
    """What the optimiser made of a program.

    `text` is what `yulopt.optimize` returns; `before` and `after` are size and gas of the code of
    all objects together; `steps` are the runs of steps, in their order.
    """

    text: str
    before: Metrics
    after: Metrics
    steps: list[StepResult]
    _program: Object = attr.ib(repr=False)
    _options: Options = attr.ib(repr=False)

    def code_bytes(self) -> int | None:
        """How many bytes the EVM code of the whole object has: those of `yulopt.compile`.

        None if there is no code: where the stack is too deep, or something cannot be placed.
        """
        options = self._options
        try:
            check_object_paths(self._program, Source(self.text))
            parts = finish(generate_tree(self._program, options), options)
            return len(parts[self._program].content)
        except YulError:
            return None


def optimize_with_report(
    source: str,
    steps: str | None = None,
    *,
    sequence: str | None = None,
    pipeline: Pipeline | str | None = None,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    metric: str = AST_SIZE,
    keep_source_comments: bool = False,
) -> OptimizationResult:
    """Optimise Yul text like `yulopt.optimize`, and tell what every step did.

    `metric` is what counts as size: `"ast"`, solc's own measure of code, or `"bytes"`, those of the
    code of an object as it stands, assembled with all passes over its assembly; a size in bytes is
    None where something is out of reach of the stack. Other arguments and errors are those of
    `yulopt.optimize`. It takes longer, since the code is measured after every step, and for
    `"bytes"` assembled.
    """
    check_argument("source", source, str)
    check_argument("metric", metric, str)
    check_argument("keep_source_comments", keep_source_comments, bool)
    if metric not in METRICS:
        raise ValueError(f"unknown metric {metric!r}; choose one of {', '.join(METRICS)}")
    options = options_of_arguments(
        steps,
        sequence,
        pipeline,
        bare=bare,
        evm_version=evm_version,
        runs=runs,
        stack_allocation=stack_allocation,
    )
    settings = Settings("<input>", options, metric)
    locations = Locations() if keep_source_comments else None
    program, recording = record_program(Source(source), settings, texts=False, locations=locations)
    before, after = _totals(recording)
    return OptimizationResult(
        commented_text(program, locations, options.dialect, bare=bare)
        if locations
        else program_text(program, bare=bare),
        before,
        after,
        [
            StepResult(
                run.name,
                run.letter,
                recording.objects[run.object_number].path,
                run.changed,
                run.before,
                run.after,
                run.seconds,
            )
            for run in recording.steps
        ],
        program,
        options,
    )


def _totals(recording: Recording) -> tuple[Metrics, Metrics]:
    """Size and gas of all objects together, before and after the run."""
    before = [recorded.metrics for recorded in recording.objects]
    after = list(before)
    for run in recording.steps:
        after[run.object_number] = run.after
    return total(before), total(after)
