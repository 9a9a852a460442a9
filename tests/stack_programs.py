"""Helpers for tests of the stack: programs with high pressure, graphs, and layouts from text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, EvmVersion, dialect_for
from yulopt.passes.step import Context
from yulopt.stack.graph import ControlFlowGraph
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.slots import JUNK, Layout, LiteralSlot, Slot, VariableSlot
from yulopt.stack.unreachable import movable_guards
from yulopt.steps.stack_limit_evader import evade_stack_limit
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block

OSAKA = dialect_for(DEFAULT_EVM_VERSION)
HOMESTEAD = dialect_for(EvmVersion.HOMESTEAD)


class Slots:
    """Makes layouts from text: numbers are literals, `_` is junk, all else are variables."""

    def __init__(self) -> None:
        self.slots: dict[str, Slot] = {"_": JUNK}

    def layout(self, text: str) -> Layout:
        return [self.slot(word) for word in text.split()]

    def slot(self, word: str) -> Slot:
        if word not in self.slots:
            self.slots[word] = LiteralSlot(int(word)) if word.isdigit() else VariableSlot(word)
        return self.slots[word]

    def text(self, layout: Layout) -> str:
        words = {slot: word for word, slot in self.slots.items()}
        return " ".join(words[slot] for slot in layout)


def move_to_memory(context: Context, code: Block, chosen: Mapping[str, Sequence[str]]) -> None:
    """The StackLimitEvader, with the variables of each function to move."""
    guards = movable_guards(code)
    if guards:
        evade_stack_limit(context, code, guards, chosen)


def layout_text(layout: Layout) -> str:
    """A readable layout, bottom to top."""
    return "[" + " ".join(repr(slot) for slot in layout) + "]"


def letters(count: int) -> str:
    return " ".join("abcdefghijklmnopqrstuvwxyz"[:count])


def compile_code(source: str, dialect: Dialect = OSAKA) -> tuple[Context, Block]:
    """The code of a program, with unique names."""
    code = yulopt.parse(source, evm_version=dialect.version.text).code
    return make_context(code, dialect, None), code


def graph_of(source: str) -> ControlFlowGraph:
    return build_control_flow_graph(compile_code(source)[1], OSAKA)


def names(prefix: str, count: int) -> str:
    return ", ".join(f"{prefix}{index}" for index in range(count))


def declarations(count: int, value: str) -> str:
    """`let v0 := ...`; `{}` in the value stands for the number."""
    return "\n".join(f"let v{index} := {value.format(index)}" for index in range(count))


def uses(count: int) -> str:
    """Something to do in between, then a use of each variable, first to last."""
    return "sstore(0, 0)\n" + "\n".join(
        f"sstore({100 + index}, v{index})" for index in range(count)
    )


def variables(*indices: int) -> list[str]:
    return [f"v{index}" for index in indices]
