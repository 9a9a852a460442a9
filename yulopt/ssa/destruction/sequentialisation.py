"""Putting the copies of a parallel copy in an order in which they can be done one by one.

A variable may only be overwritten when nobody needs its old value any more. Copies to variables
that are no sources are ready at once; each of them frees its source, whose own copy may then be
ready, too. What is left over are cycles: one value is saved in a temporary, which opens the cycle.

Source: Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting Out-of-SSA Translation
for Correctness, Code Quality, and Efficiency" (2009), algorithm 1; chapter 08, section 7.2 of the
specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from yulopt.ssa.ir.function import NamedValue, Value

# A target and its source.
Assignment = tuple[NamedValue, Value]


def sequentialise(
    copies: Iterable[Assignment], new_temporary: Callable[[NamedValue], NamedValue]
) -> list[Assignment]:
    """The copies of a parallel copy as a sequence with the same effect.

    The targets are distinct. `new_temporary` makes a variable for the value of the given one.
    """
    source_of: dict[NamedValue, Value] = {
        target: source for target, source in copies if source is not target
    }
    # Where the value is that a variable had at the start.
    place: dict[NamedValue, NamedValue] = {
        source: source for source in source_of.values() if isinstance(source, NamedValue)
    }
    result: list[Assignment] = []
    ready = [target for target in source_of if target not in place][::-1]
    waiting = dict.fromkeys(source_of)
    while waiting:
        while ready:
            target = ready.pop()
            del waiting[target]
            source = source_of[target]
            if not isinstance(source, NamedValue):
                result.append((target, source))
                continue
            result.append((target, place[source]))
            if place[source] is source and source in waiting:
                ready.append(source)
            place[source] = target
        if waiting:
            # Only cycles are left, which nothing else reads.
            target = next(iter(waiting))
            temporary = new_temporary(target)
            result.append((temporary, target))
            place[target] = temporary
            ready.append(target)
    return result
