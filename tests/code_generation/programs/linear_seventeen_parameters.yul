// evm-version: homestead
// One parameter or return variable too many.
{
    mstore(64, memoryguard(0x80))
    let a, b, c, d, e, f, g := x(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    sstore(a, b) sstore(c, d) sstore(e, f) sstore(g, g)
    function x(i, j, k, l, m, n, o, p, q, r) -> s, t, u, v, w, y, z {
        s := sload(i) t := sload(j) u := sload(k) v := sload(l)
        w := m y := n z := o
        if q { leave }
        s := p
    }
}
