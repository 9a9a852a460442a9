"""What can stand behind a parenthesis in the text of graphs, and how many operands it takes.

Source: chapter 09, section 3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from yulopt.rvsdg.ir import (
    Call,
    Function,
    Graph,
    Loop,
    Node,
    Projection,
    Recursion,
    Switch,
    Use,
)
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.sexpr_printer import EVM_CALL

GET: Final = re.compile(r"get-([0-9]{1,9})", re.ASCII)
_SWITCH: Final = re.compile(r"switch-([0-9]{1,9})-cases-([0-9]{1,9})-outputs", re.ASCII)
_FUNCTION: Final = re.compile(r"func-([0-9]{1,9})-inputs-([0-9]{1,9})-outputs", re.ASCII)
_RECURSION: Final = re.compile(r"rec-([0-9]{1,9})", re.ASCII)


def is_head(token: str, language: Language) -> bool:
    """Whether there are nodes of this kind, or operators of this name."""
    patterns = (GET, _SWITCH, _FUNCTION, _RECURSION)
    return (
        token in ("use", "loop", "call", EVM_CALL)
        or any(pattern.fullmatch(token) is not None for pattern in patterns)
        or token in language.synonyms
        or language.signature(token) is not None
    )


def made(head: str, operands: Sequence[Node], graph: Graph) -> Node:
    """The node with a head and operands. Raises ValueError for a wrong number of operands."""
    given = tuple(operands)
    if match := GET.fullmatch(head):
        _check(len(given) == 1, f"'{head}' takes one operand, but {len(given)} are given")
        return graph.add(Projection(int(match[1]), given[0]))
    if match := _SWITCH.fullmatch(head):
        cases, outputs = int(match[1]), int(match[2])
        _check(cases > 0, "a switch must have at least one case")
        _check(outputs > 0, "a switch must have at least one output")
        least = 1 + cases * outputs
        _check(
            len(given) >= least,
            f"'{head}' takes {least} operands or more, but {len(given)} are given",
        )
        return graph.add(Switch(cases, outputs, given))
    if match := _FUNCTION.fullmatch(head):
        outputs = int(match[2])
        _check(
            len(given) >= outputs,
            f"'{head}' takes {outputs} operands or more, but {len(given)} are given",
        )
        return graph.add(Function(int(match[1]), outputs, given))
    if match := _RECURSION.fullmatch(head):
        count = int(match[1])
        _check(count > 0, "a recursion must have at least one function")
        _check(len(given) == count, f"'{head}' takes {count} operands, but {len(given)} are given")
        return graph.add(Recursion(given))
    if head == "loop":
        _check(
            len(given) % 2 == 1,
            "a loop takes inputs, as many results, and a predicate: an odd number of operands,"
            f" but {len(given)} are given",
        )
        return graph.add(Loop(given))
    if head == "use":
        return graph.add(Use(given))
    if head == "call":
        _check(len(given) > 0, "'call' takes a function")
        return graph.add(Call(given))
    return graph.operator("call" if head == EVM_CALL else head, *given)


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
