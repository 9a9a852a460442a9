"""Synthetic calls for a contract that comes without a file of calls: each function in turn.

The functions are those that the deployed code dispatches on
(`yulopt.frequency.dispatch_selectors`). Each one is called with zero for all words of its
arguments, and with one; zero and one are valid for most types, and zero is an empty array or
string. There is also a call without data. The caller is the deployer of the contract, so functions
restricted to an owner succeed.

So the gas includes dispatch, checking and decoding of arguments, and the function itself for small
numbers, up to its end or to a failing check. It does not include loops over long arrays, or effects
of state from other calls.
"""

from __future__ import annotations

from typing import Final

from yulopt.frequency.call_profile import SELECTOR_BYTES
from yulopt.frequency.dispatch_selectors import dispatched_selectors
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Object, deployed_object
from yulopt.tune.calls import CONSTRUCTOR, Call, Calls

# Words of arguments, more than most functions have.
_WORDS: Final = 16
_ARGUMENTS: Final = {
    "zero": bytes(WORD_BYTES) * _WORDS,
    "one": (1).to_bytes(WORD_BYTES, "big") * _WORDS,
}


def calls_from_code(program: Object) -> Calls:
    """The calls for a program, optimised or not."""
    deployed = deployed_object(program)
    calls = [Call("no data", b"")]
    for selector in dispatched_selectors(program):
        digits = selector.to_bytes(SELECTOR_BYTES, "big")
        for name, arguments in _ARGUMENTS.items():
            calls.append(Call(f"0x{digits.hex()} with {name}", digits + arguments))
    # A constructor may set no owner, or require arguments, so both are tried.
    deployments = [
        Call(f"{CONSTRUCTOR} with {name}", arguments, weight=0)
        for name, arguments in _ARGUMENTS.items()
    ]
    return Calls(
        tuple(deployments) if deployed is not None else (), tuple(calls), are_synthetic=True
    )
