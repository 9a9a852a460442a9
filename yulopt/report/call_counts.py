"""The number of calls of each function by tests, from gas reports of Foundry and Hardhat.

The inputs are the answers of `forge test --gas-report --json` and of `hardhat --gas-stats-json FILE
test` (Hardhat 3), and `gasReporterOutput.json` of the plug-in hardhat-gas-reporter (Hardhat 2).
They have no arguments, so the counts are only the weights of synthetic calls.
"""

from __future__ import annotations

from collections import defaultdict

import attr

from yulopt.persistence.json_values import Json, object_at
from yulopt.tune.calls import Calls


class CallCounts:
    """Counts by contract and function; names may lack the file and the types of parameters."""

    def __init__(self, of_contracts: dict[str, dict[str, int]]) -> None:
        self._of_contracts = of_contracts

    def weigh(self, contract: str, calls: Calls) -> Calls | None:
        """The calls weighted by the number of calls of their functions in tests. None if the tests
        call none of these functions. `contract` is a name with the file.
        """
        counts = self._of_contracts.get(contract)
        if counts is None:
            counts = self._of_contracts.get(contract.rpartition(":")[2], {})
        weighed = tuple(
            attr.evolve(
                call, weight=counts.get(call.title, counts.get(call.title.partition("(")[0], 0))
            )
            if call.weight
            else call
            for call in calls.calls
        )
        return attr.evolve(calls, calls=weighed) if any(one.weight for one in weighed) else None


def counts_in(document: Json) -> CallCounts | None:
    """The counts in a gas report; None for other files."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    if isinstance(document, list):
        for entry in map(object_at, document):
            if "functions" not in entry:
                return None
            for name, function in object_at(entry, "functions").items():
                found[str(entry.get("contract"))][name] = _number(function, "calls")
    elif object_at(document, "data", "methods"):
        for method in map(object_at, object_at(document, "data", "methods").values()):
            count = _number(method, "numberOfCalls")
            found[str(method.get("contract"))][str(method.get("fnSig"))] = count
    elif object_at(document, "contracts"):
        for name, contract in object_at(document, "contracts").items():
            for function, figures in object_at(contract, "functions").items():
                found[name][function] = _number(figures, "count")
    return CallCounts(dict(found)) if found else None


def _number(record: Json, key: str) -> int:
    value = object_at(record).get(key)
    return value if isinstance(value, int) and value > 0 else 0
