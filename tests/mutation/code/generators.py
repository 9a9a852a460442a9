"""Mutants of the code generators."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import CodeMutant

_GENERATOR: Final = "yulopt.assembly.code_generator"
_MACHINE: Final = "yulopt.assembly.code_generator"
_LINEAR: Final = "yulopt.assembly.linear_generator"

GENERATOR: Final = (
    CodeMutant(
        _GENERATOR,
        "a block begins with what its predecessor left, needed or not",
        "        self._stack = layout.entry[:]\n",
        "",
        "empty_branch",
    ),
    CodeMutant(
        _GENERATOR,
        "after a branch comes what follows if the condition is not zero",
        "pending.append(exit.nonzero)\n            return self._follow_or_jump(exit.zero)",
        "pending.append(exit.zero)\n            return self._follow_or_jump(exit.nonzero)",
        "empty_branch",
    ),
    CodeMutant(
        _GENERATOR,
        "what waits longest is generated next",
        "block: BasicBlock | None = pending.pop()",
        "block: BasicBlock | None = pending.pop(0)",
        "waiting_blocks",
    ),
    CodeMutant(
        _GENERATOR,
        "every target of a jump gets a label",
        "if target in self._labels or len(target.entries) != 1:",
        "if True:",
        "waiting_blocks",
    ),
    CodeMutant(
        _GENERATOR,
        "a target of several jumps gets no label at the first",
        "if target in self._labels or len(target.entries) != 1:",
        "if target in self._labels:",
        "endless_loop",
    ),
    CodeMutant(
        _GENERATOR,
        "functions come in the order of their names",
        "for function in self._graph.functions:\n            self._function(function)",
        "for function in sorted(self._graph.functions, key=lambda f: f.name):\n"
        "            self._function(function)",
        "order_of_functions",
    ),
    CodeMutant(
        _GENERATOR,
        "functions that do not return have a return address",
        "stack: Layout = [FUNCTION_RETURN] if function.can_continue else []",
        "stack: Layout = [FUNCTION_RETURN]",
        "call_without_return",
    ),
    CodeMutant(
        _GENERATOR,
        "after a call that does not return there is a label",
        "if operation.function.can_continue:\n            self._emit",
        "if True:\n            self._emit",
        "call_without_return",
    ),
    CodeMutant(
        _GENERATOR,
        "the first parameter is the deepest",
        "stack.extend(reversed(function.parameters))",
        "stack.extend(function.parameters)",
        "first_parameter",
    ),
    CodeMutant(
        _GENERATOR,
        "the last result is the deepest",
        "[*exit.function.returns, FUNCTION_RETURN]",
        "[*reversed(exit.function.returns), FUNCTION_RETURN]",
        "two_results",
    ),
    CodeMutant(
        _GENERATOR,
        "a function is laid out as if it were only looked at",
        "self._lay_out(function.entry, function)",
        "self._lay_out(function.entry, None)",
        "unused_parameter",
    ),
    CodeMutant(
        _GENERATOR,
        "the bytecode ends without an instruction that stops",
        '            self._emit(instruction("stop"))\n',
        "            pass\n",
        "empty_branch",
    ),
)

MACHINE: Final = (
    CodeMutant(
        _MACHINE,
        "constants on the stack are pushed again",
        "if depth is not None and depth < REACH:",
        "if depth is not None and depth < REACH and not isinstance(slot, LiteralSlot):",
        "empty_branch",
    ),
    CodeMutant(
        _MACHINE,
        "the sixteenth slot is out of reach of a copy",
        "if depth is not None and depth < REACH:",
        "if depth is not None and depth < REACH - 1:",
        "sixteenth_slot",
    ),
    CodeMutant(
        _MACHINE,
        "a swap of depth 16 is out of reach",
        "if depth <= REACH:",
        "if depth < REACH:",
        "sixteen_slots_apart",
    ),
    CodeMutant(
        _MACHINE,
        "constants out of reach are not pushed",
        "elif depth is not None and not slot.is_generable:",
        "elif depth is not None:",
        "constant_out_of_reach",
    ),
    CodeMutant(
        _MACHINE,
        "junk is zero, also without PUSH0",
        'return Push(0) if self._has_push0 else instruction("codesize")',
        "return Push(0)",
        "junk_before_push0",
    ),
    CodeMutant(
        _MACHINE,
        "junk is the size of the code, also with PUSH0",
        'return Push(0) if self._has_push0 else instruction("codesize")',
        'return instruction("codesize")',
        "junk_with_push0",
    ),
    CodeMutant(
        _MACHINE,
        "the deficit of a copy is one less",
        "self._note(slot, depth - REACH + 1)",
        "self._note(slot, depth - REACH)",
        "copy_too_deep",
    ),
    CodeMutant(
        _MACHINE,
        "the deficit of a swap is one more",
        "slot, depth - REACH, (deep, top))",
        "slot, depth - REACH + 1, (deep, top))",
        "swap_too_deep",
    ),
    CodeMutant(
        _MACHINE,
        "the top is named before what is out of reach",
        "named = deep if isinstance(deep, VariableSlot) else top",
        "named = top if isinstance(top, VariableSlot) else deep",
        "swap_too_deep",
    ),
)

LINEAR: Final = (
    CodeMutant(
        _LINEAR,
        "an assignment to a slot of depth 16 does not swap",
        "if 1 < distance <= REACH + 1:",
        "if 1 < distance <= REACH:",
        "deep_assignment",
    ),
    CodeMutant(
        _LINEAR,
        "the sixteenth slot is out of reach of a copy",
        "dup(distance) if distance <= REACH else Push(0)",
        "dup(distance) if distance < REACH else Push(0)",
        "linear_deep_reads",
    ),
    CodeMutant(
        _LINEAR,
        "the last case jumps to the end, too",
        "            if label is not bodies[-1][0]:\n                self._jump_to(end)\n",
        "            self._jump_to(end)\n",
        "linear_switch",
    ),
    CodeMutant(
        _LINEAR,
        "what lies above the results is dropped after the label of `leave`",
        """        self._pop_down_to(height)
        self._emit(PlaceLabel(self._leave_label))
""",
        """        self._emit(PlaceLabel(self._leave_label))
        self._pop_down_to(height)
""",
        "linear_end_of_function",
    ),
    CodeMutant(
        _LINEAR,
        "there is a label after functions even if there are none",
        "self._end: Label | None = None",
        'self._end: Label | None = Label("@end")',
        "linear_switch",
    ),
    CodeMutant(
        _LINEAR,
        "functions are not jumped over",
        '            end = self._new_label("@end")\n            self._jump_to(end)\n',
        '            end = self._new_label("@end")\n            self._emit(instruction("stop"))\n',
        "linear_leave",
    ),
    CodeMutant(
        _LINEAR,
        "`leave` drops nothing",
        "target = _Target(self._leave_label, self._frame.exit_height)",
        "target = _Target(self._leave_label, self._height)",
        "linear_leave",
    ),
    CodeMutant(
        _LINEAR,
        "`break` and `continue` of an inner loop stay for what comes after it",
        "        self._break_target, self._continue_target = outer\n",
        "",
        "nested_loops",
    ),
    CodeMutant(
        _LINEAR,
        "`continue` goes to the end of the loop",
        "self._continue_target = _Target(post, self._height)",
        "self._continue_target = _Target(end, self._height)",
        "linear_continue",
    ),
)
