"""LP7: the first iteration comes before a loop, and a switch runs the others if there are any.

That pays where the first iteration differs from the others: where it is known whether it is the
last one, or makes variables equal to numbers. Each loop of the program is peeled once at most,
since only the loops are peeled that are there before the first round of passes; what peeling makes
of them comes later, and so do the loops of functions that are inlined (which were peeled where the
function is).

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from yulopt.egraph.export import PROJECTION, ENode
from yulopt.rvsdg.encoding import LOOP, SWITCH
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.passes.switches import is_truth_value
from yulopt.rvsdg.substitution import substitute


def peel_loops(host: HostGraph, language: Language) -> None:
    """Give all loops of an export the form with one iteration before them."""
    for value, node in host.nodes_with(LOOP):
        projections = host.projections.get(value, {})
        if projections:
            _peel(host, language, node, projections)


def _peel(host: HostGraph, language: Language, loop: ENode, projections: dict[int, int]) -> None:
    width = len(loop.children) // 2
    inputs, body = loop.children[:width], loop.children[width:]
    *first_results, goes_on = substitute(host, body, dict(enumerate(inputs)))
    variables = [host.argument(index) for index in range(width)]
    others = host.add(LOOP, (*variables, *body))
    wanted = sorted(projections)
    last = [variables[index] for index in wanted]
    more = [host.add(f"{PROJECTION}{index}", (others,)) for index in wanted]
    # The predicate of a loop may be any word, that of a switch must be the number of a case.
    if is_truth_value(host, body[-1]):
        predicate, cases = goes_on, [*last, *more]
    else:
        predicate, cases = _is_zero(host, language, goes_on), [*more, *last]
    switch = host.add(f"{SWITCH}2 {len(wanted)}", (predicate, *first_results, *cases))
    for position, index in enumerate(wanted):
        host.unite(projections[index], host.add(f"{PROJECTION}{position}", (switch,)))


def _is_zero(host: HostGraph, language: Language, value: int) -> int:
    if isinstance(language, YulLanguage):
        return host.add("iszero", (value,))
    return host.add("eq", (value, host.number(0)))
