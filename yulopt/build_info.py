"""The running version and form of yulopt: compiled, or pure Python.

An installed package contains the sources beside the compiled modules. Python prefers the compiled
modules; with the environment variable YULOPT_PURE set, the sources are used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableSequence, Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Final

VERSION: Final = "0.1.0"
PURE_VARIABLE: Final = "YULOPT_PURE"


class _SourceFinder:
    """Finds the modules of this package as sources, never as compiled modules."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("yulopt.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def prefer_sources_if_asked() -> None:
    """Make the rest of the package load as sources if the environment requests it."""
    if os.environ.get(PURE_VARIABLE):
        sys.meta_path.insert(0, _SourceFinder)


def find_folders_without_links(path: MutableSequence[str]) -> None:
    """Find `yulopt.steps` and `yulopt.sequences` in a checkout whose symbolic links are lost.

    They are links to folders beside the package, which are plain files where links are not
    supported, as on Windows and in a zip file. `path` is that of the package.
    """
    package = os.path.dirname(__file__)
    if os.path.isfile(os.path.join(package, "steps")):
        path.append(os.path.dirname(package))


def build_kind() -> str:
    """`compiled` or `pure Python`, in which form the core is loaded."""
    from yulopt.syntax import ast

    is_source = (ast.__file__ or "").endswith(tuple(SOURCE_SUFFIXES))
    return "pure Python" if is_source else "compiled"


def version_line() -> str:
    """The text of `yulopt --version`."""
    # Not needed to find modules.
    from yulopt.dialect import NEWEST, supported_text

    return (
        f"yulopt {VERSION} ({build_kind()}), equal to solc {NEWEST.version}\n"
        f"Releases of solc: {supported_text()}"
    )
