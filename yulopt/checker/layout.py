"""The layout of the bytes of an object: other objects, data, immutables."""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.checker.witness import Witness
from yulopt.prover.calls import CallGraph
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.ast import Literal
from yulopt.syntax.objects import Data, Object

Witnesses = Mapping[Object, Witness]


def sizes_of(program: Object, witnesses: Witnesses) -> dict[str, int]:
    """The sizes of objects and data by the paths that the code of an object uses."""
    calls = CallGraph(program.code)
    paths = {path for name in ("datasize", "dataoffset") for path in _arguments(calls, name)}
    return {path: len(_content(program, path, witnesses)) for path in paths}


def check_layout(program: Object, witnesses: Witnesses) -> None:
    """Raise OpenQuestion unless objects and data are at the offsets in the witness, and immutables
    are written wherever the deployed code reads them."""
    witness = witnesses[program]
    for path, offset in witness.offsets.items():
        content = _content(program, path, witnesses)
        if witness.content[offset : offset + len(content)] != content:
            raise OpenQuestion(f"the bytes at {offset:#x} are not those of {path!r}")
        target = program.find(path)
        if target is not program:
            inner = witnesses[target].libraries if isinstance(target, Object) else {}
            if witness.filled(offset, len(content)) != ({}, dict(inner)):
                raise OpenQuestion(f"the addresses or immutables filled in differ from {path!r}")
    readers = [one for one in program.sub_objects if one in witnesses and witnesses[one].immutables]
    if len(readers) > 1:
        raise OpenQuestion("more than one sub-object reads immutables")
    read: dict[str, set[int]] = {}
    for one in readers:
        for offset, name in witnesses[one].immutables.items():
            read.setdefault(name, set()).add(offset)
    assigned = {name: set(offsets) for name, offsets in witness.assigned.items()}
    if read != assigned:
        raise OpenQuestion("immutables are not written where they are read")
    for name in set(read) - set(_arguments(CallGraph(program.code), "setimmutable")):
        raise OpenQuestion(f"the immutable {name!r} is never written")


def _content(program: Object, path: str, witnesses: Witnesses) -> bytes:
    target = program.find(path)
    if isinstance(target, Data):
        return target.content.encode("latin-1")
    if target is None or target not in witnesses:
        raise OpenQuestion(f"the bytes of {path!r} are not known")
    return witnesses[target].content


def _arguments(calls: CallGraph, builtin: str) -> list[str]:
    """The names that a builtin is called with."""
    literals = [
        argument
        for call in calls.of_builtins.get(builtin, ())
        for argument in call.arguments
        if isinstance(argument, Literal) and argument.unlimited
    ]
    return [literal.text for literal in literals if literal.text is not None]
