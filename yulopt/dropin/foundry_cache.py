"""The cache of a project of Foundry, which does not notice that another pipeline was chosen.

Foundry compiles again what has other sources or other settings; a variable of the environment and
`yulopt.toml` are neither, and of a version it compares only the numbers. But before each build it
asks for the version, and reads its cache after that. So a mark beside the cache says which choices
have made what is there, and for others the cache is removed: Foundry then compiles everything.

Source: chapter 11, section 9 of the specification.
"""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Final

_CONFIGURATION: Final = "foundry.toml"
_CACHE: Final = "solidity-files-cache.json"
_MARK: Final = "yulopt-choices"
# Both are variables of Foundry.
_FOLDER_VARIABLE: Final = "FOUNDRY_CACHE_PATH"
_PROFILE_VARIABLE: Final = "FOUNDRY_PROFILE"
_DEFAULT_PROFILE: Final = "default"
_DEFAULT_FOLDER: Final = "cache"


class FoundryCache:
    """The cache of the project that a folder is in, if it is one of Foundry."""

    def __init__(self, start: Path) -> None:
        here = start.resolve()
        roots = (one for one in (here, *here.parents) if (one / _CONFIGURATION).is_file())
        root = next(roots, None)
        self._folder = None if root is None else root / _folder(root)

    def is_of_others(self, tag: str) -> bool:
        """Whether it has what was made by other choices than those with this tag."""
        folder = self._folder
        return folder is not None and (folder / _CACHE).exists() and _marked(folder) != tag

    def remove(self) -> None:
        """Have Foundry compile everything. Where that is not allowed, nothing happens."""
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / _CACHE).unlink()

    def mark(self, tag: str) -> None:
        """Note which choices make what is there from now on; no mark is needed for none."""
        folder = self._folder
        if folder is None or _marked(folder) == tag:
            return
        # Without a mark, a later build cannot know; it is no reason to fail.
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _MARK).write_text(tag, "utf-8")


def _marked(folder: Path) -> str:
    try:
        return (folder / _MARK).read_text("utf-8")
    except OSError:
        return ""


def _folder(root: Path) -> str:
    """The folder of the cache, as Foundry is configured."""
    named = os.environ.get(_FOLDER_VARIABLE)
    if named:
        return named
    try:
        configuration = tomllib.loads((root / _CONFIGURATION).read_text("utf-8"))
    except (OSError, ValueError):
        return _DEFAULT_FOLDER
    profiles: object = configuration.get("profile")
    for name in (os.environ.get(_PROFILE_VARIABLE) or _DEFAULT_PROFILE, _DEFAULT_PROFILE):
        profile = profiles.get(name) if isinstance(profiles, dict) else None
        folder = profile.get("cache_path") if isinstance(profile, dict) else None
        if isinstance(folder, str):
            return folder
    return _DEFAULT_FOLDER
