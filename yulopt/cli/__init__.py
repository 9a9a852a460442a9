"""The command line: files in, optimised files out; and commands that explain, run and verify."""

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yulopt.cli.command import cli

__all__ = ["cli", "main"]


def main() -> None:
    """The command `yulopt`."""
    # Trees have no cycles, so reference counting frees them, and loaded modules stay. Searching for
    # cycles anyway would take a fifth of the time.
    gc.disable()
    from yulopt.cli.process import run

    run()


if not TYPE_CHECKING:  # With it, a type checker would take every name for an attribute.

    def __getattr__(name: str) -> object:
        # Not needed by every command line.
        if name == "cli":
            from yulopt.cli.command import cli

            return cli
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
