"""The solc of a Foundry project: its invocation, and the reading of its answer.

Of foundry-rs, what starts `solc` (the order of the options, the folder, the input) and the types
that its answer is read into; an answer of another shape ends a build.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from tests.processes import run_yulopt
from yulopt.persistence.json_values import Json, read_json

# Raises an error that begins with the path if the value is not of this shape.
Shape: TypeAlias = Callable[[Json, str], None]

# Numbers, identifiers and metadata of a version as semver.org has them, without a pre-release.
_VERSION: Final = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
)
_CREATION_COSTS: Final = ("codeDepositCost", "executionCost", "totalCost")
_OBJECT: Final = re.compile(r"([0-9a-fA-F]{2}|__\$[0-9a-f]{34}\$__)*")


class ProtocolError(AssertionError):
    """Foundry would stop here."""


class Solc:
    """A `solc` that Foundry runs for a project."""

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self._root = root
        self._environment = environment

    def version(self) -> str:
        """The version as Foundry reads it, which decides on settings and pragmas."""
        lines = [line for line in self._run(["--version"], b"").splitlines() if line.strip()]
        version = lines[-1].removeprefix("Version: ").replace(".g++", ".gcc")
        if not _VERSION.fullmatch(version):
            raise ProtocolError(f"no semantic version: {version}")
        return version

    def compile(self, request: str) -> Json:
        """The answer to a request, after it has been read strictly."""
        options = ["--allow-paths", f"{self._root},{self._root / 'lib'}"]
        options += ["--include-path", str(self._root / "node_modules")]
        options += ["--base-path", str(self._root), "--standard-json"]
        answer = read_json(self._run(options, request.encode()))
        ANSWER(answer, "answer")
        return answer

    def _run(self, options: list[str], given: bytes) -> str:
        done = run_yulopt(
            ["solc", *options], folder=self._root, environment=self._environment, input=given
        )
        if done.returncode != 0:
            raise ProtocolError(f"status {done.returncode}: {done.stderr}")
        return done.stdout


# Parts of shapes


def _text(value: Json, path: str) -> None:
    if not isinstance(value, str):
        raise ProtocolError(f"{path}: no string: {value!r}")


def _matches(pattern: re.Pattern[str], value: Json, path: str) -> None:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ProtocolError(f"{path}: no {pattern.pattern}: {value!r}")


def _number(lowest: int, bits: int, value: Json, path: str) -> None:
    if type(value) is not int or not lowest <= value < 1 << bits:
        raise ProtocolError(f"{path}: no number of {bits} bits: {value!r}")


def _one_of(names: tuple[str, ...], value: Json, path: str) -> None:
    if value not in names:
        raise ProtocolError(f"{path}: none of {names}: {value!r}")


def _anything(value: Json, path: str) -> None:
    pass


def _nullable(shape: Shape, value: Json, path: str) -> None:
    if value is not None:
        shape(value, path)


def _list(item: Shape, value: Json, path: str) -> None:
    if not isinstance(value, list):
        raise ProtocolError(f"{path}: no list: {value!r}")
    for index, element in enumerate(value):
        item(element, f"{path}[{index}]")


def _map(item: Shape, value: Json, path: str) -> None:
    if not isinstance(value, dict):
        raise ProtocolError(f"{path}: no object: {value!r}")
    for key, element in value.items():
        item(element, f"{path}.{key}")


def _record(needed: dict[str, Shape], other: dict[str, Shape], value: Json, path: str) -> None:
    """Whether the required keys exist; unknown keys are ignored."""
    if not isinstance(value, dict):
        raise ProtocolError(f"{path}: no object: {value!r}")
    for key, shape in needed.items():
        if key not in value:
            raise ProtocolError(f"{path}: without {key}")
        shape(value[key], f"{path}.{key}")
    for key, shape in other.items():
        if key in value:
            shape(value[key], f"{path}.{key}")


def _nullables(**shapes: Shape) -> dict[str, Shape]:
    return {key: partial(_nullable, shape) for key, shape in shapes.items()}


# The shapes

_unsigned: Final = partial(_number, 0, 32)
_signed: Final = partial(_number, -(1 << 31), 31)
_places: Final = partial(_list, partial(_record, {"start": _unsigned, "length": _unsigned}, {}))
_location: Final = partial(_record, {"file": _text, "start": _signed, "end": _signed}, {})
_other_location: Final = partial(
    _record, {}, _nullables(file=_text, start=_signed, end=_signed, message=_text)
)
_error: Final = partial(
    _record,
    {
        "type": _text,
        "component": _text,
        "severity": partial(_one_of, ("error", "warning", "info")),
        "message": _text,
    },
    {
        **_nullables(
            sourceLocation=_location,
            # A string of digits, which becomes a number of 64 bits.
            errorCode=partial(_matches, re.compile(r"\d{1,19}")),
            formattedMessage=_text,
        ),
        "secondarySourceLocations": partial(_list, _other_location),
    },
)
_code: Final[dict[str, Shape]] = {
    **_nullables(opcodes=_text, sourceMap=_text),
    "functionDebugData": partial(
        _map,
        partial(
            _record,
            {},
            _nullables(
                entryPoint=_unsigned, id=_unsigned, parameterSlots=_unsigned, returnSlots=_unsigned
            ),
        ),
    ),
    "generatedSources": partial(_list, _anything),
    "linkReferences": partial(_map, partial(_map, _places)),
}
_object: Final = partial(_matches, _OBJECT)
_evm: Final = partial(
    _record,
    {},
    _nullables(
        assembly=_text,
        legacyAssembly=_anything,
        # Without the object there is no bytecode to read.
        bytecode=partial(_record, {"object": _object}, _code),
        deployedBytecode=partial(
            _record,
            {},
            {"object": _object, **_code, "immutableReferences": partial(_map, _places)},
        ),
        methodIdentifiers=partial(_map, _text),
        gasEstimates=partial(
            _record,
            {
                "creation": partial(_record, dict.fromkeys(_CREATION_COSTS, _text), {}),
            },
            {"external": partial(_map, _text), "internal": partial(_map, _text)},
        ),
    ),
)
_contract: Final = partial(
    _record,
    {},
    _nullables(
        abi=partial(_list, _anything), metadata=_text, ir=_text, irOptimized=_text, evm=_evm
    ),
)
ANSWER: Final = partial(
    _record,
    {},
    {
        "errors": partial(_list, _error),
        "sources": partial(_map, partial(_record, {"id": _unsigned}, {})),
        "contracts": partial(_map, partial(_map, _contract)),
    },
)
