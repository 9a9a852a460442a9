"""Recordings as JSON, and back.

The JSON is compact: a step run is an object with short arrays, and every line of text occurs once.
`FORMAT` changes when an old reader would misread a new recording.
"""

from __future__ import annotations

from typing import TypedDict

from yulopt.driver.options import Options
from yulopt.frequency.profile_records import profile_from, profile_record
from yulopt.trace.edits import Edit
from yulopt.trace.recording import (
    LayoutLine,
    Metrics,
    Origin,
    RecordedObject,
    Recording,
    Settings,
    StepRun,
)

FORMAT = 3


class SettingsRecord(TypedDict):
    """See `Settings`; `calls` are by selector (`yulopt.frequency.profile_records`)."""

    file: str
    sequence: str
    bare: bool
    evm_version: str
    runs: int
    stack_allocation: bool
    metric: str
    calls: dict[str, int] | None
    calls_file: str
    prices: list[tuple[str, int]]
    prices_file: str
    codegen: str
    solc_version: str


class LayoutRecord(TypedDict):
    """See `LayoutLine`; `object` is its number, None for a literal line."""

    text: str
    object: int | None


class ObjectRecord(TypedDict):
    """See `RecordedObject`; `metrics` are size (None if unknown) and gas."""

    path: str
    creation: bool
    lines: list[int]
    metrics: tuple[int | None, int]


class StepRecord(TypedDict):
    """See `StepRun`; `before` and `after` are size and gas.

    `edits` are `[start, removed, added lines]`, `origins` are `[line, source lines, copied]`.
    """

    object: int
    part: str
    offset: int | None
    rounds: list[int]
    letter: str
    name: str
    extension: bool
    seconds: float
    before: tuple[int | None, int]
    after: tuple[int | None, int]
    changed: bool
    edits: list[tuple[int, int, list[int]]]
    origins: list[tuple[int, list[int], bool]]
    counter: int
    newly_taken: list[str]
    starts_names: bool
    functions: int
    skipped: int


class RecordingRecord(TypedDict):
    """See `Recording`."""

    format: int
    settings: SettingsRecord
    source: str
    lines: list[str]
    layout: list[LayoutRecord]
    objects: list[ObjectRecord]
    steps: list[StepRecord]


def recording_record(recording: Recording) -> RecordingRecord:
    """A recording for JSON."""
    settings = recording.settings
    options = settings.options
    return {
        "format": FORMAT,
        "settings": {
            "file": settings.file,
            "sequence": settings.sequence,
            "bare": options.bare,
            "evm_version": options.evm_version,
            "runs": options.runs,
            "stack_allocation": options.stack_allocation,
            "metric": settings.metric,
            "calls": None if options.calls is None else profile_record(options.calls),
            "calls_file": settings.calls_file,
            "prices": list(options.prices),
            "prices_file": settings.prices_file,
            "codegen": options.codegen,
            "solc_version": options.solc_version,
        },
        "source": recording.source,
        "lines": recording.lines,
        "layout": [{"text": line.text, "object": line.number} for line in recording.layout],
        "objects": [
            {
                "path": recorded.path,
                "creation": recorded.is_creation,
                "lines": recorded.lines,
                "metrics": _pair(recorded.metrics),
            }
            for recorded in recording.objects
        ],
        "steps": [_step_record(step) for step in recording.steps],
    }


def recording_from(record: RecordingRecord) -> Recording:
    """The recording of a record."""
    return Recording(
        _settings_from(record["settings"]),
        record["source"],
        record["lines"],
        [LayoutLine(line["text"], line["object"]) for line in record["layout"]],
        [
            RecordedObject(item["path"], item["creation"], item["lines"], Metrics(*item["metrics"]))
            for item in record["objects"]
        ],
        [_step_from(number, step) for number, step in enumerate(record["steps"])],
    )


def _settings_from(record: SettingsRecord) -> Settings:
    calls = record["calls"]
    options = Options(
        record["sequence"],
        record["bare"],
        record["runs"],
        record["evm_version"],
        record["solc_version"],
        stack_allocation=record["stack_allocation"],
        codegen=record["codegen"],
        calls=None if calls is None else profile_from(calls),
        prices=tuple((name, gas) for name, gas in record["prices"]),
    )
    return Settings(
        record["file"], options, record["metric"], record["calls_file"], record["prices_file"]
    )


def _step_record(step: StepRun) -> StepRecord:
    return {
        "object": step.object_number,
        "part": step.part,
        "offset": step.offset,
        "rounds": step.rounds,
        "letter": step.letter,
        "name": step.name,
        "extension": step.is_extension,
        "seconds": round(step.seconds, 6),
        "before": _pair(step.before),
        "after": _pair(step.after),
        "changed": step.changed,
        "edits": [(edit.start, edit.removed, edit.added) for edit in step.edits],
        "origins": [(origin.line, origin.sources, origin.copied) for origin in step.origins],
        "counter": step.counter,
        "newly_taken": step.newly_taken,
        "starts_names": step.starts_names,
        "functions": step.functions,
        "skipped": step.skipped,
    }


def _step_from(number: int, record: StepRecord) -> StepRun:
    return StepRun(
        number=number,
        object_number=record["object"],
        part=record["part"],
        offset=record["offset"],
        rounds=record["rounds"],
        letter=record["letter"],
        name=record["name"],
        is_extension=record["extension"],
        seconds=record["seconds"],
        before=Metrics(*record["before"]),
        after=Metrics(*record["after"]),
        changed=record["changed"],
        edits=[Edit(*edit) for edit in record["edits"]],
        origins=[Origin(*origin) for origin in record["origins"]],
        counter=record["counter"],
        newly_taken=record["newly_taken"],
        starts_names=record["starts_names"],
        functions=record["functions"],
        skipped=record["skipped"],
    )


def _pair(metrics: Metrics) -> tuple[int | None, int]:
    return metrics.size, metrics.gas
