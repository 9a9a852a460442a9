// A loop whose blocks are laid out again, below it more variables than can be reached at once.
{
    function c(d) -> f {
        let h
        let i
        let j
        let k
        let l
        let q
        let r
        let s
        let t
        let a, b
        let u
        for {
            let v
        } v { } { }
        sstore(0, mul(f, d))
        sstore(0, u)
        sstore(q, delegatecall(0, r, s, t, a, b))
        log3(h, i, j, k, l)
    }
    pop(c(0))
}
