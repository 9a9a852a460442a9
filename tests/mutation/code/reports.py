"""Mutants of the reports about the stack."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import CodeMutant

_COMPILED: Final = "yulopt.assembly.compiled"
_FRAMES: Final = "yulopt.assembly.generated"
_POSITIONS: Final = "yulopt.assembly.pressure"
_PRESSURE: Final = "yulopt.assembly.pressure"

REPORTS: Final = (
    CodeMutant(
        _COMPILED,
        "outer objects are asked first for what is out of reach",
        """        for child in self.children:
            problem = child.first_problem()
            if problem is not None:
                return problem
        for frame in self.code.frames:
            if frame.problems:
                return self, frame
        return None
""",
        """        for frame in self.code.frames:
            if frame.problems:
                return self, frame
        for child in self.children:
            problem = child.first_problem()
            if problem is not None:
                return problem
        return None
""",
        "out_of_reach_in_objects",
    ),
    CodeMutant(
        _COMPILED,
        "inner objects are listed from the last to the first",
        "pending.extend(reversed(item.children))",
        "pending.extend(item.children)",
        "deepest stacks",
    ),
    CodeMutant(
        _FRAMES,
        "of equally deep stacks the last one is remembered",
        "if len(layout) > len(self.deepest):",
        "if len(layout) >= len(self.deepest):",
        "deepest stacks",
    ),
    CodeMutant(
        _FRAMES,
        "a push does not count for the deepest stack",
        "if len(layout) >= len(self.deepest):",
        "if len(layout) > len(self.deepest):",
        "reach in a function",
    ),
    CodeMutant(
        _PRESSURE,
        "of a value that is missed twice the smaller deficit is reported",
        "problem.deficit > worst[problem.slot].deficit",
        "problem.deficit < worst[problem.slot].deficit",
        "reach that gets worse",
    ),
    CodeMutant(
        _PRESSURE,
        "of a value that is missed twice the last problem is reported",
        "if problem.slot not in worst or problem.deficit > worst[problem.slot].deficit:",
        "if problem.slot not in worst or problem.deficit >= worst[problem.slot].deficit:",
        "reach of what a step made",
    ),
    CodeMutant(
        _PRESSURE,
        "the value itself counts among the others",
        "len(_unreachable_slots(frame)) - 1,",
        "len(_unreachable_slots(frame)),",
        "reach in objects",
    ),
    CodeMutant(
        _PRESSURE,
        "the position of an error is that of its operation",
        "offset = positions.of_variable(function, variable)",
        "offset: int | None = None",
        "reach in a function",
    ),
    CodeMutant(
        _POSITIONS,
        "variables belong to the function around theirs",
        "        self._function = function.name\n",
        "",
        "reach in a function",
    ),
    CodeMutant(
        _POSITIONS,
        "what comes after a function belongs to it",
        "        self._function = outer\n",
        "",
        "reach in code as it is",
    ),
    CodeMutant(
        _POSITIONS,
        "the position of a value that a step has made is that of its last part",
        "pending.extend(reversed(part.arguments))",
        "pending.extend(part.arguments)",
        "reach of what several steps made",
    ),
)
