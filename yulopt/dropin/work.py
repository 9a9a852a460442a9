"""What is to be compiled, as it is handed to the processes that do it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Failure, Outputs

# What the IR of each contract becomes, in the same order.
CompileAll: TypeAlias = "Callable[[Sequence[Work]], Sequence[ContractCode | Failure]]"


class Work:
    """A contract to be compiled: its file, its name and its IR, how, and what for.

    `is_source`: whether the IR is no IR, but the file itself, in Yul. `known`: the optimised texts
    of objects inside it, by name, which are added when there are any.
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

    @property
    def name(self) -> str:
        """The qualified name of the contract."""
        return f"{self.file}:{self.contract}"
