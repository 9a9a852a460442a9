"""Declarations of passes over an e-graph: checked before they run, and in test mode after each."""

from __future__ import annotations

import re
from random import Random
from typing import ClassVar, Final

import pytest

from tests.conftest import ROOT
from tests.rvsdg.acceptance_cases import CASES, Case
from tests.rvsdg.graphs import parsed
from tests.rvsdg.random_assembly import random_assembly
from tests.slices import seeds
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.egraph.export import ENode
from yulopt.errors import Source, StepError
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import parse_assembly
from yulopt.rvsdg.encoding import LOOP, Encoding
from yulopt.rvsdg.extract import DAG, GAS, SHARED_GAS, TREE, extract, extraction_analyses
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.ir import Graph
from yulopt.rvsdg.language import OPTIR, Language
from yulopt.rvsdg.pass_contract import CONSISTENT, PROGRAM_LOOPS, PROPERTIES, WELL_SCOPED, Pass
from yulopt.rvsdg.passes.calls import InlineCalls
from yulopt.rvsdg.passes.evaluation import FoldMatches
from yulopt.rvsdg.passes.loops import PeelLoops, RewriteLoops
from yulopt.rvsdg.passes.switches import RewriteSwitches
from yulopt.rvsdg.program import read_program
from yulopt.rvsdg.saturate import Saturation, Schedule, Settings, schedule_for
from yulopt.rvsdg.verifier import GraphError

pytest.importorskip("egglog", reason="saturation needs egglog")

LOOP_OF_ARGUMENT: Final = "(func-1-inputs-1-outputs (get-0 (loop get-0 (+ get-0 1) (> 9 get-0))))"


class _Liar(Pass):
    name = "liar"
    preserves: ClassVar[tuple[str, ...]] = (CONSISTENT, WELL_SCOPED, PROGRAM_LOOPS)


class _UnitesNumbers(_Liar):
    def run(self, host: HostGraph, language: Language) -> None:
        host.unite(host.number(3), host.number(4))


class _LeavesTheScope(_Liar):
    preserves = (CONSISTENT, WELL_SCOPED)

    def run(self, host: HostGraph, language: Language) -> None:
        host.add(LOOP, (host.number(3), host.argument(1), host.number(0)))


class _ForgetsTheForm(_Liar):
    preserves = (CONSISTENT, WELL_SCOPED)

    def run(self, host: HostGraph, language: Language) -> None:
        host.add(LOOP, (host.number(3), host.fresh(), host.number(0)))


class _MakesALoop(_Liar):
    def run(self, host: HostGraph, language: Language) -> None:
        host.add(LOOP, (host.number(3), host.argument(0), host.number(0)))


class _ChangesTheExport(_Liar):
    def run(self, host: HostGraph, language: Language) -> None:
        host.classes[0].append(ENode("#get 7", (0,)))


class _Promises(_Liar):
    provides = (PROGRAM_LOOPS,)

    def run(self, host: HostGraph, language: Language) -> None:
        host.add(LOOP, (host.number(3), host.argument(0), host.number(0)))


def saturation(first: tuple[Pass, ...], later: tuple[Pass, ...] = ()) -> Saturation:
    graph = Graph(OPTIR)
    root = parsed(LOOP_OF_ARGUMENT, graph)
    return Saturation(root, graph, Settings(verify_each=True), schedule=Schedule(first, later))


@pytest.mark.parametrize(
    ("liar", "lie"),
    [
        (_UnitesNumbers(), "the graph does not have consistent numbers"),
        (_LeavesTheScope(), "the graph does not have well-scoped regions"),
        (_ForgetsTheForm(), "the graph does not have well-scoped regions"),
        (_MakesALoop(), "the graph does not have the loops of the program alone"),
        (_Promises(), "the graph does not have the loops of the program alone"),
        (_ChangesTheExport(), "Projections is not preserved"),
    ],
    ids=lambda one: type(one).__name__.strip("_") if isinstance(one, Pass) else "",
)
def test_a_pass_that_lies_is_caught(liar: Pass, lie: str) -> None:
    with pytest.raises(GraphError) as caught:
        saturation((liar,)).run()
    assert caught.value.message == f"after the pass liar: {lie}"


@pytest.mark.parametrize("before", [InlineCalls(), RewriteLoops(), RewriteSwitches()])
def test_peeling_precedes_other_loop_passes(before: Pass) -> None:
    for first, later in (((before, PeelLoops()), ()), ((before,), (PeelLoops(),))):
        with pytest.raises(StepError) as caught:
            saturation(first, later)
        assert caught.value.message == (
            "the pass peel-loops needs the loops of the program alone, which ends with the pass"
            f" {before.name}; put peel-loops before {before.name}, in the first round"
        )


def test_no_later_round_peels() -> None:
    with pytest.raises(StepError) as caught:
        saturation((), (FoldMatches(), PeelLoops()))
    assert caught.value.message == (
        "the pass peel-loops needs the loops of the program alone, which ends with the pass"
        " peel-loops; run peel-loops in the first round only"
    )


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize("peel", [False, True])
def test_the_schedules_of_all_settings_fit(copies: bool, peel: bool) -> None:
    schedule = schedule_for(Settings(peel=peel), copies=copies)
    schedule.check()
    assert any(isinstance(item, PeelLoops) for item in schedule.first) == (copies and peel)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_passes_preserve_what_they_declare(case: Case) -> None:
    graph = Graph(OPTIR)
    settings = Settings(rounds=4, nodes=3000, peel=True, verify_each=True)
    Saturation(parsed(case.source, graph), graph, settings).run()


def test_passes_preserve_what_they_declare_on_random_control_flow() -> None:
    settings = Settings(rounds=4, nodes=3000, peel=True, verify_each=True)
    for seed in seeds(6, at_length=100):
        graph = Graph(OPTIR)
        text = random_assembly(Random(f"contracts {seed}"), most_blocks=7)
        root = build_all(parse_assembly(text, OPTIR), graph)
        Saturation(root, graph, settings).run()


@pytest.mark.parametrize("name", ["recursion", "switches"])
def test_passes_preserve_what_they_declare_on_yul(name: str) -> None:
    settings = Settings(rounds=3, nodes=3000, peel=True, verify_each=True)
    source = Source((ROOT / "examples" / f"{name}.yul").read_text("utf-8"), name)
    for unit in read_program(source, dialect_for(parse_evm_version("cancun"))):
        Saturation(unit.root, unit.graph, settings).run()


def test_sharing_analyses_does_not_change_choices() -> None:
    for case in CASES:
        graph = Graph(OPTIR)
        root = parsed(case.source, graph)
        made = Saturation(root, graph, Settings(rounds=4, nodes=3000))
        export, handle, encoding = made.run(), made.handle(root), Encoding(graph)
        shared = extraction_analyses(export, encoding)
        for model in (TREE, GAS, SHARED_GAS, DAG, TREE):
            alone = extraction_analyses(export, encoding)
            assert extract(shared, handle, encoding, model) is extract(
                alone, handle, encoding, model
            )
        assert shared.wrong() == []


def test_the_reference_has_the_declarations_of_passes() -> None:
    page = (ROOT / "docs" / "reference" / "rvsdg.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| .+? \| (.*?) ?\| (.*?) ?\|$", page, re.MULTILINE)
    every = schedule_for(Settings(peel=True), copies=True).first
    assert rows == [
        (
            item.name,
            ", ".join(name for name in item.requires if name not in Pass.requires),
            ", ".join(name for name in PROPERTIES if name not in item.preserves),
        )
        for item in every
    ]
