"""Reads calls from a list of transactions in JSON, as exported by a node or an explorer.

The file holds a list of objects with `data` (or `input`) and perhaps `from`, `to`, `value`,
`weight`, `reverts`, `block` and `time`; or an object that has the list as `transactions`, with
`constructor`, the bytes that follow the creation code, and `contract`, the address that stands for
the contract that is measured. Without `contract` that is the address to which all of the
transactions go, if it is one. Bytes are hexadecimal digits after 0x; so may numbers be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

import attr

from yulopt.errors import ErrorList, Source, YulError, did_you_mean
from yulopt.persistence.json_values import parse_json
from yulopt.tune.calls import (
    ADDRESS_LIMIT,
    BLOCK_LIMITS,
    CONSTRUCTOR,
    NUMBER_LIMITS,
    REVERTS,
    Call,
    Calls,
    read_hex,
)

_DATA: Final = ("data", "input")
_TRANSACTIONS: Final = "transactions"
_CONTRACT: Final = "contract"
# How much of the data is shown.
_SHOWN: Final = 22


@attr.s(auto_attribs=True, frozen=True)
class _Value:
    """A value of the file, its offset, and the offset of its name, if it has one."""

    content: object
    offset: int
    name_offset: int = -1


def read_transactions(source: Source) -> Calls:
    """The calls in a text of JSON; raises `YulError` with all malformed transactions."""
    document = parse_json(source)
    text = source.text
    start = _skip_space(text, 0)
    members: Mapping[str, _Value] = {}
    transactions = _Value(document, start)
    if isinstance(document, dict):
        members = _members(text, start)
        _check_names(source, members)
        transactions = members.get(_TRANSACTIONS, transactions)
    if not isinstance(transactions.content, list):
        raise source.syntax_error(transactions.offset, "a list of transactions is expected here")
    arguments = _bytes(source, members[CONSTRUCTOR]) if CONSTRUCTOR in members else b""
    errors = ErrorList()
    calls: list[Call] = []
    for item in _elements(text, transactions.offset):
        try:
            calls.append(_transaction(source, item))
        except YulError as error:
            errors.add(error)
    errors.raise_any()
    contract = (
        _number(source, _CONTRACT, members[_CONTRACT], ADDRESS_LIMIT)
        if _CONTRACT in members
        else _only_target(calls)
    )
    return Calls(
        (Call(CONSTRUCTOR, arguments),),
        tuple(
            attr.evolve(call, target=None) if call.target == contract else call for call in calls
        ),
    )


def _only_target(calls: list[Call]) -> int | None:
    targets = {call.target for call in calls}
    return targets.pop() if len(targets) == 1 else None


def _transaction(source: Source, item: _Value) -> Call:
    if not isinstance(item.content, dict):
        raise source.syntax_error(item.offset, "a transaction is an object with data, from, to")
    members = _members(source.text, item.offset)
    data = next((members[name] for name in _DATA if name in members), None)
    if data is None:
        raise source.syntax_error(item.offset, "the transaction has no 'data'")
    content = _bytes(source, data)
    call = Call(f"data {_shortened(content)}", content)
    numbers = {
        name: _number(source, name, members[name], limit)
        for name, limit in (NUMBER_LIMITS | BLOCK_LIMITS).items()
        if name in members
    }
    reverts = members.get(REVERTS, _Value(False, item.offset))
    if not isinstance(reverts.content, bool):
        raise source.syntax_error(reverts.offset, f"'{REVERTS}' must be true or false")
    return attr.evolve(
        call,
        sender=numbers.get("from", call.sender),
        target=numbers.get("to"),
        value=numbers.get("value", 0),
        weight=numbers.get("weight", 1),
        reverts=reverts.content,
        block=numbers.get("block", call.block),
        time=numbers.get("time", call.time),
    )


def _shortened(data: bytes) -> str:
    digits = f"0x{data.hex()}"
    return digits if len(digits) <= _SHOWN else f"{digits[:_SHOWN]}..."


def _check_names(source: Source, members: Mapping[str, _Value]) -> None:
    known = (CONSTRUCTOR, _CONTRACT, _TRANSACTIONS)
    for name, value in members.items():
        if name not in known:
            hint = did_you_mean(name, known, f"there are {', '.join(known)}")
            raise source.syntax_error(value.name_offset, f"there is no '{name}' here{hint}")


def _bytes(source: Source, value: _Value) -> bytes:
    data = read_hex(value.content) if isinstance(value.content, str) else None
    if data is None:
        raise source.syntax_error(
            value.offset, "expected 0x and hexadecimal digits, two for each byte, in quotes"
        )
    return data


def _number(source: Source, name: str, value: _Value, limit: int) -> int:
    content = value.content
    if isinstance(content, str):
        try:
            content = int(content, 0)
        except ValueError:
            content = None
    if not isinstance(content, int) or isinstance(content, bool) or content < 0:
        raise source.syntax_error(value.offset, f"'{name}' must be a number like 42 or \"0x2a\"")
    if content >= limit:
        bits = limit.bit_length() - 1
        raise source.syntax_error(value.offset, f"the number has more than {bits} bits")
    return content


# Offsets in a text of JSON, which the library does not report


def _members(text: str, start: int) -> dict[str, _Value]:
    """The members of the object that begins there."""
    decoder = json.JSONDecoder()
    members: dict[str, _Value] = {}
    index = _skip_space(text, start + 1)
    while text[index] != "}":
        name_offset = index
        name, index = decoder.raw_decode(text, index)
        # After the colon.
        index = _skip_space(text, _skip_space(text, index) + 1)
        value, end = decoder.raw_decode(text, index)
        members[name] = _Value(value, index, name_offset)
        index = _skip_space(text, end)
        if text[index] == ",":
            index = _skip_space(text, index + 1)
    return members


def _elements(text: str, start: int) -> list[_Value]:
    """The elements of the list that begins there."""
    decoder = json.JSONDecoder()
    elements: list[_Value] = []
    index = _skip_space(text, start + 1)
    while text[index] != "]":
        value, end = decoder.raw_decode(text, index)
        elements.append(_Value(value, index))
        index = _skip_space(text, end)
        if text[index] == ",":
            index = _skip_space(text, index + 1)
    return elements


def _skip_space(text: str, index: int) -> int:
    while index < len(text) and text[index] in " \t\n\r":
        index += 1
    return index
