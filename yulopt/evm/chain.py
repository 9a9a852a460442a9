"""Transactions: a call or a creation from outside, and its outcome."""

from __future__ import annotations

from collections.abc import Callable

from yulopt.evm.bytecode import Bytecode
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import Executable, Tracer, Transaction
from yulopt.evm.halt import Halt, Result
from yulopt.evm.messages import creation_address, send_call, send_creation
from yulopt.evm.outcome import Outcome, observe
from yulopt.evm.world import World
from yulopt.syntax.deep_stack import run_with_deep_stack


class Chain:
    """A world with its programs, for a sequence of transactions.

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
        self.world = World() if world is None else world
        self.environment = Environment() if environment is None else environment
        self.limits = Limits() if limits is None else limits
        self.libraries = {} if libraries is None else libraries
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
        source.nonce += 1
        target = self.world.account(address)

        def run() -> Result:
            return send_call(
                transaction,
                target,
                address,
                calldata,
                sender=source,
                caller=sender,
                value=value,
                transferred=value,
                is_static=False,
                depth=0,
            )

        return observe(transaction, self._run(run))

    def create(self, sender: int, code: bytes, value: int = 0) -> Outcome:
        """Make a contract with creation code. The sender must have the value."""
        transaction = self._start()
        source = self.world.account(sender)
        assert source.balance >= value
        address = creation_address(sender, source.nonce)
        # The increment of the nonce is not an effect of the code.
        source.nonce += 1
        result = self._run(lambda: send_creation(transaction, source, address, code, value, 0))
        return observe(transaction, result, address if result.is_success else 0)

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

    def _run(self, run: Callable[[], Result]) -> Result:
        """Run the message of a transaction. Messages inside messages need a deep stack."""
        mark = len(self.world.changes)
        try:
            result = run_with_deep_stack(run)
        except Halt as halt:
            self.world.undo_to(mark)
            result = Result(halt.kind, halt.output, halt.reason)
        self.world.finish_transaction()
        return result
