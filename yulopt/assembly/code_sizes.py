"""The bytes of code generated for each function, to compare programs by their deployed code.

Only the code of one object is measured. References to the objects and data in it count as in
`yulopt.assembly.sizes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from yulopt.assembly.assembler import data_hash
from yulopt.assembly.code_generator import generate_code
from yulopt.assembly.compiled import compile_object
from yulopt.assembly.items import PlaceLabel, PushDataOffset
from yulopt.assembly.optimizer import Context, optimize_items
from yulopt.assembly.sizes import choose_widths, code_size, item_size
from yulopt.dialect import Dialect
from yulopt.syntax.ast import Block, FunctionCall, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.visitor import Walker

# The bytes of each function, and, as `OUTERMOST`, of the code outside functions.
Sizes = Mapping[str, int | None]


class CodeSizes:
    """Measures the code of objects for one EVM version.

    `finish` returns a final version of code, which it does not modify, for code generation.
    """

    def __init__(self, dialect: Dialect, finish: Callable[[Block], Block] | None = None) -> None:
        self._dialect = dialect
        self._finish = finish

    def __call__(self, code: Block) -> Sizes:
        """The sizes of the functions of an object's code, in which names must be unique.

        None marks functions with unreachable stack slots. Uncalled functions have no code, and are
        omitted. For the oldest EVM versions, whose code is not generated function by function, the
        result is empty.
        """
        if not self._dialect.forwards_all_gas:
            return {}
        return run_with_deep_stack(lambda: self._sizes(code))

    def _sizes(self, code: Block) -> Sizes:
        if self._finish is not None:
            code = self._finish(code)
        generated = generate_code(_object_around(code), self._dialect)
        has_push0 = self._dialect.has_push0
        width = choose_widths(generated.items, {}, [], 0, 0, has_push0=has_push0).label
        sizes: list[int] = []
        for item in generated.items:
            # Code outside functions comes first; each function begins with a label with a title.
            if not sizes or (isinstance(item, PlaceLabel) and item.title):
                sizes.append(0)
            sizes[-1] += item_size(item, width, has_push0=has_push0)
        return {
            frame.function: None if frame.problems else size
            for frame, size in zip(generated.frames, sizes, strict=True)
        }


def optimized_size(
    code: Block,
    dialect: Dialect,
    runs: int,
    *,
    is_creation: bool,
    stack_allocation: bool = True,
) -> int | None:
    """The bytes of an object's code after the passes over its assembly, as solc runs them.

    Names must be unique; `runs`: the expected number of runs of deployed code. Constants that the
    passes turn into data count, the program's objects and data do not. None if a stack slot is
    unreachable. `stack_allocation` is solc's setting of that name.
    """
    whole = _object_around(code)
    compiled = compile_object(whole, dialect, stack_allocation=stack_allocation)
    if compiled.first_problem() is not None:
        return None
    items = compiled.code.items
    context = Context(dialect, runs, is_creation=is_creation)
    run_with_deep_stack(lambda: optimize_items(items, context))
    constants = {
        data_hash(item.target): len(item.target.content)
        for item in items
        if isinstance(item, PushDataOffset) and isinstance(item.target, Data)
    }
    data_size = sum(constants.values())
    has_push0 = dialect.has_push0
    width = choose_widths(items, {}, [], data_size, 0, has_push0=has_push0).label
    separator = 1 if constants else 0
    return code_size(items, width, has_push0=has_push0) + separator + data_size


def total_size(sizes: Sizes) -> int | None:
    """The bytes of all functions together; None if any size is unknown."""
    known = [size for size in sizes.values() if size is not None]
    return sum(known) if known and len(known) == len(sizes) else None


def _object_around(code: Block) -> Object:
    """An object with this code that contains all objects and data that the code names."""
    whole = Object("", code)
    finder = _ObjectNames()
    finder.visit_block(code)
    for path in finder.paths:
        node = whole
        for name in path.split("."):
            inner = next((child for child in node.sub_objects if child.name == name), None)
            if inner is None:
                inner = Object(name, Block([]))
                node.children.append(inner)
            node = inner
    return whole


class _ObjectNames(Walker):
    """Collects the names in `datasize` and `dataoffset`."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.builtin.takes_object_path:
            self.paths.update(dict.fromkeys(_texts(call)))
        super().visit_call(call)


def _texts(call: FunctionCall) -> Iterator[str]:
    for argument in call.arguments:
        if isinstance(argument, Literal) and argument.text is not None:
            yield argument.text
