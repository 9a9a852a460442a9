"""The parts of the state that builtins and functions use and change.

The parts are those of `COMPONENTS`. `world` has the balances and the code of accounts, and the
messages sent; `extent` is the size of memory, which is observable only by `msize`; `gas` is the
history of events that `gas()` depends on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from yulopt.prover.calls import CallGraph
from yulopt.syntax.ast import Block

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

    def __init__(self, block: Block, *, with_extent: bool) -> None:
        self.graph = CallGraph(block)
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
        joined = Effects(may_end=name in self.graph.with_loops)
        for callee in self.graph.calls[name]:
            known = self.of_function.get(callee)
            if known is None and callee not in self.graph.calls:
                known = effects_of_builtin(callee, with_extent=with_extent)
            if known is not None:
                joined = joined.join(known)
        return Effects(joined.uses, joined.writes, joined.may_end)


def asks_for_msize(block: Block) -> bool:
    """Whether code may read the size of memory."""
    return CallGraph(block).contains_msize
