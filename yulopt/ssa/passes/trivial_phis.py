"""trivial-phis: removes phis that can only have one value.

A phi is trivial if all its operands, apart from itself, are one value, which then takes its place.
That can make other phis trivial, so the phis that read it are looked at again. A phi that reads
nothing but itself is in a loop that is never entered; it becomes zero.

Example::

    func @f(%c: i256, %x: i256) -> i256 {
    entry:
      br %loop
    loop:
      %a = phi i256 [ %x, %entry ], [ %b, %again ]
      br %c, %again, %done
    again:
      %b = phi i256 [ %a, %loop ]
      br %loop
    done:
      ret %a
    }

becomes::

    func @f(%c: i256, %x: i256) -> i256 {
    entry:
      br %loop
    loop: ; preds = %entry, %again
      br %c, %again, %done
    again: ; preds = %loop
      br %loop
    done: ; preds = %loop
      ret %x
    }

Source: Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau, "Simple and Efficient Construction of Static
Single Assignment Form" (2013), section 2; chapter 08, sections 4.5 and 6.7.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.ssa.ir import Constant, Function, Module, Phi, Value, Zero
from yulopt.ssa.ssa_pass import Pass, Statistics
from yulopt.ssa.types import WORD, Type


class TrivialPhis(Pass):
    """Removes phis that can only have one value."""

    name = "trivial-phis"

    def run(self, module: Module, function: Function) -> Statistics:
        return {"phis": remove_trivial_phis(function)}


def remove_trivial_phis(function: Function, phis: Iterable[Phi] | None = None) -> int:
    """Remove the trivial ones among `phis` (None for all), and those that become trivial by that.

    Gives how many were removed.
    """
    if phis is None:
        phis = [phi for block in function.blocks for phi in block.phis]
    work = dict.fromkeys(phis)
    removed = 0
    while work:
        phi, _ = work.popitem()
        replacement = only_value(phi)
        if replacement is None:
            continue
        for user, _ in phi.result.uses:
            if isinstance(user, Phi) and user is not phi:
                work[user] = None
        phi.result.replace_all_uses(replacement)
        phi.erase()
        removed += 1
    if removed:
        function.sweep()
    return removed


def only_value(phi: Phi) -> Value | None:
    """The one value that a phi can have, None if there are several."""
    found: Value | None = None
    for operand in phi.operands:
        if operand is phi.result or (found is not None and operand == found):
            continue
        if found is not None:
            return None
        found = operand
    return found if found is not None else zero_of(phi.result.type)


def zero_of(type: Type) -> Value:
    """What a new cell of the type holds."""
    return Constant(0) if type is WORD else Zero(type)
