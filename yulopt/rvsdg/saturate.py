"""Equality saturation of graphs: rules in the e-graph alternate with passes of the host.

Each round applies the rules a few times, exports the e-graph to the host, runs the passes for
switches, loops and calls on it, and sends their additions back, until a round finds nothing new, or
a limit is reached.

The passes of the rounds form a schedule, which is checked before anything runs: no pass may destroy
a requirement of a later one, whatever the round.

Source: chapter 09, sections 6.2 and 7.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import attr

from yulopt.egraph.export import Export
from yulopt.egraph.saturation import NODES, SECONDS, Limits, Session, saturate
from yulopt.errors import StepError
from yulopt.passes.pass_requirements import find_conflict
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import DAG
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.ir import Graph, Loop, Node
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.pass_contract import PROPERTIES, Pass
from yulopt.rvsdg.passes.calls import InlineCalls
from yulopt.rvsdg.passes.evaluation import FoldMatches
from yulopt.rvsdg.passes.loops import PeelLoops, RewriteLoops
from yulopt.rvsdg.passes.switches import RewriteSwitches
from yulopt.rvsdg.session import session_for
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax.arguments import DEFAULT_RUNS

_ITERATIONS: Final = 4
ROUNDS: Final = "rounds"


@attr.s(auto_attribs=True)
class Settings:
    """The settings of saturation: the cost model (`tree`, `dag` or `gas`), and the limits.

    `associative`: reassociate sums and products of any operands, not only with numbers. `peel`: try
    peeling, once per loop. `executions`: the expected number of runs, None for creation code, for
    weighing gas against the size of the code. `exact`: for the cost model `dag`, a solver makes the
    best choice, in as many seconds again. `verify_each`: check the declarations of each pass after
    it.
    """

    cost: str = DAG
    rounds: int = 12
    nodes: int = 50_000
    seconds: float = 10.0
    associative: bool = False
    executions: int | None = DEFAULT_RUNS
    exact: bool = False
    peel: bool = False
    verify_each: bool = False


@attr.s(auto_attribs=True, eq=False)
class Report:
    """A report of a saturation; `stopped_by`: the limit that ended it (`ROUNDS`, `NODES` or
    `SECONDS`), or empty if it saturated.

    `copies`: whether it could inline calls and peel loops. The costs before and after are in the
    unit of the cost model. `not_exact`: why there was no exact choice although one was requested.
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


@attr.s(auto_attribs=True, frozen=True)
class Schedule:
    """The passes of the first round, and those of each round after it, in order."""

    first: tuple[Pass, ...]
    later: tuple[Pass, ...]

    def check(self) -> None:
        """Raise `StepError` if a pass requires a property that an earlier one destroys. Before the
        first round, all properties hold."""
        # The third round finds all conflicts of the following ones.
        passes = [*self.first, *self.later, *self.later]
        conflict = find_conflict(passes, PROPERTIES, PROPERTIES)
        if conflict is not None:
            name = passes[conflict.index].name
            assert conflict.ended_by is not None
            before = conflict.ended_by.name
            advice = f"put {name} before {before}, in the first round"
            if name == before:
                advice = f"run {name} in the first round only"
            raise StepError(
                f"the pass {name} needs {conflict.needs}, which ends with the pass {before};"
                f" {advice}"
            )


def schedule_for(settings: Settings, *, copies: bool) -> Schedule:
    """The passes by these settings; without `copies`, no call is inlined and no loop is peeled."""
    peeling = (PeelLoops(),) if copies and settings.peel else ()
    inlining = (InlineCalls(),) if copies else ()
    rewriting = (RewriteSwitches(), RewriteLoops())
    return Schedule(
        first=(FoldMatches(), *peeling, *inlining, *rewriting),
        later=(FoldMatches(), *inlining, *rewriting),
    )


def run_pass(item: Pass, host: HostGraph, language: Language) -> None:
    """Run one pass over an export. In test mode, raises `GraphError` if it violates its
    declaration."""
    if not host.analyses.is_test:
        item.run(host, language)
        return
    before = {name for name, one in PROPERTIES.items() if one.holds(host)}
    item.run(host, language)
    for name in (*item.provides, *(one for one in item.preserves if one in before)):
        if not PROPERTIES[name].holds(host):
            raise GraphError(f"after the pass {item.name}: the graph does not have {name}")
    for kind in host.analyses.wrong():
        raise GraphError(f"after the pass {item.name}: {kind.__name__} is not preserved")


class Saturation:
    """One saturation of a graph; raises `YulError` if the library is not installed.

    Without `copies`, no call is inlined and no loop is peeled; the rounds can be given instead
    (`schedule`); an inconsistent schedule raises `StepError`. `observe` is called repeatedly with
    the progress so far.
    """

    def __init__(
        self,
        root: Node,
        graph: Graph,
        settings: Settings,
        *,
        copies: bool = True,
        schedule: Schedule | None = None,
        observe: Observer | None = None,
    ) -> None:
        self.report = Report(copies=copies)
        self._schedule = schedule or schedule_for(settings, copies=copies)
        self._schedule.check()
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
        loops = [number for node, number in self._numbers.items() if isinstance(node, Loop)]
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
                # An iteration that would exceed the limit is not begun.
                report.stopped_by = stopped_by if stopped_by in (NODES, SECONDS) else ""
                break
            size = new_size
            report.rounds += 1
            host = HostGraph(export, next_handle, loops, is_test=settings.verify_each)
            passes = self._schedule.first if report.rounds == 1 else self._schedule.later
            for item in passes:
                run_pass(item, host, self._graph.language)
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
