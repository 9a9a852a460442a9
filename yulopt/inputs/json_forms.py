"""The known forms of JSON: answers and requests of solc, and the files of build systems.

Source: chapter 11, sections 2, 3 and 12 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import attr

from yulopt.errors import YulError
from yulopt.inputs.contract import (
    Contents,
    Contract,
    contract_of_output,
    contracts_of_answer,
    texts_of_sources,
)
from yulopt.inputs.settings import metadata_of
from yulopt.persistence.json_values import Json, JsonObject, object_at

_FOR_SOLC: Final = 'add "ir" to settings.outputSelection of the request to solc'
_FOR_FOUNDRY: Final = (
    'add extra_output = ["ir"] to foundry.toml, and build with: forge build --force'
)
_FOR_HARDHAT: Final = (
    'add outputSelection: { "*": { "*": ["ir"] } } to settings of the compiler in the configuration'
    " of Hardhat, and build with --force"
)
_OUTPUT_SUFFIX: Final = ".output.json"
_MAX_KEYS: Final = 5


@attr.s(auto_attribs=True, frozen=True)
class Surroundings:
    """The context of a JSON file.

    `name` and `stem` are those of the file; `read_beside` reads another one in its folder as JSON,
    or returns None if there is none; `compile` calls the front-end solc.
    """

    name: str
    stem: str
    read_beside: Callable[[str], Json]
    compile: Callable[[JsonObject], JsonObject]


_Reader: TypeAlias = Callable[[JsonObject, Surroundings], "Contents | None"]


def read_document(document: Json, around: Surroundings) -> Contents:
    """The contracts in a JSON file; raises `YulError` for an unknown form."""
    if isinstance(document, dict):
        for reader in _READERS:
            contents = reader(document, around)
            if contents is not None:
                return contents
    raise YulError(
        f"this JSON contains no Yul: {_description(document)}; accepted are answers and requests of"
        " solc in standard JSON, artefacts of Foundry, and build-info files of Foundry and Hardhat",
        filename=around.name,
    )


def _description(document: Json) -> str:
    if not isinstance(document, dict):
        return "a list" if isinstance(document, list) else "no object"
    keys = [f'"{key}"' for key in list(document)[:_MAX_KEYS]]
    return f"an object with {', '.join(keys)}" if keys else "an empty object"


def _answer(document: JsonObject, around: Surroundings) -> Contents | None:
    """An answer of solc."""
    contracts = document.get("contracts")
    if not isinstance(contracts, dict):
        reported = messages(document) if "sources" in document or "errors" in document else []
        if reported:
            raise YulError("\n".join(["solc found errors:", *reported]), filename=around.name)
        return None
    if contracts and all(":" in name and "abi" not in name for name in contracts):
        outputs = [object_at(output) for output in contracts.values()]
        if any(isinstance(value, str) for output in outputs for value in output.values()):
            raise YulError(
                "this is the output of solc --combined-json, which has no IR; use: solc --ir",
                filename=around.name,
            )
    return Contents("an answer of solc", contracts_of_answer(document), _FOR_SOLC)


def _build_info(document: JsonObject, around: Surroundings) -> Contents | None:
    """A build-info file, or one half of it: Hardhat 3 writes request and answer separately."""
    answer, request = document.get("output"), document.get("input")
    is_answer = not {"contracts", "sources", "errors"}.isdisjoint(object_at(answer))
    if not is_answer and "language" not in object_at(request):
        return None
    format = str(document.get("_format", ""))
    if answer is None:
        other = around.read_beside(f"{around.stem}{_OUTPUT_SUFFIX}")
        answer = object_at(other).get("output")
    elif request is None:
        stem = around.stem.removesuffix(_OUTPUT_SUFFIX.removesuffix(".json"))
        request = object_at(around.read_beside(f"{stem}.json")).get("input")
    if not isinstance(answer, dict):
        return _request(object_at(request), around)
    contracts = contracts_of_answer(answer, object_at(request, "settings"))
    kind, advice = (
        "a build-info file",
        f"for Foundry, {_FOR_FOUNDRY}; for Hardhat, {_FOR_HARDHAT}",
    )
    if format.startswith("hh"):
        kind, advice = "a build-info file of Hardhat", _FOR_HARDHAT
    elif format.startswith("ethers"):
        kind, advice = "a build-info file of Foundry", _FOR_FOUNDRY
    sources = texts_of_sources(object_at(request).get("sources"))
    return Contents(kind, contracts, advice, sources=sources, request=object_at(request))


def is_request(document: Json) -> bool:
    """Whether the contents of a JSON file are a request to solc."""
    return isinstance(document, dict) and {"sources", "language"} <= document.keys()


def _request(document: JsonObject, around: Surroundings) -> Contents | None:
    """A request to solc, which is called for the IR; one for a Yul program contains it."""
    if not is_request(document):
        return None
    sources, settings = object_at(document, "sources"), document.get("settings")
    if document["language"] == "Yul":
        contracts = []
        for file, given in sources.items():
            content = object_at(given).get("content")
            text = content if isinstance(content, str) else None
            contracts.append(Contract("", file, text, settings=settings))
        return Contents("a request to solc", contracts, "give the program as its content")
    if document["language"] != "Solidity":
        raise YulError(
            f"this is a request to solc in the language '{document['language']}'; only Solidity and"
            " Yul are compiled via IR",
            filename=around.name,
        )
    answer = around.compile(document)
    contracts = contracts_of_answer(answer, settings)
    texts = texts_of_sources(sources)
    return Contents("a request to solc", contracts, _FOR_SOLC, sources=texts)


def _artefact(document: JsonObject, around: Surroundings) -> Contents | None:
    """The artefact of one contract: Foundry's may have IR, those of Hardhat name its file."""
    format = str(document.get("_format", ""))
    if format.startswith("hh"):
        build = document.get("buildInfo") or document.get("buildInfoId")
        where = f" ({build})" if isinstance(build, str) else ""
        raise YulError(
            "this is an artefact of Hardhat, which never has IR; give yulopt the file in"
            f" artifacts/build-info{where}. It has the IR if you {_FOR_HARDHAT}",
            filename=around.name,
        )
    if not ("ir" in document or "irOptimized" in document or {"abi", "bytecode"} <= set(document)):
        return None
    contract = contract_of_output("", around.stem, document)
    for file, name in object_at(metadata_of(contract), "settings", "compilationTarget").items():
        contract = attr.evolve(contract, file=file, name=str(name))
    return Contents("an artefact of Foundry", [contract], _FOR_FOUNDRY)


# The first one that recognises a file reads it.
_READERS: Final[tuple[_Reader, ...]] = (_answer, _build_info, _artefact, _request)


def messages(answer: JsonObject) -> list[str]:
    """The error messages in an answer of solc."""
    errors = answer.get("errors")
    return [
        str(entry.get("formattedMessage", entry.get("message", ""))).rstrip()
        for entry in map(object_at, errors if isinstance(errors, list) else [])
        if entry.get("severity") == "error"
    ]
