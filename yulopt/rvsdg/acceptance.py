"""Whether a graph that came out of an e-graph may take the place of the one that went in.

Forms of a state and of a value may be chosen that do not belong together, so that an effect would
happen twice: a state would be used twice then. Who writes Yul notices; a graph that cannot be
written as Yul, while the one before could be, is therefore rejected. Where already that one could
not, only graphs without effects are accepted.

What is written is also what gas is measured on: graphs of code are compared, when it is about gas,
by the project's own meter and not by a model of it.

Source: chapter 09, sections 2.5 and 7.1.
"""

from __future__ import annotations

from yulopt.gas.weighted import WEIGHT_ONE, WeightedGas
from yulopt.rvsdg.code_price import gas_of_code
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import GAS, cost_of
from yulopt.rvsdg.ir import Graph, Node, Operator
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.to_yul import write_code
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax.ast import Block


class Acceptance:
    """Judges graphs that could take the place of `root`, by a cost model.

    `executions` is how often the code is expected to run, None for creation code. `before` is what
    the root costs.
    """

    __slots__ = ("_cost", "_encoding", "_executions", "_gas", "_graph", "_is_code", "before")

    def __init__(self, root: Node, graph: Graph, cost: str, executions: int | None) -> None:
        self._graph = graph
        self._encoding = Encoding(graph)
        self._cost = cost
        self._executions = executions
        self._gas: WeightedGas | None = None
        language = graph.language
        code = self._written(root) if isinstance(language, YulLanguage) else None
        self._is_code = code is not None
        if code is not None and cost == GAS:
            assert isinstance(language, YulLanguage)
            self._gas = WeightedGas(language.dialect, executions)
            self.before = gas_of_code(code, self._gas)
        else:
            self.before = cost_of(root, self._encoding, cost, executions)

    @property
    def is_measured(self) -> bool:
        """Whether costs are the gas of what is written, which no model foretells."""
        return self._gas is not None

    def cost(self, found: Node) -> int | None:
        """What a graph costs; None if it cannot take the place of the root.

        By the models `tree` and `dag` these are nodes, else parts of gas (`WEIGHT_ONE` is one).
        """
        if self._is_code:
            code = self._written(found)
            if code is None:
                return None
            if self._gas is not None:
                return gas_of_code(code, self._gas)
        elif has_effects(found, self._graph.language):
            return None
        return cost_of(found, self._encoding, self._cost, self._executions)

    def _written(self, root: Node) -> Block | None:
        try:
            return write_code(root, self._graph)
        except GraphError:
            return None


def whole_cost(amount: int, cost: str) -> int:
    """An amount of `Acceptance.cost` in nodes, or in whole gas."""
    return amount // WEIGHT_ONE if cost == GAS else amount


def has_effects(root: Node, language: Language) -> bool:
    """Whether something in a graph takes a state of the EVM."""
    for node in postorder([root]):
        if isinstance(node, Operator):
            signature = language.signature(node.name)
            if signature is not None and signature.states:
                return True
    return False
