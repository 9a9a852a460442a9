// evm-version: paris
// A variable that no copy reaches.
{
    let a := sload(1)
    let b := sload(0)
    let c
    let d
    let e
    let f := sload(0)
    let g := sload(0)
    let h := sload(0)
    let i := sload(0)
    let j
    d := 0
    c := 0
    j := 0
    switch 0
    case 1 {
        log2(g, 0, 0, 0)
        log2(f, 0, j, d)
    }
    default {
        e := addmod(a, i, b)
    }
    sstore(e, 0)
    sstore(i, 1)
    sstore(c, 0)
    sstore(h, 0)
    sstore(g, 0)
    sstore(j, 0)
}
