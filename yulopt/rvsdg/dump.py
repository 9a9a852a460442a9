"""A saturated e-graph as a picture for Graphviz, or as JSON.

Every value is a box around its forms; an edge goes from an operand of a form to a value. JSON has
the same: the forms of each value, with their operands.

Source: chapter 09, section 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from yulopt.egraph.export import ENode, Export
from yulopt.rvsdg.encoding import same_scope_count
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.saturate import Saturation, Settings

DOT: Final = "dot"
JSON: Final = "json"
_LONGEST: Final = 40


def dump(root: Node, graph: Graph, settings: Settings, format: str) -> str:
    """The saturated e-graph of a graph, as `dot` or `json`. Raises `YulError` if the library is not
    installed."""
    saturation = Saturation(root, graph, settings)
    export = saturation.run()
    value = export.handles[saturation.handle(root)]
    if format == JSON:
        return _as_json(export, value)
    return "\n".join(_dot_lines(export, _numbers(export, value))) + "\n"


def _as_json(export: Export, root: int) -> str:
    """The values with their forms."""
    numbers = _numbers(export, root)
    values = [
        [
            {"head": _label(node), "operands": [numbers[child] for child in node.children]}
            for node in export.classes[value]
        ]
        for value in numbers
    ]
    return json.dumps({"root": numbers[root], "values": values}, indent=1) + "\n"


def _dot_lines(export: Export, numbers: dict[int, int]) -> Iterator[str]:
    yield "digraph values {"
    yield '  compound=true; node [shape=box, fontname="monospace"];'
    for value, number in numbers.items():
        yield f"  subgraph cluster_{number} {{ style=dashed;"
        for index, node in enumerate(export.classes[value]):
            yield f'    v{number}_{index} [label="{_label(node)}"];'
        yield "  }"
    for value, number in numbers.items():
        for index, node in enumerate(export.classes[value]):
            count = same_scope_count(node)
            for position, child in enumerate(node.children):
                target = numbers[child]
                style = "" if position < count else ", style=dotted"
                yield (
                    f"  v{number}_{index} -> v{target}_0"
                    f' [lhead=cluster_{target}, label="{position}"{style}];'
                )
    yield "}"


def _numbers(export: Export, root: int) -> dict[int, int]:
    """The values reachable from the root, numbered in order of discovery."""
    numbers: dict[int, int] = {}
    stack = [root]
    while stack:
        value = stack.pop()
        if value not in numbers:
            numbers[value] = len(numbers)
            for node in export.classes[value]:
                stack.extend(reversed(node.children))
    return numbers


def _label(node: ENode) -> str:
    head = node.head
    if isinstance(head, int):
        text = str(head)
        return text if len(text) <= _LONGEST else hex(head)
    return f"get-{head[1]}" if isinstance(head, tuple) else head.removeprefix("#")
