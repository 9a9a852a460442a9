// Two of three parameters are useful where they lie, the third is junk.
{
    h(0, 0, 0)
    function h(o, p, q) {
        revert(q, p)
    }
}
