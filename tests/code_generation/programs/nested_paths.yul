// Objects further inside come after those directly inside, the one that is met last first.
object "A" {
    code {
        sstore(dataoffset("B.C"), dataoffset("B"))
        sstore(dataoffset("B.D"), 1)
    }
    object "B" {
        code { sstore(0, 1) }
        object "C" { code { sstore(0, 2) } }
        object "D" { code { sstore(0, 3) } }
    }
}
