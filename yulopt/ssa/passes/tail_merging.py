"""tail-merging: merges blocks that end the function in the same way.

Two blocks that end the function or the execution are merged if their instructions are equal up to
the names of their own results. All edges then lead to the first of them. This makes code smaller,
but a block that is reached from many places has no direct form in Yul, so it is not part of
`ssa-opt`.

Example::

    func @f(%a: i256, %b: i256) {
    entry:
      br %a, %left, %right
    left:
      %0 = add %a, %b
      mstore 0, %0
      end revert 0, 32
    right:
      br %b, %more, %done
    more:
      %1 = add %a, %b
      mstore 0, %1
      end revert 0, 32
    done:
      ret
    }

becomes::

    func @f(%a: i256, %b: i256) {
    entry:
      br %a, %left, %right
    left: ; preds = %entry, %right
      %0 = add %a, %b
      mstore 0, %0
      end revert 0, 32
    right: ; preds = %entry
      br %b, %left, %done
    done: ; preds = %right
      ret
    }

Source: chapter 08, section 6.11.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.ir.edges import remove_unreachable
from yulopt.ssa.ir.function import Block, Function, Instruction, Module, NamedValue
from yulopt.ssa.ir.instructions import Alloca, BuiltinCall, Call, End
from yulopt.ssa.kernel.pass_contract import Pass, Statistics
from yulopt.ssa.passes.simplify_cfg import simplify_terminator

# The instructions of a block, with its own results numbered.
_Code = tuple[object, ...]


class TailMerging(Pass):
    """Merges blocks that end the function in the same way."""

    name = "tail-merging"
    requires = ()

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Find equal blocks, then move the edges to the first ones."""
        first: dict[_Code, Block] = {}
        replacements: dict[Block, Block] = {}
        for block in function.blocks:
            if block is not function.entry and not block.phis and not block.successors:
                kept = first.setdefault(_code(block), block)
                if kept is not block:
                    replacements[block] = kept
        if replacements:
            for block in function.blocks:
                terminator = block.terminator
                assert terminator is not None
                if any(target in replacements for target in terminator.targets):
                    terminator.targets = [replacements.get(one, one) for one in terminator.targets]
                    simplify_terminator(block)
        return {"blocks removed": remove_unreachable(function)}


def _code(block: Block) -> _Code:
    numbers: dict[NamedValue, int] = {}
    code: list[object] = []
    for instruction in block.all_instructions():
        code.append(_operation(instruction))
        for operand in instruction.operands:
            number = numbers.get(operand) if isinstance(operand, NamedValue) else None
            code.append(operand if number is None else number)
        for result in instruction.results:
            numbers[result] = len(numbers)
    return tuple(code)


def _operation(instruction: Instruction) -> object:
    """The key of an instruction among those with the same operands."""
    if isinstance(instruction, (BuiltinCall, End)):
        return instruction.builtin.name
    if isinstance(instruction, Call):
        return type(instruction), instruction.callee
    if isinstance(instruction, Alloca):
        return type(instruction), instruction.is_parameter
    return type(instruction)
