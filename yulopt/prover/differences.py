"""The smallest parts in which two terms differ."""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.prover.terms import Term


def differences(
    pairs: Iterable[tuple[Term, Term]], passed: list[Term] | None = None
) -> list[tuple[Term, Term]]:
    """The pairs of corresponding subterms with different operations.

    If the terms of all these pairs are equal, so are the terms that contain them. Terms on the way
    there whose operands differ from their counterparts' are added to `passed`.
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
