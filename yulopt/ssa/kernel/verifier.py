"""Checks that a module obeys the rules of SSA form.

The rules are named V1 to V14, as in the chapter. Rules that the data structure enforces need no
check: phis come first and the terminator last (V1), a phi has one operand per block (V6).

Source: chapter 08, section 1.4 of the specification.
"""

from __future__ import annotations

from typing import NoReturn

from yulopt.dialect import Builtin, LiteralArgument
from yulopt.errors import Source, YulError
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import Predecessors, predecessors, repeated_successors
from yulopt.ssa.ir.function import (
    Block,
    Cell,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Parameter,
    Phi,
    Result,
    Text,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import (
    BuiltinCall,
    Call,
    Copy,
    End,
    Load,
    ParallelCopy,
    Return,
    Store,
    Switch,
)
from yulopt.ssa.text.printer import print_instruction


class VerificationError(YulError):
    """A module violates a rule of SSA form; `rule` names it, from V1 to V14."""

    rule: str = ""


def verify_module(module: Module, source: Source | None = None) -> None:
    """Raise `VerificationError` for the first violation in a function of the module.

    `source`: the text of the module, for the position of the error.
    """
    for function in module.functions.values():
        verify_function(module, function, source)


def verify_function(module: Module, function: Function, source: Source | None = None) -> None:
    """The same for one function of the module."""
    _Verifier(module, function, source).verify()


class _Verifier:
    def __init__(self, module: Module, function: Function, source: Source | None) -> None:
        self._module = module
        self._function = function
        self._source = source

    def verify(self) -> None:
        self._check_blocks()
        self._check_instructions()
        before = predecessors(self._function)
        tree = DominatorTree(self._function)
        if before[self._function.entry]:
            self._fail("V2", "the entry block has a predecessor", self._function.entry)
        reached = set(tree.order)
        for block in self._function.blocks:
            if block not in reached:
                self._fail("V3", "the block cannot be reached", block)
        self._check_names()
        for block in self._function.blocks:
            self._check_repeated_edges(block)
            self._check_phis(block, before)
            self._check_dominance(block, tree)
        if self._function.reducible:
            for loop in LoopForest(self._function).loops:
                if loop.irreducible:
                    self._fail("V14", "the loop of this header has several entries", loop.header)

    # The structure

    def _check_blocks(self) -> None:
        labels: set[str] = set()
        blocks = set(self._function.blocks)
        if not blocks:
            self._fail("V1", "the function has no blocks", None)
        for block in self._function.blocks:
            if block.label in labels:
                self._fail("V2", "the label is not unique", block)
            labels.add(block.label)
            if block.terminator is None:
                self._fail("V1", "the block has no terminator", block)
                return
            for target in block.terminator.targets:
                if target not in blocks:
                    self._fail(
                        "V2",
                        f"the target %{target.label} is not in the function",
                        block,
                        block.terminator,
                    )

    def _check_instructions(self) -> None:
        function = self._function
        for block in function.blocks:
            for instruction in block.all_instructions():
                if instruction.block is not block:
                    self._fail("V1", "the instruction is erased or elsewhere", block, instruction)
                for index, operand in enumerate(instruction.operands):
                    if isinstance(operand, NamedValue) and (instruction, index) not in operand.uses:
                        self._fail("V5", f"{operand} does not know this use", block, instruction)
                violation = _type_violation(self._module, function, instruction)
                if violation is not None:
                    rule, text = violation
                    self._fail(rule, text, block, instruction)
                if isinstance(instruction, Switch):
                    values = instruction.case_values
                    if len(set(values)) < len(values):
                        self._fail("V11", "two cases have the same value", block, instruction)
                if isinstance(instruction, (Copy, ParallelCopy)) and not function.post_ssa:
                    self._fail("V12", "copies come only after phi elimination", block, instruction)
                if isinstance(instruction, Phi) and function.post_ssa:
                    self._fail("V12", "after phi elimination there are no phis", block, instruction)

    def _check_names(self) -> None:
        named: dict[str, NamedValue] = {}
        for parameter in self._function.parameters:
            if parameter.name in named:
                self._fail("V4", f"there are two parameters {parameter}", None)
            named[parameter.name] = parameter
        for block in self._function.blocks:
            for instruction in block.all_instructions():
                for result in instruction.results:
                    known = named.get(result.name)
                    shared = self._function.post_ssa and known is result
                    if known is not None and not shared:
                        self._fail("V4", f"{result} is defined twice", block, instruction)
                    named[result.name] = result

    # Phis and dominance

    def _check_phis(self, block: Block, before: Predecessors) -> None:
        for phi in block.phis:
            for predecessor in before[block]:
                if not phi.has_incoming(predecessor):
                    self._fail("V6", f"there is no operand for %{predecessor.label}", block, phi)
            if len(phi.blocks) > len(before[block]):
                extra = next(one for one in phi.blocks if one not in set(before[block]))
                self._fail("V6", f"%{extra.label} is not a predecessor", block, phi)

    def _check_repeated_edges(self, block: Block) -> None:
        for successor in repeated_successors(block):
            if successor.phis:
                self._fail(
                    "V7",
                    f"two edges come from %{block.label}, but there are phis",
                    successor,
                    successor.phis[0],
                )

    def _check_dominance(self, block: Block, tree: DominatorTree) -> None:
        for phi in block.phis:
            for predecessor, operand in zip(phi.blocks, phi.operands, strict=True):
                self._check_available(operand, predecessor, tree, block, phi)
        defined: set[NamedValue] = {phi.result for phi in block.phis}
        instructions: list[Instruction] = list(block.instructions)
        if block.terminator is not None:
            instructions.append(block.terminator)
        for instruction in instructions:
            for operand in instruction.operands:
                if (
                    isinstance(operand, Result)
                    and operand.instruction.block is block
                    and operand not in defined
                ):
                    self._fail("V5", f"{operand} is used before its definition", block, instruction)
                self._check_available(operand, block, tree, block, instruction)
            defined.update(instruction.results)

    def _check_available(
        self,
        operand: Value,
        use_block: Block,
        tree: DominatorTree,
        block: Block,
        instruction: Instruction,
    ) -> None:
        """The operand, which `instruction` in `block` reads, must be defined before the end of
        `use_block`."""
        if isinstance(operand, Parameter):
            if operand not in self._function.parameters:
                self._fail(
                    "V5", f"{operand} is not a parameter of this function", block, instruction
                )
        elif isinstance(operand, Result):
            home = operand.instruction.block
            if home is None or home not in tree.idom:
                self._fail("V5", f"{operand} is defined nowhere", block, instruction)
            elif not tree.dominates(home, use_block):
                where = f" at the end of %{use_block.label}" if isinstance(instruction, Phi) else ""
                self._fail(
                    "V5",
                    f"{operand} is not available{where}: its definition in %{home.label} does not"
                    f" dominate",
                    block,
                    instruction,
                )
        elif isinstance(operand, Variable) and not self._function.post_ssa:
            self._fail("V12", "variables come only after phi elimination", block, instruction)

    # Errors

    def _fail(
        self, rule: str, message: str, block: Block | None, instruction: Instruction | None = None
    ) -> NoReturn:
        location = f"function @{self._function.name}"
        position = self._function.position
        if block is not None:
            location += f", block %{block.label}"
            position = block.position
        if instruction is not None:
            location += f", '{print_instruction(instruction)}'"
            position = instruction.position
        raise _located(f"{rule}: {message} (in {location})", rule, position, self._source)


def _located(message: str, rule: str, position: int, source: Source | None) -> VerificationError:
    if source is None or position < 0:
        error = VerificationError(message)
    else:
        found = source.validation_error(position, message)
        error = VerificationError(
            message,
            filename=found.filename,
            line=found.line,
            column=found.column,
            source_line=found.source_line,
        )
    error.rule = rule
    return error


# The name of a rule, and what is wrong.
_Violation = tuple[str, str]


def _type_violation(
    module: Module, function: Function, instruction: Instruction
) -> _Violation | None:
    """The violation of a rule on operands by an instruction of the function, if any."""
    if isinstance(instruction, (BuiltinCall, End)):
        return _builtin_violation(instruction, instruction.builtin)
    if any(isinstance(operand, Text) for operand in instruction.operands):
        return "V9", "a string can only be an argument of a builtin function"
    if isinstance(instruction, Load):
        return _cell_violation(instruction, 0)
    if isinstance(instruction, Store):
        return _cell_violation(instruction, 1)
    if isinstance(instruction, Return):
        return _count_violation("V10", instruction, function.returns) or _cell_violation(
            instruction
        )
    if isinstance(instruction, Call):
        return _call_violation(module, instruction) or _cell_violation(instruction)
    return _cell_violation(instruction)


def _cell_violation(instruction: Instruction, cell: int = -1) -> _Violation | None:
    """The violation unless the operand with index `cell`, and no other one, is a cell."""
    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, Cell) != (index == cell):
            kind = "a cell" if index == cell else "a word"
            return "V9", f"operand {index + 1} must be {kind}"
    return None


def _count_violation(rule: str, instruction: Instruction, count: int) -> _Violation | None:
    if len(instruction.operands) == count:
        return None
    return rule, f"{count} operands are needed, not {len(instruction.operands)}"


def _call_violation(module: Module, call: Call) -> _Violation | None:
    signature = module.signature(call.callee)
    if signature is None:
        return "V9", f"there is no function @{call.callee}"
    parameters, returns = signature
    if len(call.results) != returns:
        return "V9", f"the results are not those of @{call.callee}"
    return _count_violation("V9", call, parameters)


def _builtin_violation(instruction: BuiltinCall | End, builtin: Builtin) -> _Violation | None:
    ends = not builtin.control_flow.can_continue
    if ends != isinstance(instruction, End):
        return "V1", f"{builtin.name} {'ends' if ends else 'does not end'} a block"
    if len(instruction.operands) != builtin.parameters:
        return "V9", f"{builtin.name} takes {builtin.parameters} operands"
    for index, operand in enumerate(instruction.operands):
        kind = builtin.literal_arguments.get(index)
        if kind is LiteralArgument.NUMBER and not isinstance(operand, Constant):
            return "V9", f"operand {index + 1} of {builtin.name} must be a number"
        if (kind is LiteralArgument.STRING) != isinstance(operand, Text):
            needed = "must" if kind is LiteralArgument.STRING else "cannot"
            return "V9", f"operand {index + 1} of {builtin.name} {needed} be a string"
    returned = 0 if isinstance(instruction, End) else builtin.returns
    if len(instruction.results) != returned:
        return "V9", f"{builtin.name} has {returned} results"
    return _cell_violation(instruction)
