"""Reads Yul programs from any input: `read_program` and its parts.

Source: chapter 11, sections 8.3 and 12 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Final

import attr

from yulopt.dialect import parse_solc_version
from yulopt.errors import Source, YulError, located
from yulopt.inputs.choice import choose_contract, contracts_with_code, skipped_note
from yulopt.inputs.contract import Contents, Contract, contracts_of_answer
from yulopt.inputs.json_forms import Surroundings, is_request, read_document
from yulopt.inputs.project import SearchPaths
from yulopt.inputs.settings import FoundSettings, found_settings, note_on_pipeline, unknown_version
from yulopt.inputs.solc_text import is_solc_text, read_solc_text
from yulopt.inputs.solidity import (
    SolidityOptions,
    compile_request,
    compile_solidity,
    is_solidity,
)
from yulopt.persistence.json_values import Json, parse_json
from yulopt.syntax.arguments import check_argument
from yulopt.terminal.console import begins_like_yul, read_source

# The beginning of a list, or of an object with a member: no Yul block begins so. An empty object is
# only found here in a file of JSON.
_JSON: Final = re.compile(r'\s*(?:\[|\{\s*(?:\}\s*\Z|"(?:[^"\\\n]|\\.)*(?:"\s*(?::|\Z)|\s*\Z)))')
_SOLIDITY_SUFFIX: Final = ".sol"
_ORDINARY: Final = SolidityOptions()


@attr.s(auto_attribs=True, frozen=True)
class InputProgram:
    """A Yul program found in an input.

    `name`: its name in messages; `contract`: the qualified name of the contract, empty for plain
    Yul. The compiler settings found may be passed to `optimize`; each of them is None if it was not
    found. `notes`: remarks on how it was found. `abi`: the interface of the contract, None if it
    was not found. `sources`: the available Solidity sources, by name.
    """

    text: str
    name: str
    contract: str = ""
    evm_version: str | None = None
    runs: int | None = None
    steps: str | None = None
    stack_allocation: bool | None = None
    notes: tuple[str, ...] = ()
    abi: Json = None
    sources: Mapping[str, str] = attr.Factory(dict)

    @property
    def settings(self) -> FoundSettings:
        """The settings alone."""
        return FoundSettings(self.evm_version, self.runs, self.steps, self.stack_allocation)


def read_program(
    source: str | Path,
    contract: str | None = None,
    *,
    evm_version: str | None = None,
    solc_version: str | None = None,
) -> InputProgram:
    """Find the program in the output of solc or a build system, or in Solidity.

    `source`: a text, or the path of a file. It may be Yul; output of `solc --ir`; an answer or a
    request of solc in standard JSON; an artefact of Foundry; a build-info file of Foundry or
    Hardhat; Solidity, for which there must be a front-end solc (see the guide on builds).
    `contract`: its name, or SOURCE:NAME; None for the only one with code. `evm_version`: the target
    for compiling Solidity; None is solc's default. `solc_version`: the release that compiles it;
    None is the newest one that was compared.

    Raises `YulError` if there is no such program, or several; TypeError for arguments of other
    types, and ValueError for a release that is not supported.
    """
    check_argument("source", source, str, Path)
    check_argument("contract", contract, str, NoneType)
    check_argument("evm_version", evm_version, str, NoneType)
    check_argument("solc_version", solc_version, str, NoneType)
    options = SolidityOptions(evm_version, releases=(parse_solc_version(solc_version),))
    if isinstance(source, Path):
        return program_in(read_source(str(source)), source, contract, options)
    return program_in(Source(source), None, contract, options)


def program_in(
    source: Source,
    path: Path | None,
    wanted: str | None,
    options: SolidityOptions = _ORDINARY,
) -> InputProgram:
    """The requested program in a text; `path` is None if it is not from a file."""
    contents = None if begins_like_yul(source) else _contents(source, path, options)
    if contents is None:
        if wanted is not None:
            raise YulError(
                f"this is a single program, in which there is no contract '{wanted}' to choose",
                filename=source.filename,
            )
        return InputProgram(source.text, source.filename)
    chosen = choose_contract(contents, wanted, source.filename)
    return _program(source.filename, chosen, contents, is_named=wanted is not None)


def programs_in(
    source: Source, path: Path | None, options: SolidityOptions = _ORDINARY
) -> list[InputProgram]:
    """The programs of all contracts with code in a text, in their order; in Solidity, without those
    that are only imported.
    """
    contents = None if begins_like_yul(source) else _contents(source, path, options)
    if contents is None:
        return [InputProgram(source.text, source.filename)]
    own = attr.evolve(contents, contracts=contents.own_contracts)
    return [
        _program(source.filename, contract, own, is_named=False)
        for contract in contracts_with_code(own, source.filename)
    ]


def audited_contract(
    source: Source, path: Path | None, wanted: str | None, paths: SearchPaths
) -> Contract | None:
    """The requested contract in a text, with its code; None if the text is plain Yul.

    If a request has its sources, but did not request IR, the front-end solc makes it.
    """
    contents = None
    options = SolidityOptions(paths=paths, releases=(), for_audit=True)
    if not begins_like_yul(source):
        contents = _contents(source, path, options)
    if contents is None:
        return None
    if contents.request and not any(contract.text for contract in contents.contracts):
        answer = compile_request(contents.request, source.filename, path, options)
        made = {one.qualified_name: one for one in contracts_of_answer(answer)}
        contracts = [
            attr.evolve(one, ir=made[one.qualified_name].ir) if one.qualified_name in made else one
            for one in contents.contracts
        ]
        contents = attr.evolve(contents, contracts=contracts)
    return choose_contract(contents, wanted, source.filename)


def _contents(source: Source, path: Path | None, options: SolidityOptions) -> Contents | None:
    """The contents of a text; None if it is, or should be, plain Yul."""
    text = source.text
    if _JSON.match(text):
        around = _surroundings(source.filename, path, options)
        return read_document(parse_json(source, is_request), around)
    # A comment in Solidity may look like a banner, but solc's output does not begin with one.
    if is_solidity(text):
        return compile_solidity(source, path, options)
    if is_solc_text(text):
        return read_solc_text(text)
    if path is not None and path.suffix == _SOLIDITY_SUFFIX:
        return compile_solidity(source, path, options)
    return None


def _program(name: str, contract: Contract, contents: Contents, *, is_named: bool) -> InputProgram:
    """A program of the input `name` with these contents; `is_named` if the contract was requested
    by name."""
    if not _is_unicode(contract.text):
        raise YulError(
            f"the IR of '{contract.qualified_name}' contains half of a surrogate pair, which is "
            "not a character",
            filename=name,
        )
    settings = found_settings(contract)
    note = "" if is_named else skipped_note(contents)
    notes = [note] if note else []
    unknown = unknown_version(contract)
    if unknown:
        notes.append(f"it was compiled for the EVM version '{unknown}', which is unknown")
    with located(name):
        pipeline = note_on_pipeline(contract)
    notes += [pipeline] * bool(pipeline)
    if contract.is_optimized:
        notes.append("it has only the IR that solc has already optimised (irOptimized, not ir)")
    return InputProgram(
        contract.text,
        f"{name} ({contract.qualified_name})" if contract.name else name,
        contract.qualified_name,
        settings.evm_version,
        settings.runs,
        settings.steps,
        settings.stack_allocation,
        tuple(notes),
        contract.abi,
        contents.sources,
    )


def _is_unicode(text: str) -> bool:
    """Whether a text can be encoded; strings in JSON may contain lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _surroundings(name: str, path: Path | None, options: SolidityOptions) -> Surroundings:
    def read_beside(other: str) -> Json:
        beside = None if path is None else path.with_name(other)
        if beside is None or not beside.exists():
            return None
        return parse_json(read_source(str(beside)))

    return Surroundings(
        name,
        "" if path is None else path.stem,
        read_beside,
        lambda request: compile_request(request, name, path, options),
    )
