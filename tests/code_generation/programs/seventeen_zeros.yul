// More variables than the stack can reach; after a branch some are junk.
{
    let a
    let b
    let d
    let e
    let f
    let h
    let i
    let j
    let o
    let p
    let q
    let r
    let s
    let u
    let v
    let z
    let B
    if b {
        log4(0, q, 0, f, j, p)
    }
    sstore(0, xor(r, xor(sub(sub(xor(B, add(b, 0)), u), a), h)))
    mstore(add(o, s), addmod(z, i, e))
    sstore(add(d, 0), v)
}
