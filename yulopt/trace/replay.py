"""Steps of a recording, to be run again: the program before each, as a file that says enough."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import attr

from yulopt.dialect import DEFAULT_EVM_VERSION
from yulopt.pipeline.checkpoints import Resumption
from yulopt.pipeline.suite import DEFAULT_RUNS
from yulopt.trace.lineage import WORD
from yulopt.trace.recording import Change, Recording, Settings, StepRun, changes_of, resumptions


@attr.s(auto_attribs=True, eq=False)
class Replay:
    """A step that changed something, and the text of a program that it can be run over again."""

    change: Change
    resumption: Resumption

    @property
    def text(self) -> str:
        """The program before the step, with a first line that a bare run reads."""
        return self.resumption.comment() + self.change.before.program_text()


def replays_of(recording: Recording) -> Iterator[Replay]:
    """All steps that changed something, in the order of the run.

    `yulopt --bare --step NAME` over the text gives the program after the step.
    """
    states = resumptions(recording)
    for change in changes_of(recording):
        resumption = next(state for step, state in states if step is change.step)
        # What is declared in the code is taken anyway.
        words = {word for line in change.old for word in WORD.findall(line)}
        resumption.taken = sorted(name for name in resumption.taken if name not in words)
        yield Replay(change, resumption)


def replay_command(recording: Recording, step: StepRun, file: str) -> str:
    """The command that runs a step again over `file`."""
    words = ["yulopt", "--bare"]
    words += ["--steps", step.letter] if step.letter else ["--step", step.name]
    return shlex.join([*words, *setting_options(recording.settings), file])


def setting_options(settings: Settings) -> list[str]:
    """The options of the command line for settings that are not the usual ones, apart from what
    steps to run."""
    words: list[str] = []
    if settings.evm_version != DEFAULT_EVM_VERSION.text:
        words += ["--evm-version", settings.evm_version]
    if settings.runs != DEFAULT_RUNS:
        words += ["--optimize-runs", str(settings.runs)]
    if not settings.stack_allocation:
        words.append("--no-stack-allocation")
    return words
