// Code after a function, which has too many variables.
{
    function x(y) -> z { z := sload(y) }
    let a := sload(0) let b := sload(1) let c := sload(2) let d := sload(3) let e := sload(4)
    let f := sload(5) let g := sload(6) let h := sload(7) let i := sload(8) let j := sload(9)
    let k := sload(10) let l := sload(11) let m := sload(12) let n := sload(13) let o := sload(14)
    let p := sload(15) let q := sload(16) let r := sload(17)
    sstore(x(0), 0)
    sstore(a, 1) sstore(b, 1) sstore(c, 1) sstore(d, 1) sstore(e, 1) sstore(f, 1)
    sstore(g, 1) sstore(h, 1) sstore(i, 1) sstore(j, 1) sstore(k, 1) sstore(l, 1)
    sstore(m, 1) sstore(n, 1) sstore(o, 1) sstore(p, 1) sstore(q, 1) sstore(r, 1)
}
