"""Proofs about bytes as text."""

from __future__ import annotations

from typing import Final

from yulopt.checker.objects import CodeProof, ObjectProof
from yulopt.code_proofs.run import BuildProof
from yulopt.errors import printable
from yulopt.prover.answers import Status
from yulopt.prover.report import report_text
from yulopt.prover.run import RunProof
from yulopt.terminal.table import table_lines

NOT_COVERED: Final = (
    "Not covered: gas and running out of it; more than 1,024 slots of stack; code that looks at"
    " itself."
)
_TITLES: Final = ("bytes of", "bytes", "functions", "proven", "open", "from the first byte")


def whole_report(run: RunProof, build: BuildProof | None, *, colour: bool) -> str:
    """The report about a run, and about its bytes if there are any proofs about them."""
    if build is None:
        return report_text(run, colour=colour)
    return report_text(run, colour=colour, not_covered=NOT_COVERED, further=build_lines(build))


def build_lines(build: BuildProof) -> list[str]:
    """A table of the objects, and the open functions."""
    if build.problem:
        return [f"OPEN: no bytes were examined: {printable(build.problem)}."]
    rows = [_TITLES, *(_row(one.proof) for one in build.objects)]
    lines = table_lines(rows)
    opened = [
        f"  {printable(one.name)}, {proof.function or 'code outside functions'}: {_reason(proof)}"
        for one in (code.proof for code in build.objects)
        for proof in one.proofs
        if proof.status is not Status.PROVEN
    ]
    if opened:
        # Calls of a function that is open by itself are executed in its callers, or none is left.
        lines += ["", "open by itself:" if build.is_proven else "open:", *opened]
    total = len(build.functions)
    summary = f"{build.count(Status.PROVEN)} of {total} functions proven in {build.seconds:.1f} s"
    if build.is_proven:
        return [*lines, "", f"PROVEN: the bytes do what the optimised Yul does; {summary}."]
    if build.count(Status.REFUTED):
        return [*lines, "", f"DIFFERENT: the bytes do something else; {summary}."]
    return [*lines, "", f"OPEN: the bytes may do something else; {summary}."]


def _reason(proof: CodeProof) -> str:
    return f"DIFFERENT, {proof.reason}" if proof.status is Status.REFUTED else proof.reason


def _row(one: ObjectProof) -> tuple[str, ...]:
    proven = sum(proof.status is Status.PROVEN for proof in one.proofs)
    return (
        one.name,
        str(one.size),
        str(len(one.proofs)),
        str(proven),
        str(len(one.proofs) - proven),
        "proven" if one.is_proven else "open",
    )
