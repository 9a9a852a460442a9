// What comes before a return must not leave junk, nor may what comes before that.
{
    h(0)
    function f(q, r, s) -> t {
        pop(f(0, 0, 0))
    }
    function h(u) {
        let y
        switch 0
        case 1 { }
        default {
            pop(f(y, u, 0))
        }
    }
}
