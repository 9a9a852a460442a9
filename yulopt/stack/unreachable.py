"""The variables that the code generator cannot reach, and whether they may move to memory."""

from __future__ import annotations

from typing import Final

from yulopt.analysis.side_effects import find_calls
from yulopt.passes.step import Context
from yulopt.stack.compilability import check_compilability
from yulopt.stack.problems import stack_problems
from yulopt.syntax.ast import Block, Literal

# Solc fails on larger ones.
_LARGEST_GUARD: Final = 2**31 - 1


def unreachable_variables(context: Context, block: Block) -> dict[str, list[str]]:
    """The variables out of the code generator's reach, by function, deepest first.

    Those of the newer code generator, or, if the EVM version is too old for it, of the older one.
    An empty name represents parameters and return variables in general.
    """
    if not context.dialect.forwards_all_gas:
        return {
            function: list(found.variables)
            for function, found in check_compilability(block).items()
        }
    result: dict[str, list[str]] = {}
    for function, problems in stack_problems(context, block).items():
        found: dict[str, None] = {}
        for problem in problems:
            found.update(dict.fromkeys(problem.choices[: problem.deficit]))
        result[function] = list(found)
    return result


def movable_guards(block: Block) -> list[Literal]:
    """The arguments of all memory guards, none if they do not agree on a usable value."""
    guards: list[Literal] = []
    for call in find_calls(block, "memoryguard"):
        literal = call.arguments[0]
        assert isinstance(literal, Literal)
        guards.append(literal)
    if len({guard.value for guard in guards}) != 1 or guards[0].value > _LARGEST_GUARD:
        return []
    return guards
