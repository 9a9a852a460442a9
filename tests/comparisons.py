"""Several comparisons with the reference compiler, which share its processes.

    python -m tests.comparisons < LIST      each line has the arguments of one `tests.compare`

A process with solc becomes fast only after some hundred programs, so one for each comparison would
take much longer. Exit status: that of the first comparison that fails; the rest is left out.
"""

from __future__ import annotations

import shlex
import sys

import click

from tests.compare import main as compare


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
def main() -> None:
    for line in sys.stdin:
        click.echo(f"-- {line.strip()}")
        try:
            compare(shlex.split(line), prog_name="python -m tests.compare")
        except SystemExit as end:
            if end.code:
                raise


if __name__ == "__main__":
    main(prog_name="python -m tests.comparisons")
