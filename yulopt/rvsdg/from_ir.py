"""Makes a graph of a module of chapter 08, as `yulopt.ssa.lowering` gives it.

Each function becomes a control-flow graph over variables (`yulopt.rvsdg.function_reader`), and that
a function node. The states of the EVM are four variables more, of which a function takes and gives
those that it or something it calls uses; `EXT`, if it has loops or calls itself, since it may be
endless then. Functions that call each other in a cycle are put into one `rec`.

Source: chapter 09, sections 2.4, 2.5 and 5.4 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import strongly_connected_components
from yulopt.rvsdg.build import build
from yulopt.rvsdg.cfg import function_variable
from yulopt.rvsdg.function_reader import FunctionReader
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.states import ALL_STATES, State, states_of
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import MAIN, Function, Module
from yulopt.ssa.ir.instructions import BuiltinCall, Call, End


def graph_of_module(module: Module, graph: Graph) -> Node:
    """The function node of the code outside functions. It takes and gives the states it uses.

    The module must be as lowering made it: variables are cells, there are no phis. Functions that
    are never called are left out.
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
        self._components = strongly_connected_components(self._callees)
        self._states: dict[str, tuple[State, ...]] = {}
        for component in self._components:
            self._summarise(component)
        # The values of the variables that functions are called by.
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
            FunctionReader(function, self._states, constants).read(),
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
