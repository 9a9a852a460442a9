"""Terms that bind the symbols of a loop, and the writes of a loop."""

from __future__ import annotations

from typing import Final

from yulopt.prover.terms import Term

# Operations that bind symbols: values of loops (see `loops`).
BINDERS: Final = frozenset({"out", "ends loop", "ended by loop", "leaves"})


def sort_of(symbol: Term) -> int:
    """The sort of an open or a bound symbol."""
    return _number(symbol, 2 if symbol.op == "bound" else 0)


def entry_of(term: Term) -> slice:
    """The operands of a binding term that are the values before the first round."""
    count = _number(term, 1)
    roots = len(term.args) - 2 * count
    return slice(roots, roots + count)


def writes_between(before: Term, after: list[Term]) -> list[Term] | None:
    """The writes of words between a part of the state and some later values of it, on all paths;
    None if something else changes it."""
    writes: dict[Term, None] = {}
    pending = list(after)
    seen = {before}
    while pending:
        part = pending.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.op == "ite":
            pending += part.args[1:]
        elif part.op in ("mstore", "sstore"):
            writes[part] = None
            pending.append(part.args[0])
        else:
            return None
    return list(writes)


def writes_of_loop(after: Term) -> tuple[Term, list[Term]] | None:
    """A part of the state before a loop, and the writes of words in all its rounds, from the part
    after the loop; None if something else changes it. The writes have bound symbols of the loop."""
    entry = entry_of(after)
    symbol = after.args[0]
    while symbol.op in ("mstore", "sstore", "ite"):
        symbol = symbol.args[1 if symbol.op == "ite" else 0]
    if symbol.op != "bound" or _number(symbol, 0) != _number(after, 0):
        return None
    index = entry.start + _number(symbol, 1)
    following = after.args[index + _number(after, 1)]
    writes = writes_between(symbol, [after.args[0], following])
    return None if writes is None else (after.args[index], writes)


def _number(term: Term, index: int) -> int:
    assert isinstance(term.data, tuple)
    return int(term.data[index])
