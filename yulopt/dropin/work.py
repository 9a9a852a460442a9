"""Units of work: contracts to compile, as sent to the worker processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Failure, Outputs

Result: TypeAlias = "ContractCode | Failure"
# Returns the order in which solc compiles contracts, given by file and name.
CompileOrder: TypeAlias = Callable[[], Sequence[tuple[str, str]]]
# Returns the results for the IR of each contract, in the same order; None if irrelevant, since one
# that solc compiles before it is too deep in the stack.
CompileAll: TypeAlias = "Callable[[Sequence[Work], CompileOrder], Sequence[Result | None]]"


class Work:
    """A contract to compile: its file, its name and its IR, the options, and the outputs.

    `is_source`: whether the text is not IR, but the file itself, in Yul. `known`: the optimised
    texts of objects inside it, by name, added when they are available. `apart`: contracts inside it
    with other settings, by the names of their objects.
    """

    def __init__(
        self,
        file: str,
        contract: str,
        ir: str,
        options: Options,
        outputs: Outputs,
        *,
        is_source: bool = False,
    ) -> None:
        self.file = file
        self.contract = contract
        self.ir = ir
        self.options = options
        self.outputs = outputs
        self.is_source = is_source
        self.known: dict[str, str] = {}
        self.apart: dict[str, Work] = {}

    @property
    def name(self) -> str:
        """The qualified name of the contract."""
        return f"{self.file}:{self.contract}"
