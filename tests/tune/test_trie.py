"""Many sequences over one program give the results of single runs, in less time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import yulopt
from tests.conftest import EXAMPLES
from tests.tune.campaign import differences
from yulopt.driver.options import Options
from yulopt.syntax.parser import parse
from yulopt.tune.candidate import candidate
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure
from yulopt.tune.state import StateStore

PROGRAMS = {path.stem: path for path in EXAMPLES}


def evaluator(source: str, memory: int = 1 << 26) -> Evaluator:
    return Evaluator(parse(source), BytesMeasure(), Options(), StateStore(memory))


@pytest.mark.parametrize(
    ("name", "memory"), [("counter", 1 << 26), ("counter", 0)], ids=["kept", "nothing kept"]
)
def test_each_result_is_that_of_a_run_from_the_start(name: str, memory: int) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    assert differences(PROGRAMS[name].read_text("utf-8"), seed, memory, batches=2, size=5) == []


def test_a_common_beginning_is_run_once() -> None:
    tested = evaluator(PROGRAMS["auction"].read_text("utf-8"))
    tested.evaluate([candidate("dhfoxarrscLMcCTUcu", 200)])
    before = tested.steps_run
    tested.evaluate([candidate("dhfoxarrscLMcCTUci", 200)])
    # At most the last letter, the clean-up with the ends around it, in two objects.
    assert tested.steps_run - before <= 2 * (1 + 1 + len("fDnTOcmuO") + 1)


def test_a_step_that_changes_nothing_costs_one_run() -> None:
    tested = evaluator(PROGRAMS["auction"].read_text("utf-8"))
    tested.evaluate([candidate("dhfoxarrscLMcCTUcu", 200)])
    before = tested.steps_run
    tested.evaluate([candidate("dddhfoxarrscLMcCTUcu", 200)])
    assert tested.steps_run - before <= 2
    assert tested.measured == 1


def test_runs_matter_only_from_the_first_step_that_reads_them() -> None:
    tested = evaluator(PROGRAMS["auction"].read_text("utf-8"))
    tested.evaluate([candidate("dhfoxarrscMcCTUcu", 200)])
    before = tested.steps_run
    tested.evaluate([candidate("dhfoxarrscMcCTUcu", 1)])
    # Code after the clean-up, of the deployed code alone.
    assert tested.steps_run - before == 1


def test_steps_declare_whether_they_read_runs() -> None:
    folder = Path(yulopt.__file__).parent / "steps"
    from yulopt.steps import TABLE
    from yulopt.suite.registry import all_steps, is_extension

    for name, step in all_steps().items():
        if name in TABLE:
            text = (folder / f"{TABLE[name][0].replace('.', '/')}.py").read_text("utf-8")
            # Costs of abstraction read their inputs themselves.
            reads = "expected_executions" in text or "AbstractionCosts" in text
            assert step.reads_runs == reads, name
            # A state may come from a path with other runs; solc's steps are all that is searched.
            if not is_extension(step):
                assert not (step.reads_runs and step.by_function and not step.reads_others), name


def test_memory_is_bounded() -> None:
    source = PROGRAMS["auction"].read_text("utf-8")
    store = StateStore(3_000_000)
    tested = Evaluator(parse(source), BytesMeasure(), Options(), store)
    tested.evaluate([candidate("dhfoxarrscLMcCTUcu" * 3, 200), candidate(None, 200)])
    assert 0 < store.bytes <= 3_000_000
