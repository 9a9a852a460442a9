// A variable that no swap reaches.
{
    let a
    let c
    let e
    e, c, a := g(0, 0, 0, 0, 0)
    function g(l, m, n, o, p) -> q, r, s {
        let t := sload(0)
        let u := sload(1)
        q := 0
        sstore(n, 0)
        sstore(t, 1)
        sstore(l, 0)
        sstore(p, 0)
        sstore(o, 0)
        sstore(m, 0)
        sstore(u, 0)
    }
}
