"""Executes bytes and Yul with values for which their terms differ.

A solver may choose values that no execution has: the results of functions that are not executed,
or contents of memory that contradict each other. So code is different only if executions are.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import attr

from yulopt.checker.comparison import BothSides
from yulopt.checker.flow import Signature
from yulopt.checker.layout import check_layout, sizes_of
from yulopt.checker.objects import DEPENDS, CodeProof, ObjectProof, prove_object
from yulopt.checker.witness import ADDRESS_BYTES, Witness
from yulopt.code_proofs.readings import explorers
from yulopt.evm.bytecode import STACK_OVERFLOW, run_part
from yulopt.evm.code_image import CodeImage
from yulopt.evm.data_builtins import library_address
from yulopt.evm.frame import Executable, Frame
from yulopt.evm.halt import Halt
from yulopt.evm.semantics import execute
from yulopt.interpreter.machine import Program
from yulopt.prover.answers import CodeView, Counterexample, ProofSettings, Status
from yulopt.prover.replay import (
    MAX_BYTES,
    NOT_REPLAYED,
    TOO_LARGE,
    Replay,
    answer_calls,
    caller,
    environment_of,
    extent,
    input_of,
)
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK
from yulopt.syntax.objects import Data, Object
from yulopt.verifier.equivalence import Difference
from yulopt.verifier.exploration import explore
from yulopt.verifier.inputs import Input
from yulopt.verifier.subject import LIMITS, Subject

EXECUTION: Final = "execution"
_LOAD: Final = "calldataload"
# The settings of the search for an input.
_SEED: Final = 1
_TRIES: Final = 40
# A return address that is not an offset in the code.
_RETURN: Final = WORD_MASK


def prove_code(
    program: Object, witnesses: Mapping[Object, Witness], settings: ProofSettings
) -> ObjectProof:
    """The proofs about an object, as by `prove_object`, with the functions marked as different
    whose executions differ."""
    found = prove_object(program, witnesses, settings, explorers)
    for proof in found.proofs:
        _execute(proof, program, witnesses, settings)
    return found


def _execute(
    proof: CodeProof,
    program: Object,
    witnesses: Mapping[Object, Witness],
    settings: ProofSettings,
) -> None:
    """Find out whether some example of a difference, or else some other input, shows one."""
    examples, proof.examples = iter(proof.examples), ()
    if proof.status is not Status.OPEN or proof.reason.startswith(DEPENDS):
        return
    try:
        executions = CodeExecutions(program, witnesses, settings)
    except OpenQuestion:
        return
    name = proof.function or None
    first: Counterexample | None = None
    for example in examples:
        first = first or example
        replay = executions.replay(name, example)
        if replay.difference is not None:
            break
    else:
        replay = executions.search(name, first)
    if replay.difference is not None:
        proof.status, proof.method = Status.REFUTED, EXECUTION
        proof.reason = f"{replay.difference.effect}: different with {replay.given}"
    elif first is not None:
        proof.reason = NOT_REPLAYED


class CodeExecutions:
    """Executes functions of an object that have an entry, or the code outside functions, and their
    bytes.

    Raises OpenQuestion for bytes in which objects or data are not where the witness says.
    """

    def __init__(
        self, program: Object, witnesses: Mapping[Object, Witness], settings: ProofSettings
    ) -> None:
        # With another layout, an execution would only show that the witness is wrong.
        check_layout(program, witnesses)
        self._program = program
        self._witness = witnesses[program]
        self._sizes = sizes_of(program, witnesses)
        self._dialect = settings.dialect
        self._sides = BothSides(program.code, self._witness, self._sizes, settings.dialect)
        self._code = CodeView(program.code)

    @property
    def functions(self) -> list[str]:
        """The functions that have an entry."""
        return list(self._sides.key_of)

    def replay(self, name: str | None, example: Counterexample) -> Replay:
        """Execute both with the values of an example."""
        given = input_of(example)
        if extent(example) > MAX_BYTES or given is None:
            return Replay(problem=TOO_LARGE)
        count = self._arguments(name)
        arguments = [*example.parameters, *[0] * count][:count]
        subject, code = self._both(name, example, [str(argument) for argument in arguments])
        answer_calls(subject, given, example)
        return Replay(given=given, difference=_difference(subject, code, given))

    def search(self, name: str | None, example: Counterexample | None) -> Replay:
        """Execute both with many inputs, some of which have values of an example."""
        hints = Counterexample() if example is None else example
        if extent(hints) > MAX_BYTES:
            return Replay(problem=TOO_LARGE)
        words = [f"{_LOAD}({WORD_BYTES * index})" for index in range(self._arguments(name))]
        subject, code = self._both(name, hints, words)
        values = [*hints.parameters, *hints.calldata.values(), *hints.environment.values()]
        for given in explore(subject, Random(_SEED), _TRIES, LIMITS, values).inputs:
            difference = _difference(subject, code, given)
            if difference is not None:
                return Replay(given=given, difference=difference)
        return Replay()

    def _arguments(self, name: str | None) -> int:
        return 0 if name is None else len(self._code.functions[name].parameters)

    def _both(
        self, name: str | None, example: Counterexample, arguments: list[str]
    ) -> tuple[Subject, _Bytes]:
        """A program that executes the Yul with arguments, and one that executes its bytes."""
        size = extent(example)
        code = caller(self._code, name, example, arguments, size, self._dialect)
        image = self._image(Object(self._program.name, code, self._program.children))
        part: _Part | None = None
        if name is not None:
            signature = self._sides.signatures[self._sides.key_of[name]]
            part = _Part(self._witness.entries[name], signature, arguments, size, example)
        environment = environment_of(example, self._dialect)
        original = Program(code, image)
        subject = Subject(self._program.name, code, image, original, {}, environment)
        return subject, _Bytes(image, part)

    def _image(self, program: Object) -> CodeImage:
        """The bytes, as the code in which Yul finds objects and data."""
        witness = self._witness
        inside: dict[Object | Data, tuple[int, int]] = {}
        for path, offset in witness.offsets.items():
            found = program.find(path)
            if found is not None and found is not program:
                inside[found] = offset, self._sizes[path]
        immutables: dict[str, list[int]] = {}
        for offset, name in witness.immutables.items():
            immutables.setdefault(name, []).append(offset)
        assigned = {name: list(offsets) for name, offsets in witness.assigned.items()}
        deployed = CodeImage(program, b"", {}, assigned, [])
        content = bytearray(witness.content)
        for offset, name in witness.libraries.items():
            address = library_address(name).to_bytes(ADDRESS_BYTES, "big")
            content[offset : offset + ADDRESS_BYTES] = address
        return CodeImage(program, bytes(content), inside, immutables, [deployed])


@attr.s(auto_attribs=True, eq=False)
class _Part:
    """A call of a function in bytes: its entry and arguments, each a number or a word of the
    calldata, the state, and how much memory is compared."""

    _entry: int
    _signature: Signature
    _arguments: list[str]
    _size: int
    _example: Counterexample

    def run(self, frame: Frame) -> None:
        """Do what the code of `caller` does."""
        for offset, word in sorted(self._example.memory.items()):
            execute(frame, "mstore", (), [offset, word])
        for slot, word in sorted(self._example.transient.items()):
            execute(frame, "tstore", (), [slot, word])
        arguments = [
            int(text) if text.isdigit() else execute(frame, _LOAD, (), [WORD_BYTES * index])
            for index, text in enumerate(self._arguments)
        ]
        slots = [_RETURN] * self._signature.has_address + arguments[::-1]
        results = run_part(frame, self._entry, self._signature.as_ordered(slots), _RETURN)
        if results is None:
            return
        execute(frame, "log0", (), [0, self._size])
        for index, result in enumerate(results):
            execute(frame, "mstore", (), [WORD_BYTES * index, result])
        execute(frame, "log0", (), [0, WORD_BYTES * len(results)])


class _Bytes(Executable):
    """The bytes of an object, or a part of them, where its Yul could be.

    `has_overflowed`: they had too many slots on the stack, which proofs do not cover.
    """

    def __init__(self, image: CodeImage, part: _Part | None) -> None:
        super().__init__(image)
        self._part = part
        self.has_overflowed = False

    def run(self, frame: Frame) -> None:
        """Execute; raises `Halt` at the end, or returns for a stop."""
        try:
            if self._part is None:
                run_part(frame, 0, [], _RETURN)
            else:
                self._part.run(frame)
        except Halt as halt:
            self.has_overflowed |= halt.reason == STACK_OVERFLOW
            raise


def _difference(subject: Subject, code: _Bytes, given: Input) -> Difference | None:
    outcome = subject.run_with_guard(given, None)
    difference = subject.difference(code, given, outcome)
    return None if code.has_overflowed else difference
