"""A compile in standard JSON: ask the front-end solc, compile the IR, and merge both answers.

Source: chapter 11, sections 1 to 3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, TypeAlias

from yulopt.dialect import NEWEST, RELEASES, Release
from yulopt.dialect.answers import (
    NO_EXPERIMENTAL_SETTING,
    PREFIXED_STACK_ERRORS,
    STACK_ERRORS_WITHOUT_PLACE,
)
from yulopt.dropin.callables import callables
from yulopt.dropin.choices import Choices, named_in_request
from yulopt.dropin.compile_order import compile_order
from yulopt.dropin.contract import (
    STACK_TOO_DEEP,
    ContractCode,
    Failure,
    Outputs,
    no_code,
)
from yulopt.dropin.front import FrontError
from yulopt.dropin.front_requests import AskFront, FrontAnswer, ask_for_ir
from yulopt.dropin.linking import linked
from yulopt.dropin.listings import Sources
from yulopt.dropin.messages import Place, entry, size_warnings
from yulopt.dropin.notices import NOT_GIVEN, TOO_DEEP, Remark, notice_entries, notice_entry
from yulopt.dropin.pipelines import may_be_apart
from yulopt.dropin.remarks import (
    advice_if_too_deep,
    check_places,
    contracts_with_ir,
    remark_if_left_alone,
    remark_if_not_via_ir,
    remark_on_release,
    remarks_on_choices,
)
from yulopt.dropin.reuse import inner_objects, looks_inside, outermost_name
from yulopt.dropin.selection import (
    ANY,
    ETHDEBUG,
    EXPERIMENTAL,
    FILE_LEVEL,
    RequestedOutputs,
    Selection,
)
from yulopt.dropin.settings import requested_options
from yulopt.dropin.source_map import first_location
from yulopt.dropin.work import CompileAll, Work
from yulopt.dropin.yul_source import LANGUAGE, YulAnswer, answer_yul, is_usual, request_for_tree
from yulopt.persistence.json_values import (
    Json,
    JsonObject,
    object_at,
    object_in,
    read_json,
    write_json,
)
from yulopt.syntax.locations import NOWHERE, Location

Compiled: TypeAlias = "tuple[Work, ContractCode | Failure]"
# Returns the version of the front-end solc, without the commit.
AskVersion: TypeAlias = Callable[[], str]
# Remarks, given the names of the contracts that are smaller variants, and all that were compiled.
RemarksOn: TypeAlias = Callable[[Collection[str], Sequence[Work]], list[Remark]]

# Fields that creation code and deployed code have in common, and those of deployed code only.
_CODE_FIELDS: Final = (
    "object",
    "opcodes",
    "sourceMap",
    "linkReferences",
    "generatedSources",
    "functionDebugData",
)
_DEPLOYED_FIELDS: Final = (*_CODE_FIELDS, "immutableReferences")
_HEX_DIGITS_PER_BYTE: Final = 2
# Fields about code that only solc has. They would describe different code under other steps.
_NOT_GIVEN: Final = (
    "irOptimizedAst",
    "yulCFGJson",
)
# The escape of a half of a surrogate pair.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
# How IR names the object of a contract.
_CONTRACT_OBJECT: Final = re.compile("(.+)_[0-9]+")
_LISTINGS: Final = ("evm.assembly", "evm.legacyAssembly")
NO_CHOICES: Final = Choices()


def compile_standard_json(
    request: str,
    ask_front: AskFront,
    compile_all: CompileAll,
    choices: Choices = NO_CHOICES,
    remarks: Sequence[Remark] = (),
    ask_version: AskVersion = lambda: NEWEST.version,
) -> str:
    """The answer to a request, as solc would give it, except for the choices of a project.

    Requests that are not for yulopt (no code via IR is requested, the request or the sources are
    wrong, the release of the front-end solc is not reproduced) are answered by the front-end solc
    alone; Yul by yulopt alone, unless there is something unusual.
    Remarks for developers are entries of `errors`, see `yulopt.dropin.notices`; `remarks` are
    additional ones.
    `ask_front` and `ask_version` may raise `FrontError`; mistakes in the choices raise `YulError`.
    """
    parsed = _parsed(request)
    if parsed is None:
        return ask_front(request)
    asked, choices = named_in_request(parsed, choices)
    if asked is not parsed:
        parsed, request = asked, write_json(asked)
    is_yul = parsed.get("language") == LANGUAGE
    if not is_yul and not _wants_code_via_ir(parsed):
        remarks = [*remarks, *remark_if_not_via_ir(parsed)]
        return _with_remarks(ask_front(request), remarks, choices)
    version = _version_for_yul(ask_version) if is_yul else ask_version()
    remarks = [*remarks, *remark_on_release(version)]
    release = RELEASES.get(version)
    if release is None:
        return _with_remarks(ask_front(request), remarks, choices)
    if is_yul:
        if not is_usual(parsed, release):
            remarks = [*remarks, *remark_if_left_alone(parsed, choices)]
            return _with_remarks(ask_front(request), remarks, choices)
        answer = answer_yul(parsed, compile_all, choices, release, remarks)
        return _compile_yul(request, parsed, ask_front, answer, choices)
    selection = Selection(object_at(parsed, "settings").get("outputSelection"))
    if _lacks_experimental(parsed, selection, release):
        return ask_front(request)
    compiled = selection.of_compiled_contracts()
    front = ask_for_ir(parsed, compiled, choices, ask_front)
    answered = front.answer
    if answered is None:
        return _restricted(front.text, selection)
    check_places(parsed, answered, selection, choices)

    def remarks_on(smaller: Collection[str], work: Sequence[Work]) -> list[Remark]:
        on_choices = remarks_on_choices(parsed, answered, selection, choices, smaller, work)
        return [*remarks, *on_choices]

    merger = _Merger(parsed, compiled, answered, choices, ask_front, release)
    merged = merger.merge(compile_all, remarks_on)
    selection.restrict(merged)
    return write_json(merged)


def _version_for_yul(ask_version: AskVersion) -> str:
    """The version of the front-end solc; the newest if there is none, as Yul needs none."""
    try:
        return ask_version()
    except FrontError:
        return NEWEST.version


def _compile_yul(
    request: str, parsed: JsonObject, ask_front: AskFront, answer: YulAnswer, choices: Choices
) -> str:
    """The answer; a solc, if there is one, takes precedence."""
    try:
        if answer.is_wrong:
            return ask_front(request)
        if answer.lacks_tree:
            tree = object_at(read_json(ask_front(write_json(request_for_tree(parsed)))))
            # Its JSON has no names that are not UTF-8.
            return answer.text_with_tree(tree) if "sources" in tree else ask_front(request)
    except FrontError:
        # There is none.
        pass
    return answer.text(choices.ignored)


def _parsed(request: str) -> JsonObject | None:
    """The request as values; None if it is malformed."""
    try:
        parsed = read_json(request)
        if _SURROGATE.search(request):
            # Lone surrogates are errors for solc, but for Python only when they are encoded.
            write_json(parsed).encode()
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def _wants_code_via_ir(request: JsonObject) -> bool:
    """Whether a request asks for code via IR, with settings that yulopt supports."""
    settings = object_at(request, "settings")
    selection = Selection(settings.get("outputSelection"))
    debug_info = object_at(settings, "debug").get("debugInfo")
    return (
        request.get("language") == "Solidity"
        and settings.get("viaIR") is True
        and settings.get("viaSSACFG") is not True
        and "stopAfter" not in settings
        # Some releases could emit code in another object format.
        and "eofVersion" not in settings
        and selection.asks_for_code()
        and not selection.asks_for_any(ETHDEBUG)
        # Printed IR and listings are marked then.
        and not (isinstance(debug_info, list) and ETHDEBUG[0] in debug_info)
    )


def _lacks_experimental(request: JsonObject, selection: Selection, release: Release) -> bool:
    """Whether solc rejects outputs because of a missing setting."""
    return (
        object_at(request, "settings").get("experimental") is not True
        and selection.asks_for_any(EXPERIMENTAL)
        and not NO_EXPERIMENTAL_SETTING.holds_in(release.version)
    )


class _Merger:
    """Merges the compiled IR into the answer of the front-end solc."""

    def __init__(
        self,
        request: JsonObject,
        selection: Selection,
        answer: JsonObject,
        choices: Choices,
        ask_front: AskFront,
        release: Release,
    ) -> None:
        self._request = request
        self._ask_front = ask_front
        self._release = release
        self._settings = object_at(request, "settings")
        self._choices = choices
        self._dialect = requested_options(self._settings, release).dialect
        self._selection = selection
        self._answer = answer
        debug_info = object_at(self._settings, "debug").get("debugInfo")
        self._sources = Sources(
            answer,
            request,
            show_snippets=not isinstance(debug_info, list)
            or "snippet" in debug_info
            or ANY in debug_info,
        )
        self._not_given: set[str] = set()
        self._order: list[tuple[str, str]] = []

    def merge(self, compile_all: CompileAll, remarks_on: RemarksOn) -> JsonObject:
        """The answer to the request, with remarks about the build as a whole."""
        work = list(self._work())
        compiled = compile_all(work, self._compile_order)
        results = [
            (item, result)
            for item, result in zip(work, compiled, strict=True)
            if result is not None
        ]
        failed = any(isinstance(result, Failure) for _, result in results)
        self._add_messages(results, failed=failed)
        if failed:
            # As with solc, there is no code for any contract then, and no IR.
            self._drop_ir()
            return self._answer
        codes = {item.name: result for item, result in results if isinstance(result, ContractCode)}
        remarks = remarks_on({name for name, code in codes.items() if code.is_smaller}, work)
        self._add_errors(notice_entries(remarks, self._choices.ignored))
        for file, contracts in object_at(self._answer, "contracts").items():
            for name, contract in object_at(contracts).items():
                assert isinstance(contract, dict)
                requested = self._selection.outputs(file, name)
                self._fill(contract, requested, codes.get(f"{file}:{name}"))
        self._warn_of_missing_outputs()
        return self._answer

    def _drop_ir(self) -> None:
        for contracts in object_at(self._answer, "contracts").values():
            for contract in object_at(contracts).values():
                object_at(contract).pop("ir", None)

    def _work(self) -> Iterator[Work]:
        for file, contracts in object_at(self._answer, "contracts").items():
            for name, contract in object_at(contracts).items():
                ir = object_at(contract).get("ir")
                requested = self._selection.outputs(file, name)
                if isinstance(ir, str) and ir and requested.include_code():
                    wants_gas = requested.include("evm.gasEstimates")
                    tree = object_at(self._answer, "sources", file, "ast")
                    outputs = Outputs(
                        code=requested.include_bytecode(),
                        listings=any(map(requested.include, _LISTINGS)),
                        called=callables(object_at(contract), name, tree) if wants_gas else None,
                    )
                    yield self._work_on(file, name, ir, outputs)

    def _work_on(self, file: str, name: str, ir: str, outputs: Outputs) -> Work:
        """A contract, with those inside it that have other settings, from the same IR."""
        options = self._choices.options_of(file, name, self._settings, self._release)
        work = Work(file, name, ir, options, outputs)
        if not outputs.code or self._choices.are_uniform:
            return work
        outer = self._choices.of(file, name)
        for label, text in inner_objects(ir).items():
            inner_file = self._file_of(first_location(text)) or self._file_of_object(label)
            found = _CONTRACT_OBJECT.fullmatch(label)
            if inner_file is None or found is None or looks_inside(ir, label):
                continue
            chosen = self._choices.of(inner_file, found[1])
            inner = self._choices.options_of(inner_file, found[1], self._settings, self._release)
            # A smaller variant must also be used inside others.
            is_apart = inner.max_size is not None or inner != options
            if is_apart and may_be_apart(chosen, outer, self._settings):
                work.apart[label] = self._work_on(inner_file, found[1], text, Outputs())
        return work

    # One contract

    def _fill(
        self, contract: JsonObject, requested: RequestedOutputs, code: ContractCode | None
    ) -> None:
        """Add the selected outputs of the code."""
        if not requested.include_code():
            return
        given = no_code() if code is None else code
        if requested.include("irOptimized"):
            contract["irOptimized"] = given.ir_optimized
        libraries = self._settings.get("libraries")
        for output, fields, value in (
            ("bytecode", _CODE_FIELDS, given.bytecode),
            ("deployedBytecode", _DEPLOYED_FIELDS, given.deployed),
        ):
            selected = [field for field in fields if requested.include(f"evm.{output}.{field}")]
            if selected:
                complete = linked(value, libraries, self._dialect)
                chosen: JsonObject = {field: complete[field] for field in selected}
                object_in(contract, "evm")[output] = chosen
        if code is None:
            self._fill_empty(contract, requested)
        else:
            if requested.include("evm.assembly"):
                object_in(contract, "evm")["assembly"] = self._sources.fill_in(code.assembly)
            if requested.include("evm.legacyAssembly"):
                legacy_assembly = self._sources.add_to(code.legacy_assembly)
                object_in(contract, "evm")["legacyAssembly"] = legacy_assembly
            if requested.include("evm.gasEstimates"):
                object_in(contract, "evm")["gasEstimates"] = code.gas_estimates
            self._not_given.update(output for output in _NOT_GIVEN if requested.include(output))

    def _fill_empty(self, contract: JsonObject, requested: RequestedOutputs) -> None:
        """The outputs of solc for a contract without code."""
        empty: tuple[tuple[str, Json], ...] = (
            ("assembly", ""),
            ("legacyAssembly", None),
            ("gasEstimates", None),
        )
        for output, value in empty:
            if requested.include(f"evm.{output}"):
                object_in(contract, "evm")[output] = value
        for output in ("irOptimizedAst", "yulCFGJson"):
            if requested.include(output):
                contract[output] = None

    # Messages

    def _add_messages(self, results: list[Compiled], *, failed: bool) -> None:
        """Add solc's messages about each contract, in the order in which solc compiles them."""
        by_contract: dict[tuple[str, str], list[JsonObject]] = {}
        for item, result in results:
            if isinstance(result, Failure):
                messages = [self._error(result), *self._advice(item, result)]
            else:
                messages = [] if failed else self._warnings(item, result)
            if messages:
                by_contract[item.file, item.contract] = messages
        if len(by_contract) > 1:
            by_contract = {
                key: by_contract[key] for key in self._compile_order() if key in by_contract
            }
        entries = [message for messages in by_contract.values() for message in messages]
        if failed and entries[0]["type"] == STACK_TOO_DEEP:
            # At this one solc stops, and forgets all warnings.
            self._answer["errors"] = [*next(iter(by_contract.values()))]
        else:
            self._add_errors(entries)

    def _error(self, failure: Failure) -> JsonObject:
        place = self._place_of(failure.location)
        if failure.kind != STACK_TOO_DEEP:
            return entry(failure.kind, failure.message, place)
        version = self._release.version
        if STACK_ERRORS_WITHOUT_PLACE.holds_in(version):
            place = None
        report = entry(failure.kind, failure.message, place)
        if PREFIXED_STACK_ERRORS.holds_in(version):
            report["message"] = f"Yul exception:{failure.message}"
        return report

    def _advice(self, item: Work, failure: Failure) -> list[JsonObject]:
        """Advice on a contract that is too deep for solc."""
        if failure.kind != STACK_TOO_DEEP:
            return []
        remark = Remark(TOO_DEEP.code, advice_if_too_deep(item, failure.function))
        return notice_entries([remark], self._choices.ignored)

    def _warnings(self, item: Work, code: ContractCode) -> list[JsonObject]:
        if not item.outputs.code:
            return []
        place = self._place_of(first_location(item.ir))
        sizes = size_warnings(_size(code.deployed), _size(code.bytecode), place, self._dialect)
        remarks = [one for one in code.remarks if one.code not in self._choices.ignored]
        return sizes + [notice_entry(remark, place) for remark in remarks]

    def _compile_order(self) -> list[tuple[str, str]]:
        if self._order:
            return self._order
        sources = object_at(self._answer, "sources")
        if not all(object_at(source).get("ast") for source in sources.values()):
            selection: Json = {ANY: {FILE_LEVEL: ["ast"]}}
            settings = self._settings | {"outputSelection": selection}
            answer = self._ask_front(write_json(self._request | {"settings": settings}))
            sources = object_at(read_json(answer), "sources")
        self._order = compile_order(sources)
        return self._order

    def _add_errors(self, entries: Sequence[Json]) -> None:
        if entries:
            before = self._answer.get("errors")
            self._answer["errors"] = [*(before if isinstance(before, list) else []), *entries]

    def _warn_of_missing_outputs(self) -> None:
        if self._not_given:
            names = ", ".join(sorted(self._not_given))
            remark = Remark(NOT_GIVEN.code, f"yulopt leaves out {names}, which only solc gives")
            self._add_errors(notice_entries([remark], self._choices.ignored))

    def _place_of(self, location: Location) -> Place | None:
        file = self._file_of(location)
        if file is None:
            return None
        content = object_at(self._request, "sources", file).get("content")
        return Place(file, location, content if isinstance(content, str) else None)

    def _file_of_object(self, label: str) -> str | None:
        """The file of a contract by the name of its object, if its own IR is in the answer; IR may
        have no locations (`debugInfo`)."""
        return next(
            (
                file
                for file, name in contracts_with_ir(self._answer)
                if outermost_name(str(object_at(self._answer, "contracts", file, name)["ir"]))
                == label
            ),
            None,
        )

    def _file_of(self, location: Location) -> str | None:
        if location == NOWHERE:
            return None
        return next(
            (
                file
                for file, source in object_at(self._answer, "sources").items()
                if object_at(source).get("id") == location.file
            ),
            None,
        )


def _with_remarks(text: str, remarks: list[Remark], choices: Choices) -> str:
    """An answer verbatim, with remarks."""
    entries = notice_entries(remarks, choices.ignored)
    answer = FrontAnswer(text).answer
    if not entries or answer is None:
        return text
    before = answer.get("errors")
    return write_json(
        answer | {"errors": [*(before if isinstance(before, list) else []), *entries]}
    )


def _restricted(text: str, selection: Selection) -> str:
    """An answer without code, verbatim unless it has outputs beyond the selection."""
    try:
        answer = read_json(text)
    except ValueError:
        return text
    if not isinstance(answer, dict):
        return text
    selection.restrict(answer)
    return text if answer == read_json(text) else write_json(answer)


def _size(code: JsonObject) -> int:
    digits = code["object"]
    assert isinstance(digits, str)
    return len(digits) // _HEX_DIGITS_PER_BYTE
