"""Publications have the bytes of stock solc, including everything in them besides code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import oracle
from tests.conftest import EXAMPLES
from tests.publish.contracts import CONTRACTS, Stock, built, options, published, subject
from tests.slices import every_nth
from yulopt.dialect import RELEASES
from yulopt.dropin.front import NoFrontError
from yulopt.errors import Source, YulError
from yulopt.persistence.json_values import JsonObject, object_at, read_json
from yulopt.publish.publication import Subject, publish
from yulopt.suite.pipelines import pipeline_names

pytestmark = pytest.mark.skipif(oracle.available() is not None, reason=str(oracle.available()))

# The metadata ends with its own length.
_LENGTH_DIGITS = 4


def references(code: JsonObject) -> list[str]:
    """The placeholders in code: the names of libraries and immutables."""
    libraries = object_at(code, "linkReferences")
    names = [f"{file}:{name}" for file, found in libraries.items() for name in object_at(found)]
    return sorted([*names, *object_at(code, "immutableReferences")])


def metadata_of(digits: str) -> str:
    """The metadata at the end of code."""
    length = int(digits[-_LENGTH_DIGITS:], 16)
    return digits[-2 * length - _LENGTH_DIGITS :]


@pytest.mark.parametrize("name", every_nth(3, list(CONTRACTS)))
def test_stock_solc_makes_the_bytes_and_the_references(name: str) -> None:
    publication = published(name)
    evm = object_at(built(name), "evm")
    for part, code in (
        ("bytecode", publication.code.bytecode),
        ("deployedBytecode", publication.code.deployed),
    ):
        assert references(code) == references(object_at(evm, part))
    solidity = str(object_at(evm, "deployedBytecode")["object"])
    assert metadata_of(str(publication.code.deployed["object"])) == metadata_of(solidity)


def test_every_construct_has_references() -> None:
    deployed = {name: object_at(built(name), "evm", "deployedBytecode") for name in CONTRACTS}
    assert references(deployed["Linked"]) == ["src/Contracts.sol:Sums"]
    assert len(references(deployed["Immutables"])) == 2


@pytest.mark.parametrize(
    ("path", "pipeline"),
    every_nth(45, [(path, name) for path in EXAMPLES for name in pipeline_names()]),
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_stock_solc_makes_the_same_of_the_examples(path: Path, pipeline: str) -> None:
    program = Subject(Source(path.read_text()), path.stem, "", [], "")
    assert publish(program, options(pipeline), Stock()).code.bytecode["object"]


def test_without_metadata_the_code_is_shorter_by_them() -> None:
    without = publish(subject("Arguments"), options("size"), Stock(), keeps_metadata=False)
    whole = str(published("Arguments").code.deployed["object"])
    bare = str(without.code.deployed["object"])
    metadata = metadata_of(whole)
    assert whole.endswith(metadata)
    # An invalid instruction stands between code and metadata.
    assert len(whole) - len(bare) == len(metadata) + len("fe")


def test_one_other_byte_is_refused() -> None:
    with pytest.raises(YulError, match=r"nothing is published.*another byte at 0"):
        publish(subject("Arguments"), options("size"), Stock(tampering=True))


def test_another_release_is_refused() -> None:
    older = options("size")._replace(solc_version=min(RELEASES), evm_version="cancun")
    with pytest.raises(NoFrontError, match="is wanted"):
        publish(subject("Arguments"), older, Stock())


def test_the_program_says_what_it_is_and_where_its_code_comes_from() -> None:
    publication = published("Arguments")
    first, *lines = publication.program.splitlines()
    assert first.startswith("// Published by yulopt ")
    assert first.endswith("the contract Arguments, optimised with --pipeline size.")
    assert any(
        line.endswith("of src/Contracts.sol:Arguments, and does what the IR does.")
        for line in lines
    )
    assert '/// @use-src 0:"src/Contracts.sol"' in lines
    assert any("/// @src 0:" in line for line in lines)
    assert publication.object_name in publication.program


def test_the_artefact_has_what_tools_need() -> None:
    publication = published("Linked")
    artefact = object_at(read_json(publication.artefact))
    assert artefact["abi"] == built("Linked")["abi"]
    assert str(object_at(artefact, "bytecode")["object"]).startswith("0x")
    assert "__$" in str(object_at(artefact, "deployedBytecode")["object"])
    assert object_at(artefact, "compiler")["version"] == "0.8.37+commit.f401782d"
    request = json.loads(publication.request_text)
    assert request["language"] == "Yul"
    assert request["settings"]["optimizer"]["details"]["yulDetails"]["optimizerSteps"] == ":"
