"""Mutants of steps judged by the prover."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import click

from tests.mutation.generated import PlacedMutant, generated_mutants
from tests.mutation.in_place import imported_again
from tests.mutation.mutant import PACKAGE, Mutant, StepMutant, SuiteMutant, module_path
from tests.mutation.table import MUTANTS
from tests.prover.candidates import PREPARED
from tests.prover.mutated import Change, proofs_about
from tests.prover.shown import kept
from yulopt.prover.pair_finding import EXECUTION, RESERVED
from yulopt.prover.solvers import SAT
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import Status
from yulopt.suite.registry import all_steps

Command = TypeVar("Command", bound=Callable[..., None])
Verdict = TypeVar("Verdict")
AnyMutant = TypeVar("AnyMutant", bound=Mutant)
# A mutant that takes more processor time than this hangs.
_MAX_SECONDS: Final = 300
_FOLDER: Final = click.Path(exists=True, file_okay=False, path_type=Path)
# What runs while mistakes are in place.
_NEEDED: Final = ("tests.prover.recording", "tests.proven.building", "yulopt.proven.making")
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
    mutants: Sequence[AnyMutant], only: str = "", every: int = 1, first: int = 0
) -> Sequence[AnyMutant]:
    """The mutants that the options of a campaign ask for."""
    return [one for one in mutants if re.search(only, one.name)][first::every]


def generated(seed: int) -> list[PlacedMutant]:
    """Mutants of steps, and of what they use, that are made by rules, in a random order that
    spreads over the modules."""
    rng = Random(seed)
    mutants: list[tuple[int, float, PlacedMutant]] = []
    # Not those of other forms of programs, which are in no pipeline.
    for package in ("steps", "domains", "analysis", "rewriting", "memory_objects", "frequency"):
        for path in sorted(module_path(f"{PACKAGE}.{package}.x").parent.glob("[!_]*.py")):
            made = list(generated_mutants(f"{PACKAGE}.{package}.{path.stem}"))
            shuffled = rng.sample(made, len(made))
            mutants += [(number, rng.random(), one) for number, one in enumerate(shuffled)]
    return [mutant for *_, mutant in sorted(mutants, key=itemgetter(0, 1))]


def judge_all(
    judge: Callable[[Mutant], Verdict], chosen: Sequence[Mutant], processes: int
) -> Iterator[tuple[int, int, Mutant, Verdict | None]]:
    """The verdicts of `judge` on mutants as they come, each with its number and the total; None
    for one that does not end."""
    _load()
    number = 0
    running: list[tuple[Connection, Mutant, ForkProcess]] = []
    waiting = deque(chosen)
    while waiting or running:
        while waiting and len(running) < processes:
            running.append(_started(judge, waiting.popleft()))
        ready = wait([receiver for receiver, *_ in running])
        for one in [one for one in running if one[0] in ready]:
            receiver, mutant, child = one
            running.remove(one)
            try:
                verdict: Verdict | None = receiver.recv()
            except EOFError:
                verdict = None
            receiver.close()
            child.join()
            number += 1
            yield number, len(chosen), mutant, verdict


def _load() -> None:
    """Load what all processes need, which they are forked with."""
    with imported_again({}):
        for module in _NEEDED:
            import_module(module)
    # Only if it is installed.
    with suppress(ImportError):
        import_module("z3")


def _started(
    judge: Callable[[Mutant], Verdict], mutant: Mutant
) -> tuple[Connection, Mutant, ForkProcess]:
    """A process of its own for a mutant, which the system ends if it takes too long, and which
    sends its verdict. Z3 would not give back all the memory that it took."""
    # Tests import this module on systems that have no such limits.
    from resource import RLIMIT_CPU, setrlimit

    receiver, sender = Pipe(duplex=False)

    def run() -> None:
        setrlimit(RLIMIT_CPU, (_MAX_SECONDS, _MAX_SECONDS))
        sender.send(judge(mutant))

    child = get_context("fork").Process(target=run)
    child.start()
    sender.close()
    return receiver, mutant, child


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
