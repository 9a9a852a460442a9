"""The EVM dialect of one version: which builtins there are, which names are reserved."""

from __future__ import annotations

from typing import Final

from yulopt.dialect.builtins import Builtin
from yulopt.dialect.evm_version import EvmVersion
from yulopt.dialect.table import (
    AVAILABLE_BEFORE,
    AVAILABLE_FROM,
    BUILTINS,
    CODE_GENERATOR_ONLY,
    FREE_BEFORE_AVAILABLE,
    NOT_RESERVED,
    verbatim_builtin,
)

_KEYWORDS: Final = frozenset(
    "function let if switch case default for break continue leave true false hex".split()
)


class Dialect:
    """The builtins and reserved names of one EVM version.

    Attributes: `version`; `builtins` (name to `Builtin`, without the `verbatim` family).
    """

    def __init__(self, version: EvmVersion) -> None:
        self.version = version
        self.builtins: dict[str, Builtin] = {
            builtin.name: builtin for builtin in BUILTINS if _available(builtin.name, version)
        }
        self._verbatim: dict[str, Builtin | None] = {}
        self._reserved = _KEYWORDS.union(
            CODE_GENERATOR_ONLY,
            (
                builtin.name
                for builtin in BUILTINS
                if builtin.name not in NOT_RESERVED
                and not (
                    builtin.name in FREE_BEFORE_AVAILABLE and version < AVAILABLE_FROM[builtin.name]
                )
            ),
        )

    def builtin(self, name: str) -> Builtin | None:
        """The builtin called `name`, None when this version has none."""
        found = self.builtins.get(name)
        if found is None and name.startswith("verbatim_"):
            if name not in self._verbatim:
                self._verbatim[name] = verbatim_builtin(name)
            found = self._verbatim[name]
        return found

    def is_reserved(self, name: str) -> bool:
        """Whether neither a program nor a step may give this name to anything."""
        return (
            not name
            or name in self._reserved
            or name.startswith((".", "verbatim"))
            or name.endswith(".")
        )

    @property
    def has_push0(self) -> bool:
        """Whether the constant 0 has its own, cheaper instruction."""
        return self.version >= EvmVersion.SHANGHAI

    @property
    def has_bitwise_shifts(self) -> bool:
        """Whether `shl`, `shr` and `sar` exist."""
        return self.version >= EvmVersion.CONSTANTINOPLE

    @property
    def forwards_all_gas(self) -> bool:
        """Whether calls can forward all gas, which the optimised code generator relies on."""
        return self.version >= EvmVersion.TANGERINE_WHISTLE


_cache: dict[EvmVersion, Dialect] = {}


def dialect_for(version: EvmVersion) -> Dialect:
    """The one dialect object of a version."""
    dialect = _cache.get(version)
    if dialect is None:
        dialect = _cache[version] = Dialect(version)
    return dialect


def introduced_in(name: str) -> EvmVersion | None:
    """The version that brings a builtin which older ones lack, None for any other name."""
    return AVAILABLE_FROM.get(name)


def _available(name: str, version: EvmVersion) -> bool:
    if name in AVAILABLE_BEFORE and version >= AVAILABLE_BEFORE[name]:
        return False
    return name not in AVAILABLE_FROM or version >= AVAILABLE_FROM[name]
