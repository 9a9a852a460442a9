"""Yulopt's stack reports on the programs, for comparison with `reports.json`.

That file was checked by hand: solc names only the first value that is out of reach, which is
compared with it, too, since there is no code for these programs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.code_generation.programs import Program
from yulopt.assembly.pressure import FunctionPressure, measure_pressure, stack_too_deep
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import ALL_CODE, NO_CODE, Options
from yulopt.errors import Source

_REPORTS: Final = Path(__file__).with_name("reports.json")


@dataclass(frozen=True)
class Report:
    """The report on a program, possibly after some steps."""

    program: str
    steps: str | None
    lines: list[str]


def read_reports() -> dict[str, Report]:
    """The report of that name."""
    content: dict[str, dict[str, Any]] = json.loads(_REPORTS.read_text("utf-8"))
    return {name: Report(**fields) for name, fields in content.items()}


def report(program: Program, steps: str | None) -> list[str]:
    """The report on a program, possibly after some steps, as lines for comparison."""
    located = Source(program.source, "program.yul")
    options = Options(steps, optimized=NO_CODE if steps is None else ALL_CODE)
    compiled = generate_program(Front(located, options))
    lines: list[str] = []
    for item in measure_pressure(compiled, located):
        for function in item.functions:
            lines += _function_lines(f"{item.name}.{function.function or 'main'}", function)
    error = stack_too_deep(compiled, located)
    if error is not None:
        lines.append(f"{error.line}: {error.message}")
    return lines


def _function_lines(name: str, function: FunctionPressure) -> list[str]:
    live = ", ".join(function.live) or "nothing"
    lines = [f"{name}, line {function.line}, {function.deepest} slots: {live}"]
    for value in function.unreachable:
        lines.append(
            f"  {value.name} by {value.slots}, from line {value.declared} to {value.needed}"
        )
    return lines
