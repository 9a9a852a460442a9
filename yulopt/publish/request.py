"""The request to stock solc for the code of a published program, and its answer.

Source: chapter 11, section 2.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attr

from yulopt.assembly.bytecode import Bytecode
from yulopt.driver.build import compile_source
from yulopt.driver.compilation import reported_code
from yulopt.driver.options import Options
from yulopt.dropin.front import Front
from yulopt.dropin.settings import requested_options
from yulopt.errors import Source, YulError
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.syntax.objects import Data, Object, deployed_object

_OUTPUTS: Final[list[Json]] = [
    "evm.bytecode.object",
    "evm.bytecode.linkReferences",
    "evm.deployedBytecode.object",
    "evm.deployedBytecode.linkReferences",
    "evm.deployedBytecode.immutableReferences",
]
# Of solc's steps, only those run that code generation needs.
_NO_STEPS: Final = ":"
# The runtime code of a program that deploys none.
_NOTHING: Final = Bytecode(b"")


@attr.s(auto_attribs=True, frozen=True)
class MadeCode:
    """The creation code and the deployed code of a contract, in the form of standard JSON."""

    bytecode: JsonObject
    deployed: JsonObject


def request_of(text: str, file: str, options: Options, *, exact: bool = False) -> JsonObject:
    """The request in standard JSON for the code of a program that is optimised already, or, if it
    is `exact`, of one that consists of bytes."""
    optimizer: JsonObject = {
        "enabled": True,
        "runs": options.runs,
        "details": {
            "yul": True,
            "yulDetails": {
                "stackAllocation": options.stack_allocation,
                "optimizerSteps": _NO_STEPS,
            },
        },
    }
    return {
        "language": "Yul",
        "sources": {file: {"content": text}},
        "settings": {
            "evmVersion": options.evm_version,
            "optimizer": {"enabled": False} if exact else optimizer,
            "outputSelection": {"*": {"*": list(_OUTPUTS)}},
        },
    }


def code_of(request: JsonObject, options: Options) -> MadeCode:
    """The code that yulopt generates for a request; raises `YulError` if there is none."""
    ((file, source),) = object_at(request, "sources").items()
    requested = requested_options(request["settings"], options.dialect.release)
    text = str(object_at(source)["content"])
    compiled, parts = compile_source(Source(text, file), requested)
    return made_code(compiled.program, parts, requested)


def made_code(
    program: Object, parts: Mapping[Object | Data, Bytecode], options: Options
) -> MadeCode:
    """The code of a program with these parts."""
    inside = deployed_object(program)
    deployed = _NOTHING if inside is None else parts[inside]
    return MadeCode(
        _fields(parts[program], options, "linkReferences"),
        _fields(deployed, options, "linkReferences", "immutableReferences"),
    )


def _fields(code: Bytecode, options: Options, *references: str) -> JsonObject:
    reported = reported_code(code, options.dialect).to_json()
    return {name: reported[name] for name in ("object", *references)}


def code_by_solc(request: JsonObject, front: Front) -> MadeCode:
    """The code that stock solc generates for a request; raises `YulError` if there is none."""
    answer = read_json(front.compile(write_json(request), None))
    (file,) = object_at(request, "sources")
    outputs = list(object_at(answer, "contracts", file).values())
    if len(outputs) != 1:
        errors = object_at(answer).get("errors")
        told = [object_at(one) for one in (errors if isinstance(errors, list) else [])]
        reasons = [str(one.get("formattedMessage", "")).strip() for one in told]
        raise YulError("\n".join(["stock solc generates no code:", *reasons]), filename=file)
    evm = object_at(outputs[0], "evm")
    return MadeCode(object_at(evm, "bytecode"), object_at(evm, "deployedBytecode"))


def differences(ours: MadeCode, theirs: MadeCode) -> list[str]:
    """The differences between the code of yulopt and that of stock solc, in words."""
    creation = _differences("creation code", ours.bytecode, theirs.bytecode)
    return creation + _differences("runtime code", ours.deployed, theirs.deployed)


def _differences(title: str, ours: JsonObject, theirs: JsonObject) -> list[str]:
    found = []
    if ours["object"] != theirs.get("object", ""):
        found.append(f"the {title} has {_difference(str(ours['object']), theirs)}")
    return found + [
        f"the {title} has other {name}"
        for name in ("linkReferences", "immutableReferences")
        if _in_order(ours.get(name, {})) != _in_order(theirs.get(name, {}))
    ]


def _difference(digits: str, other: JsonObject) -> str:
    theirs = str(other.get("object", ""))
    if len(digits) != len(theirs):
        return f"{len(theirs) // 2} bytes, not {len(digits) // 2}"
    first = next(at for at, pair in enumerate(zip(digits, theirs, strict=True)) if len({*pair}) > 1)
    return f"another byte at {first // 2}"


def _in_order(references: Json) -> str:
    """References as a text that is equal for equal ones, whatever their order."""
    if isinstance(references, list):
        return str(sorted(map(_in_order, references)))
    if isinstance(references, dict):
        return str(sorted((key, _in_order(value)) for key, value in references.items() if value))
    return str(references)
