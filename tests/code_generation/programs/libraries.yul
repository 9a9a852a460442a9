// Addresses of libraries are left open, those in appended code at their new place.
object "A" {
    code {
        let first := linkersymbol("lib/Math.sol:Math")
        sstore(first, linkersymbol("lib/Math.sol:Strings"))
        sstore(dataoffset("B"), datasize("B"))
    }
    object "B" {
        code { sstore(1, linkersymbol("lib/Math.sol:Math")) }
    }
}
