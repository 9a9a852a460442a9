"""Remarks about the choices of a project for its developers, and errors in the choices.

Source: chapter 11, sections 3.1 and 5.4 of the specification.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from yulopt.dialect import RELEASES, supported_text
from yulopt.driver.options import ALL_CODE
from yulopt.dropin.choices import (
    PIPELINE_VARIABLE,
    Choices,
    is_pattern,
    is_test_or_script,
    matches,
    path_in_project,
)
from yulopt.dropin.notices import (
    LEFT_ALONE,
    MEMORY_SAFE,
    NOT_OPTIMIZED,
    NOT_REPRODUCED,
    NOT_VIA_IR,
    OWN_STEPS,
    PIPELINE,
    UNCONFIRMED,
    Remark,
)
from yulopt.dropin.pipelines import AS_REQUESTED, is_open_to_choice, only_in_yulopt
from yulopt.dropin.selection import Selection
from yulopt.dropin.settings import requested_options
from yulopt.dropin.work import Work
from yulopt.errors import did_you_mean
from yulopt.persistence.json_values import JsonObject, object_at
from yulopt.persistence.toml_text import listed
from yulopt.suite.pipelines import Pipeline, name_of_pipeline, pipeline_names

# Names in IR of a Solidity function, its external entry, a getter, or a modifier.
_SOLIDITY_FUNCTION: Final = re.compile(
    r"(?:external_)?(?:fun|getter_fun|constructor|modifier)_(.+?)(?:_[0-9]+)*"
)
_PACKAGES: Final = "node_modules"
# Before the files of packages, in Hardhat 3.
_PACKAGE_PREFIX: Final = "npm/"
_RELATIVE: Final = "paths are relative to the folder of this file"


def remark_if_not_via_ir(request: JsonObject) -> list[Remark]:
    """A remark that solc compiles alone, if code of Solidity is requested without `viaIR`."""
    settings = object_at(request, "settings")
    wants_code = Selection(settings.get("outputSelection")).asks_for_code()
    is_solidity = request.get("language") == "Solidity"
    if (
        not is_solidity
        or not wants_code
        or settings.get("viaIR") is True
        or "viaSSACFG" in settings
    ):
        return []
    text = (
        "yulopt leaves contracts that are not compiled via IR to solc; set via_ir = true in "
        "foundry.toml, or viaIR: true in the settings of Hardhat"
    )
    return [Remark(NOT_VIA_IR.code, text)]


def remark_if_left_alone(request: JsonObject, choices: Choices) -> list[Remark]:
    """A remark on an unusual request in Yul, which solc answers alone, if something else is
    chosen."""
    names = [file for file in object_at(request, "sources") if choices.concern(file)]
    if not names:
        return []
    text = (
        f"solc alone compiles {names[0]}, since the request has something that yulopt does not"
        " know for Yul; the choice of a pipeline or of proven builds does not apply"
    )
    return [Remark(LEFT_ALONE.code, text)]


def not_reproduced(version: str) -> str:
    """A remark that a version of solc compiles alone."""
    return (
        f"yulopt does not reproduce solc {version}, which compiles alone; it reproduces"
        f" {supported_text()}"
    )


def remark_on_release(version: str) -> list[Remark]:
    """Remarks on the version of the front-end solc, when it compiles via IR, or Yul."""
    release = RELEASES.get(version)
    if release is None:
        return [Remark(NOT_REPRODUCED.code, not_reproduced(version))]
    if release.is_confirmed:
        return []
    text = f"yulopt follows a description of solc {version}, whose code was not compared"
    return [Remark(UNCONFIRMED.code, text)]


def remarks_on_choices(
    request: JsonObject,
    answer: JsonObject,
    selection: Selection,
    choices: Choices,
    smaller: Collection[str],
    work: Iterable[Work] = (),
) -> list[Remark]:
    """Remarks on the effect of settings and choices for the compiled contracts; `smaller` are those
    that only a smaller variant makes fit the limit of size, and `work` are all."""
    settings = object_at(request, "settings")
    if requested_options(settings).optimized != ALL_CODE:
        text = (
            "yulopt does little if the optimiser is off; set optimizer = true in foundry.toml,"
            " or optimizer.enabled in the settings of Hardhat"
        )
        return [Remark(NOT_OPTIMIZED.code, text)]
    by_pipeline: dict[Pipeline, list[str]] = {}
    spared = 0
    for file, contract in contracts_with_ir(answer):
        if selection.outputs(file, contract).include_code():
            pipeline = choices.of(file, contract)
            by_pipeline.setdefault(pipeline, []).append(f"{file}:{contract}")
            spared += pipeline == AS_REQUESTED and choices.spares(file)
    if not is_open_to_choice(settings):
        return _remark_on_own_steps(by_pipeline)
    remarks: list[Remark] = []
    mixed = [one.name for one in work if _is_mixed(one, choices)]
    for pipeline, names in by_pipeline.items():
        alone = [name for name in names if name not in mixed]
        if alone and pipeline.as_proven() != AS_REQUESTED.as_proven():
            left = spared if pipeline == choices.default else 0
            remarks.append(Remark(PIPELINE.code, _used(pipeline, alone, smaller, left)))
        if pipeline.memory_safe:
            text = f"yulopt takes inline assembly of {_several(names)} as memory-safe"
            remarks.append(Remark(MEMORY_SAFE.code, text))
    if mixed:
        text = (
            f"yulopt compiles {_several(mixed)} with steps of solc, but not all contracts inside;"
            " explorers cannot verify such code"
        )
        remarks.append(Remark(PIPELINE.code, text))
    return remarks


def _is_mixed(work: Work, choices: Choices) -> bool:
    """Whether a contract to be deployed goes beyond solc only in contracts inside it."""
    inside = any(only_in_yulopt(choices.of(one.file, one.contract)) for one in work.apart.values())
    is_of_solc = not only_in_yulopt(choices.of(work.file, work.contract))
    return inside and is_of_solc and not is_test_or_script(work.file)


def _remark_on_own_steps(by_pipeline: dict[Pipeline, list[str]]) -> list[Remark]:
    """A remark that a request with its own steps is followed, if something else is chosen."""
    names = [
        name
        for pipeline, chosen in by_pipeline.items()
        for name in chosen
        if pipeline != AS_REQUESTED
    ]
    if not names:
        return []
    text = (
        f"yulopt compiles {_several(names)} with the optimizerSteps of the request; the choice of"
        " a pipeline or of proven builds applies where the settings have no optimizerSteps"
    )
    return [Remark(OWN_STEPS.code, text)]


def advice_if_too_deep(work: Work, function: str) -> str:
    """Advice on a contract with a function that is too deep in the stack."""
    where = f"yulopt finds {_in_words(function)} of {work.name} too deep in the stack"
    if not work.options.is_beyond:
        names = ", ".join(f"'{name}'" for name in pipeline_names())
        return (
            f"{where}; the pipelines {names} move variables to memory, and can compile it"
            f' ({PIPELINE_VARIABLE}=gas, pipeline = "gas" in yulopt.toml, or yulopt asm --pipeline)'
        )
    return (
        f"{where}, and nothing is known about memory; if all inline assembly is memory-safe,"
        " assume_memory_safe = true in yulopt.toml helps"
    )


def check_places(
    request: JsonObject, answer: JsonObject, selection: Selection, choices: Choices
) -> None:
    """Raise `TomlError` for a table of `yulopt.toml` about a contract or file that does not exist.

    A request may have only a part of the project: a file that exists on disk is not an error.
    """
    contracts = object_at(answer, "contracts")
    files = [*object_at(request, "sources"), *object_at(answer, "sources")]
    paths = [path_in_project(file) for file in files]
    for name, place in choices.places.items():
        root = Path(place.filename).parent
        if is_pattern(name):
            if not _matches_any(name, paths, root):
                # A contract is given by its file and its name; often the name alone is written.
                full = {
                    one: f"{path_in_project(file)}:{one}"
                    for file in contracts
                    for one in object_at(contracts, file)
                }
                known = [*paths, *full, *_in_other_folders(name, paths)]
                close = did_you_mean(name, known, _all_below(name, root) or _RELATIVE, full)
                raise place.error(f"no file matches {name}{close}")
            continue
        file, _, contract = name.rpartition(":")
        there_are = [one for one in (file, f"project/{file}") if one in files]
        if not there_are and not _is_on_disk(file, root):
            close = did_you_mean(file, paths, _RELATIVE)
            raise place.error(f"there is no {file}{close}")
        for one in there_are:
            there = object_at(contracts, one)
            is_requested = selection.outputs(one, contract).include_code()
            if one in contracts and contract not in there and is_requested:
                close = did_you_mean(contract, there, f"it has {listed(there)}" if there else "")
                raise place.error(f"{one} has no contract {contract}{close}")


def contracts_with_ir(answer: JsonObject) -> Iterator[tuple[str, str]]:
    """The contracts in the answer of the front-end solc that have IR, by file and name."""
    for file, contracts in object_at(answer, "contracts").items():
        for name, contract in object_at(contracts).items():
            if object_at(contract).get("ir"):
                yield file, name


def _in_words(function: str) -> str:
    """A function of IR by its name in Solidity, if it has one."""
    found = _SOLIDITY_FUNCTION.fullmatch(function)
    if found is not None:
        return f"function {found[1]}"
    return f"the Yul function {function}" if function else "the dispatch"


def _is_on_disk(file: str, root: Path) -> bool:
    """Whether there is such a file, as builds name sources: without `./`."""
    if file.startswith(_PACKAGE_PREFIX):
        return True
    return os.path.normpath(file) == file and any((one / file).is_file() for one in _roots(root))


def _matches_any(pattern: str, paths: Collection[str], root: Path) -> bool:
    """Whether a pattern matches one of these files, or one that is on disk."""
    if pattern.startswith(_PACKAGE_PREFIX) or any(matches(pattern, path) for path in paths):
        return True
    literal = re.split("[*?]", pattern)[0].rpartition("/")[0]
    return any(
        matches(pattern, Path(folder, name).relative_to(one).as_posix())
        for one in _roots(root)
        for folder, _, names in os.walk(one / literal)
        for name in names
    )


def _in_other_folders(pattern: str, paths: Iterable[str]) -> list[str]:
    """The pattern with the first folder of each path in place of its own, where it matches that."""
    rest = pattern.partition("/")[2]
    patterns = {path: f"{path.partition('/')[0]}/{rest}" for path in paths}
    return [other for path, other in patterns.items() if matches(other, path)]


def _all_below(pattern: str, root: Path) -> str:
    """Advice if a pattern is the path of a folder."""
    folder = os.path.normpath(pattern)
    return f"expected '{folder}/**' for all below it" if (root / folder).is_dir() else ""


def _roots(root: Path) -> list[Path]:
    """The folders that paths of sources may begin in."""
    return [root, *(folder / _PACKAGES for folder in (root, *root.parents))]


def _used(pipeline: Pipeline, names: list[str], smaller: Collection[str], spared: int) -> str:
    """Remarks on the pipelines of contracts; `spared` tests and scripts keep the steps of solc."""
    own = only_in_yulopt(pipeline)
    if not own:
        return (
            f"yulopt compiles {_several(names)} with steps or runs that the project chooses; they"
            " are in the metadata, so that explorers can verify the code"
        )
    name = name_of_pipeline(pipeline.letters, pipeline.codegen, pipeline.runs)
    what = (
        f"the pipeline '{name}', which goes beyond solc"
        if name
        else f"steps or code generation that solc does not have ({', '.join(own)})"
    )
    as_chosen = [one for one in names if one not in smaller]
    how = what if as_chosen else f"smaller variants of {what}"
    text = f"yulopt compiles {_several(as_chosen or names)} with {how}"
    if 0 < len(as_chosen) < len(names):
        text += f", and {len(names) - len(as_chosen)} with smaller variants"
    text += "; explorers cannot verify such code"
    if spared:
        text += f" ({spared} of tests and scripts left to solc's steps)"
    return text


def _several(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{names[0]} and {len(names) - 1} other contract{'s' if len(names) > 2 else ''}"
