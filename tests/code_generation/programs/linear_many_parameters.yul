// evm-version: homestead
// Parameters and return variables that are too many have no place; no other variable is missed.
{
    mstore(64, memoryguard(0x80))
    let a, b, c, d, e, f, g, h := x(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    sstore(a, b) sstore(c, d) sstore(e, f) sstore(g, h)
    function x(i, j, k, l, m, n, o, p, q, r) -> s, t, u, v, w, y, z, a1 {
        s := sload(i) t := sload(j) u := sload(k) v := sload(l)
        w := m y := n z := o a1 := p
        if q { leave }
        s := r
    }
}
