"""Programs that invite wrong optimisations of memory, each with what the optimisation would make.

In each program, `wrong` says which piece of the text could be taken for what else: the text with it
does something different for some of the calldata, so that whoever takes it for that is found out.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Adversary(NamedTuple):
    """A program, and the wrong optimisation that it invites: `piece` for `taken_for`."""

    program: str
    piece: str
    taken_for: str

    @property
    def wrong(self) -> str:
        """The program after the wrong optimisation."""
        assert self.program.count(self.piece) == 1, self.piece
        return self.program.replace(self.piece, self.taken_for)


_FREE: Final = "mstore(64, 128) let x := calldataload(0) let y := calldataload(32)"
_GUARDED: Final = _FREE.replace("128", "memoryguard(128)")
# Two objects of a word each.
_OBJECTS: Final = f"""{_FREE}
    let p := mload(64) mstore(64, add(p, 32))
    let q := mload(64) mstore(64, add(q, 32))
    mstore(p, x) mstore(q, y)"""
_IDENTITY: Final = "pop(staticcall(gas(), 4, {}, {}, {}, {}))"

_MANY_STORES: Final = " ".join(f"mstore(add(z, {32 * i}), {i})" for i in range(80))

ADVERSARIES: Final = {
    "words overlap": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore(16, y) sstore(0, mload(0)) }}", "mload(0)", "x"
    ),
    "words overlap by a byte": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore(31, y) sstore(0, mload(0)) }}", "mload(0)", "x"
    ),
    "words overlap from below by a byte": Adversary(
        f"{{ {_FREE} mstore(31, x) mstore(0, y) sstore(0, mload(31)) }}", "mload(31)", "x"
    ),
    "a byte is stored": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore8(31, y) sstore(0, mload(0)) }}", "mload(0)", "x"
    ),
    "an unknown address is in scratch space": Adversary(
        f"{{ {_FREE} mstore(0, y) mstore(x, 7) sstore(0, mload(0)) }}", "mload(0)", "y"
    ),
    "an unknown address is in an object": Adversary(
        f"{{ {_OBJECTS} mstore(add(128, x), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "a pointer is stored in an object": Adversary(
        f"{{ {_OBJECTS} mstore(p, q) mstore(mload(p), 7) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "a pointer is stored in another object than it seems": Adversary(
        f"{{ {_OBJECTS} mstore(p, q) if x {{ mstore(p, p) }} mstore(mload(p), 7)"
        " sstore(0, mload(q)) }",
        "mload(q)",
        "7",
    ),
    "a pointer comes from storage": Adversary(
        f"{{ {_OBJECTS} sstore(1, q) mstore(sload(1), 7) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "the first object is smaller than what is stored in it": Adversary(
        f"{{ {_OBJECTS} mstore(add(p, 32), 7) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "something is stored before an object": Adversary(
        f"{{ {_OBJECTS} mstore(sub(q, 32), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "a distance is negative": Adversary(
        f"{{ {_OBJECTS} mstore(add(q, x), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "an index is out of bounds": Adversary(
        f"{{ {_OBJECTS} mstore(add(p, shl(5, and(x, 1))), 7) sstore(0, mload(q)) }}",
        "mload(q)",
        "y",
    ),
    "an index that wraps around": Adversary(
        f"{{ {_OBJECTS} mstore(add(p, shl(5, x)), 7) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "nothing was allocated in between": Adversary(
        f"{{ {_FREE} let p := mload(64) mstore(p, x) let q := mload(64) mstore(q, y)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is set back by hand": Adversary(
        f"{{ {_FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore(64, p)"
        " let q := mload(64) mstore(q, y) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is set to anything by hand": Adversary(
        f"{{ {_FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore(64, y)"
        " let q := mload(64) mstore(q, 7) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is set to another one that may be lower": Adversary(
        f"{{ {_OBJECTS} mstore(64, or(128, and(y, 32))) mstore(mload(64), 7)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is raised by a negative size": Adversary(
        f"{{ {_FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x)"
        " mstore(64, add(mload(64), y)) let q := mload(64) mstore(q, 7) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is overwritten in part": Adversary(
        f"{{ {_FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore8(95, y)"
        " let q := mload(64) mstore(q, 7) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is overwritten in part where there is a guard": Adversary(
        f"{{ {_GUARDED}"
        " let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore8(95, y)"
        " let q := mload(64) mstore(q, 7) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "a computed address is that of the pointer where there is a guard": Adversary(
        f"{{ {_GUARDED} let p := mload(64) mstore(add(p, 32), y) mstore(add(and(x, 96), 32), 160)"
        " let q := mload(64) mstore(q, 7) sstore(0, mload(add(p, 32))) }",
        "mload(add(p, 32))",
        "y",
    ),
    "a function is given the address of the pointer where there is a guard": Adversary(
        f"{{ {_GUARDED} let p := mload(64) mstore(add(p, 32), y) f(and(x, 96)) let q := mload(64)"
        " mstore(q, 7) sstore(0, mload(add(p, 32))) function f(a) { mstore(add(a, 32), 160) } }",
        "mload(add(p, 32))",
        "y",
    ),
    "a loop gets to the pointer where there is a guard": Adversary(
        f"""{{ {_GUARDED} let p := mload(64) mstore(add(p, 32), y)
            for {{ let i := 0 }} lt(i, 128) {{ i := add(i, 32) }} {{ mstore(i, 160) }}
            let q := mload(64) mstore(q, 7) sstore(0, mload(add(p, 32))) }}""",
        "mload(add(p, 32))",
        "y",
    ),
    "an unknown address is that of the pointer": Adversary(
        f"{{ {_OBJECTS} mstore(add(x, 32), p) mstore(p, y) mstore(mload(64), 7)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "y",
    ),
    "the pointer is garbage where a loop begins": Adversary(
        f"""{{ {_OBJECTS} mstore(64, 96)
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                let r := mload(64) mstore(r, 7) mstore(64, add(r, 32))
            }}
            sstore(0, mload(p)) }}""",
        "mload(p)",
        "x",
    ),
    "the pointer is garbage where an iteration ends": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                mstore(mload(64), 7) mstore(64, x)
            }}
            sstore(0, mload(q)) }}""",
        "mload(q)",
        "y",
    ),
    "the pointer is set anew": Adversary(
        f"""{{ {_FREE}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                let r := mload(64) mstore(64, add(r, 32)) mstore(r, x)
            }}
            mstore(64, 0) mstore(64, 128)
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                let r := mload(64) mstore(64, add(r, 32)) mstore(r, y)
            }}
            sstore(0, mload(160)) }}""",
        "mload(160)",
        "x",
    ),
    "some calls give a function the pointer": Adversary(
        f"""{{ {_OBJECTS} f(mload(64)) f(p)
            function f(a) {{
                mstore(a, 1) mstore(mload(64), 2)
                sstore(a, mload(a))
            }} }}""",
        "mload(a)",
        "2",
    ),
    "the first call of a recursion gives it the pointer": Adversary(
        f"""{{ {_OBJECTS} f(mload(64), 1)
            function f(a, n) {{
                mstore(a, 1) mstore(mload(64), 2)
                sstore(a, mload(a))
                if n {{ f(add(a, 32), 0) }}
            }} }}""",
        "mload(a)",
        "2",
    ),
    "a function returns the pointer only sometimes": Adversary(
        f"""{{ {_OBJECTS} let r := f(p, x) mstore(r, 7) sstore(0, mload(p))
            function f(a, c) -> b {{
                b := mload(64)
                if c {{ b := a }}
            }} }}""",
        "mload(p)",
        "x",
    ),
    "the pointer is overwritten by a copy": Adversary(
        f"{{ {_FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x)"
        " calldatacopy(64, 32, 32) sstore(0, mload(64)) }",
        "sstore(0, mload(64))",
        "sstore(0, add(p, 32))",
    ),
    "the pointer is set back in a function": Adversary(
        f"{{ {_OBJECTS} back() let r := mload(64) mstore(r, 7) sstore(0, mload(p))"
        " function back() { mstore(64, sub(mload(64), 64)) } }",
        "mload(p)",
        "x",
    ),
    "the pointer is raised and set back in a function": Adversary(
        f"""{{ {_OBJECTS} f(x) f(y)
            function f(v) {{
                let a := mload(64) mstore(64, add(a, 32)) mstore(a, v)
                mstore(64, a)
                let b := mload(64) mstore(b, 7)
                sstore(v, mload(a))
            }} }}""",
        "mload(a)",
        "v",
    ),
    "the pointer is set back in a loop": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                mstore(64, sub(mload(64), 32)) mstore(mload(64), 7)
            }}
            sstore(0, mload(q)) }}""",
        "mload(q)",
        "y",
    ),
    "the pointer is garbage where a function is entered": Adversary(
        f"{{ {_OBJECTS} mstore(64, x) f() sstore(0, mload(q))"
        " function f() { mstore(mload(64), 7) } }",
        "mload(q)",
        "y",
    ),
    "the size of memory is asked for": Adversary(
        f"{{ {_FREE} mstore(0, x) let z := mload(0) z := mload(y) pop(mload(y)) mstore(1, z)"
        " sstore(0, msize()) }",
        "let z := mload(0) z := mload(y) pop(mload(y))",
        "let z := x",
    ),
    "calldata is copied over an object": Adversary(
        f"{{ {_OBJECTS} calldatacopy(add(p, 16), 0, 32) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "calldata of unknown length is copied": Adversary(
        f"{{ {_OBJECTS} calldatacopy(p, 1, and(x, 255)) sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "code is copied over an object": Adversary(
        f"{{ {_OBJECTS} codecopy(p, 0, 4) sstore(0, mload(p)) }}", "mload(p)", "x"
    ),
    "memory is copied onto itself": Adversary(
        f"{{ {_OBJECTS} mcopy(add(p, 1), p, 32) sstore(0, mload(p)) sstore(1, mload(q)) }}",
        "mload(p)",
        "x",
    ),
    "returned data are copied over an object": Adversary(
        f"{{ {_OBJECTS} {_IDENTITY.format('q', 32, 0, 0)} returndatacopy(p, 0, 32)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "a call writes into an object": Adversary(
        f"{{ {_OBJECTS} {_IDENTITY.format('q', 32, 'p', 32)} sstore(0, mload(p)) }}",
        "mload(p)",
        "x",
    ),
    "a call writes less than there is room for": Adversary(
        f"{{ {_OBJECTS} mstore(p, 7) {_IDENTITY.format('q', 4, 'p', 32)} mstore(p, mload(p))"
        " sstore(0, mload(p)) }",
        "mstore(p, mload(p))",
        "mstore(p, y)",
    ),
    "a call writes over two objects": Adversary(
        f"{{ {_OBJECTS} {_IDENTITY.format(0, 64, 'p', 64)} sstore(0, mload(q)) }}",
        "mload(q)",
        "y",
    ),
    "a loop writes where it began": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                mstore(add(p, shl(5, i)), 7)
            }}
            sstore(0, mload(p)) }}""",
        "mload(p)",
        "x",
    ),
    "a loop reads what its last iteration wrote": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                sstore(i, mload(q)) mstore(q, i)
            }} }}""",
        "mload(q)",
        "y",
    ),
    "an inner loop writes what the outer one reads": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                sstore(i, mload(q))
                for {{ let j := 0 }} lt(j, 2) {{ j := add(j, 1) }} {{ mstore(q, j) }}
            }} }}""",
        "mload(q)",
        "y",
    ),
    "the post block of a loop writes": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) mstore(q, 7) }} {{
                sstore(i, mload(q))
            }} }}""",
        "mload(q)",
        "y",
    ),
    "a loop is left before it writes": Adversary(
        f"""{{ {_OBJECTS}
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
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) sstore(i, mload(q)) }} {{
                if x {{ continue }}
                mstore(q, 7)
            }} }}""",
        "mload(q)",
        "7",
    ),
    "what a loop changes lets it change more": Adversary(
        f"""{{ {_FREE} mstore(0, 160) mstore(192, y)
            for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{
                mstore(mload(0), 7) mstore(0, 192)
            }}
            sstore(0, mload(192)) }}""",
        "mload(192)",
        "y",
    ),
    "a function writes before an address that it knows": Adversary(
        f"{{ {_OBJECTS} f() sstore(0, mload(p))"
        " function f() { mstore(sub(calldataload(0), 32), 7) } }",
        "mload(p)",
        "x",
    ),
    "a function writes to many places": Adversary(
        f"{{ {_OBJECTS} f() sstore(0, mload(q))"
        f" function f() {{ {_MANY_STORES.replace('z', '1000')} mstore(160, 7) }} }}",
        "mload(q)",
        "y",
    ),
    "objects grow in a loop": Adversary(
        f"""{{ {_FREE}
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
        f"""{{ {_FREE}
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
        f"""{{ {_OBJECTS} f(p, q, and(x, 3)) sstore(0, mload(p)) sstore(1, mload(q))
            function f(a, b, n) {{
                mstore(a, n)
                if n {{ f(b, a, sub(n, 1)) }}
            }} }}""",
        "mload(p)",
        "and(x, 3)",
    ),
    "a function writes to what it is given": Adversary(
        f"{{ {_OBJECTS} f(q) sstore(0, mload(q)) function f(a) {{ mstore(a, 7) }} }}",
        "mload(q)",
        "y",
    ),
    "a function writes at a distance from what it is given": Adversary(
        f"{{ {_OBJECTS} f(p, and(x, 1)) sstore(0, mload(q))"
        " function f(a, i) { mstore(add(a, shl(5, i)), 7) } }",
        "mload(q)",
        "y",
    ),
    "a function writes at a known distance from what it is given": Adversary(
        f"{{ {_OBJECTS} f(p) sstore(0, mload(q)) function f(a) {{ mstore(add(a, 32), 7) }} }}",
        "mload(q)",
        "y",
    ),
    "a function writes before what it is given": Adversary(
        f"{{ {_OBJECTS} f(q) sstore(0, mload(p)) function f(a) {{ mstore(sub(a, 32), 7) }} }}",
        "mload(p)",
        "x",
    ),
    "a function is given the same object twice": Adversary(
        f"{{ {_OBJECTS} f(p, p) f(p, q) function f(a, b) {{"
        " mstore(a, 1) mstore(b, 2) sstore(a, add(mload(a), sload(a))) } }",
        "mload(a)",
        "1",
    ),
    "a function writes by way of another one": Adversary(
        f"{{ {_OBJECTS} f(q) sstore(0, mload(q))"
        " function f(a) { g(a) } function g(a) { mstore(a, 7) } }",
        "mload(q)",
        "y",
    ),
    "a function returns before it writes": Adversary(
        f"{{ {_OBJECTS} f(q, x) sstore(0, mload(q))"
        " function f(a, c) { if c { leave } mstore(a, 7) } }",
        "mload(q)",
        "7",
    ),
    "only one branch writes": Adversary(
        f"{{ {_OBJECTS} if x {{ mstore(q, 7) }} sstore(0, mload(q)) }}", "mload(q)", "y"
    ),
    "only one case writes": Adversary(
        f"{{ {_OBJECTS} switch x case 0 {{ mstore(q, 7) }} default {{ }} sstore(0, mload(q)) }}",
        "mload(q)",
        "y",
    ),
    "both branches write, but different words": Adversary(
        f"{{ {_OBJECTS} switch x case 0 {{ mstore(q, 7) }} default {{ mstore(q, 8) }}"
        " sstore(0, mload(q)) }",
        "mload(q)",
        "8",
    ),
    "the variable has another value by now": Adversary(
        f"{{ {_OBJECTS} y := 7 sstore(0, mload(q)) sstore(1, y) }}", "mload(q)", "y"
    ),
    "the variable changes in a loop": Adversary(
        f"""{{ {_OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                sstore(i, mload(q)) y := 7
            }} }}""",
        "mload(q)",
        "y",
    ),
    "arguments are evaluated from the last one on": Adversary(
        f"{{ {_OBJECTS} sstore(0, add(mload(q), f(q))) function f(a) -> r {{ mstore(a, 7) }} }}",
        "mload(q)",
        "y",
    ),
    "a word is hashed that has changed": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore(32, 1) let h := keccak256(0, 64) mstore(0, y)"
        " sstore(0, keccak256(0, 64)) sstore(1, h) }",
        "sstore(0, keccak256(0, 64))",
        "sstore(0, h)",
    ),
    "a byte is hashed that has changed": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore(32, 1) let h := keccak256(0, 64) mstore8(63, y)"
        " sstore(0, keccak256(0, 64)) sstore(1, h) }",
        "sstore(0, keccak256(0, 64))",
        "sstore(0, h)",
    ),
    "less is hashed of the same words": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore(32, 1) let h := keccak256(0, 64)"
        " sstore(0, keccak256(0, 63)) sstore(1, h) }",
        "keccak256(0, 63)",
        "h",
    ),
    "the same words are hashed in another order": Adversary(
        f"{{ {_FREE} mstore(0, x) mstore(32, y) let h := keccak256(0, 64)"
        " mstore(0, y) mstore(32, x) sstore(0, keccak256(0, 64)) sstore(1, h) }",
        "sstore(0, keccak256(0, 64))",
        "sstore(0, h)",
    ),
    "what is stored again was overwritten": Adversary(
        f"{{ {_FREE} mstore(0, y) mstore(and(x, 31), 7) mstore(0, add(y, 0))"
        " sstore(0, mload(0)) }",
        "mstore(0, add(y, 0))",
        "",
    ),
    "what is stored again was overwritten by a function": Adversary(
        f"{{ {_FREE} mstore(0, y) f() mstore(0, add(y, 0)) sstore(0, mload(0))"
        " function f() { mstore(0, 7) } }",
        "mstore(0, add(y, 0))",
        "",
    ),
    "more words are known than there is room for": Adversary(
        f"{{ {_FREE} let z := and(x, 255) {_MANY_STORES}"
        " mstore(z, y) sstore(0, mload(add(z, 2528))) sstore(1, mload(z)) }",
        "mload(z)",
        "0",
    ),
}
