"""Arguments, options and inputs that several commands share, with one meaning everywhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

import click
from click.shell_completion import CompletionItem

from yulopt.cli.environment import proven_by_environment
from yulopt.cli.help import (
    BACK_END,
    IMPORTS,
    LOOK_CLOSER,
    OUTPUT,
    WHAT_TO_RUN,
    Decorator,
    SectionOption,
    section,
)
from yulopt.dialect import (
    DEFAULT_EVM_VERSION,
    NEWEST,
    RELEASES,
    evm_version_names,
    parse_solc_version,
)
from yulopt.errors import did_you_mean
from yulopt.suite.named_sequences import read_sequence, sequence_names
from yulopt.suite.pipelines import BEYOND_CODEGEN, CODEGENS, Pipeline, pipeline_names
from yulopt.syntax.arguments import DEFAULT_RUNS

if TYPE_CHECKING:
    from yulopt.inputs.project import SearchPaths
    from yulopt.inputs.solidity import SolidityOptions
    from yulopt.passes.step import Step

    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # which is not generic before click 8.2


def combined(*options: Decorator) -> Decorator:
    """One decorator for several; the help has options in this order."""

    def add(function: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            function = option(function)
        return function

    return add


class NameChoice(_Choice):
    """One of some names; the error for a wrong one suggests the closest."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            reason = error.message.rstrip(".") + did_you_mean(value, self.choices)
            self.fail(reason, param, ctx)


class FilePath(click.Path):
    """A path as text, or `-`; not empty, like that of an unset variable."""

    def __init__(
        self, *, exists: bool = False, file_okay: bool = True, dir_okay: bool = True
    ) -> None:
        # Unreadable files are reported one by one, when they are read.
        super().__init__(exists, file_okay, dir_okay, readable=False, allow_dash=True)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """The path; raises a usage error."""
        if not value:
            self.fail("the path is empty; is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


class InputPath(FilePath):
    """The path of a file that a command reads, so that no result may replace it.

    `inside`: the pattern of the files that it reads in a folder; empty if it reads no folders.
    """

    def __init__(self, *, dir_okay: bool = True, inside: str = "") -> None:
        super().__init__(dir_okay=dir_okay)
        self.inside = inside


file_argument: Final = click.argument("file", type=InputPath())
"""The argument FILE: `file`, a path or `-`."""

json_option: Final = OUTPUT.flag("--json", "as_json", help="Print JSON, for other programs.")
"""The option --json: `as_json`."""


# Suffixes of programs, never those of call files.
_PROGRAM_SUFFIXES: Final = (".yul", ".sol")

_SEARCH_PATHS: Final = "yulopt.search_paths"
_REMAPPINGS: Final = "remappings"
_FOLDER: Final = FilePath(exists=True, file_okay=False)


BASE_PATH_HELP: Final = "Read sources below this directory."
INCLUDE_PATH_HELP: Final = "And below this one; repeatable."
_REMAP_HELP: Final = "The path for imports with a prefix; repeatable."


def _keep_search_path(
    ctx: click.Context, param: click.Parameter, value: str | tuple[str, ...] | None
) -> None:
    kept = ctx.meta.setdefault(_SEARCH_PATHS, {})
    if param.name != _REMAPPINGS:
        kept[param.name] = value
        return
    for remapping in value or ():
        if "=" not in remapping:
            raise click.BadParameter(f"'{remapping}' is not a remapping like @oz/=lib/oz/.")
    # Remappings may also be among the files.
    kept[_REMAPPINGS] = (*kept.get(_REMAPPINGS, ()), *(value or ()))


def without_remappings(
    ctx: click.Context, _param: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    """The files of a command line, without the remappings `prefix=path` among them."""
    remappings = [file for file in files if "=" in file and not Path(file).exists()]
    if remappings:
        kept = ctx.meta.setdefault(_SEARCH_PATHS, {})
        kept[_REMAPPINGS] = (*kept.get(_REMAPPINGS, ()), *remappings)
    return tuple(file for file in files if file not in remappings)


files_argument: Final = click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=InputPath(),
    callback=without_remappings,
)
"""The argument FILE...: `files`, paths or `-`, at least one; remappings may be among them."""


def search_paths() -> SearchPaths:
    """The import paths of Solidity by the options of `solidity_options`."""
    from yulopt.inputs.project import SearchPaths

    # A command line of a single file has none.
    ctx = click.get_current_context(silent=True)
    return SearchPaths() if ctx is None else SearchPaths(**ctx.meta.get(_SEARCH_PATHS, {}))


def solidity_of(evm_version: str | None) -> SolidityOptions:
    """The options for compiling the Solidity of an input, with a supported release."""
    from yulopt.inputs.solidity import SolidityOptions

    ctx = click.get_current_context(silent=True)
    given = {} if ctx is None else ctx.params
    versions = given.get("solc_versions") or (given.get("solc_version", NEWEST.version),)
    releases = tuple(RELEASES[version] for version in versions)
    return SolidityOptions(evm_version, search_paths(), releases)


_import_option: Final = partial(
    click.option, callback=_keep_search_path, expose_value=False, cls=IMPORTS
)

solidity_options: Final = combined(
    _import_option("--base-path", "base", metavar="DIR", type=_FOLDER, help=BASE_PATH_HELP),
    _import_option(
        "--include-path",
        "include",
        metavar="DIR",
        type=_FOLDER,
        multiple=True,
        help=INCLUDE_PATH_HELP,
    ),
    _import_option("--remap", _REMAPPINGS, metavar="PREFIX=PATH", multiple=True, help=_REMAP_HELP),
)
"""The options for the search paths of imports in Solidity, which `search_paths` returns."""

contract_option: Final = combined(
    WHAT_TO_RUN.option(
        "--contract",
        metavar="NAME",
        help="Of several contracts in FILE: NAME, or SOURCE:NAME.",
    ),
    solidity_options,
)
"""The option --contract: `contract`, the name of one, or None; with `solidity_options`."""


def _evm_version_of_release(ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    """The EVM version, which the release of solc must have; its own default if none is given."""
    release = parse_solc_version(ctx.params.get("solc_version"))
    try:
        return release.parse_evm_version(value).text
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


evm_version_option: Final = WHAT_TO_RUN.option(
    "--evm-version",
    metavar="VERSION",
    type=NameChoice(evm_version_names()),
    callback=_evm_version_of_release,
    help=f"The EVM, {evm_version_names()[0]} to {evm_version_names()[-1]}."
    f"  [default: {DEFAULT_EVM_VERSION.text}]",
)
"""The option --evm-version: `evm_version`, the name of one."""


def _supported(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    try:
        return parse_solc_version(value).version
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


solc_version_option: Final = WHAT_TO_RUN.option(
    "--solc-version",
    metavar="VERSION",
    default=NEWEST.version,
    callback=_supported,
    # The EVM version depends on it.
    is_eager=True,
    help="The release of solc to reproduce.",
)
"""The option --solc-version: `solc_version`, that of a release."""


RUNS: Final = click.IntRange(0, 2**64 - 1)
RUNS_HELP: Final = "Expected executions of deployed code."


def _require_names(
    _ctx: click.Context, _param: click.Parameter, steps: str | tuple[str, ...] | None
) -> str | tuple[str, ...] | None:
    """The callback of --steps; several may have names, `NAME=SEQ`, which are not empty."""
    for text in steps if isinstance(steps, tuple) else ():
        if text.startswith("="):
            raise click.BadParameter(f"'{text}' has no name; write NAME=SEQ, or SEQ alone.")
    return steps


def _steps_option(*, multiple: bool) -> Decorator:
    return click.option(
        "--steps",
        "--yul-optimizations",
        "steps",
        metavar="SEQ",
        multiple=multiple,
        callback=_require_names,
        cls=section(WHAT_TO_RUN.section, one_name=True),
        help="Step letters; [...] repeats, ':' starts clean-up.",
    )


def _sequence_option(name: str, *, multiple: bool) -> Decorator:
    return WHAT_TO_RUN.option(
        "--sequence",
        name,
        metavar="NAME",
        type=NameChoice(sequence_names()),
        multiple=multiple,
        help="A named sequence.  [default: default]",
    )


def _pipeline_option(name: str, *, multiple: bool) -> Decorator:
    return WHAT_TO_RUN.option(
        "--pipeline",
        name,
        metavar="NAME",
        type=NameChoice(pipeline_names()),
        multiple=multiple,
        help=f"Beyond solc: {', '.join(pipeline_names())}.",
    )


def _backend_option(name: str, *, multiple: bool) -> Decorator:
    return click.option(
        "--backend",
        "--codegen",
        name,
        metavar="NAME",
        type=NameChoice(CODEGENS),
        multiple=multiple,
        cls=section(BACK_END.section, one_name=True),
        help=f"Code generation: {', '.join(CODEGENS)}.  [default: the pipeline's, or solc]",
    )


backends_option: Final = _backend_option("backends", multiple=True)
"""The option --backend, repeatable: `backends`, names of some."""

pipelines_option: Final = _pipeline_option("pipelines", multiple=True)
"""The option --pipeline, repeatable: `pipelines`, names of some."""


sequences_options: Final = combined(
    _sequence_option("sequences", multiple=True), _steps_option(multiple=True)
)
"""The options --sequence and --steps, both repeatable: `sequences`, and `steps`."""


def runs_option(help: str) -> Decorator:
    """The option --optimize-runs: `optimize_runs`, a number of 64 bits."""
    return WHAT_TO_RUN.option(
        "--optimize-runs",
        metavar="N",
        type=RUNS,
        default=DEFAULT_RUNS,
        help=help,
    )


def output_option(help: str) -> Decorator:
    """The option --output: `output`, a path as text, or None."""
    return OUTPUT.option("-o", "--output", metavar="PATH", type=FilePath(), help=help)


stack_allocation_option: Final = WHAT_TO_RUN.flag(
    "--no-stack-allocation",
    help="Neither reuse slots nor move variables to memory.",
)
"""The option --no-stack-allocation: `no_stack_allocation`."""

proven_option: Final = WHAT_TO_RUN.option(
    "--proven",
    is_flag=True,
    callback=lambda _ctx, _param, given: given or proven_by_environment(),
    help="Roll back unproven changes; certify -o NAME.",
)
"""The option --proven: `proven`."""


def jobs_option(default: int = 1, group: type[SectionOption] = OUTPUT) -> Decorator:
    """The option --jobs: `jobs`, the number of processes, in a group of the help."""
    return group.option(
        "-j",
        "--jobs",
        metavar="N",
        type=click.IntRange(min=0),
        default=default,
        callback=lambda _ctx, _param, given: given or os.cpu_count() or 1,
        help="Processes; 0 is one per processor.",
    )


def _refuse_program(_ctx: click.Context, _param: click.Parameter, path: str | None) -> str | None:
    """The callback of --calls; a program is an error, since it is not a file of calls."""
    if path is not None and Path(path).suffix in _PROGRAM_SUFFIXES:
        raise click.BadParameter(
            f"'{path}' is a program; name a file of calls first, as in: --calls token.calls {path}"
        )
    return path


def calls_option(group: type[SectionOption]) -> Decorator:
    """The option --calls: `calls_path`, a path as text, or None."""
    return group.option(
        "--calls",
        "calls_path",
        metavar="PATH",
        type=InputPath(inside="*.calls"),
        callback=_refuse_program,
        help="Calls to expect; in a DIR, NAME.calls for NAME.yul.",
    )


def trace_options(unit: str) -> Decorator:
    """The options --trace and --trace-full, which show the changes by each `unit`."""
    return combined(
        LOOK_CLOSER.flag("--trace", help=f"The changes by each {unit}, on standard error."),
        LOOK_CLOSER.flag("--trace-full", help="Like --trace, with differences of any length."),
    )


class RunOptions(TypedDict):
    """The parameters of a command that has `run_options`."""

    contract: str | None
    steps: str | None
    sequence_name: str | None
    pipeline_name: str | None
    codegen: str | None
    bare: bool
    solc_version: str
    evm_version: str
    optimize_runs: int
    prices_path: str | None
    no_stack_allocation: bool


class CalledRunOptions(RunOptions):
    """The parameters of a command that has `called_run_options`."""

    calls_path: str | None


run_options: Final = combined(
    contract_option,
    _steps_option(multiple=False),
    _sequence_option("sequence_name", multiple=False),
    _pipeline_option("pipeline_name", multiple=False),
    _backend_option("codegen", multiple=False),
    WHAT_TO_RUN.flag("--bare", help="Only the Disambiguator and the given steps."),
    solc_version_option,
    evm_version_option,
    runs_option(RUNS_HELP),
    WHAT_TO_RUN.option(
        "--prices",
        "prices_path",
        metavar="FILE",
        type=InputPath(dir_okay=False),
        help="Prices of the chain; beyond solc only.",
    ),
    stack_allocation_option,
)
"""The options of a run of the optimiser (`RunOptions`)."""

called_run_options: Final = combined(run_options, calls_option(WHAT_TO_RUN))
"""The same with --calls (`CalledRunOptions`)."""


def chosen_steps(options: RunOptions) -> str | None:
    """The steps to run as text, None for those of the newest solc.

    If a pipeline has `runs` of its own, these are put into the options. Raises `YulError` if the
    steps are malformed, and a usage error for options that exclude each other.
    """
    steps, name = options["steps"], options["sequence_name"]
    if options["pipeline_name"] is not None:
        for excluded, given in (("steps", steps), ("sequence", name), ("bare", options["bare"])):
            if given:
                raise click.UsageError(f"--pipeline and --{excluded} exclude each other.")
        codegen = options["codegen"] or BEYOND_CODEGEN
        pipeline = Pipeline.named(options["pipeline_name"], codegen=codegen)
        options["optimize_runs"] = pipeline.runs_or(options["optimize_runs"])
        return pipeline.steps
    if name is not None:
        if steps is not None:
            raise click.UsageError("--steps and --sequence exclude each other.")
        return read_sequence(name)
    # Not imported for help, here and below.
    from yulopt.suite.reading import default_steps, parse_steps

    parse_steps(steps, name="--steps")
    return default_steps(RELEASES[options["solc_version"]]) if steps is None else steps


def has_steps(options: RunOptions) -> bool:
    """Whether the steps differ from solc's default."""
    return any(options[name] is not None for name in ("steps", "sequence_name", "pipeline_name"))


def complete_steps(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Completions: the letters and names of steps with the typed prefix."""
    from yulopt.suite.registry import all_steps, steps_by_letter

    names = [*steps_by_letter(), *all_steps()]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def find_step(text: str) -> Step:
    """The step with that letter or name; letters are case-sensitive, names are not."""
    from yulopt.suite.registry import all_steps, steps_by_letter

    if text in steps_by_letter():
        return steps_by_letter()[text]
    names = {name.lower(): name for name in all_steps()}
    name = names.get(text.lower())
    if name is not None:
        return all_steps()[name]
    hint = did_you_mean(text, all_steps(), "`yulopt steps` lists them all")
    raise click.BadParameter(f"there is no step '{text}'{hint}", param_hint="'STEP'")
