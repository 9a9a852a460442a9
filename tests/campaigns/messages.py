"""Look for wrong proofs about memory that is written for messages at the end of a frame.

    python -m tests.campaigns.messages --seeds 1000

From each seed, a program is generated whose functions revert or return with messages that they have
written just before, in full, in part or from memory, and whose code outside functions writes the
same memory before it calls them. One of these writes is left out or replaced. The prover compares
both programs, without a look at executions; the interpreter executes both, with many inputs.

Exit status: 0 no pair was wrongly proven, 1 one was, or nothing was proven or different.
"""

from __future__ import annotations

from random import Random
from typing import Final

import click

from tests.campaign import seed_range
from tests.campaigns import arrays

_ADDRESSES: Final = ("0", "0", "1", "4", "31", "32", "36", "64", "128")
_SIZES: Final = ("0", "4", "32", "33", "64", "96", "160")
_STARTS: Final = ("0", "0", "0", "32", "128", "a")
_WORDS: Final = ("a", "b", "17", "calldataload(32)")
_OTHER_WORDS: Final = ("mload(64)", "mload(0)", "g(a, b)", "keccak256(0, 32)", "caller()")
_BETWEEN: Final = (
    *("if b { mstore(0, b) }", "mstore8(3, a)", "mstore(a, 1)", "calldatacopy(0, 0, 4)"),
    *("sstore(1, a)", "b := g(a, b)"),
)
_CHECKS: Final = (
    *("if lt(r, a) { MESSAGE }", "if b { MESSAGE }", "if a { if b { MESSAGE } }"),
    "switch a case 0 { MESSAGE } default { r := b }",
)
_REST: Final = (
    *("mstore(64, a)", "r := mload(64)", "log0(0, 64)", "mstore(0, b)", "sstore(2, r)"),
    "r := h(r, b)",
)
_CALLEES: Final = ("r := a", "r := 3", "mstore(0, a)", "r := mload(a)", "MESSAGE")
_WRITES: Final = (
    *("mstore(64, 128)", "mstore(0, calldataload(0))", "mstore(32, not(7))", "mstore8(35, 9)"),
    *("mstore(128, calldataload(32))", "mstore(4, 5)", "mstore(0, 0)", "mstore(64, not(0))"),
)
_USES: Final = (
    "sstore(0, f(calldataload(0), calldataload(32)))",
    "if f(calldataload(0), 3) { pop(f(1, calldataload(32))) } return(0, 32)",
    "let s for { let i } lt(i, calldataload(64)) { i := add(i, 1) }"
    " { if gt(i, 3) { break } s := f(s, calldataload(i)) } sstore(0, s)",
    "pop(f(calldataload(0), calldataload(32)))"
    " mstore(64, 1) mstore(0, 2) mstore(32, 3) return(0, 96)",
)


def pair(seed: int) -> tuple[str, str]:
    """A program, and the same after an edit."""
    rng = Random(seed)
    body = (
        f"r := add(a, b) {rng.choice(_CHECKS)} {rng.choice(_REST) if rng.random() < 0.25 else ''}"
    )
    functions = "".join(
        f" function {name}(a, b) -> r {{ {text.replace('MESSAGE', _message(rng))} }}"
        for name, text in (
            ("f", body),
            ("g", rng.choice(_CALLEES)),
            ("h", "r := a if gt(a, b) { MESSAGE }"),
        )
    )
    use = rng.choice(_USES)
    writes = rng.choices(_WRITES, k=rng.randint(1, 3))
    edited = writes.copy()
    edited[rng.randrange(len(edited))] = rng.choice(("", rng.choice(_WRITES)))
    before, after = (f"{{ {{ {' '.join(one)} {use} }}{functions} }}" for one in (writes, edited))
    return before, after


def _message(rng: Random) -> str:
    count = rng.randint(0, 3)
    start, size = rng.choice(_STARTS), rng.choice(_SIZES)
    addresses = rng.choices(_ADDRESSES, k=count)
    if count and rng.random() < 0.6:
        # An error with its arguments, or some bytes more than that.
        addresses = ["0", "4", "36"][:count]
        start, size = "0", str(int(addresses[-1]) + 32 + rng.choice((0, 0, 0, 1, 4, 28)))
    statements = [f"mstore({address}, {_word(rng)})" for address in addresses]
    if rng.random() < 0.12:
        statements.insert(rng.randint(0, count), rng.choice(_BETWEEN))
    end = rng.choice(("revert", "revert", "return"))
    return " ".join((*statements, f"{end}({start}, {size})"))


def _word(rng: Random) -> str:
    return rng.choice(_WORDS if rng.random() < 0.8 else _OTHER_WORDS)


def check(seed: int) -> str:
    """The verdict on the pair of a seed."""
    return arrays.check(seed, pair)


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", required=True)
def main(seeds: range) -> None:
    arrays.run(seeds, pair)


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.messages")
