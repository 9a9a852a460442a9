"""The command `yulopt solc`, also `yulopt-solc`: what build systems take for solc.

There is no logic here, only options, streams, and telling what is wrong.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from yulopt.build_info import VERSION
from yulopt.cli.failures import usage_error
from yulopt.cli.help import SectionedCommand, epilog
from yulopt.cli.options import FilePath
from yulopt.dropin.build import compile_with
from yulopt.dropin.cache import CACHE_VARIABLE, OFF, Cache, user_cache
from yulopt.dropin.front import FRONT_VARIABLE, Front, FrontError, Reading, find_front
from yulopt.dropin.launcher import is_launcher, launcher
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.terminal.console import STANDARD_INPUT, failure_reason, read_source, write_whole


def main() -> None:
    """The command `yulopt-solc`, for build systems that cannot say `yulopt solc`."""
    from yulopt.cli import main as yulopt

    sys.argv.insert(1, "solc")
    yulopt()


@click.command(
    "solc",
    cls=SectionedCommand,
    short_help="Stand in for solc in a build.",
    epilog=epilog(
        """
  yulopt solc --standard-json < input.json > output.json
  solc = "/path/to/yulopt-solc"              in foundry.toml, with via_ir = true
  yulopt solc --install-launcher solc        what Hardhat 3 takes as the path of solc
""",
        f"Variables: {FRONT_VARIABLE} is the solc in front, {CACHE_VARIABLE} the folder of the"
        f" cache, or '{OFF}'.",
    ),
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.option("--standard-json", is_flag=True, help="Read and write standard JSON.")
@click.option("--base-path", metavar="DIR", help="Read sources below this directory.")
@click.option(
    "--include-path", metavar="DIR", multiple=True, help="And below this one; repeatable."
)
@click.option("--allow-paths", metavar="DIR,...", help="Sources may also lie in these.")
@click.option("--no-import-callback", is_flag=True, help="Read nothing but the request.")
@click.option("--front", metavar="PATH", help="The solc in front, or its npm package.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Contracts at a time; 0 is all processors.",
)
@click.option("--cache", metavar="DIR", help="Where results are kept; 'off' keeps none.")
@click.option(
    "--install-launcher",
    metavar="FILE",
    type=FilePath(dir_okay=False),
    callback=lambda context, _, file: _install_launcher(context, file),
    expose_value=False,
    is_eager=True,
    help="Write a file that starts this command and looks like a native solc, and exit.",
)
@click.argument("file", metavar="[FILE]", type=FilePath(), default=STANDARD_INPUT)
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
    file: str,
) -> None:
    """Compile Solidity via IR as solc does, with the optimiser of yulopt.

    A solc of the same version does what only it can: it reads Solidity, and
    gives the ABI, the metadata and the IR. What is not compiled via IR is left
    to it.
    """
    kept = user_cache(cache)
    if version:
        click.echo(f"solc, the solidity compiler commandline interface, with yulopt {VERSION}")
        click.echo(f"Version: {_semantic(_front(front, kept).version)}")
        return
    if not standard_json:
        raise usage_error("Only --version and --standard-json are there; for other forms use solc.")
    if include_path and base_path is None:
        raise usage_error("--include-path needs --base-path.")
    reading = Reading(
        base_path, include_path, (allow_paths or "").split(",") if allow_paths else ()
    )
    request = read_source(file).text
    in_front = _front(front, kept)
    try:
        answer = compile_standard_json(
            request,
            lambda text: in_front.compile(text, None if no_import_callback else reading),
            compile_with(kept, jobs),
        )
    except FrontError as error:
        raise _told(error) from None
    click.echo(answer)


def _install_launcher(context: click.Context, file: str | None) -> None:
    if file is None:
        return
    path = Path(file)
    try:
        if path.exists() and not is_launcher(path.read_bytes()):
            raise click.ClickException(
                f"{file} is there, and is no launcher of yulopt; remove it, or name another file."
            )
        write_whole(path, launcher())
        path.chmod(0o755)
    except OSError as error:
        raise click.ClickException(f"{file}: {failure_reason(error)}") from None
    click.echo(f"{file} starts {sys.executable} -m yulopt solc.")
    context.exit()


def _front(named: str | None, cache: Cache) -> Front:
    try:
        return find_front(named, cache)
    except FrontError as error:
        raise _told(error) from None


def _told(error: FrontError) -> click.ClickException:
    return click.ClickException(error.message)


def _semantic(version: str) -> str:
    """The version without what semantic versions cannot have: `g++` becomes `gcc`."""
    number, _, tail = version.partition("+")
    return f"{number}+{re.sub('[+]{2}', 'cc', tail)}"
