// Both ways of a branch lead to the same place.
{
    let b
    if 0 { }
    sstore(0, b)
}
