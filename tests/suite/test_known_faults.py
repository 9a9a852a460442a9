"""Known faults of solc: pipelines have none of them, and exact runs those of solc 0.8.37."""

from __future__ import annotations

import random
from itertools import product

import pytest

import yulopt
from tests.execution import CONTRACT, Call, observe
from tests.oracle import Job, run_batch, skip_unless_available, stack_too_deep
from tests.slices import every_nth, seeds
from tests.steps.memory_programs import BEYOND_LIMITS, outcome
from tests.suite.address_programs import AddressPrograms
from tests.suite.known_faults import KNOWN_FAULTS, KnownFault
from yulopt.evm.halt import HaltKind
from yulopt.interpreter.run import run
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.pipelines import pipeline_names

every_fault = pytest.mark.parametrize("name", KNOWN_FAULTS)

# Whether a call succeeds, what it returns, and the storage after it.
Effects = tuple[bool, bytes, dict[int, int]]


def calldata(words: tuple[int, ...]) -> bytes:
    return b"".join(word.to_bytes(32, "big") for word in words)


def interpreted(program: str, words: tuple[int, ...]) -> Effects:
    """The outcome of a call by the text of the program."""
    seen = run(program, calldata=calldata(words))
    storage = {slot: word for (_, slot), word in seen.storage.items() if word}
    return seen.kind in (HaltKind.STOP, HaltKind.RETURN), seen.output, storage


def executed(bytecode: str, words: tuple[int, ...]) -> Effects:
    """The outcome of a call of a contract with this code on a real EVM."""
    (seen,) = observe(bytecode, [Call(calldata(words))])
    storage = {slot: word for (address, slot), word in seen.storage.items() if address == CONTRACT}
    return seen.success, seen.output, storage


def expected(fault: KnownFault) -> list[Effects]:
    return [interpreted(fault.reference or fault.program, words) for words in fault.calls]


def effects_of_text(fault: KnownFault, text: str) -> list[Effects]:
    if fault.reference:
        # Which the interpreter cannot execute.
        return effects_of_code(fault, yulopt.compile(text, "", bare=True).bytecode.hex)
    return [interpreted(text, words) for words in fault.calls]


def effects_of_code(fault: KnownFault, bytecode: str) -> list[Effects]:
    return [executed(bytecode, words) for words in fault.calls]


@pytest.mark.parametrize(
    ("name", "pipeline"), every_nth(7, list(product(KNOWN_FAULTS, pipeline_names())))
)
def test_pipelines_have_no_known_fault(name: str, pipeline: str) -> None:
    fault = KNOWN_FAULTS[name]
    compiled = yulopt.compile(fault.program, pipeline=pipeline)
    assert effects_of_code(fault, compiled.bytecode.hex) == expected(fault)


@every_fault
def test_code_of_solc_has_the_faults_of_the_release(name: str) -> None:
    """So the programs show the faults, and what others of them show is mended in the release."""
    fault = KNOWN_FAULTS[name]
    text = yulopt.optimize(fault.program, fault.steps)
    assert (effects_of_text(fault, text) != expected(fault)) == fault.emulated


def test_solc_generates_the_same_for_the_faults() -> None:
    """Apart from one program, for which solc has no code, now that it recognises recursion."""
    skip_unless_available()
    jobs = [Job(name, fault.program, fault.steps) for name, fault in KNOWN_FAULTS.items()]
    answers = run_batch(jobs)
    without = [answer for answer in answers if answer.text is None]
    assert len(without) == 1
    assert all(stack_too_deep(answer.error or "") for answer in without)
    ours = {job.id: yulopt.optimize(job.source, job.steps) for job in jobs}
    assert all(answer.text in (None, ours[answer.id]) for answer in answers)


@every_fault
def test_one_step_beyond_solc_makes_a_run_right(name: str) -> None:
    fault = KNOWN_FAULTS[name]
    main, colon, cleanup = (fault.steps or read_sequence("default")).partition(":")
    for sequence in (f"{main}y{colon}{cleanup}", f"{main}:{cleanup}[y]"):
        text = yulopt.optimize(fault.program, sequence)
        assert effects_of_text(fault, text) == expected(fault), sequence


@every_fault
def test_code_generation_beyond_solc_makes_a_run_right(name: str) -> None:
    fault = KNOWN_FAULTS[name]
    compiled = yulopt.compile(fault.program, fault.steps, codegen="beyond")
    assert effects_of_code(fault, compiled.bytecode.hex) == expected(fault)


# With the first one, what solc makes does something else.
@pytest.mark.parametrize("seed", [1885, *seeds(2, 100)])
def test_random_programs_about_addresses(seed: int) -> None:
    writer = AddressPrograms(random.Random(seed))
    program = writer.program()
    calls = [writer.calldata() for _ in range(8)]
    before = [outcome(program, data) for data in calls]
    after = yulopt.optimize(program, "xaELSk")
    for data, expected in zip(calls, before, strict=True):
        if expected[0] not in BEYOND_LIMITS:
            assert outcome(after, data) == expected, program
