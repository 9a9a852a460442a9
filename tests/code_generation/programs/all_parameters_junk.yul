// A function that ends the program and leaves all its parameters behind.
{
    pop(g(0, 0, 0, 0))
    function f(m) -> n {
        stop()
    }
    function g(q, r, s, t) -> u {
        let w
        w := q
        pop(f(u))
    }
}
