"""What an input holds: contracts, each with its IR, and the settings it was compiled with."""

from __future__ import annotations

from collections.abc import Mapping

import attr

from yulopt.persistence.json_values import Json, JsonObject, object_at


@attr.s(auto_attribs=True, frozen=True)
class Contract:
    """A contract in an input.

    `file` is where the compiler had it from, empty if that is not known. Each text is None if it
    was not asked for, and empty if there is no code, as of an interface. `settings` and `metadata`
    are what the input tells about the compile, as it tells it, and so is its `abi`.
    """

    file: str
    name: str
    ir: str | None
    ir_optimized: str | None = None
    settings: Json = None
    metadata: Json = None
    abi: Json = None

    @property
    def qualified_name(self) -> str:
        """The name that is unique in a project: `src/Token.sol:Token`."""
        return f"{self.file}:{self.name}" if self.file else self.name

    @property
    def text(self) -> str:
        """The IR as it was before the optimiser of solc, if it is there; empty if there is none."""
        return self.ir or self.ir_optimized or ""

    @property
    def is_optimized(self) -> bool:
        """Whether there is only the IR that solc has optimised."""
        return not self.ir and bool(self.ir_optimized)

    @property
    def is_empty(self) -> bool:
        """Whether the compiler was asked for IR, and there is none."""
        return not self.text and (self.ir is not None or self.ir_optimized is not None)


@attr.s(auto_attribs=True, frozen=True)
class Contents:
    """What an input holds.

    `kind` says what the input is, `advice` how such a thing gets IR. `own_files`: those whose
    contracts come first, for the others are only what they import; empty if all are alike.
    `sources`: the texts of the sources, by name, as far as the input has them.
    """

    kind: str
    contracts: list[Contract]
    advice: str
    own_files: frozenset[str] = frozenset()
    sources: Mapping[str, str] = attr.Factory(dict)

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
    """A contract of which the output has `ir`, `irOptimized`, `metadata` and `abi`, as far as they
    were asked for.
    """
    return Contract(
        file,
        name,
        _text(output.get("ir")),
        _text(output.get("irOptimized")),
        settings,
        output.get("metadata"),
        output.get("abi"),
    )


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
