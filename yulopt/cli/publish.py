"""The command `yulopt publish`: a contract that explorers verify with stock solc.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final, Unpack

import click

from yulopt.cli.given import proven_option_name
from yulopt.cli.help import OUTPUT, WHAT_TO_RUN, command
from yulopt.cli.inputs import (
    build_options,
    codegen_of,
    for_file_name,
    input_files,
    profile_of_calls,
    read_contract,
)
from yulopt.cli.limits import seconds_option
from yulopt.cli.options import (
    CalledRunOptions,
    FilePath,
    called_run_options,
    file_argument,
    jobs_option,
    proven_option,
)
from yulopt.cli.outputs import check_targets
from yulopt.errors import Source, located
from yulopt.persistence.cache import user_cache
from yulopt.suite.pipelines import SOLC_CODEGEN
from yulopt.terminal.console import STANDARD_INPUT, progress, read_source
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    from yulopt.driver.options import Options
    from yulopt.dropin.front import Front
    from yulopt.inputs.reading import InputProgram
    from yulopt.publish.certificate import Certificate
    from yulopt.publish.publication import Publication, Subject

_DEFAULT_SECONDS: Final = 2.0
_IR_SUFFIX: Final = ".ir"


class _Options(CalledRunOptions):
    """The options of the command."""

    output: str
    no_metadata: bool
    no_proof: bool
    exact: bool
    proven: bool
    jobs: int
    seconds: float


@command(
    "publish",
    """
  yulopt publish src/Token.sol --pipeline size -o published/
  yulopt publish out/build-info/1.json --contract Token --pipeline gas -o published/
  yulopt publish token.yul --pipeline balanced --no-proof -o published/
  yulopt publish token.yul --pipeline size --exact -o published/
""",
    fine="stock solc generates the same bytes",
    failed="it does not, or bad input",
)
@file_argument
@called_run_options
@proven_option
@OUTPUT.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=FilePath(file_okay=False),
    help="Where the files go: a new or empty directory, or an earlier publication.",
)
@WHAT_TO_RUN.flag(
    "--no-metadata",
    help="Omit the hash of the source metadata from the end of the code.",
)
@WHAT_TO_RUN.flag("--no-proof", help="Prove nothing, and write no certificate.")
@WHAT_TO_RUN.flag(
    "--exact",
    help="Publish the bytes of the pipeline's own back end, as unreadable Yul.",
)
@jobs_option()
@seconds_option(_DEFAULT_SECONDS)
def publish_command(file: str, **options: Unpack[_Options]) -> None:
    """Optimise the contract in FILE ('-' is standard input), and publish it as Yul that stock solc
    compiles to exactly the same bytes, so that explorers can verify it.

    This writes the program, the request in standard JSON, the bytes with their references and the
    ABI, the IR that was optimised, a certificate that the program does what the IR does, and a
    page that tells others how to check all of this. Stock solc is run, and nothing is published if
    a byte differs. If a pipeline would generate more bytes than solc's own default, a smaller
    variant is published. With --exact, the bytes are those of `yulopt asm` with the same options.
    """
    if options["bare"]:
        raise click.UsageError("publish excludes --bare.")
    if not options["exact"] and options["codegen"] not in (None, SOLC_CODEGEN):
        raise click.UsageError("publish needs --backend solc, or --exact.")
    if options["proven"] and options["no_proof"]:
        raise click.UsageError(f"{proven_option_name()} and --no-proof exclude each other.")
    # Loaded on use, so that help and usage errors appear at once.
    from yulopt.publish.files import file_names, files_of
    from yulopt.publish.folder import check_publication_folder, write_publication
    from yulopt.publish.publication import publish

    folder = Path(options["output"])
    subject, built = _subject(file, options)
    names = file_names(subject.name)
    check_targets(input_files(), [folder / name for name in names], [folder])
    check_publication_folder(folder, subject.name, names)
    front = _front(file, built)
    with progress(subject.name):
        subject, built = _no_larger_than_solc(subject, built, options)
    certificate = _certificate(subject, built, options)
    with progress(subject.name):
        publication = publish(
            subject,
            built,
            front,
            keeps_metadata=not options["no_metadata"],
            exact=options["exact"],
            observer=None if certificate is None else certificate.observer(),
        )
    write_publication(folder, subject.name, files_of(publication, certificate))
    _print_summary(folder, publication, certificate)


for _param in publish_command.params:
    # --bare is always refused.
    if isinstance(_param, click.Option) and _param.name == "bare":
        _param.hidden = True


def _subject(file: str, options: _Options) -> tuple[Subject, Options]:
    """The contract to publish, and its build options; raises `YulError`."""
    from yulopt.publish.files import CALLS_SUFFIX, PRICES_SUFFIX
    from yulopt.publish.publication import Subject
    from yulopt.syntax.parser import parse_source

    flags = ["--no-metadata"] * options["no_metadata"] + ["--proven"] * options["proven"]
    if options["exact"]:
        flags += ["--exact", *(["--backend", options["codegen"]] if options["codegen"] else [])]
    options["codegen"] = codegen_of(options) if options["exact"] else SOLC_CODEGEN
    calls, calls_path = profile_of_calls(file, options)
    program, steps = read_contract(file, options)
    built = build_options(steps, options, calls, codegen_of(options))
    name = _name(file, program)
    source = Source(program.text, program.name)
    # Reports syntax errors before searching for solc, and under the name of the file.
    parse_source(source, built.dialect)
    # The publication has copies of these files, with these suffixes.
    given = {CALLS_SUFFIX: calls_path, PRICES_SUFFIX: options["prices_path"]}
    read = {suffix: read_source(path).text for suffix, path in given.items() if path}
    command = " ".join([*_settings(options, name), *flags])
    return Subject(source, name, program.contract, program.abi or [], command, inputs=read), built


def _front(file: str, built: Options) -> Front:
    """The front-end solc of the release; raises `FrontError`."""
    from yulopt.dropin.front import find_front

    around = Path.cwd() if file == STANDARD_INPUT else Path(file).absolute().parent
    with located(file):
        front = find_front(None, user_cache(), around)
        front.require(built.dialect.release)
    return front


def _no_larger_than_solc(
    subject: Subject, built: Options, options: _Options
) -> tuple[Subject, Options]:
    """A smaller variant, if a pipeline with solc's code generation makes more code than solc."""
    import attr

    from yulopt.driver.variants import no_larger_than_solc

    if options["pipeline_name"] is None or built.is_beyond:
        return subject, built
    chosen, note = no_larger_than_solc(subject.source, built, options["optimize_runs"])
    return attr.evolve(subject, note=note), chosen


def _certificate(subject: Subject, built: Options, options: _Options) -> Certificate | None:
    """The proofs, unless --no-proof is given; raises `YulError`."""
    if options["no_proof"]:
        return None
    from yulopt.publish.certificate import certify

    with progress(f"{subject.name}: proving") as line:
        return certify(
            subject,
            built,
            seconds=options["seconds"],
            jobs=options["jobs"],
            proven=options["proven"],
            line=line,
        )


def _settings(options: _Options, name: str) -> list[str]:
    """The options that reproduce the result from the published program `name`, except flags of
    this command."""
    from yulopt.publish.files import CALLS_SUFFIX, PRICES_SUFFIX

    chosen = {
        "--pipeline": options["pipeline_name"],
        "--steps": options["steps"],
        "--sequence": options["sequence_name"],
        "--calls": options["calls_path"] and name + CALLS_SUFFIX,
        "--solc-version": options["solc_version"],
        "--evm-version": options["evm_version"],
        "--optimize-runs": str(options["optimize_runs"]),
        "--prices": options["prices_path"] and name + PRICES_SUFFIX,
    }
    words = [f"{name} {shlex.quote(value)}" for name, value in chosen.items() if value is not None]
    return words + ["--no-stack-allocation"] * options["no_stack_allocation"]


def _name(file: str, program: InputProgram) -> str:
    """The name of the contract, and of its files."""
    stem = "contract" if file == STANDARD_INPUT else Path(file).stem.removesuffix(_IR_SUFFIX)
    return for_file_name(program.contract.rpartition(":")[2] or stem)


def _print_summary(folder: Path, publication: Publication, certificate: Certificate | None) -> None:
    size = len(str(publication.code.deployed["object"])) // 2
    path = folder / publication.subject.name
    echo(f"{path}.yul: {size:,} bytes of runtime code, the same by solc {publication.solc}")
    if publication.subject.note:
        click.echo(f"note: {publication.subject.name} is {publication.subject.note}", err=True)
    if certificate is not None:
        echo(f"{path}.proof.json: {certificate.summary}")
