"""Phis that do not choose: all their operands are one value, or the phi itself.

Source: Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau, "Simple and Efficient Construction of Static
Single Assignment Form" (2013), algorithm 3; chapter 08, section 4.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.ssa.ir.function import Constant, Phi, Value


def remove_trivial_phis(phis: Iterable[Phi]) -> int:
    """Replace the trivial ones of these phis by their value, until there are none; says how many.

    They are erased, but not yet swept out of their blocks.
    """
    candidates = dict.fromkeys(phis)
    work = list(candidates)
    removed = 0
    while work:
        phi = work.pop()
        value = None if phi.is_erased else trivial_value(phi)
        if value is None:
            continue
        for user, _ in phi.result.uses:
            if isinstance(user, Phi) and user is not phi and user in candidates:
                work.append(user)
        phi.drop_operands()
        phi.result.replace_all_uses(value)
        phi.erase()
        removed += 1
    return removed


def trivial_value(phi: Phi) -> Value | None:
    """The value that a trivial phi always has, None if the phi is not trivial."""
    value: Value | None = None
    for operand in phi.operands:
        if operand is phi.result or operand == value:
            continue
        if value is not None:
            return None
        value = operand
    # A phi of nothing but itself is never given a value from outside.
    return Constant(0) if value is None else value
