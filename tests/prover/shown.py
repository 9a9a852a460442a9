"""Changes of broken steps that execution refutes: programs that reveal a mutant.

Programs of the tests that catch the mutant are tried first, then generated ones. Variants of those
that show it, with faults made in them at random, are most likely to show it again; if none does,
variants of those that it changes are.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from tests.mutation.mutant import Mutant, StepMutant, SuiteMutant
from tests.prover.candidates import PREPARED, PlausibleMutant
from tests.prover.faults import make_fault
from tests.prover.harvest import programs_of_tests
from tests.prover.mutated import Change, Run, differs, wrong_changes
from tests.verification.programs import program
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

_STYLES: Final = ("dense", "telling", "tame")
# The number of runs with which steps are ready to pay for speed.
_MANY_RUNS: Final = 100_000
# The programs that are optimised while a mistake is in place, since inserting it takes long.
_BATCH: Final = 24
# The variants that are generated for each requested one, and in all.
_VARIANTS: Final = 4
_MIN_VARIANTS: Final = 24
# How long to look for the changes of a mutant, in seconds: some broken steps never end.
MAX_SECONDS: Final = 25.0
# If execution shows nothing wrong in this many changed programs, it hardly does in further ones.
_MAX_HARMLESS: Final = 12
# The number of unconfirmed changes that are kept.
_MAX_OTHERS: Final = 8


@dataclass
class Shown:
    """The effects of a mutant: `changes`, one of each program, that execution shows to be
    wrong; `others`, which are not those of the right step, but nothing shows that."""

    changes: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)


def shown(
    mutant: Mutant, steps: str, programs: int, tries: int, limit: float = MAX_SECONDS
) -> Shown:
    """Changes of programs: those of the tests, generated ones, and variants.

    `steps` is a sequence that shows the mutant; `limit` is in seconds of this process.
    """
    found = Shown()
    telling: list[Run] = []
    changed: list[Run] = []
    # The time left by programs of tests and generated ones is for variants.
    start = time.process_time()
    sources = [_runs_of_tests(mutant, steps), _generated(mutant, steps, tries)]
    if isinstance(mutant, PlausibleMutant):
        sources = [iter(mutant.runs)]
    for number, runs in enumerate(sources, 1):
        end = start + number / (len(sources) + 1) * limit
        shows, only_changes = _look(mutant, runs, found, programs, end)
        telling += shows
        changed += only_changes
    if telling or (changed and not _seems_harmless(found, changed)):
        variants = _variants(telling or changed, max(_MIN_VARIANTS, _VARIANTS * programs))
        _look(mutant, variants, found, programs, start + limit)
    return found


def kept(
    folder: Path | None,
    mutant: Mutant,
    steps: str,
    programs: int,
    tries: int,
    limit: float = MAX_SECONDS,
) -> Shown:
    """The same, kept in a file of a folder, if one is given."""
    if folder is None:
        return shown(mutant, steps, programs, tries, limit)
    key = "\n".join((mutant.name, mutant.old, mutant.new, steps, str(programs), str(tries)))
    file = folder / f"{sha256(key.encode()).hexdigest()[:16]}.json"
    if not file.exists():
        file.write_text(json.dumps(asdict(shown(mutant, steps, programs, tries, limit))), "utf-8")
    record = json.loads(file.read_text("utf-8"))
    return Shown(*([Change(**one) for one in record[name]] for name in ("changes", "others")))


def _look(
    mutant: Mutant, runs: Iterator[Run], found: Shown, programs: int, end: float
) -> tuple[list[Run], list[Run]]:
    """Look at runs until there are changes of enough programs, or it is the time `end`; the runs
    that show the mutant, and those that it only changes."""
    telling: list[Run] = []
    changed: list[Run] = []
    known = {(change.before, change.after) for change in found.changes}
    while len(found.changes) < programs and not _seems_harmless(found, changed):
        batch = list(islice(runs, _BATCH))
        if not batch or time.process_time() > end:
            break
        of_runs = wrong_changes(mutant, batch, end)
        # Small programs are executed, and proven, sooner.
        by_size = sorted(zip(batch, of_runs, strict=True), key=lambda one: len(one[0].text))
        for run, changes in by_size:
            if time.process_time() > end or _seems_harmless(found, changed):
                break
            new = [
                one for one in changes if (one.before, one.after) not in known and _is_program(one)
            ]
            wrong = next((one for one in new if _is_wrong(one)), None)
            if wrong is None:
                changed += [run] * bool(new)
                found.others += new[: max(0, _MAX_OTHERS - len(found.others))]
            else:
                known.add((wrong.before, wrong.after))
                found.changes.append(wrong)
                telling.append(run)
    del found.changes[programs:]
    return telling, changed


def _seems_harmless(found: Shown, changed: list[Run]) -> bool:
    """Whether many programs are changed, but none shows the mutant."""
    return not found.changes and len(changed) >= _MAX_HARMLESS


def _runs_of_tests(mutant: Mutant, steps: str) -> Iterator[Run]:
    """Over programs that the tests have that catch the mutant."""
    if isinstance(mutant, SuiteMutant):
        alone = steps.removeprefix(PREPARED)
        for given in programs_of_tests(mutant):
            yield Run(given.text, alone, given.evm_version)
            yield Run(given.text, alone, given.evm_version, runs=_MANY_RUNS)
            yield Run(given.text, steps, given.evm_version)


def _generated(mutant: Mutant, steps: str, tries: int) -> Iterator[Run]:
    if isinstance(mutant, StepMutant):
        for seed in dict.fromkeys((mutant.seed, *range(tries))):
            given = program(seed, mutant.style)
            yield Run(given.text, steps, given.evm_version, mutant.last)
    else:
        for seed in range(tries):
            given = program(seed, _STYLES[seed % len(_STYLES)])
            yield Run(given.text, steps, given.evm_version)


def _variants(runs: Iterable[Run], count: int) -> Iterator[Run]:
    """Runs over programs with a fault or two, always the same ones."""
    chosen = list(runs)
    for seed in range(count):
        run = chosen[seed % len(chosen)]
        text = _with_faults(run, Random(seed))
        if text:
            yield Run(text, run.steps, run.evm_version, run.last, run.runs)


def _with_faults(run: Run, rng: Random) -> str:
    """The text of the program with faults, empty if that is no program."""
    dialect = dialect_for(parse_evm_version(run.evm_version))

    def text() -> str:
        tree = parse_source(Source(run.text), dialect)
        for _ in range(rng.randint(1, 2)):
            make_fault(rng.choice(tree.levels()).code, rng, dialect)
        return print_yul(tree)

    try:
        return run_with_deep_stack(text)
    except YulError:
        return ""


def _is_program(change: Change) -> bool:
    """Whether what a broken step left is a program."""
    try:
        change.programs()
    except YulError:
        return False
    return True


def _is_wrong(change: Change) -> bool:
    try:
        return differs(change)
    except Exception:
        # The result of a broken step may be too much for the interpreter.
        return False
