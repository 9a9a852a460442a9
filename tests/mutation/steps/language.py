"""Mutants of the table of builtins and of the simplification rules."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant

_TABLE: Final = "yulopt.dialect.table"
_MATCHER: Final = "yulopt.rules.matcher"
_RULES: Final = "yulopt.rules.table"
_READ_RULES: Final = '.read_text(encoding="utf-8")'


def _rule(broken: str, old: str, new: str, style: str = "dense", seed: int = 0) -> StepMutant:
    """A mistake in the text of the rules."""
    patch = f"{_READ_RULES}.replace({old!r}, {new!r})"
    return StepMutant(_RULES, broken, _READ_RULES, patch, "hgfoxs", style=style, seed=seed)


BUILTINS: Final = (
    StepMutant(
        _TABLE,
        "sload reads no storage",
        "_reader(storage=READ)",
        "_reader()",
        "hgfoxaM",
        style="storage",
    ),
    StepMutant(
        _TABLE,
        "mload reads no memory",
        """
        _reader(removable=False, memory=READ),
        operations=(_load(AddressSpace.MEMORY, 32),),
""",
        """
        _reader(removable=False),
        operations=(_load(AddressSpace.MEMORY, 32),),
""",
        "hgfoxaM",
        style="memory",
        seed=8,
    ),
    StepMutant(
        _TABLE,
        "tload can be moved past tstore",
        "_reader(transient=READ)",
        "_reader()",
        "hgfoxaM",
        style="dense",
        seed=20,
    ),
    StepMutant(
        _TABLE,
        "calls write no memory",
        """
            _effects(other=WRITE, storage=WRITE, memory=WRITE, transient=WRITE),
            operations=_call_operations(parameters, static=False),
""",
        """
            _effects(other=WRITE, storage=WRITE, memory=READ, transient=WRITE),
            operations=_call_operations(parameters, static=False),
""",
        "hgfoxcL",
        style="trap",
    ),
    StepMutant(
        _TABLE,
        "calls read the memory of their output",
        "_memory(READ, parameters - 4, parameters - 3),",
        "_memory(READ, parameters - 2, parameters - 1),",
        "hgfoxaS",
        style="memory",
        seed=123,
    ),
    StepMutant(
        _TABLE,
        "return reads no memory",
        "_effects(memory=READ), _STOPS, _HASH_OF_MEMORY)",
        "_effects(memory=READ), _STOPS, ())",
        "hgfoxaS",
        style="dense",
        seed=99,
    ),
    StepMutant(
        _TABLE,
        "stop, return and selfdestruct do not keep storage",
        "_STOPS: Final = ControlFlow(can_continue=False, can_terminate=True)",
        "_STOPS: Final = ControlFlow(can_continue=False)",
        "hgfoxaS",
        style="dense",
        seed=63,
    ),
    StepMutant(
        _TABLE,
        "logs read no memory",
        """
            _effects(memory=READ),
            operations=_HASH_OF_MEMORY,
            fails_in_static_calls=True,
        )
        for topics""",
        """
            _effects(memory=READ),
            fails_in_static_calls=True,
        )
        for topics""",
        "hgfoxaS",
        style="memory",
    ),
    StepMutant(
        _TABLE,
        "mcopy reads where it writes",
        "operations=(_memory(READ, 1, 2), _memory(WRITE, 0, 2)),",
        "operations=(_memory(READ, 0, 2), _memory(WRITE, 0, 2)),",
        "hgfoxaS",
        style="trap",
    ),
    StepMutant(
        _TABLE,
        "mstore8 writes 32 bytes",
        "operations=(_store(AddressSpace.MEMORY, 1, value=None),),",
        "operations=(_store(AddressSpace.MEMORY, 32, value=None),),",
        "hgfoxaS",
        style="memory",
        seed=36,
    ),
    StepMutant(
        _TABLE,
        "mstore leaves memory as it is",
        """
        _effects(memory=WRITE),
        operations=(_store(AddressSpace.MEMORY, 32),),
""",
        """
        _effects(),
        operations=(_store(AddressSpace.MEMORY, 32),),
""",
        "hgfoxaM",
        style="memory",
        seed=8,
    ),
)

RULES: Final = (
    StepMutant(
        _MATCHER,
        "two places of a pattern with the same name may be different",
        "return bound is expression or expressions_equal(bound, expression, self._equal)",
        "return True",
        "hgfoxs",
    ),
    StepMutant(
        _MATCHER,
        "the conditions of rules do not count",
        "return all(evaluate(condition, match.numbers) for condition in match.rule.conditions)",
        "return True",
        "hgfoxs",
        style="trap",
    ),
    _rule(
        "sub(X, A + Y) becomes X - Y + A",
        "add(A, Y)) => add(sub(X, Y), {sub(0, A)})",
        "add(A, Y)) => add(sub(X, Y), {A})",
        seed=8,
    ),
    _rule(
        "shr(B, shl(A, X)) shifts the wrong way",
        "and(INNER({sub(A, B)}, X)",
        "and(OP({sub(A, B)}, X)",
        style="trap",
    ),
    _rule("byte(31, X) is not cut off", "and(X, 255)\n", "and(X, MAX)\n", seed=105),
    _rule("eq(X, X) is 0", "eq(X, X) => 1", "eq(X, X) => 0"),
    _rule("sub(MAX, X) is X", "sub(MAX, X) => not(X)", "sub(MAX, X) => X"),
)
