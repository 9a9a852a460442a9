"""Compares code with a build, ignoring metadata and the values of placeholders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import attr

from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.audit.subject import Subject
from yulopt.errors import YulError
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Data, Object, deployed_object

_PLACEHOLDER: Final = re.compile(r"__\$[0-9a-f]{34}\$__")
_CREATION: Final = "creation code"
_RUNTIME: Final = "runtime code"
_METADATA: Final = ".metadata"


@attr.s(auto_attribs=True, frozen=True)
class SameCode:
    """Code that is the same: its `kind`, its size, the number of bytes in it that are ignored, and
    of bytes that follow it, such as constructor arguments."""

    kind: str
    size: int
    left_out: int
    following: int


def check_code(
    subject: Subject, program: Object, parts: Mapping[Object | Data, Bytecode]
) -> list[SameCode]:
    """Compare the code of a build with the code of its IR; raises `YulError` if it differs."""
    runtime = deployed_object(program)
    ours = {_CREATION: parts[program]}
    if runtime is not None:
        ours[_RUNTIME] = parts[runtime]
    metadata = _metadata(program)
    theirs = {_CREATION: subject.creation, _RUNTIME: subject.runtime}
    if subject.given:
        theirs = dict.fromkeys(ours, subject.given)
    checked = [
        _compared(kind, code, _content(theirs[kind], subject), metadata)
        for kind, code in ours.items()
        if theirs[kind]
    ]
    same = [one for one in checked if isinstance(one, SameCode)]
    different = [one for one in checked if isinstance(one, str)]
    if (different and not subject.given) or not same:
        release = subject.options.solc_version
        raise YulError(
            f"solc {release} does not generate this code from these sources with these settings: "
            + "; ".join(different or ["there is none"]),
            filename=subject.source.filename,
        )
    return same


def _content(digits: str, subject: Subject) -> bytes:
    try:
        return bytes.fromhex(_PLACEHOLDER.sub("00" * ADDRESS_BYTES, digits))
    except ValueError:
        raise YulError(
            "the code is not a sequence of bytes in hexadecimal digits",
            filename=subject.source.filename,
        ) from None


def _metadata(program: Object) -> set[bytes]:
    """The metadata at the end of objects, which only identifies the source."""
    found = {
        child.content.encode("latin-1")
        for child in program.children
        if isinstance(child, Data) and child.name == _METADATA
    }
    return found.union(*map(_metadata, program.sub_objects))


def _compared(kind: str, ours: Bytecode, theirs: bytes, metadata: set[bytes]) -> SameCode | str:
    """The code that is the same, or a description of the first difference."""
    size = len(ours.content)
    following = len(theirs) - size
    if following < 0 or (following and kind == _RUNTIME):
        return f"the {kind} has {len(theirs)} bytes, not {size}"
    ignored = {
        place for offset in ours.linker_symbols for place in range(offset, offset + ADDRESS_BYTES)
    }
    for offsets in ours.immutables.values():
        ignored.update(place for at in offsets for place in range(at, at + WORD_BYTES))
    for piece in metadata:
        at = ours.content.find(piece) if piece else -1
        while at >= 0:
            ignored.update(range(at, at + len(piece)))
            at = ours.content.find(piece, at + 1)
    for place in range(size):
        if ours.content[place] != theirs[place] and place not in ignored:
            return f"the {kind} has another byte at {place:#x} of {size:#x}"
    return SameCode(kind, size, len(ignored), following)
