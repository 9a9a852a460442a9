"""The scope of code in a contract: variables, functions, and permissions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.campaigns.solidity.types import Type


@dataclass(frozen=True)
class Variable:
    """Something with a name; `location` is "" for a value on the stack.

    `location` is else memory, storage, calldata, or transient.
    """

    name: str
    type: Type
    location: str = ""
    assignable: bool = True


@dataclass(frozen=True)
class Function:
    """A function that can be called: `call` is what stands before the arguments.

    `changes`: it may change the state. `external`: it is called by a message. `level`: it calls
    functions of lower levels only.
    """

    call: str
    parameters: tuple[Type, ...]
    results: tuple[Type, ...]
    changes: bool = True
    external: bool = False
    level: int = 0


@dataclass
class Scope:
    """The variables and functions at a place.

    `state`: those of `variables` that are the contract's. `changes`: state may be changed here.
    `unchecked`: arithmetic wraps. `loops`: how many loops are around it. `results`: what `return`
    must give. `level`: only functions of lower levels may be called. `operations`: names of
    functions from two words to a word, one of which is in the state variable `operation`.
    `creates`: contracts that `new` makes, with the types of the arguments. `may_end`: assembly may
    end the call. `has_data`: `msg.data` may be named.
    """

    variables: list[Variable]
    functions: list[Function]
    state: list[Variable] = field(default_factory=list)
    results: tuple[Type, ...] = ()
    changes: bool = True
    unchecked: bool = False
    loops: int = 0
    level: int = 99
    operations: tuple[str, ...] = ()
    creates: dict[str, tuple[Type, ...]] = field(default_factory=dict)
    may_end: bool = True
    has_data: bool = True

    def inner(self) -> Scope:
        """The scope of a block inside."""
        return replace(self, variables=list(self.variables))

    def of_type(self, kind: Type, *, assignable: bool = False) -> Iterator[Variable]:
        """The variables of this type."""
        for variable in self.variables:
            if variable.type == kind and (not assignable or self.can_assign(variable)):
                yield variable

    def can_assign(self, variable: Variable) -> bool:
        """Whether a variable, or what it leads to, may be changed here."""
        is_state = variable.location in ("storage", "transient")
        return (
            variable.assignable
            and variable.location != "calldata"
            and (self.changes or not is_state)
        )

    def callable(self) -> list[Function]:
        """The functions that may be called here."""
        return [
            function
            for function in self.functions
            if function.level < self.level and (self.changes or not function.changes)
        ]
