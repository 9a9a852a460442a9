"""Typed JSON values, and solc's JSON format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from yulopt.errors import Source, YulError

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
JsonObject: TypeAlias = "dict[str, Json]"


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


def parse_json(source: Source) -> Json:
    """The value of a file; raises `YulError` if it is malformed."""
    with json_errors(source):
        return read_json(source.text)


@contextmanager
def json_errors(source: Source) -> Iterator[None]:
    """Raise `YulError`, with the place, if the contents of a file are not JSON."""
    try:
        yield
    except json.JSONDecodeError as error:
        rest = source.text[error.pos : error.pos + 2].strip()
        is_cut = not rest or error.msg.startswith("Unterminated string")
        reason = "it ends too early; was the file cut off?" if is_cut else error.msg
        raise source.syntax_error(error.pos, f"malformed JSON: {reason}") from None
    except (ValueError, RecursionError):
        raise YulError(
            "malformed JSON: a number is too long or none, or it is nested too deep",
            filename=source.filename,
        ) from None


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
