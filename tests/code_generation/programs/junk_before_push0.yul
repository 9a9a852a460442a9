// evm-version: paris
// Without PUSH0, junk is the size of the code.
{
    let d
    if 0 {
        log4(0, 0, 0, 0, 0, d)
    }
}
