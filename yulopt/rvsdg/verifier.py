"""Checks the local rules of graphs, and the ranges of arguments.

- Only projections take tuples, with a valid index.
- Functions are called, constants of functions, inputs of switches and loops, or the whole program.
- Texts are only operands that an operator requires to be literals.
- A call has as many inputs as the function, if that is known.
- Within a region `get-N` is one of its inputs; outside of all regions there are none.

The kind of each value (a word, a state, a function), and the single use of states, are checked when
the graph is written as Yul.

Source: chapter 09, sections 2.1, 2.2 and 2.4 of the specification.
"""

from __future__ import annotations

from yulopt.errors import YulError, count_text
from yulopt.rvsdg.ir import (
    Argument,
    Call,
    Constant,
    Function,
    Loop,
    Node,
    Operator,
    Projection,
    Recursion,
    Switch,
    Text,
)
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.printer import head_text
from yulopt.rvsdg.traversal import postorder


class GraphError(YulError):
    """A graph violates a rule."""


def _output_count(node: Node, language: Language) -> int | None:
    """The number of values of a tuple; None if it is unknown, or the node is not a tuple."""
    if isinstance(node, Switch):
        return node.outputs
    if isinstance(node, Loop):
        return node.width
    if isinstance(node, Recursion):
        return len(node.operands)
    if isinstance(node, Operator):
        signature = language.signature(node.name)
        return None if signature is None else signature.outputs
    if isinstance(node, Call):
        function = _known_function(node.function)
        return None if function is None else function.outputs
    return None


def is_tuple(node: Node, language: Language) -> bool:
    """Whether only projections may take the value of this node."""
    if isinstance(node, Operator):
        signature = language.signature(node.name)
        return signature is not None and signature.is_tuple
    return isinstance(node, (Switch, Loop, Call, Recursion))


def _known_function(node: Node) -> Function | None:
    """The function of a function value, if the node itself shows it."""
    if isinstance(node, Function):
        return node
    if isinstance(node, Projection) and isinstance(node.source, Recursion):
        functions = node.source.operands
        found = functions[node.index] if node.index < len(functions) else None
        return found if isinstance(found, Function) else None
    return None


def verify(root: Node, language: Language) -> None:
    """Check the rules for all nodes of a graph. Raises `GraphError`."""
    most_argument: dict[Node, int] = {}
    for node in postorder([root]):
        most = node.index if isinstance(node, Argument) else -1
        most_argument[node] = max([most, *(most_argument[child] for child in node.same_scope)])
        _check_operands(node, language)
        _check_arguments(node, most_argument)
    if most_argument[root] >= 0:
        raise GraphError(f"get-{most_argument[root]} is used outside of all regions")
    if is_tuple(root, language):
        raise GraphError("the whole graph is a tuple")


def _check_operands(node: Node, language: Language) -> None:
    if isinstance(node, Projection):
        if not is_tuple(node.source, language):
            head = head_text(node.source)
            raise GraphError(f"get-{node.index} of '{head}', which is not a tuple")
        count = _output_count(node.source, language)
        if count is not None and node.index >= count:
            raise GraphError(
                f"get-{node.index} of '{head_text(node.source)}', which has {count} outputs"
            )
        return
    for index, operand in enumerate(node.operands):
        if is_tuple(operand, language):
            raise GraphError(f"'{head_text(node)}' takes the tuple '{head_text(operand)}'")
        if isinstance(operand, Text) != _wants_text(node, index, language):
            must = "must not" if isinstance(operand, Text) else "must"
            raise GraphError(f"operand {index} of '{head_text(node)}' {must} be a literal")
        if not isinstance(operand, Constant) and _wants_number(node, index, language):
            raise GraphError(f"operand {index} of '{head_text(node)}' must be a number")
        if _known_function(operand) is not None and not _wants_function(node, index):
            raise GraphError(f"operand {index} of '{head_text(node)}' must not be a function")
    if isinstance(node, Call):
        function = _known_function(node.function)
        if function is not None and function.inputs != len(node.inputs):
            raise GraphError(
                f"a function with {count_text(function.inputs, 'input')} is called with"
                f" {len(node.inputs)}"
            )
    if isinstance(node, Recursion) and not all(isinstance(f, Function) for f in node.operands):
        raise GraphError(f"'{head_text(node)}' takes functions only")


def _wants_text(node: Node, index: int, language: Language) -> bool:
    if not isinstance(node, Operator):
        return False
    signature = language.signature(node.name)
    return signature is not None and index in signature.texts


def _wants_number(node: Node, index: int, language: Language) -> bool:
    if not isinstance(node, Operator):
        return False
    signature = language.signature(node.name)
    return signature is not None and index in signature.numbers


def _wants_function(node: Node, index: int) -> bool:
    if isinstance(node, Call):
        return index == 0
    if isinstance(node, Switch):
        return 0 < index < len(node.same_scope)
    return isinstance(node, Recursion) or (
        isinstance(node, (Function, Loop)) and index < len(node.same_scope)
    )


def _check_arguments(node: Node, most_argument: dict[Node, int]) -> None:
    if not node.inner:
        return
    most = max(most_argument[child] for child in node.inner)
    count = _region_arguments(node)
    if most >= count:
        raise GraphError(
            f"get-{most} is used inside '{head_text(node)}', where there are {count} arguments"
        )


def _region_arguments(node: Node) -> int:
    """The number of arguments of a node's inner scope."""
    if isinstance(node, Switch):
        return len(node.inputs)
    if isinstance(node, Loop):
        return node.width
    if isinstance(node, Function):
        return node.inputs + len(node.constants)
    return len(node.operands)
