"""Outcomes as text, and as JSON."""

from __future__ import annotations

from typing import TypeAlias

from yulopt.evm.frame import Message
from yulopt.evm.outcome import Outcome

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"


def outcome_text(outcome: Outcome, *, meaning: str = "") -> str:
    """The outcome, part by part; empty parts are omitted.

    `meaning`: the decoded output, if known.
    """
    lines = [_ending(outcome)]
    if outcome.output:
        words = range(0, len(outcome.output), 32)
        lines += [f"  {hex_bytes(outcome.output[start : start + 32])}" for start in words]
    if meaning:
        lines.append(meaning)
    if outcome.created:
        lines.append(f"created: {hex_address(outcome.created)}")
    if outcome.logs:
        lines.append("logs:")
    for log in outcome.logs:
        topics = " ".join(f"{topic:#x}" for topic in log.topics)
        lines.append(f"  {hex_address(log.address)} [{topics}] {hex_bytes(log.data)}")
    for title, table in (("storage", outcome.storage), ("transient storage", outcome.transient)):
        last_address = -1
        for (address, slot), word in table.items():
            if address != last_address:
                lines.append(f"{title} of {hex_address(address)}:")
                last_address = address
            lines.append(f"  {slot:#x}: {word:#x}")
    if outcome.accounts:
        lines.append("accounts:")
    for address, state in outcome.accounts.items():
        code = f", {len(state.code)} bytes of code" if state.code else ""
        lines.append(
            f"  {hex_address(address)}: balance {state.balance}, nonce {state.nonce}{code}"
        )
    if outcome.messages:
        lines.append("messages:")
    lines += [f"  {_message_text(message)}" for message in outcome.messages]
    lines.append(f"steps: {outcome.steps}")
    return "\n".join(lines) + "\n"


def _ending(outcome: Outcome) -> str:
    if outcome.output:
        return f"{outcome.kind.value}, {len(outcome.output)} bytes:"
    return outcome.kind.value + (f": {outcome.reason}" if outcome.reason else "")


def _message_text(message: Message) -> str:
    target = f" {hex_address(message.target)}" if message.target else ""
    return (
        f"{message.kind}{target} from {hex_address(message.sender)}"
        f" value {message.value} data {hex_bytes(message.data)}"
    )


def outcome_json(outcome: Outcome) -> dict[str, Json]:
    """The outcome as JSON; possibly large numbers are hexadecimal strings."""
    return {
        "outcome": outcome.kind.value,
        "success": outcome.is_success,
        "reason": outcome.reason,
        "output": hex_bytes(outcome.output),
        "created": hex_address(outcome.created) if outcome.created else None,
        "logs": [
            {
                "address": hex_address(log.address),
                "topics": [f"{topic:#x}" for topic in log.topics],
                "data": hex_bytes(log.data),
            }
            for log in outcome.logs
        ],
        "storage": _by_address(outcome.storage),
        "transientStorage": _by_address(outcome.transient),
        "accounts": {
            hex_address(address): {
                "balance": f"{state.balance:#x}",
                "nonce": state.nonce,
                "code": hex_bytes(state.code),
            }
            for address, state in outcome.accounts.items()
        },
        "messages": [
            {
                "kind": message.kind,
                "sender": hex_address(message.sender),
                "target": hex_address(message.target) if message.target else None,
                "value": f"{message.value:#x}",
                "data": hex_bytes(message.data),
            }
            for message in outcome.messages
        ],
        "steps": outcome.steps,
    }


def _by_address(table: dict[tuple[int, int], int]) -> dict[str, Json]:
    accounts: dict[str, dict[str, Json]] = {}
    for (address, slot), word in table.items():
        accounts.setdefault(hex_address(address), {})[f"{slot:#x}"] = f"{word:#x}"
    return dict(accounts)


def hex_address(address: int) -> str:
    """An address with all its 40 digits."""
    return f"0x{address:040x}"


def hex_bytes(content: bytes) -> str:
    """Bytes in hexadecimal digits."""
    return "0x" + content.hex()
