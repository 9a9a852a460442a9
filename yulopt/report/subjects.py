"""The contracts of a report: read from files and folders, and built by solc."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attr

from yulopt.dialect import DEFAULT_EVM_VERSION, evm_version_names
from yulopt.errors import Source, YulError
from yulopt.inputs.project import Project, SearchPaths, find_project
from yulopt.inputs.reading import programs_in
from yulopt.inputs.solidity import ask_solc, unit_name
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.report.building import Bytes
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.terminal.console import read_source
from yulopt.tune.comparison import TOO_DEEP

_SUFFIX: Final = ".sol"
CALLS_SUFFIX: Final = ".calls"
# Tests and scripts of Foundry, which are not deployed.
_NOT_DEPLOYED: Final = (".t.sol", ".s.sol")
_BYTECODE: Final = ("evm.bytecode.object", "evm.deployedBytecode.object")
_INTERFACES: Final = ("ir", "abi")
_TOO_DEEP_MESSAGE: Final = re.compile("stack too deep", re.IGNORECASE)
LIBRARY_PLACE: Final = re.compile(r"__\$[0-9a-f]{34}\$__")


@attr.s(auto_attribs=True, frozen=True)
class Subject:
    """A contract: its IR, its ABI (None if unknown), and its code as solc builds it in the project,
    None if that is unknown or, for the reason in `failure`, there is none. `artifact` is the path
    of Foundry's build of it, if it belongs to a project of Foundry.
    """

    name: str
    file: Path
    ir: str
    abi: Json = None
    by_solc: Bytes | None = None
    failure: str = ""
    artifact: Path | None = None


@attr.s(auto_attribs=True, frozen=True)
class Subjects:
    """All contracts, with the settings of their builds.

    `setting` describes these, `via_ir` is whether solc builds via IR; `kind` is that of the
    project: `foundry`, `hardhat`, or empty. `skipped` has the names of omitted contracts.
    """

    contracts: list[Subject]
    runs: int
    evm_version: str
    via_ir: bool
    setting: str
    kind: str = ""
    skipped: str = ""


def read_subjects(
    paths: Sequence[str],
    search: SearchPaths,
    *,
    runs: int | None = None,
    on_progress: Callable[[str], None],
) -> Subjects:
    """The contracts in files and folders; without any, those of the current project.

    `runs` overrides that of the project; `on_progress` receives the progress. Raises `YulError`.
    """
    first = Path(paths[0]) if paths else Path.cwd()
    project = find_project(first if first.is_dir() else first.absolute().parent, search)
    files = list(_files(paths or [_sources_of(project)]))
    is_off = object_at(project.settings, "optimizer").get("enabled") is False
    project = attr.evolve(project, settings=_settings(project.settings, runs))
    solidity = [file for file in files if file.suffix == _SUFFIX]
    if not solidity:
        project = Project(project.root, settings={**project.settings, "viaIR": True})
    on_progress(f"solc reads {len(solidity)} files" if len(solidity) > 1 else f"reading {files[0]}")
    found, skipped = _by_solc(project, solidity, on_progress) if solidity else ([], [])
    for file in files:
        if file.suffix != _SUFFIX:
            source = read_source(str(file))
            found += [Subject(one.name, file, one.text) for one in programs_in(source, file)]
    if not found:
        raise YulError(
            f"there is no contract to deploy{f' ({skipped_text(skipped)})' if skipped else ''}",
            filename=", ".join(paths) or str(project.root),
        )
    optimizer = object_at(project.settings, "optimizer")
    found_runs, version = optimizer.get("runs"), project.settings.get("evmVersion")
    return Subjects(
        found,
        found_runs if isinstance(found_runs, int) else DEFAULT_RUNS,
        version if version in evm_version_names() else DEFAULT_EVM_VERSION.text,
        project.settings.get("viaIR") is True,
        _setting_text(project, is_off=is_off),
        _kind(project),
        skipped_text(skipped),
    )


def files_read(paths: Sequence[str], search: SearchPaths) -> Iterator[str]:
    """The files that a report of these paths may read (see `read_subjects`): Solidity in folders,
    and files of calls beside contracts. Raises `YulError` if the project has no contracts."""
    for place in map(Path, paths or [_sources_of(find_project(Path.cwd(), search))]):
        inside = place.rglob("*") if place.is_dir() else place.parent.glob(f"*{CALLS_SUFFIX}")
        yield from (str(file) for file in inside if file.suffix in (_SUFFIX, CALLS_SUFFIX))


def skipped_text(names: Sequence[str]) -> str:
    """A remark on contracts that are left out; empty if there are none."""
    if not names:
        return ""
    kinds = "interfaces, abstract contracts, internal libraries"
    return f"{len(names)} not deployed, left out ({kinds})"


def _sources_of(project: Project) -> str:
    if project.sources is None or not project.sources.is_dir():
        raise YulError(
            "no folder of contracts was found; name files or folders, as in: yulopt report"
            " contracts/",
            filename=str(project.root),
        )
    return str(project.sources)


def _files(paths: Sequence[str]) -> Iterator[Path]:
    """The files, and those in folders that may hold contracts; raises `YulError`."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        inside = sorted(
            file for file in path.rglob(f"*{_SUFFIX}") if not file.name.endswith(_NOT_DEPLOYED)
        )
        if not inside:
            raise YulError("it has no Solidity files", filename=str(path))
        yield from inside


def _settings(settings: JsonObject, runs: int | None) -> JsonObject:
    """Settings with the optimiser on, and with `runs` if that is given."""
    optimizer: JsonObject = {"runs": DEFAULT_RUNS, **object_at(settings, "optimizer")}
    optimizer["enabled"] = True
    if runs is not None:
        optimizer["runs"] = runs
    return {**settings, "optimizer": optimizer}


def _setting_text(project: Project, *, is_off: bool) -> str:
    """The settings in words; `is_off`: whether the project itself has the optimiser off."""
    settings = project.settings
    optimizer = object_at(settings, "optimizer")
    parts = ["via IR" if settings.get("viaIR") is True else "without IR"]
    parts.append(f"runs {optimizer.get('runs')}")
    if "evmVersion" in settings:
        parts.append(str(settings["evmVersion"]))
    if is_off:
        parts.append("but with the optimiser on")
    return f"{', '.join(parts)} ({project.origin or 'no project settings found'})"


def _kind(project: Project) -> str:
    if (project.root / "foundry.toml").is_file():
        return "foundry"
    return "hardhat" if any(project.root.glob("hardhat.config.*")) else ""


# The answers of solc


def _by_solc(
    project: Project, files: Sequence[Path], on_progress: Callable[[str], None]
) -> tuple[list[Subject], list[str]]:
    """The contracts that can be deployed, and the names of the others."""
    sources = {unit_name(file, project): read_source(str(file)) for file in files}
    paths = {unit_name(file, project): file for file in files}
    filename = str(files[0]) if len(files) == 1 else str(os.path.commonpath(files))
    failures: dict[str, str] = {}
    try:
        answer = ask_solc(project, sources, filename, (*_INTERFACES, *_BYTECODE))
    except YulError as error:
        if not _TOO_DEEP_MESSAGE.search(error.message):
            raise
        # solc then returns no other contract, so each is compiled alone.
        answer = ask_solc(project, sources, filename, _INTERFACES)
        for file in sources:
            for name, output in object_at(answer, "contracts", file).items():
                on_progress(f"solc builds {name}")
                built = _built_alone(project, sources, filename, (file, name))
                if built is None:
                    failures[f"{file}:{name}"] = TOO_DEEP
                else:
                    object_at(output).update(built)
    found, others = [], []
    for file in sources:
        for name, output in object_at(answer, "contracts", file).items():
            qualified, ir, abi = (
                f"{file}:{name}",
                object_at(output).get("ir"),
                object_at(output).get("abi"),
            )
            if not isinstance(ir, str) or not ir or not abi:
                others.append(qualified)
                continue
            code = _code(object_at(output))
            failure = failures.get(qualified, "")
            path = paths[file]
            artifact = project.output and project.output / path.name / f"{name}.json"
            found.append(Subject(qualified, path, ir, abi, code, "" if code else failure, artifact))
    return found, others


def _built_alone(
    project: Project, sources: Mapping[str, Source], filename: str, contract: tuple[str, str]
) -> JsonObject | None:
    """The code of one contract, by its file and name; None where the stack is too deep for it."""
    file, name = contract
    try:
        answer = ask_solc(project, sources, filename, _BYTECODE, contract=contract)
    except YulError as error:
        if _TOO_DEEP_MESSAGE.search(error.message):
            return None
        raise
    return object_at(answer, "contracts", file, name)


def _code(output: JsonObject) -> Bytes | None:
    creation = object_at(output, "evm", "bytecode").get("object")
    deployed = object_at(output, "evm", "deployedBytecode").get("object")
    if not isinstance(creation, str) or not isinstance(deployed, str) or not creation:
        return None
    return Bytes(_bytes(creation), _bytes(deployed))


def _bytes(digits: str) -> bytes:
    """The bytes, with zeros in place of the addresses of libraries."""
    return bytes.fromhex(LIBRARY_PLACE.sub("00" * 20, digits))
