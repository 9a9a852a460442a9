"""Builds whose bytes are proven, and are then changed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attr

from tests.code_generation.programs import all_programs
from tests.execution import Call, Machine, Outcome
from yulopt.assembly.bytecode import Bytecode
from yulopt.checker.decoding import Code
from yulopt.checker.flow import Explore
from yulopt.checker.objects import ObjectProof, prove_object
from yulopt.checker.witness import Witness
from yulopt.code_proofs.readings import explorers
from yulopt.code_proofs.witnesses import witnesses_of
from yulopt.driver.build import Front, finish, generate_program
from yulopt.driver.options import Options, options_of_arguments
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.proven.code_build import prove_generated
from yulopt.prover.answers import ProofSettings
from yulopt.syntax.objects import Data, Object

_WORDS: Final = (0, 1, 2, 0x20, 0x40, 5, (1 << 255) - 1, (1 << 256) - 1, int("c0" * 20, 16))
_CALLS: Final = 6


def options(steps: str | None = None, pipeline: str | None = None) -> Options:
    """The options of a build."""
    return options_of_arguments(steps, pipeline=pipeline)


class Build:
    """A program and its bytes; `inner` is the object that is deployed, or the only one."""

    def __init__(
        self,
        text: str,
        name: str = "",
        steps: str | None = None,
        pipeline: str | None = None,
        *,
        proven: bool = False,
        chosen: Options | None = None,
    ) -> None:
        chosen = chosen or options(steps, pipeline)
        source = Source(text, name)
        compiled = generate_program(Front(source, chosen))
        if proven:
            code = prove_generated(compiled, source, chosen, cache=Cache(None))
            chosen = code.options(chosen)
        self.parts: dict[Object | Data, Bytecode] = finish(compiled, chosen, source)
        self.program = compiled.program
        self.dialect = chosen.dialect
        self.explore: Explore = explorers
        self.witnesses = witnesses_of(compiled, self.parts, chosen)
        self.inner = ([self.program, *self.program.sub_objects])[:2][-1]

    @property
    def content(self) -> bytes:
        """The bytes of the whole program."""
        return self.parts[self.program].content

    def prove(self, *, seconds: float = 2.0, solvers: tuple[str, ...] = ()) -> list[ObjectProof]:
        """The proofs about all objects."""
        settings = ProofSettings(self.dialect, seconds, solvers)
        return [prove_object(one, self.witnesses, settings, self.explore) for one in self.witnesses]

    def prove_inner(
        self, witness: Witness, *, seconds: float = 2.0, solvers: tuple[str, ...] = ()
    ) -> ObjectProof:
        """The proofs about the inner object with another witness."""
        settings = ProofSettings(self.dialect, seconds, solvers)
        witnesses = {**self.witnesses, self.inner: witness}
        return prove_object(self.inner, witnesses, settings, self.explore)

    def executed(self, proof: ObjectProof) -> set[int]:
        """The offsets of all bytes of the inner object that were executed, operands included."""
        code = Code(self.witnesses[self.inner], self.dialect)
        return {
            offset for start in proof.executed for offset in range(start, code.at(start).following)
        }

    def calls(self, generator: random.Random) -> Iterator[Call]:
        """Calls of each selector that the code compares with."""
        code = Code(self.witnesses[self.inner], self.dialect)
        selectors = {0} | {
            one.number
            for one in code.instructions.values()
            if one.name == "push" and 0xFFFF < one.number < 1 << 32
        }
        for selector in sorted(selectors):
            for _ in range(_CALLS):
                words = [generator.choice(_WORDS) for _ in range(generator.randrange(5))]
                data = b"".join(word.to_bytes(32, "big") for word in words)
                yield Call(selector.to_bytes(4, "big") + data, generator.choice((0, 0, 0, 1)))


def observe(code: bytes, calls: list[Call]) -> list[Outcome]:
    """The behaviour of a contract with this code."""
    machine = Machine()
    address = machine.install(code)
    return [machine.call(address, call) for call in calls]


def with_byte(witness: Witness, offset: int, value: int) -> Witness:
    """A witness for bytes of which one is another one."""
    content = bytearray(witness.content)
    content[offset] = value
    return attr.evolve(witness, content=bytes(content))


def example(name: str, pipeline: str = "", *, proven: bool = False) -> Build:
    """The build of an example; if it is `proven`, without the passes that leave its bytes open."""
    path = Path(__file__).parents[2] / "examples" / f"{name}.yul"
    return Build(path.read_text("utf-8"), path.name, pipeline=pipeline or None, proven=proven)


def recorded(name: str) -> Build:
    """The build of a program of `tests.code_generation`, without passes over the assembly."""
    program = all_programs()[name]
    chosen = options(":")._replace(
        evm_version=program.evm_version,
        stack_allocation=program.stack_allocation,
        assembly_passes=(),
    )
    return Build(program.source, name, chosen=chosen)
