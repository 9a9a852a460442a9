"""Compares builds of a project with yulopt to the build with stock solc."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log
from typing import ClassVar, Final

from tests.campaigns.foundry.forge import DEFAULT, STOCK, Run
from yulopt.persistence.json_values import JsonObject

# The fields of an artifact that are compared.
FIELDS: Final = ("abi", "bytecode", "deployedBytecode", "methodIdentifiers", "metadata")


@dataclass(frozen=True)
class Row:
    """A line of the table: a project with one compiler."""

    project: str
    compiler: str
    tests: int
    passed: int
    size: int
    gas: float | None
    seconds: float

    CELLS: ClassVar[tuple[str, ...]] = (
        "project",
        "compiler",
        "tests",
        "passed",
        "bytes",
        "gas",
        "processor time",
    )

    def cells(self, stock: Row) -> tuple[str, ...]:
        """The text of each cell; sizes and times also in terms of stock solc."""
        return (
            self.project,
            self.compiler,
            str(self.tests),
            str(self.passed),
            f"{self.size:,} ({self.size / max(1, stock.size):.3f})",
            "—" if self.gas is None else f"{self.gas:.3f}",
            f"{self.seconds:.1f} s ({self.seconds / stock.seconds:.2f})",
        )


def row(project: str, compiler: str, run: Run, stock: Run, sources: str) -> Row:
    """The line for a run."""
    return Row(
        project,
        compiler,
        len(run.tests),
        sum(result.passed for result in run.tests.values()),
        run.bytes_of(sources),
        mean_gas(run, stock),
        run.processor_seconds,
    )


def mean_gas(run: Run, stock: Run) -> float | None:
    """The gas of tests without random inputs, in terms of stock solc: a geometric mean."""
    ratios = [ratio for _, ratio in gas_ratios(run, stock)]
    return exp(sum(map(log, ratios)) / len(ratios)) if ratios else None


def gas_ratios(run: Run, stock: Run) -> Iterator[tuple[str, float]]:
    """The tests that pass both times, and the gas of each in terms of stock solc."""
    for name, result in run.tests.items():
        before = stock.tests.get(name)
        if before is not None and result.passed and before.passed and result.gas and before.gas:
            yield name, result.gas / before.gas


def problems(compiler: str, run: Run, stock: Run) -> list[str]:
    """The faults of a run: tests that only stock passes, and code that differs from stock's."""
    found = [
        f"{name} passes with stock solc, and not with {compiler}"
        for name, result in stock.tests.items()
        if result.passed and not (name in run.tests and run.tests[name].passed)
    ]
    if compiler in (STOCK, DEFAULT):
        found += [
            f"{name} is not that of stock solc with {compiler}: {different}"
            for name, artifact in stock.artifacts.items()
            if (different := _difference(run.artifacts.get(name, {}), artifact))
        ]
    elif not any(
        _difference(run.artifacts.get(name, {}), artifact)
        for name, artifact in stock.artifacts.items()
    ):
        found.append(f"{compiler} has compiled nothing in another way than stock solc")
    return found


def _difference(artifact: JsonObject, stock: JsonObject) -> str:
    """The first field of an artifact that is another one; empty if there is none."""
    return next((name for name in FIELDS if artifact.get(name) != stock.get(name)), "")
