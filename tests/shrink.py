"""Shrinks a failing job: a smaller program and a shorter sequence that still fail."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import replace

from tests.oracle import Job
from yulopt.shrinking.shrinker import ProgramShrinker
from yulopt.shrinking.tree import Tree, parse_tree
from yulopt.suite.named_sequences import read_sequence

__all__ = ["Shrinker", "Tree", "parse_tree"]


class Shrinker:
    """Makes a failing job smaller as long as `fails` says that it still fails.

    `seconds` limits the time; `tell` is called with a line of progress now and then.
    """

    def __init__(
        self,
        fails: Callable[[Job], bool],
        seconds: float = 600.0,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.fails = fails
        self.deadline = time.monotonic() + seconds
        self.tell = tell
        self.tried: set[Job] = set()

    def shrink(self, job: Job) -> Job:
        """The smallest failing job found."""
        self.job = job
        program = ProgramShrinker(lambda source: self.test(replace(self.job, source=source)))
        try:
            for default in ({"evm_version": None}, {"runs": 200}, {"stack_allocation": True}):
                self.test(replace(self.job, **default))
            before = None
            while before != self.job:
                before = self.job
                self.shrink_steps()
                program.shrink(self.job.source)
        except TimeoutError:
            self.tell("out of time")
        return self.job

    def test(self, job: Job) -> bool:
        """Whether the job still fails; if so, it is the best so far."""
        if job == self.job:
            return True
        if job in self.tried:
            return False
        if time.monotonic() > self.deadline:
            raise TimeoutError
        self.tried.add(job)
        if self.fails(job):
            self.job = job
            size = len(job.source.split())
            self.tell(f"{size} words, {len(self.tried)} candidates tried, steps {job.steps!r}")
            return True
        return False

    def shrink_steps(self) -> None:
        """Try shorter step sequences."""
        if self.job.output == "ir":
            return
        if self.job.steps is None:
            explicit = "".join(f"{read_sequence('default')}:{read_sequence('cleanup')}".split())
            if not self.test(replace(self.job, steps=explicit)):
                return
        if ":" not in (self.job.steps or ""):
            self.test(replace(self.job, steps=f"{self.job.steps}:"))
        steps = self.job.steps or ""
        size = len(steps)
        while size:
            for end in range(len(steps), 0, -size):
                rest = steps[: max(0, end - size)] + steps[end:]
                same = rest.count(":") == steps.count(":") and min(_depths(rest)) == 0
                if same and _depths(rest)[-1] == 0 and self.test(replace(self.job, steps=rest)):
                    steps = rest
            size //= 2
        for opening in reversed([place for place, letter in enumerate(steps) if letter == "["]):
            closing = opening + _depths(steps[opening:]).index(0, 1)
            rest = steps[:opening] + steps[opening + 1 : closing - 1] + steps[closing:]
            if self.test(replace(self.job, steps=rest)):
                steps = rest


def _depths(steps: str) -> list[int]:
    """The number of open brackets before the first step, after the first, and so on."""
    changes = ((letter == "[") - (letter == "]") for letter in steps)
    return list(itertools.accumulate(changes, initial=0))
