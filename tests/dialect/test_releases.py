"""Releases of solc: support, defaults, and rejected settings."""

from __future__ import annotations

import pytest

import yulopt
from tests.conftest import Command
from yulopt.dialect import (
    FAULTLESS,
    NEWEST,
    RELEASES,
    SWITCHES,
    chosen_dialect,
    parse_solc_version,
)
from yulopt.suite.named_sequences import sequence_names

SOURCE = "{ sstore(0, mul(callvalue(), 2)) }"


def test_each_switch_is_a_behaviour_and_each_behaviour_a_switch() -> None:
    behaviours = {name for name in dir(FAULTLESS) if not name.startswith("_")}
    assert {switch.name for switch in SWITCHES} == behaviours
    assert len(SWITCHES) == len(behaviours)
    assert not any(getattr(FAULTLESS, name) for name in behaviours)


def test_each_release_has_a_sequence_and_knows_its_default_evm_version() -> None:
    for release in RELEASES.values():
        assert release.default_sequence in sequence_names()
        assert release.default_evm_version <= release.newest_evm_version


def test_the_newest_is_the_default() -> None:
    assert parse_solc_version(None) is NEWEST
    assert chosen_dialect() is chosen_dialect("osaka", NEWEST.version)


def test_code_generation_beyond_solc_has_no_fault_of_a_release() -> None:
    dialect = chosen_dialect(None, "0.8.28")
    assert dialect.mended.behaviour is FAULTLESS
    assert dialect.mended.builtins == dialect.builtins


def test_an_unsupported_version_is_rejected_with_a_list() -> None:
    with pytest.raises(ValueError, match=r"solc 0\.7\.6 is not supported; .*0\.8\.28.*0\.8\.37"):
        yulopt.optimize(SOURCE, solc_version="0.7.6")


def test_an_evm_version_that_a_release_lacks_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"solc 0\.8\.28 does not have EVM version 'osaka'"):
        yulopt.optimize(SOURCE, evm_version="osaka", solc_version="0.8.28")


@pytest.mark.parametrize(
    ("name", "evm_version", "last"),
    [("clz", "osaka", "0.8.30"), ("slotnum", "amsterdam", "0.8.36")],
)
def test_builtins_added_after_their_evm_version(name: str, evm_version: str, last: str) -> None:
    """Their names are free before, also for the VarNameCleaner."""
    versions = list(RELEASES)
    arguments = "2" if name == "clz" else ""
    call = f"{{ sstore(0, {name}({arguments})) }}"
    cleaned = f"{{ let {name}_1 := sload(0) sstore({name}_1, {name}_1) }}"
    first = versions[versions.index(last) + 1]
    with pytest.raises(
        yulopt.YulError, match=rf"not found: solc {last} does not have this builtin"
    ):
        yulopt.optimize(call, evm_version=evm_version, solc_version=last)
    assert f"{name}(" in yulopt.optimize(call, evm_version=evm_version, solc_version=first)
    texts = [
        yulopt.optimize(cleaned, ":v", evm_version=evm_version, solc_version=version)
        for version in (last, first)
    ]
    assert [f"let {name} " in text for text in texts] == [True, False]


def test_the_command_line_rejects_both(yulopt: Command) -> None:
    wrong = yulopt("--solc-version", "0.7.6", "-", input=SOURCE)
    assert wrong.exit_code == 2
    assert "solc 0.7.6 is not supported" in wrong.stderr
    words = ("--evm-version", "osaka", "--solc-version", "0.8.28")
    for command in ((), ("asm",)):
        wrong = yulopt(*command, *words, "-", input=SOURCE)
        assert wrong.exit_code == 2
        assert "does not have EVM version 'osaka'" in wrong.stderr


def test_the_command_line_takes_the_defaults_of_the_release(yulopt: Command) -> None:
    source = "{ sstore(0, clz(callvalue())) }"
    assert yulopt("--solc-version", "0.8.31", "-", input=source).exit_code == 0
    old = yulopt("--solc-version", "0.8.30", "-", input=source)
    assert old.exit_code == 1
    assert "this is prague" in old.stderr


@pytest.mark.parametrize(("version", "code"), [("0.8.28", "005b600156"), ("0.8.29", "00")])
def test_unreachable_functions(version: str, code: str) -> None:
    made = yulopt.compile("{ function a() -> b { pop(a()) } }", ":", solc_version=version)
    assert made.bytecode.hex == code


@pytest.mark.parametrize(("version", "width"), [("0.8.26", "61"), ("0.8.27", "60")])
def test_zeros_count_as_two_bytes_up_to_0_8_26(version: str, width: str) -> None:
    stores = " ".join(f"sstore(calldataload({number}), 0)" for number in range(300, 334))
    source = f"{{ if sload(0) {{ sstore(1, 2) }} {stores} }}"
    made = yulopt.compile(source, ":", evm_version="cancun", solc_version=version)
    assert made.bytecode.hex.startswith(f"5f54{width}")
