"""A call that is not inlined, as terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yulopt.prover.builtins import State
from yulopt.prover.effects import Effects
from yulopt.prover.graph import Graph
from yulopt.prover.summaries import PARTS
from yulopt.prover.terms import Term


@dataclass(frozen=True)
class Called:
    """The effects of a call: its `results`, and its `writes` to parts of the state.

    `control` is set if it may end the frame: a choice between a leaf that ends it and `fall`, or
    only the former.
    """

    control: Term | None
    results: list[Term]
    writes: State


def called(
    graph: Graph,
    state: State,
    key: str,
    args: Sequence[Term],
    results: int,
    effects: Effects,
    *,
    accesses_count: bool = False,
) -> Called:
    """The effects of a call of the function `key` in a state.

    With `accesses_count`, accesses to memory are observable wherever the frame ends.
    """
    make = graph.terms.make
    used = [
        state[part]
        for part in PARTS
        if part[1:] in effects.uses or (accesses_count and part == "#extent")
    ]
    call = make("call", key, (*args, *used))
    control: Term | None = None
    if effects.may_end or effects.always_ends:
        control = make("halted", args=(call,))
        if not effects.always_ends:
            ends = make("ends", args=(call,))
            control = graph.choices.choose(ends, control, graph.terms.fall)
    return Called(
        control,
        [make("result", index, (call,)) for index in range(results)],
        {part: make("after", part, (call,)) for part in PARTS if part[1:] in effects.writes},
    )
