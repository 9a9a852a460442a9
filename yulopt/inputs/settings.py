"""The compiler settings found beside the IR.

Source: chapter 11, sections 2.3 and 12 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import attr

from yulopt.dialect import evm_version_names
from yulopt.dropin.choices import option_of_pipeline, pipeline_in_settings, without_pipeline
from yulopt.inputs.contract import Contract
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json

_RUNS_LIMIT: Final = 1 << 64
_MAX_STEPS: Final = 40


@attr.s(auto_attribs=True, frozen=True)
class FoundSettings:
    """Settings found beside the IR; each may be missing (None)."""

    evm_version: str | None = None
    runs: int | None = None
    steps: str | None = None
    stack_allocation: bool | None = None

    def only(self, fields: Collection[str]) -> FoundSettings:
        """Those of these fields."""
        unwanted = {field.name for field in attr.fields(FoundSettings)}.difference(fields)
        return attr.evolve(self, **dict.fromkeys(unwanted))

    def summary(self) -> str:
        """The settings as readable text."""
        parts = []
        if self.evm_version is not None:
            parts.append(f"EVM version {self.evm_version}")
        if self.runs is not None:
            parts.append(f"runs {self.runs}")
        if self.steps is not None:
            short = self.steps[:_MAX_STEPS]
            parts.append(f"steps '{short}{'...' if short != self.steps else ''}'")
        if self.stack_allocation is False:
            parts.append("no stack allocation")
        return ", ".join(parts)


def found_settings(contract: Contract) -> FoundSettings:
    """The compiler settings of a contract, from the input.

    The request takes precedence over the metadata, where defaults are explicit. Values that yulopt
    would not accept as options are omitted.
    """
    evm_version: str | None = None
    runs: int | None = None
    steps: str | None = None
    stack_allocation: bool | None = None
    for settings in _recorded_settings(contract):
        version = settings.get("evmVersion")
        if evm_version is None and version in evm_version_names():
            evm_version = str(version)
        optimizer = object_at(settings, "optimizer")
        number = optimizer.get("runs")
        if runs is None and type(number) is int and 0 <= number < _RUNS_LIMIT:
            runs = number
        yul = object_at(without_pipeline(settings), "optimizer", "details", "yulDetails")
        sequence = yul.get("optimizerSteps")
        # Without the optimiser of Yul, the sequence can only be an empty one.
        if steps is None and isinstance(sequence, str) and sequence.strip(" :"):
            steps = sequence
        allocation = yul.get("stackAllocation")
        if stack_allocation is None and isinstance(allocation, bool):
            stack_allocation = allocation
    return FoundSettings(evm_version, runs, steps, stack_allocation)


def note_on_pipeline(contract: Contract) -> str:
    """A note on the pipeline or sequence that the input names in place of steps; empty if it names
    none. Raises `SequenceError` if there is no such pipeline."""
    names = map(pipeline_in_settings, _recorded_settings(contract))
    name = next((name for name in names if name is not None), None)
    option = "" if name is None else option_of_pipeline(name)
    return option and f"its settings name a pipeline; {option} compiles it so"


def unknown_version(contract: Contract) -> str:
    """The EVM version of the input, if yulopt does not know it; else empty."""
    for settings in _recorded_settings(contract):
        version = settings.get("evmVersion")
        if isinstance(version, str):
            return "" if version in evm_version_names() else version
    return ""


def _recorded_settings(contract: Contract) -> Iterator[JsonObject]:
    yield object_at(contract.settings)
    yield object_at(metadata_of(contract), "settings")


def metadata_of(contract: Contract) -> Json:
    """The metadata of a contract: a text in solc's output, possibly an object in Foundry's."""
    if not isinstance(contract.metadata, str):
        return contract.metadata
    try:
        return read_json(contract.metadata)
    except (ValueError, RecursionError):
        return None
