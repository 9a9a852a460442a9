"""One transaction, the frames of its messages (the state that builtins work on), and tracers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attr
from mypy_extensions import mypyc_attr

from yulopt.evm.code_image import CodeImage
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.halt import Halt, HaltKind
from yulopt.evm.memory import Memory
from yulopt.evm.world import Account, World

_BYTES_PER_STEP: Final = 1024


@mypyc_attr(allow_interpreted_subclasses=True)
class Executable:
    """An executable: runs as the code of an account.

    `image`: the bytes that represent it, None for real bytecode.
    """

    def __init__(self, image: CodeImage | None) -> None:
        self.image = image

    def run(self, frame: Frame) -> None:
        """Execute; raises `Halt` at the end, or returns for a stop."""
        raise NotImplementedError


@attr.s(auto_attribs=True)
class Message:
    """A message sent by code, as seen by its receiver.

    `kind` is the builtin that sent it; `data` the calldata, or the creation code; `salt` is that of
    `create2`. `storage` and `transient` are those of the sender at that moment, which the receiver
    can observe by re-entering.
    """

    kind: str
    sender: int
    target: int
    value: int
    data: bytes
    salt: int
    storage: frozenset[tuple[int, int]]
    transient: frozenset[tuple[int, int]]


class Transaction:
    """The state shared by all messages of one transaction.

    `programs` are the executables by the marker of their image, and all other code is run by
    `bytecode`; `libraries`: the results of `linkersymbol`, by name; `messages`: those sent so far,
    including by code that failed later; `steps`: the steps used so far, see `Limits`.
    """

    def __init__(
        self,
        world: World,
        environment: Environment,
        limits: Limits,
        programs: dict[bytes, Executable],
        bytecode: Executable,
        libraries: dict[str, int],
        tracer: Tracer | None = None,
    ) -> None:
        self.world = world
        self.environment = environment
        self.limits = limits
        self.programs = programs
        self.bytecode = bytecode
        self.libraries = libraries
        self.tracer = tracer
        self.messages: list[Message] = []
        self.steps = 0

    def use_steps(self, count: int) -> None:
        """Count some steps; halts when there are too many."""
        self.steps += count
        if self.steps > self.limits.steps:
            most = self.limits.steps
            noun = "step was" if most == 1 else "steps were"
            raise Halt(HaltKind.OUT_OF_STEPS, reason=f"more than {most} {noun} executed")

    def use_bytes(self, length: int) -> None:
        """Count the steps of copying or hashing some bytes."""
        if length >= _BYTES_PER_STEP:
            self.use_steps(length // _BYTES_PER_STEP)


class Frame:
    """The execution of one message.

    `account`: the owner of the storage and the result of `address()`; `code`: the executable;
    `image`: the layout of its object (None for plain bytecode); `depth`: the number of enclosing
    messages.
    """

    def __init__(
        self,
        transaction: Transaction,
        account: Account,
        code: bytes,
        *,
        caller: int,
        value: int = 0,
        calldata: bytes = b"",
        is_static: bool = False,
        depth: int = 0,
    ) -> None:
        self.transaction = transaction
        self.account = account
        self.code = code
        self.caller = caller
        self.value = value
        self.calldata = calldata
        self.is_static = is_static
        self.depth = depth
        limits = transaction.limits
        self.memory = Memory(limits.memory, limits.reads_are_free)
        self.return_data = b""
        self.image: CodeImage | None = None


@attr.s(auto_attribs=True, eq=False)
class TraceEntry:
    """A trace entry.

    `kind` is "builtin", "function" or "switch" (whose arguments are its value and the labels of its
    cases); `depth` counts the enclosing messages, `nesting` the active functions of the program.
    `result` is None if there is none. `position` is the offset in the source, -1 if unknown;
    `marker` is that of the program's image.
    """

    kind: str
    name: str
    literals: tuple[str, ...]
    arguments: tuple[int, ...]
    result: int | None
    position: int
    marker: bytes
    depth: int
    nesting: int


class Tracer:
    """Passes entries on to a function; those of switches only if they are wanted."""

    def __init__(self, emit: Callable[[TraceEntry], None], *, wants_switches: bool = False) -> None:
        self.emit = emit
        self.wants_switches = wants_switches
