"""Adversarial programs for storage, each with the result of the wrong optimisation.

See `tests.steps.memory_adversaries`.
"""

from __future__ import annotations

from typing import Final

from tests.steps.adversary import Adversary

_HEAD: Final = "mstore(64, 128) let x := calldataload(0) let y := calldataload(32)"
_AT_0: Final = f"{_HEAD} sstore(0, y)"
# A call of this program, which comes back in here.
_CALL: Final = "pop({}(gas(), address(), {}0, 0, 0, 0))"
_REENTER: Final = f"if callvalue() {{ sstore(0, 7) stop() }} {_AT_0}"


def _hash(name: str, *words: str, start: int = 0, length: int = 0) -> str:
    """Statements that give a variable the hash of some words."""
    stores = " ".join(f"mstore({start + 32 * i}, {word})" for i, word in enumerate(words))
    return f"{stores} let {name} := keccak256({start}, {length or 32 * len(words)})"


STORAGE_ADVERSARIES: Final = {
    "another slot may be the same": Adversary(
        f"{{ {_AT_0} sstore(x, 7) sstore(1, sload(0)) }}", "sload(0)", "y"
    ),
    "both keys have something added": Adversary(
        f"{{ {_HEAD} sstore(add(x, 1), y) sstore(add(y, 1), 7) sstore(9, sload(add(x, 1))) }}",
        "sload(add(x, 1))",
        "y",
    ),
    "a key overflows": Adversary(
        f"{{ {_HEAD} let k := not(0) sstore(1, y) sstore(add(k, and(x, 3)), 7)"
        " sstore(9, sload(1)) }",
        "sload(1)",
        "y",
    ),
    "the same words are hashed": Adversary(
        f"{{ {_HEAD} {_hash('a', 'x', '1')} sstore(a, y) {_hash('b', 'y', '1')} sstore(b, 7)"
        " sstore(9, sload(a)) }",
        "sload(a)",
        "y",
    ),
    "different words are hashed of which the difference is left out": Adversary(
        f"{{ {_HEAD} {_hash('a', '1', '2', length=63)} sstore(a, y)"
        f" {_hash('b', '1', '3', length=63)} sstore(b, 7) sstore(9, sload(a)) }}",
        "sload(a)",
        "y",
    ),
    "the hash is a number that is added to": Adversary(
        f"{{ {_HEAD} {_hash('a', '0')} sstore(a, y)"
        " sstore(add(0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e560, x), 7)"
        " sstore(9, sload(a)) }",
        "sload(a)",
        "y",
    ),
    "a large number is added to a hash": Adversary(
        f"{{ {_HEAD} {_hash('a', '0')} sstore(0, y) sstore(add(a, sub(x, a)), 7)"
        " sstore(9, sload(0)) }",
        "sload(0)",
        "y",
    ),
    "what is added to a hash leads to a slot": Adversary(
        f"{{ {_HEAD} {_hash('a', '0')} sstore(0, y)"
        " sstore(add(a, 0xd6f21326ab749d5729fcba5677c79037b459436ab7bff709c9d06ce9f10c1a9d), 7)"
        " sstore(9, sload(0)) }",
        "sload(0)",
        "y",
    ),
    "hashes of the same words have different numbers added": Adversary(
        f"{{ {_HEAD} {_hash('a', 'x')} {_hash('b', 'y')} sstore(add(a, 1), y)"
        " sstore(add(b, and(y, 1)), 7) sstore(9, sload(add(a, 1))) }",
        "sload(add(a, 1))",
        "y",
    ),
    "transient storage is another space": Adversary(
        f"{{ {_AT_0} tstore(0, 7) sstore(1, tload(0)) }}", "tload(0)", "y"
    ),
    "storage is another space": Adversary(
        f"{{ {_HEAD} tstore(0, y) sstore(0, 7) sstore(1, sload(0)) }}", "sload(0)", "y"
    ),
    "a call comes back": Adversary(
        f"{{ {_REENTER} {_CALL.format('call', '1, ')} sstore(1, sload(0)) }}", "sload(0)", "y"
    ),
    "a call in a function comes back": Adversary(
        f"{{ {_REENTER} f() sstore(1, sload(0))"
        f" function f() {{ {_CALL.format('call', '1, ')} }} }}",
        "sload(0)",
        "y",
    ),
    "code of others runs here": Adversary(
        f"""{{ {_AT_0}
            if iszero(calldatasize()) {{ sstore(0, 7) stop() }}
            {_CALL.format("delegatecall", "")}
            sstore(1, sload(0)) }}""",
        "sload(0)",
        "y",
    ),
    "a function stores": Adversary(
        f"{{ {_AT_0} f() sstore(1, sload(0)) function f() {{ sstore(0, 7) }} }}", "sload(0)", "y"
    ),
    "a function stores to the slot that it is given": Adversary(
        f"{{ {_AT_0} f(x) sstore(1, sload(0)) function f(a) {{ sstore(a, 7) }} }}", "sload(0)", "y"
    ),
    "a function stores after the slot that it is given": Adversary(
        f"{{ {_HEAD} sstore(1, y) f(and(x, 1)) sstore(9, sload(1))"
        " function f(a) { sstore(add(a, 1), 7) } }",
        "sload(1)",
        "y",
    ),
    "a function stores to a slot that it computes": Adversary(
        f"{{ {_AT_0} f(x) sstore(1, sload(0)) function f(a) {{ sstore(mul(a, 2), 7) }} }}",
        "sload(0)",
        "y",
    ),
    "a function stores to a hash": Adversary(
        f"""{{ {_HEAD} {_hash("a", "x", "1")} sstore(a, y) f(y) sstore(9, sload(a))
            function f(k) {{ mstore(0, k) mstore(32, 1) sstore(keccak256(0, 64), 7) }} }}""",
        "sload(a)",
        "y",
    ),
    "a function stores by way of another one": Adversary(
        f"{{ {_AT_0} f() sstore(1, sload(0)) function f() {{ g(0) }}"
        " function g(a) { sstore(a, 7) } }",
        "sload(0)",
        "y",
    ),
    "a function that calls itself stores": Adversary(
        f"{{ {_AT_0} f(3) sstore(1, sload(0))"
        " function f(a) { if a { f(sub(a, 1)) } sstore(a, 7) } }",
        "sload(0)",
        "y",
    ),
    "a function stores to many slots": Adversary(
        f"{{ {_AT_0} f() sstore(99, sload(0)) function f() {{"
        + " ".join(f"sstore({i}, {i + 7})" for i in reversed(range(20)))
        + " } }",
        "sload(0)",
        "y",
    ),
    "a function stores to a slot, and then to any": Adversary(
        f"{{ {_AT_0} f(x) sstore(1, sload(0))"
        " function f(a) { sstore(5, 7) sstore(mul(a, 3), 8) } }",
        "sload(0)",
        "y",
    ),
    "only one branch stores": Adversary(
        f"{{ {_AT_0} if x {{ sstore(0, 7) }} sstore(1, sload(0)) }}", "sload(0)", "y"
    ),
    "branches store different values": Adversary(
        f"{{ {_AT_0} switch x case 0 {{ sstore(0, 7) }} default {{ sstore(0, 8) }}"
        " sstore(1, sload(0)) }",
        "sload(0)",
        "8",
    ),
    "two slots are the same only before they are stored to": Adversary(
        f"""{{ {_HEAD} sstore(0, y) sstore(1, y)
            if x {{ sstore(and(x, 2), 7) sstore(add(and(x, 2), 1), 8) }}
            let a := sload(0) sstore(9, a) sstore(8, sload(1)) }}""",
        "sload(1)",
        "a",
    ),
    "two slots are lost in one branch": Adversary(
        f"""{{ {_AT_0} sstore(1, y)
            if x {{ sstore(shr(2, x), 7) }}
            let a := sload(0) sstore(9, a) sstore(8, sload(1)) }}""",
        "sload(1)",
        "a",
    ),
    "the next iteration stores": Adversary(
        f"""{{ {_AT_0}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                sstore(add(i, 1), sload(0))
                sstore(0, 7)
            }} }}""",
        "sload(0)",
        "y",
    ),
    "the post block stores": Adversary(
        f"""{{ {_AT_0}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) sstore(0, 7) }} {{
                sstore(add(i, 1), sload(0))
            }} }}""",
        "sload(0)",
        "y",
    ),
    "a loop is left before it stores": Adversary(
        f"""{{ {_AT_0}
            for {{ }} 1 {{ }} {{ if x {{ break }} sstore(0, 7) break }}
            sstore(1, sload(0)) }}""",
        "sload(0)",
        "7",
    ),
    "the variable has another value by now": Adversary(
        f"{{ {_AT_0} y := 7 sstore(1, sload(0)) sstore(2, y) }}", "sload(0)", "y"
    ),
    "arguments are evaluated from the last one on": Adversary(
        f"{{ {_AT_0} sstore(1, add(sload(0), f())) function f() -> r {{ sstore(0, 7) }} }}",
        "sload(0)",
        "y",
    ),
    "what is stored again was overwritten": Adversary(
        f"{{ {_AT_0} sstore(x, 7) sstore(0, add(y, 0)) }}", "sstore(0, add(y, 0))", ""
    ),
    "what is stored again was overwritten by a call": Adversary(
        f"{{ {_REENTER} {_CALL.format('call', '1, ')} sstore(0, add(y, 0)) }}",
        "sstore(0, add(y, 0))",
        "",
    ),
    "the value is computed with an effect": Adversary(
        f"{{ {_AT_0} sstore(0, f(y)) function f(a) -> b {{ sstore(1, a) b := a }} }}",
        "sstore(0, f(y))",
        "",
    ),
    "evaluating the key expands memory, whose size is asked for": Adversary(
        f"{{ {_AT_0} sstore(1, sload(and(mload(1000), 0))) sstore(2, msize()) }}",
        "sload(and(mload(1000), 0))",
        "y",
    ),
    "a loop stores to the slot that its condition loads": Adversary(
        f"{{ {_HEAD} sstore(0, 2) let n := sload(0) let i for {{ }} lt(i, sload(add(x, x)))"
        " { i := add(i, 1) } { sstore(0, 1) } sstore(9, i) }",
        "sload(add(x, x))",
        "2",
    ),
    "a loop stores to what may be the slot": Adversary(
        f"{{ {_HEAD} sstore(0, 5) let i for {{ }} lt(i, sload(0)) {{ i := add(i, 1) }}"
        " { sstore(sub(i, y), 3) } sstore(9, i) }",
        "sload(0)",
        "5",
    ),
    "a loop in a loop stores to the slot": Adversary(
        f"{{ {_HEAD} sstore(0, 5) let i for {{ }} lt(i, sload(0)) {{ i := add(i, 1) }}"
        " { for { } lt(i, x) { i := add(i, 1) } { sstore(0, 3) } } sstore(9, i) }",
        "sload(0)",
        "5",
    ),
    "a call in a loop stores to the slot": Adversary(
        f"{{ if callvalue() {{ sstore(0, 1) stop() }} {_HEAD} sstore(0, 3) let i"
        " for { } lt(i, sload(0)) { i := add(i, 1) }"
        " { pop(call(gas(), address(), x, 0, 0, 0, 0)) } sstore(9, i) }",
        "lt(i, sload(0))",
        "lt(i, 3)",
    ),
}
