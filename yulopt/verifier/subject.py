"""One object of a program as a contract that can be called, with any version of its code."""

from __future__ import annotations

from typing import Final

import attr

from yulopt.dialect import Dialect
from yulopt.evm.chain import Chain
from yulopt.evm.code_image import CodeImage, code_image
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import Executable, Tracer
from yulopt.evm.halt import HaltKind
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.machine import Program, compile_tree
from yulopt.syntax.ast import Block
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Object
from yulopt.verifier.equivalence import (
    Difference,
    first_difference,
    is_comparable,
    limits_after,
    with_free_reads,
)
from yulopt.verifier.inputs import BALANCE, CALLER, CONTRACT, Input, code_of

# The limits of a run.
LIMITS: Final = Limits(steps=5_000, memory=1 << 18, call_depth=1024)


@attr.s(auto_attribs=True, eq=False)
class Subject:
    """An object of a program: its path in the object tree, its original code, and its image.

    `others`: the original programs of the enclosing and inner objects, by marker.
    """

    path: str
    code: Block
    image: CodeImage
    original: Program
    others: dict[bytes, Executable]
    environment: Environment

    def run(
        self, program: Executable, given: Input, limits: Limits, tracer: Tracer | None = None
    ) -> Outcome:
        """The outcome of a call when the object has this code."""
        chain = Chain(None, self.environment, limits)
        chain.programs.update(self.others)
        chain.add_program(program)
        chain.tracer = tracer
        world = chain.world
        for address, behaviour in given.behaviours.items():
            other = world.account(address)
            other.code = code_of(behaviour)
            other.nonce, other.balance = 1, BALANCE
        contract = world.account(CONTRACT)
        contract.code = self._code(given)
        contract.nonce, contract.balance = 1, BALANCE
        contract.storage.update(given.storage)
        world.account(given.caller).balance += BALANCE + given.value
        return chain.call(given.caller, CONTRACT, given.calldata, given.value)

    def _code(self, given: Input) -> bytes:
        code = bytearray(self.image.content)
        for name, word in given.immutables.items():
            for offset in self.image.immutables[name]:
                code[offset : offset + WORD_BYTES] = word.to_bytes(WORD_BYTES, "big")
        return bytes(code) + given.arguments

    def run_with_guard(self, given: Input, guard: int | None) -> Outcome:
        """The outcome of the original code when `memoryguard` returns a value.

        It may return any value that is not below its argument. So when a step raises it, the
        original code is also run with that value; then it must not use the memory in between.
        """
        program = self.original
        if guard is not None and program.memory_guard not in (None, guard):
            program = Program(self.code, self.image, guard)
        return self.run(program, given, LIMITS)

    def difference(self, program: Executable, given: Input, before: Outcome) -> Difference | None:
        """The difference between a version of the code and the original, if any."""
        if not is_comparable(before):
            return None
        limits = limits_after(LIMITS)
        after = self.run(program, given, limits)
        if after.kind == HaltKind.OUT_OF_MEMORY:
            # Steps may hoist a read of memory out of a loop to a point where it is always executed.
            after = self.run(program, given, with_free_reads(limits))
        return first_difference(before, after)


def check_version(subject: Subject, code: Block, given: Input) -> Difference | None:
    """The difference between some code and the subject's original code for one input."""
    program = Program(code, subject.image)
    before = subject.run_with_guard(given, program.memory_guard)
    return subject.difference(program, given, before)


def subjects(program: Object, dialect: Dialect) -> list[Subject]:
    """Each object of a program as a subject, in the order of `Object.levels`."""
    image = code_image(program)
    programs = compile_tree(program, image)
    paths = program.paths()
    by_marker: dict[bytes, Executable] = {}
    for compiled in programs:
        assert compiled.image is not None
        by_marker[compiled.image.marker] = compiled
    environment = Environment(dialect.version, origin=CALLER)
    result: list[Subject] = []
    for tree, compiled in zip(program.levels(), programs, strict=True):
        own = compiled.image
        assert own is not None
        result.append(Subject(paths[tree], tree.code, own, compiled, by_marker, environment))
    return result
