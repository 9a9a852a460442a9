"""Makes a report: builds each contract in several ways, measures the results, and searches for
better settings and proofs for a limited time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Final

import attr

from yulopt.batch.workers import Death, run_in_processes
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.report.building import Built, Measuring, Task, build_and_measure, measured
from yulopt.report.decision import best_pipeline
from yulopt.report.measurings import GivenCalls, measuring_of
from yulopt.report.model import PUBLISHED, Build, ContractReport, Report
from yulopt.report.proofs import proof_of
from yulopt.report.subjects import Subject, Subjects
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline, pipeline_names
from yulopt.terminal.console import ProgressLine
from yulopt.tune.measure import BytesMeasure, Measure
from yulopt.tune.objective import BALANCED, SIZE
from yulopt.tune.tuning import Tuned, Wanted, tune
from yulopt.tune.work import Processes
from yulopt.tune.world import gas_is_measured

SOLC: Final = "solc"
VIA_IR: Final = "via-ir"
TUNED: Final = "tuned"
NO_GAS: Final = (
    "gas is not measured without the package pyrevm, or py-evm for Python 3.13 and later:"
    " pip install 'yulopt[report]'"
)


@attr.s(auto_attribs=True, frozen=True)
class Effort:
    """The time to search and to prove, in seconds (0 skips it), and the number of processes."""

    search_seconds: float
    proof_seconds: float
    jobs: int


def make_report(
    subjects: Subjects, effort: Effort, line: ProgressLine, given: GivenCalls
) -> Report:
    """The report on all contracts; some or all of them may have calls of their own.

    Raises `YulError`.
    """
    started = time.monotonic()
    options = Options(runs=subjects.runs, evm_version=subjects.evm_version)
    line.label = "executing calls"
    measurings = [measuring_of(subject, options, given) for subject in subjects.contracts]
    drafts = [
        _Draft(subject, measuring, origin)
        for subject, (measuring, origin) in zip(subjects.contracts, measurings, strict=True)
    ]
    _build_all(drafts, subjects, options, effort.jobs, line)
    if effort.search_seconds:
        _search(drafts, options, effort, line)
    if effort.proof_seconds:
        _prove(drafts, options, effort, line)
    notes = () if gas_is_measured() else (NO_GAS,)
    return Report(
        tuple(draft.report() for draft in drafts),
        subjects.setting,
        subjects.kind,
        subjects.skipped,
        notes,
        time.monotonic() - started,
    )


class _Draft:
    """The findings about a contract so far."""

    def __init__(self, subject: Subject, measuring: Measuring | None, origin: str) -> None:
        self.subject = subject
        self.measuring = measuring
        self.origin = origin
        self.builds: list[Build] = []
        self.search = ""
        self.notes: list[str] = []

    def add(self, build: Build) -> None:
        """Add a build, unless it behaves differently from the first one."""
        first = next((one.figures for one in self.builds if one.figures is not None), None)
        figures = build.figures
        if first is not None and figures is not None and figures.behaviour != first.behaviour:
            self.notes.append(
                f"{build.title}: calls behave differently than with solc, so it is left out (code "
                "that depends on its own bytes, or on the remaining gas, may do so)"
            )
            build = attr.evolve(build, figures=None, failure="other behaviour")
        self.builds.append(build)

    def report(self) -> ContractReport:
        """The report on the contract."""
        called = set()
        if self.measuring is not None:
            called = {
                call.title
                for calls in self.measuring.scenarios
                for call in calls.calls
                if call.weight
            }
        functions = [] if self.measuring is None else self.measuring.functions
        return ContractReport(
            self.subject.name,
            tuple(self.builds),
            self.origin,
            tuple(name for name in functions if name not in called),
            self.search,
            tuple(self.notes),
        )


# Builds


def _build_all(
    drafts: Sequence[_Draft],
    subjects: Subjects,
    options: Options,
    jobs: int,
    line: ProgressLine,
) -> None:
    rows: list[tuple[str, str, str | None, Pipeline]] = []
    for form, called, codegen in (
        ("{}", "--pipeline {}", BEYOND_CODEGEN),
        (PUBLISHED, "publish --pipeline {}", SOLC_CODEGEN),
    ):
        rows += [
            (form.format(name), called.format(name), name, Pipeline.named(name, codegen=codegen))
            for name in pipeline_names()
        ]
    ways: list[tuple[_Draft, str, str, str | None, Pipeline]] = []
    for draft in drafts:
        _add_by_solc(draft, subjects)
        # What solc has built via IR is not built again.
        if not (subjects.via_ir and draft.builds):
            ways.append((draft, VIA_IR, "solc via IR", None, Pipeline()))
        ways += [(draft, *row) for row in rows]
    tasks = [
        Task(draft.subject.name, draft.subject.ir, pipeline, options, draft.measuring)
        for draft, *_, pipeline in ways
    ]
    with closing(run_in_processes(build_and_measure, tasks, jobs)) as results:
        for draft, key, title, name, _ in ways:
            line.label = f"{draft.subject.name}: {title}"
            built = _alive(next(results))
            draft.add(Build(key, title, built.figures, built.failure, name))


def _alive(result: Built | Death) -> Built:
    return Built(None, f"the process {result}") if isinstance(result, Death) else result


def _add_by_solc(draft: _Draft, subjects: Subjects) -> None:
    subject = draft.subject
    if subject.by_solc is None and not subject.failure:
        return
    figures = None if subject.by_solc is None else measured(subject.by_solc, draft.measuring)
    title = "solc via IR" if subjects.via_ir else "solc"
    draft.add(Build(SOLC, title, figures, subject.failure))


# Searches and proofs


def _search(drafts: Sequence[_Draft], options: Options, effort: Effort, line: ProgressLine) -> None:
    """Search better settings of solc for all contracts."""
    line.label = "searching settings for solc"
    measures: list[Measure] = []
    for draft in drafts:
        if draft.measuring is None:
            measures.append(BytesMeasure())
        else:
            from yulopt.tune.gas_measure import GasMeasure

            measures.append(GasMeasure(*draft.measuring.scenarios))
    has_gas = any(draft.measuring is not None for draft in drafts)
    wanted = Wanted(BALANCED if has_gas else SIZE, options=options, seconds=effort.search_seconds)
    sources = [Source(draft.subject.ir, draft.subject.name) for draft in drafts]
    tuning = tune(sources, wanted, measures=measures, team=Processes(effort.jobs))
    for draft, tuned in zip(drafts, tuning.programs, strict=True):
        _add_tuned(draft, tuned, options)


def _add_tuned(draft: _Draft, tuned: Tuned, options: Options) -> None:
    best = tuned.best.candidate
    if best == tuned.default.candidate:
        draft.search = f"no better settings of solc found, {tuned.evaluations} measured"
        return
    pipeline = Pipeline(best.steps, best.runs)
    built = build_and_measure(
        Task(draft.subject.name, draft.subject.ir, pipeline, options, draft.measuring)
    )
    place = sum(build.pipeline is None for build in draft.builds)
    draft.add(
        Build(
            TUNED,
            "solc via IR, tuned",
            built.figures,
            built.failure,
            steps=best.steps,
            runs=best.runs,
        )
    )
    draft.builds.insert(place, draft.builds.pop())


def _prove(drafts: Sequence[_Draft], options: Options, effort: Effort, line: ProgressLine) -> None:
    """Prove the pipeline that saves the most for each contract; the time is shared."""
    for draft in drafts:
        build = best_pipeline(draft.report())
        if build is None or build.pipeline is None:
            continue
        line.label = f"{draft.subject.name}: proving --pipeline {build.pipeline}"
        share = effort.proof_seconds / len(drafts)
        proof = proof_of(
            draft.subject,
            Pipeline.named(build.pipeline),
            options,
            end=time.monotonic() + share,
            jobs=effort.jobs,
            line=line,
        )
        draft.builds[draft.builds.index(build)] = attr.evolve(build, proof=proof)
