"""The destinations of results and traces; paths are checked before any work, inputs are never
overwritten."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yulopt.cli.failures import usage_error
from yulopt.terminal.console import (
    STANDARD_INPUT,
    check_folder,
    check_writable,
    has_colour,
    make_folder,
    write_or_print,
)

if TYPE_CHECKING:
    from yulopt.cli.proving import Proofs

STANDARD_OUTPUT: Final = "-"
_SEPARATORS: Final = tuple(filter(None, (os.sep, os.altsep)))
# The same for all names of a file: its identity in the system, or the place where it would be.
_Identity = tuple[int, int] | str


class Outputs:
    """The destinations of the results of some files.

    `targets` maps inputs to the files of their results; other results are printed. `folder` is the
    directory for results under the names of the inputs, if any; it is created with the first
    result. `in_place`: each input is replaced.
    """

    def __init__(
        self, files: Sequence[str], output: str | None, names: Mapping[str, str] | None = None
    ) -> None:
        """`names`: the names of the results in a directory, instead of those of the inputs."""
        self.targets: dict[str, Path] = {}
        self.folder: Path | None = None
        self.in_place = False
        if output is None or output == STANDARD_OUTPUT:
            return
        path = Path(output)
        if names is None and not is_folder(files, output):
            self.targets = {files[0]: path}
            return
        if os.path.exists(path) and not os.path.isdir(path):
            several = "With several FILEs, " if len(files) > 1 else ""
            raise usage_error(f"{several}--output '{output}' must be a directory.")
        if names is None:
            names = {file: Path(file).name for file in files}
        if names.get(STANDARD_INPUT) == STANDARD_INPUT:
            raise usage_error("Standard input has no name for a file in a directory.")
        for name, count in Counter(names[file] for file in files).items():
            if count > 1:
                raise usage_error(f"Two FILEs would both be written to '{path / name}'.")
        self.folder = path
        self.targets = {file: path / name for file, name in names.items()}

    def write(self, file: str, text: str) -> None:
        """Write or print the result of a file; raises `YulError` if it cannot be written."""
        if self.folder is not None:
            make_folder(self.folder)
        write_or_print(text, self.targets.get(file))


def is_folder(files: Sequence[str], output: str | None) -> bool:
    """Whether results of these inputs go into a directory, each under its own name."""
    if output is None or output == STANDARD_OUTPUT:
        return False
    return len(files) > 1 or os.path.isdir(output) or output.endswith(_SEPARATORS)


def single_output(
    file: str, output: str | None, inputs: Iterable[str], proofs: Proofs | None = None
) -> Outputs:
    """The output of a command for one FILE, which reads `inputs`; checked by `check_targets`, with
    the certificate, if there are `proofs`."""
    outputs = Outputs((file,), output)
    targets = list(outputs.targets.values())
    if proofs is not None:
        targets += proofs.certificates(targets)
    check_targets(inputs, targets, [outputs.folder] if outputs.folder else [])
    return outputs


def outputs_in_place(files: Sequence[str]) -> Outputs:
    """Each result replaces its input."""
    outputs = Outputs(files, None)
    for file in files:
        if file == STANDARD_INPUT or (os.path.exists(file) and _identity(file) is None):
            raise usage_error(f"--in-place needs files that can be replaced, not '{file}'.")
    outputs.targets = {file: Path(file) for file in files}
    outputs.in_place = True
    return outputs


def check_targets(
    inputs: Iterable[str],
    targets: Iterable[Path],
    folders: Collection[Path] = (),
    *,
    advice: str = "name another file",
) -> None:
    """Check the targets of results; `folders` are created if missing.

    Raises a usage error if a result would overwrite an input or another result, or if a directory
    has its name; `YulError` if it cannot be written.
    """
    input_files = _by_identity(inputs)
    taken: set[_Identity] = set()
    for folder in folders:
        check_folder(folder)
    for target in targets:
        identity = _identity(target)
        if identity in input_files:
            file = input_files[identity]
            raise usage_error(f"'{target}' is the input '{file}'; {advice}.")
        if identity in taken:
            raise usage_error(f"Two results would be written to '{target}'.")
        if identity is not None:
            taken.add(identity)
        if os.path.isdir(target):
            raise usage_error(f"'{target}' is a directory; name a file.")
        if target.parent not in folders or os.path.exists(target.parent):
            check_writable(target)


def check_trace_folders(
    inputs: Iterable[str], targets: Iterable[Path], folders: Collection[Path]
) -> None:
    """Check the directories of traces, as `check_targets` checks the targets of results; no
    result may be in one."""
    if not folders:
        return
    # Not needed without a trace.
    from yulopt.trace.directory import check_trace_folder

    places = {Path(os.path.realpath(folder)): folder for folder in folders}
    for target in targets:
        path = Path(os.path.realpath(target))
        for place in {path, *path.parents} & places.keys():
            raise usage_error(
                f"'{target}' would be in --trace-dir '{places[place]}', which holds only a trace;"
                " name another file."
            )
    input_files = _by_identity(inputs)
    for folder in folders:
        check_trace_folder(folder)
        for path in folder.iterdir() if os.path.exists(folder) else ():
            file = input_files.get(_identity(path))
            if file is not None:
                raise usage_error(
                    f"--trace-dir '{folder}' holds the input '{file}'; name another directory."
                )


def _by_identity(inputs: Iterable[str]) -> dict[_Identity | None, str]:
    files = {_identity(file): file for file in inputs}
    files.pop(None, None)
    return files


def _identity(file: str | Path) -> _Identity | None:
    """The identity of a file; None for a device or a pipe."""
    try:
        status = os.stat(sys.stdin.fileno() if file == STANDARD_INPUT else file)
    except OSError:
        # It does not exist yet, or is not connected to a file.
        return os.path.realpath(file)
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def print_trace(lines: Iterable[str]) -> None:
    """Print the lines of a trace on standard error."""
    # Not needed without a trace.
    import click

    colour = has_colour(sys.stderr)
    for line in lines:
        click.echo(line, err=True, color=colour)


def trace_folders(names: Mapping[str, str], path: str | None) -> dict[str, Path]:
    """The folder for the trace of each input; none without a path of a folder.

    `names`: the names of their results in a directory.
    """
    if path is None:
        return {}
    folder = Path(path)
    if len(names) == 1:
        return dict.fromkeys(names, folder)
    folders = {file: folder / Path(name).stem for file, name in names.items()}
    if len(set(folders.values())) < len(names):
        raise usage_error("Several FILEs of one name cannot share a --trace-dir.")
    return folders
