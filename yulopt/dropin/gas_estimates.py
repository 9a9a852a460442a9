"""`evm.gasEstimates` of a contract: upper bounds by solc's method, for the actual code.

Source: chapter 11, section 3.7 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.gas_paths import code_gas, function_gas
from yulopt.assembly.items import Item, PlaceLabel, Push, PushDataSize
from yulopt.dialect import Dialect
from yulopt.dropin.callables import Callables
from yulopt.gas.schedule import STORED_BYTE_GAS
from yulopt.persistence.json_values import JsonObject
from yulopt.syntax.objects import Data, Object

_INFINITE: Final = "infinite"


def gas_estimates(
    creation: CompiledObject,
    deployed: CompiledObject | None,
    parts: Mapping[Object | Data, Bytecode],
    dialect: Dialect,
    called: Callables,
    names: Mapping[int, str],
) -> JsonObject:
    """The estimates for a contract after it was assembled.

    `names`: the function of the deployed code for each function of the source, by its number.
    """
    size = len(parts[deployed.program].content) if deployed else 0
    deposit = STORED_BYTE_GAS * size
    execution = code_gas(_with_sizes(creation, parts), dialect)
    total = None if execution is None else execution + deposit
    result: JsonObject = {
        "creation": {
            "codeDepositCost": str(deposit),
            "executionCost": _gas_text(execution),
            "totalCost": _gas_text(total),
        }
    }
    if deployed is None:
        return result
    items = _with_sizes(deployed, parts)
    external: JsonObject = {
        signature: _gas_text(code_gas(items, dialect, selector))
        for signature, selector in called.selectors.items()
    }
    starts = {
        item.label.name: index
        for index, item in enumerate(items)
        if isinstance(item, PlaceLabel) and item.title
    }
    internal: JsonObject = {}
    for signature, (number, slots) in called.functions.items():
        start = starts.get(names.get(number, ""))
        gas = None if start is None else function_gas(items, dialect, start, slots)
        internal[signature] = _gas_text(gas)
    return result | {
        name: estimates
        for name, estimates in (("external", external), ("internal", internal))
        if estimates
    }


def _with_sizes(compiled: CompiledObject, parts: Mapping[Object | Data, Bytecode]) -> list[Item]:
    """The items with the sizes of objects filled in."""
    return [
        Push(len(parts[item.target].content)) if isinstance(item, PushDataSize) else item
        for item in compiled.code.items
    ]


def _gas_text(gas: int | None) -> str:
    return _INFINITE if gas is None else str(gas)
