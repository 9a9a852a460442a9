"""A contract as it is published: a program in Yul, and all that it takes to check it."""

from __future__ import annotations

import json
from typing import Final

import attr

from yulopt.build_info import VERSION
from yulopt.driver.optimization import commented_text, optimize_source
from yulopt.driver.options import Options
from yulopt.dropin.front import Front
from yulopt.errors import Source, YulError
from yulopt.passes.step import Observer
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.publish.nesting import nest_objects
from yulopt.publish.request import (
    MadeCode,
    code_by_solc,
    code_of,
    differences,
    request_of,
    request_text,
)
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Data, Object

# Where solc's IR has the metadata of the source, which ends the runtime code.
_METADATA: Final = ".metadata"
# As in 0.8.37+commit.f401782d.Emscripten.clang, where the platform follows.
_VERSION_PARTS: Final = 4
# What each program that is published begins with.
MARK: Final = "// Published by yulopt"


@attr.s(auto_attribs=True, frozen=True)
class Subject:
    """What is published: the program `source`, IR of stock solc, of a contract `name`.

    `origin` is the contract with its file, as the Solidity build names it, empty if that is not
    known; `abi` is its interface. `command` are the options of `yulopt publish` that compile it.
    """

    source: Source
    name: str
    origin: str
    abi: Json
    command: str


@attr.s(auto_attribs=True, frozen=True)
class Publication:
    """The texts that are published, and the `code` that stock solc makes of them.

    `solc` is the version that has made it, with its commit; `object_name` is what it calls the
    contract.
    """

    subject: Subject
    options: Options
    solc: str
    object_name: str
    program: str
    request: JsonObject
    code: MadeCode

    @property
    def artefact(self) -> str:
        """The contract in the form that build systems read."""
        return _json_text(
            {
                "contractName": self.subject.name,
                "sourceName": f"{self.subject.name}.yul",
                "abi": self.subject.abi,
                "bytecode": _prefixed(self.code.bytecode),
                "deployedBytecode": _prefixed(self.code.deployed),
                "compiler": {"name": "solc", "version": self.solc, "language": "Yul"},
                "origin": self.subject.origin or None,
            }
        )

    @property
    def request_text(self) -> str:
        """The request in standard JSON."""
        return request_text(self.request)


def publish(
    subject: Subject,
    options: Options,
    front: Front,
    *,
    keeps_metadata: bool = True,
    observer: Observer | None = None,
) -> Publication:
    """Optimise a program, and have stock solc make its code.

    `front` is the stock solc. Without `keeps_metadata`, the code ends without the hash of the
    metadata of its source. `observer` is told of every step. Raises `YulError` for bad input, and
    if a byte of what stock solc makes is not that of yulopt.
    """
    front.require(options.dialect.release)
    locations = Locations()
    program = optimize_source(subject.source, options, observer=observer, locations=locations)
    if not keeps_metadata:
        _drop_metadata(program)
    nest_objects(program)
    text = commented_text(program, locations, options.dialect, bare=False)
    text = "".join(f"{line}\n" for line in _header(subject, options)) + text
    request = request_of(text, f"{subject.name}.yul", options)
    code = checked_code(request, options, front)
    return Publication(subject, options, _commit(front), program.name, text, request, code)


def checked_code(request: JsonObject, options: Options, front: Front) -> MadeCode:
    """The code that stock solc makes for a request, which yulopt makes, too; raises `YulError` if
    they differ."""
    ours = code_of(request, options)
    found = differences(ours, code_by_solc(request, front))
    if found:
        raise YulError(
            f"nothing is published: solc {front.number} makes other code than yulopt; "
            + "; ".join(found),
            filename=next(iter(object_at(request, "sources"))),
        )
    return ours


def _header(subject: Subject, options: Options) -> list[str]:
    release = options.dialect.release.version
    origin = f" of {subject.origin}" if subject.origin else ""
    return [
        f"{MARK} {VERSION}: the contract {subject.name}, optimised with {subject.command}.",
        f"// It is made from the IR of solc {release}{origin}, and does what that does.",
        f"// solc {release} makes its bytes with the settings in {subject.name}.input.json.",
    ]


def _commit(front: Front) -> str:
    """The version as explorers name it, without the platform."""
    return ".".join(front.version.split(".")[:_VERSION_PARTS])


def _drop_metadata(program: Object) -> None:
    program.children = [
        child
        for child in program.children
        if not (isinstance(child, Data) and child.name == _METADATA)
    ]
    for child in program.sub_objects:
        _drop_metadata(child)


def _prefixed(code: JsonObject) -> JsonObject:
    return {**code, "object": f"0x{code['object']}"}


def _json_text(value: JsonObject) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
