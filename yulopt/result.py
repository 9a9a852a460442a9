"""The report of a run of the optimiser."""

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

    `object_path`: the name of the object after those of enclosing ones, with dots; `changed`:
    whether the text of its code changed; `before` and `after`: its size and gas; `seconds` is
    wall-clock time. `letter` is empty for a step without one.
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
    """The result of optimising a program.

    `text`: the result of `yulopt.optimize`; `before` and `after`: total size and gas of the code of
    all objects; `steps`: the runs of steps, in order.
    """

    text: str
    before: Metrics
    after: Metrics
    steps: list[StepResult]
    _program: Object = attr.ib(repr=False)
    _options: Options = attr.ib(repr=False)

    def code_bytes(self) -> int | None:
        """The number of bytes of EVM code of the whole object, as by `yulopt.compile`.

        None if there is no code: if the stack is too deep, or assembly fails.
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
    """Optimise Yul text like `yulopt.optimize`, and report the effect of every step.

    `metric`: the measure of size: `"ast"`, solc's own measure of code, or `"bytes"`, those of the
    current code of an object, assembled with all passes over its assembly; a size in bytes is None
    if a stack slot is unreachable. Other arguments and errors are those of `yulopt.optimize`. It
    takes longer, since the code is measured after every step, and for `"bytes"` assembled.
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
