"""The output selection of standard JSON: of the request, and for the front-end solc.

A selection maps files to contracts to lists of outputs, with `*` for any file, any contract and
any output; the contract of an empty name is the file itself. An output selects itself and
everything below it, so `evm.bytecode` selects `evm.bytecode.object`.

Source: chapter 11, section 2.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from yulopt.persistence.json_values import Json, JsonObject, object_at, object_in, strings_in

ANY: Final = "*"
FILE_LEVEL: Final = ""
_IR: Final = "ir"
_TREE: Final = "ast"
# Outputs that `*` does not include.
_SPELLED_OUT: Final = ("ir", "irAst", "irOptimized", "irOptimizedAst", "yulCFGJson", "ethdebug")
# Outputs that need `settings.experimental`.
EXPERIMENTAL: Final = ("irAst", "irOptimizedAst", "yulCFGJson", "ethdebug")
# Outputs of code generation or an optimiser, and those below them. They are not requested from the
# front-end solc.
_CODE: Final = (
    "evm.assembly",
    "evm.legacyAssembly",
    "evm.bytecode",
    "evm.deployedBytecode",
    "evm.gasEstimates",
    "irOptimized",
    "irOptimizedAst",
    "yulCFGJson",
)
# Replacements for names that select code and other outputs.
_IN_FRONT: Final = {
    ANY: (
        "abi",
        "metadata",
        "userdoc",
        "devdoc",
        "storageLayout",
        "transientStorageLayout",
        "evm.methodIdentifiers",
        _IR,
    ),
    "evm": ("evm.methodIdentifiers", "abi", _IR),
    # Gas estimates need the callable functions.
    "evm.gasEstimates": ("evm.methodIdentifiers", "abi", _IR),
}
# The outputs of code that solc knows by these names, as the only ones that make it generate code.
_GENERATING: Final = frozenset(
    {
        ANY,
        "evm",
        "evm.assembly",
        "evm.legacyAssembly",
        "evm.gasEstimates",
        "evm.bytecode",
        "evm.deployedBytecode",
        "evm.deployedBytecode.immutableReferences",
        *(
            f"evm.{code}.{field}"
            for code in ("bytecode", "deployedBytecode")
            for field in (
                "object",
                "opcodes",
                "sourceMap",
                "linkReferences",
                "generatedSources",
                "functionDebugData",
            )
        ),
    }
)
# The output that is added where solc generates code that is not selected.
_ADDED: Final = "evm.bytecode.object"
# Outputs that only solc has.
ETHDEBUG: Final = ("ethdebug", "evm.bytecode.ethdebug", "evm.deployedBytecode.ethdebug")


class RequestedOutputs:
    """The outputs that are selected for one contract."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def names(self) -> list[str]:
        """The names that are listed, sorted."""
        return sorted(self._names)

    def include(self, output: str) -> bool:
        """Whether an output is selected, also by a name above it."""
        if ANY in self._names and output not in _SPELLED_OUT:
            return True
        return any(output == name or output.startswith(f"{name}.") for name in self._names)

    def include_code(self) -> bool:
        """Whether anything is selected that needs code, or optimised IR."""
        return any(_is_code(name) or name in _IN_FRONT for name in self._names)

    def include_bytecode(self) -> bool:
        """Whether anything is selected that needs code; optimised IR does not."""
        return any(
            name in _IN_FRONT or (_is_code(name) and name.startswith("evm."))
            for name in self._names
        )


class Selection:
    """The output selection of a request; anything malformed in it selects nothing."""

    def __init__(self, value: Json) -> None:
        self._value: JsonObject = value if isinstance(value, dict) else {}

    def outputs(self, file: str, contract: str) -> RequestedOutputs:
        """The outputs that are selected for a contract."""
        names: set[str] = set()
        for file_key in (file, ANY):
            for contract_key in (contract, ANY):
                names.update(strings_in(object_at(self._value, file_key).get(contract_key)))
        return RequestedOutputs(names)

    def asks_for_code(self) -> bool:
        """Whether code is selected for any contract, whether it exists or not."""
        return any(
            RequestedOutputs(set(strings_in(names))).include_code()
            for names in self._contract_lists()
        )

    def asks_for_any(self, outputs: Collection[str]) -> bool:
        """Whether one of these outputs is selected by name for any contract."""
        return any(
            name in outputs for names in self._contract_lists() for name in strings_in(names)
        )

    def of_compiled_contracts(self) -> Selection:
        """The selection with code of each contract that solc compiles for its errors and warnings.

        If code of any contract is selected, these are all of which anything is selected, or of
        their file.
        """
        lists = [
            names for contracts in self._value.values() for names in object_at(contracts).values()
        ]
        if not any(name in _GENERATING for names in lists for name in strings_in(names)):
            return self
        return Selection(
            {file: _with_code(object_at(contracts)) for file, contracts in self._value.items()}
        )

    def restrict(self, answer: JsonObject) -> None:
        """Remove what was only requested from the front-end solc, or for messages."""
        for file, source in object_at(answer, "sources").items():
            if not self.includes_tree(file):
                object_at(source).pop(_TREE, None)
        contracts = object_at(answer, "contracts")
        for file in [*contracts]:
            in_file = object_at(contracts[file])
            for name in [*in_file]:
                if not _restricted(object_at(in_file[name]), self.outputs(file, name)):
                    del in_file[name]
            if not in_file:
                del contracts[file]
        if not contracts:
            answer.pop("contracts", None)

    def only(self, contracts: Iterable[tuple[str, str]]) -> Selection:
        """The selection restricted to these contracts, given by file and name."""
        value: JsonObject = {}
        for file, contract in contracts:
            names: list[Json] = list(self.outputs(file, contract).names())
            object_in(value, file)[contract] = names
        return Selection(value)

    def includes_tree(self, file: str) -> bool:
        """Whether the syntax tree of a file is selected."""
        names = [
            name
            for key in (file, ANY)
            for name in strings_in(object_at(self._value, key).get(FILE_LEVEL))
        ]
        return _TREE in names or ANY in names

    def in_front(self) -> Json:
        """The selection for the front-end solc: the IR instead of code."""
        return {
            file: _file_in_front(contracts) if isinstance(contracts, dict) else contracts
            for file, contracts in self._value.items()
        }

    def of_any_file(self, files: Collection[str]) -> Json:
        """The selection for the front-end solc as one for `*`, if that selects the same of these
        files; None if it does not, or lists no more than one.
        """
        selected = self.in_front()
        assert isinstance(selected, dict)
        outputs = next(iter(selected.values()), None)
        is_alike = (
            len(selected) > 1
            and self.lists(files)
            and _is_well_formed(outputs)
            and all(other == outputs for other in selected.values())
        )
        return {ANY: outputs} if is_alike else None

    def lists(self, files: Iterable[str]) -> bool:
        """Whether it lists all of these files by name."""
        return all(file in self._value for file in files)

    def _contract_lists(self) -> list[Json]:
        return [
            names
            for contracts in self._value.values()
            if isinstance(contracts, dict)
            for contract, names in contracts.items()
            if contract != FILE_LEVEL
        ]


def _is_well_formed(contracts: Json) -> bool:
    return isinstance(contracts, dict) and all(
        isinstance(names, list) and len(strings_in(names)) == len(names)
        for names in contracts.values()
    )


def _with_code(contracts: JsonObject) -> JsonObject:
    result: JsonObject = {
        contract: [*names, _ADDED] if names and contract != FILE_LEVEL else names
        for contract, names in contracts.items()
        if isinstance(names, list)
    }
    if result.get(FILE_LEVEL):
        others = result.get(ANY)
        result[ANY] = [*(others if isinstance(others, list) else []), _ADDED]
    return contracts | result


def _restricted(contract: JsonObject, requested: RequestedOutputs) -> JsonObject:
    """The outputs of a contract, after those beyond its selection were removed."""
    for output in (_IR, "abi", "evm.methodIdentifiers", _ADDED):
        if not requested.include(output):
            _remove(contract, output.split("."))
    return contract


def _remove(values: JsonObject, path: list[str]) -> None:
    """Remove a value, and the objects around it that are empty then."""
    if path[0] in values:
        inside = object_at(values, path[0])
        if path[1:]:
            _remove(inside, path[1:])
        if not path[1:] or not inside:
            del values[path[0]]


def _is_code(name: str) -> bool:
    return any(name == code or name.startswith(f"{code}.") for code in _CODE)


def _file_in_front(contracts: JsonObject) -> JsonObject:
    """The selection for one file; for gas estimates with its syntax tree.

    Other files must not be included, since solc reports warnings for all files in the selection.
    """
    result: JsonObject = {
        contract: names if contract == FILE_LEVEL else _names_in_front(names)
        for contract, names in contracts.items()
    }
    wants_gas = any(
        contract != FILE_LEVEL
        and RequestedOutputs(set(strings_in(names))).include("evm.gasEstimates")
        for contract, names in contracts.items()
    )
    file_level = strings_in(contracts.get(FILE_LEVEL))
    if wants_gas and _TREE not in file_level:
        result[FILE_LEVEL] = [*file_level, _TREE]
    return result


def _names_in_front(names: Json) -> Json:
    if not isinstance(names, list):
        return names
    result: list[Json] = []
    for name in names:
        if not isinstance(name, str):
            result.append(name)
        elif name in _IN_FRONT:
            result += _IN_FRONT[name]
        elif _is_code(name):
            result.append(_IR)
        else:
            result.append(name)
    return [name for index, name in enumerate(result) if name not in result[:index]]
