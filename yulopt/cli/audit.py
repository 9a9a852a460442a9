"""`yulopt prove` of a build of stock solc: the audited build, and the report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from yulopt.cli.options import search_paths
from yulopt.errors import YulError
from yulopt.terminal.console import (
    STANDARD_INPUT,
    begins_like_yul,
    has_colour,
    progress,
    read_source,
)
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    from yulopt.audit.subject import Subject

# Options that may be given with a build, which records its own settings.
_BESIDE_BUILD: Final = frozenset(
    {"file", "code", "contract", "jobs", "seconds", "shrink_seconds", "smtlib", "solvers"}
)


def audited_subject(file: str, wanted: str | None, code: str | None) -> Subject | None:
    """The build in a file, or the code given with it; None if the file holds only a program, or
    options define a run. Raises `YulError`, and usage errors."""
    others = _options_of_runs()
    if others and code is not None:
        raise click.UsageError(f"--code and {others[0]} exclude each other: a build is fixed.")
    source = read_source(file)
    if others or (code is None and begins_like_yul(source)):
        return None
    from yulopt.audit.subject import build_settings, subject_of
    from yulopt.inputs.reading import audited_contract

    path = None if file == STANDARD_INPUT else Path(file)
    with progress(source.filename):
        contract = audited_contract(source, path, wanted, search_paths())
    if contract is None:
        raise YulError(
            "this Yul program does not record how it was built; give --code with"
            " Solidity, an artefact or a build-info file",
            filename=file,
        )
    if code is None and contract.bytecode is None and contract.deployed is None:
        return None
    if code is None and build_settings(contract).get("viaIR") is not True:
        echo(
            f"{source.filename}: note: it was not built via IR (viaIR is off), so a new build via "
            "IR is proven, not the code in it",
            err=True,
        )
        return None
    return subject_of(contract, source.filename, "" if code is None else _digits(code))


def prove_build_of_solc(
    subject: Subject,
    seconds: float,
    shrink_seconds: float,
    solvers: tuple[str, ...] | None,
    processes: int,
    smtlib: Path | None,
) -> bool:
    """Audit a build and print the report; returns whether all is proven. Raises `YulError`."""
    from yulopt.audit.report import audit_text
    from yulopt.audit.run import audit

    with progress(subject.source.filename) as line:
        found = audit(subject, seconds, shrink_seconds, solvers, processes, smtlib, line)
    click.echo(audit_text(found, colour=has_colour(sys.stdout)), nl=False)
    return found.is_proven


def _options_of_runs() -> list[str]:
    """The given options that concern runs of the optimiser."""
    ctx = click.get_current_context()
    return [
        param.opts[0]
        for param in ctx.command.params
        if param.expose_value
        and param.name not in _BESIDE_BUILD
        and ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]


def _digits(code: str) -> str:
    """The digits of --code: the value itself, or the contents of the file of that name; raises
    `YulError` if there are none."""
    digits = code if not code or code.startswith("0x") else read_source(code).text
    digits = digits.strip().removeprefix("0x").lower()
    if not digits:
        raise YulError(
            "there is no code: nodes return this for addresses without a contract",
            filename="--code",
        )
    return digits
