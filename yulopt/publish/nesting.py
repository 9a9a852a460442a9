"""Moves the other objects of creation code into the object of the runtime code.

Stock solc reports the runtime code of a program in Yul only if it is the only object directly
inside, and explorers compare this report. A constructor that creates contracts has their objects
as well. In the object of the runtime code they are found by a path. The bytes are the same if that
object comes first, as in IR: code only includes the objects that it names.
"""

from __future__ import annotations

from typing import final

from yulopt.syntax.ast import FunctionCall, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object, deployed_object
from yulopt.syntax.printer import print_yul
from yulopt.syntax.visitor import Walker


def nest_objects(program: Object) -> None:
    """Move all other objects into that of the runtime code, and name them by their paths.

    None is moved if the name of one is taken there.
    """
    runtime = deployed_object(program)
    if runtime is None or len(program.sub_objects) < 2:
        return
    moved = [child for child in program.sub_objects if child is not runtime]
    known = {child.name: child for child in runtime.children}
    for child in moved:
        other = known.get(child.name)
        if other is not None and not _is_equal(child, other):
            return
    runtime.children += [child for child in moved if child.name not in known]
    program.children = [child for child in program.children if child not in moved]
    paths = {child.name: f"{runtime.name}.{child.name}" for child in moved}
    run_with_deep_stack(lambda: _Paths(paths).visit_block(program.code))


def _is_equal(child: Object, other: object) -> bool:
    return isinstance(other, Object) and print_yul(child) == print_yul(other)


@final
class _Paths(Walker):
    """Replaces the paths of moved objects, and of those inside them."""

    def __init__(self, paths: dict[str, str]) -> None:
        self._paths = paths

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.builtin.takes_object_path:
            path = call.arguments[0]
            assert isinstance(path, Literal)
            first, dot, rest = (path.text or "").partition(".")
            path.text = self._paths.get(first, first) + dot + rest
        super().visit_call(call)
