"""Several settings of solc over several programs: the bytes, the gas and the time of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from statistics import geometric_mean
from typing import Final

import attr

from yulopt.batch.workers import Death, run_in_processes
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.syntax.parser import parse_source
from yulopt.tune.calls import Calls
from yulopt.tune.measure import BytesMeasure, Measure, Measured
from yulopt.tune.synthetic_calls import calls_from_code

TOO_DEEP: Final = "stack too deep"


@attr.s(auto_attribs=True, frozen=True)
class Setting:
    """Options under a name; `sequence` is the name of the sequence or pipeline alone."""

    name: str
    options: Options
    sequence: str = ""


@attr.s(auto_attribs=True, frozen=True)
class Program:
    """A program to be measured: its text, and its calls, None for synthetic ones."""

    name: str
    text: str
    calls: Calls | None = None

    @property
    def source(self) -> Source:
        """The text with its name."""
        return Source(self.text, self.name)


@attr.s(auto_attribs=True, frozen=True)
class Entry:
    """The result of a setting for a program.

    `measured` is None if the stack is too deep. `seconds` is the time for optimising and
    measuring.
    """

    program: str
    setting: Setting
    measured: Measured | None
    seconds: float


@attr.s(auto_attribs=True, frozen=True)
class Figure:
    """A figure that is measured: its title, its key in JSON, and its attribute."""

    name: str
    key: str
    value: Callable[[Measured, Entry], float | None]

    def of(self, entry: Entry) -> float | None:
        """The value for an entry, None if unknown."""
        return None if entry.measured is None else self.value(entry.measured, entry)


DEPLOYED: Final = Figure("deployed", "deployed_bytes", lambda found, _: found.deployed_bytes)
CREATION: Final = Figure("creation", "creation_bytes", lambda found, _: found.creation_bytes)
GAS: Final = Figure("gas", "gas", lambda found, _: found.gas)
TIME: Final = Figure("time", "seconds", lambda _, entry: entry.seconds)
FIGURES: Final = (DEPLOYED, CREATION, GAS, TIME)


class Comparison:
    """All entries, in the order in which programs and settings were given.

    `programs` has the entries by program. The first setting is the baseline.
    """

    def __init__(self, settings: Sequence[Setting], entries: Sequence[Entry]) -> None:
        self.settings = settings
        self.entries = entries
        self.programs: dict[str, list[Entry]] = {}
        for entry in entries:
            self.programs.setdefault(entry.program, []).append(entry)

    @property
    def figures(self) -> list[Figure]:
        """The figures that were measured: at least the bytes, if there is any code at all."""
        return [
            figure
            for figure in FIGURES
            if figure is DEPLOYED or any(figure.of(entry) is not None for entry in self.entries)
        ]

    def ratio(self, entry: Entry, figure: Figure) -> float | None:
        """The ratio of the value to that of the first setting; None if one is unknown or zero."""
        first = figure.of(self.programs[entry.program][0])
        value = figure.of(entry)
        return value / first if first and value else None

    def mean(self, setting: Setting, figure: Figure) -> float | None:
        """The geometric mean of the known ratios over the programs."""
        found = [
            ratio
            for entry in self.entries
            if entry.setting == setting and (ratio := self.ratio(entry, figure)) is not None
        ]
        return geometric_mean(found) if found else None

    def best(self, entries: Sequence[Entry], figure: Figure) -> list[Entry]:
        """The best of some entries; none if they are all equal."""
        values = {entry.setting.name: figure.of(entry) for entry in entries}
        known = [value for value in values.values() if value is not None]
        if len(set(known)) < 2:
            return []
        return [entry for entry in entries if values[entry.setting.name] == min(known)]


def compare(
    programs: Sequence[Program],
    settings: Sequence[Setting],
    *,
    with_gas: bool,
    jobs: int = 1,
) -> Generator[Entry]:
    """Measure every setting on every program, optimised for the calls of the program.

    Raises `WrongProgram` for bad input and for calls that do not end as expected.
    """
    tasks = [_Task(program, setting, with_gas) for program in programs for setting in settings]
    if jobs <= 1:
        for task in tasks:
            yield _entry_of(task, _measure(task))
        return
    with closing(run_in_processes(_measure, tasks, jobs)) as results:
        for task, result in zip(tasks, results, strict=True):
            yield _entry_of(task, result)


@attr.s(auto_attribs=True, frozen=True)
class _Task:
    program: Program
    setting: Setting
    with_gas: bool


class WrongProgram(Exception):
    """A program that cannot be measured; the text is a report of the error."""


def _entry_of(task: _Task, result: Entry | str | Death) -> Entry:
    if isinstance(result, Death):
        error = YulError(f"the process that worked on it {result}", filename=task.program.name)
        raise WrongProgram(error.report())
    if isinstance(result, str):
        raise WrongProgram(result)
    return result


def _measure(task: _Task) -> Entry | str:
    """The task of a process: the entry, or a report of an error."""
    try:
        return Entry(task.program.name, task.setting, *_measured(task))
    except StackTooDeepError:
        return Entry(task.program.name, task.setting, None, 0.0)
    except YulError as error:
        error.locate(task.program.name)
        return error.report()


def _measured(task: _Task) -> tuple[Measured, float]:
    program, options = task.program, options_for(task.program, task.setting.options)
    measure = measure_for(program, options, with_gas=task.with_gas)
    started = time.perf_counter()
    measured = measure.measure(generate_program(Front(program.source, options)), options)
    return measured, time.perf_counter() - started


def options_for(program: Program, options: Options) -> Options:
    """The options with the calls of a program."""
    return options if program.calls is None else options._replace(calls=program.calls.profile())


def measure_for(program: Program, options: Options, *, with_gas: bool) -> Measure:
    """The measure of a program: bytes, and on request the gas of its calls; raises `YulError`."""
    if not with_gas:
        return BytesMeasure()
    # It needs a package that is not always there.
    from yulopt.tune.gas_measure import GasMeasure

    calls = program.calls
    if calls is None:
        calls = calls_from_code(parse_source(program.source, options.dialect))
    return GasMeasure(calls)
