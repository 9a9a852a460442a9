// Several values that are out of reach, one of them twice.
{
    f(sload(0), sload(1), sload(2), sload(3), sload(4), sload(5), sload(6), sload(7), sload(8))
    function f(a, b, c, d, e, g, h, i, j) {
        let k := sload(a) let l := sload(b) let m := sload(c)
        let n := sload(d) let o := sload(e) let p := sload(g)
        let x := add(
            add(mload(k), mload(h)),
            mload(i)
        )
        sstore(x, k)
        sstore(h, l) sstore(m, n) sstore(o, p) sstore(b, a) sstore(c, d) sstore(e, g) sstore(i, j)
        sstore(a, h) sstore(l, x) sstore(k, m)
    }
}
