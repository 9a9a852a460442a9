"""The builtins of each EVM version: availability, arguments, effects."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import yulopt
from yulopt.dialect import (
    DEFAULT_EVM_VERSION,
    Builtin,
    Dialect,
    EvmVersion,
    dialect_for,
    evm_version_names,
    introduced_in,
    parse_evm_version,
)

VERSIONS = list(EvmVersion)
NEWEST = dialect_for(VERSIONS[-1])


def dialect(version: str) -> Dialect:
    return dialect_for(parse_evm_version(version))


def builtin(name: str) -> Builtin:
    """A builtin, of the newest version that has it."""
    for version in reversed(VERSIONS):
        found = dialect_for(version).builtin(name)
        if found is not None:
            return found
    raise AssertionError(f"no builtin {name}")


# Versions


def test_versions_in_their_order() -> None:
    assert (
        evm_version_names()
        == (
            "homestead tangerineWhistle spuriousDragon byzantium constantinople petersburg istanbul"
            " berlin london paris shanghai cancun prague osaka amsterdam"
        ).split()
    )
    assert sorted(VERSIONS) == [parse_evm_version(name) for name in evm_version_names()]


def test_the_default_version() -> None:
    assert DEFAULT_EVM_VERSION.text == "osaka"


@pytest.mark.parametrize("name", ["", "Osaka", "tangerinewhistle", "TANGERINE_WHISTLE", "osaka "])
def test_names_of_versions_are_exact(name: str) -> None:
    with pytest.raises(ValueError, match=f"unknown EVM version '{name}'; expected one of: home"):
        parse_evm_version(name)


def test_there_is_one_dialect_for_each_version() -> None:
    assert dialect_for(EvmVersion.LONDON) is dialect("london")


def versions_with(has: Callable[[Dialect], bool]) -> list[EvmVersion]:
    return [version for version in VERSIONS if has(dialect_for(version))]


def test_features_come_with_a_version() -> None:
    assert versions_with(lambda item: item.forwards_all_gas) == VERSIONS[1:]
    assert (
        versions_with(lambda item: item.has_bitwise_shifts)
        == (VERSIONS[EvmVersion.CONSTANTINOPLE :])
    )
    assert versions_with(lambda item: item.has_push0) == VERSIONS[EvmVersion.SHANGHAI :]


# Which version has which builtin: B is a builtin, r only a reserved name, - a free name

#            homestead
#            |tangerineWhistle
#            ||spuriousDragon
#            |||byzantium
#            ||||constantinople
#            |||||petersburg
#            ||||||istanbul
#            |||||||berlin
#            ||||||||london
#            |||||||||paris
#            ||||||||||shanghai
#            |||||||||||cancun
#            ||||||||||||prague
#            |||||||||||||osaka
#            ||||||||||||||amsterdam
AVAILABILITY = """
    address          BBBBBBBBBBBBBBB
    returndatasize   rrrBBBBBBBBBBBB
    returndatacopy   rrrBBBBBBBBBBBB
    staticcall       rrrBBBBBBBBBBBB
    shl              rrrrBBBBBBBBBBB
    shr              rrrrBBBBBBBBBBB
    sar              rrrrBBBBBBBBBBB
    create2          rrrrBBBBBBBBBBB
    extcodehash      rrrrBBBBBBBBBBB
    chainid          rrrrrrBBBBBBBBB
    selfbalance      rrrrrrBBBBBBBBB
    basefee          --------BBBBBBB
    difficulty       BBBBBBBBBrrrrrr
    prevrandao       ---------BBBBBB
    blobhash         -----------BBBB
    blobbasefee      -----------BBBB
    mcopy            -----------BBBB
    tload            -----------BBBB
    tstore           -----------BBBB
    clz              -------------BB
    slotnum          --------------B
    pc               BBBBBBBBBBBBBBB
    memoryguard      BBBBBBBBBBBBBBB
    datasize         BBBBBBBBBBBBBBB
    verbatim_0i_0o   BBBBBBBBBBBBBBB
    verbatim_99i_99o BBBBBBBBBBBBBBB
    verbatim_100i_0o rrrrrrrrrrrrrrr
    verbatim_01i_0o  rrrrrrrrrrrrrrr
    verbatim_0i_     rrrrrrrrrrrrrrr
    verbatim         rrrrrrrrrrrrrrr
    jump             rrrrrrrrrrrrrrr
    jumpi            rrrrrrrrrrrrrrr
    jumpdest         rrrrrrrrrrrrrrr
    push0            rrrrrrrrrrrrrrr
    push32           rrrrrrrrrrrrrrr
    dup16            rrrrrrrrrrrrrrr
    swap1            rrrrrrrrrrrrrrr
    sha3             ---------------
    suicide          ---------------
    extcall          ---------------
    ADD              ---------------
"""


def state(name: str, version: EvmVersion) -> str:
    if dialect_for(version).builtin(name) is not None:
        return "B"
    return "r" if dialect_for(version).is_reserved(name) else "-"


def test_availability() -> None:
    rows = [line.split() for line in AVAILABILITY.strip().splitlines()]
    found = [(name, "".join(state(name, version) for version in VERSIONS)) for name, _ in rows]
    assert found == [(name, states) for name, states in rows]


def test_all_other_builtins_are_in_every_version() -> None:
    listed = {line.split()[0] for line in AVAILABILITY.strip().splitlines()}
    for version in VERSIONS:
        missing = set(NEWEST.builtins) - listed - set(dialect_for(version).builtins)
        assert missing == set()


def test_the_version_that_brings_a_builtin() -> None:
    assert introduced_in("clz") == EvmVersion.OSAKA
    assert introduced_in("add") is None
    assert introduced_in("f") is None


# Their use in programs


@pytest.mark.parametrize(
    ("source", "version"),
    [
        ("{ let mcopy := 1 sstore(0, mcopy) }", "shanghai"),
        ("{ function clz(a) -> b { } sstore(0, clz(1)) }", "prague"),
        ("{ let prevrandao := difficulty() sstore(0, prevrandao) }", "london"),
    ],
)
def test_a_free_name_can_be_declared(source: str, version: str) -> None:
    yulopt.parse(source, evm_version=version)
    with pytest.raises(yulopt.YulError):
        yulopt.parse(source, evm_version="osaka")


def test_pc_cannot_be_called() -> None:
    with pytest.raises(yulopt.YulValidationError, match="pc"):
        yulopt.parse("{ pop(pc()) }")
