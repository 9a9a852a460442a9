"""Finds a smaller variant of a contract that a pipeline beyond solc makes too large to deploy.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.driver.options import Options
from yulopt.driver.variants import first_that_fits, in_words, smaller_variants
from yulopt.dropin.contract import ContractCode, Failure
from yulopt.dropin.notices import TOO_LARGE, Remark

_DIGITS_PER_BYTE: Final = 2


def compile_to_fit(
    options: Options, compile_with: Callable[[Options], ContractCode | Failure]
) -> ContractCode | Failure:
    """The contract compiled with these options, or with the first variant that fits.

    If not even the smallest variant fits, the options themselves are used. A remark names either.
    """
    usual = compile_with(options)
    limit = options.max_size
    if limit is None or isinstance(usual, Failure) or deployed_size(usual) <= limit:
        return usual
    tried = {deployed_size(usual): options}

    def fitting(variant: Options) -> ContractCode | None:
        code = compile_with(variant)
        if isinstance(code, Failure):
            return None
        tried[deployed_size(code)] = variant
        return code if deployed_size(code) <= limit else None

    too_large = f"{in_words(options)} makes {deployed_size(usual):,} bytes of deployed code"
    best = first_that_fits(smaller_variants(options), fitting)
    if best is None:
        code, smallest = usual, min(tried)
        text = (
            f"{too_large} of this contract, {limit:,} is the most, and no smaller variant fits: the"
            f" smallest, {in_words(tried[smallest])}, makes {smallest:,} bytes"
        )
    else:
        chosen, code = best
        code.is_smaller = True
        text = (
            f"yulopt compiles this contract with {in_words(chosen)}"
            f" ({deployed_size(code):,} bytes), since {too_large}, and {limit:,} is the most"
        )
    code.remarks.append(Remark(TOO_LARGE.code, text))
    return code


def deployed_size(code: ContractCode) -> int:
    """The bytes of deployed code; 0 without code, for instance if only IR is requested."""
    return len(str(code.deployed.get("object", ""))) // _DIGITS_PER_BYTE
