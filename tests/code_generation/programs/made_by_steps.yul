// Values that steps have made of parts on several lines.
{
    pop(y(0))
    function s(t, u, v, w, x, y1, z, a, b, c, d, e, m, f, g, h, i) -> r { }
    function l(t, u, v, w, x, y1, z, a, b, c, d, e, m, f, g, h, i) -> r { }
    function y(z) -> c {
        let d
        let e := d
        let f := shr(1, e)
        let g := add(
            calldataload(0),
            0
        )
        let b := gas()
        let h := g
        let i := z
        let k
        let n
        let o
        let p := add(f, 1)
        let q
        let r := add(byte(e, 0), 1)
        let j := add(
            calldataload(0),
            r
        )
        let t := q
        let u
        pop(s(0, 0, 0, j, 0, e, p, h, o, n, u, i, t, r, d, b, b))
        pop(l(t, 0, j, 0, g, 0, k, f, 0, n, u, 0, b, i, 0, g, o))
    }
}
