"""Programs with loads from cells whose references go somewhere, and the pass run over them.

`N*` and `R*` are the programs of Noir's note on its pass mem2reg, and of its own tests; `T4` is
from the article on tinyoptimizer.
"""

from __future__ import annotations

from tests.ssa.interpreter import Cell, RuntimeValue, empty_frame, run_function
from tests.ssa.programs import first_function, read, text_of
from yulopt.evm.environment import Limits
from yulopt.evm.halt import Halt
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.instructions import Load
from yulopt.ssa.ir.types import WORD
from yulopt.ssa.pipeline import parse_pipeline, run_pipeline
from yulopt.ssa.text.printer import print_function

# Programs that are others with some changes.
UNKNOWN_INDEX = [
    ("@N2(%c: i256)", "@N2(%c: i256, %i: i256)"),
    ("aget &i256, %v3, 0", "aget &i256, %v3, %i"),
]
OTHER_CELL = [
    (
        "%ar = array [2 x &i256] [ %v1, %v1 ]",
        "%w1 = alloca i256 store i256 5, %w1 %ar = array [2 x &i256] [ %v1, %w1 ]",
    ),
    ("%v7 = load i256, %v1", "%w7 = load i256, %w1 call @println(%w7) %v7 = load i256, %v1"),
]
VARIATIONS = {
    "N2x": ("N2", UNKNOWN_INDEX),
    "N2y": ("N2", UNKNOWN_INDEX + OTHER_CELL),
}

N7 = """
declare @constrain(i256, i256)
func @N7() {
b0:
  br %b1
b1:
  %v0 = phi i256 [ 0, %b0 ], [ %v20, %b5 ]
  %v13 = lt %v0, 2
  br %v13, %b3, %b2
b3:
  %v2 = alloca i256
  store i256 7, %v2
  br %b4
b4:
  %v1 = phi i256 [ 0, %b3 ], [ %v25, %b6 ]
  %v18 = lt %v1, 3
  br %v18, %b6, %b5
b6:
  %v25 = add %v1, 1
  br %b4
b5:
  %v9 = load i256, %v2
  call @constrain(%v9, 7)
  %v20 = add %v0, 1
  br %b1
b2:
  ret
}
"""

# The load through %keep reads what the last iteration stored at its end.
N7X = (
    N7.replace(
        "b0:\n",
        "b0: %other = alloca i256 %keep = alloca &i256 store &i256 %other, %keep\n",
    )
    .replace(
        "b3:\n",
        "b3: %last = load &i256, %keep %old = load i256, %last call @constrain(%old, 0)\n",
    )
    .replace("store i256 7, %v2", "store i256 7, %v2 store &i256 %v2, %keep")
    .replace("call @constrain(%v9, 7)", "call @constrain(%v9, 7) store i256 8, %v2")
)

R = {
    "R1": """
        func @R() -> i256 {
        b0:
          %v0 = alloca [2 x i256]
          %v1 = array [2 x i256] [ 1, 2 ]
          store [2 x i256] %v1, %v0
          %v2 = load [2 x i256], %v0
          %v3 = aget i256, %v2, 1
          ret %v3
        }""",
    "R2": """
        declare @f(&i256)
        func @R() -> i256 {
        b0:
          %v0 = alloca i256
          store i256 1, %v0
          %v1 = load i256, %v0
          call @f(%v0)
          ret %v1
        }""",
    "R3": """
        func @R() -> &i256 {
        b0:
          %v0 = alloca i256
          store i256 1, %v0
          ret %v0
        }""",
    "R4": """
        func @R() -> i256, i256, i256 {
        b0:
          %v0 = alloca i256
          store i256 5, %v0
          %v1 = load i256, %v0
          br %b1
        b1:
          %v2 = phi i256 [ %v1, %b0 ]
          %v3 = load i256, %v0
          store i256 6, %v0
          %v4 = load i256, %v0
          ret %v2, %v3, %v4
        }""",
    "R5": """
        declare @constrain(i256, i256)
        func @R() {
        b0:
          %v0 = alloca i256
          store i256 0, %v0
          %v2 = alloca &i256
          store &i256 %v0, %v2
          %v3 = load &i256, %v2
          %v4 = load &i256, %v2
          br %b1
        b1:
          store i256 1, %v3
          store i256 2, %v4
          %v7 = load i256, %v3
          %v8 = eq %v7, 2
          call @constrain(%v8, 1)
          ret
        }""",
    "R6": """
        declare @constrain(i256, i256)
        declare @f(&&i256)
        func @R() {
        b0:
          %v0 = alloca i256
          store i256 0, %v0
          %v2 = alloca &i256
          store &i256 %v0, %v2
          br %b1
        b1:
          %v3 = phi i256 [ 0, %b0 ], [ %v8, %b2 ]
          %v4 = eq %v3, 1
          br %v4, %b3, %b2
        b2:
          %v5 = load &i256, %v2
          store i256 2, %v5
          %v8 = add %v3, 1
          br %b1
        b3:
          %v9 = load i256, %v0
          call @constrain(%v9, 2)
          %v11 = load &i256, %v2
          %v12 = load i256, %v11
          call @constrain(%v12, 2)
          ret
        }""",
    "R7": """
        func @R(%p: &i256, %q: &i256) -> i256 {
        b0:
          store i256 0, %p
          store i256 1, %q
          %v4 = load i256, %p
          ret %v4
        }""",
    "R10": """
        declare @println(i256)
        func @R(%c: i256) {
        b0:
          br %c, %b1, %b2
        b1:
          %a = alloca i256
          store i256 1, %a
          br %b3
        b2:
          %b = alloca i256
          store i256 0, %b
          br %b3
        b3:
          %x = phi &i256 [ %a, %b1 ], [ %b, %b2 ]
          %y = phi &i256 [ %a, %b1 ], [ %b, %b2 ]
          %z = phi &i256 [ %a, %b1 ], [ %b, %b2 ]
          %l1 = load i256, %x
          store i256 2, %y
          %l2 = load i256, %x
          store i256 1, %z
          %l3 = load i256, %x
          store i256 3, %z
          %l4 = load i256, %x
          call @println(%l1)
          call @println(%l2)
          call @println(%l3)
          call @println(%l4)
          ret
        }""",
}
R["R8"] = R["R6"].replace(
    "%v12 = load i256, %v11", "%v13 = load &i256, %v2  %v12 = load i256, %v13"
)
R["R9"] = R["R6"].replace(
    "%v12 = load i256, %v11",
    "%v10 = load i256, %v11  call @f(%v2)  %v13 = load &i256, %v2  %v12 = load i256, %v13",
)
R["N7"] = N7
R["N7x"] = N7X


def text(name: str) -> str:
    """The text of a case."""
    if name in R:
        return R[name]
    program, changes = VARIATIONS.get(name, (name, []))
    result = text_of(program)
    for old, new in changes:
        assert old in result
        result = result.replace(old, new)
    return result


def behaviour(module: Module, arguments: list[RuntimeValue]) -> list[object]:
    """The calls of declared functions, and how it ends; cells are told by what they hold."""
    told: list[object] = []

    def host(name: str, given: list[RuntimeValue]) -> list[RuntimeValue]:
        told.append((name, [show(argument) for argument in given]))
        return []

    try:
        function = first_function(module)
        frame = empty_frame(Limits(5000))
        results = run_function(module, function.name, arguments, host=host, frame=frame)
        told.append([show(result) for result in results])
    except Halt as halt:
        told.append(halt.kind)
    return told + [show(argument) for argument in arguments]


def show(value: RuntimeValue) -> object:
    return (show(value.content),) if isinstance(value, Cell) else value


def arguments(function: Function, number: int) -> list[RuntimeValue]:
    made: list[RuntimeValue] = []
    for parameter in function.parameters:
        cell = Cell(3 + number)
        nested = str(parameter.type).startswith("&&")
        made.append(number if parameter.type is WORD else Cell(cell) if nested else cell)
    return made


def forwarded(source: str, pipeline: str) -> tuple[set[str], str]:
    """The loads that the pass deletes, and the text of the function; it still does the same."""
    before, after = read(source), read(source)
    run_pipeline(parse_pipeline(pipeline), after, verify_each=True)
    function = first_function(after)
    for number in range(3):
        # Two parameters can be references to one cell.
        given, others = arguments(function, number), arguments(function, number)
        assert behaviour(after, given) == behaviour(before, others)
        if len(given) == 2 and all(isinstance(one, Cell) for one in given):
            assert behaviour(after, [given[0]] * 2) == behaviour(before, [others[0]] * 2)
    return loads(first_function(before)) - loads(function), print_function(function)


def loads(function: Function) -> set[str]:
    return {one.result.name for one in function.all_instructions() if isinstance(one, Load)}
