"""The `foundry.toml` of a project, as Foundry reads it.

Keys may have hyphens in place of underscores, and a profile may extend another file.

Source: chapter 11, section 9 of the specification.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Final

from yulopt.persistence.json_values import Json, JsonObject, object_at

# A variable of Foundry.
_PROFILE_VARIABLE: Final = "FOUNDRY_PROFILE"
_DEFAULT_PROFILE: Final = "default"
_EXTENDS: Final = "extends"
_REPLACE_LISTS: Final = "replace-arrays"


def read_profile(path: Path) -> JsonObject:
    """The profile of a `foundry.toml` that the environment selects; it inherits from the default
    one, and both from the file that the selected one extends. Raises OSError if a file cannot be
    read, and ValueError if it is not TOML."""
    chosen = os.environ.get(_PROFILE_VARIABLE) or _DEFAULT_PROFILE
    names = (_DEFAULT_PROFILE, chosen)
    own = _profiles(path, names)
    extended = own[-1].get(_EXTENDS)
    base = extended if isinstance(extended, str) else object_at(extended).get("path")
    if isinstance(base, str):
        joins_lists = object_at(extended).get("strategy") != _REPLACE_LISTS
        inherited = _profiles(path.parent / base, names)
        own = [
            _merged(below, above, joins_lists=joins_lists)
            for below, above in zip(inherited, own, strict=True)
        ]
    default, selected = own
    return _merged(default, selected, joins_lists=False)


def _profiles(path: Path, names: tuple[str, ...]) -> list[JsonObject]:
    """The profiles with these names in a file, each empty if there is none."""
    document: Json = tomllib.loads(path.read_text("utf-8-sig"))
    profiles = [object_at(document, "profile", name) for name in names]
    return [{key.replace("-", "_"): one[key] for key in one} for one in profiles]


def _merged(below: JsonObject, above: JsonObject, *, joins_lists: bool) -> JsonObject:
    """Settings with those that take precedence over them; of lists, these come last."""
    result = dict(below)
    for key, value in above.items():
        under = below.get(key)
        if isinstance(under, dict) and isinstance(value, dict):
            result[key] = _merged(under, value, joins_lists=joins_lists)
        elif joins_lists and isinstance(under, list) and isinstance(value, list):
            result[key] = [*under, *value]
        else:
            result[key] = value
    return result
