"""The folder of a publication: which files it has, and that no other file is written over."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from yulopt.errors import YulError, printable
from yulopt.publish.files import file_names
from yulopt.publish.publication import MARK
from yulopt.terminal.console import check_folder, failure_reason, make_folder, write_whole


def check_publication_folder(folder: Path, name: str, files: Collection[str]) -> None:
    """Raise `YulError` unless the files of the contract `name` can be written into a folder.

    It is missing or empty, or holds an earlier publication of that contract and nothing else.
    """
    check_folder(folder)
    if not os.path.exists(folder):
        return
    program = folder / f"{name}.yul"
    try:
        others = sorted(path.name for path in folder.iterdir() if path.name not in files)
        is_known = program.is_file() and program.read_bytes().startswith(MARK.encode())
        is_empty = next(folder.iterdir(), None) is None
    except OSError as error:
        raise YulError(
            f"cannot hold a publication: {failure_reason(error)}", filename=str(folder)
        ) from None
    if others or not (is_empty or is_known):
        found = f" ('{printable(others[0])}')" if others else ""
        raise YulError(
            f"holds other files{found}; name a new or an empty directory with -o",
            filename=str(folder),
        )


def write_publication(folder: Path, name: str, files: Mapping[str, str]) -> None:
    """Write files by their names into a folder, and remove those that an earlier publication had
    besides; raises `YulError`."""
    make_folder(folder)
    # The program comes first: by it the folder is known, however far this gets.
    for file in sorted(files, key=lambda file: file != f"{name}.yul"):
        write_whole(folder / file, files[file])
    # A certificate is about the program that it was written with.
    for file in set(file_names(name)).difference(files):
        (folder / file).unlink(missing_ok=True)
