"""The callable functions of a contract, by its ABI and its syntax tree in JSON.

Source: chapter 11, section 3.7 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.dialect.keccak import keccak256
from yulopt.persistence.json_values import Json, JsonObject, object_at

# The signature under which solc lists the fallback function, and the one with which it calls it.
_FALLBACK: Final = ""
_UNKNOWN_SIGNATURE: Final = b"INVALID"
_SELECTOR_BYTES: Final = 4

_ARRAYS: Final = re.compile(r"(.*?)((?:\[[0-9]*\])*)")
_DIMENSION: Final = re.compile(r"\[[0-9]*\]")
# The data locations in the text of a type: of a parameter, and of values inside it.
_LOCATIONS: Final = {
    "memory": (" memory", " memory"),
    "calldata": (" calldata", " calldata"),
    "storage": (" storage pointer", " storage ref"),
}
# Types of values that take two slots of the stack, by solc's identifiers of types.
_TWO_SLOTS: Final = re.compile(r"t_(?:function_external|(?:bytes|string|array.*\$dyn)_calldata)")


class Callables:
    """The external functions, by selector, and the internal ones, by the number in the tree.

    `selectors` and `functions` have signatures as keys; `functions` also has the number of stack
    slots of the arguments.
    """

    def __init__(self, selectors: dict[str, int], functions: dict[str, tuple[int, int]]) -> None:
        self.selectors = selectors
        self.functions = functions

    def key(self) -> Json:
        """A value that is equal for equal callables."""
        return [
            {**self.selectors},
            {name: [*function] for name, function in self.functions.items()},
        ]


def callables(contract: JsonObject, name: str, tree: Json) -> Callables:
    """The callables of the contract of this name, by its ABI and selectors.

    `tree` is the syntax tree of its source.
    """
    return Callables(_selectors(contract), _functions(name, tree))


def _selectors(contract: JsonObject) -> dict[str, int]:
    selectors = {
        signature: int(selector, 16)
        for signature, selector in object_at(contract, "evm", "methodIdentifiers").items()
        if isinstance(selector, str)
    }
    abi = contract.get("abi")
    if isinstance(abi, list) and any(object_at(item).get("type") == "fallback" for item in abi):
        digest = keccak256(_UNKNOWN_SIGNATURE)
        selectors[_FALLBACK] = int.from_bytes(digest[:_SELECTOR_BYTES], "big")
    return selectors


def _functions(contract: str, tree: Json) -> dict[str, tuple[int, int]]:
    """The functions of the contract itself that are private or internal."""
    found: dict[str, tuple[int, int]] = {}
    for definition in _nodes(tree, "ContractDefinition"):
        if definition.get("name") != contract:
            continue
        for function in _nodes(definition, "FunctionDefinition"):
            is_inside = function.get("visibility") in ("internal", "private")
            number = function.get("id")
            if (
                not is_inside
                or function.get("kind") == "constructor"
                or not isinstance(number, int)
            ):
                continue
            parameters = _parameters(function)
            types = ",".join([_full_type(parameter) for parameter in parameters])
            slots = sum([_slots(parameter) for parameter in parameters])
            found[f"{function['name']}({types})"] = number, slots
    return found


def _nodes(parent: Json, kind: str) -> list[JsonObject]:
    nodes = object_at(parent).get("nodes")
    listed = nodes if isinstance(nodes, list) else []
    return [node for node in map(object_at, listed) if node.get("nodeType") == kind]


def _parameters(function: JsonObject) -> list[JsonObject]:
    listed = object_at(function, "parameters").get("parameters")
    return [object_at(parameter) for parameter in listed] if isinstance(listed, list) else []


def _full_type(parameter: JsonObject) -> str:
    """The type of a parameter, with the data locations that the tree omits."""
    short = str(object_at(parameter, "typeDescriptions").get("typeString"))
    locations = _LOCATIONS.get(str(parameter.get("storageLocation")))
    if locations is None or short.startswith("mapping"):
        return short
    outer, inner = locations
    arrays = _ARRAYS.fullmatch(short)
    assert arrays is not None
    base = arrays[1]
    levels = _DIMENSION.findall(arrays[2])
    if base.startswith("struct ") or base in ("bytes", "string"):
        levels.insert(0, "")
    last = len(levels) - 1
    parts = [level + (outer if index == last else inner) for index, level in enumerate(levels)]
    return base + "".join(parts)


def _slots(parameter: JsonObject) -> int:
    identifier = str(object_at(parameter, "typeDescriptions").get("typeIdentifier"))
    return 2 if _TWO_SLOTS.match(identifier) else 1
