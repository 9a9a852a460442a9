"""The bytecode of `yulopt asm` behaves as that of the reference compiler.

Left out of the comparison is what a correct compiler may change: gas, the size and the bytes of
the code itself, and when the machine gives up. So `observable` takes such questions out of the
generated programs, and a call that has met a limit of the machine ends a comparison.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import attr
import pytest

from tests.conftest import EXAMPLES
from tests.execution import CALLER, LIBRARY, Call, Outcome, first_difference, observe
from tests.generator import generate
from tests.oracle import Job, Oracle, available
from tests.slices import seeds
from tests.stack_generator import generate_stack_pressure
from yulopt.assembly.assembler import assemble
from yulopt.dialect import Dialect, EvmVersion, dialect_for, parse_evm_version
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import ALL_CODE, NO_CODE, Options
from yulopt.errors import Source
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

# The newest version that the EVM of the tests knows.
EVM_VERSION = "prague"
DIALECT = dialect_for(parse_evm_version(EVM_VERSION))

# The arguments of the constructors of examples, appended to their creation code.
CONSTRUCTOR_WORDS = {
    "auction": (3600, 5),
    "erc20": (10**18,),
    "immutables": (1000, 7),
    "multisig": (1, 2, int(CALLER, 16), 0xB0B0),
}
# May differ, as it depends on the bytes of the code: predict(bytes32).
UNPREDICTABLE = bytes.fromhex("0e787cce")
SAMPLE = seeds(2, 12)


# Compilers


def compile_here(
    text: str, steps: str | None = None, *, unoptimised: bool = False, dialect: Dialect = DIALECT
) -> str | None:
    """The bytecode from yulopt, None if there is none because the stack is too deep."""
    options = Options(
        steps,
        evm_version=dialect.version.text,
        optimized=NO_CODE if unoptimised else ALL_CODE,
    )
    compiled = generate_program(Front(Source(text), options))
    if compiled.first_problem() is not None:
        return None
    return assemble(compiled, dialect).to_hex()


class Reference:
    """The reference compiler without its Yul optimiser; else yulopt without optimisation."""

    def __init__(self) -> None:
        self.oracle = None if available() else Oracle()

    def compile(self, text: str) -> str | None:
        """The bytecode, None if there is none."""
        if self.oracle is None:
            return compile_here(text, unoptimised=True)
        job = Job("1", text, steps=":", evm_version=EVM_VERSION, output="bytecode")
        result = self.oracle.run(job)
        if result.error is not None:
            assert "too deep" in result.error or "immutables" in result.error, result.error
        return result.text

    def close(self) -> None:
        if self.oracle is not None:
            self.oracle.close()


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    compiler = Reference()
    yield compiler
    compiler.close()


# Programs


REPLACEMENTS = {
    r"\bgas\(\)": "0xfffff",
    r"\b(msize|codesize)\(\)": "calldatasize()",
    r"\b(codecopy|datacopy)\(": "calldatacopy(",
    r"\bextcode(size|hash)\(": "balance(",
    r"\bextcodecopy\(": "log2(",
    r"\bdata(size|offset)\(\s*(\"[^\"]*\"|hex\"[^\"]*\")\s*\)": "77",
    r"\bloadimmutable\(\s*\"[^\"]*\"\s*\)": "88",
    r"\bsetimmutable\(([^;]*?),\s*\"[^\"]*\",": r"mstore(\1,",
}
# Builtins that read or write memory, by the number of arguments and of results.
MEMORY_USERS = {
    "mload": (1, 1),
    "mstore": (2, 0),
    "mstore8": (2, 0),
    "keccak256": (2, 1),
    "return": (2, 0),
    "revert": (2, 0),
    "create": (3, 1),
    "create2": (4, 1),
    "calldatacopy": (3, 0),
    "returndatacopy": (3, 0),
    "mcopy": (3, 0),
    "call": (7, 1),
    "callcode": (7, 1),
    "delegatecall": (6, 1),
    "staticcall": (6, 1),
    **{f"log{topics}": (2 + topics, 0) for topics in range(5)},
}


def observable(text: str) -> str:
    """The program without questions to which compilers may have different answers."""
    for pattern, replacement in REPLACEMENTS.items():
        text = re.sub(pattern, replacement, text)
    return text


def without_memory(text: str) -> str:
    """The program with functions that use storage in the place of builtins that use memory.

    So it keeps the promise of `memoryguard`, whose value no longer matters, either. They also end
    the program when they have been called often, so that most endless loops have an end.
    """
    text = observable(text)
    text = re.sub(r"\bmemoryguard\([^)]*\)", "opaque_guard()", text)
    functions = [
        "function opaque_guard() -> r { r := gt(memoryguard(0x80), 1) }",
        "function opaque_count()"
        " { let n := add(sload(0xffff), 1) sstore(0xffff, n) if gt(n, 60) { stop() } }",
    ]
    for name, (parameters, results) in MEMORY_USERS.items():
        if f"{name}(" in text:
            text = re.sub(rf"(?<![\w$.]){name}\(", f"opaque_{name}(", text)
            names = [f"p{index}" for index in range(parameters)]
            total = names[0]
            for other in names[1:]:
                total = f"add(mul({total}, 3), {other})"
            head = f"function opaque_{name}({', '.join(names)})"
            effect = f"opaque_count() sstore(and({total}, 0xff), {total})"
            if results:
                functions.append(f"{head} -> r {{ {effect} r := sload(and({total}, 7)) }}")
            else:
                functions.append(f"{head} {{ {effect} }}")
    beginning = re.compile(r"^[ ]*code \{|\A\{", re.MULTILINE)
    return beginning.sub(lambda found: f"{found[0]}\n{' '.join(functions)}", text)


def objects_of(text: str) -> list[str]:
    """Each object of the program as a program of its own."""
    pending = [parse_source(Source(text), DIALECT)]
    for program in pending:
        pending.extend(program.sub_objects)
    return [print_yul(program) for program in pending]


def calls_for(text: str, rng: Random) -> list[Call]:
    """Calls without data, with constants of the program as words and as selectors, and random."""
    constants = [int(found, 0) for found in re.findall(r"\b0x[0-9a-fA-F]{1,64}\b", text)]
    selectors = [int(found, 0) for found in re.findall(r"\b0x[0-9a-fA-F]{8}\b", text)]
    words = [0, 1, 2, 5, 64, 2**255, 2**256 - 1, *constants[:40]]

    def some(number: int) -> list[int]:
        return [rng.choice(words) for _ in range(number)]

    calls = [Call(b""), Call(b"", 1000), Call(rng.randbytes(4)), Call(rng.randbytes(100))]
    calls += [Call(encode(some(1))), Call(encode(some(4)))]
    for selector in dict.fromkeys(selectors):
        head = selector.to_bytes(4, "big")
        small = [rng.randrange(9) for _ in range(4)]
        text_argument = int.from_bytes(b"some text".ljust(32, b"\0"), "big")
        calls += [
            Call(head),
            Call(head, 1000 + rng.randrange(100)),
            Call(head + encode(some(3))),
            Call(head + encode(small)),
            Call(head + encode([int(CALLER, 16), *small])),
            Call(head + encode([int(CALLER, 16), int(LIBRARY, 16)])),
            Call(head + encode([int(LIBRARY, 16), 3, 0x60, 9, text_argument])),
            Call(head + encode([0x20, 4, *small])),
            Call(head + encode([0x20, 9, text_argument])),
        ]
    return calls


def encode(words: Sequence[int]) -> bytes:
    return b"".join(word.to_bytes(32, "big") for word in words)


# Comparing


@attr.s(auto_attribs=True)
class Comparison:
    """Two runs of the same program: what the reference did, what yulopt's code did."""

    expected: list[Outcome]
    found: list[Outcome]
    calls: list[Call]

    def difference(self) -> str:
        """The first difference, empty if there is none."""
        number = first_difference(self.expected, self.found)
        if number is None:
            return ""
        if number >= len(self.calls) or not self.expected or not self.found:
            return "only one of them can be deployed"
        return (
            f"calldata {self.calls[number].data.hex()}:\n"
            f"  reference {self.expected[number]}\n  yulopt    {self.found[number]}"
        )


def compare(
    expected: str, found: str, calls: list[Call], constructor_words: Sequence[int] | None = None
) -> Comparison:
    """Run both, all calls one after the other in the same world."""
    return Comparison(
        observe(expected, calls, constructor_words=constructor_words),
        observe(found, calls, constructor_words=constructor_words),
        calls,
    )


def check_program(text: str, reference: Reference, seed: int) -> Iterator[Comparison]:
    """Compare all objects of a generated program, optimised and not optimised.

    Each call has a world of its own. Objects for which a compiler has no code are left out.
    """
    for program in objects_of(text):
        expected = reference.compile(program)
        if expected is None:
            continue
        for found in (compile_here(program), compile_here(program, ":")):
            if found is not None:
                for call in calls_for(program, Random(seed)):
                    yield compare(expected, found, [call])


# Tests


def test_examples_do_the_same_as_without_optimisation(example: Path, reference: Reference) -> None:
    text = example.read_text("utf-8")
    words = CONSTRUCTOR_WORDS.get(example.stem, ()) if "dataoffset" in text else None
    calls = [call for call in calls_for(text, Random(1)) if not call.data.startswith(UNPREDICTABLE)]
    expected = reference.compile(text)
    assert expected is not None
    for found in (
        compile_here(text),
        compile_here(text, ":"),
        compile_here(text, unoptimised=True),
    ):
        assert found is not None
        comparison = compare(expected, found, calls, words)
        assert any(outcome.success for outcome in comparison.expected)
        assert not comparison.difference()


@pytest.mark.parametrize("seed", SAMPLE)
def test_generated_programs_behave_the_same(seed: int, reference: Reference) -> None:
    text = generate(seed, size=25, evm_version=EVM_VERSION)
    # Without memory most calls succeed; with it random addresses often cost too much gas.
    for variant in (observable(text), without_memory(text)):
        for comparison in check_program(variant, reference, seed):
            assert not comparison.difference()


@pytest.mark.parametrize("seed", SAMPLE)
def test_programs_that_need_much_stack_do_the_same(seed: int, reference: Reference) -> None:
    """Also those whose variables are moved to memory."""
    text = without_memory(
        generate_stack_pressure(seed, memoryguard=seed % 3 > 0, evm_version=EVM_VERSION)
    )
    for comparison in check_program(text, reference, seed):
        assert not comparison.difference()


@pytest.mark.parametrize("seed", seeds(3, 12))
def test_both_code_generators_do_the_same(seed: int) -> None:
    """The first version has the older one, the second version the newer one."""
    text = without_memory(generate(seed, size=25, evm_version="homestead", objects=0))
    older = dialect_for(EvmVersion.HOMESTEAD)
    newer = dialect_for(EvmVersion.TANGERINE_WHISTLE)
    expected = compile_here(text, unoptimised=True, dialect=newer)
    found = [compile_here(text, steps, dialect=older) for steps in (":", None)]
    found.append(compile_here(text, unoptimised=True, dialect=older))
    for bytecode in found:
        if expected is not None and bytecode is not None:
            for call in calls_for(text, Random(seed)):
                assert not compare(expected, bytecode, [call]).difference()


def test_a_predicted_address_is_that_of_the_created_contract() -> None:
    text = next(path for path in EXAMPLES if path.stem == "factory").read_text("utf-8")
    bytecode = compile_here(text)
    assert bytecode is not None
    salt = encode([7])
    create = Call(bytes.fromhex("dec3c14f") + salt)
    predict = Call(UNPREDICTABLE + salt)
    created, predicted = observe(bytecode, [create, predict], constructor_words=())
    assert created.success
    assert created.output[:32] == predicted.output
