// A place for the address of a library.
{
    function d() -> e {
        pop(linkersymbol("lib/Math.sol:A"))
    }
    mstore(0, d())
}
