"""Bounds the gas of each call by that of solc's own code.

Code that is made small calls what other code repeats, and so may take more gas than solc's in some
calls. Variants of the build are executed, from the smallest on, until no call takes more than the
bound; at last comes solc's own code.

Of a proven build, the proven code is executed: changes that are rolled back may cost gas.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attr

from yulopt.assembly.beyond.outlining import Outliner
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import compile_source, sizes
from yulopt.driver.options import Options
from yulopt.driver.variants import faster_variants, in_words
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.suite.pipelines import SOLC_CODEGEN
from yulopt.suite.reading import default_steps
from yulopt.syntax.objects import Data, Object
from yulopt.tune.calls import Calls
from yulopt.tune.gas_measure import behaviour, executed
from yulopt.tune.world import Execution

# Compiles a program to its code and bytes.
Compile: TypeAlias = Callable[
    [Source, Options], tuple[CompiledObject, dict[Object | Data, Bytecode]]
]


@attr.s(auto_attribs=True, frozen=True)
class Variant:
    """A way to build, the bytes of its deployed code, and the call with the most gas relative to
    solc's (`ratio`)."""

    options: Options
    size: int
    ratio: float
    call: str

    def __str__(self) -> str:
        """Its figures in words."""
        return f"{self.size:,} bytes; '{self.call}' takes {self.ratio:.2f} times solc's gas"


def smallest_within(
    source: Source,
    options: Options,
    calls: Calls,
    bound: float,
    *,
    runs: int,
    compile_proven: Compile | None = None,
) -> list[Variant]:
    """The variants that were tried, of which the last one is within the bound.

    `options` are those of a pipeline, `bound` is at least 1, and `runs` is for solc's own code.
    With `compile_proven`, proven code is bounded. Raises `YulError` for bad input, for a call that
    ends unexpectedly, where solc's own code cannot be built, and where no proven code is within
    the bound.
    """
    own = options._replace(
        steps=default_steps(options.dialect.release),
        runs=runs,
        codegen=SOLC_CODEGEN,
        beyond_passes=None,
        calls=None,
        memory_safe=False,
    )
    try:
        size, usual = _built(source, own, calls)
    except StackTooDeepError as error:
        raise YulError(
            "there is no bound for the gas of calls: solc's own code, with which it is compared,"
            " has its stack too deep"
        ) from error
    if not usual:
        raise YulError("there are no calls whose gas could be bounded")

    def as_proven(found: Variant) -> Variant:
        """With the figures of the proven code, if it may be within the bound."""
        if compile_proven is None or found.ratio > bound:
            return found
        compiled, parts = compile_proven(source, found.options)
        proven_size = sizes(compiled.program, parts)[1]
        executions = executed(compiled.program, parts, calls)
        return _compared(found.options, proven_size, executions, usual)

    tried: list[Variant] = []
    for variant in (options, *faster_variants(options)):
        found = as_proven(_compared(variant, *_built(source, variant, calls), usual))
        tried.append(found)
        if found.ratio <= bound:
            return tried
    last = as_proven(_compared(own, size, usual, usual))
    if last.ratio > bound:
        raise YulError(
            f"no proven code is within the bound of {bound:.2f} times solc's gas: of solc's own"
            f" steps, what is not proven is rolled back ({last})"
        )
    return [*tried, last]


def note(tried: list[Variant], bound: float) -> str:
    """Why another variant than the first is built; empty if none is."""
    first, last = tried[0], tried[-1]
    if first is last:
        return ""
    how = "solc's own steps" if not last.options.is_beyond else in_words(last.options)
    passes = last.options.beyond_passes
    if passes is not None and Outliner.name not in passes:
        how += " without outlining"
    return (
        f"compiled with {how} ({last}), since no call may take more than {bound:.2f} times:"
        f" {in_words(first.options)} makes {first}"
    )


def _built(source: Source, options: Options, calls: Calls) -> tuple[int, list[Execution]]:
    """The bytes of the deployed code, and the outcomes of the calls."""
    compiled, parts = compile_source(source, options._replace(proven=False))
    executions = executed(compiled.program, parts, calls)
    return sizes(compiled.program, parts)[1], executions


def _compared(
    options: Options, size: int, ours: list[Execution], theirs: list[Execution]
) -> Variant:
    if behaviour(ours) != behaviour(theirs):
        raise YulError(
            f"the calls do something else in the code of {in_words(options)} than in solc's; if"
            " they depend on gas or on the code itself, leave them out, else please report this"
        )
    ratio, call = max(
        (one.gas / other.gas if other.gas else 1.0, one.call.title)
        for one, other in zip(ours, theirs, strict=True)
    )
    return Variant(options, size, ratio, call)
