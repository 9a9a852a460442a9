"""The command `yulopt prove`: proofs that steps preserve the behaviour of a program.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Unpack

import click

from yulopt.cli.audit import audited_subject, prove_build_of_solc
from yulopt.cli.failures import BAD_INPUT
from yulopt.cli.given import given_options
from yulopt.cli.help import OUTPUT, WHAT_TO_RUN, command
from yulopt.cli.inputs import input_files, read_run
from yulopt.cli.limits import seconds_option, shrink_option
from yulopt.cli.options import (
    CalledRunOptions,
    FilePath,
    InputPath,
    called_run_options,
    file_argument,
    jobs_option,
)
from yulopt.cli.outputs import STANDARD_OUTPUT, check_targets
from yulopt.terminal.console import has_colour, make_folder, progress, read_source, write_or_print

if TYPE_CHECKING:
    from yulopt.audit.subject import Subject
    from yulopt.code_proofs.run import BuildProof
    from yulopt.prover.run import RunProof

_SOLVERS: Final = ("z3", "bitwuzla")
_DEFAULT_SECONDS: Final = 10.0
_DEFAULT_SHRINK_SECONDS: Final = 10.0


class _Options(CalledRunOptions):
    """The options of the command."""

    function: str
    yul_only: bool
    code: str | None
    certificate: str | None
    checked: str | None
    solvers: tuple[str, ...]
    smtlib: str | None
    jobs: int
    seconds: float
    shrink_seconds: float


@command(
    "prove",
    """
  yulopt prove token.yul                       every step of the default sequence
  yulopt prove --pipeline size token.yul -j 2
  yulopt prove --bare --steps gu token.yul     only these two steps
  yulopt prove --function fun_transfer_21 token.yul
  yulopt prove token.yul --certificate token.proof.json
  yulopt prove token.yul --check token.proof.json
  yulopt prove out/Token.sol/Token.json        was this build miscompiled?
  yulopt prove --code 0x6080... Token.sol      was the deployed one?
""",
    fine="all is proven",
    failed="something is different or open, or bad input",
)
@file_argument
@called_run_options
@WHAT_TO_RUN.option(
    "--function", metavar="NAME", default="", show_default=False, help="Only this function."
)
@WHAT_TO_RUN.flag(
    "--yul-only",
    help="Prove only the steps, not the bytes generated from their result.",
)
@WHAT_TO_RUN.option(
    "--code",
    metavar="HEX",
    help="Deployed or creation code built from FILE: 0x..., or a file.",
)
@OUTPUT.option(
    "--certificate",
    "--json",
    "certificate",
    metavar="PATH",
    type=FilePath(),
    help="Write the proofs as JSON to a file or '-'.",
)
@WHAT_TO_RUN.option(
    "--check",
    "checked",
    metavar="PATH",
    type=InputPath(),
    help="Redo the proofs of this certificate, and compare.",
)
@WHAT_TO_RUN.option(
    "--solver",
    "solvers",
    type=click.Choice(_SOLVERS),
    multiple=True,
    help="Use only this solver; repeatable.  [default: all installed]",
)
@OUTPUT.option(
    "--smtlib",
    metavar="DIR",
    type=FilePath(file_okay=False),
    help="Write each query that a solver proved, for another one to confirm.",
)
@jobs_option()
@seconds_option(_DEFAULT_SECONDS)
@shrink_option(_DEFAULT_SHRINK_SECONDS)
@click.pass_context
def prove_command(ctx: click.Context, file: str, **options: Unpack[_Options]) -> None:
    """Prove for each step of a run over FILE ('-' is standard input), and for each function that it
    changed, that the function behaves as before, for all inputs; and that the bytes generated from
    the result behave like it, unless with --yul-only, --bare or --function.

    Proofs are partial: they ignore gas, and executions that run out of it. Each function is proven,
    different, with an input that shows it, or open, with the reason. A proof needs no trust in the
    steps, only in the prover; a certificate records the proofs, and --check redoes them; of bytes,
    it checks those in the certificate.

    If FILE is Solidity, or has the code of a build via IR, and no option defines a run, that build
    is audited: its bytes are built again as by its release of solc, compared, and proven, and each
    known fault of the release is listed, with whether it changed them.
    """
    # Loaded on use, so that help and usage errors appear at once.
    from yulopt.code_proofs.certificate import whole_certificate
    from yulopt.code_proofs.report import whole_report

    certificate, target = options["certificate"], None
    if certificate is not None and certificate != STANDARD_OUTPUT:
        target = Path(certificate)
        check_targets(input_files(), [target])
    subject = audited_subject(file, options["contract"], options["code"])
    if subject is not None:
        ctx.exit(0 if _audit(subject, options) else BAD_INPUT)
    if options["checked"] is not None:
        _refuse_settings()
        run, build = _checked(file, options["checked"], options)
    else:
        run, build = _proven(file, options)
    if certificate is not None:
        write_or_print(whole_certificate(run, build), target)
    if certificate != STANDARD_OUTPUT:
        click.echo(whole_report(run, build, colour=has_colour(sys.stdout)), nl=False)
    if not run.is_proven or (build is not None and not build.is_proven):
        ctx.exit(BAD_INPUT)


def _audit(subject: Subject, options: _Options) -> bool:
    """Audit a build of solc; returns whether it is proven. Raises `YulError`."""
    return prove_build_of_solc(
        subject,
        options["seconds"],
        options["shrink_seconds"],
        _installed(options["solvers"]) or None,
        options["jobs"],
        _questions(options),
    )


def _checked(file: str, certificate: str, options: _Options) -> tuple[RunProof, BuildProof | None]:
    """The proofs of a certificate, redone; raises `YulError` if they differ."""
    from yulopt.code_proofs.certificate import check_code
    from yulopt.prover.certificate import check_certificate, read_certificate

    record = read_certificate(read_source(certificate))
    source, _ = read_run(file, options)
    seconds = options["seconds"]
    with progress(source.filename) as line:
        run = check_certificate(record, source, options["jobs"], seconds=seconds, line=line)
        return run, check_code(record, run)


def _proven(file: str, options: _Options) -> tuple[RunProof, BuildProof | None]:
    """The proofs of the steps, and of the bytes, unless they are left out; raises `YulError`."""
    from yulopt.code_proofs.run import prove_build
    from yulopt.prover.job import job_of
    from yulopt.prover.run import prove_run
    from yulopt.syntax.parser import parse_source

    function = options["function"]
    source, settings = read_run(file, options)
    # Syntax errors are reported before a folder is created.
    parse_source(source, settings.options.dialect)
    job = job_of(
        source,
        settings.options,
        options["seconds"],
        function=function,
        shrink_seconds=options["shrink_seconds"],
        solvers=_installed(options["solvers"]) or None,
        smtlib=_questions(options),
    )
    with progress(source.filename) as line:
        run = prove_run(job, options["jobs"], line)
    if options["yul_only"] or function or run.job.options.bare:
        return run, None
    return run, prove_build(run.job, run.output_hash)


def _questions(options: _Options) -> Path | None:
    """The folder of --smtlib, created only once options and input are known to be valid."""
    if options["smtlib"] is None:
        return None
    folder = Path(options["smtlib"])
    make_folder(folder)
    return folder


def _installed(solvers: tuple[str, ...]) -> tuple[str, ...]:
    """The solvers, each once, in the order of their use; a usage error for one that is not
    installed.
    """
    from yulopt.prover.job import installed_solvers, not_installed

    for name in solvers:
        if name not in installed_solvers():
            raise click.ClickException(not_installed(name))
    return tuple(dict.fromkeys(solvers))


# Options allowed with --check: a certificate does not have them, or only a minimum.
_BESIDE_CHECK: Final = frozenset({"file", "contract", "checked", "certificate", "jobs", "seconds"})


def _refuse_settings() -> None:
    """Raise a usage error for options that a certificate fixes."""
    for name, option in given_options().items():
        if name not in _BESIDE_CHECK:
            raise click.UsageError(
                f"--check and {option} exclude each other: the certificate has the settings."
            )
