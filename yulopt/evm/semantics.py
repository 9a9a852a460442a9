"""The semantics of builtins, as tables from names to functions; and `execute` for any of them.

Source: the Ethereum yellow paper, appendix H, and the proposals that added instructions since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from yulopt.evm import data_builtins, environment_builtins, messages
from yulopt.evm.data_builtins import LITERAL_ARGUMENT, verbatim
from yulopt.evm.frame import Frame
from yulopt.rules.arithmetic import ARITHMETIC, compute

NO_ARGUMENT: Final = {**data_builtins.NO_ARGUMENT, **environment_builtins.NO_ARGUMENT}
ONE_ARGUMENT: Final = {**data_builtins.ONE_ARGUMENT, **environment_builtins.ONE_ARGUMENT}
TWO_ARGUMENTS: Final = {**data_builtins.TWO_ARGUMENTS, **environment_builtins.TWO_ARGUMENTS}
# Builtins with three or more arguments; those of the call family run other code.
MANY_ARGUMENTS: Final = {
    **data_builtins.MORE_ARGUMENTS,
    "create": messages.create,
    "create2": messages.create2,
    "call": messages.call,
    "callcode": messages.callcode,
    "delegatecall": messages.delegatecall,
    "staticcall": messages.staticcall,
}


def execute(frame: Frame, name: str, literals: Sequence[str], arguments: Sequence[int]) -> int:
    """Execute the builtin `name` and return its result, 0 if it has none.

    `literals`: the literal-only strings among the arguments (`memoryguard` has none: its argument
    is a number); `arguments`: all other arguments, in Yul's order. Raises `Halt` if execution ends.
    """
    if name in ARITHMETIC:
        return compute(name, arguments)
    if literals:
        semantics = LITERAL_ARGUMENT.get(name, verbatim)
        return semantics(frame, literals[0], list(arguments))
    if name == "memoryguard":
        return arguments[0]
    if not arguments:
        return NO_ARGUMENT[name](frame)
    if len(arguments) == 1:
        return ONE_ARGUMENT[name](frame, arguments[0])
    if len(arguments) == 2:
        return TWO_ARGUMENTS[name](frame, arguments[0], arguments[1])
    return MANY_ARGUMENTS[name](frame, list(arguments))
