"""Whether a run is exactly solc's, faults included, is decided in one place."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import yulopt
from tests.parsing import OSAKA
from tests.replay import differences, record
from tests.suite.known_faults import KNOWN_FAULTS
from yulopt.cli.command import cli
from yulopt.dialect import FAULTLESS, SOLC_BEHAVIOUR, SolcBehaviour
from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Outputs, compile_contract
from yulopt.dropin.settings import requested_options
from yulopt.errors import Source
from yulopt.suite.checkpoints import Checkpoint, read_checkpoint
from yulopt.suite.pipelines import BEYOND_CODEGEN, Pipeline
from yulopt.suite.reading import parse_steps
from yulopt.suite.registry import all_steps, is_extension
from yulopt.suite.sequence import Group
from yulopt.suite.suite import Settings, finished_copy, make_context
from yulopt.suite.worlds import behaviour_of
from yulopt.tune.candidate import candidate
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure
from yulopt.tune.state import StateStore

_FAULT = "a slot seems apart from what was computed of a variable that has changed"
SOURCE = KNOWN_FAULTS[_FAULT].program
SIZE = Pipeline.named("size")
EXACT = yulopt.optimize(SOURCE)
# The same steps, before code generation that is not solc's.
MENDED = yulopt.optimize(SOURCE, pipeline=Pipeline(codegen=BEYOND_CODEGEN))


def behaviour(steps: str) -> SolcBehaviour:
    sequence = parse_steps(steps)
    return behaviour_of(OSAKA, sequence.main, sequence.cleanup)


def test_one_step_beyond_solc_anywhere_is_enough() -> None:
    for steps in ("", "xaS", "x[a[S]]:uc", ":"):
        assert behaviour(steps) is SOLC_BEHAVIOUR
    for steps in ("xaSk", "[k]", "x[a[k]]", "xaS:k", "xaS:u[k]c"):
        assert behaviour(steps) is FAULTLESS
    for name, step in all_steps().items():
        expected = FAULTLESS if is_extension(step) else SOLC_BEHAVIOUR
        assert behaviour_of(OSAKA, Group([name])) is expected
    assert behaviour_of(OSAKA, Group(["u"]), beyond=True) is FAULTLESS


def test_settings_of_the_suite_decide_by_sequence_and_code_generation() -> None:
    main, cleanup = parse_steps("xaS").main, parse_steps("u").main
    assert Settings(OSAKA, main, cleanup).behaviour is SOLC_BEHAVIOUR
    assert Settings(OSAKA, main, parse_steps("k").main).behaviour is FAULTLESS
    assert Settings(OSAKA, main, cleanup, beyond=True).behaviour is FAULTLESS


def test_the_program_distinguishes_the_settings() -> None:
    assert "sstore(next, 7)" in MENDED
    assert "sstore(next, 7)" not in EXACT


def test_reports_and_text_agree() -> None:
    pipeline = Pipeline(codegen=BEYOND_CODEGEN)
    assert yulopt.optimize_with_report(SOURCE, pipeline=pipeline).text == MENDED
    assert yulopt.optimize_with_report(SOURCE).text == EXACT


@pytest.mark.parametrize("steps", [None, SIZE.steps])
def test_code_is_that_of_the_text(steps: str | None) -> None:
    text = yulopt.optimize(SOURCE, pipeline=Pipeline(steps, codegen=BEYOND_CODEGEN))
    code = yulopt.compile(SOURCE, steps, codegen="beyond")
    assert code == yulopt.compile(text, "", bare=True, codegen="beyond")
    runner = CliRunner()
    options = ["asm", "--codegen", "beyond", "--bytecode", "-"]
    steps_option = [] if steps is None else ["--steps", steps]
    answer = runner.invoke(cli, [*options, *steps_option], input=SOURCE)
    assert answer.stdout.strip() == code.bytecode.hex


def test_exact_code_is_that_of_the_exact_text() -> None:
    assert yulopt.compile(SOURCE) == yulopt.compile(EXACT, "", bare=True)


def test_bare_runs_of_one_letter_are_exact() -> None:
    steps = "xaS"
    assert "sstore(next, " not in yulopt.optimize(SOURCE, f"{steps}uTO", bare=True).split("seen")[0]
    assert "sstore(next, 7)" in yulopt.optimize(SOURCE, f"{steps}uTOk", bare=True)


@pytest.mark.parametrize("codegen", ["solc", "beyond"])
def test_builds(codegen: str) -> None:
    expected = MENDED if codegen == "beyond" else EXACT
    options = requested_options({"optimizer": {"enabled": True}})._replace(codegen=codegen)
    built = compile_contract(SOURCE, "A", options, Outputs(code=False))
    assert isinstance(built, ContractCode)
    assert built.ir_optimized.strip() == expected.strip()


def test_a_search_distinguishes_candidates() -> None:
    tested = Evaluator(yulopt.parse(SOURCE), BytesMeasure(), Options(), StateStore(1 << 24))
    default = candidate(None, 200)
    beyond = candidate(f"y{default.steps}", 200)
    # It has a beginning in common with the other one, so that states are copied.
    other = candidate(f"yu{default.steps}", 200)
    tested.evaluate([default, beyond, other])
    for one in (default, beyond, other):
        text = yulopt.optimize(SOURCE, one.steps)
        assert (text == EXACT) == (one is default)
        assert yulopt.print_yul(tested.optimized(one)) == text


def test_a_search_for_code_generation_beyond_solc() -> None:
    options = Options(codegen=BEYOND_CODEGEN)
    tested = Evaluator(yulopt.parse(SOURCE), BytesMeasure(), options, StateStore(1 << 24))
    assert yulopt.print_yul(tested.optimized(candidate(None, 200))) == MENDED


@pytest.mark.parametrize("steps", [None, SIZE.steps])
def test_every_step_of_a_trace_can_be_replayed(steps: str | None) -> None:
    # Only steps that change something are run again, so there is a store to remove, too.
    source = SOURCE.replace("{", "{ mstore(0, 1)", 1)
    _, recording = record(source, steps)
    assert differences(recording)[1] == []


def test_a_checkpoint_records_the_setting() -> None:
    for checkpoint in (Checkpoint(0, True, 3, ["a"]), Checkpoint(0, False, 3, [], True)):
        text = checkpoint.comment() + "{ }"
        assert read_checkpoint(Source(text), yulopt.parse(text)) == checkpoint


def test_the_end_of_a_trial_run_is_like_the_run() -> None:
    cleanup = parse_steps("xaSuTO").main
    for kind, is_right in ((SOLC_BEHAVIOUR, False), (FAULTLESS, True)):
        code = yulopt.parse(SOURCE).code
        finished = finished_copy(cleanup, make_context(code, behaviour=kind), code)
        assert ("sstore(next, 7)" in yulopt.print_yul(finished)) == is_right
