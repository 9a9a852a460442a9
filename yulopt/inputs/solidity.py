"""Solidity sources, compiled to IR by the front-end solc, if there is one.

Source: chapter 11, section 8 of the specification.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attr

from yulopt.dialect import NEWEST, Release
from yulopt.dialect.releases import supported_text
from yulopt.dropin.choices import without_pipeline
from yulopt.dropin.front import (
    FRONT_VARIABLE,
    Front,
    FrontError,
    NoFrontError,
    Reading,
    find_front,
)
from yulopt.errors import COMMENT, Source, YulError
from yulopt.inputs.contract import Contents, contracts_of_answer, texts_of_sources
from yulopt.inputs.imports import sources_of_project
from yulopt.inputs.json_forms import messages
from yulopt.inputs.project import Project, SearchPaths, find_project
from yulopt.persistence.cache import user_cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json

# The beginnings of a Solidity source, after comments.
_BEGINNING: Final = re.compile(
    rf"(?:\s|{COMMENT})*(?:pragma\s|import\s*[\"'{{*A-Za-z]|(?:abstract\s+)?contract\s+\w"
    r"|interface\s+\w|library\s+\w|using\s+\w|struct\s+\w|enum\s+\w|type\s+\w+\s+is\s)"
)
_ALWAYS: Final = ("ir", "abi")
# The outputs that record the settings and the code of a build.
FOR_AUDIT: Final = (*_ALWAYS, "metadata", "evm.bytecode", "evm.deployedBytecode")
_STANDARD_INPUT_NAME: Final = "<stdin>"
_ORDINARY_PATHS: Final = SearchPaths()


@attr.s(auto_attribs=True, frozen=True)
class SolidityOptions:
    """How solc compiles the Solidity of an input.

    `evm_version`: the target, None for solc's default. `paths`: those of imports. `releases`: solc
    is one of them; empty stands for all supported ones. With `for_audit`, it compiles via IR and
    its code is requested too.
    """

    evm_version: str | None = None
    paths: SearchPaths = _ORDINARY_PATHS
    releases: tuple[Release, ...] = (NEWEST,)
    for_audit: bool = False

    @property
    def outputs(self) -> Sequence[str]:
        """The outputs requested for each contract."""
        return FOR_AUDIT if self.for_audit else _ALWAYS


def is_solidity(text: str) -> bool:
    """Whether a text begins like Solidity."""
    return _BEGINNING.match(text) is not None


def compile_solidity(source: Source, path: Path | None, options: SolidityOptions) -> Contents:
    """The contracts of a Solidity source and of its imports.

    `path` is None for the standard input. Imports are resolved as in the file's project. Raises
    `YulError`.
    """
    project = find_project(Path.cwd() if path is None else path.absolute().parent, options.paths)
    name = _STANDARD_INPUT_NAME if path is None else unit_name(path, project)
    if options.evm_version is not None:
        settings = {**project.settings, "evmVersion": options.evm_version}
        project = attr.evolve(project, settings=settings)
    if options.for_audit:
        project = attr.evolve(project, settings={**project.settings, "viaIR": True})
    answer = ask_solc(
        project, {name: source}, source.filename, options.outputs, releases=options.releases
    )
    contracts = contracts_of_answer(answer, project.settings)
    texts = texts_of_sources(sources_of_project(project, {name: source}))
    return Contents("Solidity", contracts, "", own_files=frozenset((name,)), sources=texts)


def _needs_solc(error: FrontError, releases: Sequence[Release]) -> str:
    """The message for Solidity without a solc: first the command to run."""
    if isinstance(error, NoFrontError):
        package = f"solc@{(releases or (NEWEST,))[0].version}"
        return (
            f"this is Solidity; to read it, run: npm install {package}\n({error.reason};"
            f" a native one, named by {FRONT_VARIABLE}, also works)"
        )
    return f"this is Solidity, which only solc can read: {error.message}"


def compile_request(
    request: JsonObject, name: str, path: Path | None, options: SolidityOptions
) -> JsonObject:
    """The answer to a request for other outputs; raises `YulError`."""
    wanted: JsonObject = {"*": {"*": [*options.outputs]}}
    folder = Path.cwd() if path is None else path.absolute().parent
    try:
        front = find_front(None, user_cache(), folder, options.releases)
        reading = Reading(allow=[str(folder)])
        return _answer(front, request, wanted, name, reading, options.releases)
    except FrontError as error:
        raise YulError(
            f"this is a request to solc, and only solc can generate its IR: {error.message}",
            filename=name,
        ) from None


def ask_solc(
    project: Project,
    files: Mapping[str, Source],
    name: str,
    outputs: Sequence[str],
    *,
    contract: tuple[str, str] = ("*", "*"),
    releases: Sequence[Release] = (NEWEST,),
) -> JsonObject:
    """Solc's answer for files of a project, by their names: these outputs of each contract, or of
    the named one in a file. It is of one of the `releases`, or of any supported one.

    Raises `YulError` if there is no solc, and for errors in `name` that it finds.
    """
    try:
        front = find_front(None, user_cache(), project.root, releases)
        request: JsonObject = {
            "language": "Solidity",
            "sources": sources_of_project(project, files),
            "settings": {**project.settings, "remappings": list(project.remappings)},
        }
        file, contract_name = contract
        wanted: JsonObject = {file: {contract_name: list(outputs)}}
        return _answer(front, request, wanted, name, None, releases)
    except FrontError as error:
        raise YulError(_needs_solc(error, releases), filename=name) from None


def _answer(
    front: Front,
    request: JsonObject,
    wanted: JsonObject,
    name: str,
    reading: Reading | None,
    releases: Sequence[Release],
) -> JsonObject:
    settings = without_pipeline({**object_at(request, "settings"), "outputSelection": wanted})
    if releases and front.release is not None and front.release not in releases:
        raise NoFrontError(
            f"{front.path} is solc {front.number}, which commands with --solc-version"
            f" {front.number} take"
        )
    if releases:
        front.require(*releases)
    elif front.release is None:
        raise FrontError(
            f"{front.path} is solc {front.number}, which is not supported; these releases are:"
            f" {supported_text()}"
        )
    # With it, there would be no IR.
    settings.pop("stopAfter", None)
    output = front.compile(write_json({**request, "settings": settings}), reading)
    try:
        answer: Json = read_json(output)
    except ValueError:
        raise FrontError("the front-end solc gives no JSON") from None
    errors = messages(object_at(answer))
    if errors:
        raise YulError("\n".join(["solc found errors:", *errors]), filename=name)
    return object_at(answer)


def unit_name(path: Path, project: Project) -> str:
    """Solc's name of a file: its path below the root of the project, or else the whole path."""
    absolute = Path(os.path.abspath(path))
    root = project.root
    return (absolute.relative_to(root) if absolute.is_relative_to(root) else absolute).as_posix()
