// Of the two ways after a branch, that for zero is looked at first.
{
    let a
    let b
    let c, d
    let f
    let g
    let j
    let k
    let l
    let m
    let n := 1
    let p
    let q
    let r
    let s
    for {
        let t
    } lt(t, 0) { } { }
    switch 0
    case 4 {
        k := r
    }
    let u
    sstore(0, add(j, p))
    extcodecopy(0, 0, u, 0)
    log2(0, a, d, 0)
    log1(c, 0, b)
    log4(m, l, q, g, s, f)
    sstore(0, j)
    sstore(0, xor(d, mul(n, sub(u, k))))
}
