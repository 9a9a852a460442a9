// evm-version: paris
// A loop whose condition is a number other than zero and one.
{
    for { } 5 { } { }
}
