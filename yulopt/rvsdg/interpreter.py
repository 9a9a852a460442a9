"""The interpreter: evaluates a graph on demand, in the words of its language.

A node is evaluated once per activation of its region, on demand, and its value cached. Only the
taken case of a switch is evaluated, and its inputs only when they are used. The inputs of a call
are evaluated before it: earlier effects in the chain of states must happen before a function that
may never return. A loop is executed when one of its outputs is needed: each iteration evaluates the
variables that its needed outputs or its predicate depend on. An unneeded loop may be endless.

States have no value; they order effects because each effect needs the one before it. Only `use`
yields a comparable value: a word mixed from its operands.

Source: chapter 09, section 2.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from yulopt.errors import count_text
from yulopt.rvsdg.ir import (
    Argument,
    Call,
    Constant,
    Function,
    Loop,
    Node,
    Operator,
    Projection,
    Recursion,
    Switch,
    Text,
    Use,
)
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.traversal import needed_variables, postorder


def run(
    root: Node,
    arguments: Sequence[int],
    language: Language,
    *,
    fuel: int = 1_000_000,
    effects: Effects | None = None,
) -> list[int]:
    """The outputs of a function for these arguments; or the only value of any other expression.

    `fuel` limits the iterations of loops and the calls. Raises `OutOfFuelError`, and ValueError if
    the graph violates its rules dynamically (a switch predicate out of range, for example), or if
    an effect is unknown.
    """
    interpreter = _Interpreter(root, language, fuel, effects or Effects())
    top = _Activation([])
    if not isinstance(root, Function):
        return [interpreter.word(top, root)]
    if len(arguments) != root.inputs:
        raise ValueError(
            f"the function takes {count_text(root.inputs, 'argument')}, not {len(arguments)}"
        )
    given: list[Value | tuple[_Activation, Node]] = [language.word(word) for word in arguments]
    body = _Activation([*given, *((top, constant) for constant in root.constants)])
    return [interpreter.word(body, result) for result in root.results]


class _Interpreter:
    """Evaluates nodes; pending evaluations are on an explicit stack."""

    def __init__(self, root: Node, language: Language, fuel: int, effects: Effects) -> None:
        self._language = language
        self._fuel = fuel
        self._effects = effects
        self._demand = _LoopDemand(root)
        self._stack: list[tuple[_Activation, Node]] = []

    def word(self, activation: _Activation, node: Node) -> int:
        """The word of a node in an activation."""
        self._stack.append((activation, node))
        while self._stack:
            where, what = self._stack[-1]
            if what in where.values:
                self._stack.pop()
                continue
            value = self._value(where, what)
            if value is not None:
                where.values[what] = value
                self._stack.pop()
        value = activation.values[node]
        if not isinstance(value, int):
            raise ValueError("the result is not a word")
        return value

    def _value(self, activation: _Activation, node: Node) -> Value | None:
        """The value of a node; None if other values, now on the stack, are needed first."""
        if isinstance(node, Constant):
            return node.value
        if isinstance(node, Argument):
            return self._argument(activation, node)
        if isinstance(node, Projection):
            return self._projection(activation, node)
        if isinstance(node, (Operator, Use)):
            return self._operator(activation, node)
        if isinstance(node, Switch):
            return self._switch(activation, node)
        if isinstance(node, Loop):
            return self._loop(activation, node)
        if isinstance(node, Call):
            return self._call(activation, node)
        if isinstance(node, Function):
            return _Closure(node, activation)
        if isinstance(node, Recursion):
            inside = _Activation([])
            inside.arguments.extend((inside, function) for function in node.operands)
            return _Outputs(inside, node.operands)
        raise ValueError("a string is not a value")

    def _get(self, activation: _Activation, node: Node) -> Value | None:
        """The value of a node if it is known; else it is put on the stack."""
        if isinstance(node, Constant):
            return node.value
        value = activation.values.get(node)
        if value is None:
            self._stack.append((activation, node))
        return value

    def _argument(self, activation: _Activation, node: Argument) -> Value | None:
        if node.index >= len(activation.arguments):
            raise ValueError(f"there is no argument get-{node.index} in this scope")
        argument = activation.arguments[node.index]
        if isinstance(argument, tuple):
            return self._get(*argument)
        return argument

    def _projection(self, activation: _Activation, node: Projection) -> Value | None:
        source = self._get(activation, node.source)
        if source is None:
            return None
        if isinstance(source, _Outputs):
            if node.index >= len(source.nodes):
                raise ValueError(f"there is no output {node.index}")
            return self._get(source.activation, source.nodes[node.index])
        if not isinstance(source, dict) or node.index not in source:
            raise ValueError(f"there is no output {node.index}")
        return source[node.index]

    def _operator(self, activation: _Activation, node: Operator | Use) -> Value | None:
        waiting = len(self._stack)
        words: list[int] = []
        texts: list[str] = []
        # Arguments are evaluated from right to left, as in Yul: the last one is put on top.
        for operand in node.operands:
            if isinstance(operand, Text):
                texts.append(operand.content)
                continue
            value = self._get(activation, operand)
            if isinstance(value, int):
                words.append(value)
            elif value is not None:
                raise ValueError("an operand is not a word")
        if len(self._stack) > waiting:
            return None
        if isinstance(node, Use):
            return self._language.word(mixed(words))
        if self._language.is_foldable(node.name):
            return self._language.evaluate(node.name, words)
        signature = self._language.signature(node.name)
        assert signature is not None
        words = words[: signature.words - len(texts)]
        result = self._effects.execute(node.name, texts, words)
        if not signature.is_tuple:
            return result
        return {
            index: result if index < signature.values else 0 for index in range(signature.outputs)
        }

    def _switch(self, activation: _Activation, node: Switch) -> Value | None:
        predicate = self._get(activation, node.predicate)
        if predicate is None:
            return None
        if not isinstance(predicate, int) or not 0 <= predicate < node.cases:
            raise ValueError(f"the predicate of a switch with {node.cases} cases is {predicate}")
        inside = _Activation([(activation, operand) for operand in node.inputs])
        return _Outputs(inside, node.case(predicate))

    def _call(self, activation: _Activation, node: Call) -> Value | None:
        waiting = len(self._stack)
        closure = self._get(activation, node.function)
        inputs = [self._get(activation, operand) for operand in node.inputs]
        if len(self._stack) > waiting:
            return None
        if not isinstance(closure, _Closure):
            raise ValueError("what is called is not a function")
        function = closure.function
        if len(inputs) != function.inputs:
            raise ValueError(
                f"a function with {count_text(function.inputs, 'input')} is called with"
                f" {len(inputs)}"
            )
        self._use_fuel()
        inside = _Activation([value for value in inputs if value is not None])
        inside.arguments.extend((closure.activation, constant) for constant in function.constants)
        return _Outputs(inside, function.results)

    def _loop(self, activation: _Activation, node: Loop) -> Value | None:
        """One step of a loop: wait for the values an iteration needs, or begin the next one."""
        iteration = activation.loops.get(node)
        if iteration is None:
            iteration = _Activation([(activation, operand) for operand in node.inputs])
            activation.loops[node] = iteration
        needed = self._demand.variables(node)
        waiting = len(self._stack)
        predicate = self._get(iteration, node.predicate)
        values: dict[int, Value] = {}
        for index in needed:
            value = self._get(iteration, node.results[index])
            if value is not None:
                values[index] = value
        if len(self._stack) > waiting or predicate is None:
            return None
        if predicate == 0:
            del activation.loops[node]
            return values
        self._use_fuel()
        # Unneeded variables are never evaluated.
        activation.loops[node] = _Activation([values.get(index, 0) for index in range(node.width)])
        return None

    def _use_fuel(self) -> None:
        self._fuel -= 1
        if self._fuel < 0:
            raise OutOfFuelError


_MIX: Final = 0x9E3779B97F4A7C15
_MIX_LIMIT: Final = 1 << 64


def mixed(words: Sequence[int]) -> int:
    """The result of `use`: a hash of all words and their order."""
    result = len(words) + 1
    for word in words:
        result = (result ^ word) * _MIX % _MIX_LIMIT
        result ^= result >> 29
    return result


class OutOfFuelError(Exception):
    """The interpreter gave up: too many iterations and calls."""


class Effects:
    """Executes operators with effects, and those that are not functions of words."""

    def execute(self, name: str, texts: Sequence[str], words: Sequence[int]) -> int:
        """Execute a builtin; its result, 0 if it has none."""
        raise ValueError(f"'{name}' cannot be executed here")


class _LoopDemand:
    """The demand for the loops of one graph."""

    __slots__ = ("_used", "_variables")

    def __init__(self, root: Node) -> None:
        self._used: dict[Node, dict[int, None]] = {}
        for node in postorder([root]):
            if isinstance(node, Projection) and isinstance(node.source, Loop):
                self._used.setdefault(node.source, {})[node.index] = None
        self._variables: dict[Loop, list[int]] = {}

    def variables(self, loop: Loop) -> list[int]:
        """The indices of the variables that must be evaluated when the loop is executed."""
        if loop not in self._variables:
            used = [index for index in self._used.get(loop, {}) if index < loop.width]
            self._variables[loop] = needed_variables(loop, used)
        return self._variables[loop]


class _Closure:
    """A function value (closure): the function, and the activation of its constants."""

    __slots__ = ("activation", "function")

    def __init__(self, function: Function, activation: _Activation) -> None:
        self.function = function
        self.activation = activation


class _Outputs:
    """A tuple whose values are evaluated on demand."""

    __slots__ = ("activation", "nodes")

    def __init__(self, activation: _Activation, nodes: tuple[Node, ...]) -> None:
        self.activation = activation
        self.nodes = nodes


Value: TypeAlias = "int | _Closure | _Outputs | dict[int, Value]"


class _Activation:
    """One execution of a region: its arguments, and the values known so far.

    An argument is a value, or a node to evaluate in another activation.
    """

    __slots__ = ("arguments", "loops", "values")

    def __init__(self, arguments: list[Value | tuple[_Activation, Node]]) -> None:
        self.arguments = arguments
        self.values: dict[Node, Value] = {}
        # The loops of this region that are being executed.
        self.loops: dict[Node, _Activation] = {}
