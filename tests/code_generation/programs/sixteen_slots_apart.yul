// Two slots are exchanged that are as far apart as a swap reaches.
{
    pop(a(0))
    function a(b) -> x {
        let c
        let d
        let e
        let f
        let g
        let h
        let j
        let k
        let l
        e := 0
        pop(call(0, 0, d, 0, 0, 0, e))
        pop(callcode(j, 0, k, g, l, c, b))
        sstore(0, sub(xor(k, add(b, add(l, h))), f))
        sstore(0, e)
    }
}
