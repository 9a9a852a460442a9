"""The EVM dialect of one version in a release of solc: builtins, reserved names, behaviour."""

from __future__ import annotations

from functools import cache
from typing import Final

from yulopt.dialect.answers import LATE_BUILTINS
from yulopt.dialect.behaviour import FAULTLESS, SWITCHES, SolcBehaviour
from yulopt.dialect.builtins import Builtin
from yulopt.dialect.evm_version import EvmVersion
from yulopt.dialect.releases import NEWEST, Release, parse_solc_version
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


# Prices of a chain that differ from those of its EVM version, by name.
Prices = tuple[tuple[str, int], ...]


class Dialect:
    """The builtins and reserved names of one EVM version in a release of solc.

    Attributes: `version`; `release`; `behaviour`, that of solc's own steps and code generation, by
    default of the release; `builtins` (name to `Builtin`, without the `verbatim` family); `prices`,
    what another chain than Ethereum charges (see `yulopt.gas.schedule`).
    """

    def __init__(
        self,
        version: EvmVersion,
        release: Release = NEWEST,
        behaviour: SolcBehaviour | None = None,
        prices: Prices = (),
    ) -> None:
        self.version = version
        self.prices = prices
        self.release = release
        self.behaviour = release.behaviour if behaviour is None else behaviour
        self.builtins: dict[str, Builtin] = {
            builtin.name: builtin
            for builtin in BUILTINS
            if _available(builtin.name, version, release)
        }
        self._verbatim: dict[str, Builtin | None] = {}
        self._reserved = _KEYWORDS.union(
            CODE_GENERATOR_ONLY,
            (
                builtin.name
                for builtin in BUILTINS
                if builtin.name not in NOT_RESERVED
                and (builtin.name in self.builtins or builtin.name not in FREE_BEFORE_AVAILABLE)
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
        """Whether the name may not be declared, by a program or a step."""
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

    @property
    def mended(self) -> Dialect:
        """The same dialect, with code generation free of the release's faults."""
        return _cached(self.version, self.release, FAULTLESS, self.prices)

    def without(self, names: tuple[str, ...]) -> Dialect:
        """The same language without these behaviours of the release, by the names in `SWITCHES`."""
        if not names:
            return self
        behaviour = _behaviour_without(self.release, names)
        return _cached(self.version, self.release, behaviour, self.prices)


_cache: dict[tuple[EvmVersion, Release, SolcBehaviour, Prices], Dialect] = {}


def dialect_for(version: EvmVersion) -> Dialect:
    """The one dialect object of a version in the newest release."""
    return _cached(version, NEWEST, NEWEST.behaviour, ())


def chosen_dialect(
    evm_version: str | None = None, solc_version: str | None = None, prices: Prices = ()
) -> Dialect:
    """The dialect of versions that are given by name, None for the defaults, with these prices.

    Raises ValueError for unknown ones, and for an EVM version that the release lacks.
    """
    release = parse_solc_version(solc_version)
    return _cached(release.parse_evm_version(evm_version), release, release.behaviour, prices)


def _cached(
    version: EvmVersion, release: Release, behaviour: SolcBehaviour, prices: Prices
) -> Dialect:
    key = (version, release, behaviour, prices)
    dialect = _cache.get(key)
    if dialect is None:
        dialect = _cache[key] = Dialect(version, release, behaviour, prices)
    return dialect


@cache
def _behaviour_without(release: Release, names: tuple[str, ...]) -> SolcBehaviour:
    kept = [one.name for one in SWITCHES if one.holds_in(release.version) and one.name not in names]
    return SolcBehaviour(kept)


def introduced_in(name: str) -> EvmVersion | None:
    """The version that introduced a builtin, None for any other name."""
    return AVAILABLE_FROM.get(name)


def _available(name: str, version: EvmVersion, release: Release) -> bool:
    if name in LATE_BUILTINS and LATE_BUILTINS[name].holds_in(release.version):
        return False
    if name in AVAILABLE_BEFORE and version >= AVAILABLE_BEFORE[name]:
        return False
    return name not in AVAILABLE_FROM or version >= AVAILABLE_FROM[name]
