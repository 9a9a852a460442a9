"""Proofs about all code of an object, and of the objects in it.

Source: Strichman, Godlin, "Regression verification" (VSTTE 2005), for recursion by assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from yulopt.checker.comparison import BothSides, CodeComparison
from yulopt.checker.flow import Explore
from yulopt.checker.layout import check_layout, sizes_of
from yulopt.checker.witness import Witness
from yulopt.graphs.components import strongly_connected_components
from yulopt.graphs.orders import breadth_first
from yulopt.prover.answers import Counterexample, ProofSettings, Status, Verdict
from yulopt.prover.calls import OUTERMOST, CallGraph
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object

IN_ITS_CALLERS: Final = "in its callers"
DEPENDS: Final = "depends on"
FAILED: Final = "the prover failed"
_CREATING: Final = frozenset({"create", "create2"})
DIFFERENT: Final = "the terms differ for a solver, which may take equal memories for different ones"


@dataclass
class CodeProof:
    """The finding about a function, or about the code outside functions, and its bytes; `examples`
    are values for which a solver finds that terms differ."""

    function: str
    status: Status
    method: str
    reason: str
    assumed: list[str]
    examples: Iterable[Counterexample] = field(default=(), repr=False, compare=False)


@dataclass
class ObjectProof:
    """The proofs about the code of an object.

    `executed` has the offsets of all instructions that were executed, of `size` bytes.
    """

    name: str
    proofs: list[CodeProof]
    executed: set[int]
    size: int

    @property
    def is_proven(self) -> bool:
        """Whether the bytes are equivalent to the Yul, from the first one on."""
        return self.proofs[0].status is Status.PROVEN


def prove_object(
    program: Object,
    witnesses: Mapping[Object, Witness],
    settings: ProofSettings,
    explore: Explore,
) -> ObjectProof:
    """A proof, or why there is none, for the code of an object: for the code outside functions, and
    then for each function. The object has a witness, as do those in it; `explore` finds blocks."""
    one = _Object(program, witnesses, settings, explore)
    proofs = run_with_deep_stack(one.proofs)
    return ObjectProof(program.name, proofs, one.executed, len(witnesses[program].content))


def may_create(programs: Iterable[Object]) -> bool:
    """Whether code of these objects may execute some of them as creation code, with arguments."""
    return any(
        not _CREATING.isdisjoint(CallGraph(program.code).of_builtins) for program in programs
    )


class _Object:
    def __init__(
        self,
        program: Object,
        witnesses: Mapping[Object, Witness],
        settings: ProofSettings,
        explore: Explore,
    ) -> None:
        self._explore = explore
        self._program = program
        self._witnesses = witnesses
        self._witness = witnesses[program]
        self._settings = settings
        self._verdicts: dict[str, Verdict] = {}
        self.executed: set[int] = set()

    def proofs(self) -> list[CodeProof]:
        """All proofs."""
        try:
            sizes = sizes_of(self._program, self._witnesses)
            check_layout(self._program, self._witnesses)
            dialect = self._settings.dialect
            sides = BothSides(self._program.code, self._witness, sizes, dialect)
        except OpenQuestion as question:
            return [CodeProof(OUTERMOST, Status.OPEN, "", str(question), [])]
        self.executed = sides.visited
        for name in (OUTERMOST, *sides.key_of):
            size = 0 if name else len(self._witness.content)
            settings = self._settings.for_code(size)
            comparison = CodeComparison(sides, settings, self._explore, name or None)
            self._verdicts[name] = _unless_it_fails(comparison)
        runs_off = max(sides.visited, default=0) >= len(self._witness.content)
        if runs_off and (self._program.sub_objects or may_create(self._witnesses)):
            self._open(OUTERMOST, "creation code runs off its end, where arguments may follow")
        self._doubt_recursion(sides)
        self._check_assumptions(sides)
        return [self._proof(name, sides) for name in (OUTERMOST, *sides.yul.code.functions)]

    def _doubt_recursion(self, sides: BothSides) -> None:
        """Leave functions open whose bytes call themselves where the Yul does not."""
        names = list(self._verdicts)
        number = {name: index for index, name in enumerate(names)}
        successors = [
            [number[callee] for callee, _ in verdict.assumed] for verdict in self._verdicts.values()
        ]
        for component in strongly_connected_components(successors):
            if len(component) == 1 and component[0] not in successors[component[0]]:
                continue
            for name in map(names.__getitem__, component):
                if name not in sides.yul.recursive:
                    self._open(name, "only the bytes are recursive")

    def _open(self, name: str, reason: str) -> None:
        self._verdicts[name] = Verdict(Status.OPEN, reason=reason)

    def _check_assumptions(self, sides: BothSides) -> None:
        """Leave functions open that depend on unproven ones."""
        pending = [one for one in self._verdicts if not self._is_proven(one)]
        while pending:
            other = pending.pop(0)
            reason = self._verdicts[other].reason
            cause = reason if reason.startswith(DEPENDS) else f"{DEPENDS} {other}"
            for name, verdict in list(self._verdicts.items()):
                keys = [key for key, _ in verdict.assumed]
                if self._is_proven(name) and sides.key_of.get(other) in keys:
                    self._open(name, cause)
                    pending.append(name)

    def _is_proven(self, name: str) -> bool:
        return self._verdicts[name].status is Status.PROVEN

    def _proof(self, name: str, sides: BothSides) -> CodeProof:
        """The proof about a function; one without an entry is inlined into all its callers."""
        verdict = self._verdicts.get(name)
        if verdict is None:
            for caller in self._callers(name, sides):
                if not self._is_proven(caller):
                    reason = f"{DEPENDS} {caller or 'the code outside functions'}"
                    return CodeProof(name, Status.OPEN, "", reason, [])
            return CodeProof(name, Status.PROVEN, IN_ITS_CALLERS, "", [])
        assumed = sorted(one for one, _ in verdict.assumed)
        first = verdict.counterexample
        examples = () if first is None else chain((first,), verdict.further)
        return CodeProof(name, verdict.status, verdict.method, verdict.reason, assumed, examples)

    def _callers(self, name: str, sides: BothSides) -> list[str]:
        """The callers of a function, through others that have no entry either."""
        calls = sides.yul.calls.calls

        def callers(callee: str) -> list[str]:
            is_inlined = callee not in self._verdicts
            return [one for one, callees in calls.items() if is_inlined and callee in callees]

        return sorted({*breadth_first([name], callers)} & self._verdicts.keys())


def _unless_it_fails(comparison: CodeComparison) -> Verdict:
    """A verdict; if the prover or a solver fails, the function is open, and the others continue."""
    try:
        verdict = comparison.verdict()
    except Exception as error:
        message = " ".join(str(error).split())
        return Verdict(Status.OPEN, reason=f"{FAILED} with {type(error).__name__}: {message}")
    if verdict.status is Status.REFUTED:
        return replace(verdict, status=Status.OPEN, method="", reason=DIFFERENT)
    return verdict
