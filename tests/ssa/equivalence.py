"""Compares programs with their SSA form, by transactions in both interpreters.

`Comparison` takes a Yul program once; `yul` and `ssa` tell what some calls of it do. Other modules
of tests use it for their passes, as `assert_same(text, transform)`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import attr

from tests.generation.literals import number
from tests.ssa.interpreter import SsaProgram
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.evm.chain import Chain
from yulopt.evm.code_image import CodeImage, code_image
from yulopt.evm.environment import DEFAULT_ORIGIN, Environment, Limits
from yulopt.evm.frame import Executable, TraceEntry, Tracer
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.machine import Program
from yulopt.interpreter.run import DEFAULT_ADDRESS, fund, install
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.suite.suite import make_context
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source

EVM_VERSION = "cancun"
Transform = Callable[[Module], None]


@attr.s(auto_attribs=True)
class Input:
    """The data of a call, and the storage before it."""

    calldata: bytes = b""
    storage: dict[int, int] = attr.Factory(dict)


def inputs(rng: Random, count: int = 3) -> list[Input]:
    """Some calls; the first one has no calldata."""
    made = [Input()]
    while len(made) < count:
        words = b"".join(number(rng).to_bytes(32, "big") for _ in range(rng.randint(1, 4)))
        slots = {slot: number(rng) for slot in range(rng.choice((0, 3, 5)))}
        made.append(Input(rng.choice((words, words[:35])), slots))
    return made


class Comparison:
    """One Yul program, to be run in both interpreters. `trace` is that of the last run."""

    def __init__(self, text: str, *, steps: int = 20_000) -> None:
        version = parse_evm_version(EVM_VERSION)
        self._dialect = dialect_for(version)
        self._environment = Environment(version)
        self.trace: list[TraceEntry] = []
        self._steps = steps
        program = parse_source(Source(text), self._dialect)
        run_with_deep_stack(lambda: self._prepare(program))
        self._image = code_image(program)
        self._objects = [(program, self._image)]
        for tree, image in self._objects:
            self._objects.extend(zip(tree.sub_objects, image.children, strict=True))

    def _prepare(self, program: Object) -> None:
        make_context(program.code, self._dialect)
        for child in program.sub_objects:
            self._prepare(child)

    def yul(self, given: Input) -> Outcome:
        """The outcome of a call by the rules of Yul."""
        return self._run(given, lambda tree, image: Program(tree.code, image))

    def ssa(self, given: Input, transform: Transform) -> Outcome:
        """The outcome of a call in SSA form, after a transformation, which must leave it valid."""

        def compiled(tree: Object, image: CodeImage) -> Executable:
            module = lower(tree.code, self._dialect)
            verify_module(module)
            transform(module)
            verify_module(module)
            return SsaProgram(module, image)

        return self._run(given, compiled)

    def _run(self, given: Input, compiled: Callable[[Object, CodeImage], Executable]) -> Outcome:
        limits = Limits(self._steps, 1 << 20, call_depth=500)
        chain = Chain(None, self._environment, limits)
        self.trace = []
        chain.tracer = Tracer(self.trace.append)
        for tree, image in self._objects:
            chain.add_program(compiled(tree, image))
        install(chain, DEFAULT_ADDRESS, self._image.content, given.storage)
        fund(chain, DEFAULT_ORIGIN, 0)
        return chain.call(DEFAULT_ORIGIN, DEFAULT_ADDRESS, given.calldata)


def unchanged(module: Module) -> None:
    """The transformation that does nothing."""


def difference(one: Outcome, other: Outcome) -> str:
    """What two outcomes have not in common; empty if they are the same for an observer, or if one
    of them met a limit of its interpreter, so that they cannot be compared."""
    if one.is_limit or other.is_limit:
        return ""
    pairs = {
        "kind": (one.kind, other.kind),
        "output": (one.output, other.output),
        "logs": (one.logs, other.logs),
        "storage": (one.storage, other.storage),
        "transient storage": (one.transient, other.transient),
        "accounts": (one.accounts, other.accounts),
        "messages": (one.messages, other.messages),
    }
    return "; ".join(f"{what}: {a} != {b}" for what, (a, b) in pairs.items() if a != b)


def assert_same(text: str, transform: Transform = unchanged, *, seed: int = 0) -> int:
    """Compare a program in Yul and after the transformation; how many calls could be compared."""
    comparison = Comparison(text)
    compared = 0
    for given in inputs(Random(seed)):
        expected = comparison.yul(given)
        found = comparison.ssa(given, transform)
        assert not difference(expected, found), f"seed {seed}, {given}\n{text}"
        compared += not (expected.is_limit or found.is_limit)
    return compared
