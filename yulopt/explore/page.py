"""The page of an exploration: one self-contained file.

Its data is JSON (`yulopt.explore.records`): a step consists of its changes, which are edits of
lines, moved lines, and functions. The data is deflated and in base 64, so that no text of a program
can end the element around it. The scripts are joined into one.
"""

from __future__ import annotations

import base64
import difflib
import html
import json
import shlex
import zlib
from importlib import resources
from pathlib import Path, PurePath
from typing import Final

from yulopt.build_info import VERSION
from yulopt.explore.assembly import FinalCode, largest_changes, pass_totals
from yulopt.explore.atlas import FunctionChange, Span
from yulopt.explore.graphs import Location, Picture
from yulopt.explore.recorder import Exploration
from yulopt.explore.records import (
    AssemblyRecord,
    BesideRecord,
    CodeProofs,
    KindRecord,
    ObjectRecord,
    PageRecord,
    PictureRecord,
    ProofRecord,
    SettingsRecord,
    StepProofs,
    StepRecord,
)
from yulopt.suite.documentation import read_documentation
from yulopt.suite.reading import sequence_text
from yulopt.suite.registry import all_steps, is_extension
from yulopt.suite.release_watch import FunctionTexts
from yulopt.trace.directory import INPUT, file_name, replay_command, setting_options
from yulopt.trace.recording import RecordedObject, Recording, Settings, StepRun, position_in_run

_PACKAGE: Final = "yulopt.explore"
# The signature of pages, and the maximum offset at which it occurs.
_TITLE_END: Final = b" - yulopt explore</title>"
_HEAD_BYTES: Final = 8192
# The last script starts the page; the others only define functions.
_SCRIPTS: Final = (
    "elements measures commands record model highlight diff comparison line_history diff_view"
    " sequence_view timeline proofs beside list_view about_view layout graph frame heading overview"
    " lazy_rows instructions"
    " assembly_view solidity_view step_view app start"
).split()


def page_text(
    exploration: Exploration,
    proofs: StepProofs | None = None,
    code_proofs: CodeProofs | None = None,
) -> str:
    """The page of an exploration as HTML.

    `proofs` are those of the effective steps, by number, and `code_proofs` those of the final bytes
    (see `yulopt.explore.proofs`), None if not requested.
    """
    record = _page_record(exploration, proofs, code_proofs or {})
    folder = resources.files(_PACKAGE)
    scripts = [folder.joinpath("scripts", f"{name}.js") for name in _SCRIPTS]
    parts = {
        "title": html.escape(record["settings"]["file"]),
        "style": folder.joinpath("page.css").read_text("utf-8"),
        "script": "\n".join(script.read_text("utf-8") for script in scripts),
        "data": packed(record),
    }
    # Parts are inserted in one pass, so that markers inside of them are left alone.
    pieces = folder.joinpath("page.html").read_text("utf-8").split("%%")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def is_page(path: Path) -> bool:
    """Whether a file is such a page, for any program; raises OSError."""
    with path.open("rb") as file:
        return _TITLE_END in file.read(_HEAD_BYTES)


def packed(record: PageRecord) -> str:
    """The encoded data."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


_FOLDER: Final = "trace/"


def _page_record(
    exploration: Exploration, proofs: StepProofs | None, code_proofs: CodeProofs
) -> PageRecord:
    """The data of the page. The same run gives the same data: times are left out."""
    recording, atlas = exploration.recording, exploration.atlas
    names = list(dict.fromkeys(step.name for step in recording.steps))
    dialect = recording.settings.options.dialect
    return {
        "settings": _settings(recording.settings),
        "lines": recording.lines,
        "layout": [(line.text, line.number) for line in recording.layout],
        "objects": [
            _object(recorded, atlas.starts[number], exploration.input_places[number])
            for number, recorded in enumerate(recording.objects)
        ],
        "functions": [
            {"object": function.object_number, "names": function.names}
            for function in atlas.identities.all
        ],
        "sources": list(exploration.sources.items()),
        "places": exploration.source_map.places,
        "steps": _steps(exploration, names, proofs),
        "kinds": [_kind(name) for name in names],
        "pictures": list(map(_picture, atlas.gallery.pictures)),
        "code": [(item.point, item.sizes, item.problem) for item in exploration.code],
        "assembly": [
            _assembly(code, *code_proofs.get(recorded.path, (b"", [])))
            # Without code there is none for any object.
            for recorded, code in zip(recording.objects, exploration.assembly.objects, strict=False)
        ],
        "assembly_problem": exploration.assembly.problem,
        "assembly_pipeline": exploration.assembly.pipeline,
        "largest": {
            what: [step.number for step in steps]
            for what, steps in largest_changes(recording).items()
        },
        "builtins": sorted(dialect.builtins),
        "beside": _beside(exploration),
    }


def _beside(exploration: Exploration) -> BesideRecord | None:
    beside = exploration.beside
    if beside is None:
        return None
    here, there = exploration.recording.settings.options, beside.options
    return {
        "version": there.solc_version,
        "evm": there.evm_version,
        "other_steps": here.steps != there.steps,
        "steps": len(beside.steps),
        "bytes": beside.size,
    }


def _difference(texts: FunctionTexts) -> tuple[str, list[str]]:
    here, there = (text.split("\n") for text in (texts.here, texts.there))
    # Without the names of the files.
    return texts.function, [*difflib.unified_diff(here, there, lineterm="")][2:]


def _assembly(code: FinalCode, proven: bytes, proofs: list[ProofRecord]) -> AssemblyRecord:
    before, after = code.runs[0].before, code.runs[-1].after
    return {
        "text": "\n".join(code.lines),
        "content": code.content.hex(),
        "rows": [number for row in code.rows for number in row[1:]],
        "before": (before.items, before.bytes),
        "after": (after.items, after.bytes),
        "passes": [
            (total.name, total.runs, total.changes, total.items, total.bytes)
            for total in pass_totals(code.runs)
        ],
        # Those about other bytes say nothing about these.
        "proofs": proofs if code.content == proven else [],
    }


def _trace_command(settings: Settings) -> str:
    """The command that writes the programs between the steps to files."""
    words = ["yulopt", "--trace-dir", _FOLDER]
    if settings.options.bare:
        words.append("--bare")
    if settings.sequence != sequence_text(None, bare=False):
        words += ["--steps", " ".join(settings.sequence.split())]
    words += setting_options(settings.options)
    if settings.options.calls is not None:
        words += ["--calls", _name(settings.calls_file)]
    if settings.options.prices:
        words += ["--prices", _name(settings.prices_file)]
    return shlex.join([*words, _name(settings.file)])


def _name(path: str) -> str:
    return PurePath(path).name


def _settings(settings: Settings) -> SettingsRecord:
    return {
        "file": _name(settings.file),
        "sequence": settings.sequence,
        "bare": settings.options.bare,
        "evm": settings.options.evm_version,
        "runs": settings.options.runs,
        "release": settings.options.solc_version,
        "calls": None if settings.options.calls is None else _name(settings.calls_file),
        "command": _trace_command(settings),
        "version": VERSION,
    }


def _object(recorded: RecordedObject, spans: list[Span], places: list[int]) -> ObjectRecord:
    return {
        "path": recorded.path,
        "creation": recorded.is_creation,
        "lines": recorded.lines,
        "size": recorded.metrics.known_size,
        "gas": recorded.metrics.gas,
        "spans": _flat_spans(spans),
        "places": places,
    }


def _flat_spans(spans: list[Span]) -> list[int]:
    """Function, lines since the start of the function before, and length, in one list."""
    flat: list[int] = []
    last = 0
    for span in spans:
        flat += span.function, span.first - last, span.end - span.first
        last = span.first
    return flat


def _steps(
    exploration: Exploration, names: list[str], proofs: StepProofs | None
) -> list[StepRecord]:
    recording = exploration.recording
    kinds = {name: number for number, name in enumerate(names)}
    records = []
    file, changes = INPUT, 0
    beside = [] if exploration.beside is None else exploration.beside.steps
    others = {one.number: one.functions for one in beside}
    for step in recording.steps:
        record = _step(recording, step, kinds[step.name])
        if step.changed:
            record["command"] = replay_command(recording, step, file, _FOLDER)
            changes += 1
            file = file_name(changes, step)
            if proofs is not None:
                record["proofs"] = proofs.get(step.number, [])
            if step.number in exploration.added_places:
                record["places"] = exploration.added_places[step.number]
        if step.number in others:
            record["beside"] = list(map(_difference, others[step.number]))
        survey = exploration.atlas.surveys.get(step.number)
        if survey is not None:
            record["spans"] = _flat_spans(survey.spans)
            record["functions"] = list(map(_change, survey.changes))
        records.append(record)
    return records


def _step(recording: Recording, step: StepRun, kind: int) -> StepRecord:
    record: StepRecord = {
        "object": step.object_number,
        "kind": kind,
        "place": position_in_run(recording, step),
        "part": step.part,
        "offset": step.offset,
        "rounds": step.rounds,
        "size": step.after.known_size,
        "gas": step.after.gas,
    }
    if step.changed:
        record["edits"] = [(edit.start, edit.removed, edit.added) for edit in step.edits]
        record["origins"] = [
            (origin.line, origin.sources, int(origin.copied)) for origin in step.origins
        ]
    return record


def _change(change: FunctionChange) -> tuple[int, str, int | None]:
    return change.function, change.kind, change.picture


def _kind(name: str) -> KindRecord:
    step = all_steps()[name]
    documentation = read_documentation(step)
    return {
        "name": name,
        "letter": step.letter,
        "extension": is_extension(step),
        "summary": documentation.summary,
        "text": documentation.text,
        "before": documentation.before,
        "after": documentation.after,
    }


def _picture(picture: Picture) -> PictureRecord:
    graph = picture.graph
    if graph is None:
        return {"problem": picture.problem}
    return {
        "blocks": [(block.label, block.dominator, block.edges) for block in graph.blocks],
        "places": [number for location in graph.locations for number in _numbers(location)],
    }


def _numbers(location: Location) -> tuple[int, int, int]:
    return location.head, location.run, -1 if location.reached is None else location.reached
