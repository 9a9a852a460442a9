"""Random Yul that uses memory, storage and control flow in ways that Solidity does not.

The free memory pointer has odd values, or is overwritten; stores overlap, scratch space is used for
longer than a statement, pointers are in storage, and all of memory is read. With `memoryguard` a
program keeps its promise: it uses memory below the guarded address, and memory that begins at the
pointer; and nothing that can be observed depends on the value of the pointer.

Some programs are creation code, which assigns immutables in odd places.
"""

from __future__ import annotations

import re
from random import Random
from textwrap import indent
from typing import Final

from tests.campaigns.yul_conventions.templates import (
    ASSIGNING,
    CODE,
    COMMON,
    ENDS,
    LENGTHS,
    ODD,
    ODD_POINTERS,
    PLACES,
    POINTER,
    REGION,
    SHOWN,
    SIZE,
    WORDS,
)
from tests.test_execution import EVM_VERSION

_CALL: Final = re.compile(r"\b(mixed|deeper|leaving|frame|deep|many|address)\(")
_SINCE_CANCUN: Final = re.compile(r"\b(tload|tstore|mcopy)\(")
# In older versions, a function may have the name of a later builtin.
_MCOPY: Final = "function mcopy("
_LETTER: Final = re.compile(r"\b[ABVPKLI]\b|\bODD\b|\bSTATEMENT\b|\b([adhpqi])N\b")


def evm_version_for(text: str) -> str:
    """The version that a program is compiled for: an old one if that has all it needs."""
    is_old = _MCOPY in text or not _SINCE_CANCUN.search(text)
    return "shanghai" if is_old else EVM_VERSION


# Where frames are, above what the program keeps in transient storage.
_FRAMES: Final = 0x10000
# Where the reference keeps immutables in memory, after the code.
_IMMUTABLES: Final = {"i0": "0x9000", "i1": "0x9020"}
_RETURN: Final = f'return({CODE}, datasize("D"))'
_DEPLOYED: Final = """    object "D" { code {
        mstore(0, loadimmutable("i0"))
        mstore(0x20, loadimmutable("i1"))
        return(0, 0x40)
    } }
"""


def is_creation(text: str) -> bool:
    """Whether a program is creation code."""
    return _RETURN in text


def assigned_once(text: str) -> str:
    """The program with each immutable assigned once, where it returns code.

    solc's code generation, which makes the reference, writes only the first of several assignments.
    """
    lasts = []
    for name, word in _IMMUTABLES.items():
        text = text.replace(f'setimmutable({CODE}, "{name}", ', f"mstore({word}, ")
        lasts.append(f'setimmutable({CODE}, "{name}", mload({word}))')
    return text.replace(_RETURN, f"{' '.join(lasts)} {_RETURN}")


_ASSIGNING_FUNCTIONS: Final = (
    f'function assign(a) {{ setimmutable({CODE}, "i0", a) }}',
    f"""function assigned(a, b) -> r {{
    if lt(a, b) {{ setimmutable({CODE}, "i1", a) assign(b) leave }}
    setimmutable({CODE}, "i1", b)
    r := sub(a, b)
}}""",
    f"function finish() {{ {_RETURN} }}",
)
# Many small programs find more than few large ones.
_STATEMENTS: Final = (1, 2, 3, 4, 5, 6, 8, 12)


def conventions_program(seed: int, *, frames: bool = False) -> str:
    """A program; the same for the same seed.

    Some have a function with more variables than the stack can reach. With `frames` these are in
    transient storage: a program that does the same, but needs no spill slots.
    """
    return _Writer(Random(seed), frames).program()


class _Writer:
    def __init__(self, rng: Random, frames: bool) -> None:
        self._rng = rng
        self._frames = frames
        self._number = 0
        self._is_deep = rng.random() < 0.3
        # Without a guard, a program may use the pointer as Solidity does all the same.
        self._guarded = rng.random() < 0.35
        self._is_odd = not self._guarded and rng.random() < 0.7
        self._is_creation = not self._guarded and rng.random() < 0.2
        lines = _lines(COMMON)
        lines += [] if self._is_odd else _lines(POINTER) * 2
        if self._is_odd:
            lines += _lines(ODD) * 2
            # Values of the pointer that nothing else changes.
            lines += _lines(POINTER) if rng.random() < 0.3 else []
            lines += _lines(SIZE) * 3 if rng.random() < 0.2 and not self._is_creation else []
        elif not self._guarded:
            lines += _lines(SHOWN) * 2
        if self._is_creation:
            # It returns code to itself.
            lines = [line for line in lines if "address()" not in line]
        if rng.random() < 0.35:
            lines = [line for line in lines if not _SINCE_CANCUN.search(line)]
        # Each program is about some of all kinds.
        self._templates = rng.sample(lines, rng.randint(6, 18))
        if self._is_creation:
            self._templates += rng.sample(_lines(ASSIGNING.replace("CODE", CODE)), 3) * 2
        if self._is_deep:
            self._templates += ["V := deep(and(A, 3), B, 0)"] * 2
            if not self._is_odd:
                self._templates += _lines(REGION)
        self._places = rng.sample(PLACES, rng.randint(3, 6))

    def program(self) -> str:
        """The program with its functions."""
        rng = self._rng
        variables = [f"v{number}" for number in range(rng.choice((2, 3, 4, 8)))]
        lines = [f'datacopy({CODE}, dataoffset("D"), datasize("D"))'] * self._is_creation
        if self._guarded:
            lines.append("mstore(0x40, memoryguard(0x80))")
        elif not self._is_odd:
            lines.append("mstore(0x40, 0x80)")
        elif rng.random() < 0.7:
            lines.append(f"mstore(0x40, {rng.choice(('0x80', '0x80', '0xa0', '0x61'))})")
        for number, name in enumerate(variables):
            lines.append(f"let {name} := calldataload({32 * (number % 3)})")
        if self._is_creation:
            lines += [f'setimmutable({CODE}, "{name}", v0)' for name in _IMMUTABLES]
        lines += [self.statement(variables) for _ in range(rng.choice(_STATEMENTS))]
        lines += [f"sstore({100 + number}, {name})" for number, name in enumerate(variables)]
        lines += self._end(len(variables))
        functions = self._functions() + [self._deep()] * self._is_deep
        body = indent("\n".join([*lines, *functions]), "    ")
        if not _SINCE_CANCUN.search(body):
            body = body.replace("leaving(", "mcopy(")
        return f'object "C" {{ code {{\n{body}\n}}\n{_DEPLOYED * self._is_creation}}}\n'

    def _end(self, variables: int) -> list[str]:
        if self._is_creation:
            return ["finish()"]
        if self._is_odd:
            return ["log0(0, 0x120)", "return(0, 0x240)"]
        if variables == 3:
            # Memory is not read any more.
            return ["leaving(v0, v1) stop()"]
        return ["return(0, 0x40)"]

    def _functions(self) -> list[str]:
        names = ["a", "b", "r"]
        some = [self.statement(names, calls=False) for _ in range(7)]
        # Its first argument is a pointer, whose value must not be seen if it is guarded.
        some.append(self.statement(names[1:] if self._guarded else names, calls=False))
        end, odd = self._rng.choice(ENDS), self._rng.choice(("0x20", "0x33", "L"))
        size = self._rng.choice(("0x3f", "0x1f")) if not self._is_odd else odd.replace("L", "7")
        aligned = "and(add(a, 0x3f), not(0x1f))" if not self._is_odd else f"add(a, {size})"
        return [
            f"""function mixed(a, b) -> r {{
    for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{
        {some[0]}
        if gt(and(a, 7), 5) {{ {{ r := b leave }} }}
        switch and(b, 3) case 1 {{ leave }} case 2 {{ r := add(r, a) continue }}
        b := shr(1, b)
        {some[1]}
    }}
    r := not(r)
}}""",
            f"""function deeper(n, a, b) -> r {{
    {some[2]}
    if iszero(n) {{ r := sub(a, b) leave }}
    {{ let p := reserve(0x20) mstore(p, a)
    r := deeper(sub(n, 1), b, add(a, n))
    if and(r, 1) {{ r := xor(r, mload(p)) leave }}
    r := add(r, mload(p)) }}
    {some[3]}
}}""",
            f"""function reserve(a) -> r {{
    r := {self._pointer()}
    if iszero(a) {{ {{ mstore(0x40, add(r, 0x20)) leave }} }}
    mstore(0x40, add(r, {aligned}))
}}""",
            f"""function pointer(a, b) {{
    let r := 1
    mstore(0x40, a)
    {{ if and(b, 1) {{ leave }} }}
    {self._rng.choice(("revert(0, 0)", some[7], "mstore(0x40, add(a, 1))", "if b { stop() }"))}
}}""",
            f"""function leaving(a, b) {{
    let r := 3
    if eq(and(a, 7), 3) {{ {end} }}
    if and(a, 1) {{ {some[4]} if and(b, 1) {{ sstore(7, r) leave }} }}
    {some[5]}
    sstore(8, add(r, a))
}}""",
            "function near(a) -> r { if gt(a, 0x20) { stop() } r := a }",
            "function unpaid() { if callvalue() { revert(0, 0) } }",
            "function checked(a) { unpaid() if eq(and(a, 0xf), 3) { revert(0, 0x20) } }",
            *(_ASSIGNING_FUNCTIONS if self._is_creation else ()),
            f"""function many(a, b) {{
    let r := add(mload(0x40), 0x240)
    mstore8(0x5e, shr(8, r)) mstore8(0x5f, r)
    {" ".join(f"mstore(add(a, {32 * k}), add(b, {k}))" for k in range(18))}
}}""",
            f"""function frame(n, a) -> r {{
    let b := {self._word(names[:1])}
    let p := {self._pointer()}
    mstore(p, a)
    mstore(0x40, add(p, 0x20))
    {some[6]}
    if n {{ r := frame(sub(n, 1), add(b, r)) }}
    mstore(0x40, p)
    r := add(mul(r, 3), mload(p))
}}""",
        ]

    def _pointer(self) -> str:
        """The free memory pointer, or a number that is small for sure."""
        return "and(mload(0x40), 0x3ff)" if self._is_odd else "mload(0x40)"

    def _deep(self) -> str:
        """A recursive function with many variables."""
        rng, count = self._rng, self._rng.choice((14, 18, 24, 34))
        start = f"let p := {self._pointer()} mstore(p, n) mstore(0x40, add(p, 0x20))"
        lines = [start] * (rng.random() < 0.6)
        has_pointer = bool(lines)
        lines += [self._new(k, f"add(a, {rng.choice(('n', 'd', str(k)))})") for k in range(count)]
        for position in sorted(rng.sample(range(count), 3)):
            k, other = rng.randrange(count), rng.randrange(count)
            value = f"add(mul({self._get(k)}, 3), {self._get(other)})"
            lines.append(self._set(position, value))
        lines.append(self.statement(["a", "r"], calls=False))
        deeper = f"r := deep(sub(n, 1), xor(a, {self._get(3)}), add(d, 1))"
        leave = f"if and(r, 1) {{ r := {self._get(count - 1)} leave }}"
        lines.append(f"if n {{ {deeper} {leave} }}")
        k = rng.randrange(count)
        changed = self._set(k, f"xor({self._get(k)}, mul(r, {self._get(0)}))")
        head = "for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
        lines.append(f"{head} {{ {changed} {self.statement(['a', 'r'], calls=False)} }}")
        lines += [f"r := add(mul(r, 5), {self._get(k)})" for k in range(count)]
        lines += ["r := add(r, mload(p))"] * has_pointer
        return f"function deep(n, a, d) -> r {{\n{indent(chr(10).join(lines), '    ')}\n}}"

    def _get(self, number: int) -> str:
        return f"tload({self._slot(number)})" if self._frames else f"w{number}"

    def _set(self, number: int, value: str) -> str:
        if self._frames:
            return f"tstore({self._slot(number)}, {value})"
        return f"w{number} := {value}"

    def _new(self, number: int, value: str) -> str:
        return ("" if self._frames else "let ") + self._set(number, value)

    def _slot(self, number: int) -> str:
        return f"add(mul(d, 0x100), {_FRAMES + number})"

    def statement(self, variables: list[str], depth: int = 0, *, calls: bool = True) -> str:
        """A random statement; `calls`: it may call the functions of the program."""
        while True:
            template = self._rng.choice(self._templates)
            if depth > 2 and "STATEMENT" in template:
                template = "V := add(mul(V, 5), A)"
            if calls or not _CALL.search(template):
                break
            if all(map(_CALL.search, self._templates)):
                template = "V := add(mul(V, 5), A)"
                break
        self._number += 1
        number = self._number

        def replaced(found: re.Match[str]) -> str:
            match found[0]:
                case "A" | "B":
                    return self._word(variables)
                case "V":
                    return self._rng.choice(variables)
                case "P":
                    return self._place(variables)
                case "K":
                    return str(self._rng.randrange(5))
                case "I":
                    return self._rng.choice(list(_IMMUTABLES))
                case "L":
                    return self._rng.choice(LENGTHS)
                case "ODD":
                    return self._rng.choice(ODD_POINTERS).replace("A", self._word(variables))
                case "STATEMENT":
                    return self.statement(variables, depth + 1, calls=calls)
            return f"{found[1]}{number}"

        text = _LETTER.sub(replaced, template)
        return f"{{ {text} }}" if "let " in text else text

    def _word(self, variables: list[str]) -> str:
        return self._rng.choice((*variables, *variables, self._rng.choice(WORDS)))

    def _place(self, variables: list[str]) -> str:
        near = f"and({self._word(variables)}, 0x{self._rng.choice(('3f', '7f', 'ff'))})"
        pointer = "and(mload(0x40), 0x1ff)"
        return self._rng.choice((*self._places, near, pointer))


def _lines(text: str) -> list[str]:
    """The templates in a table: a line, and those below it that are indented further."""
    return re.sub(r"\n {8}", " ", text).strip().split("\n    ")
