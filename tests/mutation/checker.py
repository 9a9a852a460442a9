"""Mutants of the checker of bytes, which must not prove anything wrong."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_execution: Final = suite_mutants("checker.execution", "test_proofs::test_")
_parts: Final = suite_mutants("checker.comparison", "test_flow::test_")
_flow: Final = suite_mutants("checker.execution", "test_flow::test_")
_objects: Final = suite_mutants("checker.objects", "test_proofs::test_")
_layout: Final = suite_mutants("checker.layout", "test_proofs::test_")
_decoding: Final = suite_mutants("checker.decoding", "test_instructions::test_")
_offsets: Final = suite_mutants("checker.decoding", "test_adversaries::test_")
_ends: Final = suite_mutants("checker.objects", "test_adversaries::test_")
_kept: Final = suite_mutants("proven.code_search", "proven/test_code::test_")
_places: Final = suite_mutants("checker.layout", "test_adversaries::test_")
_replays: Final = suite_mutants("code_proofs.code_replay", "proven/test_code_certificate::test_")
_paths: Final = suite_mutants("syntax.objects", "proven/test_code_certificate::test_")
_audited: Final = suite_mutants("audit.same_code", "test_audit::test_")

CHECKER: Final = (
    _paths(
        "a dot in a name is one between names",
        """.replace(".", "\\\\.")""",
        "",
        "each_object_has_a_record_of_its_own",
    ),
    _kept(
        "kept proofs are also for code that others create",
        "            may_create(attempt.witnesses),\n",
        "",
        "kept_proofs_are_not_for_code_that_others_create",
    ),
    _audited(
        "one immutable may have several values",
        "if len({theirs[place.start : place.stop] for place in places}) > 1:",
        "if False:",
        "what_is_filled_in_has_one_value",
    ),
    _replays(
        "bytes are different if objects are not where the witness has them",
        "        check_layout(program, witnesses)\n",
        "",
        "changed_records_are_rejected",
    ),
    _places(
        "immutables may be inside data",
        "if witness.filled(offset, len(content)) != ({}, dict(inner)):",
        "if witness.filled(offset, len(content))[1] != dict(inner):",
        "what_is_filled_in_inside_data",
    ),
    _flow(
        "functions may leave words on the stack",
        "if self._is_outermost and len(arrival.stack) > len(node.marks):",
        "if len(arrival.stack) > len(node.marks):",
        "a_function_leaves_nothing_on_the_stack",
    ),
    _ends(
        "creation code may run off its end",
        ">= len(self._witness.content)\n",
        "> 1 << 16\n",
        "creation_code_that_runs_off_its_end",
    ),
    _ends(
        "only code that deploys another object is creation code",
        "if runs_off and (self._program.sub_objects or may_create(self._witnesses)):",
        "if runs_off and self._program.sub_objects:",
        "created_code_that_runs_off_its_end",
    ),
    _offsets(
        "placeholders may have any contents",
        "if any(content[offset + 1 : following]):",
        "if following > len(content):",
        "what_is_filled_in_is_zero_before",
    ),
    _offsets(
        "code ends inside an instruction",
        'name = UNKNOWN if offset < self._end else "stop"',
        'name = "stop"',
        "an_entry_inside_an_instruction",
    ),
    _execution(
        "a function may leave more slots than it has results",
        "if len(self._stack) != self._results:",
        "if len(self._stack) < self._results:",
        "a_function_by_hand",
    ),
    _execution(
        "arguments are in reverse",
        "stack += [self._graph.parameter(index) for index in reversed(range(signature.arguments))]",
        "stack += [self._graph.parameter(index) for index in range(signature.arguments)]",
        "examples_are_proven",
    ),
    _flow(
        "a block may be at another offset than a jump leads to",
        "or found.offset != target.value",
        "or found.offset == -1",
        "a_lie_leaves_functions_open",
    ),
    _flow(
        "a function may be a call of itself",
        "if node.is_call and node is not self._flow.entry:",
        "if node.is_call:",
        "a_function_is_not_proven_by_a_call_of_itself",
    ),
    _flow(
        "what a loop changes is what it is said to change",
        "if name not in carried and value is not entry[name]:",
        "if name not in carried and name not in entry:",
        "a_lie_leaves_functions_open",
    ),
    _parts(
        "a part of the code counts as all",
        "if execution.is_part:",
        "if execution.is_part and question is not None:",
        "a_lie_leaves_functions_open",
    ),
    _objects(
        "bytes may call themselves where the Yul does not",
        "if name not in sides.yul.recursive:",
        "if name in sides.yul.recursive:",
        "a_useless_recursion_of_the_bytes",
    ),
    _objects(
        "what depends on open functions is proven",
        "pending = [one for one in self._verdicts if not self._is_proven(one)]",
        "pending = [one for one in self._verdicts if one in self._called[one]]",
        "a_function_by_hand",
    ),
    _layout(
        "objects and data may be anywhere",
        "if witness.content[offset : offset + len(content)] != content:",
        "if offset > len(witness.content):",
        "data_that_was_moved",
    ),
    _layout(
        "immutables may be written anywhere",
        "if read != assigned:",
        "if read.keys() != assigned.keys():",
        "immutables_at_other_places",
    ),
    _decoding(
        "a swap reaches a slot less deep",
        "number = opcode - _SWAP1 + 1",
        "number = max(opcode - _SWAP1, 1)",
        "dup_and_swap",
    ),
)
