"""Smaller variants of a build, for code that is too large, and faster ones.

Smaller ones are ordered from the fastest to the smallest: the same steps with fewer runs, then
pipelines that give bytes more weight. Bisection finds the fastest that fits, assuming that sizes
decrease; the smallest is taken if it is the only one.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeVar

from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES
from yulopt.assembly.beyond.outlining import Outliner
from yulopt.driver.build import compile_source, sizes
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline, name_of_pipeline
from yulopt.suite.reading import default_steps

_FEWER_RUNS: Final = (100_000, 10_000, 1_000, 200, 50)
_SMALLER_PIPELINES: Final = (("balanced", 50), ("balanced", 10), ("size", 1))
_FASTER_PIPELINES: Final = (("balanced", 10), ("balanced", 50), ("gas", 200), ("gas", 10_000))
Code = TypeVar("Code")


def smaller_variants(options: Options, codegen: str = BEYOND_CODEGEN) -> list[Options]:
    """Options for smaller code, from the fastest to the smallest; `codegen` is that of the
    pipelines among them."""
    own = Pipeline(options.steps).letters, options.codegen
    rows = [(*own, runs) for runs in _FEWER_RUNS]
    rows += _rows(_SMALLER_PIPELINES, codegen)
    # A build takes minutes for a large contract: none is made twice, and none for more runs.
    smaller = [row for row in dict.fromkeys(rows) if row[:2] != own or row[2] < options.runs]
    return _variants(options, smaller)


def faster_variants(options: Options) -> list[Options]:
    """Options for faster code than that of a pipeline, from the smallest to the fastest.

    The first is the same pipeline without calls of repeated code.
    """
    passes = BEYOND_PASS_NAMES if options.beyond_passes is None else options.beyond_passes
    inline = tuple(name for name in passes if name != Outliner.name)
    faster = [(name, runs) for name, runs in _FASTER_PIPELINES if runs > options.runs]
    return [
        options._replace(beyond_passes=inline),
        *_variants(options, _rows(faster, options.codegen)),
    ]


_Row: TypeAlias = tuple[str | None, str, int]


def _rows(pipelines: Iterable[tuple[str, int]], codegen: str) -> list[_Row]:
    """The steps, code generation and runs of pipelines."""
    named = [(Pipeline.named(name, codegen=codegen), runs) for name, runs in pipelines]
    return [(pipeline.letters, pipeline.codegen, runs) for pipeline, runs in named]


def _variants(options: Options, rows: list[_Row]) -> list[Options]:
    return [
        options.with_pipeline(
            Pipeline(steps, runs, codegen, options.calls, options.memory_safe, options.proven)
        )
        for steps, codegen, runs in rows
    ]


def first_that_fits(
    variants: list[Options], fitting: Callable[[Options], Code | None]
) -> tuple[Options, Code] | None:
    """The first variant whose code fits, with this; `fitting` compiles, and gives None if the code
    does not fit."""
    best: tuple[Options, Code] | None = None
    first, last = 0, len(variants) - 1
    while first <= last:
        middle = (first + last) // 2
        code = fitting(variants[middle])
        if code is None:
            first = middle + 1
        else:
            best = variants[middle], code
            last = middle - 1
    return best


def no_larger_than_solc(source: Source, options: Options, runs: int) -> tuple[Options, str]:
    """The options, or those of a smaller variant if their code has more bytes than that of solc's
    own steps for these `runs`, and then a note that says so; in the end those are solc's own.

    This is for pipelines with solc's code generation. Raises `YulError` for bad input.
    """
    usual = options._replace(steps=default_steps(options.dialect.release), runs=runs)
    own = _deployed_bytes(source, options)
    limit = _deployed_bytes(source, usual)
    if own is None or limit is None or own <= limit:
        return options, ""

    def fitting(variant: Options) -> int | None:
        size = _deployed_bytes(source, variant)
        return size if size is not None and size <= limit else None

    found = first_that_fits(smaller_variants(options, SOLC_CODEGEN), fitting)
    chosen, size = (usual, limit) if found is None else found
    how = "solc's own steps" if found is None else in_words(chosen)
    note = (
        f"compiled with {how} ({size:,} bytes), since {in_words(options)} makes {own:,} bytes of"
        f" deployed code, and solc's own default {limit:,}"
    )
    return chosen, note


def _deployed_bytes(source: Source, options: Options) -> int | None:
    """The bytes of deployed code; None if the stack is too deep."""
    try:
        compiled, parts = compile_source(source, options._replace(proven=False))
    except StackTooDeepError:
        return None
    return sizes(compiled.program, parts)[1]


def in_words(options: Options) -> str:
    """How a variant is built."""
    name = name_of_pipeline(options.steps, options.codegen, options.runs)
    what = f"the pipeline '{name}'" if name else "its sequence"
    return f"{what} with {options.runs:,} run{'s' if options.runs != 1 else ''}"
