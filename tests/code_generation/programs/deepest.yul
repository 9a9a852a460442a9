// Calls, functions and objects: how deep each stack gets.
object "A" {
    code { sstore(0, 1) }
    object "B" {
        code {
            {
                let v := sload(0)
                f(v, 1)
                let a := sload(v)
                sstore(a, v)
            }
            function f(a, v) {
                let x := sload(a)
                sstore(x, v) sstore(v, x)
                if x { revert(a, v) }
            }
            function g() { }
        }
        object "C" { code { sstore(sload(1), 2) } }
    }
    object "D" { code { revert(0, 0) } }
}
