"""Translates a module in SSA form, as lowered by `yulopt.ssa.lowering`, to a graph.

Each function becomes a control-flow graph over variables, and that a function node. The cells of
Yul's variables are variables again, as are the four states of the EVM; a function takes and returns
those that it or its callees use, and `EXT` if it has loops or is recursive, since it may then be
endless. Functions that call each other in a cycle are put into one `rec`.

A builtin that ends execution is followed by the end of the function, where all results are 0. Every
cycle of control flow takes the state `EXT` through a `use`, since it may be endless.

Source: chapter 09, sections 2.4, 2.5 and 5.4 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.graphs.components import components_of
from yulopt.rvsdg.build import build
from yulopt.rvsdg.cfg import (
    CALL,
    MOVE,
    USE,
    Block,
    ControlFlowGraph,
    Instruction,
    Literal,
    Operand,
    function_variable,
    retreating_edges,
)
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import ALL_STATES, MATCH, State, states_of
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import (
    MAIN,
    Constant,
    Function,
    Module,
    NamedValue,
    Result,
    Terminator,
    Text,
)
from yulopt.ssa.ir.function import Block as SsaBlock
from yulopt.ssa.ir.function import Instruction as SsaInstruction
from yulopt.ssa.ir.function import Value as SsaValue
from yulopt.ssa.ir.instructions import (
    Alloca,
    Branch,
    BuiltinCall,
    Call,
    End,
    Jump,
    Load,
    Return,
    Store,
    Switch,
)


def graph_of_module(module: Module, graph: Graph) -> Node:
    """The function node of the code outside functions. It takes and returns the states it uses.

    The module must be unchanged after lowering: variables are cells, there are no phis. Uncalled
    functions are omitted.
    """
    return _ModuleReader(module, graph).read()


class _ModuleReader:
    def __init__(self, module: Module, graph: Graph) -> None:
        self._module = module
        self._graph = graph
        self._callees = {
            function.name: list(dict.fromkeys(_calls(function)))
            for function in module.functions.values()
        }
        self._components = components_of(self._callees)
        self._states: dict[str, tuple[State, ...]] = {}
        for component in self._components:
            self._summarise(component)
        # The values of the variables of functions.
        self._functions: dict[str, Node] = {}

    def _is_recursive(self, component: list[str]) -> bool:
        return len(component) > 1 or component[0] in self._callees[component[0]]

    def _summarise(self, component: list[str]) -> None:
        """Find the states of functions whose other callees are known."""
        found: set[State] = {State.EXT} if self._is_recursive(component) else set()
        for name in component:
            found.update(_own_states(self._module.functions[name]))
            for callee in self._callees[name]:
                found.update(self._states.get(callee, ()))
        states = tuple(state for state in ALL_STATES if state in found)
        self._states.update(dict.fromkeys(component, states))

    def read(self) -> Node:
        """The node of `MAIN`."""
        for component in self._components:
            if self._is_recursive(component):
                self._recursion(component)
            else:
                self._functions[function_variable(component[0])] = self._function(component[0], [])
        return self._functions[function_variable(MAIN)]

    def _recursion(self, component: list[str]) -> None:
        members = set(component)
        names = [name for name in self._module.functions if name in members]
        functions = [self._function(name, names) for name in names]
        made = self._graph.recursion(functions)
        for index, name in enumerate(names):
            self._functions[function_variable(name)] = self._graph.projection(index, made)

    def _function(self, name: str, constants: list[str]) -> Node:
        function = self._module.functions[name]
        return build(
            _FunctionReader(function, self._states, constants).read(),
            self._graph,
            self._functions,
            constants=[self._graph.argument(index) for index in range(len(constants))],
        )


def _calls(function: Function) -> list[str]:
    return [item.callee for item in function.all_instructions() if isinstance(item, Call)]


def _own_states(function: Function) -> set[State]:
    found: set[State] = {State.EXT} if LoopForest(function).loops else set()
    for instruction in function.all_instructions():
        if isinstance(instruction, (BuiltinCall, End)):
            found.update(states_of(instruction.builtin))
    return found


_STATE_VARIABLES: Final = {state: f":{state.value}" for state in ALL_STATES}


class _FunctionReader:
    """Reads one function.

    `states`: the states that it takes and returns, and those of all its callees; `constants`: the
    names of the functions that it takes.
    """

    def __init__(
        self, function: Function, states: dict[str, tuple[State, ...]], constants: list[str]
    ) -> None:
        self._function = function
        self._states = states
        self._own_states = _variables(states[function.name])
        name = "" if function.name == MAIN else function.name
        self._graph = ControlFlowGraph(
            name,
            [*(parameter.name for parameter in function.parameters), *self._own_states],
            function.returns + len(self._own_states),
            [function_variable(constant) for constant in constants],
        )
        self._nothing: list[Operand] = [*(0 for _ in range(function.returns)), *self._own_states]
        self._graph.endless = self._nothing
        self._blocks: dict[SsaBlock, Block] = {}

    def read(self) -> ControlFlowGraph:
        """The graph."""
        # A block without back edges to it.
        start = self._graph.made_block("entry")
        for source in self._function.blocks:
            self._blocks[source] = self._graph.new_block(source.label)
        start.go_to(self._blocks[self._function.entry])
        for source, block in self._blocks.items():
            for instruction in source.instructions:
                self._instruction(block, instruction)
            assert source.terminator is not None
            self._terminator(block, source.terminator)
        heads = {block.targets[index]: None for block, index in retreating_edges(start)}
        outside = _STATE_VARIABLES[State.EXT]
        for head in heads:
            head.instructions.insert(0, Instruction(USE, [outside], [outside]))
        return self._graph

    def _instruction(self, block: Block, instruction: SsaInstruction) -> None:
        if isinstance(instruction, Alloca):
            return
        operands = [_operand(operand) for operand in instruction.operands]
        results = [result.name for result in instruction.results]
        if isinstance(instruction, Load):
            block.instructions.append(Instruction(MOVE, operands, results))
        elif isinstance(instruction, Store):
            assert isinstance(instruction.cell, NamedValue)
            block.move(_operand(instruction.value), instruction.cell.name)
        elif isinstance(instruction, Call):
            states = _variables(self._states[instruction.callee])
            function = function_variable(instruction.callee)
            block.instructions.append(
                Instruction(CALL, [function, *operands, *states], [*results, *states])
            )
        else:
            assert isinstance(instruction, BuiltinCall)
            states = _variables(states_of(instruction.builtin))
            if results or states:
                block.instructions.append(
                    Instruction(instruction.builtin.name, [*operands, *states], [*results, *states])
                )

    def _terminator(self, block: Block, terminator: Terminator) -> None:
        if isinstance(terminator, Jump):
            block.go_to(self._blocks[terminator.target])
        elif isinstance(terminator, Branch):
            self._branch(block, terminator)
        elif isinstance(terminator, Switch):
            self._switch(block, terminator)
        elif isinstance(terminator, Return):
            block.returned = [*map(_operand, terminator.operands), *self._own_states]
        else:
            if isinstance(terminator, End):
                states = _variables(states_of(terminator.builtin))
                operands = [_operand(operand) for operand in terminator.operands]
                block.instructions.append(
                    Instruction(terminator.builtin.name, [*operands, *states], [*states])
                )
            block.returned = list(self._nothing)

    def _branch(self, block: Block, branch: Branch) -> None:
        then, otherwise = self._blocks[branch.then], self._blocks[branch.otherwise]
        if _is_boolean(branch.condition):
            block.go_to(otherwise, then, selector=_operand(branch.condition))
        else:
            selector = self._computed(block, "iszero", [_operand(branch.condition)])
            block.go_to(then, otherwise, selector=selector)

    def _switch(self, block: Block, switch: Switch) -> None:
        default = self._blocks[switch.default]
        value = _operand(switch.selector)
        cases = [(case, self._blocks[target]) for case, target in switch.cases()]
        if not cases:
            block.go_to(default)
        elif len(cases) == 1:
            words: list[Operand] = [value, cases[0][0]]
            selector = self._computed(block, "eq", words)
            block.go_to(default, cases[0][1], selector=selector)
        else:
            words = [value, *(case for case, _ in cases)]
            selector = self._computed(block, f"{MATCH}{len(cases)}", words)
            block.go_to(*(target for _, target in cases), default, selector=selector)

    def _computed(self, block: Block, name: str, operands: list[Operand]) -> str:
        variable = self._graph.made_variable("selector")
        block.instructions.append(Instruction(name, operands, [variable]))
        return variable


def _variables(states: tuple[State, ...]) -> list[str]:
    return [_STATE_VARIABLES[state] for state in states]


def _operand(value: SsaValue) -> Operand:
    if isinstance(value, Constant):
        return value.value
    if isinstance(value, Text):
        return Literal(value.content)
    assert isinstance(value, NamedValue)
    return value.name


def _is_boolean(value: SsaValue) -> bool:
    """Whether it is certainly 0 or 1."""
    if not isinstance(value, Result):
        return False
    definition = value.instruction
    return isinstance(definition, BuiltinCall) and definition.builtin.is_boolean
