"""A report as text for the terminal, as Markdown for pull requests, and as JSON for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from yulopt.dialect import NEWEST
from yulopt.errors import printable
from yulopt.persistence.json_values import Json
from yulopt.report.columns import BYTES, COLUMNS, COMPARED, DEPLOYMENT, LEFT, PAID, Column
from yulopt.report.decision import decide
from yulopt.report.model import (
    EXPLORERS,
    SIZE_LIMIT,
    Build,
    ContractReport,
    Figures,
    Report,
)

_MARGIN: Final = "  "
GAS_NOTE: Final = (
    "gas of a call: the total cost of the caller, the mean over state-changing functions;"
    " execution: without the 21,000 gas of a transaction and its data"
)
VERIFICATION_NOTE: Final = (
    f"explorers ({EXPLORERS}) verify builds by solc, also tuned ones; Sourcify also verifies the"
    " Yul of `yulopt publish`; no explorer verifies the other pipelines"
)


def title_of(report: Report) -> str:
    """The baseline of the comparison."""
    return f"solc {NEWEST.version} as the project builds it: {report.setting}"


def shown_columns(contracts: Sequence[ContractReport]) -> list[Column]:
    """The columns with a known value."""
    return [
        column
        for column in COLUMNS
        if any(column.of(build) is not None for one in contracts for build in one.builds)
    ]


def cells_of(
    contract: ContractReport, build: Build, columns: Sequence[Column]
) -> list[tuple[str, str]]:
    """The value in each column, and its difference from the reference, both as text."""
    if build.figures is None:
        return [(build.failure, ""), *[("", "")] * (len(columns) - 1)]
    return [(_number(column, build), _difference(contract, build, column)) for column in columns]


def _number(column: Column, build: Build) -> str:
    value = column.of(build)
    if value is None:
        return "?"
    return f"{value:+,.0f}" if column is LEFT and value < 0 else f"{value:,.0f}"


def _difference(contract: ContractReport, build: Build, column: Column) -> str:
    reference = contract.reference
    if build is reference or column is LEFT:
        return ""
    ratio = column.ratio(build, reference)
    return "" if ratio is None else percentage(ratio)


def percentage(ratio: float) -> str:
    """The difference of a ratio from 1, as a percentage."""
    text = f"{100 * (ratio - 1):+.1f}%"
    return "0.0%" if float(text[:-1]) == 0 else text


def remarks(contract: ContractReport) -> list[str]:
    """The remarks below the table of a contract."""
    lines = [f"{build.title}: {build.proof}" for build in contract.builds if build.proof]
    lines += [
        f"{build.title}: runs {build.runs}, steps {build.steps}"
        for build in contract.builds
        if build.steps is not None
    ]
    lines += filter(None, (larger_code(build, contract.reference) for build in contract.builds))
    if contract.search:
        lines.append(contract.search)
    if contract.calls:
        lines.append(contract.calls)
    if contract.unmeasured:
        lines.append(f"no call succeeded of: {', '.join(contract.unmeasured)}")
    return [*lines, *contract.notes]


def larger_code(build: Build, reference: Build) -> str:
    """Whether the calls of code that a pipeline made larger pay for it; empty for other code."""
    extra = (BYTES.of(build) or 0) - (BYTES.of(reference) or 0)
    if build.pipeline is None or build.figures is None or extra <= 0:
        return ""
    size = f"{build.title}: {extra:,.0f} bytes larger than solc's code"
    costs = [column.of(one) for column in (DEPLOYMENT, PAID) for one in (build, reference)]
    dearer, cheaper = _difference_of(*costs[:2]), _difference_of(*costs[2:])
    if dearer is None or cheaper is None:
        return f"{size}; what its calls save was not measured"
    if cheaper >= 0:
        return f"{size}, and its calls save no gas"
    if dearer <= 0:
        return f"{size}, but not dearer to deploy"
    calls = math.ceil(dearer / -cheaper)
    return f"{size}; that costs {dearer:,.0f} gas, which {calls:,} calls save"


def _difference_of(value: float | None, other: float | None) -> float | None:
    return None if value is None or other is None else value - other


def decision_lines(report: Report) -> list[str]:
    """The decision, in a few lines."""
    decision = decide(report)
    lines = []
    if decision.best is not None:
        lines.append(f"{decision.best.title}: {decision.best.words() or 'nothing'}")
    for saving, where in (
        (decision.published, "Sourcify verifies it, as Yul"),
        (decision.verifiable, "explorers verify it as usual"),
    ):
        if saving is not None and saving.words():
            lines.append(f"{saving.title}: {saving.words()}; {where}")
    return lines


# The terminal


def text_lines(report: Report, emphasise: Callable[[str], str]) -> Iterator[str]:
    """The lines of a report on the terminal."""
    columns = shown_columns(report.contracts)
    heads = [f"to {SIZE_LIMIT:,}" if column is LEFT else column.title for column in columns]
    rows = [
        (contract, build, cells_of(contract, build, columns))
        for contract in report.contracts
        for build in contract.builds
    ]
    name_width = max(len(build.title) for _, build, _ in rows)
    widths = [
        (
            max(len(head), *(len(cells[index][0]) for *_, cells in rows)),
            max(len(cells[index][1]) for *_, cells in rows),
        )
        for index, head in enumerate(heads)
    ]
    yield printable(title_of(report))
    if report.skipped:
        yield report.skipped
    for contract in report.contracts:
        yield ""
        head = "".join(
            _MARGIN + text.rjust(value) + " " * (change and change + 1)
            for text, (value, change) in zip(heads, widths, strict=True)
        )
        yield emphasise(printable(contract.name))
        yield f"{_MARGIN}{' ' * name_width}{head}".rstrip()
        for other, build, cells in rows:
            if other is contract:
                line = "".join(
                    f"{_MARGIN}{text.rjust(value)}"
                    + (f" {difference.rjust(change)}" if change else "")
                    for (text, difference), (value, change) in zip(cells, widths, strict=True)
                )
                yield f"{_MARGIN}{build.title.ljust(name_width)}{line}".rstrip()
        for remark in remarks(contract):
            yield f"{_MARGIN}{printable(remark)}"
    yield ""
    for line in decision_lines(report):
        yield emphasise(line)
    command = decide(report).command
    if command:
        yield f"To build with it: {command}"
    yield VERIFICATION_NOTE
    if any(column is not BYTES and column is not LEFT for column in columns):
        yield GAS_NOTE


# Markdown


def markdown_lines(report: Report) -> Iterator[str]:
    """The lines of a report in Markdown."""
    columns = shown_columns(report.contracts)
    yield from ("### yulopt report", "")
    yield from (f"- **{line}**" for line in decision_lines(report))
    yield f"- compared with {title_of(report)}"
    if report.skipped:
        yield f"- {report.skipped}"
    yield f"- {VERIFICATION_NOTE}"
    yield f"- {GAS_NOTE}"
    for contract in report.contracts:
        yield from ("", f"#### {_escaped(contract.name)}", "")
        heads = [f"to {SIZE_LIMIT:,}" if column is LEFT else column.title for column in columns]
        yield f"| | {' | '.join(heads)} |"
        yield f"|---|{'---:|' * len(heads)}"
        for build in contract.builds:
            cells = [" ".join(cell).strip() for cell in cells_of(contract, build, columns)]
            yield f"| {_escaped(build.title)} | {' | '.join(cells)} |"
        notes = remarks(contract)
        if notes:
            yield ""
            yield from (f"- {_escaped(note)}" for note in notes)


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_[]|<>#" else sign for sign in printable(text))


# JSON


def json_text(report: Report) -> str:
    """The whole report as JSON."""
    decision = decide(report)
    record: dict[str, Json] = {
        "setting": report.setting,
        "project": report.kind,
        "skipped": report.skipped,
        "notes": list(report.notes),
        "seconds": round(report.seconds, 1),
        "contracts": [_contract_json(contract) for contract in report.contracts],
        "decision": {
            "command": decision.command,
            "savings": {
                saving.title: {column.key: saving.shares.get(column) for column in COMPARED}
                for saving in (decision.best, decision.published, decision.verifiable)
                if saving is not None
            },
        },
    }
    return json.dumps(record, indent=2)


def _contract_json(contract: ContractReport) -> Json:
    return {
        "name": contract.name,
        "calls": contract.calls,
        "search": contract.search or None,
        "unmeasured": list(contract.unmeasured),
        "notes": list(contract.notes),
        "builds": [_build_json(build) for build in contract.builds],
    }


def _build_json(build: Build) -> Json:
    figures = build.figures
    return {
        "key": build.key,
        "title": build.title,
        "pipeline": build.pipeline,
        "steps": build.steps,
        "runs": build.runs,
        "failure": build.failure or None,
        "proof": build.proof or None,
        "verification": build.verification,
        **{column.key: column.of(build) for column in COLUMNS},
        "creationBytes": None if figures is None else figures.creation_bytes,
        "functions": [] if figures is None else _functions_json(figures),
    }


def _functions_json(figures: Figures) -> list[Json]:
    if figures.gas is None:
        return []
    return [
        {
            "name": one.name,
            "weight": one.weight,
            "paidGas": one.paid,
            "executionGas": one.execution,
            "isView": one.is_view,
        }
        for one in figures.gas.functions
    ]
