"""The state of the EVM and what builtins do to it; the interpreters execute control flow only.

`Chain` holds a world and runs transactions; an interpreter is an `Executable`, which runs in a
`Frame` and calls `execute` for each builtin.
"""

from yulopt.evm.chain import Chain
from yulopt.evm.code_image import CodeImage, code_image
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import Executable, Frame, Message, Transaction
from yulopt.evm.halt import Halt, HaltKind, Result
from yulopt.evm.outcome import AccountState, Outcome
from yulopt.evm.semantics import execute
from yulopt.evm.trace import TraceEntry, Tracer
from yulopt.evm.world import Account, Log, World

__all__ = [
    "Account",
    "AccountState",
    "Chain",
    "CodeImage",
    "Environment",
    "Executable",
    "Frame",
    "Halt",
    "HaltKind",
    "Limits",
    "Log",
    "Message",
    "Outcome",
    "Result",
    "TraceEntry",
    "Tracer",
    "Transaction",
    "World",
    "code_image",
    "execute",
]
