"""A program in Yul that solc compiles to given bytes, whatever code generation they come from.

Its code consists of pieces of `verbatim`. Between them are calls for the parts that solc fills in
or has to report: addresses of libraries, immutables and their assignments, the offset of the
runtime code. solc adds nothing to such code if it neither optimises nor allocates the stack.

Source: chapter 11, section 2.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attr

from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode, assignment
from yulopt.assembly.items import Instruction, Push
from yulopt.assembly.opcodes import INVALID, push_opcode
from yulopt.errors import YulError
from yulopt.syntax.literals import WORD_BYTES, byte_length
from yulopt.syntax.objects import Data, Object, deployed_object
from yulopt.syntax.printer import quote

_METADATA: Final = ".metadata"
# One for the value that is assigned, one for the address of the copy.
_ASSIGNED_PIECE: Final = 2
# Offsets have one width in all code of an object, which grows with its size.
_OFFSET_WIDTHS: Final = (2, 1, 3)


@attr.s(auto_attribs=True, frozen=True)
class _Hole:
    """The bytes from `start` to `end`, which solc generates from a call that pushes something.

    With `assigns`, the call is the name of an immutable that is assigned.
    """

    start: int
    end: int
    call: str
    assigns: bool = False


def exact_text(program: Object, parts: Mapping[Object | Data, Bytecode]) -> str:
    """A program that solc compiles to these parts of the code of `program`; raises `YulError` if
    there is none."""
    creation, inside = parts[program], deployed_object(program)
    if inside is None:
        return _object_text(program.name, _code_lines(creation.content, _symbols(creation)))
    deployed = parts[inside]
    start = creation.offsets.get(inside)
    if start is None or creation.content[start - 1] != INVALID:
        raise _refusal("the runtime code does not directly follow the code that creates it")
    prefix, rest = creation.content[: start - 1], creation.content[start + len(deployed.content) :]
    end = start + len(deployed.content)
    if any(offset >= end for offset in creation.linker_symbols):
        raise _refusal("addresses of libraries follow the runtime code")
    holes = [hole for hole in _symbols(creation) if hole.start < len(prefix)]
    holes += [_assigned(prefix, *reads) for reads in deployed.immutables.items()]
    holes.append(_pushed(prefix, start, inside.name))
    inner = _code_lines(deployed.content, [*_symbols(deployed), *_immutables(deployed)])
    lines = _object_text(inside.name, inner).splitlines()
    if rest:
        lines.append(f'data "{_METADATA}" hex"{rest.hex()}"')
    return _object_text(program.name, _code_lines(prefix, holes), lines)


def _object_text(name: str, code: Iterable[str], inside: Sequence[str] = ()) -> str:
    body = ["code {", *(f"    {line}" for line in code), "}", *inside]
    return "".join(
        f"{line}\n" for line in [f"object {quote(name)} {{", *(f"    {line}" for line in body), "}"]
    )


# The holes


def _symbols(code: Bytecode) -> list[_Hole]:
    return [
        _Hole(offset - 1, offset + ADDRESS_BYTES, f"linkersymbol({quote(name)})")
        for offset, name in code.linker_symbols.items()
    ]


def _immutables(code: Bytecode) -> list[_Hole]:
    return [
        _Hole(offset - 1, offset + WORD_BYTES, f"loadimmutable({quote(name)})")
        for name, offsets in code.immutables.items()
        for offset in offsets
    ]


def _assigned(code: bytes, name: str, offsets: Sequence[int]) -> _Hole:
    """The assignment of an immutable that is read at these offsets."""
    wanted = b""
    for item in assignment(offsets):
        if isinstance(item, Push):
            wanted += _push(item.value, byte_length(item.value))
        else:
            assert isinstance(item, Instruction)
            wanted += bytes([item.opcode])
    return _found(code, [wanted], name, f"the immutable '{name}' is assigned", assigns=True)


def _pushed(code: bytes, offset: int, name: str) -> _Hole:
    """The push of an object's offset."""
    call = f"dataoffset({quote(name)})"
    pushes = [_push(offset, width) for width in _OFFSET_WIDTHS if width >= byte_length(offset)]
    return _found(code, pushes, call, "the runtime code is copied", assigns=False)


def _found(code: bytes, possible: Sequence[bytes], call: str, what: str, *, assigns: bool) -> _Hole:
    # Equal bytes elsewhere do as well, since solc generates the same for them.
    for wanted in possible:
        start = code.find(wanted)
        if start >= 0:
            return _Hole(start, start + len(wanted), call, assigns)
    raise _refusal(f"it is not found where {what}")


def _push(value: int, width: int) -> bytes:
    return bytes([push_opcode(width)]) + value.to_bytes(width, "big")


# The code


def _code_lines(code: bytes, holes: Sequence[_Hole]) -> Iterator[str]:
    """Statements that solc compiles to the bytes."""
    waiting: list[str] = []
    done = 0
    for hole in sorted(holes, key=lambda hole: hole.start):
        piece = code[done : hole.start]
        if hole.start < done or (hole.assigns and len(piece) < _ASSIGNED_PIECE):
            raise _refusal("immutables or library addresses overlap")
        if hole.assigns:
            value = _verbatim(piece[:-1], waiting, outputs=1)
            address = _verbatim(piece[-1:], [], outputs=1)
            yield f"setimmutable({address}, {quote(hole.call)}, {value})"
            waiting = []
        else:
            if piece:
                yield _verbatim(piece, waiting)
                waiting = []
            waiting.append(hole.call)
        done = hole.end
    if code[done:] or waiting:
        yield _verbatim(code[done:], waiting)


def _verbatim(piece: bytes, pushed: Sequence[str], *, outputs: int = 0) -> str:
    """A call for a piece of code, whose arguments are pushed before it, the first one first."""
    arguments = ", ".join([f'hex"{piece.hex()}"', *reversed(pushed)])
    return f"verbatim_{len(pushed)}i_{outputs}o({arguments})"


def _refusal(reason: str) -> YulError:
    return YulError(f"there is no exact form of these bytes: {reason}; publish without --exact")
