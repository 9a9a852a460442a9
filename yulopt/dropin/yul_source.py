"""Requests whose language is Yul, which yulopt answers without a front-end solc.

One source is one contract, with the name of its outermost object. Settings are only checked for
unusual values, which are left to a solc.

Source: chapter 11, sections 1, 2.1, 4.3 and 4.6 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from yulopt.assembly.optimizer.driver import ALL_PASSES
from yulopt.dialect import NEWEST, Dialect, EvmVersion, Release
from yulopt.dialect.answers import (
    DEPRECATION_BEFORE_CONSTANTINOPLE,
    GENERATED_SOURCES_OF_YUL,
    NO_EXPERIMENTAL_SETTING,
    NO_OUTPUT_WITH_WARNINGS,
)
from yulopt.driver.options import ALL_CODE
from yulopt.dropin.choices import Choices
from yulopt.dropin.contract import ContractCode, Outputs
from yulopt.dropin.linking import linked
from yulopt.dropin.listings import Sources
from yulopt.dropin.messages import Place, entry
from yulopt.dropin.notices import NOT_GIVEN, Remark, notice_entries
from yulopt.dropin.pipelines import AS_REQUESTED, is_open_to_choice, only_in_yulopt
from yulopt.dropin.remarks import check_places, remarks_on_choices
from yulopt.dropin.selection import ANY, EXPERIMENTAL, Selection
from yulopt.dropin.settings import requested_options
from yulopt.dropin.work import CompileAll, Work
from yulopt.dropin.yul_locations import source_names
from yulopt.dropin.yul_warnings import yul_warnings
from yulopt.errors import Source, YulError, YulValidationError
from yulopt.persistence.json_values import Json, JsonObject, object_at, object_in, write_json
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.literals import as_text
from yulopt.syntax.located_printer import print_with_locations
from yulopt.syntax.locations import Location, Locations
from yulopt.syntax.parser import parse_source

LANGUAGE: Final = "Yul"

_OUTERMOST_KEYS: Final = {"language", "sources", "settings", "auxiliaryInput"}
# Supported settings, with their values or the types of these.
_SETTINGS: Final[dict[str, type | tuple[Json, ...]]] = {
    "evmVersion": str,
    "libraries": dict,
    "metadata": dict,
    "optimizer": dict,
    "outputSelection": dict,
    "remappings": ([],),
    "viaIR": bool,
}
_EXPERIMENTAL_SETTINGS: Final[dict[str, type | tuple[Json, ...]]] = {
    "experimental": (False,),
    "viaSSACFG": (False,),
}
_METADATA: Final[dict[str, type | tuple[Json, ...]]] = {
    "appendCBOR": bool,
    "bytecodeHash": ("ipfs", "none", "bzzr1"),
    "useLiteralContent": bool,
}
_OPTIMIZER: Final[dict[str, type | tuple[Json, ...]]] = {
    "details": dict,
    "enabled": bool,
    "runs": int,
}
_DETAILS: Final[dict[str, type | tuple[Json, ...]]] = {
    **dict.fromkeys(ALL_PASSES, bool),
    "yul": bool,
    "yulDetails": dict,
}
_YUL_DETAILS: Final[dict[str, type | tuple[Json, ...]]] = {
    "optimizerSteps": str,
    "stackAllocation": bool,
}
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{40}")
# Outputs that only solc has.
_TREE: Final = "ast"
_BYTECODE_FIELDS: Final = (
    "functionDebugData",
    "linkReferences",
    "object",
    "opcodes",
    "sourceMap",
)
_DEPLOYED_FIELDS: Final = (*_BYTECODE_FIELDS, "immutableReferences")
# Outputs that can be selected, but are always empty or missing.
_GENERATED: Final = "generatedSources"


def is_usual(request: JsonObject, release: Release = NEWEST) -> bool:
    """Whether a request is known to be valid and supported, apart from its source."""
    settings = request.get("settings", {})
    sources = object_at(request, "sources")
    if not request.keys() <= _OUTERMOST_KEYS or "auxiliaryInput" in request or len(sources) != 1:
        return False
    source = object_at(sources, next(iter(sources)))
    if source.keys() != {"content"} or not isinstance(source["content"], str):
        return False
    has_experimental = not NO_EXPERIMENTAL_SETTING.holds_in(release.version)
    known = _SETTINGS | _EXPERIMENTAL_SETTINGS if has_experimental else _SETTINGS
    if not _fits(settings, known) or not isinstance(settings, dict):
        return False
    return (
        _fits(settings.get("metadata", {}), _METADATA)
        and _is_usual_optimizer(settings.get("optimizer", {}))
        and _is_known_version(settings.get("evmVersion"), release)
        and _are_libraries(settings.get("libraries", {}))
        and _is_usual_selection(settings.get("outputSelection", {}))
    )


class YulAnswer:
    """An answer, and the parts to take from a solc, if there is one.

    `notices` are the messages of yulopt. `is_wrong`: the program has no code, and solc has the best
    message; `lacks_tree`: the syntax tree is requested, which only solc has.
    """

    def __init__(
        self,
        answer: JsonObject,
        notices: Sequence[JsonObject] = (),
        *,
        is_wrong: bool = False,
        lacks_tree: bool = False,
    ) -> None:
        self.is_wrong = is_wrong
        self.lacks_tree = lacks_tree
        self._answer = answer
        self._notices = notices

    def text(self, ignored: Collection[int] = ()) -> str:
        """The answer without a solc; messages with these codes are left out."""
        missing = [
            Remark(NOT_GIVEN.code, f"yulopt leaves out the {_TREE} of Yul, which only solc gives")
        ]
        return self._with_messages(
            self._answer["errors"], notice_entries(missing if self.lacks_tree else [], ignored)
        )

    def text_with_tree(self, answer_of_solc: JsonObject) -> str:
        """The answer with the tree and the messages of solc."""
        self._answer["sources"] = answer_of_solc["sources"]
        return self._with_messages(answer_of_solc["errors"], [])

    def _with_messages(self, errors: Json, more: Sequence[JsonObject]) -> str:
        assert isinstance(errors, list)
        return write_json(self._answer | {"errors": [*errors, *self._notices, *more]})


def request_for_tree(request: JsonObject) -> JsonObject:
    """The request for nothing but the syntax tree."""
    selection: Json = {ANY: {ANY: [_TREE]}}
    return request | {"settings": object_at(request, "settings") | {"outputSelection": selection}}


def answer_yul(
    request: JsonObject,
    compile_all: CompileAll,
    choices: Choices,
    release: Release = NEWEST,
    remarks: Sequence[Remark] = (),
) -> YulAnswer:
    """The answer to a usual request, as of a release of solc, with remarks for developers.

    Mistakes in the choices raise `YulError`.
    """
    settings = object_at(request, "settings")
    dialect = requested_options(settings, release).dialect
    file, source = next(iter(object_at(request, "sources").items()))
    content = str(object_at(source)["content"])
    try:
        asked = _Asked(file, content, settings, dialect)
    except YulError as error:
        return _wrong([_entry(one, file, content) for one in (error, *error.others)])
    name = asked.name
    options = choices.options_of(file, name, settings, release)
    work = Work(file, name, content, options, Outputs(listings=True), is_source=True)
    (result,) = compile_all([work], lambda: [(file, name)])
    if not isinstance(result, ContractCode):
        assert result is not None
        return _wrong([entry(result.kind, result.message)])
    warned = yul_warnings(asked.program, dialect, file, content)
    has_output = not (warned and NO_OUTPUT_WITH_WARNINGS.holds_in(release.version))
    contract = _contract(asked, result) if has_output else {}
    answer: JsonObject = {"errors": [*_deprecation(dialect), *warned]}
    if contract:
        answer["contracts"] = {file: {name: contract}}
    told = [*result.remarks, *remarks, *_remarks_on_choice(request, file, name, choices, result)]
    notices = notice_entries(told, choices.ignored)
    return YulAnswer(answer, notices, lacks_tree=asked.includes(_TREE))


def _remarks_on_choice(
    request: JsonObject, file: str, name: str, choices: Choices, code: ContractCode
) -> list[Remark]:
    """Remarks on the effect of the choice for a program, if it is not that of the request.

    There are none on steps of solc: explorers can verify the code, without metadata.
    """
    settings, pipeline = object_at(request, "settings"), choices.of(file, name)
    selection = Selection(settings.get("outputSelection"))
    answer: JsonObject = {"contracts": {file: {name: {"ir": code.ir_optimized}}}}
    check_places(request, answer, selection, choices)
    is_of_solc = is_open_to_choice(settings) and not only_in_yulopt(pipeline)
    if pipeline == AS_REQUESTED or is_of_solc:
        return []
    smaller = {f"{file}:{name}"} if code.is_smaller else ()
    return remarks_on_choices(request, answer, selection, choices, smaller)


def _deprecation(dialect: Dialect) -> list[Json]:
    is_former = DEPRECATION_BEFORE_CONSTANTINOPLE.holds_in(dialect.release.version)
    oldest = EvmVersion.CONSTANTINOPLE if is_former else EvmVersion.LONDON
    if dialect.version >= oldest:
        return []
    text = (
        f"Support for EVM versions older than {oldest.text} is deprecated and will be removed in"
        " the future."
    )
    return [entry("Warning", text) | {"formattedMessage": text}]


def _wrong(errors: list[JsonObject]) -> YulAnswer:
    return YulAnswer({"errors": [*errors]}, is_wrong=True)


class _Asked:
    """A program, and the requested outputs."""

    def __init__(self, file: str, content: str, settings: JsonObject, dialect: Dialect) -> None:
        """Raises `YulError` if the program is wrong."""
        self.file = file
        self.settings = settings
        self.dialect = dialect
        self._locations = Locations()
        self.program = parse_source(Source(content, file), dialect, self._locations)
        self.name = as_text(self.program.name)
        selection = Selection(settings.get("outputSelection"))
        self._requested = selection.outputs(file, self.name)

    def includes(self, output: str) -> bool:
        """Whether an output is selected; in Yul, `*` excludes experimental outputs."""
        if ANY in self._requested.names():
            return output not in EXPERIMENTAL
        return self._requested.include(output)

    def text(self) -> str:
        """The program as solc prints it."""
        return print_with_locations(self.program, self._locations, self.dialect)


def _contract(asked: _Asked, code: ContractCode) -> JsonObject:
    contract: JsonObject = {}
    if asked.includes("ir"):
        contract["ir"] = asked.text()
    if asked.includes("irOptimized"):
        contract["irOptimized"] = code.ir_optimized
    if asked.includes("evm.assembly"):
        object_in(contract, "evm")["assembly"] = _sources(asked).fill_in(code.assembly)
    values: list[tuple[str, tuple[str, ...], JsonObject]] = [
        ("bytecode", _BYTECODE_FIELDS, code.bytecode)
    ]
    if len(asked.program.sub_objects) == 1:
        values.append(("deployedBytecode", _DEPLOYED_FIELDS, code.deployed))
    has_generated = GENERATED_SOURCES_OF_YUL.holds_in(asked.dialect.release.version)
    for output, fields, value in values:
        known = (*fields, _GENERATED) if has_generated else fields
        selected = [field for field in known if asked.includes(f"evm.{output}.{field}")]
        if selected:
            complete = linked(value, asked.settings.get("libraries"), asked.dialect)
            chosen: JsonObject = {field: complete[field] for field in selected}
            object_in(contract, "evm")[output] = chosen
        elif asked.includes(f"evm.{output}.{_GENERATED}"):
            object_in(contract, "evm")[output] = None
    return contract


def _sources(asked: _Asked) -> Sources:
    """The sources that the listing names."""
    names = source_names(asked.program, asked.file)
    entries: JsonObject = {name: {"id": number} for number, name in names.items()}
    return Sources({"sources": entries}, {}, show_snippets=True)


def _entry(error: YulError, file: str, content: str) -> JsonObject:
    kind = "DeclarationError" if isinstance(error, YulValidationError) else "ParserError"
    if not error.line:
        return entry(kind, error.message)
    lines = content.split("\n")[: error.line - 1]
    before = "".join(f"{line}\n" for line in lines) + error.source_line[: error.column - 1]
    start = len(before.encode())
    return entry(kind, error.message, Place(file, Location(0, start, start + 1), content))


# Usual requests


def _fits(value: Json, allowed: dict[str, type | tuple[Json, ...]]) -> bool:
    if not isinstance(value, dict):
        return False
    for key, given in value.items():
        expected = allowed.get(key)
        if expected is None:
            return False
        if isinstance(expected, tuple):
            # In Python, 0 equals False.
            if not any(type(given) is type(one) and given == one for one in expected):
                return False
        elif not isinstance(given, expected) or (expected is int and isinstance(given, bool)):
            return False
    return True


def _is_usual_optimizer(optimizer: Json) -> bool:
    details = object_at(optimizer).get("details", {})
    yul_details = object_at(details).get("yulDetails", {})
    if not (
        _fits(optimizer, _OPTIMIZER)
        and _fits(details, _DETAILS)
        and _fits(yul_details, _YUL_DETAILS)
    ):
        return False
    runs = object_at(optimizer).get("runs", 0)
    steps = object_at(yul_details).get("optimizerSteps")
    try:
        is_right = not isinstance(steps, str) or not only_in_yulopt(Pipeline(steps))
    except YulError:
        return False
    # Details of what is switched off may be errors.
    is_on = requested_options({"optimizer": optimizer}).optimized == ALL_CODE
    return is_right and isinstance(runs, int) and 0 <= runs < 2**64 and (is_on or not yul_details)


def _is_known_version(version: Json, release: Release) -> bool:
    try:
        known = release.parse_evm_version(None if version is None else str(version))
    except ValueError:
        return False
    # It is experimental, and needs a setting.
    return known < EvmVersion.AMSTERDAM


def _are_libraries(libraries: Json) -> bool:
    return isinstance(libraries, dict) and all(
        isinstance(in_file, dict)
        and all(isinstance(given, str) and _ADDRESS.fullmatch(given) for given in in_file.values())
        for in_file in libraries.values()
    )


def _is_usual_selection(selection: Json) -> bool:
    if not isinstance(selection, dict):
        return False
    for contracts in selection.values():
        if not isinstance(contracts, dict):
            return False
        for contract, names in contracts.items():
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                return False
            if contract and any(str(name).rpartition(".")[2] in EXPERIMENTAL for name in names):
                return False
    return True
