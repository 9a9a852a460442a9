"""What happens while the assembly is optimised, for those who want to know."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.context import AssemblyPass, Context


@mypyc_attr(allow_interpreted_subclasses=True)
class AssemblyObserver:
    """Is told what each pass over the assembly does; override what is of interest.

    An observer may look at the items, and must not change them.
    """

    def enter_object(self, compiled: CompiledObject, context: Context) -> None:
        """The run goes on with the assembly of another object."""

    def before_pass(self, used: AssemblyPass, round_number: int | None) -> None:
        """A pass is about to run over the object, in this round (from 1 on) or after all rounds."""

    def after_pass(self, used: AssemblyPass, items: list[Item]) -> None:
        """The pass has run, and left these items."""
