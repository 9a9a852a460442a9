"""Compares code with a build, ignoring metadata and the values of placeholders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attr

from yulopt.assembly.assembler import metadata_of
from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.audit.subject import Subject
from yulopt.dropin.linking import PLACEHOLDER
from yulopt.errors import YulError
from yulopt.syntax.literals import WORD_BYTES, as_text
from yulopt.syntax.objects import Data, Object, deployed_object

_CREATION: Final = "creation code"
_RUNTIME: Final = "runtime code"


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
    ours = {_CREATION: program}
    if runtime is not None:
        ours[_RUNTIME] = runtime
    theirs = {_CREATION: subject.creation, _RUNTIME: subject.runtime}
    if subject.given:
        theirs = dict.fromkeys(ours, subject.given)
    checked = [
        _compared(kind, one, parts, _content(theirs[kind], subject))
        for kind, one in ours.items()
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
        return bytes.fromhex(PLACEHOLDER.sub("00" * ADDRESS_BYTES, digits))
    except ValueError:
        raise YulError(
            "the code is not a sequence of bytes in hexadecimal digits",
            filename=subject.source.filename,
        ) from None


def _metadata(
    program: Object, parts: Mapping[Object | Data, Bytecode], start: int = 0
) -> Iterator[int]:
    """The places of the metadata at the end of an object at `start`, and of those inside it: they
    only identify sources."""
    code = parts[program]
    end = start + len(code.content)
    yield from range(end - len(metadata_of(program)), end)
    for inner, offset in code.offsets.items():
        if isinstance(inner, Object) and inner is not program:
            yield from _metadata(inner, parts, start + offset)


def _filled(code: Bytecode) -> Iterator[tuple[str, list[range]]]:
    """The places of each library and of each immutable, which may have any value, but one."""
    libraries: dict[str, list[range]] = {}
    for at, name in code.linker_symbols.items():
        libraries.setdefault(name, []).append(range(at, at + ADDRESS_BYTES))
    yield from ((f"the library {as_text(name)}", found) for name, found in libraries.items())
    for name, offsets in code.immutables.items():
        places = [range(at, at + WORD_BYTES) for at in offsets]
        yield f"the immutable {as_text(name)}", places


def _compared(
    kind: str, program: Object, parts: Mapping[Object | Data, Bytecode], theirs: bytes
) -> SameCode | str:
    """The code of an object that is the same, or a description of the first difference."""
    ours = parts[program]
    size = len(ours.content)
    following = len(theirs) - size
    if following < 0 or (following and kind == _RUNTIME):
        return f"the {kind} has {len(theirs)} bytes, not {size}"
    ignored = {*_metadata(program, parts)}
    for name, places in _filled(ours):
        ignored.update(*places)
        if len({theirs[place.start : place.stop] for place in places}) > 1:
            return f"the {kind} has several values for {name}, which has one"
    for place in range(size):
        if ours.content[place] != theirs[place] and place not in ignored:
            return f"the {kind} has another byte at {place:#x} of {size:#x}"
    return SameCode(kind, size, len(ignored), following)
