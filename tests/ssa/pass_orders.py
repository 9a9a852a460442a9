"""All lists of so many SSA passes: each is refused before it runs, or it keeps what programs do.

    python -m tests.ssa.pass_orders --length 3
    python -m tests.ssa.pass_orders --length 4 --every 101

Accepted lists run over two programs, with the SSA form verified after each pass; what comes out is
executed in SSA form, and as Yul.
"""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

import click

from tests.campaign import ProgressLine
from tests.ssa.equivalence import Input, difference
from tests.ssa.raised import RaisedComparison
from yulopt.errors import SequenceError
from yulopt.ssa.pipeline import all_passes, parse_pipeline, run_pipeline
from yulopt.ssa.raising.raising import raise_module
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.printer import print_yul

# Cells whose phis read each other, a loop with something to move and something dead, equal values;
# a call, words in memory and in storage, branches that end in the same way.
PROGRAMS: Final = (
    """{
        let n := and(calldataload(0), 7)
        let x, y := f(n, sload(1))
        for { let i := 0 } lt(i, n) { i := add(i, 1) } {
            let old := x
            x := y
            y := add(old, mul(n, 3))
            let unused := mul(old, y)
            if eq(i, 5) { sstore(5, mul(n, 3)) revert(0, 0) }
        }
        sstore(0, x)
        sstore(2, y)
        function f(a, b) -> c, d { c := add(a, b) d := add(b, a) if gt(c, d) { d := 0 } }
    }""",
    """{
        let i := calldataload(0)
        mstore(64, i)
        switch and(i, 3)
        case 0 { mstore(64, 7) sstore(1, mload(64)) }
        case 1 { sstore(1, 7) mstore(64, 8) sstore(1, 7) }
        default { mstore(64, g(mload(64))) }
        return(64, 32)
        function g(a) -> r {
            for { } 1 { } {
                a := shr(1, a)
                if iszero(a) { leave }
                r := add(r, and(a, sload(1)))
            }
        }
    }""",
)
# No pass that needs phis may run after it.
LAST: Final = "phi-elimination"
REFUSED: Final = "refused"
SAME: Final = "same"


def names() -> list[str]:
    """All passes that can run here."""
    has_egglog = importlib.util.find_spec("egglog") is not None
    return [name for name in all_passes() if name != "eqsat" or has_egglog]


def pipelines(length: int) -> Iterator[str]:
    """All lists of so many passes."""
    return map(",".join, itertools.product(names(), repeat=length))


class PassOrders:
    """Executes the programs once as they are, and compares with what lists of passes make."""

    def __init__(self) -> None:
        self._given = [
            Input(word.to_bytes(32, "big"), {1: stored})
            for word, stored in ((3, 5), (6, 1), (2**200 + 5, 2**255))
        ]
        self._comparisons = [RaisedComparison(text) for text in PROGRAMS]
        self._expected = [[one.yul(given) for given in self._given] for one in self._comparisons]

    def check(self, pipeline: str) -> str:
        """`REFUSED` or `SAME`, or what became different."""
        try:
            passes = parse_pipeline(pipeline)
        except SequenceError:
            return REFUSED

        for comparison, expected in zip(self._comparisons, self._expected, strict=True):
            module = comparison.lowered()
            run_pipeline(passes, module, verify_each=True)
            found = [comparison.executed(given, module) for given in self._given]
            code = raise_module(module)
            found += [comparison.written(given, code) for given in self._given]
            for before, after in zip(expected * 2, found, strict=True):
                different = "it does not end" if after.is_limit else difference(before, after)
                if different:
                    return f"{different}\n{print_yul(code)}"
        return SAME


@click.command()
@click.option("--length", type=click.IntRange(1), default=3, show_default=True)
@click.option("--every", type=click.IntRange(1), default=1, help="Only every Nth list.")
def main(length: int, every: int) -> None:
    """Check all lists of so many passes."""
    orders = PassOrders()
    results: Counter[str] = Counter()
    progress = ProgressLine()
    for pipeline in itertools.islice(pipelines(length), 0, None, every):
        try:
            found = run_with_deep_stack(partial(orders.check, pipeline))
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if found not in (REFUSED, SAME):
            progress.clear()
            click.echo(f"{pipeline}: {found[:500]}")
            found = "wrong"
        results[found] += 1
        progress.show(f"{results.total()} lists, {dict(results)}")
    progress.clear()
    click.echo(f"{results.total()} lists: {dict(results)}")
    if results["wrong"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
