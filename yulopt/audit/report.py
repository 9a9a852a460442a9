"""Audits as text."""

from __future__ import annotations

from yulopt.audit.run import Audit
from yulopt.code_proofs.report import NOT_COVERED, build_lines
from yulopt.prover.answers import Status
from yulopt.prover.report import report_text


def audit_text(audit: Audit, *, colour: bool = False) -> str:
    """The whole report: the subject, known faults, proofs, and the verdict."""
    options = audit.subject.options
    lines = [
        f"{audit.subject.name}, by solc {options.solc_version} via IR, EVM version"
        f" {options.evm_version}, runs {options.runs}"
    ]
    for one in audit.same:
        line = f"the {one.kind} is the same, {one.size} bytes"
        if one.left_out:
            line += f", but for {one.left_out} of metadata, immutables and libraries"
        if one.following:
            line += f"; {one.following} bytes follow it"
        lines.append(line)
    lines += ["", f"known faults of solc {options.solc_version} in optimiser and code generation:"]
    for fault in audit.faults:
        touched = "CHANGES THIS CODE" if fault.changes_code else "not here"
        lines.append(f"  {fault.switch.name} ({touched}): {fault.switch.effect}")
    if not audit.faults:
        lines.append("  none")
    proofs = report_text(
        audit.run, colour=colour, not_covered=NOT_COVERED, further=build_lines(audit.build)
    )
    return "\n".join([*lines, "", proofs, _verdict(audit), ""])


def _verdict(audit: Audit) -> str:
    touched = [one.switch.name for one in audit.faults if one.changes_code]
    if audit.is_proven:
        harmless = f"; the changes by {', '.join(touched)} are harmless" if touched else ""
        return f"NOT MISCOMPILED: the bytes do what the IR does{harmless}."
    if audit.run.count(Status.REFUTED):
        return "MISCOMPILED: a step changes the behaviour of the contract; see the input above."
    if audit.build.count(Status.REFUTED):
        return "MISCOMPILED: the bytes do not do what the optimised Yul does; see the inputs above."
    return "OPEN: not everything is proven; open proofs are listed above."
