"""The graphs of functions, each one made only once."""

from __future__ import annotations

from collections.abc import Sequence

import attr

from yulopt.analysis.control_flow import FunctionFlow
from yulopt.dialect import Dialect
from yulopt.explore.graphs import Graph, graph_of
from yulopt.ssa.lowering import lower_functions
from yulopt.stack.function_definitions import function_definitions
from yulopt.syntax.ast import Block


@attr.s(auto_attribs=True)
class Picture:
    """A graph, or why there is none."""

    graph: Graph | None
    problem: str = ""


class Gallery:
    """Keeps graphs by the structure of functions; `pictures` has them by number."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._numbers: dict[str, int] = {}

    def numbers(
        self, structures: dict[int, str], code: Block, flow: FunctionFlow, dialect: Dialect
    ) -> dict[int, int]:
        """The numbers of the pictures of functions, given by their structures.

        The keys are the places of the functions in the module that `code` is lowered to.
        """
        new = {text: place for place, text in structures.items() if text not in self._numbers}
        if new:
            pictures = _pictures(list(new.values()), code, flow, dialect)
            for text, picture in zip(new, pictures, strict=True):
                self._numbers[text] = len(self.pictures)
                self.pictures.append(picture)
        return {place: self._numbers[text] for place, text in structures.items()}


def _pictures(
    places: Sequence[int], code: Block, flow: FunctionFlow, dialect: Dialect
) -> list[Picture]:
    bodies = [code, *(definition.body for definition in function_definitions(code))]
    try:
        functions = list(lower_functions(code, dialect, places).functions.values())
        return [Picture(graph_of(functions[place], bodies[place], flow)) for place in places]
    except Exception as error:
        # A step of another package may leave code that has no meaning.
        problem = f"The code cannot be brought into SSA form: {error!r}"
        return [Picture(None, problem) for _ in places]
