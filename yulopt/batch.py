"""Optimising several files, in this process or in several at a time."""

from __future__ import annotations

import gc
import multiprocessing
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

import attr

from yulopt.api import optimize_program, parse_steps, program_text
from yulopt.assembly.pressure import unreachable_warning
from yulopt.console import read_source, source_name
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import LimitWarning, Source, YulError
from yulopt.sequence import Group, Sequence
from yulopt.trace.recorder import Recorder
from yulopt.trace.recording import Recording, Settings
from yulopt.trace.run import sequence_text


@attr.s(auto_attribs=True)
class Options:
    """How to optimise each file; the fields mean what they mean for `yulopt.optimize`.

    `step_names` are steps to run instead of a sequence, in a bare run. `wants_recording` and
    `wants_texts` ask for a recording, and for the texts in it.
    """

    steps: str | None
    bare: bool
    evm_version: str
    runs: int
    stack_allocation: bool
    step_names: tuple[str, ...] = ()
    wants_recording: bool = False
    wants_texts: bool = False

    @property
    def sequence(self) -> Sequence:
        """What to run: the steps that are named, if there are any, else the sequence."""
        if self.step_names:
            return Sequence(Group(list(self.step_names)), None)
        return parse_steps(sequence_text(self.steps, bare=self.bare))


@attr.s(auto_attribs=True)
class Outcome:
    """What became of one file: the optimised text, or else a report of the error.

    `warning` may be given beside the text, and `recording` is there if it was wanted.
    """

    text: str | None = None
    error: str | None = None
    warning: str | None = None
    recording: Recording | None = None


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
    name = source_name(file)
    try:
        return name, read_source(file).text
    except YulError as error:
        return name, Outcome(error=error.report())


def optimize_text(name: str, text: str, options: Options) -> Outcome:
    """Optimise the text of the file `name`."""
    source = Source(text, name)
    dialect = dialect_for(parse_evm_version(options.evm_version))
    recorder = _recorder(source, options) if options.wants_recording else None
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", LimitWarning)
            program = optimize_program(
                source,
                options.sequence,
                bare=options.bare,
                dialect=dialect,
                runs=options.runs,
                stack_allocation=options.stack_allocation,
                observer=recorder,
            )
        told = [
            f"{name}: warning: {one.message}"
            for one in caught
            if issubclass(one.category, LimitWarning)
        ]
        if not options.bare:
            unreachable = unreachable_warning(
                program, dialect, source, stack_allocation=options.stack_allocation
            )
            told += [unreachable] if unreachable is not None else []
        warning = "\n".join(told) or None
        optimized = program_text(program, bare=options.bare)
    except YulError as error:
        return Outcome(error=error.report())
    return Outcome(
        optimized, warning=warning, recording=None if recorder is None else recorder.recording
    )


def _recorder(source: Source, options: Options) -> Recorder:
    settings = Settings(
        source.filename,
        "" if options.step_names else sequence_text(options.steps, bare=options.bare),
        options.bare,
        options.evm_version,
        options.runs,
        options.stack_allocation,
    )
    return Recorder(settings, source.text, texts=options.wants_texts)
