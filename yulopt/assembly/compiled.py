"""An object tree with the assembly of each object's code."""

from __future__ import annotations

from collections.abc import Iterator

import attr

from yulopt.assembly.code_generator import GeneratedCode, generate_code
from yulopt.assembly.frames import Frame
from yulopt.dialect import Dialect
from yulopt.objects import Object


@attr.s(auto_attribs=True, eq=False)
class CompiledObject:
    """An object, the assembly of its code, and the objects inside it in the order of the text."""

    program: Object
    code: GeneratedCode
    children: list[CompiledObject]

    def all_objects(self) -> Iterator[CompiledObject]:
        """This object and all those inside it, outer ones first."""
        yield self
        for child in self.children:
            yield from child.all_objects()

    def first_problem(self) -> tuple[CompiledObject, Frame] | None:
        """The first frame with something out of reach, with its object; inner objects first."""
        for child in self.children:
            problem = child.first_problem()
            if problem is not None:
                return problem
        for frame in self.code.frames:
            if frame.problems:
                return self, frame
        return None


def compile_object(program: Object, dialect: Dialect) -> CompiledObject:
    """Generate code for an object and all objects inside it.

    Names must be unique within the code of each object. Whatever is out of reach is noted in the
    frames; `assemble` refuses such code.
    """
    children = [compile_object(child, dialect) for child in program.sub_objects]
    return CompiledObject(program, generate_code(program, dialect), children)
