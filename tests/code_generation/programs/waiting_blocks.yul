// evm-version: paris
// Several blocks wait for their code, and one target has one way to it.
{
    for { } 1 { } {
        if 0 { }
        break
    }
    if 0 { }
}
