"""Units of work: contracts to compile, as sent to the worker processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import attr

from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Failure, Outputs

Result: TypeAlias = "ContractCode | Failure"
# Returns the order in which solc compiles contracts, given by file and name.
CompileOrder: TypeAlias = Callable[[], Sequence[tuple[str, str]]]
# Returns the results for the IR of each contract, in the same order; None if irrelevant, since one
# that solc compiles before it is too deep in the stack.
CompileAll: TypeAlias = "Callable[[Sequence[Work], CompileOrder], Sequence[Result | None]]"


@attr.s(auto_attribs=True, eq=False)
class Work:
    """A contract to compile: its file, its name and its IR, the options, and the outputs.

    `is_source`: whether the text is not IR, but the file itself, in Yul. `known`: the optimised
    texts of objects inside it, by name, added when they are available. `apart`: contracts inside it
    with other settings, by the names of their objects.
    """

    file: str
    contract: str
    ir: str
    options: Options
    outputs: Outputs
    is_source: bool = False
    known: dict[str, str] = attr.ib(init=False, factory=dict)
    apart: dict[str, Work] = attr.ib(init=False, factory=dict)

    @property
    def name(self) -> str:
        """The qualified name of the contract."""
        return f"{self.file}:{self.contract}"
