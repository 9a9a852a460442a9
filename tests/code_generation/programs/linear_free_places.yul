// evm-version: homestead
// Of two places that are free, the lowest is used again.
{
    let a := sload(0) let b := sload(1) let c := sload(2)
    sstore(a, b)
    let d := sload(3)
    sstore(c, d)
    sstore(d, c)
}
