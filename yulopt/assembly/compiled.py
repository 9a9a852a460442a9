"""An object tree with generated assembly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from yulopt.assembly.code_generator import generate_code
from yulopt.assembly.generated import Frame, GeneratedCode
from yulopt.assembly.linear_generator import generate_linear_code
from yulopt.dialect import Dialect
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object, path_inside

if TYPE_CHECKING:
    from yulopt.steps.stack_spiller import Spilled


class CompiledObject:
    """An object, the assembly of its code, and the objects inside it in the order of the text.

    `spilled`: the slots of variables that were moved off the stack, if any. `denied_passes`: the
    names of the passes over the assembly that do not run over this object.
    """

    def __init__(
        self,
        program: Object,
        code: GeneratedCode,
        children: list[CompiledObject],
    ) -> None:
        self.program = program
        self.code = code
        self.children = children
        self.spilled: Spilled | None = None
        self.denied_passes: frozenset[str] = frozenset()

    def all_paths(self) -> dict[str, CompiledObject]:
        """The same as `all_objects`, by the names on the way to each, with dots between them."""
        found: dict[str, CompiledObject] = {}
        pending = [(self.program.name, self)]
        while pending:
            path, item = pending.pop()
            found[path] = item
            inside = [(path_inside(path, one.program.name), one) for one in item.children]
            pending += reversed(inside)
        return found

    def all_objects(self) -> Iterator[CompiledObject]:
        """The object and all those inside it, outer ones first."""
        pending = [self]
        while pending:
            item = pending.pop()
            yield item
            pending.extend(reversed(item.children))

    def first_problem(self) -> tuple[CompiledObject, Frame] | None:
        """The first frame with an unreachable slot, with its object; inner objects first."""
        for child in self.children:
            problem = child.first_problem()
            if problem is not None:
                return problem
        for frame in self.code.frames:
            if frame.problems:
                return self, frame
        return None


def compile_object(
    program: Object, dialect: Dialect, *, stack_allocation: bool = True
) -> CompiledObject:
    """Generate code for an object and all objects inside it.

    Names must be unique within the code of each object. Without `stack_allocation` every variable
    keeps its slot to the end of its block. Unreachable slots are noted in the frames; `assemble`
    refuses such code.
    """
    return run_with_deep_stack(
        lambda: _compile(program, dialect, stack_allocation=stack_allocation)
    )


def _compile(program: Object, dialect: Dialect, *, stack_allocation: bool) -> CompiledObject:
    children = [
        _compile(child, dialect, stack_allocation=stack_allocation) for child in program.sub_objects
    ]
    # Forwarding less than all gas, as old versions require, needs code in the order of the text.
    if stack_allocation and dialect.forwards_all_gas:
        code = generate_code(program, dialect)
    else:
        code = generate_linear_code(program, dialect, reuse=stack_allocation)
    return CompiledObject(program, code, children)
