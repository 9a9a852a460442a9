"""Smaller variants of a build, for code that is too large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from yulopt.driver.options import Options
from yulopt.driver.variants import first_that_fits, no_larger_than_solc, smaller_variants
from yulopt.errors import Source
from yulopt.suite.pipelines import SOLC_CODEGEN, Pipeline, pipeline_names

PROGRAM: Final = Source(
    'object "C" { code { datacopy(0, dataoffset("D"), datasize("D")) return(0, datasize("D")) }'
    ' object "D" { code { sstore(f(sload(0)), f(1)) function f(x) -> y { y := add(x, 7) } } } }'
)
GAS: Final = Options(runs=10_000).with_pipeline(Pipeline.named("gas", codegen=SOLC_CODEGEN))
SOLC: Final = Options(runs=10_000)


@contextmanager
def sizes_are(own: dict[int, int | None], solc: int | None) -> Iterator[None]:
    """Let code of pipelines have these sizes, by runs, and that of solc's own steps another."""

    def deployed_bytes(_: Source, options: Options) -> int | None:
        return solc if options.steps is None else own[options.runs]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("yulopt.driver.variants._deployed_bytes", deployed_bytes)
        yield


def test_the_fastest_variant_that_is_no_larger_is_taken() -> None:
    with sizes_are({10_000: 1060, 1_000: 1020, 200: 1000, 50: 980, 10: 960, 1: 940}, 1000):
        chosen, note = no_larger_than_solc(PROGRAM, GAS, 10_000)
    assert chosen == GAS._replace(runs=200, steps=Pipeline(GAS.steps).letters)
    assert note == (
        "compiled with the pipeline 'gas' with 200 runs (1,000 bytes), since the pipeline 'gas'"
        " with 10,000 runs makes 1,060 bytes of deployed code, and solc's own default 1,000"
    )


def test_in_the_end_the_steps_are_those_of_solc() -> None:
    with sizes_are(dict.fromkeys((10_000, 1_000, 200, 50, 10, 1), 101), 100):
        chosen, note = no_larger_than_solc(PROGRAM, GAS, 10_000)
    assert chosen == SOLC
    assert note.startswith("compiled with solc's own steps (100 bytes)")


def test_what_solc_cannot_make_is_no_limit() -> None:
    with sizes_are({10_000: 100}, None):
        assert no_larger_than_solc(PROGRAM, GAS, 10_000) == (GAS, "")


@pytest.mark.parametrize("name", pipeline_names())
def test_what_is_no_larger_stays(name: str) -> None:
    options = Options().with_pipeline(Pipeline.named(name, codegen=SOLC_CODEGEN))
    assert no_larger_than_solc(PROGRAM, options, 200) == (options, "")


def test_variants_stand_from_the_fastest_to_the_smallest() -> None:
    variants = smaller_variants(GAS, SOLC_CODEGEN)
    assert [one.runs for one in variants] == [1_000, 200, 50, 10, 1]
    assert {one.codegen for one in variants} == {SOLC_CODEGEN}


@pytest.mark.parametrize(
    ("name", "runs", "expected"),
    [
        ("gas", 1_000_000, [100_000, 10_000, 1_000, 200, 50, 10, 1]),
        ("gas", 20, [10, 1]),
        ("balanced", 20, [10, 1]),
        ("size", 20, [50, 10]),
    ],
)
def test_no_variant_is_built_twice_or_for_more_runs(
    name: str, runs: int, expected: list[int]
) -> None:
    options = Options(runs=runs).with_pipeline(Pipeline.named(name))
    assert [one.runs for one in smaller_variants(options)] == expected


@pytest.mark.parametrize("first", range(8))
def test_bisection_finds_the_first_in_few_builds(first: int) -> None:
    variants = [Options(runs=n) for n in range(7)]
    built: list[Options] = []

    def fitting(one: Options) -> int | None:
        built.append(one)
        return one.runs if one.runs >= first else None

    found = first_that_fits(variants, fitting)
    assert found == ((variants[first], first) if first < len(variants) else None)
    assert len(built) <= 3
