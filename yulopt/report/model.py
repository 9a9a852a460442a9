"""The data of a report: contracts, each with its measured builds."""

from __future__ import annotations

from typing import Final

import attr

SIZE_LIMIT: Final = 24_576
"""The limit of deployed bytes (EIP-170)."""

EXPLORERS: Final = "Etherscan, Sourcify, Blockscout"
AS_YUL: Final = "Sourcify, as Yul"
NO_EXPLORER: Final = "none"
PUBLISHED: Final = "publish-{}"
"""The key of a build with a pipeline that stock solc reproduces from Yul, given its name."""


@attr.s(auto_attribs=True, frozen=True)
class FunctionGas:
    """The mean of the calls of a function: the total cost of the caller, and the part of the code.

    `weight` is its frequency; a view only costs gas inside of transactions.
    """

    name: str
    weight: int
    paid: float
    execution: float
    is_view: bool


@attr.s(auto_attribs=True, frozen=True)
class Gas:
    """The gas of a deployment, None if there was none, and of calls."""

    deployment: int | None
    functions: tuple[FunctionGas, ...]

    @property
    def transactions(self) -> list[FunctionGas]:
        """The calls that cost gas: those of views only if there are no others."""
        return [one for one in self.functions if not one.is_view] or list(self.functions)

    def mean(self, *, paid: bool) -> float | None:
        """The weighted mean gas of a transaction."""
        weight = sum(one.weight for one in self.transactions)
        total = sum(one.weight * (one.paid if paid else one.execution) for one in self.transactions)
        return total / weight if weight else None


@attr.s(auto_attribs=True, frozen=True)
class Figures:
    """The figures of a build; `gas` is None if nothing was executed."""

    deployed_bytes: int
    creation_bytes: int
    gas: Gas | None = None
    behaviour: str = ""


@attr.s(auto_attribs=True, frozen=True)
class Build:
    """A way to build a contract, and the result.

    `key` is its name in JSON, `title` that in text. `pipeline` is that of yulopt, None for a build
    that solc can make; then `steps` and `runs` are its settings, None for those of the project.
    `figures` is None if there is no code, and `failure` is the reason. `proof` is the state of
    proofs, empty without any.
    """

    key: str
    title: str
    figures: Figures | None
    failure: str = ""
    pipeline: str | None = None
    steps: str | None = None
    runs: int | None = None
    proof: str = ""

    @property
    def verification(self) -> str:
        """The explorers that verify it."""
        if self.pipeline is None:
            return EXPLORERS
        return AS_YUL if self.key == PUBLISHED.format(self.pipeline) else NO_EXPLORER


@attr.s(auto_attribs=True, frozen=True)
class ContractReport:
    """A contract with its builds; the first is the baseline.

    `calls` is the source of the measured calls, and `unmeasured` are the functions that no call
    reached; `search` is the outcome of a search that found nothing.
    """

    name: str
    builds: tuple[Build, ...]
    calls: str = ""
    unmeasured: tuple[str, ...] = ()
    search: str = ""
    notes: tuple[str, ...] = ()

    @property
    def reference(self) -> Build:
        """The baseline: the first build with code."""
        return next((one for one in self.builds if one.figures is not None), self.builds[0])

    def build(self, key: str) -> Build | None:
        """The build of that name, if there is one."""
        return next((one for one in self.builds if one.key == key), None)


@attr.s(auto_attribs=True, frozen=True)
class Report:
    """The whole report.

    `setting` has the settings of solc for the project, and their source; `kind` is `foundry`,
    `hardhat`, or empty; `skipped` describes omitted contracts, and `notes` are further remarks.
    """

    contracts: tuple[ContractReport, ...]
    setting: str
    kind: str = ""
    skipped: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
