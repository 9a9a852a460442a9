"""Pipelines: their settings, honoured by every interface."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import yulopt
from tests.cli.test_calls import CALLED, DISPATCH, object_with
from tests.conftest import EXAMPLES, ROOT
from tests.slices import at_length
from yulopt.cli.command import cli
from yulopt.errors import SequenceError
from yulopt.frequency.call_profile import CallProfile
from yulopt.suite.pipelines import Pipeline, describe_pipeline, pipeline_names

COUNTER = next(path for path in EXAMPLES if path.stem == "counter")
every_pipeline = pytest.mark.parametrize("name", pipeline_names())


@every_pipeline
def test_named_pipelines_differ(name: str) -> None:
    assert describe_pipeline(name)
    assert Pipeline.named(name) == Pipeline.named(name)
    others = {Pipeline.named(other) for other in pipeline_names()} - {Pipeline.named(name)}
    assert all(other.codegen == "beyond" for other in others)


def test_a_pipeline_matches_its_description() -> None:
    assert Pipeline("ul :fD", 1) == Pipeline("u l:fD", 1)
    assert hash(Pipeline("ul :fD", 1)) == hash(Pipeline("u l:fD", 1))
    different = {Pipeline(), Pipeline("u"), Pipeline("u", 1), Pipeline("u", 1, "beyond")}
    assert len(different) == 4
    assert Pipeline("u") != "u"
    assert repr(Pipeline("u", 1)) == "Pipeline(steps='u', runs=1, codegen='solc')"
    assert (Pipeline("u").runs_or(7), Pipeline("u", 1).runs_or(7)) == (7, 1)


def test_unknown_pipelines_are_reported() -> None:
    with pytest.raises(ValueError, match=r"unknown pipeline 'sise'; .*did you mean 'size'"):
        Pipeline.named("sise")
    with pytest.raises(ValueError, match="codegen must be one of solc, beyond, not 'best'"):
        Pipeline(codegen="best")
    with pytest.raises(ValueError, match="runs must be between"):
        Pipeline(runs=-1)
    with pytest.raises(SequenceError, match="'!' is not a valid step abbreviation"):
        Pipeline("u!")


@every_pipeline
def test_functions_use_the_pipeline(name: str) -> None:
    source = COUNTER.read_text("utf-8")
    pipeline = Pipeline.named(name)
    runs = pipeline.runs_or(300)
    text = yulopt.optimize(source, pipeline.steps, runs=runs)
    assert yulopt.optimize(source, pipeline=name, runs=300) == text
    assert yulopt.optimize_with_report(source, pipeline=pipeline, runs=300).text == text
    code = yulopt.compile(source, pipeline.steps, runs=runs, codegen=pipeline.codegen)
    assert yulopt.compile(source, pipeline=pipeline, runs=300) == code
    assert yulopt.compile(source, pipeline=name, runs=300, codegen="solc") != code


def test_the_calls_of_a_pipeline_reach_every_function() -> None:
    source = object_with(DISPATCH)
    pipeline = Pipeline.named("gas", CallProfile({CALLED: 90}))
    text = yulopt.optimize(source, pipeline=pipeline)
    assert text != yulopt.optimize(source, pipeline="gas")
    assert yulopt.optimize_with_report(source, pipeline=pipeline).text == text
    # Code generation reads them, too.
    rest = Pipeline(":", codegen=pipeline.codegen, calls=pipeline.calls)
    code = yulopt.compile(text, pipeline=rest)
    assert code != yulopt.compile(source, pipeline="gas")
    assert yulopt.compile(source, pipeline=pipeline) == code


@at_length
@every_pipeline
def test_commands_use_the_pipeline(name: str) -> None:
    source = COUNTER.read_text("utf-8")
    arguments = ["--pipeline", name, "--optimize-runs", "300", str(COUNTER)]
    text = CliRunner().invoke(cli, arguments).stdout
    assert text == yulopt.optimize(source, pipeline=name, runs=300)
    code = CliRunner().invoke(cli, ["asm", "--bytecode", *arguments]).stdout
    assert code.strip() == yulopt.compile(source, pipeline=name, runs=300).bytecode.hex


def test_a_pipeline_excludes_options_that_it_sets() -> None:
    with pytest.raises(ValueError, match="steps and pipeline exclude each other"):
        yulopt.optimize("{}", "u", pipeline="size")
    with pytest.raises(ValueError, match="sequence and pipeline exclude each other"):
        yulopt.optimize("{}", sequence="small", pipeline="size")
    with pytest.raises(ValueError, match="steps and pipeline exclude each other"):
        yulopt.compile("{}", "u", pipeline="size")


@pytest.mark.parametrize(
    "command",
    [("stack",), ("verify", "--tries", "5"), ("explain", "--name", "value_1")],
    ids=lambda words: words[0],
)
def test_all_commands_with_sequences_take_pipelines(command: tuple[str, ...]) -> None:
    """And do what they do with the steps and the runs of the pipeline."""
    path = str(ROOT / "examples" / "counter.yul")
    pipeline = Pipeline.named("size")
    separately = ["--steps", pipeline.steps or "", "--optimize-runs", str(pipeline.runs)]
    found = CliRunner().invoke(cli, [*command, "--pipeline", "size", path])
    expected = CliRunner().invoke(cli, [*command, *separately, path])
    assert (found.exit_code, found.stdout) == (0, expected.stdout)


@every_pipeline
def test_the_instruction_log2_is_not_the_logarithm_of_rules(name: str) -> None:
    body = "log2(0, 0, 1, 2) log2(calldatasize(), 0, 1, 2)"
    source = f"{{ f() f() sstore(0, 1) f() function f() {{ {body} }} }}"
    assert "LOG2" in yulopt.compile(source, pipeline=name).bytecode.opcodes


def test_loops_over_constants_are_folded_for_fewer_bytes_too() -> None:
    """In functions that stay out of line, as they do for one run."""
    calls = " ".join(f"sstore({exponent}, root(shl({exponent}, 9)))" for exponent in range(9))
    source = f"""{{
        {calls}
        function root(square) -> result {{
            result := square
            for {{ let next := 1 }} lt(next, result) {{ next := div(square, result) }}
            {{ result := shr(1, add(next, result)) }}
        }}
    }}"""
    text = yulopt.optimize(source, pipeline="size")
    assert "div(" not in text
    assert "sstore(8, 48)" in text
