"""A smaller variant of a contract that a pipeline beyond solc has made too large to be deployed.

The variants stand from the fastest to the smallest: the same steps with fewer runs, then pipelines
that weigh bytes more. Bisection finds the fastest that fits, as long as each is smaller than the
one before it; the smallest is taken if it is the only one.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.dropin.contract import ContractCode, Failure
from yulopt.dropin.notices import TOO_LARGE, Remark
from yulopt.dropin.pipelines import name_of_pipeline, with_pipeline
from yulopt.dropin.settings import BackSettings
from yulopt.pipeline.pipelines import Pipeline

_FEWER_RUNS: Final = (100_000, 10_000, 1_000, 200, 50)
_SMALLER_PIPELINES: Final = (("balanced", 200), ("balanced", 1), ("size", 1))
_DIGITS_PER_BYTE: Final = 2


def compile_to_fit(
    settings: BackSettings, compile_with: Callable[[BackSettings], ContractCode | Failure]
) -> ContractCode | Failure:
    """What a contract becomes under these settings, or under the first variant that fits.

    If not even the smallest variant fits, it is compiled as the settings say.
    """
    usual = compile_with(settings)
    limit = settings.max_size
    if limit is None or isinstance(usual, Failure) or deployed_size(usual) <= limit:
        return usual
    variants = smaller_variants(settings)
    best: tuple[BackSettings, ContractCode] | None = None
    first, last = 0, len(variants) - 1
    while first <= last:
        middle = (first + last) // 2
        code = compile_with(variants[middle])
        if isinstance(code, ContractCode) and deployed_size(code) <= limit:
            best = variants[middle], code
            last = middle - 1
        else:
            first = middle + 1
    if best is None:
        return usual
    chosen, code = best
    text = (
        f"yulopt compiles this contract with {_in_words(chosen)} ({deployed_size(code):,} bytes),"
        f" since {_in_words(settings)} makes {deployed_size(usual):,} bytes of deployed code, and"
        f" {limit:,} is the most"
    )
    code.remarks.append(Remark(TOO_LARGE.code, text))
    return code


def smaller_variants(settings: BackSettings) -> list[BackSettings]:
    """Settings that give less code, from those with the fastest code to those with the least."""
    rows = [
        (settings.steps, settings.codegen, runs) for runs in _FEWER_RUNS if runs < settings.runs
    ]
    for name, runs in _SMALLER_PIPELINES:
        named = Pipeline.named(name)
        rows.append((named.letters, named.codegen, runs))
    return [
        with_pipeline(
            settings,
            Pipeline(steps, runs, codegen, settings.calls, settings.memory_safe, settings.proven),
        )
        for steps, codegen, runs in rows
    ]


def deployed_size(code: ContractCode) -> int:
    """The bytes of deployed code."""
    return len(str(code.deployed["object"])) // _DIGITS_PER_BYTE


def _in_words(settings: BackSettings) -> str:
    name = name_of_pipeline(settings.steps, settings.codegen)
    what = f"the pipeline '{name}'" if name else "its sequence"
    return f"{what} with {settings.runs:,} run{'s' if settings.runs != 1 else ''}"
