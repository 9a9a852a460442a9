"""A certificate has the bytes with their proofs, and no other bytes or proofs pass its check."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.proven.test_code import PROGRAM
from yulopt.code_proofs import run as code_run
from yulopt.code_proofs.certificate import check_code, whole_certificate
from yulopt.code_proofs.object_code import code_from, code_json
from yulopt.code_proofs.run import BuildProof, prove_build
from yulopt.driver import build
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.prover.certificate import check_certificate, read_certificate
from yulopt.prover.job import job_of
from yulopt.prover.run import prove_run

INNER = 1


@cache
def certificate() -> str:
    options = Options("u:", codegen="beyond", solc_version="0.8.30", evm_version="cancun")
    run = prove_run(job_of(Source(PROGRAM, "p.yul"), options, 2.0))
    return whole_certificate(run, prove_build(run.job, run.output_hash))


def check(text: str) -> BuildProof | None:
    read = read_certificate(Source(text, "c.json"))
    return check_code(read, check_certificate(read, Source(PROGRAM, "p.yul")))


def test_the_check_generates_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    text = certificate()

    def fail(*_arguments: object) -> None:
        raise AssertionError("code is generated")

    monkeypatch.setattr(build, "compile_object", fail)
    monkeypatch.setattr(build, "assemble_program", fail)
    monkeypatch.setattr(code_run, "finish", fail)
    found = check(text)
    assert found is not None
    assert found.is_proven
    assert [one.path for one in found.objects] == ["C", "C.C_deployed"]
    settings = json.loads(text)["settings"]
    assert (settings["solcVersion"], settings["evmVersion"]) == ("0.8.30", "cancun")


def test_records_are_read_as_they_were_written() -> None:
    for record in json.loads(certificate())["code"]:
        assert code_json(code_from(record)) == record


Change = Callable[[Any], None]


def _other_byte(code: Any, *, with_hash: bool) -> None:
    """Store to the slot 5 in place of 1, in the deployed code."""
    for one in code:
        digits = one["bytes"]
        at = digits.rindex("600155")
        one["bytes"] = f"{digits[:at]}600555{digits[at + 6 :]}"
        if with_hash:
            one["sha256"] = _hash(one["bytes"])


def _hash(digits: str) -> str:
    from hashlib import sha256

    return sha256(bytes.fromhex(digits)).hexdigest()


CHANGES: dict[str, tuple[Change, str]] = {
    "a byte": (lambda code: _other_byte(code, with_hash=False), "the hash does not match"),
    "a byte and its hash": (
        lambda code: _other_byte(code, with_hash=True),
        'of the bytes of C.C_deployed, "status" of "" is "proven", but comes out as "refuted"',
    ),
    "an entry": (
        lambda code: code[INNER]["entries"].update(scaled=0),
        '"scaled" is "proven", but comes out as "refuted", unless its entry is wrong',
    ),
    "labels": (
        lambda code: code[INNER].update(labels=[]),
        '"status" of "" is "proven", but comes out as "open"',
    ),
    "an offset": (
        lambda code: code[0]["offsets"].update(C_deployed=code[0]["offsets"]["C_deployed"] + 1),
        '"status" of "" is "proven", but comes out as "open": the bytes at ',
    ),
    "an immutable": (
        lambda code: code[INNER]["immutables"].update(x=[3]),
        'comes out as "open"',
    ),
    "a function less": (
        lambda code: code[INNER]["functions"].pop(),
        "1 functions are listed, and there are 2",
    ),
    "another function": (
        lambda code: code[INNER]["functions"][1].update(function="other"),
        '"function" of "other" is "other", but comes out as "scaled"',
    ),
    "another assumption": (
        lambda code: code[INNER]["functions"][0].update(assumed=["scaled"]),
        '"assumed" of "" is ["scaled"], but comes out as []',
    ),
    "no functions": (lambda code: code[INNER].update(functions=[]), "there is no proof about"),
    "an object less": (lambda code: code.pop(), "there are the bytes of C, not of C, C.C_deployed"),
    "an object twice": (
        lambda code: code.append(code[0]),
        "there are the bytes of C, C.C_deployed, C, not of C, C.C_deployed",
    ),
    "no list": (lambda code: code.__setitem__(0, 7), "bytes"),
    "no digits": (lambda code: code[0].update(bytes="0x"), "the record of bytes is wrong"),
    "no number": (lambda code: code[0].update(labels=[True]), "a number is expected"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_records_are_rejected(name: str) -> None:
    change, message = CHANGES[name]
    record = json.loads(certificate())
    change(record["code"])
    with pytest.raises(YulError) as caught:
        check(json.dumps(record, indent=1))
    assert message in caught.value.message


def test_each_object_has_a_record_of_its_own() -> None:
    """Also if the name of another one is like the path to it."""
    source = Source(
        r"""object "A" { code { sstore(0, datasize("B.C")) }
            object "B" { code { sstore(1, 2) } object "C" { code { sstore(3, 4) } } }
            object "B.C" { code { sstore(5, 6) } } object "B\\" { code { sstore(7, 8) } } }""",
        "p.yul",
    )
    run = prove_run(job_of(source, Options("u:"), 2.0))
    build = prove_build(run.job, run.output_hash)
    names = ["A", "A.B", "A.B.C", r"A.B\.C", r"A.B\\"]
    assert [one.path for one in build.objects] == names
    assert len({one.witness.content for one in build.objects}) == len(names)
    read = read_certificate(Source(whole_certificate(run, build), "c.json"))
    found = check_code(read, check_certificate(read, source))
    assert found is not None
    assert found.is_proven
    assert sorted({step.path for step in run.steps}) == sorted(names)


def test_a_certificate_may_claim_less_than_is_proven() -> None:
    record = json.loads(certificate())
    for proof in record["code"][INNER]["functions"]:
        proof.update(status="open", method="", reason="time", assumed=[])
    found = check(json.dumps(record))
    assert found is not None
    assert found.is_proven


def test_without_bytes_only_the_steps_are_checked() -> None:
    record = json.loads(certificate())
    del record["code"]
    assert check(json.dumps(record)) is None


def test_the_line_of_an_error() -> None:
    lines = certificate().splitlines()
    assert any(line == '      "object": "C.C_deployed",' for line in lines)
    changed = certificate().replace('"labels": [', '"labels": [], "of": [')
    with pytest.raises(YulError) as caught:
        check(changed)
    assert caught.value.line == 1 + lines.index('      "object": "C.C_deployed",')
