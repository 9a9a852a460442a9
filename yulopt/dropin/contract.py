"""The IR of one contract to everything that standard JSON says about its code.

Source: chapter 11, sections 3 to 5 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.analysis.declarations import function_definitions
from yulopt.analysis.side_effects import contains_msize
from yulopt.api import optimize_program, parse_steps
from yulopt.assembly.assembler import assemble_program
from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.assembly.opcodes import disassemble
from yulopt.assembly.optimizer.driver import optimize_assembly
from yulopt.assembly.pressure import stack_too_deep
from yulopt.dialect import Dialect, dialect_for, parse_evm_version
from yulopt.dropin.json_values import Json, JsonObject, object_at, object_in
from yulopt.dropin.listings import listings
from yulopt.dropin.settings import BackSettings
from yulopt.dropin.source_map import Locations, source_map
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

_DEPLOYED_SUFFIX: Final = "_deployed"
# A comment with nothing but blanks and other comments after it.
_AST_ID: Final = re.compile(r"///\s*@ast-id ([0-9]+)[^\n]*\n(?:\s*///[^\n]*\n)*\s*\Z")
_LONGEST_COMMENTS: Final = 4000
# The code of what has none: an interface, or an abstract contract.
_PLACEHOLDER: Final = re.compile(r"__\$[0-9a-f]{34}\$__")
_NO_CODE: Final = Bytecode(b"")


class ContractCode:
    """What becomes of the IR of a contract, in the form of standard JSON.

    `bytecode` and `deployed` are complete but for libraries; `ir_optimized` is the text, and so is
    `assembly`, with sources by number; `legacy_assembly` is the same as values. Both are empty
    unless they were asked for.
    """

    def __init__(
        self,
        bytecode: JsonObject,
        deployed: JsonObject,
        ir_optimized: str,
        assembly: str = "",
        legacy_assembly: Json = None,
    ) -> None:
        self.bytecode = bytecode
        self.deployed = deployed
        self.ir_optimized = ir_optimized
        self.assembly = assembly
        self.legacy_assembly = legacy_assembly


class Failure:
    """Why there is no code for a contract.

    `kind` is solc's name of the type of error; `position` the offset in the IR, -1 for none.
    """

    def __init__(self, kind: str, message: str, position: int) -> None:
        self.kind = kind
        self.message = message
        self.position = position


def no_code() -> ContractCode:
    """What is said about a contract without code."""
    empty = _common_fields(_NO_CODE, "", "", {})
    return ContractCode(empty, empty | {"immutableReferences": {}}, "")


def compile_contract(
    ir: str, name: str, settings: BackSettings, *, with_listings: bool = False
) -> ContractCode | Failure:
    """Optimise and assemble the IR of a contract, which `name` stands for in errors."""
    source = Source(ir, name)
    try:
        return _compile(source, settings, with_listings=with_listings)
    except StackTooDeepError as error:
        return Failure("YulException", error.message, _offset(ir, error))
    except YulError as error:
        message = f"yulopt: {name}: {error.message}; without yulopt, solc itself may do better"
        return Failure("InternalCompilerError", message, -1)


def _offset(text: str, error: YulError) -> int:
    """Where in the text an error is, -1 if that is not known."""
    if not error.line:
        return -1
    lines = text.split("\n")[: error.line - 1]
    return sum(len(line) + 1 for line in lines) + error.column - 1


def _compile(source: Source, settings: BackSettings, *, with_listings: bool) -> ContractCode:
    """Raises `YulError`, also when the stack is too deep."""
    dialect = dialect_for(parse_evm_version(settings.evm_version))
    program = _optimized(source, dialect, settings)
    compiled = compile_object(program, dialect, stack_allocation=settings.stack_allocation)
    error = stack_too_deep(compiled, source)
    if error is not None:
        raise error
    ir_optimized = print_yul(program)
    optimize_assembly(compiled, dialect, settings.runs, settings.assembly_passes)
    parts = assemble_program(compiled, dialect)
    locations = Locations(source.text)

    def fields(item: CompiledObject) -> JsonObject:
        bytecode = parts[item.program]
        return _common_fields(
            bytecode,
            disassemble(bytecode.content, dialect),
            source_map(bytecode.items, locations),
            _function_debug_data(item, bytecode, source.text),
        )

    deployed_name = program.name + _DEPLOYED_SUFFIX
    deployed = [child for child in compiled.children if child.program.name == deployed_name]
    immutables = parts[deployed[0].program].immutables if deployed else {}
    references: JsonObject = {
        "immutableReferences": {
            name: _ranges(offsets, WORD_BYTES) for name, offsets in immutables.items()
        }
    }
    inner = fields(deployed[0]) if deployed else no_code().deployed
    assembly, legacy_assembly = (
        listings(compiled, dialect, locations) if with_listings else ("", None)
    )
    return ContractCode(
        fields(compiled), inner | references, ir_optimized, assembly, legacy_assembly
    )


def _optimized(source: Source, dialect: Dialect, settings: BackSettings) -> Object:
    if not settings.is_on:
        program = parse_source(source, dialect)
        if run_with_deep_stack(lambda: _mentions_msize(program)):
            return program
    return optimize_program(
        source,
        parse_steps(settings.steps),
        bare=False,
        dialect=dialect,
        runs=settings.runs,
        stack_allocation=settings.stack_allocation,
    )


def _mentions_msize(program: Object) -> bool:
    return contains_msize(program.code) or any(map(_mentions_msize, program.sub_objects))


def _common_fields(
    bytecode: Bytecode, opcodes: str, mapping: str, functions: JsonObject
) -> JsonObject:
    """What is said about the code of a contract and about its deployed code alike."""
    libraries: dict[str, dict[str, list[int]]] = {}
    for offset, symbol in sorted(bytecode.linker_symbols.items()):
        file, _, library = symbol.rpartition(":")
        libraries.setdefault(file, {}).setdefault(library, []).append(offset)
    return {
        "object": bytecode.to_hex(),
        "opcodes": opcodes,
        "sourceMap": mapping,
        "linkReferences": {
            file: {library: _ranges(offsets, ADDRESS_BYTES) for library, offsets in one.items()}
            for file, one in libraries.items()
        },
        "generatedSources": [],
        "functionDebugData": functions,
    }


def _ranges(offsets: list[int], length: int) -> Json:
    return [{"start": offset, "length": length} for offset in sorted(offsets)]


def _function_debug_data(compiled: CompiledObject, bytecode: Bytecode, ir: str) -> JsonObject:
    """Where each function begins for which there was code, if its beginning is still there."""
    generated = {frame.function for frame in compiled.code.frames}
    return {
        function.name: {
            "entryPoint": bytecode.entry_points.get(function.name),
            "id": _ast_id(ir, function.position),
            "parameterSlots": len(function.parameters),
            "returnSlots": len(function.returns),
        }
        for function in function_definitions(compiled.program.code)
        if function.name in generated
    }


def _ast_id(ir: str, position: int) -> int | None:
    """The number that a comment before a definition gives, of a function in Solidity."""
    found = _AST_ID.search(ir, max(0, position - _LONGEST_COMMENTS), max(0, position))
    return None if found is None else int(found[1])


def linked(code: JsonObject, libraries: Json, dialect: Dialect) -> JsonObject:
    """The code with the addresses of the libraries that `settings.libraries` gives.

    As in solc, libraries that are given for no file in particular do not count.
    """
    digits = code["object"]
    assert isinstance(digits, str)
    missing: JsonObject = {}
    was_linked = False
    for file, wanted in object_at(code, "linkReferences").items():
        given = object_at(libraries, file) if file else {}
        for library, places in object_at(wanted).items():
            address = given.get(library)
            if not isinstance(address, str):
                object_in(missing, file)[library] = places
                continue
            was_linked = True
            for start in _starts(places):
                end = 2 * (start + ADDRESS_BYTES)
                digits = digits[: 2 * start] + address.removeprefix("0x").lower() + digits[end:]
    if not was_linked:
        return code
    content = bytes.fromhex(_PLACEHOLDER.sub("0" * 2 * ADDRESS_BYTES, digits))
    return code | {
        "object": digits,
        "linkReferences": missing,
        "opcodes": disassemble(content, dialect),
    }


def _starts(places: Json) -> list[int]:
    assert isinstance(places, list)
    starts = [object_at(place).get("start") for place in places]
    return [start for start in starts if isinstance(start, int)]
