// evm-version: paris
// The parameter of a function that never returns becomes junk.
{
    function b(c) -> d {
        revert(0, 0)
    }
    pop(b(0))
}
