"""The project of a Solidity source: its root, import paths, and compiler settings.

Sources are `foundry.toml`, `remappings.txt` and the folders of libraries, as for Foundry; the
folders `node_modules` from the root upwards, as for node; and the settings in the newest build info
of Hardhat, whose configuration is a program, or else those found in its text.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attr

from yulopt.dropin.foundry_toml import read_profile
from yulopt.dropin.project_file import project_root
from yulopt.errors import YulError
from yulopt.persistence.json_values import JsonObject, object_at, object_in, read_json, strings_in

_FOUNDRY: Final = "foundry.toml"
_REMAPPINGS: Final = "remappings.txt"
_PACKAGES: Final = "node_modules"
# The source folders of a library, the more usual one first.
_SOURCE_FOLDERS: Final = ("src", "contracts")
_BUILD_INFO: Final = "artifacts/build-info"
# The settings in a build info that affect the code.
_SETTINGS: Final = ("optimizer", "evmVersion", "viaIR", "libraries", "metadata", "debug")
# Where settings of `foundry.toml` besides those of the optimiser stand in a request.
_OF_FOUNDRY: Final = {
    "via_ir": ("viaIR",),
    "evm_version": ("evmVersion",),
    "bytecode_hash": ("metadata", "bytecodeHash"),
    "cbor_metadata": ("metadata", "appendCBOR"),
    "use_literal_content": ("metadata", "useLiteralContent"),
    "revert_strings": ("debug", "revertStrings"),
}
_JS_COMMENT: Final = re.compile(r"(?<!:)//.*|^\s*/\*[\s\S]*?\*/", re.MULTILINE)
_IN_CONFIGURATION: Final = {
    "enabled": re.compile(r"\boptimizer:\s*{[^{}]*?\benabled:\s*(true|false)\b"),
    "viaIR": re.compile(r"\bviaIR:\s*(true|false)\b"),
    "evmVersion": re.compile(r"\bevmVersion:\s*[\"'](\w+)[\"']"),
    "runs": re.compile(r"\bruns:\s*([0-9][0-9_]{0,15})\b"),
}
# The usual `runs`, of solc as of Foundry.
_RUNS: Final = 200


@attr.s(auto_attribs=True, frozen=True)
class SearchPaths:
    """The import options of a command line, like solc's.

    `base` is the folder that names of sources are relative to, None for the root of the project;
    `include` are further folders; `remappings` are texts like `prefix=path`.
    """

    base: str | None = None
    include: tuple[str, ...] = ()
    remappings: tuple[str, ...] = ()


@attr.s(auto_attribs=True, frozen=True)
class Project:
    """The location of a project's sources, and their compiler settings.

    `sources`: the folder of its contracts, None if unknown; `include` and `remappings` as for solc.
    `settings`: the known ones of a request in standard JSON; `origin`: the file that has them,
    empty if there is none. `output` is the folder of the artifacts of Foundry.
    """

    root: Path
    sources: Path | None = None
    include: tuple[Path, ...] = ()
    remappings: tuple[str, ...] = ()
    settings: JsonObject = attr.Factory(dict)
    origin: str = ""
    output: Path | None = None


def find_project(start: Path, paths: SearchPaths | None = None) -> Project:
    """The project that a folder is in; without one, names are relative to the working directory.

    Raises `YulError` for a configuration that cannot be read.
    """
    paths = SearchPaths() if paths is None else paths
    found = project_root(start)
    root = Path.cwd() if found is None else found
    project = _project_at(root)
    base = root if paths.base is None else Path(os.path.abspath(paths.base))
    given = tuple(Path(os.path.abspath(folder)) for folder in paths.include)
    return attr.evolve(
        project,
        root=base,
        include=(*given, *project.include),
        # Of equal prefixes, solc takes the last.
        remappings=(*project.remappings, *paths.remappings),
    )


def _project_at(root: Path) -> Project:
    packages = tuple(
        folder / _PACKAGES for folder in (root, *root.parents) if (folder / _PACKAGES).is_dir()
    )
    listed = tuple(_lines_of(root / _REMAPPINGS))
    if (root / _FOUNDRY).is_file():
        return _foundry_project(root, packages, listed)
    contracts = root / "contracts"
    settings, origin = _settings_of_hardhat(root)
    return Project(
        root, contracts if contracts.is_dir() else None, packages, listed, settings, origin
    )


# Foundry


def _foundry_project(root: Path, packages: tuple[Path, ...], listed: tuple[str, ...]) -> Project:
    profile = _profile(root / _FOUNDRY)
    libraries = strings_in(profile.get("libs")) or ["lib"]
    found = [
        remapping for library in libraries for remapping in _of_libraries(root, root / library)
    ]
    return Project(
        root,
        root / _text(profile, "src", "src"),
        packages,
        (*found, *listed, *strings_in(profile.get("remappings"))),
        _settings_of_foundry(profile),
        _FOUNDRY,
        root / _text(profile, "out", "out"),
    )


def _text(profile: JsonObject, key: str, default: str) -> str:
    value = profile.get(key)
    return value if isinstance(value, str) else default


def _profile(path: Path) -> JsonObject:
    """The selected profile; raises `YulError`."""
    try:
        return read_profile(path)
    except (OSError, ValueError) as error:
        raise YulError(f"cannot be read: {error}", filename=str(path)) from None


def _of_libraries(root: Path, folder: Path) -> Iterator[str]:
    """The remappings of the libraries in a folder, with those of nested libraries first, which have
    lower precedence.
    """
    if not folder.is_dir() or folder.name == _PACKAGES:
        return
    for library in sorted(path for path in folder.iterdir() if path.is_dir()):
        place = os.path.relpath(library, root).replace(os.sep, "/")
        yield from _of_libraries(root, library / "lib")
        for line in _own_remappings(library):
            prefix, equals, target = line.partition("=")
            if equals and (library / target).exists():
                yield f"{prefix}={place}/{target}"
        inside = [name for name in _SOURCE_FOLDERS if (library / name).is_dir()]
        for name in inside:
            yield f"{library.name}/{name}/={place}/{name}/"
        yield f"{library.name}/={place}/{inside[0] + '/' if inside else ''}"


def _own_remappings(library: Path) -> list[str]:
    """The remappings that a library itself is built with."""
    lines = list(_lines_of(library / _REMAPPINGS))
    if (library / _FOUNDRY).is_file():
        lines += strings_in(_profile(library / _FOUNDRY).get("remappings"))
    return lines


def _settings_of_foundry(profile: JsonObject) -> JsonObject:
    values = profile | _variables()
    runs, enabled = values.get("optimizer_runs"), values.get("optimizer")
    if not isinstance(runs, int):
        runs = _RUNS
    elif enabled is None:
        # Foundry takes runs alone for a word on the optimiser, too.
        enabled = runs > 0
    optimizer: JsonObject = {"enabled": enabled is True, "runs": runs}
    details = object_at(values, "optimizer_details")
    if details:
        optimizer["details"] = details
    settings: JsonObject = {"optimizer": optimizer, "viaIR": False}
    for name, (*way, last) in _OF_FOUNDRY.items():
        if name in values:
            place = settings
            for key in way:
                place = object_in(place, key)
            place[last] = values[name]
    return settings


def _variables() -> JsonObject:
    """The settings in variables of Foundry, which take precedence."""
    found: JsonObject = {}
    for name in ("optimizer", "optimizer_runs", *_OF_FOUNDRY):
        text = os.environ.get(f"FOUNDRY_{name.upper()}")
        if text is not None:
            try:
                found |= tomllib.loads(f"{name} = {text}")
            except tomllib.TOMLDecodeError:
                found[name] = text
    return found


# Hardhat


def _settings_of_hardhat(root: Path) -> tuple[JsonObject, str]:
    """The settings of the newest build, or else those found in the text of the configuration; and
    the file that has them.
    """
    folder = root / _BUILD_INFO
    files = [path for path in folder.glob("*.json") if not path.name.endswith(".output.json")]
    for path in sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True):
        try:
            settings = object_at(read_json(path.read_text("utf-8")), "input", "settings")
        except (OSError, ValueError, RecursionError):
            continue
        if settings:
            kept = {key: value for key, value in settings.items() if key in _SETTINGS}
            return kept, path.relative_to(root).as_posix()
    for path in sorted(root.glob("hardhat.config.*")):
        settings = _settings_in_text(path.read_text("utf-8", "replace"))
        if settings:
            return settings, path.name
    return {}, ""


def _settings_in_text(text: str) -> JsonObject:
    """The settings found in a configuration that is a program, if each occurs only once."""
    text = _JS_COMMENT.sub("", text)
    found = {name: set(pattern.findall(text)) for name, pattern in _IN_CONFIGURATION.items()}
    once = {name: next(iter(values)) for name, values in found.items() if len(values) == 1}
    settings: JsonObject = {}
    if "viaIR" in once:
        settings["viaIR"] = once["viaIR"] == "true"
    if "evmVersion" in once:
        settings["evmVersion"] = once["evmVersion"]
    if "runs" in once or "enabled" in once:
        runs = int(once.get("runs", str(_RUNS)).replace("_", ""))
        settings["optimizer"] = {"enabled": once.get("enabled") != "false", "runs": runs}
    return settings


def _lines_of(path: Path) -> Iterator[str]:
    if path.is_file():
        for line in path.read_text("utf-8", "replace").splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                yield line.strip()
