// Several amounts of junk come into question that cost the same at least.
{
    pop(g(0, 0, 0, 0))
    function g(n, o, p, q) -> r {
        let t
        for { } o { } {
            pop(g(0, n, r, t))
        }
        revert(q, p)
    }
}
