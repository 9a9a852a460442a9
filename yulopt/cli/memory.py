"""The command `yulopt memory`: the memory that a program uses, and whether it is memory-safe.

No logic here, only options, files and output.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import click

from yulopt.cli.help import OUTPUT, command
from yulopt.cli.inputs import read_for_version
from yulopt.cli.options import contract_option, evm_version_option, file_argument, json_option
from yulopt.dialect import Dialect, chosen_dialect
from yulopt.domains.addresses import OUT_OF_REACH
from yulopt.errors import Source, located, printable
from yulopt.memory_objects.safety import SafetyReport, memory_safety
from yulopt.memory_objects.verdicts import Access, Verdict
from yulopt.passes.step import run_step
from yulopt.steps.function_hoister import FunctionHoister
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block, FunctionCall
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_expression
from yulopt.terminal.console import bold, progress, source_name

# The width of the bar that shows the lifetime of an object.
_BAR: Final = 24
_MAX_CALL: Final = 60


class _Code(NamedTuple):
    """The code of an object, or of the file if there is none, and the report on it."""

    name: str
    report: SafetyReport


@command(
    "memory",
    """
  yulopt memory token.yul         the objects, and what cannot be proven safe
  yulopt memory --all token.yul   all accesses, and why they are safe
  yulopt memory --json token.yul  all of it, for programs
""",
)
@file_argument
@OUTPUT.flag("--all", "show_all", help="Safe accesses, too.")
@json_option
@contract_option
@evm_version_option
def memory_command(
    file: str,
    show_all: bool,
    as_json: bool,
    contract: str | None,
    evm_version: str,
) -> None:
    """Show the memory that the program in FILE ('-' is standard input) uses.

    For the code of each object: whether it is provably memory-safe by Solidity's rules, so that
    variables can be moved to memory; its allocations by the free memory pointer, and their
    lifetimes; and for each access why it is safe, or what is unknown.
    """
    with located(source_name(file)):
        source, evm_version = read_for_version(file, contract, evm_version)
        with progress(source.filename):
            codes = _reports(source, chosen_dialect(evm_version))
    if as_json:
        click.echo(json.dumps({"objects": [_record(code, source) for code in codes]}, indent=2))
        return
    for number, code in enumerate(codes):
        if number:
            click.echo()
        _show(code, source, show_all=show_all)


def _reports(source: Source, dialect: Dialect) -> list[_Code]:
    program = parse_source(source, dialect)
    return run_with_deep_stack(
        lambda: [
            _Code(_name(item, source), _report(item.code, dialect)) for item in program.levels()
        ]
    )


def _name(item: Object, source: Source) -> str:
    return source.filename if item.is_bare_block else item.name


def _report(code: Block, dialect: Dialect) -> SafetyReport:
    run_step(FunctionHoister(), make_context(code, dialect), code)
    return memory_safety(code)


# Text


def _show(code: _Code, source: Source, *, show_all: bool) -> None:
    report = code.report
    click.echo(bold(f"{printable(code.name)}: {_verdict(report)}"))
    if report.first_free is not None:
        what = "free memory begins at" if report.uses_pointer else "memory is used up to"
        click.echo(f"  {what} {report.first_free}")
    if report.asks_size:
        click.echo("  msize is read, so that no access can be removed")
    _show_objects(report, source)
    shown = [one for one in report.accesses if show_all or one.verdict is not Verdict.SAFE]
    _show_accesses(shown, source)
    safe = Counter(one.reason for one in report.accesses if one.verdict is Verdict.SAFE)
    if safe and not show_all:
        click.echo("  safe accesses")
        for reason, count in safe.most_common():
            click.echo(f"    {count:5}  {reason}")


def _verdict(report: SafetyReport) -> str:
    if report.proven:
        return "memory-safe"
    return "not proven memory-safe"


def _show_objects(report: SafetyReport, source: Source) -> None:
    if not report.objects:
        return
    uses = [_used(report, number, source) for number in range(len(report.objects))]
    lines = [line for used in uses for line in used.lines]
    first, last = min(lines), max(lines)
    click.echo(f"  objects, and their lifetimes, between lines {first} and {last}")
    for number, (item, used) in enumerate(zip(report.objects, uses, strict=True)):
        size = _size(item.least, item.most)
        bar = _bar(used.lines, first, last)
        where = f"line {used.lines[0]}" + (f", {item.name}" if item.name else "")
        counts = f"{used.loads} loads, {used.stores} stores"
        click.echo(f"    {number:3}  {size:>14}  |{bar}|  {where}: {counts}")


class _Used(NamedTuple):
    """The uses of an object: their lines, that of the allocation first, and their number."""

    lines: list[int]
    loads: int
    stores: int


def _used(report: SafetyReport, number: int, source: Source) -> _Used:
    accesses = [one for one in report.accesses if one.object == number]
    positions = [report.objects[number].call.position, *(one.call.position for one in accesses)]
    lines = [source.line_and_column(position)[0] for position in positions]
    stores = sum(one.writes for one in accesses)
    return _Used(lines, len(accesses) - stores, stores)


def _size(least: int, most: int) -> str:
    if least == most:
        return f"{least} bytes"
    return f"{least} or more" if most >= OUT_OF_REACH else f"{least} to {most}"


def _bar(lines: Sequence[int], first: int, last: int) -> str:
    cells = [(line - first) * (_BAR - 1) // max(1, last - first) for line in lines]
    inside = range(min(cells), max(cells) + 1)
    return "".join("#" if cell in inside else " " for cell in range(_BAR))


def _show_accesses(accesses: Sequence[Access], source: Source) -> None:
    if not accesses:
        return
    click.echo("  accesses")
    for one in accesses:
        line, column = source.line_and_column(one.call.position)
        call = print_expression(one.call)
        if len(call) > _MAX_CALL:
            call = call[: _MAX_CALL - 3] + "..."
        verb = "writes" if one.writes else "reads"
        where = one.reason if one.object is None else f"in object {one.object}"
        place = f"{line}:{column}"
        click.echo(f"    {place:>8}  {one.verdict.value:7}  {call}  {verb} {where}")


# JSON


def _record(code: _Code, source: Source) -> dict[str, object]:
    report = code.report
    objects = []
    for number, item in enumerate(report.objects):
        used = _used(report, number, source)
        record = {
            "leastBytes": item.least,
            "mostBytes": item.most,
            "lines": [min(used.lines), max(used.lines)],
            "loads": used.loads,
            "stores": used.stores,
        }
        objects.append(_place(item.name, item.call, source) | record)
    accesses = []
    for one in report.accesses:
        record = {
            "instruction": one.call.name,
            "writes": one.writes,
            "verdict": one.verdict.value,
            "reason": one.reason,
            "object": one.object,
        }
        accesses.append(_place(one.name, one.call, source) | record)
    return {
        "name": code.name,
        "proven": report.proven,
        "firstFree": report.first_free,
        "usesPointer": report.uses_pointer,
        "asksSize": report.asks_size,
        "objects": objects,
        "accesses": accesses,
    }


def _place(function: str, call: FunctionCall, source: Source) -> dict[str, object]:
    line, column = source.line_and_column(call.position)
    return {"function": function, "line": line, "column": column}
