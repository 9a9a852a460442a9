// A call of a function that stops needs no place to return to.
{
    pop(b())
    function b() -> c {
        stop()
    }
}
