"""A program for each switch that distinguishes its last release from the next one."""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

import yulopt
from tests.oracle import Job, Oracle, available
from tests.slices import every_nth
from tests.suite.known_faults import KNOWN_FAULTS
from yulopt.dialect import NEWEST, RELEASES, SWITCHES, Switch


class Telling(NamedTuple):
    """A program, and the steps with which it shows.

    `has_code`: solc makes code of it on both sides; else it refuses what it has made itself.
    """

    program: str
    steps: str | None = ":"
    has_code: bool = True


def _deep(count: int) -> str:
    names = [f"v{index}" for index in range(count)]
    return " ".join(
        [
            *(f"let {name} := add(x, sload({index}))" for index, name in enumerate(names)),
            *(f"sstore({index}, {name})" for index, name in enumerate(names)),
        ]
    )


_STORES: Final = " ".join(f"sstore({number}, {number + 1000})" for number in range(25))
PROGRAMS: Final = {
    "stale_offsets": Telling(next(iter(KNOWN_FAULTS.values())).program, None),
    "parameters_vary": Telling(
        """{
            f(calldataload(0)) f(calldataload(1))
            function f(p) {
                for { let i := 0 } lt(i, 5) { i := add(i, 1) } { let x := add(p, 2) sstore(i, x) }
            }
        }""",
        "M:",
    ),
    "removes_returndatacopy": Telling(
        """{
            let size := returndatasize() let zero := 0
            returndatacopy(zero, zero, size)
            mstore(0, 1)
            stop()
        }""",
        "S:",
    ),
    "shares_slots_in_recursion": Telling(
        f"""{{
            mstore(64, memoryguard(128))
            b(1) c(2)
            function a(x) {{ b(x) }}
            function b(x) {{ if sload(x) {{ a(x) }} d(x) }}
            function c(x) {{ a(x) {_deep(20)} }}
            function d(x) {{ {_deep(19)} }}
        }}"""
    ),
    "misses_recursion": Telling(
        """{
            h(calldataload(0))
            function h(x) { f(x) g(2) }
            function f(x) { h(x) }
            function g(y) { f(y) sstore(y, 1) }
        }""",
        "F:",
    ),
    "simplifies_out_of_scope": Telling(
        """{
            let x
            for { } calldataload(1) { sstore(0, not(x)) } { let y := calldataload(0) x := not(y) }
        }""",
        "s:",
        has_code=False,
    ),
    "simplifies_names_twice": Telling(
        """{
            let x_storage_$dyn_storage_ptr := sload(0)
            sstore(x_storage_$dyn_storage_ptr, x_storage_$dyn_storage_ptr)
        }""",
        "u:u",
    ),
    "generates_unreached": Telling("{ function a() -> b { pop(a()) } }"),
    "compares_kinds_of_literals": Telling("{ let a let c := '' sstore(a, c) }", "c:"),
    "ignores_push0": Telling(
        """{
            f() f() f()
            function f() { sstore(0, 0) sstore(0, 0) sstore(0, 0) sstore(0, 0) }
        }"""
    ),
    "keeps_equal_ends": Telling("{ switch sar(0, 0) case 64 { } }"),
    "counts_one_site_each": Telling(
        f"""object "a" {{
            code {{
                if sload(0) {{ sstore(1, 2) }}
                {_STORES}
                datacopy(0, dataoffset("r"), datasize("r"))
                setimmutable(0, "x", 7)
                return(0, datasize("r"))
            }}
            object "r" {{ code {{ sstore(loadimmutable("x"), loadimmutable("x")) }} }}
        }}"""
    ),
}
BORDERS: Final = [switch for switch in SWITCHES if switch.last is not None]


def border(switch: Switch) -> tuple[str, str]:
    """The last release with the behaviour, and the one after that."""
    versions = list(RELEASES)
    assert switch.last is not None
    return switch.last, versions[versions.index(switch.last) + 1]


def job(telling: Telling, version: str, output: str) -> Job:
    return Job("", telling.program, telling.steps, "cancun", 1, output=output, solc_version=version)


def made(telling: Telling, version: str) -> list[str]:
    """The optimised text and the bytecode."""
    text = yulopt.optimize(
        telling.program, telling.steps, evm_version="cancun", runs=1, solc_version=version
    )
    if not telling.has_code:
        return [text]
    code = yulopt.compile(
        telling.program, telling.steps, evm_version="cancun", runs=1, solc_version=version
    )
    return [text, code.bytecode.hex]


def test_each_switch_that_ends_has_a_program() -> None:
    assert {switch.name for switch in BORDERS} == {*PROGRAMS}


@pytest.mark.parametrize("switch", BORDERS, ids=lambda switch: switch.name)
def test_the_program_distinguishes_both_sides(switch: Switch) -> None:
    one, other = (made(PROGRAMS[switch.name], version) for version in border(switch))
    assert one != other


@pytest.mark.parametrize("name", every_nth(3, list(PROGRAMS)))
def test_no_pipeline_has_the_fault(name: str) -> None:
    program = PROGRAMS[name].program
    codes = [
        yulopt.compile(program, pipeline="size", evm_version="cancun", solc_version=version)
        for version in (next(iter(RELEASES)), NEWEST.version)
    ]
    assert codes[0].bytecode.hex == codes[1].bytecode.hex


@pytest.mark.parametrize("switch", every_nth(4, BORDERS), ids=lambda switch: switch.name)
def test_solc_generates_the_same_on_both_sides(switch: Switch) -> None:
    compared = 0
    telling = PROGRAMS[switch.name]
    for version in border(switch):
        if available(version):
            continue
        oracle = Oracle(solc_version=version)
        texts = [oracle.run(job(telling, version, name)) for name in ("irOptimized", "bytecode")]
        oracle.close()
        compared += 1
        if telling.has_code or version != switch.last:
            assert [one.text for one in texts][: 1 + telling.has_code] == made(telling, version)
        else:
            assert "YulAssertion" in str(texts[0].error)
    if not compared:
        pytest.skip(f"no packages of solc {' and '.join(border(switch))}")
