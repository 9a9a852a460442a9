"""Several observers of one run."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.passes.step import Context, Observer, Step
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object


class Observers(Observer):
    """Forwards notifications to several observers in order."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = observers

    def enter_program(self, program: Object) -> None:
        for one in self._observers:
            one.enter_program(program)

    def enter_object(self, path: str, block: Block) -> None:
        for one in self._observers:
            one.enter_object(path, block)

    def enter_part(self, part: str) -> None:
        for one in self._observers:
            one.enter_part(part)

    def enter_item(self, offset: int) -> None:
        for one in self._observers:
            one.enter_item(offset)

    def enter_round(self, number: int) -> None:
        for one in self._observers:
            one.enter_round(number)

    def leave_round(self) -> None:
        for one in self._observers:
            one.leave_round()

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        for one in self._observers:
            one.before_step(step, context, block)

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        # Each of them reviews, regardless of the others' results.
        reviews = [one.review_step(step, context, block) for one in self._observers]
        return any(reviews)

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        for one in self._observers:
            one.after_step(step, context, block)
