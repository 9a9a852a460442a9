"""solc's command lines with files, and the equivalent requests.

`FILE.sol... [PREFIX=PATH...] OPTION...` compiles all files together; `--strict-assembly FILE.yul`
compiles each program in Yul separately.

Source: chapter 11, sections 8.1 to 8.3 of the specification.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from yulopt.dropin.front import Reading
from yulopt.errors import YulError
from yulopt.persistence.json_values import Json, JsonObject, object_in
from yulopt.terminal.console import STANDARD_INPUT, read_source

STRICT_ASSEMBLY: Final = "--strict-assembly"

_STANDARD_INPUT_NAME: Final = "<stdin>"
_REMAPPING_SIGN: Final = "="


class PlainFormError(YulError):
    """A command line that `yulopt solc` does not accept."""


class Output(NamedTuple):
    """The output of an option: its name in standard JSON, its heading, the suffix of its file.

    `also` is another output, a part of which is shown under headings of its own.
    """

    output: str
    heading: str
    suffix: str
    also: str = ""


# In the order in which solc prints them.
OUTPUTS: Final = {
    "--asm": Output("evm.assembly", "EVM assembly:", ".evm"),
    "--opcodes": Output("evm.bytecode.opcodes", "Opcodes:", ".opcode"),
    "--bin": Output("evm.bytecode.object", "Binary:", ".bin"),
    "--bin-runtime": Output(
        "evm.deployedBytecode.object", "Binary of the runtime part:", ".bin-runtime"
    ),
    "--ir": Output("ir", "IR:", ".yul"),
    "--ir-optimized": Output("irOptimized", "Optimized IR:", "_opt.yul"),
    "--hashes": Output("evm.methodIdentifiers", "Function signatures:", ".signatures", "abi"),
    "--metadata": Output("metadata", "Metadata:", "_meta.json"),
    "--abi": Output("abi", "Contract JSON ABI", ".abi"),
    "--storage-layout": Output("storageLayout", "Contract Storage Layout:", "_storage.json"),
}
# The same for programs in Yul. Without any of these options, all of them are shown.
YUL_OUTPUTS: Final = {
    "--ir-optimized": Output("irOptimized", "Pretty printed source:", ".yul"),
    "--bin": Output("evm.bytecode.object", "Binary representation:", ".bin"),
    "--asm": Output("evm.assembly", "Text representation:", ".asm"),
}


class Setting(NamedTuple):
    """The setting of an option: its path in `settings`, and the value of its text."""

    way: tuple[str, ...]
    value: Callable[[str], Json]
    metavar: str = ""


def _list_of(text: str) -> Json:
    known: dict[str, Json] = {"none": [], "all": ["*"]}
    listed: list[Json] = [*text.split(",")]
    return known.get(text, listed)


def _number(text: str) -> Json:
    # Anything else is an error of solc, as in any request.
    return int(text) if text.isascii() and text.isdigit() else text


SETTINGS: Final = {
    "--via-ir": Setting(("viaIR",), lambda _: True),
    "--optimize": Setting(("optimizer", "enabled"), lambda _: True),
    "--optimize-runs": Setting(("optimizer", "runs"), _number, "N"),
    "--yul-optimizations": Setting(
        ("optimizer", "details", "yulDetails", "optimizerSteps"), str, "STEPS"
    ),
    "--evm-version": Setting(("evmVersion",), str, "VERSION"),
    "--libraries": Setting(("libraries",), lambda text: _libraries(text), "SOURCE:LIB=ADDRESS,..."),
    "--metadata-hash": Setting(("metadata", "bytecodeHash"), str, "HASH"),
    "--no-cbor-metadata": Setting(("metadata", "appendCBOR"), lambda _: False),
    "--revert-strings": Setting(("debug", "revertStrings"), str, "HOW"),
    "--debug-info": Setting(("debug", "debugInfo"), _list_of, "WHAT,..."),
}
_OUTPUT_FOLDER: Final = ("-o", "--output-dir")
_OVERWRITE: Final = "--overwrite"


class PlainForm:
    """A command line: files, remappings, outputs and settings.

    `output_folder` is None for the standard output.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Raises `PlainFormError` for one that solc rejects, or that is not supported here."""
        self.files: list[str] = []
        self.is_yul = False
        self.output_folder: str | None = None
        self.overwrites = False
        self._remappings: list[Json] = []
        self._asked: set[str] = set()
        self._settings: JsonObject = {}
        rest = iter(words)
        for word in rest:
            if word.startswith("-") and word != STANDARD_INPUT:
                self._take_option(word, rest)
            elif _REMAPPING_SIGN in word:
                self._remappings.append(word)
            else:
                self.files.append(word)
        if not self.files:
            raise PlainFormError(
                "no input files; name some, or - for the standard input, or use --standard-json"
            )

    def outputs(self) -> list[Output]:
        """The requested outputs, in the order in which they are shown."""
        table = YUL_OUTPUTS if self.is_yul else OUTPUTS
        chosen = [output for option, output in table.items() if option in self._asked]
        return list(table.values()) if self.is_yul and not chosen else chosen

    def requests(self, reading: Reading) -> Iterator[JsonObject]:
        """The requests in standard JSON: one for all contracts, or one for each program.

        Raises `PlainFormError` if a file cannot be read.
        """
        sources: dict[str, Json] = {}
        for file in self.files:
            name, content = _read(file, reading)
            sources[name] = {"content": content}
        together = (
            [{name: source} for name, source in sources.items()] if self.is_yul else [sources]
        )
        wanted: list[Json] = [
            name for output in self.outputs() for name in (output.output, output.also) if name
        ]
        settings = self._settings | {"outputSelection": {"*": {"*": wanted}}}
        if self._remappings:
            settings["remappings"] = self._remappings
        for some in together:
            language = "Yul" if self.is_yul else "Solidity"
            yield {"language": language, "sources": some, "settings": settings}

    def may_also_be_read(self) -> list[str]:
        """The folders of the files, and those that remappings lead to."""
        files = [str(Path(file).parent) for file in self.files if file != STANDARD_INPUT]
        targets = [str(remapping).partition(_REMAPPING_SIGN)[2] for remapping in self._remappings]
        return [folder for folder in (*files, *targets) if folder]

    def _take_option(self, word: str, rest: Iterator[str]) -> None:
        option, has_value, value = word.partition("=")
        setting = SETTINGS.get(option)
        takes_value = option in _OUTPUT_FOLDER or (setting is not None and setting.metavar)
        flags = (STRICT_ASSEMBLY, _OVERWRITE, *OUTPUTS, *SETTINGS)
        if has_value and not takes_value and option in flags:
            raise PlainFormError(f"the option {option} takes no value")
        if option == STRICT_ASSEMBLY:
            self.is_yul = True
        elif option == _OVERWRITE:
            self.overwrites = True
        elif option in _OUTPUT_FOLDER:
            self.output_folder = value if has_value else _value_of(option, rest)
        elif option in OUTPUTS:
            self._asked.add(option)
        elif setting is not None:
            if setting.metavar and not has_value:
                value = _value_of(option, rest)
            target = self._settings
            for key in setting.way[:-1]:
                target = object_in(target, key)
            target[setting.way[-1]] = setting.value(value)
        else:
            raise PlainFormError(
                f"yulopt solc does not know the option {option}; solc itself may, so use that here"
            )


def _value_of(option: str, rest: Iterator[str]) -> str:
    value = next(rest, None)
    if value is None:
        raise PlainFormError(f"the option {option} needs a value")
    return value


def _read(file: str, reading: Reading) -> tuple[str, str]:
    """The name of a source and its content."""
    if file == STANDARD_INPUT:
        return _STANDARD_INPUT_NAME, read_source(file).text
    check_is_file(file)
    return _source_name(file, reading), read_source(file).text


def check_is_file(file: str) -> None:
    """Raises `PlainFormError` if there is no such file."""
    if not os.path.isfile(file):
        what = "is no file" if os.path.exists(file) else "is not found"
        raise PlainFormError(f'"{file}" {what}')


def _source_name(file: str, reading: Reading) -> str:
    """The path below the base path, or below an include path; else the whole path."""
    path = Path(os.path.abspath(file))
    for folder in (reading.base or ".", *reading.include):
        root = Path(os.path.abspath(folder))
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.as_posix()


def _libraries(text: str) -> Json:
    """Addresses by file and library; the text may also be the name of a file with them."""
    # Not by pathlib, which fails if the text is too long for a path.
    if os.path.isfile(text):
        text = read_source(text).text
    libraries: JsonObject = {}
    for one in text.replace(",", " ").split():
        name, sign, address = one.partition("=")
        file, colon, library = name.rpartition(":")
        if not (sign and colon and library and address):
            raise PlainFormError(f"--libraries: expected FILE:LIBRARY=ADDRESS, not '{one}'")
        object_in(libraries, file)[library] = address
    return libraries
