// What lies on top after a branch is not wanted any more, but may stay where it is.
{
    let a
    let b
    let c
    let d
    let e
    let j
    let k
    let l
    let m
    let q
    if 0 {
        b := g(0, d, q, a)
    }
    log2(0, k, m, 0)
    pop(g(j, e, l, l))
    mstore(0, l)
    c := b
    function g(s, t, u, v) -> w { }
}
