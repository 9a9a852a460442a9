"""Signatures of errors and events, against those in solc's syntax tree."""

from __future__ import annotations

from tests.dropin.compilers import by_solc
from tests.dropin.project import request
from tests.oracle import skip_unless_available
from yulopt.dropin.plain_forms import PlainForm
from yulopt.dropin.plain_output import printed
from yulopt.dropin.signatures import error_signatures, event_signatures
from yulopt.persistence.json_values import Json, object_at, write_json

SOURCE = """
interface I {}
enum E { one }
struct Inner { I i; E[2] es; }
struct Outer { Inner[] all; bytes data; }
error Free(Outer outer, uint256[3][] numbers);
contract C {
    error Small();
    error Large(I, E, address payable, function (uint256) external);
    event Plain(uint256 indexed number, Outer[2] outer);
    event Plain(string);
    event Nameless(uint256) anonymous;
    function f(Outer memory outer) external payable {
        if (msg.sender == address(0)) revert Small();
        if (msg.value > 1) revert Large(I(address(1)), E.one, payable(address(2)), this.g);
        if (msg.value > 2) { emit Plain(1, [outer, outer]); emit Plain("x"); emit Nameless(3); }
        revert Free(outer, new uint256[3][](1));
    }
    function g(uint256) external {}
}
"""


def selectors(node: Json, key: str) -> set[Json]:
    """All values of this key in a tree."""
    if isinstance(node, list):
        return set().union(*(selectors(item, key) for item in node))
    if not isinstance(node, dict):
        return set()
    found = set().union(*(selectors(item, key) for item in node.values()))
    return found | ({node[key]} if key in node else set())


def test_hashes_are_those_in_the_syntax_tree() -> None:
    skip_unless_available()
    selection: Json = {"*": {"": ["ast"], "C": ["abi"]}}
    answer = by_solc(write_json(request(selection, {"A.sol": SOURCE})))
    abi = object_at(answer, "contracts", "A.sol", "C")["abi"]
    tree = object_at(answer, "sources", "A.sol")["ast"]
    errors, events = error_signatures(abi), event_signatures(abi)
    assert set(errors.values()) == selectors(tree, "errorSelector")
    assert list(errors) == [
        "Free(((address,uint8[2])[],bytes),uint256[3][])",
        "Large(address,uint8,address,function)",
        "Small()",
    ]
    # The syntax tree has a hash for the anonymous one, too.
    assert set(events.values()) < selectors(tree, "eventSelector")
    assert list(events) == [
        "Plain(string)",
        "Plain(uint256,((address,uint8[2])[],bytes)[2])",
    ]


def test_events_and_errors_are_listed_after_functions() -> None:
    abi: Json = [
        {"type": "event", "name": "E", "inputs": [], "anonymous": False},
        {"type": "error", "name": "Oops", "inputs": [{"type": "uint256"}]},
    ]
    contract: Json = {"abi": abi, "evm": {"methodIdentifiers": {"f()": "26121ff0"}}}
    form = PlainForm(["A.sol", "--hashes"])
    assert printed(form, [{"contracts": {"A.sol": {"A": contract}}}]) == (
        "\n======= A.sol:A =======\nFunction signatures:\n26121ff0: f()\n"
        "\nError signatures:\n"
        "50966f79: Oops(uint256)\n"
        "\nEvent signatures:\n"
        "92bbf6e823a631f3c8e09b1c8df90f378fb56f7fbc9701827e1ff8aad7f6a028: E()\n\n"
    )
