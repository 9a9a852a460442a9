"""Questions to SMT solvers: Z3, and Bitwuzla where that is installed.

Both are given the same question in SMT-LIB. Solvers are asked one after the other, until one has an
answer; each has its share of the time.

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

SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"
# What a solver says a word is for which the answer is yes.
Model: TypeAlias = Callable[[BitVecRef], int]
# Why Z3 has no answer after Ctrl-C.
_INTERRUPTED: Final = "interrupted from keyboard"
# The names that Z3 gives terms when it writes them.
_SHARED: Final = re.compile(r"[?$]x\d+")


@dataclass(frozen=True)
class Answer:
    """A question as put to one solver after the other, and values for which it is yes, if it is."""

    queries: list[Query]
    model: Model | None

    @property
    def is_equal(self) -> bool:
        """Whether there is no difference."""
        return self.queries[-1].answer == UNSAT


def ask(conditions: list[BoolRef], seconds: float, solvers: Sequence[str]) -> Answer:
    """Whether all conditions can hold at once."""
    asked = z3.Solver()
    asked.add(*conditions)
    text = asked.to_smt2()
    digest = hashlib.sha256(_canonical(text).encode()).hexdigest()
    # Z3 may need more than its share, which is not taken from the others.
    milliseconds = max(1, int(1000 * seconds / len(solvers)))
    queries: list[Query] = []
    for name in solvers:
        start = time.monotonic()
        found, model = SOLVERS[name](conditions, text, milliseconds)
        queries.append(Query(name, digest, found, round(time.monotonic() - start, 3)))
        if found != UNKNOWN:
            return Answer(queries, model)
    return Answer(queries, None)


def _ask_z3(conditions: list[BoolRef], _text: str, milliseconds: int) -> tuple[str, Model | None]:
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    solver.add(*conditions)
    found = solver.check()
    if found == z3.unknown and solver.reason_unknown() == _INTERRUPTED:
        # Z3 handles the signal itself, so that Python never sees it.
        raise KeyboardInterrupt
    if found != z3.sat:
        return str(found), None
    model = solver.model()

    def value(word: BitVecRef) -> int:
        number = model.eval(word, model_completion=True)
        assert isinstance(number, z3.BitVecNumRef)
        return number.as_long()

    return SAT, value


def _ask_bitwuzla(
    _conditions: list[BoolRef], text: str, milliseconds: int
) -> tuple[str, Model | None]:
    import bitwuzla

    options = bitwuzla.Options()
    options.set("time-limit-per", milliseconds)
    options.set("produce-models", True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    try:
        parser.parse(text, True, False)
    except bitwuzla.BitwuzlaException:
        # Z3 writes something that is not SMT-LIB.
        return UNKNOWN, None
    solver = parser.bitwuzla()
    found = solver.check_sat()
    if found != bitwuzla.Result.SAT:
        return UNSAT if found == bitwuzla.Result.UNSAT else UNKNOWN, None

    def value(word: BitVecRef) -> int:
        # What the question does not mention may be anything.
        with contextlib.suppress(bitwuzla.BitwuzlaException):
            return int(solver.get_value(parser.parse_term(word.sexpr())).value(10))
        return 0

    return SAT, value


_Asked: TypeAlias = Callable[[list[BoolRef], str, int], tuple[str, Model | None]]
# What asks a question, given as expressions and as text, with a limit in milliseconds.
SOLVERS: Final[dict[str, _Asked]] = {"z3": _ask_z3, "bitwuzla": _ask_bitwuzla}


def _canonical(text: str) -> str:
    """SMT-LIB text with names of shared terms that do not depend on what was asked before."""
    names: dict[str, str] = {}
    return _SHARED.sub(lambda match: names.setdefault(match[0], f"?{len(names)}"), text)
