"""The outputs of a request, and the request to the front-end solc."""

from __future__ import annotations

import pytest

from yulopt.dropin.selection import Selection
from yulopt.persistence.json_values import Json, JsonObject, object_at

# Where code is not selected that solc generates.
ADDED = "evm.bytecode.object"


@pytest.mark.parametrize(
    ("names", "in_front"),
    [
        (["abi", "evm.bytecode.object"], ["abi", "ir"]),
        (["evm.bytecode", "irOptimized", "evm.assembly"], ["ir"]),
        (["evm.bytecode", "evm.gasEstimates"], ["ir", "evm.methodIdentifiers", "abi"]),
        (["evm"], ["evm.methodIdentifiers", "abi", "ir"]),
        (["evm.methodIdentifiers"], ["evm.methodIdentifiers"]),
        (["evm.bytecodes"], ["evm.bytecodes"]),
        (["ir", "evm.assembly"], ["ir"]),
        (
            ["*"],
            [
                "abi",
                "metadata",
                "userdoc",
                "devdoc",
                "storageLayout",
                "transientStorageLayout",
                "evm.methodIdentifiers",
                "ir",
            ],
        ),
        ([], []),
    ],
)
def test_requests_for_code_become_requests_for_ir(names: list[Json], in_front: list[Json]) -> None:
    selection = Selection({"A.sol": {"A": names, "": ["ast"]}})
    assert selection.in_front() == {"A.sol": {"A": in_front, "": ["ast"]}}


def test_gas_estimates_need_the_syntax_tree_of_their_file_alone() -> None:
    selection = Selection({"A.sol": {"A": ["evm.gasEstimates"]}, "B.sol": {"*": ["abi"]}})
    asked = selection.in_front()
    assert object_at(asked, "A.sol")[""] == ["ast"]
    assert object_at(asked, "B.sol") == {"*": ["abi"]}
    assert not selection.includes_tree("A.sol")


def test_selections_are_the_union_of_four_entries() -> None:
    selection = Selection(
        {
            "A.sol": {"A": ["abi"], "*": ["metadata"]},
            "*": {"A": ["ir"], "*": ["evm.bytecode"], "B": ["userdoc"]},
        }
    )
    requested = selection.outputs("A.sol", "A")
    for output in ("abi", "metadata", "ir", "evm.bytecode.object"):
        assert requested.include(output)
    for output in ("userdoc", "evm.deployedBytecode.object", "evm.bytecodes"):
        assert not requested.include(output)


def test_the_star_excludes_outputs_that_must_be_named() -> None:
    requested = Selection({"*": {"*": ["*"]}}).outputs("A.sol", "A")
    assert requested.include("evm.gasEstimates")
    assert not requested.include("ir")
    assert not requested.include("irOptimized")


@pytest.mark.parametrize(
    ("selection", "asks"),
    [
        ({"*": {"*": ["abi", "evm.methodIdentifiers"], "": ["ast"]}}, False),
        ({"*": {"": ["*"]}}, False),
        ({"*": {"*": []}}, False),
        (None, False),
        ({"*": ["evm"]}, False),
        ({"*": {"*": ["evm"]}}, True),
        ({"Missing.sol": {"A": ["evm.bytecode.object"]}}, True),
    ],
)
def test_requests_for_code(selection: Json, asks: bool) -> None:
    assert Selection(selection).asks_for_code() is asks


@pytest.mark.parametrize(
    ("selection", "compiled"),
    [
        ({"A": ["abi"], "B": ["evm"]}, {"A": ["abi", ADDED], "B": ["evm", ADDED]}),
        ({"": ["ast"], "B": ["evm"]}, {"": ["ast"], "B": ["evm", ADDED], "*": [ADDED]}),
        ({"": [], "*": ["*"], "B": []}, {"": [], "*": ["*", ADDED], "B": []}),
        ({"": ["*"], "*": ["abi"]}, {"": ["*"], "*": ["abi", ADDED]}),
        ({"A": ["abi"], "B": ["ir", "irOptimized", "evm.bytecode.bogus"]}, None),
    ],
)
def test_code_of_any_contract_has_solc_compile_all(
    selection: JsonObject, compiled: JsonObject | None
) -> None:
    expected = selection if compiled is None else compiled
    given = Selection({"A.sol": selection}).of_compiled_contracts()
    assert given.in_front() == Selection({"A.sol": expected}).in_front()


def test_an_answer_is_restricted_to_the_selection() -> None:
    bytecode: Json = {"object": "00", "opcodes": "STOP"}
    contract: Json = {"abi": [], "ir": "", "evm": {"bytecode": bytecode, "methodIdentifiers": {}}}
    answer: JsonObject = {
        "contracts": {"A.sol": {"A": contract, "B": {"abi": []}}, "B.sol": {"C": {}}}
    }
    Selection({"A.sol": {"A": ["evm.bytecode.opcodes"]}, "B.sol": {"C": ["abi"]}}).restrict(answer)
    assert answer == {"contracts": {"A.sol": {"A": {"evm": {"bytecode": {"opcodes": "STOP"}}}}}}
