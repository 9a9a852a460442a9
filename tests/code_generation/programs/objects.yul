// The object itself, an inner one, one inside that, and names that end alike.
object "A" {
    code {
        sstore(0, dataoffset("A"))
        datacopy(0, dataoffset("B"), datasize("B"))
        sstore(dataoffset("B.C"), datasize("B.C"))
        sstore(datasize("twice B"), 3)
    }
    object "B" {
        code { sstore(0, 1) }
        object "C" { code { invalid() } }
    }
    object "twice B" { code { sstore(0, 1) sstore(0, 2) } }
}
