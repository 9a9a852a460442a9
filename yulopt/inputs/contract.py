"""The contents of an input: contracts, each with its IR and compiler settings."""

from __future__ import annotations

from collections.abc import Mapping

import attr

from yulopt.persistence.json_values import Json, JsonObject, object_at


@attr.s(auto_attribs=True, frozen=True)
class Contract:
    """A contract in an input.

    `file`: its source for the compiler, empty if unknown. Each text is None if it was not
    requested, and empty if there is no code, as for an interface. `settings`, `metadata` and `abi`
    are verbatim from the input, and so are `bytecode` and `deployed`, the code.
    """

    file: str
    name: str
    ir: str | None
    ir_optimized: str | None = None
    settings: Json = None
    metadata: Json = None
    abi: Json = None
    bytecode: Json = None
    deployed: Json = None

    @property
    def qualified_name(self) -> str:
        """The name that is unique in a project: `src/Token.sol:Token`."""
        return f"{self.file}:{self.name}" if self.file else self.name

    @property
    def text(self) -> str:
        """The IR before solc's optimiser, if available; empty if there is none."""
        return self.ir or self.ir_optimized or ""

    @property
    def is_optimized(self) -> bool:
        """Whether there is only the IR that solc has optimised."""
        return not self.ir and bool(self.ir_optimized)

    @property
    def is_empty(self) -> bool:
        """Whether IR was requested from the compiler, and there is none."""
        return not self.text and (self.ir is not None or self.ir_optimized is not None)


@attr.s(auto_attribs=True, frozen=True)
class Contents:
    """The contents of an input.

    `kind` describes the input; `advice`: how to get IR into it. `own_files`: those whose contracts
    take precedence over imported ones; empty if all are equal. `sources`: the available texts of
    the sources, by name. `request`: the request to solc, empty if unknown.
    """

    kind: str
    contracts: list[Contract]
    advice: str
    own_files: frozenset[str] = frozenset()
    sources: Mapping[str, str] = attr.Factory(dict)
    request: JsonObject = attr.Factory(dict)

    @property
    def own_contracts(self) -> list[Contract]:
        """The contracts that are not only imported."""
        own = [contract for contract in self.contracts if contract.file in self.own_files]
        return own or self.contracts


def texts_of_sources(sources: Json) -> dict[str, str]:
    """The texts in the `sources` of a request, by name."""
    texts = {file: object_at(given).get("content") for file, given in object_at(sources).items()}
    return {file: text for file, text in texts.items() if isinstance(text, str)}


def contracts_of_answer(answer: JsonObject, settings: Json = None) -> list[Contract]:
    """The contracts in an answer of solc in standard JSON, compiled with some settings."""
    return [
        contract_of_output(file, name, object_at(output), settings)
        for file, in_file in object_at(answer, "contracts").items()
        for name, output in object_at(in_file).items()
    ]


def contract_of_output(file: str, name: str, output: JsonObject, settings: Json = None) -> Contract:
    """A contract of solc's output, with IR, metadata, `abi` and code, if requested."""
    evm = object_at(output, "evm")
    return Contract(
        file,
        name,
        _text(output.get("ir")),
        _text(output.get("irOptimized")),
        settings,
        output.get("metadata"),
        output.get("abi"),
        evm.get("bytecode", output.get("bytecode")),
        evm.get("deployedBytecode", output.get("deployedBytecode")),
    )


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
