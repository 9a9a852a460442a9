// A value that is out of reach, and later even more so.
{
    function b(c, a, d, e, f, g, h, i, j, k, l, m, o, p, q, r) -> s {
        sstore(0, xor(l, p))
        log4(e, s, d, a, o, j)
        extcodecopy(i, g, h, k)
        mstore(add(r, f), addmod(q, c, m))
    }
    pop(b(0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
