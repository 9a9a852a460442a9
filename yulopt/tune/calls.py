"""The calls by which the gas of a contract is measured, as data; files of them are read by
`yulopt.tune.call_files`, and `yulopt.tune.synthetic_calls` makes them up from the code.
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
"""The numbers that a file may give of a call, each below some limit."""
BLOCK_LIMITS: Final = {"block": COUNT_LIMIT, "time": COUNT_LIMIT}
"""Those that it may give of the block that a call is in."""
REVERTS: Final = "reverts"

_HEX: Final = re.compile(r"0x((?:[0-9a-fA-F]{2})*)", re.ASCII)


@attr.s(auto_attribs=True, frozen=True)
class Call:
    """A transaction.

    `data` is what is sent, or what follows the creation code. `target` is None for the contract
    that is measured. `weight` is how often the call counts; `reverts` whether it is meant to fail.
    `block` and `time` are those of the block that it is in.
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
    """How a contract is deployed, and the calls after that, in order.

    Of several `deployments` the first that succeeds counts. If the calls are made up from the code
    (see `yulopt.tune.synthetic_calls`), each of them starts with the contract as it was deployed,
    may fail, and if no deployment succeeds, the deployed code is put in place as it is.
    """

    deployments: tuple[Call, ...]
    calls: tuple[Call, ...]
    are_made_up: bool = False

    def profile(self) -> CallProfile:
        """How often the calls, as their weights say, call each function of the contract."""
        return CallProfile.of_calls(
            (call.data, call.weight) for call in self.calls if call.target is None
        )


def read_hex(text: str) -> bytes | None:
    """Bytes as hexadecimal digits after 0x; None if they are not written so."""
    match = _HEX.fullmatch(text)
    return None if match is None else bytes.fromhex(match[1])
