"""The exact form: stock solc repeats the bytes of yulopt's own code generation."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import oracle
from tests.conftest import EXAMPLES
from tests.publish.contracts import CONTRACTS, Stock, exactly_published, options, subject
from tests.slices import every_nth
from yulopt.driver.build import compile_source
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.publish.publication import Publication, Subject, publish
from yulopt.suite.pipelines import BEYOND_CODEGEN, pipeline_names

pytestmark = pytest.mark.skipif(oracle.available() is not None, reason=str(oracle.available()))

FILE = "given.yul"
CREATION = """object "C" { code { %s }
object "C_deployed" { code { %s } }
object "D" { code { sstore(0, 1) } }
}"""
COPY = 'datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))'
RETURN = 'return(0, datasize("C_deployed"))'
SECOND = 'datacopy(64, dataoffset("D"), datasize("D"))'


def exact(text: str, built: Options | None = None) -> Publication:
    program = Subject(Source(text, FILE), "C", "", [], "")
    return publish(program, built or Options(steps=":"), Stock(), exact=True)


@pytest.mark.parametrize("name", every_nth(3, list(CONTRACTS)))
def test_the_bytes_are_those_of_the_back_end(name: str) -> None:
    built = options("size", BEYOND_CODEGEN)
    compiled, parts = compile_source(subject(name).source, built)
    assert exactly_published(name).code.bytecode["object"] == parts[compiled.program].to_hex()


@pytest.mark.parametrize(
    ("path", "pipeline"),
    every_nth(45, [(path, name) for path in EXAMPLES for name in pipeline_names()]),
    ids=str,
)
def test_examples(path: Path, pipeline: str) -> None:
    assert exact(path.read_text(), options(pipeline, BEYOND_CODEGEN)).code.bytecode["object"]


def test_objects_may_follow_the_runtime_code() -> None:
    publication = exact(CREATION % (COPY + SECOND + RETURN, "sstore(0, 2)"))
    assert 'data ".metadata" hex"6001' in publication.program


def test_places_may_follow_each_other() -> None:
    """Two addresses are pushed with no code between them, the second one at the end."""
    inside = 'sstore(linkersymbol("f:L"), linkersymbol("f:M"))'
    publication = exact(CREATION % (COPY + RETURN, inside))
    assert 'linkersymbol("f:L"), linkersymbol("f:M"))' in publication.program


def test_an_immutable_may_be_assigned_twice_and_read_twice() -> None:
    twice = 'setimmutable(0, "x", calldatasize()) setimmutable(0, "x", callvalue())'
    reads = 'sstore(loadimmutable("x"), 1) sstore(1, loadimmutable("x"))'
    publication = exact(CREATION % (COPY + twice + RETURN, reads))
    references = publication.code.deployed["immutableReferences"]
    assert isinstance(references, dict)
    assert len(references) == 1
    assert publication.program.count("setimmutable") == 1


def test_a_program_that_deploys_nothing() -> None:
    assert exact('object "C" { code { sstore(0, 1) } }').code.deployed["object"] == ""


@pytest.mark.parametrize(
    ("outer", "reason"),
    [
        ("sstore(0, 1)", "does not directly follow"),
        (SECOND + RETURN, "does not directly follow"),
    ],
)
def test_what_has_no_exact_form_is_refused(outer: str, reason: str) -> None:
    with pytest.raises(YulError, match=reason) as caught:
        exact(CREATION % (outer, "sstore(0, 2)"))
    assert caught.value.filename == FILE


def test_one_other_byte_is_refused() -> None:
    built = options("size", BEYOND_CODEGEN)
    with pytest.raises(YulError, match=r"nothing is published.*another byte at 0"):
        publish(subject("Arguments"), built, Stock(tampering=True), exact=True)


def test_without_metadata_the_code_is_shorter() -> None:
    built = options("size", BEYOND_CODEGEN)
    without = publish(subject("Linked"), built, Stock(), keeps_metadata=False, exact=True)
    whole = exactly_published("Linked").code.deployed["object"]
    assert len(str(without.code.deployed["object"])) < len(str(whole))


def test_the_program_says_that_it_is_bytes() -> None:
    assert (
        "// It consists of bytes that yulopt has generated" in exactly_published("Linked").program
    )
