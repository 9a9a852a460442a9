"""The context of passes over the assembly of an object."""

from __future__ import annotations

from typing import ClassVar

from yulopt.assembly.items import Item
from yulopt.assembly.sizes import code_size
from yulopt.dialect import Dialect
from yulopt.frequency.call_profile import CallProfile
from yulopt.gas.model import GasModel, solc_model


class Context:
    """The EVM version, the expected number of runs of deployed code, and the kind of code.

    `is_creation`: the code runs once, when the contract is deployed. `calls`: the number of calls
    of each function of deployed code, None if unknown. Passes record in `thresholds` the numbers of
    expected runs at which their decisions change. `gas` has the prices of the
    dialect, and `solc_gas` those by which solc's passes decide.
    """

    def __init__(
        self, dialect: Dialect, runs: int, *, is_creation: bool, calls: CallProfile | None = None
    ) -> None:
        self.dialect = dialect
        self.runs = runs
        self.is_creation = is_creation
        self.calls = None if is_creation else calls
        self.thresholds: set[int] = set()
        self.gas = GasModel(dialect, None if is_creation else runs)
        self.solc_gas = solc_model(dialect, None if is_creation else runs)

    @property
    def knows_push0(self) -> bool:
        """Whether the release's passes use PUSH0."""
        return self.dialect.has_push0 and not self.dialect.behaviour.ignores_push0

    def size(self, items: list[Item], label_width: int) -> int:
        """The bytes of some items with labels of a certain width."""
        return code_size(items, label_width, has_push0=self.knows_push0)


class AssemblyPass:
    """One pass; `name` is solc's name of it."""

    name: ClassVar[str] = ""

    def run(self, items: list[Item], context: Context) -> bool:
        """Optimise the assembly of one object in place; returns whether anything changed."""
        raise NotImplementedError
