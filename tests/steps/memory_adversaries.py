"""Adversarial programs for memory, each with the result of the wrong optimisation.

Each program has a piece of text that a wrong optimisation would replace: the replacement changes
the behaviour for some of the calldata, so that an execution shows the mistake.
"""

from __future__ import annotations

from typing import Final

from tests.steps.adversary import FREE, OBJECTS, Adversary
from tests.steps.free_pointer_adversaries import POINTER_ADVERSARIES

_IDENTITY: Final = "pop(staticcall(gas(), 4, {}, {}, {}, {}))"

_MANY_STORES: Final = " ".join(f"mstore(add(z, {32 * i}), {i})" for i in range(80))

ADVERSARIES: Final = {
    "free memory begins before Solidity's": Adversary(
        "{ let p := memoryguard(96) mstore(96, 7) mstore(p, 9) sstore(0, mload(96)) }",
        "mload(96)",
        "7",
    ),
    "the pointer begins before Solidity's": Adversary(
        "{ mstore(64, memoryguard(96)) let p := mload(64) mstore(64, add(p, 32)) mstore(96, 7)"
        " mstore(p, 9) sstore(0, mload(96)) }",
        "mload(96)",
        "7",
    ),
    "words overlap": Adversary(
        f"{{ {FREE} mstore(0, x) mstore(16, y) sstore(0, mload(0)) }}", "mload(0)", "x"
    ),
    "words overlap by a byte": Adversary(
        f"{{ {FREE} mstore(0, x) mstore(31, y) sstore(0, mload(0)) }}", "mload(0)", "x"
    ),
    "words overlap from below by a byte": Adversary(
        f"{{ {FREE} mstore(31, x) mstore(0, y) sstore(0, mload(31)) }}", "mload(31)", "x"
    ),
    "a byte is stored": Adversary(
        f"{{ {FREE} mstore(0, x) mstore8(31, y) sstore(0, mload(0)) }}", "mload(0)", "x"
    ),
    "an unknown address is in scratch space": Adversary(
        f"{{ {FREE} mstore(0, y) mstore(x, 7) sstore(0, mload(0)) }}", "mload(0)", "y"
    ),
    "an unknown address is in an object": Adversary(
        f"{{ {OBJECTS} mstore(add(128, x), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "a pointer is stored in an object": Adversary(
        f"{{ {OBJECTS} mstore(p, q) mstore(mload(p), 7) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "a pointer is stored in another object than it seems": Adversary(
        f"{{ {OBJECTS} mstore(p, q) if x {{ mstore(p, p) }} mstore(mload(p), 7)"
        " sstore(0, mload(q)) }",
        "mload(q)",
        "7",
    ),
    "a pointer comes from storage": Adversary(
        f"{{ {OBJECTS} sstore(1, q) mstore(sload(1), 7) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "the first object is smaller than what is stored in it": Adversary(
        f"{{ {OBJECTS} mstore(add(p, 32), 7) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "something is stored before an object": Adversary(
        f"{{ {OBJECTS} mstore(sub(q, 32), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "a distance is negative": Adversary(
        f"{{ {OBJECTS} mstore(add(q, x), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "an index is out of bounds": Adversary(
        f"{{ {OBJECTS} mstore(add(p, shl(5, and(x, 1))), 7) sstore(0, mload(q)) }}",
        "mload(q)",
        "y",
    ),
    "an index that wraps around": Adversary(
        f"{{ {OBJECTS} mstore(add(p, shl(5, x)), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "nothing was allocated in between": Adversary(
        f"{{ {FREE} let p := mload(64) mstore(p, x) let q := mload(64) mstore(q, y)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    **POINTER_ADVERSARIES,
    "the size of memory is asked for": Adversary(
        f"{{ {FREE} mstore(0, x) let z := mload(0) z := mload(y) pop(mload(y)) mstore(1, z)"
        " sstore(0, msize()) }",
        "let z := mload(0) z := mload(y) pop(mload(y))",
        "let z := x",
    ),
    "calldata is copied over an object": Adversary(
        f"{{ {OBJECTS} calldatacopy(add(p, 16), 0, 32) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "calldata of unknown length is copied": Adversary(
        f"{{ {OBJECTS} calldatacopy(p, 1, and(x, 255)) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "code is copied over an object": Adversary(
        f"{{ {OBJECTS} codecopy(p, 0, 4) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "memory is copied onto itself": Adversary(
        f"{{ {OBJECTS} mcopy(add(p, 1), p, 32) sstore(0, mload(p)) sstore(1, mload(q)) }}",
        "mload(p)",
        "x",
    ),
    "returned data are copied over an object": Adversary(
        f"{{ {OBJECTS} {_IDENTITY.format('q', 32, 0, 0)} returndatacopy(p, 0, 32)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "a call writes into an object": Adversary(
        f"{{ {OBJECTS} {_IDENTITY.format('q', 32, 'p', 32)} sstore(0, mload(p)) }}",
        "mload(p)",
        "x",
    ),
    "a call writes less than there is room for": Adversary(
        f"{{ {OBJECTS} mstore(p, 7) {_IDENTITY.format('q', 4, 'p', 32)} mstore(p, mload(p))"
        " sstore(0, mload(p)) }",
        "mstore(p, mload(p))",
        "mstore(p, y)",
    ),
    "a call writes over two objects": Adversary(
        f"{{ {OBJECTS} {_IDENTITY.format(0, 64, 'p', 64)} sstore(0, mload(q)) }}",
        "mload(q)",
        "y",
    ),
    "a loop writes where it began": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                mstore(add(p, shl(5, i)), 7)
            }}
            sstore(0, mload(p)) }}""",
        "mload(p)",
        "x",
    ),
    "a loop reads what its last iteration wrote": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                sstore(i, mload(q)) mstore(q, i)
            }} }}""",
        "mload(q)",
        "y",
    ),
    "an inner loop writes what the outer one reads": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                sstore(i, mload(q))
                for {{ let j := 0 }} lt(j, 2) {{ j := add(j, 1) }} {{ mstore(q, j) }}
            }} }}""",
        "mload(q)",
        "y",
    ),
    "the post block of a loop writes": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) mstore(q, 7) }} {{
                sstore(i, mload(q))
            }} }}""",
        "mload(q)",
        "y",
    ),
    "a loop is left before it writes": Adversary(
        f"""{{ {OBJECTS}
            for {{ }} 1 {{ }} {{
                if x {{ break }}
                mstore(q, 7)
                break
            }}
            sstore(0, mload(q)) }}""",
        "mload(q)",
        "7",
    ),
    "an iteration goes on before it writes": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) sstore(i, mload(q)) }} {{
                if x {{ continue }}
                mstore(q, 7)
            }} }}""",
        "mload(q)",
        "7",
    ),
    "what a loop changes lets it change more": Adversary(
        f"""{{ {FREE} mstore(0, 160) mstore(192, y)
            for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{
                mstore(mload(0), 7) mstore(0, 192)
            }}
            sstore(0, mload(192)) }}""",
        "mload(192)",
        "y",
    ),
    "a function writes before an address that it knows": Adversary(
        f"{{ {OBJECTS} f() sstore(0, mload(p))"
        " function f() { mstore(sub(calldataload(0), 32), 7) } }",
        "mload(p)",
        "x",
    ),
    "a function writes to the free memory pointer, and to many other places": Adversary(
        f"""{{ mstore(64, memoryguard(128)) let p := mload(64) mstore(p, 1) f()
            let q := mload(64) mstore(q, 2) sstore(0, mload(p))
            function f() {{ mstore8(94, 1) {_MANY_STORES.replace("z", "128")} }} }}""",
        "mload(p)",
        "2",
    ),
    "a function writes to the free memory pointer, and to many other places anywhere": Adversary(
        f"""{{ mstore(64, memoryguard(128)) let p := mload(64) mstore(p, 1) f()
            let q := mload(64) mstore(q, 2) sstore(0, mload(p))
            function f() {{
                let z := add(and(calldataload(0), 0xffffffffff), 128)
                mstore8(94, 1) {_MANY_STORES}
            }} }}""",
        "mload(p)",
        "2",
    ),
    "a function writes to many places": Adversary(
        f"{{ {OBJECTS} f() sstore(0, mload(q))"
        f" function f() {{ {_MANY_STORES.replace('z', '1000')} mstore(160, 7) }} }}",
        "mload(q)",
        "y",
    ),
    "objects grow in a loop": Adversary(
        f"""{{ {FREE}
            let last := 0
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                let p := mload(64)
                if iszero(and(y, i)) {{ mstore(64, add(p, 32)) }}
                mstore(p, add(i, 7))
                if last {{ sstore(i, mload(last)) }}
                last := p
            }} }}""",
        "mload(last)",
        "add(i, 6)",
    ),
    "each iteration has another object": Adversary(
        f"""{{ {FREE}
            let first := mload(64)
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                let p := mload(64) mstore(64, add(p, 32)) mstore(p, i)
            }}
            sstore(0, mload(first)) sstore(1, mload(add(first, 32))) }}""",
        "mload(first)",
        "2",
    ),
    "recursion writes to the object of its caller": Adversary(
        """{
            mstore(64, 128) sstore(0, f(calldataload(0)))
            function f(n) -> r {
                mstore(128, n)
                if n { r := f(sub(n, 1)) }
                r := add(r, mload(128))
            } }""",
        "mload(128)",
        "n",
    ),
    "recursion passes objects on": Adversary(
        f"""{{ {OBJECTS} f(p, q, and(x, 3)) sstore(0, mload(p)) sstore(1, mload(q))
            function f(a, b, n) {{
                mstore(a, n)
                if n {{ f(b, a, sub(n, 1)) }}
            }} }}""",
        "mload(p)",
        "and(x, 3)",
    ),
    "a function writes to what it is given": Adversary(
        f"{{ {OBJECTS} f(q) sstore(0, mload(q)) function f(a) {{ mstore(a, 7) }} }}",
        "mload(q)",
        "y",
    ),
    "a function writes at a distance from what it is given": Adversary(
        f"{{ {OBJECTS} f(p, and(x, 1)) sstore(0, mload(q))"
        " function f(a, i) { mstore(add(a, shl(5, i)), 7) } }",
        "mload(q)",
        "y",
    ),
    "a function writes at a known distance from what it is given": Adversary(
        f"{{ {OBJECTS} f(p) sstore(0, mload(q)) function f(a) {{ mstore(add(a, 32), 7) }} }}",
        "mload(q)",
        "y",
    ),
    "a function writes before what it is given": Adversary(
        f"{{ {OBJECTS} f(q) sstore(0, mload(p)) function f(a) {{ mstore(sub(a, 32), 7) }} }}",
        "mload(p)",
        "x",
    ),
    "a function is given the same object twice": Adversary(
        f"{{ {OBJECTS} f(p, p) f(p, q) function f(a, b) {{"
        " mstore(a, 1) mstore(b, 2) sstore(a, add(mload(a), sload(a))) } }",
        "mload(a)",
        "1",
    ),
    "a function writes by way of another one": Adversary(
        f"{{ {OBJECTS} f(q) sstore(0, mload(q))"
        " function f(a) { g(a) } function g(a) { mstore(a, 7) } }",
        "mload(q)",
        "y",
    ),
    "a function returns before it writes": Adversary(
        f"{{ {OBJECTS} f(q, x) sstore(0, mload(q))"
        " function f(a, c) { if c { leave } mstore(a, 7) } }",
        "mload(q)",
        "7",
    ),
    "only one branch writes": Adversary(
        f"{{ {OBJECTS} if x {{ mstore(q, 7) }} sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "only one case writes": Adversary(
        f"{{ {OBJECTS} switch x case 0 {{ mstore(q, 7) }} default {{ }} sstore(0, mload(q)) }}",
        "mload(q)",
        "y",
    ),
    "both branches write, but different words": Adversary(
        f"{{ {OBJECTS} switch x case 0 {{ mstore(q, 7) }} default {{ mstore(q, 8) }}"
        " sstore(0, mload(q)) }",
        "mload(q)",
        "8",
    ),
    "the variable has another value by now": Adversary(
        f"{{ {OBJECTS} y := 7 sstore(0, mload(q)) sstore(1, y) }}", "mload(q)", "y"
    ),
    "the variable changes in a loop": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                sstore(i, mload(q)) y := 7
            }} }}""",
        "mload(q)",
        "y",
    ),
    "arguments are evaluated from the last one on": Adversary(
        f"{{ {OBJECTS} sstore(0, add(mload(q), f(q))) function f(a) -> r {{ mstore(a, 7) }} }}",
        "mload(q)",
        "y",
    ),
    "a word is hashed that has changed": Adversary(
        f"{{ {FREE} mstore(0, x) mstore(32, 1) let h := keccak256(0, 64) mstore(0, y)"
        " sstore(0, keccak256(0, 64)) sstore(1, h) }",
        "sstore(0, keccak256(0, 64))",
        "sstore(0, h)",
    ),
    "a byte is hashed that has changed": Adversary(
        f"{{ {FREE} mstore(0, x) mstore(32, 1) let h := keccak256(0, 64) mstore8(63, y)"
        " sstore(0, keccak256(0, 64)) sstore(1, h) }",
        "sstore(0, keccak256(0, 64))",
        "sstore(0, h)",
    ),
    "less is hashed of the same words": Adversary(
        f"{{ {FREE} mstore(0, x) mstore(32, 1) let h := keccak256(0, 64)"
        " sstore(0, keccak256(0, 63)) sstore(1, h) }",
        "keccak256(0, 63)",
        "h",
    ),
    "the same words are hashed in another order": Adversary(
        f"{{ {FREE} mstore(0, x) mstore(32, y) let h := keccak256(0, 64)"
        " mstore(0, y) mstore(32, x) sstore(0, keccak256(0, 64)) sstore(1, h) }",
        "sstore(0, keccak256(0, 64))",
        "sstore(0, h)",
    ),
    "what is stored again was overwritten": Adversary(
        f"{{ {FREE} mstore(0, y) mstore(and(x, 31), 7) mstore(0, add(y, 0)) sstore(0, mload(0)) }}",
        "mstore(0, add(y, 0))",
        "",
    ),
    "what is stored again was overwritten by a function": Adversary(
        f"{{ {FREE} mstore(0, y) f() mstore(0, add(y, 0)) sstore(0, mload(0))"
        " function f() { mstore(0, 7) } }",
        "mstore(0, add(y, 0))",
        "",
    ),
    "a loop is left after it has changed what its condition loads": Adversary(
        f"""{{ {OBJECTS} let z
            for {{ }} or(mload(add(q, x)), 1) {{ }} {{
                z := mload(add(q, x))
                mstore(add(q, x), add(z, 1))
                break
            }}
            sstore(0, mload(add(q, x))) sstore(1, z) }}""",
        "sstore(0, mload(add(q, x)))",
        "sstore(0, z)",
    ),
    "a round ends early after it has changed what the condition loads": Adversary(
        f"""{{ {OBJECTS} let i let z
            for {{ }} lt(i, mload(add(q, x))) {{ i := add(i, 1) sstore(i, mload(add(q, x))) }} {{
                z := mload(add(q, x))
                mstore(add(q, x), and(z, 3))
                if y {{ continue }}
                sstore(9, z)
            }} }}""",
        "sstore(i, mload(add(q, x)))",
        "sstore(i, z)",
    ),
    "more words are known than there is room for": Adversary(
        f"{{ {FREE} let z := and(x, 255) {_MANY_STORES}"
        " mstore(z, y) sstore(0, mload(add(z, 2528))) sstore(1, mload(z)) }",
        "mload(z)",
        "0",
    ),
}
