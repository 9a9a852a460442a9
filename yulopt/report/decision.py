"""The conclusion of a report: the pipeline with the largest savings, and how to build with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import geometric_mean
from typing import Final

import attr

from yulopt.report.columns import BYTES, COMPARED, PAID, Column
from yulopt.report.model import PUBLISHED, SIZE_LIMIT, Build, ContractReport, Report

# Smaller savings do not count.
_NOTHING: Final = 0.0005
_BUILD_COMMANDS: Final = {
    "foundry": (
        'FOUNDRY_SOLC="$(command -v yulopt-solc)" FOUNDRY_VIA_IR=true FOUNDRY_OPTIMIZER=true'
        " YULOPT_PIPELINE={} forge build --force"
    ),
    "hardhat": "YULOPT_PIPELINE={} npx hardhat compile  # with the plug-in yulopt-hardhat",
    "": "YULOPT_PIPELINE={} yulopt-solc --via-ir --optimize --bin --abi -o out FILE...",
}


@attr.s(auto_attribs=True, frozen=True)
class Saving:
    """The savings of a build over all contracts that have it: a fraction of each known column, by
    the geometric mean.
    """

    title: str
    shares: dict[Column, float]

    def words(self) -> str:
        """The changes as text, the callers' cost first; empty if there are none."""
        return ", ".join(
            f"{column.in_words} {-100 * share:+.1f} %"
            for column, share in self.shares.items()
            if abs(share) >= _NOTHING
        )


@attr.s(auto_attribs=True, frozen=True)
class Decision:
    """The pipeline that saves the most, with its savings, also in published form; the best build by
    solc itself; and the command that builds with the pipeline. Each is None or empty if there is
    none.
    """

    best: Saving | None
    published: Saving | None
    verifiable: Saving | None
    command: str


def best_pipeline(contract: ContractReport) -> Build | None:
    """The pipeline of yulopt that saves the most of the callers' cost, or else of bytes; if solc's
    code is too large, or there is none, only pipelines whose code fits count.
    """
    built = [one for one in contract.builds if one.key == one.pipeline and one.figures]
    fitting = [one for one in built if one.figures and one.figures.deployed_bytes <= SIZE_LIMIT]
    return min(fitting or built, key=_cost, default=None)


def decide(report: Report) -> Decision:
    """The conclusion of a report."""
    names = [one.pipeline for one in map(best_pipeline, report.contracts) if one is not None]
    # A build has one pipeline for all contracts: the best one for most of them.
    name = max(dict.fromkeys(names), key=names.count, default=None)
    best = published = None
    if name is not None:
        best = _saving(report.contracts, f"--pipeline {name}", [name])
        published = _saving(
            report.contracts, f"yulopt publish --pipeline {name}", [PUBLISHED.format(name)]
        )
    stock = {
        one.key: one.title
        for contract in report.contracts
        for one in contract.builds
        if one.pipeline is None and one is not contract.reference
    }
    savings = [_saving(report.contracts, title, [key]) for key, title in stock.items()]
    verifiable = min(savings, key=_product, default=None)
    command = "" if name is None else _BUILD_COMMANDS[report.kind].format(name)
    is_published = published is not None and bool(published.shares)
    return Decision(best, published if is_published else None, verifiable, command)


def _product(saving: Saving) -> float:
    """The product of the ratios of gas and of bytes."""
    return (1 - saving.shares.get(PAID, 0.0)) * (1 - saving.shares.get(BYTES, 0.0))


def _cost(build: Build) -> tuple[float, float]:
    figures = build.figures
    assert figures is not None
    return PAID.value(figures) or 0.0, figures.deployed_bytes


def _saving(contracts: Sequence[ContractReport], title: str, keys: Sequence[str]) -> Saving:
    shares = {}
    for column in COMPARED:
        ratios = list(_ratios(contracts, keys, column))
        if ratios:
            shares[column] = 1 - geometric_mean(ratios)
    return Saving(title, shares)


def _ratios(
    contracts: Iterable[ContractReport], keys: Sequence[str], column: Column
) -> Iterator[float]:
    for contract in contracts:
        for build in contract.builds:
            ratio = column.ratio(build, contract.reference)
            if build.key in keys and ratio is not None:
                yield ratio
