"""The option --beside: another release of solc, to compare with that of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from yulopt.cli.help import LOOK_CLOSER
from yulopt.cli.inputs import open_fields
from yulopt.dialect import RELEASES, parse_solc_version

if TYPE_CHECKING:
    from yulopt.driver.options import Options


def _release(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    try:
        return None if value is None else parse_solc_version(value).version
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


beside_option: Final = LOOK_CLOSER.option(
    "--beside",
    metavar="VERSION",
    callback=_release,
    help="Another release of solc to compare with.",
)
"""The option --beside: `beside`, a release or None."""


def options_of_release(options: Options, version: str) -> Options:
    """The same for another release, with its own steps and EVM version where none were chosen.

    Raises a usage error if it does not have the EVM version, or cannot differ from these.
    """
    # Not needed for help.
    from yulopt.suite.reading import default_steps

    here, there = RELEASES[options.solc_version], RELEASES[version]
    if options.is_beyond:
        raise click.UsageError("In a pipeline beyond solc nothing depends on --beside; omit it.")
    if here is there:
        raise click.UsageError(f"--beside names the release that runs, {version}.")
    evm_version: str | None = options.evm_version
    if "evm_version" in open_fields() and evm_version == here.default_evm_version.text:
        evm_version = None
    try:
        evm_version = there.parse_evm_version(evm_version).text
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    is_default = "steps" in open_fields() and options.steps == default_steps(here)
    steps = default_steps(there) if is_default else options.steps
    return options._replace(steps=steps, evm_version=evm_version, solc_version=version)
