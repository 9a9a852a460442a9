"""The gas cost of nodes and graphs: a cost model for extraction, from the project's prices.

A node has a price per execution, multiplied by the expected number of runs, and one for the bytes
of its code. Numbers are priced as the ConstantOptimiser will write them. Prices are in units of
`WEIGHT_ONE`, so that all weights are integers; nothing is free, so that superfluous nodes without a
price (states, projections) are avoided.

An e-graph does not distinguish states from words; they are priced alike.

In a graph, a node shared within a region is computed once there, and one in two regions in both. A
region in a switch or a loop runs with a frequency relative to its enclosing region; the body of a
function counts once, whatever the number of calls. Each read of a number or an argument has a cost.

Source: chapter 09, sections 7.1 and 7.2 of the specification.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Final

from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for
from yulopt.egraph.export import ENode, Head
from yulopt.egraph.tree_costs import Share
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import (
    ASSIGNMENT,
    BRANCH,
    CALL,
    COMPARISON,
    DESTINATION,
    FUNCTION,
    JUMP,
    LOOP_WEIGHT,
    NEGATION,
    READ_VARIABLE,
    UNUSED_VALUE,
    WEIGHT_ONE,
    Code,
    Gas,
    GasModel,
)
from yulopt.rvsdg.encoding import CALL as CALL_NODE
from yulopt.rvsdg.encoding import FUNCTION as FUNCTION_NODE
from yulopt.rvsdg.encoding import LOOP, SWITCH, Encoding, numbers_of, same_scope_count
from yulopt.rvsdg.ir import Argument, Constant, Function, Loop, Node, Switch, Text
from yulopt.rvsdg.language import MATCH, Language, YulLanguage
from yulopt.rvsdg.traversal import postorder, region


def _in_sequence(*parts: Code) -> Code:
    return sum([run for run, _ in parts]), sum([length for _, length in parts])


_ITERATION: Final = _in_sequence(DESTINATION, NEGATION, BRANCH, JUMP)
_MEETING: Final = _in_sequence(JUMP, DESTINATION)
# Declaring a variable, assigning it in each branch, and removing it.
_OUTPUT: Final = _in_sequence((3, 1), ASSIGNMENT, UNUSED_VALUE)
_CASE: Final = _in_sequence(COMPARISON, BRANCH)
# The overhead of a function per call.
_WHOLE_CALL: Final[Code] = (CALL[0] + FUNCTION[0], CALL[1])

# Heads with this prefix are not builtins.
_NO_BUILTIN: Final = "#"

_ONCE: Final[Share] = (1, 1)
_NEVER: Final[Share] = (0, 1)
_REPEATED: Final[Share] = (LOOP_WEIGHT, 1)


class NodePrices:
    """Prices for one EVM version and one number of executions (None for creation code)."""

    def __init__(self, dialect: Dialect, executions: int | None) -> None:
        self._dialect = dialect
        self._model = GasModel(dialect, executions)
        self._constants = ConstantFinder(self._model)
        self._known: dict[tuple[Head, int], tuple[int, int]] = {}

    def price(self, node: ENode) -> tuple[int, int]:
        """The gas of a node without its operands per execution, and for its code; both in units,
        and the first at least one per operand and the node."""
        key = (node.head, len(node.children))
        found = self._known.get(key)
        if found is None:
            gas = self._gas(node)
            running = self._model.weighted(Gas(gas.run), WEIGHT_ONE)
            found = self._known[key] = running, gas.code * WEIGHT_ONE
        return found[0] + 1 + len(node.children), found[1]

    def _gas(self, node: ENode) -> Gas:
        head, count = node.head, len(node.children)
        if isinstance(head, tuple):
            return self._model.code(READ_VARIABLE)
        if isinstance(head, int):
            return self._constants.gas(head)
        if not head.startswith((_NO_BUILTIN, MATCH)):
            builtin = self._dialect.builtin(head)
            return self._model.code(CALL) if builtin is None else self._model.builtin(builtin)
        return self._model.code(_code(head, count))


def _code(head: str, count: int) -> Code:
    """The instructions executed for a node that is not a builtin, by its number of operands."""
    if head == LOOP:
        return _ITERATION[0] * LOOP_WEIGHT, _ITERATION[1]
    if head == CALL_NODE:
        return _in_sequence(_WHOLE_CALL, *[READ_VARIABLE] * (count - 1))
    if head.startswith(SWITCH):
        cases, outputs = numbers_of(head)
        return _in_sequence(*[BRANCH] * (cases - 1), _MEETING, *[_OUTPUT] * outputs)
    if head.startswith(FUNCTION_NODE):
        return _in_sequence(FUNCTION, *[_OUTPUT] * numbers_of(head)[1])
    if head.startswith(MATCH):
        return _in_sequence(*[_CASE] * (count - 1))
    return (0, 0)


def node_prices(language: Language, executions: int | None) -> NodePrices:
    """The prices for graphs of a language; languages without an EVM use the newest one."""
    if isinstance(language, YulLanguage):
        return _prices(language.dialect, executions)
    return _prices(dialect_for(DEFAULT_EVM_VERSION), executions)


@functools.cache
def _prices(dialect: Dialect, executions: int | None) -> NodePrices:
    return NodePrices(dialect, executions)


def shares(
    node: ENode, is_leaf: Callable[[int], bool], is_argument: Callable[[int, int], bool]
) -> tuple[Share, ...]:
    """The executions of each operand per execution of a node.

    `is_leaf`: whether an operand is a number or an argument; `is_argument`: whether it is the
    argument with an index. These are free in a case, as is a variable that a loop does not change.
    """
    head, children = node.head, node.children
    if not isinstance(head, str) or not head.startswith(_NO_BUILTIN):
        return (_ONCE,) * len(children)
    if head.startswith(SWITCH):
        outside = same_scope_count(node)
        inputs = [_NEVER if is_leaf(child) else _ONCE for child in children[1:outside]]
        cases = numbers_of(head)[0]
        return (_ONCE, *inputs, *[(1, cases)] * (len(children) - outside))
    if head == LOOP:
        width = len(children) // 2
        kept = [is_argument(child, index) for index, child in enumerate(children[width:-1])]
        inputs = [
            _NEVER if is_kept and is_leaf(child) else _ONCE
            for child, is_kept in zip(children[:width], kept, strict=True)
        ]
        results = [_NEVER if is_kept else _REPEATED for is_kept in kept]
        return (*inputs, *results, _REPEATED)
    return (_ONCE,) * len(children)


def region_gas(root: Node, encoding: Encoding, prices: NodePrices) -> int:
    """The gas of a graph for all executions and for its code, in units of `WEIGHT_ONE`."""
    return _RegionGas(root, encoding, prices).total


class _RegionGas:
    def __init__(self, root: Node, encoding: Encoding, prices: NodePrices) -> None:
        self._shares: dict[Node, tuple[Share, ...]] = {}
        # The cost of a node with its regions, per execution and for its code.
        self._running: dict[Node, int] = {}
        self._code: dict[Node, int] = {}
        self.total = 0
        nodes = postorder([root])
        numbers = {node: number for number, node in enumerate(nodes)}
        for node in nodes:
            encoded = encoding.encode(node, [numbers[operand] for operand in node.operands])
            self._running[node], self._code[node] = prices.price(encoded)
            self._shares[node] = shares(
                encoded,
                lambda number: _is_leaf(nodes[number]),
                lambda number, index: _is_argument(nodes[number], index),
            )
            self._add_regions(node)
        self.total += sum(self._region([(root, (1, 1))]))

    def _add_regions(self, node: Node) -> None:
        outside = len(node.same_scope)
        inner = list(zip(node.inner, self._shares[node][outside:], strict=True))
        if isinstance(node, Switch):
            for case in range(node.cases):
                start = case * node.outputs
                self._add(node, inner[start : start + node.outputs], (1, node.cases))
        elif isinstance(node, Loop):
            variable = [(one, share) for one, share in inner if share[0]]
            if variable:
                self._add(node, variable, variable[0][1])
        elif isinstance(node, Function):
            self.total += sum(self._region(inner))

    def _add(self, node: Node, inner: list[tuple[Node, Share]], share: Share) -> None:
        """Add a region with this relative frequency to a node."""
        running, code = self._region([(one, (1, 1)) for one, _ in inner])
        self._running[node] += running * share[0] // share[1]
        self._code[node] += code

    def _region(self, roots: Iterable[tuple[Node, Share]]) -> tuple[int, int]:
        """The total cost of the nodes of a region."""
        read = list(roots)
        running = code = 0
        for node in region([root for root, _ in read]):
            if not _is_leaf(node):
                running += self._running[node]
                code += self._code[node]
                read.extend(zip(node.same_scope, self._shares[node], strict=False))
        for node, (times, _) in read:
            if times and _is_leaf(node):
                running += self._running[node]
                code += self._code[node]
        return running, code


def _is_leaf(node: Node) -> bool:
    return isinstance(node, (Constant, Argument, Text))


def _is_argument(node: Node, index: int) -> bool:
    return isinstance(node, Argument) and node.index == index
