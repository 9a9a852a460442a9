"""A report as a page: one self-contained file.

For each contract there is a table with a bar under each value, and the cost of each function with
each build.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from yulopt.errors import printable
from yulopt.report.columns import LEFT, Column
from yulopt.report.decision import decide
from yulopt.report.model import SIZE_LIMIT, Build, ContractReport, FunctionGas, Report
from yulopt.report.text import (
    GAS_NOTE,
    VERIFICATION_NOTE,
    cells_of,
    decision_lines,
    percentage,
    remarks,
    shown_columns,
    title_of,
)

_STYLE: Final = Path(__file__).with_name("page.css")


def page_text(report: Report) -> str:
    """The page as HTML."""
    columns = shown_columns(report.contracts)
    body = "\n".join(
        [
            *_head(report),
            *(line for contract in report.contracts for line in _contract(contract, columns)),
            f"<footer><p>{_text(VERIFICATION_NOTE)}.</p><p>{_text(GAS_NOTE)}.</p></footer>",
        ]
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>yulopt report</title>\n<style>\n{_STYLE.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _head(report: Report) -> Iterator[str]:
    yield "<header><h1>What yulopt saves</h1>"
    for number, line in enumerate(decision_lines(report)):
        yield f'<p class="{"best" if number == 0 else "other"}">{_text(line)}.</p>'
    command = decide(report).command
    if command:
        yield f"<p>To build with it:</p><pre>{_text(command)}</pre>"
    yield f'<p class="note">Compared with {_text(title_of(report))}.'
    if report.skipped:
        yield f"{_text(report.skipped)}."
    yield from (f"{_text(note)}." for note in report.notes)
    yield "</p></header>"


def _contract(contract: ContractReport, columns: Sequence[Column]) -> Iterator[str]:
    yield f"<section><h2>{_text(contract.name)}</h2>"
    yield '<div class="wide"><table><thead><tr><th></th>'
    for column in columns:
        title = f"to {SIZE_LIMIT:,}" if column is LEFT else column.title
        yield f'<th class="number">{_text(title)}</th>'
    yield "<th>explorers</th></tr></thead><tbody>"
    for build in contract.builds:
        yield f'<tr class="{"stock" if build.pipeline is None else "beyond"}">'
        yield f"<th>{_text(build.title)}</th>"
        cells = cells_of(contract, build, columns)
        for column, (value, difference) in zip(columns, cells, strict=True):
            yield _cell(contract, build, column, value, difference)
        yield f"<td>{_text(build.verification)}</td></tr>"
    yield "</tbody></table></div>"
    yield f"<ul>{''.join(f'<li>{_text(note)}</li>' for note in remarks(contract))}</ul>"
    yield from _functions(contract)
    yield "</section>"


def _cell(
    contract: ContractReport, build: Build, column: Column, value: str, difference: str
) -> str:
    """A value over a proportional bar, and its difference from the reference."""
    amount, most = column.of(build), max(column.of(one) or 0 for one in contract.builds)
    share = 0.0 if column is LEFT or not amount or not most else 100 * amount / most
    change = "" if column is LEFT else _change(difference)
    return f'<td class="number" style="--share: {share:.1f}%">{_text(value)}{change}</td>'


def _change(difference: str) -> str:
    kind = {"-": "less", "+": "more"}.get(difference[:1], "same")
    return f' <span class="{kind}">{_text(difference)}</span>'


def _functions(contract: ContractReport) -> Iterator[str]:
    """The gas of a call of each function."""
    measured = [
        (build, {one.name: one for one in build.figures.gas.functions})
        for build in contract.builds
        if build.figures is not None and build.figures.gas is not None
    ]
    if not measured:
        return
    first = measured[0][1]
    yield "<details><summary>Gas of each function</summary>"
    yield '<div class="wide"><table><thead><tr><th>function</th>'
    yield from (f'<th class="number">{_text(build.title)}</th>' for build, _ in measured)
    yield "</tr></thead><tbody>"
    for name, reference in first.items():
        kind = "view: execution" if reference.is_view else "total cost"
        yield f'<tr><th>{_text(name)} <span class="note">{kind}</span></th>'
        for _, functions in measured:
            gas, other = _gas(functions[name]), _gas(reference)
            change = percentage(gas / other) if functions is not first and other else ""
            yield (f'<td class="number">{gas:,.0f}{_change(change)}</td>')
        yield "</tr>"
    yield "</tbody></table></div></details>"


def _gas(function: FunctionGas) -> float:
    return function.execution if function.is_view else function.paid


def _text(text: str) -> str:
    return html.escape(printable(text))
