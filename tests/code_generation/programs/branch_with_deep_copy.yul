// One target of a branch needs a copy of what is one slot too deep.
{
    let k
    let m
    k, m := o(0, 0, 0, 0, 0, 0)
    function o(i, y, p, q, r, s) -> t, u {
        let w := create(0, 0, 0)
        let x := call(0, 0, 0, 0, 0, 0, 0)
        let a := call(0, 0, 0, 0, 0, 0, 0)
        let z := keccak256(0, 0)
        let A
        let B := call(0, 0, 0, 0, 0, 0, 0)
        let C := call(0, 0, 0, 0, 0, 0, 1)
        let D := mload(0)
        switch 0
        case 1 {
            A := 0
        }
        case 4 { }
        pop(call(0, w, 0, 0, 0, 0, x))
        let j := mload(0)
        let I := gas()
        let J, K
        let L := K
        sstore(0, p)
        sstore(0, mul(i, y))
        log1(J, 0, K)
        sstore(0, xor(A, mul(D, C)))
        sstore(0, sub(z, a))
        sstore(0, xor(xor(p, mul(q, xor(r, add(s, sub(u, t))))), y))
        pop(callcode(0, 0, 0, I, J, K, L))
        for { } y { } {
            mstore(B, j)
        }
        sstore(0, A)
    }
}
