"""Equality saturation of graphs: rules in the e-graph, passes of the host, and back.

Each round applies the rules a few times, takes the e-graph to the host, lets the passes for
switches, loops and calls find what follows there, and sends that back, until a round finds nothing
new, or a limit is reached.

Source: chapter 09, sections 6.2 and 7.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import attr

from yulopt.egraph.export import Export
from yulopt.egraph.saturation import NODES, SECONDS, Limits, Session, saturate
from yulopt.pipeline.suite import DEFAULT_RUNS
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import DAG
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.passes.calls import inline_calls
from yulopt.rvsdg.passes.evaluation import fold_matches
from yulopt.rvsdg.passes.loops import peel_loops, rewrite_loops
from yulopt.rvsdg.passes.switches import rewrite_switches
from yulopt.rvsdg.session import session_for
from yulopt.rvsdg.traversal import postorder

_ITERATIONS: Final = 4
ROUNDS: Final = "rounds"


@attr.s(auto_attribs=True)
class Settings:
    """How to saturate: the cost model (`tree`, `dag` or `gas`), and the limits.

    `associative`: sums and products are tried in every order, not only with numbers. `peel`: the
    first iteration of loops is tried before the loop, once for each loop. `executions`:
    how often the code is expected to run, None for creation code, for which gas is weighed against
    the size of the code. `exact`: by the cost model `dag`, the best choice is made by a solver, in
    as many seconds again.
    """

    cost: str = DAG
    rounds: int = 12
    nodes: int = 50_000
    seconds: float = 10.0
    associative: bool = False
    executions: int | None = DEFAULT_RUNS
    exact: bool = False
    peel: bool = False


@attr.s(auto_attribs=True, eq=False)
class Report:
    """What a saturation did; `stopped_by` is the limit that ended it (`ROUNDS`, `NODES` or
    `SECONDS`), or empty if nothing was left to do.

    `copies`: whether it could inline calls and peel loops. What the graph costs before and after is
    in the unit of the cost model. `not_exact` tells why there was no exact choice though one was
    wanted.
    """

    copies: bool = True
    rounds: int = 0
    nodes: int = 0
    classes: int = 0
    seconds: float = 0.0
    stopped_by: str = ""
    cost_before: int = 0
    cost_after: int = 0
    not_exact: str = ""


Observer = Callable[[Report], None]


class Saturation:
    """One saturation of a graph; raises `YulError` if the library is not installed.

    Without `copies`, no call is inlined and no loop is peeled. `observe` is told again and again
    what was done so far.
    """

    def __init__(
        self,
        root: Node,
        graph: Graph,
        settings: Settings,
        *,
        copies: bool = True,
        observe: Observer | None = None,
    ) -> None:
        self.report = Report(copies=copies)
        self._observe = observe
        self._start = 0.0
        self._root = root
        self._graph = graph
        self._settings = settings
        self._encoding = Encoding(graph)
        self._numbers: dict[Node, int] = {}

    def run(self) -> Export:
        """The e-graph after all rounds."""
        session = session_for(self._graph.language, self._settings.associative)
        session.begin()
        try:
            for node in postorder([self._root]):
                self._numbers[node] = len(self._numbers)
            session.unite(
                [
                    (
                        number,
                        self._encoding.encode(node, [self._numbers[one] for one in node.operands]),
                    )
                    for node, number in self._numbers.items()
                ]
            )
            return self._saturate(session)
        finally:
            session.end()

    def handle(self, node: Node) -> int:
        """The handle of a node of the graph in the export."""
        return self._numbers[node]

    def _saturate(self, session: Session) -> Export:
        settings, report = self._settings, self.report
        self._start = time.perf_counter()
        next_handle = len(self._numbers)
        size = (0, 0)
        while True:
            seconds = settings.seconds - (time.perf_counter() - self._start)
            report.stopped_by = _limit(settings, report.rounds, size[0], seconds)
            if report.stopped_by:
                break
            limits = Limits(_ITERATIONS, settings.nodes, seconds)
            stopped_by = saturate(session, limits, self._grown).stopped_by
            export = session.export()
            new_size = (session.size(), len(export.classes))
            if new_size == size and not session.growing.pausing():
                # An iteration that would be too much is not begun.
                report.stopped_by = stopped_by if stopped_by in (NODES, SECONDS) else ""
                break
            size = new_size
            report.rounds += 1
            host = HostGraph(export, next_handle)
            fold_matches(host, self._graph.language)
            if report.copies:
                inline_calls(host)
            if report.copies and settings.peel and report.rounds == 1:
                peel_loops(host, self._graph.language)
            rewrite_switches(host)
            rewrite_loops(host, self._graph.language)
            host.send(session)
            next_handle = host.next_handle
        export = session.export()
        report.classes = len(export.classes)
        self._grown(session.size())
        return export

    def _grown(self, nodes: int) -> None:
        self.report.nodes = nodes
        self.report.seconds = time.perf_counter() - self._start
        if self._observe is not None:
            self._observe(self.report)


def _limit(settings: Settings, rounds: int, nodes: int, seconds: float) -> str:
    if rounds >= settings.rounds:
        return ROUNDS
    if nodes >= settings.nodes:
        return NODES
    return SECONDS if seconds <= 0 else ""
