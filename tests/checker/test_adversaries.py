"""Handwritten bytes that differ from the Yul in a way that is easily overlooked: none is proven."""

from __future__ import annotations

from collections.abc import Mapping

import attr
import pytest

from tests.checker.builds import Build, options
from yulopt.checker.objects import ObjectProof, prove_object
from yulopt.checker.witness import Witness
from yulopt.code_proofs.readings import explorers
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.answers import ProofSettings
from yulopt.syntax.parser import parse_source

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
_NOTHING = Witness(b"", {}, {}, {}, {}, {}, frozenset())


def proof(
    text: str,
    code: str,
    *,
    libraries: Mapping[int, str] | None = None,
    immutables: Mapping[int, str] | None = None,
    entries: Mapping[str, int] | None = None,
    offsets: Mapping[str, int] | None = None,
) -> ObjectProof:
    """The proof about an object and its bytes; objects inside it have none."""
    program = parse_source(Source(text), DIALECT)
    content = bytes.fromhex(code)
    witness = attr.evolve(
        _NOTHING,
        content=content,
        libraries=libraries or {},
        immutables=immutables or {},
        entries=entries or {},
        offsets=offsets or {},
        labels=frozenset(range(len(content))),
    )
    witnesses = {program: witness} | dict.fromkeys(program.sub_objects, _NOTHING)
    return prove_object(program, witnesses, ProofSettings(DIALECT, 1, ()), explorers)


def reason(found: ObjectProof) -> str:
    """Why the code outside functions is open, empty if it is proven."""
    return found.proofs[0].reason


@pytest.mark.parametrize(
    ("code", "is_right"),
    [
        # mstore(0, 1) and sstore(0, 0), with 0 by push0 and by msize
        ("60015f52 5f5f5500", True),
        ("60015f52 595f5500", False),
    ],
)
def test_bytes_that_ask_for_the_size_of_memory(code: str, is_right: bool) -> None:
    found = proof("{ mstore(0, 1) sstore(0, 0) }", code)
    assert found.is_proven == is_right


@pytest.mark.parametrize(
    ("code", "is_right"), [("60015f5500", True), ("60015f55", False), ("60015f5561", False)]
)
def test_creation_code_that_runs_off_its_end(code: str, is_right: bool) -> None:
    """Arguments of the constructor may follow; deployed code ends there."""
    creation = 'object "a" { code { sstore(0, 1) } object "b" { code { } } }'
    assert proof(creation, code).is_proven == is_right
    assert proof("{ sstore(0, 1) }", code).is_proven


@pytest.mark.parametrize("in_function", [False, True])
@pytest.mark.parametrize(("end", "is_right"), [("", False), ("stop()", True)])
def test_created_code_that_runs_off_its_end(end: str, is_right: bool, in_function: bool) -> None:
    """Arguments may follow it, also if it deploys nothing itself."""
    create = """
        datacopy(0, dataoffset("b"), datasize("b"))
        mstore(datasize("b"), not(0))
        sstore(0, create(0, 0, add(32, datasize("b"))))
        stop()
    """
    if in_function:
        create = f"f() stop() function f() {{ {create} }}"
    text = f'object "a" {{ code {{ {create} }} object "b" {{ code {{ sstore(0, 1) {end} }} }} }}'
    build = Build(text, chosen=options(":")._replace(stack_allocation=False))
    proofs = {one.name: one.is_proven for one in build.prove()}
    assert proofs == {"a": True, "b": is_right}


@pytest.mark.parametrize(("last", "is_right"), [("00", True), ("01", False)])
def test_what_is_filled_in_is_zero_before(last: str, is_right: bool) -> None:
    address, word = "00" * 19 + last, "00" * 31 + last
    library = proof('{ sstore(0, linkersymbol("L")) }', f"73{address}5f5500", libraries={1: "L"})
    assert library.is_proven == is_right
    immutable = proof('{ sstore(0, loadimmutable("i")) }', f"7f{word}5f5500", immutables={1: "i"})
    assert immutable.is_proven == is_right


def test_an_entry_inside_an_instruction() -> None:
    text = "{ if calldataload(0) { f() f() } sstore(0, 1) function f() { stop() } }"
    # An end of the code, but not that of the operand in which the function begins.
    found = proof(text, "5f35600857 60015f5500", entries={"f": 6})
    assert [one.reason for one in found.proofs][1:] == ["a byte that is not an instruction"]


def test_functions_of_the_same_name() -> None:
    # sstore(0, 2) twice
    text = "{ { f() function f() { sstore(0, 1) } } { f() function f() { sstore(0, 2) } } }"
    assert reason(proof(text, "60025f5560025f5500")) == "there are two functions f"


@pytest.mark.parametrize(("opcode", "size"), [("7f", 32), ("73", 20)])
def test_what_is_filled_in_inside_data(opcode: str, size: int) -> None:
    """Data that is like a push: who deploys it could write into it."""
    data = opcode + "00" * size
    text = f'data "t" hex"{data}"'
    text = f'code {{ datacopy(0, dataoffset("t"), {size}) return(0, {size}) }} {text}'
    code = f"60{size:02x}600b5f3960{size:02x}5ff3fe{data}"
    place = {12: "v"}
    for immutables, libraries, is_right in (
        ({}, {}, True),
        (place if size == 32 else {}, place if size == 20 else {}, False),
    ):
        found = proof(
            f'object "a" {{ {text} }}',
            code,
            immutables=immutables,
            libraries=libraries,
            offsets={"t": 11},
        )
        assert found.is_proven == is_right, reason(found)
