"""What is to be compiled, as it is handed to the processes that do it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Failure, Outputs

Result: TypeAlias = "ContractCode | Failure"
# Tells in which order solc compiles contracts, given by file and name.
CompileOrder: TypeAlias = Callable[[], Sequence[tuple[str, str]]]
# What the IR of each contract becomes, in the same order; None if that does not matter any more,
# since one that solc compiles before it is too deep in the stack.
CompileAll: TypeAlias = "Callable[[Sequence[Work], CompileOrder], Sequence[Result | None]]"


class Work:
    """A contract to be compiled: its file, its name and its IR, how, and what for.

    `is_source`: whether the IR is no IR, but the file itself, in Yul. `known`: the optimised texts
    of objects inside it, by name, which are added when there are any. `apart`: contracts inside it
    that are compiled in another way, by the names of their objects.
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
