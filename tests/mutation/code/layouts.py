"""Mutants of layouts of blocks, branches and loops, and of their graph."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import CodeMutant

_BRANCH: Final = "yulopt.stack.branch_layout"
_LAYOUT: Final = "yulopt.stack.layout_generator"
_BRIDGES: Final = "yulopt.graphs.bridges"
_PROPERTIES: Final = "yulopt.stack.graph_properties"
_BUILDER: Final = "yulopt.stack.graph_builder"
_GRAPH: Final = "yulopt.stack.graph"
_REPORT: Final = "yulopt.stack.layout_generator"

BRANCHES: Final = (
    CodeMutant(
        _BRANCH,
        "of equally good layouts the last one is taken",
        "if lowest is None or cost < lowest:",
        "if lowest is None or cost <= lowest:",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _BRANCH,
        "the last candidate is not tried",
        "for index in range(len(candidate)):",
        "for index in range(max(1, len(candidate) - 1)):",
        "branch_candidates",
    ),
    CodeMutant(
        _BRANCH,
        "every candidate starts from the first one",
        "candidate[0], candidate[index] = candidate[index], candidate[0]\n        cost",
        "candidate = [*candidate[index:], *candidate[:index]]\n        cost",
        "branch_candidates",
    ),
    CodeMutant(
        _BRANCH,
        "return labels are kept for both targets",
        "(LiteralSlot, ReturnLabelSlot)",
        "LiteralSlot",
        "junk_on_top",
    ),
    CodeMutant(
        _BRANCH,
        "the slots of the nonzero target come first",
        "for slot in dict.fromkeys(zero + nonzero)",
        "for slot in dict.fromkeys(nonzero + zero)",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _BRANCH,
        "a copy needs one slot less to be dispensable",
        "depth + distance <= REACH",
        "depth + distance < REACH",
        "many_results",
    ),
    CodeMutant(
        _BRANCH,
        "slots are dispensed with from the bottom up",
        "for position in range(len(result) - 1, -1, -1):",
        "for position in range(len(result)):",
        "dispensable_slots",
    ),
    CodeMutant(
        _BRANCH,
        "a copy from depth 16 counts as within reach",
        "if depth is not None and depth >= REACH:",
        "if depth is not None and depth > REACH:",
        "branch_with_deep_copy",
    ),
    CodeMutant(
        _BRANCH,
        "a swap of depth 16 counts as out of reach",
        "self._add(1 if depth <= REACH else 1 + _OUT_OF_REACH)",
        "self._add(1 if depth < REACH else 1 + _OUT_OF_REACH)",
        "branch_with_deep_swap",
    ),
)

LAYOUTS: Final = (
    CodeMutant(
        _LAYOUT,
        "a copy that is one slot deeper is dispensable",
        "_COPY_WINDOW: Final = REACH - 2",
        "_COPY_WINDOW: Final = REACH - 1",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _LAYOUT,
        "values are kept on the stack across recursive calls",
        "aggressive = aggressive or is_recursive_call(operation)",
        "pass",
        "recursive_call",
    ),
    CodeMutant(
        _LAYOUT,
        "blocks with slots out of reach are laid out like others",
        "for aggressive in (False, True):",
        "for aggressive in (False,):",
        "seventeen_zeros",
    ),
    CodeMutant(
        _LAYOUT,
        "in a block with slots out of reach, the operations after those stay as they are",
        "        layout = exit\n        operations: list[Layout] = []\n",
        "        if not aggressive:\n            layout = exit\n"
        "        operations: list[Layout] = [] if not aggressive else operations[:-1]\n",
        "seventeen_zeros",
    ),
    CodeMutant(
        _LAYOUT,
        "a loop is laid out once",
        "if not set(layout[end].exit).issuperset(layout[start].entry):",
        "if False:",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _LAYOUT,
        "what comes before a loop is not laid out again",
        "                outdated.update(start.entries)\n",
        "",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _LAYOUT,
        "only the end of a loop is laid out again",
        "[] if block is start else block.entries",
        "[]",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _LAYOUT,
        "branches keep the layouts that their targets wanted",
        "[slot if slot in needed else JUNK for slot in available]",
        "available[:]",
        "seventeen_zeros",
    ),
    CodeMutant(
        _REPORT,
        "what leads to the next block is not reported",
        "problems += find_problems(current, layout[successor].entry)",
        "pass",
        "seventeen_zeros",
    ),
)

GRAPHS: Final = (
    CodeMutant(
        _GRAPH,
        "the nonzero target comes first",
        "return [exit.zero, exit.nonzero]",
        "return [exit.nonzero, exit.zero]",
        "order_of_targets",
    ),
    CodeMutant(
        _PROPERTIES,
        "junk may not stay where the program ends regularly",
        "isinstance(block.exit, (MainExit, Terminated))",
        "isinstance(block.exit, Terminated)",
        "branch_with_deep_swap",
    ),
    CodeMutant(
        _BRIDGES,
        "every edge of the search tree is a bridge",
        "if above != NONE and low[node] == number[node]:",
        "if above != NONE:",
        "nested_switch",
    ),
    CodeMutant(
        _BRIDGES,
        "no edge is a bridge",
        "if above != NONE and low[node] == number[node]:",
        "if False:",
        "junk_across_bridge",
    ),
    CodeMutant(
        _PROPERTIES,
        "only blocks that return need a clean stack",
        "breadth_first(function.exits, lambda block: block.entries)",
        "function.exits",
        "clean_stack_before_return",
    ),
    CodeMutant(
        _PROPERTIES,
        "every call within a circle of functions is recursive for its caller alone",
        "call.is_recursive = call.function.name in members",
        "call.is_recursive = call.function.name == name",
        "circle_of_functions",
    ),
    CodeMutant(
        _PROPERTIES,
        "functions that are never called have code",
        "[function for function in graph.functions if function in bodies]",
        "graph.functions",
        "uncalled_function",
    ),
    CodeMutant(
        _GRAPH,
        "junk may stay on a stack that must be clean",
        "return self.starts_subgraph and not self.needs_clean_stack",
        "return self.starts_subgraph",
        "clean_stack_before_return",
    ),
    CodeMutant(
        _BUILDER,
        "a comparison has the case on top of the value",
        "input: Layout = [ghost, self._literal(label.value)]",
        "input: Layout = [self._literal(label.value), ghost]",
        "junk_across_bridge",
    ),
    CodeMutant(
        _BUILDER,
        "a loop whose condition is always true asks again",
        "        if literal is not None:\n            first = body",
        "        if literal is not None and literal.value == 1:\n            first = body",
        "endless_loop",
    ),
    CodeMutant(
        _BUILDER,
        "the jump that closes a loop is like any other",
        "self._jump(first, loop.post.position, backwards=True)",
        "self._jump(first, loop.post.position, backwards=False)",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _BUILDER,
        "a loop that is never entered has code",
        "if literal is not None and literal.value == 0:",
        "if False:",
        "junk_across_bridge",
    ),
    CodeMutant(
        _BUILDER,
        "a call that does not return leaves a label",
        "if function.can_continue:\n            input.append",
        "if True:\n            input.append",
        "junk_parameters",
    ),
    CodeMutant(
        _BUILDER,
        "the literal arguments are on the stack, too",
        "if index not in builtin.literal_arguments:",
        "if True:",
        "transient",
    ),
)
