// evm-version: homestead
// `continue` goes to what is done at the end of each round.
{
    for { } 1 { } {
        continue
    }
}
