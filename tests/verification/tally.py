"""The tally of a campaign of the verifier."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from yulopt.verifier.verifier import Verification


@dataclass
class Tally:
    """The counts of a campaign.

    `verified` are pairs of a program and a trial with which at least one input was compared, and
    `changed` those among them in which steps made different code; the other pairs are
    `incomparable`, by reason. `given_up` are inputs that were tried with which the interpreter
    gave up. `checks` are steps that ran, `versions` different programs after them. `differences`
    are descriptions.
    """

    programs: int = 0
    verified: int = 0
    changed: int = 0
    inputs: int = 0
    checks: int = 0
    versions: int = 0
    blocks: int = 0
    reached: int = 0
    incomparable: Counter[str] = field(default_factory=Counter)
    given_up: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add_program(self, verification: Verification) -> None:
        """Count the inputs of a program and how far they get."""
        self.programs += 1
        for report in verification.objects:
            self.inputs += report.inputs
            self.blocks += report.coverage.all_blocks
            self.reached += report.coverage.blocks
            self.given_up += report.given_up

    def add(self, verification: Verification) -> None:
        """Count a pair without a difference."""
        objects = verification.objects
        self.checks += sum(report.steps for report in objects)
        if not any(report.inputs for report in objects):
            reasons: Counter[str] = sum((report.given_up for report in objects), Counter())
            self.incomparable[reasons.most_common(1)[0][0]] += 1
            return
        self.verified += 1
        versions = sum(report.versions for report in objects if report.inputs)
        self.versions += versions
        self.changed += versions > 0

    def add_tally(self, other: Tally) -> None:
        """Add the counts of another process."""
        self.programs += other.programs
        self.verified += other.verified
        self.changed += other.changed
        self.inputs += other.inputs
        self.checks += other.checks
        self.versions += other.versions
        self.blocks += other.blocks
        self.reached += other.reached
        self.incomparable += other.incomparable
        self.given_up += other.given_up
        self.differences += other.differences

    def line(self) -> str:
        """The text of the progress line."""
        return f"{self.verified} pairs verified, {self.programs} programs"

    def __str__(self) -> str:
        lines = [
            f"{self.verified} pairs of a program and a sequence verified"
            f" ({self.changed} in which code changed)",
            f"{len(self.differences)} differences",
            f"{self.programs} programs with {self.inputs} inputs,"
            f" which reach {self.reached} of {self.blocks} basic blocks",
            f"{self.checks} steps ran; {self.versions} different versions of code were executed",
        ]
        for title, counts in (
            ("pairs in which nothing can be compared", self.incomparable),
            ("inputs tried with which the interpreter gave up", self.given_up),
        ):
            lines.append(f"{sum(counts.values())} {title}")
            lines += [f"    {count:7}  {reason}" for reason, count in counts.most_common()]
        return "\n".join(lines)
