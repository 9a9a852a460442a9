// Two objects have the same code, which is appended once.
object "A" {
    code {
        sstore(dataoffset("B"), dataoffset("C"))
        sstore(dataoffset("D"), 1)
    }
    object "B" { code { sstore(0, 1) } }
    object "C" { code { sstore(0, 1) } }
    object "D" { code { sstore(0, 2) } }
}
