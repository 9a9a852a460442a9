"""Mutants of the handling of deep stacks: variables in memory, the older simulation."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import CodeMutant

_SLOTS: Final = "yulopt.stack.memory_mover"
_MOVER: Final = "yulopt.stack.memory_mover"
_COMPILABILITY: Final = "yulopt.stack.compilability"

MEMORY: Final = (
    CodeMutant(
        _SLOTS,
        "seventeen parameters and return variables fit on the stack",
        "_MAX_ON_STACK: Final = 16",
        "_MAX_ON_STACK: Final = 17",
        "many_parameters",
    ),
    CodeMutant(
        _SLOTS,
        "return variables are moved before parameters",
        "signature = function.parameters + function.returns",
        "signature = function.returns + function.parameters",
        "many_parameters",
    ),
    CodeMutant(
        _SLOTS,
        "variables that are out of reach come before parameters that are too many",
        "    moved += [variable for variable in unreachable if variable]",
        "    moved[:0] = [variable for variable in unreachable if variable]",
        "many_parameters",
    ),
    CodeMutant(
        _SLOTS,
        "a variable may have two slots",
        "                if variable not in slots:\n"
        "                    slots[variable] = first\n"
        "                    first += 1\n        next_slot.update",
        "                slots[variable] = first\n                first += 1\n"
        "        next_slot.update",
        "many_parameters",
    ),
    CodeMutant(
        _SLOTS,
        "parameters and return variables that are too many have a slot of their own",
        "[variable for variable in unreachable if variable]",
        "unreachable",
        "linear_many_parameters",
    ),
    CodeMutant(
        _MOVER,
        "the first of several values is stored first",
        "*reversed(stores), *reversed(copies)",
        "*stores, *reversed(copies)",
        "many_results",
    ),
    CodeMutant(
        _MOVER,
        "variables are copied before others are stored",
        "[first, *reversed(stores), *reversed(copies)]",
        "[first, *reversed(copies), *reversed(stores)]",
        "many_results",
    ),
    CodeMutant(
        _MOVER,
        "results are set to zero before parameters are stored",
        "        stores += [self._store(name, zero_literal(position), position)",
        "        stores[:0] = [self._store(name, zero_literal(position), position)",
        "many_parameters",
    ),
    CodeMutant(
        _MOVER,
        "a wrapper gets its names after its parameters have theirs",
        """        new_name = self._dispenser.new_name(function.name)
        kept = [name for name in function.parameters if name not in self._addresses]
        self.new_functions""",
        """        kept = [name for name in function.parameters if name not in self._addresses]
        for name in kept:
            self._dispenser.new_name(name)
        new_name = self._dispenser.new_name(function.name)
        self.new_functions""",
        "many_results",
    ),
)

COMPILABILITY: Final = (
    CodeMutant(
        _COMPILABILITY,
        "assignments reach no deeper than reads",
        "_WRITE_REACH: Final = REACH + 1",
        "_WRITE_REACH: Final = REACH",
        "linear_deep_write",
    ),
    CodeMutant(
        _COMPILABILITY,
        "reads reach as deep as assignments",
        "_READ_REACH: Final = REACH",
        "_READ_REACH: Final = REACH + 1",
        "linear_many_parameters",
    ),
    CodeMutant(
        _COMPILABILITY,
        "the highest free slot is used again",
        "for slot in range(max(0, self._height - _WRITE_REACH), self._height):",
        "for slot in reversed(range(max(0, self._height - _WRITE_REACH), self._height)):",
        "linear_free_places",
    ),
    CodeMutant(
        _COMPILABILITY,
        "free slots on top are kept",
        "while self._height - 1 in frame.free:",
        "while False:",
        "linear_several_variables",
    ),
    CodeMutant(
        _COMPILABILITY,
        "the slots of parameters are not used for others",
        "            self._release(frame.signature)\n",
        "            pass\n",
        "linear_many_parameters",
    ),
    CodeMutant(
        _COMPILABILITY,
        "to be returned is no use of a variable",
        "    for variable in returns:\n        counter.counts[variable]"
        " = counter.counts.get(variable, 0) + 1\n",
        "",
        "linear_leave",
    ),
    CodeMutant(
        _COMPILABILITY,
        "the cases of a switch come in the order of the text",
        """        for case in switch.cases:
            if case.label is None:
                self._block(case.body)
        for case in switch.cases:
            if case.label is not None:
                self._block(case.body)
""",
        """        for case in switch.cases:
            self._block(case.body)
""",
        "linear_default",
    ),
    CodeMutant(
        _COMPILABILITY,
        "one more parameter or return variable can be left",
        "if self._frame.exit_height > _WRITE_REACH:",
        "if self._frame.exit_height > _WRITE_REACH + 1:",
        "linear_seventeen_parameters",
    ),
    CodeMutant(
        _COMPILABILITY,
        "slots that are free stay so when return variables come",
        "        frame.free.clear()\n",
        "",
        "linear_many_parameters",
    ),
    CodeMutant(
        _COMPILABILITY,
        "every statement needs the return variables",
        "return not mentioned.isdisjoint(variables)",
        "return True",
        "linear_many_parameters",
    ),
    CodeMutant(
        _COMPILABILITY,
        "the first of several variables gets its slot first",
        "for index in range(len(variables) - 1, -1, -1):",
        "for index in range(len(variables)):",
        "linear_several_variables",
    ),
    CodeMutant(
        _COMPILABILITY,
        "the body of a loop comes after what is done at its end",
        "        self._block(loop.body)\n        self._block(loop.post)\n",
        "        self._block(loop.post)\n        self._block(loop.body)\n",
        "linear_loop_order",
    ),
)
