"""What every optimiser step is: a name, a letter, needs, and `run`."""

from __future__ import annotations

from typing import ClassVar

import attr

from yulopt.ast import Block
from yulopt.dialect import Dialect
from yulopt.names import NameDispenser


@attr.s(auto_attribs=True, eq=False)
class Context:
    """What the steps of one run over one object share.

    `expected_executions` is how often the code is expected to run per deployment (solc's `runs`),
    None for creation code, which runs once.
    """

    dialect: Dialect
    dispenser: NameDispenser
    expected_executions: int | None = None


class Step:
    """Base of all steps.

    `name` is the standard name; `letter` stands for the step in a sequence, and is empty for a
    step that only runs at a fixed place of the suite; `requires` names the properties of the tree
    that `run` relies on (see `yulopt.properties`).
    """

    name: ClassVar[str] = ""
    letter: ClassVar[str] = ""
    requires: ClassVar[tuple[str, ...]] = ()

    def run(self, context: Context, block: Block) -> None:
        """Transform `block`, the whole code of one object, in place."""
        raise NotImplementedError
