// Parameters and return variables that are too many for the stack, and variables beside them.
{
    mstore(64, memoryguard(0x80))
    let a, b, c, d, e, f, g, h := x(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    sstore(a, b) sstore(c, d) sstore(e, f) sstore(g, h)
    function x(i, j, k, l, m, n, o, p, q, r) -> s, t, u, v, w, y, z, i2 {
        let a1 := sload(i) let b1 := sload(j) let c1 := sload(k) let d1 := sload(l)
        s, t := two(a1)
        u := b1 v := c1 w := d1 y := m z := n i2 := o
        sstore(a1, b1) sstore(c1, d1) sstore(i, j) sstore(k, l) sstore(m, n)
        sstore(o, p) sstore(q, r)
        if u { leave }
        s := add(t, z)
    }
    function two(k1) -> l1, m1 { l1 := sload(k1) m1 := sload(l1) }
}
