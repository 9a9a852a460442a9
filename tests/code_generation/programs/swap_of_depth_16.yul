// The top must go to a place that is just within the reach of a swap.
{
    c(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    function c(d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u) {
        sstore(0, delegatecall(0, 0, q, 0, 0, 0))
        mstore(e, k)
        log3(d, 0, p, s, t)
    }
}
