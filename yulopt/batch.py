"""Optimising several files, in this process or in several at a time."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

import attr

from yulopt.api import optimize_program, parse_steps, program_text
from yulopt.assembly.pressure import unreachable_warning
from yulopt.console import STANDARD_INPUT, read_source
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.statistics import StatisticsCollector, StepStatistics


@attr.s(auto_attribs=True)
class Options:
    """How to optimise each file; the fields mean what they mean for `yulopt.optimize`."""

    steps: str | None
    bare: bool
    evm_version: str
    runs: int
    stack_allocation: bool
    wants_statistics: bool


@attr.s(auto_attribs=True)
class Outcome:
    """What became of one file: the optimised text, or else a report of the error.

    `warning` may be given beside the text. `statistics` are those of the steps, by name, if they
    were wanted.
    """

    text: str | None = None
    error: str | None = None
    warning: str | None = None
    statistics: dict[str, StepStatistics] = attr.Factory(dict)


def optimize_files(files: tuple[str, ...], options: Options, jobs: int) -> Iterator[Outcome]:
    """The outcomes in the order of the files (`-` is the standard input), with up to `jobs` of
    them worked on at a time.
    """
    jobs = min(jobs, len(files))
    if jobs <= 1:
        for file in files:
            name, text = _read(file)
            yield text if isinstance(text, Outcome) else optimize_text(name, text, options)
        return
    # Fresh processes, the same on all systems: a copy of this one could hold locks of its threads.
    with ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), initializer=gc.disable
    ) as pool:
        pending: list[Outcome | Future[Outcome]] = []
        for file in files:
            name, text = _read(file)
            if isinstance(text, Outcome):
                pending.append(text)
            else:
                pending.append(pool.submit(optimize_text, name, text, options))
        for outcome in pending:
            yield outcome if isinstance(outcome, Outcome) else outcome.result()


def _read(file: str) -> tuple[str, str | Outcome]:
    """The name of a file in messages, and its text or what is wrong with it."""
    name = "<stdin>" if file == STANDARD_INPUT else file
    try:
        return name, read_source(file, name).text
    except YulError as error:
        return name, Outcome(error=error.report())


def optimize_text(name: str, text: str, options: Options) -> Outcome:
    """Optimise the text of the file `name`."""
    source = Source(text, name)
    dialect = dialect_for(parse_evm_version(options.evm_version))
    collector = StatisticsCollector() if options.wants_statistics else None
    try:
        program = optimize_program(
            source,
            parse_steps(options.steps),
            bare=options.bare,
            dialect=dialect,
            runs=options.runs,
            stack_allocation=options.stack_allocation,
            observer=collector,
        )
        warning = None
        if not options.bare:
            warning = unreachable_warning(
                program, dialect, source, stack_allocation=options.stack_allocation
            )
        optimized = program_text(program, bare=options.bare)
    except YulError as error:
        return Outcome(error=error.report())
    return Outcome(optimized, warning=warning, statistics=collector.by_step if collector else {})
