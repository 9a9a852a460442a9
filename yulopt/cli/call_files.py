"""The argument of --calls: a file of calls for all programs, or a directory with one for each."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from yulopt.errors import YulError
from yulopt.terminal.console import read_source

if TYPE_CHECKING:
    from yulopt.frequency.call_profile import CallProfile
    from yulopt.tune.calls import Calls

_SUFFIX: Final = ".calls"


class CallFiles:
    """The calls of each program; a file for all of them is read at once (raises `YulError`)."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._folder: str | None = None
        self._of_all: Calls | None = None
        if path is not None and Path(path).is_dir():
            self._folder = path
        elif path is not None:
            self._of_all = _read(path)

    def path_of(self, file: str) -> str | None:
        """The path of the calls of the program in a file, if there are any."""
        if self._folder is None:
            return self._path
        own = Path(self._folder, Path(file).stem + _SUFFIX)
        return str(own) if own.exists() else None

    def require(self, files: Collection[str]) -> None:
        """Raise `YulError` if a directory has calls for none of these files."""
        if self._folder is not None and not any(map(self.path_of, files)):
            names = " or ".join(f"{Path(file).stem}{_SUFFIX}" for file in files)
            raise YulError(f"there is no {names} in this directory", filename=self._folder)

    def of(self, file: str) -> Calls | None:
        """The calls of the program in a file, if there are any; raises `YulError`."""
        if self._folder is None:
            return self._of_all
        own = self.path_of(file)
        return None if own is None else _read(own)

    def profile_of(self, file: str) -> CallProfile | None:
        """The number of calls of each function."""
        calls = self.of(file)
        return None if calls is None else calls.profile()


def profiles_of_calls(path: str, *, has_steps: bool) -> CallFiles:
    """The same for an optimiser that uses execution counts.

    `has_steps`: whether it runs other steps than solc's. Raises `YulError`, and a usage error if
    no step uses the calls.
    """
    if not has_steps:
        raise click.UsageError("--calls needs --pipeline, or --steps that use execution counts.")
    return CallFiles(path)


def _read(path: str) -> Calls:
    from yulopt.tune.call_files import read_calls

    return read_calls(read_source(path))
