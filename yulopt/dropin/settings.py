"""The options for optimiser and assembler by the settings of a standard-JSON request.

Source: chapter 11, section 2.3; chapter 02, section 1.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.assembly.optimizer.driver import ALL_PASSES, MINIMAL_PASSES
from yulopt.dialect import NEWEST, Release
from yulopt.dialect.answers import RUNS_MODULO_2_32
from yulopt.driver.options import ALL_CODE, WITHOUT_MSIZE, Options
from yulopt.persistence.json_values import Json, object_at
from yulopt.suite.reading import default_steps
from yulopt.syntax.arguments import DEFAULT_RUNS

# The sequence without the optimiser: it only removes unused code.
_OFF_STEPS: Final = "u:"
_EMPTY_STEPS: Final = ":"


def requested_options(settings: Json, release: Release = NEWEST) -> Options:
    """The options for a request with these `settings`, which the front-end solc, of this release,
    has accepted."""
    optimizer = object_at(settings, "optimizer")
    details = object_at(optimizer, "details")
    yul_details = object_at(details, "yulDetails")
    enabled = optimizer.get("enabled") is True
    yul = details.get("yul")
    is_on = yul if isinstance(yul, bool) else enabled
    stack_allocation = yul_details.get("stackAllocation")
    steps = yul_details.get("optimizerSteps")
    if not is_on:
        # An explicitly empty sequence is the only one that may be given.
        steps = _EMPTY_STEPS if isinstance(steps, str) else _OFF_STEPS
    chosen: Callable[[str], bool] = (ALL_PASSES if enabled else MINIMAL_PASSES).__contains__
    passes = [name for name in ALL_PASSES if _flag(details.get(name), default=chosen(name))]
    runs = optimizer.get("runs")
    runs = runs if isinstance(runs, int) else DEFAULT_RUNS
    evm_version = object_at(settings).get("evmVersion")
    return Options(
        steps if isinstance(steps, str) else default_steps(release),
        runs=runs % 2**32 if RUNS_MODULO_2_32.holds_in(release.version) else runs,
        evm_version=(
            evm_version if isinstance(evm_version, str) else release.default_evm_version.text
        ),
        stack_allocation=_flag(stack_allocation, default=True),
        optimized=ALL_CODE if is_on else WITHOUT_MSIZE,
        # With all of them on, as by default, code generation beyond solc may choose.
        assembly_passes=None if len(passes) == len(ALL_PASSES) else tuple(passes),
        solc_version=release.version,
    )


def _flag(value: Json, *, default: bool) -> bool:
    return value if isinstance(value, bool) else default
