// evm-version: paris
// An immutable is assigned that nobody reads.
{
    setimmutable(0, "12", 0)
}
