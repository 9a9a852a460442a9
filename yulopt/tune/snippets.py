"""Settings in the formats of solc and of build systems."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from yulopt.driver.options import Options
    from yulopt.tune.candidate import Candidate


def standard_json(found: Candidate, options: Options) -> str:
    """The member `settings` of solc's standard JSON."""
    return json.dumps({"settings": _settings(found, options)}, indent=2)


def foundry(found: Candidate, options: Options) -> str:
    """A part of foundry.toml."""
    lines = [
        "[profile.default]",
        "via_ir = true",
        "optimizer = true",
        f"optimizer_runs = {found.runs}",
        f'evm_version = "{options.evm_version}"',
        "",
        "[profile.default.optimizer_details]",
        "yul = true",
        "",
        "[profile.default.optimizer_details.yulDetails]",
        f"stackAllocation = {'true' if options.stack_allocation else 'false'}",
        f'optimizerSteps = "{found.steps}"',
    ]
    return "\n".join(lines)


def hardhat(found: Candidate, options: Options) -> str:
    """The member `solidity` of the configuration of Hardhat."""
    inside = json.dumps(_settings(found, options), indent=2).replace("\n", "\n  ")
    return f'solidity: {{\n  version: "0.8.37",\n  settings: {inside},\n}},'


SNIPPETS: Final = {"standard-json": standard_json, "foundry": foundry, "hardhat": hardhat}
"""The formatters of settings, by name."""


def _settings(found: Candidate, options: Options) -> dict[str, object]:
    details = {
        "yul": True,
        "yulDetails": {
            "stackAllocation": options.stack_allocation,
            "optimizerSteps": found.steps,
        },
    }
    return {
        "viaIR": True,
        "evmVersion": options.evm_version,
        "optimizer": {"enabled": True, "runs": found.runs, "details": details},
    }
