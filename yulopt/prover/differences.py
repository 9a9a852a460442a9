"""The smallest parts in which two terms differ."""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.prover.terms import Term


def differences(
    pairs: Iterable[tuple[Term, Term]], passed: list[Term] | None = None
) -> list[tuple[Term, Term]]:
    """Pairs of terms at the same place in both of a pair whose operations are not the same.

    If the terms of all these pairs are equal, so are those that they are in. Those of the first
    ones that have other operands than their counterparts are added to `passed`.
    """
    found: list[tuple[Term, Term]] = []
    pending = [pair for pair in pairs if pair[0] is not pair[1]]
    seen = set(pending)
    while pending:
        one, other = pending.pop()
        if one.op != other.op or one.data != other.data or len(one.args) != len(other.args):
            found.append((one, other))
            continue
        if passed is not None:
            passed.append(one)
        for pair in zip(one.args, other.args, strict=True):
            if pair[0] is not pair[1] and pair not in seen:
                seen.add(pair)
                pending.append(pair)
    return found
