"""Settings as they are written down for solc and for build systems."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from yulopt.tune.candidate import Candidate
    from yulopt.tune.measure import CodeSettings


def standard_json(found: Candidate, settings: CodeSettings) -> str:
    """The member `settings` of solc's standard JSON."""
    return json.dumps({"settings": _settings(found, settings)}, indent=2)


def foundry(found: Candidate, settings: CodeSettings) -> str:
    """A part of foundry.toml."""
    lines = [
        "[profile.default]",
        "via_ir = true",
        "optimizer = true",
        f"optimizer_runs = {found.runs}",
        f'evm_version = "{settings.evm_version}"',
        "",
        "[profile.default.optimizer_details]",
        "yul = true",
        "",
        "[profile.default.optimizer_details.yulDetails]",
        f"stackAllocation = {'true' if settings.stack_allocation else 'false'}",
        f'optimizerSteps = "{found.steps}"',
    ]
    return "\n".join(lines)


def hardhat(found: Candidate, settings: CodeSettings) -> str:
    """The member `solidity` of the configuration of Hardhat."""
    inside = json.dumps(_settings(found, settings), indent=2).replace("\n", "\n  ")
    return f'solidity: {{\n  version: "0.8.37",\n  settings: {inside},\n}},'


SNIPPETS: Final = {"standard-json": standard_json, "foundry": foundry, "hardhat": hardhat}
"""By name, what writes the settings down."""


def _settings(found: Candidate, settings: CodeSettings) -> dict[str, object]:
    details = {
        "yul": True,
        "yulDetails": {
            "stackAllocation": settings.stack_allocation,
            "optimizerSteps": found.steps,
        },
    }
    return {
        "viaIR": True,
        "evmVersion": settings.evm_version,
        "optimizer": {"enabled": True, "runs": found.runs, "details": details},
    }
