// no stack allocation
// A write reaches deeper than a read; no place is used again.
{
    let c
    let d
    let i
    let j
    let k
    let l
    let m
    let n
    let o
    let p
    let q
    let r
    let s
    let t
    let u
    let v
    c := 0
}
