// evm-version: homestead
// Of two variables, the one that is not used lies below the other.
{
    let d, e
    sstore(e, 0)
}
