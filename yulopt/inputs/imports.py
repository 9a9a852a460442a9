"""Resolves the imports of a Solidity source as solc, Foundry and Hardhat do.

All of them go into the request, so that any solc can be used, including its core alone, which reads
no files. A name is looked up below the base folder and then below each folder of `include`; the
first match counts. Relative imports are relative to the name of the importing source.

Source: "Import Path Resolution" in the documentation of Solidity.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attr

from yulopt.errors import Source, YulError
from yulopt.inputs.project import Project
from yulopt.persistence.json_values import JsonObject
from yulopt.terminal.console import read_source

# An import, or text that may contain the word without being one.
_IMPORT: Final = re.compile(
    r"//[^\n\r]*|/\*.*?\*/"
    r"|(?<![\w$.])import\b(?:[^;\"'/]|/\*.*?\*/|//[^\n\r]*)*?([\"'])(?P<path>(?:(?!\1)[^\n\r])*)\1"
    r"|\"(?:\\.|[^\"\\\n\r])*\"|'(?:\\.|[^'\\\n\r])*'",
    re.DOTALL,
)
_SCOPED_PACKAGE: Final = re.compile(r"@[\w.-]+/[\w.-]+|[\w.-]+")


def sources_of_project(project: Project, files: Mapping[str, Source]) -> JsonObject:
    """The `sources` of a request: the files, by their names, and all their imports.

    Raises `YulError` for a missing import.
    """
    remappings = [_Remapping.of(text) for text in project.remappings]
    sources: JsonObject = {name: {"content": file.text} for name, file in files.items()}
    waiting = list(files.items())
    while waiting:
        importer, source = waiting.pop()
        for path, offset in _imports(source.text):
            name = _remapped(_absolute(path, importer), importer, remappings)
            if name in sources:
                continue
            found = _file_of(name, project)
            if found is None:
                raise _not_found(path, name, source, offset, project)
            read = read_source(str(found))
            sources[name] = {"content": read.text}
            waiting.append((name, read))
    return sources


def _imports(text: str) -> Iterator[tuple[str, int]]:
    """The imported path, as written, and its offset."""
    for found in _IMPORT.finditer(text):
        if found["path"] is not None:
            yield found["path"], found.start("path")


def _absolute(path: str, importer: str) -> str:
    """The imported name before remapping. Only the path as written is normalised, not the name of
    the importing source, in which a remapping may have left anything."""
    if not path.startswith(("./", "../")):
        return path
    parts = posixpath.normpath(path).split("/")
    folder = _folder(importer)
    while parts[0] == "..":
        folder = _folder(folder)
        del parts[0]
    return "/".join([folder, *parts] if folder else parts)


def _folder(name: str) -> str:
    return name.rpartition("/")[0].rstrip("/")


@attr.s(auto_attribs=True, frozen=True)
class _Remapping:
    context: str
    prefix: str
    target: str

    @staticmethod
    def of(text: str) -> _Remapping:
        left, _, target = text.partition("=")
        context, colon, prefix = left.partition(":")
        return _Remapping(context, prefix, target) if colon else _Remapping("", left, target)


def _remapped(name: str, importer: str, remappings: Sequence[_Remapping]) -> str:
    """Apply the remapping with the longest context and prefix; the last among equals."""
    best: _Remapping | None = None
    for one in remappings:
        if not (name.startswith(one.prefix) and importer.startswith(one.context)):
            continue
        length = (len(one.context), len(one.prefix))
        if best is None or length >= (len(best.context), len(best.prefix)):
            best = one
    return name if best is None else best.target + name.removeprefix(best.prefix)


def _file_of(name: str, project: Project) -> Path | None:
    folders = (project.root, *project.include)
    return next((path for folder in folders if (path := folder / name).is_file()), None)


def _not_found(path: str, name: str, source: Source, offset: int, project: Project) -> YulError:
    message = f"'{path}' is not found"
    if name != path and not path.startswith("."):
        message += f" (as '{name}')"
    folders = ", ".join(str(folder) for folder in (project.root, *project.include))
    package = _SCOPED_PACKAGE.match(path)
    hint = (
        ""
        if package is None or path.startswith(".")
        else (
            f"; install it (npm install {package[0]}, or forge install), or say where it is with"
            " --include-path DIR or --remap PREFIX=PATH"
        )
    )
    return source.syntax_error(offset, f"{message} in {folders}{hint}")
