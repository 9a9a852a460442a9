"""Typed JSON values, and solc's JSON format."""

from __future__ import annotations

import json
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
JsonObject: TypeAlias = "dict[str, Json]"


def read_json(text: str) -> Json:
    """The value of a text; raises ValueError if it is not JSON."""
    value: Json = json.loads(text)
    return value


def write_json(value: Json) -> str:
    """The text of a value in solc's format: sorted keys, no blanks, minimal escapes."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def object_at(value: Json, *keys: str) -> JsonObject:
    """The object at a path of keys; empty if there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def object_in(parent: JsonObject, key: str) -> JsonObject:
    """The object at a key of another one, added if it is missing."""
    value = parent.setdefault(key, {})
    assert isinstance(value, dict)
    return value
