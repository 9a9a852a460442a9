// evm-version: paris
// A constant on the stack is out of reach, so it is pushed again.
{
    let a
    let y, d, e
    let f
    let g
    let k
    sstore(2, add(0, 0))
    pop(u(a, 0, 0))
    pop(u(f, 0, 0))
    mstore(g, addmod(k, 0, 0))
    log0(d, 0)
    mstore8(y, 2)
    function u(v, w, x) -> z { }
}
