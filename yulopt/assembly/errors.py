"""Why an object cannot be turned into EVM code."""

from __future__ import annotations

from yulopt.errors import YulError


class AssemblyError(YulError):
    """A correct program for which there is no bytecode."""


class StackTooDeepError(AssemblyError):
    """A variable, or another value, is out of the reach of DUP and SWAP.

    Attributes: `function` (empty for the code outside functions), `variable` (empty if the value
    is not that of a variable), `deficit`: by how many slots it is out of reach.
    """

    def __init__(
        self,
        message: str,
        function: str,
        variable: str,
        deficit: int,
        *,
        filename: str = "<input>",
        line: int = 0,
        column: int = 0,
        source_line: str = "",
    ) -> None:
        super().__init__(
            message, filename=filename, line=line, column=column, source_line=source_line
        )
        self.function = function
        self.variable = variable
        self.deficit = deficit
