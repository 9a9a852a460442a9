"""What the settings of a standard-JSON request mean for optimiser and assembler.

Source: chapter 11, section 2.3; chapter 02, section 1.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.api import default_steps, sequence_text
from yulopt.assembly.optimizer.driver import ALL_PASSES, MINIMAL_PASSES
from yulopt.dialect import NEWEST, Dialect, Release, chosen_dialect
from yulopt.dialect.answers import RUNS_MODULO_2_32
from yulopt.frequency.call_profile import CallProfile
from yulopt.persistence.json_values import Json, object_at
from yulopt.pipeline.pipelines import SOLC_CODEGEN
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.trace.recording import Settings

# What is run without the optimiser: it only removes what is never used.
_OFF_STEPS: Final = "u:"
_EMPTY_STEPS: Final = ":"


class BackSettings:
    """How the IR becomes bytecode.

    `solc_version`: the release of solc; `steps`: the sequence, None for the default of the newest
    release; `is_on`: whether the Yul optimiser is switched on (without it, code in which the size
    of memory matters is left as it is); `assembly_passes`: by solc's names.

    A pipeline may change the others: `codegen`: whose code generation follows the steps;
    `memory_safe`: whether it takes inline assembly as marked so; `calls`: how often each function
    is called, if that is known; `proven`: whether each change that is not proven is rolled back;
    `max_size`: the most bytes that deployed code may have, if smaller code is made instead of
    larger.
    """

    def __init__(
        self,
        evm_version: str,
        runs: int,
        steps: str | None,
        *,
        is_on: bool,
        stack_allocation: bool,
        assembly_passes: tuple[str, ...],
        solc_version: str,
    ) -> None:
        self.evm_version = evm_version
        self.runs = runs
        self.steps = steps
        self.is_on = is_on
        self.stack_allocation = stack_allocation
        self.assembly_passes = assembly_passes
        self.solc_version = solc_version
        self.codegen = SOLC_CODEGEN
        self.memory_safe = False
        self.proven = False
        self.calls: CallProfile | None = None
        self.max_size: int | None = None

    @property
    def dialect(self) -> Dialect:
        """The dialect of the versions."""
        return chosen_dialect(self.evm_version, self.solc_version)

    def of_run(self, name: str) -> Settings:
        """The settings of the run of steps over the program with this name."""
        return Settings(
            name,
            sequence_text(self.steps, bare=False),
            False,
            self.evm_version,
            self.runs,
            self.stack_allocation,
            calls=self.calls,
            codegen=self.codegen,
            solc_version=self.solc_version,
        )

    def key(self) -> Json:
        """All of it as a value that is equal for equal settings."""
        return [
            self.evm_version,
            self.runs,
            self.steps,
            self.is_on,
            self.stack_allocation,
            list(self.assembly_passes),
            self.solc_version,
            self.codegen,
            self.memory_safe,
            self.proven,
            None if self.calls is None else repr(self.calls),
            self.max_size,
        ]


def back_settings(settings: Json, release: Release = NEWEST) -> BackSettings:
    """Read `settings` of a request that the solc in front, of this release, has accepted."""
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
    return BackSettings(
        evm_version if isinstance(evm_version, str) else release.default_evm_version.text,
        runs % 2**32 if RUNS_MODULO_2_32.holds_in(release.version) else runs,
        steps if isinstance(steps, str) else default_steps(release),
        is_on=is_on,
        stack_allocation=_flag(stack_allocation, default=True),
        assembly_passes=tuple(passes),
        solc_version=release.version,
    )


def _flag(value: Json, *, default: bool) -> bool:
    return value if isinstance(value, bool) else default
