"""Saturation within limits: rules are applied until they find nothing new, or it is enough.

An iteration can multiply the e-graph, so one that would probably pass the limit by far is not
begun. Whether a limit ends it is told, never hidden; what was found until then is used.

Source: Tate, Stepp, Tatlock, Lerner, "Equality Saturation" (2009); chapter 09, sections 6.2 and 8.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import attr

from yulopt.egraph.session import Session

NODES: Final = "e-nodes"
SECONDS: Final = "seconds"
# An iteration that would make the e-graph larger than so many times the limit is not begun.
_MOST_OVERSHOOT: Final = 8


@attr.s(auto_attribs=True)
class Limits:
    """When to stop: `iterations` of all rules, so many e-nodes, so many seconds."""

    iterations: int = 10
    nodes: int = 20_000
    seconds: float = 5.0


@attr.s(auto_attribs=True, eq=False)
class Report:
    """What a saturation did; `stopped_by` is the limit that ended it, empty if nothing was left to
    be done."""

    iterations: int = 0
    nodes: int = 0
    seconds: float = 0.0
    stopped_by: str = ""


def saturate(
    session: Session, limits: Limits, observe: Callable[[int], None] | None = None
) -> Report:
    """Apply the rules of a session to what is in it; nothing is left to be done only when no rule
    pauses either. After each iteration, `observe` is told the number of e-nodes."""
    report = Report()
    start = time.perf_counter()
    size = session.size()
    growth = 1.0
    while True:
        report.stopped_by = _limit(report, limits, size, growth, time.perf_counter() - start)
        if report.stopped_by:
            break
        changed = session.step()
        report.iterations += 1
        if not changed and not fold_constants(session) and not session.growing.resume():
            break
        new_size = session.size()
        if observe is not None:
            observe(new_size)
        growth = new_size / max(size, 1)
        size = new_size
    report.nodes = size
    report.seconds = time.perf_counter() - start
    return report


def _limit(report: Report, limits: Limits, size: int, growth: float, seconds: float) -> str:
    if report.iterations >= limits.iterations:
        return "iterations"
    if size >= limits.nodes or size * growth * growth > _MOST_OVERSHOOT * limits.nodes:
        return NODES
    return SECONDS if seconds >= limits.seconds else ""


def fold_constants(session: Session) -> bool:
    """Compute what the library cannot: operations on numbers; says whether there were any."""
    export = session.export()
    numbers: dict[int, int] = {}
    for index, nodes in enumerate(export.classes):
        for node in nodes:
            if isinstance(node.head, int):
                numbers[index] = node.head
    found: list[tuple[str, list[int], int]] = []
    for index, nodes in enumerate(export.classes):
        for node in nodes:
            if (
                isinstance(node.head, str)
                and index not in numbers
                and node.head in session.foldable
                and all(child in numbers for child in node.children)
            ):
                operands = [numbers[child] for child in node.children]
                found.append((node.head, operands, session.evaluate(node.head, operands)))
    session.fold(found)
    return bool(found)
