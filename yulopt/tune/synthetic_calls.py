"""Synthetic calls for a contract that comes without a file of calls: each function in turn.

The functions are those that the deployed code dispatches on
(`yulopt.frequency.dispatch_selectors`). Each one is called with zero for all words of its
arguments, and with one; zero and one are valid for most types, and zero is an empty array or
string. There is also a call without data. Who calls is who has deployed the contract, so what only
an owner may do is done.

So what is counted is the way from the beginning of the code to each function, checking and
decoding arguments, and the function itself for small numbers, up to the end or to where it refuses
them. What happens in loops over long arrays, or with a state that other calls have made, is not.
"""

from __future__ import annotations

from typing import Final

from yulopt.frequency.call_profile import SELECTOR_BYTES
from yulopt.frequency.dispatch_selectors import dispatched_selectors
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Object, deployed_object
from yulopt.tune.calls import CONSTRUCTOR, Call, Calls

# Words of arguments, more than most functions take.
_WORDS: Final = 16
_ARGUMENTS: Final = {
    "zero": bytes(WORD_BYTES) * _WORDS,
    "one": (1).to_bytes(WORD_BYTES, "big") * _WORDS,
}


def calls_from_code(program: Object) -> Calls:
    """The calls for a program, as it is given or optimised."""
    deployed = deployed_object(program)
    calls = [Call("no data", b"")]
    for selector in dispatched_selectors(program):
        digits = selector.to_bytes(SELECTOR_BYTES, "big")
        for name, arguments in _ARGUMENTS.items():
            calls.append(Call(f"0x{digits.hex()} with {name}", digits + arguments))
    # Who deploys a contract may give it no owner, so both are tried.
    deployments = [
        Call(f"{CONSTRUCTOR} with {name}", arguments, weight=0)
        for name, arguments in _ARGUMENTS.items()
    ]
    return Calls(tuple(deployments) if deployed is not None else (), tuple(calls), are_made_up=True)
