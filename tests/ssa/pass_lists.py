"""All lists of SSA passes up to a length: each is rejected before it runs, or preserves behaviour.

    python -m tests.ssa.pass_lists               all lists of up to four passes, on ten functions
    python -m tests.ssa.pass_lists --length 3 --function swap

What a pass makes of a module is the same whatever came before, so every text of a module meets each
pass once, in test mode: the form is verified, what the pass declares is checked, and what comes out
is executed in SSA form, and as Yul. A list is looked up as a way through these texts.
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
from tests.ssa.list_functions import FUNCTIONS
from tests.ssa.raised import RaisedComparison
from yulopt.errors import SequenceError
from yulopt.evm.outcome import Outcome
from yulopt.ssa.kernel.pass_contract import Pass
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.pipeline import all_passes, parse_pipeline
from yulopt.ssa.raising.raising import raise_module
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module
from yulopt.syntax.deep_stack import run_with_deep_stack

REFUSED: Final = "refused"
RIGHT: Final = "right"

_GIVEN: Final = [
    Input(word.to_bytes(32, "big"), {1: stored})
    for word, stored in ((0, 0), (3, 5), (6, 1), (2**200 + 5, 2**255))
]


def names() -> list[str]:
    """All passes that can run here."""
    has_egglog = importlib.util.find_spec("egglog") is not None
    return [name for name in all_passes() if name != "eqsat" or has_egglog]


def lists(length: int, passes: list[str]) -> Iterator[str]:
    """All lists of these passes of a length."""
    return map(",".join, itertools.product(passes, repeat=length))


class FunctionUnderTest:
    """One function, in all the texts that passes make of it.

    `texts` are known to be right; `runs` is how many of them have met a pass, `changing` are the
    passes that have changed one.
    """

    def __init__(self, text: str) -> None:
        is_yul = text.lstrip().startswith("{")
        self._comparison = RaisedComparison(text if is_yul else "{ }")
        module = self._comparison.lowered() if is_yul else parse_module(text)
        self._start = print_module(module)
        self._expected = [self._comparison.executed(given, module) for given in _GIVEN]
        assert not any(one.is_limit for one in self._expected)
        self.texts: set[str] = set()
        self.runs = 0
        self.changing: set[Pass] = set()
        self._after: dict[tuple[str, Pass], str] = {}
        self._check(self._start)

    def check(self, passes: list[Pass]) -> None:
        """Run passes; raises whatever is wrong."""
        text = self._start
        for item in passes:
            after = self._after.get((text, item))
            if after is None:
                module = parse_module(text)
                run_pipeline([item], module, verify_each=True)
                after = print_module(module)
                self._check(after)
                self._after[text, item] = after
                self.runs += 1
                if after != text:
                    self.changing.add(item)
            text = after

    def _check(self, text: str) -> None:
        """Raise an error unless the module of a text does what it should, also as Yul."""
        if text in self.texts:
            return
        module = parse_module(text)
        self._compare([self._comparison.executed(given, module) for given in _GIVEN], text)
        code = raise_module(parse_module(text))
        self._compare([self._comparison.written(given, code) for given in _GIVEN], text)
        self.texts.add(text)

    def _compare(self, found: list[Outcome], text: str) -> None:
        for before, after in zip(self._expected, found, strict=True):
            different = "it does not end" if after.is_limit else difference(before, after)
            assert not different, f"{different}\n{text}"


def check(pipeline: str, functions: list[FunctionUnderTest]) -> str:
    """`REFUSED` or `RIGHT`; raises what is wrong."""
    try:
        passes = parse_pipeline(pipeline)
    except SequenceError:
        return REFUSED
    for function in functions:
        function.check(passes)
    return RIGHT


@click.command()
@click.option("--length", type=click.IntRange(1), default=4, show_default=True)
@click.option("--function", "chosen", type=click.Choice(list(FUNCTIONS)), multiple=True)
@click.option("--passes", default=",".join(names()), help="Default: all")
def main(length: int, chosen: tuple[str, ...], passes: str) -> None:
    """Check all lists of passes up to a length."""
    functions = [FunctionUnderTest(FUNCTIONS[name]) for name in chosen or FUNCTIONS]
    results: Counter[str] = Counter()
    progress = ProgressLine()
    for pipeline in (one for n in range(1, length + 1) for one in lists(n, passes.split(","))):
        try:
            found = run_with_deep_stack(partial(check, pipeline, functions))
        except Exception as error:
            progress.clear()
            click.echo(f"{pipeline}: {type(error).__name__}: {str(error)[:2000]}")
            found = "different"
        results[found] += 1
        if results.total() % 100 == 0:
            texts = sum(len(one.texts) for one in functions)
            progress.show(f"{results.total()} lists, {texts} texts, {dict(results)}")
    progress.clear()
    click.echo(
        f"{results.total()} lists of up to {length} passes on {len(functions)} functions:"
        f" {results[RIGHT]} right, {results[REFUSED]} refused, {results['different']} different;"
        f" {sum(len(one.texts) for one in functions)} texts,"
        f" {sum(one.runs for one in functions)} runs of a pass"
    )
    if results["different"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
