// A parameter that is one slot too deep for a copy is dealt with before.
{
    pop(g(0, 0, 0, 0, 0))
    function g(n, o, p, q, r) -> s {
        let t
        let u
        let v
        let w
        log2(q, 0, 0, 0)
        mstore(n, add(p, w))
        sstore(o, 1)
        sstore(v, 0)
        sstore(u, 0)
        sstore(t, 0)
        sstore(r, 0)
        sstore(w, 0)
    }
}
