// The first parameter lies on top.
{
    g(0, 0)
    function g(e, f) {
        log0(0, e)
    }
}
