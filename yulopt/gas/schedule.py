"""The prices of the EVM for each of its versions, as one table with sources, and those of solc.

Steps and passes beyond solc take every number from the schedule of their dialect: that of the EVM
version, with the changes of a file of prices for another chain (see `yulopt.driver.prices`). solc's
own steps and passes use solc's numbers for every version and chain: they are constants of its
optimiser (chapter 06, section 7 of the specification).

An instruction has its minimum cost: warm addresses and slots, one hashed word, an exponent of one
byte. No trade-off depends on more, since no transformation changes which slots and addresses are
touched first.

The prices of Amsterdam are those of drafts, and not final. Its floor for the data of a transaction
(EIP-7976, 64 gas per byte) does not bind for deployments, where each byte costs more; so the data
of a creation keeps its price.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from yulopt.dialect import Dialect, EvmVersion, Prices, Tier
from yulopt.dialect.table import BUILTINS

# Entries for bytes of code; all others are instructions.
STORED_BYTE: Final = "stored-byte"
SENT_BYTE: Final = "sent-byte"
SENT_ZERO_BYTE: Final = "sent-zero-byte"
CODE_BYTES: Final = (STORED_BYTE, SENT_BYTE, SENT_ZERO_BYTE)

INSTRUCTIONS: Final = tuple(item.name for item in BUILTINS if item.tier is not None)

# Instructions without a name in Yul, the same in each version (yellow paper, appendix G).
PUSH_GAS: Final = 3
PUSH_ZERO_GAS: Final = 2  # EIP-3855
COPY_GAS: Final = 3  # DUP
EXCHANGE_GAS: Final = 3  # SWAP
POP_GAS: Final = 2
JUMP_GAS: Final = 8
BRANCH_GAS: Final = 10  # JUMPI
DESTINATION_GAS: Final = 1

# Tiers of the yellow paper, appendix G; EIP-2929 for the last one.
_TIER_GAS: Final = {
    Tier.ZERO: 0,
    Tier.BASE: 2,
    Tier.VERY_LOW: 3,
    Tier.LOW: 5,
    Tier.MID: 8,
    Tier.HIGH: 10,
    Tier.BLOCK_HASH: 20,
    Tier.WARM_ACCESS: 100,
}
# solc decides and reports by it in each version.
STORED_BYTE_GAS: Final = 200
_WARM_GAS: Final = _TIER_GAS[Tier.WARM_ACCESS]
_LOG_GAS: Final = 375


class Price(NamedTuple):
    """The price of an entry from an EVM version on, with its source."""

    entry: str
    since: EvmVersion
    gas: int
    source: str


def _prices(names: str, since: EvmVersion, gas: int, source: str) -> tuple[Price, ...]:
    return tuple(Price(name, since, gas, source) for name in names.split())


_CALLS: Final = "call callcode delegatecall staticcall"
_OTHER_CODE: Final = "extcodesize extcodecopy"
_WARM: Final = f"sload sstore balance extcodehash {_OTHER_CODE} {_CALLS}"

# Later rows of an entry replace earlier ones.
PRICES: Final[tuple[Price, ...]] = (
    *_prices("stored-byte", EvmVersion.HOMESTEAD, STORED_BYTE_GAS, "yellow paper, G_codedeposit"),
    *_prices("stored-byte", EvmVersion.AMSTERDAM, 1530, "EIP-8037, draft"),
    *_prices("sent-byte", EvmVersion.HOMESTEAD, 68, "yellow paper, G_txdatanonzero"),
    *_prices("sent-byte", EvmVersion.ISTANBUL, 16, "EIP-2028"),
    *_prices("sent-zero-byte", EvmVersion.HOMESTEAD, 4, "yellow paper, G_txdatazero"),
    *_prices("exp", EvmVersion.HOMESTEAD, 20, "yellow paper, G_exp and G_expbyte"),
    *_prices("exp", EvmVersion.SPURIOUS_DRAGON, 60, "EIP-160"),
    *_prices("keccak256", EvmVersion.HOMESTEAD, 36, "yellow paper, G_keccak256 and its word"),
    *(
        Price(f"log{topics}", EvmVersion.HOMESTEAD, (1 + topics) * _LOG_GAS, "yellow paper, G_log")
        for topics in range(5)
    ),
    *_prices("create create2", EvmVersion.HOMESTEAD, 32000, "yellow paper, G_create"),
    *_prices("selfdestruct", EvmVersion.HOMESTEAD, 0, "yellow paper"),
    *_prices("selfdestruct", EvmVersion.TANGERINE_WHISTLE, 5000, "EIP-150"),
    *_prices("sload", EvmVersion.HOMESTEAD, 50, "yellow paper, G_sload"),
    *_prices("sload", EvmVersion.TANGERINE_WHISTLE, 200, "EIP-150"),
    *_prices("sload", EvmVersion.ISTANBUL, 800, "EIP-1884"),
    *_prices("sstore", EvmVersion.HOMESTEAD, 5000, "yellow paper, G_sreset"),
    *_prices("sstore", EvmVersion.CONSTANTINOPLE, 200, "EIP-1283"),
    *_prices("sstore", EvmVersion.PETERSBURG, 5000, "EIP-1716"),
    *_prices("sstore", EvmVersion.ISTANBUL, 800, "EIP-2200"),
    *_prices("balance", EvmVersion.HOMESTEAD, 20, "yellow paper, G_balance"),
    *_prices("balance", EvmVersion.TANGERINE_WHISTLE, 400, "EIP-150"),
    *_prices("balance", EvmVersion.ISTANBUL, 700, "EIP-1884"),
    *_prices("extcodehash", EvmVersion.HOMESTEAD, 400, "EIP-1052"),
    *_prices("extcodehash", EvmVersion.ISTANBUL, 700, "EIP-1884"),
    *_prices(_OTHER_CODE, EvmVersion.HOMESTEAD, 20, "yellow paper, G_extcode"),
    *_prices(_OTHER_CODE, EvmVersion.TANGERINE_WHISTLE, 700, "EIP-150"),
    *_prices(_CALLS, EvmVersion.HOMESTEAD, 40, "yellow paper, G_call"),
    *_prices(_CALLS, EvmVersion.TANGERINE_WHISTLE, 700, "EIP-150"),
    *_prices(_WARM, EvmVersion.BERLIN, _WARM_GAS, "EIP-2929"),
)

# solc's numbers for instructions whose price is not constant, and for stored bytes.
_SOLC_ENTRIES: Final = {
    STORED_BYTE: STORED_BYTE_GAS,
    **{item.name: _WARM_GAS for item in BUILTINS if item.tier is Tier.SPECIAL},
    "keccak256": 36,
    "create": 32000,
    "create2": 32000,
    "selfdestruct": 5000,
    **{f"log{topics}": (1 + topics) * _LOG_GAS for topics in range(5)},
}


class Schedule:
    """The gas of a stored, sent, or sent zero byte of code, and of each instruction with a name
    in Yul."""

    def __init__(self, entries: dict[str, int]) -> None:
        self.stored_byte = entries[STORED_BYTE]
        self.sent_byte = entries[SENT_BYTE]
        self.sent_zero_byte = entries[SENT_ZERO_BYTE]
        self._instructions = {
            item.name: entries[item.name] if item.name in entries else _TIER_GAS[item.tier]
            for item in BUILTINS
            if item.tier is not None
        }

    def instruction(self, name: str) -> int:
        """The gas of one execution of the builtin of that name, which is an instruction."""
        return self._instructions[name]


def schedule_of(dialect: Dialect) -> Schedule:
    """The prices of a dialect: those of its EVM version, with the dialect's changes."""
    return _changed_schedule(dialect.version, dialect.prices)


@cache
def solc_schedule(version: EvmVersion) -> Schedule:
    """The prices by which solc's own steps and passes decide."""
    entries = _entries(version)
    return Schedule(entries | _SOLC_ENTRIES | {"exp": entries["exp"]})


@cache
def _changed_schedule(version: EvmVersion, changes: Prices) -> Schedule:
    return Schedule(_entries(version) | dict(changes))


def _entries(version: EvmVersion) -> dict[str, int]:
    return {price.entry: price.gas for price in PRICES if version >= price.since}
