"""Which data a code generator cannot find, although the static checks accept its path.

`datasize("inner.data")` is a path to data of an inner object. solc's analysis knows it, and solc's
code generation ends with an internal error where it is still there after optimisation: it can only
follow a path of several names to an object. So such a program has no output.

Source: chapter 01, sections 1 and 4.1 of the specification, and observation of solc 0.8.37.
"""

from __future__ import annotations

from yulopt.errors import Source
from yulopt.syntax.ast import FunctionCall, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote
from yulopt.syntax.visitor import Walker


def check_object_paths(program: Object, source: Source) -> None:
    """Raise `YulValidationError` for the first path in any code of `program` that leads to data of
    an inner object.
    """
    run_with_deep_stack(lambda: _check_object(program, source))


def _check_object(tree: Object, source: Source) -> None:
    _PathCheck(tree, source).visit_block(tree.code)
    for child in tree.sub_objects:
        _check_object(child, source)


class _PathCheck(Walker):
    def __init__(self, tree: Object, source: Source) -> None:
        self._object = tree
        self._source = source

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.builtin.takes_object_path:
            path = call.arguments[0]
            assert isinstance(path, Literal)
            self._check(path)
        super().visit_call(call)

    def _check(self, literal: Literal) -> None:
        path = literal.text or ""
        owner, dot, _ = path.rpartition(".")
        if dot and isinstance(self._object.find(path), Data):
            # A literal that a step made has no place of its own.
            offset = literal.position if literal.position >= 0 else self._object.position
            raise self._source.validation_error(
                offset,
                f"no code can be generated for {quote(path)}, the data of an inner object (solc"
                " ends with an internal error); put the data into this object, or use"
                f" {quote(owner)}",
            )
