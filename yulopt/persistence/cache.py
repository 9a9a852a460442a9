"""A content-addressed cache of compilations in a folder of the user.

A key is a digest of everything that a result depends on, including this package; so entries are
always valid, and the cache can be deleted at any time.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from yulopt.build_info import VERSION
from yulopt.persistence.json_values import Json, read_json, write_json

# The variable that names another folder, or disables the cache.
CACHE_VARIABLE: Final = "YULOPT_CACHE"
OFF: Final = "off"

_PACKAGE: Final = Path(__file__).parent.parent
_MAX_ENTRIES: Final = 5000
# The names of entries, and of unfinished ones. The folder may hold files of others.
_ENTRY: Final = re.compile(r"[0-9a-f]{64}(?:\.[0-9a-f]{8})?")


class Cache:
    """A folder of results; without a `folder` it is always empty."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def read(self, key: str) -> Json:
        """The value of a key, or None."""
        if self.folder is None:
            return None
        try:
            digest, _, text = (self.folder / key).read_text("utf-8").partition("\n")
            # Truncated or modified entries are ignored.
            return read_json(text) if digest == _digest(text) else None
        except (OSError, ValueError):
            return None

    def write(self, key: str, value: Json) -> None:
        """Store a value, if the folder is writable."""
        if self.folder is None:
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            # Another process may be reading or writing the same entry.
            unfinished = self.folder / f"{key}.{os.urandom(4).hex()}"
            text = write_json(value)
            try:
                unfinished.write_text(f"{_digest(text)}\n{text}", "utf-8")
                unfinished.replace(self.folder / key)
            finally:
                unfinished.unlink(missing_ok=True)

    def forget_oldest(self) -> None:
        """Make room if there are too many entries."""
        if self.folder is None:
            return
        # Another process may be doing the same.
        with suppress(OSError):
            entries = [path for path in self.folder.iterdir() if _ENTRY.fullmatch(path.name)]
            if len(entries) > _MAX_ENTRIES:
                entries.sort(key=lambda entry: entry.stat().st_mtime)
                for entry in entries[: _MAX_ENTRIES // 2]:
                    entry.unlink(missing_ok=True)


def user_cache(named: str | None = None) -> Cache:
    """The user's cache, or that in the folder given by the argument or the environment."""
    chosen = named or os.environ.get(CACHE_VARIABLE)
    if chosen == OFF:
        return Cache(None)
    if chosen:
        return Cache(Path(chosen))
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    # An account of a container may have no home; a cache is not worth failing for.
    return Cache(Path(base) / "yulopt" if os.path.isabs(base) else None)


def cache_key(*parts: Json) -> str:
    """The key of a result that depends on these values and on the installed yulopt."""
    return _digest(write_json([VERSION, _state_of_package(), *parts]))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


@functools.cache
def _state_of_package() -> int:
    """The time of the last change in this package: a checkout has many states per version."""
    steps = find_spec("yulopt.steps")
    assert steps is not None
    assert steps.submodule_search_locations is not None
    return max(
        path.stat().st_mtime_ns
        for folder in (_PACKAGE, *map(Path, steps.submodule_search_locations))
        for pattern in ("*.py", "*/*.py", "*/*/*.py", "*.txt", "*/*.txt", "*.so", "*/*.so")
        for path in folder.glob(pattern)
    )
