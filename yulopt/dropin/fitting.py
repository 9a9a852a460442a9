"""Finds a smaller variant of a contract that a pipeline beyond solc makes too large to deploy.

The variants are ordered from the fastest to the smallest: the same steps with fewer runs, then
pipelines that give bytes more weight. Bisection finds the fastest that fits, assuming that sizes
decrease; the smallest is taken if it is the only one.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Failure
from yulopt.dropin.notices import TOO_LARGE, Remark
from yulopt.dropin.pipelines import name_of_pipeline, with_pipeline
from yulopt.suite.pipelines import Pipeline

_FEWER_RUNS: Final = (100_000, 10_000, 1_000, 200, 50)
_SMALLER_PIPELINES: Final = (("balanced", 50), ("balanced", 10), ("size", 1))
_DIGITS_PER_BYTE: Final = 2


def compile_to_fit(
    options: Options, compile_with: Callable[[Options], ContractCode | Failure]
) -> ContractCode | Failure:
    """The contract compiled with these options, or with the first variant that fits.

    If not even the smallest variant fits, the options themselves are used.
    """
    usual = compile_with(options)
    limit = options.max_size
    if limit is None or isinstance(usual, Failure) or deployed_size(usual) <= limit:
        return usual
    variants = smaller_variants(options)
    best: tuple[Options, ContractCode] | None = None
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
        f" since {_in_words(options)} makes {deployed_size(usual):,} bytes of deployed code, and"
        f" {limit:,} is the most"
    )
    code.remarks.append(Remark(TOO_LARGE.code, text))
    return code


def smaller_variants(options: Options) -> list[Options]:
    """Options for smaller code, from the fastest to the smallest."""
    rows = [(options.steps, options.codegen, runs) for runs in _FEWER_RUNS if runs < options.runs]
    for name, runs in _SMALLER_PIPELINES:
        named = Pipeline.named(name)
        rows.append((named.letters, named.codegen, runs))
    return [
        with_pipeline(
            options,
            Pipeline(steps, runs, codegen, options.calls, options.memory_safe, options.proven),
        )
        for steps, codegen, runs in rows
    ]


def deployed_size(code: ContractCode) -> int:
    """The bytes of deployed code; 0 without code, for instance if only IR is requested."""
    return len(str(code.deployed.get("object", ""))) // _DIGITS_PER_BYTE


def _in_words(options: Options) -> str:
    name = name_of_pipeline(options.steps, options.codegen, options.runs)
    what = f"the pipeline '{name}'" if name else "its sequence"
    return f"{what} with {options.runs:,} run{'s' if options.runs != 1 else ''}"
