"""Typed JSON values, and solc's JSON format.

If a key occurs twice in an object, the last one counts in requests and answers of solc, as for
solc; in other files that a user names, this is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from yulopt.errors import Source, YulError

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
JsonObject: TypeAlias = "dict[str, Json]"

# A key (with its colon) or another string, or the start or end of an object.
_KEY: Final = re.compile(r'("(?:[^"\\]|\\.)*")\s*(:)?|[{}]')


class _RepeatedKeyError(ValueError):
    """A key occurs twice in an object."""


def read_json(text: str) -> Json:
    """The value of a text; raises ValueError if it is not JSON. `-0` is a float, as for solc, which
    takes it for no unsigned number."""
    value: Json = json.loads(text, parse_int=_integer, parse_constant=_refuse)
    return value


def _integer(digits: str) -> Json:
    return -0.0 if digits == "-0" else int(digits)


def _refuse(name: str) -> Json:
    """Python reads NaN and Infinity, which are not JSON."""
    raise ValueError(f"{name} is not JSON")


def parse_json(source: Source, is_for_solc: Callable[[Json], bool] = lambda _: False) -> Json:
    """The value of a file; raises `YulError` if it is malformed, or if a key occurs twice in an
    object, unless it `is_for_solc`."""
    text = source.text
    try:
        unique: Json = json.loads(
            text, object_pairs_hook=_unique, parse_int=_integer, parse_constant=_refuse
        )
        return unique
    except _RepeatedKeyError:
        value = read_json(text)
    except json.JSONDecodeError as error:
        raise source.syntax_error(error.pos, f"malformed JSON: {_reason(error)}") from None
    except (ValueError, RecursionError):
        raise YulError(
            "malformed JSON: a number is too long or none, or it is nested too deep",
            filename=source.filename,
        ) from None
    if is_for_solc(value):
        return value
    offset, key = _repeated_key(text)
    raise source.syntax_error(offset, f"the key {key} occurs twice in this object")


def _unique(members: list[tuple[str, Json]]) -> JsonObject:
    record = dict(members)
    if len(record) < len(members):
        raise _RepeatedKeyError
    return record


def _repeated_key(text: str) -> tuple[int, str]:
    """The offset of the first key that occurred before in its object, and the key in quotes."""
    objects: list[set[str]] = []
    for found in _KEY.finditer(text):
        if found[0] == "{":
            objects.append(set())
        elif found[0] == "}":
            objects.pop()
        elif found[2]:
            key = json.loads(found[1])
            if key in objects[-1]:
                return found.start(), found[1]
            objects[-1].add(key)
    raise AssertionError("there is one")


def _reason(error: json.JSONDecodeError) -> str:
    rest = error.doc[error.pos : error.pos + 2].strip()
    if not rest or error.msg.startswith("Unterminated string"):
        return "it ends too early; was the file cut off?"
    return "the end of the file is expected here" if error.msg == "Extra data" else error.msg


def write_json(value: Json) -> str:
    """The text of a value in solc's format: sorted keys, no blanks, minimal escapes."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def readable_json(value: JsonObject) -> str:
    """The text of a value, for people as well."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def strings_in(value: Json) -> list[str]:
    """The strings in a list; none if it is something else."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


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
