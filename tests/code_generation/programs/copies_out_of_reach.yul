// A value is about to get out of reach, but there is another copy of it.
{
    function a() -> b {
        let e
        let f
        let j
        let o
        let p
        mstore(e, addmod(0, 0, 1))
        log0(p, 0)
        pop(callcode(j, 0, 0, 0, 0, 0, 0))
        calldatacopy(o, 0, 0)
        log1(f, 0, 0)
    }
    pop(a())
}
