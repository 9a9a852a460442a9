"""The code of small programs, and their stack reports, match the records.

`python -m tests.code_generation` compares the records, and generated programs, with solc itself.
"""

from __future__ import annotations

import pytest

from tests.assembly.solc import Solc, shared_solc
from tests.code_generation import candidate
from tests.code_generation.__main__ import differences, generated
from tests.code_generation.judge import all_checks, fault
from tests.code_generation.programs import Answer, all_programs, read_facts
from tests.code_generation.reference import ask
from tests.oracle import skip_unless_available
from tests.slices import amount

_SEEDS = range(1000, 1000 + amount(5, 100))


@pytest.mark.parametrize("check", all_checks())
def test_code_and_reports_are_those_on_record(check: str) -> None:
    assert fault(check) == ""


def test_only_the_programs_are_on_record() -> None:
    assert read_facts().keys() == all_programs().keys()


@pytest.fixture
def solc() -> Solc:
    skip_unless_available()
    return shared_solc()


def test_the_records_are_those_of_solc(solc: Solc) -> None:
    facts = read_facts()
    for name, program in all_programs().items():
        assert ask(solc, program).facts() == facts[name], name


def test_generated_programs_have_the_code_that_solc_gives_them(solc: Solc) -> None:
    compared = 0
    for program in map(generated, _SEEDS):
        try:
            expected = ask(solc, program)
        except ValueError:  # solc fails for reasons of its own
            continue
        assert not list(differences(expected, candidate.answer(program))), program.name
        compared += bool(expected.code)
    assert compared >= len(_SEEDS) - 4


def test_answers_are_compared_in_both_parts() -> None:
    one = Answer("{ }", "00")
    assert list(differences(one, one)) == []
    assert "yulopt: 5b00" in list(differences(one, Answer("{ }", "5b00")))
    assert "+{ stop() }" in list(differences(one, Answer("{ stop() }", "00")))
