// One result in memory, from a function that is left early; several, of which some are in memory.
{
    let free := memoryguard(0x80)
    mstore(64, free)
    sstore(0, x(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    function x(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) -> q {
        let r, s, t := three()
        q := add(r, a)
        if s { leave }
        let u := sload(t) let v := sload(u)
        sstore(a, b) sstore(c, d) sstore(e, f) sstore(g, h) sstore(i, j) sstore(k, l)
        sstore(m, n) sstore(o, p) sstore(q, r) sstore(s, t) sstore(u, v)
    }
    function three() -> a1, b1, c1 { a1 := sload(0) b1 := sload(1) c1 := sload(2) }
}
