"""Queries SMT solvers: Z3, and Bitwuzla if installed.

Both get the same query in SMT-LIB, one after the other, until one has an answer. Each has its
share of the time, which is counted in the solver's own steps.

Source: de Moura and Bjørner, "Z3: an efficient SMT solver" (TACAS 2008); Niemetz and Preiner,
"Bitwuzla" (CAV 2023).
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import z3
from z3 import BitVecRef, BoolRef

from yulopt.prover.answers import Query
from yulopt.prover.work_clock import EMERGENCY, WorkClock

SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"
# The value of a word in a model.
Model: TypeAlias = Callable[[BitVecRef], int]
# The steps of solvers per second, as they count them, and the characters of a query.
_Z3_STEPS_PER_SECOND: Final = 2_000_000
_BITWUZLA_STEPS_PER_SECOND: Final = 25_000
_CHARACTERS_PER_SECOND: Final = 1_000_000
# Products and quotients of unknown words become large circuits before solvers count steps.
_HARD: Final = re.compile(r"\(bv(?:mul (?!\(_ bv)|[us](?:div|rem|mod))")
_HARD_PER_SECOND: Final = {"z3": 2, "bitwuzla": 10}
# The name of Z3's step counter.
_STEPS: Final = "rlimit count"
# Why Z3 has no answer after Ctrl-C.
_INTERRUPTED: Final = "interrupted from keyboard"
# The head of a query that another solver is to confirm.
_HEAD: Final = "(set-logic ALL)\n(set-info :status unsat)\n"
# The names that Z3 gives terms when it writes them.
_SHARED: Final = re.compile(r"[?$]x\d+")


@dataclass(frozen=True)
class Answer:
    """A question with the queries to solvers, and a model if it is satisfiable."""

    queries: list[Query]
    model: Model | None

    @property
    def is_equal(self) -> bool:
        """Whether there is no difference."""
        return self.queries[-1].answer == UNSAT


def ask(
    conditions: list[BoolRef], seconds: float, solvers: Sequence[str], clock: WorkClock
) -> Answer:
    """Whether all conditions can hold at once; solvers for which that is too hard are not queried.

    `seconds` are those of the work clock, for all solvers together.
    """
    asked = z3.Solver()
    asked.add(*conditions)
    text = _canonical(asked.to_smt2())
    clock.spend(len(text) / _CHARACTERS_PER_SECOND)
    digest = hashlib.sha256(text.encode()).hexdigest()
    hard = len(_HARD.findall(text))
    if hard:
        solvers = sorted(solvers, key=_HARD_PER_SECOND.__getitem__, reverse=True)
    queries: list[Query] = []
    for name in solvers:
        work = hard / _HARD_PER_SECOND[name]
        if work > seconds:
            queries.append(Query(name, digest, UNKNOWN, 0.0))
            continue
        clock.spend(work)
        start = time.monotonic()
        found, model = SOLVERS[name](text, seconds / len(solvers), clock)
        queries.append(Query(name, digest, found, round(time.monotonic() - start, 3)))
        if found == UNSAT and clock.smtlib is not None:
            (clock.smtlib / f"{digest}.smt2").write_text(f"{_HEAD}{text}", "utf-8")
        if found != UNKNOWN:
            return Answer(queries, model)
    return Answer(queries, None)


def _ask_z3(text: str, seconds: float, clock: WorkClock) -> tuple[str, Model | None]:
    # The behaviour of Z3 depends on the earlier use of its context.
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.from_string(text)
    solver.set("rlimit", max(1, int(seconds * _Z3_STEPS_PER_SECOND)))
    solver.set("timeout", int(1000 * EMERGENCY * max(seconds, 1.0)))
    found = solver.check()
    clock.spend(_z3_steps(solver) / _Z3_STEPS_PER_SECOND)
    if found == z3.unknown and solver.reason_unknown() == _INTERRUPTED:
        # Z3 handles the signal itself, so that Python never sees it.
        raise KeyboardInterrupt
    if found != z3.sat:
        return str(found), None
    model = solver.model()

    def value(word: BitVecRef) -> int:
        number = model.eval(word.translate(context), model_completion=True)
        assert isinstance(number, z3.BitVecNumRef)
        return number.as_long()

    return SAT, value


def _z3_steps(solver: z3.Solver) -> int:
    """The steps that Z3 has counted since its context was created."""
    return next((int(value) for name, value in solver.statistics() if name == _STEPS), 0)


def _ask_bitwuzla(text: str, seconds: float, clock: WorkClock) -> tuple[str, Model | None]:
    import bitwuzla

    options = bitwuzla.Options()
    options.set("time-limit-per", int(1000 * EMERGENCY * max(seconds, 1.0)))
    options.set("produce-models", True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    try:
        parser.parse(text, True, False)
    except bitwuzla.BitwuzlaException:
        # Z3 writes something that is not SMT-LIB.
        return UNKNOWN, None
    solver = parser.bitwuzla()
    # Bitwuzla asks after each step of its search whether to continue.
    steps = 0

    def is_enough() -> bool:
        nonlocal steps
        steps += 1
        return steps > seconds * _BITWUZLA_STEPS_PER_SECOND

    solver.configure_terminator(is_enough)
    found = solver.check_sat()
    clock.spend(steps / _BITWUZLA_STEPS_PER_SECOND)
    if found != bitwuzla.Result.SAT:
        return UNSAT if found == bitwuzla.Result.UNSAT else UNKNOWN, None

    def value(word: BitVecRef) -> int:
        # Values that the query does not mention are arbitrary.
        with contextlib.suppress(bitwuzla.BitwuzlaException):
            return int(solver.get_value(parser.parse_term(word.sexpr())).value(10))
        return 0

    return SAT, value


_Asked: TypeAlias = Callable[[str, float, WorkClock], tuple[str, Model | None]]
# Runs a query, given as text, with a limit in seconds.
SOLVERS: Final[dict[str, _Asked]] = {"z3": _ask_z3, "bitwuzla": _ask_bitwuzla}


def _canonical(text: str) -> str:
    """SMT-LIB text with names of shared terms that are independent of earlier queries."""
    names: dict[str, str] = {}
    return _SHARED.sub(lambda match: names.setdefault(match[0], f"?{len(names)}"), text)
