"""Verifications as text, and as JSON."""

from __future__ import annotations

from typing import Final

from yulopt.interpreter.report import Json, hex_address, hex_bytes
from yulopt.terminal.table import table_lines
from yulopt.verifier.equivalence import Difference
from yulopt.verifier.inputs import Input
from yulopt.verifier.minimise import SmallCase
from yulopt.verifier.verifier import ObjectReport, StepDifference, Verification

_TITLES: Final = ("object", "inputs", "blocks reached", "functions reached", "steps", "versions")
_MAX_TEXT: Final = 2000


def verification_text(verification: Verification) -> str:
    """A table of the objects, and the result: a difference, or none in the covered code."""
    rows = [_row(report) for report in verification.objects]
    lines = table_lines([_TITLES, *rows])
    for report in verification.objects:
        if report.given_up:
            reasons = ", ".join(f"{count} {reason}" for reason, count in report.given_up.items())
            lines.append(f"not compared: {reasons} ({report.path})")
    lines.append("")
    if verification.difference is None:
        lines.append(_coverage_text(verification))
    else:
        lines.append(difference_text(verification.difference))
    return "\n".join(lines) + "\n"


def _coverage_text(verification: Verification) -> str:
    """No difference, and the coverage."""
    count = verification.inputs
    inputs = "1 input" if count == 1 else f"{count:,} inputs"
    reached = verification.coverage
    share = (
        f"all {reached.all_blocks:,} blocks"
        if reached.is_complete
        # Rounded down: almost all blocks are not all of them.
        else f"{reached.blocks:,} of {reached.all_blocks:,} blocks"
        f" ({100 * reached.blocks // reached.all_blocks} %)"
    )
    return f"No difference found with {inputs}, which reached {share}."


def _row(report: ObjectReport) -> tuple[str, ...]:
    reached = report.coverage
    return (
        report.path,
        str(report.inputs),
        f"{reached.blocks} of {reached.all_blocks}",
        f"{reached.functions} of {reached.all_functions}",
        str(report.steps),
        str(report.versions),
    )


def difference_text(found: StepDifference) -> str:
    """The step, the input, and the change."""
    lines = [
        f"Step {_step_name(found)}, number {found.number} over object {found.path},"
        " changed the program's behaviour.",
        *_difference_lines(found.given, found.difference),
    ]
    if found.small is not None:
        lines += [
            "",
            "It does so with this program",
            "",
            *case_lines(found.small),
        ]
    return "\n".join(lines)


def case_lines(case: SmallCase) -> list[str]:
    """A program that a step changes, and an input that shows the difference."""
    return [
        case.before.rstrip(),
        "",
        "which becomes",
        "",
        case.after.rstrip(),
        "",
        *_difference_lines(case.given, case.difference),
    ]


def _difference_lines(given: Input, difference: Difference) -> list[str]:
    return [
        f"  with    {given}",
        f"  {difference.effect}:",
        f"  before  {difference.before[:_MAX_TEXT]}",
        f"  after   {difference.after[:_MAX_TEXT]}",
    ]


def _step_name(found: StepDifference) -> str:
    return found.step.name + (f" ({found.step.letter})" if found.step.letter else "")


def verification_json(verification: Verification) -> dict[str, Json]:
    """The verification as JSON."""
    found = verification.difference
    return {
        "inputs": verification.inputs,
        "blocks": verification.coverage.all_blocks,
        "blocksReached": verification.coverage.blocks,
        "objects": [_report_json(report) for report in verification.objects],
        "difference": None if found is None else _difference_json(found),
    }


def _report_json(report: ObjectReport) -> dict[str, Json]:
    return {
        "object": report.path,
        "inputs": report.inputs,
        "notCompared": dict(report.given_up),
        "blocks": report.coverage.all_blocks,
        "blocksReached": report.coverage.blocks,
        "functions": report.coverage.all_functions,
        "functionsReached": report.coverage.functions,
        "steps": report.steps,
        "versions": report.versions,
    }


def _difference_json(found: StepDifference) -> dict[str, Json]:
    small = found.small
    return {
        "step": found.step.name,
        "letter": found.step.letter,
        "number": found.number,
        "object": found.path,
        **effect_json(found.given, found.difference),
        "small": None
        if small is None
        else {
            "program": small.before,
            "result": small.after,
            **effect_json(small.given, small.difference),
        },
    }


def effect_json(given: Input, difference: Difference) -> dict[str, Json]:
    """An input, and its difference."""
    return {
        "input": {
            "calldata": hex_bytes(given.calldata),
            "value": f"{given.value:#x}",
            "caller": hex_address(given.caller),
            "storage": {f"{slot:#x}": f"{word:#x}" for slot, word in given.storage.items()},
            "immutables": {name: f"{word:#x}" for name, word in given.immutables.items()},
            "arguments": hex_bytes(given.arguments),
            "accounts": {hex_address(address): kind for address, kind in given.behaviours.items()},
        },
        "effect": difference.effect,
        "before": difference.before,
        "after": difference.after,
    }
