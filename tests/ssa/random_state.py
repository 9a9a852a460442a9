"""Random functions with any control flow, also irreducible, that load and store.

`random_state_module` makes a module whose function `main` works on few words of memory, storage,
and transient storage, also through a pointer, and on cells. Every decision comes from a byte of
call data, one after the other; after 40 of them execution reverts. `state_behaviour` runs it.
"""

from __future__ import annotations

from random import Random

from tests.ssa.graphs import random_graph
from tests.ssa.interpreter import run_function
from yulopt.evm.bytecode import Bytecode
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import Frame, Transaction
from yulopt.evm.halt import LIMITS, Halt, HaltKind
from yulopt.evm.world import World
from yulopt.ssa.ir.edges import split_repeated_edges
from yulopt.ssa.ir.function import Block, Function, Module
from yulopt.ssa.ir.instructions import Branch, Jump, Return, Switch
from yulopt.ssa.text.parser import parse_module

_FUNCTIONS = """
func @toss() -> i256 {
entry:
  %n = tload 1000
  %next = add %n, 1
  tstore 1000, %next
  %more = lt %n, 40
  br %more, %go, %over
go:
  %word = calldataload %n
  %byte = and %word, 255
  ret %byte
over:
  end revert 0, 0
}

func @touch(%p: i256, %x: i256) {
entry:
  %old = mload %p
  %new = add %old, %x
  mstore %p, %new
  ret
}

func @poke(%x: i256) {
entry:
  sstore 1, %x
  mstore 32, %x
  ret
}
"""
_ENTRY = """\
  %s = and %c, 1
  %m = and %c, 32
  %x = alloca i256
  %y = alloca i256
  mstore 96, 64"""
_CELLS = "%x %y".split()
# The word at this address holds the address of another one.
_POINTER = 96


def random_state_module(rng: Random, size: int = 7) -> Module:
    """A module with a random function `main` of a word."""
    graph = random_graph(rng, rng.randint(2, size))
    split_repeated_edges(graph)
    return parse_module(_Writer(rng).function(graph) + _FUNCTIONS)


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._count = 0
        self._kinds = rng.sample("mstcccb", rng.choice((1, 2, 3)))
        self._values: list[str] = []

    def function(self, graph: Function) -> str:
        lines = ["func @main(%c: i256) {"]
        for block in graph.blocks:
            lines.append(f"{block.label}:")
            if block is graph.entry:
                lines.append(_ENTRY)
            # Values of other blocks may not be available.
            self._values = ["%c", "1", "2"]
            for _ in range(self._rng.choice((0, 1, 2, 4))):
                lines.append("  " + self._instruction())
            lines.append("  " + self._end(block))
        return "\n".join([*lines, "}\n"])

    def _new(self) -> str:
        self._count += 1
        name = f"%v{self._count}"
        self._values.append(name)
        return name

    def _instruction(self) -> str:
        rng = self._rng
        if rng.random() < 0.1 and len(self._values) > 3:
            return f"log1 0, {rng.choice((0, 64))}, {self._values[-1]}"
        if rng.random() < 0.05:
            return f"call @poke({rng.choice(self._values)})"
        kind = rng.choice(self._kinds)
        value = rng.choice(self._values)
        stores = rng.random() < 0.5
        if kind == "c":
            cell = rng.choice(_CELLS)
            return f"store i256 {value}, {cell}" if stores else f"{self._new()} = load i256, {cell}"
        if kind == "b":
            if rng.random() < 0.3:
                return f"mstore {_POINTER}, {rng.choice(('0', '16', '64', '%m'))}"
            self._count += 1
            pointer = f"%r{self._count}"
            access = f"{pointer} = mload {_POINTER}  "
            if rng.random() < 0.1:
                return access + f"call @touch({pointer}, {value})"
            if stores:
                return access + f"mstore {pointer}, {value}"
            return access + f"{self._new()} = mload {pointer}"
        addresses = ("0", "32", "16", "%m") if kind == "m" else ("0", "1", "%s")
        address = rng.choice(addresses)
        return (
            f"{kind}store {address}, {value}" if stores else f"{self._new()} = {kind}load {address}"
        )

    def _end(self, block: Block) -> str:
        terminator = block.terminator
        if isinstance(terminator, Jump):
            return f"br %{terminator.target.label}"
        if isinstance(terminator, Return):
            shown = "".join(
                f"%w{block.label}{index} = load i256, {cell} log1 0, 64, %w{block.label}{index} "
                for index, cell in enumerate(_CELLS)
                if self._rng.random() < 0.3
            )
            return shown + self._rng.choice(("ret", "ret", "end return 0, 64", "end revert 0, 32"))
        toss = f"%t{block.label} = call @toss()  %d{block.label} = and %t{block.label}, 3  "
        if isinstance(terminator, Branch):
            targets = f"%{terminator.then.label}, %{terminator.otherwise.label}"
            return f"{toss} br %d{block.label}, {targets}"
        assert isinstance(terminator, Switch)
        cases = ", ".join(f"{value}: %{target.label}" for value, target in terminator.cases())
        return f"{toss} switch %d{block.label}, %{terminator.default.label} [ {cases} ]"


def state_behaviour(module: Module, rng: Random, *, steps: int = 600) -> object:
    """The outcome of `main` for random calldata, None if it does not end soon."""
    world = World()
    world.start_transaction()
    transaction = Transaction(world, Environment(), Limits(steps), {}, Bytecode(), {})
    frame = Frame(transaction, world.account(1), b"", caller=2, calldata=rng.randbytes(80))
    frame.account.storage.update({0: 5, 1: 7})
    kind = HaltKind.STOP
    output = b""
    try:
        run_function(module, "main", [rng.randint(0, 63)], frame=frame)
    except Halt as halt:
        kind, output = halt.kind, halt.output
    if kind in LIMITS:
        return None
    if kind in (HaltKind.REVERT, HaltKind.INVALID):
        return kind, output
    return kind, output, world.logs, frame.account.storage, frame.account.transient
