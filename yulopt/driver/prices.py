"""A file with the prices of a chain other than Ethereum, which steps and passes beyond solc read.

    stored-byte = 1600       # of deployed code: the deposit, and what the chain adds for its data
    sent-byte = 1416         # of creation code
    sent-zero-byte = 1404

    [instructions]
    keccak256 = 100

Anything else has the price of the EVM version (`yulopt.gas.schedule`). solc's own steps and passes
do not read it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from yulopt.dialect import Prices
from yulopt.errors import YulError
from yulopt.gas.schedule import CODE_BYTES, INSTRUCTIONS
from yulopt.persistence.toml_text import TomlText, whole_number

_INSTRUCTIONS: Final = "instructions"


def prices_text(prices: Prices) -> str:
    """The text of a file with these prices."""
    bytes_of_code = [f"{name} = {gas}\n" for name, gas in prices if name in CODE_BYTES]
    instructions = [f"{name} = {gas}\n" for name, gas in prices if name not in CODE_BYTES]
    return "".join([*bytes_of_code, f"\n[{_INSTRUCTIONS}]\n", *instructions])


def prices_from(values: object) -> Prices:
    """The prices of a record, by their names; raises ValueError for anything else."""
    found: list[tuple[str, int]] = []
    for name, gas in values.items() if isinstance(values, dict) else [(None, None)]:
        if name not in (*CODE_BYTES, *INSTRUCTIONS) or not isinstance(gas, int) or gas < 1:
            raise ValueError("prices are gas by the names of instructions and of bytes")
        found.append((name, gas))
    return tuple(sorted(found))


def read_prices(path: Path) -> Prices:
    """The prices in a file; raises `YulError` if it cannot be read, or is malformed."""
    try:
        toml = TomlText(path)
    except OSError as error:
        raise YulError(
            f"the file of prices cannot be read: {error.strerror}", filename=str(path)
        ) from None
    tables = toml.tables()
    toml.check_keys(tables, (*CODE_BYTES, _INSTRUCTIONS), ())
    instructions = tables.pop(_INSTRUCTIONS, {})
    if not isinstance(instructions, dict):
        raise toml.error(f"'{_INSTRUCTIONS}' must be a table of instructions", (), _INSTRUCTIONS)
    toml.check_keys(instructions, INSTRUCTIONS, (_INSTRUCTIONS,))
    prices: dict[str, int] = {}
    for way, table in (((), tables), ((_INSTRUCTIONS,), instructions)):
        for name, value in table.items():
            gas = whole_number(value)
            if gas is None or gas < 1:
                raise toml.error(f"'{name}' must be gas, a whole number from 1 on", way, name)
            prices[name] = gas
    return tuple(sorted(prices.items()))
