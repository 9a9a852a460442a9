"""Proofs about all changes of one step in the code of an object.

Functions correspond by their names, or by their order where a step renames them; functions without
a counterpart are inlined. Calls of corresponding functions count as equal. That is sound by
induction over the depth of calls if every pair that is assumed equal is itself proven in the same
step, which is checked at the end: otherwise the pairs that depend on it stay open.

A step may use facts about the calls of a function, so that the function in isolation is not
equivalent. If it cannot be proven, its callers are tried with the function inlined on both sides;
if all of them are proven so, it is equivalent wherever it is called.

Changes that are not proven at once are tried part by part (`piecewise`), and only the remaining
parts with the full time.

Source: Strichman, Godlin, "Regression verification" (VSTTE 2005), for recursion by assumption.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from yulopt.prover.correspondence import (
    corresponding,
    counterpart,
    may_be_renamed,
    same_but_for_names,
)
from yulopt.prover.pair_finding import Finding, Memory, PairFinder
from yulopt.prover.piecewise import Chain, prove_in_parts
from yulopt.prover.replay import Replay, Replaying, WithoutExecutions
from yulopt.prover.verdict import (
    CodeView,
    ProofSettings,
    Query,
    Status,
    Verdict,
)
from yulopt.prover.versions import OUTSIDE, Version
from yulopt.prover.work_clock import TIME
from yulopt.syntax.deep_stack import run_with_deep_stack

EQUAL_TREES: Final = "equal trees"
IN_ITS_CALLERS: Final = "in its callers"
IN_PARTS: Final = "in parts"
# The share of the time for each part of a change, and for the first attempt at the whole.
_QUICK: Final = 0.3
_NAMES: Final = "names are not unique"
DEPENDS: Final = "depends on"
IN_ISOLATION: Final = "different in isolation, but its callers show no difference"


@dataclass
class FunctionProof:
    """The finding about a function that a step changed.

    `before` and `after` are its names, both `OUTSIDE` for the code outside functions; the hashes
    are those of its texts. `assumed` are the functions before the step whose calls counted as
    equal. `replay` demonstrates a difference. `unproven_parts` are the numbers of the parts of the
    change that are not proven (see `mixtures`), if others are.
    """

    before: str
    after: str
    before_hash: str
    after_hash: str
    status: Status
    method: str
    reason: str
    queries: list[Query]
    assumed: list[str]
    seconds: float
    replay: Replay | None = None
    unproven_parts: tuple[int, ...] = ()

    @property
    def shown_name(self) -> str:
        """The name of the function in reports: both names if they differ."""
        names = (name or "code outside functions" for name in (self.before, self.after))
        return " -> ".join(dict.fromkeys(names))


def prove_step(
    before: Version,
    after: Version,
    settings: ProofSettings,
    executions: Replaying,
    memory: Memory,
    wanted: str | None = None,
) -> list[FunctionProof]:
    """A proof, or why there is none, for each function that a step changed.

    `executions` replays counterexamples for a pair of functions, or searches for a difference;
    `memory` may have the findings of other steps with the same settings. `wanted` is the name of a
    function, before or after, to which the result is restricted.
    """
    quick = replace(settings, seconds=settings.seconds * _QUICK, replays=False)

    def at_once(version: Version, following: Version) -> list[FunctionProof]:
        apart = _Attempts(memory, "quick")
        return _proofs(version, following, quick, WithoutExecutions(), apart, wanted)

    def run() -> list[FunctionProof]:
        found = proofs = at_once(before, after)
        if any(proof.reason == TIME for proof in proofs):
            # Time ran out while the code was executed, so it would for every part, too.
            found = _proofs(before, after, settings, executions, memory, wanted)
        if _are_proven(found):
            return found
        chain = Chain(before)
        if before.code is not None and after.code is not None:
            # The others are proven if these are.
            opened = [
                proof.before
                for proof in found
                if proof.status is not Status.PROVEN and not proof.reason.startswith(DEPENDS)
            ]
            chain = prove_in_parts(before, after, opened, lambda *pair: _are_proven(at_once(*pair)))
        rest = _proofs(chain.version, after, settings, executions, memory, wanted)
        return _joined(proofs, chain, rest) if chain.made else rest

    return run_with_deep_stack(run)


def prove_group(
    before: Version, after: Version, settings: ProofSettings, memory: Memory
) -> list[FunctionProof] | None:
    """The proofs about all changes of consecutive steps as one, by normal forms only.

    None if some change is not proven so, whatever the reason. The arguments are those of
    `prove_step`.
    """
    effort = replace(settings, solvers=(), replays=False, is_brief=True)
    apart = _Attempts(memory, "group")
    proofs = run_with_deep_stack(
        lambda: _proofs(before, after, effort, WithoutExecutions(), apart, None)
    )
    return proofs if _are_proven(proofs) else None


def _proofs(
    before: Version,
    after: Version,
    settings: ProofSettings,
    executions: Replaying,
    memory: Memory,
    wanted: str | None,
) -> list[FunctionProof]:
    """The proofs about all changes of a step as a whole."""
    old, new = before.code, after.code
    if old is not None and new is not None and not may_be_renamed(old, new):
        return _Comparison(before, after, old, new, settings, executions, memory).proofs(wanted)
    started = time.monotonic()
    if same_but_for_names(before.whole, after.whole):
        seconds = time.monotonic() - started
        return [_proof_of_all(before, after, Status.PROVEN, EQUAL_TREES, "", seconds)]
    if old is None or new is None:
        return [no_proof(before, after, _NAMES)]
    return _Comparison(before, after, old, new, settings, executions, memory).proofs(wanted)


def _are_proven(proofs: list[FunctionProof]) -> bool:
    return all(proof.status is Status.PROVEN for proof in proofs)


def _joined(
    proofs: list[FunctionProof], chain: Chain, rest: list[FunctionProof]
) -> list[FunctionProof]:
    """The proofs about a step, where `rest` is about the changes after a chain."""
    found = {proof.before: proof for proof in rest if proof.status is not Status.PROVEN}
    joined = []
    for proof in proofs:
        left = found.get(proof.before)
        if left is not None:
            parts = chain.left_of(proof.before)
            proof = replace(left, before_hash=proof.before_hash, unproven_parts=parts)
        elif proof.status is not Status.PROVEN and found:
            proof = replace(proof, reason=f"{DEPENDS} {next(iter(found))}")
        elif proof.status is not Status.PROVEN:
            proof = replace(proof, status=Status.PROVEN, method=IN_PARTS, reason="")
        joined.append(proof)
    return joined


class _Attempts:
    """Findings of attempts with less effort and without executions, of which only proofs are
    shared; `kind` names the effort."""

    def __init__(self, memory: Memory, kind: str) -> None:
        self._memory = memory
        self._kind = kind

    def get(self, key: str) -> Finding | None:
        """The finding of a key, None if there is none."""
        found = self._memory.get(key)
        if found is not None and found.verdict.status is Status.PROVEN:
            return found
        return self._memory.get(f"{key} {self._kind}")

    def __setitem__(self, key: str, finding: Finding) -> None:
        is_proof = finding.verdict.status is Status.PROVEN
        self._memory[key if is_proof else f"{key} {self._kind}"] = finding


def no_proof(before: Version, after: Version, reason: str) -> FunctionProof:
    """The finding about the whole code if there are no proofs about its functions."""
    return _proof_of_all(before, after, Status.OPEN, "", reason, 0)


def _proof_of_all(
    before: Version, after: Version, status: Status, method: str, reason: str, seconds: float
) -> FunctionProof:
    hashes = before.hash_of_all, after.hash_of_all
    return FunctionProof(OUTSIDE, OUTSIDE, *hashes, status, method, reason, [], [], seconds)


class _Comparison:
    """The pairs of functions of one step, and their mutual assumptions.

    Pairs are named by the function before; `OUTSIDE` stands for the code outside functions.
    """

    def __init__(
        self,
        before: Version,
        after: Version,
        old: CodeView,
        new: CodeView,
        settings: ProofSettings,
        executions: Replaying,
        memory: Memory,
    ) -> None:
        self._before, self._after = before, after
        self._old, self._new = old, new
        self._pairs = corresponding(old, new)
        self._finder = PairFinder(before, after, old, new, settings, executions, memory)
        self._calls = self._finder.old_calls
        self._recursive = self._finder.recursive
        self._findings: dict[str, Finding] = {}

    def proofs(self, wanted: str | None) -> list[FunctionProof]:
        """A proof for each pair whose functions are not the same text with the same calls."""
        pairs = self._pairs
        obligations = self._obligations(pairs)
        if wanted is not None:
            asked = [name for name in pairs if wanted in (name, counterpart(pairs, name))]
            needed = self._calls.reachable_from(asked)
            obligations = [name for name in obligations if name in needed]
        self._findings = self._finder.compare(pairs, obligations)
        self._try_in_callers(pairs)
        self._check_assumptions(pairs)
        return [self._proof(name, counterpart(pairs, name)) for name in obligations]

    def _obligations(self, pairs: dict[str, str]) -> list[str]:
        return [name for name in (OUTSIDE, *pairs) if not self._is_unchanged(name, pairs)]

    def _is_unchanged(self, name: str, pairs: dict[str, str]) -> bool:
        same = self._before.texts[name] == self._after.texts[counterpart(pairs, name)]
        return same and all(pairs.get(callee) == callee for callee in self._callees(name))

    def _callees(self, name: str) -> list[str]:
        """The functions that a function before the step calls."""
        return [callee for callee in self._calls.calls[name] if callee in self._old.functions]

    def _callees_in_proof(self, name: str) -> list[str]:
        """The functions that a function calls before or after the step, and those whose calls count
        as equal in its proof: others that were inlined may call them."""
        after = self._new.calls.calls[counterpart(self._pairs, name)]
        called = [one for one, other in self._pairs.items() if other in after]
        return [*self._callees(name), *called, *self._assumed(name, self._pairs)]

    # What failed

    def _try_in_callers(self, pairs: dict[str, str]) -> None:
        """Prove the callers of functions that are not equivalent, with these inlined."""
        for name in self._recursive & self._findings.keys():
            if self._findings[name].replay and not self._finder.search(OUTSIDE, pairs).difference:
                self._leave_open(name)
        failed = {
            name
            for name, finding in self._findings.items()
            if finding.verdict.status is not Status.PROVEN and self._can_be_executed(name, finding)
        }
        while failed:
            executed, found = self._compare_callers(failed, pairs)
            bad = [name for name in found if found[name].verdict.status is not Status.PROVEN]
            if not bad:
                self._findings.update(dict.fromkeys(executed, _in_its_callers(found)))
                self._findings.update(found)
                return
            # Blame the callees of a caller that cannot be proven, and try the others again.
            # A function is different only if the code outside functions is, with it inlined.
            blamed = failed & self._reached_through(bad, executed)
            is_shown = OUTSIDE in bad and found[OUTSIDE].replay is not None
            shown = self._reached_through([OUTSIDE] if is_shown else [], executed)
            for name in blamed - shown:
                self._leave_open(name)
            failed -= blamed

    def _can_be_executed(self, name: str, finding: Finding) -> bool:
        """Whether calls of a function may be inlined in the proofs of its callers."""
        return name not in self._recursive | {OUTSIDE} and finding.verdict.reason != TIME

    def _compare_callers(
        self, failed: set[str], pairs: dict[str, str]
    ) -> tuple[set[str], dict[str, Finding]]:
        """The findings about callers of functions with these inlined.

        A caller that is not equivalent, either, is inlined into its callers in turn. Returns all
        inlined functions, and the findings about the callers that are not inlined.
        """
        executed = set(failed)
        while True:
            fewer = {one: other for one, other in pairs.items() if one not in executed}
            callers = [
                name
                for name in (OUTSIDE, *fewer)
                if not executed.isdisjoint(self._callees_in_proof(name))
            ]
            found = self._finder.compare(fewer, callers)
            more = {
                name
                for name in callers
                if found[name].verdict.status is not Status.PROVEN
                and self._can_be_executed(name, found[name])
            }
            if not more:
                return executed, found
            executed |= more

    def _leave_open(self, name: str) -> None:
        """Leave a function open that differs in isolation, since no caller shows a difference."""
        finding = self._findings[name]
        if finding.replay is not None:
            verdict = replace(finding.verdict, status=Status.OPEN, method="", reason=IN_ISOLATION)
            self._findings[name] = Finding(verdict, finding.replay)

    def _reached_through(self, names: Iterable[str], inner: set[str]) -> set[str]:
        """Those of `inner` that are called by `names`, directly or through others of them."""
        pending = list(names)
        found: set[str] = set()
        while pending:
            for callee in self._callees_in_proof(pending.pop()):
                if callee in inner and callee not in found:
                    found.add(callee)
                    pending.append(callee)
        return found

    def _check_assumptions(self, pairs: dict[str, str]) -> None:
        """Leave pairs open that depend on unproven ones."""
        assumed = {name: self._assumed(name, pairs) for name in (OUTSIDE, *pairs)}
        unproven = {
            name
            for name, finding in self._findings.items()
            if finding.verdict.status is not Status.PROVEN
        }
        # With `wanted`, other functions were not examined.
        unproven |= set(self._obligations(pairs)) - self._findings.keys()
        because: dict[str, str] = {}
        pending = sorted(unproven)
        users: dict[str, list[str]] = {}
        for name, others in assumed.items():
            for other in others:
                users.setdefault(other, []).append(name)
        while pending:
            name = pending.pop()
            for user in users.get(name, ()):
                if user not in unproven:
                    unproven.add(user)
                    because[user] = because.get(name, name)
                    pending.append(user)
        for name, cause in because.items():
            if name in self._findings:
                finding = self._findings[name]
                verdict = replace(
                    finding.verdict, status=Status.OPEN, method="", reason=f"{DEPENDS} {cause}"
                )
                self._findings[name] = Finding(verdict)

    def _assumed(self, name: str, pairs: dict[str, str]) -> list[str]:
        """The pairs that the proof of a pair assumes, by their names before."""
        if name in self._findings:
            return [one for one, _ in self._findings[name].verdict.assumed]
        return self._callees(name) if self._is_unchanged(name, pairs) else []

    def _proof(self, name: str, counterpart: str) -> FunctionProof:
        finding = self._findings[name]
        verdict = finding.verdict
        return FunctionProof(
            name,
            counterpart,
            self._before.hash_of(name),
            self._after.hash_of(counterpart),
            verdict.status,
            verdict.method,
            verdict.reason,
            verdict.queries,
            sorted(one for one, _ in verdict.assumed),
            self._finder.seconds[name],
            finding.replay,
        )


def _in_its_callers(callers: dict[str, Finding]) -> Finding:
    """The finding about a function whose callers are equivalent with it inlined."""
    verdicts = [finding.verdict for finding in callers.values()]
    assumed = frozenset((name, name) for name in callers)
    queries = [query for verdict in verdicts for query in verdict.queries]
    return Finding(Verdict(Status.PROVEN, IN_ITS_CALLERS, queries=queries, assumed=assumed))
