"""solc's outputs about the bytecode of a program."""

from __future__ import annotations

import attr

from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.opcodes import disassemble
from yulopt.assembly.spill_slots import static_call_warnings
from yulopt.assembly.text import assembly_text
from yulopt.dialect import Dialect
from yulopt.gas.schedule import STORED_BYTE_GAS
from yulopt.persistence.json_values import Json, JsonObject
from yulopt.syntax.literals import WORD_BYTES, as_text
from yulopt.syntax.objects import Data, Object


@attr.s(auto_attribs=True, frozen=True)
class Code:
    """Bytecode, and the offsets at which it is not complete.

    `hex` are hexadecimal digits, with solc's `__$...$__` for the addresses of libraries;
    `opcodes` the same as instructions; `size` the number of bytes. `link_references` has the
    offsets of library addresses, by file and library, `immutable_references` those of words that
    are set at deployment, by name.
    """

    hex: str
    opcodes: str
    size: int
    link_references: dict[str, dict[str, list[int]]]
    immutable_references: dict[str, list[int]]

    def to_json(self) -> JsonObject:
        """The same in the form of solc's output, with the size."""
        return {
            "object": self.hex,
            "opcodes": self.opcodes,
            "size": self.size,
            "linkReferences": {
                file: {
                    library: _ranges(offsets, ADDRESS_BYTES)
                    for library, offsets in libraries.items()
                }
                for file, libraries in self.link_references.items()
            },
            "immutableReferences": {
                name: _ranges(offsets, WORD_BYTES)
                for name, offsets in self.immutable_references.items()
            },
        }


@attr.s(auto_attribs=True, frozen=True)
class Compilation:
    """A compiled program: its `assembly`, its `bytecode`, and the code that it `deployed`.

    The latter is that of the only object directly inside; None if there is none or several.
    `warnings` list limitations of the code: functions with variables in transient storage fail in
    a static call.
    """

    assembly: str
    bytecode: Code
    deployed: Code | None
    warnings: list[str]

    @property
    def deposit_gas(self) -> int:
        """The gas for storing the deployed code."""
        return STORED_BYTE_GAS * self.deployed.size if self.deployed else 0

    def to_json(self) -> JsonObject:
        """All fields, under solc's names where solc has them."""
        return {
            "assembly": self.assembly,
            "bytecode": self.bytecode.to_json(),
            "deployedBytecode": self.deployed.to_json() if self.deployed else None,
            "gasEstimates": {"creation": {"codeDepositCost": str(self.deposit_gas)}},
        }


def compilation(
    compiled: CompiledObject, parts: dict[Object | Data, Bytecode], dialect: Dialect
) -> Compilation:
    """The report on code that was assembled to these parts."""
    children = compiled.children
    return Compilation(
        assembly_text(compiled, dialect),
        reported_code(parts[compiled.program], dialect),
        reported_code(parts[children[0].program], dialect) if len(children) == 1 else None,
        static_call_warnings(compiled),
    )


def reported_code(bytecode: Bytecode, dialect: Dialect) -> Code:
    """The report on the code of one object."""
    libraries: dict[str, dict[str, list[int]]] = {}
    for offset, name in sorted(bytecode.linker_symbols.items()):
        file, _, library = as_text(name).rpartition(":")
        libraries.setdefault(file, {}).setdefault(library, []).append(offset)
    return Code(
        bytecode.to_hex(),
        disassemble(bytecode.content, dialect),
        len(bytecode.content),
        libraries,
        {as_text(name): offsets for name, offsets in bytecode.immutables.items()},
    )


def _ranges(offsets: list[int], length: int) -> Json:
    return [{"start": offset, "length": length} for offset in offsets]
