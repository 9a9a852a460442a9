"""The calls by which the gas of a contract is measured, as data; `yulopt.tune.call_files` reads
files of them, and `yulopt.tune.synthetic_calls` generates them from the code.
"""

from __future__ import annotations

import re
from typing import Final

import attr

from yulopt.evm.environment import DEFAULT_ORIGIN, Environment
from yulopt.frequency.call_profile import CallProfile
from yulopt.syntax.literals import WORD_LIMIT

CONSTRUCTOR: Final = "constructor"
ADDRESS_LIMIT: Final = 1 << 160
COUNT_LIMIT: Final = 1 << 62
NUMBER_LIMITS: Final = {
    "from": ADDRESS_LIMIT,
    "to": ADDRESS_LIMIT,
    "value": WORD_LIMIT,
    "weight": COUNT_LIMIT,
}
"""The numeric attributes of a call in a file, with their limits."""
BLOCK_LIMITS: Final = {"block": COUNT_LIMIT, "time": COUNT_LIMIT}
"""The numeric attributes of the block of a call."""
REVERTS: Final = "reverts"

_HEX: Final = re.compile(r"0x((?:[0-9a-fA-F]{2})*)", re.ASCII)


@attr.s(auto_attribs=True, frozen=True)
class Call:
    """A transaction.

    `data` is the calldata, or follows the creation code. `target` is None for the measured
    contract. `weight` is the frequency of the call; `reverts` whether it is expected to fail.
    `block` and `time` are those of its block.
    """

    title: str
    data: bytes
    sender: int = DEFAULT_ORIGIN
    target: int | None = None
    value: int = 0
    weight: int = 1
    reverts: bool = False
    block: int = Environment().block_number
    time: int = Environment().timestamp


@attr.s(auto_attribs=True, frozen=True)
class Calls:
    """The deployment of a contract, and the calls after that, in order.

    The first of several `deployments` that succeeds counts. If the calls are synthetic (see
    `yulopt.tune.synthetic_calls`), each of them starts from the freshly deployed contract and may
    fail, and if no deployment succeeds, the deployed code is installed directly.
    """

    deployments: tuple[Call, ...]
    calls: tuple[Call, ...]
    are_synthetic: bool = False

    def profile(self) -> CallProfile:
        """The weighted number of calls of each function of the contract."""
        return CallProfile.of_calls(
            (call.data, call.weight) for call in self.calls if call.target is None
        )


def read_hex(text: str) -> bytes | None:
    """Bytes from hexadecimal digits after 0x; None for other text."""
    match = _HEX.fullmatch(text)
    return None if match is None else bytes.fromhex(match[1])
