"""Replays counterexamples on the interpreter: they count only if execution confirms them.

A small program calls either function: it sets up the state in which they differ, calls, and then
logs memory and the results. The interpreter runs it before and after the step, and the verifier
compares the observable behaviour. Without a confirmed counterexample, inputs are tried as the
verifier does.
"""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

import attr

from yulopt.dialect import Dialect, SolcBehaviour
from yulopt.errors import Source
from yulopt.evm.environment import ENVIRONMENT_FIELDS, Environment
from yulopt.frequency.call_profile import CallProfile
from yulopt.interpreter.machine import Program
from yulopt.passes.step import Step
from yulopt.prover.verdict import CallResult, CodeView, Counterexample
from yulopt.syntax.ast import Block, FunctionCall, Literal
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.syntax.visitor import Walker
from yulopt.verifier.equivalence import Difference
from yulopt.verifier.exploration import explore
from yulopt.verifier.inputs import CALLER, CONTRACT, Input
from yulopt.verifier.minimise import SmallCase, StepMinimiser
from yulopt.verifier.subject import LIMITS, Subject, check_version, subjects

NOT_REPLAYED: Final = "the solver's counterexample does not replay"
NOT_FOUND: Final = "no input was found that shows a difference"
TOO_LARGE: Final = "the counterexample needs more memory or calldata than the interpreter allows"
# The settings of the search for an input.
_SEED: Final = 1
_TRIES: Final = 40
MAX_BYTES: Final = 1 << 16
_MIN_MEMORY: Final = 1 << 10
_ADDRESS: Final = (1 << 160) - 1


@attr.s(auto_attribs=True)
class Replay:
    """A program that demonstrates a counterexample, before and after a step, and its input.

    `difference` is None, and `problem` says why, if it shows nothing. `small` is a smaller program
    that the step breaks in the same way, if minimisation was requested and succeeded.
    """

    before: str = ""
    after: str = ""
    given: Input = attr.Factory(Input)
    difference: Difference | None = None
    problem: str = ""
    small: SmallCase | None = None


class Replaying(Protocol):
    """Distinguishes pairs of functions, or, with None, the code outside functions."""

    def replay(
        self,
        before: CodeView,
        after: CodeView,
        before_name: str | None,
        after_name: str | None,
        example: Counterexample,
    ) -> Replay:
        """Run both with the values of an example."""

    def search(
        self,
        before: CodeView,
        after: CodeView,
        before_name: str | None,
        after_name: str | None,
        example: Counterexample | None,
    ) -> Replay:
        """Run both with inputs like those of the verifier, deterministically.

        The arguments of functions are words of the calldata. Inputs also use the values of an
        example.
        """


class WithoutExecutions:
    """Executes nothing, for callers that need no differences."""

    def replay(self, *_: object) -> Replay:
        """See `Replaying`."""
        return Replay(problem=NOT_REPLAYED)

    def search(self, *_: object) -> Replay:
        """See `Replaying`."""
        return Replay(problem=NOT_FOUND)


class Executions:
    """Distinguishes pairs of functions by executing them."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def replay(
        self,
        before: CodeView,
        after: CodeView,
        before_name: str | None,
        after_name: str | None,
        example: Counterexample,
    ) -> Replay:
        """See `Replaying`."""
        size = extent(example)
        given = input_of(example)
        if size > MAX_BYTES or given is None:
            return Replay(problem=TOO_LARGE)
        count = 0 if before_name is None else len(before.functions[before_name].parameters)
        arguments = [*example.parameters, *[0] * count][:count]
        texts = [str(value & WORD_MASK) for value in arguments]
        old = _object(caller(before, before_name, example, texts, size, self._dialect))
        new = _object(caller(after, after_name, example, texts, size, self._dialect))
        subject = _subject(old, example, self._dialect)
        answer_calls(subject, given, example)
        difference = check_version(subject, new.code, given)
        problem = NOT_REPLAYED if difference is None else ""
        return Replay(_text(old), _text(new), given, difference, problem)

    def search(
        self,
        before: CodeView,
        after: CodeView,
        before_name: str | None,
        after_name: str | None,
        example: Counterexample | None,
    ) -> Replay:
        """See `Replaying`."""
        hints = Counterexample() if example is None else example
        size = extent(hints)
        if size > MAX_BYTES:
            return Replay(problem=TOO_LARGE)
        count = 0 if before_name is None else len(before.functions[before_name].parameters)
        texts = [f"calldataload({WORD_BYTES * index})" for index in range(count)]
        old = _object(caller(before, before_name, hints, texts, size, self._dialect))
        new = _object(caller(after, after_name, hints, texts, size, self._dialect))
        subject = _subject(old, hints, self._dialect)
        words = [*hints.parameters, *hints.calldata.values(), *hints.environment.values()]
        compiled = Program(new.code, subject.image)
        for given in explore(subject, Random(_SEED), _TRIES, LIMITS, words).inputs:
            outcome = subject.run_with_guard(given, compiled.memory_guard)
            difference = subject.difference(compiled, given, outcome)
            if difference is not None:
                return Replay(_text(old), _text(new), given, difference)
        return Replay(problem=NOT_FOUND)


def extent(example: Counterexample) -> int:
    """The size of the memory that is compared."""
    return max([_MIN_MEMORY, *(offset + 2 * WORD_BYTES for offset in example.memory)])


def _text(program: Object) -> str:
    return print_yul(program if program.children else program.code)


def answer_calls(subject: Subject, given: Input, example: Counterexample) -> None:
    """Let called accounts return the values of the example, each the same every time."""
    results = list(example.calls)
    while results:
        outcome = subject.run(subject.original, given, LIMITS)
        new = [
            message.target
            for message in outcome.messages
            if message.target not in (0, CONTRACT, *given.behaviours)
        ]
        if not new:
            return
        given.behaviours[new[0]] = f"0x{_answer(results.pop(0)).hex()}"


def _answer(result: CallResult) -> bytes:
    """Bytecode that stores the words, and returns or reverts with the data."""
    code = b"".join(
        b"\x7f" + word.to_bytes(WORD_BYTES, "big") + _pushed(offset) + b"\x52"
        for offset, word in result.returned.items()
        if offset < MAX_BYTES
    )
    ending = b"\xf3" if result.result else b"\xfd"
    return code + _pushed(min(result.size, MAX_BYTES)) + _pushed(0) + ending


def _pushed(number: int) -> bytes:
    return b"\x63" + number.to_bytes(4, "big")


def shrink(
    found: Replay,
    step: Step,
    expected_executions: int | None,
    dialect: Dialect,
    seconds: float,
    calls: CallProfile | None = None,
    behaviour: SolcBehaviour | None = None,
) -> None:
    """Minimise a program on which the step makes such a difference; `expected_executions`, `calls`
    and `behaviour` are those of its `Context`.
    """
    minimiser = StepMinimiser(step, expected_executions, dialect, found.given, calls, behaviour)
    found.small = minimiser.shrink(found.before, seconds)


def _subject(program: Object, example: Counterexample, dialect: Dialect) -> Subject:
    subject = subjects(program, dialect)[0]
    subject.environment = environment_of(example, dialect)
    return subject


def environment_of(example: Counterexample, dialect: Dialect) -> Environment:
    """The block and the transaction of an example."""
    environment = Environment(dialect.version, origin=CALLER)
    for builtin, field in ENVIRONMENT_FIELDS.items():
        if builtin in example.environment:
            setattr(environment, field, example.environment[builtin])
    return environment


def input_of(example: Counterexample) -> Input | None:
    """The message that calls the program; None if it is too large."""
    words = example.calldata
    end = max([0, *(offset + WORD_BYTES for offset in words)])
    length = example.environment.get("calldatasize", min(end, MAX_BYTES))
    if length > MAX_BYTES:
        return None
    data = bytearray(max(length, min(end, MAX_BYTES)))
    for offset, word in sorted(words.items()):
        if offset + WORD_BYTES <= len(data):
            data[offset : offset + WORD_BYTES] = word.to_bytes(WORD_BYTES, "big")
    return Input(
        bytes(data[:length]),
        example.environment.get("callvalue", 0),
        example.environment.get("caller", CALLER) & _ADDRESS,
        dict(example.storage),
    )


def caller(
    code: CodeView,
    name: str | None,
    example: Counterexample,
    arguments: list[str],
    size: int,
    dialect: Dialect,
) -> Block:
    """Code that calls a function with some arguments, or, for None, the unchanged code."""
    if name is None:
        return code.block
    function = code.functions[name]
    lines = [f"mstore({offset}, {word})" for offset, word in sorted(example.memory.items())]
    lines += [f"tstore({slot}, {word})" for slot, word in sorted(example.transient.items())]
    call = f"{name}({', '.join(arguments)})"
    results = [f"{name}_result_{number}" for number in range(len(function.returns))]
    lines.append(f"let {', '.join(results)} := {call}" if results else call)
    lines.append(f"log0(0, {size})")
    lines += [f"mstore({32 * number}, {result})" for number, result in enumerate(results)]
    lines.append(f"log0(0, {32 * len(results)})")
    parameters = ", ".join(f"{name}_parameter_{number}" for number in range(len(arguments)))
    returns = ", ".join(f"{result}_" for result in results)
    head = f"function {name}({parameters})" + (f" -> {returns}" if returns else "")
    text = "{" + "\n".join([*lines, f"{head} {{ }}"]) + "}"
    main = parse_source(Source(text), dialect).code.statements[:-1]
    return Block([*main, *code.functions.values()])


def _object(code: Block) -> Object:
    """An object with that code, and with data for the names that it refers to."""
    references = _References()
    references.visit_block(code)
    root = Object("replay", code)
    for path in references.found:
        node = root
        *outer, last = path.split(".")
        for name in outer:
            inner = [child for child in node.sub_objects if child.name == name]
            if not inner:
                inner = [Object(name, Block([]))]
                node.children.append(inner[0])
            node = inner[0]
        if all(child.name != last for child in node.children):
            is_object = outer or any(other.startswith(f"{path}.") for other in references.found)
            node.children.append(Object(last, Block([])) if is_object else Data(last, "data"))
    return root


class _References(Walker):
    """The objects and data that code refers to."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}

    def visit_call(self, call: FunctionCall) -> None:
        if call.name in ("datasize", "dataoffset"):
            argument = call.arguments[0]
            assert isinstance(argument, Literal)
            self.found[argument.text or ""] = None
        super().visit_call(call)
