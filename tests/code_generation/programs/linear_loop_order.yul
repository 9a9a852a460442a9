// evm-version: homestead
// What the body of a loop misses comes before what is missed at the end of each round.
{
    mstore(64, memoryguard(0x80))
    let a := sload(0) let b := sload(1) let c := sload(2) let d := sload(3) let e := sload(4)
    let f := sload(5) let g := sload(6) let h := sload(7) let i := sload(8) let j := sload(9)
    let k := sload(10) let l := sload(11) let m := sload(12) let n := sload(13)
    let o := sload(14) let p := sload(15) let q := sload(16) let r := sload(17)
    for { } r { sstore(0, b) } { sstore(1, a) }
    sstore(a, b) sstore(c, d) sstore(e, f) sstore(g, h) sstore(i, j)
    sstore(k, l) sstore(m, n) sstore(o, p) sstore(q, r)
}
