// evm-version: homestead
// Loops that are left and continued after an inner one, where the stack has another height.
{
    let a := sload(0)
    for { let b := sload(1) } b { b := sload(2) } {
        for { let c := sload(3) } c { c := sload(4) } {
            if a { break }
            if b { continue }
            sstore(b, c)
        }
        if a { break }
        if sload(5) { continue }
        sstore(a, b)
    }
}
