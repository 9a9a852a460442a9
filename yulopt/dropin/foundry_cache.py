"""The cache of a Foundry project, which does not notice that the pipeline has changed.

Foundry recompiles if sources or settings change; environment variables and `yulopt.toml` are
neither, and it compares only the numbers of a version. But before each build it asks for the
version, and reads its cache after that. So a marker beside the cache records the choices that its
artefacts were made with, and for other choices the cache is removed: Foundry then compiles
everything.

Source: chapter 11, section 9 of the specification.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from yulopt.dropin.foundry_toml import read_profile

_CONFIGURATION: Final = "foundry.toml"
_CACHE: Final = "solidity-files-cache.json"
_MARK: Final = "yulopt-choices"
_DAMAGED: Final = "damaged"
# A variable of Foundry.
_FOLDER_VARIABLE: Final = "FOUNDRY_CACHE_PATH"
_DEFAULT_FOLDER: Final = "cache"


class FoundryCache:
    """The cache of the project that a folder is in, if it is one of Foundry."""

    def __init__(self, start: Path) -> None:
        here = start.resolve()
        roots = (one for one in (here, *here.parents) if (one / _CONFIGURATION).is_file())
        root = next(roots, None)
        self._folder = None if root is None else root / _folder(root)

    def is_of_others(self, tag: str) -> bool:
        """Whether its artefacts were made with other choices than those of this tag."""
        folder = self._folder
        return folder is not None and (folder / _CACHE).exists() and _marked(folder) != tag

    def remove(self) -> None:
        """Make Foundry compile everything; does nothing without write permission."""
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / _CACHE).unlink()

    def mark(self, tag: str) -> None:
        """Record the choices of later artefacts; the absence of choices needs no marker."""
        folder = self._folder
        if folder is None or _marked(folder) == tag:
            return
        # Without a marker, a later build cannot detect this; not a reason to fail.
        with suppress(OSError):
            if tag:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / _MARK).write_text(tag, "utf-8")
            else:
                (folder / _MARK).unlink(missing_ok=True)


def _marked(folder: Path) -> str:
    """The tag in the marker; empty if there is none, and one that nothing has if it is damaged."""
    try:
        tag = (folder / _MARK).read_bytes().decode(errors="replace")
    except OSError:
        return ""
    # An interrupt may leave an empty one.
    return tag or _DAMAGED


def _folder(root: Path) -> str:
    """The folder of the cache, as Foundry is configured."""
    named = os.environ.get(_FOLDER_VARIABLE)
    if named:
        return named
    try:
        folder = read_profile(root / _CONFIGURATION).get("cache_path")
    except (OSError, ValueError):
        return _DEFAULT_FOLDER
    return folder if isinstance(folder, str) else _DEFAULT_FOLDER
