"""The command `yulopt solc`, also `yulopt-solc`: a drop-in for solc in build systems.

No logic here, only options, streams and error messages.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

from yulopt.build_info import VERSION
from yulopt.cli.environment import proven_by_environment
from yulopt.cli.help import SectionedCommand, epilog
from yulopt.cli.options import BASE_PATH_HELP, INCLUDE_PATH_HELP, FilePath
from yulopt.dialect import NEWEST
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import (
    PIPELINE_VARIABLE,
    STEPS_VARIABLE,
    Choices,
    named_pipeline,
    pipeline_of_steps,
)
from yulopt.dropin.foundry_cache import FoundryCache
from yulopt.dropin.front import FRONT_VARIABLE, Front, FrontError, NoFrontError, Reading, find_front
from yulopt.dropin.launcher import is_launcher, launcher
from yulopt.dropin.notices import STALE, Remark
from yulopt.dropin.plain_forms import OUTPUTS, SETTINGS, STRICT_ASSEMBLY, PlainForm, check_is_file
from yulopt.dropin.plain_output import messages, printed, write_files
from yulopt.dropin.project_file import find_project_file, read_project_file
from yulopt.dropin.remarks import not_reproduced
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.errors import UNNAMED, YulError
from yulopt.persistence.cache import CACHE_VARIABLE, OFF, user_cache
from yulopt.persistence.json_values import Json, read_json, write_json
from yulopt.suite.pipelines import Pipeline
from yulopt.terminal.console import (
    STANDARD_INPUT,
    failure_reason,
    read_bytes,
    write_or_print,
    write_whole,
)

if TYPE_CHECKING:
    from yulopt.persistence.cache import Cache

_PLAIN_OPTIONS: Final = ", ".join(
    [
        *OUTPUTS,
        *(f"{name} {one.metavar}".strip() for name, one in SETTINGS.items()),
        "-o DIR, --overwrite",
        f"and {STRICT_ASSEMBLY} for files in Yul",
    ]
)
_STALE: Final = (
    "the cache of Foundry has contracts built with other choices;"
    " forge build --force compiles everything"
)
_NOTES: Final = (
    f"With files, options of solc: {_PLAIN_OPTIONS}.",
    f"Variables: {FRONT_VARIABLE} is the front-end solc, {CACHE_VARIABLE} the folder of the cache,"
    f" or '{OFF}', {PIPELINE_VARIABLE} the name of a pipeline or a sequence, or 'off',"
    f" {STEPS_VARIABLE} letters of steps.",
)


def main() -> None:
    """The command `yulopt-solc`, for build systems that take a program without arguments."""
    from yulopt.cli import main as yulopt

    sys.argv.insert(1, "solc")
    yulopt()


class _SolcCommand(SectionedCommand):
    """A command with solc's exit status for wrong usage, 1."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise click.ClickException(error.format_message()) from None


class _Compiler:
    """The compiler: the front-end solc, which is located when needed, and yulopt."""

    def __init__(self, named: str | None, cache: Cache, jobs: int, reading: Reading | None) -> None:
        self._named = named
        self._cache = cache
        self._jobs = jobs
        self._reading = reading
        self._front: Front | None = None

    def front(self) -> Front:
        """The front-end solc; raises `FrontError` if there is none."""
        if self._front is None:
            self._front = find_front(self._named, self._cache)
        return self._front

    def compiles_alone(self) -> bool:
        """Whether the front-end solc is a program of an unsupported release."""
        try:
            return self.front().is_native and self.front().release is None
        except FrontError:
            return False

    def answer(self, request: str, choices: Choices, foundry: FoundryCache | None = None) -> str:
        """The answer to a request in standard JSON; raises `FrontError`.

        `foundry` is the cache that receives the results.
        """
        tag = choices.tag()
        is_stale = foundry is not None and foundry.is_of_others(tag)
        answer = compile_standard_json(
            request,
            lambda text: self.front().compile(text, self._reading),
            compile_with(self._cache, self._jobs, choices.proofs),
            choices,
            [Remark(STALE.code, _STALE)] if is_stale else [],
            lambda: self.front().number,
        )
        if foundry is not None and not is_stale:
            foundry.mark(tag)
        return answer


@click.command(
    "solc",
    cls=_SolcCommand,
    # Other options of solc are read by a separate table.
    context_settings={"ignore_unknown_options": True},
    epilog=epilog(
        """
  yulopt solc --standard-json < input.json > output.json
  solc = "/path/to/yulopt-solc"              in foundry.toml, with via_ir = true
  yulopt solc --install-launcher solc        a compiler path for Hardhat 3
  yulopt solc --via-ir --optimize --bin --abi -o out src/Token.sol
""",
        "\n".join(line for note in _NOTES for line in wrap(note, 90, break_on_hyphens=False)),
        wrong_usage=None,
    ),
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.option("--standard-json", is_flag=True, help="Read and write standard JSON.")
@click.option("--base-path", metavar="DIR", help=BASE_PATH_HELP)
@click.option("--include-path", metavar="DIR", multiple=True, help=INCLUDE_PATH_HELP)
@click.option("--allow-paths", metavar="DIR,...", help="Sources may also be in these.")
@click.option("--no-import-callback", is_flag=True, help="Read nothing but the request.")
@click.option("--front", metavar="PATH", help="The front-end solc, or its npm package.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Contracts built in parallel; 0 is all processors.",
)
@click.option("--cache", metavar="DIR", help="The folder of cached results; 'off' disables it.")
@click.option(
    "--install-launcher",
    metavar="FILE",
    type=FilePath(dir_okay=False),
    callback=lambda context, _, file: _install_launcher(context, file),
    expose_value=False,
    is_eager=True,
    help="Write a file that starts this command and looks like a native solc, and exit.",
)
@click.argument("words", metavar="[FILE]...", nargs=-1, type=click.UNPROCESSED)
def solc_command(
    version: bool,
    standard_json: bool,
    base_path: str | None,
    include_path: tuple[str, ...],
    allow_paths: str | None,
    no_import_callback: bool,
    front: str | None,
    jobs: int,
    cache: str | None,
    words: tuple[str, ...],
) -> None:
    """Compile Solidity via IR as solc does, with the optimiser of yulopt.

    A solc reads the Solidity, and returns the ABI, the metadata and the IR.
    yulopt generates the code, as that release does. Contracts that are not
    compiled via IR are left to the solc. Yul is compiled without it.
    """
    allowed = [folder for folder in (allow_paths or "").split(",") if folder]
    reading = Reading(base_path, include_path, allowed)
    compiler = _Compiler(front, user_cache(cache), jobs, None if no_import_callback else reading)
    try:
        # A request has the warning in its answer.
        is_request = standard_json and not _options_in(words)
        if not version and not is_request and compiler.compiles_alone():
            click.echo(not_reproduced(compiler.front().number), err=True)
            options = reading.options() + ["--no-import-callback"] * no_import_callback
            options += ["--standard-json"] * standard_json
            raise click.exceptions.Exit(compiler.front().run([*options, *words]))
        if include_path and not base_path:
            raise click.ClickException("--include-path needs --base-path.")
        choices = read_choices(base_path)
        form = None if version or standard_json else PlainForm(words)
        if form is not None:
            reading.allow += form.may_also_be_read()
        foundry = FoundryCache(Path(base_path or "."))
        if version:
            if foundry.is_of_others(choices.tag()):
                foundry.remove()
            _show_version(compiler, choices)
        elif form is None:
            write_or_print(f"{compiler.answer(_request(words), choices, foundry)}\n", None)
        else:
            _compile_files(form, reading, compiler, choices)
    except YulError as error:
        is_in_file = error.filename != UNNAMED
        raise click.ClickException(error.report() if is_in_file else error.message) from None


def _install_launcher(context: click.Context, file: str | None) -> None:
    if file is None:
        return
    path = Path(file)
    try:
        if path.exists() and not is_launcher(path.read_bytes()):
            raise click.ClickException(
                f"{file} exists and is not a launcher of yulopt; remove it, or name another file."
            )
        write_whole(path, launcher())
        path.chmod(0o755)
    except OSError as error:
        raise click.ClickException(f"{file}: {failure_reason(error)}") from None
    click.echo(f"{file} starts {sys.executable} -m yulopt solc.")
    context.exit()


def read_choices(base_path: str | None) -> Choices:
    """The choices of the project; raises `YulError`."""
    choices = _pipelines(base_path)
    return choices.as_proven() if proven_by_environment() else choices


def _pipelines(base_path: str | None) -> Choices:
    path = find_project_file(Path(base_path or "."))
    try:
        in_file = Choices() if path is None else read_project_file(path)
    except OSError as error:
        raise YulError(f"{path} cannot be read: {error.strerror}") from None
    chosen = _pipeline_by_environment()
    return in_file if chosen is None else in_file.with_default(chosen)


def _pipeline_by_environment() -> Pipeline | None:
    """The pipeline of all contracts, if variables name one or have steps.

    Raises `YulError` if there is no such pipeline, the steps are malformed, or both are given.
    """
    name, steps = (os.environ.get(variable) for variable in (PIPELINE_VARIABLE, STEPS_VARIABLE))
    if name and steps:
        raise YulError(f"{PIPELINE_VARIABLE} and {STEPS_VARIABLE} exclude each other")
    try:
        if name:
            return named_pipeline(name)
        return pipeline_of_steps(steps) if steps else None
    except YulError as error:
        variable = PIPELINE_VARIABLE if name else STEPS_VARIABLE
        raise YulError(f"{variable}: {error.message}") from None


def _show_version(compiler: _Compiler, choices: Choices) -> None:
    """Show the version of the front-end solc; without one, the version that it must have."""
    click.echo(f"solc, the solidity compiler commandline interface, with yulopt {VERSION}")
    try:
        front = compiler.front()
        version = _semantic(front.version)
        tag = "" if front.release is None else choices.tag()
    except NoFrontError as error:
        click.echo(f"note: there is no solc to read Solidity: {error.message}", err=True)
        version, tag = f"{NEWEST.version}+without.solc", choices.tag()
    click.echo(f"Version: {version}{f'.yulopt.{tag}' if tag else ''}")


def _options_in(words: tuple[str, ...]) -> list[str]:
    """The options that only solc has."""
    return [word for word in words if word.startswith("-") and word != STANDARD_INPUT]


def _request(words: tuple[str, ...]) -> str:
    """The request in standard JSON, from the only file or the standard input."""
    if options := _options_in(words):
        raise YulError(f"--standard-json excludes {options[0]}")
    if len(words) > 1:
        raise YulError("--standard-json takes only one file")
    if words and words[0] != STANDARD_INPUT:
        check_is_file(words[0])
    # solc reports bytes that are not text, in an answer as always.
    return read_bytes(words[0] if words else STANDARD_INPUT).decode("utf-8-sig", "replace")


def _compile_files(
    form: PlainForm, reading: Reading, compiler: _Compiler, choices: Choices
) -> None:
    answers: list[Json] = []
    for request in form.requests(reading):
        answers.append(read_json(compiler.answer(write_json(request), choices)))
        complaints = messages(answers[-1])
        click.echo(complaints.text, nl=False, err=True)
        if complaints.are_errors:
            raise click.exceptions.Exit(1)
    if form.output_folder is None:
        write_or_print(printed(form, answers), None)
    else:
        click.echo(write_files(form, answers, Path(form.output_folder)), nl=False)


def _semantic(version: str) -> str:
    """The version without characters that semantic versions forbid: `g++` becomes `gcc`."""
    number, _, tail = version.partition("+")
    return f"{number}+{re.sub('[+]{2}', 'cc', tail)}"
