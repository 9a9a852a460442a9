"""From candidates to figures: a program, a measure, and the cached results."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress

from yulopt.driver.build import generate_tree
from yulopt.driver.options import Options
from yulopt.errors import LimitWarning, Source, StackTooDeepError, YulError
from yulopt.suite.sequence import Group
from yulopt.suite.suite import Settings
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object, is_creation_object
from yulopt.syntax.printer import print_yul
from yulopt.syntax.validate import check_object_paths
from yulopt.tune.candidate import Candidate, Edge, path_of
from yulopt.tune.measure import Measure, Measured
from yulopt.tune.state import StateStore
from yulopt.tune.trie import CodeTrie, Leaf


class Evaluator:
    """Measures one program under candidates.

    Nothing is run or measured twice if the result is known. `store` caches programs after some
    steps; several evaluators may share it.
    """

    def __init__(
        self,
        program: Object,
        measure: Measure,
        options: Options,
        store: StateStore,
    ) -> None:
        """`options` are those of the code, as solc generates it; candidates bring `runs`."""
        self._program = program
        self._measure = measure
        self._options = options
        suite = Settings(
            options.dialect,
            Group([]),
            Group([]),
            stack_allocation=options.stack_allocation,
            beyond=options.is_beyond,
        )
        objects = program.all_objects()
        self._creates = [tree is program or is_creation_object(tree) for tree in objects]
        self._tries = run_with_deep_stack(
            lambda: [
                CodeTrie(tree.code, suite, store, is_creation=creates)
                for tree, creates in zip(objects, self._creates, strict=True)
            ]
        )
        # The largest code is optimised last, and measured in place.
        sizes = [len(print_yul(tree.code)) for tree in objects]
        self._order = sorted(range(len(objects)), key=lambda index: sizes[index])
        self._known: dict[Candidate, Measured | None] = {}
        self._of_code: dict[tuple[int, tuple[bytes, ...]], Measured | None] = {}
        self.measured = 0

    @property
    def steps_run(self) -> int:
        """The number of steps that were run."""
        return sum(trie.runs for trie in self._tries)

    def evaluate(self, candidates: Sequence[Candidate]) -> list[Measured | None]:
        """The figures of each candidate, None if the stack is too deep."""
        new = sorted({wanted for wanted in candidates if wanted not in self._known})
        if new:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", LimitWarning)
                run_with_deep_stack(lambda: self._evaluate(new))
        return [self._known[wanted] for wanted in candidates]

    def runs_of(self, wanted: Candidate) -> Iterator[tuple[bytes, Edge]]:
        """The path of an evaluated candidate: fingerprints of states, and edges."""
        for trie, creates in zip(self._tries, self._creates, strict=True):
            yield from trie.runs_of(path_of(wanted, is_creation=creates))

    def measured_with(self, measure: Measure, wanted: Candidate) -> Measured:
        """The figures of a candidate by another measure; raises `YulError`."""
        program, options = self.optimized(wanted), wanted.of(self._options)
        return run_with_deep_stack(
            lambda: measure.measure(generate_tree(program, options), options)
        )

    def optimized(self, wanted: Candidate) -> Object:
        """The program after the steps of a candidate."""

        def run() -> Object:
            codes = [
                next(self._leaves(index, [wanted])).code() for index in range(len(self._tries))
            ]
            return _with_codes(self._program, iter(codes))

        return run_with_deep_stack(run)

    def explain(self, wanted: Candidate) -> None:
        """Raise the `YulError` because of which a candidate has no figures, except a deep stack."""
        with suppress(StackTooDeepError):
            self.measured_with(self._measure, wanted)

    def _evaluate(self, candidates: Sequence[Candidate]) -> None:
        digests: list[list[bytes]] = [[b""] * len(self._tries) for _ in candidates]
        for index in self._order[:-1]:
            for leaf in self._leaves(index, candidates):
                for number in leaf.numbers:
                    digests[number][index] = leaf.digest
        last = self._order[-1]
        for leaf in self._leaves(last, candidates):
            for number in leaf.numbers:
                digests[number][last] = leaf.digest
                wanted = candidates[number]
                key = (wanted.runs, tuple(digests[number]))
                if key not in self._of_code:
                    self._of_code[key] = self._measured(wanted, leaf)
                self._known[wanted] = self._of_code[key]

    def _leaves(self, index: int, candidates: Sequence[Candidate]) -> Iterator[Leaf]:
        creates = self._creates[index]
        return self._tries[index].leaves(
            [path_of(wanted, is_creation=creates) for wanted in candidates]
        )

    def _measured(self, wanted: Candidate, leaf: Leaf) -> Measured | None:
        """Measure the program; the largest code is given."""
        self.measured += 1
        codes = [
            leaf.code() if index == self._order[-1] else next(self._leaves(index, [wanted])).code()
            for index in range(len(self._tries))
        ]
        program = _with_codes(self._program, iter(codes))
        try:
            check_object_paths(program, Source(""))
            options = wanted.of(self._options)
            return self._measure.measure(generate_tree(program, options), options)
        except YulError:
            return None


def _with_codes(program: Object, codes: Iterator[Block]) -> Object:
    """The same tree of objects with these codes, outer objects first, in the order of the text."""
    code = next(codes)
    children = [
        _with_codes(child, codes) if isinstance(child, Object) else child
        for child in program.children
    ]
    return Object(program.name, code, children, program.source_names, program.is_bare_block)
