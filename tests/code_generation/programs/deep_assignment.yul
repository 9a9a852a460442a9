// evm-version: homestead
// An assignment reaches one slot deeper than a read.
{
    let a := sload(0) let b := sload(1) let c := sload(2) let d := sload(3) let e := sload(4)
    let f := sload(5) let g := sload(6) let h := sload(7) let i := sload(8) let j := sload(9)
    let k := sload(10) let l := sload(11) let m := sload(12) let n := sload(13)
    let o := sload(14) let p := sload(15)
    a := sload(16)
    sstore(0, a) sstore(0, b) sstore(0, c) sstore(0, d) sstore(0, e) sstore(0, f)
    sstore(0, g) sstore(0, h) sstore(0, i) sstore(0, j) sstore(0, k) sstore(0, l)
    sstore(0, m) sstore(0, n) sstore(0, o) sstore(0, p)
}
