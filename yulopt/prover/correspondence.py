"""The correspondence of functions before and after a step."""

from __future__ import annotations

from yulopt.interpreter.code import Call, Function
from yulopt.interpreter.lowering import lower
from yulopt.prover.answers import CodeView
from yulopt.prover.versions import OUTSIDE
from yulopt.syntax.ast import Block
from yulopt.verifier.fingerprint import Fingerprint, fingerprint


def corresponding(before: CodeView, after: CodeView) -> dict[str, str]:
    """The functions that correspond, by name: those that keep it first, then by their order.

    Only functions with equally many parameters and results correspond.
    """
    pairs = {name: name for name in before.functions if name in after.functions}
    gone = [name for name in before.functions if name not in pairs]
    new = [name for name in after.functions if name not in pairs]
    if len(gone) == len(new):
        pairs.update(zip(gone, new, strict=True))
    return {
        one: other
        for one, other in pairs.items()
        if before.signature(one) == after.signature(other)
    }


def counterpart(pairs: dict[str, str], name: str) -> str:
    """The name after the step; the code outside functions keeps its own."""
    return OUTSIDE if name == OUTSIDE else pairs[name]


def may_be_renamed(before: CodeView, after: CodeView) -> bool:
    """Whether a step may have changed names only."""
    return len(before.functions) == len(after.functions) and list(before.functions) != list(
        after.functions
    )


def same_but_for_names(before: Block, after: Block) -> bool:
    """Whether the reachable code is the same up to names."""
    return _fingerprint(before) == _fingerprint(after)


def _fingerprint(block: Block) -> Fingerprint:
    lowered = lower(block)
    return fingerprint(_in_order_of_calls(lowered.functions), lowered.memory_guard)


def _in_order_of_calls(functions: list[Function]) -> list[Function]:
    """The code outside functions first, and then its transitive callees, wherever defined."""
    found = dict.fromkeys(functions[:1])
    pending = functions[:1]
    while pending:
        for block in pending.pop().blocks:
            if isinstance(block.exit, Call) and block.exit.function not in found:
                found[block.exit.function] = None
                pending.append(block.exit.function)
    return list(found)
