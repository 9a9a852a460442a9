"""Loops: bodies that run once, equal and invariant variables, and invariant code.

LP1: if the predicate is 0 for the inputs, the projections are the results. LP2: variables with
equal inputs and, as long as they are equal, equal results are merged. LP3: an invariant variable is
its input, if that is a number; also one that is always set to that number. LP5: the projections of
invariant variables are the inputs. LP6: unused ones among them are removed.

LP4, loop-invariant code motion, runs only when nothing else applies. In each round, the most
expensive value of a loop that depends only on invariant variables becomes an invariant variable
itself, or is replaced by an existing one with this input. The body is then rebuilt from the forms
that profit most.

LP7, loop peeling: the first iteration is put before a loop, and a switch runs the others if there
are any. That pays if the first iteration differs from the others: if it is known whether it is the
last one, or if it makes variables equal to numbers. Each loop of the program is peeled at most
once, since only the loops that exist before the first round of passes are peeled; peeled loops, and
those of inlined functions (peeled at their definition), appear later.

Source: chapter 09, section 6.4 of the specification; Reissmann et al. (2020), section 5.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from yulopt.egraph.export import PROJECTION, ENode
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.rvsdg.encoding import LOOP, SWITCH, operator_name, same_scope, same_scope_count
from yulopt.rvsdg.host import HostGraph, substitute
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.pass_contract import CONSISTENT, PROGRAM_LOOPS, WELL_SCOPED, Pass
from yulopt.rvsdg.passes.evaluation import evaluate
from yulopt.rvsdg.passes.switches import is_truth_value


class RewriteLoops(Pass):
    """Apply the rules to all loops, except peeling."""

    name = "rewrite-loops"

    def run(self, host: HostGraph, language: Language) -> None:
        for value, node in host.nodes_with(LOOP):
            _Loop(host, language, value, node).rewrite()


class PeelLoops(Pass):
    """Add the peeled form of all loops of the program."""

    name = "peel-loops"
    requires = (CONSISTENT, WELL_SCOPED, PROGRAM_LOOPS)

    def run(self, host: HostGraph, language: Language) -> None:
        for value, node in host.nodes_with(LOOP):
            projections = host.projections.get(value, {})
            if projections:
                _peel(host, language, node, projections)


class _Loop:
    def __init__(self, host: HostGraph, language: Language, value: int, node: ENode) -> None:
        width = len(node.children) // 2
        self._host = host
        self._language = language
        self._node = node
        self._value = value
        self._inputs = node.children[:width]
        self._results = node.children[width:-1]
        self._predicate = node.children[-1]
        self._projections = host.projections.get(value, {})

    def rewrite(self) -> None:
        if self._runs_once():
            self._unite_projections(
                substitute(self._host, self._results, dict(enumerate(self._inputs)))
            )
            return
        leaders = self._equal_variables()
        invariant = {index for index in set(leaders) if self._is_invariant(index, leaders)}
        for index, leader in enumerate(leaders):
            if leader in invariant and index in self._projections:
                self._host.unite(self._projections[index], self._inputs[index])
        if not self._narrow(leaders, invariant):
            hoist(self._host, self._language, self._value, self._node, invariant)

    def _runs_once(self) -> bool:
        """LP1."""
        host = self._host
        words = {
            index: host.numbers[one]
            for index, one in enumerate(self._inputs)
            if one in host.numbers
        }
        if evaluate(host, self._language, self._predicate, words) == 0:
            return True
        # Results of a switch are left to its own rules, which run before the next round.
        if not words or not self._is_projection(self._predicate):
            return False
        (first,) = substitute(host, [self._predicate], dict(enumerate(self._inputs)))
        return host.numbers.get(first) == 0

    def _is_projection(self, value: int) -> bool:
        head = self._host.classes[value][self._host.tree.form[value]].head
        return isinstance(head, str) and head.startswith(PROJECTION)

    def _equal_variables(self) -> list[int]:
        """LP2: the first variable that is always equal to each variable."""
        host = self._host
        leaders = _first_of_equals([host.find(one) for one in self._inputs])
        while len(set(leaders)) < len(leaders):
            replaced = substitute(host, self._results, self._renamed(leaders))
            refined = _first_of_equals(list(zip(leaders, replaced, strict=True)))
            if refined == leaders:
                break
            leaders = refined
        return leaders

    def _renamed(self, leaders: list[int]) -> dict[int, int]:
        return {index: self._host.argument(one) for index, one in enumerate(leaders)}

    def _is_invariant(self, index: int, leaders: list[int]) -> bool:
        host, result = self._host, self._results[index]
        if result in host.numbers:
            return host.numbers[result] == host.numbers.get(self._inputs[index])
        argument = host.arguments.get(result)
        return argument is not None and leaders[argument] == index

    def _narrow(self, leaders: list[int], invariant: set[int]) -> bool:
        """LP3 and LP6: a loop with fewer variables; returns whether there is one."""
        host = self._host
        words = {
            index: host.numbers[self._inputs[index]]
            for index in invariant
            if self._inputs[index] in host.numbers
        }
        used = {leaders[index] for index in self._used() if leaders[index] not in words}
        kept = [index for index in sorted(set(leaders)) if index not in invariant or index in used]
        if len(kept) == len(leaders):
            return False
        if not kept:
            # Nothing changes, including the predicate: the loop runs once, or for ever.
            return False
        position = {index: number for number, index in enumerate(kept)}
        replacements: dict[int, int] = {}
        for index, leader in enumerate(leaders):
            if leader in words:
                replacements[index] = host.number(words[leader])
            elif leader in position:
                replacements[index] = host.argument(position[leader])
        body = substitute(
            host, [*[self._results[index] for index in kept], self._predicate], replacements
        )
        narrow = host.add(LOOP, (*[self._inputs[index] for index in kept], *body))
        for index, leader in enumerate(leaders):
            if index in self._projections and leader in position:
                projection = host.add(f"{PROJECTION}{position[leader]}", (narrow,))
                host.unite(self._projections[index], projection)
        return True

    def _used(self) -> list[int]:
        """The variables that the body reads, except those only passed through."""
        bits = self._host.used[self._predicate] or 0
        for index, result in enumerate(self._results):
            if self._host.arguments.get(result) != index:
                bits |= self._host.used[result] or 0
        return [index for index in range(len(self._inputs)) if bits >> index & 1]

    def _unite_projections(self, values: list[int]) -> None:
        for index, value in enumerate(values):
            if index in self._projections:
                self._host.unite(self._projections[index], value)


def _first_of_equals(keys: Sequence[Hashable]) -> list[int]:
    """For each index the first one with the same key."""
    first: dict[Hashable, int] = {}
    return [first.setdefault(key, index) for index, key in enumerate(keys)]


def hoist(host: HostGraph, language: Language, loop: int, node: ENode, invariant: set[int]) -> None:
    """Move one value out of a loop, if there is one; `invariant`: its invariant variables."""
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
    """Whether a value is computed from invariant variables only."""
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
    """The roots in the cheapest forms given one value for free, as the argument."""
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


def _peel(host: HostGraph, language: Language, loop: ENode, projections: dict[int, int]) -> None:
    width = len(loop.children) // 2
    inputs, body = loop.children[:width], loop.children[width:]
    *first_results, continues = substitute(host, body, dict(enumerate(inputs)))
    variables = [host.argument(index) for index in range(width)]
    others = host.add(LOOP, (*variables, *body))
    wanted = sorted(projections)
    last = [variables[index] for index in wanted]
    more = [host.add(f"{PROJECTION}{index}", (others,)) for index in wanted]
    # The predicate of a loop may be any word, that of a switch must be the number of a case.
    if is_truth_value(host, body[-1]):
        predicate, cases = continues, [*last, *more]
    else:
        predicate, cases = _is_zero(host, language, continues), [*more, *last]
    switch = host.add(f"{SWITCH}2 {len(wanted)}", (predicate, *first_results, *cases))
    for position, index in enumerate(wanted):
        host.unite(projections[index], host.add(f"{PROJECTION}{position}", (switch,)))


def _is_zero(host: HostGraph, language: Language, value: int) -> int:
    if isinstance(language, YulLanguage):
        return host.add("iszero", (value,))
    return host.add("eq", (value, host.number(0)))
