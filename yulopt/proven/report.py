"""Reports of proven builds: the number of proofs, and the cost of rollbacks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from yulopt.proven.outcome import ProvenBuild
from yulopt.prover.job import NO_SOLVER, installed_solvers
from yulopt.suite.registry import all_steps

if TYPE_CHECKING:
    from yulopt.proven.code_outcome import ProvenCode


def report_lines(name: str, build: ProvenBuild) -> list[str]:
    """The report of a proven build: the number of proofs, and the cost of rollbacks."""
    head = f"{name}: proven, {build.proofs:,} changes of functions"
    if not build.given_up:
        return [f"{head}; nothing was rolled back"]
    lines = [f"{head}; rolled back {_changes(build)}, {_cost(build)}"]
    changes: Counter[str] = Counter()
    gas: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for one in build.given_up:
        step = _step_text(one.rollback.step)
        changes[step] += 1
        gas[step] += one.gas
        sizes[step] += one.size or 0
    width = max(map(len, changes))
    lines += [
        f"  {step.ljust(width)}  {changes[step]:3} rolled back, {sizes[step]:+} bytes and"
        f" {gas[step]:+} gas where it ran"
        for step in changes
    ]
    if not installed_solvers():
        lines.append(f"  {NO_SOLVER}")
    return lines + [f"{name}: warning: {one}" for one in differences(build)]


def code_report_lines(name: str, code: ProvenCode) -> list[str]:
    """The report on the bytes of a proven build: denied passes, their cost, and open functions."""
    verdict = "the bytes are proven" if code.is_proven else "OPEN: not all bytes are proven"
    functions = sum(one.functions for one in code.objects)
    proven = functions - sum(len(one.opened) for one in code.objects)
    head = f"{name}: {verdict}, {proven:,} of {functions:,} functions"
    lines = [f"{head}; {_denied(code)}"]
    for (path, names), costs in zip(code.denied, code.costs, strict=True):
        passes = [
            f"{name} ({cost.size:+} bytes, {cost.gas:+} gas)"
            for name, cost in zip(names, costs, strict=True)
        ]
        lines.append(f"  {path}: without {', '.join(passes)}")
    return [*lines, *(f"  {one}" for one in _opened(code))]


def code_warnings(code: ProvenCode) -> list[str]:
    """The same for compilers, which report only denied passes and open functions."""
    warnings = []
    if code.denied:
        passes = "; ".join(f"{path} without {', '.join(names)}" for path, names in code.denied)
        warnings.append(f"{_denied(code)}, so that the bytes are proven ({passes})")
    if not code.is_proven:
        warnings.append(f"not all bytes are proven; {'; '.join(_opened(code))}")
    return warnings


def _opened(code: ProvenCode) -> list[str]:
    """The open functions of objects where not all bytes that run are proven."""
    return [
        f"{one.path}, {reason}"
        for one in code.objects
        if not one.is_proven
        for reason in one.opened
    ]


def _denied(code: ProvenCode) -> str:
    if not code.denied:
        return "no pass over the assembly was left out"
    passes = sum(len(names) for _, names in code.denied)
    share = code.more / max(code.allowed_size, 1)
    return (
        f"{passes} {'pass' if passes == 1 else 'passes'} over the assembly left out, for"
        f" {code.more:+,} of {code.allowed_size:,} bytes ({share:+.1%})"
    )


def warnings(build: ProvenBuild) -> list[str]:
    """The same for compilers, which report only rollbacks."""
    if not build.given_up:
        return []
    return [f"rolled back {_changes(build)}, {_cost(build)}", *differences(build)]


def differences(build: ProvenBuild) -> list[str]:
    """A report of each change that would have altered the behaviour of the program."""
    return [
        "a step would have changed the behaviour of the program; its change was rolled back, and "
        f"the result is correct. Please report this fault of yulopt, with this program:\n{shown}"
        for shown in build.different
    ]


def _changes(build: ProvenBuild) -> str:
    count = len(build.given_up)
    return "1 change that is not proven" if count == 1 else f"{count:,} changes that are not proven"


def _step_text(name: str) -> str:
    """The name of a step with its letter, if it has one."""
    step = all_steps().get(name)
    return f"{name} ({step.letter})" if step is not None and step.letter else name


def _cost(build: ProvenBuild) -> str:
    if build.size is None or build.unproven_size is None:
        return "at an unknown cost, since the stack is too deep"
    more = build.size - build.unproven_size
    share = more / max(build.unproven_size, 1)
    return f"for {more:+,} of {build.unproven_size:,} bytes ({share:+.1%})"
