"""Certificates changed in any value are rejected; times and versions may differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from tests.slices import amount
from yulopt import optimize
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.frequency.call_profile import CallProfile
from yulopt.prover.certificate import (
    certificate_text,
    check_certificate,
    read_certificate,
)
from yulopt.prover.job import job_of
from yulopt.prover.run import RunProof, prove, prove_run
from yulopt.prover.versions import digest

PROGRAM = """{
    sstore(0, f(calldataload(0), 3))
    function f(x, y) -> r { if lt(x, y) { r := add(x, 0) } }
}
"""
STEPS = "hgfoxs"
FREE = {"seconds", "yulopt", "file", "z3", "bitwuzla"}
# With other ones, the same may come out; then that is proven.
SETTINGS = {"sequence", "runs", "stackAllocation"}


def certificate() -> str:
    return certificate_text(prove(PROGRAM, STEPS, bare=True))


def check(text: str) -> RunProof:
    return check_certificate(read_certificate(Source(text, "c.json")), Source(PROGRAM, "p.yul"))


def changed(value: object) -> Iterator[object]:
    """A value with one change in it, at every place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in FREE | SETTINGS:
                yield from ({**value, key: other} for other in changed(inner))
        yield {**value, "more": 1}
        yield from (
            {k: v for k, v in value.items() if k != key} for key in value if key not in FREE
        )
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in changed(inner))
        if value:
            yield value[1:]
            yield [*value, value[-1]]
        else:
            yield [1]
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, int):
        yield value + 1


def test_the_calls_are_part_of_the_run() -> None:
    options = Options(STEPS, bare=True, calls=CallProfile({5: 7}))
    text = certificate_text(prove_run(job_of(Source(PROGRAM, "p.yul"), options, 1)))
    again = check(text).job
    assert again.options.calls == CallProfile({5: 7})
    # No step of solc reads them, so others are as right as these.
    for calls in ({}, {"0x00000005": 8}):
        record = json.loads(text)
        record["settings"]["calls"] = calls
        assert check(json.dumps(record)).is_proven
    no_calls: list[object] = [None, [], 7, "0x00000005", {"5": 7}, {"0x00000005": True}]
    for wrong in no_calls:
        record["settings"]["calls"] = wrong
        with pytest.raises(YulError):
            check(json.dumps(record))


def test_an_unchanged_certificate_is_accepted() -> None:
    text = certificate()
    assert check(text).is_proven
    assert json.loads(text)["output"] == {"sha256": digest(optimize(PROGRAM, STEPS, bare=True))}


def test_each_changed_value_is_refused() -> None:
    record: object = json.loads(certificate())
    tried = 0
    for other in changed(record):
        tried += 1
        with pytest.raises(YulError):
            check(json.dumps(other, indent=1))
    assert tried > 100


def test_times_and_versions_may_differ() -> None:
    record = json.loads(certificate())
    record["yulopt"], record["solvers"]["z3"], record["program"]["file"] = "0", "0", "other.yul"
    for proof in record["proofs"]:
        proof["seconds"] = 100
    assert check(json.dumps(record)).is_proven


def test_a_certificate_about_no_function() -> None:
    record = {**json.loads(certificate()), "function": "nothing", "proofs": []}
    with pytest.raises(YulError, match="no program of the run has a function 'nothing'"):
        check(json.dumps(record))


@pytest.mark.parametrize("key", ['"sequence"', '"status"', '"proofs"'])
def test_a_key_that_occurs_twice(key: str) -> None:
    text = certificate()
    with pytest.raises(YulError, match="a key occurs twice"):
        check(text.replace(key, f'{key}: "other", {key}', 1))


def test_any_text_is_a_certificate_or_one_error() -> None:
    text = certificate()
    seed = 7
    rng = Random(seed)
    texts = ["", "null", "[]", "[" * 100_000, '{"format": "yulopt-proofs-2", "proofs": [{}, 1]}']
    for _ in range(amount(60, 5000)):
        place = rng.randrange(len(text))
        part = rng.choice(("", '"', "{", "]", "0", ",", "\\", "\x00", "null", text[:place]))
        texts.append(text[:place] + part + text[place + rng.randrange(3) :])
    refused = 0
    for other in texts:
        try:
            check(other)
        except YulError:
            refused += 1
    assert refused > 3 * len(texts) / 4, f"seed {seed}"
