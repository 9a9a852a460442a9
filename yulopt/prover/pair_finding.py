"""The finding about one pair of functions: by proof, replay, search, or from the cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Protocol

from yulopt.prover.correspondence import counterpart
from yulopt.prover.invariants import StepInvariants
from yulopt.prover.replay import Replay, Replaying
from yulopt.prover.spilled_words import guards, spilled_words
from yulopt.prover.verdict import (
    CodeView,
    Counterexample,
    FunctionProver,
    ProofSettings,
    Status,
    Verdict,
)
from yulopt.prover.versions import Version, digest

EXECUTION: Final = "execution"
# Such states cannot be replayed: code before the step must not touch this memory.
RESERVED: Final = "different in memory that the step has reserved"
# The prefix of the reason if the prover itself, or a solver, raised an exception.
FAILED: Final = "the prover failed"


@dataclass(frozen=True)
class Finding:
    """The verdict about a pair of functions; `replay` shows the difference, if there is one."""

    verdict: Verdict
    replay: Replay | None = None


class Memory(Protocol):
    """A cache of findings, by everything they depend on, such as a dictionary."""

    def get(self, key: str, /) -> Finding | None:
        """The finding of a key, None if there is none."""

    def __setitem__(self, key: str, finding: Finding, /) -> None:
        """Keep a finding."""


class PairFinder:
    """Compares functions before and after a step, by their names before.

    `executions` replays counterexamples, or searches for a difference; `memory` may have findings
    of other steps with the same settings.
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
        self._settings = settings
        self._executions = executions
        self._memory = memory
        self.old_calls = old.calls
        self._new_calls = new.calls
        self.recursive = (
            self.old_calls.recursive_functions() | self._new_calls.recursive_functions()
        )
        self._spilled = spilled_words(old, new)
        self._invariants = StepInvariants(settings.seconds)
        self._texts = digest("\0".join((*before.texts.values(), "", *after.texts.values())))
        # The time for each function, and the results of executions with many inputs.
        self.seconds: dict[str, float] = {}
        self._searched: dict[str, Replay] = {}

    def compare(self, pairs: dict[str, str], names: Iterable[str]) -> dict[str, Finding]:
        """The findings about some functions, where calls of `pairs` count as the same."""
        prover = FunctionProver(self._old, self._new, pairs, self._settings, self._invariants)
        findings: dict[str, Finding] = {}
        for name in names:
            started = time.monotonic()
            key = self._key(name, pairs)
            found = self._memory.get(key) or self._memory.get(self._key_in_program(key))
            if found is None:
                found = self._find(prover, name, pairs)
                is_local = not found.verdict.uses_callers
                self._memory[key if is_local else self._key_in_program(key)] = found
            findings[name] = found
            self.seconds[name] = self.seconds.get(name, 0) + time.monotonic() - started
        return findings

    def _find(self, prover: FunctionProver, name: str, pairs: dict[str, str]) -> Finding:
        """A verdict, in which a difference counts only if execution confirms it."""
        found = _unless_it_fails(lambda: self._replayed(prover, name, pairs))
        if found.verdict.status is not Status.OPEN:
            return found
        return _unless_it_fails(lambda: self._executed(found, name, pairs))

    def _executed(self, found: Finding, name: str, pairs: dict[str, str]) -> Finding:
        """The finding about an open pair after executions with many inputs."""
        replay = self.search(name, pairs, found.verdict.counterexample)
        if replay.difference is None:
            return found
        verdict = Verdict(Status.REFUTED, EXECUTION, queries=found.verdict.queries)
        return Finding(verdict, replay)

    def search(
        self, name: str, pairs: dict[str, str], example: Counterexample | None = None
    ) -> Replay:
        """The result of executions with many inputs."""
        if name not in self._searched:
            one, other = self._names(name, pairs)
            self._searched[name] = self._executions.search(
                self._old, self._new, one, other, example
            )
        return self._searched[name]

    def _replayed(self, prover: FunctionProver, name: str, pairs: dict[str, str]) -> Finding:
        one, other = self._names(name, pairs)
        verdict = prover.prove(one, other)
        if verdict.counterexample is None:
            return Finding(verdict)
        # The code below keeps all terms alive.
        further, verdict.further = verdict.further, iter(())
        problem = ""
        for example in chain((verdict.counterexample,), further):
            replay = self._executions.replay(self._old, self._new, one, other, example)
            if replay.difference is not None:
                return Finding(replace(verdict, counterexample=example), replay)
            problem = problem or replay.problem
        if guards(self._old.block) != guards(self._new.block):
            problem = RESERVED
        found = Finding(replace(verdict, status=Status.OPEN, method="", reason=problem))
        # The solver may have chosen the results of calls: repeat with all callees inlined, if that
        # terminates.
        called = self.old_calls.reachable_from([name]) - self.recursive - {name}
        fewer = {key: value for key, value in pairs.items() if key not in called}
        if len(fewer) == len(pairs):
            return found
        executing = FunctionProver(self._old, self._new, fewer, self._settings, self._invariants)
        again = self._replayed(executing, name, fewer)
        if again.verdict.status is Status.OPEN:
            return found
        again.verdict.queries[:0] = verdict.queries
        return again

    @staticmethod
    def _names(name: str, pairs: dict[str, str]) -> tuple[str | None, str | None]:
        """The names of a pair, None for the code outside functions."""
        return name or None, counterpart(pairs, name) or None

    def _key(self, name: str, pairs: dict[str, str]) -> str:
        """The hash of everything that a verdict depends on: both functions, their callees, and the
        counterparts of these, whose effects count for calls."""
        after = self._new_calls.reachable_from([counterpart(pairs, name)])
        old = self.old_calls.reachable_from(
            [name, *(one for one, other in pairs.items() if other in after)]
        )
        new = after | self._new_calls.reachable_from(pairs[one] for one in old if one in pairs)
        parts = [
            name,
            repr(self._settings.dialect.version),
            str(self.old_calls.contains_msize or self._new_calls.contains_msize),
            "" if self._spilled is None else self._spilled.key,
            *(f"{one} {pairs[one]}" for one in sorted(old) if one in pairs),
            *(self._before.texts[one] for one in sorted(old)),
            "",
            *(self._after.texts[one] for one in sorted(new)),
        ]
        return digest("\0".join(parts))

    def _key_in_program(self, key: str) -> str:
        """The same for a verdict that depends on the callers as well."""
        return f"{key} {self._texts}"


def _unless_it_fails(find: Callable[[], Finding]) -> Finding:
    """A finding; if the prover or a solver fails, the pair is open, and the others continue."""
    try:
        return find()
    except Exception as error:
        message = " ".join(str(error).split())
        reason = f"{FAILED} with {type(error).__name__}" + (f": {message}" if message else "")
        return Finding(Verdict(Status.OPEN, reason=reason))
