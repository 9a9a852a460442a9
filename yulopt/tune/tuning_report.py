"""The results of a search as text, as JSON, and as a comparison that can be drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from yulopt.driver.options import Options
from yulopt.errors import count_text, printable
from yulopt.tune.comparison import Comparison, Entry, Setting
from yulopt.tune.report import Style
from yulopt.tune.snippets import SNIPPETS

if TYPE_CHECKING:
    from yulopt.tune.measure import Measured
    from yulopt.tune.tuning import Point, Tuned, Tuning

# The most points of the front that the table and the picture show.
_MAX_POINTS: Final = 12
_MARGIN: Final = "  "


def tuning_lines(
    tuning: Tuning,
    options: Options,
    confirmed: Sequence[str | None],
    snippets: Sequence[str],
    emphasise: Style,
    *,
    common: bool,
) -> Iterator[str]:
    """The lines of all results.

    `confirmed` are the versions of the solc that confirmed the bytes of each program, None if none
    was asked; `snippets` the names of the requested snippets.
    """
    for tuned, version in zip(tuning.programs, confirmed, strict=True):
        yield emphasise(printable(tuned.name))
        for line in _figure_lines(tuned):
            yield _MARGIN + line
        if version is not None:
            yield f"{_MARGIN}solc {version} makes the same bytes"
        if not common:
            yield from _settings_lines(tuned.best, options, snippets, _MARGIN)
    if common:
        yield emphasise("for all files")
        yield from _settings_lines(tuning.programs[0].best, options, snippets, _MARGIN)
    for tuned in tuning.programs:
        if len(tuned.front) > 1 and not common:
            yield from _front_lines(tuned)


def change(tuned: Tuned) -> str:
    """The deployed bytes by default and now."""
    before, after = tuned.default.measured, tuned.best.measured
    if after is None:
        return "stack too deep"
    if before is None:
        return f"deployed {after.deployed_bytes:,} bytes, by default the stack is too deep"
    return f"deployed {_difference(before.deployed_bytes, after.deployed_bytes)} bytes"


def drawbacks(tuned: Tuned) -> list[str]:
    """The figures that are worse than by default, as common settings may be for some programs."""
    before, after = tuned.default.measured, tuned.best.measured
    if before is None:
        return []
    if after is None:
        return ["code"]
    found = []
    if after.deployed_bytes > before.deployed_bytes:
        found.append("size")
    if (after.gas or 0) > (before.gas or 0):
        found.append("gas")
    return found


def _figure_lines(tuned: Tuned) -> list[str]:
    if not tuned.is_measured:
        return ["there was no time to measure anything"]
    lines = [f"{change(tuned)}, {count_text(tuned.evaluations, 'setting')} measured"]
    before, after = tuned.default.measured, tuned.best.measured
    if after is not None and not tuned.fits:
        lines.append(f"above the limit of {tuned.limit:,} bytes")
    if before is not None and after is not None:
        creation = _difference(before.creation_bytes, after.creation_bytes)
        lines.append(f"creation {creation} bytes")
        if before.gas is not None and after.gas is not None:
            lines.append(f"gas of the calls {_difference(before.gas, after.gas)}")
    if tuned.refused:
        lines.append(f"{count_text(tuned.refused, 'setting')} refused: calls do not do the same")
    worse = drawbacks(tuned)
    if worse:
        lines.append(f"worse than by default: {' and '.join(worse)}")
    return lines


def _difference(before: float, after: float) -> str:
    ratio = f" ({100 * (after / before - 1):+.1f} %)" if before else ""
    return f"{before:,.0f} -> {after:,.0f}{ratio}"


def _settings_lines(
    point: Point, options: Options, snippets: Sequence[str], indent: str
) -> Iterator[str]:
    yield f"{indent}runs   {point.candidate.runs}"
    yield f"{indent}steps  {point.candidate.steps}"
    for name in snippets:
        yield f"\n{SNIPPETS[name](point.candidate, options)}\n"


def _front_lines(tuned: Tuned) -> Iterator[str]:
    yield f"\n{printable(tuned.name)}: nothing found is better in both size and gas than"
    for point in _thinned(tuned.front):
        measured = point.measured
        assert measured is not None
        gas = "" if measured.gas is None else f"{measured.gas:14,.0f} gas"
        yield (
            f"{measured.deployed_bytes:10,} bytes{gas}  runs {point.candidate.runs}"
            f"  {point.candidate.steps}"
        )


def _thinned(front: Sequence[Point]) -> list[Point]:
    """Points of a front evenly spread over it, with both ends."""
    if len(front) <= _MAX_POINTS:
        return list(front)
    last = len(front) - 1
    return [front[round(index * last / (_MAX_POINTS - 1))] for index in range(_MAX_POINTS)]


def as_comparison(tuning: Tuning, options: Options) -> Comparison:
    """The default and the best settings, and for a single program those of the front; `options`
    are those that they have in common."""
    settings: list[Setting] = []
    entries: list[Entry] = []
    is_single = len(tuning.programs) == 1
    for tuned in tuning.programs:
        points = {"default": tuned.default, "best": tuned.best}
        if is_single:
            points |= {
                f"runs {point.candidate.runs}, no. {number}": point
                for number, point in enumerate(_thinned(tuned.front), 1)
                if point.candidate != tuned.best.candidate
            }
        for name, point in points.items():
            # The best settings of each program count as one setting, under one name.
            setting = Setting(name, point.candidate.of(options))
            known = [other for other in settings if other.name == name]
            if not known:
                settings.append(setting)
            entries.append(Entry(tuned.name, known[0] if known else setting, point.measured, 0.0))
    return Comparison(settings, entries)


def tuning_json(tuning: Tuning, options: Options, confirmed: Sequence[str | None]) -> str:
    """The results as JSON."""
    records = [
        {
            "file": tuned.name,
            "evaluations": tuned.evaluations,
            "default": _point_json(tuned.default),
            "best": _point_json(tuned.best),
            "worse": drawbacks(tuned),
            "fits": tuned.fits,
            "refused": tuned.refused,
            "front": [_point_json(point) for point in tuned.front],
            "confirmedBy": version,
        }
        for tuned, version in zip(tuning.programs, confirmed, strict=True)
    ]
    return json.dumps(
        {
            "evmVersion": options.evm_version,
            "stackAllocation": options.stack_allocation,
            "interrupted": tuning.is_interrupted,
            "programs": records,
        },
        indent=2,
    )


def _point_json(point: Point) -> dict[str, object]:
    measured: Measured | None = point.measured
    return {
        "optimizerSteps": point.candidate.steps,
        "runs": point.candidate.runs,
        "creationBytes": None if measured is None else measured.creation_bytes,
        "deployedBytes": None if measured is None else measured.deployed_bytes,
        "gas": None if measured is None else measured.gas,
    }
