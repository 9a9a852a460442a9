"""The publication of a contract: a program in Yul, and everything needed to check it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attr

from yulopt.build_info import VERSION
from yulopt.driver.build import Front as CodeFront
from yulopt.driver.build import finish, generate_program
from yulopt.driver.optimization import commented_text
from yulopt.driver.options import Options
from yulopt.dropin.front import Front
from yulopt.errors import Source, YulError, located
from yulopt.passes.step import Observer
from yulopt.persistence.json_values import Json, JsonObject, object_at, readable_json
from yulopt.publish.exact import exact_text
from yulopt.publish.nesting import nest_objects
from yulopt.publish.request import (
    MadeCode,
    code_by_solc,
    code_of,
    differences,
    made_code,
    request_of,
)
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.parser import parse_source

# Where solc's IR has the metadata of the source, which ends the runtime code.
_METADATA: Final = ".metadata"
# As in 0.8.37+commit.f401782d.Emscripten.clang, where the platform follows.
_VERSION_PARTS: Final = 4
# The beginning of each published program.
MARK: Final = "// Published by yulopt"


@attr.s(auto_attribs=True, frozen=True)
class Subject:
    """The subject of a publication: the program `source`, IR of stock solc, of a contract `name`.

    `origin` is the contract with its file, as the Solidity build names it, empty if that is not
    known; `abi` is its interface. `command` are the options of `yulopt publish` that compile it; if
    a smaller variant took their place, `note` says so. `inputs` are the texts of other files that
    these options name, by the suffixes of their names.
    """

    source: Source
    name: str
    origin: str
    abi: Json
    command: str
    note: str = ""
    inputs: Mapping[str, str] = attr.Factory(dict)


@attr.s(auto_attribs=True, frozen=True)
class Publication:
    """The published texts, and the `code` that stock solc generates from them.

    `solc` is the version that compiled it, with its commit; `object_name` is its name of the
    contract. If the publication is `exact`, the program consists of bytes.
    """

    subject: Subject
    options: Options
    solc: str
    object_name: str
    program: str
    request: JsonObject
    code: MadeCode
    exact: bool = False

    @property
    def artefact(self) -> str:
        """The contract in the form that build systems read."""
        return readable_json(
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
        return readable_json(self.request)


def publish(
    subject: Subject,
    options: Options,
    front: Front,
    *,
    keeps_metadata: bool = True,
    exact: bool = False,
    observer: Observer | None = None,
) -> Publication:
    """Optimise a program, and have stock solc generate its code.

    `front` is the stock solc. Without `keeps_metadata`, the code ends without the hash of the
    metadata of its source. If it is `exact`, the code generation of `options` generates the bytes,
    and solc reproduces them. `observer` is notified of every step. Raises `YulError` for bad input,
    and if the bytes of stock solc differ.
    """
    front.require(options.dialect.release)
    make = _exact if exact else _readable
    name, text, code = make(_Reading(subject.source, options, observer, keeps_metadata))
    text = "".join(f"{line}\n" for line in _header(subject, options, exact=exact)) + text
    request = request_of(text, f"{subject.name}.yul", options, exact=exact)
    made = code_of(request, options) if code is None else code
    check_code(made, request, front)
    # The version as explorers name it, without the platform.
    version = ".".join(front.version.split(".")[:_VERSION_PARTS])
    return Publication(subject, options, version, name, text, request, made, exact)


class _Reading(CodeFront):
    """Reads the program, if need be without its metadata, and optimises it."""

    def __init__(
        self, source: Source, options: Options, observer: Observer | None, keeps_metadata: bool
    ) -> None:
        super().__init__(source, options, observer)
        self.locations = Locations()
        self._keeps_metadata = keeps_metadata

    def read(self) -> Object:
        program = parse_source(self.source, self.options.dialect, self.locations)
        if not self._keeps_metadata:
            _drop_metadata(program)
        return program


def _readable(reading: _Reading) -> tuple[str, str, MadeCode | None]:
    """The name of the program and its text, which solc compiles."""
    program = reading.optimized(reading.read())
    nest_objects(program)
    text = commented_text(program, reading.locations, reading.options.dialect, bare=False)
    return program.name, text, None


def _exact(reading: _Reading) -> tuple[str, str, MadeCode | None]:
    """The name of the program, a text that solc compiles to its code, and the code."""
    options = reading.options
    compiled = generate_program(reading)
    parts = finish(compiled, options, reading.source)
    program = compiled.program
    with located(reading.source.filename):
        text = exact_text(program, parts)
    return program.name, text, made_code(program, parts, options)


def check_code(ours: MadeCode, request: JsonObject, front: Front) -> None:
    """Raise `YulError` unless stock solc generates this code for a request."""
    found = differences(ours, code_by_solc(request, front))
    if found:
        raise YulError(
            f"nothing is published: solc {front.number} generates other code than yulopt; "
            + "; ".join(found),
            filename=next(iter(object_at(request, "sources"))),
        )


def _header(subject: Subject, options: Options, *, exact: bool) -> list[str]:
    release = options.dialect.release.version
    origin = f" of {subject.origin}" if subject.origin else ""
    return [
        f"{MARK} {VERSION}: the contract {subject.name}, optimised with {subject.command}.",
        f"// It is made from the IR of solc {release}{origin}, and does what the IR does.",
        f"// solc {release} compiles it with the settings in {subject.name}.input.json.",
        *[f"// It is {subject.note}."] * bool(subject.note),
        *["// It consists of bytes that yulopt has generated."] * exact,
    ]


def _drop_metadata(program: Object) -> None:
    for item in program.all_objects():
        item.children = [
            child
            for child in item.children
            if not (isinstance(child, Data) and child.name == _METADATA)
        ]


def _prefixed(code: JsonObject) -> JsonObject:
    return {**code, "object": f"0x{code['object']}"}
