"""The parts of the state that builtins and functions use and change.

The parts are those of `COMPONENTS`. `world` has the balances and the code of accounts, and the
messages sent; `extent` is the size of memory, which is observable only by `msize`; `gas` is the
history of events that `gas()` depends on.

What a function writes to memory is unobservable if it serves only the return or revert data with
which the frame ends. If all bytes of that data were written directly before, the function does not
depend on older memory, either. With `ignores_messages`, such accesses do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from yulopt.prover.calls import OUTERMOST, CallGraph
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Literal,
    Statement,
)
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.visitor import Walker

COMPONENTS: Final = (
    "memory",
    "storage",
    "transient",
    "world",
    "logs",
    "returndata",
    "gas",
    "extent",
)
_ALL: Final = frozenset(COMPONENTS)
_NONE: Final[frozenset[str]] = frozenset()
# The parts that are visible after a frame that succeeds.
KEPT: Final = ("storage", "transient", "world", "logs")


@dataclass(frozen=True)
class Effects:
    """`uses` are the parts that the outcome may depend on, changed ones included, `writes` those
    that may be changed. `may_end`: it may end the frame or not terminate; `always_ends`: it always
    does."""

    uses: frozenset[str] = _NONE
    writes: frozenset[str] = _NONE
    may_end: bool = False
    always_ends: bool = False

    def join(self, other: Effects) -> Effects:
        """The effects of one and the other."""
        return Effects(
            self.uses | other.uses,
            self.writes | other.writes,
            self.may_end or other.may_end,
            self.always_ends or other.always_ends,
        )

    def meet(self, other: Effects) -> Effects:
        """The effects that two equal pieces of code have in common."""
        return Effects(
            self.uses & other.uses,
            self.writes & other.writes,
            self.may_end and other.may_end,
            self.always_ends or other.always_ends,
        )


def _uses(*names: str, ends: bool = False) -> Effects:
    return Effects(frozenset(names), _NONE, ends)


def _writes(name: str, *used: str, ends: bool = False) -> Effects:
    return Effects(frozenset((name, *used)), frozenset((name,)), ends)


_EXTERNAL: Final = _ALL - {"extent"}
_MESSAGE: Final = Effects(_EXTERNAL, _EXTERNAL - {"memory"}, True)
_CALL: Final = Effects(_EXTERNAL, _EXTERNAL, False)

_OF_BUILTIN: Final[dict[str, Effects]] = {
    "mload": _uses("memory"),
    "keccak256": _uses("memory"),
    "sload": _uses("storage"),
    "tload": _uses("transient"),
    "balance": _uses("world"),
    "selfbalance": _uses("world"),
    "extcodesize": _uses("world"),
    "extcodehash": _uses("world"),
    "returndatasize": _uses("returndata"),
    "msize": _uses("extent"),
    "gas": _writes("gas"),
    "mstore": _writes("memory"),
    "mstore8": _writes("memory"),
    "sstore": _writes("storage"),
    "tstore": _writes("transient"),
    "calldatacopy": _writes("memory"),
    "codecopy": _writes("memory"),
    "datacopy": _writes("memory"),
    "setimmutable": _writes("memory"),
    "mcopy": _writes("memory"),
    "extcodecopy": _writes("memory", "world"),
    "returndatacopy": _writes("memory", "returndata", "world", ends=True),
    **{f"log{topics}": _writes("logs", "memory") for topics in range(5)},
    "create": _MESSAGE,
    "create2": _MESSAGE,
    "call": _CALL,
    "callcode": _CALL,
    "delegatecall": _CALL,
    "staticcall": Effects(_EXTERNAL, frozenset({"memory", "world", "returndata", "gas"}), False),
    "stop": _uses(*KEPT, ends=True),
    "return": _uses("memory", *KEPT, ends=True),
    "selfdestruct": _uses(*KEPT, ends=True),
    "revert": _uses("memory", "world", ends=True),
    "invalid": _uses("world", ends=True),
    "pop": Effects(),
}
_ANYTHING: Final = Effects(_ALL, _ALL, True)
_EXTENT: Final = frozenset({"extent"})
_MEMORY: Final = frozenset({"memory"})
# Longer messages are not examined.
_MAX_MESSAGE: Final = 1024


def effects_of_builtin(name: str, *, with_extent: bool) -> Effects:
    """The effects of a builtin; with `with_extent`, those on the size of memory as well."""
    if name.startswith("verbatim_"):
        return _ANYTHING
    effects = _OF_BUILTIN.get(name)
    if effects is None:
        return Effects()
    if with_extent and "memory" in effects.uses:
        effects = effects.join(Effects(_EXTENT, _EXTENT))
    return effects


class FunctionEffects:
    """The effects of all functions of a block of code."""

    def __init__(self, block: Block, *, with_extent: bool, ignores_messages: bool = False) -> None:
        self.graph = CallGraph(block)
        accesses = _MemoryAccesses()
        # Where `msize` occurs, all accesses count.
        if ignores_messages and not with_extent:
            accesses.visit_block(block)
        self._in_messages = accesses.all - accesses.apart
        self.of_function: dict[str, Effects] = {}
        for component in self.graph.components():
            joined = Effects()
            for name in component:
                joined = joined.join(self._own(name, with_extent))
            # Recursion may not terminate.
            if self.graph.is_recursive(component):
                joined = joined.join(Effects(may_end=True))
            for name in component:
                self.of_function[name] = joined

    def _own(self, name: str, with_extent: bool) -> Effects:
        builtins = Effects(may_end=name in self.graph.with_loops)
        functions = Effects()
        for callee in self.graph.calls[name]:
            if callee not in self.graph.calls:
                effects = effects_of_builtin(callee, with_extent=with_extent)
                builtins = builtins.join(effects)
            elif callee in self.of_function:
                functions = functions.join(self.of_function[callee])
        if name in self._in_messages:
            builtins = Effects(builtins.uses - _MEMORY, builtins.writes - _MEMORY, builtins.may_end)
        joined = builtins.join(functions)
        return Effects(joined.uses, joined.writes, joined.may_end)


class _MemoryAccesses(Walker):
    """Finds the functions that access memory directly: all of them, and those that do so `apart`
    from messages at the end of the frame of which all bytes were just written."""

    def __init__(self) -> None:
        self.all: set[str] = set()
        self.apart: set[str] = set()
        self._function = OUTERMOST

    def visit_function(self, function: FunctionDefinition) -> None:
        outer, self._function = self._function, function.name
        self.visit_block(function.body)
        self._function = outer

    def visit_block(self, block: Block) -> None:
        message = _message(block.statements)
        for statement in block.statements[: len(block.statements) - len(message)]:
            self.visit_statement(statement)
        for call in message:
            self.all.add(self._function)
            for argument in call.arguments:
                self.visit_expression(argument)

    def visit_call(self, call: FunctionCall) -> None:
        if "memory" in effects_of_builtin(call.name, with_extent=False).uses:
            self.all.add(self._function)
            self.apart.add(self._function)
        super().visit_call(call)


def _message(statements: list[Statement]) -> list[FunctionCall]:
    """The calls at the end of a block that write all bytes of a message, and end the frame with it;
    nothing if there is none."""
    end = _call(statements[-1]) if statements else None
    if end is None or end.name not in ("return", "revert"):
        return []
    start, size = map(_literal, end.arguments)
    if start is None or size is None or size > _MAX_MESSAGE:
        return []
    missing = set(range(start, start + size))
    calls = [end]
    for statement in reversed(statements[:-1]):
        if not missing:
            break
        call = _call(statement)
        if call is None or call.name != "mstore":
            break
        address = _literal(call.arguments[0])
        if address is None:
            break
        missing -= {*range(address, address + WORD_BYTES)}
        calls.append(call)
    return [] if missing else calls


def _call(statement: Statement) -> FunctionCall | None:
    expression = statement.expression if isinstance(statement, ExpressionStatement) else None
    return expression if isinstance(expression, FunctionCall) else None


def _literal(expression: Expression) -> int | None:
    return expression.value if isinstance(expression, Literal) else None


def asks_for_msize(block: Block) -> bool:
    """Whether code may read the size of memory."""
    return CallGraph(block).contains_msize
