"""Random functions in SSA form, and their behaviour.

`random_module` makes a function `f` with any control flow, also irreducible, whose phis come from
no variables: they swap, repeat and ignore each other in every way the form allows. Many branches
depend on a coin that is tossed outside, so that most loops end. `behaviour` runs the function.
"""

from __future__ import annotations

from random import Random

import attr

from tests.ssa.graphs import random_graph
from tests.ssa.interpreter import empty_frame, run_function
from yulopt.evm.environment import Limits
from yulopt.evm.halt import LIMITS, Halt, HaltKind
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.edges import predecessors, split_repeated_edges
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Module,
    NamedValue,
    Parameter,
    Phi,
    Result,
    Terminator,
    Value,
)
from yulopt.ssa.ir.instructions import Alloca, Branch, BuiltinCall, Call, Jump, Load, Return, Store
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.text.parser import parse_module

_FUNCTIONS = """
declare @coin(i256) -> i256

func @pure(%a: i256, %b: i256) -> i256, i256 {
entry:
  %0 = add %a, %b
  %1 = mul %a, 3
  ret %0, %1
}

func @reader(%a: i256) -> i256 {
entry:
  %0 = sload %a
  %1 = mload 64
  %2 = xor %0, %1
  ret %2
}

func @writer(%a: i256) -> i256 {
entry:
  %0 = sload %a
  sstore %a, 7
  ret %0
}

func @looping(%a: i256) -> i256 {
entry:
  br %head
head:
  %i = phi i256 [ %a, %entry ], [ %0, %again ]
  %0 = shr 64, %i
  br %0, %again, %done
again:
  br %head
done:
  ret %i
}
"""
_PURE = (
    "add sub mul div mod and or xor eq lt gt slt sgt shl shr sar byte addmod iszero not "
    "signextend calldataload calldatasize caller"
).split()
_ACTING = "sload sload mload keccak256 sstore sstore mstore".split()
_FUNCTION_NAMES = "pure reader writer looping".split()
_NUMBERS = (0, 0, 1, 1, 2, 3, 5, 31, 32, 255, 256, (1 << 256) - 1)
_TOSSES = 40


def random_module(rng: Random, size: int = 8) -> Module:
    """A module with a random function `f`, and some that it calls."""
    module = parse_module(_FUNCTIONS)
    function = random_graph(rng, rng.randint(1, size))
    function.parameters.append(Parameter("d"))
    function.returns = 2
    module.add(function)
    _Filling(rng, module).run()
    return module


class _Filling:
    """Gives the graph of `f` its phis and instructions."""

    def __init__(self, rng: Random, module: Module) -> None:
        self._rng = rng
        self._module = module
        self._function = module.functions["f"]
        split_repeated_edges(self._function)
        self._names = NameSupply(self._function)
        self._constants = rng.uniform(0.05, 0.5)
        self._acting = rng.choice((0, 0.1, 0.3))

    def run(self) -> None:
        before = predecessors(self._function)
        tree = DominatorTree(self._function)
        available: dict[Block, list[NamedValue]] = {}
        for block in tree.preorder:
            entry = block is self._function.entry
            values = available[block] = list(
                self._function.parameters if entry else available[tree.idom[block]]
            )
            most = 0 if entry or _has_repeated_edge(block, before[block]) else 3
            for _ in range(self._rng.choice((0, 0, *range(most + 1)))):
                phi = Phi(self._names.temporary())
                block.add_phi(phi)
                values.append(phi.result)
            for _ in range(self._rng.choice((0, 0, 1, 2, 4))):
                self._append(block, values)
            assert block.terminator is not None
            self._complete(block.terminator, values)
        for block in self._function.blocks:
            for source in before[block]:
                for phi in block.phis:
                    phi.add_incoming(source, self._value(available[source]))

    def _complete(self, terminator: Terminator, values: list[NamedValue]) -> None:
        """Let a terminator read something."""
        if isinstance(terminator, Return):
            terminator.add_operand(self._value(values))
            terminator.add_operand(self._value(values))
        elif terminator.operands:
            decision = self._value(values)
            if self._rng.random() < 0.6:
                assert terminator.block is not None
                toss = Call("coin", [decision], [self._names.temporary()])
                terminator.block.append(toss)
                decision = toss.result
            terminator.set_operand(0, decision)

    def _append(self, block: Block, values: list[NamedValue]) -> None:
        if self._rng.random() < self._acting / 3:
            name = self._rng.choice(_FUNCTION_NAMES)
            callee = self._module.functions[name]
            arguments = [self._value(values) for _ in callee.parameters]
            results = [self._names.temporary() for _ in range(callee.returns)]
            call = Call(name, arguments, results)
            block.append(call)
            values.extend(call.results)
            return
        name = self._rng.choice(_ACTING if self._rng.random() < self._acting else _PURE)
        builtin = self._module.dialect.builtins[name]
        operands = [self._value(values) for _ in range(builtin.parameters)]
        if builtin.operations and builtin.operations[0].space.value == "memory":
            # Addresses that a memory can have.
            operands = [self._small(operand) for operand in operands]
        instruction = BuiltinCall(
            builtin, operands, [self._names.temporary() for _ in range(builtin.returns)]
        )
        block.append(instruction)
        values.extend(instruction.results)

    def _small(self, value: Value) -> Value:
        small = isinstance(value, Constant) and value.value < 1000
        return value if small else Constant(self._rng.choice((0, 32, 64)))

    def _value(self, values: list[NamedValue]) -> Value:
        if not values or self._rng.random() < self._constants:
            return Constant(self._rng.choice(_NUMBERS))
        return self._rng.choice(values[-6:] if self._rng.random() < 0.6 else values)


def demote_values(rng: Random, module: Module) -> None:
    """Keep some values of `f` in cells: stored where they are defined, and loaded for each use."""
    function = module.functions["f"]
    names = NameSupply(function)
    values = [
        result
        for one in function.all_instructions()
        for result in one.results
        if rng.random() < 0.4
    ]
    for value in values:
        assert isinstance(value, Result)
        definition = value.instruction
        uses = list(value.uses)
        cell = Alloca(names.value("cell"))
        function.entry.insert(0, cell)
        block = definition.block
        assert block is not None
        index = 0 if isinstance(definition, Phi) else block.instructions.index(definition) + 1
        block.insert(index, Store(value, cell.result))
        for user, number in uses:
            load = Load(cell.result, names.temporary())
            block = user.blocks[number] if isinstance(user, Phi) else user.block
            assert block is not None
            if user in block.instructions:
                block.insert(block.instructions.index(user), load)
            else:
                block.append(load)
            user.set_operand(number, load.result)


def repeat_ends(rng: Random, module: Module) -> None:
    """Let some jumps of `f` depend on an argument; otherwise they lead to ends of which many are
    equal."""
    function = module.functions["f"]
    names = NameSupply(function)
    ends: list[Block] = []
    for block in function.blocks:
        if isinstance(block.terminator, Jump):
            end = Block(names.label("end"))
            slot, word = (Constant(rng.randrange(2)) for _ in "ab")
            end.append(BuiltinCall(module.dialect.builtins["sstore"], [slot, word], []))
            end.terminate(Return([word, Constant(1)]))
            argument = rng.choice(function.parameters)
            block.terminate(Branch(argument, block.terminator.target, end))
            ends.append(end)
    function.blocks += ends


def _has_repeated_edge(block: Block, before: list[Block]) -> bool:
    terminators = [source.terminator for source in before]
    return any(one is not None and one.targets.count(block) > 1 for one in terminators)


@attr.s(auto_attribs=True)
class Behaviour:
    """The outcome of a call: its ending, results, coin tosses, and storage."""

    kind: HaltKind | None
    results: list[int]
    tosses: list[list[int]]
    storage: dict[int, int]


def behaviour(module: Module, rng: Random, *, steps: int = 400) -> Behaviour | None:
    """The outcome of `f` for random arguments and coins, None if it does not end soon."""
    arguments: list[int] = [rng.choice((*_NUMBERS, rng.getrandbits(256))) for _ in "cd"]
    coins = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(_TOSSES)]
    tosses: list[list[int]] = []

    def toss(name: str, given: list[int]) -> list[int]:
        tosses.append(given)
        if not coins:
            raise Halt(HaltKind.STOP)
        return [coins.pop()]

    frame = empty_frame(Limits(steps))
    frame.account.storage.update({0: 5, 1: 7, 5: 1})
    results: list[int] = []
    kind: HaltKind | None = None
    try:
        results = run_function(module, "f", arguments, frame=frame, host=toss)
    except Halt as halt:
        kind = halt.kind
    if kind in LIMITS:
        return None
    storage = {slot: word for slot, word in frame.account.storage.items() if word}
    return Behaviour(kind, results, tosses, storage)
