"""Mutants of the prices by which bytes are weighed against gas."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_schedule: Final = suite_mutants("gas.schedule", "gas/test_schedule::test_")
_model: Final = suite_mutants("gas.model", "gas/test_schedule::test_")
_dialect: Final = suite_mutants("dialect.dialect", "gas/test_schedule::test_")

_SOLC: Final = "solc_decides_by_its_own_prices"

PRICES: Final = (
    _schedule(
        "a version has the prices of the one before it",
        "if version >= price.since}",
        "if version > price.since}",
        "versions",
    ),
    _schedule(
        "solc follows the prices of the version",
        "    STORED_BYTE: STORED_BYTE_GAS,\n",
        "",
        _SOLC,
    ),
    _schedule(
        "the prices of the chain are forgotten",
        "Schedule(_entries(version) | dict(changes))",
        "Schedule(dict(changes) | _entries(version))",
        "steps_and_passes_beyond_solc_decide_by_the_prices",
    ),
    _model(
        "solc follows the prices of the chain",
        "GasModel(dialect, expected_executions, solc_schedule(dialect.version))",
        "GasModel(dialect, expected_executions)",
        _SOLC,
    ),
    _dialect(
        "code generation forgets the prices of the chain",
        "_cached(self.version, self.release, FAULTLESS, self.prices)",
        "_cached(self.version, self.release, FAULTLESS, ())",
        "the_prices_of_a_chain_replace_those_of_the_version",
    ),
)
