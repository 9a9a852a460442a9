"""Solidity: the solc in front makes IR of it, if there is one.

Source: chapter 11, section 8 of the specification.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from yulopt.dropin.front import FrontError, Reading, find_front
from yulopt.errors import COMMENT, Source, YulError
from yulopt.inputs.contract import Contents, contracts_of_answer
from yulopt.inputs.json_forms import messages
from yulopt.persistence.cache import user_cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.terminal.console import STANDARD_INPUT

# What a source in Solidity begins with, behind comments.
_BEGINNING: Final = re.compile(
    rf"(?:\s|{COMMENT})*(?:pragma\s|import\s*[\"'{{*A-Za-z]|(?:abstract\s+)?contract\s+\w"
    r"|interface\s+\w|library\s+\w|using\s+\w|struct\s+\w|enum\s+\w|type\s+\w+\s+is\s)"
)
_WANTED: Final[JsonObject] = {"*": {"*": ["ir"]}}


def is_solidity(text: str) -> bool:
    """Whether a text begins like Solidity."""
    return _BEGINNING.match(text) is not None


def compile_solidity(source: Source, path: Path | None, evm_version: str | None) -> Contents:
    """The contracts of a source in Solidity and of what it imports.

    `path` is None for the standard input. Imports are looked up as solc does: relative to the file,
    else below the working directory. Raises `YulError`.
    """
    name = _unit_name(path)
    settings: JsonObject = {} if evm_version is None else {"evmVersion": evm_version}
    request: JsonObject = {
        "language": "Solidity",
        "sources": {name: {"content": source.text}},
        "settings": settings,
    }
    try:
        answer = ask_for_ir(request, source.filename, path)
    except FrontError as error:
        file = STANDARD_INPUT if path is None else source.filename
        raise YulError(
            f"this is Solidity; run: solc --ir {file} | yulopt -\n(or let yulopt run solc itself:"
            f" {error.message})",
            filename=source.filename,
        ) from None
    return Contents("Solidity", contracts_of_answer(answer), "", own_file=name)


def compile_request(request: JsonObject, name: str, path: Path | None) -> JsonObject:
    """The answer to a request that asks for other things; raises `YulError`."""
    try:
        return ask_for_ir(request, name, path)
    except FrontError as error:
        raise YulError(
            f"this is a request to solc, of which only solc can make IR: {error.message}",
            filename=name,
        ) from None


def ask_for_ir(request: JsonObject, name: str, path: Path | None) -> JsonObject:
    """The answer of the solc in front, with IR.

    Raises `FrontError` if there is no such solc, `YulError` if it finds errors in `name`.
    """
    front = find_front(None, user_cache())
    settings = {**object_at(request, "settings"), "outputSelection": _WANTED}
    # With it, there would be no IR.
    settings.pop("stopAfter", None)
    folder = Path.cwd() if path is None else path.absolute().parent
    told = front.compile(
        write_json({**request, "settings": settings}), Reading(allow=[str(folder)])
    )
    try:
        answer: Json = read_json(told)
    except ValueError:
        raise FrontError("the solc in front gives no JSON") from None
    errors = messages(object_at(answer))
    if errors:
        raise YulError("\n".join(["solc found errors:", *errors]), filename=name)
    return object_at(answer)


def _unit_name(path: Path | None) -> str:
    """What solc calls a file: its path below the working directory, or else the whole path."""
    if path is None:
        return "<stdin>"
    absolute = Path(os.path.abspath(path))
    here = Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()
