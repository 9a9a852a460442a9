"""The build backend: that of setuptools, which needs more only for a build that compiles.

An editable install is pure Python; the metadata of a source distribution are data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the hooks of a backend

# mypyc compiles the core, and reads the types of what the core uses.
_FOR_COMPILING: Final = (
    "mypy[mypyc]>=1.15",
    "lark>=1.2",
    "attrs>=23.2",
    "click>=8.1",
    "pycryptodome>=3.20",
)


def get_requires_for_build_wheel(settings: Mapping[str, object] | None = None) -> list[str]:
    """What pip installs for building a wheel; the name is that of the hook."""
    return [*build_meta.get_requires_for_build_wheel(settings), *_FOR_COMPILING]
