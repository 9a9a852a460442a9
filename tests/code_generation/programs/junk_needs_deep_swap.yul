// evm-version: paris
// With junk below it, the stack needs a swap of depth 16.
{
    let a
    let c
    let e
    let j
    let q
    if 0 {
        h()
    }
    pop(f(e, 0, 0, 0, 0))
    pop(call(0, a, 0, 0, 0, 0, 0))
    pop(q)
    sstore(j, 1)
    sstore(c, 2)
    function f(r, s, t, u, v) -> w { }
    function g() -> y {
        pop(g())
    }
    function h() {
        pop(g())
    }
}
