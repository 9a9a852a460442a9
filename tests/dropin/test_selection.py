"""The outputs of a request, and the request to the solc in front."""

from __future__ import annotations

import pytest

from yulopt.dropin.selection import Selection
from yulopt.persistence.json_values import Json, object_at


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
    wishes = selection.wishes("A.sol", "A")
    for output in ("abi", "metadata", "ir", "evm.bytecode.object"):
        assert wishes.include(output)
    for output in ("userdoc", "evm.deployedBytecode.object", "evm.bytecodes"):
        assert not wishes.include(output)


def test_the_star_excludes_outputs_that_must_be_named() -> None:
    wishes = Selection({"*": {"*": ["*"]}}).wishes("A.sol", "A")
    assert wishes.include("evm.gasEstimates")
    assert not wishes.include("ir")
    assert not wishes.include("irOptimized")


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
