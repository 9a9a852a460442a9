// The last two slots to be exchanged are the top and the deepest one within reach.
{
    let a
    let b
    let e
    let f
    let h
    let i
    let j
    let k
    let l
    b, i := g()
    sstore(i, 0)
    sstore(a, 1)
    sstore(f, 0)
    sstore(l, 0)
    sstore(j, 0)
    sstore(e, 0)
    sstore(k, 0)
    sstore(h, 0)
    sstore(b, 0)
    function g() -> m, o { }
}
