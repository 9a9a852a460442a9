"""Transactions: a call or a creation from outside, and its outcome."""

from __future__ import annotations

from yulopt.evm.bytecode import Bytecode
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import Executable, Transaction
from yulopt.evm.halt import Halt, Result
from yulopt.evm.messages import creation_address, send_call, send_creation
from yulopt.evm.outcome import Outcome, observe
from yulopt.evm.trace import Tracer
from yulopt.evm.world import World


class Chain:
    """A world with its programs: what transactions, one after the other, work on.

    `programs` are the interpreted programs by the marker of their image; code of accounts that
    does not begin with such a marker is bytecode.
    """

    def __init__(
        self,
        world: World | None = None,
        environment: Environment | None = None,
        limits: Limits | None = None,
        libraries: dict[str, int] | None = None,
    ) -> None:
        self.world = world or World()
        self.environment = environment or Environment()
        self.limits = limits or Limits()
        self.libraries = libraries or {}
        self.programs: dict[bytes, Executable] = {}
        self.tracer: Tracer | None = None
        self._bytecode = Bytecode()

    def add_program(self, program: Executable) -> None:
        """Let accounts run a program whose code is its image."""
        assert program.image is not None
        self.programs[program.image.marker] = program

    def call(self, sender: int, address: int, calldata: bytes = b"", value: int = 0) -> Outcome:
        """Call an account, with the code that it has. The sender must have the value."""
        transaction = self._start()
        source = self.world.account(sender)
        assert source.balance >= value
        self.world.increment_nonce(source)
        mark = len(self.world.changes)
        try:
            result = send_call(
                transaction,
                self.world.account(address),
                address,
                calldata,
                sender=source,
                caller=sender,
                value=value,
                transferred=value,
                is_static=False,
                depth=0,
            )
        except Halt as halt:
            result = self._give_up(halt, mark)
        return self._finish(transaction, result, 0)

    def create(self, sender: int, code: bytes, value: int = 0) -> Outcome:
        """Make a contract with creation code. The sender must have the value."""
        transaction = self._start()
        source = self.world.account(sender)
        assert source.balance >= value
        address = creation_address(sender, source.nonce)
        self.world.increment_nonce(source)
        mark = len(self.world.changes)
        try:
            result = send_creation(transaction, source, address, code, value, 0)
        except Halt as halt:
            result = self._give_up(halt, mark)
        return self._finish(transaction, result, address if result.is_success else 0)

    def _start(self) -> Transaction:
        self.world.start_transaction()
        return Transaction(
            self.world,
            self.environment,
            self.limits,
            self.programs,
            self._bytecode,
            self.libraries,
            self.tracer,
        )

    def _give_up(self, halt: Halt, mark: int) -> Result:
        self.world.undo_to(mark)
        return Result(halt.kind, halt.output, halt.reason)

    def _finish(self, transaction: Transaction, result: Result, created: int) -> Outcome:
        self.world.finish_transaction()
        return observe(transaction, result, created)
