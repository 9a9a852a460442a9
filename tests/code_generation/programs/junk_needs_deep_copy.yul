// With junk below it, the stack needs a copy of what is one slot too deep.
{
    let a, b := f(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
    function f(c, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s, t) -> u, v {
        log1(t, 0, u)
        stop()
    }
}
