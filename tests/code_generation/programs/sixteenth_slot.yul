// evm-version: paris
// A copy of the sixteenth slot, as far as a copy reaches.
{
    let y
    let e
    let g
    let i
    let q
    pop(shr(mulmod(0, 1, 1), 1))
    pop(q)
    sstore(e, 1)
    sstore(0, y)
    pop(call(i, 1, 1, 1, 1, 1, 1))
    mstore(g, 0)
}
