"""The cheapest equivalent graph that saturation finds, or the graph itself.

The choice may combine forms of a state and of a value that do not belong together, so that an
effect would happen twice: a state would then be used twice. The Yul writer detects this; a graph
that cannot be written as Yul, although the original can, is therefore rejected. If the original
cannot, either, only graphs without effects are accepted.

Gas is also measured on the written Yul, by the project's own estimate and not by a model of it.

Source: chapter 09, sections 2.5 and 7 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator

from yulopt.gas.estimate import WeightedGas
from yulopt.gas.model import WEIGHT_ONE
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import (
    DAG,
    GAS,
    SHARED_GAS,
    TREE,
    cost_of,
    extract,
    extract_exactly,
    extraction_analyses,
    nodes_before,
)
from yulopt.rvsdg.ir import Call, Graph, Node, Operator
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.saturate import Observer, Report, Saturation, Settings
from yulopt.rvsdg.to_yul import write_code
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax.ast import Block


def optimise(
    root: Node, graph: Graph, settings: Settings, observe: Observer | None = None
) -> tuple[Node, list[Report]]:
    """The cheapest equal graph that is found, made in the same `graph`, or the root itself if there
    is none that is cheaper; and a report of each saturation, with which `observe` is called in the
    meantime. Raises `YulError` if the library is not installed.

    The forms chosen for a state and a value may stem from two forms of one call, so that an effect
    would happen twice. Such a graph is rejected; then other choices are tried, and finally an
    e-graph without inlined calls and peeled loops. Gas is measured on the written Yul, and the best
    of all choices is taken, whatever model made it.
    """
    acceptance = Acceptance(root, graph, settings.cost, settings.executions)
    search = _Search(root, graph, settings, acceptance)
    reports = [search.among(Saturation(root, graph, settings, observe=observe))]
    has_calls = any(isinstance(node, Call) for node in postorder([root]))
    if search.continues and (has_calls or settings.peel):
        without = Saturation(root, graph, settings, copies=False, observe=observe)
        reports.append(search.among(without))
    return search.best, reports


class _Search:
    """Searches for a cheaper graph than a root: `best` is the cheapest so far, of cost `lowest`.

    `continues`: whether all graphs found so far were rejected.
    """

    def __init__(
        self, root: Node, graph: Graph, settings: Settings, acceptance: Acceptance
    ) -> None:
        self.best = root
        self.lowest = acceptance.before
        self._root = root
        self._encoding = Encoding(graph)
        self._settings = settings
        self._acceptance = acceptance
        self._was_rejected = False

    @property
    def continues(self) -> bool:
        is_possible = self._was_rejected or self._acceptance.is_measured
        return self.best is self._root and is_possible

    def among(self, saturation: Saturation) -> Report:
        """Search an e-graph, and report it."""
        report = saturation.report
        report.cost_before = _whole_cost(self.lowest, self._settings.cost)
        for graphs in self._choices(saturation):
            for found in dict.fromkeys(graphs):
                self._try(found)
            if not self._acceptance.is_measured and not self.continues:
                break
        report.cost_after = _whole_cost(self.lowest, self._settings.cost)
        return report

    def _try(self, found: Node) -> None:
        settings = self._settings
        by_model = cost_of(found, self._encoding, settings.cost, settings.executions)
        if by_model < self.lowest or self._acceptance.is_measured:
            cost = self._acceptance.cost(found)
            if cost is None:
                self._was_rejected = True
            elif cost < self.lowest:
                self.best, self.lowest = found, cost

    def _choices(self, saturation: Saturation) -> Iterator[list[Node]]:
        """The graphs chosen by each model, that of the settings first."""
        settings, encoding = self._settings, self._encoding
        export = saturation.run()
        root = saturation.handle(self._root)
        analyses = extraction_analyses(export, encoding, settings.executions)
        if settings.exact:
            found, saturation.report.not_exact = extract_exactly(
                analyses, root, encoding, settings.seconds
            )
            if found is not None:
                yield [found]
        before = nodes_before(
            self._root, encoding, lambda node: export.handles[saturation.handle(node)]
        )
        for model in dict.fromkeys((settings.cost, GAS, SHARED_GAS, TREE, DAG)):
            yield [
                extract(analyses, root, encoding, model, start)
                for start in ((), before)
                if not start or model in (SHARED_GAS, DAG)
            ]


class Acceptance:
    """Judges graphs that could replace `root`, by a cost model.

    `executions`: the expected number of runs, None for creation code. `before`: the cost of the
    root.
    """

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
            self.before = self._gas.of_object(code)
        else:
            self.before = cost_of(root, self._encoding, cost, executions)

    @property
    def is_measured(self) -> bool:
        """Whether costs are the gas of the written Yul, which no model predicts."""
        return self._gas is not None

    def cost(self, found: Node) -> int | None:
        """The cost of a graph; None if it cannot replace the root.

        By the models `tree` and `dag` in nodes, else in fractions of gas (`WEIGHT_ONE` is one).
        """
        if self._is_code:
            code = self._written(found)
            if code is None:
                return None
            if self._gas is not None:
                return self._gas.of_object(code)
        elif _has_effects(found, self._graph.language):
            return None
        return cost_of(found, self._encoding, self._cost, self._executions)

    def _written(self, root: Node) -> Block | None:
        try:
            return write_code(root, self._graph)
        except GraphError:
            return None


def _whole_cost(amount: int, cost: str) -> int:
    """An amount of `Acceptance.cost` in nodes, or in whole gas."""
    return amount // WEIGHT_ONE if cost == GAS else amount


def _has_effects(root: Node, language: Language) -> bool:
    """Whether a node of a graph takes a state of the EVM."""
    for node in postorder([root]):
        if isinstance(node, Operator):
            signature = language.signature(node.name)
            if signature is not None and signature.states:
                return True
    return False
