// evm-version: paris
// Equal values before a branch; it matters which of them are dispensed with.
{
    let a
    let k
    let p
    if 0 {
        invalid()
    }
    sstore(p, 0)
    sstore(k, 0)
    sstore(a, 0)
}
