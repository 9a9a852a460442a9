// A copy is out of reach; by how much decides what is computed again.
{
    let a
    let b
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
    let o
    let p
    let q
    let r
    pop(add(h, o))
    pop(byte(mod(k, f), r))
    pop(shr(e, sdiv(p, d)))
    sstore(0, mul(g, add(q, j)))
    pop(call(b, i, a, 0, 0, l, m))
    mstore(r, addmod(0, h, d))
}
