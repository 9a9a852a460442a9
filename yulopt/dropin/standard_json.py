"""A compile in standard JSON: ask the solc in front, compile the IR, and merge both answers.

Source: chapter 11, sections 1 to 3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from yulopt.dialect import NEWEST, Release
from yulopt.dialect.answers import (
    NO_EXPERIMENTAL_SETTING,
    PREFIXED_STACK_ERRORS,
    STACK_ERRORS_WITHOUT_PLACE,
)
from yulopt.dropin.callables import callables
from yulopt.dropin.compile_order import compile_order
from yulopt.dropin.contract import (
    STACK_TOO_DEEP,
    ContractCode,
    Failure,
    Outputs,
    linked,
    no_code,
)
from yulopt.dropin.front import FrontError
from yulopt.dropin.front_requests import AskFront, Tell, ask_for_ir, tell_of_choices
from yulopt.dropin.listings import Sources
from yulopt.dropin.messages import Place, entry, size_warnings
from yulopt.dropin.pipelines import Choices, in_back
from yulopt.dropin.selection import ANY, ETHDEBUG, EXPERIMENTAL, FILE_LEVEL, Selection, Wishes
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

Result: TypeAlias = "tuple[Work, ContractCode | Failure]"
# Says of what release the solc in front is, None if that is not reproduced.
AskRelease: TypeAlias = "Callable[[], Release | None]"

# What the code of a contract and its deployed code have in common, and what only the latter has.
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
# What only solc itself can say about code. It would describe other code if other steps ran.
_NOT_GIVEN: Final = (
    "irOptimizedAst",
    "yulCFGJson",
)
# The escape of a half of a pair that stands for one character.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_LISTINGS: Final = ("evm.assembly", "evm.legacyAssembly")
NO_CHOICES: Final = Choices()


def compile_standard_json(
    request: str,
    ask_front: AskFront,
    compile_all: CompileAll,
    choices: Choices = NO_CHOICES,
    tell: Tell = lambda _: None,
    ask_release: AskRelease = lambda: NEWEST,
) -> str:
    """The answer to a request, as solc would give it, but for what a project has chosen.

    What is not for yulopt (no code via IR is asked for, the request or the sources are wrong, the
    solc in front is of a release that is not reproduced) is answered by the solc in front alone;
    Yul by yulopt alone, unless there is something unusual. `tell` is told what whoever builds
    should know, and what has no place in an answer. `ask_front` and `ask_release` may raise
    `FrontError`.
    """
    parsed = _parsed(request)
    if parsed is not None and parsed.get("language") == LANGUAGE:
        release = _release_or_newest(ask_release)
        if release is not None and is_usual(parsed, release):
            answer = answer_yul(parsed, compile_all, choices, release)
            return _compile_yul(request, parsed, ask_front, answer)
        return ask_front(request)
    if parsed is None or not _wants_code_via_ir(parsed):
        return ask_front(request)
    release = ask_release()
    selection = Selection(object_at(parsed, "settings").get("outputSelection"))
    if release is None or _lacks_experimental(parsed, selection, release):
        return ask_front(request)
    front = ask_for_ir(parsed, selection, choices, ask_front)
    if front.answer is None:
        return _without_trees(front.text, selection)
    tell_of_choices(parsed, front.answer, selection, choices, tell)
    merger = _Merger(parsed, selection, front.answer, choices, ask_front, release)
    return write_json(merger.merge(compile_all))


def _release_or_newest(ask_release: AskRelease) -> Release | None:
    """The release of the solc in front; the newest if there is no solc, which Yul does not need."""
    try:
        return ask_release()
    except FrontError:
        return NEWEST


def _compile_yul(request: str, parsed: JsonObject, ask_front: AskFront, answer: YulAnswer) -> str:
    """The answer, in which a solc, if there is one, has the last word."""
    try:
        if answer.is_wrong:
            return ask_front(request)
        if answer.lacks_tree:
            tree = ask_front(write_json(request_for_tree(parsed)))
            return answer.text_with_tree(read_json(tree))
    except FrontError:
        # There is none.
        pass
    return answer.text()


def _parsed(request: str) -> JsonObject | None:
    """The request as values; None if it is none."""
    try:
        parsed = read_json(request)
        if _SURROGATE.search(request):
            # Halves of pairs are errors of solc, but not of Python, until they are written.
            write_json(parsed).encode()
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def _wants_code_via_ir(request: JsonObject) -> bool:
    """Whether a request asks for code that is compiled via IR, in a way that yulopt knows."""
    settings = object_at(request, "settings")
    selection = Selection(settings.get("outputSelection"))
    return (
        request.get("language") == "Solidity"
        and settings.get("viaIR") is True
        and settings.get("viaSSACFG") is not True
        and "stopAfter" not in settings
        # Some releases could make code in another object format.
        and "eofVersion" not in settings
        and selection.asks_for_code()
        and not selection.asks_for_any(ETHDEBUG)
    )


def _lacks_experimental(request: JsonObject, selection: Selection, release: Release) -> bool:
    """Whether solc finds that outputs need a setting which is not there."""
    return (
        object_at(request, "settings").get("experimental") is not True
        and selection.asks_for_any(EXPERIMENTAL)
        and not NO_EXPERIMENTAL_SETTING.holds_in(release.version)
    )


class _Merger:
    """Puts what becomes of the IR into the answer of the solc in front."""

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
        self._dialect = in_back(choices.default, self._settings, release).dialect
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

    def merge(self, compile_all: CompileAll) -> JsonObject:
        """The answer to the request."""
        work = list(self._work())
        results = list(zip(work, compile_all(work), strict=True))
        failed = any(isinstance(result, Failure) for _, result in results)
        self._add_messages(results, failed=failed)
        _drop_trees(self._answer, self._selection)
        if failed:
            # As with solc, there is no code for any contract then, and no IR.
            self._drop_code()
            return self._answer
        codes = {item.name: result for item, result in results if isinstance(result, ContractCode)}
        for file, contracts in object_at(self._answer, "contracts").items():
            for name, contract in object_at(contracts).items():
                assert isinstance(contract, dict)
                wishes = self._selection.wishes(file, name)
                self._fill(contract, wishes, codes.get(f"{file}:{name}"))
        self._warn_of_what_is_missing()
        return self._answer

    def _drop_code(self) -> None:
        """Leave only what needs no code, and no contract without anything."""
        contracts = object_at(self._answer, "contracts")
        for file in list(contracts):
            in_file = object_at(contracts[file])
            for name, contract in list(in_file.items()):
                assert isinstance(contract, dict)
                _drop_unwanted(contract, self._selection.wishes(file, name))
                contract.pop("ir", None)
                if not contract:
                    del in_file[name]
            if not in_file:
                del contracts[file]
        if not contracts:
            self._answer.pop("contracts", None)

    def _work(self) -> Iterator[Work]:
        for file, contracts in object_at(self._answer, "contracts").items():
            for name, contract in object_at(contracts).items():
                ir = object_at(contract).get("ir")
                wishes = self._selection.wishes(file, name)
                if isinstance(ir, str) and ir and wishes.include_code():
                    wants_gas = wishes.include("evm.gasEstimates")
                    tree = object_at(self._answer, "sources", file, "ast")
                    outputs = Outputs(
                        code=wishes.include_bytecode(),
                        listings=any(map(wishes.include, _LISTINGS)),
                        called=callables(object_at(contract), name, tree) if wants_gas else None,
                    )
                    pipeline = self._choices.of(file, name)
                    settings = in_back(pipeline, self._settings, self._release)
                    yield Work(file, name, ir, settings, outputs)

    # One contract

    def _fill(self, contract: JsonObject, wishes: Wishes, code: ContractCode | None) -> None:
        """Add what is selected of the code, and take out what was only needed for it."""
        if not wishes.include_code():
            return
        _drop_unwanted(contract, wishes)
        given = no_code() if code is None else code
        if wishes.include("irOptimized"):
            contract["irOptimized"] = given.ir_optimized
        libraries = self._settings.get("libraries")
        for output, fields, value in (
            ("bytecode", _CODE_FIELDS, given.bytecode),
            ("deployedBytecode", _DEPLOYED_FIELDS, given.deployed),
        ):
            selected = [field for field in fields if wishes.include(f"evm.{output}.{field}")]
            if selected:
                complete = linked(value, libraries, self._dialect)
                chosen: JsonObject = {field: complete[field] for field in selected}
                object_in(contract, "evm")[output] = chosen
        if code is None:
            self._fill_empty(contract, wishes)
        else:
            if wishes.include("evm.assembly"):
                object_in(contract, "evm")["assembly"] = self._sources.fill_in(code.assembly)
            if wishes.include("evm.legacyAssembly"):
                legacy_assembly = self._sources.add_to(code.legacy_assembly)
                object_in(contract, "evm")["legacyAssembly"] = legacy_assembly
            if wishes.include("evm.gasEstimates"):
                object_in(contract, "evm")["gasEstimates"] = code.gas_estimates
            self._not_given.update(output for output in _NOT_GIVEN if wishes.include(output))

    def _fill_empty(self, contract: JsonObject, wishes: Wishes) -> None:
        """What solc says of a contract without code."""
        empty: tuple[tuple[str, Json], ...] = (
            ("assembly", ""),
            ("legacyAssembly", None),
            ("gasEstimates", None),
        )
        for output, value in empty:
            if wishes.include(f"evm.{output}"):
                object_in(contract, "evm")[output] = value
        for output in ("irOptimizedAst", "yulCFGJson"):
            if wishes.include(output):
                contract[output] = None

    # Messages

    def _add_messages(self, results: list[Result], *, failed: bool) -> None:
        """Say what solc says of each contract, in the order in which solc compiles them."""
        told: dict[tuple[str, str], list[JsonObject]] = {}
        for item, result in results:
            if isinstance(result, Failure):
                messages = [self._error(result)]
            else:
                messages = [] if failed else self._warnings(item, result)
            if messages:
                told[item.file, item.contract] = messages
        if len(told) > 1:
            told = {key: told[key] for key in self._compile_order() if key in told}
        entries = [message for messages in told.values() for message in messages]
        if failed and entries[0]["type"] == STACK_TOO_DEEP:
            # At this one solc stops, and forgets all warnings.
            self._answer["errors"] = [entries[0]]
        else:
            self._add_errors(entries)

    def _error(self, failure: Failure) -> JsonObject:
        place = self._place_of(failure.location)
        if failure.kind != STACK_TOO_DEEP:
            return entry(failure.kind, failure.message, place)
        version = self._release.version
        if STACK_ERRORS_WITHOUT_PLACE.holds_in(version):
            place = None
        told = entry(failure.kind, failure.message, place)
        if PREFIXED_STACK_ERRORS.holds_in(version):
            told["message"] = f"Yul exception:{failure.message}"
        return told

    def _warnings(self, item: Work, code: ContractCode) -> list[JsonObject]:
        if not item.outputs.code:
            return []
        place = self._place_of(first_location(item.ir))
        sizes = size_warnings(_size(code.deployed), _size(code.bytecode), place, self._dialect)
        return sizes + [entry("Warning", message, place) for message in code.warnings]

    def _compile_order(self) -> list[tuple[str, str]]:
        sources = object_at(self._answer, "sources")
        if not all(object_at(source).get("ast") for source in sources.values()):
            selection: Json = {ANY: {FILE_LEVEL: ["ast"]}}
            settings = self._settings | {"outputSelection": selection}
            told = self._ask_front(write_json(self._request | {"settings": settings}))
            sources = object_at(read_json(told), "sources")
        return compile_order(sources)

    def _add_errors(self, entries: Sequence[Json]) -> None:
        if entries:
            before = self._answer.get("errors")
            self._answer["errors"] = [*(before if isinstance(before, list) else []), *entries]

    def _warn_of_what_is_missing(self) -> None:
        if self._not_given:
            names = ", ".join(sorted(self._not_given))
            message = f"yulopt does not give {names}; the answer leaves it out."
            self._add_errors([entry("Warning", message)])

    def _place_of(self, location: Location) -> Place | None:
        if location == NOWHERE:
            return None
        for file, source in object_at(self._answer, "sources").items():
            if object_at(source).get("id") == location.file:
                content = object_at(self._request, "sources", file).get("content")
                return Place(file, location, content if isinstance(content, str) else None)
        return None


def _without_trees(told: str, selection: Selection) -> str:
    """An answer as it was told, unless syntax trees were asked for on top of what is selected."""
    try:
        answer = read_json(told)
    except ValueError:
        return told
    is_changed = isinstance(answer, dict) and _drop_trees(answer, selection)
    return write_json(answer) if is_changed else told


def _drop_trees(answer: JsonObject, selection: Selection) -> bool:
    """Take out syntax trees that are not selected; returns whether there were any."""
    dropped = False
    for file, source in object_at(answer, "sources").items():
        if not selection.includes_tree(file) and "ast" in object_at(source):
            del object_at(source)["ast"]
            dropped = True
    return dropped


def _drop_unwanted(contract: JsonObject, wishes: Wishes) -> None:
    """Take out what the solc in front was asked for only because code needs it."""
    for output in ("ir", "abi"):
        if not wishes.include(output):
            contract.pop(output, None)
    if not wishes.include("evm.methodIdentifiers"):
        evm = object_at(contract, "evm")
        evm.pop("methodIdentifiers", None)
        if not evm:
            contract.pop("evm", None)


def _size(code: JsonObject) -> int:
    digits = code["object"]
    assert isinstance(digits, str)
    return len(digits) // _HEX_DIGITS_PER_BYTE
