"""The programs between the steps of a run; imported again for each mutant."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Final

from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.passes.step import Context, Observer, Step
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

_SECONDS: Final = 3


class _Printer(Observer):
    def __init__(self, program: Object) -> None:
        self.found: list[tuple[str, str, str, int]] = []
        self._program = program
        self._before = ""
        self._blocks = [tree.code for tree in program.all_objects()]

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        self._before = print_yul(self._program)

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        after = print_yul(self._program)
        if after != self._before:
            number = next(n for n, code in enumerate(self._blocks) if code is block)
            self.found.append((step.name, self._before, after, number))


def changes(
    text: str, steps: str, evm_version: str, last: str, runs: int = 200
) -> list[tuple[str, str, str, int]]:
    """The step, the program before and after, and the number of the object, of each change.

    The last of `steps` may be given by its name, as `last`.
    """
    dialect = dialect_for(parse_evm_version(evm_version))
    try:
        program = parse_source(Source(text), dialect)
    except YulError:
        # Tests also read invalid input, and so does a broken reader.
        return []
    options = Options(
        steps, bare=True, runs=runs, evm_version=evm_version, step_names=(last,) if last else ()
    )
    printer = _Printer(program)
    # Many broken steps fail, or return code that the next step cannot handle; some never terminate.
    with contextlib.suppress(Exception), time_limit(_SECONDS):
        optimize_tree(program, options, observer=printer)
    return printer.found


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeoutError after this time, in the main thread of a process."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
