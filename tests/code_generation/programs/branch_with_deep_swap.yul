// One target of a branch needs a swap of depth 16.
{
    let a
    let b
    let c
    let d
    let e
    let j
    let k
    let n
    let p
    let q
    if 0 {
        log2(n, 0, 0, 0)
        b := g(0, p, d, q, a)
    }
    log2(0, k, 0, 0)
    pop(g(j, 0, e, 0, 0))
    mstore(n, 1)
    c := b
    function g(s, t, u, v, w) -> x { }
}
