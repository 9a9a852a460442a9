"""A transaction of `yulopt run`: what was sent, what came of it, and what that means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attr

from yulopt.evm.halt import HaltKind
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.report import Json, hex_address, hex_bytes, outcome_json, outcome_text

if TYPE_CHECKING:
    from yulopt.interpreter.abi import Signature
    from yulopt.interpreter.abi_values import Value

# The titles of transactions without a signature.
DEPLOYMENT: Final = "deployment"
CALL: Final = "call"


@attr.s(auto_attribs=True, frozen=True)
class Request:
    """What is sent: the data of a call, or, with the title `DEPLOYMENT`, what follows the code.

    `sender` is None for the usual caller; `signature` says what the data and the output mean.
    """

    title: str
    data: bytes = b""
    value: int = 0
    sender: int | None = None
    signature: Signature | None = None


@attr.s(auto_attribs=True, frozen=True)
class Transaction:
    """A request of a sender, and what came of it."""

    request: Request
    sender: int
    outcome: Outcome

    def text(self) -> str:
        """What came of it, for people."""
        values, error = self._meaning()
        if error:
            return outcome_text(self.outcome, meaning=f"error: {error}")
        texts = ", ".join(map(str, values or ()))
        return outcome_text(self.outcome, meaning=f"values: {texts}" if texts else "")

    def json(self) -> dict[str, Json]:
        """What came of it, as JSON; of a call with a signature also what was sent and returned."""
        request, record = self.request, outcome_json(self.outcome)
        if request.signature is None:
            return record
        values, error = self._meaning()
        record["error"] = error or None
        if request.title == DEPLOYMENT:
            return record
        return {
            "call": request.title,
            "calldata": hex_bytes(request.data),
            "caller": hex_address(self.sender),
            "value": f"{request.value:#x}",
            **record,
            "values": None if values is None else [value.json() for value in values],
        }

    def _meaning(self) -> tuple[list[Value] | None, str]:
        """The values that were returned, None if they are not known; and what went wrong."""
        signature = self.request.signature
        if signature is None:
            return None, ""
        if self.outcome.kind is HaltKind.REVERT:
            from yulopt.interpreter.abi import failure_reason

            return None, failure_reason(self.outcome.output)
        if signature.outputs is None or not self.outcome.is_success:
            return None, ""
        try:
            return signature.decode(self.outcome.output), ""
        except ValueError as error:
            return None, f"the output {error}"
