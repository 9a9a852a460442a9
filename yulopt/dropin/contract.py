"""From the IR of a contract to the fields of standard JSON about its code.

Source: chapter 11, sections 3 to 5 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from yulopt.analysis.declarations import function_definitions
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.spill_slots import static_call_warnings
from yulopt.assembly.stack_errors import first_stack_error
from yulopt.dialect.answers import CODE_OF_TREE
from yulopt.driver.build import Front, finish, generate_program, generate_tree
from yulopt.driver.compilation import Code, reported_code
from yulopt.driver.optimization import is_left_alone, optimize_tree
from yulopt.driver.options import Options
from yulopt.dropin.callables import Callables
from yulopt.dropin.gas_estimates import gas_estimates
from yulopt.dropin.listings import listings
from yulopt.dropin.notices import TRANSIENT_FRAMES, UNPROVEN, Remark
from yulopt.dropin.origins import (
    Failures,
    forget_whole_contracts,
    locations_of_shared_calls,
    locations_without_selector,
    unify_positions,
)
from yulopt.dropin.reuse import take_out
from yulopt.dropin.source_map import source_map
from yulopt.dropin.yul_locations import yul_locations
from yulopt.errors import Source, YulError
from yulopt.passes.step import Observer
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.proven.outcome import ProvenBuild
from yulopt.proven.report import code_warnings, warnings
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.located_printer import print_with_locations, read_again
from yulopt.syntax.locations import NOWHERE, Location, Locations
from yulopt.syntax.objects import Data, Object, deployed_object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.validate import check_object_paths

if TYPE_CHECKING:
    from yulopt.proven.code_outcome import ProvenCode
    from yulopt.proven.provers import BuildProver

# Solc's name of this type of error.
STACK_TOO_DEEP: Final = "YulException"

# The code of an interface, or of an abstract contract.
_NO_CODE: Final = Code("", "", 0, {}, {})


class ContractCode:
    """The outputs for a contract, in the form of standard JSON.

    `bytecode` and `deployed` are complete except for libraries; `ir_optimized` is the text, and so
    is `assembly`, with sources by number; `legacy_assembly` is the same as values. These and
    `gas_estimates` are empty unless requested. `remarks` are about limitations of the code, and
    findings of proofs; the `certificate` is empty except for proven builds. `is_smaller`: this is a
    smaller variant of the build that was chosen, which exceeds the limit of size.
    """

    def __init__(
        self,
        bytecode: JsonObject,
        deployed: JsonObject,
        ir_optimized: str,
        assembly: str = "",
        legacy_assembly: Json = None,
        gas_estimates: Json = None,
        remarks: Sequence[Remark] = (),
        certificate: str = "",
        is_smaller: bool = False,
    ) -> None:
        self.bytecode = bytecode
        self.deployed = deployed
        self.ir_optimized = ir_optimized
        self.assembly = assembly
        self.legacy_assembly = legacy_assembly
        self.gas_estimates = gas_estimates
        self.remarks = list(remarks)
        self.certificate = certificate
        self.is_smaller = is_smaller


class Outputs(NamedTuple):
    """The requested outputs: `code` or only optimised IR; `listings` of the assembly; and gas
    estimates for the functions that can be `called`, unless that is None.
    """

    code: bool = True
    listings: bool = False
    called: Callables | None = None

    def key(self) -> Json:
        """A value that is equal for equal requests."""
        called = None if self.called is None else self.called.key()
        return [self.code, self.listings, called]


class Failure(NamedTuple):
    """The reason why there is no code for a contract.

    `kind` is solc's name of the type of error; `location` is the origin of the code, if known, and
    `function` the name of the affected function in the IR.
    """

    kind: str
    message: str
    location: Location = NOWHERE
    function: str = ""


def no_code() -> ContractCode:
    """The outputs for a contract without code."""
    creation, deployed = (_code_fields(_NO_CODE, "", {}, is_creation=one) for one in (True, False))
    return ContractCode(creation, deployed, "")


def compile_contract(
    ir: str,
    name: str,
    options: Options,
    outputs: Outputs,
    *,
    own_file: str | None = None,
    known: Mapping[str, str] = MappingProxyType({}),
    prover: BuildProver | None = None,
) -> ContractCode | Failure:
    """Optimise and assemble the IR of a contract; `name` is its name in errors.

    `own_file`: the name of the file if the text is not IR, but the source itself, in Yul; `known`:
    the optimised texts of objects inside, by name. With a `prover`, it is a proven build.
    """
    try:
        return _compile(Source(ir, name), options, outputs, own_file, known, prover)
    except YulError as error:
        message = f"yulopt: {name}: {error.message}; without yulopt, solc itself may do better"
        return Failure("InternalCompilerError", message)


def _compile(
    source: Source,
    options: Options,
    outputs: Outputs,
    own_file: str | None,
    known: Mapping[str, str],
    prover: BuildProver | None,
) -> ContractCode | Failure:
    """Raises `YulError`, but not when the stack is too deep."""
    proof = None if prover is None else prover.steps(source, options)
    front = _LocatedFront(
        source,
        options,
        # The certificate is about the whole program.
        known if proof is None else {},
        own_file=own_file,
        observer=None if proof is None else proof.observer(),
    )
    if not outputs.code and options.max_size is None:
        front.optimized(front.read())
        return ContractCode({}, {}, front.ir_optimized, certificate=_certificate(proof, None))
    compiled = generate_program(front)
    error = run_with_deep_stack(lambda: first_stack_error(compiled))
    if error is not None:
        if not outputs.code:
            return ContractCode({}, {}, front.ir_optimized)
        location = front.listed.at(error.position)
        return Failure(STACK_TOO_DEEP, error.message, location, error.function)
    _unify_positions(compiled, options, front)
    code = None
    if prover is not None:
        program = compiled.program

        def generate() -> CompiledObject:
            return _generated_again(program, options, front)

        code = prover.code(compiled, generate, source, options)
    parts = finish(compiled, options if code is None else code.options(options))
    if code is not None:
        code.check(compiled, parts)
    made = _assembled(front, compiled, parts, outputs, _remarks(compiled, proof, code))
    made.certificate = _certificate(proof, code)
    return made


def _assembled(
    front: _LocatedFront,
    compiled: CompiledObject,
    parts: Mapping[Object | Data, Bytecode],
    outputs: Outputs,
    remarks: list[Remark],
) -> ContractCode:
    """The requested outputs for a contract, with the bytecode of its objects."""
    dialect = front.options.dialect
    runtime = deployed_object(compiled.program)
    deployed = next((child for child in compiled.children if child.program is runtime), None)
    inner = (
        no_code().deployed
        if deployed is None
        else _fields(front, deployed, parts, is_creation=False)
    )
    assembly, legacy_assembly = (
        listings(compiled, dialect, front.listed) if outputs.listings else ("", None)
    )
    gas: Json = None
    called = outputs.called
    if called is not None:
        names = _names_by_number(inner)
        gas = run_with_deep_stack(
            lambda: gas_estimates(compiled, deployed, parts, dialect, called, names)
        )
    return ContractCode(
        _fields(front, compiled, parts, is_creation=True),
        inner,
        front.ir_optimized,
        assembly,
        legacy_assembly,
        gas,
        remarks,
    )


def _fields(
    front: _LocatedFront,
    item: CompiledObject,
    parts: Mapping[Object | Data, Bytecode],
    *,
    is_creation: bool,
) -> JsonObject:
    """The fields about the code of one object."""
    bytecode = parts[item.program]
    items = bytecode.items
    shared = items if front.options.is_beyond else []
    failures = Failures(
        shared, front.whole, is_creation=is_creation, needs_selector=front.needs_selector
    )
    locations = locations_of_shared_calls(shared, front.whole) | failures.locations
    return _code_fields(
        reported_code(bytecode, front.options.dialect),
        source_map(items, front.mapped, failures.notes, locations),
        _function_debug_data(item, bytecode, front.listed),
        is_creation=is_creation,
    )


def _unify_positions(compiled: CompiledObject, options: Options, front: _LocatedFront) -> None:
    if options.is_beyond:
        unify_positions(compiled, front.mapped)


def _generated_again(program: Object, options: Options, front: _LocatedFront) -> CompiledObject:
    compiled = generate_tree(program, options)
    _unify_positions(compiled, options, front)
    return compiled


def _certificate(proof: ProvenBuild | None, code: ProvenCode | None) -> str:
    if proof is None:
        return ""
    return proof.certificate if code is None else code.certificate(proof.certificate)


def _remarks(
    compiled: CompiledObject, proof: ProvenBuild | None, code: ProvenCode | None
) -> list[Remark]:
    remarks = [Remark(TRANSIENT_FRAMES.code, text) for text in static_call_warnings(compiled)]
    if proof is not None:
        remarks += [Remark(UNPROVEN.code, text) for text in warnings(proof)]
    if code is not None:
        remarks += [Remark(UNPROVEN.code, text) for text in code_warnings(code)]
    return remarks


class _LocatedFront(Front):
    """Tracks source locations, and prints the optimised program.

    `ir_optimized` is the text of the program that was optimised last. Its locations for listings
    are `listed`, those for source maps `mapped`.
    """

    def __init__(
        self,
        source: Source,
        options: Options,
        known: Mapping[str, str],
        *,
        own_file: str | None,
        observer: Observer | None,
    ) -> None:
        super().__init__(source, options, observer)
        self.ir_optimized = ""
        self.listed = self.mapped = Locations()
        self._own_file = own_file
        self._keeps_tree = False
        self._known = known
        # That of the whole contract.
        self.whole = NOWHERE
        # What calls without a selector may run.
        self._without_selector: set[Location] = set()
        self._read = Locations()
        self._printed: dict[Object, list[str]] = {}

    def needs_selector(self, position: int) -> bool:
        """Whether certainly only calls with a selector run the code there."""
        location = self.mapped.at(position)
        return not self._without_selector or location not in {NOWHERE, *self._without_selector}

    def read(self) -> Object:
        """The program before its steps, without the known objects."""
        self._read = Locations()
        program = parse_source(self.source, self.options.dialect, self._read)
        if self.options.is_beyond and self._own_file is None:
            self.whole = forget_whole_contracts(program, self._read)
            self._without_selector = locations_without_selector(program, self._read)
        self._printed = take_out(program, self._known, self.options.dialect)
        is_early = CODE_OF_TREE.holds_in(self.options.dialect.release.version)
        if self._own_file is not None and (is_early or is_left_alone(program, self.options)):
            self._keeps_tree = True
            self._note_locations(program, self.source.text, self._read)
        return program

    def optimized(self, program: Object) -> Object:
        optimize_tree(program, self.options, observer=self.observer)
        check_object_paths(program, self.source)
        locations = self._read
        if not self._keeps_tree and (locations or self._printed or self._own_file is not None):
            # solc generates code from the text that it has printed.
            program, locations = read_again(program, locations, self.options.dialect, self._printed)
        # Generating code may change the program further.
        self.ir_optimized = print_with_locations(program, locations, self.options.dialect)
        if not self._keeps_tree:
            self._note_locations(program, self.ir_optimized, locations)
        return program

    def _note_locations(self, program: Object, text: str, annotated: Locations) -> None:
        """Record those of a program that was read from this text."""
        self.listed = self.mapped = annotated
        if self._own_file is not None:
            self.listed, self.mapped = yul_locations(program, text, annotated, self._own_file)


def _code_fields(
    code: Code, mapping: str, functions: JsonObject, *, is_creation: bool
) -> JsonObject:
    """The fields about code of one kind."""
    references = ["linkReferences"] if is_creation else ["linkReferences", "immutableReferences"]
    reported = code.to_json()
    return {
        **{name: reported[name] for name in ("object", "opcodes", *references)},
        "sourceMap": mapping,
        "generatedSources": [],
        "functionDebugData": functions,
    }


def _function_debug_data(
    compiled: CompiledObject, bytecode: Bytecode, locations: Locations
) -> JsonObject:
    """The entry point of each function with generated code, if it still exists."""
    generated = {frame.function for frame in compiled.code.frames}
    return {
        function.name: {
            "entryPoint": bytecode.entry_points.get(function.name),
            "id": locations.ast_ids.get(function.position),
            "parameterSlots": len(function.parameters),
            "returnSlots": len(function.returns),
        }
        for function in function_definitions(compiled.program.code)
        if function.name in generated
    }


def _names_by_number(code: JsonObject) -> dict[int, str]:
    """The first function, by name, for each function of the source."""
    names: dict[int, str] = {}
    for name, record in sorted(object_at(code, "functionDebugData").items()):
        number = object_at(record).get("id")
        if isinstance(number, int):
            names.setdefault(number, name)
    return names
