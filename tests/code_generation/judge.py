"""Compares yulopt's output for programs with the records."""

from __future__ import annotations

from tests.code_generation.candidate import answer
from tests.code_generation.programs import all_programs, read_facts
from tests.code_generation.reports import Report, read_reports, report


def all_checks() -> list[str]:
    """The names of the checks: programs, and reports about them."""
    return [*all_programs(), *read_reports()]


def fault(check: str) -> str:
    """The fault in a few words; empty if there is none.

    An exception is wrong, too: many mistakes in code generation make it stop.
    """
    reports = read_reports()
    try:
        if check in reports:
            return _fault_of_report(reports[check])
        return _fault_of_code(check)
    except Exception as error:
        return type(error).__name__


def _fault_of_report(known: Report) -> str:
    found = report(all_programs()[known.program], known.steps)
    return "" if found == known.lines else "other report"


def _fault_of_code(name: str) -> str:
    known = read_facts()[name]
    found = answer(all_programs()[name]).facts()
    return " and ".join(f"other {what}" for what in known if found[what] != known[what])
