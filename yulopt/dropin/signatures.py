"""The signatures of errors and events in an ABI, with their hashes.

Source: the ABI specification of Solidity; chapter 11, section 8.3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect.keccak import keccak256
from yulopt.persistence.json_values import Json, JsonObject, object_at

_SELECTOR_BYTES: Final = 4


def error_signatures(abi: Json) -> dict[str, str]:
    """The selector of each error, by its signature, in the order of the signatures."""
    return _hashes(abi, "error", _SELECTOR_BYTES)


def event_signatures(abi: Json) -> dict[str, str]:
    """The first topic of each event, by its signature, in the order of the signatures.

    Anonymous events have no such topic.
    """
    return _hashes(abi, "event", None)


def _hashes(abi: Json, kind: str, length: int | None) -> dict[str, str]:
    entries = map(object_at, abi) if isinstance(abi, list) else []
    signatures = {
        f"{entry['name']}({_types(entry, 'inputs')})"
        for entry in entries
        if entry.get("type") == kind and entry.get("anonymous") is not True
    }
    return {
        signature: keccak256(signature.encode())[:length].hex() for signature in sorted(signatures)
    }


def _types(parent: JsonObject, key: str) -> str:
    """The canonical types of parameters; a tuple consists of those of its members."""
    listed = parent[key]
    assert isinstance(listed, list)
    types: list[str] = []
    for parameter in map(object_at, listed):
        kind = str(parameter["type"])
        if kind.startswith("tuple"):
            kind = f"({_types(parameter, 'components')}){kind.removeprefix('tuple')}"
        types.append(kind)
    return ",".join(types)
