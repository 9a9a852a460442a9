"""Optimising several files, in this process or in several at a time."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from yulopt.assembly.pressure import unreachable_warning
from yulopt.dialect import Dialect
from yulopt.driver.optimization import commented_text, optimize_source, program_text
from yulopt.driver.options import Options
from yulopt.errors import LimitWarning, Source, YulError
from yulopt.frequency.call_profile import CallProfile
from yulopt.passes.observers import Observers
from yulopt.passes.step import Observer
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source

if TYPE_CHECKING:
    from yulopt.batch.workers import Death
    from yulopt.trace.recorder import Recorder
    from yulopt.trace.recording import Recording


class Request:
    """The task for each file: optimise its text with these options, and further outputs.

    `wants_before` requests the program before all steps, `wants_recording` and `wants_texts` a
    recording, and the texts in it, with sizes by `metric`; `verify_each` checks of the declarations
    of steps; `keep_source_comments` comments with source locations.
    """

    def __init__(
        self,
        options: Options,
        wants_before: bool = False,
        wants_recording: bool = False,
        wants_texts: bool = False,
        metric: str = "",
        verify_each: bool = False,
        keep_source_comments: bool = False,
    ) -> None:
        self.options = options
        self.wants_before = wants_before
        self.wants_recording = wants_recording
        self.wants_texts = wants_texts
        self.metric = metric
        self.verify_each = verify_each
        self.keep_source_comments = keep_source_comments


class Text:
    """The text of a program, its name in messages, and its task, with its own options if it has
    them; `observer` is notified of every step.
    """

    def __init__(
        self, name: str, text: str, request: Request, options: Options | None = None
    ) -> None:
        self.name = name
        self.text = text
        self.request = request
        self.options = request.options if options is None else options
        self.observer: Observer | None = None


class Outcome:
    """The outcome of one file: the optimised text, or else a report of the error.

    `is_unchanged`: whether the file already has that text. `before`: the program as read, in the
    layout of the optimised text. It and `recording` are set on request; `warning` may accompany the
    text.
    """

    def __init__(
        self,
        text: str | None = None,
        error: str | None = None,
        warning: str | None = None,
        is_unchanged: bool = False,
        before: str | None = None,
        recording: Recording | None = None,
    ) -> None:
        self.text = text
        self.error = error
        self.warning = warning
        self.is_unchanged = is_unchanged
        self.before = before
        self.recording = recording


def optimize_texts(given: Iterable[Text | Outcome], jobs: int) -> Generator[Outcome]:
    """The outcomes in the order of the texts, with up to `jobs` of them in parallel.

    An outcome among the texts is that of an unreadable file, and is passed on. With one job, a text
    is requested when the previous one is done.
    """
    if jobs <= 1:
        for read in given:
            yield read if isinstance(read, Outcome) else optimize_text(read)
        return
    # Not needed for one file.
    from yulopt.batch.workers import Death, run_in_processes

    sources = list(given)
    tasks = [source for source in sources if isinstance(source, Text)]
    with closing(run_in_processes(optimize_text, tasks, min(jobs, len(tasks)))) as results:
        for source in sources:
            if isinstance(source, Outcome):
                yield source
                continue
            result = next(results)
            yield _lost(source, result) if isinstance(result, Death) else result


def _lost(source: Text, death: Death) -> Outcome:
    advice = "run it alone, without --jobs, to see why"
    if death.status < 0:
        advice = "most likely it ran out of memory; try again with fewer --jobs"
    error = YulError(f"the process that worked on it {death}; {advice}", filename=source.name)
    return Outcome(error=error.report())


def optimize_text(given: Text) -> Outcome:
    """Optimise a program."""
    source, request, options = Source(given.text, given.name), given.request, given.options
    dialect = options.dialect
    recorder = _recorder(source, given) if request.wants_recording else None
    before = None
    try:
        if request.wants_before:
            locations = _wanted_locations(request)
            before = _text_of(parse_source(source, dialect, locations), locations, options)
        locations = _wanted_locations(request)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", LimitWarning)
            program = optimize_source(
                source,
                options,
                observer=_observer(recorder, given.observer),
                verify_each=request.verify_each,
                locations=locations,
            )
        notes = [str(one.message) for one in caught if issubclass(one.category, LimitWarning)]
        if options.calls is not None:
            notes += call_warnings(source, dialect, options.calls)
        notes = [f"{given.name}: warning: {message}" for message in notes]
        if not options.bare:
            unreachable = unreachable_warning(
                program, dialect, source, stack_allocation=options.stack_allocation
            )
            notes += [unreachable] if unreachable is not None else []
        warning = "\n".join(notes) or None
        optimized = _text_of(program, locations, options)
    except YulError as error:
        return Outcome(error=error.report())
    except MemoryError:
        return Outcome(error=YulError("out of memory", filename=given.name).report())
    recording = None if recorder is None else recorder.recording
    return Outcome(
        optimized,
        warning=warning,
        is_unchanged=optimized == given.text,
        before=before,
        recording=recording,
    )


def call_warnings(source: Source, dialect: Dialect, calls: CallProfile) -> list[str]:
    """The warning for calls that do not reach a program."""
    # Not needed without calls.
    from yulopt.frequency.dispatch_selectors import profile_warning

    warning = profile_warning(parse_source(source, dialect), calls)
    return [] if warning is None else [warning]


def _wanted_locations(request: Request) -> Locations | None:
    return Locations() if request.keep_source_comments else None


def _text_of(program: Object, locations: Locations | None, options: Options) -> str:
    if locations:
        return commented_text(program, locations, options.dialect, bare=options.bare)
    return program_text(program, bare=options.bare)


def _recorder(source: Source, given: Text) -> Recorder:
    # Not needed without a recording.
    from yulopt.trace.recorder import Recorder
    from yulopt.trace.recording import Settings

    settings = Settings(given.name, given.options, given.request.metric)
    return Recorder(settings, source.text, texts=given.request.wants_texts)


def _observer(recorder: Recorder | None, other: Observer | None) -> Observer | None:
    # Changes rolled back by the other one are not recorded.
    found: list[Observer] = [one for one in (other, recorder) if one is not None]
    return Observers(found) if found else None
