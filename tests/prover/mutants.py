"""Mutants of steps judged by the prover."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import Pipe, get_context
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import click

from tests.mutation.by_tests import TESTS
from tests.mutation.generated import PlacedMutant, generated_mutants
from tests.mutation.mutant import PACKAGE, Mutant, StepMutant, SuiteMutant, module_path
from tests.mutation.table import MUTANTS
from tests.prover.harvest import programs_of_tests
from tests.prover.mutated import Change, proofs_about
from tests.prover.shown import PREPARED, kept
from tests.verification.programs import Program
from yulopt.prover.pair_finding import EXECUTION, RESERVED
from yulopt.prover.solvers import SAT
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import Status
from yulopt.suite.registry import all_steps

Command = TypeVar("Command", bound=Callable[..., None])
Verdict = TypeVar("Verdict")
_TASKS: Final = 8
# A mutant that takes more processor time than this hangs.
_MAX_SECONDS: Final = 300
_FOLDER: Final = click.Path(exists=True, file_okay=False, path_type=Path)
# The verdict of the prover on a refuted change.
DIFFERENT: Final = "different"
# The steps that use a module, or else a package, beside steps.
_USED_BY: Final = {
    "yulopt.frequency.code_frequencies": "JXN",
    "yulopt.analysis.known_values": "z",
    "yulopt.analysis.forward_walk": "zA",
    "yulopt.analysis.relocatability": "A",
    "yulopt.analysis.repeated_substrings": "X",
    "yulopt.analysis.anti_unification": "XN",
    "yulopt.domains.memory": "HB",
    "yulopt.domains.memory_words": "HB",
    "yulopt.domains.free_pointer": "HB",
    "yulopt.domains.addresses": "HB",
    "yulopt.domains.summaries": "HB",
    "yulopt.domains.available_values": "HB",
    "yulopt.domains.invariant_loads": "HB",
    "yulopt.domains.storage": "B",
    "yulopt.domains.loop_slots": "B",
    "yulopt.rewriting.available_loads": "HB",
    "yulopt.rewriting.before_loops": "B",
    "yulopt.memory_objects.backward": "56",
    "yulopt.rewriting": "JXN",
    "yulopt.yul_writer": "Q",
    "yulopt.domains": "K",
    "yulopt.ssa": "RPWQ",
    "yulopt.rvsdg": "G",
    "yulopt.egraph": "G",
}


def _letters() -> dict[str, str]:
    """The letter of the step in each module."""
    return {type(step).__module__: step.letter for step in all_steps().values()}


def _sequence(mutant: Mutant, letters: dict[str, str]) -> str:
    """Steps that show a mutant, empty if none do."""
    if isinstance(mutant, StepMutant):
        return mutant.steps
    if not isinstance(mutant, SuiteMutant) or mutant.equivalent:
        return ""
    used = _used_by(mutant.module, letters)
    return f"{PREPARED}{used}" if used else ""


def _used_by(module: str, letters: dict[str, str]) -> str:
    """The letters of the steps that use a module."""
    package = ".".join(module.split(".")[:2])
    return letters.get(module) or _USED_BY.get(module) or _USED_BY.get(package, "")


_LETTERS: Final = _letters()
PROVEN_MUTANTS: Final = tuple(
    mutant
    for mutant in MUTANTS
    if not mutant.equivalent
    and (_sequence(mutant, _LETTERS) or (isinstance(mutant, StepMutant) and mutant.last))
)


def sequence_showing(mutant: Mutant) -> str:
    """Steps that show a mutant, empty if none do."""
    return _sequence(mutant, _LETTERS)


def campaign_options(command: Command) -> Command:
    """The options of a campaign over mutants."""
    for option in reversed(
        (
            click.option("--only", default="", metavar="PATTERN", help="Mutants whose name fits."),
            click.option("--every", type=click.IntRange(1), default=1, help="Only every Nth."),
            click.option("--first", type=click.IntRange(0), default=0, help="From this one on."),
            click.option("--tries", default=40, show_default=True, help="Generated programs."),
            click.option("--processes", default=2, show_default=True),
            click.option("--keep", type=_FOLDER, help="Keep the changes here, for the next time."),
        )
    ):
        command = option(command)
    return command


def chosen(
    mutants: Sequence[Mutant], only: str = "", every: int = 1, first: int = 0
) -> Sequence[Mutant]:
    """The mutants that the options of a campaign ask for."""
    return [one for one in mutants if re.search(only, one.name)][first::every]


def generated(seed: int) -> list[Mutant]:
    """Mutants of steps, and of what they use, that are made by rules, in a random order."""
    tested_by = {
        letter: f"steps/test_{module.rpartition('.')[2]}" for module, letter in _LETTERS.items()
    }
    mutants: list[PlacedMutant] = []
    # Not those of other forms of programs, which are in no pipeline.
    for package in ("steps", "domains", "analysis", "rewriting", "memory_objects", "frequency"):
        for path in sorted(module_path(f"{PACKAGE}.{package}.x").parent.glob("[!_]*.py")):
            module = f"{PACKAGE}.{package}.{path.stem}"
            tests = tested_by.get(_used_by(module, _LETTERS)[:1], "")
            if (TESTS / f"{tests}.py").is_file():
                mutants += generated_mutants(module, tests)
    return [*Random(seed).sample(mutants, len(mutants))]


def with_programs(mutants: Sequence[Mutant]) -> Sequence[Mutant]:
    """The mutants; those made by rules with the programs of their tests, collected once."""
    found: dict[str, tuple[Program, ...]] = {}
    with_theirs: list[Mutant] = []
    for mutant in mutants:
        if isinstance(mutant, PlacedMutant):
            if mutant.caught_by not in found:
                found[mutant.caught_by] = tuple(programs_of_tests(mutant))
            mutant = replace(mutant, programs=found[mutant.caught_by])
        with_theirs.append(mutant)
    return with_theirs


def judge_all(
    judge: Callable[[Mutant], Verdict], chosen: Sequence[Mutant], processes: int
) -> Iterator[tuple[int, int, Mutant, Verdict | None]]:
    """The verdicts of `judge` on mutants, each with its number and the total; None for one that
    does not end."""
    chosen = with_programs(chosen)
    # Z3 does not give back all the memory that it took, so processes are replaced.
    with ProcessPoolExecutor(
        processes, get_context("spawn"), max_tasks_per_child=_TASKS
    ) as executor:
        verdicts = executor.map(partial(_in_child, judge), chosen)
        for number, (mutant, verdict) in enumerate(zip(chosen, verdicts, strict=True), 1):
            yield number, len(chosen), mutant, verdict


def _in_child(judge: Callable[[Mutant], Verdict], mutant: Mutant) -> Verdict | None:
    """The verdict of a process of its own, which the system ends if it takes too long."""
    # Tests import this module on systems that have no such limits.
    from resource import RLIMIT_CPU, setrlimit

    receiver, sender = Pipe(duplex=False)

    def run() -> None:
        setrlimit(RLIMIT_CPU, (_MAX_SECONDS, _MAX_SECONDS))
        sender.send(judge(mutant))

    child = get_context("fork").Process(target=run)
    child.start()
    sender.close()
    try:
        verdict: Verdict = receiver.recv()
    except EOFError:
        return None
    finally:
        child.join()
    return verdict


@dataclass
class Judged:
    """What the prover said of changes that execution shows to be wrong: `proven`, `different` or
    `open` of each; why it is open; and the changes that were proven all the same.

    `models` counts the functions about which a solver gave values in the end (but where these are
    about memory that the step has reserved), `replayed` those of them for which execution with
    these values shows a difference.

    If nothing shows the mutant, `others` counts changes that the right step does not make, and
    `harmless` those of them that are proven not to matter.
    """

    statuses: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    false_proofs: list[Change] = field(default_factory=list)
    seconds: float = 0.0
    models: int = 0
    replayed: int = 0
    others: int = 0
    harmless: int = 0

    def add(self, change: Change, proofs: list[FunctionProof]) -> None:
        """Count the verdict on a change."""
        statuses = {proof.status for proof in proofs}
        models = [
            proof
            for proof in proofs
            if proof.queries and proof.queries[-1].answer == SAT and proof.reason != RESERVED
        ]
        replayed = sum(proof.replay is not None and proof.method != EXECUTION for proof in models)
        self.models += len(models)
        self.replayed += replayed
        if Status.REFUTED in statuses:
            self.statuses.append(DIFFERENT)
        elif Status.OPEN in statuses:
            self.statuses.append(Status.OPEN.value)
            self.reasons += sorted({one.reason for one in proofs if one.status is Status.OPEN})
        else:
            self.statuses.append(Status.PROVEN.value)
            self.false_proofs.append(change)


def judged(
    mutant: Mutant, programs: int, tries: int, seconds: float, folder: Path | None = None
) -> Judged:
    """Judge changes of `programs` programs by the prover, from at most `tries` generated ones.

    With `folder`, the changes are kept there, and taken from there the next time.
    """
    started = time.monotonic()
    found = kept(folder, mutant, sequence_showing(mutant), programs, tries)
    result = Judged(others=len(found.others))
    for change in found.changes:
        result.add(change, proofs_about(change, seconds))
    if not found.changes:
        for change in found.others:
            statuses = {proof.status for proof in proofs_about(change, seconds)}
            if statuses <= {Status.PROVEN}:
                result.harmless += 1
            elif Status.REFUTED in statuses:
                result.statuses.append(DIFFERENT)
    result.seconds = time.monotonic() - started
    return result
