// What is made on the fly is not kept across a recursive call.
{
    h()
    function f(m) -> n {
        if 0 {
            pop(f(0))
            return(m, 0)
        }
    }
    function h() {
        pop(f(0))
    }
}
