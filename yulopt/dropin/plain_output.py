"""An answer in standard JSON as the text that solc prints, or the files that it writes.

Source: chapter 11, section 8.3 of the specification.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from yulopt.dropin.plain_forms import Output, PlainForm, PlainFormError
from yulopt.dropin.signatures import error_signatures, event_signatures
from yulopt.persistence.json_values import Json, JsonObject, object_at, write_json
from yulopt.terminal.console import check_writable, write_whole

_UNFIT_FOR_FILES: Final = re.compile("[/:.]")


class Messages(NamedTuple):
    """The messages of an answer as text; with errors there is no code."""

    text: str
    are_errors: bool


def messages(answer: Json) -> Messages:
    """The messages of an answer."""
    errors = object_at(answer).get("errors")
    found = [object_at(error) for error in errors] if isinstance(errors, list) else []
    texts = [str(error.get("formattedMessage") or error.get("message")) for error in found]
    text = "".join(text if text.endswith("\n") else f"{text}\n" for text in texts)
    return Messages(text, any(error.get("severity") == "error" for error in found))


def printed(form: PlainForm, answers: Iterable[Json]) -> str:
    """All requested outputs, with headings."""
    parts: list[str] = []
    for file, name, contract in _contracts(answers):
        if form.is_yul:
            parts.append(f"\n======= {file} (EVM) =======\n")
        else:
            parts.append(f"\n======= {file}:{name} =======\n")
        for output in form.outputs():
            before = "\n" if form.is_yul else ""
            parts.append(f"{before}{output.heading}\n{_text(contract, output)}\n")
    if not form.outputs():
        return "Compiler run successful. No output generated.\n"
    return "".join(parts)


def write_files(form: PlainForm, answers: Iterable[Json], folder: Path) -> str:
    """Write a file for each output; returns the message to print.

    Raises `PlainFormError` if there is such a file already and none may be overwritten, or if two
    outputs would be one file, and `YulError` if one cannot be written.
    """
    contracts = list(_contracts(answers))
    count = Counter(name for _, name, _ in contracts)
    files: dict[Path, str] = {}
    for file, name, contract in contracts:
        qualified = _UNFIT_FOR_FILES.sub("_", f"{file}:{name}")
        stem = name if count[name] == 1 else qualified
        for output in form.outputs():
            path = folder / f"{stem}{output.suffix}"
            if path in files:
                raise PlainFormError(
                    f'two outputs would both be written to "{path}"; write one of them to another'
                    " folder"
                )
            files[path] = _text(contract, output)
    for path in files:
        if path.exists() and not form.overwrites:
            raise PlainFormError(
                f'Refusing to overwrite existing file "{path}" (use --overwrite to force).'
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlainFormError(f'"{folder}" cannot be created: {error.strerror}') from None
    for path in files:
        check_writable(path)
    for path, text in files.items():
        write_whole(path, text)
    return f'Compiler run successful. Artifact(s) can be found in directory "{folder}".\n'


def _contracts(answers: Iterable[Json]) -> Iterator[tuple[str, str, JsonObject]]:
    for answer in answers:
        for file, contracts in sorted(object_at(answer, "contracts").items()):
            for name, contract in sorted(object_at(contracts).items()):
                yield file, name, object_at(contract)


def _text(contract: JsonObject, output: Output) -> str:
    *way, last = output.output.split(".")
    value = object_at(contract, *way).get(last)
    if output.output == "evm.methodIdentifiers":
        return _signatures(object_at(value), contract.get("abi"))
    if isinstance(value, str):
        # The IR begins with a blank line, which belongs to it.
        return value.removesuffix("\n")
    return "" if value is None else write_json(value)


def _signatures(functions: JsonObject, abi: Json) -> str:
    """A line for each function, and for each error and event if there are any."""
    text = "".join(f"{digits}: {name}\n" for name, digits in sorted(functions.items()))
    for heading, hashes in (
        ("Error signatures:", error_signatures(abi)),
        ("Event signatures:", event_signatures(abi)),
    ):
        if hashes:
            lines = [f"{digits}: {name}\n" for name, digits in hashes.items()]
            text += f"\n{heading}\n{''.join(lines)}"
    return text
