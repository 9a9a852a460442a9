// evm-version: homestead
// Variables in their places, as deep as a copy reaches.
{
    let b
    let c
    let d
    let e
    let f
    let g
    let h
    let i
    let j
    let k
    let l
    let m
    let n
    let o
    let p
    c := 0
    sstore(m, 0)
    sstore(o, 1)
    sstore(f, 0)
    sstore(k, 0)
    sstore(h, 0)
    sstore(j, 0)
    sstore(b, 0)
    sstore(p, 0)
    sstore(g, 0)
    sstore(n, 0)
    sstore(i, 0)
    sstore(e, 0)
    sstore(l, 0)
    sstore(d, 0)
}
