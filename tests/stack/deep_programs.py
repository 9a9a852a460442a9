"""Random programs with 20 to 60 variables alive at once, in functions, loops and recursion.

None has a `memoryguard`. How a program uses memory is drawn, too: not at all, at constant
addresses, through the free memory pointer, which it may show, or at unknown addresses.

`python -m tests.stack.deep_programs FIRST:LAST` compiles them with a pipeline for versions of the
EVM, and compares what the code does with the program, which is interpreted. Without transient
storage, where nothing is known of memory, the stack may be too deep.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Final

import yulopt
from tests.execution import Call, Machine
from yulopt.errors import StackTooDeepError, YulError
from yulopt.evm.environment import Limits
from yulopt.evm.halt import HaltKind
from yulopt.interface import compile as compile_program
from yulopt.interpreter.run import run

VERSIONS: Final = ("paris", "cancun", "prague", "osaka")
_WITHOUT_TRANSIENT_STORAGE: Final = "paris"
PIPELINES: Final = ("size", "gas", "balanced")
_ENDED: Final = (HaltKind.STOP, HaltKind.RETURN)
_MEMORY: Final = ("none", "constant", "pointer", "shown", "unknown", "size")
_STARTS: Final = {"pointer": "mstore(64, memoryguard(128))", "shown": "mstore(64, 128)"}
# Statements that use memory in each of these ways; `{}` is a variable.
_STORES: Final = {
    "constant": ("mstore(256, {})", "mstore(512, {})", "log0(256, 64)"),
    "pointer": (
        "{{ let p := mload(64) mstore(64, add(p, 64)) mstore(p, {}) log0(p, 32) }}",
        "{{ let p := mload(64) mstore(p, {}) log0(p, 32) }}",
    ),
    "shown": (
        "{{ let p := mload(64) if {} {{ mstore(64, add(p, 64)) }} mstore(p, 1) log0(p, 32) }}",
        "{{ let x := 5 if lt({}, 6) {{ x := mload(64) }} sstore(77, x) }}",
        "{{ mstore(0, add(mload(64), {})) log0(0, 32) }}",
        "if eq(add(mload(64), and({}, 3)), 128) {{ sstore(78, 1) }}",
        "sstore(79, and(mload(64), or({}, 0xff)))",
    ),
    "unknown": ("mstore(and({}, 0xff), 7)", "mstore(and({}, 0xffff), 9)", "log0(0, 64)"),
    "size": ("mstore(128, {})", "sstore(99, msize())"),
}
_CALLDATA: Final = [
    b"".join(word.to_bytes(32, "big") for word in words)
    for words in ((0, 0, 0), (3, 5, 1), (2, (1 << 255) + 9, 7))
]


def deep_program(seed: int) -> str:
    """A program; the same for the same seed."""
    return _Writer(Random(seed)).program()


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._names = 0
        self._memory = rng.choice(_MEMORY)

    def program(self) -> str:
        start = _STARTS.get(self._memory, "")
        body = self._body(("calldataload(0)", "calldataload(32)"), ("f", "g"), in_function=False)
        return f"""{{
            {start}
            {body}
            function f(n, a) -> r, s {{ {self._body(("n", "a"), ("g",), recursive=True)} }}
            function g(b, c) -> t {{ {self._body(("b", "c"), ())} }}
        }}"""

    def _body(
        self,
        given: tuple[str, ...],
        functions: tuple[str, ...],
        *,
        recursive: bool = False,
        in_function: bool = True,
    ) -> str:
        rng = self._rng
        count = rng.randint(20, 60)
        names = [self._fresh() for _ in range(count)]
        text = " ".join(
            f"let {name} := {self._value([*given, *names[:index]][-12:])}"
            for index, name in enumerate(names)
        )
        if recursive:
            kept = rng.sample(names, 3)
            again = f"r, s := f(sub(and(n, 3), 1), {kept[1]})"
            text += f" if and(n, 3) {{ {again} {kept[0]} := add({kept[0]}, r) }}"
            text += f" if eq(a, 7) {{ {rng.choice(('leave', 'stop()', 'revert(0, 0)'))} }}"
        for _ in range(rng.randint(1, 3)):
            text += " " + self._statement(names, functions)
        # All of them are needed to the end.
        total = " ".join(f"sstore({10 + index}, {name})" for index, name in enumerate(names))
        summed = "0"
        for name in names:
            summed = f"xor({summed}, {name})"
        if not in_function:
            return f"{text} {total}"
        result = f" r := {summed} s := {names[0]}" if recursive else f" t := {summed}"
        return text + result

    def _statement(self, names: list[str], functions: tuple[str, ...]) -> str:
        rng = self._rng
        kind = rng.randrange(5)
        name = rng.choice(names)
        if kind == 0 and self._memory != "none":
            return rng.choice(_STORES[self._memory]).format(name)
        if kind == 1 and functions:
            one, other = rng.sample([each for each in names if each != name], 2)
            if rng.choice(functions) == "f":
                return f"{name}, {one} := f({other}, {name})"
            return f"{name} := add(g({one}, {other}), {name})"
        if kind == 2:
            counter = self._fresh()
            inner = self._statement(names, functions)
            head = f"{{ let {counter} := 0 }} lt({counter}, 2) {{ {counter} := add({counter}, 1) }}"
            return f"for {head} {{ {name} := mul({name}, 3) {inner} }}"
        if kind == 3:
            return f"if and({name}, 1) {{ {rng.choice(names)} := sload({rng.randrange(9)}) }}"
        return f"sstore({rng.randrange(9)}, {name})"

    def _value(self, names: list[str]) -> str:
        rng = self._rng
        kind = rng.randrange(4)
        if kind == 0:
            return f"sload({rng.randrange(9)})"
        if kind == 1:
            return f"calldataload({rng.choice((0, 4, 32, 64))})"
        return f"add({rng.choice(names)}, sload({rng.randrange(9)}))"

    def _fresh(self) -> str:
        self._names += 1
        return f"v{self._names}"


def difference(source: str, code: str) -> str:
    """The difference of the code from the compiled program, empty if none."""
    for data in _CALLDATA:
        expected = run(source, calldata=data, limits=Limits(steps=200_000, memory=1 << 20))
        machine = Machine()
        found = machine.call(machine.install(bytes.fromhex(code)), Call(data, 0))
        if expected.is_limit:
            continue
        if found.exhausted:
            return f"calldata {data.hex()}: {expected}, and the code exhausts what it is given"
        if found.success != (expected.kind in _ENDED) or found.output != expected.output:
            return f"calldata {data.hex()}: {expected} and {found}"
        if found.success:
            storage = {slot: word for (_, slot), word in expected.storage.items() if word}
            if storage != {slot: word for (_, slot), word in found.storage.items()}:
                return f"calldata {data.hex()}: storage {storage} and {found.storage}"
            if [log.data for log in expected.logs] != [log.data for log in found.logs]:
                return f"calldata {data.hex()}: logs {expected.logs} and {found.logs}"
    return ""


def check(seed: int) -> str:
    """Compile a program and run it; returns the fault, empty if none."""
    source = deep_program(seed)
    pipeline = PIPELINES[seed % len(PIPELINES)]
    for version in VERSIONS:
        try:
            made = compile_program(source, pipeline=pipeline, evm_version=version)
        except YulError as error:
            is_too_deep = isinstance(error, StackTooDeepError)
            if is_too_deep and version == _WITHOUT_TRANSIENT_STORAGE:
                continue
            return f"seed {seed}: {pipeline}, {version}: {error}"
        if version == VERSIONS[seed % len(VERSIONS)]:
            found = difference(source, made.bytecode.hex)
            if found:
                return f"seed {seed}: {pipeline}, {version}: {found}"
    return ""


def main() -> None:
    """Check the programs of a range of seeds, given as FIRST:LAST."""
    first, last = map(int, sys.argv[1].split(":"))
    wrong = 0
    for seed in range(first, last):
        found = check(seed)
        if found:
            wrong += 1
            print(found[:2000])
    print(f"{last - first} programs, {wrong} wrong; {yulopt.__version__}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
