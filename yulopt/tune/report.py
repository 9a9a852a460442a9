"""A comparison as a table, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attr

from yulopt.errors import printable
from yulopt.tune.comparison import (
    TIME,
    TOO_DEEP,
    Comparison,
    Entry,
    Figure,
    Setting,
)
from yulopt.tune.upgrade import Upgrade

_BEST: Final = "*"
_MARGIN: Final = "  "
_LONGEST: Final = 32
_NO_FUNCTION: Final = "(outside functions)"
_NOTHING: Final = "-"

Style = Callable[[str], str]


def table_lines(comparison: Comparison, emphasise: Style) -> Iterator[str]:
    """The lines of a table; the best of a program is marked, and written with emphasis."""
    figures = comparison.figures
    blocks = [
        (title, _rows_of(comparison, entries, figures))
        for title, entries in comparison.programs.items()
    ]
    if len(blocks) > 1 and len(comparison.settings) > 1:
        first = shown(comparison.settings[0].name)
        means = _mean_rows(comparison, figures)
        blocks.append((f"geometric means, in terms of '{first}'", means))
    rows = [row for _, block in blocks for row in block]
    widths = [max(len(row[index]) for row in rows) for index in range(len(figures) + 1)]
    names = ["", *(figure.name for figure in figures)]
    head = [name.ljust(width) for name, width in zip(names, widths, strict=True)]
    widths = [max(width, len(name)) for width, name in zip(widths, head, strict=True)]
    yield _line(head, widths, plain)
    for title, block in blocks:
        yield printable(title)
        for row in block:
            yield _line(row, widths, emphasise)


def shown(name: str) -> str:
    """The name of settings, which may be a whole sequence, for a table or a picture."""
    text = printable(name)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def plain(text: str) -> str:
    """The text without emphasis."""
    return text


def _rows_of(
    comparison: Comparison, entries: Sequence[Entry], figures: Sequence[Figure]
) -> list[list[str]]:
    best = {figure: comparison.best(entries, figure) for figure in figures}
    rows = []
    for entry in entries:
        if entry.measured is None:
            rows.append([shown(entry.setting.name), TOO_DEEP, *[""] * (len(figures) - 1)])
            continue
        cells = []
        for figure in figures:
            if figure is TIME:
                # Measured only once, so it does not decide about the best setting.
                cells.append(f"{entry.seconds:.2f} s")
                continue
            mark = _BEST if entry in best[figure] else " "
            cells.append(_number(figure, entry) + mark + _difference(comparison, figure, entry))
        rows.append([shown(entry.setting.name), *cells])
    return rows


def _number(figure: Figure, entry: Entry) -> str:
    value = figure.of(entry)
    return "" if value is None else f"{value:,.0f}"


def _difference(comparison: Comparison, figure: Figure, entry: Entry) -> str:
    """The difference from the first setting, padded to the same width in all rows."""
    if len(comparison.settings) == 1:
        return ""
    ratio = comparison.ratio(entry, figure)
    return f"{'' if ratio is None or ratio == 1 else f'{ratio - 1:+.1%}':>8}"


def _mean_rows(comparison: Comparison, figures: Sequence[Figure]) -> list[list[str]]:
    rows = []
    for setting in comparison.settings:
        cells = []
        for figure in figures:
            # Times are measured only once; a mean over programs would suggest more precision.
            mean = None if figure is TIME else comparison.mean(setting, figure)
            cells.append("" if mean is None else f"{mean:.4f}")
        rows.append([shown(setting.name), *cells])
    return rows


def _line(row: Sequence[str], widths: Sequence[int], emphasise: Style) -> str:
    name, *cells = (
        cell.ljust(width) if index == 0 else cell.rjust(width)
        for index, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    marked = [emphasise(cell) if _BEST in cell else cell for cell in cells]
    return _MARGIN.join(["", name, *marked]).rstrip()


def upgrade_lines(upgrades: Sequence[Upgrade]) -> Iterator[str]:
    """The differences of releases: the steps, and the bytes of each function."""
    for upgrade in upgrades:
        yield ""
        yield f"{printable(upgrade.program)}: {upgrade.after}, beside {upgrade.before}"
        if upgrade.has_other_steps:
            yield f"{_MARGIN}other steps run by default"
        for step in upgrade.steps:
            where = ", ".join(function or _NO_FUNCTION for function in step.functions)
            yield f"{_MARGIN}{step.step}{f' ({step.letter})' if step.letter else ''}: {where}"
        rows = [
            (one.function or _NO_FUNCTION, _bytes(one.bytes_before), _bytes(one.bytes_after))
            for one in upgrade.functions
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for name, *sizes in rows:
            cells = [cell.rjust(width) for cell, width in zip(sizes, widths[1:], strict=True)]
            yield _MARGIN.join(["", name.ljust(widths[0]), " -> ".join(cells)])
        if not (upgrade.steps or upgrade.functions):
            yield f"{_MARGIN}nothing that shows in this program"


def _bytes(size: int | None) -> str:
    return _NOTHING if size is None else str(size)


def json_text(comparison: Comparison, upgrades: Sequence[Upgrade] = ()) -> str:
    """Everything, for programs."""
    record: dict[str, object] = {
        "settings": [setting_json(setting) for setting in comparison.settings],
        "programs": [
            {"program": name, "results": [_entry_json(entry) for entry in entries]}
            for name, entries in comparison.programs.items()
        ],
        "means": {
            setting.name: {
                figure.key: comparison.mean(setting, figure) for figure in comparison.figures
            }
            for setting in comparison.settings
        },
    }
    if upgrades:
        record["upgrades"] = [attr.asdict(upgrade) for upgrade in upgrades]
    return json.dumps(record, indent=2) + "\n"


def setting_json(setting: Setting) -> dict[str, object]:
    """A setting, for programs."""
    return {
        "name": setting.name,
        "steps": setting.options.steps,
        "runs": setting.options.runs,
        "codegen": setting.options.codegen,
        "solc_version": setting.options.solc_version,
        "evm_version": setting.options.evm_version,
        "stack_allocation": setting.options.stack_allocation,
    }


def _entry_json(entry: Entry) -> dict[str, object]:
    if entry.measured is None:
        return {"setting": entry.setting.name, "error": TOO_DEEP}
    return {
        "setting": entry.setting.name,
        "creation_bytes": entry.measured.creation_bytes,
        "deployed_bytes": entry.measured.deployed_bytes,
        "gas": entry.measured.gas,
        "seconds": round(entry.seconds, 3),
    }


_COLUMNS: Final = ("program", "setting", "steps", "runs")
_FIGURES: Final = ("creation_bytes", "deployed_bytes", "gas", "seconds", "error")


def csv_text(comparison: Comparison) -> str:
    """A line for each entry."""
    text = io.StringIO()
    writer = csv.DictWriter(text, (*_COLUMNS, *_FIGURES), lineterminator="\n")
    writer.writeheader()
    for entry in comparison.entries:
        setting = entry.setting
        named = {
            "program": entry.program,
            "steps": setting.options.steps,
            "runs": setting.options.runs,
        }
        writer.writerow(named | _entry_json(entry))
    return text.getvalue()
