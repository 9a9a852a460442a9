"""LP4: what depends only on variables that never change is computed before the loop.

In each round, the most expensive such value of a loop becomes a variable that never changes, or is
replaced by one that has this input already. The body is then built anew from those of its forms
that profit most.

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from yulopt.egraph.export import PROJECTION, ENode
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.rvsdg.encoding import LOOP, operator_name, same_scope, same_scope_count
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.substitution import substitute


def hoist(host: HostGraph, language: Language, loop: int, node: ENode, invariant: set[int]) -> None:
    """Move one value out of a loop, if there is one; `invariant` are its variables that never
    change."""
    width = len(node.children) // 2
    inputs, body = node.children[:width], node.children[width:]
    values = _values_of(host, body)
    candidates = [one for one in values if _can_leave(host, language, one, invariant)]
    if not candidates:
        return
    best = max(candidates, key=lambda one: (host.tree.cost[one], -host.tree.rank[one]))
    (outside,) = substitute(host, [best], dict(enumerate(inputs)))
    index = width
    for known in sorted(invariant):
        if host.find(inputs[known]) == outside:
            index = known
    new_body = _rebuilt(host, body, values, best, host.argument(index))
    results, predicate = new_body[:-1], new_body[-1]
    if index == width:
        inputs, results = (*inputs, outside), [*results, host.argument(width)]
    narrow = host.add(LOOP, (*inputs, *results, predicate))
    for number, projection in host.projections.get(loop, {}).items():
        host.unite(projection, host.add(f"{PROJECTION}{number}", (narrow,)))


def _values_of(host: HostGraph, roots: tuple[int, ...]) -> list[int]:
    """The values of a region."""
    found: dict[int, None] = {}
    stack = list(roots)
    while stack:
        value = stack.pop()
        if value not in found and value in host.tree.rank:
            found[value] = None
            for node in host.forms(value):
                stack.extend(same_scope(node))
    return sorted(found, key=host.tree.rank.__getitem__)


def _can_leave(host: HostGraph, language: Language, value: int, invariant: set[int]) -> bool:
    """Whether a value is computed from variables that never change, and from nothing else."""
    used = host.used[value]
    if not used or value in host.arguments:
        return False
    if any(used >> index & 1 and index not in invariant for index in range(used.bit_length())):
        return False
    head = host.classes[value][host.tree.form[value]].head
    if not isinstance(head, str) or head.startswith("#"):
        return False
    return language.is_foldable(operator_name(head, language)[0])


def _rebuilt(
    host: HostGraph, roots: tuple[int, ...], values: list[int], free: int, argument: int
) -> list[int]:
    """The roots in those forms that are cheapest if one value is free; it is the argument then."""
    number = {value: index for index, value in enumerate(values)}
    forms: list[list[Form]] = []
    for value in values:
        if value == free:
            forms.append([Form(0, (), "", ENode(0))])
            continue
        forms.append(
            [
                Form(1, tuple([number[child] for child in same_scope(node)]), str(node.head), node)
                for node in host.forms(value)
                if all(child in number for child in same_scope(node))
            ]
        )
    costs = TreeCosts(forms)
    built: dict[int, int] = {}
    for index in costs.order:
        value = values[index]
        if value == free:
            built[value] = argument
            continue
        node = forms[index][costs.form[index]].node
        count = same_scope_count(node)
        children = [built[child] for child in node.children[:count]]
        built[value] = host.add(node.head, [*children, *node.children[count:]])
    return [built[root] for root in roots]
