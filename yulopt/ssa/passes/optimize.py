"""optimize: all passes that make code cheaper, in an order in which they help each other.

Cells become values first. Then come rounds, each of them until nothing changes or there were
enough (`rounds=2`): constants, the graph, phis, rules, equal values, memory and storage,
loops, dead code. At last code goes that only decides about nothing.

Example::

    func @f(%n: i256) -> i256 {
    entry:
      %sum = alloca i256
      %i = alloca i256
      store i256 0, %sum
      store i256 0, %i
      sstore 3, 5
      br %cond
    cond:
      %0 = load i256, %i
      %1 = lt %0, %n
      br %1, %body, %after
    body:
      %2 = load i256, %sum
      %3 = sload 3
      %4 = mul %n, %3
      %5 = add %2, %4
      store i256 %5, %sum
      %6 = load i256, %i
      sstore 4, %6
      %7 = add %6, 1
      store i256 %7, %i
      br %cond
    after:
      %8 = load i256, %sum
      ret %8
    }

becomes::

    func @f(%n: i256) -> i256 {
    entry:
      sstore 3, 5
      %4 = mul %n, 5
      br %cond
    cond: ; preds = %entry, %body
      %sum.1 = phi i256 [ 0, %entry ], [ %5, %body ]
      %i.1 = phi i256 [ 0, %entry ], [ %7, %body ]
      %1 = lt %i.1, %n
      br %1, %body, %after
    body: ; preds = %cond
      %5 = add %sum.1, %4
      sstore 4, %i.1
      %7 = add %i.1, 1
      br %cond
    after: ; preds = %cond
      ret %sum.1
    }

Source: chapter 08, section 6.12.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.pass_contract import Option, Pass, Statistics
from yulopt.ssa.pipeline import parse_pipeline

# The cells of parameters wait, as they would for an inliner.
FIRST: Final = "mem2reg:parameters=no, mem2reg"
ROUND: Final = (
    "sccp, simplify-cfg, trivial-phis, phi-scc, peephole, gvn, evm-forward, "
    "evm-dead-stores, mem2reg, licm, dce"
)
LAST: Final = "adce, simplify-cfg"


class Optimize(Pass):
    """All passes that make code cheaper."""

    name = "optimize"
    options: ClassVar[dict[str, Option]] = {"rounds": Option("2", "the most rounds")}

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        super().__init__(settings)
        self._first = parse_pipeline(FIRST)
        self._round = parse_pipeline(ROUND)
        self._last = parse_pipeline(LAST)

    def run(self, module: Module, function: Function) -> Statistics:
        """Run the passes; what they did, all together."""
        done = _run_all(self._first, module, function)
        for _ in range(int(self.settings["rounds"])):
            counts = _run_all(self._round, module, function)
            _add(done, counts)
            if not any(counts.values()):
                break
        _add(done, _run_all(self._last, module, function))
        return done


def _run_all(passes: list[Pass], module: Module, function: Function) -> Statistics:
    done: Statistics = {}
    for item in passes:
        _add(done, item.run(module, function))
    return done


def _add(done: Statistics, more: Statistics) -> None:
    for what, count in more.items():
        done[what] = done.get(what, 0) + count
