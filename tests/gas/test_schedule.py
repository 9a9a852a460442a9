"""The prices of EVM versions and of other chains, and the decisions by them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from yulopt.dialect import EvmVersion, Prices, chosen_dialect, dialect_for
from yulopt.driver.build import compile_source
from yulopt.driver.options import Options, options_of_arguments
from yulopt.errors import Source
from yulopt.gas.model import GasModel, solc_model
from yulopt.gas.schedule import PRICES, schedule_of

DEAR_BYTES: Prices = (("stored-byte", 100_000),)
CHEAP_BYTES: Prices = (("stored-byte", 1),)
# The more a byte costs, the fewer of the calls are inlined.
_CALLS = " ".join(
    f"case {0x1000 + 17 * n} {{ sstore({n}, f(calldataload({4 + 32 * n}), sload({n + 9}))) }}"
    for n in range(5)
)
CALLED_FIVE_TIMES = f"""object "C" {{ code {{
    datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))
    return(0, datasize("C_deployed")) }}
    object "C_deployed" {{ code {{
        switch shr(224, calldataload(0)) {_CALLS}
        function f(a, b) -> c {{
            c := xor(add(mul(a, b), mod(a, 7)), add(shr(b, a), div(add(a, 1), add(b, 3))))
        }}
    }} }}
}}"""


def code(options: Options) -> str:
    compiled, parts = compile_source(Source(CALLED_FIVE_TIMES), options)
    return parts[compiled.program].to_hex()


@pytest.mark.parametrize(
    ("version", "stored", "sent", "zero", "load"),
    [
        (EvmVersion.HOMESTEAD, 200, 68, 4, 50),
        (EvmVersion.TANGERINE_WHISTLE, 200, 68, 4, 200),
        (EvmVersion.ISTANBUL, 200, 16, 4, 800),
        (EvmVersion.OSAKA, 200, 16, 4, 100),
        (EvmVersion.AMSTERDAM, 1530, 16, 4, 100),
    ],
)
def test_versions(version: EvmVersion, stored: int, sent: int, zero: int, load: int) -> None:
    schedule = schedule_of(dialect_for(version))
    assert (schedule.stored_byte, schedule.sent_byte, schedule.sent_zero_byte) == (
        stored,
        sent,
        zero,
    )
    assert schedule.instruction("sload") == load
    assert schedule.instruction("add") == 3


def test_each_price_has_a_source_and_later_ones_replace_earlier_ones() -> None:
    assert all(price.source for price in PRICES)
    for entry in {price.entry for price in PRICES}:
        versions = [price.since for price in PRICES if price.entry == entry]
        assert all(earlier < later for earlier, later in pairwise(versions)), entry


def test_the_prices_of_a_chain_replace_those_of_the_version() -> None:
    dialect = chosen_dialect(prices=(("keccak256", 5000), ("stored-byte", 7)))
    model = GasModel(dialect, 200)
    assert model.byte_gas == 7
    assert model.run_gas(dialect.builtins["keccak256"]) == 5000
    assert GasModel(dialect, None).byte_gas == 16
    assert dialect.mended.prices == dialect.prices


@pytest.mark.parametrize("version", ["homestead", "amsterdam"])
def test_solc_decides_by_its_own_prices(version: str) -> None:
    dialect = chosen_dialect(version, prices=(("sload", 1), *DEAR_BYTES))
    model = solc_model(dialect, 200)
    assert (model.byte_gas, model.run_gas(dialect.builtins["sload"])) == (200, 100)
    usual = options_of_arguments()
    assert code(usual._replace(prices=DEAR_BYTES)) == code(usual)


def test_steps_and_passes_beyond_solc_decide_by_the_prices() -> None:
    options = options_of_arguments(pipeline="gas", runs=200)
    usual, dear, cheap = (
        code(options._replace(prices=prices)) for prices in ((), DEAR_BYTES, CHEAP_BYTES)
    )
    assert len(dear) < len(usual) < len(cheap)


def test_amsterdam_weighs_bytes_more_than_osaka() -> None:
    options = options_of_arguments(pipeline="gas", runs=900)
    osaka = code(options)
    amsterdam = code(options._replace(evm_version="amsterdam"))
    assert len(amsterdam) < len(osaka)
    # No other price differs between the two.
    assert amsterdam == code(options._replace(prices=(("stored-byte", 1530),)))
