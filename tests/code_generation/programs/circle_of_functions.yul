// Three functions call each other in a circle, none of them itself.
{
    pop(g())
    function f() -> p {
        if 0 {
            h(0)
        }
    }
    function g() -> t {
        pop(f())
    }
    function h(u) {
        pop(f())
        sstore(u, 0)
    }
}
