"""Adversarial programs for the free memory pointer."""

from __future__ import annotations

from typing import Final

from tests.steps.adversary import FREE, OBJECTS, Adversary

_GUARDED: Final = FREE.replace("128", "memoryguard(128)")

POINTER_ADVERSARIES: Final = {
    "the pointer is set back by hand": Adversary(
        f"{{ {FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore(64, p)"
        " let q := mload(64) mstore(q, y) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is set to anything by hand": Adversary(
        f"{{ {FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore(64, y)"
        " let q := mload(64) mstore(q, 7) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "the pointer is set to another one that may be lower": Adversary(
        f"{{ {OBJECTS} mstore(64, or(128, and(y, 32))) mstore(mload(64), 7) sstore(0, mload(p)) }}",
        "mload(p)",
        "x",
    ),
    "the pointer is raised by a negative size": Adversary(
        f"{{ {FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x)"
        " mstore(64, add(mload(64), y)) let q := mload(64) mstore(q, 7) sstore(0, mload(p)) }",
        "mload(p)",
        "x",
    ),
    "a sum that is the pointer in one branch wraps in the other": Adversary(
        f"{{ {OBJECTS.replace('128', 'memoryguard(128)')} let r := add(mload(64), x)"
        " if lt(x, 32) { mstore(64, r) stop() } mstore(r, 7) sstore(0, mload(q)) }",
        "mload(q)",
        "y",
    ),
    "the pointer is overwritten in part": Adversary(
        f"{{ {FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x) mstore8(95, y)"
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
    "a function stores before the address that it is given where there is a guard": Adversary(
        f"{{ {_GUARDED} let p := mload(64) f(96) let q := mload(64) mstore(add(p, 32), y)"
        " mstore(q, 7) sstore(0, mload(add(p, 32))) function f(a) { mstore(sub(a, 32), 160) } }",
        "mload(add(p, 32))",
        "y",
    ),
    "a function adds up the address of the pointer where there is a guard": Adversary(
        f"{{ {_GUARDED} let p := mload(64) f(32, 32) let q := mload(64) mstore(add(p, 32), y)"
        " mstore(q, 7) sstore(0, mload(add(p, 32))) function f(a, b) { mstore(add(a, b), 160) } }",
        "mload(add(p, 32))",
        "y",
    ),
    "a function finds that an address is small where there is a guard": Adversary(
        f"{{ {_GUARDED} let p := mload(64) f(x) let q := mload(64) mstore(add(p, 32), y)"
        " mstore(q, 7) sstore(0, mload(add(p, 32)))"
        " function f(a) { if lt(a, 80) { mstore(add(a, 32), 160) } } }",
        "mload(add(p, 32))",
        "y",
    ),
    "a loop computes the pointer's address where there is a guard": Adversary(
        f"""{{ {_GUARDED} let p := mload(64) let i := 32
            for {{ }} 1 {{ }} {{ mstore(mul(i, 2), 160) if x {{ break }} i := and(i, 32) break }}
            let q := mload(64) mstore(add(p, 32), y) mstore(q, 7)
            sstore(0, mload(add(p, 32))) }}""",
        "mload(add(p, 32))",
        "y",
    ),
    "a loop goes on from the pointer where there is a guard": Adversary(
        f"""{{ {_GUARDED} let p := mload(64) let i := 64
            for {{ let n := 0 }} lt(n, and(x, 3)) {{ n := add(n, 1) }}
            {{ mstore(i, 160) i := add(i, 32) }}
            let q := mload(64) mstore(add(p, 32), y) mstore(q, 7)
            sstore(0, mload(add(p, 32))) }}""",
        "mload(add(p, 32))",
        "y",
    ),
    "an unknown address is that of the pointer": Adversary(
        f"{{ {OBJECTS} mstore(add(x, 32), p) mstore(p, y) mstore(mload(64), 7)"
        " sstore(0, mload(p)) }",
        "mload(p)",
        "y",
    ),
    "the pointer is garbage where a loop begins": Adversary(
        f"""{{ {OBJECTS} mstore(64, 96)
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                let r := mload(64) mstore(r, 7) mstore(64, add(r, 32))
            }}
            sstore(0, mload(p)) }}""",
        "mload(p)",
        "x",
    ),
    "the pointer is garbage where an iteration ends": Adversary(
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                mstore(mload(64), 7) mstore(64, x)
            }}
            sstore(0, mload(q)) }}""",
        "mload(q)",
        "y",
    ),
    "the pointer is set anew": Adversary(
        f"""{{ {FREE}
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
        f"""{{ {OBJECTS} f(mload(64)) f(p)
            function f(a) {{
                mstore(a, 1) mstore(mload(64), 2)
                sstore(a, mload(a))
            }} }}""",
        "mload(a)",
        "2",
    ),
    "the first call of a recursion gives it the pointer": Adversary(
        f"""{{ {OBJECTS} f(mload(64), 1)
            function f(a, n) {{
                mstore(a, 1) mstore(mload(64), 2)
                sstore(a, mload(a))
                if n {{ f(add(a, 32), 0) }}
            }} }}""",
        "mload(a)",
        "2",
    ),
    "a function returns the pointer only sometimes": Adversary(
        f"""{{ {OBJECTS} let r := f(p, x) mstore(r, 7) sstore(0, mload(p))
            function f(a, c) -> b {{
                b := mload(64)
                if c {{ b := a }}
            }} }}""",
        "mload(p)",
        "x",
    ),
    "the pointer is overwritten by a copy": Adversary(
        f"{{ {FREE} let p := mload(64) mstore(64, add(p, 32)) mstore(p, x)"
        " calldatacopy(64, 32, 32) sstore(0, mload(64)) }",
        "sstore(0, mload(64))",
        "sstore(0, add(p, 32))",
    ),
    "the pointer is set back in a function": Adversary(
        f"{{ {OBJECTS} back() let r := mload(64) mstore(r, 7) sstore(0, mload(p))"
        " function back() { mstore(64, sub(mload(64), 64)) } }",
        "mload(p)",
        "x",
    ),
    "the pointer is raised and set back in a function": Adversary(
        f"""{{ {OBJECTS} f(x) f(y)
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
        f"""{{ {OBJECTS}
            for {{ let i := 0 }} lt(i, and(x, 3)) {{ i := add(i, 1) }} {{
                mstore(64, sub(mload(64), 32)) mstore(mload(64), 7)
            }}
            sstore(0, mload(q)) }}""",
        "mload(q)",
        "y",
    ),
    "the pointer is garbage where a function is entered": Adversary(
        f"{{ {OBJECTS} mstore(64, x) f() sstore(0, mload(q))"
        " function f() { mstore(mload(64), 7) } }",
        "mload(q)",
        "y",
    ),
}
