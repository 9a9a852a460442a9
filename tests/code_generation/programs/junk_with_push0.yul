// With PUSH0, junk is zero.
{
    let e
    if 0 {
        pop(e)
    }
}
