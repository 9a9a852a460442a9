"""Mutants made by rules get the programs that may show them, and a process of their own."""

from __future__ import annotations

import os

from tests.mutation.generated import generated_mutants
from tests.mutation.mutant import Mutant
from tests.proven.mutants import judged
from tests.prover.candidates import PlausibleMutant, plausible
from tests.prover.mutants import judge_all
from tests.prover.mutated import Run

_MODULE = "yulopt.steps.structural_simplifier"
_SWITCH = "{ switch 2 case 1 { sstore(0, 1) } case 2 { sstore(0, 2) } }"
_RUNS = (Run("{ sstore(0, 1) }", "t"), Run(_SWITCH, "t"), Run("{ if 1 { sstore(0, 1) } }", "t"))


def _mutants() -> dict[str, PlausibleMutant]:
    found = plausible(list(generated_mutants(_MODULE)), _RUNS)
    return {f"{mutant.old} → {mutant.new}": mutant for mutant in found}


def test_mutants_get_the_programs_that_may_show_them() -> None:
    programs = {name: [run.text for run in mutant.runs] for name, mutant in _mutants().items()}
    name = "case.label is None or literals_equal(case.label, value)"
    assert programs[f"{name} → False"] == [_SWITCH]
    # No program has a default case.
    assert f"{name} → ((literals_equal(case.label, value)))" not in programs
    # The shortest programs are tried first.
    texts = [_RUNS[0].text, _RUNS[2].text, _RUNS[1].text]
    assert programs["remainder is None → False"] == texts
    # What happens when the module is imported is not about a program.
    assert "BRANCHES | LOOPS → (LOOPS)" not in programs


def test_a_mutant_made_by_rules_is_shown_and_does_not_affect_a_proven_build() -> None:
    mutant = _mutants()["case.label is None or literals_equal(case.label, value) → False"]
    assert judged(mutant, programs=1, tries=0, seconds=2).outcomes == {"right": 1}


def test_a_mutant_that_ends_its_process_has_no_verdict() -> None:
    first, second = list(_mutants().values())[:2]

    def judge(mutant: Mutant) -> str:
        if mutant == first:
            os._exit(1)
        return mutant.name

    verdicts = {one.name: verdict for *_, one, verdict in judge_all(judge, [first, second], 2)}
    assert verdicts == {first.name: None, second.name: second.name}
