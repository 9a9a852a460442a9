// A case that ends the program, with blocks that may all have junk below.
{
    pop(g())
    function g() -> k {
        switch 0
        case 1 {
            for { } 0 { } { }
            revert(0, 0)
        }
    }
}
