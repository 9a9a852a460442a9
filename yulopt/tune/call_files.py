"""Files of calls, as `--calls` names them.

Such a file has one call in a line, `#` begins a comment, and the calls are made in this order, each
as a transaction of its own::

    constructor(uint256) 1000
    weight 100  transfer(address,uint256) 0xb0b 5
    from 0xb0b  reverts  transfer(address,uint256) 0xc0c 6
    time 1700010000
    value 1  data 0xd0e30db0

Values are written as for `yulopt run --call`. Prefixes of a call are `from ADDRESS`, `to ADDRESS`
(a contract other than the measured one), `value WEI`, `weight N` (0 for a call that only prepares
the state), and `reverts` (it is expected to fail). `time N` and `block N` apply to all calls below
them. Constructor arguments come before all calls; `data` is followed by raw bytes, also after
`constructor`.

A file that begins with a bracket is a list of transactions in JSON; see `yulopt.tune.transactions`.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Final

from yulopt.errors import ErrorList, Source, YulError, YulSyntaxError
from yulopt.evm.environment import DEFAULT_ORIGIN, Environment
from yulopt.tune.calls import (
    BLOCK_LIMITS,
    CONSTRUCTOR,
    NUMBER_LIMITS,
    REVERTS,
    Call,
    Calls,
    read_hex,
)

if TYPE_CHECKING:
    from yulopt.interpreter.abi import Signature

_DATA: Final = "data"
_NUMBER: Final = re.compile(r"0x[0-9a-fA-F]+|[0-9]+", re.ASCII)


def read_calls(source: Source) -> Calls:
    """The calls in a file; raises `YulError` with all malformed lines."""
    if source.text.lstrip()[:1] in ("[", "{"):
        from yulopt.tune.transactions import read_transactions

        return read_transactions(source)
    return _Reader(source).read()


class _Word:
    """A word of a line, and its offset in the file."""

    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset

    @property
    def end(self) -> int:
        return self.offset + len(self.text)


class _Reader:
    """Reads a file line by line."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._constructor: Call | None = None
        self._calls: list[Call] = []
        self._block = {"block": Environment().block_number, "time": Environment().timestamp}

    def read(self) -> Calls:
        errors = ErrorList()
        offset = 0
        for line in self._source.text.split("\n"):
            try:
                self._read_line(deque(self._words(line, offset)))
            except YulSyntaxError as error:
                errors.add(error)
            offset += len(line) + 1
        errors.raise_any()
        return Calls((self._constructor or Call(CONSTRUCTOR, b""),), tuple(self._calls))

    def _words(self, line: str, start: int) -> list[_Word]:
        """The words of a line without its comment; brackets and quotes protect spaces."""
        words: list[_Word] = []
        opened: list[int] = []
        quote = -1
        begin = -1
        index = 0
        while index < len(line):
            sign = line[index]
            if quote >= 0:
                if sign == "\\":
                    index += 1
                elif sign == '"':
                    quote = -1
            elif sign.isspace() and not opened:
                if begin >= 0:
                    words.append(_Word(line[begin:index], start + begin))
                begin = -1
            elif sign == "#" and begin < 0:
                break
            else:
                begin = index if begin < 0 else begin
                quote = index if sign == '"' else -1
                if sign in "([":
                    opened.append(index)
                elif sign in ")]" and opened:
                    opened.pop()
            index += 1
        if quote >= 0 or opened:
            at = quote if quote >= 0 else opened[-1]
            raise self._source.syntax_error(start + at, f"nothing closes this {line[at]}")
        if begin >= 0:
            words.append(_Word(line[begin:index], start + begin))
        return words

    def _read_line(self, words: deque[_Word]) -> None:
        if not words:
            return
        if words[0].text in self._block:
            name = words.popleft()
            self._block[name.text] = self._number(name, words, BLOCK_LIMITS[name.text])
            self._end(words)
            return
        fields = dict.fromkeys(NUMBER_LIMITS, -1)
        reverts = False
        first = words[0]
        while words and words[0].text in (*NUMBER_LIMITS, REVERTS):
            name = words.popleft()
            if name.text == REVERTS:
                reverts = True
            else:
                fields[name.text] = self._number(name, words, NUMBER_LIMITS[name.text])
        if not words:
            raise self._source.syntax_error(
                first.offset,
                "a call is expected in this line, like transfer(address,uint256) 0xb0b 5",
            )
        name = words.popleft()
        is_deployment = name.text.partition("(")[0] == CONSTRUCTOR
        if is_deployment and name.text == CONSTRUCTOR and words:
            name = words.popleft()
        title, data = self._call(name, words)
        call = Call(
            title,
            data,
            DEFAULT_ORIGIN if fields["from"] < 0 else fields["from"],
            None if fields["to"] < 0 else fields["to"],
            max(fields["value"], 0),
            1 if fields["weight"] < 0 else fields["weight"],
            reverts,
            self._block["block"],
            self._block["time"],
        )
        if is_deployment:
            self._deploy(call, name.offset)
        else:
            self._calls.append(call)

    def _deploy(self, call: Call, offset: int) -> None:
        if self._constructor is not None or self._calls:
            raise self._source.syntax_error(
                offset, "the constructor must come once, before all calls"
            )
        if call.target is not None or call.reverts:
            raise self._source.syntax_error(offset, "a constructor has no target, and must succeed")
        self._constructor = call

    def _number(self, name: _Word, words: deque[_Word], limit: int) -> int:
        """The number after a name."""
        if not words:
            raise self._source.syntax_error(name.end, f"a number is expected after '{name.text}'")
        word = words.popleft()
        if _NUMBER.fullmatch(word.text) is None:
            raise self._source.syntax_error(
                word.offset, f"'{word.text}' is not a number like 42 or 0x2a"
            )
        number = int(word.text, 0) if word.text.startswith("0x") else int(word.text)
        if number >= limit:
            bits = limit.bit_length() - 1
            raise self._source.syntax_error(word.offset, f"the number has more than {bits} bits")
        return number

    def _end(self, words: deque[_Word]) -> None:
        if words:
            raise self._source.syntax_error(words[0].offset, "nothing more is expected here")

    def _call(self, name: _Word, words: deque[_Word]) -> tuple[str, bytes]:
        """The title and the data of a call that begins with this word."""
        if name.text != _DATA:
            return self._call_by_signature(name, words)
        if not words:
            raise self._source.syntax_error(name.end, "bytes are expected after 'data'")
        word = words.popleft()
        self._end(words)
        data = read_hex(word.text)
        if data is None:
            raise self._source.syntax_error(
                word.offset, "expected 0x and hexadecimal digits, two for each byte"
            )
        return f"{_DATA} {word.text}", data

    def _call_by_signature(self, name: _Word, words: deque[_Word]) -> tuple[str, bytes]:
        try:
            from yulopt.interpreter.abi import parse_signature, read_value
        except ImportError:
            raise YulError(
                "calls with signatures need the package eth-abi: pip install 'yulopt[gas]'",
                filename=self._source.filename,
            ) from None
        signature: Signature
        try:
            signature = parse_signature(name.text)
        except ValueError as error:
            raise self._source.syntax_error(name.offset, str(error)) from None
        arguments: list[str] = []
        end = name.end
        for number, kind in enumerate(signature.inputs, start=1):
            if not words:
                raise self._source.syntax_error(
                    end, f"argument {number} of {signature} is expected here"
                )
            word = words.popleft()
            try:
                read_value(kind, word.text)
            except ValueError as error:
                message = f"argument {number} of {signature}: {error}"
                raise self._source.syntax_error(word.offset, message) from None
            arguments.append(word.text)
            end = word.end
        self._end(words)
        data = signature.encode(arguments)
        selector = b"" if signature.name == CONSTRUCTOR else signature.selector
        return " ".join([str(signature), *arguments]), selector + data
