"""Random functions over a few cells, with any control flow, also irreducible; and their behaviour.

The host decides branches and receives the loaded values, so two forms of a function can be compared
by its record.
"""

from __future__ import annotations

from random import Random

from tests.ssa.graphs import random_graph
from tests.ssa.interpreter import empty_frame, run_function
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.evm.environment import Limits
from yulopt.evm.halt import Halt, HaltKind
from yulopt.ssa.ir.builder import Builder
from yulopt.ssa.ir.function import Constant, Declaration, Module, Value
from yulopt.ssa.ir.instructions import Alloca
from yulopt.ssa.ir.names import NameSupply

_MAX_CALLS = 150


def random_cells(rng: Random, size: int = 8, cells: int = 3) -> Module:
    """A module with the function `f` over random cells, some of them not in the entry block."""
    function = random_graph(rng, size)
    module = Module(dialect_for(DEFAULT_EVM_VERSION))
    module.declarations["see"] = Declaration("see", 2, 0)
    module.declarations["choose"] = Declaration("choose", 0, 1)
    module.add(function)
    names = NameSupply(function)
    builder = Builder(module, names, function.entry)

    def new_cell(name: str) -> Value:
        cell = Alloca(names.value(name))
        builder.block.append(cell)
        return cell.result

    references = [new_cell(f"v{index}.addr") for index in range(cells)]
    for block in function.blocks:
        builder.block = block
        local: list[Value] = []
        if rng.random() < 0.2:
            local.append(new_cell("local.addr"))
        known: list[Value] = [Constant(rng.randrange(5))]
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            reference = rng.choice(references + local)
            if rng.random() < 0.5:
                known.append(builder.load(reference))
                number = Constant(rng.randrange(100))
                builder.call("see", [number, known[-1]])
            else:
                builder.store(rng.choice(known), reference)
        terminator = block.terminator
        assert terminator is not None
        for index in range(len(terminator.operands)):
            (choice,) = builder.call("choose", [])
            terminator.set_operand(index, choice)
    return module


def seen(module: Module, seed: int) -> list[object]:
    """The host's record of the function, with the choices of a seed."""
    rng = Random(seed)
    reported: list[object] = []
    calls = 0

    def host(name: str, arguments: list[int]) -> list[int]:
        nonlocal calls
        calls += 1
        if calls > _MAX_CALLS:
            raise Halt(HaltKind.STOP)
        if name == "choose":
            return [rng.randrange(3)]
        reported.append(tuple(arguments))
        return []

    try:
        # Enough for all calls; loops without any end here.
        frame = empty_frame(Limits(steps=10_000))
        run_function(module, "f", [0], frame=frame, host=host)
    except Halt as halt:
        reported.append(halt.kind)
    return reported
